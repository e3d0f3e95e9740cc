"""R7: who inserts rows by SQL finds the defaults and types of the assignment; rows that Ronda does not know stay."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import psycopg
import pytest
from sqlalchemy import Connection, Engine, create_engine, text

from ronda.core.facts import Created, Deleted, Entered
from ronda.core.model import Player, Setup
from ronda.store import Stored, open_store
from ronda.store.database.engine import make_engine
from ronda.store.database.location import database_url
from tests.store.conftest import fresh_database
from tests.store.samples import started
from tests.store.test_schema import restored
from tests.store.their_tables import seed_database

# The seed's type could not hold a half; nor could it hold the target of a domino event.
WIDER = {("tournaments", "bye_points"): "real", ("tournaments", "max_score"): "integer"}
OWN = ("match_players", "round_clocks")
_COLUMNS = """
    select table_name, column_name, ordinal_position, data_type, is_nullable, column_default
    from information_schema.columns where table_schema = current_schema()
      and table_name in ('tournaments', 'rounds', 'participants', 'matches', 'byes')
"""
_KEYS = """
    select conrelid::regclass::text, conname,
           regexp_replace(pg_get_constraintdef(oid), '(test_\\w+|public)\\.', '', 'g')
    from pg_constraint where connamespace = current_schema()::regnamespace and contype in ('p', 'u', 'f')
