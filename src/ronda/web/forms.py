"""Forms of pages that post an operation. A page says which forms it has; how one is read, refused and followed by
another page is said here, once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from litestar import Response
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect, Template

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.operations.operation import Outcome, decided, read_body
from ronda.operations.table import BY_NAME
from ronda.web.context import Asking, RequestContext, own_path
from ronda.web.handlers import PLACES, end_without, handler, path_types, typed_path
from ronda.web.http.request_bodies import post_form
from ronda.web.perform import version_needed

Fields = dict[str, Any]


class Form(Frozen, frozen=True):
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
        fields, place = await form_fields(context.request), dict(given)
        wanted, body = str(fields.pop("_next", "")), operation.signature.body
        named = {name: given.pop(name) for name in place if name not in operation.of_path}
        again = partial(_again, form, context, place, fields)
        try:
            if body is not None:
                given["body"] = read_body(body, form.reads(fields) | named)
        except msgspec.ValidationError as error:
            if named:
                end_without(Outcome.MISSING)
            return again(context.words(form.misfit, detail=str(error)))
        found = await asyncio.to_thread(decided, operation, context, **given)
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
        return said(context, "conflict" if status == 409 else "refused", trouble, status)
    page = form.page(context, trouble=trouble, typed=typed, **place)
    page.status_code = status
    return page


def refusal_text(context: RequestContext, refusal: Refusal) -> str:
    """Why not, in the reader's language, with the way out."""
    trouble = refusal.facts.get("trouble")
    if trouble is not None:
        return context.words.speaker.verdict("unreadable", trouble)
    return context.words.speaker.verdict("refusal", refusal)


def said(context: RequestContext, kind: str, message: str, status: int = 200, **facts: Any) -> Template:
    """A short message: as a part of the page that asked, or as a page of its own."""
    template = "said.html" if context.htmx else "said_page.html"
    made = context.page(template, kind=kind, message=message, **{"article": "", **facts})
    made.status_code = status
    return made


async def form_fields(request: Asking) -> Fields:
    """The fields of the form; one that comes several times is a list."""
    form = await request.form()
    found: Fields = {}
    for key in form:
        values = [value for value in form.getall(key) if isinstance(value, str)]
        found[key] = values[0] if len(values) == 1 else values
    return found
