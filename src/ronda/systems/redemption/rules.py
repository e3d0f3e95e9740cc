"""redemption: settings, scoring, the order in which players are paired (R1, R2, R4.1), and what players level on match
points are ranked by (R6, PS4.2, CR6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Generic, Literal, NamedTuple, TypeVar

from ronda.core import (
    Book,
    Bye,
    Criterion,
    Draw,
    Finding,
    Forfeit,
    Frozen,
    Player,
    Refusal,
    Result,
    Scored,
    Scoring,
    Setup,
    Table,
    Tally,
    Term,
    point_terms,
    point_values,
    starters,
    sum_over,
)
from ronda.systems.declarations import Game
from ronda.systems.results import read_forfeit, read_scores, unreadable
from ronda.systems.system import Option, values_in

EDITION = "redemption-1"

FULL_WIN, AHEAD, LEVEL, BEHIND = 6, 4, 3, 2  # match points in halves (R2.1)

# R1
OPTIONS = (
    Option("rounds", "int", None, "R1", low=1, high=1000),
    Option("max_score", "int", 5, "R1", choices=(5, 7), frozen_after="result"),
    Option("bye_points", "halves", 6, "R1", low=0, high=200),
    Option("bye_differential", "int", 0, "R1", low=-1000, high=1000),
    Option("first_table", "int", 1, "R1", low=0, high=1_000_000),
    Option("round_minutes", "int", 45, "R1", low=1, high=1000),
    Option("sound", "bool", False, "R1"),
    Option("ranking", "choice", "differential", "R6.3", choices=("differential", "head-to-head", "losers", "host")),
    Option("absent_differential", "int", None, "CR6.3", choices=(0,), frozen_after="result"),
    Option("byes", "choice", "seed", "R3.4", choices=("seed", "even")),
    Option("fallback", "choice", "least", "R4.6", choices=("least", "list")),
)


class Settings(Frozen):
    """The options that decide, with their types."""

    max_score: int
    bye_halves: int
    bye_differential: int
    absent_differential: int
    first_table: int
    ranking: str
    even_byes: bool
    list_fallback: bool


def settings(setup: Setup) -> Settings:
    values = values_in(setup, OPTIONS)
    numbers = {name: value for name, value in values.items() if isinstance(value, int)}
    return Settings(
        max_score=numbers["max_score"],
        bye_halves=numbers["bye_points"],
        bye_differential=numbers["bye_differential"],
        absent_differential=numbers.get("absent_differential", -numbers["max_score"]),  # R2.4, or CR6.3
        first_table=numbers["first_table"],
        ranking=str(values["ranking"]),
        even_byes=values["byes"] == "even",
        list_fallback=values["fallback"] == "list",
    )


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The number of rounds; where it is not set, the one suggested for the starting field (R1)."""
    chosen = setup.options.get("rounds")
    if isinstance(chosen, int):
        return chosen
    return min(max((len(starters(players)) - 1).bit_length(), 1), 8)


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """What a director should know before round 1 (R3.5)."""
    n = len(starters(players))
    if n < 2:
        return [Finding("too_few_players", "R3.5", facts={"players": n, "least": 2})]
    if rounds(setup, players) > n - 1 + n % 2:
        most = n - 1 + n % 2
        return [Finding("rematches_ahead", "R4.4", "note", facts={"rounds": most})]
    return []


def read_result(text: str, setup: Setup) -> Result | Refusal:
    """A result as typed (R2.1, R2.3, R2.4)."""
    forfeit = read_forfeit(text)
    if forfeit is not None:
        return forfeit
    most = settings(setup).max_score
    scores = read_scores(text)
    if scores is None:
        return unreadable(text, "R2.3", example(setup))
    if max(scores.first, scores.second) > most:
        return Refusal("score_too_high", "R2.3", {"text": text, "most": most})
    if scores.first == scores.second == most:
        return Refusal("both_at_maximum", "R2.3", {"text": text, "most": most})
    return scores


def example(setup: Setup) -> str:
    return f"{settings(setup).max_score}-3"


def game(setup: Setup) -> Game:
    """R1: to so many game points, or until time is called."""
    minutes = setup.options.get("round_minutes", 45)
    return Game(settings(setup).max_score, minutes if isinstance(minutes, int) else 45)


def play(odds: int, setup: Setup, draw: Draw) -> str:
    """Game points one by one until somebody has the most, or until time is called (R2.1)."""
    most = settings(setup).max_score
    scores = [0, 0]
    for _ in range(most + draw.below(2 * most)):
        scores[0 if draw.below(1000) < odds else 1] += 1
        if max(scores) == most:
            break
    return f"{scores[0]}-{scores[1]}"


def scoring(setup: Setup) -> Scoring:
    own = settings(setup)
    return Scoring(table=lambda table: score_table(table, own), bye=lambda bye: score_bye(bye, own))


