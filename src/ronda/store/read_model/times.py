"""When what stands in the five tables came to be: the time of the append that brought it about.

The rule is the same for the appends of one transaction and for the whole history, so both give the same times.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import TypeVar

from ronda.core.facts import Fact, Redone, Reported, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Bye, Round, Table, Tournament

K = TypeVar("K")
Spot = tuple[int, int]  # round and table, or round and player
History = Iterable[tuple[Fact, datetime]]


@dataclass(frozen=True, slots=True)
class RowTimes:
    """Times by player, round, (round, table) and (round, player): those that are known. Whatever has none here keeps
    the time that stands in the tables."""

    created: datetime | None = None
    updated: datetime | None = None
    started: datetime | None = None
    ended: datetime | None = None
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


def times_of(history: History) -> RowTimes:
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


def only_said(facts: Iterable[Fact]) -> bool:
    """Whether players said something and nothing else happened: the five tables do not show that."""
    return all(isinstance(fact, Reported) for fact in facts)


def as_visible(tournament: Tournament) -> Tournament:
    """The tournament without a draft: nobody but the director knows of it yet."""
    if not any(round_.status == "draft" for round_ in tournament.rounds):
        return tournament
    return replace(tournament, rounds=tuple(r for r in tournament.rounds if r.status != "draft"))


# --- what differs between two states, as far as the five tables show it ------------------------------------


def changed_rounds(before: Tournament | None, after: Tournament) -> Iterator[tuple[Round | None, Round | None]]:
    """The rounds that are not the same, as they were and as they are; None: there is none."""
    for was, now in zip_longest(before.rounds if before else (), after.rounds):
        if was is not now:
            yield was, now


def changed_tables(before: Tournament | None, after: Tournament) -> Iterator[tuple[Spot, Table | None, Table | None]]:
    """The tables where somebody else sits or the result is another."""
    for was, now in changed_rounds(before, after):
        tables = zip_longest(was.tables if was else (), now.tables if now else ())
        pairs = [pair for pair in tables if pair[0] is not pair[1]]  # few, as a rule
        old = {one.number: one for one, _ in pairs if one is not None}
        new = {other.number: other for _, other in pairs if other is not None}
        number = _number(was, now)
        for at in old.keys() | new.keys():
            one, other = old.get(at), new.get(at)
            if one is not other and not _alike(one, other):
                yield (number, at), one, other


def changed_byes(before: Tournament | None, after: Tournament) -> Iterator[tuple[Spot, Bye | None, Bye | None]]:
    for was, now in changed_rounds(before, after):
        if was and now and was.byes == now.byes:
            continue
        old = {bye.player: bye for bye in was.byes} if was else {}
        new = {bye.player: bye for bye in now.byes} if now else {}
        number = _number(was, now)
        for player in old.keys() | new.keys():
            if old.get(player) != new.get(player):
                yield (number, player), old.get(player), new.get(player)


def _number(was: Round | None, now: Round | None) -> int:
    there = was or now
    assert there is not None, "one of the two is there"
    return there.number


def _alike(one: Table | None, other: Table | None) -> bool:
    """Earlier results are not shown, so they make no difference."""
    if one is None or other is None:
        return False
    return (one.first, one.second, one.result, one.absent) == (other.first, other.second, other.result, other.absent)


def _came(before: Tournament | None, after: Tournament) -> set[int]:
    """Who is there now and was not."""
    old = before.players if before else ()
    return set() if old == after.players else {p.id for p in after.players} - {p.id for p in old}


def _ended(before: Tournament | None, after: Tournament) -> set[int]:
    """The rounds that are over now and were not."""
    return {now.number for was, now in changed_rounds(before, after) if now and now.over and not (was and was.over)}


def _added(known: Mapping[K, datetime], keys: set[K], at: datetime) -> Mapping[K, datetime]:
    return {**known, **dict.fromkeys(keys, at)} if keys else known
