"""Somebody is erased from a ledger: nothing of the person is left in what was recorded before (PP6)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.erasing import fact_left, people_in
from ronda.core.facts import Erased, Fact
from ronda.core.history import fold, in_force
from ronda.core.values import replace
from ronda.desk.ledger import Record


def appended(records: Sequence[Record], more: Sequence[Record]) -> tuple[Record, ...]:
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
