"""R7: the clock in the tables: every touch of it, on both databases, and a round starts when its clock does."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select

from ronda.core.facts import Closed, Deleted, Paired, Published, Redone, ResultEntered, Undone
from ronda.core.model import Round, Scored, Table
from ronda.desk.clock import Clock
from ronda.store import Store, Stored, open_store
from ronda.store.notes import write_note
from ronda.store.read_model.schema import ROUND_CLOCKS, ROUNDS
from ronda.store.read_model.tables import read_clocks, write_clock
from tests.store.samples import started

NOON = datetime(2026, 5, 1, 12, 0, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOON + timedelta(seconds=seconds)


def since(seconds: float) -> float:
    return at(seconds).timestamp()


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    times = (at(60 * n) for n in range(1, 1000))
    with open_store(place, clock=lambda: next(times)) as opened:
        yield opened


@pytest.fixture
def made(store: Store) -> Stored:
    """Published one minute after noon."""
    return store.create(started(), actor="Ann")


def write(store: Store, code: str, clock: Clock, expected: int | None = None) -> bool:
    with store.writes() as connection:
        return write_clock(connection, code, clock, expected)


def rows(store: Store) -> list[Any]:
    with store.reads() as connection:
        return list(connection.execute(select(ROUND_CLOCKS).order_by(ROUND_CLOCKS.c.round_number)).mappings())


def starts(store: Store) -> list[datetime]:
    with store.reads() as connection:
        return list(connection.scalars(select(ROUNDS.c.started_at).order_by(ROUNDS.c.round_number)))


def append(store: Store, stored: Stored, *facts: Any) -> Stored:
    after = store.append(stored.code, facts, expected=stored.version, actor="Ann")
    assert isinstance(after, Stored)
    return after


def test_a_round_starts_when_it_is_published_and_then_when_its_clock_does(store: Store, made: Stored) -> None:
    assert (rows(store), starts(store)) == ([], [at(60)])
    clock = Clock(1, 2700).add(300)
    assert write(store, made.code, clock)
    (row,) = rows(store)
    assert (row["length_seconds"], row["added_seconds"], row["remaining_seconds"]) == (3000, 300, 3000)
    assert (row["started_at"], row["running_since"], row["paused_at"], row["ends_at"]) == (None, None, None, None)
    assert starts(store) == [at(60)]
    clock = clock.start(since(600))
    assert write(store, made.code, clock)
    (row,) = rows(store)
    assert (row["started_at"], row["running_since"], row["ends_at"]) == (at(600), at(600), at(3600))
    assert starts(store) == [at(600)]


def test_pauses_and_extra_time_are_told(store: Store, made: Stored) -> None:
    clock = Clock(1, 2700).start(since(0)).pause(since(100))
    write(store, made.code, clock)
    (row,) = rows(store)
    assert (row["started_at"], row["running_since"], row["paused_at"]) == (at(0), None, at(100))
    assert (row["remaining_seconds"], row["ends_at"]) == (2600, None)
    write(store, made.code, clock.start(since(200)).add_at(3, 120).add(-60))
    (row,) = rows(store)
    assert (row["started_at"], row["running_since"], row["paused_at"]) == (at(0), at(200), None)
    assert (row["length_seconds"], row["added_seconds"], row["remaining_seconds"]) == (2640, -60, 2540)
    assert (row["ends_at"], row["extra_by_table"]) == (at(200 + 2540), {"3": 120})
    assert starts(store) == [at(0)]


def test_a_clock_that_was_set_back_has_not_started_the_round(store: Store, made: Stored) -> None:
    clock = Clock(1, 2700).start(since(600))
    write(store, made.code, clock)
    assert starts(store) == [at(600)]
    write(store, made.code, clock.reset(1200))
    assert starts(store) == [at(60)]
    assert [(row["started_at"], row["length_seconds"]) for row in rows(store)] == [(None, 1200)]
    write(store, made.code, clock.reset(1200).start(since(900)))
    assert starts(store) == [at(900)]


def test_who_comes_second_changes_nothing(store: Store, made: Stored) -> None:
    assert write(store, made.code, Clock(1, 2700).start(since(600)), expected=0)
    assert not write(store, made.code, Clock(1, 2700).start(since(700)), expected=0)
    assert starts(store) == [at(600)]
    assert [row["started_at"] for row in rows(store)] == [at(600)]


def next_round(store: Store, made: Stored) -> Stored:
    tables = (Table(1, (1,), (3,)), Table(2, (2,), (4,)))
    after = append(store, made, *(ResultEntered(1, table, Scored(5, 0)) for table in (1, 2, 3, 4)), Closed(1))
    after = append(store, after, Paired(Round(2, tables, status="draft")))
    return append(store, after, Published(2))


def test_the_clocks_of_earlier_rounds_stay_also_when_the_tables_are_written_anew(store: Store, made: Stored) -> None:
    write(store, made.code, Clock(1, 2700).start(since(600)))
    after = next_round(store, made)
    write(store, made.code, Clock(2, 1800).start(since(5000)).pause(since(5060)))
    before = rows(store), starts(store)
    assert [row["started_at"] for row in before[0]] == before[1] == [at(600), at(5000)]
    store.rebuild_tables(made.code)
    assert (rows(store), starts(store)) == before
    with store.reads() as connection:
        assert set(read_clocks(connection, made.code).by_round) == {1, 2}
    gone = append(store, after, Deleted())  # a clock is neither shown nor lost while its event is away
    assert rows(store) == []
    append(store, gone, Deleted(gone=False))
    assert (rows(store), starts(store)) == before


def test_a_round_that_is_taken_back_takes_its_clock_with_it(store: Store, made: Stored) -> None:
    after = next_round(store, made)
    write(store, made.code, Clock(2, 1800).start(since(5000)))
    taken = append(store, after, Undone((after.version,)))
    assert rows(store) == []
    append(store, taken, Redone((after.version,)))
    assert [(row["round_number"], row["started_at"]) for row in rows(store)] == [(2, at(5000))]
    assert starts(store)[1] == at(5000)


def test_a_clock_of_an_earlier_release_is_read(store: Store, made: Stored) -> None:
    old = {"round": 1, "length": 2700, "used": 90.0, "started": since(600), "extra": {"2": 60}}
    with store.writes() as connection:
        write_note(connection, made.code, "clock", old)
    with store.reads() as connection:
        found = read_clocks(connection, made.code)
    assert found.by_round == {1: Clock(1, 2700, 90.0, since(600), {2: 60})}
    assert found.version == 1
    store.rebuild_tables(made.code)
    (row,) = rows(store)
    assert (row["started_at"], row["running_since"], row["remaining_seconds"]) == (None, at(600), 2610)
    assert starts(store) == [at(60)]  # when it was started first, nobody knows
