"""chess: settings, order, colours, scoring and final ranking (C1–C4, C6, C7)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from ronda.core import (
    Criterion,
    Draw,
    Finding,
    Forfeit,
    Frozen,
    Player,
    Refusal,
    Result,
    Scored,
    Setup,
    Table,
    Term,
    replace,
    starters,
)
from ronda.core.book import PLAYED, Book, Line, Scoring, Tally
from ronda.core.text_rules import collation_key, upper
from ronda.systems.declarations import PlayerField
from ronda.systems.results import GAME, game_text, random_game, read_forfeit, with_hyphens
from ronda.systems.system import Option
from ronda.tiebreaks.library import rulebook_criterion

EDITION = "chess-3"

Colour = Literal[0, 1]
WHITE: Final = 0  # the seat is the colour: the first side has white
BLACK: Final = 1

_COLOURS = (("w", "b"), ("white", "b"), ("n", "s"), ("black", "s"))  # other words for beyaz and siyah

# C3
OPTIONS = (
    Option("rounds", "int", None, "C3.1", low=1, high=1000),
    # b and s as in beyaz and siyah, in files and on the command line whatever the language
    Option("first_colour", "choice", "b", "C3.3", choices=("b", "s"), also=_COLOURS, frozen_after="draw"),
    Option(
        "capitals",
        "choice",
        "tr",
        "C1.2",
        choices=("tr", "plain", "off"),
        preselected=(("tr", "tr"), ("", "off")),  # a Spanish club does not want to read KİD
    ),
)

PLAYER_FIELDS = (
    PlayerField("rating", "C1.3", least=1000),
    PlayerField("national_rating", "C1.3", least=1000),
    PlayerField("licence", "C1.1", unique="licence_taken"),
)

# C6: results in half points, by the code of the assignment
CODES: dict[str, Result] = {
    "0": Scored(1, 1),
    "1": Scored(2, 0),
    "2": Scored(0, 2),
    "3": Forfeit(first_absent=False, second_absent=True),
    "4": Forfeit(first_absent=True, second_absent=False),
    "5": Forfeit(first_absent=True, second_absent=True),
}
_SPELLINGS = {"1-0": CODES["1"], "0-1": CODES["2"], "½-½": CODES["0"], "1/2-1/2": CODES["0"]}
_TALLIES: dict[Result, tuple[Tally, Tally]] = {
    CODES["0"]: (Tally("draw", 1), Tally("draw", 1)),
    CODES["1"]: (Tally("win", 2), Tally("loss", 0)),
    CODES["2"]: (Tally("loss", 0), Tally("win", 2)),
    CODES["3"]: (Tally("walkover", 2), Tally("absent", 0)),
    CODES["4"]: (Tally("absent", 0), Tally("walkover", 2)),
    CODES["5"]: (Tally("absent", 0), Tally("absent", 0)),
}
_BYES = {"U": Tally("bye", 2), "F": Tally("bye", 2), "H": Tally("bye", 1), "Z": Tally("bye")}  # C4.3, AG4.3


def kept_name(setup: Setup, name: str) -> str:
    """C1.2: in Turkish capitals; for other languages in their own, or as it was typed."""
    match setup.options.get("capitals", "tr"):
        case "tr":
            return upper(name)
        case "plain":
            return name.upper()
        case _:
            return name


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The number of rounds; where it is not set, the fewest that C3.1 allows for the starting field."""
    chosen = setup.options.get("rounds")
    return chosen if isinstance(chosen, int) else max((len(starters(players)) - 1).bit_length(), 1)


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """C3.1 and C3.2 for the starting field."""
    n = len(starters(players))
    if n < 2:
        return [Finding("too_few_players", "C3.1", facts={"players": n, "least": 2})]
    chosen, least, most = rounds(setup, players), (n - 1).bit_length(), n - 1
    if not least <= chosen <= most:
        bounds = {"rounds": chosen, "least": least, "most": most, "players": n}
        return [Finding("rounds_out_of_bounds", "C3.1", facts=bounds)]
    if 2 * chosen > n:
        return [Finding("rematches_ahead", "C3.2", "note", facts={"rounds": n // 2, "planned": chosen})]
    return []


def read_result(text: str, setup: Setup) -> Result | Refusal:  # noqa: ARG001  every system is asked the same way
    """A result as typed: `1-0`, `0-1`, `½-½`, an absence, or the code 0–5 (C6)."""
    found = read_forfeit(text) or CODES.get(text.strip()) or _SPELLINGS.get(with_hyphens(text).replace(" ", ""))
    return found or Refusal("result_unreadable", "C6", {"text": text, "example": GAME})


def play(odds: int, setup: Setup, draw: Draw) -> str:  # noqa: ARG001  every system is asked the same way
    return random_game(odds, draw, 240)


write_result = partial(game_text, known=_SPELLINGS)


def scoring(setup: Setup) -> Scoring:  # noqa: ARG001  every system is asked the same way
    return Scoring(table=_score_table, bye=lambda bye: _BYES[bye.kind])


def _score_table(table: Table) -> tuple[Tally, ...]:
    assert table.result is not None, "only tables with a result are scored"
    return _TALLIES[table.result]


# --- order (C2) --------------------------------------------------------------------------------------------


def licence(player: Player) -> int | str:
    """LNo; a player without one goes by the id."""
    if not player.licence:
        return player.id
    plain = player.licence.isascii() and player.licence.isdecimal() and str(int(player.licence)) == player.licence
    return int(player.licence) if plain else player.licence


def licence_order(player: Player) -> tuple[int, int, str]:
    """Licences that are numbers by their number, and before those that are not."""
    own = str(licence(player))
    return (0, int(own), own) if own.isascii() and own.isdecimal() else (1, 0, own)


def start_order(players: Iterable[Player]) -> list[Player]:
    """C2.1 before round 1: ELO, UKD, name, LNo."""
    return sorted(
        players,
        key=lambda p: (-p.rating, -p.national_rating, collation_key(upper(p.name)), licence_order(p), p.id),
    )


def start_numbers(players: Mapping[int, Player]) -> dict[int, int]:
    """BSNo of everybody: the frozen ones, then the starters in starting order, then late entries, by their
    first round, in the same order (C2.2)."""
    numbers = {pid: player.number for pid, player in players.items() if player.number is not None}
    used = set(numbers.values())
    unnumbered = [player for pid, player in players.items() if pid not in numbers]
    waves: dict[int, list[Player]] = {}
    for player in unnumbered:
        waves.setdefault(1 if player.takes_part(1) else max(player.joined_round, 2), []).append(player)
    following = 0 if 1 in waves else max(used, default=0)
    for wave in sorted(waves):
        for player in start_order(waves[wave]):
            following += 1
            while following in used:
                following += 1
            numbers[player.id] = following
    return numbers


def pairing_order(book: Book, pool: Iterable[int], numbers: Mapping[int, int]) -> list[int]:
    """C2.2: points, then BSNo."""
    return sorted(pool, key=lambda p: (-book.halves[p], numbers[p]))


def free_points(book: Book, player: int) -> int:
    """How often the player got points without playing (C4.3); a bye without any is none (AG4.2)."""
    return sum(1 for line in book.lines[player] if line.outcome in ("bye", "walkover") and line.bye != "Z")


# --- colours (C4.2) ----------------------------------------------------------------------------------------


class Colours(Frozen):
    """What a player may get next. `previous` skips byes; None: no colour yet."""

    previous: Colour | None
    may_alternate: bool
    may_repeat: bool


def colours(lines: Sequence[Line]) -> Colours:
    """C4.2: no third same colour in a row, and never more than two more of one than of the other."""
    had: list[Colour] = [WHITE if line.seat == 0 else BLACK for line in lines if line.seat is not None]
    if not had:
        return Colours(None, may_alternate=True, may_repeat=True)
    last = had[-1]
    surplus = 2 * had.count(last) - len(had)  # of the last colour over the other
    in_a_row = len(had) >= 2 and had[-2] == last
    return Colours(last, may_alternate=surplus - 1 >= -2, may_repeat=surplus + 1 <= 2 and not in_a_row)


# --- final ranking (C7) ------------------------------------------------------------------------------------


def contributions(book: Book, player: int) -> Sequence[Term]:
    """C7.1: what each round adds to the Buchholz, in halves: what the opponent scored, or the virtual opponent of a
    round without a game. A round that the player was not in the pool of counts as the player's own absence."""
    found: Mapping[int, Sequence[Term]] = book.derived(
        "C7.1", lambda: {player: list(_contributed(book, player)) for player in book.players}
    )
    return found[player]


def _contributed(book: Book, player: int) -> Iterator[Term]:
    lines = {line.round: line for line in book.lines[player]}
    before = 0
    for number in range(1, max([book.round - 1, *lines]) + 1):
        line = lines.get(number)
        if line is None:
            yield Term(before + book.rounds - number, "absent", number)
        elif line.outcome != "pending":
            if line.outcome in PLAYED:
                yield Term(book.earned[line.opponents[0]], line.outcome, number, line.opponents)  # PE2.2
            else:
                yield Term(before + book.rounds - number, _BYE_TERMS.get(line.bye or "", line.outcome), number)
            before += line.halves


def _buchholz(dropped: int) -> Criterion:
    """C7.2: the sum of the contributions without the lowest ones."""

    def values(book: Book, players: Collection[int]) -> Mapping[int, int]:
        return {p: sum(sorted([term.amount for term in contributions(book, p)])[dropped:]) for p in players}

    def working(book: Book, player: int) -> Iterable[Term]:
        terms = contributions(book, player)
        lowest = sorted(range(len(terms)), key=lambda at: terms[at].amount)[:dropped]
        for at, term in enumerate(terms):
            yield replace(term, counted=at not in lowest)

    return Criterion(f"bh{dropped}", values, working, unit=2)


# C7.3: what the player scored, in halves; byes and absent opponents count as beaten, a bye that is asked for as what it
# is worth
_BYE_TERMS = {"H": "half_bye", "Z": "zero_bye"}
_SB_WEIGHTS: Mapping[str, int] = {
    "win": 2,
    "walkover": 2,
    "bye": 2,
    "half_bye": 1,
    "zero_bye": 0,
    "draw": 1,
    "loss": 0,
    "absent": 0,
}


def _sb_values(book: Book, players: Collection[int]) -> Mapping[int, int]:
    """C7.3, in quarters."""
    return {p: sum([term.amount * _SB_WEIGHTS[term.code] for term in contributions(book, p)]) for p in players}


def _sb_working(book: Book, player: int) -> Iterable[Term]:
    for term in contributions(book, player):
        if _SB_WEIGHTS[term.code]:
            yield replace(term, amount=term.amount * _SB_WEIGHTS[term.code])


def _numbers(book: Book, players: Collection[int]) -> Mapping[int, int]:  # noqa: ARG001
    return start_numbers(book.players)


def _number_working(book: Book, player: int) -> Iterable[Term]:
    yield Term(start_numbers(book.players)[player], "start_number")


# C7: points, BH-1, BH-2, SB, GS, BSNo
CRITERIA = (
    rulebook_criterion("points"),
    _buchholz(1),
    _buchholz(2),
    Criterion("sb", _sb_values, _sb_working, unit=4),
    rulebook_criterion("wins"),  # C7.4
    Criterion("bsno", _numbers, _number_working, from_entry=True, ascending=True),
)


def criteria(setup: Setup) -> tuple[Criterion, ...]:  # noqa: ARG001  every system is asked the same way
    return CRITERIA
