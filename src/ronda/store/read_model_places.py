"""Place, points and differential of everybody, quickly enough to follow every result.

The places are those of the system's standings, found without showing any working: after a result only those are
measured and placed anew whom it can move. Tests hold both against each other.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from ronda.book import Book
from ronda.systems import system

Value = tuple[int | Fraction, ...]


class Standing(NamedTuple):
    """What `participants` says of a player beside the name."""

    place: int | None
    match_points: float
    differential: float | None
    dropped_out: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody's place in a book. `values` are what the places go by, highest first; `order` has the last player
    first; `numbers` are what decides last, where the system has such numbers. Nobody has a place before the first
    round is there, and who left may have none."""

    book: Book
    numbers: Mapping[int, int]
    values: Mapping[int, Value]
    order: Sequence[int]
    places: Mapping[int, int]
    differentials: Mapping[int, float]

    def told(self, player: int) -> object:
        """What there is to tell of a player beside the place; None: there is no such player."""
        book = self.book
        if player not in book.players:
            return None
        name = book.players[player].name
        return name, book.halves[player], self.differentials.get(player), book.has_left(player)

    def standing(self, player: int) -> Standing:
        return Standing(
            place=self.places.get(player),
            match_points=self.book.halves[player] / 2,
            differential=self.differentials.get(player),
            dropped_out=self.book.has_left(player),
        )


def standing_of(book: Book) -> dict[int, Standing]:
    ranking = ranking_of(book)
    return {player: ranking.standing(player) for player in book.players}


def ranking_of(book: Book) -> Ranking:
    players = book.players if book.round > 1 else ()
    numbers = _numbers(book) if players else {}
    values = _values(book, players, numbers)
    order = sorted(values, key=values.__getitem__)
    return Ranking(book, numbers, values, order, _places(order, values, 0), _differentials(book, book.players))


def following_ranking(known: Ranking, book: Book, changed: Collection[int]) -> tuple[Ranking, Mapping[int, int]]:
    """The ranking of a book in which only these have other lines than in the known one, and the places that are
    others. Only they and whoever depends on them are measured again."""
    measured = _values(book, _dependent(known.book, book, changed), known.numbers)
    other = {player: value for player, value in measured.items() if value != known.values[player]}
    differentials = {**known.differentials, **_differentials(book, changed)}
    if not other:
        return replace(known, book=book, differentials=differentials), {}
    values, order = {**known.values, **other}, [*known.order]
    spread = sorted([*other.values(), *(known.values[player] for player in other)])
    low = bisect_left(order, spread[0], key=known.values.__getitem__)  # whoever is below or above all of them
    high = bisect_right(order, spread[-1], key=known.values.__getitem__)  # keeps the place
    order[low:high] = sorted(order[low:high], key=values.__getitem__)
    places = _places(order[low:high], values, len(order) - high)
    moved = {player: place for player, place in places.items() if place != known.places[player]}
    return Ranking(book, known.numbers, values, order, {**known.places, **moved}, differentials), moved


def _places(order: Sequence[int], values: Mapping[int, Value], better: int) -> dict[int, int]:
    """The places of players of whom the last comes first, with so many others better than all of them. Level
    players share theirs (1, 1, 3)."""
    places: dict[int, int] = {}
    place, last = 0, None
    for n, player in enumerate(reversed(order), start=better + 1):
        value = values[player]
        if value != last:
            place, last = n, value
        places[player] = place
    return places


def _differentials(book: Book, players: Iterable[int]) -> dict[int, float]:
    if not system(book.setup.system).differential(book.setup):
        return {}
    return {player: float(sum([line.differential for line in book.lines[player]])) for player in players}


# --- what a place goes by ----------------------------------------------------------------------------------


def _numbers(book: Book) -> Mapping[int, int]:
    match book.setup.system:  # a system is imported when it is first asked for
        case "chess":  # C2.2
            from ronda.systems.chess.rules import start_numbers

            return start_numbers(book.players)
        case "domino":  # D3.4
            from ronda.systems.domino.ranking import list_numbers

            return list_numbers(book)
        case _:
            return {}


def _values(book: Book, players: Iterable[int], numbers: Mapping[int, int]) -> Mapping[int, Value]:
    match book.setup.system:
        case "chess":
            from ronda.systems.chess.rules import ranking_values as chess

            return chess(book, players, numbers)
        case "domino":
            from ronda.systems.domino.ranking import ranking_values as domino

            return domino(book, players, numbers)
        case "melee":
            from ronda.systems.melee.rules import ranking_values as melee

            return melee(book, players)
        case _:
            from ronda.systems.redemption.rules import ranking_values as redemption

            return redemption(book, players)


def _dependent(before: Book, after: Book, changed: Collection[int]) -> set[int]:
    """Whose value may be another when these have other lines: theirs; where there is a Buchholz, with other points
    also that of everybody they played with or against (C7, M5.3); and of whom they are or were level with (R6.3)."""
    found = set(changed)
    setup = after.setup
    if setup.system in ("chess", "melee"):
        for player in changed:
            if after.halves[player] != before.halves[player]:
                found.update(*(line.opponents + line.partners for line in after.lines[player]))
    elif setup.system == "redemption" and system("redemption").option(setup, "ranking") == "head-to-head":
        halves = {book.halves[player] for player in changed for book in (before, after)}
        found.update(player for player, own in after.halves.items() if own in halves)
    return found
