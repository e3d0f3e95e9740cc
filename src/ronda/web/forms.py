"""Forms of pages that post an operation. A page says which forms it has; how one is read, refused and followed by
another page is said here, once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Response, post
from litestar.handlers import HTTPRouteHandler
from litestar.response import Redirect

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.operations.operation import Outcome, decided, read_body
from ronda.operations.table import BY_NAME
from ronda.web.context import Asking, EventContext, RequestContext
from ronda.web.handlers import PLACES, handler, in_thread, path_types, typed_path


class Form(Frozen, frozen=True):
    """`page(context, made=, trouble=, typed=)` shows itself with what was made, or again with the trouble and what was
    typed; it gets the parameters of the path, too. `leads_to`: where the browser goes when it is done, below the scope;
    None: to the page with what was made.
    `path` where it is not that of the operation; `misfit` is the text for a field that does not fit."""

    name: str
    page: Callable[..., Response[Any]]
    leads_to: str | None = None
    path: str = ""
    misfit: str = "trouble.bad_field"


def form_route(form: Form) -> HTTPRouteHandler:
    operation = BY_NAME[form.name]

    async def submit(context: RequestContext, given: dict[str, Any]) -> Response[Any]:
        fields, place = await form_fields(context.request), dict(given)
        body = operation.signature.body
        try:
            if body is not None:
                given["body"] = read_body(body, fields)
        except msgspec.ValidationError as error:
            return _again(form, context, place, fields, context.words(form.misfit, detail=str(error)))
        found = await in_thread(decided, operation, context, **given)
        if isinstance(found, Refusal):
            return _again(form, context, place, fields, context.words.speaker.verdict("refusal", found))
        if found is Outcome.CONFLICT:
            return _again(form, context, place, fields, context.words("trouble.conflict"), 409)
        if form.leads_to is None:
            return form.page(context, made=found, **place)
        below = f"/e/{context.code}" if isinstance(context, EventContext) else ""
        return Redirect(below + form.leads_to.format(**place), status_code=303)

    return post(
        PLACES[operation.scope].pages + typed_path(operation, form.path), include_in_schema=False, status_code=200
    )(handler(operation, path_types(operation), Response[Any], submit))


def _again(
    form: Form,
    context: RequestContext,
    place: dict[str, Any],
    typed: dict[str, Any],
    trouble: str,
    status: int = 422,
) -> Response[Any]:
    page = form.page(context, trouble=trouble, typed=typed, **place)
    page.status_code = status
    return page


async def form_fields(request: Asking) -> dict[str, Any]:
    """The fields of the form; one that comes several times is a list."""
    form = await request.form()
    found: dict[str, Any] = {}
    for key in form:
        values = [value for value in form.getall(key) if isinstance(value, str)]
        found[key] = values[0] if len(values) == 1 else values
    return found
