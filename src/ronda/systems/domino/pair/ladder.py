"""domino: from the strict round down the ladder, each pyramid only as far as it must (D6, D7)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Any, NamedTuple

from ronda.core import Frozen, replace
from ronda.systems.domino.pair.pyramids import Crossing, Unit, Way, count_crossings, crossings, nothing_before, units
from ronda.systems.domino.pair.relations import (
    FORCED_LEVEL,
    HARD,
    LAST_LEVEL,
    RELAXED,
    Field,
    Level,
    crowds,
    hard_clubs,
    least_of,
    levels,
)
from ronda.systems.domino.pair.search import Attempt, attempt
from ronda.systems.domino.pair.walk import Seating

MOST_CROSSINGS = 1_000  # D7.2: exchanges between pyramids that are compared, the nearest to the border first
SCREENED = 28  # D10.6: players of a field of which every exchange is looked at, by its clean tables
ROUND_BUDGET = 1_000_000  # work after which no further exchanges between pyramids are tried


class Failure(Frozen):
    """A level on which a pyramid could not be seated (D7.4)."""

    pyramid: str
    crossing: Crossing
    level: Level
    attempts: int
    proved: bool


class Part(Frozen):
    """A pyramid with its seating. `depth`: how far down the ladder its level is."""

    pyramid: str
    depth: int
    seating: Seating
    found: Attempt


class Compared(NamedTuple):
    """The exchanges between pyramids that were compared, of how many, and whether no other is better (D7.2); the hard
    wishes that are broken, and that any of them breaks at least (D7.2b)."""

    ways: int
    of: int
    proved: bool
    broken: int
    least: int


class LadderOutcome(Frozen):
    """The whole round, and who changed pyramids for it (D7.2)."""

    parts: tuple[Part, ...]
    crossing: Crossing
    failures: tuple[Failure, ...] = ()
    compared: Compared | None = None

    @property
    def harm(self) -> Harm:
        return max(part.depth for part in self.parts), sum(part.found.cost for part in self.parts) // RELAXED

    @property
    def proved(self) -> bool:
        """Whether none of its pyramids can be seated with less harm."""
        return all(part.found.proof != "none" for part in self.parts)


Harm = tuple[int, int]  # how far down the ladder a round is, and then the relaxed pairs, the graver ones first
Order = tuple[Any, ...]  # that of an exchange
Rank = tuple[Harm, Order]  # a round in the order of D7.2: its harm, then its exchange


def climb_down(field: Field) -> LadderOutcome:
    """The strict round, or the mildest there is."""
    search = _Ladder(field)
    ladder = levels(field.windows, field.round)
    found: LadderOutcome | None = None
    compared: Compared | None = None
    if field.choices.exchange_first:
        found = search.round((), ladder[:1])
        if found is None:
            found, compared = _clean(search, ladder[:1])
            search.rest()
    found = found or search.round((), ladder) or _crossed(search)  # D6, D7.1
    return replace(found, failures=tuple(search.failures), compared=found.compared or compared)


def _clean(search: _Ladder, strict: Sequence[Level]) -> tuple[LadderOutcome | None, Compared | None]:
    """D10.6: the first exchange between pyramids in the order of D7.2 after which no window has to be relaxed; where
    there is none, how many were tried."""
    field = search.field
    size = len(field.order)
    screen = _CleanTables(field, strict[0]) if size <= SCREENED else None
    ways = crossings(size, search.clubs, across=field.choices.across)
    tried, of = 0, count_crossings(size)
    for way in ways if screen else islice(ways, MOST_CROSSINGS):
        if way.least or search.tired:
            break
        if not way.exchanged:
            continue
        tried += 1
        if screen and not all(screen.seat(unit.members) for unit in search.units(way.crossing)):
            continue
        found = search.round(way.crossing, strict)
        if found is not None:
            surely = all(failed.proved for failed in search.failures) and not search.clubs
            return replace(found, compared=Compared(tried, of, surely and nothing_before(size, way), 0, 0)), None
    proved = tried == of and all(failed.proved for failed in search.failures)
    return None, Compared(tried, of, proved, 0, 0) if tried else None


def _crossed(search: _Ladder) -> LadderOutcome:
    """D7.2, D7.3, and hard wishes last of all (S3)."""
    field = search.field
    ladder = levels(field.windows, field.round)
    ways = list(islice(crossings(len(field.order), search.clubs, across=field.choices.across), MOST_CROSSINGS))
    hopeless = ways[0].least > 0  # hard wishes alone forbid every round
    found = None if hopeless else _mildest(search, [way for way in ways if way.exchanged], ladder)
    for last in (LAST_LEVEL,) if hopeless else (FORCED_LEVEL, LAST_LEVEL):
        if found is None:
            ladder.append(last)
            found = _mildest(search, ways, ladder)
    assert found is not None, "with every rule lifted everybody can be seated"
    return found


def _mildest(search: _Ladder, ways: Sequence[Way], ladder: Sequence[Level]) -> LadderOutcome | None:
    """Of all exchanges the one with the mildest windows, then the fewest relaxed pairs; of these the first, with the
    fewest players and the smallest displacement (D7.2). Those that must break the fewest hard wishes come first: once
    one cannot be better than what is known, none after it can."""
    best: LadderOutcome | None = None
    known: Rank | None = None
    compared, of = 0, count_crossings(len(search.field.order))
    every = sum(bool(way.exchanged) for way in ways) == of
    for way in ways:
        tired = search.tired and (known is not None or ladder[-1].wishes)  # at the end there must be a round
        if tired or not _may_be_better(way, ladder, known):
            every = every and not tired
            break
        compared += bool(way.exchanged)
        if known is not None and search.crowded(way, ladder[-1], known):
            continue
        found = search.round(way.crossing, ladder, way.order, known)
        if found is not None:
            best, known = found, (found.harm, way.order)
    if best is None:
        return None
    proved = every and best.proved and all(failed.proved for failed in search.failures)
    least = ways[0].least
    if search.clubs and known == _at_best(ways[0], ladder):  # breaks as few as must be, and nothing nearer can
        proved = least > 0 or all(failed.proved for failed in search.failures)
    return replace(best, compared=Compared(compared, of, proved, best.harm[1] // (HARD // RELAXED), least // HARD))


def _may_be_better(way: Way, ladder: Sequence[Level], known: Rank | None) -> bool:
    if way.least and ladder[-1].wishes:
        return False
    return known is None or _at_best(way, ladder) < known


def _at_best(way: Way, ladder: Sequence[Level]) -> Rank:
    """The rank of a round with this exchange that breaks no more than it must."""
    return (len(ladder) - 1, way.least // RELAXED) if way.least else (0, 0), way.order


class _CleanTables:
    """The tables of a field at which nothing is relaxed, as sets of places, by the best of them. Of many exchanges of
    pyramids few leave a round of such tables (D10.6): to lay them out once and to ask for each exchange whether either
    pyramid can be filled from them costs a small part of searching each."""

    def __init__(self, field: Field, strict: Level) -> None:
        everybody = range(len(field.order))
        partners, rivals = (
            [sum(1 << b for b in everybody if b != a and field.cost(ties, a, b, strict) is not None) for a in everybody]
            for ties in (field.partners, field.rivals)
        )
        self._by_best: defaultdict[int, list[int]] = defaultdict(list)
        for a, b, c, d in combinations(everybody, 4):
            for (p, q), (r, s) in (((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))):
                apart = 1 << r | 1 << s
                if partners[p] >> q & 1 and partners[r] >> s & 1 and rivals[p] & rivals[q] & apart == apart:
                    self._by_best[a].append(1 << a | 1 << b | 1 << c | 1 << d)
                    break

    def seat(self, players: int) -> bool:
        """Whether these, given as a set of places, can be seated at such tables."""
        if not players:
            return True
        best = (players & -players).bit_length() - 1
        return any(not table & ~players and self.seat(players & ~table) for table in self._by_best[best])


class _Ladder:
    """Attempts are made once; failures are kept in the order they were met."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self.clubs = hard_clubs(field)
        self._known: dict[tuple[Crossing, str, Level], Attempt] = {}
        self._work = 0
        self.failures: list[Failure] = []

    @property
    def tired(self) -> bool:
        """Whether no further exchanges between pyramids should be tried."""
        return self._work > ROUND_BUDGET

    def rest(self) -> None:
        """Another question, with a budget of its own."""
        self._work = 0

    def crowded(self, way: Way, last: Level, known: Rank) -> bool:
        """Whether counting the crowds of each pyramid tells that the exchange is no better."""
        own = 0
        for unit in self.units(way.crossing):
            own += least_of(crowds(self.field, unit.places, last), unit.members)
        (_, harm), order = known
        return own > 0 and (own // RELAXED, way.order) >= (harm, order)

    def round(
        self, crossing: Crossing, ladder: Sequence[Level], order: Order = (), known: Rank | None = None
    ) -> LadderOutcome | None:
        """Every pyramid on its own first level, if each has one. Where it is plain that the round will not be better
        than a `known` one, it is not made."""
        if known is not None:
            ladder = ladder[: known[0][0] + 1]
        made = LadderOutcome((), crossing)
        ahead = sum(self._counted(unit) for unit in self.units(crossing))
        for unit in self.units(crossing):
            part = self._part(unit, crossing, ladder)
            if part is None:
                return None
            made = replace(made, parts=(*made.parts, part))
            ahead -= self._counted(unit)
            depth, harm = made.harm
            if known is not None and ((depth, harm + ahead // RELAXED), order) >= known:
                return None
        return made

    def _counted(self, unit: Unit) -> int:
        """What the clubs cost at least there."""
        return least_of(self.clubs, unit.members)

    def units(self, crossing: Crossing) -> list[Unit]:
        return units(len(self.field.order), crossing, across=self.field.choices.across)

    def _part(self, unit: Unit, crossing: Crossing, ladder: Sequence[Level]) -> Part | None:
        if crossing and self._attempt(unit, crossing, ladder[-1]).seating is None:
            return None  # nothing milder can be possible either
        for depth, level in enumerate(ladder):
            found = self._attempt(unit, crossing, level)
            if found.seating is not None:
                return Part(unit.name, depth, found.seating, found)
        return None

    def _attempt(self, unit: Unit, crossing: Crossing, level: Level) -> Attempt:
        key = (crossing, unit.name, level)
        if key not in self._known:
            found = attempt(self.field, unit, level)
            self._known[key] = found
            self._work += found.work
            if found.seating is None:
                self.failures.append(Failure(unit.name, crossing, level, found.work, found.proof != "none"))
        return self._known[key]
