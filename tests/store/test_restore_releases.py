"""Copies of earlier releases are put back by this one, on both databases; those of later ones are refused."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from alembic.config import Config
from sqlalchemy import create_engine, text

from ronda.store import Store, open_store
from ronda.store import migrations as scripts
from ronda.store.access import find_pass, issue
from ronda.store.copies import backup
from ronda.store.copy_files import BadCopy
from ronda.store.database.engine import NEWEST, VERSION_TABLE, make_engine, revisions
from ronda.store.database.location import database_url
from ronda.store.notes import Note, read_note, write_note
from ronda.store.restore import Broken, NotEmpty, restore
from tests.store.conftest import fresh_database
from tests.store.samples import started, whole_life
from tests.store.test_schema import LAST, copied, restored

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
FACTS = ("ledger", "fact", "request")  # the tables of the first schema


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


def old_database(schema: str, folder: Path) -> Path:
    """A SQLite file with the tournaments of the first release, in the tables of that schema."""
    path = folder / f"{schema}.db"
    copied(schema, restored("0.1", folder / "release.db"), make_engine(database_url(path)))
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
    return path


def old_rows(database: Path, without: Iterable[str] = ()) -> list[dict[str, Any]]:
    """The rows as a portable copy has them."""
    with closing(sqlite3.connect(database)) as connection:
        connection.row_factory = sqlite3.Row
        rows = [{name: dict(row)} for name in FACTS for row in connection.execute(f"SELECT * FROM {name}")]
    for row in rows:
        if "ledger" in row:
            row["ledger"] |= {key: bool(row["ledger"][key]) for key in ("finished", "archived", "deleted")}
            row["ledger"] = {key: value for key, value in row["ledger"].items() if key not in without}
    return rows


def portable(path: Path, schema: object, rows: Iterable[dict[str, Any]], form: object = 1) -> Path:
    """A portable copy as a release with that schema would have written it."""
    lines = [json.dumps(value) + "\n" for value in ({"ronda_backup": form, "schema": schema, "at": "x"}, *rows)]
    digest = sha256("".join(lines).encode()).hexdigest()
    end = json.dumps({"end": {"rows": len(lines) - 1, "sha256": digest}}) + "\n"
    path.write_text("".join([*lines, end]), "ascii")
    return path


def assert_whole(place: str | Path) -> None:
    """Both tournaments of the release with all their facts, and with their rows in the five tables."""
    with open_store(place) as store:
        first, second = store.summaries()
        assert (first.name, second.name, second.system) == ("Redone", "Kulüp şampiyonası", "chess")
        assert store.verify(first.code) == store.verify(second.code) == []
        found = store.load(first.code)
        assert found is not None
        assert found.facts == tuple(whole_life())[: found.version]
        assert store.create(started(), actor="Ana").code not in (first.code, second.code)
    engine = create_engine(database_url(place))
    with engine.connect() as connection:
        names = connection.execute(text("SELECT name FROM tournaments")).scalars().all()
        matches = connection.execute(text("SELECT count(*) FROM matches")).scalar_one()
        assert connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar_one() == NEWEST
    engine.dispose()
    assert sorted(names) == sorted((first.name, second.name, "Club night"))
    assert matches == 2 + 4


@pytest.mark.parametrize("schema", [schema for schema in reversed(revisions()) if schema <= LAST["0.1"]])
def test_a_copy_of_every_earlier_schema_is_put_back(schema: str, place: str, tmp_path: Path) -> None:
    copy = old_database(schema, tmp_path)
    before = copy.read_bytes()
    assert restore(copy, place).tournaments == 2
    assert_whole(place)
    assert copy.read_bytes() == before
    lines = portable(tmp_path / "copy.jsonl", schema, old_rows(copy))
    done = restore(lines, place, force=True, now=NOW)
    assert (done.tournaments, done.kept is None) == (2, False)
    assert_whole(place)


def test_rows_of_an_earlier_schema_go_through_its_migrations(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if `archived` had come with a later release: a portable copy from before does not have that column."""
    folder = tmp_path / "migrations"
    shutil.copytree(Path(str(scripts.__file__)).parent, folder)
    first = folder / "versions" / "v0001_facts.py"
    column = '        sa.Column("archived", sa.Boolean, nullable=False),\n'
    assert column in first.read_text("utf-8")
    first.write_text(first.read_text("utf-8").replace(column, ""), "utf-8")
    (folder / "versions" / "v9998_archived.py").write_text(
        f'''import sqlalchemy as sa
from alembic import op
revision = "9998"
down_revision = "{NEWEST}"
def upgrade() -> None:
    op.add_column("ledger", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
'''
    )

    def config() -> Config:
        made = Config()
        made.set_main_option("script_location", str(folder))
        return made

    rows = old_rows(old_database("0001", tmp_path), without=["archived"])
    monkeypatch.setattr("ronda.store.database.engine._config", config)
    for module in ("database.engine", "copies", "restore"):
        monkeypatch.setattr(f"ronda.store.{module}.NEWEST", "9998")
    assert restore(portable(tmp_path / "copy.jsonl", "0001", rows), place).tournaments == 2
    with open_store(place) as store:
        assert [one.archived for one in store.summaries()] == [False, False]
        assert all(store.verify(code) == [] for code in store.codes())
    again = backup(place, tmp_path / "again.jsonl", portable=True)
    assert json.loads(again.read_text("ascii").splitlines()[0])["schema"] == "9998"
    with pytest.raises(BadCopy, match="line"):  # the column is there today
        restore(portable(tmp_path / "wrong.jsonl", "9998", rows), tmp_path / "wrong.db")


