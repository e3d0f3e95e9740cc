"""Who meets whom when everybody meets everybody, by the rule of sums (ST5.1, ST5.3, ST5.4).

Numbers a, b below e meet when a + b ≡ r + 1 (mod e − 1), the lower one first when a + b is odd; against e, the numbers
up to e/2 are first. Nothing here knows the tables that rounds are read from.
"""

from __future__ import annotations


def turn_of(made: int, size: int, *, double: bool, close_last: bool) -> tuple[int, bool]:
    """Which round of the single table round `made` is, and whether the sides are exchanged (ST5.3, ST5.4)."""
    cycle = size - 1 + size % 2
    total = 2 * cycle if double else cycle
    at = total + 1 - made if close_last else made
    if not double:
        return at, False
    if at > cycle:
        return at - cycle, True
    return {cycle - 1: cycle, cycle: cycle - 1}.get(at, at), False


def opponent_of(number: int, turn: int, size: int) -> int:
    """Whom the number meets in that round of the single table; above the field: nobody."""
    even = size + size % 2
    around = even - 1
    if number == even:
        return next(x for x in range(1, even) if 2 * x % around == (turn + 1) % around)
    other = (turn + 1 - number) % around or around
    return even if other == number else other


def named_first(one: int, other: int, size: int) -> int:
    """Which of the two is named first in the single table."""
    even = size + size % 2
    low, high = sorted((one, other))
    if high == even:
        return low if 2 * low <= even else high
    return low if (low + high) % 2 else high
