"""The log: who did what when, with undo, redo, and the proof that everything still holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import get
from litestar.response import Template

from ronda.desk.departures import departures
from ronda.desk.desk import steps
from ronda.spoken import told_departures
from ronda.store.audit import Entry, entries_at, replay
from ronda.store.seal import SHOWN_DIGITS, head_text
from ronda.web import looking
from ronda.web.cached import log_of
from ronda.web.people import Role
from ronda.web.visits import EventVisit

LEAST: Role = "arbiter"  # who did what, and what was taken back, is for those who answer for it; the API asks the same
LONG = 2000  # entries: beyond, the log does not follow the event by itself
TOLD_AT_ONCE = 3  # entries of an action that are told before "and so many more"


class Line(NamedTuple):
    """An entry in words: what was replaced stands there as before → after."""

    entry: Entry
    text: str


@get("/e/{code:str}/log", include_in_schema=False, sync_to_thread=True)
def log(event_visit: EventVisit, page: int = 1, find: str = "") -> Template:
    event_visit.needs(LEAST)
    exceptions = told_departures(departures(event_visit.tournament), event_visit.words.speaker)
    return event_visit.page("log.html", exceptions=exceptions, **log_facts(event_visit, page, find))


@get("/e/{code:str}/part/log", include_in_schema=False, sync_to_thread=True)
def log_part(event_visit: EventVisit, page: int = 1, find: str = "") -> Template:
    event_visit.needs(LEAST)
    return event_visit.page("parts/log.html", **log_facts(event_visit, page, find))


@get("/e/{code:str}/log/verify", include_in_schema=False, sync_to_thread=True)
def verify(event_visit: EventVisit) -> Template:
    """Everything once more from the facts, and the chain of the facts themselves."""
    event_visit.needs(LEAST)
    found = event_visit.house.store.verified(event_visit.code)
    again = replay(event_visit.event.stored.facts)
    template = "parts/verified.html" if event_visit.htmx else "verified.html"
    return event_visit.page(
        template,
        again=again,
        found=found,
        head=_head(found.version, found.hash),
        holds=again.holds and not found.problems,
    )


def _head(version: int, hash_: str) -> str:
    return head_text(version, hash_, SHOWN_DIGITS)


@get("/e/{code:str}/part/taking-back", include_in_schema=False, sync_to_thread=True)
def taking_back(event_visit: EventVisit) -> Template:
    """What undo and redo would be about, for the desk."""
    event_visit.needs(LEAST)
    return event_visit.page("parts/taking_back.html", **step_facts(event_visit))


def step_facts(visit: EventVisit) -> dict[str, Any]:
    """The last action, and the last one that was undone, without putting the whole log into words."""
    records = (visit.house.store.log(visit.code) or ())[: visit.event.version]
    done, undone = steps(records)
    found: dict[str, Any] = {"follows": len(records) <= LONG}
    for name, actions in (("undo", done), ("redo", undone)):
        versions = actions[-1] if actions else ()
        entries = entries_at(records, versions[:TOLD_AT_ONCE], visit.words.speaker.removed)
        found[name] = _told(visit, entries, versions) if versions else None
    return found


def log_facts(visit: EventVisit, page: int, find: str) -> dict[str, Any]:
    """The newest entries first, those after a search, and what undo and redo would be about."""
    entries = log_of(visit)
    records = (visit.house.store.log(visit.code) or ())[: visit.event.version]
    done, undone = steps(records)
    newest = list(reversed(entries))
    if find:
        newest = [entry for entry in newest if looking.matches(find, entry.actor, _in_words(visit, entry))]
    found = looking.page_from(newest, page)
    return {
        "page": found._replace(rows=[Line(entry, _in_words(visit, entry)) for entry in found.rows]),
        "find": find,
        "undo": _action(visit, entries, done),
        "redo": _action(visit, entries, undone),
        "follows": page == 1 and not find and len(entries) <= LONG,
        "long": len(entries) > LONG,
        "head": _head(visit.event.version, visit.event.stored.hash),
    }


def _action(visit: EventVisit, entries: Sequence[Entry], actions: Sequence[tuple[int, ...]]) -> dict[str, Any] | None:
    """The last of the actions in words."""
    if not actions:
        return None
    versions = actions[-1]
    return _told(visit, [entries[version - 1] for version in versions[:TOLD_AT_ONCE]], versions)


def _told(visit: EventVisit, entries: Sequence[Entry], versions: Sequence[int]) -> dict[str, Any]:
    texts = [_in_words(visit, entry) for entry in entries]
    return {"texts": texts, "more": len(versions) - len(texts), "versions": versions}


def _in_words(visit: EventVisit, entry: Entry) -> str:
    return visit.words(f"log.{entry.code}", **entry.facts)


ROUTES = [log, log_part, taking_back, verify]
