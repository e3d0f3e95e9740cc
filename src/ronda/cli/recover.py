"""`ronda recover`: a deleted event comes back; with `--from`, what can be saved from a damaged database."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.errors import Misused
from ronda.cli.output import Output
from ronda.cli.store_commands import bring_back
from ronda.cli.stored_event import opened, url_of
from ronda.desk.phases import phase
from ronda.store import Damaged
from ronda.store.database.location import database_url, shown_url
from ronda.store.live_events import LiveEvent
from ronda.store.salvage import Salvage, Saved, salvage
from ronda.store.values import FactList, Stored

REFUSED = 1


def recover(values: Namespace, output: Output) -> int:
    """Either of the two."""
    if (values.damaged is None) == (values.tournament is None):
        raise Misused("recover_what")
    return bring_back(values, output) if values.damaged is None else _from_damaged(values, output)


def _from_damaged(values: Namespace, output: Output) -> int:
    """All that verifies goes to the store; an event that is there already is left alone. Status 1 if nothing could be
    saved."""
    path = Path(values.damaged)
    target = database_url(url_of(values))
    if target.get_backend_name() == "sqlite" and Path(target.database or "").resolve() == path.resolve():
        raise Misused("recover_onto_itself", file=str(path))
    try:
        found = salvage(path)
    except OSError as trouble:
        raise Misused("cannot_read", file=str(path), detail=trouble.strerror or str(trouble)) from None
    taken = opened(values).take_over(found.saved) if found.saved else set()
    events = [_told(one, written=one.code not in taken) for one in found.saved]
    if output.json:
        shown = target.database if target.get_backend_name() == "sqlite" else shown_url(target)
        told = {"from": str(path), "database": shown, "events": events}
        output.data({**told, "lost": list(found.lost), "nameless": found.nameless, "passes": found.passes})
    else:
        _say(path, found, events, output)
    return 0 if any(event["written"] for event in events) else REFUSED


def _told(saved: Saved, *, written: bool) -> dict[str, Any]:
    """What was saved of an event, and where it stands with that."""
    last = saved.rows[-1]
    value: dict[str, Any] = {
        "code": saved.code,
        "written": written,
        "name": "",
        "saved": len(saved.rows),
        "of": saved.total,
        "whole": saved.whole,
        "until": last.at,
        "notes": len(saved.notes),
        "phase": "damaged",
        "rounds": 0,
        "players": 0,
    }
    try:
        at = datetime.fromisoformat(last.at)
        tournament = LiveEvent(Stored(saved.code, last.version, last.hash, at, FactList(saved.facts))).tournament
    except (Damaged, ValueError):
        return value
    rounds = {"phase": phase(tournament), "rounds": len(tournament.rounds), "players": len(tournament.players)}
    return {**value, "name": tournament.setup.name, **rounds}


def _say(path: Path, found: Salvage, events: list[dict[str, Any]], output: Output) -> None:
    for event in events:
        facts = {key: event[key] for key in ("code", "name", "saved", "of", "rounds", "players")}
        if not event["written"]:
            output.line(output.say("recover.taken", **facts))
            continue
        key = "recover.whole" if event["whole"] else "recover.part"
        output.line(output.say(key, n=event["saved"], **facts))
        if not event["whole"]:
            until = event["until"][:19].replace("T", " ")
            key = "recover.lost_from" if event["rounds"] else "recover.lost_from_0"
            lost, first = event["of"] - event["saved"], event["saved"] + 1
            entries = str(first) if lost == 1 else f"{first}–{event['of']}"
            output.line("  " + output.say(key, n=lost, entries=entries, until=until, **facts))
        if event["phase"] == "draft":
            output.line("  " + output.say("recover.draft", **facts))
        output.line("  " + output.say("recover.notes", n=event["notes"]))
    for code in found.lost:
        output.line(output.say("recover.lost", code=code))
    if found.nameless:
        output.line(output.say("recover.nameless", n=found.nameless))
    if not events:
        output.line(output.say("recover.nothing", file=str(path)))
    elif found.passes != 0:
        output.line(output.say("recover.passes"))
    if any(event["written"] for event in events):
        output.line(output.say("recover.look"))
