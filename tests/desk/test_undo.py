"""Undo and redo: one mechanism for every action."""

from __future__ import annotations

import pytest

from ronda.core.facts import Created, Discarded, Fact, Finished, Missed, Paired, Redone, Renamed, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import come_back, leave, rounds
from ronda.desk.desk import steps
from ronda.desk.players import check_in, pause_absent
from tests.desk.events import Evening
from tests.desk.memory import START, LedgerEntry

NOTHING_TO_UNDO = Refusal("nothing_to_undo", "S4")
NOTHING_TO_REDO = Refusal("nothing_to_redo", "S4")


def to(name: str) -> Renamed:
    return Renamed(name)


def name_of(evening: Evening) -> str:
    return evening.tournament.setup.name


def test_creating_is_not_undone() -> None:
    evening = Evening()
    assert evening.desk.undo(evening.code) == NOTHING_TO_UNDO
    assert evening.desk.redo(evening.code) == NOTHING_TO_REDO
    assert len(evening.tournament.players) == 6


def test_undo_and_redo_walk_back_and_forth() -> None:
    evening = Evening()
    for name in ("A", "B", "C"):
        evening.do("rename", lambda _, name=name: to(name))  # type: ignore[misc]
    names = []
    for _ in range(3):
        evening.undo()
        names.append(name_of(evening))
    assert names == ["B", "A", "Club night"]
    assert evening.desk.undo(evening.code) == NOTHING_TO_UNDO
    for _ in range(3):
        evening.redo()
        names.append(name_of(evening))
    assert names[3:] == ["A", "B", "C"]
    assert evening.desk.redo(evening.code) == NOTHING_TO_REDO


def test_after_something_new_nothing_is_redone() -> None:
    evening = Evening()
    evening.do("rename", lambda _: to("A"))
    evening.undo()
    evening.do("rename", lambda _: to("B"))
    assert evening.desk.redo(evening.code) == NOTHING_TO_REDO
    evening.undo()
    assert name_of(evening) == "Club night"
    evening.redo()
    assert name_of(evening) == "B"


def test_nothing_is_ever_removed() -> None:
    evening = Evening()
    evening.do("rename", lambda _: to("A"))
    evening.undo()
    evening.redo()
    evening.undo()
    version = 1 + evening.players + 1
    assert evening.facts[version - 1 :] == (to("A"), Undone((version,)), Redone((version,)), Undone((version,)))


def test_an_action_of_several_facts_is_undone_as_one() -> None:
    evening = Evening()
    evening.play("5-3")
    before = evening.tournament
    made = rounds.draft(before)
    assert isinstance(made, Paired)
    evening.do("pair", lambda _: [Renamed("Two at once"), made])
    assert [type(fact) for fact in evening.facts[-2:]] == [Renamed, Paired]
    after = evening.tournament
    evening.undo()
    assert evening.tournament == before
    evening.redo()
    assert evening.tournament == after


def test_finishing_is_undone() -> None:
    evening = Evening()
    evening.play("5-3")
    before = evening.tournament
    evening.do("finish", rounds.finish)
    assert evening.facts[-1:] == (Finished(),)
    assert evening.desk.undo(evening.code) == Refusal("confirm_first", "S4", {"action": "undo", "phase": "finished"})
    evening.undo()
    assert evening.tournament == before


def test_everybody_who_is_absent_pauses_in_one_action() -> None:
    evening = Evening()
    for player in (1, 2, 3, 4):
        evening.do("check_in", lambda t, player=player: check_in(t, evening.player(player)))  # type: ignore[misc]
    evening.do("pause", pause_absent)
    assert evening.facts[-2:] == (Missed(5, 1), Missed(6, 1))
    evening.undo()
    assert all(player.missed == () for player in evening.tournament.players)


@pytest.mark.parametrize("system", ["redemption", "chess"])
def test_a_drawn_round_is_undone_with_its_start_numbers(system: str) -> None:
    evening = Evening(system)
    before = evening.tournament
    evening.draft()
    assert all(player.number for player in evening.tournament.players)
    evening.undo()
    assert evening.tournament == before
    evening.redo()
    assert all(player.number for player in evening.tournament.players)


def test_a_corrected_result_is_undone_to_the_one_before() -> None:
    evening = Evening()
    evening.play("5-3")
    evening.play("5-3")
    before = evening.tournament
    evening.result(1, 1, "0-5")
    assert evening.table(1, 1).earlier
    evening.undo()
    assert evening.tournament == before


def test_leaving_and_coming_back_is_undone_step_by_step() -> None:
    evening = Evening()
    states = [evening.tournament]
    evening.do("leave", lambda t: leave(t, evening.player(2)))
    states.append(evening.tournament)
    evening.do("return", lambda t: come_back(t, evening.player(2)))
    for state in reversed(states):
        evening.undo()
        assert evening.tournament == state


def test_a_discarded_round_comes_back_by_undoing() -> None:
    evening = Evening()
    evening.play("5-3")
    evening.draft()
    before = evening.tournament
    evening.do("discard", rounds.discard)
    assert evening.facts[-1] == Discarded(2)
    evening.undo()
    assert evening.tournament == before


# --- the stacks ---------------------------------------------------------------------------------------------


def noted(*groups: tuple[Fact, ...]) -> list[LedgerEntry]:
    return [LedgerEntry(0, fact, "dora", START.replace(minute=at)) for at, group in enumerate(groups) for fact in group]


def test_actions_are_the_versions_of_their_facts() -> None:
    created = Created(Setup("redemption"))
    acts = (created, to("A")), (to("B"), to("C")), (to("D"),)
    log = noted(*acts, (Undone((5,)),), (Undone((3, 4)),), (Redone((3, 4)),))
    assert steps(log) == ([(3, 4)], [(5,)])
    assert steps(log[:6]) == ([(3, 4)], [(5,)])
    assert steps(log[:7]) == ([], [(5,), (3, 4)])
    names = [fact.name for fact in in_force([record.fact for record in log]) if isinstance(fact, Renamed)]
    assert names == ["A", "B", "C"]


def test_facts_in_force_without_undoing_are_all_of_them() -> None:
    facts: list[Fact] = [Created(Setup("redemption")), to("A")]
    assert in_force(facts) == facts
    assert fold(in_force(facts)) == Tournament(Setup("redemption", "A"))
