"""A deed done: looked up, allowed, decided, written, told."""

from __future__ import annotations

import asyncio

from litestar.exceptions import HTTPException
from litestar.status_codes import HTTP_428_PRECONDITION_REQUIRED

from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.desk import Decided, Desk
from ronda.desk.phases import Action
from ronda.store import Conflict, Store, Stored
from ronda.store.batch import Batch
from ronda.web.deeds import DEEDS, PHONE, REPORTS, Ask, Step
from ronda.web.last_entries import told_by
from ronda.web.roles import Person, Role
from ronda.web.runtime import Runtime

STEPS = ("undo", "redo")
STEP_ROLE: Role = "arbiter"
_ATTEMPTS = 8  # when another worker is faster, and nobody insisted on a version

MOST_KEY = 200

Answer = Stored | Conflict | Refusal


def ask_for(name: str) -> type[Ask]:
    """What must be said for a deed, or for undo and redo."""
    return DEEDS[name].ask if name in DEEDS else Step


def may(person: Person, name: str) -> bool:
    """Whether the role allows the deed at all; whether it can be done now is another question."""
    if name in STEPS:
        return person.may(STEP_ROLE)
    return person.may(DEEDS[name].role) and (name in PHONE) == (person.player is not None)


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


async def do(
    runtime: Runtime,
    code: str,
    name: str,
    ask: Ask,
    person: Person,
    *,
    seen_at: int | None,
    expected: int | None = None,
    confirmed: bool = False,
    key: str | None = None,
) -> Answer:
    """Once it is answered, it is safe. Who may not is refused here too, whichever way the request came. `seen_at` is
    the version that the person looked at: every caller says so, or None where nobody looked at anything. A program
    insists on a version with `expected`."""
    if not may(person, name):
        return Refusal("not_your_role", "S4", {"action": name.replace("-", "_")})
    if key is not None and not fit_key(key):
        return Refusal("bad_key", "S4", {"most": MOST_KEY})
    if name in REPORTS and not runtime.display(code).reports:
        return Refusal("reports_off", "S4")

    def run(store: Batch | Store) -> Answer:
        return _act(store, code, name, ask, person, seen_at=seen_at, expected=expected, confirmed=confirmed, key=key)

    for _ in range(_ATTEMPTS):
        if name in DEEDS and DEEDS[name].slow:
            if name == "pair":
                await asyncio.to_thread(runtime.back_up)
            answer = await asyncio.to_thread(run, runtime.store)
            if isinstance(answer, Stored):
                runtime.tell(answer)
        else:
            answer = await runtime.writer.do(run, code, key)
        if isinstance(answer, Refusal) and answer.code == "changed_meanwhile":
            return await asyncio.to_thread(told_by, runtime.store, code, answer)
        if not isinstance(answer, Conflict) or expected is not None:
            return answer
    return Refusal("busy", "S4", {"code": code})


def _act(
    store: Batch | Store,
    code: str,
    name: str,
    ask: Ask,
    person: Person,
    *,
    seen_at: int | None,
    expected: int | None,
    confirmed: bool,
    key: str | None,
) -> Answer:
    desk: Desk[Stored, Conflict] = Desk(store, person.actor)
    if name in STEPS:
        step = desk.undo if name == "undo" else desk.redo
        of = ask.of if isinstance(ask, Step) else None
        return step(code, expected=expected, seen_at=seen_at, of=of, confirmed=confirmed, key=key)
    deed = DEEDS[name]

    def action(seen: Tournament) -> Action:
        return deed.action(seen, ask)

    def decide(seen: Tournament) -> Decided:
        return deed.decide(seen, ask, person)

    concerns = deed.concerns(ask, person)
    return desk.act(
        code, action, decide, expected=expected, seen_at=seen_at, concerns=concerns, confirmed=confirmed, key=key
    )
