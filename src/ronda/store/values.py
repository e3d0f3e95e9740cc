"""What goes into a store and comes out of it, as values, and what can go wrong with it: facts version
after version, the codes of tournaments, summaries, troubles."""

from __future__ import annotations

import os
from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Literal, get_args

from ronda.core import Frozen
from ronda.core.facts import Fact
from ronda.desk import desk
from ronda.desk.desk import LedgerEntry as LedgerEntry

if TYPE_CHECKING:  # brings the systems with it
    from ronda.store.reading import Progress

ProblemCode = Literal[
    "gap",
    "changed",
    "unreadable",
    "head",
    "time",
    "outline",
    "request",
    "seal",
    "noted_differs",
    "noted_lost",
    "particulars",
]
SealCode = Literal["sealed", "behind", "other_key", "unsealed", "broken"]
SEALS: tuple[SealCode, ...] = get_args(SealCode)


class Stored(Frozen):
    """A tournament as it stands at a version: all its facts, also those undone. `hash` is the end of its chain,
    `at` the time of its last fact."""

    code: str
    version: int
    hash: str
    at: datetime
    facts: tuple[Fact, ...]


class Conflict(Frozen):
    """Somebody else was faster: nothing was written. `current` is what stands there now."""

    current: Stored


class Summary(Frozen):
    """A tournament in a list of tournaments."""

    code: str
    name: str
    system: str
    version: int
    created_at: datetime
    updated_at: datetime
    finished: bool
    archived: bool
    deleted: bool
    progress: Progress | None = None  # None: nobody has worked it out yet
    damage: str | None = None  # the column that cannot be read, for which something stands here that it is not


class Problem(Frozen):
    """What is wrong with a tournament, and at which version:
    `gap` versions are missing before it; `changed` its content, its place or its predecessor is not what was written;
    `unreadable` it is no fact; `head` the facts end elsewhere than the tournament says; `time` it has no valid time;
    `outline` the list of tournaments says something else than the facts (column); `request` a request led to this
    version, which is not there; `seal` the end of the facts is not the one that was sealed; `noted_differs`, or
    `noted_lost`, the version that somebody noted is another one here, or is not there;
    `particulars` what stands beside it about a person is not what was written, or is missing and was not erased."""

    code: ProblemCode
    version: int
    facts: Mapping[str, int | str] = {}


class Verified(Frozen):
    """What was looked at, and what is wrong with it. `head` is where the facts end (see `ronda.store.seal.head_text`),
    `seal` what is known of that end, and `sealed` the entry that the seal was made of (0: there is none)."""

    version: int
    hash: str
    seal: SealCode
    problems: tuple[Problem, ...]
    sealed: int = 0


class StoreTrouble(Exception):
    """The store cannot do what was asked, and it is not a question of who was first."""


class UnknownCode(StoreTrouble):
    """There is no tournament with that code."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no tournament {code!r}")
        self.code = code


class KeyReused(StoreTrouble, desk.KeyReused):
    """The key of an earlier request came with other content."""


class Damage(StoreTrouble):
    """What is in the database is not what was written there."""

    why: str


class Damaged(Damage):
    """Facts of a tournament are missing or are not those that were written; `Store.verify` tells more. The version is
    0 if it is not a fact but what stands beside them."""

    def __init__(self, code: str, version: int, why: str) -> None:
        super().__init__(f"tournament {code}, version {version}: {why}")
        self.code = code
        self.version = version
        self.why = why


class Unusable(StoreTrouble):
    """The database cannot be opened."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"{url}: {why}")
        self.url = url
        self.why = why


class DamagedFile(Unusable, Damage):
    """The database itself is damaged, or the file is none."""


class ReadOnly(Unusable):
    """The database can be read, but not be written to."""


class DiskFull(Unusable):
    """There is no room for what was to be written; nothing of it was."""


class SchemaNewer(Unusable):
    """The database was made by a newer release."""

    def __init__(self, url: str, found: str, known: str) -> None:
        super().__init__(url, f"made by a newer release of Ronda (schema {found}, this release knows up to {known})")
        self.found = found
        self.known = known


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I L O U: mistaken for 1 and 0, or for V
LENGTH = 6
_LETTERS = frozenset(ALPHABET)
_MEANT = str.maketrans({"I": "1", "L": "1", "O": "0", " ": None, "-": None})


def fresh_code() -> str:
    """A code by chance. Whether it is free is for the store to find out."""
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in os.urandom(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody typed, in small or capital letters, or None if it cannot be one."""
    if len(text) == LENGTH and _LETTERS.issuperset(text):  # as it is nearly always
        return text
    code = text.strip().upper().translate(_MEANT)
    return code if len(code) == LENGTH and _LETTERS.issuperset(code) else None
