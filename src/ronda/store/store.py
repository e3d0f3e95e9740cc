"""The store: facts of tournaments in a database, appended one version after the other."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self

from sqlalchemy import URL, Connection, Engine
from sqlalchemy.exc import IntegrityError

from ronda.core.facts import Created, Fact
from ronda.core.model import Tournament
from ronda.store import reading
from ronda.store.batch import Batch
from ronda.store.database.engine import at_one_moment, bring_up_to_date, writing
from ronda.store.erasure import scrub
from ronda.store.live_events import LiveEvent, LiveEvents
from ronda.store.notifications import Listening, OnChange, OnNote
from ronda.store.particulars import by_version
from ronda.store.progress import Progress, progress_of
from ronda.store.reading import EventPage, Meant, keep_progress, listing
from ronda.store.seal import EventSeal, Sealer, key_file, seal_anew, sealed_elsewhere, seals
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
    Verified,
    fresh_code,
    read_code,
)
from ronda.store.verify import Noted, verified, verified_since
from ronda.store.writing import USUAL, Projection, earlier_requests, request_of

if TYPE_CHECKING:
    from ronda.store.salvage import Saved


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
        projections: Sequence[Projection] | None,
        clock: Clock,
        sealer: Sealer | None = None,
    ) -> None:
        self._engine = engine
        self._writing = writing(engine)
        self.live = LiveEvents()
        self._damaged: set[str] = set()  # whose facts could not be read the last time, for those who only see lists
        self._projections = USUAL if projections is None else tuple(projections)
        self._clock = clock
        self._sealer = sealer or Sealer(key_file(engine.url))

    @property
    def place(self) -> URL:
        """Where the database is."""
        return self._engine.url

    def bring_up_to_date(self) -> None:
        """The tables as this release needs them."""
        bring_up_to_date(self._engine, self.project_all)

    def create(
        self, facts: Sequence[Fact], *, actor: str, key: str | None = None, beside: Beside | None = None
    ) -> Stored:
        """A new tournament with a code of its own. A key that came before gives what it gave then. `beside` writes, in
        the same transaction, what belongs to it."""
        if not facts or not isinstance(facts[0], Created):
            raise ValueError("the first fact creates the tournament")
        asking = request_of(facts, actor, key)
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self.together() as batch:
                    made = batch.create(fresh_code(), asking)
                    if beside is not None:
                        batch.beside(partial(beside, code=made.code))
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
        known = self.at_hand(code)  # before the transaction begins: then it is never ahead of it
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
            batch.finish(self._projections)
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
        with self._engine.connect() as connection:
            end = self._head(connection, code)
            return None if end is None else reading.records(connection, end, max(version, 0))

    def records(self, stored: Stored, first: int, last: int) -> tuple[LedgerEntry, ...]:
        """What was recorded with these versions of a tournament. Raises Damaged."""
        with self._engine.connect() as connection:
            end = self._head(connection, stored.code)
            found = () if end is None else reading.records(connection, end, first - 1, last)
        if len(found) != last - first + 1:
            raise Damaged(stored.code, first, "facts are missing")
        return found

    def times(self, stored: Stored) -> Sequence[datetime]:
        """When each of its facts was recorded."""
        with self._engine.connect() as connection:
            end = self._head(connection, stored.code)
            found = reading.times(connection, end) if end is not None else ()
        if len(found) < stored.version:
            raise Damaged(stored.code, len(found) + 1, "facts are missing")
        return found[: stored.version]

    def at_hand(self, code: str) -> LiveEvent | None:
        """As this process has last read or written it, without asking the database."""
        return self.live.at_hand(read_code(code) or "")

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
        found = self._read(code, self.at_hand(code))
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
        with self._engine.connect() as connection:
            at_one_moment(connection)
            end = self._head(connection, code)
            if end is None:
                raise UnknownCode(code)
            return verified(connection, end, self._sealer, noted)

    def verified_since(self, stored: Stored, since: Verified) -> Verified | None:
        """The same of what came since everything was found right; None where all of it must be looked at again."""
        with self._engine.connect() as connection:
            at_one_moment(connection)
            end = self._head(connection, stored.code)
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
        with self._engine.connect() as connection:
            at_one_moment(connection)
            end = self._head(connection, code)
            if end is None:
                raise UnknownCode(code)
            return reading.decoded(end, reading.all_rows(connection, end), 1, None, by_version(connection, end.id))

    def take_over(self, saved: Sequence[Saved]) -> set[str]:
        """Writes tournaments that were saved from a damaged database, all or none. Answers the codes that are taken
        here already: nothing was written for those."""
        from ronda.store.salvage import present, write_saved  # seldom needed

        with self._writing.begin() as connection:
            taken = present(connection, [one.code for one in saved])
            for one in saved:
                if one.code in taken:
                    continue
                write_saved(connection, one, self._sealer)
                end = self._head(connection, one.code)
                assert end is not None
                try:
                    self._project_anew(connection, reading.stored(connection, end, None))
                except Damaged as damage:  # its facts do not fit together: saved all the same
                    _log.warning("not projected: %s", damage)
        return taken

    def project_again(self, code: str) -> Stored:
        """Runs the projections for a tournament as if it had just been made, after they have changed."""
        with self._writing.begin() as connection:
            end = self._head(connection, code, lock=True)
            if end is None:
                raise UnknownCode(code)
            found = reading.stored(connection, end, None)
            self._project_anew(connection, found)
        return found

    def project_all(self, connection: Connection) -> None:
        """The same for all tournaments, in the transaction of the caller."""
        for summary in reading.summaries(connection) if self._projections else ():
            try:
                end = self._head(connection, summary.code, lock=True)
                if end is not None:
                    self._project_anew(connection, reading.stored(connection, end, None))
            except Damaged as damage:  # one tournament must not keep the others from being opened
                _log.warning("not projected: %s", damage)

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

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _head(self, connection: Connection, code: str, lock: bool = False) -> reading.Head | None:
        meant = read_code(code)
        return None if meant is None else reading.head(connection, meant, lock)

    def _project_anew(self, connection: Connection, stored: Stored) -> None:
        for project in self._projections:
            project(connection, None, [stored], self.live)

    def _at(self, last: str | None = None) -> str:
        """Now, or, should the clock have gone back, just behind the `last` time: the facts of one request are known
        by their common time, which no other request of the tournament has."""
        time = self._clock().astimezone(UTC)
        if last is not None:
            time = max(time, datetime.fromisoformat(last) + _MOMENT)
        return time.isoformat(timespec="microseconds")
