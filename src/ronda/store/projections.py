"""What is derived from the facts and kept in the same database, written in the same transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from ronda.store.fold_cache import Folded, FoldedApart
from ronda.store.values import Stored

# Gets the tournament before (None: it is new, or all is to be written again) and after an append, and what folds them.
Projection = Callable[[Connection, Stored | None, Stored, Folded | FoldedApart], None]


def _five_tables(connection: Connection, before: Stored | None, after: Stored, folded: Folded | FoldedApart) -> None:
    from ronda.store.read_model.follow import follow  # brings the systems with it: only for who writes

    follow(connection, before, after, folded)


USUAL: tuple[Projection, ...] = (_five_tables,)
