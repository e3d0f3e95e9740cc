"""domino: from the strict round down the ladder, each pyramid only as far as it must (D6, D7)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from ronda.systems.domino.crowds import IMPOSSIBLE, crowds, least_of
from ronda.systems.domino.pyramids import Crossing, crossings, pyramids
from ronda.systems.domino.room import FORCED, FORCED_LEVEL, LAST_LEVEL, Level, Room, levels
from ronda.systems.domino.search import Attempt, attempt
from ronda.systems.domino.seats import Seating

MOST_CROSSINGS = 300
ROUND_BUDGET = 1_000_000  # work after which no further exchanges between pyramids are tried


class Failure(NamedTuple):
    """A level on which a pyramid could not be seated (D7.4)."""

    pyramid: str
    crossing: Crossing
    level: Level
    attempts: int
    proved: bool


class Part(NamedTuple):
    """A pyramid with its seating."""

    pyramid: str
    level: Level
    seating: Seating
    found: Attempt


class Outcome(NamedTuple):
    """The whole round, and who changed pyramids for it (D7.2)."""

    parts: tuple[Part, ...]
    crossing: Crossing
    failures: tuple[Failure, ...] = ()

    @property
    def severity(self) -> tuple[int, int, int]:
        """Hard wishes broken and repetitions forced; exchanges between pyramids; everything else."""
        cost = sum(part.found.cost for part in self.parts)
        return cost // FORCED, len(self.crossing), cost


def climb_down(room: Room) -> Outcome:
    """The strict round, or the mildest there is."""
    search = _Ladder(room)
    found = search.round((), levels(room.windows, room.round)) or _crossed(search)  # D6, D7.1
    return found._replace(failures=tuple(search.failures))


def _crossed(search: _Ladder) -> Outcome:
    """D7.2, D7.3, and hard wishes last of all (S3)."""
    room = search.room
    everybody = range(len(room.order))
    ladder = levels(room.windows, room.round)
    every = list(islice(crossings(len(room.order)), MOST_CROSSINGS))
    hopeless = _floor(room, everybody, FORCED_LEVEL) >= IMPOSSIBLE  # hard wishes alone forbid every round
    for crossing in () if hopeless else every[1:]:
        found = search.round(crossing, ladder)
        if found is not None:
            return found
        if search.tired:
            break
    for last in (LAST_LEVEL,) if hopeless else (FORCED_LEVEL, LAST_LEVEL):
        ladder.append(last)
        found = _mildest(search, every, ladder)
        if found is not None:
            return found
    raise AssertionError("with every rule lifted everybody can be seated")


def _floor(room: Room, places: Sequence[int], level: Level) -> int:
    """What hard wishes and forced repetitions these players cost at least, by counting crowds."""
    return least_of(crowds(room, places, level), sum(1 << place for place in places))


def _mildest(search: _Ladder, every: Sequence[Crossing], ladder: Sequence[Level]) -> Outcome | None:
    """The round with the fewest hard wishes broken and repetitions forced, of these with the fewest exchanges. The
    first that breaks no more than any round must is taken at once."""
    room, last = search.room, ladder[-1]
    least = _floor(room, range(len(room.order)), last) // FORCED
    best: Outcome | None = None
    for crossing in every:
        own = sum(_floor(room, places, last) for places in pyramids(len(room.order), crossing) if places)
        if best is not None and (own // FORCED, len(crossing)) > best.severity[:2]:
            continue
        found = search.round(crossing, ladder)
        if found is not None and (best is None or found.severity < best.severity):
            best = found
        if search.tired or (best is not None and 0 < best.severity[0] <= least):
            break
    return best


class _Ladder:
    """Attempts are made once; failures are kept in the order they were met."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self._known: dict[tuple[Crossing, str, Level], Attempt] = {}
        self._work = 0
        self.failures: list[Failure] = []

    @property
    def tired(self) -> bool:
        """Whether no further exchanges between pyramids should be tried."""
        return self._work > ROUND_BUDGET

    def round(self, crossing: Crossing, ladder: Sequence[Level]) -> Outcome | None:
        """Every pyramid on its own first level, if each has one."""
        parts = []
        for name, places in zip(("upper", "lower"), pyramids(len(self.room.order), crossing), strict=True):
            if places:
                part = self._part(name, places, crossing, ladder)
                if part is None:
                    return None
                parts.append(part)
        return Outcome(tuple(parts), crossing)

    def _part(self, name: str, places: Sequence[int], crossing: Crossing, ladder: Sequence[Level]) -> Part | None:
        if crossing and self._attempt(name, places, crossing, ladder[-1]).seating is None:
            return None  # nothing milder can be possible either
        for level in ladder:
            found = self._attempt(name, places, crossing, level)
            if found.seating is not None:
                return Part(name, level, found.seating, found)
        return None

    def _attempt(self, name: str, places: Sequence[int], crossing: Crossing, level: Level) -> Attempt:
        key = (crossing, name, level)
        if key not in self._known:
            found = attempt(self.room, places, level)
            self._known[key] = found
            self._work += found.work
            if found.seating is None:
                self.failures.append(Failure(name, crossing, level, found.work, found.proof != "none"))
        return self._known[key]
