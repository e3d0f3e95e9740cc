"""The results entered last: who, when, what they replaced; and who was faster where two entered the same table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import islice

from ronda.core.facts import Fact, Paired, Published, Redone, ResultEntered, Undone
from ronda.core.history import fold, in_force, undone
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.store import Store, Stored
from ronda.store.values import LedgerEntry
from ronda.systems.labels import actor_label


class EnteredBefore(Frozen):
    """One result as it was entered, and what it replaced; `stands`: nothing came after it."""

    fact: ResultEntered
    before: ResultEntered | None
    stands: bool
    by: str
    at: datetime


def last_entries(store: Store, stored: Stored, most: int = 10, round_: int | None = None) -> list[EnteredBefore]:
    """The latest entries that count, newest first; of one round, or of all."""
    taken_back = undone(stored.facts)
    every = _in_force(stored.facts, taken_back)
    found = list(islice((one for one in every if round_ is None or one[1].round == round_), most))
    if not found:
        return []
    oldest = found[-1][0]
    records = {record.version: record for record in store.changes_since(stored.code, oldest - 1) or ()}
    people = {player.id: player for player in store.tournament(stored).players}
    seen: set[tuple[int, int]] = set()
    entries: list[EnteredBefore] = []
    for version, fact in found:
        place = fact.round, fact.table
        record = records[version]
        before = _before(stored.facts, taken_back, version, fact)
        entries.append(EnteredBefore(fact, before, place not in seen, actor_label(record.actor, people), record.at))
        seen.add(place)
    return entries


def first_in(store: Store, stored: Stored, round_: int) -> tuple[int, int] | None:
    """The table of a round whose result was entered first, and how many minutes after the round was out."""
    out = [version for version, fact in enumerate(stored.facts, start=1) if fact == Published(round_)]
    entered = [one for one in _in_force(stored.facts, undone(stored.facts)) if one[1].round == round_]
    if not out or not entered:
        return None
    version, fact = entered[-1]
    began, first = (store.records(stored, at, at)[0].at for at in (out[-1], version))
    return fact.table, int((first - began).total_seconds() // 60)


def _in_force(facts: Sequence[Fact], taken_back: set[int]) -> Iterator[tuple[int, ResultEntered]]:
    """Results with their versions, latest first; without what was undone."""
    for version in range(len(facts), 0, -1):
        fact = facts[version - 1]
        if isinstance(fact, ResultEntered) and version not in taken_back:
            yield version, fact


def _before(facts: Sequence[Fact], taken_back: set[int], version: int, fact: ResultEntered) -> ResultEntered | None:
    """What the same table had before, since its round was made."""
    for earlier in range(version - 1, 0, -1):
        other = facts[earlier - 1]
        if earlier in taken_back:
            continue
        if isinstance(other, Paired) and other.round.number == fact.round:
            return None
        if isinstance(other, ResultEntered) and (other.round, other.table) == (fact.round, fact.table):
            return other
    return None


def with_faster_entry(store: Store, code: str, refusal: Refusal) -> Refusal:
    """The refusal of a result that came too late, with who was faster and when."""
    place = refusal.facts["round"], refusal.facts["table"]
    records = store.log(code) or ()
    record = last_change(records, place)
    if record is None:
        return replace(refusal, facts={**refusal.facts, "by": "–"})
    people = {player.id: player for player in fold(in_force([one.fact for one in records])).players}
    by = {"by": actor_label(record.actor, people), "at": record.at.isoformat()}
    return replace(refusal, facts={**refusal.facts, **by})


def last_change(records: Sequence[LedgerEntry], place: tuple[int, int]) -> LedgerEntry | None:
    """Who last entered, corrected, undid or redid the result of a table."""
    versions: set[int] = set()
    last: LedgerEntry | None = None
    for record in records:
        match record.fact:
            case ResultEntered(round=number, table=table) if (number, table) == place:
                versions.add(record.version)
                last = record
            case Undone(versions=changed) | Redone(versions=changed) if versions & set(changed):
                last = record
    return last
