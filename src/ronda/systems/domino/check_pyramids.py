"""domino, for the check: pyramids, their sides, and who sits outside of his own (D6.2, D6.3, D6.6, D7.2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import combinations, product, takewhile
from typing import NamedTuple

from ronda.systems.domino.check_search import UNLIMITED, Caps, Question, misplaced
from ronda.systems.domino.check_ties import Pair, Sides

MOST_EXCHANGES = 2  # D6.6 and D7.2: one, then two
REACH = 12  # players of each pyramid that are tried in exchanges between pyramids


@dataclass(frozen=True, slots=True)
class Pyramid:
    """Players in order; `better` is side A, nobody where there are no sides (round 1)."""

    players: Sequence[int]
    better: AbstractSet[int]

    def misplaced(self, tables: Sequence[Sides]) -> int:
        """How many sit on the other side than theirs: two by an exchange (D6.6)."""
        return sum(self.misplaced_at(sides) for sides in tables)

    def ideal(self) -> list[Sides]:
        """The ideal partners (D6.4) of both sides, table by table."""
        half = len(self.players) // 2
        return list(zip(ideal_pairs(self.players[:half]), ideal_pairs(self.players[half:]), strict=True))

    def question(self, gravest: int, caps: Caps = (), misplaced: int = UNLIMITED, *, wishes: bool = False) -> Question:
        """Whether the pyramid can be seated with no graver kind than that."""
        return Question(self.players, self.better, gravest, misplaced, caps, wishes)

    def misplaced_at(self, sides: Sides) -> int:
        if not self.better:
            return 0
        first, second = (sum(player not in self.better for player in side) for side in sides)
        return misplaced(first, second)


def ideal_pairs(side: Sequence[int]) -> list[Pair]:
    """D6.4: 1-3, 2-4, 5-7, 6-8, …; a final two pair together."""
    found: list[Pair] = []
    for start in range(0, len(side), 4):
        four = side[start : start + 4]
        half = len(four) // 2
        found += zip(four[:half], four[half:], strict=True)
    return found


def halved(players: Sequence[int]) -> Pyramid:
    """D6.3: side A is the better half."""
    return Pyramid(players, frozenset(players[: len(players) // 2]))


def upper_size(order: Sequence[int]) -> int:
    """The players of the upper pyramid (D6.2)."""
    return len(order) // 4 // 2 * 4


class Swap(NamedTuple):
    """An exchange between pyramids: who goes down and who comes up (D7.2)."""

    fallen: tuple[int, ...]
    risen: tuple[int, ...]


NO_SWAP = Swap((), ())


def pyramids(order: Sequence[int], swap: Swap = NO_SWAP) -> list[Pyramid]:
    """D6.2, after an exchange between them (D7.2). The upper one is missing where there is only one table."""
    cut = upper_size(order)
    upper = [player for player in order[:cut] if player not in swap.fallen]
    lower = [player for player in order[cut:] if player not in swap.risen]
    risen = [player for player in order[cut:] if player in swap.risen]
    fallen = [player for player in order[:cut] if player in swap.fallen]
    return [halved(group) for group in (upper + risen, fallen + lower) if group]


def swaps(order: Sequence[int], number: int) -> Iterator[Swap]:
    """The exchanges of so many players of each pyramid, the nearest first: from the last of the upper and the first
    of the lower one on (D7.2 with S2), ties as in D6.6. All of them where `all_swaps` says so."""
    cut = upper_size(order)
    last, first = range(cut - 1, max(-1, cut - 1 - REACH), -1), range(cut, min(len(order), cut + REACH))
    above, below = list(combinations(last, number)), list(combinations(first, number))
    for a, b in sorted(product(above, below), key=lambda both: (sum(both[1]) - sum(both[0]), -sum(both[0]))):
        yield Swap(tuple(order[at] for at in a), tuple(order[at] for at in b))


def all_swaps(order: Sequence[int], number: int) -> bool:
    return number == 0 or max(upper_size(order), len(order) - upper_size(order)) <= REACH


def displacement(order: Sequence[int], swap: Swap) -> int:
    position = {player: at for at, player in enumerate(order)}
    return sum(position[p] for p in swap.risen) - sum(position[p] for p in swap.fallen)


def nearer(order: Sequence[int], swap: Swap) -> Iterator[Swap]:
    """The exchanges of as many players with a smaller displacement."""
    made = displacement(order, swap)
    return takewhile(lambda other: displacement(order, other) < made, swaps(order, len(swap.fallen)))


class Crossing(NamedTuple):
    """The tables of each pyramid, and who sits at a table of the other one: those fallen from the last up, those
    risen from the first down."""

    upper: list[Sides]
    lower: list[Sides]
    swap: Swap


def crossing(order: Sequence[int], tables: Sequence[Sides], stated: AbstractSet[int]) -> Crossing:
    """The reading with the fewest crossings. A table with two players of each pyramid can be read both ways: as
    the round states it, otherwise as D7.2 would have it."""
    cut = upper_size(order)
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


def seated_in(layout: Sequence[Pyramid], seen: Crossing) -> list[list[Sides]]:
    """The tables of the round, pyramid by pyramid, after everybody who does not belong there changed seats with
    somebody of the other pyramid."""
    groups = [seen.upper, seen.lower] if seen.upper else [seen.lower]
    if len(layout) == 1:
        return groups
    strangers = [
        [p for sides in tables for side in sides for p in side if p not in set(pyramid.players)]
        for pyramid, tables in zip(layout, groups, strict=True)
    ]
    seat_of = dict(zip(*strangers, strict=True))
    seat_of |= {b: a for a, b in seat_of.items()}
    return [[_reseated(sides, seat_of) for sides in tables] for tables in groups]


def _reseated(sides: Sides, seat_of: dict[int, int]) -> Sides:
    first, second = (tuple(seat_of.get(player, player) for player in side) for side in sides)
    return first, second
