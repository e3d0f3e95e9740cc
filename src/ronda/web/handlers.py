"""Handlers made from rows of the table of operations: for pages and for the API alike."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from inspect import Parameter, Signature
from typing import Any, NamedTuple

from litestar import Response
from litestar.exceptions import ClientException, NotAuthorizedException, NotFoundException, PermissionDeniedException
from litestar.params import FromPath

from ronda.operations.operation import FileAnswer, Operation, Outcome
from ronda.web.collections import GivenCollection
from ronda.web.context import GivenContext, GivenEvent, RequestContext
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
