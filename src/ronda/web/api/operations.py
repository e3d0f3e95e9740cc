"""Every row of the table of operations as a route of the API, with its description."""

from __future__ import annotations

from typing import Annotated, Any, Literal, get_args, get_origin

import msgspec
from litestar import Response, delete, get, post, put
from litestar.exceptions import ValidationException
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter
from litestar.status_codes import HTTP_201_CREATED

from ronda.core.verdicts import Refusal
from ronda.operations.appearance import MOST_BASE64
from ronda.operations.collections import CollectionState
from ronda.operations.event import EventState
from ronda.operations.events import MOST_FILE
from ronda.operations.operation import Absent, FileAnswer, Misfit, Needs, Operation, Outcome, Worded, answered
from ronda.operations.table import OPERATIONS
from ronda.web.api.schemas import (
    BODY_ERRORS,
    BYTES,
    COMMON_ERRORS,
    CREATE_ERRORS,
    UNKNOWN,
    VERSION_REQUIRED,
    Error,
    ErrorAnswer,
    Key,
    Version,
    expected_version,
    refused,
    said,
)
from ronda.web.context import RequestContext
from ronda.web.forms import PLACES, end_without, handler, path_types, run, sent_file, typed_path
from ronda.web.http.admission import LIST, SMALL, Size, admits

_METHODS: dict[str, Any] = {"GET": get, "POST": post, "PUT": put, "DELETE": delete}
_RESPONSE: Any = Response  # of a type that is known when the table is read
_JSON_BODY: Any = JSONBody
_FROM_QUERY: Any = FromQuery
_HEADERS: dict[str, Any] = {"version": Version, "key": Key}  # parameters that are no part of the address
_MADE_OF: dict[str, Any] = {"application/json": dict[str, Any]}
_LARGE = {"makeEvent": LIST, "forecastEvent": LIST, "openFile": Size(MOST_FILE), "setLogo": Size(MOST_BASE64 + 1_000)}
_FOUND_AT: dict[type, str] = {EventState: "/api/events", CollectionState: "/api/collections"}


def _route(operation: Operation, tag: str) -> HTTPRouteHandler:
    path = PLACES[operation.scope].api + typed_path(operation)

    async def respond(context: RequestContext, given: dict[str, Any]) -> Response[Any]:
        if "data" in given:
            given["body"] = given.pop("data")
        if "version" in given:
            given["version"] = expected_version(given["version"])
        found = await run(answered, operation, context, **given)
        end_without(found)
        if found in (Outcome.CONFLICT, Outcome.KEY_REUSED):
            return said(context, found.value, 409)
        if isinstance(found, Needs):
            context.needs(found.role)
        if isinstance(found, FileAnswer):
            return sent_file(found)
        if isinstance(found, Worded):
            return Response(ErrorAnswer(Error(found.code, "S4", found.message)), status_code=422)
        if isinstance(found, Misfit):
            wrong = {"message": found.message, "key": found.field, "source": "body"}
            raise ValidationException("bad_request", extra=[wrong])
        if isinstance(found, Absent):
            return refused(context, found.reason, 404)
        if isinstance(found, Refusal):
            return refused(context, found)
        return Response(found, headers=_headers(operation, found))

    route: HTTPRouteHandler = _METHODS[operation.method](
        path,
        operation_id=operation.name,
        summary=operation.summary_with_role,
        response_description=operation.answers,
        responses=_responses(operation, path),
        status_code=operation.status,
        opt=admits(_LARGE.get(operation.name, SMALL), operation.role),
        tags=["phone" if operation.scope == "phone" else tag],
    )(
        handler(
            operation, _types(operation), _RESPONSE[Any if _media(operation) else operation.signature.answer], respond
        )
    )
    return route


def _media(operation: Operation) -> str:
    """The media type of a file that is the answer."""
    answer = operation.signature.answer
    return str(answer.__metadata__[0]) if getattr(answer, "__origin__", None) is FileAnswer else ""


def _headers(operation: Operation, answer: Any) -> dict[str, str]:
    """The version of what may be changed, and where it is found after it was made."""
    place = _FOUND_AT.get(type(answer))
    if place is None:
        return {}
    made = {"location": f"{place}/{answer.code}"} if operation.status == HTTP_201_CREATED else {}
    return {"etag": f'"{answer.version}"', **made}


def _responses(operation: Operation, path: str) -> dict[int, ResponseSpec]:
    """What there may be instead of an answer; a rule or somebody else may be in the way of whatever changes
    something, unless it is sure."""
    signature, outcomes = operation.signature, operation.signature.outcomes
    media = _media(operation)
    sent = ResponseSpec(_MADE_OF.get(media, BYTES), generate_examples=False, description="The file", media_type=media)
    found = ({200: sent} if media else {}) | COMMON_ERRORS | (UNKNOWN if "{" in path else {})
    if operation.method in ("POST", "PUT") or Outcome.CONFLICT in outcomes:
        found |= BODY_ERRORS if signature.cannot_fail else CREATE_ERRORS
    elif signature.refuses:
        found |= {422: COMMON_ERRORS[400]}
    return found | (VERSION_REQUIRED if Outcome.UNSEEN in outcomes else {})


def _types(operation: Operation) -> dict[str, Any]:
    """The parameters as the framework describes them."""
    found = path_types(operation)
    for name, (kind, _) in operation.signature.parameters.items():
        if name not in found:
            found[name] = _HEADERS.get(name) or _of_query(kind)
        elif get_origin(kind) is Literal:
            found[name] = Annotated[str, PathParameter(schema_extra={"enum": list(get_args(kind))})]
    if operation.signature.body is not None:
        found["data"] = _JSON_BODY[operation.signature.body]
    return found


def _of_query(kind: Any) -> Any:
    """With the limits and the description that its type has."""
    limited = next((one for one in (kind, *get_args(kind)) if hasattr(one, "__metadata__")), None)
    if limited is None:
        return _FROM_QUERY[kind]
    meta: msgspec.Meta = limited.__metadata__[0]
    limits = {"ge": meta.ge, "le": meta.le, "max_length": meta.max_length, "pattern": meta.pattern}
    told: dict[str, Any] = {key: value for key, value in limits.items() if value is not None}
    if meta.extra_json_schema:
        told["schema_extra"] = meta.extra_json_schema["extra"]
    bare = limited.__origin__ if limited is kind else limited.__origin__ | None
    return Annotated[bare, QueryParameter(description=meta.description, **told)]


ROUTES = [_route(operation, tag) for tag, rows in OPERATIONS.items() for operation in rows]
