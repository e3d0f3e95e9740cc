"""Facts and what becomes of them; and the principles that all systems share (S1–S7), on whole random events."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

from ronda.core.book import open_book
from ronda.core.facts import Created, Entered, Fact, Left, OptionsChanged, Paired, ResultEntered, Returned
from ronda.core.history import before_round, fold
from ronda.core.model import Earlier, Forfeit, Player, Scored, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds, next_round, record_result, standings_after
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.simulate import SimulatedEvent, SimulationPlan, simulate
from ronda.systems import book_of, system
from tests.playing import Event, hand_made

EVENTS = [(name, seed) for name in ("chess", "redemption") for seed in range(9)]


def plan(name: str, seed: int) -> SimulationPlan:
    """From few players and many rounds, where rules must give way, to many players."""
    players, rounds = [(5, 4), (6, 5), (8, 6), (13, 6), (24, 7), (7, 6), (4, 3), (7, 5), (9, 8)][seed]
    rounds += 4 if name == "redemption" else 0
    options = {"byes": "even", "ranking": "head-to-head"} if name == "redemption" and seed % 2 else {}
    moving = 40 if seed >= 2 else 0
    return SimulationPlan(
        name, players, rounds, seed, options, absences=80, drop_outs=moving, late_entries=moving, corrections=400
    )


@cache
def event(name: str, seed: int) -> SimulatedEvent:
    return simulate(plan(name, seed))


def moments(tournament: Tournament) -> list[Tournament]:
    """The tournament as it was known before each of its rounds was made."""
    return [before_round(tournament, round_.number) for round_ in tournament.rounds]


# --- S1 everyone once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s1_everybody_in_the_pool_exactly_once(name: str, seed: int) -> None:
    tournament = event(name, seed).tournament
    assert tournament.rounds
    for round_ in tournament.rounds:
        pool = [player.id for player in tournament.players if player.plays_in(round_.number)]
        assert Counter(round_.players) == Counter(pool)
        assert len(round_.byes) == len(pool) % 2
        assert len({table.number for table in round_.tables}) == len(round_.tables)


# --- S2, S3 complete, and least harm stated -----------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s3_a_check_finds_nothing_that_the_round_does_not_state(name: str, seed: int) -> None:
    outcome = event(name, seed)
    assert [f for f in outcome.findings if f.severity == "violation"] == []
    stated = Counter((r.number, x.code) for r in outcome.tournament.rounds for x in r.relaxations)
    found = Counter((f.round, f.code) for f in outcome.findings if f.severity == "relaxation")
    assert set(found) == set(stated)


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s3_every_rematch_is_stated_and_only_those(name: str, seed: int) -> None:
    met: set[frozenset[int]] = set()
    for round_ in event(name, seed).tournament.rounds:
        again = {frozenset(table.players) for table in round_.tables} & met
        assert {frozenset(r.players) for r in round_.relaxations if r.code == "rematch"} == again
        met |= {frozenset(table.players) for table in round_.tables}


def test_s3_some_of_these_events_need_relaxations() -> None:
    codes = {
        r.code for name, seed in EVENTS for round_ in event(name, seed).tournament.rounds for r in round_.relaxations
    }
    assert codes >= {"rematch", "bye_moved"}


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s3_a_relaxation_names_article_players_and_ground(name: str, seed: int) -> None:
    for round_ in event(name, seed).tournament.rounds:
        for relaxation in round_.relaxations:
            assert relaxation.article
            assert set(relaxation.players) <= set(round_.players)
            assert relaxation.facts


# --- S4 facts, not totals -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s4_a_correction_never_changes_a_round_that_is_made(name: str, seed: int) -> None:
    tournament = event(name, seed).tournament
    rules = system(name).rules
    number = tournament.rounds[0].number
    table = tournament.rounds[0].tables[0]
    flipped = Scored(0, 2) if table.result == Scored(2, 0) else Scored(2, 0)
    corrected = fold([ResultEntered(number, table.number, flipped)], tournament)
    for before, after in zip(tournament.rounds, corrected.rounds, strict=True):
        assert [t.players for t in before.tables] == [t.players for t in after.tables]
        assert (before.byes, before.reasons, before.relaxations) == (after.byes, after.reasons, after.relaxations)
    own = {player for table_ in (table,) for player in table_.players}
    totals = [open_book(t, rules.scoring(t.setup), 9).halves for t in (tournament, corrected)]
    assert any(totals[0][player] != totals[1][player] for player in own) or table.result == flipped
    assert [f for f in check_rounds(corrected) if f.severity == "violation"] == []


def test_s4_a_correction_changes_standings_and_later_draws() -> None:
    made = Event("chess", [Player(n, f"P{n}", 2000 - n) for n in range(1, 9)], {"rounds": 4})
    made.pair()
    made.results("1", "1", "1", "1")
    second = made.pair()
    made.results("1", "1", "1", "1")
    undisturbed = next_round(made.tournament)
    made.result(1, 1, "2")
    assert made.tournament.rounds[1].tables[0].players == second.tables[0].players
    assert standings_after(made.tournament, 1)[0].player == 2
    disturbed = next_round(made.tournament)
    assert isinstance(undisturbed, Paired)
    assert isinstance(disturbed, Paired)
    assert disturbed.round.tables != undisturbed.round.tables


def test_s4_a_corrected_table_remembers_what_later_rounds_were_made_from() -> None:
    made = Event("chess", [Player(n, f"P{n}", 2000 - n) for n in range(1, 5)], {"rounds": 3})
    made.pair()
    made.results("1", "1")
    made.result(1, 1, "0")  # before any later round: simply another result
    assert made.tournament.rounds[0].tables[0].earlier == ()
    made.pair()
    made.results("1", "1")
    made.result(1, 1, "2")
    made.result(1, 1, "3")
    table = made.tournament.rounds[0].tables[0]
    assert table.result == Forfeit(first_absent=False, second_absent=True)
    assert table.earlier == (Earlier(Scored(1, 1), 2),)
    made.pair()
    made.result(1, 1, "5")
    table = made.tournament.rounds[0].tables[0]
    assert [earlier.until for earlier in table.earlier] == [2, 3]
    for number, result in ((2, Scored(1, 1)), (3, Forfeit(first_absent=False, second_absent=True))):
        assert before_round(made.tournament, number).rounds[0].tables[0].result == result
    assert before_round(made.tournament, 4) == made.tournament


# --- S5 reproducible ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s5_the_same_facts_and_seed_give_the_same_round(name: str, seed: int) -> None:
    tournament = event(name, seed).tournament
    for round_, moment in zip(tournament.rounds, moments(tournament), strict=True):
        again = next_round(moment)
        assert isinstance(again, Paired)
        bare = [replace(t, result=None, earlier=(), absent=()) for t in round_.tables]
        assert again.round == replace(round_, tables=tuple(bare))


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s5_the_same_plan_gives_the_same_event(name: str, seed: int) -> None:
    assert simulate(plan(name, seed), checked=False).tournament == event(name, seed).tournament


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s5_every_round_names_its_seed_and_edition(name: str, seed: int) -> None:
    for round_ in event(name, seed).tournament.rounds:
        assert (round_.seed, round_.edition) == (seed, system(name).rules.edition)


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s5_a_file_that_is_read_again_gives_the_same_tournament(name: str, seed: int) -> None:
    tournament = event(name, seed).tournament
    data = write(tournament)
    again = fold(read(data))
    assert again.players == tournament.players
    assert again.rounds == tournament.rounds
    assert write(again) == data
    one, other = next_round(tournament), next_round(again)
    assert one == other or isinstance(one, Refusal)


# --- S6 exact -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s6_no_float_in_the_standings(name: str, seed: int) -> None:
    tournament = event(name, seed).tournament
    for row in standings_after(tournament, len(tournament.rounds)):
        for measure in row.measures.values():
            assert not isinstance(measure.amount, float)
            assert all(not isinstance(term.amount, float) for term in measure.terms)


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s6_points_add_up(name: str, seed: int) -> None:
    tournament = event(name, seed).tournament
    book = book_of(tournament)
    for row in standings_after(tournament, len(tournament.rounds)):
        points = row.measures["points" if name == "chess" else "match_points"]
        assert (points.value or 0) * 2 == book.halves[row.player]


# --- S7 explained -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s7_each_table_and_each_bye_has_exactly_one_reason(name: str, seed: int) -> None:
    for round_ in event(name, seed).tournament.rounds:
        assert Counter(r.table for r in round_.reasons if r.table is not None) == Counter(
            t.number for t in round_.tables
        )
        assert Counter(r.player for r in round_.reasons if r.player is not None) == Counter(
            b.player for b in round_.byes
        )
        assert all(reason.article for reason in round_.reasons)


@pytest.mark.parametrize(("name", "seed"), EVENTS)
def test_s7_a_reason_names_the_players_of_its_table(name: str, seed: int) -> None:
    for round_ in event(name, seed).tournament.rounds:
        seats = {table.number: set(table.players) for table in round_.tables}
        for reason in round_.reasons:
            if reason.table is not None:
                assert {reason.facts["player"], reason.facts["opponent"]} == seats[reason.table]
                assert all(entry["player"] in round_.players for entry in reason.facts.get("skipped", []))


# --- folding ------------------------------------------------------------------------------------------------


def facts() -> list[Fact]:
    made = Event("redemption", [Player(n, f"P{n}") for n in range(1, 6)], {"rounds": 4}, seed=3)
    made.pair()
    made.results("5-0", "2-2")
    made.facts += [Left(2, 1), Entered(Player(6, "LATE", joined_round=2)), OptionsChanged({"bye_points": 4})]
    made.pair()
    made.results(*["1-0"] * len(made.tournament.rounds[-1].tables))
    made.facts.append(Returned(2, 3))
    made.result(1, 1, "0-5")
    made.pair()
    return made.facts


@pytest.mark.parametrize("cut", range(1, len(facts()) + 1))
def test_facts_folded_in_two_parts_are_the_same(cut: int) -> None:
    everything = facts()
    assert fold(everything[cut:], fold(everything[:cut])) == fold(everything)


def test_what_the_facts_tell() -> None:
    tournament = fold(facts())
    second = tournament.players[1]
    assert (second.left_after, second.missed) == (None, (2,))
    assert tournament.setup.options == {"rounds": 4, "bye_points": 4}
    assert sorted(p.number or 0 for p in tournament.players) == [1, 2, 3, 4, 5, 6]
    assert (len(tournament.rounds), tournament.next_round) == (3, 4)


def test_a_fact_changes_nothing_that_was_folded_before() -> None:
    start = fold([Created(Setup("redemption")), Entered(Player(1, "A")), Entered(Player(2, "B"))])
    kept = replace(start)
    after = fold([Paired(hand_made(1, (1, 2)), {1: 1, 2: 2}), ResultEntered(1, 1, Scored(5, 0))], start)
    assert start == kept
    assert (start.rounds, start.players[0].number) == ((), None)
    assert (after.rounds[0].tables[0].result, after.players[0].number) == (Scored(5, 0), 1)


def test_an_empty_history_is_a_fault() -> None:
    with pytest.raises(AssertionError):
        fold([])


def test_a_result_is_taken_back_by_a_later_one_without_result() -> None:
    made = Event("redemption", [Player(1, "A"), Player(2, "B")], {"rounds": 2})
    made.pair()
    made.results("5-0")
    made.facts.append(ResultEntered(1, 1, None))
    assert made.refuse().code == "results_missing"
    assert not isinstance(record_result(made.tournament, 1, 1, "4-4"), Refusal)
