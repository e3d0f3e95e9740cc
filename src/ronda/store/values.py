"""What goes into a store and comes out of it, as values, and what can go wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from ronda.facts import Fact

ProblemCode = Literal["gap", "changed", "unreadable", "head", "time", "particulars"]


@dataclass(frozen=True, slots=True)
class Stored:
    """A tournament as it stands at a version: all its facts, also those undone. `hash` is the end of its chain,
    `at` the time of its last fact."""

    code: str
    version: int
    hash: str
    at: datetime
    facts: tuple[Fact, ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Somebody else was faster: nothing was written. `current` is what stands there now."""

    current: Stored


@dataclass(frozen=True, slots=True)
class Record:
    """One fact with who, when and where in the chain."""

    version: int
    fact: Fact
    actor: str
    at: datetime
    key: str | None
    hash: str


@dataclass(frozen=True, slots=True)
class Summary:
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


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a chain, and at which version:
    `gap` versions are missing before it; `changed` its content, its place or its predecessor is not what was written;
    `unreadable` it is no fact; `head` the facts end elsewhere than the tournament says; `time` it has no valid time;
    `particulars` what stands beside it about a person is not what was written, or is missing and was not erased."""

    code: ProblemCode
    version: int
    facts: Mapping[str, int | str] = field(default_factory=dict)


class StoreTrouble(Exception):
    """The store cannot do what was asked, and it is not a question of who was first."""


class UnknownCode(StoreTrouble):
    """There is no tournament with that code."""

    def __init__(self, code: str) -> None:
        super().__init__(f"no tournament {code!r}")
        self.code = code


class KeyReused(StoreTrouble):
    """The key of an earlier request came with other content."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} was used for another request")
        self.key = key


class Damaged(StoreTrouble):
    """Facts in the database are missing or cannot be read; `Store.verify` tells more."""

    def __init__(self, code: str, version: int, why: str) -> None:
        super().__init__(f"tournament {code}, version {version}: {why}")
        self.code = code
        self.version = version


class Unusable(StoreTrouble):
    """The database cannot be opened."""

    def __init__(self, url: str, why: str) -> None:
        super().__init__(f"{url}: {why}")
        self.url = url


class SchemaNewer(Unusable):
    """The database was made by a newer release."""

    def __init__(self, url: str, found: str, known: str) -> None:
        super().__init__(url, f"made by a newer release of Ronda (schema {found}, this release knows up to {known})")
        self.found = found
        self.known = known
