"""melee: whose turn a free game is (M3, M6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from ronda.book import Book
from ronda.lots import Draw
from ronda.systems.melee.floor import Floor
from ronda.systems.melee.rules import ranking_values, settings


@dataclass(frozen=True, slots=True)
class Queue:
    """`due` rest in any case: their whole tiers are taken. `wanted` more come from `tier`, the first choice
    first. All are places on the floor."""

    due: tuple[int, ...]
    tier: tuple[int, ...]
    wanted: int

    @property
    def first_choice(self) -> tuple[int, ...]:
        return self.with_chosen(self.tier[: self.wanted])

    def with_chosen(self, chosen: Sequence[int]) -> tuple[int, ...]:
        return tuple(sorted((*self.due, *chosen)))

    def choices(self) -> Iterator[tuple[int, ...]]:
        """All who may rest, the first choice first (M3.4)."""
        return (self.with_chosen(chosen) for chosen in combinations(self.tier, self.wanted))


def free_game_queue(book: Book, floor: Floor, draw: Draw) -> Queue:
    """The fewest free games come first (M3.2), in a tier the lowest-ranked or a lot (M3.3). Late entries are
    asked last in their first round (M6)."""
    if not floor.resting:
        return Queue((), (), 0)
    by_lot = draw.about("M3.3").shuffled(range(len(floor.order)))
    if settings(book.setup).bottom_rests:
        values = ranking_values(book)
        by_lot.sort(key=lambda at: values[floor.order[at]])
    tiers: dict[tuple[bool, int], list[int]] = {}
    for at in by_lot:
        tiers.setdefault((at in floor.entering, floor.free_games[at]), []).append(at)
    due: list[int] = []
    for key in sorted(tiers):
        tier, wanted = tiers[key], floor.resting - len(due)
        if len(tier) >= wanted:
            return Queue(tuple(due), tuple(tier), wanted)
        due += tier
    raise AssertionError("fewer players rest than there are")
