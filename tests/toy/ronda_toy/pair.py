"""The next round: the circle turns one place further each time (T2)."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round, Table
from ronda.core.verdicts import Reason, Refusal

EDITION = "meeting-1"


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    pool: list[int | None] = [*book.pool()]
    if len(pool) < 2:
        return Refusal("too_few_players", "T1", {"players": len(pool), "least": 2})
    if book.setup.options.get("opening") == "lot":
        pool = Draw(book.setup.seed, "T2").shuffled(pool)
    if len(pool) % 2:
        pool.append(None)
    turn = (book.round - 1) % (len(pool) - 1)
    order = [pool[0], *pool[1 + turn :], *pool[1 : 1 + turn]]
    tables: list[Table] = []
    byes = [Bye(player, kind=kind) for player, kind in book.resting()]
    reasons: list[Reason] = []
    for one, other in zip(order[: len(order) // 2], reversed(order), strict=False):
        if one is None or other is None:
            resting = one if other is None else other
            assert resting is not None
            byes.append(Bye(resting))
            reasons.append(Reason("circle_rest", "T2", {"player": resting}, player=resting))
            continue
        table = Table(len(tables) + 1, (one,), (other,))
        tables.append(table)
        facts = {"player": one, "opponent": other, "turn": turn + 1}
        reasons.append(Reason("circle_turned", "T2", facts, table=table.number))
    return Proposal(Round(book.round, tuple(tables), tuple(byes), draw.seed, EDITION, tuple(reasons)))
