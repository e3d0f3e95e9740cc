"""domino: the facts of a round, for `pair` and for `check`: who was whose partner and rival and when, within which
window, and who should not be (D1.3, D2.3, D2.4, S3); the pyramids (D6.2) and the ideal partners (D6.4, D10.2).

Nothing is decided here. What a repetition costs, and who gives way, `pair` and `check` say each on their own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal

from ronda.core import Book, Frozen, avoided_opponents, avoided_partners
from ronda.systems.domino.rules import windows

Pair = tuple[int, int]
Foursome = tuple[Pair, Pair]  # the pairs of a table

_TOOK_PLACE = frozenset(("win", "loss", "pending"))  # D2.3: where no game took place there is no history


class Relation(Frozen):
    """Partners or rivals: the last round in which two were so, and who should not be. `now`: the round to be made.
    `fresh`: nobody should be so with the same player again, however long ago it was (D10.5)."""

    kind: Literal["partners", "rivals"]
    now: int
    window: int
    last: Mapping[int, Mapping[int, int]]
    hard: Mapping[int, AbstractSet[int]]
    soft: Mapping[int, AbstractSet[int]]
    fresh: bool = False

    @property
    def name(self) -> str:
        """Of one of the two."""
        return self.kind.removesuffix("s")

    def gap(self, a: int, b: int) -> int | None:
        """The rounds since the two last were so, if that is inside the window (D1.3)."""
        last = self.last[a].get(b)
        return None if last is None or self.now - last > self.window else self.now - last

    def within(self, player: int) -> set[int]:
        """With whom the player was so inside the window, or at any time, where that counts."""
        return {other for other, last in self.last[player].items() if self.fresh or self.now - last <= self.window}

    def again(self, a: int, b: int) -> bool:
        """Whether the two were so before in the event, where that counts (D10.5)."""
        return self.fresh and b in self.last[a]


def relations_of(book: Book, names: Mapping[int, int], *, fresh: bool) -> tuple[Relation, Relation]:
    """Partners and rivals among these players, by the names they go by: their ids, or their places in an order.
    Rounds that no window reaches are left out, unless all count."""
    own = windows(book.setup, book.players.values())
    since = 0 if fresh else book.round - max(own)
    partners: dict[int, dict[int, int]] = {}
    rivals: dict[int, dict[int, int]] = {}
    for player, name in names.items():
        mates, others = partners[name], rivals[name] = {}, {}
        for line in book.lines[player]:
            number = line.round
            if number >= since and line.outcome in _TOOK_PLACE:
                for one in line.partners:
                    if one in names:
                        mates[names[one]] = number
                for one in line.opponents:
                    if one in names:
                        others[names[one]] = number
    apart, against = (avoided(book.setup, names).called(names) for avoided in (avoided_partners, avoided_opponents))
    return (
        Relation("partners", book.round, own.partner, partners, apart.hard, apart.soft, fresh),
        Relation("rivals", book.round, own.rival, rivals, against.hard, against.soft, fresh),
    )


def upper_size(players: int) -> int:
    """D6.2: how many are in the upper pyramid."""
    return players // 4 // 2 * 4


def pyramids(
    order: Sequence[int], exchanged: AbstractSet[int] = frozenset()
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """D6.2: the upper and the lower pyramid; the upper is empty when there is one table. Those exchanged have changed
    pyramids (D7.2)."""
    upper = exchanged ^ set(order[: upper_size(len(order))])
    return tuple(p for p in order if p in upper), tuple(p for p in order if p not in upper)


def ideal(at: int, size: int, *, consecutive: bool = False) -> int:
    """D6.4: 1-3, 2-4, 5-7, 6-8, …; a final two pair together. D10.2: 1-2, 3-4, … Places inside a side, from 0."""
    block = at - at % 4
    if consecutive or size - block == 2:
        return at ^ 1
    return at + 2 if at - block < 2 else at - 2
