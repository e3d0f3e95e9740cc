"""Performs an action for a request: decide, write in turn, and notify open pages."""

from __future__ import annotations

import asyncio

from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_428_PRECONDITION_REQUIRED

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, REPORTS, Request
from ronda.desk.actions.bodies import PlayerFields
from ronda.desk.desk import Desk
from ronda.desk.roles import Person
from ronda.store import Conflict, Stored
from ronda.store.people.people_list import seen
from ronda.web.last_entries import told_by
from ronda.web.runtime import Runtime

_ATTEMPTS = 8  # when another worker is faster, and nobody insisted on a version

MOST_KEY = 200

Answer = Stored | Conflict | Refusal


def may(person: Person, name: str) -> bool:
    """Whether the role allows the action at all; whether it can be done now is another question."""
    return ACTIONS[name].allowed(person)


def seen_in(version: object) -> int:
    """The version that a form was made from. Without it nobody knows what the person saw: nothing is done."""
    if isinstance(version, str) and version.isascii() and version.isdecimal() and len(version) < 16:
        return int(version)
    raise version_needed()


def version_needed() -> HTTPException:
    return HTTPException("version_needed", status_code=HTTP_428_PRECONDITION_REQUIRED)


def fit_key(key: str) -> bool:
    """Whether it can tell one request from another: one line of printable text."""
    return 0 < len(key) <= MOST_KEY and key.isprintable()


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
    for _ in range(_ATTEMPTS):
        if request.action.slow:
            if name == "pair":
                await asyncio.to_thread(runtime.back_up)
            answer: Answer = await asyncio.to_thread(Desk(runtime.store).act, code, request)
            if isinstance(answer, Stored):
                runtime.tell(answer)
        else:
            answer = await runtime.writer.do(lambda batch: Desk(batch).act(code, request), code, key)
        if isinstance(answer, Stored) and isinstance(request.body, PlayerFields) and request.body.person:
            runtime.aside(_seen, runtime, request.body.person)
        if isinstance(answer, Refusal) and answer.code == "changed_meanwhile":
            return await asyncio.to_thread(told_by, runtime.store, code, answer)
        if not isinstance(answer, Conflict) or request.expected is not None:
            return answer
    return Refusal("busy", "S4", {"code": code})
