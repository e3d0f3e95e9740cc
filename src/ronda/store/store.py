"""The store: facts of tournaments in a database, appended one version after the other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Protocol, Self

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError

from ronda.core import Tournament
from ronda.core.facts import Created, Fact
from ronda.store import reading
from ronda.store.batch import Batch
from ronda.store.chain import by_version
from ronda.store.copy_files import sweep
from ronda.store.database.engine import at_one_moment, bring_up_to_date, make_engine, memory_engine, writing
from ronda.store.database.location import database_url, shown_url
from ronda.store.database.sqlite_files import in_memory, snapshot
from ronda.store.erasure import scrub
from ronda.store.live_events import LiveEvent, LiveEvents
from ronda.store.notifications import Listening, OnChange, OnNote
from ronda.store.read_model.tables import write_all_anew, write_anew
from ronda.store.reading import EventPage, Meant, Progress, keep_progress, listing, progress_of
from ronda.store.salvage import Saved, present, write_saved
from ronda.store.seal import (
    EventSeal,
    Noted,
    Sealer,
    key_file,
    seal_anew,
    sealed_elsewhere,
    seals,
    verified,
    verified_since,
)
from ronda.store.values import (
    Conflict,
    Damage,
    Damaged,
    DiskFull,
    LedgerEntry,
    Problem,
    ReadOnly,
    Stored,
    Summary,
    UnknownCode,
    Unusable,
    Verified,
    fresh_code,
    read_code,
)
from ronda.store.writing import earlier_requests, request_of

_MOMENT = timedelta(microseconds=1)
_ATTEMPTS = 8  # to make a tournament, when a code or a key is taken at the same moment

_log = logging.getLogger(__name__)

Clock = Callable[[], datetime]


class Beside(Protocol):
    """What is written together with a new tournament."""

    def __call__(self, connection: Connection, code: str) -> None: ...


def now() -> datetime:
    return datetime.now(UTC)


class Store:
    """Facts of tournaments. Several threads may use one store, several processes one database."""

    def __init__(
        self,
        engine: Engine,
        clock: Clock,
        sealer: Sealer | None = None,
        *,
        read_model: bool = True,
    ) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self.live = LiveEvents()
        self._damaged: set[str] = set()  # whose facts could not be read the last time, for those who only see lists
        self._read_model = read_model
        self._clock = clock
        self._sealer = sealer or Sealer(key_file(engine.url))

    @property
    def place(self) -> URL:
        """Where the database is."""
        return self._engine.url

    def bring_up_to_date(self) -> None:
        """The tables as this release needs them."""
        bring_up_to_date(self._engine, write_all_anew if self._read_model else lambda _: None)

    def create(
        self, facts: Sequence[Fact], *, actor: str, key: str | None = None, same_transaction: Beside | None = None
    ) -> Stored:
        """A new tournament with a code of its own. A key that came before gives what it gave then. `same_transaction`
        writes, in the same transaction, what belongs to it."""
        if not facts or not isinstance(facts[0], Created):
            raise ValueError("the first fact creates the tournament")
        asking = request_of(facts, actor, key)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self.together() as batch:
                    made = batch.create(fresh_code(), asking)
                    if same_transaction is not None:
                        batch.in_same_transaction(partial(same_transaction, code=made.code))
                    return made
            except IntegrityError:  # the code is taken, or the same request has just been written by another worker
                if attempt == _ATTEMPTS:
                    raise
        raise AssertionError

    def load(self, code: str) -> Stored | None:
        """A tournament with all its facts, or None if there is none of that code."""
        found = self.event(code)
        return None if found is None else found.stored

    def event(self, code: str) -> LiveEvent | None:
        """The same, with what is worked out of it."""
        known = self.last_known(code)  # before the transaction begins: then it is never ahead of it
        found = self._read(code, known)
        if found is None or (known is not None and found is known.stored):
            return known if found is not None else None
        if known is not None and found.facts[0] is not known.stored.facts[0]:  # read anew: perhaps somebody was erased
            self.live.forget(found.code)
        return self.live.keep(LiveEvent(found, known), instead_of=known)

    def _read(self, code: str, known: LiveEvent | None) -> Stored | None:
        """Raises Damaged."""
        own = read_code(code) or ""
        try:
            with self._engine.connect() as connection:
                end = self._head(connection, code)
                found = None if end is None else reading.stored(connection, end, known.stored if known else None)
        except Damaged:
            self._damaged.add(own)
            raise
        self._damaged.discard(own)
        return found

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> Stored | Conflict:
        """The tournament with these facts, all or none, if `expected` is still its version."""
        with self.together() as batch:
            return batch.append(code, facts, expected=expected, actor=actor, key=key)

    @contextmanager
    def together(self) -> Iterator[Batch]:
        """Several requests in one transaction: they are all kept, or none of them. Nothing may be acknowledged
        before the end."""
        with self._writing.begin() as connection:
            batch = Batch(connection, self.live, self._at, self._sealer)
            yield batch
            batch.finish(read_model=self._read_model)
        for code in batch.erased:
            self.live.forget(code)
        for stored in batch.written.values():
            self.live.keep(batch.event(stored))
        if batch.erased:
            self.scrub()

    def tournament(self, stored: Stored) -> Tournament:
        """The tournament that the facts in force tell of; going on from an earlier version costs next to nothing."""
        return self.live.tournament(stored)

    def log(self, code: str) -> tuple[LedgerEntry, ...] | None:
        """All facts with who and when."""
        return self.changes_since(code, 0)

    def changes_since(self, code: str, version: int) -> tuple[LedgerEntry, ...] | None:
        """What was recorded after that version; None if there is no such tournament."""
        with self._looking_at(code) as (connection, end):
            return None if end is None else reading.records(connection, end, max(version, 0))

    def records(self, stored: Stored, first: int, last: int) -> tuple[LedgerEntry, ...]:
        """What was recorded with these versions of a tournament. Raises Damaged."""
        with self._looking_at(stored.code) as (connection, end):
            found = () if end is None else reading.records(connection, end, first - 1, last)
        if len(found) != last - first + 1:
            raise Damaged(stored.code, first, "facts are missing")
        return found

    def times(self, stored: Stored) -> Sequence[datetime]:
        """When each of its facts was recorded."""
        with self._looking_at(stored.code) as (connection, end):
            found = reading.times(connection, end) if end is not None else ()
        if len(found) < stored.version:
            raise Damaged(stored.code, len(found) + 1, "facts are missing")
        return found[: stored.version]

    def last_known(self, code: str) -> LiveEvent | None:
        """As this process has last read or written it, without asking the database."""
        return self.live.last_known(read_code(code) or "")

    def decided_on(self, code: str, key: str) -> int | None:
        """The version that an earlier request with this key was decided on; None if none came with it."""
        with self._engine.connect() as connection:
            heard = earlier_requests(connection, [(read_code(code) or "", key)])
        return next((one.decided_on for one in heard.values()), None)

    def summaries(self) -> tuple[Summary, ...]:
        """All tournaments, also archived and deleted ones, in the order they were made."""
        with self._engine.connect() as connection:
            return reading.summaries(connection)

    def listing(
        self, *, archived: bool, start: int, size: int, meant: Meant | None = None, account: int | None = None
    ) -> EventPage:
        """A page of them, archived ones or the others; `meant`: whom somebody looks for, by code and name. Those of an
        account, or the server's own."""
        with self._engine.connect() as connection:
            at_one_moment(connection)
            return listing(connection, archived=archived, start=start, size=size, meant=meant, account=account)

    def met_damaged(self, code: str) -> bool:
        """Whether somebody found its facts damaged when they were last read here."""
        return code in self._damaged

    def progress(self, code: str) -> Progress | None:
        """Where a tournament stands that has it not written beside its end yet: an earlier release wrote it, or it came
        from a copy. Nothing that is kept in memory gives way. Raises Damaged."""
        found = self._read(code, self.last_known(code))
        if found is None:
            return None
        made = progress_of(self.live.tournament(found))
        with suppress(ReadOnly, DiskFull), self._writing.begin() as connection:
            keep_progress(connection, found.code, found.version, made)
        return made

    def standing(self, summary: Summary) -> Progress | None:
        """Where a tournament of a list stands, without its facts if that is written there; None: it is damaged."""
        if summary.damage is not None or self.met_damaged(summary.code):
            return None
        if summary.progress is not None:
            return summary.progress
        try:
            return self.progress(summary.code)
        except Damage as damage:  # it must not hide the others
            _log.warning("%s", damage)
            return None

    def codes(self) -> tuple[str, ...]:
        return tuple(summary.code for summary in self.summaries())

    def verify(self, code: str) -> list[Problem]:
        """Whether the tournament in the database is the one that was written: everything that is not as it was."""
        return list(self.verified(code).problems)

    def verified(self, code: str, noted: Noted | None = None) -> Verified:
        """The same, with what was verified; also against an end of the facts that somebody noted."""
        with self._looking_at(code) as (connection, end):
            if end is None:
                raise UnknownCode(code)
            return verified(connection, end, self._sealer, noted)

    def verified_since(self, stored: Stored, since: Verified) -> Verified | None:
        """The same of what came since everything was found right; None where all of it must be looked at again."""
        with self._looking_at(stored.code) as (connection, end):
            tournament = self.tournament(stored)
            return None if end is None else verified_since(connection, end, self._sealer, since, stored, tournament)

    @property
    def key_file(self) -> Path:
        """Where the key is, or would be, with which ends are sealed here."""
        return self._sealer.file

    def sealed_elsewhere(self) -> int:
        """How many events are sealed with a key that is not here."""
        with self._engine.connect() as connection:
            return sealed_elsewhere(connection, self._sealer)

    def seals(self) -> list[EventSeal]:
        """What is known of the seal of every event."""
        with self._engine.connect() as connection:
            at_one_moment(connection)
            return seals(connection, self._sealer)

    def seal_anew(self) -> list[EventSeal]:
        """Seals every sound event with the key here, whoever sealed it before. Answers what was there."""
        with self._writing.begin() as connection:
            return seal_anew(connection, self._sealer)

    def as_found(self, code: str) -> tuple[Fact, ...]:
        """The facts as they stand in the database, also those that are not what was written. Raises Damaged."""
        with self._looking_at(code) as (connection, end):
            if end is None:
                raise UnknownCode(code)
            return reading.decoded(end, reading.all_rows(connection, end), 1, None, by_version(connection, end.id))

    def take_over(self, saved: Sequence[Saved]) -> set[str]:
        """Writes tournaments that were saved from a damaged database, all or none. Answers the codes that are taken
        here already: nothing was written for those."""
        with self._writing.begin() as connection:
            taken = present(connection, [one.code for one in saved])
            for one in saved:
                if one.code in taken:
                    continue
                write_saved(connection, one, self._sealer)
                if self._read_model:
                    write_anew(connection, one.code)
        return taken

    def rebuild_tables(self, code: str) -> None:
        """Writes the five tables of a tournament anew. Raises UnknownCode and Damaged."""
        with self._writing.begin() as connection:
            write_anew(connection, read_code(code) or "")

    @contextmanager
    def reads(self) -> Iterator[Connection]:
        """A transaction that reads what stands beside the facts: notes and passes."""
        with self._engine.connect() as connection:
            yield connection

    @contextmanager
    def writes(self) -> Iterator[Connection]:
        """A transaction that writes there."""
        with self._writing.begin() as connection:
            yield connection

    def listen(self, callback: OnChange, on_note: OnNote = lambda *_: None) -> Listening:
        """Calls back, from a thread of its own, with code and version after every change by whichever worker; and with
        scope and name of every note that is written, or with none of both where that is not known."""
        return Listening(self._engine, callback, on_note)

    def scrub(self) -> bool:
        """Makes sure that no bytes of what was erased are left in the file; false if that must wait."""
        return scrub(self._engine)

    def close(self) -> None:
        self._engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _looking_at(self, code: str) -> Iterator[tuple[Connection, reading.Head | None]]:
        """A transaction that sees one moment, and where the facts of the tournament end in it."""
        with self._engine.connect() as connection:
            at_one_moment(connection)
            yield connection, self._head(connection, code)

    def _head(self, connection: Connection, code: str, lock: bool = False) -> reading.Head | None:
        meant = read_code(code)
        return None if meant is None else reading.head(connection, meant, lock)

    def _at(self, last: str | None = None) -> str:
        """Now, or, should the clock have gone back, just behind the `last` time: the facts of one request are known
        by their common time, which no other request of the tournament has."""
        time = self._clock().astimezone(UTC)
        if last is not None:
            time = max(time, datetime.fromisoformat(last) + _MOMENT)
        return time.isoformat(timespec="microseconds")


