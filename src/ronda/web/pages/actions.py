"""Forms: every action of the table, performed from a page; and the button that mends a refusal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from time import time
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, STEPS, Request
from ronda.desk.desk import QUESTIONS
from ronda.desk.penalties import open_appeals
from ronda.desk.permissions import Phase, Role, asks_for_appeals, phase
from ronda.desk.settings import fitting_options, read_options
from ronda.operations.clock import change_clock, clock_of
from ronda.operations.event_settings import Setting
from ronda.operations.operation import read_body
from ronda.store import Conflict, KeyReused, Stored
from ronda.store.people_histories import person_from_list
from ronda.web.context import SEEN_HEADER, Asking, EventContext, GivenEvent, own_path, staff_view
from ronda.web.event_parts import log_pages, since
from ronda.web.forms import form_fields, refusal_text, said
from ronda.web.http.admission import LIST, post_form
from ronda.web.next_step import Button, mend
from ronda.web.perform import Answer, may, perform, seen_in

V = TypeVar("V")

_LEADS_TO: dict[str, tuple[Phase, ...]] = {
    "pair": ("draft",),
    "publish": ("playing",),
    "finish": ("finished",),
}
_WISHED_STATES = frozenset(("check-in",))  # who presses twice, or after somebody else, has what was wished
_OWN = frozenset(
    ("_version", "_confirm", "_key", "_next", "_clock", "_list")
)  # what a form says beside the particulars


def action_role(request: Asking) -> Role:
    """From which role on the action of the path is for somebody at the desk."""
    action = ACTIONS.get(request.path_params["name"])
    if action is None:
        raise NotFoundException("no_such_page")
    if action.phone:
        raise PermissionDeniedException("not_your_role")
    return action.role


@post_form("/e/{code:str}/do/{name:str}", action_role, LIST)
async def act(event_context: GivenEvent, name: FromPath[str]) -> Response[Any]:
    """Perform the action and answer with its outcome: done, a question, or a refusal."""
    action = ACTIONS[name]
    fields = form_fields(event_context)
    own = {key: fields.pop(key, "") for key in _OWN}
    seen_at = seen_in(own["_version"])
    if own["_list"] and name == "enter":  # picked from the list of a federation: known from now on (PP7.1)
        store, now = event_context.store, event_context.now()
        if event_context.knows_people:
            fields["person"] = await asyncio.to_thread(person_from_list, store, str(own["_list"]), now)
    try:
        body = read_body(action.body, fields)
    except msgspec.ValidationError as error:
        return said(event_context, "refused", event_context.words("trouble.bad_field", detail=str(error)))
    try:
        request = Request(
            action,
            body,
            event_context.person,
            seen_at=seen_at,
            confirmed=own["_confirm"] == "true",
            key=str(own["_key"]) or None,
        )
        answer = await perform(event_context.runtime, event_context.code, request)
        if own["_clock"] == "start" and name == "publish" and isinstance(answer, Stored):
            await asyncio.to_thread(_start_clock, event_context)
    except KeyReused:
        return said(event_context, "refused", event_context.words("trouble.key_reused"), status=409)
    if isinstance(answer, Refusal) and _is_so(event_context, name, answer):
        return _arrived(event_context, str(own["_next"]))
    if isinstance(answer, Refusal) and answer.code == "overtaken":
        return await overtaken(event_context, answer)
    kept = {key: str(own[key]) for key in ("_version", "_key", "_next", "_clock") if own[key]}
    return answered_form(event_context, name, fields, answer, kept)


def _start_clock(context: EventContext) -> None:
    """With the round that was just published; who has touched the clock since then meant what they did."""
    event = context.runtime.event(context.code)
    clock = None if event is None else clock_of(context.store, event)
    if event is not None and clock is not None and not clock.touched:
        change_clock(context.runtime, event, lambda standing: standing.start(time()), None)


def _is_so(context: EventContext, name: str, refusal: Refusal) -> bool:
    """Whether the event is already where the action leads: a second click, or somebody was faster."""
    if refusal.code == "nothing_changed":
        return name in _WISHED_STATES
    if refusal.code not in ("overtaken", "not_now"):
        return False
    event = context.runtime.event(context.code)
    if event is None or name not in _LEADS_TO:
        return False
    return phase(event.tournament) in _LEADS_TO[name]


def _arrived(context: EventContext, wanted: str) -> Response[Any]:
    """Nothing to say: only the page that the action would have shown."""
    target = own_path(wanted, "")
    if not context.htmx:
        return Redirect(target or f"/e/{context.code}", status_code=303)
    return Response(None, status_code=204, headers=_lead_to(context, target))


def _lead_to(context: EventContext, target: str) -> dict[str, str]:
    """Whoever is on that page already stays there: its live parts change by themselves, and nothing is lost from under
    the fingers."""
    try:
        here = urlsplit(context.request.headers.get("hx-current-url", "")).path
    except ValueError:
        here = ""
    return {"HX-Redirect": target} if target and target != here else {}


async def performed(context: EventContext, request: Request, page: str) -> Response[Any]:
    """An action that a form of that page asked for: what was done, or that page again."""
    return await answered(context, await perform(context.runtime, context.code, request), page)


async def answered(context: EventContext, answer: Answer, page: str) -> Response[Any]:
    if isinstance(answer, Refusal) and answer.code == "overtaken":
        return await overtaken(context, answer)
    if isinstance(answer, Refusal):
        return said(context, "refused", refusal_text(context, answer), article=answer.article)
    if isinstance(answer, Conflict):
        return said(context, "conflict", context.words("trouble.conflict"))
    if not context.htmx:
        return Redirect(f"/e/{context.code}{page}", status_code=303)
    return done(context, "", answer)


async def overtaken(context: EventContext, answer: Refusal) -> Template:
    """The answer when something has changed since the person looked: what, and by whom."""
    told = await asyncio.to_thread(since, context, answer.facts["versions"])
    made = said(context, "conflict", context.words("trouble.conflict"), since=told)
    made.headers[SEEN_HEADER] = str(answer.facts["current"])  # so far it was told: who means it still, says it again
    return made


def answered_form(
    context: EventContext, name: str, fields: dict[str, Any], answer: Answer, own: dict[str, str]
) -> Response[Any]:
    if isinstance(answer, Refusal):
        if answer.code in QUESTIONS:
            return _question(context, name, fields, own, answer)
        message = refusal_text(context, answer)
        if answer.facts.get("last_resort"):
            return _ways_out(context, fields, message, answer)
        answered = said(context, "refused", message, article=answer.article, mend=mend(context, answer))
        if name == "options":
            answered.headers["ronda-field"] = f"option-{_blamed_option(context, fields)}"
        return answered
    if isinstance(answer, Conflict):
        return said(context, "conflict", context.words("trouble.conflict"))
    target = own_path(own.get("_next", ""), "")
    if not context.htmx:
        return Redirect(target or f"/e/{context.code}", status_code=303)
    response = done(context, name, answer)
    response.headers |= _lead_to(context, target)
    return response


def _blamed_option(context: EventContext, fields: Mapping[str, Any]) -> str:
    """The field of the option that was refused."""
    given = {key.removeprefix("options."): value for key, value in fields.items() if key.startswith("options.")}
    _, refused = fitting_options(context.tournament, read_options(context.tournament.setup.system, given))
    return next(iter(refused), "")


def done(context: EventContext, name: str, stored: Stored) -> Template:
    """What was done, in the words of the log, and the button that takes it back; the form has seen this version, and
    what comes next is decided on that."""
    event = context.runtime.event(context.code, stored.version) or context.event
    words = staff_view(context.runtime, event, context.words.language).words
    pages, back, label = log_pages(context, event, words), "undo", words("web.undo")
    last = pages.actions().undone if name == "undo" else pages.actions().done
    known = name in STEPS or stored.version in last  # not if it cannot be undone, or somebody was faster
    versions = last if known else [stored.version]
    entry = pages.between(versions[0], versions[0])[0]
    text = words(f"log.{entry.code}", **entry.facts)
    if name == "undo":
        text, back, label = words("web.undo.done", what=text), "redo", words("web.redo")
    elif name == "redo":
        text = words("web.redo.done", what=text)
    text = f"{text} · {words('web.more', n=len(versions) - 1)}" if len(versions) > 1 else text
    way = Button(label, "", back, {"of": str(versions[-1])}) if known and may(context.person, back) else None
    response = said(context, "done", text, back=way, version=stored.version)
    response.headers |= {"HX-Trigger": "done", SEEN_HEADER: str(stored.version)}
    return response


async def amended(
    context: EventContext, setting: Setting[V], change: Callable[[V], V | Refusal | None], page: str
) -> Response[Any]:
    """A change of what is set beside the facts, made on what stands there at this moment: a refusal of it is told, and
    so is that somebody else has changed it (None)."""
    refused: list[Refusal] = []

    def decided(standing: V) -> V | None:
        made = change(standing)
        if isinstance(made, Refusal):
            refused.append(made)
            return None
        return made

    done = await asyncio.to_thread(context.runtime.amend, context.code, setting, decided)
    if refused:
        return said(context, "refused", refusal_text(context, refused[0]))
    if not done:
        return said(context, "conflict", context.words("trouble.conflict"))
    if context.htmx:
        return said(context, "done", context.words("say.saved"))
    return Redirect(f"/e/{context.code}{page}", status_code=303)


def _ways_out(context: EventContext, fields: dict[str, Any], message: str, refusal: Refusal) -> Template:
    """The rules allow no round: what the director can do instead."""
    return context.page(
        "ways_out.html" if context.htmx else "ways_out_page.html",
        422,
        message=message,
        article=refusal.article,
        fields={**fields, "last_resort": "true"},
        number=context.tournament.next_round,
        may=lambda name: may(context.person, name),
    )


def _question(
    context: EventContext, name: str, fields: dict[str, Any], own: dict[str, str], asked: Refusal
) -> Template:
    """What will happen, and whether it is meant: on what the person saw in the first place."""
    pairs = [(key, one) for key, value in fields.items() for one in (value if isinstance(value, list) else [value])]
    return context.page(
        "question.html" if context.htmx else "question_page.html",
        409,
        action=f"/e/{context.code}/do/{name}",
        fields=[*pairs, *own.items(), ("_confirm", "true")],
        message=_what_follows(context, name, fields, asked),
    )


def _what_follows(context: EventContext, name: str, fields: dict[str, Any], refusal: Refusal) -> str:
    """What the person is asked to confirm; also that a round which is over will be open again."""
    last = len(context.tournament.rounds)
    if refusal.code == "has_left":
        return context.words("confirm.has_left", **refusal.facts)
    kind = ACTIONS[name].kind
    if not callable(kind) and asks_for_appeals(kind, context.tournament):
        whose = [one.player for one in open_appeals(context.tournament)]
        return context.words("confirm.appeals_open", n=len(whose), players=whose)
    asked = context.words(f"confirm.{name.replace('-', '_')}", round=last)
    takes_out = name == "erase" or (name == "take-back" and not fields.get("before"))
    if takes_out and fields.get("round") == str(last) and context.tournament.rounds[-1].over:
        return f"{asked} {context.words('confirm.opens_again', round=last)}"
    return asked


ROUTES = [act]
