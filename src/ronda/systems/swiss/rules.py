"""swiss: what an event is played by (AG1): its options, and the same with their types, points in exact parts."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, Literal, NamedTuple

from ronda.core import (
    Book,
    Criterion,
    Draw,
    Finding,
    Frozen,
    Player,
    Refusal,
    Setup,
    measured,
    replace,
    starters,
)
from ronda.core.book import NO_GAMES, Games
from ronda.systems.results import with_hyphens
from ronda.systems.system import Option, values_in
from ronda.tiebreaks.library import LIBRARY, Terms, parse_order, without_groups

EDITION = "swiss-1"
MOST_POINTS, MOST_PARTS = 1000, 12
Form = Literal["winner", "score", "games", "sets"]
Ending = Literal["open", "exact", "least"]
Within = Literal["standing", "lot", "rating"]
FirstRound = Literal["lot", "slide", "fold", "adjacent"]
Starts = Literal["none", "listed", "lot", "balanced"]

_NUMBER = re.compile(r"-?\d{1,7}(?:[.,]\d{1,6}|/\d{1,6})?")
_PAIR = re.compile(r"(-?\d{1,6})\s*[,;/]\s*(-?\d{1,6})")
_GAMES = re.compile(r"(\d{1,2})-(\d{1,2})(?:-(\d{1,2}))?")
_ROW = re.compile(r"(\d{1,6})\s*[:=]\s*([\d.,/]+)-([\d.,/]+)")
_POINTS = ("win", "draw", "loss", "bye", "walkover", "absent", "time_win", "time_loss")


def _points(name: str, default: str | None, article: str = "AG1.2") -> Option:
    return Option(name, "text", default, article, frozen_after="result", example="1/2")


def _with_target(values: Mapping[str, Any]) -> bool:
    return bool(values["form"] == "score" and values["target"])


def _in_sets(values: Mapping[str, Any]) -> bool:
    return bool(values["form"] == "sets" and values["set_target"])


def _timed(values: Mapping[str, Any]) -> bool:
    return _of_games(values) or (_with_target(values) and values["ending"] != "open")


def _of_games(values: Mapping[str, Any]) -> bool:
    return values["form"] in ("games", "sets")


def _with_margin(values: Mapping[str, Any]) -> bool:
    return bool(values["form"] != "winner")


# options that say nothing with other forms of results (AG2, AG3)
_MATTERS: Mapping[str, Callable[[Mapping[str, Any]], bool]] = {
    "time": _timed,
    "target": lambda values: values["form"] == "score",
    "ending": _with_target,
    "best_of": _of_games,
    "all_games": _of_games,
    "set_target": lambda values: values["form"] == "sets",
    "set_lead": _in_sets,
    "set_cap": _in_sets,
    "draw": lambda values: values["draws"],
    "time_win": lambda values: values["time"] and _timed(values),
    "time_loss": lambda values: values["time"] and _timed(values),
    "forfeit_games": _of_games,
    "bye_games": _of_games,
    **dict.fromkeys(("margin_cap", "margin_table", "forfeit_margin", "bye_margin"), _with_margin),
}
_GROUPS = {
    "results": (
        "form",
        "draws",
        "time",
        "target",
        "ending",
        "best_of",
        "all_games",
        "set_target",
        "set_lead",
        "set_cap",
    ),
    "points": (*_POINTS, "margin_cap", "margin_table", "forfeit_margin", "forfeit_games"),
    "byes": ("bye_margin", "bye_games", "byes", "asked"),
    "pairing": ("within", "first", "meetings", "straight", "starts"),
}
_GROUP_OF = {name: group for group, members in _GROUPS.items() for name in members}
_DECLARED = (
    Option("rounds", "int", None, "AG1.4", low=1, high=1000),
    Option("entry", "choice", "single", "AG1.1", choices=("single", "side"), frozen_after="draw"),
    Option("form", "choice", "winner", "AG2", choices=("winner", "score", "games", "sets"), frozen_after="result"),
    Option("draws", "bool", True, "AG2", frozen_after="result"),
    Option("time", "bool", False, "AG2", frozen_after="result"),
    Option("target", "int", 0, "AG2.3", low=0, high=999_999, frozen_after="result"),
    Option("ending", "choice", "open", "AG2.3", choices=("open", "exact", "least"), frozen_after="result"),
    Option("best_of", "int", 3, "AG2.4", low=1, high=15, frozen_after="result"),
    Option("all_games", "bool", False, "AG2.4", frozen_after="result"),
    Option("set_target", "int", 0, "AG2.5", low=0, high=999, frozen_after="result"),
    Option("set_lead", "int", 2, "AG2.5", choices=(2, 1), frozen_after="result"),
    Option("set_cap", "int", 0, "AG2.5", low=0, high=999, frozen_after="result"),
    _points("win", "1"),
    _points("draw", None),
    _points("loss", "0"),
    _points("bye", None, "AG4.1"),
    _points("walkover", None),
    _points("absent", "0"),
    _points("time_win", None),
    _points("time_loss", None),
    Option("margin_cap", "int", 0, "AG3.3", low=0, high=999_999, frozen_after="result"),
    Option("margin_table", "text", "", "AG3.4", frozen_after="result", example="0: 10-10; 6: 11-9; 11: 12-8"),
    Option("forfeit_margin", "text", "0, 0", "AG3.5", frozen_after="result", example="0, -5",
           accepts=lambda text: _PAIR.fullmatch(text.strip()) is not None),
    Option("forfeit_games", "text", "", "AG3.5", frozen_after="result", example="2-0",
           accepts=lambda text: read_games(text) is not None),
    Option("bye_margin", "int", 0, "AG4.1", low=-999_999, high=999_999),
    Option("bye_games", "text", "", "AG4.1", frozen_after="result", example="2-0",
           accepts=lambda text: read_games(text) is not None),
    Option("byes", "choice", "seed", "AG1.4", choices=("seed", "even")),
    Option("within", "choice", "standing", "AG5.2", choices=("standing", "lot", "rating")),
    Option("first", "choice", "lot", "AG5.3", choices=("lot", "slide", "fold", "adjacent"), frozen_after="draw"),
    Option("meetings", "int", 1, "AG5.5", low=1, high=99),
    Option("straight", "int", 0, "AG5.6", low=0, high=1000),
    Option("starts", "choice", "none", "AG5.7", choices=("none", "listed", "lot", "balanced")),
    Option("round_minutes", "int", 45, "AG1.4", low=1, high=1000),
    Option("first_table", "int", 1, "AG1.4", low=0, high=1_000_000),
)  # fmt: skip
OPTIONS = tuple(replace(one, matters=_MATTERS.get(one.name), group=_GROUP_OF.get(one.name, "")) for one in _DECLARED)


class TableRow(NamedTuple):
    """AG3.4: from this difference on, what the two get."""

    least: int
    winner: int
    loser: int


class Worth(Frozen):
    """What results and byes are worth. Points are whole numbers of parts, of which `unit` make one."""

    win: int
    draw: int
    loss: int
    bye: int
    walkover: int
    absent: int
    time_win: int
    time_loss: int
    unit: int
    margin_cap: int = 0
    margin_table: tuple[TableRow, ...] = ()
    forfeit_margin: tuple[int, int] = (0, 0)
    forfeit_games: Games = NO_GAMES
    bye_margin: int = 0
    bye_games: Games = NO_GAMES


class MatchForm(Frozen):
    """What a result is (AG2)."""

    form: Form = "winner"
    draws: bool = True
    time: bool = False
    target: int = 0
    ending: Ending = "open"
    best_of: int = 3
    all_games: bool = False
    set_target: int = 0
    set_lead: int = 2
    set_cap: int = 0


class WalkOptions(Frozen):
    """How rounds are made (AG5)."""

    byes: Literal["seed", "even"] = "seed"
    within: Within = "standing"
    first: FirstRound = "lot"
    meetings: int = 1
    straight: int = 0
    starts: Starts = "none"
    round_minutes: int = 45
    first_table: int = 1
    list_fallback: bool = False


class Settings(Frozen):
    """What decides."""

    worth: Worth
    match: MatchForm = MatchForm()
    walk: WalkOptions = WalkOptions()


def settings(setup: Setup) -> Settings:
    """The options in force; those that no event can have (`unfit`) count as left out."""
    found = read_settings(values_in(setup, OPTIONS))
    return _USUAL if isinstance(found, Refusal) else found


def unfit(setup: Setup) -> Refusal | None:
    """Why no event can be played by these options (AG1.3, AG3.4)."""
    found = read_settings(values_in(setup, OPTIONS))
    return found if isinstance(found, Refusal) else None


def read_settings(values: Mapping[str, Any]) -> Settings | Refusal:
    """AG1.2: what is left open follows from the others."""
    points: dict[str, Fraction] = {}
    for name in _POINTS:
        if values[name] is not None:
            read = read_points(name, values[name])
            if isinstance(read, Refusal):
                return read
            points[name] = read
    win, loss = points["win"], points["loss"]
    usual = {"draw": (win + loss) / 2, "bye": win, "walkover": win, "time_win": win, "time_loss": loss}
    points = usual | points
    rows = _read_table(values["margin_table"])
    if isinstance(rows, Refusal):
        return rows
    falling = [points[name] for name in ("win", "time_win", "draw", "time_loss", "loss", "absent")]
    most = max(win, rows[-1][1]) if rows else win
    if win <= loss or falling != sorted(falling, reverse=True) or max(points["bye"], points["walkover"]) > most:
        return Refusal("points_out_of_order", "AG1.3", {"win": str(win), "loss": str(loss)})
    if 0 < values["set_cap"] < values["set_target"]:
        facts = {"found": values["set_cap"], "low": values["set_target"], "high": 999}
        return Refusal("number_out_of_range", "AG2.5", facts)
    unit = lcm(*(one.denominator for one in (*points.values(), *(own for _, *both in rows for own in both))))
    margin = _PAIR.fullmatch(values["forfeit_margin"].strip())
    found: dict[str, Any] = {name: int(own * unit) for name, own in points.items()}
    found["margin_table"] = tuple(TableRow(least, int(one * unit), int(other * unit)) for least, one, other in rows)
    found["forfeit_margin"] = (int(margin[1]), int(margin[2])) if margin else (0, 0)
    found |= {name: read_games(values[name]) or NO_GAMES for name in ("forfeit_games", "bye_games")}
    found |= {name: values[name] for name in ("margin_cap", "bye_margin")}
    match, walk = (
        {name: values[name] for name in kind.__struct_fields__ if name in values} for kind in (MatchForm, WalkOptions)
    )
    return Settings(Worth(**found, unit=unit), MatchForm(**match), WalkOptions(**walk))


def read_points(name: str, text: object) -> Fraction | Refusal:
    """A whole number, a decimal or a/b: 0 to 1000 in parts of a twelfth at the smallest (AG1.2, AG1.3)."""
    typed = with_hyphens(str(text)).replace("½", "1/2")
    if _NUMBER.fullmatch(typed) is None or typed.endswith("/0"):
        return Refusal("number_unreadable", "AG1.3", {"option": name, "found": str(text)})
    number = Fraction(typed.replace(",", "."))
    if not 0 <= number <= MOST_POINTS or number.denominator > MOST_PARTS:
        return Refusal(
            "number_out_of_range", "AG1.3", {"option": name, "found": str(text), "low": 0, "high": MOST_POINTS}
        )
    return number


def read_games(text: str) -> Games | None:
    """`2-0` or `2-0-1`: games won, lost and drawn; none where nothing is said; None where it cannot be read."""
    found = _GAMES.fullmatch(with_hyphens(text))
    if found is None:
        return None if text.strip() else NO_GAMES
    return int(found[1]), int(found[2]), int(found[3] or 0)


def _read_table(text: str) -> list[tuple[int, Fraction, Fraction]] | Refusal:
    """AG3.4: rows of a difference and what winner and loser get from it on; nothing: there is no such table."""
    rows: list[tuple[int, Fraction, Fraction]] = []
    for part in filter(None, map(str.strip, re.split(r"[;\n]", text))):
        found = _ROW.fullmatch(with_hyphens(part.replace(":", "=")))
        worth = [read_points("margin_table", own) for own in found.groups()[1:]] if found else []
        if found is None or any(isinstance(own, Refusal) for own in worth):
            return Refusal("margin_table_unreadable", "AG3.4", {"option": "margin_table", "found": part})
        first, second = (own for own in worth if not isinstance(own, Refusal))
        rows.append((int(found[1]), first, second))
    if not rows:
        return rows
    if rows[0][0] != 0:
        return Refusal("margin_table_gap", "AG3.4", {"option": "margin_table", "found": str(rows[0][0])})
    if rows[0][1] != rows[0][2]:
        return Refusal(
            "margin_table_level", "AG3.4", {"option": "margin_table", "found": f"{rows[0][1]!s}-{rows[0][2]!s}"}
        )
    for (least, one, other), (more, better, worse) in pairwise(rows):
        if more <= least or better < one or worse > other:
            return Refusal("margin_table_order", "AG3.4", {"option": "margin_table", "found": str(more)})
    return rows


_found = read_settings(values_in(Setup(""), OPTIONS))
assert isinstance(_found, Settings)
_USUAL = _found


# --- the event ---------------------------------------------------------------------------------------------


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The number of rounds; where it is not set, the one suggested for the starting field (AG1.4)."""
    chosen = setup.options.get("rounds")
    return chosen if isinstance(chosen, int) else max((len(starters(players)) - 1).bit_length(), 1)


