"""A store without a database, with the same contract as the real one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from ronda.core.erasing import fact_left
from ronda.core.facts import Erased, Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament

START = datetime(2026, 5, 1, 9, 0, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Kept:
    """A tournament at a version, with all its facts."""

    code: str
    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Clash:
    """Somebody else was faster: nothing was written."""

    current: Kept


@dataclass(frozen=True, slots=True)
class Noted:
    fact: Fact
    actor: str
    at: datetime
    key: str | None


class KeyTaken(Exception):
    """The key of an earlier request came with other content."""


class MemoryStore:
    """Each request is one minute later than the one before."""

    def __init__(self) -> None:
        self._records: dict[str, list[Noted]] = {}
        self._answers: dict[tuple[str, str], tuple[tuple[Fact, ...], str, Kept]] = {}
        self._requests = 0

    def create(self, facts: Sequence[Fact], *, actor: str) -> Kept:
        code = f"M{len(self._records) + 1:05}"
        self._records[code] = []
        return self._extended(code, facts, actor, None)

    def load(self, code: str) -> Kept | None:
        records = self._records.get(code)
        return None if records is None else Kept(code, tuple(record.fact for record in records))

    def tournament(self, stored: Kept) -> Tournament:
        return fold(in_force(stored.facts))

    def log(self, code: str) -> Sequence[Noted] | None:
        records = self._records.get(code)
        return None if records is None else tuple(records)

    def decided_on(self, code: str, key: str) -> int | None:
        answer = self._answers.get((code, key))
        return None if answer is None else len(answer[2].facts) - len(answer[0])

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> Kept | Clash:
        if not facts:
            raise ValueError("nothing to record")
        if key is not None and (code, key) in self._answers:
            asked, by, answer = self._answers[code, key]
            if (asked, by) != (tuple(facts), actor):
                raise KeyTaken(key)
            return answer
        current = self.load(code)
        assert current is not None, "there is such a tournament"
        if len(current.facts) != expected:
            return Clash(current)
        return self._extended(code, facts, actor, key)

    def _extended(self, code: str, facts: Sequence[Fact], actor: str, key: str | None) -> Kept:
        at = START + timedelta(minutes=self._requests)
        self._requests += 1
        for fact in facts:
            if isinstance(fact, Erased):  # as in the real one, nothing of it is left
                self._records[code] = [
                    replace(known, fact=fact_left(known.fact, fact.players, fact.rounds))
                    for known in self._records[code]
                ]
            self._records[code].append(Noted(fact, actor, at, key))
        kept = self.load(code)
        assert kept is not None
        if key is not None:
            self._answers[code, key] = tuple(facts), actor, kept
        return kept
