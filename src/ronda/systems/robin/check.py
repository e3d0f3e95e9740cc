"""robin: a round verified by the rule of sums, not by the table it was read from (ST5.1, ST5.3, ST5.5, ST12)."""

from __future__ import annotations

from ronda.checking.proofs import everybody_once
from ronda.checking.stage_rounds import named_first, opponent_of, turn_of
from ronda.core import Book, Facts, Finding, Round
from ronda.systems.robin.rules import WIN, counts_for_nobody, doubled, starters, table_numbers


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong in the round; `book` is what was known when it was made."""
    found = everybody_once(book, round_, side=1)
    if found:
        return found
    numbers = table_numbers(book)
    size = len(starters(book.players.values()))
    close_last = book.setup.options.get("close_last") is True
    turn, exchanged = turn_of(book.round, size, double=doubled(book.setup), close_last=close_last)
    for table in round_.tables:
        first, second = table.first[0], table.second[0]
        one, other = numbers[first], numbers[second]
        if opponent_of(one, turn, size) != other:
            found.append(_finding(round_, "not_scheduled", "ST5.1", table.players, {"table": table.number}))
        elif (named_first(one, other, size) == one) == exchanged:
            facts = {"table": table.number, "expected": second}
            found.append(_finding(round_, "sides_exchanged", "ST5.1", table.players, facts))
    who = {number: player for player, number in numbers.items()}
    pool = set(book.pool())
    for bye in round_.byes:
        opponent = who.get(opponent_of(numbers[bye.player], turn, size))
        if opponent is not None and opponent in pool:
            found.append(_finding(round_, "should_not_rest", "ST5.1", (bye.player,), {"opponent": opponent}))
            continue
        counts = opponent is not None and not counts_for_nobody(book, opponent)
        if (bye.halves or 0) != (WIN if counts else 0):
            found.append(_finding(round_, "rest_worth", "ST5.5", (bye.player,), {"counts": counts}))
    return found


def _finding(round_: Round, code: str, article: str, players: tuple[int, ...], facts: Facts) -> Finding:
    return Finding(code, article, "violation", round_.number, players, facts)
