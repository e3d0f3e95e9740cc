"""domino, for the check: whether fewer partners and rivals of old could have come back (D10.5).

Groups that can be searched completely are; where the search gives up, or the group is too large, it is noted that
nothing is proved.
"""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.verdicts import Finding, Severity
from ronda.systems.domino.check.ladder import WHOLE, asked
from ronda.systems.domino.check.pyramids import Pyramid
from ronda.systems.domino.check.relations import Sides, Ties
from ronda.systems.domino.check.search import UNLIMITED, Purse, cumulated

_BUDGET = 200_000  # tables tried for one pyramid


def fresher(ties: Ties, pyramid: Pyramid, tables: Sequence[Sides], *, claimed: bool) -> list[Finding]:
    """Fewer partners, or as many and fewer rivals, with no more harm done. `claimed`: the round says that it cannot
    be; where it does not, a fresher round is only noted."""
    partners, rivals = ties.again(tables)
    if not partners and not rivals:
        return []
    facts: dict[str, object] = {"partners": partners, "rivals": rivals}
    players = tuple(p for sides in tables if any(ties.again([sides])) for side in sides for p in side)
    unproved = Finding("variety_unproved", "D10.5", "note", ties.round, players, facts)
    if len(pyramid.players) > WHOLE:
        return [unproved]
    harms = [kind for sides in tables for kind in ties.harms(sides)]
    caps = cumulated(harms, ties.kinds)
    purse, proved = Purse(_BUDGET), True
    for again in ((partners - 1, UNLIMITED), (partners, rivals - 1)):
        if min(again) < 0:
            continue
        question = pyramid.question(min(harms, default=ties.kinds), caps, wishes=True, again=again)
        answer = asked(question, ties, purse)
        if answer.tables is not None:
            fewer = dict(zip(("possible_partners", "possible_rivals"), ties.again(answer.tables), strict=True))
            first, second = answer.tables[0]
            facts |= {**fewer, "example": [list(first), list(second)]}
            severity: Severity = "violation" if claimed else "note"
            return [Finding("fresher_round", "D10.5", severity, ties.round, players, facts)]
        proved = proved and answer.proved
    return [] if proved else [unproved]
