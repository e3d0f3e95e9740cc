"""domino: from the strict round down the ladder, each pyramid only as far as it must (D6, D7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from ronda.core.values import Frozen, NamedTuple, replace
from ronda.systems.domino.pair.lower_bounds import IMPOSSIBLE, crowds, least_of
from ronda.systems.domino.pair.plain_walk import Seating
from ronda.systems.domino.pair.pyramids import Crossing, Unit, count_crossings, crossings, units
from ronda.systems.domino.pair.relations import FORCED_LEVEL, LAST_LEVEL, RELAXED, Field, Level, levels
from ronda.systems.domino.pair.search import Attempt, attempt

MOST_CROSSINGS = 1_000  # D7.2: exchanges between pyramids that are compared, the nearest to the border first
ROUND_BUDGET = 1_000_000  # work after which no further exchanges between pyramids are tried


class Failure(Frozen, frozen=True):
    """A level on which a pyramid could not be seated (D7.4)."""

    pyramid: str
    crossing: Crossing
    level: Level
    attempts: int
    proved: bool


class Part(Frozen, frozen=True):
    """A pyramid with its seating. `depth`: how far down the ladder its level is."""

    pyramid: str
    level: Level
    depth: int
    seating: Seating
    found: Attempt


class Compared(NamedTuple):
    """The exchanges between pyramids that were compared, of how many, and whether no other is better (D7.2)."""

    ways: int
    of: int
    proved: bool


class LadderOutcome(Frozen, frozen=True):
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


def climb_down(field: Field) -> LadderOutcome:
    """The strict round, or the mildest there is."""
    search = _Ladder(field)
    found = search.round((), levels(field.windows, field.round)) or _crossed(search)  # D6, D7.1
    return replace(found, failures=tuple(search.failures))


def _crossed(search: _Ladder) -> LadderOutcome:
    """D7.2, D7.3, and hard wishes last of all (S3)."""
    field = search.field
    ladder = levels(field.windows, field.round)
    every = list(islice(crossings(len(field.order)), MOST_CROSSINGS))
    hopeless = (
        _floor(field, range(len(field.order)), FORCED_LEVEL) >= IMPOSSIBLE
    )  # hard wishes alone forbid every round
    found = None if hopeless else _mildest(search, every[1:], ladder)
    for last in (LAST_LEVEL,) if hopeless else (FORCED_LEVEL, LAST_LEVEL):
        if found is None:
            ladder.append(last)
            found = _mildest(search, every, ladder)
    assert found is not None, "with every rule lifted everybody can be seated"
    return found


def _floor(field: Field, places: Sequence[int], level: Level) -> int:
    """What hard wishes and forced repetitions these players cost at least, by counting crowds."""
    return least_of(crowds(field, places, level), sum(1 << place for place in places))


def _mildest(search: _Ladder, every: Sequence[Crossing], ladder: Sequence[Level]) -> LadderOutcome | None:
    """Of all exchanges the one with the mildest windows, then the fewest relaxed pairs; of these the first, with the
    fewest players and the smallest displacement (D7.2). One that needs no more than any round must ends the search."""
    field, last = search.field, ladder[-1]
    least = _floor(field, range(len(field.order)), last) // RELAXED
    best: LadderOutcome | None = None
    of = count_crossings(len(field.order))
    ways, proved = 0, sum(map(bool, every)) == of
    for crossing in every:
        if search.tired or (best is not None and best.harm in ((0, 0), (len(ladder) - 1, least))):
            proved = proved and not search.tired
            break
        ways += bool(crossing)
        own = sum(_floor(field, unit.places, last) for unit in search.units(crossing))
        if best is not None and own and own // RELAXED >= best.harm[1]:
            continue
        found = search.round(crossing, ladder, best.harm if best else None)
        if found is not None and (best is None or found.harm < best.harm):
            best = found
    if best is None:
        return None
    proved = proved and best.proved and all(failed.proved for failed in search.failures)
    return replace(best, compared=Compared(ways, of, proved))


class _Ladder:
    """Attempts are made once; failures are kept in the order they were met."""

    def __init__(self, field: Field) -> None:
        self.field = field
        self._known: dict[tuple[Crossing, str, Level], Attempt] = {}
        self._work = 0
        self.failures: list[Failure] = []

    @property
    def tired(self) -> bool:
        """Whether no further exchanges between pyramids should be tried."""
        return self._work > ROUND_BUDGET

    def round(self, crossing: Crossing, ladder: Sequence[Level], known: Harm | None = None) -> LadderOutcome | None:
        """Every pyramid on its own first level, if each has one. Where it is plain that the round will not be better
        than a `known` one, it is not made."""
        if known is not None:
            ladder = ladder[: known[0] + 1]
        made = LadderOutcome((), crossing)
        for unit in self.units(crossing):
            part = self._part(unit, crossing, ladder)
            if part is None:
                return None
            made = replace(made, parts=(*made.parts, part))
            if known is not None and made.harm >= known:
                return None
        return made

    def units(self, crossing: Crossing) -> list[Unit]:
        return units(len(self.field.order), crossing, across=self.field.across)

    def _part(self, unit: Unit, crossing: Crossing, ladder: Sequence[Level]) -> Part | None:
        if crossing and self._attempt(unit, crossing, ladder[-1]).seating is None:
            return None  # nothing milder can be possible either
        for depth, level in enumerate(ladder):
            found = self._attempt(unit, crossing, level)
            if found.seating is not None:
                return Part(unit.name, level, depth, found.seating, found)
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
