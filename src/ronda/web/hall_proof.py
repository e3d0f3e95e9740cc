"""Whether a browser has the hall word: in its cookie since it scanned the code of the hall, or just typed."""

from __future__ import annotations

from typing import Literal

from litestar.datastructures import Cookie

from ronda.web.auth import cookies
from ronda.web.context import RequestContext, client_of
from ronda.web.hall_word import hall_word, is_key, typed_word

_LONGEST = 100  # of what somebody types

Proof = Literal["right", "wrong", "unheard", "none"]


def has_hall_word(context: RequestContext, code: str) -> bool:
    """Whether it has scanned the code of the hall, or typed the word of now."""
    kept = cookies.read(context.request, cookies.hall(code))
    return bool(kept) and is_key(context.runtime, code, kept)


def proof_of(context: RequestContext, code: str, typed: str) -> Proof:
    """Whether it has the word of the event or festival; `unheard` if too many wrong ones were typed."""
    if has_hall_word(context, code):
        return "right"
    if not typed.strip():
        return "none"
    return typed_word(context.runtime, code, typed[:_LONGEST], client_of(context.request))


def kept_word(context: RequestContext, code: str, proof: Proof = "right") -> list[Cookie]:
    """What the browser keeps of it: who has typed the word once need not do so again."""
    if proof != "right":
        return []
    return [cookies.made(context.request, cookies.hall(code), hall_word(context.runtime, code).key)]
