"""swiss: the next round (AG5): the walk down the list, with what the options say of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ronda.core import Book, Draw, Proposal, Refusal
from ronda.core.book import PLAYED
from ronda.pairing.unmet_walk import WalkRules, pair_unmet
from ronda.systems.swiss.rules import (
    EDITION,
    Settings,
    WalkOptions,
    draw_numbers,
    round_lots,
    settings,
    straight_round,
    swiss_order,
)
from ronda.systems.swiss.scoring import awarded


def pair_by(book: Book, draw: Draw, own: Settings, order: Sequence[int], edition: str) -> Proposal | Refusal:
    """The round of those in this order."""
    walk = own.walk
    rules = WalkRules(
        edition,
        walk.first_table,
        walk.byes == "even",
        lambda player, kind: awarded(player, kind, own.worth),
        walk.list_fallback,
        walk.first,
        walk.meetings,
        straight_round(book, walk),
        _begins(book, draw, walk),
    )
    return pair_unmet(book, draw, order, draw_numbers(book.players, book.setup.seed), rules)


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    own = settings(book.setup)
    return pair_by(book, draw, own, swiss_order(book, own.walk, round_lots(book.pool(), draw)), EDITION)


def _begins(book: Book, draw: Draw, own: WalkOptions) -> Callable[[int, int, int], int] | None:
    """AG5.7: who of two has the first side of a table; the higher placed one is named first."""
    match own.starts:
        case "none" | "listed":
            return None
        case "lot":
            return lambda one, other, table: draw.about("AG5.7", table).shuffled((one, other))[0]
        case "balanced":
            return lambda one, other, table: _balanced(book, one, other, table)


def _balanced(book: Book, higher: int, lower: int, table: int) -> int:
    """The smaller surplus of first sides, then who had one longer ago; then at odd tables the higher placed."""

    def key(player: int) -> tuple[int, int, bool]:
        played = [line for line in book.lines[player] if line.outcome in PLAYED]
        firsts = [line.round for line in played if line.seat == 0]
        return 2 * len(firsts) - len(played), max(firsts, default=0), (player == higher) != (table % 2 == 1)

    return min(higher, lower, key=key)
