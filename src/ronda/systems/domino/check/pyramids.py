"""domino, for the check: pyramids, their sides, and who sits outside of his own (D6.2, D6.3, D6.6, D7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from itertools import combinations, product, takewhile

from ronda.core import Frozen
from ronda.systems.domino import field
from ronda.systems.domino.check.relations import Sides
from ronda.systems.domino.field import Pair, upper_size
from ronda.systems.domino.rules import Choices

DEFAULT = Choices()
MOST_EXCHANGES = 2  # D6.6 and D7.2: one, then two
REACH = 12  # players of each pyramid that are tried in exchanges between pyramids


class Pyramid(Frozen):
    """Players in order; `better` is side A, nobody where there are no sides (round 1). Where pairs meet those of the
    other pyramid it is both, one after the other, and `upper` the one of them (D10.1)."""

    players: Sequence[int]
    better: AbstractSet[int]
    upper: AbstractSet[int] = frozenset()
    consecutive: bool = False  # the ideal partners (D10.2)

    @property
    def head(self) -> int | None:
        """Of an odd number of tables: the first of the lower side A, whose pair stands in for an upper one."""
        if not self.upper or 2 * len(self.upper) == len(self.players):
            return None
        return next(player for player in self.players if player in self.better and player not in self.upper)

    def sides(self) -> list[list[int]]:
        """A and B, of each pyramid."""
        found = []
        for own in (True, False) if self.upper else (False,):
            there = [player for player in self.players if (player in self.upper) == own]
            found.append([player for player in there if player in self.better])
            found.append([player for player in there if player not in self.better])
        return found

    def halves(self, pairs: Sequence[Pair]) -> tuple[list[Pair], list[Pair]]:
        """All pairs in order: those that choose, and those they choose from (D6.5, D10.1)."""
        place = {player: (at, n) for at, side in enumerate(self.sides()) for n, player in enumerate(side)}
        upward = sorted((min(pair, pair[::-1], key=lambda p: place[p[0]]) for pair in pairs), key=lambda p: place[p[0]])
        return upward[: len(pairs) // 2], upward[len(pairs) // 2 :]

    def misplaced(self, tables: Sequence[Sides]) -> int:
        """How many sit on the other side than theirs: two by an exchange (D6.6)."""
        return sum(self.misplaced_at(sides) for sides in tables)

    def ideal(self) -> list[Sides]:
        """The ideal partners (D6.4) of all sides, table by table."""
        pairs = [pair for side in self.sides() for pair in ideal_pairs(side, consecutive=self.consecutive)]
        return list(zip(*self.halves(pairs), strict=True))

    def part(self, players: Sequence[int]) -> Pyramid:
        """Some whole tables of it."""
        there = set(players)
        return Pyramid(players, self.better & there, self.upper & there, self.consecutive)

    def with_sides(self, better: AbstractSet[int]) -> Pyramid:
        return Pyramid(self.players, better, self.upper, self.consecutive)

    def misplaced_at(self, sides: Sides) -> int:
        if not self.better:
            return 0
        first, second = (sum(player not in self.better for player in side) for side in sides)
        return first % 2 + second % 2 if self.upper else misplaced(first, second)


def misplaced(first: int, second: int) -> int:
    """How many sit on the other side of a table than theirs, from the number of B players in each of
    its pairs: the pair with fewer of them is the A pair. Two by an exchange."""
    return 2 - abs(first - second)


def ideal_pairs(side: Sequence[int], *, consecutive: bool = False) -> list[Pair]:
    """The ideal partners of a side, from the top (D6.4, D10.2)."""
    wanted = [field.ideal(at, len(side), consecutive=consecutive) for at in range(len(side))]
    return [(side[at], side[other]) for at, other in enumerate(wanted) if at < other]


def halved(players: Sequence[int], *, consecutive: bool = False) -> Pyramid:
    """D6.3: side A is the better half."""
    return Pyramid(players, frozenset(players[: len(players) // 2]), consecutive=consecutive)


class Swap(Frozen):
    """An exchange between pyramids: who goes down and who comes up (D7.2)."""

    fallen: tuple[int, ...]
    risen: tuple[int, ...]


NO_SWAP = Swap((), ())


def pyramids(order: Sequence[int], swap: Swap = NO_SWAP, choices: Choices = DEFAULT) -> list[Pyramid]:
    """D6.2, after an exchange between them (D7.2). The upper one is missing where there is only one table; where they
    meet each other they are one (D10.1)."""
    groups = field.pyramids(order, {*swap.fallen, *swap.risen})
    found = [halved(group, consecutive=choices.consecutive) for group in groups if group]
    if not choices.across or len(found) == 1:
        return found
    one, other = found
    both = [*one.players, *other.players]
    return [Pyramid(both, one.better | other.better, frozenset(one.players), choices.consecutive)]


def swaps(order: Sequence[int], number: int) -> Iterator[Swap]:
    """The exchanges of so many players of each pyramid, the nearest first: from the last of the upper and the first
    of the lower one on (D7.2 with S2), ties as in D6.6. All of them where `all_swaps` says so."""
    cut = upper_size(len(order))
    last, first = range(cut - 1, max(-1, cut - 1 - REACH), -1), range(cut, min(len(order), cut + REACH))
    above, below = list(combinations(last, number)), list(combinations(first, number))
    for a, b in sorted(product(above, below), key=lambda both: (sum(both[1]) - sum(both[0]), -sum(both[0]))):
        yield Swap(tuple(order[at] for at in a), tuple(order[at] for at in b))


def all_swaps(order: Sequence[int], number: int) -> bool:
    return number == 0 or max(upper_size(len(order)), len(order) - upper_size(len(order))) <= REACH


def displacement(order: Sequence[int], swap: Swap) -> int:
    position = {player: at for at, player in enumerate(order)}
    return sum(position[p] for p in swap.risen) - sum(position[p] for p in swap.fallen)


def nearer(order: Sequence[int], swap: Swap) -> Iterator[Swap]:
    """The exchanges of as many players with a smaller displacement."""
    made = displacement(order, swap)
    return takewhile(lambda other: displacement(order, other) < made, swaps(order, len(swap.fallen)))


class Crossing(Frozen):
    """The tables of each pyramid, and who sits at a table of the other one: those fallen from the last up, those
    risen from the first down."""

    upper: list[Sides]
    lower: list[Sides]
    swap: Swap


def crossing(order: Sequence[int], tables: Sequence[Sides], stated: AbstractSet[int]) -> Crossing:
    """The reading with the fewest crossings. A table with two players of each pyramid can be read both ways: as
    the round states it, otherwise as D7.2 would have it."""
    cut = upper_size(len(order))
    above = set(order[:cut])
    likely = stated or set(order[cut - MOST_EXCHANGES : cut + MOST_EXCHANGES])

    def belongs_above(sides: Sides) -> tuple[int, int]:
        mine = [player in above for player in (*sides[0], *sides[1])]
        hints = [player in likely for player in (*sides[0], *sides[1])]
        return sum(mine), sum(hint * (-1 if own else 1) for own, hint in zip(mine, hints, strict=True))

    downward = sorted(tables, key=belongs_above, reverse=True)
    upper, lower = downward[: cut // 4], downward[cut // 4 :]
    seated_above = {player for sides in upper for player in (*sides[0], *sides[1])}
    fallen = tuple(player for player in reversed(order[:cut]) if player not in seated_above)
    risen = tuple(player for player in order[cut:] if player in seated_above)
    return Crossing(upper, lower, Swap(fallen, risen))


def crossing_across(order: Sequence[int], tables: Sequence[Sides], stated: AbstractSet[int]) -> Crossing:
    """The same where pairs meet those of the other pyramid (D10.1): at each table one pair is read as the upper one,
    at one of an odd number none is."""
    cut = upper_size(len(order))
    if not cut:
        return Crossing([], list(tables), NO_SWAP)
    above = set(order[:cut])

    def strangers(upper: Sequence[int], lower: Sequence[int]) -> set[int]:
        return {p for p in upper if p not in above} | {p for p in lower if p in above}

    def likeliest(readings: Iterable[set[int]]) -> set[int]:
        return min(readings, key=lambda found: (len(found), len(found - stated)))

    read = [likeliest((strangers(*sides), strangers(*sides[::-1]))) for sides in tables]
    if len(tables) % 2:
        alone = [strangers((), (*sides[0], *sides[1])) for sides in tables]
        at = min(range(len(tables)), key=lambda n: (len(alone[n]) - len(read[n]), len(alone[n] - stated)))
        read[at] = alone[at]
    crossed = set[int]().union(*read)
    fallen = tuple(player for player in reversed(order[:cut]) if player in crossed)
    return Crossing([], list(tables), Swap(fallen, tuple(player for player in order[cut:] if player in crossed)))


def seated_in(layout: Sequence[Pyramid], seen: Crossing) -> list[list[Sides]]:
    """The tables of the round, pyramid by pyramid, after everybody who does not belong there changed seats with
    somebody of the other pyramid."""
    groups = [seen.upper, seen.lower] if seen.upper else [seen.lower]
    if len(layout) == 1:
        return groups
    strangers = [
        [p for sides in tables for side in sides for p in side if p not in own]
        for own, tables in zip((set(pyramid.players) for pyramid in layout), groups, strict=True)
    ]
    seat_of = dict(zip(*strangers, strict=True))
    seat_of |= {b: a for a, b in seat_of.items()}
    return [[_reseated(sides, seat_of) for sides in tables] for tables in groups]


def _reseated(sides: Sides, seat_of: dict[int, int]) -> Sides:
    first, second = (tuple(seat_of.get(player, player) for player in side) for side in sides)
    return first, second