def open_store(
    url: str | Path,
    *,
    read_model: bool = True,
    clock: Clock = now,
    sealer: Sealer | None = None,
) -> Store:
    """The store at a path, at `sqlite:///…` or at `postgresql://…`, made or brought up to date if need be. A file that
    is to take the place of another is sealed with that one's `sealer`. Without the `read_model` the five tables are not
    written."""
    address = database_url(url)
    if address.get_backend_name() == "sqlite":
        sweep(Path(address.database or "").parent)
    store = Store(make_engine(address), clock, sealer, read_model=read_model)
    try:
        store.bring_up_to_date()
        store.scrub()  # if that could not be done when somebody was erased
    except (ReadOnly, DiskFull):
        store.close()
        return _looked_at(address, clock)
    except DBAPIError as error:
        store.close()
        raise Unusable(shown_url(address), str(error.orig).strip()) from error
    except BaseException:
        store.close()
        raise
    return store


def _looked_at(address: URL, clock: Clock) -> Store:
    """A database of an earlier release where nothing can be written: brought up to date in memory, to be read."""
    with (
        closing(snapshot(Path(address.database or ""))) as connection,
        Store(memory_engine(lambda: connection, address), clock) as first,
    ):
        first.bring_up_to_date()
        data = connection.serialize()
    return Store(memory_engine(lambda: in_memory(data, only_to_look=True), address), clock)
