"""domino, for the check: which step of the ladder of D7 would have to be taken to seat players together, and how many
hard wishes any seating breaks, by counting chairs (S3).

A kind of harm is a whole number, the gravest is 0: a hard avoid pair, a forced repetition (D7.3), the
rivals by the rounds since they met (D7.1, two rounds first), the partners likewise. `FREE` is no harm
at all.

Of nine players whom nobody wants at one table, two sit together at one of eight tables: a search would try for ever.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import product

from ronda.core import Book, Frozen, Side
from ronda.systems.domino.field import Pair, Relation, relations_of

HARD, FORCED = 0, 1
FREE = 1 << 30

Sides = tuple[Side, Side]
Wishes = Mapping[int, AbstractSet[int]]


def rivals(sides: Sides) -> Iterator[Pair]:
    return product(*sides)


class Ties(Frozen):
    """All that lies between the players of a round."""

    partners: Relation
    rivals: Relation
    clubs: tuple[Club, ...] = ()

    @property
    def round(self) -> int:
        return self.rivals.now

    @property
    def kinds(self) -> int:
        """How many kinds of harm there are."""
        return self._first_kind(self.partners) + _steps(self.partners)

    def _first_kind(self, relation: Relation) -> int:
        """That of a repetition after two rounds."""
        return 2 + (_steps(self.rivals) if relation.kind == "partners" else 0)

    def least_broken(self, players: Collection[int]) -> int:
        """The hard wishes that these players break at least, however they sit."""
        return least_broken(self.clubs, players)

    def kind(self, relation: Relation, a: int, b: int) -> int:
        return HARD if b in relation.hard[a] else self.repetition(relation, a, b)

    def repetition(self, relation: Relation, a: int, b: int) -> int:
        """The kind of a repetition inside the window, FREE for none."""
        gap = relation.gap(a, b)
        if gap is None:
            return FREE
        return FORCED if gap <= 1 else self._first_kind(relation) + gap - 2

    def together(self, sides: Sides) -> list[tuple[Relation, Pair]]:
        """The two partner pairs and the four rival pairs of a table."""
        found = [(self.partners, (side[0], side[1])) for side in sides]
        return found + [(self.rivals, pair) for pair in rivals(sides)]

    def harms_of(self, tables: Iterable[Sides]) -> list[int]:
        return [kind for sides in tables for kind in self.harms(sides)]

    def harms(self, sides: Sides) -> list[int]:
        """The kinds of harm done at a table. Two who should not meet may be a repetition as well."""
        found = []
        for relation, (a, b) in self.together(sides):
            if b in relation.hard[a]:
                found.append(HARD)
            kind = self.repetition(relation, a, b)
            if kind != FREE:
                found.append(kind)
        return found

    def again(self, tables: Iterable[Sides]) -> tuple[int, int]:
        """How many partners, and how many rivals, were so before in the event (D10.5)."""
        every = [together for sides in tables for together in self.together(sides)]
        old = [relation.kind for relation, pair in every if relation.again(*pair)]
        return old.count("partners"), old.count("rivals")

    def breaks_wish(self, sides: Sides) -> bool:
        return any(b in relation.hard[a] or b in relation.soft[a] for relation, (a, b) in self.together(sides))


def _steps(relation: Relation) -> int:
    """How far the window can be relaxed: one that reaches back behind round 1 counts as one that just reaches it."""
    return max(0, min(relation.window, relation.now - 1) - 1)


def ties_of(book: Book, pool: Sequence[int], *, fresh: bool = False) -> Ties:
    partners, rivals_ = relations_of(book, {player: player for player in pool}, fresh=fresh)
    return Ties(partners, rivals_, clubs(partners.hard, rivals_.hard))


# --- counting chairs ---------------------------------------------------------------------------------------

_SEATS = 4
_FEWEST = 3  # two who should not meet can always be kept apart

# the pairs that break a wish at least, at a table with 0, 1, … 4 of a club whose members should
NEITHER = (0, 0, 1, 3, 6)  # neither be partners nor rivals
NOT_RIVALS = (0, 0, 0, 2, 4)
NOT_PARTNERS = (0, 0, 0, 1, 2)


class Club(Frozen):
    """Players any two of whom have the same hard wish, with what a table of so many of them breaks."""

    members: frozenset[int]
    broken: tuple[int, ...]

    def least(self, there: int, tables: int) -> int:
        """So many of them at so many tables break the fewest wishes when they spread out evenly: what one more at a
        table breaks never becomes less."""
        each, more = divmod(there, tables)
        few = (tables - more) * self.broken[each]
        return few + more * self.broken[each + 1] if more else few


def clubs(partners: Wishes, rivals: Wishes) -> tuple[Club, ...]:
    """Clubs without a common member, so that what they break adds up."""
    found: list[Club] = []
    taken: set[int] = set()
    both = {a: others & rivals[a] for a, others in partners.items()}
    for wishes, broken in ((both, NEITHER), (rivals, NOT_RIVALS), (partners, NOT_PARTNERS)):
        for members in _cliques(wishes, taken):
            found.append(Club(frozenset(members), broken))
            taken |= members
    return tuple(found)


def least_broken(found: Iterable[Club], players: Collection[int]) -> int:
    """How many hard wishes these players break at least, wherever at tables of four they sit."""
    tables = len(players) // _SEATS
    there = players if isinstance(players, AbstractSet) else frozenset(players)
    return sum(club.least(len(club.members & there), tables) for club in found) if tables else 0


def least_exchanged(found: Iterable[Club], upper: AbstractSet[int], lower: AbstractSet[int], most: int) -> int:
    """How many hard wishes two pyramids break at least, whoever of each, at most so many, changes with the other
    (D7.2): for each club by how many more, or fewer, of it are above."""
    above, below = len(upper) // _SEATS, len(lower) // _SEATS
    least = {(0, 0): 0}  # by how many of clubs came up and went down so far
    members: set[int] = set()
    for club in found:
        members |= club.members
        up, down = len(club.members & upper), len(club.members & lower)
        after: dict[tuple[int, int], int] = {}
        for (come, gone), broken in least.items():
            for more in range(max(gone - most, -up, down - len(lower)), min(most - come, down, len(upper) - up) + 1):
                key = come + max(more, 0), gone + max(-more, 0)
                own = broken + club.least(up + more, above) + club.least(down - more, below)
                after[key] = min(own, after.get(key, own))
        least = after
    spare_above, spare_below = len(upper - members), len(lower - members)
    return min(
        broken for (come, gone), broken in least.items() if come - gone <= spare_above and gone - come <= spare_below
    )


def _cliques(wishes: Wishes, taken: AbstractSet[int]) -> Iterator[set[int]]:
    """Groups of players all of whom have a wish about each other, one after the other: from those with the most wishes
    on."""
    near = {a: others - taken for a, others in wishes.items() if others and a not in taken}
    while near:
        members: set[int] = set()
        among: AbstractSet[int] = near.keys()
        while among:
            chosen = max(among, key=lambda a: (len(near[a] & among), -a))
            members.add(chosen)
            among = near[chosen] & among
        members = members
        if len(members) < _FEWEST:
            return
        yield members
        near = {a: others - members for a, others in near.items() if a not in members}
