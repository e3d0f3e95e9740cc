"""The read model plugged into the store: `follow` is a projection, run in the transaction of every append."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from uuid import UUID, uuid5

from sqlalchemy import Connection

from ronda.facts import Fact
from ronda.store import reading
from ronda.store.folded import Folded
from ronda.store.read_model import project, rebuild
from ronda.store.read_model_times import only_said
from ronda.store.values import Stored

_TOURNAMENTS = UUID("3d0f7f9e-5a0b-5c57-9a53-7e2b0c6f1d42")  # the name space of the codes


def tournament_uuid(code: str) -> UUID:
    """The id of a tournament in the five tables. A code is never used again, so neither is an id."""
    return uuid5(_TOURNAMENTS, code)


def follow(connection: Connection, before: Stored | None, after: Stored, folded: Folded) -> None:
    """Bring the five tables from `before` to `after`; without a `before` they are written anew."""

    def history() -> list[tuple[Fact, datetime]]:
        end = reading.head(connection, after.code)
        assert end is not None, "it has just been written"
        records = reading.records(connection, replace(end, version=after.version), 0)
        return [(record.fact, record.at) for record in records]

    own = tournament_uuid(after.code)
    if before is None:
        rebuild(connection, own, after.code, history())
    elif not only_said(after.facts[before.version :]):
        was, now = folded.tournament(before), folded.tournament(after)
        project(connection, own, after.code, was, now, after.at, history=history)
