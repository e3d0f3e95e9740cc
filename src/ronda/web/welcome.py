"""How players find their way in: the QR code and the address on the projector, and who has arrived."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from markupsafe import Markup

from ronda.sheets.qr import qr_svg
from ronda.web.settings import is_loopback
from ronda.web.visits import EventVisit, host_in


@lru_cache(maxsize=16)
def qr_of(text: str) -> Markup:
    """The code as a picture; there is nothing in it but squares."""
    return Markup(qr_svg(text))


def welcome_facts(visit: EventVisit) -> dict[str, Any]:
    tournament = visit.tournament
    pool = [player.id for player in tournament.players if player.plays_in(tournament.next_round)]
    return {
        "pool": len(pool),
        "arrived": sum(player in tournament.here for player in pool),
        "qr": qr_of(f"{visit.address}/j/{visit.code}"),
        "short": f"{visit.address.partition('://')[2]}/join",
        "only_here": is_loopback(host_in(visit.address)),
    }
