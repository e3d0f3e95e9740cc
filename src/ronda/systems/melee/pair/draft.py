"""melee: a round before it is told: as it is drawn, unless that breaks a hard wish."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Table
from ronda.core.values import Frozen
from ronda.systems.melee.pair.free_games import Queue
from ronda.systems.melee.pair.opponents import tables_of
from ronda.systems.melee.pair.partners import Outlook, Partnering, outlook_of, partnering
from ronda.systems.melee.pair.relations import Field


class Draft(Frozen, frozen=True):
    """A round before it is told."""

    made: Partnering
    tables: Sequence[Table]


class Desk(Frozen, frozen=True):
    """What every draft of the round begins with."""

    book: Book
    field: Field
    queue: Queue
    outlook: Outlook

    def draft(self, draw: Draw) -> Draft:
        return self.seated(partnering(self.field, self.queue, self.outlook, draw), draw)

    def seated(self, made: Partnering, draw: Draw) -> Draft:
        return Draft(made, tables_of(self.book, self.field, made.stage, draw))


def drafted(book: Book, field: Field, queue: Queue, draw: Draw) -> Draft:
    """The round: as it is drawn, unless that breaks a hard wish and hard wishes concern opponents."""
    desk = Desk(book, field, queue, outlook_of(book, field, queue))
    first = desk.draft(draw)
    if not any(field.rivals):
        return first
    from ronda.systems.melee.pair.wishes import keeping_wishes  # few rounds come to that

    return keeping_wishes(desk, first, draw)
