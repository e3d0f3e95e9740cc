"""Answers that are not what was asked for."""

from __future__ import annotations

from typing import Any

from litestar import Response

from ronda.core.verdicts import Refusal
from ronda.web.api.schemas import Error, Refused
from ronda.web.context import RequestContext


def refused(context: RequestContext, refusal: Refusal, status: int = 422) -> Response[Any]:
    return Response(Refused(error_of(context, refusal)), status_code=status)


def said(context: RequestContext, code: str, status: int) -> Response[Any]:
    """Trouble that no rule is the reason of."""
    return Response(Refused(trouble(context, code)), status_code=status)


def trouble(context: RequestContext, code: str) -> Error:
    return Error(code, "", context.words(f"trouble.{code}"))


def error_of(context: RequestContext, refusal: Refusal) -> Error:
    """Why not, in the language of the request."""
    unreadable = refusal.facts.get("trouble")
    if unreadable is not None:
        return Error(refusal.code, refusal.article, context.words.speaker.verdict("unreadable", unreadable))
    return Error(refusal.code, refusal.article, context.words.speaker.verdict("refusal", refusal))
