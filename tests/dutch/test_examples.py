"""The worked examples of the rulebook (DU10), by article."""

from __future__ import annotations

import pytest

from ronda.systems.dutch.pair.engine import Feasibility
from tests.dutch.rounds import answer, examples, field_at, paired


@pytest.mark.parametrize(
    ("name", "number"),
    [
        pytest.param("ex1-round1", 1, id="du7_round_1_and_du8_5"),
        pytest.param("ex2-c12", 2, id="c12_moves_the_transposition"),
        pytest.param("ex3-exchange", 2, id="du6_3_exchange"),
        pytest.param("ex4-c5", 3, id="c5_breaks_a_bracket"),
        pytest.param("ex5-c9", 2, id="c9_fewest_unplayed"),
        pytest.param("ex6-c14", 2, id="c14_no_second_downfloat"),
        pytest.param("ex7-topscorers-last", 3, id="c3_lifted_for_topscorers"),
        pytest.param("ex7-not-last", 3, id="c3_keeps_them_apart"),
        pytest.param("ex8-baku", 1, id="du9_baku_makes_two_brackets"),
    ],
)
def test_du10(name: str, number: int) -> None:
    example = examples()[name]
    assert paired(field_at(example, number)) == answer(example["expected"])


def test_du10_without_c5_the_pab_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Example 4: were the PAB for a player with 1 point, 1 would play 2, and 4 would not rest."""
    field = field_at(examples()["ex4-c5"], 3)
    score = field.scores[field.tpns.index(3)]

    def other(feasible: Feasibility) -> int:
        feasible._able = [p for p in range(len(field)) if field.may_rest[p] and field.scores[p] == score]
        return score

    monkeypatch.setattr(Feasibility, "pab_score", other)
    made = {frozenset(pair) for pair in paired(field) or ()}
    assert {1, 2} in made
    assert {0, 4} not in made
