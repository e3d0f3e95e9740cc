"""Facts as rows that hold on to each other: each row's hash covers the hash before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Protocol

from ronda.facts import Fact
from ronda.formats.fact_text import FactUnreadable, fact_text, text_fact
from ronda.store.values import Problem


class Row(Protocol):
    """A row of the table of facts, as the database gives it."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> str: ...
    @property
    def actor(self) -> str: ...
    @property
    def at(self) -> str: ...
    @property
    def key(self) -> str | None: ...
    @property
    def hash(self) -> str: ...


@dataclass(frozen=True, slots=True)
class Link:
    """A row about to be written."""

    version: int
    kind: str
    body: str
    actor: str
    at: str
    key: str | None
    hash: str


Written = tuple[tuple[str, str], ...]  # kind and body of each fact
_TEXT = {str}
_JSON = json.JSONEncoder(separators=(",", ":")).encode  # made once: a tournament has thousands of rows


def written(facts: Iterable[Fact]) -> Written:
    return tuple(map(fact_text, facts))


def start_hash(code: str) -> str:
    """What stands before the first row: a chain belongs to one tournament."""
    return _digest("ronda", code)


def link_hash(before: str, version: int, kind: str, body: str, actor: str, at: str, key: str | None) -> str:
    return _digest(before, version, kind, body, actor, at, key)


def content_hash(facts: Written, actor: str) -> str:
    """What a request asks for: a retry has the same, whatever version it names."""
    return _digest(actor, *facts)


def _digest(*parts: object) -> str:
    # As JSON, so that no two different lists of parts read the same.
    return sha256(_JSON(parts).encode("ascii")).hexdigest()


def links(before: str, version: int, facts: Written, actor: str, at: str, key: str | None) -> list[Link]:
    """The rows that follow on the row with this hash and version."""
    rows: list[Link] = []
    for number, (kind, body) in enumerate(facts, start=version + 1):
        before = link_hash(before, number, kind, body, actor, at, key)
        rows.append(Link(number, kind, body, actor, at, key, before))
    return rows


def whole(row: Row) -> bool:
    """Whether its columns are what they should be. A SQLite file takes anything anywhere, and a damaged one has it."""
    texts = (row.kind, row.body, row.actor, row.at, row.hash, row.key or "")
    return type(row.version) is int and set(map(type, texts)) == _TEXT


def follows(before: str, row: Row) -> bool:
    """Whether a row is what was written behind the row with that hash."""
    return row.hash == link_hash(before, row.version, row.kind, row.body, row.actor, row.at, row.key)


def problems(code: str, version: int, head: str, rows: Sequence[Row]) -> list[Problem]:
    """What is wrong with the rows of a tournament that says it ends at that version with that hash."""
    found: list[Problem] = []
    before, last = start_hash(code), 0
    for row in rows:
        if not whole(row):
            found.append(Problem("unreadable", last + 1))
            before, last = str(row.hash), last + 1
            continue
        if row.version != last + 1:
            found.append(Problem("gap", row.version, {"expected": last + 1}))
        if not follows(before, row):
            found.append(Problem("changed", row.version))
        found.extend(_faults(row))
        before, last = row.hash, row.version
    if (last, before) != (version, head):
        found.append(Problem("head", version, {"last": last}))
    return found


def _faults(row: Row) -> Iterable[Problem]:
    try:
        text_fact(row.kind, row.body)
    except FactUnreadable as unreadable:
        yield Problem("unreadable", row.version, {"why": str(unreadable)})
    try:
        datetime.fromisoformat(row.at)
    except ValueError:
        yield Problem("time", row.version, {"found": row.at})
