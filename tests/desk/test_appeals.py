"""Appeals, notes and lateness (PE5.1, PE8)."""

from __future__ import annotations

from ronda.core.erasing import fact_left, free_texts
from ronda.core.facts import AppealDecided, Appealed, Fact, Penalised, PenaltyLifted, ResultEntered
from ronda.core.history import fold
from ronda.core.model import EMPTIED, Forfeit, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import bodies
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.desk import decided
from ronda.desk.penalties import open_appeals
from ronda.desk.permissions import Actor
from ronda.formats.fact_text import fact_text, text_fact
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import book_of
from tests.desk.staging import Event


def playing() -> Event:
    event = Event("redemption", 4, [], rounds=3)
    event.do("pair", bodies.NextRound(publish=True))
    return event


def appealed() -> Event:
    event = playing()
    event.do("penalise", bodies.PenaltyInput(1, "points", amount=1, rule="late", reason="third time", by="Judge 2"))
    event.do("appeal", bodies.AppealInput(1, "the bell was not heard", penalty=1))
    return event


def points(tournament: Tournament, player: int) -> int:
    return book_of(tournament).halves[player]


def test_pe8_1_lifted_takes_the_penalty_back() -> None:
    event = appealed()
    assert [one.id for one in open_appeals(event.now)] == [1]
    assert points(event.now, 1) == -1
    event.do("decide-appeal", bodies.AppealVerdict(1, "lifted", "it was not heard", "Dora"))
    assert not open_appeals(event.now)
    assert points(event.now, 1) == 0
    assert [type(fact) for fact in event.facts[-2:]] == [PenaltyLifted, AppealDecided]
    assert (event.now.appeals[0].outcome, event.now.appeals[0].by) == ("lifted", "Dora")


def test_pe8_1_changed_gives_another() -> None:
    event = appealed()
    event.do("decide-appeal", bodies.AppealVerdict(1, "changed", "too much", "Dora", amount=4))
    assert [(one.amount, one.lifted) for one in event.now.setup.penalties] == [(1, True), (4, False)]
    assert points(event.now, 1) == -4


def test_pe8_1_upheld_leaves_everything() -> None:
    event = appealed()
    assert event.refused("decide-appeal", bodies.AppealVerdict(1, "upheld", "")) == "appeal_needs_reason"
    event.do("decide-appeal", bodies.AppealVerdict(1, "upheld", "everybody heard it"))
    assert points(event.now, 1) == -1
    assert event.refused("decide-appeal", bodies.AppealVerdict(1, "lifted", "again")) == "unknown_appeal"


def test_pe8_1_until_the_next_round_is_published() -> None:
    event = appealed()
    for table in event.now.rounds[-1].tables:
        event.do("result", bodies.ResultEntry(1, table.number, "5-3", sure=True))
    event.do("close")
    event.do("pair", bodies.NextRound(publish=True))
    late = bodies.AppealInput(2, "the score was wrong", round=1, table=1)
    helper = decided(event.now, Request(ACTIONS["appeal"], late, Actor("helper", "Hal"), confirmed=True))
    assert isinstance(helper, Refusal)
    assert helper.code == "appeal_too_late"
    event.do("appeal", late)  # the director may
    assert event.now.appeals[-1].table == 1


def test_pe8_1_against_something_there_is() -> None:
    event = playing()
    assert event.refused("appeal", bodies.AppealInput(1, "no")) == "appeal_against_what"
    assert event.refused("appeal", bodies.AppealInput(1, " ", table=1)) == "appeal_needs_text"
    assert event.refused("appeal", bodies.AppealInput(1, "no", penalty=7)) == "unknown_penalty"
    assert event.refused("appeal", bodies.AppealInput(1, "no", table=99)) == "unknown_table"
    assert event.refused("appeal", bodies.AppealInput(99, "no", table=1)) == "unknown_player"


def test_pe5_1_late_is_one_step() -> None:
    event = playing()
    player = event.now.rounds[-1].tables[0].first[0]
    event.do("late", bodies.LatePlayer(player, by="Dora"))
    table = event.now.rounds[-1].tables[0]
    assert table.result == Forfeit(first_absent=True, second_absent=False)
    noted = event.now.setup.penalties[-1]
    assert (noted.kind, noted.rule, noted.table, noted.player) == ("note", "late", table.number, player)
    assert {type(fact) for fact in event.facts[-2:]} == {ResultEntered, Penalised}
    assert event.refused("late", bodies.LatePlayer(player)) == "late_after_result"
    assert book_of(event.now).lines[player][0].differential == -5  # R2.4


def test_pe5_1_late_strikes_one_where_rules_do() -> None:
    event = Event("domino", 8, [], scoring="fvd")
    event.do("pair", bodies.NextRound(publish=True))
    table = event.now.rounds[-1].tables[0]
    event.do("late", bodies.LatePlayer(table.first[0]))
    book = book_of(event.now)
    assert [book.lines[p][0].differential for p in table.players] == [-200, 100, 100, 100]


def test_pe2_a_note_changes_nothing() -> None:
    event = playing()
    assert event.refused("note", bodies.JudgeNote(1)) == "note_needs_text"
    event.do("note", bodies.JudgeNote(1, "asked twice about the clock", table=1) if _at(event, 1) else _note(event))
    assert points(event.now, 1) == 0
    assert event.now.setup.penalties[-1].kind == "note"


def _at(event: Event, player: int) -> bool:
    return player in event.now.rounds[-1].tables[0].players


def _note(event: Event) -> bodies.JudgeNote:
    return bodies.JudgeNote(1, "asked twice about the clock")


def test_appeals_are_in_the_file_and_in_the_facts() -> None:
    event = appealed()
    event.do("decide-appeal", bodies.AppealVerdict(1, "upheld", "everybody heard it", "Dora"))
    assert fold(read(write(event.now))).appeals == event.now.appeals
    for fact in event.facts[-2:]:
        assert text_fact(*fact_text(fact)) == fact


def test_pe9_what_was_written_goes_with_the_person() -> None:
    event = appealed()
    taken = next(fact for fact in event.facts if isinstance(fact, Appealed))
    assert free_texts(taken) == (1, ["the bell was not heard"])
    left: Fact = fact_left(taken, (1,), ())
    assert isinstance(left, Appealed)
    assert left.appeal.text == EMPTIED
    assert fact_left(taken, (2,), ()) is taken
