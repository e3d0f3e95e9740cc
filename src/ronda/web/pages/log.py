"""The log: who did what when, with undo, redo, and the proof that everything still holds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromQuery
from litestar.response import Template

from ronda.desk.departures import departures
from ronda.desk.desk import steps
from ronda.store.audit import Entry, entries_at, replay
from ronda.store.seal import SHOWN_DIGITS, head_text
from ronda.views.wording import told_departures
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.page_cache import log_of
from ronda.web.roles import Role

LEAST: Role = "arbiter"  # who did what, and what was taken back, is for those who answer for it; the API asks the same
LONG = 2000  # entries: beyond, the log does not follow the event by itself
TOLD_AT_ONCE = 3  # entries of an action that are told before "and so many more"


class Line(NamedTuple):
    """An entry in words: what was replaced stands there as before → after."""

    entry: Entry
    text: str


@get("/e/{code:str}/log", include_in_schema=False, sync_to_thread=True)
def log(event_context: GivenEvent, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    event_context.needs(LEAST)
    exceptions = told_departures(departures(event_context.tournament), event_context.words.speaker)
    return event_context.page("log.html", exceptions=exceptions, **log_facts(event_context, page, find))


@get("/e/{code:str}/part/log", include_in_schema=False, sync_to_thread=True)
def log_part(event_context: GivenEvent, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    event_context.needs(LEAST)
    return event_context.page("parts/log.html", **log_facts(event_context, page, find))


@get("/e/{code:str}/log/verify", include_in_schema=False, sync_to_thread=True)
def verify(event_context: GivenEvent) -> Template:
    """Everything once more from the facts, and the chain of the facts themselves."""
    event_context.needs(LEAST)
    found = event_context.runtime.store.verified(event_context.code)
    again = replay(event_context.event.stored.facts)
    template = "parts/verified.html" if event_context.htmx else "verified.html"
    return event_context.page(
        template,
        again=again,
        found=found,
        head=_head(found.version, found.hash),
        holds=again.holds and not found.problems,
    )


def _head(version: int, hash_: str) -> str:
    return head_text(version, hash_, SHOWN_DIGITS)


@get("/e/{code:str}/part/taking-back", include_in_schema=False, sync_to_thread=True)
def taking_back(event_context: GivenEvent) -> Template:
    """What undo and redo would be about, for the desk."""
    event_context.needs(LEAST)
    return event_context.page("parts/taking_back.html", **step_facts(event_context))


def step_facts(context: EventContext) -> dict[str, Any]:
    """The last action, and the last one that was undone, without putting the whole log into words."""
    records = (context.runtime.store.log(context.code) or ())[: context.event.version]
    done, undone = steps(records)
    found: dict[str, Any] = {"follows": len(records) <= LONG}
    for name, actions in (("undo", done), ("redo", undone)):
        versions = actions[-1] if actions else ()
        entries = entries_at(records, versions[:TOLD_AT_ONCE], context.words.speaker.removed)
        found[name] = _told(context, entries, versions) if versions else None
    return found


def log_facts(context: EventContext, page: int, find: str) -> dict[str, Any]:
    """The newest entries first, those after a search, and what undo and redo would be about."""
    entries = log_of(context)
    records = (context.runtime.store.log(context.code) or ())[: context.event.version]
    done, undone = steps(records)
    newest = list(reversed(entries))
    if find:
        newest = [entry for entry in newest if visibility.matches(find, entry.actor, _in_words(context, entry))]
    found = visibility.page_from(newest, page)
    return {
        "page": found._replace(rows=[Line(entry, _in_words(context, entry)) for entry in found.rows]),
        "find": find,
        "undo": _action(context, entries, done),
        "redo": _action(context, entries, undone),
        "follows": page == 1 and not find and len(entries) <= LONG,
        "long": len(entries) > LONG,
        "head": _head(context.event.version, context.event.stored.hash),
    }


def _action(
    context: EventContext, entries: Sequence[Entry], actions: Sequence[tuple[int, ...]]
) -> dict[str, Any] | None:
    """The last of the actions in words."""
    if not actions:
        return None
    versions = actions[-1]
    return _told(context, [entries[version - 1] for version in versions[:TOLD_AT_ONCE]], versions)


def _told(context: EventContext, entries: Sequence[Entry], versions: Sequence[int]) -> dict[str, Any]:
    texts = [_in_words(context, entry) for entry in entries]
    return {"texts": texts, "more": len(versions) - len(texts), "versions": versions}


def _in_words(context: EventContext, entry: Entry) -> str:
    return context.words(f"log.{entry.code}", **entry.facts)


ROUTES = [log, log_part, taking_back, verify]
