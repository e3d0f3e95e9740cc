"""Handlers made from rows of the table of operations, for pages and for the API alike; and the forms of pages that post
one. A page says which forms it has; how one is read, refused and followed by another page is said here, once."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from inspect import Parameter, Signature, isawaitable
from typing import Any, NamedTuple

import msgspec
from litestar import Response
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.operations.operation import FileAnswer, Operation, Outcome, decided, read_body
from ronda.operations.table import BY_NAME
from ronda.web.collections import GivenCollection, GivenOffer
from ronda.web.context import GivenContext, GivenEvent, RequestContext, own_path
from ronda.web.http.admission import post_form
from ronda.web.perform import version_needed


class Place(NamedTuple):
    """Where the operations of a scope stand: in the API, among the pages; and by which name and type a handler asks for
    its context."""

    api: str
    pages: str
    context: str
    kind: Any


PLACES = {
    "server": Place("/api", "", "context", GivenContext),
    "event": Place("/api/events/{code:str}", "/e/{code:str}", "event_context", GivenEvent),
    "collection": Place(
        "/api/collections/{code:str}", "/collections/{code:str}", "collection_context", GivenCollection
    ),
    "sign-up": Place("/api/signups/{code:str}", "/signups/{code:str}", "offer_context", GivenOffer),
    "phone": Place("/api/phones/{code:str}/{mark:str}", "/p/{code:str}/{mark:str}", "phone_context", GivenEvent),
}


def typed_path(operation: Operation, path: str = "") -> str:
    """The path with the types of its parameters, as the framework wants it."""
    return re.sub(
        r"{(\w+)}", lambda found: f"{{{found[1]}:{_kind(operation, found[1]).__name__}}}", path or operation.path
    )


def _kind(operation: Operation, name: str) -> type[int | str]:
    """What stands in the path by that name: a parameter of the operation, or a field of the body of a form."""
    known = operation.signature.parameters.get(name)
    return int if known is not None and known.kind is int else str


def handler(
    operation: Operation,
    types: Mapping[str, Any],
    answer: Any,
    respond: Callable[[RequestContext, dict[str, Any]], Awaitable[Response[Any]]],
) -> Callable[..., Awaitable[Response[Any]]]:
    """A function that the framework takes for one written out, with parameters of these types beside the context."""
    place = PLACES[operation.scope]

    async def handle(**given: Any) -> Response[Any]:
        context: RequestContext = given.pop(place.context)
        return await respond(context, given)

    known = operation.signature.parameters
    types = {place.context: place.kind, **types}
    parameters = [
        Parameter(
            name,
            Parameter.KEYWORD_ONLY,
            default=known[name].default if name in known else Parameter.empty,
            annotation=kind,
        )
        for name, kind in types.items()
    ]
    handle.__name__ = handle.__qualname__ = operation.name  # traces name it
    handle.__doc__ = None
    handle.__annotations__ = {**types, "return": answer}
    handle.__signature__ = Signature(parameters, return_annotation=answer)  # type: ignore[attr-defined]
    return handle


def path_types(operation: Operation, path: str = "") -> dict[str, Any]:
    names = re.findall(r"{(\w+)}", path or operation.path)
    return {name: FromPath[int] if _kind(operation, name) is int else FromPath[str] for name in names}


async def run(work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """In a thread; what performs actions goes on in the event loop."""
    found = await asyncio.to_thread(work, *given, **named)
    return await found if isawaitable(found) else found


def end_without(found: Any) -> None:
    """What no page can show ends the request here."""
    if found in (Outcome.MISSING, Outcome.NO_EVENT, Outcome.NO_LINK):
        raise NotFoundException(found.value)
    if found is Outcome.UNREADABLE:
        raise ClientException(found.value)
    if found is Outcome.UNKNOWN:
        raise NotAuthorizedException(found.value)
    if found is Outcome.FORBIDDEN:
        raise PermissionDeniedException(found.value)
    if found is Outcome.UNSEEN:
        raise version_needed()


def sent_file(file: FileAnswer) -> Response[bytes]:
    how = "inline" if file.inline else "attachment"
    headers = {"content-disposition": f'{how}; filename="{file.name}"'}
    return Response(file.data, media_type=file.media, headers=headers)


Fields = dict[str, Any]


class Form(Frozen):
    """`page(context, made=, trouble=, typed=)` shows itself with what was made, or again with the trouble and what was
    typed; it gets the parameters of the path, too. Without one, a short message says what is wrong, or that it is done.
    `leads_to`: where the browser goes when it is done, below the scope (a form may name another page as `_next`); None:
    to the page with what was made. `path` where it is not that of the operation: it may name fields of the body, too;
    `misfit` is the text for a field that does not fit; `reads` makes the fields of the body from those of the form.
    After what it `ignores` the browser goes on all the same: somebody was faster, and what was wanted is so."""

    name: str
    page: Callable[..., Response[Any]] | None = None
    leads_to: str | None = None
    path: str = ""
    misfit: str = "trouble.bad_field"
    reads: Callable[[Fields], Fields] = lambda fields: fields
    ignores: tuple[Outcome, ...] = ()


def seen_as(name: str, *, needed: bool = True, **given: str) -> Callable[[Fields], Fields]:
    """Forms tell as `seen` what they were made from, the body by this name: without it nothing is done, unless the
    decision asks for it itself. The body says also what is `given`."""

    def read(fields: Fields) -> Fields:
        seen = fields.pop("seen", "")
        if needed and not seen:
            raise version_needed()
        return {**fields, name: seen, **given}

    return read


def form_route(form: Form) -> HTTPRouteHandler:
    operation = BY_NAME[form.name]
    at = PLACES[operation.scope].pages

    async def submit(context: RequestContext, given: dict[str, Any]) -> Response[Any]:
        fields, place = form_fields(context), dict(given)
        wanted, body = str(fields.pop("_next", "")), operation.signature.body
        named = {name: given.pop(name) for name in place if name not in operation.path_parameters}
        again = partial(_again, form, context, place, fields)
        try:
            if body is not None:
                given["body"] = read_body(body, form.reads(fields) | named)
        except msgspec.ValidationError as error:
            if named:
                end_without(Outcome.MISSING)
            return again(context.words(form.misfit, detail=str(error)))
        found = await run(decided, operation, context, **given)
        if isinstance(found, Refusal):
            return again(refusal_text(context, found))
        if found is Outcome.CONFLICT and found not in form.ignores:
            return again(context.words("trouble.conflict"), 409)
        if found not in form.ignores:
            end_without(found)
        if form.page is None and context.htmx:
            return said(context, "done", context.words("say.saved"))
        if form.leads_to is None and form.page is not None:
            return form.page(context, made=found, **place)
        below = at.replace("{code:str}", getattr(context, "code", ""))
        return Redirect(own_path(wanted, below + (form.leads_to or "").format(**place)), status_code=303)

    handle = handler(operation, path_types(operation, form.path), Response[Any], submit)
    return post_form(at + typed_path(operation, form.path), operation.role)(handle)


def _again(
    form: Form, context: RequestContext, place: dict[str, Any], typed: Fields, trouble: str, status: int = 422
) -> Response[Any]:
    if form.page is None:
        return said(context, "conflict" if status == 409 else "refused", trouble)
    page = form.page(context, trouble=trouble, typed=typed, **place)
    page.status_code = status
    return page


def refusal_text(context: RequestContext, refusal: Refusal) -> str:
    """Why not, in the reader's language, with the way out."""
    trouble = refusal.facts.get("trouble")
    if trouble is not None:
        return context.speaker.verdict("unreadable", trouble)
    return context.speaker.verdict("refusal", refusal)


_STATUS = {"done": 200, "refused": 422, "conflict": 409}


def said(context: RequestContext, kind: str, message: str, status: int = 0, **facts: Any) -> Template:
    """A short message: as a part of the page that asked, or as a page of its own."""
    template = "said.html" if context.htmx else "said_page.html"
    return context.page(template, status or _STATUS[kind], kind=kind, message=message, **{"article": "", **facts})


def form_fields(context: RequestContext) -> Fields:
    """The fields of the form; one that comes several times is a list."""
    found: Fields = {}
    for key in context.form:
        values = [value for value in context.form.getall(key) if isinstance(value, str)]
        found[key] = values[0] if len(values) == 1 else values
    return found
