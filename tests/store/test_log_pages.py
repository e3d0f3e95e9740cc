"""A page of the log says what the whole log says; verification goes on from the last link that was found right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy import text

from ronda.core.facts import CheckedIn, Created, Discarded, Edited, Entered, Erased, Fact, Redone, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Player, Setup
from ronda.desk.desk import steps as actions_of
from ronda.store import Store, Stored, open_store
from ronda.store.event_log import LogPages, entries
from ronda.store.replay import KnownState, replay, state_at
from tests.store.samples import started, whole_life


def recorded(store: Store, facts: Sequence[Fact]) -> Stored:
    """Each fact by itself."""
    stored = store.create(facts[:1], actor="Ana")
    for fact in facts[1:]:
        answer = store.append(stored.code, [fact], expected=stored.version, actor="Ben")
        assert isinstance(answer, Stored)
        stored = answer
    return stored


def much_undone() -> list[Fact]:
    """Everything that a log may look back for: undone, redone, discarded, edited, called the same."""
    life: list[Fact] = [*whole_life(), CheckedIn(1), CheckedIn(2)]
    end = len(life)
    return [*life, Undone((end,)), Redone((end,)), Undone((end,)), Undone((end - 1,)), Redone((end - 1,))]


def pages_of(store: Store, stored: Stored) -> LogPages:
    return LogPages(store, store.live.of(stored))


def test_every_page_is_a_part_of_the_whole_log(place: str) -> None:
    with open_store(place, read_model=False) as store:
        stored = recorded(store, much_undone())
        whole = entries(store.log(stored.code) or ())
        pages = pages_of(store, stored)
        assert pages.newest(len(pages)) == whole
        for first in range(1, len(pages) + 1, 2):
            for size in (1, 4):
                assert pages.between(first, first + size - 1) == whole[first - 1 : first - 1 + size], (first, size)
        assert pages.between(len(pages) + 1, len(pages) + 9) == []


def test_the_last_actions_are_those_of_the_whole_log(place: str) -> None:
    facts = much_undone()
    with open_store(place, read_model=False) as store:
        stored = store.create(facts[:1], actor="Ana")
        for fact in facts[1:]:
            answer = store.append(stored.code, [fact], expected=stored.version, actor="Ben")
            assert isinstance(answer, Stored)
            stored = answer
            done, undone = actions_of(store.log(stored.code) or ())
            found = pages_of(store, stored).actions()
            assert found == (done[-1] if done else (), undone[-1] if undone else ())


def test_a_page_reads_no_more_rows_than_stand_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        people = [Entered(Player(n, f"Player {n}")) for n in range(1, 1201)]
        stored = store.create([Created(Setup("melee", "Club")), *people], actor="Ana")
        read: list[int] = []
        original = store.records

        def counted(of: Stored, first: int, last: int) -> object:
            found = original(of, first, last)
            read.append(len(found))
            return found

        monkeypatch.setattr(store, "records", counted)
        pages_of(store, stored).newest(100)
        assert read == [100]


@pytest.mark.parametrize("at", [1, 5, 9, 14])
def test_a_replay_goes_on_from_a_known_state(at: int) -> None:
    facts = whole_life()
    at = min(at, len(facts))
    first = replay(facts[:at])
    on = replay(facts, KnownState(at, fold(in_force(facts[:at]))), first.rounds, tournament=fold(in_force(facts)))
    assert on == replay(facts)


def test_a_state_is_not_gone_on_from_where_something_before_it_was_undone() -> None:
    facts: list[Fact] = [*started(8), CheckedIn(1, here=False), CheckedIn(2, here=False)]
    facts.append(Undone((len(facts) - 1,)))
    known = KnownState(len(facts) - 1, fold(in_force(facts[:-1])))
    found = state_at(facts, len(facts), known).tournament()
    assert found == fold(in_force(facts))
    assert found.here == {1, 3, 4, 5, 6, 7, 8}  # whoever plays is in the hall; the second one left it


def test_discarding_a_round_needs_no_second_look() -> None:
    facts: list[Fact] = [*started(), Discarded(1), Edited(Player(1, "Somebody else"))]
    for version in range(1, len(facts) + 1):
        known = KnownState(version, fold(in_force(facts[:version])))
        assert state_at(facts, len(facts), known).tournament() == fold(in_force(facts))


# --- verification ------------------------------------------------------------------------------------------


def test_verification_goes_on_from_the_last_link(place: str) -> None:
    facts = [fact for fact in whole_life() if not isinstance(fact, Erased)]
    with open_store(place, read_model=False) as store:
        stored = recorded(store, facts[:8])
        first = store.verified(stored.code)
        assert not first.problems
        for fact in facts[8:]:
            answer = store.append(stored.code, [fact], expected=stored.version, actor="Ben")
            assert isinstance(answer, Stored)
            stored = answer
        assert store.verified_since(stored, first) == store.verified(stored.code)


CHANGES = {
    "a later fact": ("UPDATE fact SET actor = 'Eve' WHERE version = 10", "changed"),
    "the end": ("UPDATE ledger SET name = 'Another'", "outline"),
    "a fact too many": (
        "INSERT INTO fact (ledger_id, version, kind, body, actor, at, hash) "
        "SELECT ledger_id, 99, kind, body, actor, at, hash FROM fact WHERE version = 9",
        "gap",
    ),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_came_since_is_looked_at(place: str, what: str) -> None:
    statement, code = CHANGES[what]
    with open_store(place, read_model=False) as store:
        stored = recorded(store, whole_life()[:8])
        first = store.verified(stored.code)
        for fact in whole_life()[8:12]:
            answer = store.append(stored.code, [fact], expected=stored.version, actor="Ben")
            assert isinstance(answer, Stored)
            stored = answer
        with store.writes() as connection:
            connection.execute(text(statement))
        found = store.verified_since(stored, first)
        assert found is not None
        assert code in [problem.code for problem in found.problems]


def test_after_an_erasure_everything_is_looked_at(place: str) -> None:
    facts = whole_life()
    at = next(at for at, fact in enumerate(facts) if isinstance(fact, Erased))
    with open_store(place, read_model=False) as store:
        stored = recorded(store, facts[:at])
        first = store.verified(stored.code)
        answer = store.append(stored.code, [facts[at]], expected=stored.version, actor="Ben")
        assert isinstance(answer, Stored)
        assert store.verified_since(answer, first) is None


def test_a_link_that_is_no_longer_there_is_not_gone_on_from(place: str) -> None:
    with open_store(place, read_model=False) as store:
        stored = recorded(store, whole_life()[:8])
        first = store.verified(stored.code)
        with store.writes() as connection:
            connection.execute(text("UPDATE fact SET hash = 'x' WHERE version = 8"))
        assert store.verified_since(stored, first) is None
