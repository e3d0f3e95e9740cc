"""A new version on the database of an earlier one: events that were under way go on, and nobody has to come in anew."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from ronda.store import open_store
from ronda.store.database.engine import NEWEST, VERSION_TABLE, make_engine, migrate, writing
from ronda.store.database.location import database_url
from ronda.web.context import SESSION_COOKIE
from ronda.web.settings import ServerSettings
from tests.store.conftest import fresh_database
from tests.store.test_schema import LAST, copied, restored
from tests.web.conftest import At, opened

SECRET = "a-secret-of-the-earlier-release"
PASS = {
    "hash": sha256(SECRET.encode()).hexdigest(),
    "scope": "",
    "role": "owner",
    "name": "owner",
    "created_at": "2026-11-15T10:00:00+00:00",
}
INSERT = "INSERT INTO desk_pass ({}) VALUES ({})".format(", ".join(PASS), ", ".join(f":{name}" for name in PASS))
BEFORE_ACCOUNTS = "0007"


def goes_on(place: str, *, with_key: bool) -> None:
    """The event that was between two rounds is played to its end by whoever had the key before."""
    with opened(ServerSettings(place, "0.0.0.0")) as desk:
        store = desk.runtime.store
        code = next(one.code for one in store.summaries() if one.name == "Redone")
        before = store.load(code)
        assert before is not None
        who = _holder(desk, with_key=with_key)
        assert who.get(f"/e/{code}").status_code == 200
        assert who.get("/").text.count("Redone") >= 1
        standing = who.get(f"/api/events/{code}/standings?after=1").json()["rows"]
        for number in (2, 3):
            _played(who, code, number)
        found = who.get(f"/api/events/{code}").json()
        assert found["rounds"] == 3
        assert who.get(f"/api/events/{code}/standings?after=1").json()["rows"] == standing, "what was, is"
        after = store.load(code)
        assert after is not None
        assert after.facts[: before.version] == before.facts, "no fact is lost"
        assert store.verify(code) == []
        assert desk.elsewhere().get(f"/{code}").status_code == 200
        assert desk.elsewhere().get(f"/wall/{code}").status_code == 200
        assert who.get("/api/accounts").json() == {"accounts": []}
        assert who.get(f"/api/events/{code}/webhooks").json() == {"webhooks": []}


def _holder(desk: At, *, with_key: bool) -> Any:
    client = desk.elsewhere()
    if with_key:
        client.cookies.set(SESSION_COOKIE, SECRET)
    else:  # that release had no desk in the browser yet
        with desk.runtime.store.writes() as connection:
            connection.execute(text(INSERT), PASS)
        client.cookies.set(SESSION_COOKIE, SECRET)
    return client


def _played(who: Any, code: str, number: int) -> None:
    api = f"/api/events/{code}"
    made = who.post(f"{api}/pair?confirm=true")
    assert made.status_code == 200, made.text
    if who.get(f"{api}/rounds/{number}").json()["forced"]:
        who.post(f"{api}/approve", json={"by": "Dora", "reason": "few players"})
    assert who.post(f"{api}/publish").status_code == 200
    for table in who.get(f"{api}/rounds/{number}").json()["tables"]:
        body = {"round": number, "table": table["number"], "result": "5-3"}
        assert who.post(f"{api}/result", json=body).status_code == 200
    assert who.post(f"{api}/close?confirm=true").status_code == 200


@pytest.mark.parametrize("release", sorted(LAST))
def test_databases_of_all_releases_are_served(release: str, tmp_path: Path) -> None:
    path = restored(release, tmp_path / "ronda.db")
    with_key = LAST[release] >= "0003"
    if with_key:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute(INSERT, PASS)
            connection.commit()
    goes_on(str(path), with_key=with_key)


def test_the_last_state_before_accounts_is_served(tmp_path: Path) -> None:
    path = restored("0.1-0004", tmp_path / "ronda.db")
    _brought_to(BEFORE_ACCOUNTS, str(path))
    goes_on(str(path), with_key=True)


def test_the_same_on_postgresql(postgres: str, tmp_path: Path) -> None:
    place = fresh_database(postgres)
    copied(LAST["0.1-0004"], restored("0.1-0004", tmp_path / "old.db"), make_engine(database_url(place)))
    _brought_to(BEFORE_ACCOUNTS, place)
    goes_on(place, with_key=True)


def _brought_to(revision: str, place: str) -> None:
    """As that migration left it, with a key."""
    engine = make_engine(database_url(place))
    with writing(engine).begin() as connection:
        migrate(connection, revision)
        assert connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar() == revision
        connection.execute(text(INSERT), PASS)
    engine.dispose()
    assert revision < NEWEST


def test_a_database_is_brought_up_to_date_once(tmp_path: Path) -> None:
    path = restored("0.1-0004", tmp_path / "ronda.db")
    open_store(path).close()
    data = path.read_bytes()
    open_store(path).close()
    assert path.read_bytes() == data
