"""`ronda list`: the events in the store; `ronda log` and `ronda replay`: what happened, and whether it still holds."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace as Namespace

from ronda.cli.event import FileEvent, load_any
from ronda.cli.kept_event import KeptEvent
from ronda.cli.output import Misused, Output
from ronda.cli.stored_event import StoredEvent, is_there, opened, tell_damaged, url_of
from ronda.core import Setup, replace
from ronda.core.facts import Created, Redone, Undone
from ronda.store import Damaged, Problem, Verified, read_code
from ronda.store.event_log import LogEntry, LogPages, entries
from ronda.store.privacy import due_codes
from ronda.store.replay import Replayed
from ronda.store.replay import replay as replayed
from ronda.store.seal import SHOWN_DIGITS, Noted, head_text, read_head
from ronda.views.events import EventLine, event_line, log_line


def list_(values: Namespace, output: Output) -> None:
    """The events in the store; with --all also those put away or deleted."""
    store = opened(values) if is_there(url_of(values)) else None
    summaries = store.summaries() if store else ()
    shown = [s for s in summaries if values.all or not (s.archived or s.deleted)]
    due: set[str] = set()  # the events whose personal data should be removed by now (PP6.4)
    if store:
        with store.reads() as connection:
            due = due_codes(connection, date.today())
    found = [event_line(one, store.standing(one), due=one.code in due) for one in shown if store]
    output.data({"tournaments": found})
    if not found:
        output.tell("say.store_empty")
        return
    keys = ("code", "name", "system", "state", "rounds", "players")
    rows = [[_cell(entry, key, output) for key in keys] for entry in found]
    output.table(output.headings("list", keys), rows, words=(0, 1, 2, 3))
    damaged = [entry.code for entry in found if entry.damaged]
    tell_damaged(damaged, output)
    for entry in found:
        if entry.due:
            output.tell("say.due", code=entry.code)


def _cell(entry: EventLine, key: str, output: Output) -> str | int:
    if key == "rounds":
        return str(entry.rounds) if entry.planned is None else f"{entry.rounds}/{entry.planned}"
    if key == "state":
        away = "deleted" if entry.deleted else "archived" if entry.archived else entry.state
        return replace(output.speaker, system=entry.system).say(f"phase.{away}")
    value = getattr(entry, key)
    return value if isinstance(value, int) else str(value)


VIOLATIONS = 3


def log(values: Namespace, output: Output) -> None:
    """Who did what when, with what stood there before."""
    event = load_any(values, output)
    first = 1 if values.last is None else event.version - values.last + 1
    shown = _between(event, output, first, event.version)
    listed = [log_line(entry, output.speaker) for entry in shown]
    output.data({**_whose(event), "entries": listed})
    headings = output.headings("log", ("version", "time", "actor", "what"))
    output.table(headings, [_row(entry, output) for entry in shown], words=(1, 2, 3))


def _between(event: KeptEvent, output: Output, first: int, last: int) -> list[LogEntry]:
    """The entries of these versions."""
    removed = output.speaker.removed
    if isinstance(event, StoredEvent):
        return LogPages(event.store, event.store.live.of(event.stored), removed).between(first, last)
    return [entry for entry in entries(event.log()[: event.version], removed) if first <= entry.version <= last]


def _whose(event: FileEvent | StoredEvent) -> dict[str, str]:
    """A file has no chain whose end could be noted."""
    if isinstance(event, FileEvent):
        return {"file": event.label}
    return {"code": event.code, "head": head_text(event.stored.version, event.stored.hash)}


def _row(entry: LogEntry, output: Output) -> list[str | int]:
    what = in_words(entry, output)
    if not entry.counts:
        what = output.say("say.undone_entry", text=what)
    return [
        entry.version,
        entry.at.astimezone().strftime("%Y-%m-%d %H:%M:%S"),
        output.speaker.actor(entry.actor) or "–",
        what,
    ]


def in_words(entry: LogEntry, output: Output) -> str:
    return output.say(f"log.{entry.code}", **entry.facts)


def stepped(before: KeptEvent, after: KeptEvent, output: Output) -> list[str]:
    """What the last undo or redo was about, in words."""
    last = after.facts[-1]
    assert isinstance(last, Undone | Redone)
    taken = _between(before, output, min(last.versions), max(last.versions))
    return [in_words(entry, output) for entry in taken if entry.version in last.versions]


def replay(values: Namespace, output: Output) -> int:
    """Everything once more from the facts, and the facts themselves: their chain, their end, and what the list of
    events says of them. Status 3 if something differs."""
    noted = None if values.head is None else read_head(values.head)
    if values.head is not None and noted is None:
        raise Misused("bad_head", found=values.head)
    code = read_code(values.tournament)
    if code is None or not is_there(url_of(values)) or code not in opened(values).codes():
        raise Misused("no_such_code", code=values.tournament)
    found = opened(values).verified(code, noted)
    try:
        facts = opened(values).as_found(code)
        output.speak_of(next((fact.setup for fact in facts if isinstance(fact, Created)), Setup("")))
        again = replayed(facts)
    except Damaged as damaged:  # told by what was found as well
        again = Replayed(0, (), damaged.version)
    holds = again.holds and not found.problems
    output.data(
        {
            "code": code,
            "holds": holds,
            "versions": again.versions,
            "broken": again.broken,
            "rounds": [{"version": r.version, "number": r.number, "outcome": r.outcome} for r in again.rounds],
            "redacted": list(again.redacted),
            "problems": [{"code": p.code, "version": p.version, "text": _problem(p, output)} for p in found.problems],
            "seal": found.seal,
            "sealed": found.sealed,
            "head": head_text(found.version, found.hash),
        }
    )
    _tell_replay(code, again, found, noted, holds=holds, output=output)
    return 0 if holds else VIOLATIONS


def _problem(problem: Problem, output: Output) -> str:
    return output.say(f"problem.{problem.code}", version=problem.version, **problem.facts)


def _tell_replay(
    code: str, again: Replayed, found: Verified, noted: Noted | None, *, holds: bool, output: Output
) -> None:
    for problem in found.problems:
        output.line(f"! {_problem(problem, output)}")
    if again.broken is not None:
        output.line(f"! {output.say('problem.does_not_fit', version=again.broken)}")
    for made in again.rounds:
        told = output.say(f"replay.{made.outcome}", round=made.number, version=made.version)
        output.line(f"! {told}" if made.outcome == "differs" else told)
    if again.redacted:
        output.tell("say.redacted", n=len(again.redacted))
    if noted is not None and not any(problem.code.startswith("noted") for problem in found.problems):
        output.tell("say.noted_holds", version=noted[0], n=found.version - noted[0])
    if found.seal != "broken":
        output.tell(f"seal.{found.seal}", version=found.version, sealed=found.sealed)
    output.tell("say.replay_holds" if holds else "say.replay_differs", code=code, n=again.versions)
    output.tell("say.head", head=head_text(found.version, found.hash, SHOWN_DIGITS))
