"""domino: how a round is made, by article.

D4, D5, D6.1, D6.7, D9 here · D6.3, D6.6, D7.2, D10.1 `pyramids` · D6.4, D6.5 `walk` · D10.5 and lower bounds
`relations` · D7.1–D7.3 `ladder`, and for one pyramid `search` with `table_search` · D7.4, S7 `reasons`. The facts
(D1.3, D6.2, D10.2) are those of `ronda.systems.domino.field`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Bye, Proposal, Round, Table
from ronda.core.values import Frozen
from ronda.core.verdicts import Reason, Refusal, Relaxation
from ronda.pairing.explain import skipped_facts
from ronda.systems.domino.field import Foursome
from ronda.systems.domino.pair.ladder import climb_down
from ronda.systems.domino.pair.pyramids import one_pyramid
from ronda.systems.domino.pair.reasons import (
    Facts,
    choice_reasons,
    crossing_relaxations,
    ladder_reasons,
    names,
    part_reasons,
    table_reasons,
    table_relaxations,
    wish_reasons,
)
from ronda.systems.domino.pair.relations import LAST_LEVEL, Field, crowds, field_of, least_of
from ronda.systems.domino.pair.search import BUDGET, EXACT
from ronda.systems.domino.pair.table_search import Board, Meter
from ronda.systems.domino.pair.walk import nearest_tables
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
    byes, bye_reasons = resting(book, order)
    field = field_of(book, [player for player in order if player not in byes])
    sides, reasons, relaxations = _opening(book, field, draw) if book.round == 1 else _later(book, field)
    tables = []
    for number, pairs in enumerate(sides, start=1):
        first, second = (tuple(names(field, pair)) for pair in pairs)
        tables.append(Table(number, first, second))
        relaxations += table_relaxations(field, pairs)
        reasons += wish_reasons(field, number, pairs)
    bye_halves = settings(book.setup).bye_halves
    made = Round(
        number=book.round,
        tables=tuple(tables),
        byes=tuple(Bye(player, bye_halves) for player in byes),
        seed=draw.seed,
        edition=EDITION,
        reasons=(*reasons, *bye_reasons),
        relaxations=tuple(relaxations),
    )
    return Proposal(made)


_Made = tuple[Sequence[Foursome], list[Reason], list[Relaxation]]


def _opening(book: Book, field: Field, draw: Draw) -> _Made:
    """D5."""
    opening = consecutive(field)
    lots: Facts = {"by": "elo"} if settings(book.setup).by_elo else {"by": "random", "seed": draw.seed}
    reasons = []
    for number, table in enumerate(opening.tables, start=1):
        first, second = table
        code = "moved_for_wish" if table in opening.moved else "consecutive"
        places = [place + 1 for place in (*first, *second)]
        facts = {"first": names(field, first), "second": names(field, second), "places": places, **lots}
        reasons.append(Reason(code, "D5", facts, table=number))
    if opening.moved:
        proved = "level" if opening.proved else "none"
        reasons.append(Reason("search_stated", "D5", {"pyramid": "all", "proved": proved, "budget": BUDGET}))
    return opening.tables, reasons, []


def _later(book: Book, field: Field) -> _Made:
    """D6, D7; tables are numbered by their best-placed player (D6.7)."""
    outcome = climb_down(field)
    sides = sorted(
        (table for part in outcome.parts for table in part.seating.tables()),
        key=lambda table: min(*table[0], *table[1]),
    )
    number = {first: n for n, (first, _) in enumerate(sides, start=1)}
    reasons = [reason for part in outcome.parts for reason in table_reasons(field, part, number)]
    reasons.sort(key=lambda reason: reason.table or 0)
    for part in outcome.parts:
        reasons += part_reasons(field, part)
    reasons += choice_reasons(field, settings(book.setup).order)
    reasons += ladder_reasons(outcome)
    return sides, reasons, list(crossing_relaxations(field, outcome))


_NEIGHBOURS = 64  # so many tables are asked to help one that breaks a wish
MANY_BYES = 2  # D4: more than so many for one player are an alert


def resting(book: Book, order: Sequence[int]) -> tuple[list[int], list[Reason]]:
    """n mod 4 players: those with the fewest byes, of these the lowest; in round 1 the end of the list
    (D4). Or the lowest each time, but nobody twice running while another can rest (D10.3)."""
    byes = {player: len(book.byes(player)) for player in order}
    rested = {player: book.round - 1 in book.byes(player) for player in order}
    upwards = list(reversed(order))
    last = settings(book.setup).choices.last
    due: Mapping[int, int] = rested if last else byes
    chosen = sorted(upwards, key=due.__getitem__)[: len(order) % 4]
    code, article = ("bye_last", "D10.3") if last else ("bye_lowest", "D4")
    if book.round == 1:
        code, article = "bye_end_of_list", "D4"
    why = "rested" if last else "had_bye"
    reasons = []
    for player in chosen:
        below = upwards[: upwards.index(player)]
        skipped = ({"player": p, "why": why, "byes": byes[p]} for p in below if p not in chosen)
        facts = {"player": player, "byes": byes[player] + 1, **skipped_facts(skipped)}
        reasons.append(Reason(code, article, facts, player=player))
        if byes[player] >= MANY_BYES:
            reasons.append(Reason("many_byes", "D4", {"player": player, "byes": byes[player] + 1}, player=player))
    return chosen, reasons


class Opening(Frozen):
    """Round 1: the tables from the top, which of them wishes moved, and whether no more wishes can be
    kept."""

    tables: tuple[Foursome, ...]
    moved: frozenset[Foursome]
    proved: bool


def consecutive(field: Field) -> Opening:
    """D5: 1-2 v 3-4, 5-6 v 7-8, … Where a wish stands against a table it is made anew together with the
    nearest table that helps."""
    size = len(field.order)
    straight = [((n, n + 1), (n + 2, n + 3)) for n in range(0, size, 4)]
    if not any(field.table_price(table) for table in straight):
        return Opening(tuple(straight), frozenset(), proved=True)
    if size <= EXACT:
        meter = Meter(BUDGET)
        tables = _made_anew(field, range(size), meter)
        proved = not meter.empty
    else:
        tables = _mended(field, straight)
        floor = least_of(crowds(field, range(size), LAST_LEVEL), (1 << size) - 1)
        proved = sum(field.table_price(table) for table in tables) <= floor
    tables = sorted(tables)
    return Opening(tuple(tables), frozenset(tables).difference(straight), proved)


def _mended(field: Field, tables: list[Foursome]) -> list[Foursome]:
    """The tables with as few broken wishes as exchanges between two of them can reach."""
    tables = list(tables)
    costs = [field.table_price(table) for table in tables]
    better = True
    while better:
        better = False
        for at in range(len(tables)):
            if costs[at] and (found := _help(field, tables, costs, at)) is not None:
                other, made = found
                tables[at], tables[other] = made
                costs[at], costs[other] = (field.table_price(table) for table in made)
                better = True
    return tables


def _help(field: Field, tables: Sequence[Foursome], costs: Sequence[int], at: int) -> tuple[int, list[Foursome]] | None:
    """The nearest table with which this one can be made anew so that nothing more is broken there,
    otherwise the nearest with which less is broken."""
    near = sorted(range(len(tables)), key=lambda n: (abs(n - at), -n))[1 : _NEIGHBOURS + 1]
    second = None
    for other in near:
        places = sorted(place for table in (tables[at], tables[other]) for pair in table for place in pair)
        made = _made_anew(field, places, Meter(BUDGET))
        cost = sum(field.table_price(table) for table in made)
        if cost <= costs[other]:
            return other, made
        if second is None and cost < costs[at] + costs[other]:
            second = (other, made)
    return second


def _made_anew(field: Field, places: Sequence[int], meter: Meter) -> list[Foursome]:
    """The nearest tables of these players that break the fewest wishes."""
    board = Board(field, one_pyramid("all", places), LAST_LEVEL)
    known = board.cheapest(meter)
    assert known is not None, "everything is allowed"
    return nearest_tables(board, places, board.cost(known), Meter(BUDGET), board.tables(known))
