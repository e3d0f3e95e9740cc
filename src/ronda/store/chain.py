"""Facts as rows that hold on to each other: each row's hash covers the hash before it.

Personal fields stand beside the chain (PP6.1): the body of a fact has a salted digest instead of them. Everywhere else
a fact has them; here, at the border of the store, it is taken apart and put together again. Facts that were written
before have the fields in their bodies and are read as they are.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, select

from ronda.core import Frozen
from ronda.core.facts import Erased, Fact
from ronda.core.model import PERSONAL, removed_name
from ronda.formats.fact_text import FactUnreadable, body_fact, body_text, checked_text, fact_text, text_body, text_fact
from ronda.store.database.tables import particulars
from ronda.store.values import Problem

KINDS = ("entered", "edited")  # the facts that tell who somebody is
DIGEST = "particulars"  # in the body of such a fact: what stands beside it must fit
REMOVED = "removed"  # in an older body: what told who it was is taken out
_SALT_BYTES = 16

_OF_LEDGER = select(particulars.c.version, particulars.c.player, particulars.c.salt, particulars.c.body).where(
    particulars.c.ledger_id == bindparam("own"), particulars.c.version >= bindparam("start")
)


class ParticularsRow(NamedTuple):
    """A row beside a fact: the personal fields as text, and the salt."""

    version: int
    player: int
    salt: str
    body: str


class FactParts(NamedTuple):
    """A fact taken apart: what goes into the chain, and what stands beside it (None: nothing)."""

    kind: str
    text: str  # of the body, as far as it goes into the chain
    player: dict[str, Any] | None = None  # in that text
    personal: dict[str, Any] | None = None


class FactText(Protocol):
    """As much of a row of the table of facts as is needed here."""

    @property
    def version(self) -> int: ...
    @property
    def kind(self) -> str: ...
    @property
    def body(self) -> str: ...


def split_personal(fact: Fact) -> FactParts:
    """Raises FactUnreadable where it could not be put together again."""
    kind, text = checked_text(fact)
    if kind not in KINDS:
        return FactParts(kind, text)
    player = text_body(kind, text)["player"]
    personal = {name: player.pop(name) for name in PERSONAL if name in player}
    return FactParts(kind, body_text({"player": player}), player, personal)


def salted(part: FactParts, version: int) -> tuple[str, ParticularsRow | None]:
    """The text for the chain, and the row beside it, with a salt of its own."""
    if part.player is None or part.personal is None:
        return part.text, None
    beside = ParticularsRow(version, part.player["id"], secrets.token_hex(_SALT_BYTES), body_text(part.personal))
    return body_text({"player": {**part.player, DIGEST: digest_of(beside)}}), beside


def digest_of(beside: ParticularsRow) -> str:
    return _digest("ronda particulars", beside.salt, beside.body)


def digest_in(kind: str, text: str) -> tuple[int, str] | None:
    """The player that a row of the chain tells of, and the digest of what should stand beside it; None if nothing
    should."""
    if kind not in KINDS or f'"{DIGEST}":' not in text:
        return None
    try:
        player = text_body(kind, text)["player"]
        return player["id"], player[DIGEST]
    except (FactUnreadable, LookupError, TypeError):  # no such fact: told with its row
        return None


def asked_text(kind: str, text: str) -> str | None:
    """What was asked for when the row of the chain was written, without saying anything about persons; None where
    something was taken out since."""
    if kind not in KINDS:
        return text
    body = text_body(kind, text)
    player = body.get("player") if isinstance(body, dict) else None
    if not isinstance(player, dict) or REMOVED in player:
        return None
    return body_text({**body, "player": {key: value for key, value in player.items() if key != DIGEST}})


# --- reading -----------------------------------------------------------------------------------------------


def beside_rows(connection: Connection, ledger: int, rows: Sequence[FactText]) -> dict[int, ParticularsRow]:
    """What stands beside these rows, by version. Most rows have nothing there, and then the database is not asked."""
    first = next((row.version for row in rows if row.kind in KINDS), None)
    return {} if first is None else by_version(connection, ledger, first)


def by_version(connection: Connection, ledger: int, start: int = 1) -> dict[int, ParticularsRow]:
    return {
        row.version: ParticularsRow(*row) for row in connection.execute(_OF_LEDGER, {"own": ledger, "start": start})
    }


def join_personal(kind: str, text: str, beside: ParticularsRow | None) -> Fact:
    """The fact with the person in it; where that was removed, with the name that is left (PP6.2)."""
    if kind not in KINDS:
        return text_fact(kind, text)
    body = text_body(kind, text)
    player = body.get("player") if isinstance(body, dict) else None
    if not isinstance(player, dict) or (player.pop(DIGEST, None) is None and player.pop(REMOVED, None) is None):
        return body_fact(kind, body)  # as it was written before, or no fact at all
    found = {"name": removed_name(player.get("id", 0))} if beside is None else text_body(kind, beside.body)
    if not isinstance(found, dict):
        raise FactUnreadable(kind, "not_json", {"expected": "object", "found": type(found).__name__})
    body["player"] = found | player  # what the chain says counts
    return body_fact(kind, body)


def same_people(facts: Iterable[FactParts], first: int, kept: Mapping[int, ParticularsRow]) -> bool:
    """Whether facts that came again tell of the same persons as those from version `first` on. Who was erased since
    cannot be compared any more."""
    return all(
        part.personal is None or version not in kept or kept[version].body == body_text(part.personal)
        for version, part in enumerate(facts, start=first)
    )


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


class Link(Frozen):
    """A row about to be written."""

    version: int
    kind: str
    body: str
    actor: str
    at: str
    key: str | None
    hash: str


Written = tuple[tuple[str, str], ...]  # kind and body of each fact
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


def whole(row: FactRow) -> bool:
    """Whether its columns are what they should be. A SQLite file takes anything anywhere, and a damaged one has it."""
    texts = (row.kind, row.body, row.actor, row.at, row.hash, row.key or "")
    return type(row.version) is int and set(map(type, texts)) == {str}


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
    return {at: left for erasure in erasures(rows) for at, left in erasure.left.items()}


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
    gone = erasures(rows)
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
    return found if beside is None else [*found, *_strangers(rows, beside, gone)]


class Erasure(NamedTuple):
    version: int
    players: frozenset[int]
    left: Mapping[int, str]


def erasures(rows: Iterable[FactRow]) -> list[Erasure]:
    """What was erased, in order; of earlier rows only."""
    found: list[Erasure] = []
    for row in rows:
        if row.kind != ERASED or not whole(row):
            continue
        try:
            fact = text_fact(row.kind, row.body)
        except FactUnreadable:  # told with its row
            continue
        assert isinstance(fact, Erased)
        left = {at: hash_ for at, hash_ in fact.redacted.items() if at < row.version}
        found.append(Erasure(row.version, frozenset(fact.players), left))
    return found


def _strangers(
    rows: Sequence[FactRow], beside: Mapping[int, ParticularsRow], gone: Sequence[Erasure]
) -> Iterable[Problem]:
    """Where what stands beside the chain is not what was written, or is missing although nobody was erased."""
    wanted = {row.version: told for row in rows if whole(row) and (told := digest_in(row.kind, row.body))}
    for version, (player, digest) in wanted.items():
        own = beside.get(version)
        if own is None:
            if not any(version < one.version and player in one.players for one in gone):
                yield Problem("particulars", version)
        elif (own.player, digest_of(own)) != (player, digest):
            yield Problem("particulars", version)
    for version in beside.keys() - wanted.keys():
        yield Problem("particulars", version)


def _faults(row: FactRow, beside: ParticularsRow | None) -> Iterable[Problem]:
    try:
        join_personal(row.kind, row.body, beside)
    except FactUnreadable as unreadable:
        yield Problem("unreadable", row.version, {"why": str(unreadable)})
    try:
        datetime.fromisoformat(row.at)
    except ValueError:
        yield Problem("time", row.version, {"found": row.at})
