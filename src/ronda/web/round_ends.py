"""That a round is over, for webhooks: no fact says so, it follows from the one that brought the last result (R5.5)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from ronda.core.facts import Fact, Redone, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.desk.ledger import LedgerEntry
from ronda.store.webhooks import Message


def closed_message(code: str, version: int, at: datetime, round_number: int) -> Message:
    """What is told beside the fact of that version."""
    told = {"id": f"{code}-{version}-closed", "kind": "closed", "fact": "closed", "event": code}
    return Message("closed", json.dumps({**told, "version": version, "at": at.isoformat(), "round": round_number}))


def rounds_ended(before: Sequence[Fact], records: Sequence[LedgerEntry]) -> dict[int, int]:
    """The versions of the records with which a round was over, and its number; `before` are all facts before them."""
    facts = list(before)
    state = fold(in_force(facts))
    found: dict[int, int] = {}
    for record in records:
        facts.append(record.fact)
        stepped = isinstance(record.fact, Undone | Redone)
        following = fold(in_force(facts)) if stepped else fold([record.fact], state)
        if _over(following) > _over(state):
            found[record.version] = _over(following)
        state = following
    return found


def _over(tournament: Tournament) -> int:
    """How many rounds are over."""
    return sum(round_.over for round_ in tournament.rounds)
