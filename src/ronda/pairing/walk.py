"""What stands between players who are to meet, and the walk that always completes (S2): each player takes the nearest
opponent that still lets everybody else be paired.

A perfect matching of those who are not placed yet is kept and repaired. Where no complete round exists, `walk` answers
with a proof, and `least_harm` finds the pairing that breaks least.

Players are places in the pairing order: 0 is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain
from typing import Any, NamedTuple

from ronda.core import Avoided, Frozen, avoided_opponents
from ronda.core.book import OPPONENTS, Book
from ronda.pairing.matching import Barrier, Unplaced

Pair = tuple[int, int]


class Graph(Frozen):
    """Who may sit with whom: everybody with everybody, except `barred` pairs (symmetric) and two players of
    one clan (an empty clan is none)."""

    barred: Sequence[AbstractSet[int]]
    clan: Sequence[str]

    def legal(self, a: int, b: int) -> bool:
        return b not in self.barred[a] and not (self.clan[a] and self.clan[a] == self.clan[b])

    def near(self, a: int, among: Sequence[int]) -> list[int]:
        """Those of them who may sit with `a`."""
        barred, clan, own = self.barred[a], self.clan, self.clan[a]
        if own:
            return [b for b in among if b not in barred and clan[b] != own and b != a]
        return [b for b in among if b not in barred and b != a]


class Choice(NamedTuple):
    """A table of the walk; `rejected` were liked better but nobody could have completed the round."""

    player: int
    opponent: int
    rejected: tuple[int, ...] = ()


class Column:
    """Places in order, out of which those that are placed drop. Passing them is nearly free."""

    def __init__(self, places: Sequence[int], placed: bytearray) -> None:
        self._places = places
        self._placed = placed
        self._next = list(range(1, len(places) + 1))

    def __iter__(self) -> Iterator[int]:
        places, placed, at = self._places, self._placed, 0
        while at < len(places):
            if placed[places[at]]:
                at = self._free(at)
            else:
                yield places[at]
                at += 1

    def _free(self, start: int) -> int:
        at = start
        while at < len(self._places) and self._placed[self._places[at]]:
            at = self._next[at]
        while start < at:  # shorten the way for the next one
            self._next[start], start = at, self._next[start]
        return at


def walk(graph: Graph, candidates: Callable[[int], Iterable[int]], placed: bytearray) -> list[Choice] | Barrier:
    """Pair everybody from the top. `candidates(p)` gives the legal opponents of `p` that are not `placed`,
    nearest first. The answer equals the plain walk wherever that succeeds; it is a proof where no complete
    pairing exists."""
    rest = Unplaced(range(len(placed)), graph.legal, graph.near)
    if not rest.perfect:
        return rest.barrier()
    choices: list[Choice] = []
    for player in range(len(placed)):
        if placed[player]:
            continue
        rejected: list[int] = []
        for candidate in candidates(player):
            if candidate in rejected:
                continue
            if rest.release(player, candidate):
                break
            rejected.append(candidate)
        else:
            raise AssertionError("the candidates left out a legal opponent")
        placed[player] = placed[candidate] = 1
        choices.append(Choice(player, candidate, tuple(rejected)))
    return choices


class Relations(Frozen):
    """Place 0 is the best player. `faced[a]`: the places of everybody whom a has met, or met as often as may be."""

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


def relations_of(book: Book, order: Sequence[int], meetings: int = 1) -> Relations:
    """`meetings`: so often two may meet; more than once, not in two rounds that follow each other (AG5.5)."""
    place = {player: at for at, player in enumerate(order)}
    here = place.keys()
    if meetings > 1:
        barred = (
            {other for other, rounds in book.met(player).items() if len(rounds) >= meetings or book.round - 1 in rounds}
            for player in order
        )
        met_enough = [set(map(place.__getitem__, others & here)) for others in barred]
        return Relations(book, order, met_enough, avoided_opponents(book.setup, order))
    opponents = (set(chain.from_iterable(map(OPPONENTS, book.lines[player]))) for player in order)
    faced = [set(map(place.__getitem__, met & here)) for met in opponents]
    return Relations(book, order, faced, avoided_opponents(book.setup, order))
