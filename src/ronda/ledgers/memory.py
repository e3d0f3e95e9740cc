"""A ledger in memory: events that nobody keeps. Also what is left in any ledger of somebody who is erased (PP6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from ronda.core.erasing import fact_left, people_in
from ronda.core.facts import Erased, Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.values import Frozen, replace
from ronda.desk.ledger import MOMENT, KeyReused, LedgerEntry, now


class MemoryEvent(Frozen, frozen=True):
    """A tournament at a version, with all its facts."""

    code: str
    facts: tuple[Fact, ...]


class Clash(Frozen, frozen=True):
    """Somebody else was faster: nothing was written."""

    current: MemoryEvent


class MemoryLedger:
    """All requests of a tournament are at different times, as in the other ledgers."""

    def __init__(self, clock: Callable[[], datetime] = now) -> None:
        self._records: dict[str, tuple[LedgerEntry, ...]] = {}
        self._answers: dict[tuple[str, str], tuple[tuple[Fact, ...], str, MemoryEvent]] = {}
        self._clock = clock

    def create(self, facts: Sequence[Fact], *, actor: str) -> MemoryEvent:
        code = f"M{len(self._records) + 1:05}"
        self._records[code] = ()
        return self._extended(code, facts, actor, None)

    def load(self, code: str) -> MemoryEvent | None:
        records = self._records.get(code)
        return None if records is None else MemoryEvent(code, tuple(record.fact for record in records))

    def tournament(self, stored: MemoryEvent) -> Tournament:
        return fold(in_force(stored.facts))

    def log(self, code: str) -> tuple[LedgerEntry, ...] | None:
        return self._records.get(code)

    def decided_on(self, code: str, key: str) -> int | None:
        answer = self._answers.get((code, key))
        return None if answer is None else len(answer[2].facts) - len(answer[0])

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> MemoryEvent | Clash:
        if not facts:
            raise ValueError("nothing to record")
        if key is not None and (code, key) in self._answers:
            asked, by, answer = self._answers[code, key]
            if (asked, by) != (tuple(facts), actor):
                raise KeyReused(key)
            return answer
        current = self.load(code)
        assert current is not None, "there is such a tournament"
        if len(current.facts) != expected:
            return Clash(current)
        return self._extended(code, facts, actor, key)

    def _extended(self, code: str, facts: Sequence[Fact], actor: str, key: str | None) -> MemoryEvent:
        before = self._records[code]
        at = self._clock()
        if before:
            at = max(at, before[-1].at + MOMENT)
        first = len(before) + 1
        more = [LedgerEntry(version, fact, actor, at, key) for version, fact in enumerate(facts, start=first)]
        self._records[code] = appended(before, more)
        kept = self.load(code)
        assert kept is not None
        if key is not None:
            self._answers[code, key] = tuple(facts), actor, kept
        return kept


def appended(records: Sequence[LedgerEntry], more: Sequence[LedgerEntry]) -> tuple[LedgerEntry, ...]:
    """The records with new ones; an erasure among these is carried out in all that stand before it."""
    found = list(records)
    for record in more:
        if isinstance(record.fact, Erased):
            facts = [known.fact for known in found]
            erased = _with_undone(facts, record.fact)
            found = [replace(known, fact=fact_left(known.fact, erased.players, erased.rounds)) for known in found]
            found.append(replace(record, fact=erased))
        else:
            found.append(record)
    return tuple(found)


def _with_undone(facts: Sequence[Fact], erased: Erased) -> Erased:
    """When the last person in the list goes, so do those whose entry was undone: they are only in the log."""
    listed = {player.id for player in fold(in_force(facts)).players}
    others = [player for player in people_in(facts) if player not in erased.players]
    if not others or not listed.isdisjoint(others):
        return erased
    return replace(erased, players=tuple(sorted((*erased.players, *others))))
