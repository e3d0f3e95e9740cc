"""melee: whose turn a free game is (M3, M6)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from operator import itemgetter

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.values import Frozen
from ronda.systems.melee.pair.relations import Field
from ronda.systems.melee.rules import ranked_by, settings


class Queue(Frozen, frozen=True):
    """`due` rest in any case: their whole tiers are taken. `wanted` more come from `tier`, the first choice
    first. All are places on the field. `level`: the rank of each of the tier; the lot decides among level ones."""

    due: tuple[int, ...]
    tier: tuple[int, ...]
    wanted: int
    level: Mapping[int, int]

    @property
    def first_choice(self) -> tuple[int, ...]:
        return self.with_chosen(self.tier[: self.wanted])

    def with_chosen(self, chosen: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted((*self.due, *chosen)))

    def chosen_by(self, fits: Callable[[Sequence[int], Sequence[int], int], bool]) -> list[int]:
        """Of the tier one by one always the first that fits: with those who would rest, the rest of the tier, and how
        many of it must rest, too."""
        chosen: list[int] = []
        for at, v in enumerate(self.tier):
            open_seats = self.wanted - len(chosen) - 1
            if open_seats < 0:
                break
            if fits(self.with_chosen([*chosen, v]), self.tier[at + 1 :], open_seats):
                chosen.append(v)
        return chosen

    def choices(self) -> Iterator[tuple[int, ...]]:
        """All who may rest, the first choice first (M3.4)."""
        return (self.with_chosen(chosen) for chosen in combinations(self.tier, self.wanted))

    def levels(self, resting: Sequence[int]) -> tuple[int, ...]:
        """The ranks of those of the tier who rest, from the bottom: the lower the better (M3.3)."""
        return tuple(sorted(self.level[v] for v in resting if v in self.level))


def free_game_queue(book: Book, field: Field, draw: Draw) -> Queue:
    """The fewest free games come first (M3.2), in a tier the lowest-ranked or a lot (M3.3). Late entries are
    asked last in their first round (M6)."""
    if not field.resting:
        return Queue((), (), 0, {})
    by_lot = draw.about("M3.3").shuffled(range(len(field.order)))
    values: Mapping[int, Hashable] = {}
    if settings(book.setup).bottom_rests:
        values = ranked = ranked_by(book)
        by_lot.sort(key=lambda at: ranked[field.order[at]])
    tiers: dict[tuple[bool, int], list[int]] = {}
    for at in by_lot:
        tiers.setdefault((at in field.entering, field.free_games[at]), []).append(at)
    due: list[int] = []
    for key in sorted(tiers):
        tier, wanted = tiers[key], field.resting - len(due)
        if len(tier) >= wanted:
            return Queue(tuple(due), tuple(tier), wanted, _levels([values.get(field.order[at]) for at in tier], tier))
        due += tier
    raise AssertionError("fewer players rest than there are")


def _levels(values: Sequence[Hashable], tier: Sequence[int]) -> dict[int, int]:
    """The same number for neighbours of the tier with the same value."""
    groups = groupby(zip(values, tier, strict=True), key=itemgetter(0))
    return {at: level for level, (_, group) in enumerate(groups) for _, at in group}
