"""Small report files for tests: four players, two rounds, nothing wrong."""

from __future__ import annotations

HEAD = ("012 Four", "142 3", "152 W", "192 FIDE_DUTCH")
#          columns   5    10   15                                49   54  58          70         81   86
ROWS = (
    "001    1 m GM Ann                               2000 NOR           1 1990/01/31  1.5    1     3 w 1     2 b =",
    "001    2 w    Bea                               1900                             1.5    2     4 b 1     1 w =",
    "001    3      Cid                               1800                             1.0    3     1 b 0  0000 - U",
    "001    4      Dan                               1700                             0.0    4     2 w 0  0000 - Z",
)


def trf(*rows: str, head: tuple[str, ...] = HEAD, more: tuple[str, ...] = ()) -> str:
    """A file of these player records, or of the four with nothing wrong."""
    return "".join(f"{line}\n" for line in (*head, *(rows or ROWS), *more))


def put(row: int, column: int, text: str) -> str:
    """The file with something else in a player's record, from a column on."""
    rows = list(ROWS)
    line = rows[row - 1].ljust(column - 1 + len(text))
    rows[row - 1] = line[: column - 1] + text + line[column - 1 + len(text) :]
    return trf(*rows)
