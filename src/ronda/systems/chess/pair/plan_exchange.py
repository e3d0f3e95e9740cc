"""chess: a better round out of a plan (C5.4), where the search for the first choice ended its steps.

Any round of a plan can be played now. Two rounds of it fall into rings of tables that belong to them by turns; in each
ring the two can be exchanged, and the plan stays a plan. So the round to be played takes from the others, ring by ring,
what the rulebook likes better, until nothing changes any more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ronda.core.chance import Draw
from ronda.systems.chess.pair.plan import Pair, Stage

Cost = Callable[[Pair], int | None]  # None: not allowed in the round to be played

_STARTS = 4
_SWEEPS = 12


def improved(plan: Sequence[Stage], cost: Cost, draw: Draw) -> list[Stage] | None:
    """The plan with the best round that was found as its first; None where no round of it is allowed now."""
    totals = [(total, t) for t in range(len(plan)) if (total := _total(plan[t], cost)) is not None]
    best: tuple[int, list[Stage]] | None = None
    for _, t in sorted(totals)[:_STARTS]:
        turned = [plan[t], *plan[:t], *plan[t + 1 :]]
        found = _swept(turned, cost, draw.about(t))
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


def _swept(plan: list[Stage], cost: Cost, draw: Draw) -> list[Stage]:
    """Exchanges until nothing gets better; between two sweeps the other rounds are mixed."""
    for _ in range(_SWEEPS):
        better = False
        for t in range(1, len(plan)):
            for mine, theirs in list(_rings(plan[0], plan[t])):
                before, after = _total(mine, cost), _total(theirs, cost)
                if before is not None and after is not None and after < before:
                    plan[0], plan[t] = plan[0] - mine | theirs, plan[t] - theirs | mine
                    better = True
        if not better and len(plan) < 3:
            break
        _mix(plan, draw)
    return plan


def _mix(plan: list[Stage], draw: Draw) -> None:
    for t in range(2, len(plan)):
        s = 1 + draw.below(t - 1)
        rings = list(_rings(plan[s], plan[t]))
        if rings:
            one, other = rings[draw.below(len(rings))]
            plan[s], plan[t] = plan[s] - one | other, plan[t] - other | one


def _rings(one: Stage, other: Stage) -> Iterator[tuple[Stage, Stage]]:
    """The rings of two rounds: the tables of the one and of the other. Where their players differ, a chain that is not
    closed is left out."""
    here, there = _mates(one), _mates(other)
    seen: set[int] = set()
    for start in sorted(here):
        if start in seen:
            continue
        mine: set[Pair] = set()
        theirs: set[Pair] = set()
        at = start
        while at in here and here[at] in there:
            across = here[at]
            mine.add((min(at, across), max(at, across)))
            following = there[across]
            theirs.add((min(across, following), max(across, following)))
            seen |= {at, across}
            at = following
            if at == start:
                if mine != theirs:
                    yield frozenset(mine), frozenset(theirs)
                break
            if at in seen:
                break
        seen.add(start)


def _mates(stage: Stage) -> dict[int, int]:
    return dict(stage) | {b: a for a, b in stage}
