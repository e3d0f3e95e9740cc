"""PP6.4: until when personal data are kept. What is due is told; nobody is erased unseen."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from sqlalchemy import update

from ronda.core.facts import Archived, Erased
from ronda.store import Store, Stored, open_store
from ronda.store.database.tables import ledger
from ronda.store.privacy import due_codes, is_due, keep, keep_as_usual, later, retention_of
from tests.store.samples import result, started

MADE, PLAYED = datetime(2026, 5, 1, 10, tzinfo=UTC), datetime(2026, 5, 30, 20, tzinfo=UTC)


@pytest.fixture
def event(place: str) -> tuple[Store, Stored]:
    """Made on 1 May, played on 30 May, put away a year later."""
    moment = MADE
    store = open_store(place, read_model=False, clock=lambda: moment)
    made: Stored = store.create(started(), actor="Dora")
    for when, fact in ((PLAYED, result(1, 5)), (datetime(2027, 6, 1, tzinfo=UTC), Archived())):
        moment = when
        after = store.append(made.code, [fact], expected=made.version, actor="Dora")
        assert isinstance(after, Stored)
        made = after
    return store, made


def test_pp6_4_two_years_after_the_last_round(event: tuple[Store, Stored]) -> None:
    store, made = event
    with store.reads() as connection:
        assert retention_of(connection, made.code).until == date(2028, 5, 30)
        assert not is_due(connection, made.code, date(2028, 5, 29))
        assert due_codes(connection, date(2028, 5, 29)) == set()
        assert is_due(connection, made.code, date(2028, 5, 30))
        assert due_codes(connection, date(2028, 5, 30)) == {made.code}
    store.close()


def test_another_date_or_none(event: tuple[Store, Stored]) -> None:
    store, made = event
    with store.writes() as connection:
        assert keep(connection, made.code, date(2026, 7, 1), expected=0)
        assert not keep(connection, made.code, None, expected=0)  # somebody was faster
        assert due_codes(connection, date(2026, 7, 1)) == {made.code}
        assert keep(connection, made.code, None)
        assert retention_of(connection, made.code).until is None
        assert due_codes(connection, date(2100, 1, 1)) == set()
        assert keep_as_usual(connection, made.code)
        assert not retention_of(connection, made.code).chosen
        assert due_codes(connection, date(2100, 1, 1)) == {made.code}
    store.close()


def test_who_is_erased_is_due_no_more(event: tuple[Store, Stored]) -> None:
    store, made = event
    assert isinstance(store.append(made.code, [Erased((1, 2))], expected=made.version, actor="Dora"), Stored)
    with store.reads() as connection:
        assert is_due(connection, made.code, date(2030, 1, 1))
    everybody = Erased(tuple(range(1, 9)))
    assert isinstance(store.append(made.code, [everybody], expected=made.version + 1, actor="Dora"), Stored)
    with store.reads() as connection:
        assert not is_due(connection, made.code, date(2030, 1, 1))
        assert due_codes(connection, date(2030, 1, 1)) == set()
        assert retention_of(connection, made.code).until == date(2028, 5, 30)  # an erasure is no round
    store.close()


def test_a_day_that_only_leap_years_have() -> None:
    assert later(date(2024, 2, 29)) == date(2026, 3, 1)
    assert later(date(2024, 2, 29), 4) == date(2028, 2, 29)


def test_a_damaged_event_does_not_hide_what_is_due_elsewhere(event: tuple[Store, Stored]) -> None:
    store, made = event
    other = store.create(started(), actor="Dora")
    with store.writes() as connection:
        keep(connection, other.code, date(2026, 7, 1))
        connection.execute(update(ledger).where(ledger.c.code == other.code).values(created_at="long ago"))
        assert made.code in due_codes(connection, date(2030, 1, 1))
    store.close()
