"""The portable copy: lines of JSON, first a heading, then every row of the facts as it was written and of what stands
beside them, last the number of rows and a checksum over all lines before. The five tables are not in it: they follow
from the facts.

The heading names the schema of the release that made it. The rows have the columns of that schema.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, Table, select

from ronda.store.copy_files import BadCopy
from ronda.store.database.engine import at_one_moment, make_engine
from ronda.store.database.location import database_url, shown_url
from ronda.store.database.schema import NEWEST, revisions
from ronda.store.database.tables import ledger, metadata
from ronda.store.opening import open_store
from ronda.store.values import DamagedFile

FORMAT = 1
# In the order to be written: the ends of the chains first, for `copied_heads`.
TABLES: Mapping[str, Table] = {table.name: table for table in dict.fromkeys((ledger, *metadata.sorted_tables))}
_MOST_HEADING = 10_000  # bytes
_MOST_LINE = 64_000_000  # bytes: a file without line ends is not taken into memory
_AT_ONCE = 500  # rows in memory

Row = tuple[str, dict[str, Any]]  # the table it is of, and its values


def write_portable(url: str | Path, made: Path, moment: datetime) -> None:
    """Everything as it is at one moment."""
    open_store(url).close()  # brings an older database up to date, and refuses a newer one
    digest, count = sha256(), 0
    engine = make_engine(database_url(url))
    try:
        with open(made, "xb") as file, engine.connect() as connection:
            at_one_moment(connection)

            def put(value: dict[str, Any]) -> None:
                line = json.dumps(value, separators=(",", ":")).encode("ascii") + b"\n"
                digest.update(line)
                file.write(line)

            put({"ronda_backup": FORMAT, "schema": NEWEST, "at": moment.astimezone(UTC).isoformat()})
            for name, row in all_rows(connection):
                if not _fits(row, TABLES[name]):  # it could not be put back
                    raise DamagedFile(shown_url(connection.engine.url), f"table {name}")
                put({name: row})
                count += 1
            put({"end": {"rows": count, "sha256": digest.hexdigest()}})
    finally:
        engine.dispose()


def all_rows(connection: Connection) -> Iterator[Row]:
    """The rows in a database, without the five tables."""
    for name, table in TABLES.items():
        query = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=_AT_ONCE)
        for row in connection.execute(query).mappings():
            yield name, dict(row)


def schema_of(copy: Path) -> str:
    """The schema of a portable copy: that of this release or of an earlier one. Raises BadCopy."""
    with open(copy, "rb") as file:
        heading = _value(file.readline(_MOST_HEADING))
    form, schema = heading.get("ronda_backup"), heading.get("schema")
    if type(form) is not int or type(schema) is not str:
        raise BadCopy("foreign", copy)
    if form > FORMAT:
        raise BadCopy("newer", copy, found=f"{form}/{schema}", known=f"{FORMAT}/{NEWEST}")
    if schema != NEWEST and schema not in revisions():
        raise BadCopy("newer", copy, found=schema, known=NEWEST)
    return schema


def read_portable(copy: Path, tables: Mapping[str, Table]) -> Iterator[Row]:
    """The rows of a portable copy, which fit these tables. Whether it is whole is known at its end."""
    digest, count = sha256(), 0
    with open(copy, "rb") as file:
        digest.update(file.readline(_MOST_LINE))
        for number, line in enumerate(_lines(file), start=2):
            value = _value(line)
            name = next(iter(value), "")
            if value.keys() == {"end"}:
                if value["end"] != {"rows": count, "sha256": digest.hexdigest()} or file.read(1):
                    raise BadCopy("incomplete", copy)
                return
            if len(value) != 1 or name not in tables or not _fits(value[name], tables[name]):
                raise BadCopy("line", copy, line=number)
            yield name, value[name]
            count += 1
            digest.update(line)
    raise BadCopy("incomplete", copy)


def copied_heads(copy: Path) -> list[tuple[str, int, str]]:
    """Where each tournament ends in a portable copy: code, version and hash. They come first in it."""
    heads: list[tuple[str, int, str]] = []
    with open(copy, "rb") as file:
        for line in islice(_lines(file), 1, None):
            row = _value(line).get("ledger")
            if not isinstance(row, dict):
                break
            heads.append((row["code"], row["version"], row["hash"]))
    return heads


def _lines(file: IO[bytes]) -> Iterator[bytes]:
    while line := file.readline(_MOST_LINE):
        yield line


def _value(line: bytes) -> dict[str, Any]:
    """The object on a line; an empty one for anything else."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _fits(row: object, table: Table) -> bool:
    return (
        isinstance(row, dict)
        and row.keys() == set(table.columns.keys())
        and all(
            type(row[column.name]) is column.type.python_type or (row[column.name] is None and column.nullable)
            for column in table.columns
        )
    )
