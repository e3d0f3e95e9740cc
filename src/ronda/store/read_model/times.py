"""When what stands in the five tables came to be: the time of the append that brought it about.

The rule is the same whether the tables follow each append or are written anew from the whole history, so both
give the same times.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

from ronda.core.facts import Fact, Redone, Reported, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.store.read_model.changes import (
    Spot,
    as_visible,
    changed_byes,
    changed_rounds,
    changed_tables,
)

K = TypeVar("K")

UNKNOWN = datetime.min.replace(tzinfo=UTC)  # "whatever stands there"; never written


@dataclass(frozen=True, slots=True)
class RowTimes:
    """Times by player, round, (round, table) and (round, player). What is not named is UNKNOWN."""

    created: datetime = UNKNOWN
    updated: datetime = UNKNOWN
    started: datetime = UNKNOWN
    ended: datetime = UNKNOWN
    joined: Mapping[int, datetime] = field(default_factory=dict)
    round_started: Mapping[int, datetime] = field(default_factory=dict)
    round_ended: Mapping[int, datetime] = field(default_factory=dict)
    matches: Mapping[Spot, datetime] = field(default_factory=dict)
    byes: Mapping[Spot, datetime] = field(default_factory=dict)


def moved(times: RowTimes, before: Tournament | None, after: Tournament, at: datetime) -> RowTimes:
    """The times after an append at `at` that turned `before` into `after`. Only what it brought about is new."""
    old, new = as_visible(before) if before else None, as_visible(after)
    return replace(
        times,
        created=times.created if old else at,
        updated=at,
        started=at if new.rounds and not (old and old.rounds) else times.started,
        ended=at if new.finished and not (old and old.finished) else times.ended,
        joined=_added(times.joined, _came(old, new), at),
        round_started=_added(times.round_started, {r.number for w, r in changed_rounds(old, new) if r and not w}, at),
        round_ended=_added(times.round_ended, _ended(old, new), at),
        matches=_added(times.matches, {spot for spot, _, now in changed_tables(old, new) if now}, at),
        byes=_added(times.byes, {spot for spot, was, now in changed_byes(old, new) if now and not was}, at),
    )


def _added(known: Mapping[K, datetime], keys: set[K], at: datetime) -> Mapping[K, datetime]:
    return {**known, **dict.fromkeys(keys, at)} if keys else known


def _came(before: Tournament | None, after: Tournament) -> set[int]:
    """Who is there now and was not."""
    old = before.players if before else ()
    return set() if old == after.players else {p.id for p in after.players} - {p.id for p in old}


def _ended(before: Tournament | None, after: Tournament) -> set[int]:
    """The rounds that are over now and were not."""
    return {now.number for was, now in changed_rounds(before, after) if now and now.over and not (was and was.over)}


def only_said(facts: Iterable[Fact]) -> bool:
    """Whether players said something and nothing else happened: the five tables do not show that."""
    return all(isinstance(fact, Reported) for fact in facts)


def times_of(history: Iterable[tuple[Fact, datetime]]) -> RowTimes:
    """The times that follow from the whole history, undone facts included. Facts with the same time that stand
    together were appended together."""
    times = RowTimes()
    facts: list[Fact] = []
    state: Tournament | None = None
    for at, together in groupby(history, key=itemgetter(1)):
        added = [fact for fact, _ in together]
        facts += added
        if any(isinstance(fact, Undone | Redone) for fact in added):
            following = fold(in_force(facts))
        else:
            following = fold(added, state)
        if not only_said(added):
            times = moved(times, state, following, at)
        state = following
    return times