def score_table(table: Table, own: Settings) -> tuple[Tally, ...]:
    """Match points and differential of both players (R2.1, R2.2, R2.4)."""
    match table.result:
        case Scored(first=first, second=second):
            return _tally(first, second, own.max_score), _tally(second, first, own.max_score)
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            return _absence(first_absent, second_absent, own), _absence(second_absent, first_absent, own)
        case None:
            raise AssertionError("only tables with a result are scored")


@lru_cache(maxsize=1 << 14)  # few results come up, again and again
def _tally(made: int, conceded: int, most: int) -> Tally:
    if made == conceded:
        return Tally("draw", LEVEL, made, conceded)
    if made > conceded:
        return Tally("win", FULL_WIN if made == most else AHEAD, made, conceded, made - conceded)
    return Tally("loss", 0 if conceded == most else BEHIND, made, conceded, made - conceded)


def _absence(absent: bool, opponent: bool, own: Settings) -> Tally:  # R2.4
    if absent and opponent:
        return Tally("absent")
    return Tally("absent", differential=own.absent_differential) if absent else Tally("walkover", FULL_WIN)


def score_bye(bye: Bye, own: Settings) -> Tally:
    """The bye's own worth, or the settings' where it carries none (R3.3)."""
    return Tally(
        "bye",
        own.bye_halves if bye.halves is None else bye.halves,
        differential=own.bye_differential if bye.differential is None else bye.differential,
    )


def draw_numbers(players: Mapping[int, Player], seed: int) -> dict[int, int]:
    """Everybody's draw number (R4.1): the ones that are fixed, for the other starters a lot from the
    tournament's seed, for late entries the next numbers in the order of entry."""
    numbers = {pid: player.number for pid, player in players.items() if player.number is not None}
    starters = [pid for pid, player in players.items() if pid not in numbers and player.joined_round <= 1]
    late = sorted(
        (pid for pid, player in players.items() if pid not in numbers and player.joined_round > 1),
        key=lambda pid: players[pid].joined_round,
    )
    used = set(numbers.values())
    unused = (n for n in range(1, len(players) + len(used) + 1) if n not in used)
    for pid in Draw(seed, "draw numbers").shuffled(starters):
        numbers[pid] = next(unused)
    highest = max(numbers.values(), default=0)
    for n, pid in enumerate(late, start=highest + 1):
        numbers[pid] = n
    return numbers


def total_differential(book: Book, player: int) -> int:
    return sum([line.differential for line in book.lines[player]])  # R2.2


def pairing_order(book: Book, pool: Iterable[int], numbers: Mapping[int, int]) -> list[int]:
    """R4.1: match points, differential, draw number."""
    return sorted(pool, key=lambda p: (-book.halves[p], -total_differential(book, p), numbers[p]))


def placed(book: Book, player: int) -> bool:
    """A player who left is listed without a place (R5.2)."""
    return not book.has_left(player)


Who = TypeVar("Who", int, str)
Beat = Collection[tuple[Who, Who]]  # winner and loser


# --- the order of the Host Guide, as its community's tracker reads it (CR6) --------------------------------


class Step(NamedTuple, Generic[Who]):
    """Who comes before all the others that are left, and why."""

    first: list[Who]
    behind: list[Who]
    why: Literal["beat_all", "highest_differential"]


