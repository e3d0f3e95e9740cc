"""What is derived from the facts and kept in the same database, written in the same transaction."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlalchemy import Connection

from ronda.store.live_events import Folds
from ronda.store.values import Stored

# Gets the tournament before a transaction (None: it is new, or all is to be written again) and after each of its
# appends, and what folds them.
Projection = Callable[[Connection, Stored | None, Sequence[Stored], Folds], None]


def _five_tables(connection: Connection, before: Stored | None, steps: Sequence[Stored], folded: Folds) -> None:
    from ronda.store.read_model.tables import follow  # brings the systems with it: only for who writes

    follow(connection, before, steps, folded)


USUAL: tuple[Projection, ...] = (_five_tables,)
