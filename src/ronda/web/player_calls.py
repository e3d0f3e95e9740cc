"""What a player asks the desk for with their phone: an arbiter at the table, or to leave the event. It stands beside
the facts until the desk has answered; only the desk makes a fact of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.operations.event_settings import Setting
from ronda.store import Damaged
from ronda.store.notes import CALL_NOTES, notes_of
from ronda.web.runtime import Runtime

MOST_CALLS = 5  # within an hour: who needs more goes to the desk
_HOUR = timedelta(hours=1)
ASKED = ("arbiter", "arbiter_off", "leave", "leave_off")


@dataclass(frozen=True, slots=True)
class Calls:
    """Of one player. `table` and `round` are where the arbiter is wanted, 0 if nowhere; `leave` since when the player
    wants to leave, nothing if not; `times` when an arbiter was called within the last hour."""

    table: int = 0
    round: int = 0
    since: str = ""
    leave: str = ""
    times: tuple[str, ...] = ()

    def wanted(self, tournament: Tournament) -> bool:
        """Whether an arbiter is wanted at a table that is still playing."""
        if not self.table or self.round != len(tournament.rounds):
            return False
        return any(table.number == self.table and table.result is None for table in tournament.rounds[-1].tables)


class Call(NamedTuple):
    """What the desk is asked for: an arbiter at a `table`, or (0) to leave."""

    player: int
    table: int
    since: datetime


def read_calls(value: Any) -> Calls:
    try:
        found = dict(value or {})
        return Calls(**{**found, "times": tuple(found.get("times", ()))})
    except (TypeError, ValueError) as error:
        raise Damaged("", 0, "note call") from error


def calls_of(player: int) -> Setting[Calls]:
    return Setting(f"{CALL_NOTES}:{player}", read_calls, asdict)


def asked(standing: Calls, what: str, seat: tuple[int, int], now: datetime) -> Calls | Refusal:
    """What stands there after the player asked; `seat` is the round and the table, 0 if there is none."""
    at = now.isoformat(timespec="seconds")
    if what == "arbiter_off":
        return replace(standing, table=0, round=0, since="")
    if what == "leave_off":
        return replace(standing, leave="")
    if what == "leave":
        return standing if standing.leave else replace(standing, leave=at)
    round_, table = seat
    if not table or (standing.table, standing.round) == (table, round_):
        return standing
    times = tuple(time for time in standing.times if datetime.fromisoformat(time) > now - _HOUR)
    if len(times) >= MOST_CALLS:
        return Refusal("call_too_often", "S4", {"most": MOST_CALLS})
    return replace(standing, table=table, round=round_, since=at, times=(*times, at))


def open_calls(runtime: Runtime, code: str, tournament: Tournament) -> list[Call]:
    """What waits for the desk, the longest first. Who has left by now asks no more."""
    active = {player.id for player in tournament.players if player.left_after is None}
    with runtime.store.reads() as connection:
        found = [
            (int(name.partition(":")[2]), read_calls(note.value))
            for name, note in notes_of(connection, code, f"{CALL_NOTES}:")
        ]
    calls = [
        Call(player, one.table, datetime.fromisoformat(one.since)) for player, one in found if one.wanted(tournament)
    ]
    leaving = [
        Call(player, 0, datetime.fromisoformat(one.leave)) for player, one in found if one.leave and player in active
    ]
    return sorted([*calls, *leaving], key=lambda call: call.since)
