"""The library of criteria in every system: what makes sense where, values, workings, lots (CR)."""

from __future__ import annotations

import pytest

from ronda.core.facts import Finished, LotDrawn, StagesPlanned
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Setup, Tournament
from ronda.core.ranking import Standings
from ronda.core.stage_plan import Stage
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk.rounds import finish
from ronda.desk.settings import change_options
from ronda.desk.stage_begin import plan_stages
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import names, standings_book, system
from ronda.tiebreaks.library import LIBRARY, Terms, choices, parse_order
from tests.playing import Event

FORMS: dict[str, dict[str, OptionValue]] = {
    "swiss": {"form": "games", "time": True, "win": "3", "draw": "1", "bye_games": "2-0"},
    "melee": {"leftovers": "triplette"},
}


def event(name: str, seed: int = 1, players: int = 13) -> Tournament:
    plan = SimulationPlan(name, players, 4, seed, FORMS.get(name, {}), absences=60, drop_outs=20)
    return simulate(plan, checked=False).tournament


def ordered(tournament: Tournament, order: str) -> Tournament:
    options = {**tournament.setup.options, "order": order}
    return replace(tournament, setup=replace(tournament.setup, options=options))


def standings(tournament: Tournament) -> Standings:
    return system(tournament.setup.system).rules.standings(standings_book(tournament))


@pytest.mark.parametrize("name", names())
def test_cr1_1_every_criterion_that_makes_sense_can_be_chosen(name: str) -> None:
    """Each ranks by itself after the points, with a working that adds up to its value."""
    tournament = event(name)
    terms = system(name).rules.terms(tournament.setup)
    assert any(not lacking for _, lacking in choices(terms))
    for code, lacking in choices(terms):
        chosen = ordered(tournament, code)
        refused = system(name).rules.refused(chosen.setup)
        if lacking:
            assert isinstance(refused, Refusal)
            assert (refused.code, refused.facts["why"]) == ("criterion_not_here", f"needs_{lacking}")
            continue
        assert refused is None
        rows = standings(chosen)
        assert sorted(row.player for row in rows) == sorted(player.id for player in tournament.players)
        for row in rows:
            for measure in row.measures.values():
                terms_ = measure.terms
                if terms_ and measure.amount is not None:
                    assert sum(one.amount for one in terms_ if one.counted) == measure.amount, (code, row.player)
        assert fold(read(write(chosen))) == chosen


@pytest.mark.parametrize("name", names())
def test_cr1_1_without_a_list_the_rulebook_decides(name: str) -> None:
    tournament = event(name)
    assert [row.amounts for row in standings(ordered(tournament, ""))] == [row.amounts for row in standings(tournament)]


@pytest.mark.parametrize(
    ("name", "order", "code"),
    [
        ("domino", "encounter", "criterion_not_here"),
        ("domino", "margin, buchholz, beat", None),
        ("domino", "points, eff", None),
        ("robin", "buchholz", "criterion_not_here"),
        ("chess", "margin", "criterion_not_here"),
        ("chess", "BH/C1, SB", None),
        ("dutch", "buchholz/1, TPR", None),
        ("melee", "wins, margin", None),
        ("redemption", "differential", None),
        ("redemption", "omv", "unknown_criterion"),
        ("redemption", "buchholz/3", "unknown_criterion"),
        ("redemption", "margin, differential", "criterion_twice"),
        ("redemption", "lot, margin", "lot_not_last"),
        ("redemption", "omw:51", "unknown_criterion"),
        ("redemption", "omw:50, oomw:0", None),
    ],
)
def test_cr7_1_what_makes_sense_where(name: str, order: str, code: str | None) -> None:
    answer = change_options(event(name), {"order": order})
    assert (answer.code if isinstance(answer, Refusal) else None) == (
        "bad_option" if code and name == "domino" else code
    )


def test_cr1_3_the_nearest_known_is_named() -> None:
    found = parse_order("omv", Terms(2, 1))
    assert isinstance(found, Refusal)
    assert found.facts["nearest"] == "omw"
    assert set(found.facts["known"]) == set(LIBRARY)


@pytest.mark.parametrize("name", ["chess", "dutch", "redemption", "swiss"])
@pytest.mark.parametrize("seed", range(20))
def test_cr1_5_the_values_are_those_of_the_tie_breaks(name: str, seed: int) -> None:
    tournament = event(name, seed, 8 + seed)
    same = {"buchholz/1": "BH/C1", "buchholz": "BH", "buchholz/m1": "BH/M1", "berger": "SB", "berger/1": "SB/C1"}
    same |= {"progressive": "PS", "progressive/1": "PS/C1", "won": "WON", "number": "TPN"}
    rules = system(name).rules
    old = rules.chosen_criteria(replace(tournament.setup, options={}), ",".join(same.values()))
    if name == "swiss":
        old = rules.chosen_criteria(tournament.setup, ",".join(same.values()))
    assert isinstance(old, tuple)
    theirs = {row.player: row.measures for row in rules.standings(standings_book(tournament), old)}
    rows = standings(ordered(tournament, ",".join(same)))
    for row in rows:
        for own, code in same.items():
            assert row.measures[own].value == theirs[row.player][code].value, (own, row.player)


def test_cr8_2_a_lot_is_drawn_once_when_the_event_is_finished() -> None:
    tournament = ordered(event("redemption", players=8), "lot")
    before = standings(tournament)
    facts = finish(tournament)
    assert facts == [LotDrawn(tournament.setup.seed), Finished()]
    after = fold(facts, tournament)
    rows = standings(after)
    assert len({row.place for row in rows}) == len(rows)
    assert len({row.place for row in before}) < len(before)
    assert standings(fold(read(write(after)))) == rows
    again = fold([Finished(again=True)], after)
    assert finish(again) == [Finished()]
    assert finish(event("redemption", players=8)) == [Finished()]


def test_cr3_2_nothing_faced_is_the_floor() -> None:
    tournament = simulate(SimulationPlan("swiss", 3, 1, 1, {}), checked=False).tournament
    rested = tournament.rounds[0].byes[0].player
    row = next(row for row in standings(ordered(tournament, "omw")) if row.player == rested)
    assert str(row.measures["omw"].value) == "33/100"


def test_cr1_4_the_list_can_be_changed_at_any_time() -> None:
    tournament = event("redemption")
    assert not isinstance(change_options(tournament, {"order": "margin"}), Refusal)
    assert system("redemption").rules.criteria(Setup("redemption"))[0].name == "match_points"


def test_cr1_1_a_group_of_a_stage_has_its_own_list() -> None:
    """Three who beat each other in a circle: the margin of the stage decides, or nothing."""
    event = Event("redemption", [Player(n, f"P{n}") for n in (1, 2, 3)])
    planned = plan_stages(event.tournament, [Stage("robin", order="margin, buchholz")])
    assert isinstance(planned, Refusal)
    assert planned.code == "criterion_not_here"
    for order in ("wins", "conceded"):
        assert isinstance(plan_stages(event.tournament, [Stage("robin", order=order)]), StagesPlanned)
