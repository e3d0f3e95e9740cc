"""News from other workers: PostgreSQL tells, SQLite is asked a few times a second."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from threading import Event, Thread
from typing import Self

from sqlalchemy import Engine, select
from sqlalchemy.exc import DBAPIError

from ronda.store.database.engine import CHANNEL
from ronda.store.database.tables import ledger
from ronda.store.values import StoreTrouble

OnChange = Callable[[str, int], None]
OnNote = Callable[[str, str], None]

POLL_SECONDS = 0.1
RETRY_SECONDS = 1.0
READY_SECONDS = 15.0

_log = logging.getLogger(__name__)


class Listening:
    """A thread that calls back with code and version after every change, until it is closed. After a lost connection
    it tells what was missed; a callback may hear of several versions at once, and always of the last."""

    def __init__(self, engine: Engine, callback: OnChange, on_note: OnNote) -> None:
        self._engine = engine
        self._callback = callback
        self._on_note = on_note
        self._seen = self._versions()
        self._stop = Event()
        self._ready = Event()
        self._thread = Thread(target=self._run, name="ronda-listening", daemon=True)
        self._thread.start()
        self._ready.wait(READY_SECONDS)

    def close(self) -> None:
        self._stop.set()
        self._thread.join()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _run(self) -> None:
        follow = self._follow_postgresql if self._engine.dialect.name == "postgresql" else self._follow_sqlite
        while not self._stop.is_set():
            try:
                follow()
            except (ConnectionError, sqlite3.Error, DBAPIError, StoreTrouble) as error:
                _log.warning("listening again in %s s: %s", RETRY_SECONDS, error)
                self._stop.wait(RETRY_SECONDS)

    def _follow_postgresql(self) -> None:
        import psycopg  # takes a while to import, and SQLite does not need it

        arguments, options = self._engine.dialect.create_connect_args(self._engine.url)
        try:
            with psycopg.connect(*arguments, **options, autocommit=True) as connection:
                connection.execute(f"LISTEN {CHANNEL}")
                self._on_note("", "")  # whatever was written while nobody listened
                self._catch_up()
                while not self._stop.is_set():
                    last: dict[str, int] = {}
                    for note in connection.notifies(timeout=POLL_SECONDS):  # all that come within that time
                        code, _, what = note.payload.partition(":")
                        if what.isdecimal():
                            last[code] = int(what)
                        else:
                            self._on_note(code, what)
                    for code, version in last.items():
                        self._tell(code, version)
        except psycopg.Error as error:
            raise ConnectionError(str(error)) from error

    def _follow_sqlite(self) -> None:
        raw = self._engine.raw_connection()
        try:
            cursor = raw.cursor()
            before = None
            while not self._stop.wait(POLL_SECONDS if self._ready.is_set() else 0):
                cursor.execute("PRAGMA data_version")  # changes with every commit of any other connection
                found = cursor.fetchone()
                if found != before:
                    before = found
                    self._on_note("", "")
                    self._catch_up()
        finally:
            raw.close()

    def _versions(self) -> dict[str, int]:
        with self._engine.connect() as connection:
            rows = connection.execute(select(ledger.c.code, ledger.c.version)).all()
        return {code: version for code, version in rows if type(version) is int}  # a damaged row has no news

    def _catch_up(self) -> None:
        for code, version in self._versions().items():
            self._tell(code, version)
        self._ready.set()

    def _tell(self, code: str, version: int) -> None:
        if version <= self._seen.get(code, 0):
            return
        self._seen[code] = version
        try:
            self._callback(code, version)
        except StoreTrouble as trouble:
            _log.warning("after version %s of %s: %s", version, code, trouble)
        except Exception:
            _log.exception("after version %s of %s", version, code)
