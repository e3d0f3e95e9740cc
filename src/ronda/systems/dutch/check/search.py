"""dutch: the best result of a bracket by one matching over everything that is left (DU5).

Every criterion is a harm, and every harm belongs to a pair of the bracket or to somebody who floats out of it; a
floater takes its harms along on whatever pair it finds below. So the least harm of everything left is the best result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cached_property

from ronda.core import Frozen
from ronda.core.weighted_matching import heaviest
from ronda.systems.dutch.check.bracket import Bracket, colour_harms, legal
from ronda.systems.dutch.rules import DOWN, UP, Field

WIDTH = 110  # bits of the numbers that the matching is done with
MOST = 400  # players whose pairs are all looked at
BYE = -1
FURTHER = -2  # stands for all those below the next scoregroup, where they are many
Pair = tuple[int, int]


def no_harm(*_: int) -> int:
    return 0


class Harm(Frozen):
    """One column: the criterion, the largest sum, what a pair of the bracket costs, what somebody costs who floats out
    of the bracket, and what it costs to find no opponent in the next one either."""

    name: str
    most: int
    pair: Callable[[int, int], int] = no_harm
    out: Callable[[int], int] = no_harm
    beyond: Callable[[int], int] = no_harm


def harms_of(bracket: Bracket, unplayed: bool) -> Iterator[Harm]:
    """The columns of C6 to C21 from the gravest. `unplayed`: C9 counts."""
    counting = _Counting(bracket)
    yield from counting.floaters(unplayed)
    yield from counting.colours()
    yield from counting.floats()
    if bracket.field.soft:
        yield Harm("S3", len(bracket.members) // 2, counting.unwanted)


class _Counting:
    """What the articles count in one bracket."""

    def __init__(self, bracket: Bracket) -> None:
        self.bracket, self.field = bracket, bracket.field
        self.members, self.moved = bracket.members, frozenset(bracket.moved)
        self.levels = sorted({self.field.scores[p] for p in bracket.moved}, reverse=True)
        self._coloured: dict[Pair, tuple[int, int, int, int]] = {}

    def _level(self, level: int) -> Callable[[int], int]:
        scores = self.field.scores
        return lambda p: int(scores[p] == level)

    def _at(self, level: int) -> int:
        return [self.field.scores[p] for p in self.members].count(level)

    def floaters(self, unplayed: bool) -> Iterator[Harm]:
        """C6 to C9: how many float, with which scores, here and from the next bracket; unplayed rounds of the PAB."""
        size = len(self.members)
        yield Harm("C6", size, out=_one)
        for level in self.levels:
            yield Harm("C7", self._at(level), out=self._level(level))
        if self.bracket.following:
            yield Harm("C8", size + len(self.bracket.following), beyond=_one)
            for level in [*self.levels, self.bracket.score]:
                yield Harm("C8", self._at(level), beyond=self._level(level))
        if unplayed:
            rounds = self.field.unplayed
            yield Harm("C9", max(rounds[p] for p in self.members), out=lambda p: rounds[p])

    def colours(self) -> Iterator[Harm]:
        """C10 to C13; the first two are about topscorers."""
        topscorers = any(self.field.top[p] for p in self.members)
        for n, name in enumerate(("C10", "C11", "C12", "C13")):
            if n > 1 or topscorers:
                yield Harm(name, len(self.members), self._colour(n))

    def _colour(self, n: int) -> Callable[[int, int], int]:
        def counts(a: int, b: int) -> int:
            if (a, b) not in self._coloured:
                self._coloured[a, b] = colour_harms(self.field, a, b)
            return self._coloured[a, b][n]

        return counts

    def floats(self) -> Iterator[Harm]:
        """C14 to C21: floats repeated after one round, and after two."""
        for ago, (down, up) in enumerate((("C14", "C15"), ("C16", "C17"))):
            most = sum(self.field.floated[p][ago] == DOWN for p in self.bracket.group)
            yield Harm(down, most, out=self._sinks(ago, None))
            yield Harm(up, len(self.moved), self._rises(ago, None))
        for ago, (lowered, raised) in enumerate((("C18", "C19"), ("C20", "C21"))):
            for level in self.levels:
                most = sum(self.field.floated[p][ago] == DOWN for p in self.moved if self.field.scores[p] == level)
                yield Harm(lowered, most, out=self._sinks(ago, level))
            for level in self.levels:
                yield Harm(raised, self._at(level), self._rises(ago, level))

    def _sinks(self, ago: int, level: int | None) -> Callable[[int], int]:
        """Who floats down again: residents, or those moved down with this score."""

        def counts(p: int) -> int:
            if self.field.floated[p][ago] != DOWN:
                return 0
            return int(p not in self.moved if level is None else p in self.moved and self.field.scores[p] == level)

        return counts

    def _rises(self, ago: int, level: int | None) -> Callable[[int, int], int]:
        """A resident who floats up again, against somebody moved down (with this score)."""

        def counts(a: int, b: int) -> int:
            upper, lower = (a, b) if a in self.moved else (b, a)
            if upper not in self.moved or lower in self.moved or self.field.floated[lower][ago] != UP:
                return 0
            return int(level is None or self.field.scores[upper] == level)

        return counts

    def unwanted(self, a: int, b: int) -> int:
        return int(b in self.field.soft.get(a, ()))


def _one(_: int) -> int:
    return 1


class Search:
    """The bracket and what is left below it. `beyond`: everybody below the next scoregroup, or None where counting has
    shown that a few more can always be paired there. `bye`: the score of the PAB where it falls into this search."""

    def __init__(
        self, bracket: Bracket, beyond: range | None, bye: int | None, *, unplayed: bool, extra: Sequence[Harm] = ()
    ) -> None:
        self.bracket, self.beyond, self.bye, self.unplayed = bracket, beyond, bye, unplayed
        columns = [harm for harm in (*harms_of(bracket, unplayed), *extra) if harm.most]
        self.columns: list[Harm] = []
        self.widths: list[int] = []
        for harm in columns:
            if sum(self.widths) + harm.most.bit_length() > WIDTH:
                break
            self.columns.append(harm)
            self.widths.append(harm.most.bit_length())
        self.cut = columns[len(self.columns)].name if len(self.columns) < len(columns) else None
        shifts = [sum(self.widths[n + 1 :]) for n in range(len(self.widths))]
        placed = list(zip(self.columns, shifts, strict=True))
        self._of_pair = [(harm.pair, shift) for harm, shift in placed if harm.pair is not no_harm]
        of_out = [(harm.out, shift) for harm, shift in placed if harm.out is not no_harm]
        of_beyond = [(harm.beyond, shift) for harm, shift in placed if harm.beyond is not no_harm]
        self.members = set(bracket.members)
        self.moved = set(bracket.moved)
        self.near = [*bracket.members, *bracket.following]
        self.close = set(self.near)
        self.players = [*self.near, *(beyond or ()), *((BYE,) if bye is not None else ())]  # who must sit somewhere
        self._out = {p: sum([count(p) << shift for count, shift in of_out]) for p in bracket.members}
        self._beyond = {p: sum([count(p) << shift for count, shift in of_beyond]) for p in self.near}
        self._pairs: dict[Pair, int] = {}
        self._known: list[int | None] = []  # the least harm of all, once it was asked for

    def also(self, extra: Sequence[Harm]) -> Search:
        """The same with more columns after all others."""
        found = Search(self.bracket, self.beyond, self.bye, unplayed=self.unplayed, extra=extra)
        found.edges = self.edges
        found._edges_below = self._edges_below
        return found

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
                self._pairs[pair] = sum([count(*pair) << shift for count, shift in self._of_pair])
            return self._pairs[pair]
        total = self._out.get(a, 0) + self._out.get(b, 0)
        if a in self.close and b in self.close:
            return total
        return total + self._beyond.get(a, 0) + self._beyond.get(b, 0)

    def alone(self, p: int) -> int:
        """What it costs to leave somebody to the players further below."""
        return self._out.get(p, 0) + self._beyond[p]

    @cached_property
    def edges(self) -> list[Pair]:
        """The pairs that are possible for the members of the bracket. Of somebody with many below the next scoregroup
        it is one that stands for all; no question makes a difference between them."""
        members = self.bracket.members
        if not self.beyond:
            return self._edges(members, self.players)
        found = self._edges(members, [*self.near, *((BYE,) if self.bye is not None else ())])
        return found + [(a, FURTHER) for a in members if any(self._is_edge(a, b) for b in self.beyond)]

    def _single(self, edges: Sequence[Pair]) -> list[Pair]:
        """All pairs that these stand for."""
        further = [(a, c) for a, b in edges if b == FURTHER for c in self.beyond or () if self._is_edge(a, c)]
        return [pair for pair in edges if pair[1] != FURTHER] + further

    @cached_property
    def _edges_below(self) -> list[Pair]:
        """The possible pairs of all others."""
        others = self.players[len(self.bracket.members) :]
        return self._edges(others, others)

    def _edges(self, upper: Sequence[int], lower: Sequence[int]) -> list[Pair]:
        """`lower` begins like `upper`."""
        field, moved = self.bracket.field, self.moved
        found: list[Pair] = []
        for n, b in enumerate(lower):
            if b == BYE:
                found += [(a, b) for a in upper if self._is_edge(a, b)]
            elif b not in moved:  # these are the first of all, and do not meet each other
                met = field.banned[b]
                found += [(a, b) for a in upper[:n] if a not in met and legal(field, a, b)]
        return found

    def _is_edge(self, a: int, b: int) -> bool:
        field = self.bracket.field
        if b == BYE:
            return field.may_rest[a] and field.scores[a] == self.bye
        return legal(field, a, b) and not (a in self.moved and b in self.moved)

    @cached_property
    def _weights(self) -> dict[Pair, int]:
        """What each pair weighs in the matching: less for more harm; or, where those further below are only counted,
        what it spares against leaving both to them."""
        edges = [*self._single(self.edges), *self._edges_below]
        if self.beyond is not None:
            top = 1 << sum(self.widths)
            close, out, beyond = self.close, self._out, self._beyond
            apart = {p: out.get(p, 0) + beyond.get(p, 0) for p in (*self.near, *self.beyond, BYE)}
            return {
                (a, b): top - (self.price(a, b) if a in close and b in close else apart[a] + apart[b]) for a, b in edges
            }
        alone = {p: self.alone(p) for p in self.near} | {BYE: 0}
        return {(a, b): alone[a] + alone[b] - self.price(a, b) for a, b in edges}

    def least(self) -> int | None:
        """The least harm of all; None: it cannot be done."""
        if not self._known:
            self._known.append(self.least_of(self.edges))
        return self._known[0]

    def least_of(self, edges: Sequence[Pair], seated: Collection[int] = ()) -> int | None:
        """The least harm with these pairs of members only and with these players in one."""
        edges = [*self._single(edges), *self._edges_below]
        players = self.players
        index = {p: n for n, p in enumerate(players)}
        whole = self.beyond is not None
        weights = [self._weights[pair] for pair in edges] if whole else self._spared(edges, {BYE, *seated})
        weighed = [(index[a], index[b], weight) for (a, b), weight in zip(edges, weights, strict=True) if weight > 0]
        mates = heaviest(len(players), weighed, most=whole)
        pairs = [(players[b], players[a]) for a, b in enumerate(mates) if a < b]
        if whole:
            return sum(self._priced(pairs)) if 2 * len(pairs) == len(players) else None
        return self._with_rest(pairs, players, {BYE, *seated})

    def _spared(self, edges: Sequence[Pair], seated: Collection[int]) -> list[int]:
        """What the pairs weigh, most of all for those who must be in one."""
        top = 1 << (sum(self.widths) + 1)
        return [self._weights[a, b] + top * ((a in seated) + (b in seated)) for a, b in edges]

    def _with_rest(self, pairs: Sequence[Pair], players: Sequence[int], seated: Collection[int]) -> int | None:
        seen = {p for pair in pairs for p in pair}
        left = [p for p in players if p not in seen]
        if len(left) > GUESTS or any(p in seated for p in left):
            return None
        return sum(self._priced(pairs)) + sum(self.alone(p) for p in left)

    def _priced(self, pairs: Sequence[Pair]) -> Iterator[int]:
        for a, b in pairs:
            yield self.price(b, a) if a == BYE else self.price(a, b)

    def published(self, least: int) -> int:
        """The harm of the published round in these columns; below the bracket, at its best. Nothing is to be looked for
        where the round as it is has only the `least` that any has."""
        if self._as_made == least:
            return least
        own = {frozenset(pair) for pair in self.bracket.pairs}
        floaters = set(self.bracket.floaters)
        inside = self.members

        def kept(a: int, b: int) -> bool:
            if a in inside and b in inside:
                return frozenset((a, b)) in own
            return all(p in floaters for p in (a, b) if p in inside)

        found = self.least_of([(a, b) for a, b in self.edges if kept(a, b)])
        assert found is not None, "the published round itself completes the bracket"
        return found

    @cached_property
    def _as_made(self) -> int | None:
        """The harm of the published round, also below the bracket as it was made; None: not to be told from here."""
        partner, resting = self.bracket.partner, self.bracket.resting
        players = [*self.near, *(self.beyond or ())]
        here = set(players)
        pairs = [(p, partner[p]) for p in players if p in partner and p < partner[p] and partner[p] in here]
        if self.bye is not None and resting is not None:
            pairs.append((resting, BYE))
        pairs = [pair for pair in pairs if pair[0] in self.close]  # those further below cost nothing
        if not all(self._is_edge(a, b) for a, b in pairs):
            return None
        if self.beyond is None:
            return self._with_rest(pairs, self.players, {BYE})
        return sum(self._priced(pairs))


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
