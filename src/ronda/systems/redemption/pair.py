"""redemption: the next round (R3, R4, R5.1)."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal
from ronda.core.verdicts import Refusal
from ronda.pairing.unmet_walk import WalkRules, pair_unmet
from ronda.systems.redemption.rules import EDITION, draw_numbers, pairing_order, settings


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """From the top, each the highest-placed who was not met yet; the order of R4.1."""
    own, numbers = settings(book.setup), draw_numbers(book.players, book.setup.seed)
    rules = WalkRules(
        EDITION,
        own.first_table,
        own.even_byes,
        lambda player: Bye(player, own.bye_halves, own.bye_differential),  # R3.3
        own.list_fallback,
    )
    return pair_unmet(book, draw, pairing_order(book, book.pool(), numbers), numbers, rules)
