"""Every action of the table as a route of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Response, post
from litestar.exceptions import ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.params import JSONBody, QueryParameter
from litestar.status_codes import HTTP_428_PRECONDITION_REQUIRED

from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, PHONE, STEPS, Action, Body, Request
from ronda.desk.desk import QUESTIONS
from ronda.operations.event import EventState, event_state
from ronda.store import Conflict, KeyReused, Stored
from ronda.web.api.schemas import (
    ACTION_ERRORS,
    COMMON_ERRORS,
    UNKNOWN,
    VERSION_REQUIRED,
    ConflictAnswer,
    Error,
    Key,
    NeededVersion,
    Version,
    error_of,
    expected_version,
    refused,
    said,
    trouble,
)
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import since
from ronda.web.http.admission import ANYBODY, LIST, SETTINGS, SMALL, Size, admits
from ronda.web.perform import Answer, perform

Confirm = Annotated[bool, QueryParameter(description="Yes, also if that needs a confirmation")]


async def acted(
    context: EventContext, name: str, body: Body, *, confirm: bool, version: str | None, key: str | None
) -> Response[Any]:
    """What stands there afterwards, or why not. That the event has changed since it was seen says more than that the
    action would not have been possible even then."""
    expected = expected_version(version)
    if expected is None and name in STEPS:
        return said(context, "version_needed", HTTP_428_PRECONDITION_REQUIRED)
    try:
        request = Request(ACTIONS[name], body, context.person, expected=expected, confirmed=confirm, key=key)
        answer = await perform(context.runtime, context.code, request)
    except KeyReused:
        return await asyncio.to_thread(_conflict, context, trouble(context, "key_reused"))
    late = isinstance(answer, Refusal) and (answer.code == "overtaken" or expected not in (None, context.event.version))
    if late or isinstance(answer, Conflict):
        return await asyncio.to_thread(_overtaken, context, expected)
    return await asyncio.to_thread(_answered, context, answer)  # who has won takes a while in a large event


def _answered(context: EventContext, answer: Answer) -> Response[Any]:
    match answer:
        case Refusal(code=code) if code in QUESTIONS:
            return _conflict(context, error_of(context, answer))
        case Refusal(code="not_your_role"):
            return refused(context, answer, 403)
        case Refusal():
            return refused(context, answer)
        case Conflict():
            return _overtaken(context, None)
        case Stored():
            event = context.store.live.of(answer)
            return Response(event_state(context, event), headers={"etag": f'"{event.version}"'})


def _overtaken(context: EventContext, seen_at: int | None) -> Response[Any]:
    """Somebody else was faster: what has happened since the version that was seen."""
    event = context.runtime.event(context.code) or context.event
    versions = () if seen_at is None else range(seen_at + 1, event.version + 1)
    return _conflict(context, trouble(context, "conflict"), since(context, versions))


def _conflict(context: EventContext, error: Error, happened: Sequence[str] = ()) -> Response[Any]:
    """With what stands there now."""
    event = context.runtime.event(context.code) or context.event
    answer = ConflictAnswer(error, event.version, event_state(context, event), list(happened))
    return Response(answer, status_code=409)


_LARGE: dict[str, Size] = {"enter-list": LIST, "avoid": SETTINGS, "options": SETTINGS}


def _described(act: Callable[..., Any], action: Action, below: str, tag: str) -> HTTPRouteHandler:
    """A route whose body is that of the action."""
    name, kind, role = action.name, action.body, action.role
    act.__annotations__["data"] = JSONBody[kind]  # type: ignore[misc, valid-type]
    return post(
        f"{below}/{name}",
        opt=ANYBODY if role == "player" else admits(_LARGE.get(name, SMALL), role),
        operation_id=f"{tag}{''.join(part.capitalize() for part in name.split('-'))}",
        summary=f"{action.summary} ({role})",
        description=" ".join((kind.__doc__ or "").split()) if kind is not Body else None,
        response_description="The event as it stands afterwards",
        responses=COMMON_ERRORS | UNKNOWN | ACTION_ERRORS | (VERSION_REQUIRED if name in STEPS else {}),
        status_code=200,
        tags=[tag],
        name=f"api {tag} {name}",
    )(act)


def _body(kind: type[Body], data: Body | None) -> Body:
    """What was said; where nothing must be said, there may be no body."""
    if data is not None:
        return data
    if any(field.required for field in msgspec.structs.fields(kind)):
        raise ValidationException("body")
    return kind()


def _route(name: str) -> HTTPRouteHandler:
    kind = ACTIONS[name].body

    async def act(
        event_context: GivenEvent,
        data: Any = None,
        confirm: Confirm = False,
        version: Version = None,
        key: Key = None,
    ) -> Response[EventState]:
        body = _body(kind, data)
        return await acted(event_context, name, body, confirm=confirm, version=version, key=key)

    if name in STEPS:
        act.__annotations__["version"] = NeededVersion
    return _described(act, ACTIONS[name], "/api/events/{code:str}", "event")


def _phone_route(name: str) -> HTTPRouteHandler:
    kind = ACTIONS[name].body

    async def act(
        phone_context: GivenEvent,
        data: Any = None,
        confirm: Confirm = False,
        version: Version = None,
        key: Key = None,
    ) -> Response[EventState]:
        body = _body(kind, data)
        return await acted(phone_context, name, body, confirm=confirm, version=version, key=key)

    return _described(act, ACTIONS[name], "/api/phones/{code:str}/{mark:str}", "phone")


ROUTES = [_phone_route(name) if name in PHONE else _route(name) for name in ACTIONS]
