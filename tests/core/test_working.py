"""Every value is the sum of its working, and the same whether one player is asked about or the whole field."""

from __future__ import annotations

import pytest

from ronda.core.model import OptionValue
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of, standings_book, system

CASES: list[tuple[str, dict[str, OptionValue]]] = [
    ("chess", {}),
    ("domino", {}),
    ("domino", {"order": "points-difference", "bye_value": 2}),
    ("domino", {"order": "index", "target": 150}),
    ("melee", {"free_game_buchholz": True}),
    ("melee", {"ranking": "difference"}),
    ("redemption", {}),
    ("redemption", {"ranking": "head-to-head"}),
    ("redemption", {"ranking": "host", "absent_differential": 0}),
]


@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.parametrize("seed", range(3))
def test_s6_the_working_adds_up_to_the_value(name: str, options: dict[str, OptionValue], seed: int) -> None:
    plan = SimulationPlan(name, 9 + seed, 5, seed, options, absences=150, drop_outs=40, late_entries=40)
    tournament = simulate(plan, checked=False).tournament
    for after in (0, 1, len(tournament.rounds)):
        rows = system(name).rules.standings(standings_book(tournament, after))
        for row in rows:
            for measure in row.measures.values():
                assert all(type(term.amount) is int for term in measure.terms)
                assert measure.amount == sum(term.amount for term in measure.terms if term.counted)
        assert len({row.player for row in rows}) == len(tournament.players)


@pytest.mark.parametrize(("name", "options"), CASES)
def test_one_player_alone_has_the_same_value(name: str, options: dict[str, OptionValue]) -> None:
    tournament = simulate(SimulationPlan(name, 9, 4, 1, options, absences=150), checked=False).tournament
    for criterion in system(name).rules.criteria(tournament.setup):
        if criterion.working_within is not None:
            continue
        together = criterion.values(book_of(tournament), list(book_of(tournament).players))
        for player in book_of(tournament).players:
            book = book_of(tournament)  # nothing is remembered of the others
            assert criterion.values(book, [player])[player] == together[player]


@pytest.mark.parametrize(("name", "options"), CASES)
def test_each_criterion_is_declared_once(name: str, options: dict[str, OptionValue]) -> None:
    tournament = simulate(SimulationPlan(name, 8, 1, 1, options), checked=False).tournament
    names = [criterion.name for criterion in system(name).rules.criteria(tournament.setup)]
    assert len(set(names)) == len(names)
    assert list(system(name).rules.standings(book_of(tournament))[0].measures) == names
