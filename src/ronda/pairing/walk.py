"""The walk that always completes (S2): each player takes the nearest opponent that still lets everybody else
be paired.

While the rest is dense it is always matchable (Dirac: on m players, everybody has at least m/2 possible
opponents), so the plain walk is taken without looking ahead. Only in the tail a perfect matching of the rest
is kept and repaired. Where no complete round exists, `walk` answers with a proof, and `cheapest_pairing` finds the
pairing that breaks least.

Players are places in the pairing order: 0 is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from ronda.pairing.cost import Packing
from ronda.pairing.matching import Barrier, Rest, cheapest

Pair = tuple[int, int]
_COST_BITS = 100  # leaves the library's 128-bit sums ample room


class Graph(NamedTuple):
    """Who may sit with whom: everybody with everybody, except `barred` pairs (symmetric) and two players of
    one clan (an empty clan is none)."""

    barred: Sequence[AbstractSet[int]]
    clan: Sequence[str]

    def legal(self, a: int, b: int) -> bool:
        return b not in self.barred[a] and not (self.clan[a] and self.clan[a] == self.clan[b])


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
        at = self._free(0)
        while at < len(self._places):
            yield self._places[at]
            at = self._free(at + 1)

    def _free(self, start: int) -> int:
        at = start
        while at < len(self._places) and self._placed[self._places[at]]:
            at = self._next[at]
        while start < at:  # shorten the way for the next one
            self._next[start], start = at, self._next[start]
        return at


class _Density:
    """Counts that tell without a search whether the rest can, or cannot, be matched."""

    def __init__(self, graph: Graph) -> None:
        self._clan = graph.clan
        self._left = len(graph.clan)
        self._most_barred = max(map(len, graph.barred), default=0)
        self._clans: dict[str, int] = {}
        for name in graph.clan:
            if name:
                self._clans[name] = self._clans.get(name, 0) + 1

    def remove(self, *places: int) -> None:
        for place in places:
            self._left -= 1
            if self._clan[place]:
                self._clans[self._clan[place]] -= 1

    def sure(self, *without: int) -> bool:
        """Whether the rest, without these, surely has a perfect matching (Dirac)."""
        left = self._left - len(without)
        if 2 * (left - 1 - self._most_barred) < left:
            return left == 0
        return all(2 * (left - members - self._most_barred) >= left for members in self._members(without))

    def hopeless(self, *without: int) -> bool:
        """Whether one clan alone is more than half of the rest."""
        left = self._left - len(without)
        return any(2 * members > left for members in self._members(without))

    def _members(self, without: tuple[int, ...]) -> Iterator[int]:
        for name, members in self._clans.items():
            yield members - sum(1 for place in without if self._clan[place] == name)


def walk(graph: Graph, candidates: Callable[[int], Iterable[int]], placed: bytearray) -> list[Choice] | Barrier:
    """Pair everybody from the top. `candidates(p)` gives the legal opponents of `p` that are not `placed`,
    nearest first. The answer equals the plain walk wherever that succeeds; it is a proof where no complete
    pairing exists."""
    density = _Density(graph)
    rest: Rest | None = None
    choices: list[Choice] = []
    if not density.sure():
        rest = Rest(range(len(placed)), graph.legal)
        if not rest.perfect:
            return rest.barrier()
    for player in range(len(placed)):
        if placed[player]:
            continue
        rejected: list[int] = []
        for candidate in candidates(player):
            if candidate in rejected:
                continue
            if rest is None:
                if density.sure(player, candidate):
                    break
                rest = Rest([p for p in range(len(placed)) if not placed[p]], graph.legal)
            if not density.hopeless(player, candidate) and rest.release(player, candidate):
                break
            rejected.append(candidate)
        else:
            raise AssertionError("the candidates left out a legal opponent")
        placed[player] = placed[candidate] = 1
        density.remove(player, candidate)
        choices.append(Choice(player, candidate, tuple(rejected)))
    return choices


def cheapest_pairing(
    size: int, harm: Mapping[Pair, int], liking: Callable[[int, Sequence[int]], Sequence[int]]
) -> list[Choice] | None:
    """Pair everybody so that the sum of `harm` is least and, among all such pairings, each player from the
    top takes the opponent liked best that still allows it. `harm` names every allowed pair (i < j);
    `liking(i, below)` orders the opponents of `i` among those still free below. None: no pairing exists.

    One matching finds the least harm. Then the wishes of as many players as fit into the numbers are added as
    parts of the cost, most important first, and the matching is made again, until all are settled.
    """
    mates = _solve(range(size), harm)
    if mates is None:
        return None
    free = list(range(size))
    choices: list[Choice] = []
    while free:
        wishes = _wishes(free, mates, harm, liking)
        if wishes[0].liked != (mates[free[0]],):
            mates = _asserted(_solve(free, harm, wishes))
        granted = _granted(free, wishes, mates)
        choices += granted
        gone = {place for choice in granted for place in (choice.player, choice.opponent)}
        free = [place for place in free if place not in gone]
    return choices


def _asserted(mates: dict[int, int] | None) -> dict[int, int]:
    assert mates is not None, "a pairing was known"
    return mates


class _Wish(NamedTuple):
    """The opponents a player would like, down to the one already known to be possible."""

    player: int
    liked: tuple[int, ...]


def _wishes(
    free: Sequence[int],
    mates: Mapping[int, int],
    harm: Mapping[Pair, int],
    liking: Callable[[int, Sequence[int]], Sequence[int]],
) -> list[_Wish]:
    """The wishes of the players from the top, as many as fit into one cost beside the harm."""
    room = _COST_BITS - max(harm.values(), default=0).bit_length()
    wishes: list[_Wish] = []
    for at, player in enumerate(free):
        if mates[player] < player:
            continue
        liked = list(liking(player, [q for q in free[at + 1 :] if (player, q) in harm]))
        wish = _Wish(player, tuple(liked[: liked.index(mates[player]) + 1]))
        room -= (len(wish.liked) + 1).bit_length()
        if room < 0 and wishes:
            break
        wishes.append(wish)
        if len(wishes) == 1 and len(wish.liked) == 1:
            break  # the first player has the best there is: no need to ask
    return wishes


def _granted(free: Sequence[int], wishes: Sequence[_Wish], mates: Mapping[int, int]) -> list[Choice]:
    """What the matching settles: from the top, up to the first player who was not asked, or who got an
    opponent that was not asked about."""
    asked = {wish.player: wish.liked for wish in wishes}
    placed: set[int] = set()
    granted: list[Choice] = []
    for player in free:
        if player in placed:
            continue
        partner = mates[player]
        liked = asked.get(player, ())
        if partner not in liked:
            break
        better = liked[: liked.index(partner)]
        granted.append(Choice(player, partner, tuple(q for q in better if q not in placed)))
        placed |= {player, partner}
    return granted


def _solve(free: Sequence[int], harm: Mapping[Pair, int], wishes: Sequence[_Wish] = ()) -> dict[int, int] | None:
    """A pairing of the free players of least harm, then of the dearest wishes; by place."""
    packing = Packing.of(len(wish.liked) + 1 for wish in wishes)
    extra = {
        wish.player: (unit, {place: n for n, place in enumerate(wish.liked)})
        for wish, unit in zip(wishes, packing.units, strict=True)
    }
    index = {place: n for n, place in enumerate(free)}
    edges = []
    for (a, b), cost in harm.items():
        if a in index and b in index:
            total = cost * packing.full
            if a in extra:
                unit, order = extra[a]
                total += unit * order.get(b, len(order))
            edges.append((index[a], index[b], total))
    mates = cheapest(len(free), edges)
    if mates is None:
        return None
    return {place: free[mates[n]] for place, n in index.items()}
