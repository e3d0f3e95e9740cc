"""The read model plugged into the store: `follow` is a projection, run in the transaction of every append."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection, select

from ronda.core.facts import Fact
from ronda.core.model import Tournament
from ronda.store import reading
from ronda.store.fold_cache import Folded, FoldedApart
from ronda.store.read_model.changes import as_visible
from ronda.store.read_model.clocks import follow_clocks
from ronda.store.read_model.ids import tournament_uuid
from ronda.store.read_model.project import project, rebuild
from ronda.store.read_model.schema import ROUNDS
from ronda.store.read_model.times import only_said
from ronda.store.values import Stored

__all__ = ["follow", "round_ends", "tournament_uuid"]


def follow(connection: Connection, before: Stored | None, after: Stored, folded: Folded | FoldedApart) -> None:
    """Bring the five tables from `before` to `after`; without a `before` they are written anew."""

    def history() -> list[tuple[Fact, datetime]]:
        end = reading.head(connection, after.code)
        assert end is not None, "it has just been written"
        records = reading.records(connection, replace(end, version=after.version), 0)
        return [(record.fact, record.at) for record in records]

    own = tournament_uuid(after.code)
    if before is None:
        rebuild(connection, own, after.code, history())
        follow_clocks(connection, after.code)
    elif not only_said(after.facts[before.version :]):
        was, now = folded.tournament(before), folded.tournament(after)
        project(connection, own, after.code, was, now, after.at, history=history, cache=folded.cache)
        if _rounds(was) != _rounds(now):
            follow_clocks(connection, after.code)


def round_ends(connection: Connection, code: str) -> dict[int, datetime]:
    """When the rounds of a tournament that are over ended, as the tables say."""
    here = ROUNDS.c.tournament_id == tournament_uuid(code)
    found = connection.execute(select(ROUNDS.c.round_number, ROUNDS.c.ended_at).where(here))
    return {number: ended for number, ended in found if ended is not None}


def _rounds(tournament: Tournament) -> int:
    """How many rounds the five tables show."""
    return 0 if tournament.deleted else len(as_visible(tournament).rounds)
