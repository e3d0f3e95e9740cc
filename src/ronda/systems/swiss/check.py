"""swiss: a round verified, from the recorded facts alone (AG9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ronda.checking.unmet_walk import OwnRules, check_unmet
from ronda.core import Book, Draw, Finding, Round, Table, replace
from ronda.core.book import PLAYED
from ronda.systems.swiss.rules import MatchForm, WalkOptions, round_lots, settings, straight_round, swiss_order
from ronda.systems.swiss.scoring import obeys


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong, or relaxed, in the round; `book` is what was known when it was made."""
    form, own = settings(book.setup).match, settings(book.setup).walk
    order = swiss_order(book, own, round_lots(book.pool(), _draw(round_)))
    straight = straight_round(book, own)
    rules = OwnRules(
        own.first_table,
        own.byes == "even",
        own.list_fallback,
        own.first,
        own.meetings,
        straight,
        named_first=own.starts in ("none", "listed"),
    )
    found = check_unmet(book, round_, order, rules)
    if straight:
        found = [
            replace(one, code="not_straight", article="AG5.6") if one.code == "nearer_opponent_free" else one
            for one in found
        ]
    if {player for table in round_.tables for player in table.players} - set(order):
        return found
    return [*found, *_forms(round_, form), *_starts(book, round_, order, own)]


def _forms(round_: Round, own: MatchForm) -> Iterator[Finding]:
    """AG2: every result is one that could be entered."""
    for table in round_.tables:
        if table.result is not None and not obeys(table.result, own):
            yield Finding("result_form", "AG2", "violation", round_.number, table.players, {"table": table.number})


def _starts(book: Book, round_: Round, order: Sequence[int], own: WalkOptions) -> Iterator[Finding]:
    """AG5.7: who begins where the firsts are balanced, or by the lot of the round."""
    for table in round_.tables if own.starts in ("lot", "balanced") else ():
        higher, lower = sorted(table.players, key=order.index)
        due = _due(book, round_, table, higher, lower, own)
        if table.first != (due,):
            facts = {"table": table.number, "expected": due}
            yield Finding("start_wrong", "AG5.7", "violation", round_.number, table.players, facts)


def _due(book: Book, round_: Round, table: Table, higher: int, lower: int, own: WalkOptions) -> int:
    if own.starts == "lot":
        return _draw(round_).about("AG5.7", table.number).shuffled((higher, lower))[0]
    firsts, balance = {}, {}
    for player in (higher, lower):
        seats = [(line.round, line.seat) for line in book.lines[player] if line.outcome in PLAYED]
        balance[player] = sum(-1 if seat else 1 for _, seat in seats)
        firsts[player] = next((number for number, seat in reversed(seats) if seat == 0), 0)
    for rule in (balance, firsts):
        if rule[higher] != rule[lower]:
            return higher if rule[higher] < rule[lower] else lower
    return higher if table.number % 2 else lower


def _draw(round_: Round) -> Draw:
    """The lots of a round, from its seed."""
    return Draw(round_.seed or 0, "round", round_.number)