def host_order(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> list[list[Who]]:
    """CR6.1: first who beat every other of the group, then the same with the rest. Where there is nobody like that, who
    has the highest margin: several begin again among themselves. Inner lists share a place."""
    found: list[list[Who]] = []
    for step in _steps(level, beat, margin):
        alone = len(step.first) == 1 or not step.behind
        found += [step.first] if alone else host_order(step.first, beat, margin)
    return found


def host_steps(one: Who, level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[Step[Who]]:
    """The steps by which this one came before others of the group."""
    step = next(step for step in _steps(level, beat, margin) if one in step.first)
    if step.behind:
        yield step
        yield from host_steps(one, step.first, beat, margin)


def _steps(level: Sequence[Who], beat: Beat[Who], margin: Mapping[Who, int]) -> Iterator[Step[Who]]:
    beaten: dict[Who, set[Who]] = {one: {one} for one in level}
    for winner, loser in beat:
        if winner in beaten:
            beaten[winner].add(loser)
    rest = list(level)
    while rest:
        all_others = [one for one in rest if len(beaten[one]) >= len(rest) and beaten[one].issuperset(rest)]
        best = max(margin[one] for one in rest)
        first = all_others or [one for one in rest if margin[one] == best]
        behind = [one for one in rest if one not in first]
        yield Step(first, behind, "beat_all" if all_others else "highest_differential")
        rest = behind


# --- the criteria -----------------------------------------------------------------------------------------


def _differential_values(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: total_differential(book, player) for player in players}


def _encounter(name: str, *, again: bool) -> Criterion:
    """R6.3: who beat all the others who are level comes first. Before the differential that counts one; within what
    remains level after it, again and again, as much as there are others."""

    def beaten(book: Book, group: Collection[int]) -> Mapping[int, tuple[int, ...]]:
        remaining = list(group)
        found: dict[int, tuple[int, ...]] = {}
        while len(remaining) > 1 and (again or not found):
            wins = Counter(winner for winner, _ in _beaten_pairs(book, remaining))
            first = next((player for player in remaining if wins[player] == len(remaining) - 1), None)
            if first is None:
                break
            remaining.remove(first)
            found[first] = tuple(sorted(remaining))
        return found

    def worth(others: Sequence[int]) -> int:
        return len(others) if again else min(len(others), 1)

    def values(book: Book, group: Collection[int]) -> Mapping[int, int]:
        found = beaten(book, group)
        return {player: worth(found.get(player, ())) for player in group}

    def working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
        found = beaten(book, group)
        if player in found:
            yield Term(worth(found[player]), "beat_all", opponents=found[player])

    return Criterion(name, values, working_within=working)


def loss_layers(level: Sequence[Who], beat: Collection[tuple[Who, Who]]) -> list[list[Who]]:
    """PS4.2: of those level on points, who lost to nobody of them stands first; the others follow, treated the same
    way. Where everybody lost to somebody, nothing comes between them."""
    lost = {loser for winner, loser in beat if winner in level and loser in level}
    first: list[Who] = [one for one in level if one not in lost]
    behind: list[Who] = [one for one in level if one in lost]
    if not first or not behind:
        return [list(level)]
    return [first] + loss_layers(behind, beat)  # noqa: RUF005 - typed so


def _beaten_pairs(book: Book, group: Collection[int]) -> list[tuple[int, int]]:
    """Who of the group beat whom of it: more wins than losses between the two; a game lost by absence or by penalty is
    won by the other (PE5.3)."""
    margin: Counter[tuple[int, int]] = Counter()
    for player in group:
        for line in book.lines[player]:
            for opponent in line.opponents:
                margin[player, opponent] += line.outcome in ("win", "walkover")
                margin[player, opponent] -= line.outcome in ("loss", "absent")
    here = set(group)
    return [(a, b) for (a, b), wins in margin.items() if wins > 0 and b in here]


def _layer_values(book: Book, group: Collection[int]) -> Mapping[int, int]:
    layers = loss_layers(list(group), _beaten_pairs(book, group))
    return {player: len(layers) - at for at, layer in enumerate(layers, start=1) for player in layer}


def _layer_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    worth = _layer_values(book, group)[player]
    beaten = sorted(winner for winner, loser in _beaten_pairs(book, group) if loser == player)
    if worth or beaten:
        yield Term(worth, "lost_to" if beaten else "lost_to_nobody", opponents=tuple(beaten))


def _host_values(book: Book, group: Collection[int]) -> Mapping[int, int]:
    """CR6: how many of the group each of them stands before."""
    values: dict[int, int] = {}
    for shared in reversed(host_order(list(group), _beaten_pairs(book, group), _differential_values(book, group))):
        values |= dict.fromkeys(shared, len(values))
    return values


def _host_working(book: Book, player: int, group: Collection[int]) -> Iterable[Term]:
    beat, margin = _beaten_pairs(book, group), _differential_values(book, group)
    for step in host_steps(player, list(group), beat, margin):
        named = tuple(sorted(step.behind)) if step.why == "beat_all" else ()  # the others can be half of the field
        yield Term(len(step.behind), step.why, opponents=named)


_MATCH_POINTS = Criterion("match_points", point_values, point_terms, unit=2)
_DIFFERENTIAL = sum_over("differential", lambda book, player: book.lines[player], attrgetter("differential"))
_HEAD_TO_HEAD = _encounter("head_to_head", again=False)
_HEAD_TO_HEAD_AGAIN = _encounter("head_to_head_again", again=True)
_LOSERS_LOWER = Criterion("losers_lower", _layer_values, working_within=_layer_working)
_HOST = Criterion("host", _host_values, working_within=_host_working)

# R6.1, R6.3, PS4.2, CR6.3: what follows the match points, by the option `ranking`
_LEVEL: Mapping[str, tuple[Criterion, ...]] = {
    "differential": (_DIFFERENTIAL,),
    "head-to-head": (_HEAD_TO_HEAD, _DIFFERENTIAL, _HEAD_TO_HEAD_AGAIN),
    "losers": (_LOSERS_LOWER, _DIFFERENTIAL),
    "host": (_HOST, _DIFFERENTIAL),  # who is level by the first is level by the second, too; it is there to be seen
}


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    return (_MATCH_POINTS, *_LEVEL[settings(setup).ranking])
