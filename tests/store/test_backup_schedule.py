"""Copies that are made by themselves, by a program that runs for long and before each pairing, on both databases."""

from __future__ import annotations

import os
import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from ronda.store import Store, Stored, open_store
from ronda.store.copies import automatic, backup, keep_up, place_of
from ronda.store.restore import restore
from tests.store.conftest import fresh_database
from tests.store.samples import result, started, whole_life

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's data directory, where the copies of a server go."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "ronda"


def enter(store: Store, made: Stored, table: int) -> Stored:
    answer = store.append(made.code, [result(table, 5)], expected=made.version, actor="Ana")
    assert isinstance(answer, Stored)
    return answer


def versions(copy: Path, folder: Path) -> list[int]:
    """What is in a copy, once it is put back."""
    target = folder / f"again-{copy.stem}.db"
    restore(copy, target)
    with open_store(target) as store:
        return [summary.version for summary in store.summaries()]


def test_a_server_makes_copies_while_something_changes(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:
        assert keep_up(place, now=NOW) is None, "nothing is there"
        made = store.create(started(), actor="Ana")
        first = keep_up(place, now=NOW)
        assert first is not None
        assert versions(first, tmp_path) == [made.version]
        made = enter(store, made, 1)
        assert keep_up(place, now=NOW + 14 * MINUTE) is None, "too soon"
        second = keep_up(place, now=NOW + 15 * MINUTE)
        assert second is not None
        assert versions(second, tmp_path) == [made.version]
        for hours in range(1, 100):
            assert keep_up(place, now=NOW + hours * 60 * MINUTE) is None, "nothing has changed"
        enter(store, made, 2)
        third = keep_up(place, now=NOW + timedelta(days=5), every=timedelta(days=1))
        assert third is not None
        assert sorted(third.parent.iterdir()) == [second, third], "the first was thinned out"


def test_a_copy_by_hand_or_before_a_pairing_counts_as_well(place: str) -> None:
    with open_store(place) as store:
        store.create(started(), actor="Ana")
        automatic(place, NOW)
        assert keep_up(place, now=NOW + 20 * MINUTE) is None
        store.create(whole_life(), actor="Ana")
        backup(place, portable=True, now=NOW + 40 * MINUTE)
        assert keep_up(place, now=NOW + 60 * MINUTE) is None
        store.create(started(), actor="Ana")
        assert keep_up(place, now=NOW + 60 * MINUTE) is not None


@pytest.mark.parametrize("rubbish", [b"", b"rubbish\n" * 9, b'{"ronda_backup": 1}\n{"ledger": {"code": 5}}\n'])
def test_a_last_copy_that_is_broken_is_no_copy(place: str, rubbish: bytes) -> None:
    with open_store(place) as store:
        store.create(started(), actor="Ana")
        automatic(place, NOW).write_bytes(rubbish)
        assert keep_up(place, now=NOW + 20 * MINUTE) is not None


def test_a_store_that_was_put_back_to_an_earlier_state_has_changed(place: str) -> None:
    with open_store(place) as store:
        made = store.create(started(), actor="Ana")
        early = automatic(place, NOW)
        enter(store, made, 1)
        assert keep_up(place, now=NOW + 20 * MINUTE) is not None
    kept = restore(early, place, force=True, now=NOW + 30 * MINUTE).kept
    assert kept is not None
    assert kept.parent == early.parent
    assert keep_up(place, now=NOW + 60 * MINUTE) is not None


def test_copies_of_a_server_lie_in_the_data_directory(postgres: str, data: Path) -> None:
    one, other = fresh_database(postgres), fresh_database(postgres)
    for place in (one, other):
        with open_store(place) as store:
            store.create(started(), actor="Ana")
    made = [automatic(place, NOW - timedelta(days=900)) for place in (one, other)]
    assert {copy.parent for copy in made} == {data / "backups"}
    assert automatic(one, NOW).exists()
    assert [copy.exists() for copy in made] == [False, True], "each database has copies of its own"


def test_no_password_is_in_the_name_of_a_copy() -> None:
    address = "postgresql://{}ann:{}@example.org/club nights?password={}"
    places = {place_of(address.format(*words)) for words in (("", "secret", "x"), ("jo", "other", "y"))}
    assert len(places) == 1, "it is the same database"
    ((_, stem),) = places
    assert stem.startswith("club_nights-")
    assert place_of("postgresql://ann@example.org/else") not in places


def test_whatever_goes_wrong_is_an_oserror(place: str, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that whoever asks for a copy can go on without it."""
    with open_store(place) as store:
        store.create(started(), actor="Ana")
    folder, _ = place_of(place)
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.write_text("a file where the folder should be")
    for attempt in (automatic, keep_up):
        with pytest.raises(OSError, match=r"."):
            attempt(place)
    folder.unlink()

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    if "sqlite" in place:
        monkeypatch.setattr("ronda.store.copies.copy_sqlite", full)
    else:
        with psycopg.connect(place) as connection:
            connection.execute("UPDATE ronda_schema SET version_num = '9999'")
    with pytest.raises(OSError, match=r"full|newer"):
        automatic(place)
    assert os.listdir(folder) == []


def test_a_server_that_is_gone_is_an_oserror() -> None:
    for attempt in (automatic, keep_up):
        with pytest.raises(OSError, match="127"):
            attempt("postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=2")
