"""Performs an action for a request: decide, write in turn, and notify open pages."""

from __future__ import annotations

import asyncio

from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_428_PRECONDITION_REQUIRED

from ronda.core.facts import Entered
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, REPORTS, Request
from ronda.desk.bodies import Particulars
from ronda.desk.desk import Desk, decided
from ronda.desk.permissions import Actor
from ronda.operations.events import MOST_KEY, fit_key
from ronda.store import Conflict, Stored, read_code
from ronda.store.people_list import seen
from ronda.web.last_entries import with_faster_entry
from ronda.web.runtime import Runtime

_ATTEMPTS = 8  # when another worker is faster, and nobody insisted on a version

Answer = Stored | Conflict | Refusal
_ENTERING = ("enter", "enter-list")


def _full(runtime: Runtime, code: str, request: Request) -> Refusal | None:
    """Whether the account that the event belongs to may have no more players in it."""
    most = runtime.belonging(read_code(code) or code).most_players
    event = None if most is None else runtime.event(code)
    if most is None or event is None:
        return None
    facts = decided(event.tournament, request)
    if isinstance(facts, Refusal):  # it is told why in any case
        return None
    more = sum(isinstance(fact, Entered) for fact in facts)
    return Refusal("account_players", "S4", {"most": most}) if len(event.tournament.players) + more > most else None


def may(person: Actor, name: str) -> bool:
    """Whether the role allows the action at all; whether it can be done now is another question."""
    return ACTIONS[name].allowed(person)


def seen_in(version: object) -> int:
    """The version that a form was made from. Without it nobody knows what the person saw: nothing is done."""
    found = read_version(version) if isinstance(version, str) else None
    if found is None:
        raise version_needed()
    return found


def changes_seen(times: object) -> int:
    """How often something beside the facts had been changed when a form was made: at first never."""
    found = read_number(times, 15) if isinstance(times, str) else None
    if found is None:
        raise version_needed()
    return found


def read_version(text: str) -> int | None:
    """The number of a version, the first of which is 1; None if it is none."""
    return None if text.startswith("0") else read_number(text, 15)


def read_number(text: str, digits: int = 9) -> int | None:
    """A number that somebody typed or a page has sent; None if it is none, or has more digits."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def version_needed() -> HTTPException:
    return HTTPException("version_needed", status_code=HTTP_428_PRECONDITION_REQUIRED)


def _seen(runtime: Runtime, person: str) -> None:
    """Who was entered is found first the next time (PP3.5)."""
    with runtime.store.writes() as connection:
        seen(connection, [person], runtime.now())


async def perform(runtime: Runtime, code: str, request: Request) -> Answer:
    """Perform the action; when this returns, it is written. What takes long is worked out outside the queue of
    writers."""
    name, key = request.action.name, request.key
    if key is not None and not fit_key(key):
        return Refusal("bad_key", "S4", {"most": MOST_KEY})
    if name in REPORTS and not runtime.display(code).reports:
        return Refusal("reports_off", "S4")
    if name in _ENTERING:
        full = await asyncio.to_thread(_full, runtime, code, request)
        if full is not None:
            return full
    for _ in range(_ATTEMPTS):
        if request.action.slow:
            if name == "pair":
                await asyncio.to_thread(runtime.back_up)
            answer: Answer = await asyncio.to_thread(Desk(runtime.store).act, code, request)
            if isinstance(answer, Stored):
                runtime.notify(answer)
        else:
            answer = await runtime.writer.do(lambda batch: Desk(batch).act(code, request), code, key)
        if isinstance(answer, Stored) and isinstance(request.body, Particulars) and request.body.person:
            runtime.in_thread(_seen, runtime, request.body.person)
        if isinstance(answer, Refusal) and answer.code == "changed_meanwhile":
            return await asyncio.to_thread(with_faster_entry, runtime.store, code, answer)
        if not isinstance(answer, Conflict) or request.expected is not None:
            return answer
    return Refusal("busy", "S4", {"code": code})
