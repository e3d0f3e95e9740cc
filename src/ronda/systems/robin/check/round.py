"""robin: a round verified by the rule of sums, not by the table it was read from (ST5.1, ST5.3, ST5.5, ST12).

Numbers a, b below e meet when a + b ≡ r + 1 (mod e − 1), the lower one first when a + b is odd; against e, the numbers
up to e/2 are first.
"""

from __future__ import annotations

from collections import Counter

from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.verdicts import Facts, Finding
from ronda.systems.robin.rules import WIN, counts_for_nobody, doubled, starters, table_numbers


def check(book: Book, round_: Round) -> list[Finding]:
    """What is wrong in the round; `book` is what was known when it was made."""
    found = _once(book, round_)
    if found:
        return found
    numbers = table_numbers(book)
    size = len(starters(book.players.values()))
    turn, exchanged = _turn(book, size)
    for table in round_.tables:
        first, second = table.first[0], table.second[0]
        one, other = numbers[first], numbers[second]
        if _opponent(one, turn, size) != other:
            found.append(_finding(round_, "not_scheduled", "ST5.1", table.players, {"table": table.number}))
        elif (_first(one, other, size) == one) == exchanged:
            facts = {"table": table.number, "expected": second}
            found.append(_finding(round_, "sides_exchanged", "ST5.1", table.players, facts))
    who = {number: player for player, number in numbers.items()}
    pool = set(book.pool())
    for bye in round_.byes:
        opponent = who.get(_opponent(numbers[bye.player], turn, size))
        if opponent is not None and opponent in pool:
            found.append(_finding(round_, "should_not_rest", "ST5.1", (bye.player,), {"opponent": opponent}))
            continue
        counts = opponent is not None and not counts_for_nobody(book, opponent)
        if (bye.halves or 0) != (WIN if counts else 0):
            found.append(_finding(round_, "rest_worth", "ST5.5", (bye.player,), {"counts": counts}))
    return found


def _once(book: Book, round_: Round) -> list[Finding]:
    """S1: everybody of the pool once, at a table of two or resting."""
    pool, seats = book.pool(), Counter(round_.players)
    found = [_finding(round_, "player_missing", "S1", (p,), {}) for p in pool if not seats[p]]
    found += [_finding(round_, "player_not_in_pool", "S1", (p,), {}) for p in seats if p not in set(pool)]
    found += [_finding(round_, "player_twice", "S1", (p,), {"times": n}) for p, n in seats.items() if n > 1]
    found += [
        _finding(round_, "side_size", "S1", table.players, {"table": table.number, "size": 1})
        for table in round_.tables
        if len(table.first) != 1 or len(table.second) != 1
    ]
    return found


def _finding(round_: Round, code: str, article: str, players: tuple[int, ...], facts: Facts) -> Finding:
    return Finding(code, article, "violation", round_.number, players, facts)


def _turn(book: Book, size: int) -> tuple[int, bool]:
    """Which round of the single table it is, and whether the sides are exchanged (ST5.3, ST5.4)."""
    cycle = size - 1 + size % 2
    total = 2 * cycle if doubled(book.setup) else cycle
    at = total + 1 - book.round if book.setup.options.get("close_last") is True else book.round
    if not doubled(book.setup):
        return at, False
    if at > cycle:
        return at - cycle, True
    return {cycle - 1: cycle, cycle: cycle - 1}.get(at, at), False


def _opponent(number: int, turn: int, size: int) -> int:
    """Whom the number meets in that round of the single table; above the field: nobody."""
    even = size + size % 2
    around = even - 1
    if number == even:
        return next(x for x in range(1, even) if 2 * x % around == (turn + 1) % around)
    other = (turn + 1 - number) % around or around
    return even if other == number else other


def _first(one: int, other: int, size: int) -> int:
    """Which of the two is named first in the single table."""
    even = size + size % 2
    low, high = sorted((one, other))
    if high == even:
        return low if 2 * low <= even else high
    return low if (low + high) % 2 else high
