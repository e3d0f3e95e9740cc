"""The library of criteria in every system: what makes sense where, values, workings, lots (CR)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ronda.core.facts import Finished, LotDrawn, OptionsChanged, StagesPlanned
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Round, Setup, Table, Tournament
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
    answer = change_options(event(name), {"order": order}, "Ana")
    assert (answer.code if isinstance(answer, Refusal) else None) == code


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


@pytest.mark.parametrize(
    ("name", "order", "listed"),
    [
        ("dutch", "BH/C1, wins, AOB, SB", ["points", "buchholz/1", "wins", "AOB", "berger"]),
        ("dutch", "tpr, PTS, DE", ["TPR", "points", "encounter"]),
        ("robin", "DE, games, KS, sb/c1", ["points", "encounter", "games", "KS", "berger/1"]),
        ("chess", "bh1, BH/M1, PS, WON", ["points", "bh1", "buchholz/m1", "progressive", "won"]),
        ("redemption", "BH/C1, margin", ["points", "buchholz/1", "margin"]),
        ("melee", "average, wins, direct", ["average", "wins", "direct"]),
        ("melee", "wins, average", ["points", "wins", "average"]),
        ("domino", "win_rate, mean_difference, points", ["win_rate", "mean_difference", "points"]),
    ],
)
def test_cr1_2_cr1_5_lists_of_both_kinds_of_codes(name: str, order: str, listed: list[str]) -> None:
    tournament = ordered(event(name), order)
    assert system(name).rules.refused(tournament.setup) is None
    assert [one.name for one in system(name).rules.criteria(tournament.setup)] == listed
    assert len(standings(tournament)) == len(tournament.players)


def doubles(*games: tuple[str, str, str], players: int = 8) -> Tournament:
    """A round of mêlée for each game: both sides and the score."""
    event = Event("melee", [Player(n, f"P{n}") for n in range(1, players + 1)], {"rounds": len(games)})
    for number, (first, second, score) in enumerate(games, start=1):
        event.given(Round(number, (Table(1, tuple(map(int, first)), tuple(map(int, second))),)))
        event.results(score)
    return event.tournament


def test_rp5_1_values_per_game() -> None:
    tournament = doubles(("12", "34", "13-7"), ("15", "26", "9-13"), ("13", "46", "13-11"), ("46", "23", "13-8"))
    rows = standings(ordered(tournament, "average, win_rate, mean_difference"))
    found = {row.player: [one.value for one in row.measures.values()] for row in rows}
    assert found[1] == [Fraction(2, 3), Fraction(2, 3), Fraction(6 - 4 + 2, 3)]
    assert found[4] == [Fraction(1, 3), Fraction(1, 3), Fraction(-6 - 2 + 5, 3)]
    assert found[7] == found[8] == [None, None, None]
    assert [row.player for row in rows[-2:]] == [7, 8]  # below those who lost all their games
    assert found[5][0] == 0


def test_rp5_1_rest_points_are_in_no_average() -> None:
    tournament = simulate(SimulationPlan("melee", 9, 4, 1), checked=False).tournament
    rested = tournament.rounds[0].byes[0].player
    row = next(row for row in standings(ordered(tournament, "average")) if row.player == rested)
    games = [term.code for term in row.measures["average"].terms]
    assert games
    assert "bye" not in games


def test_rp5_3_the_encounter_of_drawn_partners() -> None:
    """1 beat 2 twice and lost to 3; 2 beat 3: all were opponents. With 4, who never met 1, it is passed over."""
    tournament = doubles(
        ("15", "26", "13-7"), ("17", "28", "13-9"), ("35", "16", "13-2"), ("27", "38", "13-12"), ("24", "38", "13-1")
    )
    book, direct = standings_book(tournament), LIBRARY["direct"].make("direct", Terms(2, 1, partners=True))
    assert direct.values(book, [1, 2, 3]) == {1: 2, 2: 0, 3: -2}  # in halves
    assert direct.values(book, [1, 2, 3, 4]) == dict.fromkeys((1, 2, 3, 4), 0)
    assert direct.values(book, [2, 4]) == {2: 0, 4: 0}  # only ever played together
    assert direct.working_within is not None
    assert sum(term.amount for term in direct.working_within(book, 3, [1, 2, 3])) == -2


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


def test_cr1_4_the_list_can_be_changed_at_any_time_by_somebody() -> None:
    tournament = event("redemption")
    nobody = change_options(tournament, {"order": "margin"}, "  ")
    assert nobody == Refusal("order_needs_name", "CR1.4")
    assert change_options(tournament, {"order": "margin"}, " Ana  L ") == OptionsChanged({"order": "margin"}, "Ana L")
    assert change_options(tournament, {"rounds": 5}, "Ana") == OptionsChanged({"rounds": 5})
    before = replace(tournament, rounds=())
    assert change_options(before, {"order": "margin"}) == OptionsChanged({"order": "margin"})
    assert system("redemption").rules.criteria(Setup("redemption"))[0].name == "match_points"


def test_cr1_1_a_group_of_a_stage_has_its_own_list() -> None:
    """Three who beat each other in a circle: the margin of the stage decides, or nothing."""
    event = Event("redemption", [Player(n, f"P{n}") for n in (1, 2, 3)])
    planned = plan_stages(event.tournament, [Stage("robin", order="margin, buchholz")])
    assert isinstance(planned, Refusal)
    assert planned.code == "criterion_not_here"
    for order in ("wins", "conceded"):
        assert isinstance(plan_stages(event.tournament, [Stage("robin", order=order)]), StagesPlanned)
