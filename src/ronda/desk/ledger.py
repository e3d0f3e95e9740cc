"""The protocol of ledgers, which keep the facts of events: in memory, in a file or in a database."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol, TypeVar

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.core.values import Frozen

MOMENT = timedelta(microseconds=1)  # no two requests to an event are at the same time


def now() -> datetime:
    return datetime.now(UTC)


class LedgerState(Protocol):
    """A tournament as a ledger knows it: all its facts, also those undone."""

    @property
    def code(self) -> str: ...

    @property
    def facts(self) -> Sequence[Fact]: ...


class LedgerEntry(Frozen, frozen=True):
    """One fact with who, when and where in the chain; facts that were appended together have the same time."""

    version: int
    fact: Fact
    actor: str
    at: datetime
    key: str | None = None
    hash: str = ""


class KeyReused(Exception):
    """The key of an earlier request came with other content."""

    def __init__(self, key: str) -> None:
        super().__init__(f"key {key!r} was used for another request")
        self.key = key


S = TypeVar("S", bound=LedgerState)
C_co = TypeVar("C_co", covariant=True)


class Ledger(Protocol[S, C_co]):
    """Facts are appended, all of a request or none. An append on an old version is answered with a conflict that has
    the current state; a key that came before, with what it was answered then."""

    def load(self, code: str) -> S | None: ...

    def tournament(self, stored: S) -> Tournament: ...

    def log(self, code: str) -> Sequence[LedgerEntry] | None: ...

    def decided_on(self, code: str, key: str) -> int | None: ...

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> S | C_co: ...
