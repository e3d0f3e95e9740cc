"""A list of tournaments: from what stands beside their ends, a page at a time, and nobody gives way to it."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import event, update

from ronda.core.facts import Archived, Created, Deleted, Entered, Fact, Finished, Renamed, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Player, Setup
from ronda.store import Store, Stored, open_store
from ronda.store.database.tables import ledger
from ronda.store.live_events import FACT_BYTES, LiveEvents
from ronda.store.reading import FORM, Progress, progress_of, read_progress
from tests.store.samples import whole_life


def summary_of(store: Store, code: str) -> Progress | None:
    return next(one.progress for one in store.summaries() if one.code == code)


def event_of(store: Store, name: str = "Club", more: tuple[Fact, ...] = ()) -> Stored:
    return store.create([Created(Setup("melee", name)), *more], actor="Ana")


def test_progress_is_that_of_the_facts_after_every_fact(place: str) -> None:
    facts = whole_life()
    with open_store(place, read_model=False) as store:
        stored = store.create(facts[:1], actor="Ana")
        for fact in facts[1:]:
            answer = store.append(stored.code, [fact], expected=stored.version, actor="Ana")
            assert isinstance(answer, Stored)
            stored = answer
            assert summary_of(store, stored.code) == progress_of(fold(in_force(stored.facts)))
        assert store.verify(stored.code) == []


def test_what_is_undone_is_not_counted(place: str) -> None:
    with open_store(place, read_model=False) as store:
        stored = event_of(store, more=(Entered(Player(1, "Ana")), Entered(Player(2, "Ben"))))
        answer = store.append(stored.code, [Undone((3,))], expected=3, actor="Ana")
        assert isinstance(answer, Stored)
        found = summary_of(store, stored.code)
        assert found is not None
        assert found.players == 1


def test_progress_that_is_not_there_is_worked_out_and_kept(place: str) -> None:
    with open_store(place, read_model=False) as store:
        stored = store.create(whole_life(), actor="Ana")
        known = summary_of(store, stored.code)
        for text in (None, "{", "[]", f'[{FORM + 1},"setup",1,1,1,1]', f'[{FORM},"sleeping",1,1,1,1]'):
            with store.writes() as connection:
                connection.execute(update(ledger).values(progress=text))
            assert read_progress(text) is None
            assert summary_of(store, stored.code) is None
            assert store.progress(stored.code) == known
            assert summary_of(store, stored.code) == known


def test_progress_that_somebody_changed_is_found(place: str) -> None:
    with open_store(place, read_model=False) as store:
        stored = store.create(whole_life(), actor="Ana")
        with store.writes() as connection:
            connection.execute(update(ledger).values(progress=f'[{FORM},"setup",1,1,1,1]'))
        found = store.verify(stored.code)
        assert [(one.code, one.facts["column"]) for one in found] == [("outline", "progress")]


def test_those_under_way_come_first_and_pages_are_cut(place: str) -> None:
    with open_store(place, read_model=False) as store:
        codes = [event_of(store, f"Event {n}").code for n in range(7)]
        last: dict[int, Fact] = {0: Finished(), 1: Archived(), 2: Deleted(), 3: Renamed("Çınar Cup")}
        for number, fact in last.items():
            assert isinstance(store.append(codes[number], [fact], expected=1, actor="Ana"), Stored)
        first = store.listing(archived=False, start=0, size=3)
        assert [one.code for one in first.rows] == [codes[3], codes[6], codes[5]]
        assert (first.total, first.archived, first.deleted) == (5, 1, 1)
        second = store.listing(archived=False, start=3, size=3)
        assert [one.code for one in second.rows] == [codes[4], codes[0]]
        assert [one.code for one in store.listing(archived=True, start=0, size=3).rows] == [codes[1]]
        meant = store.listing(archived=False, start=0, size=3, meant=lambda code, name: "çınar" in name.casefold())
        assert [one.code for one in meant.rows] == [codes[3]]
        assert meant.total == 1


def statements(store: Store, size: int) -> int:
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1

    event.listen(store._engine, "before_cursor_execute", counted)
    try:
        store.listing(archived=False, start=0, size=size)
    finally:
        event.remove(store._engine, "before_cursor_execute", counted)
    return count


def test_a_list_asks_as_often_for_many_as_for_one(tmp_path: Path) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        event_of(store)
        for_one = statements(store, 30)
        for _ in range(40):
            event_of(store)
        assert statements(store, 30) == for_one


@pytest.mark.parametrize("written", [True, False])
def test_listing_drives_nobody_out(tmp_path: Path, written: bool) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        running = [event_of(store).code for _ in range(5)]
        others = [event_of(store) for _ in range(3)]
        store.live = LiveEvents(5 * FACT_BYTES * others[0].version)
        if not written:
            with store.writes() as connection:
                connection.execute(update(ledger).values(progress=None))
        for code in running:
            found = store.load(code)
            assert found is not None
            store.tournament(found)
        known = [store.last_known(code) for code in running]
        store.listing(archived=False, start=0, size=100)
        for other in others:
            assert store.progress(other.code) is not None
        assert all(store.last_known(code) is one for code, one in zip(running, known, strict=True))
