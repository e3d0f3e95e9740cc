"""Scores, order and bounds (T1, T3, T4)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from ronda.core.book import Book, Scoring, Tally
from ronda.core.chance import Draw
from ronda.core.model import Bye, Forfeit, Player, Result, Scored, Setup, Table
from ronda.core.ranking import Criterion, point_terms, point_values
from ronda.core.verdicts import Finding, Refusal
from ronda.systems.results import read_forfeit, read_scores, unreadable

WORTH = {"U": 3, "F": 3, "H": 1, "Z": 0}  # T3


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    chosen = setup.options.get("rounds")
    size = sum(player.joined_round <= 1 for player in players)
    turns = max(size - 1 + size % 2, 1)
    return chosen if isinstance(chosen, int) else turns * (2 if setup.options.get("double") else 1)


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    size = sum(player.plays_in(1) for player in players)
    return [] if size >= 2 else [Finding("too_few_players", "T1", facts={"players": size, "least": 2})]


def read_result(text: str, setup: Setup) -> Result | Refusal:
    return read_forfeit(text) or read_scores(text) or unreadable(text, "T3", "4-2")


def play(odds: int, setup: Setup, draw: Draw) -> str:
    first = sum(draw.below(1000) < odds for _ in range(6))
    return f"{first}-{6 - first}"


def scoring(setup: Setup) -> Scoring:
    return Scoring(score_table, lambda bye: score_bye(bye), unit=1)


def score_bye(bye: Bye) -> Tally:
    return Tally("bye", WORTH[bye.kind])


def score_table(table: Table) -> tuple[Tally, ...]:
    match table.result:
        case Scored(first=first, second=second):
            return _tally(first, second), _tally(second, first)
        case Forfeit(first_absent=one, second_absent=other):
            return _absence(one, other), _absence(other, one)
        case None:
            raise AssertionError("only tables with a result are scored")


def _tally(made: int, conceded: int) -> Tally:
    if made == conceded:
        return Tally("draw", 1, made, conceded)
    return Tally("win" if made > conceded else "loss", 3 if made > conceded else 0, made, conceded, made - conceded)


def _absence(own: bool, other: bool) -> Tally:
    return Tally("absent") if own else Tally("walkover", 3) if other else Tally("void")


def _wins(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: sum(line.outcome == "win" for line in book.lines[player]) for player in players}


def _difference(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: sum(line.differential for line in book.lines[player]) for player in players}


POINTS = Criterion("points", point_values, point_terms, unit=1)
CHOICES = {
    "WINS": Criterion("WINS", _wins, text="wins"),
    "DIFF": Criterion("DIFF", _difference, text="difference"),
}


def accepted(text: str) -> bool:
    codes = text.split(",")
    return len(set(codes)) == len(codes) and all(code in CHOICES for code in codes)


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """T4: points, then what the organiser chose."""
    return (POINTS, *(CHOICES[code] for code in str(setup.options.get("tiebreaks", "WINS,DIFF")).split(",")))


def placed(book: Book, player: int) -> bool:
    return not book.has_left(player)
