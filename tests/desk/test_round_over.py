"""R5.5: a round is over with its last result, in every system, and nobody has to say so."""

from __future__ import annotations

import pytest

from ronda.core.facts import Closed, Fact, ResultEntered
from ronda.core.history import fold
from ronda.core.model import Bye, Player, Round, Scored, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import bodies, next_round, results
from ronda.desk.actions import ACTIONS
from ronda.desk.decisions import erase_result
from ronda.desk.permissions import Actor, phase
from ronda.desk.prizes import declared, played_out
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import NAMES, planned_rounds
from tests.desk.events import Evening
from tests.desk.staging import Event as StagedEvent
from tests.desk.test_provisional import RESULTS
from tests.playing import Event

BRACKET = {"kind": "elimination", "take": "top 4", "best_of": 3}


def begun(name: str, rounds: int = 3) -> Event:
    event = Event(name, [Player(n, f"P{n}") for n in range(1, 9)], {"rounds": rounds})
    event.pair()
    return event


def enter_all(event: Event, text: str) -> None:
    last = event.tournament.rounds[-1]
    for table in last.tables:
        assert not last.over
        event.result(last.number, table.number, text)


@pytest.mark.parametrize("name", NAMES)
def test_it_is_over_with_the_last_result_and_the_next_one_can_be_made(name: str) -> None:
    event = begun(name)
    *others, last = event.tournament.rounds[0].tables
    for table in others:
        event.result(1, table.number, RESULTS[name])
        assert (event.tournament.rounds[0].over, phase(event.tournament)) == (False, "playing")
    event.result(1, last.number, RESULTS[name])
    assert (event.tournament.rounds[0].over, phase(event.tournament)) == (True, "played")
    assert not any(isinstance(fact, Closed) for fact in event.facts)
    assert not isinstance(next_round(event.tournament), Refusal)


@pytest.mark.parametrize("name", NAMES)
def test_a_correction_leaves_it_over_and_a_result_taken_out_opens_it(name: str) -> None:
    event = begun(name)
    enter_all(event, RESULTS[name])
    table = event.tournament.rounds[0].tables[0].number
    event.result(1, table, "---")  # D2.3: nobody played there, and that is a result
    assert event.tournament.rounds[0].over
    taken = erase_result(event.tournament, 1, table)
    assert taken == [ResultEntered(1, table, None)]
    after = fold(taken, event.tournament)
    assert (after.rounds[0].over, phase(after)) == (False, "playing")
    assert isinstance(next_round(after), Refusal)


@pytest.mark.parametrize("name", NAMES)
def test_what_an_earlier_release_closed_is_read_as_before(name: str) -> None:
    event = begun(name)
    enter_all(event, RESULTS[name])
    closed = fold([Closed(1)], event.tournament)
    assert (closed.rounds[0].status, closed.rounds[0].over, phase(closed)) == ("closed", True, "played")
    again = fold(read(write(closed)))
    assert again.rounds == closed.rounds
    table = closed.rounds[0].tables[0].number
    taken = erase_result(closed, 1, table)
    assert not isinstance(taken, Refusal)
    assert not fold(taken, closed).rounds[0].over
    hole: list[Fact] = [ResultEntered(1, table, None)]  # it says closed, but it is not over
    assert phase(fold(hole, closed)) == "playing"


def test_a_draft_is_never_over_and_a_round_of_byes_is_when_it_is_out() -> None:
    assert not Round(1, (), (Bye(1),), status="draft").over
    assert Round(1, (), (Bye(1),)).over


def test_reports_that_contradict_each_other_are_no_result() -> None:
    evening = Evening(players=2)
    evening.draft()
    evening.publish()
    one, other = evening.last.tables[0].players
    evening.do("report", lambda t: results.report(t, one, "5-3"))
    evening.do("report", lambda t: results.report(t, other, "3-5"))
    assert (evening.last.over, phase(evening.tournament)) == (False, "playing")
    evening.do("report", lambda t: results.report(t, other, "5-3"))
    assert (evening.last.over, phase(evening.tournament)) == (True, "played")
    assert evening.refused("report", lambda t: results.report(t, other, "3-5")).code == "no_table_now"


def test_a_helper_corrects_a_round_that_is_over_but_does_not_open_it() -> None:
    evening = Evening()
    evening.play("5-3")
    helper, arbiter = Actor("helper", "hana"), Actor("arbiter", "ari")
    take_back = ACTIONS["take-back"].decide
    corrected = take_back(evening.tournament, bodies.ResultRestoration(1, 1, was="5-3", before="3-5"), helper)
    assert corrected == ResultEntered(1, 1, Scored(3, 5))
    out = bodies.ResultRestoration(1, 1, was="5-3")
    assert take_back(evening.tournament, out, helper) == Refusal("not_your_role", "S4", {"action": "correct"})
    assert take_back(evening.tournament, out, arbiter) == [ResultEntered(1, 1, None)]


# --- the provisional winner --------------------------------------------------------------------------------


def winners(tournament: Tournament) -> tuple[tuple[int, ...], bool] | None:
    podium = declared(tournament)
    return None if podium is None else (podium.winners, podium.provisional)


@pytest.mark.parametrize("name", NAMES)
def test_the_leader_after_the_last_planned_round_has_won_provisionally(name: str) -> None:
    event = begun(name)
    enter_all(event, RESULTS[name])
    while len(event.tournament.rounds) < planned_rounds(event.tournament):
        assert winners(event.tournament) is None
        event.pair()
        assert winners(event.tournament) is None
        enter_all(event, RESULTS[name])
    leading, provisional = winners(event.tournament) or ((), False)
    assert leading
    assert provisional
    last = event.tournament.rounds[-1]
    event.facts.append(ResultEntered(last.number, last.tables[0].number, None))
    assert winners(event.tournament) is None


def test_finishing_makes_it_final_and_opening_again_takes_that_back() -> None:
    evening = Evening(options={"rounds": 1})
    evening.play("5-3")
    leading, _ = winners(evening.tournament) or ((), False)
    finish, reopen = ACTIONS["finish"], ACTIONS["reopen"]
    evening.do("finish", lambda t: finish.decided(tournament=t))
    assert winners(evening.tournament) == (leading, False)
    evening.do("reopen", lambda t: reopen.decided(tournament=t))
    assert winners(evening.tournament) == (leading, True)


def test_nobody_has_won_while_a_stage_is_to_come() -> None:
    event = StagedEvent("redemption", 6, [{"kind": "rounds"}, BRACKET])
    while not played_out(event.now):
        assert winners(event.now) is None
        answer = event.ask("pair", bodies.NextRound(publish=True))
        if isinstance(answer, Refusal):
            assert answer.code == "stage_to_begin"
            event.begin()
        else:
            event.round()
            assert event.now.rounds[-1].over
    assert winners(event.now) is not None
