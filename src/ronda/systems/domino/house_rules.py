"""domino: the cards of the house rules of Venezuela (PE4.4); a player's line is in `ronda.systems.score_to_target`."""

from __future__ import annotations

from typing import Literal

from ronda.core.model import Card as ShownCard

Card = Literal["none", "yellow", "red", "black"]
CARDS: tuple[Card, ...] = ("none", "yellow", "red", "black")
CARRIES_A_CARD = 80  # PE4.4: a sanction of so much brings one, a smaller one does not


def card_now(sanction: int, shown: Card | None, highest_before: Card) -> Card:
    """PE4.4: the card that somebody gets, with the highest of earlier rounds."""
    if shown in ("red", "black"):
        return shown
    if sanction < CARRIES_A_CARD and shown != "yellow":
        return "none"
    return CARDS[min(CARDS.index(highest_before) + 1, len(CARDS) - 1)]


def card(sanction: int, shown: ShownCard, highest_before: ShownCard) -> ShownCard:
    """The same with the cards as penalties have them."""
    if shown == "orange" or highest_before == "orange":  # not a card of this house: stays what was shown
        return shown
    found = card_now(sanction, shown or None, highest_before or "none")
    return "" if found == "none" else found
