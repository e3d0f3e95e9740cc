"""melee: whose turn a free game is (M3, M6)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.systems.melee.field import Tier, ranks, tier_of
from ronda.systems.melee.pair.relations import Field


class Queue(Tier, frozen=True):
    """The candidates stand with the first choice first. All are places on the field. `level`: the rank of each
    candidate; the lot decides among level ones."""

    level: Mapping[int, int]

    @property
    def first_choice(self) -> tuple[int, ...]:
        return self.with_chosen(self.candidates[: self.places])

    def with_chosen(self, chosen: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted((*self.due, *chosen)))

    def chosen_by(self, fits: Callable[[Sequence[int], Sequence[int], int], bool]) -> list[int]:
        """Of the candidates one by one always the first that fits: with those who would rest, the other
        candidates, and how many of them must rest, too."""
        chosen: list[int] = []
        for at, v in enumerate(self.candidates):
            open_seats = self.places - len(chosen) - 1
            if open_seats < 0:
                break
            if fits(self.with_chosen([*chosen, v]), self.candidates[at + 1 :], open_seats):
                chosen.append(v)
        return chosen

    def choices(self) -> Iterator[tuple[int, ...]]:
        """All who may rest, the first choice first (M3.4)."""
        return (self.with_chosen(chosen) for chosen in combinations(self.candidates, self.places))

    def levels(self, resting: Sequence[int]) -> tuple[int, ...]:
        """The ranks of those of the tier who rest, from the bottom: the lower the better (M3.3)."""
        return tuple(sorted(self.level[v] for v in resting if v in self.level))


def free_game_queue(book: Book, field: Field, draw: Draw) -> Queue:
    """The fewest free games come first (M3.2), in a tier the lowest-ranked or a lot (M3.3). Late entries are
    asked last in their first round (M6)."""
    if not field.resting:
        return Queue((), (), 0, {})
    by_lot = draw.about("M3.3").shuffled(range(len(field.order)))
    tier = tier_of(by_lot, field.entering, field.free_games)
    rank = ranks(book, [field.order[at] for at in tier.candidates])
    level = {at: rank[field.order[at]] for at in tier.candidates}
    return Queue(tier.due, tuple(sorted(tier.candidates, key=level.__getitem__)), tier.places, level)
