"""The read model plugged into the store: `follow` is a projection, run in the transaction of every append."""

from __future__ import annotations

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from uuid import UUID, uuid5

from sqlalchemy import Connection

from ronda.facts import Fact, Redone, Undone
from ronda.history import fold, in_force
from ronda.model import Tournament
from ronda.store import reading
from ronda.store.read_model import project, rebuild
from ronda.store.read_model_times import only_said
from ronda.store.values import Stored

_TOURNAMENTS = UUID("3d0f7f9e-5a0b-5c57-9a53-7e2b0c6f1d42")  # the name space of the codes
_MOST_STATES = 32


def tournament_uuid(code: str) -> UUID:
    """The id of a tournament in the five tables. A code is never used again, so neither is an id."""
    return uuid5(_TOURNAMENTS, code)


def follow(connection: Connection, before: Stored | None, after: Stored) -> None:
    """Bring the five tables from `before` to `after`; without a `before` they are written anew."""

    def history() -> list[tuple[Fact, datetime]]:
        end = reading.head(connection, after.code)
        assert end is not None, "it has just been written"
        return [(record.fact, record.at) for record in reading.records(connection, end, 0)]

    own = tournament_uuid(after.code)
    if before is None or not before.facts:
        rebuild(connection, own, after.code, history())
        return
    was = _state(before)
    now = _next_state(was, before, after)
    if only_said(after.facts[before.version :]):
        return
    project(connection, own, after.code, was, now, after.at, history=history)


# The last states by the end of their chains: a hash stands for all the facts before it.
_states: OrderedDict[str, Tournament] = OrderedDict()
_lock = Lock()


def _state(stored: Stored) -> Tournament:
    found = _states.get(stored.hash)
    return fold(in_force(stored.facts)) if found is None else found


def _next_state(was: Tournament, before: Stored, after: Stored) -> Tournament:
    added = after.facts[len(before.facts) :]
    undoing = any(isinstance(fact, Undone | Redone) for fact in added)
    now = fold(in_force(after.facts)) if undoing else fold(added, was)
    with _lock:
        _states.pop(before.hash, None)
        _states[after.hash] = now
        while len(_states) > _MOST_STATES:
            _states.popitem(last=False)
    return now
