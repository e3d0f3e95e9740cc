"""The five tables out of a plain dump of PostgreSQL (COPY blocks and INSERT statements), out of a database that is
running, or out of an SQLite file.

The text of a dump is only looked at. Nothing in it is ever executed.
"""

from __future__ import annotations

import codecs
import re
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    TableClause,
    column,
    create_engine,
    event,
    inspect,
    select,
    table,
)
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from ronda.formats.errors import shown
from ronda.store.database.engine import VERSION_TABLE
from ronda.store.database.location import with_driver
from ronda.store.database.sqlite_files import BUSY_SECONDS
from ronda.store.importing.rows import NAMES, NotImportable, Raw, Tables
from ronda.store.read_model.schema import METADATA

MOST_BYTES = 128 * 1024 * 1024
MOST_ROWS = 1_000_000  # of the five tables together
MOST_TOKENS = 2_000_000  # in one statement
_SCHEMAS = ("", "public")
_TOKEN = re.compile(
    r"""(?P<space>\s+|--[^\n]*|/\*.*?\*/)
    |(?P<escaped>[eE]'[^'\\]*(?:(?:\\.|'')[^'\\]*)*')
    |(?P<string>'[^']*(?:''[^']*)*')
    |(?P<body>(?P<tag>\$(?:[^\W\d]\w*)?\$).*?(?P=tag))
    |(?P<quoted>"[^"]*(?:""[^"]*)*")
    |(?P<number>\d+(?:\.\d*)?(?:[eE][+-]?\d+)?)
    |(?P<word>[^\W\d][\w$]*)
    |(?P<sign>.)""",
    re.VERBOSE | re.DOTALL,
)
_OPENED = re.compile(r"/\*|\$(?:[^\W\d]\w*)?\$")  # a comment or a body that nothing closes
_READ = ("copy", "insert", "create")  # how statements begin that are looked at
_META = re.compile(r"\\[^\n]*\n?")  # a command to psql, such as \connect
_LINE = re.compile(r"([^\n]*)\n")
_ESCAPE = re.compile(r"\\(x[0-9A-Fa-f]{1,2}|[0-7]{1,3}|.)", re.DOTALL)
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_NO_COLUMN = frozenset(("constraint", "primary", "unique", "foreign", "check", "exclude", "like"))
_WORDS = {"true": "t", "false": "f", "null": None, "default": None}


class _Token(NamedTuple):
    kind: str
    text: str
    at: int


def read_dump(data: bytes) -> Tables:
    """The rows of the five tables; other tables and statements are passed over. Raises NotImportable."""
    return _Dump(_text(data)).read()


def _text(data: bytes) -> str:
    if len(data) > MOST_BYTES:
        raise NotImportable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    if data.startswith(b"PGDMP"):
        raise NotImportable("binary_dump", {})
    wide = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))  # written by a PowerShell
    try:
        text = data.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotImportable("not_text", {"byte": error.start}) from None
    if "\0" in text:
        raise NotImportable("not_text", {"byte": text.index("\0")})
    return text


