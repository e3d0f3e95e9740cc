"""domino_pairs: who rests and which pairs meet (PS3.3, PS3.4)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round
from ronda.core.verdicts import Reason, Refusal
from ronda.pairing.unmet_walk import WalkRules, pair_unmet, seat_tables
from ronda.systems.domino_pairs.rules import EDITION, draw_numbers, pairing_order, settings


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Round 1 by lot, Elo or clubs; later, from the top, each the highest-placed not met yet (R4.3–R4.5)."""
    own, numbers = settings(book.setup), draw_numbers(book.players, book.setup.seed)
    order = pairing_order(book, book.pool(), numbers)
    if book.round == 1 and own.first_round != "lot" and len(order) > 1 and not book.setup.avoid:
        made = _first(book, order, draw)
        return Proposal(made, {pid: n for pid, n in numbers.items() if book.players[pid].number is None})
    rules = WalkRules(EDITION, own.first_table, own.even_byes, lambda player: Bye(player))
    return pair_unmet(book, draw, order, numbers, rules)


def _first(book: Book, order: Sequence[int], draw: Draw) -> Round:
    """PS3.3; the last of the order rests (PS3.4)."""
    own = settings(book.setup)
    seated, resting = (order[:-1], order[-1:]) if len(order) % 2 else (order, ())
    tables, unpinned = seat_tables(
        [((a,), (b,)) for a, b in (_halves(seated) if own.first_round == "elo" else _mixed(book, seated))],
        first=own.first_table,
        pins={p.id: p.pinned_table for p in book.players.values() if p.pinned_table is not None},
    )
    code = "table_by_elo" if own.first_round == "elo" else "table_by_clubs"
    reasons = [Reason(code, "PS3.3", {"player": t.first[0], "opponent": t.second[0]}, table=t.number) for t in tables]
    reasons += [Reason("bye_last", "PS3.4", {"player": player}, player=player) for player in resting]
    reasons += [Reason("pin_taken", "R5.1", {"player": player}, player=player) for player in unpinned]
    return Round(
        number=1,
        tables=tuple(sorted(tables, key=lambda table: table.number)),
        byes=tuple(Bye(player) for player in resting),
        seed=draw.seed,
        edition=EDITION,
        reasons=tuple(reasons),
    )


def _halves(order: Sequence[int]) -> list[tuple[int, int]]:
    """The top half against the bottom half."""
    half = len(order) // 2
    return [(order[at], order[at + half]) for at in range(half)]


def _mixed(book: Book, order: Sequence[int]) -> list[tuple[int, int]]:
    """From the top, each with the next one of another club; of the own club only where nobody else is left."""
    left, found = list(order), []
    while left:
        first = left.pop(0)
        club = book.players[first].club.strip().casefold()
        at = next((at for at, other in enumerate(left) if _other_club(book, other, club)), 0)
        found.append((first, left.pop(at)))
    return found


def _other_club(book: Book, player: int, club: str) -> bool:
    return not club or book.players[player].club.strip().casefold() != club
