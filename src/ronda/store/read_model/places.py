"""Place, points and differential of everybody, quickly enough to follow every result.

The places are those of the system's standings: from the same criteria, but after a result only those are measured and
placed anew whom it can move, as the criteria declare. Tests hold both against each other.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ronda.core.book import Book
from ronda.core.ranking import Amount, Criterion, Key, key_length, measured
from ronda.systems import system


class ParticipantStanding(NamedTuple):
    """What `participants` says of a player beside the name."""

    place: int | None
    match_points: float
    differential: float | None
    dropped_out: bool


@dataclass(frozen=True, slots=True)
class Ranking:
    """Everybody's place in a book. `criteria` are those that rank, `amounts` everybody's values in them, and `keys`
    what the places go by, the lowest first; `order` has the first player first. Nobody has a place before the first
    round is there, and who left may have none."""

    book: Book
    criteria: Sequence[Criterion]
    amounts: Mapping[int, Sequence[Amount]]
    keys: Mapping[int, Key]
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

    def standing(self, player: int) -> ParticipantStanding:
        return ParticipantStanding(
            place=self.places.get(player),
            match_points=self.book.halves[player] / self.book.unit,
            differential=self.differentials.get(player),
            dropped_out=self.book.has_left(player),
        )


def standing_of(book: Book) -> dict[int, ParticipantStanding]:
    ranking = ranking_of(book)
    return {player: ranking.standing(player) for player in book.players}


def ranking_of(book: Book) -> Ranking:
    rules = system(book.setup.system)
    criteria = [criterion for criterion in rules.criteria(book.setup) if criterion.ranks]
    players = [player for player in book.players if rules.placed(book, player)] if book.round > 1 else []
    found = measured(book, criteria, players)
    order = sorted(players, key=found.keys.__getitem__)
    differentials = _differentials(book, book.players)
    if book.settled:  # by later stages (ST9)
        places = {row.player: row.place for row in rules.standings(book) if row.place is not None}
        return Ranking(book, criteria, found.amounts, found.keys, order, places, differentials)
    return Ranking(book, criteria, found.amounts, found.keys, order, _places(order, found.keys, 0), differentials)


def following_ranking(known: Ranking, book: Book, changed: Collection[int]) -> tuple[Ranking, Mapping[int, int]]:
    """The ranking of a book in which only these have other lines than in the known one, and the places that are
    others. Only they and whoever depends on them are measured again."""
    found = measured(book, known.criteria, _dependent(known, book, changed), known.amounts)
    other = {player: key for player, key in found.keys.items() if key != known.keys[player]}
    differentials = {**known.differentials, **_differentials(book, changed)}
    if not other:
        return replace(known, book=book, differentials=differentials), {}
    amounts = {**known.amounts, **{player: found.amounts[player] for player in other}}
    keys, order = {**known.keys, **other}, [*known.order]
    spread = sorted([*other.values(), *(known.keys[player] for player in other)])
    low = bisect_left(order, spread[0], key=known.keys.__getitem__)  # whoever is below or above all of them
    high = bisect_right(order, spread[-1], key=known.keys.__getitem__)  # keeps the place
    order[low:high] = sorted(order[low:high], key=keys.__getitem__)
    places = _places(order[low:high], keys, low)
    moved = {player: place for player, place in places.items() if place != known.places[player]}
    return Ranking(book, known.criteria, amounts, keys, order, {**known.places, **moved}, differentials), moved


def _places(order: Sequence[int], keys: Mapping[int, Key], better: int) -> dict[int, int]:
    """The places of players in their order, with so many others better than all of them. Level players share theirs
    (1, 1, 3)."""
    places: dict[int, int] = {}
    place, last = 0, None
    for n, player in enumerate(order, start=better + 1):
        key = keys[player]
        if key != last:
            place, last = n, key
        places[player] = place
    return places


def _differentials(book: Book, players: Iterable[int]) -> dict[int, float]:
    if not system(book.setup.system).differential(book.setup):
        return {}
    return {player: float(sum([line.differential for line in book.lines[player]])) for player in players}


def _dependent(known: Ranking, book: Book, changed: Collection[int]) -> Collection[int]:
    """Whose value may be another when these have other lines, of those who have a place."""
    depends = [criterion.depends for criterion in known.criteria]
    if "field" in depends:
        return known.keys
    found = set(changed)
    if "opponents" in depends:
        for player in changed:
            found.update(*(line.opponents + line.partners for line in book.lines[player]))
    found &= known.keys.keys()
    if "level" not in depends:
        return found
    before = known.criteria[: depends.index("level")]
    head = key_length(before)
    now = measured(book, before, found, known.amounts)
    heads = {*now.keys.values(), *(known.keys[player][:head] for player in found)}
    return found | {player for player, key in known.keys.items() if key[:head] in heads}
