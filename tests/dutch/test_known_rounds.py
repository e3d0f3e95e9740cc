"""Rounds on which two other programs agree, and disputed ones that the articles decide."""

from __future__ import annotations

import pytest

from ronda.systems.dutch.pair import engine
from tests.dutch.rounds import answer, field_at, known_rounds, paired

TENTH = 10


def _differing(reach: int, every: int) -> list[str]:
    return [
        case["id"]
        for n, case in enumerate(known_rounds())
        if n % every == 0 and paired(field_at(case), reach) != answer(case["expected"])
    ]


def test_a_tenth_of_the_known_rounds() -> None:
    assert _differing(engine.FAST, TENTH) == []


@pytest.mark.parametrize("reach", [engine.ALONE, engine.NEXT, engine.WHOLE])
def test_however_far_a_bracket_looks_the_round_is_the_same(reach: int) -> None:
    assert _differing(reach, 4 * TENTH) == []


@pytest.mark.soak
@pytest.mark.parametrize("reach", [engine.FAST, engine.ALONE, engine.NEXT, engine.WHOLE])
def test_all_known_rounds(reach: int) -> None:
    assert _differing(reach, 1) == []


def test_disputed_rounds_follow_the_articles() -> None:
    """DU2 (a PAB worth nothing is a downfloat) and C2 (no second PAB) against programs that differ."""
    decided = [case for case in known_rounds("disputed") if case["rule_answer"] is not None]
    assert len(decided) == 4
    for case in decided:
        assert paired(field_at(case)) == answer(case["rule_answer"]), case["id"]
