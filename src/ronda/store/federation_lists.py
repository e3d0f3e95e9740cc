"""Lists of federations, opened once and looked up offline (PP7.1). They are kept apart from the people and from the
events: a list of a million rows is somebody else's, can be had again, and does not belong into every copy of the
database. Beside a SQLite file it is a file of its own; PostgreSQL has tables of its own for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from pathlib import Path

import msgspec
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Engine,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    delete,
    exists,
    func,
    insert,
    inspect,
    select,
    update,
)

from ronda.core import Frozen
from ronda.formats.federation_files import FederationFile
from ronda.people import Person, name_key, number_key
from ronda.store.database.engine import UNKEPT, make_engine, opened, writing
from ronda.store.database.tables import LARGEST
from ronda.store.store import Store

_metadata = MetaData()
_word = Text().with_variant(Text(collation="C"), "postgresql")  # in the order of its letters' numbers, everywhere

_lists = Table(
    "federation_list",
    _metadata,
    Column("id", Integer, primary_key=True),
    Column("source", Text, nullable=False),
    Column("dated", Text, nullable=False),
    Column("rows", Integer, nullable=False),
    Column("imported_at", Text, nullable=False),
    Column("state", Text, nullable=False),
)
_entries = Table(
    "federation_entry",
    _metadata,
    Column("list", Integer, primary_key=True),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    sqlite_with_rowid=False,
)
_words = Table(
    "federation_word",
    _metadata,
    Column("list", Integer, primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("word", _word, primary_key=True),
    Index("ix_federation_word_word", "list", "word", "entry"),
    sqlite_with_rowid=False,
)

MOST_FOUND = 8
_BATCH = 5_000  # rows in one transaction: the hall goes on writing between two of them
_LAST = "\U0010ffff"
_LOADING, _READY = "loading", "ready"
_write = msgspec.json.Encoder(order="sorted").encode


class FederationList(Frozen):
    """A list that can be looked up."""

    id: int
    source: str
    dated: str
    rows: int
    imported_at: str


class ListedPerson(Frozen):
    """Somebody in a list; `ref` names the row as long as the list is there."""

    source: str
    dated: str
    ref: str
    person: Person


def lists_file(store: Store) -> Path | None:
    """The file of the lists; None on a server."""
    if store.place.get_backend_name() != "sqlite":
        return None
    path = Path(store.place.database or "")
    return path.with_name(f"{path.stem}-lists{path.suffix or '.db'}")


@contextmanager
def _reading(store: Store) -> Iterator[Connection | None]:
    """None where there are no lists."""
    path = lists_file(store)
    if path is not None and not path.exists():
        yield None
        return
    with store.reads() if path is None else opened(path) as connection:
        yield connection if inspect(connection).has_table(_lists.name) else None


@contextmanager
def _engine(store: Store) -> Iterator[Engine]:
    path = lists_file(store)
    engine = make_engine(store.place if path is None else store.place.set(database=str(path)))
    try:
        with writing(engine).begin() as connection:
            _metadata.create_all(connection)
        yield writing(engine)
    finally:
        engine.dispose()


# --- importing ---------------------------------------------------------------------------------------------


def import_list(
    store: Store,
    file: FederationFile,
    source: str,
    dated: str,
    at: datetime,
    told: Callable[[int], None] = lambda _: None,
) -> FederationList:
    """All rows of the file; a list of the same source is replaced when they are all there. Raises Unreadable, and then
    the earlier list stays."""
    with _engine(store) as engine:
        with engine.begin() as connection:
            row = {"source": source, "dated": dated, "rows": 0, "imported_at": at.isoformat(), "state": _LOADING}
            number = connection.execute(insert(_lists).values(row).returning(_lists.c.id)).scalar_one()
        count = 0
        try:
            people = file.people()
            while some := list(islice(people, _BATCH)):
                _put(engine, number, count, some)
                count += len(some)
                told(count)
        except BaseException:
            _drop(engine, number)
            raise
        with engine.begin() as connection:
            older = connection.scalars(
                select(_lists.c.id).where(_lists.c.source == source, _lists.c.id != number)
            ).all()
            connection.execute(update(_lists).where(_lists.c.id.in_(older)).values(state=_LOADING))
            connection.execute(update(_lists).where(_lists.c.id == number).values(state=_READY, rows=count))
        for one in older:
            _drop(engine, one)
    return FederationList(number, source, dated, count, at.isoformat())


def _put(engine: Engine, number: int, count: int, some: list[Person]) -> None:
    entries = [{"list": number, "id": count + at, "body": _write(one).decode()} for at, one in enumerate(some)]
    words = [
        {"list": number, "entry": count + at, "word": word}
        for at, one in enumerate(some)
        for word in {*name_key(one.name).split(), *(number_key(found).casefold() for found in one.ids.values())}
        if word
    ]
    with engine.begin() as connection:
        connection.execute(insert(_entries), entries)
        if words:
            connection.execute(insert(_words), words)


def drop_list(store: Store, source: str) -> bool:
    """The list is not there any more (PP6.5); false if there was none."""
    with _engine(store) as engine:
        with engine.connect() as connection:
            numbers = connection.scalars(select(_lists.c.id).where(_lists.c.source == source)).all()
        for one in numbers:
            _drop(engine, one)
    return bool(numbers)


def _drop(engine: Engine, number: int) -> None:
    """In pieces, as it was written."""
    with engine.begin() as connection:
        connection.execute(update(_lists).where(_lists.c.id == number).values(state=_LOADING))
        last = connection.scalar(select(func.max(_entries.c.id)).where(_entries.c.list == number))
    for start in range(0, (-1 if last is None else last) + 1, _BATCH):
        with engine.begin() as connection:
            piece = (_words.c.list == number) & _words.c.entry.between(start, start + _BATCH - 1)
            connection.execute(delete(_words).where(piece))
            rows = (_entries.c.list == number) & _entries.c.id.between(start, start + _BATCH - 1)
            connection.execute(delete(_entries).where(rows))
    with engine.begin() as connection:
        connection.execute(delete(_lists).where(_lists.c.id == number))


# --- looking up --------------------------------------------------------------------------------------------


def lists(store: Store) -> tuple[FederationList, ...]:
    with _reading(store) as connection:
        return () if connection is None else _ready(connection)


def _ready(connection: Connection) -> tuple[FederationList, ...]:
    columns = (_lists.c.id, _lists.c.source, _lists.c.dated, _lists.c.rows, _lists.c.imported_at)
    query = select(*columns).where(_lists.c.state == _READY).order_by(_lists.c.source)
    return tuple(FederationList(*row) for row in connection.execute(query))


def look_up(store: Store, wish: str, most: int = MOST_FOUND) -> tuple[ListedPerson, ...]:
    """Who is in a list with a word for each word of the wish, in the order of the first of them."""
    words = sorted(set(name_key(wish).split()), key=len, reverse=True)
    if not words or sum(map(len, words)) < 2:
        return ()
    with _reading(store) as connection:
        found: list[ListedPerson] = []
        if connection is not None:
            for one in _ready(connection):
                if len(found) < most:
                    found += _found(connection, one, words, most - len(found))
        return tuple(found)


def _found(connection: Connection, own: FederationList, words: list[str], most: int) -> Iterator[ListedPerson]:
    others = []
    for word in words[1:]:
        other = _words.alias()
        same = (other.c.list == own.id) & (other.c.entry == _words.c.entry)
        others.append(exists().where(same, _begins(other.c.word, word)))
    query = (
        select(_words.c.word, _words.c.entry)
        .where(_words.c.list == own.id, _begins(_words.c.word, words[0]), *others)
        .order_by(_words.c.word, _words.c.entry)
        .limit(most)
    )
    for entry in dict.fromkeys(row.entry for row in connection.execute(query, execution_options=UNKEPT)):
        found = _entry(connection, own, entry)
        if found is not None:
            yield found


def _begins(column: ColumnElement[str], word: str) -> ColumnElement[bool]:
    return (column >= word) & (column < word + _LAST)


def _entry(connection: Connection, own: FederationList, entry: int) -> ListedPerson | None:
    body = connection.scalar(select(_entries.c.body).where(_entries.c.list == own.id, _entries.c.id == entry))
    if body is None:
        return None
    return ListedPerson(own.source, own.dated, f"{own.id}.{entry}", msgspec.json.decode(body, type=Person))


def picked_person(store: Store, ref: str) -> ListedPerson | None:
    """The row that somebody picked."""
    number, dot, entry = ref.partition(".")
    if not (dot and number.isdecimal() and entry.isdecimal() and len(ref) < 24):
        return None
    with _reading(store) as connection:
        if connection is None:
            return None
        own = next((one for one in _ready(connection) if one.id == int(number)), None)
        return None if own is None or int(entry) > LARGEST else _entry(connection, own, int(entry))
