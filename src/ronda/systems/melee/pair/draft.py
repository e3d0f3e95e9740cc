"""melee: a round before it is told."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Table
from ronda.core.values import Frozen
from ronda.systems.melee.pair.free_games import Queue
from ronda.systems.melee.pair.opponents import tables_of
from ronda.systems.melee.pair.partners import Outlook, Partnering, partnering
from ronda.systems.melee.pair.relations import Field


class Draft(Frozen, frozen=True):
    """A round before it is told."""

    made: Partnering
    tables: Sequence[Table]


class DraftBasis(Frozen, frozen=True):
    """What every draft of the round begins with."""

    book: Book
    field: Field
    queue: Queue
    outlook: Outlook

    def draft(self, draw: Draw) -> Draft:
        return self.seated(partnering(self.field, self.queue, self.outlook, draw), draw)

    def seated(self, made: Partnering, draw: Draw) -> Draft:
        return Draft(made, tables_of(self.book, self.field, made.stage, draw))
