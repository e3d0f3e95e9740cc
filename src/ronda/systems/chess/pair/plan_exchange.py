"""chess: a better round out of a plan (C5.4), where the search for the first choice ended its steps.

Any round of a plan can be played now. Two rounds of it fall into rings of tables that belong to them by turns; in each
ring the two can be exchanged, and the plan stays a plan. So the round to be played takes from the others, ring by ring,
what the rulebook likes better, until nothing changes any more or nothing more may be spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache

from ronda.core.chance import Draw
from ronda.systems.chess.pair.plan import Effort, Exhausted, Pair, Stage

Cost = Callable[[Pair], int | None]  # None: not allowed in the round to be played
Mates = dict[int, int]  # of one round, from the lowest place up

_STARTS = 4
_SWEEPS = 12


def improved(plan: Sequence[Stage], cost: Cost, draw: Draw, effort: Effort) -> list[Stage] | None:
    """The plan with the best round that was found as its first; None where no round of it is allowed now."""
    cost = cache(cost)
    totals = [(total, t) for t in range(len(plan)) if (total := _total(plan[t], cost)) is not None]
    best: tuple[int, list[Stage]] | None = None
    for _, t in sorted(totals)[:_STARTS]:
        turned = [_mates(stage) for stage in (plan[t], *plan[:t], *plan[t + 1 :])]
        with suppress(Exhausted):  # every exchange leaves a plan
            _sweep(turned, cost, draw.about(t), effort)
        found = [frozenset((a, b) for a, b in mates.items() if a < b) for mates in turned]
        total = _total(found[0], cost)
        assert total is not None, "the exchanges keep to what is allowed"
        if best is None or total < best[0]:
            best = (total, found)
    return best[1] if best else None


def _total(stage: Stage, cost: Cost) -> int | None:
    total = 0
    for pair in stage:
        own = cost(pair)
        if own is None:
            return None
        total += own
    return total


def _sweep(plan: list[Mates], cost: Cost, draw: Draw, effort: Effort) -> None:
    """Exchanges until nothing gets better; between two sweeps the other rounds are mixed."""
    for _ in range(_SWEEPS):
        better = False
        for other in plan[1:]:
            effort.spend(len(other))  # of its tables, one half is for the mixing
            for ring in list(_rings(plan[0], other)):
                if _saves(ring, cost):
                    _exchange(ring, plan[0], other)
                    better = True
        if not better and len(plan) < 3:
            break
        _mix(plan, draw)


def _saves(ring: Sequence[int], cost: Cost) -> bool:
    """Whether the tables of the second round, from the second place on, cost less than those of the first."""
    change = 0
    for at, a in enumerate(ring):
        b = ring[at + 1] if at + 1 < len(ring) else ring[0]
        own = cost((a, b) if a < b else (b, a))
        if own is None:
            return False
        change += own if at % 2 else -own
    return change < 0


def _mix(plan: Sequence[Mates], draw: Draw) -> None:
    for t in range(2, len(plan)):
        s = 1 + draw.below(t - 1)
        rings = list(_rings(plan[s], plan[t]))
        if rings:
            _exchange(rings[draw.below(len(rings))], plan[s], plan[t])


def _exchange(ring: Sequence[int], one: Mates, other: Mates) -> None:
    for place in ring:
        one[place], other[place] = other[place], one[place]


def _rings(one: Mates, other: Mates) -> Iterator[list[int]]:
    """The rings of two rounds, by the lowest place: each place sits with the next one, in the first round and in the
    other by turns. Where their players differ, a chain that is not closed is left out; so is a table of both."""
    seen: set[int] = set()
    for start in one:
        if start in seen:
            continue
        ring: list[int] = []
        at = start
        while at in one and at not in seen and one[at] in other:
            across = one[at]
            ring += (at, across)
            seen.add(at)
            seen.add(across)
            at = other[across]
        if at == start and len(ring) > 2:
            yield ring


def _mates(stage: Stage) -> Mates:
    return dict(sorted((*stage, *((b, a) for a, b in stage))))
