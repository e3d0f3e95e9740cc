"""`ronda list`: the events in the store."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace as Namespace

from ronda.cli.output import Output
from ronda.cli.stored_event import is_there, opened, url_of
from ronda.core.values import replace
from ronda.store import Store
from ronda.store.privacy import due_codes
from ronda.views.events import EventLine, event_line


def list_(values: Namespace, output: Output) -> int:
    """The events in the store; with --all also those put away or deleted."""
    store = opened(values) if is_there(url_of(values)) else None
    summaries = store.summaries() if store else ()
    shown = [s for s in summaries if values.all or not (s.archived or s.deleted)]
    due = _due(store) if store else set()
    found = [event_line(one, store.standing(one), due=one.code in due) for one in shown if store]
    if output.json:
        output.data({"tournaments": found})
        return 0
    if not found:
        output.line(output.say("say.store_empty"))
        return 0
    keys = ("code", "name", "system", "state", "rounds", "players")
    rows = [[_cell(entry, key, output) for key in keys] for entry in found]
    output.table([output.say(f"label.list.{key}") for key in keys], rows, words=(0, 1, 2, 3))
    damaged = [entry.code for entry in found if entry.damaged]
    if damaged:
        output.note(output.say("say.list_damaged", codes=damaged))
    for entry in found:
        if entry.due:
            output.line(output.say("say.due", code=entry.code))
    return 0


def _due(store: Store) -> set[str]:
    """The events whose personal data should be removed by now (PP6.4)."""
    with store.reads() as connection:
        return due_codes(connection, date.today())


def _cell(entry: EventLine, key: str, output: Output) -> str | int:
    if key == "rounds":
        return str(entry.rounds) if entry.planned is None else f"{entry.rounds}/{entry.planned}"
    if key == "state":
        away = "deleted" if entry.deleted else "archived" if entry.archived else entry.state
        return replace(output.speaker, system=entry.system).say(f"phase.{away}")
    value = getattr(entry, key)
    return value if isinstance(value, int) else str(value)
