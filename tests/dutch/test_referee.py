"""The referee, which knows nothing of the engine: right rounds pass, all others are found."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from ronda.systems.dutch.check import Fault, judge
from ronda.systems.dutch.check.bracket import PRICE_LISTS, prices_fit
from ronda.systems.dutch.rules import Field
from tests.dutch.playing import event
from tests.dutch.rounds import examples, field_at, known_rounds

Published = tuple[list[tuple[int, int]], int | None]


def published(field: Field, pairs: list[list[int]]) -> Published:
    at = {tpn: position for position, tpn in enumerate(field.tpns)}
    tables = [(min(at[w], at[b]), max(at[w], at[b])) for w, b in pairs if b]
    resting = [at[w] for w, b in pairs if not b]
    return tables, resting[0] if resting else None


def _objections(every: int) -> list[tuple[str, Fault]]:
    found = []
    for n, case in enumerate(known_rounds()):
        if n % every == 0 and case["expected"] is not None:
            field = field_at(case)
            fault = judge(field, *published(field, case["expected"]))
            if fault is not None:
                found.append((case["id"], fault))
    return found


def test_no_pair_costs_less_than_its_two_prices() -> None:
    assert all(map(prices_fit, PRICE_LISTS))


def test_known_rounds_pass() -> None:
    assert _objections(10) == []


@pytest.mark.soak
def test_all_known_rounds_pass() -> None:
    assert _objections(1) == []


def _spoilt(lot: Random, pairs: list[tuple[int, int]], resting: int | None) -> Published:
    """Some other round of the same players."""
    made = list(pairs)
    for _ in range(lot.choice((1, 1, 2))):
        i, j = lot.sample(range(len(made)), 2)
        (a, b), (x, y) = made[i], made[j]
        if lot.random() < 0.5:
            x, y = y, x
        made[i], made[j] = (min(a, x), max(a, x)), (min(b, y), max(b, y))
    if resting is not None and lot.random() < 0.2:
        a, b = made[0]
        made[0], resting = (min(a, resting), max(a, resting)), b
    return made, resting


def _overlooked(every: int) -> list[str]:
    lot = Random(7)
    found = []
    for n, case in enumerate(known_rounds()):
        if n % every == 0 and case["expected"] is not None and 4 <= case["active"] <= 40:
            field = field_at(case)
            right = published(field, case["expected"])
            other = _spoilt(lot, *right)
            if (set(other[0]), other[1]) != (set(right[0]), right[1]) and judge(field, *other) is None:
                found.append(case["id"])
    return found


def test_other_rounds_are_found() -> None:
    assert _overlooked(5) == []


@pytest.mark.soak
def test_all_other_rounds_are_found() -> None:
    assert _overlooked(1) == []


def _doubts(players: int, rounds: int, seed: int, **chances: float) -> list[Fault]:
    found = []
    for field, made in event(players, rounds, seed, **chances):
        pairs = [pair for bracket in made.brackets for pair in bracket.solution.pairs]
        fault = judge(field, pairs, made.resting)
        if fault is not None:
            found.append(fault)
    return found


@pytest.mark.parametrize(("players", "rounds"), [(9, 8), (16, 12), (41, 9), (120, 9), (200, 7)])
def test_the_engine_and_the_referee_agree(players: int, rounds: int) -> None:
    for seed, draws in enumerate((0.0, 0.3, 0.8)):
        assert _doubts(players, rounds, seed, draws=draws, forfeits=0.05, byes=0.05) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_the_engine_and_the_referee_agree_on_thousands(seed: int) -> None:
    for players in (6, 13, 27, 40, 75, 150, 200):
        assert _doubts(players, 11, seed, draws=seed % 7 / 7, forfeits=seed % 3 / 12, byes=seed % 4 / 20) == []


def _fault(name: str, number: int, pairs: list[list[int]]) -> tuple[str, int]:
    case: dict[str, Any] = examples()[name]
    field = field_at(case, number)
    fault = judge(field, *published(field, pairs))
    assert fault is not None
    return fault.article, fault.bracket


def test_c12_is_named_in_the_first_bracket() -> None:
    """Example 2: 1–3 and 2–4 clash twice."""
    assert _fault("ex2-c12", 2, [[3, 1], [2, 4], [5, 8], [7, 6]]) == ("C12", 1)


def test_du6_3_the_exchange_is_named() -> None:
    """Example 3: the only transposition keeps the order and wastes both wishes."""
    assert _fault("ex3-exchange", 2, [[4, 1], [2, 3]]) == ("C12", 1)


def test_c5_a_lower_score_could_rest() -> None:
    """Example 4: without C5 the PAB would go to a player with one point."""
    assert _fault("ex4-c5", 3, [[1, 2], [4, 3], [5, 0]]) == ("C5", 0)


def test_c9_fewest_unplayed() -> None:
    assert _fault("ex5-c9", 2, [[1, 4], [2, 0]])[0] == "C9"


def test_c14_no_second_downfloat() -> None:
    assert _fault("ex6-c14", 2, [[2, 1], [5, 3], [4, 0]])[0] == "C14"
