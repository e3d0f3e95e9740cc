"""What differs between two states of a tournament, as far as the five tables show it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from ronda.core.model import Bye, Round, Table, Tournament
from ronda.core.penalty_effects import in_force

Spot = tuple[int, int]  # round and table, or round and player


def as_visible(tournament: Tournament) -> Tournament:
    """The tournament without a draft: nobody but the director knows of it yet."""
    if not any(round_.status == "draft" for round_ in tournament.rounds):
        return tournament
    return replace(tournament, rounds=tuple(r for r in tournament.rounds if r.status != "draft"))


def changed_rounds(before: Tournament | None, after: Tournament) -> Iterator[tuple[Round | None, Round | None]]:
    """The rounds that are not the same, as they were and as they are; None: there is none."""
    old = before.rounds if before else ()
    for at in range(max(len(old), len(after.rounds))):
        was = old[at] if at < len(old) else None
        now = after.rounds[at] if at < len(after.rounds) else None
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


def struck_tables(before: Tournament, after: Tournament) -> Iterator[tuple[Spot, Table | None, Table | None]]:
    """The tables where another penalty is in force."""
    was, now = (set(in_force(state.setup.penalties)) for state in (before, after))
    for spot in {(one.round, one.table) for one in was ^ now if one.table is not None}:
        yield spot, _table_at(before, spot), _table_at(after, spot)


def _table_at(tournament: Tournament, spot: Spot) -> Table | None:
    tables = [table for round_ in tournament.rounds if round_.number == spot[0] for table in round_.tables]
    return next((table for table in tables if table.number == spot[1]), None)


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
