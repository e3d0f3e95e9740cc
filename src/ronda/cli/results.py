"""Results on a stored tournament: of two people at one table, the second is told what the first has entered."""

from __future__ import annotations

from ronda import desk
from ronda.cli.errors import Refused
from ronda.cli.event_file import names_of
from ronda.cli.stored_event import StoredEvent
from ronda.core.facts import ResultEntered
from ronda.core.model import Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.phases import entry_action, leave_for
from ronda.systems import system
from ronda.systems.labels import told_actor


def record(place: StoredEvent, fact: ResultEntered, *, confirmed: bool) -> StoredEvent:
    """Keep the result. Somebody who was faster at another table does no harm; at this table nothing is replaced that
    was not there when the command began."""
    seen = _table(place.tournament, fact)
    if _same(seen, fact):
        return place
    action = entry_action(place.tournament, fact.round, fact.table)
    if seen.result is not None and not confirmed and leave_for(action, place.tournament) == "confirm":
        raise Refused(Refusal("confirm_correction", "S4", _told(place, fact, seen)), names_of(place.tournament))

    def decide(tournament: Tournament) -> ResultEntered | Refusal:
        now = _table(tournament, fact)
        if (now.result, now.absent, now.players) == (seen.result, seen.absent, seen.players) or _same(now, fact):
            return fact
        return Refusal("conflict", "S4", _told(place, fact, now))

    return place.act(action, decide, confirmed=confirmed)


def _table(tournament: Tournament, fact: ResultEntered) -> Table:
    table = desk.find_table(tournament, fact.round, fact.table)
    if isinstance(table, Refusal):
        raise Refused(table)
    return table


def _same(table: Table, fact: ResultEntered) -> bool:
    return (table.result, table.absent) == (fact.result, fact.absent)


def _told(place: StoredEvent, fact: ResultEntered, table: Table) -> dict[str, object]:
    """What stands at the table now, and who entered it when."""
    result = system(place.tournament.setup.system).result_fact(table.result)
    told = {"round": fact.round, "table": fact.table, "result": result, "by": "", "time": ""}
    for entry in reversed(place.store.log(place.code) or ()):
        if isinstance(entry.fact, ResultEntered) and (entry.fact.round, entry.fact.table) == (fact.round, fact.table):
            by = told_actor(entry.actor, {player.id: player for player in place.tournament.players})
            return {**told, "by": by, "time": entry.at.astimezone().strftime("%H:%M")}
    return told
