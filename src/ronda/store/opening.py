"""Opening a store: made or brought up to date if need be, and looked at in memory where nothing can be written."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL
from sqlalchemy.exc import DBAPIError

from ronda.store.copy_files import sweep
from ronda.store.database.engine import make_engine, memory_engine
from ronda.store.database.location import database_url, shown_url
from ronda.store.database.sqlite_files import in_memory, snapshot
from ronda.store.seal import Sealer
from ronda.store.store import Clock, Store, now
from ronda.store.values import DiskFull, ReadOnly, Unusable
from ronda.store.writing import Projection


def open_store(
    url: str | Path,
    *,
    projections: Sequence[Projection] | None = None,
    clock: Clock = now,
    sealer: Sealer | None = None,
) -> Store:
    """The store at a path, at `sqlite:///…` or at `postgresql://…`, made or brought up to date if need be. A file that
    is to take the place of another is sealed with that one's `sealer`."""
    address = database_url(url)
    if address.get_backend_name() == "sqlite":
        sweep(Path(address.database or "").parent)
    store = Store(make_engine(address), projections, clock, sealer)
    try:
        store.bring_up_to_date()
        store.scrub()  # if that could not be done when somebody was erased
    except (ReadOnly, DiskFull):
        store.close()
        return _looked_at(address, projections, clock)
    except DBAPIError as error:
        store.close()
        raise Unusable(shown_url(address), str(error.orig).strip()) from error
    except BaseException:
        store.close()
        raise
    return store


def _looked_at(address: URL, projections: Sequence[Projection] | None, clock: Clock) -> Store:
    """A database of an earlier release where nothing can be written: brought up to date in memory, to be read."""
    with (
        closing(snapshot(Path(address.database or ""))) as connection,
        Store(memory_engine(lambda: connection, address), projections, clock) as first,
    ):
        first.bring_up_to_date()
        data = connection.serialize()
    return Store(memory_engine(lambda: in_memory(data, only_to_look=True), address), projections, clock)
