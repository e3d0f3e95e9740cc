"""domino: how a round is made, by article.

D4, D5, D6.1, D6.7, D7.4, D9 and the reasons (S3, S7) here · D6.3, D6.6, D7.2, D10.1 `pyramids` · D6.4, D6.5 `walk` ·
D10.5 and lower bounds `relations` · D7.1–D7.3 `ladder`, and for one pyramid `search` with `table_search`. The facts
(D1.3, D6.2, D10.2) are those of `ronda.systems.domino.field`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from ronda.core import Book, Bye, Draw, Frozen, Proposal, Reason, Refusal, Relaxation, Round, Table
from ronda.pairing.explain import skipped_facts
from ronda.systems.domino.field import Foursome, Pair, Relation, ideal
from ronda.systems.domino.pair.ladder import Failure, LadderOutcome, Part, climb_down
from ronda.systems.domino.pair.pyramids import one_pyramid, wished
from ronda.systems.domino.pair.relations import (
    LAST_LEVEL,
    OLD_PARTNER,
    OLD_RIVAL,
    Field,
    Level,
    crowds,
    field_of,
    least_of,
)
from ronda.systems.domino.pair.search import BUDGET, EXACT
from ronda.systems.domino.pair.table_search import Board, Meter
from ronda.systems.domino.pair.walk import nearest_tables
from ronda.systems.domino.ranking import first_order, pairing_order
from ronda.systems.domino.rules import EDITION, LAST_ENTRY, LEAST_PLAYERS, Order, settings

Facts = dict[str, Any]


def names(field: Field, pair: Sequence[int]) -> list[int]:
    return [field.order[place] for place in pair]


def part_reasons(field: Field, part: Part) -> Iterator[Reason]:
    """What is to be said about a pyramid as a whole: exchanges of sides and what the search proved."""
    for a, b in part.seating.sides.exchanged:
        facts: Facts = {"players": names(field, (a, b)), "places": [a + 1, b + 1], "displacement": b - a}
        if field.choices.fresh:
            facts["fresh"] = True
        yield Reason("side_exchange", "D6.6", {"pyramid": part.pyramid, **facts})
    found = part.found
    facts = {"pyramid": part.pyramid, "proved": found.proof, "work": found.work, "budget": BUDGET}
    yield Reason("search_stated", "D6.4", facts)
    if field.choices.fresh:
        tables = part.seating.tables()
        again = sum(field.repeated(table) for table in tables)
        counts = {"partners": again // OLD_PARTNER, "rivals": again % OLD_PARTNER // OLD_RIVAL}
        yield Reason("fresh", "D10.5", {"pyramid": part.pyramid, **counts, "proved": found.proof != "none"})


def choice_reasons(field: Field, order: Order) -> Iterator[Reason]:
    """D10: what the director chose where the documents disagree."""
    if field.choices.across:
        yield Reason("chosen_tables", "D10.1")
    if field.choices.consecutive:
        yield Reason("chosen_partners", "D10.2")
    if order == "index":
        yield Reason("chosen_order", "D10.4")
    if field.choices.exchange_first:
        yield Reason("chosen_contingency", "D10.6")


def table_reasons(field: Field, part: Part, number: Mapping[Pair, int]) -> Iterator[Reason]:
    """Of each table of a pyramid; `number`: of the table of an A pair."""
    seating = part.seating
    moved: dict[Pair, bool] = {}
    passed_over: dict[Pair, list[Facts]] = {}
    for side, pairs in zip(seating.sides.groups, seating.partners, strict=True):
        for pair, not_ideal, skipped in _partners_skipped(field, side, pairs):
            moved[pair], passed_over[pair] = not_ideal, skipped
    better, lower = seating.halves
    free = list(lower)
    for pair, at in zip(better, seating.meets, strict=True):
        other = lower[at]
        rivals = [_rivals_skipped(field, pair, passed) for passed in free[: free.index(other)]]
        free.remove(other)
        code = "moved_rivals" if rivals else "ideal_table"
        article = "D10.1" if field.choices.across else "D6.5"
        if moved[pair] or moved[other]:
            code, article = "moved_partner", "D6.4"
        facts = {"pyramid": part.pyramid, "first": names(field, pair), "second": names(field, other)}
        facts |= skipped_facts([*passed_over[pair], *passed_over[other], *rivals])
        yield Reason(code, article, facts, table=number[pair])


def _partners_skipped(
    field: Field, side: Sequence[int], pairs: Sequence[Pair]
) -> Iterator[tuple[Pair, bool, list[Facts]]]:
    """For each pair whether it is not the ideal one, and who was skipped and why (D6.4)."""
    at = {place: n for n, place in enumerate(side)}
    consecutive = field.choices.consecutive
    placed: set[int] = set()
    for pair in pairs:
        player, partner = pair
        skipped = []
        for n in wished(at[player], len(side), consecutive=consecutive):
            other = side[n]
            if other == partner:
                break
            if other not in placed:
                skipped.append({"for": field.order[player], **_why(field, field.partners, player, other)})
        placed.update(pair)
        yield pair, ideal(at[player], len(side), consecutive=consecutive) != at[partner], skipped


def _why(field: Field, ties: Relation, a: int, b: int) -> Facts:
    gap = ties.gap(a, b)
    found: Facts = {"player": field.order[b]}
    if gap is not None:
        return {**found, "why": f"{ties.name}_window", "last": field.round - gap}
    if b in ties.hard[a] or b in ties.soft[a]:
        return {**found, "why": "avoid"}
    if ties.again(a, b):
        return {**found, "why": f"old_{ties.name}", "last": ties.last[a][b]}
    return {**found, "why": "completion"}


def _rivals_skipped(field: Field, pair: Pair, other: Pair) -> Facts:
    """Why the pair did not meet a free one that stood before (D6.5)."""
    every = [(a, _why(field, field.rivals, a, b)) for a, b in product(pair, other)]
    a, why = next((one for one in every if one[1]["why"] != "completion"), every[0])
    return {"for": field.order[a], "pair": names(field, other), **why}


def ladder_reasons(outcome: LadderOutcome) -> Iterator[Reason]:
    """D7.4: each level that failed, with its attempts; levels that failed for several exchanges between
    the pyramids are told together. Seconds are left out: the same facts give the same round byte for
    byte (S5). D7.2: how many exchanges between the pyramids were compared, and whether no other is better; D7.2b: where
    more hard wishes are broken than counting demands."""
    together: dict[tuple[str, Level, int], list[Failure]] = {}
    for failed in outcome.failures:
        key = (failed.pyramid, failed.level, len(failed.crossing))
        together.setdefault(key, []).append(failed)
    for (pyramid, level, crossed), failures in together.items():
        facts = {
            "pyramid": pyramid,
            "level": level.code,
            "partner_window": level.windows.partner,
            "rival_window": level.windows.rival,
            "crossed": crossed,
            "ways": len(failures),
            "attempts": sum(failed.attempts for failed in failures),
            "proved": all(failed.proved for failed in failures),
        }
        yield Reason("level_failed", "D7.4", facts)
    if outcome.compared is not None:
        ways, of, proved, broken, least = outcome.compared
        if ways:
            yield Reason("exchanges_compared", "D7.2", {"ways": ways, "of": of, "proved": proved})
        if broken > least:
            yield Reason("more_than_counted", "D7.2b", {"broken": broken, "least": least, "proved": proved})


def crossing_relaxations(field: Field, outcome: LadderOutcome) -> Iterator[Relaxation]:
    """D7.2: who changed pyramids; D10.6: so that every window is kept."""
    clean = field.choices.exchange_first and not outcome.harm[0]
    for down, up in outcome.crossing:
        facts: Facts = {"places": [down + 1, up + 1], "displacement": up - down}
        if clean:
            facts["clean"] = True
        yield Relaxation("pyramid_exchange", "D7.2", (field.order[down], field.order[up]), facts)


def table_relaxations(field: Field, pairs: Foursome) -> Iterator[Relaxation]:
    """Every window and every hard wish that the table breaks (D7.1, D7.3, S3)."""
    for ties, a, b in field.together(pairs):
        gap = ties.gap(a, b)
        players = (field.order[a], field.order[b])
        if gap is not None:
            facts = {"as": ties.kind, "last": field.round - gap, "window": ties.window}
            if gap <= 1:
                yield Relaxation("forced", "D7.3", players, facts)
            else:
                yield Relaxation(f"{ties.name}_window", "D7.1", players, facts)
        if b in ties.hard[a]:
            yield Relaxation("avoid_broken", "S3", players, {"as": ties.kind})


def wish_reasons(field: Field, table: int, pairs: Foursome) -> Iterator[Reason]:
    """Soft wishes that could not be kept without harm to a rule."""
    for ties, a, b in field.together(pairs):
        if b in ties.soft[a]:
            facts = {"players": names(field, (a, b)), "as": ties.kind}
            yield Reason("wish_not_kept", "S3", facts, table=table)


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
