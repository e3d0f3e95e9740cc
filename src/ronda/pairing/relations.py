"""The players at tables, one against one, by place in the pairing order, and what stands between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any

from ronda.core.avoidance import Avoided, avoided_opponents
from ronda.core.book import OPPONENTS, Book
from ronda.core.values import Frozen


class Relations(Frozen, frozen=True):
    """Place 0 is the best player. `faced[a]`: the places of everybody whom a has met."""

    book: Book
    order: Sequence[int]
    faced: Sequence[AbstractSet[int]]
    avoided: Avoided

    @property
    def round(self) -> int:
        return self.book.round

    def met(self, a: int, b: int) -> bool:
        return b in self.faced[a]

    def meetings(self, a: int, b: int) -> list[int]:
        """The rounds in which the two met."""
        return list(self.book.met(self.order[a]).get(self.order[b], ()))

    def hard(self, a: int, b: int) -> bool:
        return self.avoided.is_hard(self.order[a], self.order[b])

    def soft(self, a: int, b: int) -> bool:
        return self.avoided.is_soft(self.order[a], self.order[b])

    def places_with_wishes(self) -> list[int]:
        """Those who should not meet somebody, from the top."""
        avoided = self.avoided
        if not avoided.any:
            return []
        return [at for at, player in enumerate(self.order) if player in avoided.hard or player in avoided.soft]

    def barred_by_wish(self) -> Mapping[int, AbstractSet[int]]:
        """For each place those whom it should by no means meet."""
        return self.avoided.called({player: at for at, player in enumerate(self.order)}).hard

    def barred(self, *, soft: bool) -> list[set[int]]:
        """For each place those who were met or are to be avoided; soft wishes count only if asked for."""
        place = {player: at for at, player in enumerate(self.order)}
        barred = [set(faced) for faced in self.faced]
        for wishes in (self.avoided.hard, self.avoided.soft) if soft else (self.avoided.hard,):
            for player, others in wishes.items():
                barred[place[player]].update(place[other] for other in others)
        return barred

    def ground(self, a: int, b: int) -> dict[str, Any] | None:
        """Why the two should not meet, as facts about `b`."""
        if self.met(a, b):
            return {"player": self.order[b], "why": "met", "rounds": self.meetings(a, b)}
        if self.avoided.any and (self.hard(a, b) or self.soft(a, b)):
            return {"player": self.order[b], "why": "avoid"}
        return None


def surely_unmet(book: Book) -> int:
    """The last round in which everybody at a table still has half of the others left, whoever is met until then: so
    long a round without a rematch exists (Dirac 1952). Everybody meets one more opponent in each round."""
    pool = book.pool()
    seated = len(pool) - len(pool) % 2
    avoided = avoided_opponents(book.setup, pool)
    barred = max((len(book.met(p)) + len(avoided.hard.get(p, ())) for p in pool), default=0)
    more = seated // 2 - barred  # rounds in which seated − 1 − barred ≥ seated / 2 still holds
    return book.round - 1 + max(more, 0)


def relations_of(book: Book, order: Sequence[int]) -> Relations:
    place = {player: at for at, player in enumerate(order)}
    here = place.keys()
    opponents = (set(chain.from_iterable(map(OPPONENTS, book.lines[player]))) for player in order)
    faced = [set(map(place.__getitem__, met & here)) for met in opponents]
    return Relations(book, order, faced, avoided_opponents(book.setup, order))
