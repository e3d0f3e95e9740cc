"""Databases of earlier releases are brought up to date; those of later ones are refused."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, Engine, MetaData, create_engine, inspect, text
from sqlalchemy.exc import DBAPIError

from ronda import __version__
from ronda.core.history import fold, in_force
from ronda.store import SchemaNewer, Store, Stored, Unusable, open_store
from ronda.store.database import engine as database
from ronda.store.database.engine import NEWEST, VERSION_TABLE, make_engine, migrate, revision, revisions, writing
from ronda.store.database.location import database_url
from ronda.store.database.tables import metadata
from ronda.store.read_model.schema import METADATA
from ronda.store.values import DiskFull, ReadOnly
from tests.store.conftest import fresh_database
from tests.store.making_release import RELEASES
from tests.store.quick_schema import quickly, through_migrations
from tests.store.samples import whole_life

# The migration that each release, or a state on the way to one, ended with.
LAST = {"0.1": "0002", "0.1-0003": "0003", "0.1-0004": "0004"}


@pytest.fixture(autouse=True)
def migrated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here databases are made as for users."""
    monkeypatch.setattr(database, "migrate", through_migrations)


def test_other_tests_have_the_same_tables(place: str) -> None:
    """What `quickly` makes is what migrations make, to the letter."""
    engine = make_engine(database_url(place))
    own = "schemaname = current_schema()"
    asked = {
        "sqlite": ("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name",),
        "postgresql": (
            "SELECT table_name, column_name, data_type, column_default, is_nullable FROM information_schema.columns"
            " WHERE table_schema = current_schema() ORDER BY 1, ordinal_position",
            f"SELECT replace(indexdef, current_schema(), '') FROM pg_indexes WHERE {own} ORDER BY 1",
            "SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint"
            " WHERE connamespace = current_schema()::regnamespace ORDER BY 1",
        ),
    }

    def tables(make: Callable[[Connection], None]) -> list[list[tuple[object, ...]]]:
        """Of an empty database that is left empty again."""
        with writing(engine).connect() as connection, connection.begin() as change:
            make(connection)
            found = [list(map(tuple, connection.execute(text(one)))) for one in asked[engine.dialect.name]]
            found.append(list(map(tuple, connection.execute(text(f"SELECT * FROM {VERSION_TABLE}")))))
            change.rollback()
        return found

    wanted = tables(through_migrations)
    assert tables(quickly) == wanted, "the first one of a process"
    assert tables(quickly) == wanted
    assert len(wanted[0]) > 20
    engine.dispose()


def test_the_newest_migration_is_the_one_named() -> None:
    assert revisions()[0] == NEWEST
    assert sorted(LAST) == sorted(path.stem for path in RELEASES.glob("*.sql"))
    assert __version__.rpartition(".")[0] in LAST


def test_the_migrations_make_the_tables_of_the_code(place: str) -> None:
    open_store(place, read_model=False).close()
    both = MetaData()
    for table in (*metadata.tables.values(), *METADATA.tables.values()):
        table.to_metadata(both)
    engine = create_engine(database_url(place))
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE, "compare_type": True})
        assert compare_metadata(context, both) == []
        assert revision(connection) == NEWEST
    engine.dispose()


