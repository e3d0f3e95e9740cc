"""What stands beside the facts, on both databases: notes and passes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from ronda.core.facts import Renamed
from ronda.store import Conflict, Store, Stored, UnknownCode
from ronda.store.access import find_pass, issue, passes, revoke
from ronda.store.notes import Note, read_note, write_note
from tests.store.samples import started

NOW = datetime(2026, 5, 1, 9, tzinfo=UTC)


def test_a_note_is_written_and_read(store: Store) -> None:
    with store.reads() as connection:
        assert read_note(connection, "ABC234", "clock") == Note(None, 0)
    with store.writes() as connection:
        assert write_note(connection, "ABC234", "clock", {"round": 1, "name": "Añe"}) == Note(
            {"round": 1, "name": "Añe"}, 1
        )
    with store.writes() as connection:
        assert write_note(connection, "ABC234", "clock", None, expected=0) is None
        assert write_note(connection, "ABC234", "clock", [2], expected=1) == Note([2], 2)
    with store.reads() as connection:
        assert read_note(connection, "ABC234", "clock") == Note([2], 2)
        assert read_note(connection, "", "clock") == Note(None, 0)


def test_of_two_who_change_a_note_one_finds_out(store: Store) -> None:
    with store.writes() as connection:
        write_note(connection, "", "clock", 0)

    def change(value: int) -> Note | None:
        with store.writes() as connection:
            return write_note(connection, "", "clock", value, expected=1)

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(change, range(8)))
    assert len([answer for answer in answers if answer is not None]) == 1


def test_a_pass_is_found_by_its_secret_only(store: Store) -> None:
    with store.writes() as connection:
        invitation = issue(connection, "s3cret", "helper", "Desk 2", NOW, scope="ABC234")
        session = issue(connection, "cookie", "helper", "Ben", NOW, scope="ABC234", parent=invitation.id)
        issue(connection, "other", "owner", "Dora", NOW, expires=NOW + timedelta(days=1))
    with store.reads() as connection:
        assert find_pass(connection, "s3cret") == invitation
        assert find_pass(connection, "S3cret") is None
        assert find_pass(connection, "\ud800") is None
        assert passes(connection, "ABC234") == [invitation, session]
        owner = find_pass(connection, "other")
    assert owner is not None
    assert owner.holds(NOW)
    assert not owner.holds(NOW + timedelta(days=1))


def test_a_revoked_invitation_ends_the_sessions_opened_with_it(store: Store) -> None:
    with store.writes() as connection:
        invitation = issue(connection, "a", "helper", "Desk 2", NOW, scope="ABC234")
        issue(connection, "b", "helper", "Ben", NOW, scope="ABC234", parent=invitation.id)
        issue(connection, "c", "helper", "Eva", NOW, scope="ABC234")
    with store.writes() as connection:
        assert revoke(connection, invitation.id, NOW)
        assert not revoke(connection, invitation.id, NOW)
    with store.reads() as connection:
        assert [found.holds(NOW) for found in passes(connection, "ABC234")] == [False, False, True]


def test_several_requests_are_kept_together_or_not_at_all(store: Store) -> None:
    made = store.create(started(), actor="Ann")
    with store.together() as batch:
        first = batch.append(made.code, [Renamed("A")], expected=made.version, actor="Ann", key="k")
        again = batch.append(made.code, [Renamed("A")], expected=made.version, actor="Ann", key="k")
        late = batch.append(made.code, [Renamed("B")], expected=made.version, actor="Ben")
        seen = batch.load(made.code)
        assert seen is not None
        assert batch.append(made.code, [Renamed("C")], expected=seen.version, actor="Ben") == batch.load(made.code)
        assert [record.actor for record in batch.log(made.code) or ()][-2:] == ["Ann", "Ben"]
    assert isinstance(first, Stored)
    assert again == first
    assert isinstance(late, Conflict)
    with pytest.raises(UnknownCode):
        _two(store, made)
    found = store.load(made.code)
    assert found is not None
    assert found.facts[made.version :] == (Renamed("A"), Renamed("C"))
    assert not store.verify(made.code)


def _two(store: Store, made: Stored) -> None:
    with store.together() as batch:
        batch.append(made.code, [Renamed("D")], expected=made.version + 2, actor="Ann")
        batch.append("ZZZZZZ", [Renamed("D")], expected=1, actor="Ann")
