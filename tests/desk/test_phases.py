"""The table of what may be done when, and the desk that keeps to it."""

from __future__ import annotations

from typing import get_args

import pytest

from ronda.core.facts import Archived, Finished, Renamed
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import rounds
from ronda.desk.permissions import PHASES, TABLE, ActionKind, Phase, permission, phase
from ronda.desk.settings import change_options
from tests.desk.events import Evening
from tests.desk.memory import Clash, KeyReused, MemoryEvent


def in_phase(wanted: Phase) -> Evening:
    """An event that stands there."""
    evening = Evening(options={"rounds": 2})
    if wanted == "setup":
        return evening
    evening.draft()
    if wanted == "draft":
        return evening
    evening.publish()
    if wanted == "playing":
        return evening
    evening.results("5-3")
    if wanted == "played":
        return evening
    evening.play("2-2")
    if wanted == "finished":
        evening.do("finish", rounds.finish)
    return evening


def never(_: Tournament) -> Refusal:
    raise AssertionError("not to be decided")


def impossible(_: Tournament) -> Refusal:
    """Nobody is asked about what cannot be."""
    return Refusal("nothing_changed", "S4")


def renamed(_: Tournament) -> Renamed:
    return Renamed("Another")


def test_the_table_knows_every_action_in_every_phase() -> None:
    assert set(TABLE) == set(get_args(ActionKind))
    assert all(set(row) == set(PHASES) for row in TABLE.values())


@pytest.mark.parametrize("wanted", PHASES)
def test_where_an_event_stands(wanted: Phase) -> None:
    assert phase(in_phase(wanted).tournament) == wanted


@pytest.mark.parametrize("wanted", PHASES)
def test_the_desk_keeps_to_the_table(wanted: Phase) -> None:
    evening = in_phase(wanted)
    before = evening.facts
    for action, row in TABLE.items():
        assert permission(action, evening.tournament) == row[wanted]
        facts = {"action": action, "phase": wanted}
        if row[wanted] == "forbidden":
            assert evening.ask(action, never, confirmed=True) == Refusal("not_now", "S4", facts)
        if row[wanted] == "confirm":
            assert evening.ask(action, renamed) == Refusal("confirm_first", "S4", facts)
            assert evening.ask(action, impossible) == impossible(evening.tournament)
    assert evening.facts == before


@pytest.mark.parametrize("wanted", PHASES)
def test_what_is_safe_needs_no_confirmation(wanted: Phase) -> None:
    evening = in_phase(wanted)
    assert isinstance(evening.ask("rename", renamed), MemoryEvent)
    assert evening.tournament.setup.name == "Another"


def test_a_finished_event_is_opened_again() -> None:
    evening = in_phase("finished")
    evening.do("reopen", lambda _: Finished(again=True))
    assert phase(evening.tournament) == "played"
    assert evening.refused("reopen", never).code == "not_now"


def test_an_event_that_is_over_goes_on_with_more_rounds() -> None:
    evening = in_phase("played")
    evening.play("2-2")
    assert evening.refused("pair", rounds.draft).code == "rounds_done"
    evening.do("options", lambda t: change_options(t, {"rounds": 3}))
    evening.play("5-0")
    assert len(evening.tournament.rounds) == 3


def test_whoever_closes_a_round_is_told_whether_it_is_over() -> None:
    evening = in_phase("playing")
    assert evening.refused("close", rounds.close).code == "not_now"
    assert rounds.close(evening.tournament) == Refusal("results_missing", "S4", {"round": 1, "tables": [1, 2, 3]})
    evening.results("5-3")
    before = evening.facts
    for _ in range(2):
        assert evening.ask("close", rounds.close) == MemoryEvent(evening.code, before)
    assert evening.last.over


# --- versions and keys --------------------------------------------------------------------------------------


def test_nobody_writes_over_what_was_not_seen() -> None:
    evening = Evening()
    seen = len(evening.facts)
    evening.do("rename", renamed)
    answer = evening.desk.act(evening.code, "archive", lambda _: Archived(), expected=seen, confirmed=True)
    assert isinstance(answer, Clash)
    assert answer.current.facts == evening.facts
    assert not evening.tournament.archived


@pytest.mark.parametrize("expected", [-5, 0, 1, 99])
def test_a_version_that_never_was_is_a_conflict(expected: int) -> None:
    evening = Evening()
    assert isinstance(evening.desk.act(evening.code, "rename", renamed, expected=expected), Clash)


def test_a_request_that_comes_again_counts_once() -> None:
    """Also where what is decided depends on what stands there: the next free number, the next round."""
    evening = Evening()
    version = len(evening.facts)
    first, again = (
        evening.desk.act(evening.code, "pair", rounds.draft, expected=version, key="pair-1") for _ in range(2)
    )
    assert isinstance(first, MemoryEvent)
    assert again == first
    assert len(evening.tournament.rounds) == 1


def test_undoing_that_comes_again_counts_once() -> None:
    evening = Evening()
    evening.do("rename", renamed)
    evening.do("rename", lambda _: Renamed("A third"))
    version = len(evening.facts)
    for _ in range(2):
        assert isinstance(evening.desk.undo(evening.code, expected=version, key="undo-1"), MemoryEvent)
    assert evening.tournament.setup.name == "Another"


def test_a_key_is_for_one_request() -> None:
    evening = Evening()
    evening.desk.act(evening.code, "rename", renamed, key="k")
    with pytest.raises(KeyReused):
        evening.desk.act(evening.code, "rename", lambda _: Renamed("A third"), key="k")


def test_a_decision_without_facts_writes_nothing() -> None:
    evening = Evening()
    before = evening.facts
    assert evening.ask("pause", lambda _: []) == MemoryEvent(evening.code, before)
    assert evening.facts == before


def test_an_unknown_code_is_told() -> None:
    evening = Evening()
    unknown = Refusal("unknown_code", "S4", {"code": "X"})
    assert evening.desk.act("X", "rename", renamed) == unknown
    assert evening.desk.undo("X") == unknown
    assert evening.desk.tournament("X") is None
