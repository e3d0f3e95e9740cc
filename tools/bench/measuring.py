"""What something costs: processor time, with that of child processes, as a multiple of a yardstick timed beside it.

A busy machine makes both slower alike, and a faster one both faster: the multiple stays. Of several tries the best of
each counts: what disturbs only adds, and a yardstick that was disturbed would flatter what is measured by it.
"""

from __future__ import annotations

import resource
from collections.abc import Callable, Mapping
from math import log
from typing import NamedTuple

TRIES = 4
LEAST = 0.02  # seconds that a try takes at least: what is quicker is done several times


class Cost(NamedTuple):
    """Milliseconds of processor, and how many yardsticks that is."""

    milliseconds: float
    ratio: float


def processor() -> float:
    """Seconds of this process and of those it has waited for."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime


def yardstick() -> None:
    """What this program is made of: small objects, dictionaries, tuples, sorting."""
    rows = [(n * 7919 % 10_007, str(n), (n, n + 1)) for n in range(6_000)]
    known = {row[1]: row for row in rows}
    rows.sort(key=lambda row: (-row[0], row[1]))
    sum(known[text][0] for _, text, _ in rows)


def timed(action: Callable[[], object], times: int = 1) -> float:
    start = processor()
    for _ in range(times):
        action()
    return (processor() - start) / times


def best(*found: Cost) -> Cost:
    """Of several times that the same was measured: what disturbs it only adds."""
    return Cost(min(one.milliseconds for one in found), min(one.ratio for one in found))


def cost(action: Callable[[], object], tries: int = TRIES) -> Cost:
    """Of the best try."""
    first = timed(action)
    times = max(1, round(LEAST / first)) if first else 100
    yardsticks = [timed(yardstick, 3)]
    found = []
    for _ in range(tries):
        found.append(timed(action, times))
        yardsticks.append(timed(yardstick, 3))
    return Cost(min(found) * 1000, min(found) / min(yardsticks))


def exponent(costs: Mapping[int, float]) -> float:
    """By which power the cost grows with the size: the slope of the straight line through the logarithms."""
    points = [(log(size), log(value)) for size, value in costs.items() if value > 0]
    across = sum(x for x, _ in points) / len(points)
    up = sum(y for _, y in points) / len(points)
    spread = sum((x - across) ** 2 for x, _ in points)
    return sum((x - across) * (y - up) for x, y in points) / spread if spread else 0.0
