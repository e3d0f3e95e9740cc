"""Answers that are not what was asked for."""

from __future__ import annotations

from typing import Any

from litestar import Response

from ronda.verdicts import Refusal
from ronda.web.api.values import Error, Refused
from ronda.web.visits import Visit


def refused(visit: Visit, refusal: Refusal, status: int = 422) -> Response[Any]:
    return Response(Refused(error_of(visit, refusal)), status_code=status)


def said(visit: Visit, code: str, status: int) -> Response[Any]:
    """Trouble that no rule is the reason of."""
    return Response(Refused(trouble(visit, code)), status_code=status)


def trouble(visit: Visit, code: str) -> Error:
    return Error(code, "", visit.words(f"trouble.{code}"))


def error_of(visit: Visit, refusal: Refusal) -> Error:
    """Why not, in the language of the request."""
    unreadable = refusal.facts.get("trouble")
    if unreadable is not None:
        return Error(refusal.code, refusal.article, visit.words.speaker.verdict("unreadable", unreadable))
    return Error(refusal.code, refusal.article, visit.words.speaker.verdict("refusal", refusal))
