"""redemption: a round verified against the rulebook (R3, R4, R5.1)."""

from __future__ import annotations

from ronda.checking.unmet_walk import OwnRules, check_unmet
from ronda.core import Book, Finding, Round
from ronda.systems.redemption.rules import draw_numbers, pairing_order, settings


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    own = settings(book.setup).walk
    order = pairing_order(book, book.pool(), draw_numbers(book.players, book.setup.seed))
    return check_unmet(book, round_, order, OwnRules(own.first_table, own.byes == "even", own.list_fallback))
