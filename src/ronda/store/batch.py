"""Requests that are decided one after the other and written together, in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from ronda.core import Tournament
from ronda.core.erasing import facts_left, with_undone
from ronda.core.facts import Erased, Fact
from ronda.store import reading
from ronda.store.chain import by_version, same_people
from ronda.store.erasure import erase
from ronda.store.live_events import LiveEvent, LiveEvents
from ronda.store.read_model.tables import follow, write_anew
from ronda.store.reading import Head
from ronda.store.seal import Sealer, seal_after
from ronda.store.values import Conflict, KeyReused, LedgerEntry, Stored, UnknownCode, read_code
from ronda.store.writing import (
    Addition,
    AppendRequest,
    EarlierRequest,
    RequestKey,
    begin_ledger,
    earlier_requests,
    request_of,
    salted_links,
    write,
)

CREATING = ""  # the scope of requests that make a tournament


class Batch:
    """Each request sees what those before it decided; once a tournament is locked for the first of them, nobody else
    moves its end. The rows are written at the end, all at once: a statement costs more than a row."""

    def __init__(
        self,
        connection: Connection,
        live: LiveEvents,
        time: Callable[[str | None], str],
        sealer: Sealer,
    ) -> None:
        self._connection = connection
        self._live = live
        self._states: dict[str, LiveEvent] = {}  # by hash: after each step of the transaction
        self._last: dict[str, LiveEvent] = {}  # by code
        self._time = time
        self._sealer = sealer
        self._ends: dict[str, Head] = {}
        self._heard: dict[RequestKey, EarlierRequest | None] = {}  # None: it was looked for, and there is none
        self._unwritten: list[Addition] = []
        self._begun: dict[str, Stored | None] = {}  # by code, before the first request for it; None: it is new
        self._steps: dict[str, list[Stored]] = {}  # and after each of them
        self.written: dict[str, Stored] = {}
        self.erased: set[str] = set()  # tournaments where somebody was erased: whoever has the names must forget them

    def expect(self, requests: Iterable[tuple[str, str | None]]) -> None:
        """Prepares for requests with these codes and keys: locks the tournaments, always in the same order, so that
        two workers never wait for each other, and then looks for the keys, all at once."""
        meant = [(code, key) for given, key in requests if (code := read_code(given)) is not None]
        for code in sorted({code for code, _ in meant}):
            self._end(code)
        keys = [(code, key) for code, key in meant if key is not None]
        self._heard |= {**dict.fromkeys(keys), **earlier_requests(self._connection, keys)}

    def create(self, code: str, asking: AppendRequest) -> Stored:
        """A new tournament, or the one that the first request with this key made. A code or key that another worker
        takes at this moment is an IntegrityError."""
        first = self._answered(CREATING, asking)
        if first is not None:
            return reading.stored(self._connection, first, None)
        at = self._time(None)
        return self._add(begin_ledger(self._connection, code, asking.facts, at), None, asking, at, CREATING)

    def in_same_transaction(self, write: Callable[[Connection], None]) -> None:
        """In the same transaction."""
        self._write()
        write(self._connection)

    def load(self, code: str) -> Stored | None:
        end = self._end(code)
        return None if end is None else self._stored(end)

    def event(self, stored: Stored) -> LiveEvent:
        """It goes on from the step before, and is live only when the transaction is written."""
        found = self._states.get(stored.hash)
        if found is None:
            found = self._live.of(stored, self._last.get(stored.code))
            self._states[stored.hash] = self._last[stored.code] = found
        return found

    def tournament(self, stored: Stored) -> Tournament:
        return self.event(stored).tournament

    def log(self, code: str) -> tuple[LedgerEntry, ...] | None:
        end = self._end(code)
        self._write()
        return None if end is None else reading.records(self._connection, end, 0)

    def decided_on(self, code: str, key: str) -> int | None:
        heard = self._earlier((read_code(code) or "", key))
        return None if heard is None else heard.decided_on

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> Stored | Conflict:
        asking = request_of(facts, actor, key)
        end = self._end(code)
        if end is None:
            raise UnknownCode(code)
        before = self._stored(end)
        first = self._answered(end.code, asking)
        if first is not None:
            return first.with_facts(before.facts[: first.version])
        if end.version != expected:
            return Conflict(before)
        at = self._time(end.at)
        if any(isinstance(fact, Erased) for fact in asking.facts):
            return self._erase(end, before, asking, at)
        return self._add(end, before, asking, at, end.code)

    def finish(self, *, read_model: bool) -> None:
        """Everything into the database; with the five tables that follow from it."""
        self._write()
        for code, steps in self._steps.items() if read_model else ():
            before = self._begun[code]
            if before is None:
                write_anew(self._connection, code)
            else:
                follow(self._connection, before, steps, self)

    def _erase(self, end: Head, before: Stored, asking: AppendRequest, at: str) -> Stored:
        """What goes is taken out of the rows that stand there, so all of them must; the five tables know the names
        until they have followed."""
        self._write()
        erasures = [fact for fact in asking.facts if isinstance(fact, Erased)]
        listed = [player.id for player in self.tournament(before).players]
        done = {id(one): erase(self._connection, end, with_undone(one, listed, before.facts)) for one in erasures}
        left = before.facts
        for fact in done.values():
            left = facts_left(left, fact)
        facts = tuple(done.get(id(fact), fact) for fact in asking.facts)
        told = request_of(facts, asking.actor, asking.key)
        self.erased.add(end.code)
        return self._add(end, before, told, at, end.code, known=left, digest=asking.digest)

    def _add(
        self,
        end: Head,
        before: Stored | None,
        asking: AppendRequest,
        at: str,
        scope: str,
        *,
        known: tuple[Fact, ...] | None = None,
        digest: str | None = None,
    ) -> Stored:
        """`known`: the facts of before, where they are no longer those of `before`; `digest`: of what was asked for,
        where more than that is written."""
        rows, beside = salted_links(end, asking, at)
        moved = Head(end.id, end.code, rows[-1].version, rows[-1].hash, at)
        moved = replace(moved, seal=seal_after(self._connection, self._sealer, end, moved))
        earlier = known if known is not None else before.facts if before else ()
        after = moved.with_facts(earlier + asking.facts)
        digest = digest or asking.digest
        if asking.key is not None:
            self._heard[scope, asking.key] = EarlierRequest(digest, end.version, moved)
        self._unwritten.append(Addition(scope, asking, digest, rows, beside, moved))
        self._begun.setdefault(end.code, before)
        self._steps.setdefault(end.code, []).append(after)
        self._ends[end.code] = moved
        self.written[end.code] = after
        return after

    def _write(self) -> None:
        if self._unwritten:
            write(self._connection, self._unwritten, self.written, self.tournament)
            self._unwritten = []

    def _answered(self, scope: str, asking: AppendRequest) -> Head | None:
        """What the first request with this key led to."""
        heard = None if asking.key is None else self._earlier((scope, asking.key))
        if heard is None:
            return None
        if not self._same(heard, asking):
            raise KeyReused(asking.key or "")
        return heard.end

    def _same(self, heard: EarlierRequest, asking: AppendRequest) -> bool:
        """Whether it is what was asked for then. Where that was redacted nobody can tell, and it was the key that was
        given for it."""
        if heard.digest == "":
            return True
        if heard.digest != asking.digest:
            return heard.digest == asking.digest_of_old
        if all(part.personal is None for part in asking.parts):
            return True
        self._write()
        kept = by_version(self._connection, heard.end.id, heard.decided_on + 1)
        return same_people(asking.parts, heard.decided_on + 1, kept)

    def _earlier(self, asked: RequestKey) -> EarlierRequest | None:
        if asked not in self._heard:
            self._heard[asked] = earlier_requests(self._connection, [asked]).get(asked)
        return self._heard[asked]

    def _end(self, code: str) -> Head | None:
        meant = read_code(code)
        if meant is None:
            return None
        end = self._ends.get(meant) or reading.head(self._connection, meant, lock=True)
        if end is not None:
            self._ends[meant] = end
        return end

    def _stored(self, end: Head) -> Stored:
        present = self._live.last_known(end.code)
        known = self.written.get(end.code) or (present.stored if present else None)
        return reading.stored(self._connection, end, known)
