"""Table numbers: in pairing order, with players pinned to a table where they sit (R5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import count

from ronda.core.model import Side, Table


def seat_tables(
    sides: Sequence[tuple[Side, Side]], first: int, pins: Mapping[int, int]
) -> tuple[list[Table], list[int]]:
    """The tables in pairing order, numbered from `first`, and the players whose pin could not be kept because
    somebody placed before them has that table."""
    pinned: dict[int, int] = {}
    refused: list[int] = []
    for at, pair in enumerate(sides):
        for player in (*pair[0], *pair[1]):
            wish = pins.get(player)
            if wish is None or pinned.get(wish) == at:
                continue
            if wish in pinned or at in pinned.values():
                refused.append(player)
            else:
                pinned[wish] = at
    number_of = {at: number for number, at in pinned.items()}
    free = (number for number in count(first) if number not in pinned)
    tables = [
        Table(number_of[at] if at in number_of else next(free), one, other) for at, (one, other) in enumerate(sides)
    ]
    return tables, refused
