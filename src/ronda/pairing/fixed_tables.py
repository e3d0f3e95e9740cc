"""A table that somebody keeps all the event, in the systems whose own rules know no such thing (PS6.1): the game moves,
never the pairing. The others go on counting, in their order, over the tables that are left."""

from __future__ import annotations

from ronda.core.book import Book
from ronda.core.model import Proposal
from ronda.core.values import replace
from ronda.core.verdicts import Reason
from ronda.pairing.unmet_walk import seat_tables


def with_fixed_tables(book: Book, made: Proposal) -> Proposal:
    """The same round with everybody who keeps a table at it; of two who want the same, the one at the higher table."""
    pins = {player.id: player.pinned_table for player in book.players.values() if player.pinned_table is not None}
    listed = sorted(made.round.tables, key=lambda table: table.number)
    if not any(player in pins for table in listed for player in table.players):
        return made
    moved, refused = seat_tables([(table.first, table.second) for table in listed], first=1, pins=pins)
    number = {old.number: new.number for old, new in zip(listed, moved, strict=True)}
    kept = {
        old.number: next(p for p in old.players if pins.get(p) == number[old.number])
        for old in listed
        if any(pins.get(player) == number[old.number] for player in old.players)
    }
    tables = sorted((replace(table, number=number[table.number]) for table in listed), key=lambda table: table.number)
    reasons = [one if one.table is None else replace(one, table=number[one.table]) for one in made.round.reasons]
    reasons += [
        Reason("table_fixed", "PS6.1", {"player": player, "was": old}, table=number[old])
        for old, player in kept.items()
    ]
    reasons += [Reason("pin_taken", "PS6.1", {"player": player}, player=player) for player in refused]
    return replace(made, round=replace(made.round, tables=tuple(tables), reasons=tuple(reasons)))
