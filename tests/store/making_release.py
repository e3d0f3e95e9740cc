"""Makes the database file of a release, as SQL text: `python -m tests.store.making_release`, once before each release.

A file once made is never changed: later releases must open it.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

from ronda import __version__
from ronda.core.facts import Created
from ronda.core.model import Setup
from ronda.store import Conflict, open_store
from tests.store.samples import whole_life

RELEASES = Path(__file__).parent / "releases"


def make(path: Path) -> None:
    minutes = count()
    clock = lambda: datetime(2026, 11, 15, 10, next(minutes), tzinfo=UTC)  # noqa: E731
    with open_store(path, clock=clock) as store:
        made = store.create(whole_life()[:9], actor="Ann", key="make")
        for number, fact in enumerate(whole_life()[9:]):
            answer = store.append(made.code, [fact], expected=made.version, actor="Ben", key=f"request-{number}")
            assert not isinstance(answer, Conflict)
            made = answer
        store.create([Created(Setup("chess", "Kulüp şampiyonası"))], actor="Çiğdem")


def main() -> None:
    target = RELEASES / f"{'.'.join(__version__.split('.')[:2])}.sql"
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "ronda.db"
        make(path)
        with closing(sqlite3.connect(path)) as connection:
            text = "\n".join(connection.iterdump()) + "\n"
    descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    with open(descriptor, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
