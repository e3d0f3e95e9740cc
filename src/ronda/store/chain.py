"""Facts as rows that hold on to each other: each row's hash covers the hash before it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple, Protocol

import msgspec

from ronda.core.facts import Erased, Fact
from ronda.formats.fact_text import FactUnreadable, fact_text, text_fact
from ronda.store.particulars import FactText, ParticularsRow, digest_in, digest_of, whole_fact
from ronda.store.values import Problem

ERASED = "erased"  # the kind of fact that tells of an erasure


class FactRow(FactText, Protocol):
    """A row of the table of facts, as the database gives it."""

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
_FAST = msgspec.json.Encoder().encode
_DELETE = b"\x7f"


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
    return sha256(_as_json(parts)).hexdigest()


def _as_json(parts: tuple[object, ...]) -> bytes:
    """JSON in ASCII, as it always was. The fast encoder differs from it only where it leaves a character as it is."""
    fast = _FAST(parts)
    return fast if fast.isascii() and _DELETE not in fast else _JSON(parts).encode("ascii")


def links(before: str, version: int, facts: Written, actor: str, at: str, key: str | None) -> list[Link]:
    """The rows that follow on the row with this hash and version."""
    rows: list[Link] = []
    for number, (kind, body) in enumerate(facts, start=version + 1):
        before = link_hash(before, number, kind, body, actor, at, key)
        rows.append(Link(number, kind, body, actor, at, key, before))
    return rows


def whole(row: FactRow) -> bool:
    """Whether its columns are what they should be. A SQLite file takes anything anywhere, and a damaged one has it."""
    texts = (row.kind, row.body, row.actor, row.at, row.hash, row.key or "")
    return type(row.version) is int and set(map(type, texts)) == _TEXT


def follows(before: str, row: FactRow, redacted: Mapping[int, str] | None = None) -> bool:
    """Whether a row is what was written behind the row with that hash. The hash of a redacted row is taken as given;
    an erasure, which is a link of the chain itself, says which rows these are and what is left of them."""
    left = (redacted or {}).get(row.version)
    if left is not None:
        return left_hash(row) == left
    return row.hash == link_hash(before, row.version, row.kind, row.body, row.actor, row.at, row.key)


def left_hash(row: FactRow) -> str:
    """Of a row from whose content something was taken out: what is left must stay as it is."""
    return _digest("left", row.version, row.kind, row.body, row.actor, row.at, row.key)


def redactions(rows: Iterable[FactRow]) -> dict[int, str]:
    """The versions of the rows that were redacted, and what is left of them; of those before an erasure among these."""
    return {at: left for erasure in _erasures(rows) for at, left in erasure.left.items()}


def problems(
    code: str,
    version: int,
    head: str,
    rows: Sequence[FactRow],
    beside: Mapping[int, ParticularsRow] | None = None,
    since: tuple[int, str] | None = None,
) -> list[Problem]:
    """What is wrong with the rows of a tournament that says it ends at that version with that hash, and with what
    stands `beside` them; or with those behind the version and hash `since` which everything was found right."""
    found: list[Problem] = []
    erasures = _erasures(rows)
    redacted = redactions(rows)
    last, before = since or (0, start_hash(code))
    for row in rows:
        if not whole(row):
            found.append(Problem("unreadable", last + 1))
            before, last = str(row.hash), last + 1
            continue
        if row.version != last + 1:
            found.append(Problem("gap", row.version, {"expected": last + 1}))
        if not follows(before, row, redacted):
            found.append(Problem("changed", row.version))
        found.extend(_faults(row, (beside or {}).get(row.version)))
        before, last = row.hash, row.version
    if (last, before) != (version, head):
        found.append(Problem("head", version, {"last": last}))
    return found if beside is None else [*found, *_strangers(rows, beside, erasures)]


class _Erasure(NamedTuple):
    version: int
    players: frozenset[int]
    left: Mapping[int, str]


def _erasures(rows: Iterable[FactRow]) -> list[_Erasure]:
    """What was erased, in order; of earlier rows only."""
    found: list[_Erasure] = []
    for row in rows:
        if row.kind != ERASED or not whole(row):
            continue
        try:
            fact = text_fact(row.kind, row.body)
        except FactUnreadable:  # told with its row
            continue
        assert isinstance(fact, Erased)
        left = {at: hash_ for at, hash_ in fact.redacted.items() if at < row.version}
        found.append(_Erasure(row.version, frozenset(fact.players), left))
    return found


def _strangers(
    rows: Sequence[FactRow], beside: Mapping[int, ParticularsRow], erasures: Sequence[_Erasure]
) -> Iterable[Problem]:
    """Where what stands beside the chain is not what was written, or is missing although nobody was erased."""
    wanted = {row.version: told for row in rows if whole(row) and (told := digest_in(row.kind, row.body))}
    for version, (player, digest) in wanted.items():
        own = beside.get(version)
        if own is None:
            if not any(version < one.version and player in one.players for one in erasures):
                yield Problem("particulars", version)
        elif (own.player, digest_of(own)) != (player, digest):
            yield Problem("particulars", version)
    for version in beside.keys() - wanted.keys():
        yield Problem("particulars", version)


def _faults(row: FactRow, beside: ParticularsRow | None) -> Iterable[Problem]:
    try:
        whole_fact(row.kind, row.body, beside)
    except FactUnreadable as unreadable:
        yield Problem("unreadable", row.version, {"why": str(unreadable)})
    try:
        datetime.fromisoformat(row.at)
    except ValueError:
        yield Problem("time", row.version, {"found": row.at})