class _Dump:
    """A dump being read, statement by statement."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.rows: dict[str, list[Raw]] = {name: [] for name in NAMES}
        self.columns = {name: [column.name for column in METADATA.tables[name].columns] for name in NAMES}
        self._count = 0
        self._line = 1
        self._counted = 0

    def read(self) -> Tables:
        at = 0
        while at < len(self.text):
            tokens, at = self._statement(at)
            if not tokens:
                continue
            match [token.text.lower() for token in tokens[:2]]:
                case ["copy", _]:
                    at = self._copy(tokens, at)
                case ["insert", "into"]:
                    self._insert(tokens)
                case ["create", "table"]:
                    self._create(tokens)
        return self.rows

    def _statement(self, at: int) -> tuple[list[_Token], int]:
        """The tokens of the next statement without its semicolon, and where it ends."""
        tokens: list[_Token] = []
        while at < len(self.text):
            meta = _META.match(self.text, at) if not tokens and self.text[at] == "\\" else None
            if meta is not None:
                at = meta.end()
                continue
            found = _TOKEN.match(self.text, at)
            assert found is not None, "any character is a token"
            kind = found.lastgroup or ""
            at = found.end()
            if kind == "sign" and found[0] == ";":
                return tokens, at
            if kind == "sign" and (found[0] in "'\"" or _OPENED.match(self.text, found.start())):
                raise NotImportable("cut_off", {"what": "string"}, line=self._line_of(found.start()))
            if kind != "space" and (not tokens or tokens[0].text.lower() in _READ):
                tokens.append(_Token(kind, found[0], found.start()))
                if len(tokens) > MOST_TOKENS:
                    raise NotImportable("too_many", {"what": "cells", "most": MOST_TOKENS}, line=self._line_of(at))
        return tokens, at

    def _line_of(self, at: int) -> int:
        """Lines are counted onwards from the last place asked for."""
        if at < self._counted:
            self._line, self._counted = 1, 0
        self._line += self.text.count("\n", self._counted, at)
        self._counted = at
        return self._line

    def _create(self, tokens: Sequence[_Token]) -> None:
        """The order of the columns, for INSERT statements that do not name them."""
        after = 5 if [t.text.lower() for t in tokens[2:5]] == ["if", "not", "exists"] else 2
        name, at = self._table(tokens, after)
        if name not in self.columns or at >= len(tokens) or tokens[at].text != "(":
            return
        first = [_identifier(item[0]) for item in _items(tokens, at)[0] if item]
        self.columns[name] = [column for column in first if column.lower() not in _NO_COLUMN]

    def _copy(self, tokens: Sequence[_Token], at: int) -> int:
        """A block of rows, each on a line of its own, up to a line with `\\.`. Answers where it ends."""
        name, after = self._table(tokens, 1)
        columns = self.columns.get(name, [])
        if after < len(tokens) and tokens[after].text == "(":
            items, after = _items(tokens, after)
            columns = [_identifier(item[0]) for item in items if item]
        rest = [token.text.lower() for token in tokens[after:]]
        if rest[:2] != ["from", "stdin"]:
            return at
        if len(rest) > 2 and name in self.rows:
            found = " ".join(rest[2:])
            raise NotImportable("unsupported_copy", {"found": shown(found)}, name, line=self._line_of(tokens[0].at))
        start = self.text.find("\n", at) + 1 or len(self.text)
        end = re.compile(r"^\\\.\r?$", re.MULTILINE).search(self.text, start)
        if end is None:
            raise NotImportable("cut_off", {"what": "copy"}, name or None, line=self._line_of(tokens[0].at))
        if name in self.rows:
            for number, row in enumerate(_LINE.finditer(self.text, start, end.start()), start=self._line_of(start)):
                cells = row[1].removesuffix("\r").split("\t", len(columns))
                self._add(name, columns, [_unescaped(cell) for cell in cells], number)
        return end.end()

    def _insert(self, tokens: Sequence[_Token]) -> None:
        name, at = self._table(tokens, 2)
        if name not in self.rows:
            return
        columns = self.columns[name]
        if at < len(tokens) and tokens[at].text == "(":
            items, at = _items(tokens, at)
            columns = [_identifier(item[0]) for item in items if item]
        while at < len(tokens) and tokens[at].text.lower() != "values":  # OVERRIDING SYSTEM VALUE
            at += 1
        at += 1
        while at < len(tokens) and tokens[at].text == "(":
            line = self._line_of(tokens[at].at)
            items, at = _items(tokens, at)
            self._add(name, columns, [_literal(item, name, line) for item in items], line)
            at += at < len(tokens) and tokens[at].text == ","

    def _table(self, tokens: Sequence[_Token], at: int) -> tuple[str, int]:
        """The name of a table, "" if it is in a schema that is not looked at, and the place behind it."""
        parts: list[str] = []
        if at < len(tokens) and tokens[at].text.lower() == "only":
            at += 1
        while at < len(tokens) and tokens[at].kind in ("word", "quoted"):
            parts.append(_identifier(tokens[at]))
            at += 1
            if at >= len(tokens) or tokens[at].text != ".":
                break
            at += 1
        schema = parts[-2] if len(parts) > 1 else ""
        if parts[-1:] == [VERSION_TABLE]:
            raise NotImportable("store_of_ronda", {}, line=self._line_of(tokens[0].at))
        return (parts[-1] if parts and schema in _SCHEMAS else ""), at

    def _add(self, name: str, columns: Sequence[str], cells: Sequence[str | None], line: int) -> None:
        if len(cells) != len(columns):
            facts = {"expected": len(columns), "found": len(cells)}
            raise NotImportable("wrong_length", facts, name, line=line)
        self._count += 1
        if self._count > MOST_ROWS:
            raise NotImportable("too_many", {"what": "rows", "most": MOST_ROWS}, name, line=line)
        self.rows[name].append(Raw(name, dict(zip(columns, cells, strict=True)), line))


def _items(tokens: Sequence[_Token], at: int) -> tuple[list[list[_Token]], int]:
    """What stands between brackets, cut at its commas, and the place behind."""
    items: list[list[_Token]] = [[]]
    depth = 0
    while at < len(tokens):
        token = tokens[at]
        at += 1
        depth += (token.text in "([") - (token.text in ")]") if token.kind == "sign" else 0
        if depth == 0:
            return items, at
        if token.kind == "sign" and token.text == "," and depth == 1:
            items.append([])
        elif depth > 1 or token.text != "(" or token.kind != "sign":
            items[-1].append(token)
    raise NotImportable("cut_off", {"what": "statement"})


def _identifier(token: _Token) -> str:
    return token.text[1:-1].replace('""', '"') if token.kind == "quoted" else token.text.lower()


def _literal(item: Sequence[_Token], table: str, line: int) -> str | None:
    """A value, without a cast behind it."""
    minus = bool(item) and item[0].text == "-"
    token, *rest = item[minus:] or [_Token("sign", "", 0)]
    if not rest or [t.text for t in rest[:2]] == [":", ":"]:
        match token.kind:
            case "number":
                return "-" * minus + token.text
            case "string" if not minus:
                return token.text[1:-1].replace("''", "'")
            case "escaped" if not minus:
                return _ESCAPE.sub(_character, token.text[2:-1].replace("''", "'"))
            case "word" if not minus and token.text.lower() in _WORDS:
                return _WORDS[token.text.lower()]
    found = shown(" ".join(t.text for t in item))
    raise NotImportable("not_a_literal", {"found": found}, table, line=line)


def _unescaped(cell: str) -> str | None:
    """A cell of a COPY block."""
    if cell == "\\N":
        return None
    return _ESCAPE.sub(_character, cell) if "\\" in cell else cell


def _character(found: re.Match[str]) -> str:
    sign = found[1]
    if sign[0] == "x" and len(sign) > 1:
        return chr(int(sign[1:], 16))
    if sign[0] in "01234567":
        return chr(int(sign, 8))
    return _LETTERS.get(sign, sign)


_KNOWN = ["postgresql", "sqlite"]


def read_database(url: str | URL, choose: Callable[[list[Raw]], Sequence[Raw]]) -> list[Tables]:
    """The rows of each tournament that `choose` picks among all, as they are at one moment. Raises NotImportable."""
    try:
        with opened(url) as connection:
            live = Live(connection)
            return [live.tables(one) for one in choose(live.tournaments())]
    except DBAPIError as error:
        raise unreachable(error) from error


def unreachable(error: DBAPIError) -> NotImportable:
    return NotImportable("database_unreachable", {"reason": shown(str(error.orig).strip())})


@contextmanager
def opened(url: str | URL, *, writes: bool = False) -> Iterator[Connection]:
    """A connection in a transaction. One that only reads sees one moment. One that `writes` sees what is there after
    it has locked it, and is committed when all went well; an SQLite file is for nobody else to write to until then."""
    engine = _engine(url, writes=writes)
    try:
        with engine.begin() as connection:
            yield connection
    finally:
        engine.dispose()


def _engine(text: str | URL, *, writes: bool) -> Engine:
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):  # a port that is no number is a ValueError
        raise NotImportable("unsupported_database", {"found": "", "known": _KNOWN}) from None
    backend = url.get_backend_name()
    if backend in ("postgresql", "postgres"):
        return create_engine(
            with_driver(url),
            poolclass=NullPool,
            isolation_level="READ COMMITTED" if writes else "REPEATABLE READ",
            execution_options={"postgresql_readonly": not writes},
            connect_args={} if "connect_timeout" in url.query else {"connect_timeout": BUSY_SECONDS},
            hide_parameters=True,
        )
    if backend == "sqlite" and url.database:
        engine = create_engine("sqlite://", creator=lambda: _file(url, writes=writes), poolclass=NullPool)
        begin = "BEGIN IMMEDIATE" if writes else "BEGIN"  # the driver begins nothing by itself
        event.listen(engine, "begin", lambda connection: connection.exec_driver_sql(begin))
        return engine
    raise NotImportable("unsupported_database", {"found": shown(backend), "known": _KNOWN})


def _file(url: URL, *, writes: bool) -> sqlite3.Connection:
    """A file that is not there is not made."""
    address = f"{Path(url.database or '').absolute().as_uri()}?mode={'rw' if writes else 'ro'}"
    connection = sqlite3.connect(address, uri=True, isolation_level=None, timeout=BUSY_SECONDS)
    if writes:
        connection.execute("PRAGMA foreign_keys=ON")
    return connection


class Live:
    """The five tables in a database, as a transaction sees them. Raises NotImportable for what is no such database."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self._there = inspect(connection)
        if self._there.has_table(VERSION_TABLE):
            raise NotImportable("store_of_ronda", {})
        self._columns: dict[str, list[str]] = {}

    def tournaments(self) -> list[Raw]:
        return self._rows("tournaments")

    def tables(self, tournament: Raw, *, lock: bool = False) -> Tables:
        """The rows of a tournament; locked, nobody else changes them until the transaction is over. The tournament
        comes first: whoever adds a row to it has to wait from then on, by its foreign key."""
        own = tournament.cells.get("id")
        chosen = [tournament]
        if lock:
            chosen = self._rows("tournaments", column("id") == own, lock=True)
        others = {name: self._rows(name, column("tournament_id") == own, lock=lock) for name in NAMES[1:]}
        return {"tournaments": chosen, **others}

    def orphans(self) -> Tables:
        """The rows that belong to no tournament."""
        return {name: self._rows(name, column("tournament_id").is_(None)) for name in NAMES[1:]}

    def columns(self, name: str) -> list[str]:
        """The columns of a table that are known here."""
        if name not in self._columns:
            if not self._there.has_table(name):
                raise NotImportable("missing_table", {}, name)
            known = {known.name for known in METADATA.tables[name].columns}
            found = [here["name"] for here in self._there.get_columns(name)]
            self._columns[name] = [one for one in found if one in known]
            if name != "tournaments" and "tournament_id" not in self._columns[name]:
                raise NotImportable("missing_column", {}, name, column="tournament_id")
        return self._columns[name]

    def table(self, name: str) -> TableClause:
        return table(name, *(column(one) for one in self.columns(name)))

    def _rows(self, name: str, where: ColumnElement[bool] | None = None, *, lock: bool = False) -> list[Raw]:
        query = select(self.table(name))
        if where is not None:
            query = query.where(where)
        if lock:
            query = query.with_for_update()
        return [Raw(name, dict(row._mapping)) for row in self.connection.execute(query)]