def restored(release: str, path: Path) -> Path:
    """The SQLite file as that release left it."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((RELEASES / f"{release}.sql").read_text("utf-8"))
    return path


def copied(target: str, file: Path, engine: Engine) -> None:
    """The same rows in the tables that the migrations up to `target` make on another database."""
    source = create_engine(database_url(file))
    with writing(engine).begin() as connection, source.connect() as from_file:
        migrate(connection, target)
        tables = MetaData()
        tables.reflect(connection, only=lambda name, _: name in metadata.tables)
        for table in tables.sorted_tables:
            rows = [dict(row._mapping) for row in from_file.execute(text(f"SELECT * FROM {table.name}"))]
            booleans = [column.name for column in table.columns if column.type.python_type is bool]
            if rows:
                connection.execute(table.insert(), [row | {name: bool(row[name]) for name in booleans} for row in rows])
    source.dispose()
    engine.dispose()


@pytest.mark.parametrize("release", sorted(LAST))
def test_databases_of_all_releases_open(release: str, place: str, tmp_path: Path) -> None:
    url = database_url(place)
    if url.get_backend_name() == "sqlite":
        assert url.database
        restored(release, Path(url.database))
    else:
        copied(LAST[release], restored(release, tmp_path / "old.db"), make_engine(url))
    with open_store(place, read_model=False) as store:
        first, second = store.summaries()
        assert (first.name, second.name, second.system) == ("Redone", "Kulüp şampiyonası", "chess")
        found = store.load(first.code)
        assert found is not None
        assert found.facts == tuple(whole_life())[: found.version]
        assert fold(in_force(found.facts)).rounds[0].tables[1].absent == (4,)
        assert store.verify(first.code) == store.verify(second.code) == []
        last = f"request-{found.version - 10}"
        assert store.append(first.code, found.facts[-1:], expected=0, actor="Ben", key=last) == found
        after = store.append(first.code, found.facts[-1:], expected=found.version, actor="Ann")
        assert isinstance(after, Stored)
        assert store.verify(first.code) == []


def test_tournaments_from_before_the_five_tables_are_put_into_them(place: str, tmp_path: Path) -> None:
    copied("0001", restored("0.1", tmp_path / "old.db"), make_engine(database_url(place)))
    with open_store(place) as store:
        names = {summary.name for summary in store.summaries()}
        engine = create_engine(database_url(place))
        with engine.connect() as connection:
            found = connection.execute(text("SELECT name FROM tournaments")).scalars().all()
            matches = connection.execute(text("SELECT count(*) FROM matches")).scalar_one()
        engine.dispose()
    assert set(found) == names
    assert matches == 2


def test_somebody_elses_five_tables_are_never_written_to(postgres: str) -> None:
    place = fresh_database(postgres)
    engine = create_engine(database_url(place))
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE tournaments (id uuid, name text)"))
    with pytest.raises(Unusable, match=r"tournaments.*of its own"):
        open_store(place)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["tournaments"]
    engine.dispose()


def test_a_newer_database_is_refused(place: str) -> None:
    open_store(place, read_model=False).close()
    engine = create_engine(database_url(place))
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(SchemaNewer, match="newer release") as caught:
        open_store(place)
    assert (caught.value.found, caught.value.known) == ("9999", NEWEST)


def test_workers_that_start_together_make_the_tables_once(place: str) -> None:
    with ThreadPoolExecutor(6) as pool:
        stores = list(pool.map(lambda _: open_store(place, read_model=False), range(6)))
    for store in stores:
        assert store.codes() == ()
        store.close()


@pytest.mark.parametrize(
    "error", [DBAPIError("x", None, Exception("x")), KeyboardInterrupt(), ReadOnly("x", "x"), DiskFull("x", "x")]
)
def test_what_could_not_be_opened_is_closed(
    tmp_path: Path, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever stops it; a database that cannot be written is looked at in memory instead."""
    open_store(tmp_path / "ronda.db").close()
    closed: list[Store] = []
    close = Store.close

    def noted(store: Store) -> None:
        closed.append(store)
        close(store)

    def fail(store: Store) -> None:
        monkeypatch.undo()  # only this once
        monkeypatch.setattr(Store, "close", noted)
        raise error

    monkeypatch.setattr(Store, "bring_up_to_date", fail)
    if isinstance(error, ReadOnly | DiskFull):
        store = open_store(tmp_path / "ronda.db")
        assert len(closed) == 2, "the one that failed, and the one that brought the copy up to date"
        assert store not in closed
        close(store)
    else:
        with pytest.raises(Unusable if isinstance(error, DBAPIError) else type(error)):
            open_store(tmp_path / "ronda.db")
        assert len(closed) == 1


def test_what_is_no_database_of_ours_is_refused(tmp_path: Path) -> None:
    rubbish = tmp_path / "rubbish.db"
    rubbish.write_bytes(b"This is not a database at all. " * 100)
    with pytest.raises(Unusable, match="not a database"):
        open_store(rubbish)
    assert rubbish.read_bytes().startswith(b"This is not")
    other = tmp_path / "other.db"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
        connection.commit()
    with pytest.raises(Unusable, match="another program"):
        open_store(other)
    with pytest.raises(Unusable):
        open_store(tmp_path)
    with pytest.raises(Unusable) as caught:
        open_store("postgresql://ann:secret@127.0.0.1:1/none?connect_timeout=2")
    assert "secret" not in str(caught.value)
