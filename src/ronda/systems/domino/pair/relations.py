"""domino: the players at tables by place, and what stands between any two of them (D1.3, D7, S3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import NamedTuple

from ronda.core import Book, Frozen, replace
from ronda.pairing.least_harm import Packing
from ronda.systems.domino.field import Foursome, Relation, relations_of
from ronda.systems.domino.rules import Choices, Windows, settings

# What one pair of players costs, so that sums compare like (hard wishes broken, repetitions forced, windows
# relaxed, rival windows among them, rounds too early, soft wishes broken, partners and rivals of old met again).
_PARTS, _LIMIT = 8, 1 << 24
HARD, FORCED, RELAXED, RIVAL, DEPTH, SOFT, OLD_PARTNER, OLD_RIVAL = Packing.of((_LIMIT,) * _PARTS).units


class Level(NamedTuple):
    """A step of the ladder: the windows that are kept, and whether hard wishes are (D7, S3)."""

    code: str
    windows: Windows
    wishes: bool = True

    @property
    def strict(self) -> bool:
        return self.code == "strict"


def levels(own: Windows, now: int) -> list[Level]:
    """D7.1: strict, then the partner window down to 1, then the rival window down to 1. A window that
    reaches back behind round 1 counts as one that just reaches it."""
    partner, rival = min(own.partner, now), min(own.rival, now)
    ladder = [Level("strict", own)]
    ladder += [Level("partner_window", Windows(w, own.rival)) for w in range(partner - 1, 0, -1)]
    least = min(own.partner, 1)
    ladder += [Level("rival_window", Windows(least, w)) for w in range(rival - 1, 0, -1)]
    return ladder


FORCED_LEVEL = Level("forced", Windows(0, 0))  # D7.3
LAST_LEVEL = Level("avoid_broken", Windows(0, 0), wishes=False)  # S3


class Field(Frozen):
    """Place 0 is the best player; byes are taken out."""

    order: Sequence[int]
    round: int
    partners: Relation
    rivals: Relation
    choices: Choices = Choices()

    @property
    def windows(self) -> Windows:
        return Windows(self.partners.window, self.rivals.window)

    def less_fresh(self) -> Iterator[Field]:
        """The same field, then without the wish for new rivals, then without that for new partners either: for walks
        that cannot weigh one against the other (D10.5)."""
        yield self
        if self.rivals.fresh:
            partners_only = replace(self, rivals=replace(self.rivals, fresh=False))
            yield partners_only
            yield replace(partners_only, partners=replace(self.partners, fresh=False))

    def cost(self, ties: Relation, a: int, b: int, level: Level) -> int | None:
        """What it costs to let the two be partners, or rivals; None: not on this level."""
        cost = _again(ties, a, b) + (SOFT if b in ties.soft[a] else 0)
        if b in ties.hard[a]:
            if level.wishes:
                return None
            cost += HARD
        gap = ties.gap(a, b)
        if gap is None:
            return cost
        kept = level.windows.partner if ties.kind == "partners" else level.windows.rival
        if gap <= kept:
            return None
        if gap <= 1:
            return cost + FORCED
        return cost + RELAXED + DEPTH * (ties.window - gap + 1) + (RIVAL if ties.kind == "rivals" else 0)

    def price(self, ties: Relation, a: int, b: int) -> int:
        """The same on the last level, where everything is allowed."""
        cost = self.cost(ties, a, b, LAST_LEVEL)
        assert cost is not None, "everything is allowed"
        return cost

    def table_price(self, table: Foursome) -> int:
        return sum(self.price(*two) for two in self.together(table))

    def together(self, table: Foursome) -> Iterator[tuple[Relation, int, int]]:
        """The partners and the rivals of a table."""
        first, second = table
        yield self.partners, *first
        yield self.partners, *second
        for a, b in product(first, second):
            yield self.rivals, a, b

    def repeated(self, table: Foursome) -> int:
        """What the partners and rivals at a table cost who were so before (D10.5)."""
        return sum(_again(*two) for two in self.together(table))


def barred_with(ties: Relation, place: int) -> set[int]:
    """Those whom the place may not be with in a strict round, or should not."""
    return ties.within(place).union(ties.hard[place], ties.soft[place])


def _again(ties: Relation, a: int, b: int) -> int:
    """What it costs that the two had it before in the event (D10.5)."""
    if not ties.again(a, b):
        return 0
    return OLD_PARTNER if ties.kind == "partners" else OLD_RIVAL


def field_of(book: Book, order: Sequence[int]) -> Field:
    """The players to be seated, best first."""
    choices = settings(book.setup).choices
    places = {player: at for at, player in enumerate(order)}
    return Field(order, book.round, *relations_of(book, places, fresh=choices.fresh), choices)


IMPOSSIBLE = 1 << 200
_SMALLEST = 3
_MOST_CROWDS = 8

# how many bad pairs a table has at least that seats 0, 1, … 4 of the crowd
_APART = (0, 0, 1, 3, 6)  # neither partners nor rivals
_NOT_RIVALS = (0, 0, 0, 2, 4)
_NOT_PARTNERS = (0, 0, 0, 1, 2)


class Crowd(Frozen):
    """Players any two of whom cost at least `unit` in the ways that `pairs` counts; `members` has a bit
    for each place."""

    members: int
    unit: int
    pairs: Sequence[int]

    def least(self, free: int) -> int:
        """What they cost at least when all free players are seated."""
        return self.spread((free & self.members).bit_count(), free.bit_count() // 4)

    def spread(self, there: int, tables: int) -> int:
        """So many of them cost the least at so many tables when they are spread as evenly as can be."""
        each, more = divmod(there, tables)
        bad = (tables - more) * self.pairs[each] + (more and more * self.pairs[each + 1])
        return bad * self.unit


def crowds(field: Field, pyramid: Sequence[int], level: Level) -> list[Crowd]:
    """Crowds that share no player, the largest first, so that their costs add up. Only wishes make
    crowds worth looking for: windows bar few players each."""
    if not any(ties.hard[a] or ties.soft[a] for ties in (field.partners, field.rivals) for a in pyramid):
        return []
    both = (field.partners, field.rivals)
    for relations, pairs in ((both, _APART), (both[1:], _NOT_RIVALS), (both[:1], _NOT_PARTNERS)):
        found = list(_cliques(_prices(field, pyramid, relations, level), pairs))
        if found:
            return found
    return []


def hard_clubs(field: Field) -> list[Crowd]:
    """Crowds of the whole field whose members may not meet by hard wishes alone."""
    if not any(any(ties.hard.values()) for ties in (field.partners, field.rivals)):
        return []
    everybody = range(len(field.order))
    nothing: dict[int, dict[int, int]] = {a: {} for a in everybody}
    nobody: dict[int, frozenset[int]] = dict.fromkeys(everybody, frozenset())
    partners, rivals = (replace(t, last=nothing, soft=nobody) for t in (field.partners, field.rivals))
    return crowds(replace(field, partners=partners, rivals=rivals), everybody, LAST_LEVEL)


def least_of(found: Sequence[Crowd], free: int) -> int:
    """What the crowds cost at least together."""
    return sum(crowd.least(free) for crowd in found)


def _prices(
    field: Field, pyramid: Sequence[int], relations: Sequence[Relation], level: Level
) -> dict[int, dict[int, int]]:
    """For each place those it cannot be with for nothing in any of these relations, and what that costs."""
    within = set(pyramid)
    found: dict[int, dict[int, int]] = {a: {} for a in pyramid}
    for a in pyramid:
        known: set[int] = set()
        for ties in (field.partners, field.rivals):
            known.update(ties.last[a], ties.hard[a], ties.soft[a])
        for b in known & within:
            costs = [field.cost(ties, a, b, level) for ties in relations]
            if a < b and (least := min((cost for cost in costs if cost is not None), default=IMPOSSIBLE)):
                found[a][b] = found[b][a] = least
    return found


def _cliques(prices: dict[int, dict[int, int]], pairs: Sequence[int]) -> Iterator[Crowd]:
    """Disjoint groups, greedily, in which every two cost something."""
    bad = {a: set(others) for a, others in prices.items()}
    for _ in range(_MOST_CROWDS):
        group: list[int] = []
        among = {a for a, others in bad.items() if others}
        while among:
            chosen = max(among, key=lambda a: (len(bad[a] & among), -a))
            group.append(chosen)
            among &= bad[chosen]
        if len(group) < _SMALLEST:
            return
        yield Crowd(sum(1 << place for place in group), min(prices[a][b] for a, b in combinations(group, 2)), pairs)
        bad = {a: others.difference(group) for a, others in bad.items() if a not in group}
