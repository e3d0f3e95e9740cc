"""chess: the rounds one after the other, the first choice of the rulebook first (C5.1, C5.2, C5.5).

The best one is found by `cheapest_pairing`. What is left falls into parts that share no round: those that differ from
it at the first table, those that keep the first and differ at the second, and so on; the best of each part is known
before the part is opened (Murty).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from heapq import heappop, heappush

from ronda.core.values import Frozen
from ronda.pairing.least_harm import cheapest_pairing
from ronda.pairing.walk import Choice, Pair
from ronda.systems.chess.pair.effort import Effort

Liking = Callable[[int, Sequence[int]], Sequence[int]]
Key = tuple[int, tuple[int, ...]]  # the harm, then how well each player from the top likes the opponent


class Ordered(Frozen, frozen=True):
    """A complete round in its place among all rounds."""

    key: Key
    pairs: tuple[Pair, ...]  # in the order of the walk, the higher-placed first


class Ballot:
    """Everything between the players of one round: `harm` of the pairs that can be made at all, and the order in which
    each player likes those below."""

    def __init__(self, size: int, harm: Mapping[Pair, int], liking: Liking) -> None:
        self.size, self.harm, self.liking = size, harm, liking
        self._ranks: list[dict[int, int] | None] = [None] * size

    def without(self, barred: AbstractSet[Pair]) -> Ballot:
        """The same without these pairs."""
        if not barred:
            return self
        return Ballot(self.size, {pair: cost for pair, cost in self.harm.items() if pair not in barred}, self.liking)

    def rank(self, player: int, opponent: int) -> int:
        own = self._ranks[player]
        if own is None:
            below = [q for q in range(player + 1, self.size) if (player, q) in self.harm]
            own = self._ranks[player] = {q: n for n, q in enumerate(self.liking(player, below))}
        return own[opponent]

    def placed(self, pairs: Sequence[Pair]) -> Ordered:
        """The round with its key. Two rounds differ first where a player is still free in both."""
        walked = tuple(sorted(pairs))
        ranks = [-1] * self.size
        for player, opponent in walked:
            ranks[player] = self.rank(player, opponent)
        return Ordered((sum(self.harm[pair] for pair in walked), tuple(ranks)), walked)

    def first(self) -> list[Choice] | None:
        """The first of all rounds, as choices of the walk."""
        return cheapest_pairing(self.size, self.harm, self.liking)

    def best(self, fixed: Sequence[Pair] = (), barred: Sequence[Pair] = ()) -> Ordered | None:
        """The first of all rounds that have these tables and not those."""
        gone = {place for pair in fixed for place in pair}
        out = set(barred)
        harm = {
            pair: cost
            for pair, cost in self.harm.items()
            if pair not in out and pair[0] not in gone and pair[1] not in gone
        }
        harm |= {pair: self.harm[pair] for pair in fixed}
        found = cheapest_pairing(self.size, harm, self.liking)
        return None if found is None else self.placed([(choice.player, choice.opponent) for choice in found])

    def completes(self, round_: Ordered, at: int, player: int, other: int) -> bool:
        """Whether a round with its first `at` tables and these two at the next one does no more harm."""
        found = self.best((*round_.pairs[:at], (player, other)))
        return found is not None and found.key[0] <= round_.key[0]

    def choices(self, round_: Ordered) -> list[Choice]:
        """The tables as choices of the walk: with whom each player liked better and who was still free."""
        placed: set[int] = set()
        found: list[Choice] = []
        for player, opponent in round_.pairs:
            below = [q for q in range(player + 1, self.size) if (player, q) in self.harm and q not in placed]
            liked = self.liking(player, below)
            found.append(Choice(player, opponent, tuple(liked[: liked.index(opponent)])))
            placed |= {player, opponent}
        return found


def in_order(ballot: Ballot, effort: Effort) -> Iterator[Ordered]:
    """All rounds, the first choice first. Raises `Exhausted` where nothing more may be spent."""
    heap: list[tuple[Key, tuple[Pair, ...], tuple[Pair, ...], int]] = []

    def push(fixed: tuple[Pair, ...], barred: tuple[Pair, ...]) -> None:
        effort.spend(len(ballot.harm))
        found = ballot.best(fixed, barred)
        if found is not None:
            heappush(heap, (found.key, found.pairs, barred, len(fixed)))

    push((), ())
    while heap:
        key, pairs, barred, fixed = heappop(heap)
        yield Ordered(key, pairs)
        for at in range(fixed, len(pairs) - 1):
            push(pairs[:at], (*(barred if at == fixed else ()), pairs[at]))
