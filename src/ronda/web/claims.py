"""Which phone is whose: a player can be taken once, until the desk renews the link."""

from __future__ import annotations

from dataclasses import replace

from ronda.web.house import Display, House


def claimed(display: Display, player: int) -> bool:
    """Whether somebody has taken this player. A renewed link has a new edition, and with it the claim ends."""
    return display.claimed.get(str(player)) == _edition(display, player)


def claim(house: House, code: str, player: int) -> bool:
    """Takes the player; False if somebody else was faster."""

    def taken(display: Display) -> Display | None:
        if claimed(display, player):
            return None
        return replace(display, claimed={**display.claimed, str(player): _edition(display, player)})

    return house.amend_display(code, taken)


def _edition(display: Display, player: int) -> str:
    return str(display.editions.get(str(player), 0))