"""


@pytest.fixture
def engine(place: str) -> Iterator[Engine]:
    open_store(place).close()
    engine = make_engine(database_url(place))
    yield engine
    engine.dispose()


def asked(url: str, query: str) -> list[Any]:
    with psycopg.connect(url) as connection:
        return connection.execute(query.encode()).fetchall()


def test_types_defaults_and_keys_are_those_of_the_assignment(postgres: str) -> None:
    place = fresh_database(postgres)
    open_store(place).close()
    theirs = seed_database(postgres, "as_assigned")
    wanted = {tuple(row[:3]): row[3:] for row in asked(theirs, _COLUMNS)}
    found = {tuple(row[:3]): row[3:] for row in asked(place, _COLUMNS)}
    differing = {name[:2]: own[0] for name, own in found.items() if own != wanted[name]}
    assert found.keys() == wanted.keys()
    assert differing == WIDER
    assert all(own[1:] == wanted[name][1:] for name, own in found.items())
    keys = {tuple(row) for row in asked(place, _KEYS)}
    of_theirs = {tuple(row) for row in asked(theirs, _KEYS) if row[1] != "tournaments_host_id_fkey"}  # their users
    assert of_theirs <= keys


def insert(connection: Connection, table: str, **values: object) -> Any:
    columns, named = ", ".join(values), ", ".join(f":{name}" for name in values)
    query = text(f"insert into {table} ({columns}) values ({named}) returning id")
    return connection.execute(query, values).scalar_one()


def an_event(connection: Connection) -> list[Any]:
    """A tournament of somebody else, by SQL alone."""
    cup = insert(connection, "tournaments", name="x")
    one, other = (insert(connection, "participants", tournament_id=cup, name=name) for name in ("Ann", "Ben"))
    first = insert(connection, "rounds", tournament_id=cup, round_number=1)
    match = insert(connection, "matches", tournament_id=cup, round=1, player1_id=one, player2_id=other)
    worth = {"match_points": 3, "differential": 0}
    bye = insert(connection, "byes", tournament_id=cup, participant_id=one, round_number=1, round_id=first, **worth)
    return [cup, one, other, first, match, bye]


def test_a_tournament_can_be_inserted_by_its_name_alone(engine: Engine) -> None:
    with engine.begin() as connection:
        ids = [UUID(str(one)) for one in an_event(connection)]
    assert len(set(ids)) == 6
    assert {one.version for one in ids} == {4}
    with engine.connect() as connection:
        row = connection.execute(text("select * from tournaments")).mappings().one()
        assert (row["name"], row["code"], row["max_score"]) == ("x", None, None)
        assert [bool(row[name]) for name in ("has_started", "has_ended", "sound_notifications")] == [False] * 3
        assert None not in (row["has_started"], row["has_ended"], row["sound_notifications"])
        people = connection.execute(text("select dropped_out, joined_at from participants")).all()
        assert [bool(gone) for gone, _ in people] == [False, False]
        times = [row["created_at"], row["updated_at"], *(at for _, at in people)]
        for table, column in (("rounds", "started_at"), ("matches", "updated_at"), ("byes", "created_at")):
            times.append(connection.execute(text(f"select {column} from {table}")).scalar_one())
        others = "select (select is_completed from rounds), (select is_tie from matches)"
        assert [bool(value) for value in connection.execute(text(others)).one()] == [False, False]
    for at in times:
        found = datetime.fromisoformat(at).replace(tzinfo=UTC) if isinstance(at, str) else at
        assert abs(datetime.now(UTC) - found) < timedelta(minutes=5)


def test_ids_on_sqlite_are_as_random_as_those_of_postgresql(engine: Engine) -> None:
    with engine.begin() as connection:
        ids = [str(insert(connection, "tournaments", name="x")) for _ in range(200)]
    assert len(set(ids)) == 200
    assert all(re.fullmatch(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}", one) for one in ids)
    assert {one[19] for one in ids} == set("89ab")


def counted(engine: Engine, ids: Sequence[Any]) -> int:
    """How many of these rows are there."""
    tables = ("tournaments", "participants", "participants", "rounds", "matches", "byes")
    with engine.connect() as connection:
        return sum(
            connection.execute(text(f"select count(*) from {table} where id = :id"), {"id": one}).scalar_one()
            for table, one in zip(tables, ids, strict=True)
        )


def test_rows_that_ronda_does_not_know_are_left_alone(place: str, engine: Engine) -> None:
    with engine.begin() as connection:
        ids = an_event(connection)
    with open_store(place) as store:
        assert store.summaries() == ()
        made = store.create(started(), actor="Ann")
        assert counted(engine, ids) == 6
        store.rebuild_tables(made.code)
        gone = store.append(made.code, [Deleted()], expected=made.version, actor="Ann")
        assert isinstance(gone, Stored)
        assert [summary.code for summary in store.summaries()] == [made.code]
    assert counted(engine, ids) == 6


def test_the_state_before_the_defaults_is_brought_up_without_loss(tmp_path: Path) -> None:
    path = restored("0.1-0003", tmp_path / "old.db")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("create index own_idx on participants (name)")
        connection.execute("create table seen (name text)")
        connection.execute(
            "create trigger own_trg after insert on participants begin insert into seen values (new.name); end"
        )
        connection.execute("alter table tournaments add column own text default 'mine: 1'")
        rows = {name: connection.execute(f"select * from {name} order by 1, 2, 3").fetchall() for name in NAMES}
        made = set(connection.execute("select type, name, tbl_name from sqlite_master"))
    with open_store(path, read_model=False):
        pass
    with closing(sqlite3.connect(path)) as connection:
        assert {name: connection.execute(f"select * from {name} order by 1, 2, 3").fetchall() for name in NAMES} == rows
        assert made <= set(connection.execute("select type, name, tbl_name from sqlite_master"))
        assert connection.execute("pragma foreign_key_check").fetchall() == []
        connection.execute("insert into participants (tournament_id, name) select id, 'New' from tournaments limit 1")
        assert connection.execute("select name from seen").fetchall() == [("New",)]
        with pytest.raises(sqlite3.IntegrityError):  # keys are still there
            connection.execute(
                "insert into tournaments (name, code) select 'Copy', code from tournaments where code is not null"
            )


NAMES = ("tournaments", "participants", "rounds", "matches", "match_players", "byes")


def test_the_state_before_the_defaults_keeps_hosts_strangers_and_the_clock(tmp_path: Path) -> None:
    path = restored("0.1-0003", tmp_path / "old.db")
    with open_store(path) as store:
        code = store.codes()[0]
    engine = create_engine(database_url(path))
    with engine.connect() as connection:
        hosts = {row.code: row.host_id for row in connection.execute(text("select code, host_id from tournaments"))}
        assert hosts[code] == "11111111-1111-4111-8111-111111111111"
        assert None in hosts  # the tournament that Ronda does not know
        clock = connection.execute(text("select * from round_clocks")).mappings().one()
        start = connection.execute(text("select id, started_at from rounds")).one()
    engine.dispose()
    assert clock["round_id"] == start.id
    assert clock["started_at"] == clock["running_since"] == start.started_at == "2026-11-15 10:08:00.000000"
    assert (clock["length_seconds"], clock["remaining_seconds"]) == (2700, 2700)
    assert clock["ends_at"] == "2026-11-15 10:53:00.000000"


def test_a_code_that_somebody_else_took_is_not_given_again(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    codes = iter(["ABC234", "ABC235"])
    monkeypatch.setattr("ronda.store.store.fresh_code", lambda: next(codes))
    open_store(place).close()
    engine = make_engine(database_url(place))
    with engine.begin() as connection:
        insert(connection, "tournaments", name="x", code="ABC234")
    engine.dispose()
    with open_store(place) as store:
        assert store.create([Created(Setup("redemption", "")), Entered(Player(1, "Ann"))], actor="Ann").code == "ABC235"
