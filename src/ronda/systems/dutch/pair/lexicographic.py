"""dutch: the lexicographically first perfect matching of rows with columns, columns as bits of whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

_NONE = -1


def first_matching(rows: Sequence[int], columns: int) -> list[int] | None:
    """For every row its column, so that the first row has the smallest possible one, then the second …; None where the
    rows cannot all have a column of their own."""
    given = [_NONE] * len(rows)
    owner: dict[int, int] = {}
    free = columns
    waiting = []
    for n, row in enumerate(rows):
        found = row & free
        if found:
            bit = found & -found
            free ^= bit
            column = bit.bit_length() - 1
            given[n], owner[column] = column, n
        else:
            waiting.append(n)
    for n in waiting:
        end = _reach(rows, owner, n, columns, free, given)
        if end == _NONE:
            return None
        free ^= 1 << end
    if waiting:  # else everybody has the first column that those before left
        _improve(rows, columns, given, owner)
    return given


def _reach(rows: Sequence[int], owner: dict[int, int], start: int, usable: int, goals: int, given: list[int]) -> int:
    """Give the row `start` a column and shift others along a path that ends in one of the `goals`; the column reached,
    or none. Breadth first: whole rows at a time."""
    came: dict[int, int] = {}  # column: the row that led to it
    unseen = usable
    queue = [start]
    for row in queue:
        found = rows[row] & goals & unseen
        if found:
            column = (found & -found).bit_length() - 1
            came[column] = row
            _shift(column, start, came, given, owner)
            return column
        found = rows[row] & unseen
        unseen &= ~found
        while found:
            bit = found & -found
            found ^= bit
            column = bit.bit_length() - 1
            came[column] = row
            queue.append(owner[column])
    return _NONE


def _shift(column: int, start: int, came: dict[int, int], given: list[int], owner: dict[int, int]) -> None:
    while True:
        row = came[column]
        before = given[row]
        given[row], owner[column] = column, row
        if row == start:
            return
        column = before


def _improve(rows: Sequence[int], usable: int, given: list[int], owner: dict[int, int]) -> None:
    """Row by row: take the smallest column that leaves the rows after it theirs.

    Columns that were reached in vain are sealed: their owners can have no others. No later shift leads out of them, so
    that whoever has a column elsewhere need not try them again."""
    sealed: list[int] = []
    for n, row in enumerate(rows):
        own = given[n]
        wanted = row & usable & ((1 << own) - 1)
        for closed in sealed:
            if not closed >> own & 1:
                wanted &= ~closed
        while wanted:
            bit = wanted & -wanted
            column = bit.bit_length() - 1
            # the owner of that column must come to `own`, without the rows before and without this one
            closed = _swap(rows, owner, owner[column], usable & ~bit, own, given)
            if closed == 0:
                given[n], owner[column] = column, n
                own = column
                break
            closed |= bit
            wanted &= ~closed
            sealed = [other for other in sealed if other & ~closed]
            sealed.append(closed)
        usable &= ~(1 << own)


def _swap(rows: Sequence[int], owner: dict[int, int], start: int, usable: int, goal: int, given: list[int]) -> int:
    """Shift columns so that the row `start` has another one and `goal` is taken over; 0 when done, else all columns
    that were reached in vain: none of their owners can come to the goal either. Columns wait as bits of one number: of
    the many that a row opens up, only those are looked at that are needed."""
    target = 1 << goal
    unseen = usable & ~target
    waiting = 0
    trail: list[tuple[int, int]] = []  # columns that a row opened up, and the row
    row = start
    while not rows[row] & target:
        found = rows[row] & unseen
        if found:
            unseen ^= found
            waiting |= found
            trail.append((found, row))
        if not waiting:
            return (usable & ~unseen & ~target) or 1 << given[start]
        column = waiting.bit_length() - 1
        waiting ^= 1 << column
        row = owner[column]
    column = goal
    while True:
        before = given[row]
        given[row], owner[column] = column, row
        if row == start:
            return 0
        column = before
        row = next(source for found, source in trail if found >> column & 1)
