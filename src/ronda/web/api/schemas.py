"""What the API answers with, around the shapes of `ronda.views`. Every answer is a type, so that the OpenAPI document
tells the whole of it."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response
from litestar.exceptions import ValidationException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, Parameter

from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.operations.event import EventState
from ronda.operations.events import MOST_KEY
from ronda.web.context import RequestContext
from ronda.web.perform import read_version


class Error(Frozen, omit_defaults=True):
    """Why not: a code for programs, the article of the rulebook if one says so, a sentence for people."""

    code: str
    article: str
    message: str
    detail: Any = None


class ErrorAnswer(Frozen):
    error: Error


class ConflictAnswer(Frozen):
    """Somebody else was faster, or a confirmation is missing: nothing was written. `event` is what stands there,
    `since` what has happened since the version that was seen, in words, the newest first."""

    error: Error
    version: int
    event: EventState
    since: list[str] = []


# --- what programs say in headers --------------------------------------------------------------------------

_VERSION = r'^"?[1-9][0-9]{0,14}"?$'
Version = Annotated[
    str | None,
    HeaderParameter(name="If-Match", max_length=20, pattern=_VERSION, description="The version that was seen"),
]
NeededVersion = Annotated[
    str | None,
    HeaderParameter(
        name="If-Match",
        max_length=20,
        pattern=_VERSION,
        description="The version that was seen. Needed: without it the answer is 428",
    ),
]
Key = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key", max_length=MOST_KEY, description="The request counts once, however often sent"
    ),
]


def expected_version(version: str | None) -> int | None:
    found = None if version is None else read_version(version.strip('"'))
    if version is not None and found is None:
        raise ValidationException("If-Match")
    return found


# --- what there may be instead of an answer ----------------------------------------------------------------


def _spec(kind: Any, description: str) -> ResponseSpec:
    return ResponseSpec(kind, generate_examples=False, description=description)


BYTES: Any = Annotated[bytes, Parameter(schema_extra={"format": "binary"})]
UNKNOWN = {404: _spec(ErrorAnswer, "There is no such event, round or link")}
COMMON_ERRORS = {
    400: _spec(ErrorAnswer, "Not to be understood"),
    401: _spec(ErrorAnswer, "Nobody known asks"),
    403: _spec(ErrorAnswer, "The role does not allow it, or another site asks"),
    429: _spec(ErrorAnswer, "Too many wrong secrets from one place"),
    503: _spec(ErrorAnswer, "Too many requests at once from one place, or the database is read-only"),
    507: _spec(ErrorAnswer, "The disk is full: nothing was saved"),
}
BODY_ERRORS = {
    408: _spec(ErrorAnswer, "The body did not come in time"),
    413: _spec(ErrorAnswer, "Too large"),
    415: _spec(ErrorAnswer, "Not sent as JSON"),
}
ACTION_ERRORS = BODY_ERRORS | {
    409: _spec(ConflictAnswer, "Changed meanwhile, a confirmation is missing, or the key came with other content"),
    422: _spec(ErrorAnswer, "Refused by a rule, or by the state of the event"),
}
VERSION_REQUIRED = {428: _spec(ErrorAnswer, "It was not said which version was seen")}
CREATE_ERRORS = {**ACTION_ERRORS, 409: _spec(ErrorAnswer, "Changed meanwhile, or the key came with other content")}


def refused(context: RequestContext, refusal: Refusal, status: int = 422) -> Response[Any]:
    return Response(ErrorAnswer(error_of(context, refusal)), status_code=status)


def said(context: RequestContext, code: str, status: int) -> Response[Any]:
    """Trouble that no rule is the reason of."""
    return Response(ErrorAnswer(trouble(context, code)), status_code=status)


def trouble(context: RequestContext, code: str) -> Error:
    return Error(code, "", context.words(f"trouble.{code}"))


def error_of(context: RequestContext, refusal: Refusal) -> Error:
    """Why not, in the language of the request."""
    unreadable = refusal.facts.get("trouble")
    if unreadable is not None:
        return Error(refusal.code, refusal.article, context.speaker.verdict("unreadable", unreadable))
    return Error(refusal.code, refusal.article, context.speaker.verdict("refusal", refusal))
