"""domino: who rests, who plays with whom and against whom (D4–D7, D9)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round, Table
from ronda.core.verdicts import Reason, Refusal, Relaxation
from ronda.systems.domino.field import Pair
from ronda.systems.domino.pair.first_round import consecutive, resting
from ronda.systems.domino.pair.ladder import climb_down
from ronda.systems.domino.pair.reasons import (
    choice_reasons,
    crossing_reasons,
    crossing_relaxations,
    ladder_reasons,
    opening_reasons,
    part_reasons,
    table_facts,
    table_relaxations,
    wish_reasons,
)
from ronda.systems.domino.pair.relations import Field, field_of
from ronda.systems.domino.ranking import first_order, pairing_order
from ronda.systems.domino.rules import EDITION, LAST_ENTRY, LEAST_PLAYERS, settings


def pair(book: Book, draw: Draw) -> Proposal | Refusal:
    """The next round."""
    pool = book.pool()
    if len(pool) < LEAST_PLAYERS:
        return Refusal("too_few_players", "D1.5", {"players": len(pool), "least": LEAST_PLAYERS})
    late = [player for player in pool if book.players[player].joined_round > LAST_ENTRY]
    if late:
        return Refusal("late_entry_closed", "D9", {"players": late, "last": LAST_ENTRY})
    order = first_order(book, pool, draw) if book.round == 1 else pairing_order(book, pool)
    byes, reasons = resting(book, order)
    field = field_of(book, [player for player in order if player not in byes])
    sides, told, relaxations = _opening(book, field, draw) if book.round == 1 else _later(book, field)
    tables = [
        Table(number, (field.order[a], field.order[b]), (field.order[c], field.order[d]))
        for number, ((a, b), (c, d)) in enumerate(sides, start=1)
    ]
    for table, (first, second) in zip(tables, sides, strict=True):
        relaxations += table_relaxations(field, first, second)
        told += wish_reasons(field, table, first, second)
    bye_halves = settings(book.setup).bye_halves
    made = Round(
        number=book.round,
        tables=tuple(tables),
        byes=tuple(Bye(player, bye_halves) for player in byes),
        seed=draw.seed,
        edition=EDITION,
        reasons=(*told, *reasons),
        relaxations=tuple(relaxations),
    )
    return Proposal(made)


_Made = tuple[Sequence[tuple[Pair, Pair]], list[Reason], list[Relaxation]]


def _opening(book: Book, field: Field, draw: Draw) -> _Made:
    """D5."""
    by_elo = settings(book.setup).by_elo
    lots = {"by": "elo"} if by_elo else {"by": "random", "seed": draw.seed}
    opening = consecutive(field)
    return opening.tables, list(opening_reasons(field, opening, lots)), []


def _later(book: Book, field: Field) -> _Made:
    """D6, D7; tables are numbered by their best-placed player (D6.7)."""
    outcome = climb_down(field)
    sides = sorted(
        (table for part in outcome.parts for table in part.seating.tables()),
        key=lambda table: min(*table[0], *table[1]),
    )
    number = {first: n for n, (first, _) in enumerate(sides, start=1)}
    told = [
        Reason(code, article, facts, table=number[first])
        for part in outcome.parts
        for first, code, article, facts in table_facts(field, part)
    ]
    told.sort(key=lambda reason: reason.table or 0)
    for part in outcome.parts:
        told += part_reasons(field, part)
    told += choice_reasons(field, settings(book.setup).order)
    told += ladder_reasons(outcome)
    told += crossing_reasons(outcome)
    return sides, told, list(crossing_relaxations(field, outcome))
