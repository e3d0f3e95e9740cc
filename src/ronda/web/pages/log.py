"""The log page: who did what when, with undo, redo and verification."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from litestar.params import FromQuery
from litestar.response import Template

from ronda.core.facts import ResultEntered
from ronda.desk.permissions import Role
from ronda.desk.rounds import departures
from ronda.operations.insight import Checked, verify_fully, verify_on
from ronda.store import StoreTrouble
from ronda.store.event_log import LogEntry, LogPages
from ronda.store.live_events import LiveEvent
from ronda.store.seal import SHOWN_DIGITS, head_text
from ronda.views.verdicts import departure_texts
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import log_pages
from ronda.web.http.admission import get_page
from ronda.web.runtime import Runtime

LEAST: Role = "arbiter"  # who did what, and what was taken back, is for those who answer for it; the API asks the same
AT_ONCE = 1_000  # entries that nobody needs to see the progress of when they are verified
_JOB = "verification"  # among the lasting parts of an event
TOLD_AT_ONCE = 3  # entries of an action that are told before "and so many more"


_log = logging.getLogger(__name__)


@dataclass(slots=True)
class VerificationJob:
    """A full verification that is running."""

    total: int
    done: int = 0
    failed: bool = False
    checked: Checked | None = field(default=None)

    @property
    def running(self) -> bool:
        return self.checked is None and not self.failed

    def at(self, version: int) -> None:
        self.done = version


class WordedEntry(NamedTuple):
    """An entry in words: what was replaced stands there as before → after."""

    entry: LogEntry
    text: str


class _Searchable(NamedTuple):
    """An entry in words, and as it is searched."""

    entry: LogEntry
    folded: str


@get_page(["/e/{code:str}/log", "/e/{code:str}/part/log"], LEAST)
def log(event_context: GivenEvent, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    exceptions = departure_texts(departures(event_context.tournament), event_context.speaker)
    return event_context.page_or_part("log.html", exceptions=exceptions, **log_values(event_context, page, find))


@get_page("/e/{code:str}/log/verify", LEAST)
def verify(event_context: GivenEvent, full: FromQuery[bool] = False) -> Template:
    """Everything once more from the facts, and the chain of the facts themselves; where that was done before, what
    happened since, unless somebody asks for all of it."""
    return _looked_at(event_context, full=full)


def _looked_at(context: EventContext, *, full: bool) -> Template:
    checked = None if full else verify_on(context.store, context.event)
    if checked is not None:
        return _verified(context, checked)
    if context.event.version <= AT_ONCE:
        return _verified(context, verify_fully(context.store, context.event, context.now()))
    return _progress(context, begin(context.runtime, context.event))


@get_page("/e/{code:str}/log/verify/progress", LEAST)
def verify_progress(event_context: GivenEvent) -> Template:
    """How far a full verification has come, and at its end what it found."""
    job = under_way(event_context.event)
    if job is None or job.failed:
        return _looked_at(event_context, full=False)
    return _progress(event_context, job) if job.checked is None else _verified(event_context, job.checked)


def begin(runtime: Runtime, event: LiveEvent) -> VerificationJob:
    """A full verification in a thread of its own, unless one is under way."""
    present = under_way(event)
    if present is not None and present.running:
        return present
    job = VerificationJob(event.version)
    event.lasting.put(_JOB, job)
    runtime.in_thread(_run, runtime, event, job)
    return job


def under_way(event: LiveEvent) -> VerificationJob | None:
    """The last one that was begun."""
    job: VerificationJob | None = event.lasting.get(_JOB)
    return job


def _run(runtime: Runtime, event: LiveEvent, job: VerificationJob) -> None:
    try:
        job.checked = verify_fully(runtime.store, event, runtime.now(), job.at)
    except StoreTrouble as trouble:
        _log.warning("not verified: %s", trouble)
    finally:
        job.failed = job.checked is None


def _verified(context: EventContext, checked: Checked) -> Template:
    found = checked.found
    facts = {"checked": checked, "again": checked.again, "found": found, "holds": checked.holds}
    return _verification(context, job=None, head=_head(found.version, found.hash), **facts)


def _progress(context: EventContext, job: VerificationJob) -> Template:
    return _verification(context, job=job)


def _verification(context: EventContext, **facts: Any) -> Template:
    return context.page("parts/verified.html" if context.htmx else "verified.html", **facts)


def _head(version: int, hash_: str) -> str:
    return head_text(version, hash_, SHOWN_DIGITS)


def step_values(context: EventContext) -> dict[str, Any]:
    """The last action, and the last one that was undone."""
    pages = log_pages(context)
    actions = pages.actions()
    return {
        "undo": _action(context, pages, actions.done),
        "redo": _action(context, pages, actions.undone),
    }


def log_values(context: EventContext, page: int, find: str) -> dict[str, Any]:
    """The newest entries first, those after a search, and what undo and redo would be about."""
    pages = log_pages(context)
    if find:
        wanted = find.strip().casefold()
        meant = [line.entry for line in _searchable(context, pages) if wanted in line.folded]
        found = visibility.page_from(meant[::-1], page)
    else:
        found = visibility.page_from(range(len(pages), 0, -1), page)
        versions = found.rows
        found = found._replace(rows=pages.between(versions[-1], versions[0])[::-1])
    return {
        "page": found._replace(rows=[WordedEntry(entry, _in_words(context, entry)) for entry in found.rows]),
        "find": find,
        **step_values(context),
        "follows": page == 1 and not find,
        "head": _head(context.event.version, context.event.stored.hash),
    }


def _searchable(context: EventContext, pages: LogPages) -> list[_Searchable]:
    """The whole log, oldest first: whoever searches once searches again."""

    def make() -> list[_Searchable]:
        everything = pages.between(1, len(pages))
        return [_Searchable(one, f"{one.actor}\n{_in_words(context, one)}".casefold()) for one in everything]

    return context.event.parts.get_or_make(("log in words", context.speaker.language, context.view.audience), make)


def _action(context: EventContext, pages: LogPages, versions: Sequence[int]) -> dict[str, Any] | None:
    """An action in words: the first of its entries, and how many more there are."""
    if not versions:
        return None
    shown = versions[:TOLD_AT_ONCE]
    entries = [entry for entry in pages.between(shown[0], shown[-1]) if entry.version in shown]
    return _told(context, entries, versions)


def _told(context: EventContext, entries: Sequence[LogEntry], versions: Sequence[int]) -> dict[str, Any]:
    texts = [_in_words(context, entry) for entry in entries]
    fact = entries[0].fact
    table = fact.table if isinstance(fact, ResultEntered) and len(versions) == 1 else None
    return {"texts": texts, "more": len(versions) - len(texts), "versions": versions, "table": table}


def _in_words(context: EventContext, entry: LogEntry) -> str:
    return context.words(f"log.{entry.code}", **entry.facts)


ROUTES = [log, verify, verify_progress]
