"""redemption: settings, scoring and the order in which players are paired (R1, R2, R4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from ronda.core.book import Book, Scoring, Tally
from ronda.core.chance import Draw
from ronda.core.model import Bye, Forfeit, Player, Result, Scored, Setup, Table, starters
from ronda.core.values import Frozen
from ronda.core.verdicts import Finding, Refusal
from ronda.systems.declarations import Game
from ronda.systems.results import read_forfeit, read_scores, unreadable
from ronda.systems.system import Option

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


class Settings(Frozen, frozen=True):
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
    values = {option.name: setup.options.get(option.name, option.default) for option in OPTIONS}
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
