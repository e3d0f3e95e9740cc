"""dutch: the best result of a bracket by one matching over everything that is left (DU5).

Every criterion is a harm, and every harm belongs to a pair of the bracket or to somebody who floats out of it; a
floater takes its harms along on whatever pair it finds below. So the least harm of everything left is the best result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

import rustworkx

from ronda.systems.dutch.check.bracket import Bracket, colour_harms, legal
from ronda.systems.dutch.rules import DOWN, UP, Field

WIDTH = 110  # bits of the numbers that the matching is done with
MOST = 400  # players whose pairs are all looked at
BYE = -1
Pair = tuple[int, int]


class Harm(NamedTuple):
    """One column: the criterion, the largest sum, what a pair of the bracket costs, what somebody costs who floats out
    of the bracket, and what it costs to find no opponent in the next one either."""

    name: str
    most: int
    pair: Callable[[int, int], int]
    out: Callable[[int], int]
    beyond: Callable[[int], int]


def no_harm(*_: int) -> int:
    return 0


def harms_of(bracket: Bracket, unplayed: bool) -> Iterator[Harm]:
    """The columns of C6 to C21 from the gravest. `unplayed`: C9 counts."""
    field, members = bracket.field, bracket.members
    scores = field.scores
    moved, size = set(bracket.moved), len(members)
    levels = sorted({scores[p] for p in bracket.moved}, reverse=True)

    def at(level: int) -> int:
        return sum(scores[p] == level for p in members)

    yield Harm("C6", size, no_harm, lambda p: 1, no_harm)  # noqa: ARG005
    for level in levels:
        yield Harm("C7", at(level), no_harm, lambda p, s=level: int(scores[p] == s), no_harm)  # type: ignore[misc]
    if bracket.following:
        yield Harm("C8", size + len(bracket.following), no_harm, no_harm, lambda p: 1)  # noqa: ARG005
        for level in [*levels, bracket.score]:
            yield Harm("C8", at(level), no_harm, no_harm, lambda p, s=level: int(scores[p] == s))  # type: ignore[misc]
    if unplayed:
        most = max(field.unplayed[p] for p in members)
        yield Harm("C9", most, no_harm, lambda p: field.unplayed[p], no_harm)
    for n, name in enumerate(("C10", "C11", "C12", "C13")):
        if n > 1 or any(field.top[p] for p in members):
            yield Harm(name, size, lambda a, b, n=n: colour_harms(field, a, b)[n], no_harm, no_harm)  # type: ignore[misc]

    def rises(a: int, b: int, ago: int) -> bool:
        return (a in moved) != (b in moved) and field.floated[b if a in moved else a][ago] == UP

    def sinks(p: int, ago: int) -> bool:
        return field.floated[p][ago] == DOWN

    for ago, (down, up) in enumerate((("C14", "C15"), ("C16", "C17"))):
        most = sum(sinks(p, ago) for p in bracket.group)
        yield Harm(down, most, no_harm, lambda p, n=ago: int(p not in moved and sinks(p, n)), no_harm)  # type: ignore[misc]
        yield Harm(up, len(moved), lambda a, b, n=ago: int(rises(a, b, n)), no_harm, no_harm)  # type: ignore[misc]
    for ago, (lowered, raised) in enumerate((("C18", "C19"), ("C20", "C21"))):
        for level in levels:
            most = sum(sinks(p, ago) for p in moved if scores[p] == level)
            yield Harm(lowered, most, no_harm,
                       lambda p, n=ago, s=level: int(p in moved and scores[p] == s and sinks(p, n)), no_harm)  # type: ignore[misc] # fmt: skip
        for level in levels:
            yield Harm(raised, at(level),
                       lambda a, b, n=ago, s=level: int(rises(a, b, n) and s in (scores[a], scores[b])),
                       no_harm, no_harm)  # type: ignore[misc] # fmt: skip

    if field.soft:
        yield Harm("S3", size // 2, lambda a, b: int(b in field.soft.get(a, ())), no_harm, no_harm)


class Search:
    """The bracket and what is left below it. `beyond`: everybody below the next scoregroup, or None where counting has
    shown that a few more can always be paired there. `bye`: the score of the PAB where it falls into this search."""

    def __init__(
        self, bracket: Bracket, beyond: range | None, bye: int | None, *, unplayed: bool, extra: Sequence[Harm] = ()
    ) -> None:
        self.bracket, self.beyond, self.bye = bracket, beyond, bye
        columns = [harm for harm in (*harms_of(bracket, unplayed), *extra) if harm.most]
        self.columns: list[Harm] = []
        self.widths: list[int] = []
        for harm in columns:
            if sum(self.widths) + harm.most.bit_length() > WIDTH:
                break
            self.columns.append(harm)
            self.widths.append(harm.most.bit_length())
        self.cut = columns[len(self.columns)].name if len(self.columns) < len(columns) else None
        self.members = set(bracket.members)
        self.near = [*bracket.members, *bracket.following]
        self.close = set(self.near)
        self._out = {p: self._pack(harm.out(p) for harm in self.columns) for p in bracket.members}
        self._beyond = {p: self._pack(harm.beyond(p) for harm in self.columns) for p in self.near}
        self._pairs: dict[Pair, int] = {}
        self.edges = self._edges()

    def _pack(self, amounts: Iterator[int]) -> int:
        total = 0
        for amount, width in zip(amounts, self.widths, strict=True):
            total = total << width | amount
        return total

    def unpack(self, total: int) -> dict[str, tuple[int, ...]]:
        """The sums by criterion."""
        found: list[tuple[str, int]] = []
        for harm, width in zip(reversed(self.columns), reversed(self.widths), strict=True):
            found.append((harm.name, total & ((1 << width) - 1)))
            total >>= width
        columns: dict[str, tuple[int, ...]] = {}
        for name, amount in reversed(found):
            columns[name] = (*columns.get(name, ()), amount)
        return columns

    def price(self, a: int, b: int) -> int:
        """What a pair costs; `b` may be the bye."""
        if a in self.members and b in self.members:
            pair = (min(a, b), max(a, b))
            if pair not in self._pairs:
                self._pairs[pair] = self._pack(harm.pair(*pair) for harm in self.columns)
            return self._pairs[pair]
        total = sum(self._out[p] for p in (a, b) if p in self.members)
        if a not in self.close or b not in self.close:
            total += sum(self._beyond[p] for p in (a, b) if p in self.close)
        return total

    def alone(self, p: int) -> int:
        """What it costs to leave somebody to the players further below."""
        return self._out.get(p, 0) + self._beyond[p]

    def _edges(self) -> list[Pair]:
        field, moved = self.bracket.field, set(self.bracket.moved)
        players = [*self.near, *(self.beyond or ())]
        found = [
            (a, b)
            for n, b in enumerate(players)
            for a in players[:n]
            if legal(field, a, b) and not (a in moved and b in moved)
        ]
        if self.bye is not None:
            found += [(p, BYE) for p in players if field.may_rest[p] and field.scores[p] == self.bye]
        return found

    def least(
        self,
        allowed: Callable[[int, int], bool] = lambda a, b: True,  # noqa: ARG005
        seated: Collection[int] = (),
    ) -> int | None:
        """The least harm with these pairs only and with these players in one; None: it cannot be done."""
        players = [*self.near, *(self.beyond or ()), *((BYE,) if self.bye is not None else ())]
        index = {p: n for n, p in enumerate(players)}
        edges = [(a, b) for a, b in self.edges if allowed(a, b)]
        whole = self.beyond is not None
        if whole:
            top = 1 << sum(self.widths)
            weights = [top - self.price(a, b) for a, b in edges]
        else:
            weights = self._spared(edges, {BYE, *seated})
        graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
        graph.add_nodes_from(players)
        graph.add_edges_from(
            [(index[a], index[b], weight) for (a, b), weight in zip(edges, weights, strict=True) if weight > 0]
        )
        matched = rustworkx.max_weight_matching(graph, max_cardinality=whole, weight_fn=int)
        pairs = [(players[a], players[b]) for a, b in matched]
        if whole:
            return sum(self._priced(pairs)) if 2 * len(pairs) == len(players) else None
        return self._with_rest(pairs, players, {BYE, *seated})

    def _spared(self, edges: Sequence[Pair], seated: Collection[int]) -> list[int]:
        """What a pair spares against leaving both to those further below; most of all for those who must be in one."""
        top = 1 << (sum(self.widths) + 1)
        return [
            self.alone(a)
            + (0 if b == BYE else self.alone(b))
            - self.price(a, b)
            + top * ((a in seated) + (b in seated))
            for a, b in edges
        ]

    def _with_rest(self, pairs: Sequence[Pair], players: Sequence[int], seated: Collection[int]) -> int | None:
        seen = {p for pair in pairs for p in pair}
        left = [p for p in players if p not in seen]
        if len(left) > GUESTS or any(p in seated for p in left):
            return None
        return sum(self._priced(pairs)) + sum(self.alone(p) for p in left)

    def _priced(self, pairs: Sequence[Pair]) -> Iterator[int]:
        for a, b in pairs:
            yield self.price(b, a) if a == BYE else self.price(a, b)

    def published(self) -> int:
        """The harm of the published round in these columns; below the bracket, at its best."""
        own = {frozenset(pair) for pair in self.bracket.pairs}
        floaters = set(self.bracket.floaters)
        inside = self.members

        def kept(a: int, b: int) -> bool:
            if a in inside and b in inside:
                return frozenset((a, b)) in own
            return all(p in floaters for p in (a, b) if p in inside)

        found = self.least(kept)
        assert found is not None, "the published round itself completes the bracket"
        return found


GUESTS = 6  # how many at most are left to those further below when these are only counted


def absorbs(field: Field, below: range, *, resting: bool) -> bool:
    """Whether counting shows that the players below, less one where the PAB is among them, can all be paired together
    with up to GUESTS others, whoever these are (everybody has half of the others to meet: Dirac)."""
    size = len(below) - resting
    if size < 4 * GUESTS:
        return False
    most = max(len(field.banned[p]) for p in range(len(field)))
    alike = max(sum(field.strength[p] == 3 and field.wish[p] == wish for p in below) for wish in (1, -1))
    total = size + GUESTS
    return 2 * (total - 1 - most - alike - GUESTS) >= total
