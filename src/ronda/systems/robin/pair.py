"""robin: the next round of the Berger table (ST5.1–ST5.5)."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round, Table
from ronda.core.verdicts import Reason, Refusal
from ronda.stages.groups import REST, scheduled_round
from ronda.systems.robin.rules import (
    EDITION,
    LEAST,
    WIN,
    counts_for_nobody,
    doubled,
    scheduled_rounds,
    starters,
    table_numbers,
)


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """Nothing is drawn by lot but the numbers."""
    field = starters(book.players.values())
    if len(field) < LEAST:
        return Refusal("too_few_players", "ST5", {"players": len(field), "least": LEAST})
    numbers = table_numbers(book)
    who = {number: player for player, number in numbers.items()}
    if book.round > scheduled_rounds(book.setup, field):
        return Refusal("schedule_over", "ST5.1")
    close_last = book.setup.options.get("close_last") is True
    games = scheduled_round(len(field), book.round, double=doubled(book.setup), close_last=close_last)
    pool = set(book.pool())
    tables: list[Table] = []
    byes: list[Bye] = []
    reasons = _about_numbers(book)
    for one, other in games:
        first, second = who[one], who.get(other, REST)
        if first in pool and second in pool:
            tables.append(Table(len(tables) + 1, (first,), (second,)))
            facts = {"player": first, "opponent": second, "one": one, "other": other, "turn": book.round}
            again = doubled(book.setup) and second in book.met(first)
            code, article = ("berger_again", "ST5.3") if again else ("berger", "ST5.1")
            reasons.append(Reason(code, article, facts, table=len(tables)))
        else:
            _rests(book, pool, (first, second), byes, reasons)
    made = Round(book.round, tuple(tables), tuple(byes), draw.seed, EDITION, tuple(reasons))
    fixed = {player: number for player, number in numbers.items() if book.players[player].number is None}
    return Proposal(made, fixed)


def _about_numbers(book: Book) -> list[Reason]:
    if book.round > 1:
        return []
    if book.setup.options.get("numbers", "lot") == "lot":
        return [Reason("numbers_by_lot", "ST5.4", {"seed": book.setup.seed})]
    return [Reason("numbers_in_order", "ST5.4")]


def _rests(book: Book, pool: set[int], game: tuple[int, int], byes: list[Bye], reasons: list[Reason]) -> None:
    """Whoever of the two is there: resting by the table, or without the opponent (ST5.5)."""
    for player, opponent in (game, game[::-1]):
        if player not in pool:
            continue
        if opponent == REST:
            byes.append(Bye(player, 0))
            reasons.append(Reason("rests_by_table", "ST5.1", {"player": player}, player=player))
        else:
            counts = not counts_for_nobody(book, opponent)
            byes.append(Bye(player, WIN if counts else 0))
            facts = {"player": player, "opponent": opponent, **({} if counts else {"void": True})}
            reasons.append(Reason("opponent_away", "ST5.5", facts, player=player))
