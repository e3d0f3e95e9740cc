"""domino: win rate, effectiveness, index, and the order that follows from them (D3, D1.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import NamedTuple

from ronda.book import Book, Line
from ronda.lots import Draw
from ronda.model import Player
from ronda.ranking import Criterion, Standings, Term, each, points, rank
from ronda.systems.domino.rules import MISSING_ELO, Order, settings


def elo(player: Player) -> int:
    return player.rating or MISSING_ELO  # D1.4


def games(book: Book, player: int) -> list[Line]:
    """The games that took place; absences and byes are none (D2.3, D2.4)."""
    return [line for line in book.lines[player] if line.outcome in ("win", "loss")]


def capped(line: Line, target: int) -> int:
    """PF − PC of a game, each score capped at the target (D3.2)."""
    return min(line.made, target) - min(line.conceded, target)


# --- the order (D3.4) --------------------------------------------------------------------------------------


class Totals(NamedTuple):
    """What the order needs of one player."""

    halves: int
    played: int
    wins: int
    capped: int
    difference: int
    made: int


def totals(book: Book, player: int, target: int) -> Totals:
    played = games(book, player)
    return Totals(
        halves=book.halves[player],
        played=len(played),
        wins=sum(1 for line in played if line.outcome == "win"),
        capped=sum(capped(line, target) for line in played),
        difference=sum(line.differential for line in played),
        made=sum(line.made for line in played),
    )


def list_numbers(book: Book) -> dict[int, int]:
    """Everybody's place in the list of players, the last thing that decides (D3.4)."""
    return {player: at for at, player in enumerate(book.players, start=1)}


def ranking_values(book: Book, players: Iterable[int], numbers: Mapping[int, int]) -> dict[int, tuple[int, ...]]:
    """D3.4 without the working: what these players are ranked by, highest first. The index is a whole number of a
    unit that fits any number of games, so that it is the same whoever else is asked about."""
    own = settings(book.setup)
    unit = lcm(*range(1, book.round))

    def scaled(t: Totals) -> int:
        return (100 * t.wins * own.target + 500 * t.capped) * (unit // t.played) if t.played else 0

    def value(player: int) -> tuple[int, ...]:
        t = totals(book, player, own.target)
        rest = (t.difference, t.made, elo(book.players[player]), -numbers[player])
        if own.order == "points-difference":
            return (t.halves, *rest)
        if own.order == "index":  # D10.4
            return (t.halves * 500 * own.target * unit + scaled(t), t.halves, *rest)
        return (t.halves, scaled(t), *rest)

    return {player: value(player) for player in players}


def pairing_order(book: Book, pool: Iterable[int]) -> list[int]:
    """D6.1: everyone by D3.4 over the whole event."""
    values = ranking_values(book, pool, list_numbers(book))
    return sorted(values, key=values.__getitem__, reverse=True)


def first_order(book: Book, pool: Sequence[int], draw: Draw) -> list[int]:
    """Round 1: by ELO, then start number, or by lot (D1.4)."""
    if not settings(book.setup).by_elo:
        return draw.about("D1.4").shuffled(pool)
    return sorted(pool, key=lambda player: -elo(book.players[player]))


# --- the standings -----------------------------------------------------------------------------------------


def _won(book: Book, player: int) -> Iterable[Term]:
    return (_one(line) for line in games(book, player) if line.outcome == "win")


def _lost(book: Book, player: int) -> Iterable[Term]:
    return (_one(line) for line in games(book, player) if line.outcome == "loss")


def _played(book: Book, player: int) -> Iterable[Term]:
    return (_one(line) for line in games(book, player))


def _byes(book: Book, player: int) -> Iterable[Term]:
    return (_one(line) for line in book.lines[player] if line.outcome == "bye")


def _one(line: Line) -> Term:
    return Term(1, line.outcome, line.round, line.opponents)


def win_rate(book: Book, player: int) -> Iterable[Term]:
    """D3.1."""
    played = games(book, player)
    for line in played:
        amount = Fraction(line.outcome == "win", len(played))
        yield Term(amount, line.outcome, line.round, line.opponents)


def effectiveness(book: Book, player: int) -> Iterable[Term]:
    """D3.2."""
    target = settings(book.setup).target
    played = games(book, player)
    yield Term(50, "base")
    for line in played:
        amount = Fraction(50 * capped(line, target), target * len(played))
        yield Term(amount, line.outcome, line.round, line.opponents)


def _index(book: Book, player: int) -> Iterable[Term]:
    """D3.3."""
    yield Term(book.halves[player] * 500, "points")
    yield Term(100 * sum(term.amount for term in win_rate(book, player)), "win_rate")
    yield Term(10 * sum(term.amount for term in effectiveness(book, player)), "eff")


def _difference(book: Book, player: int) -> Iterable[Term]:
    for line in games(book, player):
        yield Term(line.differential, line.outcome, line.round, line.opponents)


def _points_for(book: Book, player: int) -> Iterable[Term]:
    for line in games(book, player):
        yield Term(line.made, line.outcome, line.round, line.opponents)


def _elo(book: Book, player: int) -> Iterable[Term]:
    yield Term(elo(book.players[player]), "elo")


def criteria(order: Order, numbers: Mapping[int, int] = MappingProxyType({})) -> tuple[Criterion, ...]:
    """D3.4, with everybody's place in the list. The scores in `difference` and `points_for` are as played: only EFF
    caps them (D3.2). By difference, the index is shown and does not rank; by index, it comes first (D10.4)."""

    def number(_: Book, player: int) -> Iterable[Term]:
        yield Term(numbers[player], "start_number")

    index = Criterion("index", each(1, _index), ranks=order != "points-difference")
    return (
        *([index] if order == "index" else []),
        Criterion("points", each(2, points)),
        Criterion("wins", each(1, _won), ranks=False),
        Criterion("losses", each(1, _lost), ranks=False),
        Criterion("played", each(1, _played), ranks=False),
        Criterion("win_rate", each(1, win_rate), ranks=False),
        Criterion("eff", each(1, effectiveness), ranks=False),
        *([] if order == "index" else [index]),
        Criterion("difference", each(1, _difference)),
        Criterion("points_for", each(1, _points_for)),
        Criterion("byes", each(1, _byes), ranks=False),
        Criterion("elo", each(1, _elo)),
        Criterion("number", each(1, number), ascending=True),
    )


def standings(book: Book) -> Standings:
    """D3; a player who left keeps a place (D9)."""
    return rank(book, criteria(settings(book.setup).order, list_numbers(book)))
