"""Every table and free game has a reason, with the facts that the list of codes promises (S7)."""

from __future__ import annotations

import pytest

from ronda.core.model import Avoid, Tournament
from ronda.core.verdicts import misfits
from ronda.systems.melee.codes import CODES
from tests.melee.events import begin, played, without


@pytest.mark.parametrize("setting", ["power", "random"])
@pytest.mark.parametrize("n", [6, 7, 8, 13])
def test_reasons_and_their_facts(n: int, setting: str) -> None:
    def leave(event: Tournament) -> Tournament:
        return without(event, 1, 2) if len(event.rounds) == n - 2 else event

    avoid = (Avoid((3, 4), "both"), Avoid((5, 6), "both", hard=False))
    event = begin(n, {"rounds": n - 1, "setting": setting}, avoid=avoid)
    for made in played(event, n - 1, n, leave).rounds if n > 6 else played(event, 4, n).rounds:
        assert {reason.table for reason in made.reasons} >= {table.number for table in made.tables}
        assert {reason.player for reason in made.reasons} >= {bye.player for bye in made.byes}
        for reason in made.reasons:
            assert [*misfits(CODES, "reason", reason.code, reason.article, reason.facts)] == []
        for relaxation in made.relaxations:
            assert [*misfits(CODES, "relaxation", relaxation.code, relaxation.article, relaxation.facts)] == []