def validate_field(rounds: int, players: Sequence[Player]) -> list[Finding]:
    """What a director should know before round 1 (R3.5)."""
    n = len(starters(players))
    if n < 2:
        return [Finding("too_few_players", "R3.5", facts={"players": n, "least": 2})]
    most = n - 1 + n % 2
    return [Finding("rematches_ahead", "R4.4", "note", facts={"rounds": most})] if rounds > most else []


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    return validate_field(rounds(setup, players), players)


def placed(book: Book, player: int) -> bool:
    """A player who left is listed without a place (R5.2)."""
    return not book.has_left(player)


def draw_numbers(players: Mapping[int, Player], seed: int) -> dict[int, int]:
    """Everybody's draw number (R4.1): the ones that are fixed, for the other starters a lot from the
    tournament's seed, for late entries the next numbers in the order of entry."""
    numbers = {pid: player.number for pid, player in players.items() if player.number is not None}
    beginning = [pid for pid, player in players.items() if pid not in numbers and player.joined_round <= 1]
    late = sorted(
        (pid for pid, player in players.items() if pid not in numbers and player.joined_round > 1),
        key=lambda pid: players[pid].joined_round,
    )
    used = set(numbers.values())
    unused = (n for n in range(1, len(players) + len(used) + 1) if n not in used)
    for pid in Draw(seed, "draw numbers").shuffled(beginning):
        numbers[pid] = next(unused)
    highest = max(numbers.values(), default=0)
    for n, pid in enumerate(late, start=highest + 1):
        numbers[pid] = n
    return numbers