def newer_file(folder: Path) -> Path:
    path = folder / "newer.db"
    open_store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")
        connection.commit()
    return path


def test_a_copy_of_a_later_release_is_refused(place: str, tmp_path: Path) -> None:
    with open_store(place) as store:
        code = store.create(started(), actor="Ana").code
    rows = old_rows(old_database("0001", tmp_path))
    copies = {
        newer_file(tmp_path): "9999",
        portable(tmp_path / "newer.jsonl", "9999", rows): "9999",
        portable(tmp_path / "form.jsonl", NEWEST, rows, form=2): f"2/{NEWEST}",
    }
    for copy, found in copies.items():
        with pytest.raises(BadCopy) as caught:
            restore(copy, place, force=True)
        assert (caught.value.code, caught.value.copy, caught.value.facts["found"]) == ("newer", copy, found)
    with open_store(place) as store:
        assert store.codes() == (code,)


def test_what_is_no_copy_is_refused(place: str, tmp_path: Path) -> None:
    rows = old_rows(old_database("0001", tmp_path))
    with closing(sqlite3.connect(tmp_path / "recipes.db")) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    number, orphan = ({"fact": dict(rows[-1].get("fact") or rows[4]["fact"])} for _ in range(2))
    number["fact"]["body"] = 5
    orphan["fact"]["ledger_id"] = 99
    copies = {
        tmp_path / "recipes.db": "foreign",
        portable(tmp_path / "a", 7, rows): "foreign",
        portable(tmp_path / "b", NEWEST, rows, form="1"): "foreign",
        portable(tmp_path / "c", "0001", [*rows, number]): "line",
        portable(tmp_path / "d", "0001", [*rows, {"note": {}}]): "line",
        portable(tmp_path / "e", "0001", [*rows, orphan]): "incomplete",
        portable(tmp_path / "f", "0001", [*rows, rows[0]]): "incomplete",
        portable(tmp_path / "g", "0001", [row for row in rows if "request" in row or "ledger" in row]): "damaged",
    }
    for copy, code in copies.items():
        with pytest.raises(BadCopy) as caught:
            restore(copy, place)
        assert caught.value.code == code, copy
    with open_store(place) as store:
        assert store.codes() == ()


def test_notes_and_passes_come_back_as_well(store: Store, place: str, tmp_path: Path) -> None:
    with store.writes() as connection:
        write_note(connection, "", "wall", {"language": "tr"})
        pass_ = issue(connection, "s3cret", "helper", "Desk 2", NOW)
    for name, is_portable in (("copy.jsonl", True), ("copy", False)):
        copy = backup(place, tmp_path / name, portable=is_portable)
        assert "s3cret" not in copy.read_bytes().decode("latin-1")
        target = tmp_path / f"{name}.db"
        restore(copy, target)
        with open_store(target) as other, other.writes() as connection:
            assert read_note(connection, "", "wall") == Note({"language": "tr"}, 1)
            assert find_pass(connection, "s3cret") == pass_
            assert issue(connection, "later", "helper", "Desk 3", NOW).id > pass_.id


def test_the_next_pass_has_an_id_that_is_free(place: str, tmp_path: Path, postgres: str) -> None:
    with open_store(place) as store, store.writes() as connection:
        for secret in "abc":
            issue(connection, secret, "helper", "Desk", NOW)
    other = fresh_database(postgres)
    restore(backup(place, tmp_path / "copy"), other)
    with open_store(other) as again, again.writes() as connection:
        assert issue(connection, "d", "helper", "Desk", NOW).id == 4


def test_an_older_store_that_is_not_to_be_replaced_stays_usable(place: str, tmp_path: Path) -> None:
    old = old_database("0001", tmp_path)
    copied("0001", tmp_path / "release.db", make_engine(database_url(place)))
    with pytest.raises(NotEmpty):
        restore(old, place)
    assert_whole(place)


def test_a_database_that_is_broken_is_put_aside(tmp_path: Path) -> None:
    """The very moment for which copies are made."""
    target = tmp_path / "ronda.db"
    with open_store(target) as store:
        code = store.create(started(), actor="Ana").code
    copy = backup(target, tmp_path / "copy.db")
    with closing(sqlite3.connect(target)) as connection:
        (page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'fact'").fetchone()
        (size,) = connection.execute("PRAGMA page_size").fetchone()
    whole = target.read_bytes()
    holed = whole[: (page - 1) * size] + b"\xff" * size + whole[page * size :]
    for broken, told in ((b"rubbish" * 1000, Broken), (b"\0" * 5000, Broken), (holed, NotEmpty)):
        target.write_bytes(broken)
        with pytest.raises(told):
            restore(copy, target)
        assert target.read_bytes() == broken
        done = restore(copy, target, force=True)
        assert done.kept is not None
        assert (done.kept.suffix, done.kept.read_bytes()[100:]) == (".broken", broken[100:])  # but for its heading
        with open_store(target) as store:
            assert store.codes() == (code,)
