"""Tables that somebody keeps (PS6.1), judged from the list of players; and the round as it was before games moved.

Nothing here knows how games are moved: a round says of every fixed table which number it had (`table_fixed` {was}), the
others are in their order, and whatever a system says of table numbers it says of those.
"""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.values import replace
from ronda.core.verdicts import Finding


def fixed_findings(book: Book, round_: Round) -> list[Finding]:
    """Whoever keeps a table is at it, unless somebody else who keeps the same one is."""
    wishes = {
        table.number: {pin for p in table.players if (pin := book.players[p].pinned_table) is not None}
        for table in round_.tables
        if all(player in book.players for player in table.players)
    }
    return [
        Finding("table_not_kept", "PS6.1", "violation", round_.number, table.players, {"table": table.number})
        for table in round_.tables
        if (own := wishes.get(table.number, set()))
        and table.number not in own
        and not all(pin in wishes.get(pin, set()) for pin in own)
    ]


def before_moving(round_: Round) -> Round:
    """The round with the numbers that the system gave; as it is where it does not say them all."""
    was = {
        one.table: int(one.facts.get("was", 0))
        for one in round_.reasons
        if one.code == "table_fixed" and one.table is not None
    }
    if not was:
        return round_
    listed = sorted(table.number for table in round_.tables)
    free = [number for number in range(1, len(listed) + 1) if number not in was.values()]
    others = [number for number in listed if number not in was]
    if len(free) != len(others):
        return round_
    number = {**was, **dict(zip(others, free, strict=True))}
    tables = sorted((replace(table, number=number[table.number]) for table in round_.tables), key=lambda t: t.number)
    reasons = tuple(
        one if one.table is None else replace(one, table=number.get(one.table, one.table))
        for one in round_.reasons
        if one.code not in ("table_fixed", "pin_taken")
    )
    return replace(round_, tables=tuple(tables), reasons=reasons)
