"""Errors as answers, in the language of the reader for people, as JSON for programs; and the codes with which the
server refuses, beside those of the desk."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from litestar import Response
from litestar.exceptions import ClientException, HTTPException, ValidationException
from litestar.response import Template
from litestar.status_codes import (
    HTTP_500_INTERNAL_SERVER_ERROR,
    HTTP_503_SERVICE_UNAVAILABLE,
    HTTP_507_INSUFFICIENT_STORAGE,
)

from ronda.core.verdicts import COUNT, TEXT, Codes, citing
from ronda.store import Damage, DiskFull, ReadOnly, StoreTrouble
from ronda.store.copies import damage_sentences
from ronda.web.context import Asking, is_owner, words_of
from ronda.web.language import Words
from ronda.web.runtime import Runtime

_log = logging.getLogger(__name__)

_BY_STATUS = {400: "bad_request", 401: "sign_in_first", 403: "not_your_role", 404: "no_such_page", 405: "no_such_page"}
_BY_STATUS |= {408: "too_slow", 409: "conflict", 413: "too_large", 415: "wrong_content", 422: "bad_request"}
_BY_STATUS |= {428: "version_needed", 429: "too_many_tries"}
_IN_SHORT = ("too_slow", "too_busy", "full_hall")  # to be told many at once: a page would take longer than all else
_OTHERS = ("no_such_event", "no_such_link", "other_site", "invitation_over", "rested")
_BUSY = ("trouble", "too_many_open", "too_busy", "full_hall")
_OF_STORE: Mapping[type[StoreTrouble], tuple[int, str]] = {
    DiskFull: (HTTP_507_INSUFFICIENT_STORAGE, "disk_full"),
    ReadOnly: (HTTP_503_SERVICE_UNAVAILABLE, "read_only"),
    Damage: (HTTP_500_INTERNAL_SERVER_ERROR, "damaged"),
}
_NOT_WRITTEN = ("disk_full", "read_only")
TROUBLES = frozenset((*_BY_STATUS.values(), *_OTHERS, *_BUSY, *(code for _, code in _OF_STORE.values())))


def error_response(request: Asking, error: Exception) -> Response[Any]:
    """The answer for any exception: JSON for programs, a line for parts of a page, else a page with the way out. What
    was not foreseen is logged, and its details are not sent."""
    if isinstance(error, RecursionError):  # a body of thousands of brackets
        error = ClientException("bad_request")
    of_store = next((found for kind, found in _OF_STORE.items() if isinstance(error, kind)), None)
    status, code = of_store or _status_and_code(error)
    if status >= HTTP_500_INTERNAL_SERVER_ERROR and not _told_before(request, code):
        place = request.scope.get("path_template", "?")  # without secrets
        _log.error("%s %s %s", request.method, place, error if of_store else "", exc_info=None if of_store else error)
    program, part = request.scope["path"].startswith("/api"), request.headers.get("hx-request") == "true"
    if code == "rested" and program:
        code = "sign_in_first"  # for a program it is the same
    words = _words(request)
    message = words(f"trouble.{code}", **({"n": request.app.state.settings.idle_hours} if code == "rested" else {}))
    inside = _inside(request, error, words) if isinstance(error, Damage) else ""

    def way_out() -> str:
        return inside or words(f"trouble.way_out.{code}")

    if of_store is not None and (program or part):
        message = f"{message} {way_out()}"
    headers = _headers(error)
    if program:
        return Response(
            _for_programs(code, message, error), status_code=status, headers=headers, media_type="application/json"
        )
    if code in _IN_SHORT:
        return Response(f"{message} {way_out()}\n", status_code=status, headers=headers, media_type="text/plain")
    if part:
        return Template("said.html", context={"t": words, "kind": "refused", "message": message}, status_code=status)
    values = {"t": words, "message": message, "status": status, "code": code, "path": request.scope["path"]}
    return Template("trouble.html", context={**values, "way_out": way_out()}, status_code=status, headers=headers)


def _told_before(request: Asking, code: str) -> bool:
    """Whether the log has said so already: who comes again and again need not fill it. That nothing can be written is
    said once, until something was."""
    if code not in _NOT_WRITTEN:
        return code in _IN_SHORT
    runtime: Runtime = request.app.state.runtime
    before, runtime.unwritten = runtime.unwritten, code
    return before == code


def _words(request: Asking) -> Words:
    try:
        return words_of(request)
    except Exception:  # not even that much works
        return Words("en")


def _headers(error: Exception) -> dict[str, str]:
    found = dict(error.headers or {}) if isinstance(error, HTTPException) else {}
    found.pop("content-length", None)
    return found


def _for_programs(code: str, message: str, error: Exception) -> dict[str, Any]:
    detail = _detail(error)
    return {"error": {"code": code, "article": "", "message": message, **({"detail": detail} if detail else {})}}


def _inside(request: Asking, damage: Damage, words: Words) -> str:
    """What is damaged, where, and which copy there is: for the owner of the machine, nobody else."""
    try:
        if not is_owner(request):
            return ""
        return " ".join(
            words(key, **facts) for key, facts in damage_sentences(damage, request.app.state.runtime.settings.db)
        )
    except StoreTrouble:
        return ""


def _status_and_code(error: Exception) -> tuple[int, str]:
    status = error.status_code if isinstance(error, HTTPException) else HTTP_500_INTERNAL_SERVER_ERROR
    if isinstance(error, HTTPException) and error.detail in TROUBLES:
        return status, error.detail
    return status, _BY_STATUS.get(status, "trouble" if status >= HTTP_500_INTERNAL_SERVER_ERROR else "bad_request")


def _detail(error: Exception) -> Any:
    """Which field was wrong, for programs."""
    if isinstance(error, ValidationException):
        return error.extra or error.detail
    return None


CODES: Codes = {
    "refusal": {
        "account_events": citing("S4", most=COUNT),
        "account_players": citing("S4", most=COUNT),
        "account_taken": citing("S4", text=TEXT),
        "bad_field": citing("S4", detail=TEXT),
        "bad_key": citing("S4", most=COUNT),
        "call_too_often": citing("S4", most=COUNT),
        "calls_off": citing("S4"),
        "clock_finished": citing("S4"),
        "no_place": citing("S4"),
        "not_a_colour": citing("S4", text=TEXT),
        "not_a_picture": citing("S4", most=COUNT, least=COUNT, side=COUNT),
        "not_a_tier": citing("SE3.5", text=TEXT),
        "reports_off": citing("S4"),
        "sign_up_closed": citing("S4"),
        "walls_full": citing("S4", most=COUNT),
        "wrong_hall_word": citing("S4"),
        "bad_webhook": citing("S4", most=COUNT),
        "webhooks_full": citing("S4", most=COUNT),
    }
}
