"""The QR code and address with which players join, and how many have arrived: for the projector."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from ronda.sheets.qr import qr_svg
from ronda.web.context import EventContext


@lru_cache(maxsize=16)
def qr_of(text: str) -> Markup:
    """The code as a picture; there is nothing in it but squares."""
    return Markup(qr_svg(text))


def welcome_values(context: EventContext) -> dict[str, Any]:
    tournament = context.tournament
    pool = [player.id for player in tournament.players if player.plays_in(tournament.next_round)]
    return {
        "pool": len(pool),
        "arrived": sum(player in tournament.here for player in pool),
        "qr": qr_of(f"{context.address}/j/{context.code}") if context.reachable else "",
        "short": f"{context.address.partition('://')[2]}/join",
        "only_here": not context.reachable,
        "opener": context.may_open_hall,
    }
