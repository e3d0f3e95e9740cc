"""Who somebody is, beside the chain (PP6.1): the body of a fact has a salted digest instead of the personal fields.

Everywhere else a fact is whole; here, at the border of the store, it is taken apart and put together again. Facts that
were written before have the fields in their bodies and are read as they are.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Connection, bindparam, select

from ronda.core.facts import Fact
from ronda.core.model import PERSONAL, removed_name
from ronda.formats.fact_text import FactUnreadable, body_fact, body_text, checked_text, text_body, text_fact
from ronda.store.database.tables import particulars

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


def apart(fact: Fact) -> FactParts:
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
    parts = ["ronda particulars", beside.salt, beside.body]
    return sha256(json.dumps(parts, separators=(",", ":")).encode("ascii")).hexdigest()


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
    if first is None:
        return {}
    return by_version(connection, ledger, first)


def by_version(connection: Connection, ledger: int, start: int = 1) -> dict[int, ParticularsRow]:
    return {
        row.version: ParticularsRow(*row) for row in connection.execute(_OF_LEDGER, {"own": ledger, "start": start})
    }


def whole_fact(kind: str, text: str, beside: ParticularsRow | None) -> Fact:
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
