"""The QR code and address with which players join, and how many have arrived: for the projector."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from ronda.sheets.typesetting import qr_svg
from ronda.web.context import EventContext, RequestContext
from ronda.web.hall_word import HallWord
from ronda.web.player_search import pool_of
from ronda.web.visibility import shown_hall_word


@lru_cache(maxsize=16)
def qr_of(text: str) -> Markup:
    """The code as a picture; there is nothing in it but squares."""
    return Markup(qr_svg(text))


def scanned_address(context: RequestContext, code: str, word: HallWord | None) -> str:
    """What the QR code of an event or a festival carries: the shorter, the coarser. With the hall word, who scans has
    nothing to type."""
    return f"{context.address}/j/{code}/{word.key}" if word else f"{context.address}/j/{code}"


def door_values(context: RequestContext, code: str, word: HallWord | None) -> dict[str, Any]:
    """How phones come in: by which code, and with which word, if this person may see it."""
    return {
        "door": code,
        "word": word.word if word else "",
        "screen": f"{scanned_address(context, code, word)}?wall=" if word else "",
        "qr": qr_of(scanned_address(context, code, word)) if context.reachable else "",
        "short": f"{context.address.partition('://')[2]}/join",
        "only_here": not context.reachable,
    }


def welcome_values(context: EventContext) -> dict[str, Any]:
    """As the person of the request may see it: it is asked for before the page becomes one of the public."""
    return {
        **door_values(context, context.code, shown_hall_word(context, context.code, context.display.joining)),
        "pool": pool_of(context.tournament),
    }