def pairing_order(
    book: Book, pool: Collection[int], numbers: Mapping[int, int], within: Sequence[Criterion]
) -> list[int]:
    """R4.1, AG5.1: points, what comes within those who have the same, draw number."""
    keys = measured(book, within, pool).keys
    return sorted(pool, key=lambda player: (-book.halves[player], keys[player], numbers[player]))


def swiss_order(book: Book, own: WalkOptions, lots: Mapping[int, int]) -> list[int]:
    """AG5.1–AG5.3: in round 1 by rating; later as the standings have them, by this round's lot or by rating."""
    pool, by_rating = book.pool(), (by_rating_alone,)
    numbers = draw_numbers(book.players, book.setup.seed)
    if book.round == 1 and own.first != "lot":
        return pairing_order(replace(book, halves=dict.fromkeys(book.halves, 0)), pool, numbers, by_rating)
    if own.within == "lot":
        return sorted(pool, key=lambda player: (-book.halves[player], lots[player]))
    return pairing_order(
        book, pool, numbers, by_rating if own.within == "rating" else without_groups(criteria(book.setup))
    )


def round_lots(pool: Sequence[int], draw: Draw) -> dict[int, int]:
    """AG5.2: the lot of a round, from its seed."""
    return {player: at for at, player in enumerate(draw.about("AG5.2").shuffled(sorted(pool)))}


# AG6.1: what decides where nobody chose, by the form of the results
ORDERS: Mapping[Form, str] = {
    "winner": "points, buchholz/1, buchholz, berger, wins",
    "score": "points, margin, scored",
    "games": "points, omw, gw, ogw",
    "sets": "points, encounter, games, margin",
}


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """AG6.1: the list of the event, or that of its form."""
    own = settings(setup)
    terms = Terms(own.worth.win, own.worth.draw, own.worth.loss, scores=own.match.form != "winner")
    found = parse_order(str(setup.options.get("order") or ORDERS[own.match.form]), terms)
    return criteria(replace(setup, options={**setup.options, "order": ""})) if isinstance(found, Refusal) else found


by_rating_alone = LIBRARY["rating"].make("rating", Terms(1, 0))


def straight_round(book: Book, own: WalkOptions) -> bool:
    """AG5.6: whether the round to be made is one of the last ones that go straight down the list."""
    return book.round > book.rounds - own.straight
