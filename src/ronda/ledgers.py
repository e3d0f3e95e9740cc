"""Ledgers without a database: in memory, and in a tournament file. (`ronda.store` is the one with a database.)

The file is the state that people and other programs read; the history beside it has the facts that undo, redo and the
log need: who did what when, one request to a line. Whoever changes the file by other means changes the event: then the
facts no longer lead to it, the file counts, and a new history begins there.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from itertools import chain, groupby, pairwise
from operator import attrgetter
from pathlib import Path
from typing import Annotated

import msgspec

from ronda.core import Frozen, Partly, Refusal, Tournament, fold, in_force, replace
from ronda.core.erasing import fact_left, with_undone
from ronda.core.facts import Created, Erased, Fact, Redone, Undone
from ronda.desk.desk import MOMENT, KeyReused, LedgerEntry, now
from ronda.formats.atomic_write import exclusive, replace_file
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_bytes, kind_of
from ronda.formats.fact_text import FactUnreadable, facts_line, text_fact
from ronda.formats.json_text import MOST_BYTES
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import json_line, write

_UNWRITTEN = 1  # requests that may be in the history and not in the file: the last one, if it was cut off by a crash


class MemoryEvent(Frozen):
    """A tournament at a version, with all its facts."""

    code: str
    facts: tuple[Fact, ...]


class Clash(Frozen):
    """Somebody else was faster: nothing was written."""

    current: MemoryEvent


class MemoryLedger:
    """All requests of a tournament are at different times, as in the other ledgers."""

    def __init__(self, clock: Callable[[], datetime] = now) -> None:
        self._records: dict[str, tuple[LedgerEntry, ...]] = {}
        self._answers: dict[tuple[str, str], tuple[tuple[Fact, ...], str, MemoryEvent]] = {}
        self._clock = clock

    def create(self, facts: Sequence[Fact], *, actor: str) -> MemoryEvent:
        code = f"M{len(self._records) + 1:05}"
        self._records[code] = ()
        return self._extended(code, facts, actor, None)

    def load(self, code: str) -> MemoryEvent | None:
        records = self._records.get(code)
        return None if records is None else MemoryEvent(code, tuple(record.fact for record in records))

    def tournament(self, stored: MemoryEvent) -> Tournament:
        return fold(in_force(stored.facts))

    def log(self, code: str) -> tuple[LedgerEntry, ...] | None:
        return self._records.get(code)

    def decided_on(self, code: str, key: str) -> int | None:
        answer = self._answers.get((code, key))
        return None if answer is None else len(answer[2].facts) - len(answer[0])

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> MemoryEvent | Clash:
        if not facts:
            raise ValueError("nothing to record")
        if key is not None and (code, key) in self._answers:
            asked, by, answer = self._answers[code, key]
            if (asked, by) != (tuple(facts), actor):
                raise KeyReused(key)
            return answer
        current = self.load(code)
        assert current is not None, "there is such a tournament"
        if len(current.facts) != expected:
            return Clash(current)
        return self._extended(code, facts, actor, key)

    def _extended(self, code: str, facts: Sequence[Fact], actor: str, key: str | None) -> MemoryEvent:
        before = self._records[code]
        self._records[code] = appended(before, _following(before, facts, actor, self._clock(), key))
        kept = self.load(code)
        assert kept is not None
        if key is not None:
            self._answers[code, key] = tuple(facts), actor, kept
        return kept


def _following(
    records: Sequence[LedgerEntry], facts: Sequence[Fact], actor: str, at: datetime, key: str | None = None
) -> list[LedgerEntry]:
    """The entries of one request, later than any before."""
    at = max(at, records[-1].at + MOMENT) if records else at
    return _entries(len(records) + 1, facts, actor, at, key)


def _entries(first: int, facts: Sequence[Fact], actor: str, at: datetime, key: str | None) -> list[LedgerEntry]:
    return [LedgerEntry(version, fact, actor, at, key) for version, fact in enumerate(facts, start=first)]


def appended(records: Sequence[LedgerEntry], more: Sequence[LedgerEntry]) -> tuple[LedgerEntry, ...]:
    """The records with new ones; an erasure among these is carried out in all that stand before it."""
    found = list(records)
    for record in more:
        if isinstance(record.fact, Erased):
            facts = [known.fact for known in found]
            erased = with_undone(record.fact, [player.id for player in fold(in_force(facts)).players], facts)
            found = [replace(known, fact=fact_left(known.fact, erased.players, erased.rounds)) for known in found]
            found.append(replace(record, fact=erased))
        else:
            found.append(record)
    return tuple(found)


_MOST_HISTORY = 10 * MOST_BYTES
_Stamp = tuple[int, int, int]  # another file, another time or another length: it was written meanwhile


def history_of(path: Path) -> Path:
    """Where the history of a file stands: beside it, also if the path is a link."""
    target = Path(os.path.realpath(path))
    return target.with_name(f"{target.name}.history")


class FileState(Partly):
    """The event in a file as it was read; `code` is the path. `lines` is its history as written; empty: it begins with
    what is done next. `restarted`: there is a history, but it does not lead to the file."""

    uncompared = ("tournament", "records", "lines")

    code: str
    facts: tuple[Fact, ...]
    tournament: Tournament
    records: tuple[LedgerEntry, ...]
    lines: bytes
    stamp: _Stamp
    restarted: bool = False


class FileConflict(Frozen):
    """The file was written meanwhile: nothing was added. `current` is what stands there now."""

    current: FileState


class Unfit(Exception):
    """The event does not fit the format of its file; nothing was written."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class FileLedger:
    """Files by their paths. From looking whether a file is as it was to writing it nobody else writes; whoever was
    faster than a decision makes it a conflict. Raises Unreadable, Unfit and OSError."""

    def __init__(self, clock: Callable[[], datetime] = now) -> None:
        self._known: dict[str, FileState] = {}
        self._clock = clock

    def create(self, code: str, facts: Sequence[Fact], *, actor: str) -> FileState:
        """A new file; one that is there is replaced."""
        with exclusive(Path(code)):
            return self._written(code, tuple(_following((), facts, actor, self._clock())), b"")

    def load(self, code: str) -> FileState | None:
        """Read once, as long as nobody writes it."""
        return self._load(code, alone=False)

    def _load(self, code: str, *, alone: bool) -> FileState | None:
        path = Path(code)
        if not path.exists():
            return None
        stamp = _stamp(path)
        known = self._known.get(code)
        if known is None or known.stamp != stamp:
            known = _read_file(code, stamp, alone=alone)
            self._known[code] = known
        return known

    def tournament(self, stored: FileState) -> Tournament:
        return stored.tournament

    def log(self, code: str) -> tuple[LedgerEntry, ...] | None:
        found = self.load(code)
        return None if found is None else found.records

    def decided_on(self, code: str, key: str) -> int | None:
        return next((record.version - 1 for record in self.log(code) or () if record.key == key), None)

    def append(
        self, code: str, facts: Sequence[Fact], *, expected: int, actor: str, key: str | None = None
    ) -> FileState | FileConflict:
        if not facts:
            raise ValueError("nothing to record")
        with exclusive(Path(code)):
            decided = self._known.get(code)
            current = self._load(code, alone=True)
            if current is None:
                raise FileNotFoundError(code)
            if key is not None and any(record.key == key for record in current.records):
                return _answered(current, facts, actor, key)
            if len(current.facts) != expected or (decided is not None and decided is not current):
                return FileConflict(current)
            return self._extended(current, facts, actor, key)

    def _extended(self, current: FileState, facts: Sequence[Fact], actor: str, key: str | None) -> FileState:
        records = appended(current.records, _following(current.records, facts, actor, self._clock(), key))
        rewritten = not current.lines or any(isinstance(fact, Erased) for fact in facts)
        following = fold(facts, current.tournament) if only_adds(facts) else None
        return self._written(current.code, records, b"" if rewritten else current.lines, following)

    def _written(
        self, code: str, records: tuple[LedgerEntry, ...], before: bytes, tournament: Tournament | None = None
    ) -> FileState:
        """The history first: what is in it and not in the file was never done, and nobody was told so. `before` is
        what of it stands there already, `tournament` what the records lead to, where that is known."""
        path = Path(code)
        facts = tuple(record.fact for record in records)
        tournament = tournament or fold(in_force(facts))
        requests = [list(own) for _, own in groupby(records, key=attrgetter("at"))]
        lines = before + b"".join(map(line_of, requests[-1:] if before else requests))
        data = event_bytes(tournament, kind_of(path.suffix))
        if isinstance(data, Refusal):
            raise Unfit(data)
        if _keeps_history(path):
            _write_history(history_of(path), before, lines)
        replace_file(path, data)
        state = FileState(code, facts, tournament, records, lines, _stamp(path))
        self._known[code] = state
        return state


def only_adds(facts: Sequence[Fact]) -> bool:
    """Whether what these facts lead to follows from the tournament before: nothing is undone, redone or erased."""
    return not any(isinstance(fact, Undone | Redone | Erased) for fact in facts)


def _keeps_history(path: Path) -> bool:
    """A report file (TRF) is what other programs make of it: nothing stands beside it, and nothing in it is undone."""
    return kind_of(path.suffix) == "json"


def _write_history(path: Path, before: bytes, lines: bytes) -> None:
    """Only the last line, where the others stand there as they should."""
    if not before or not path.exists() or path.stat().st_size != len(before):
        replace_file(path, lines)
        return
    with open(path, "ab") as file:
        file.write(lines[len(before) :])
        file.flush()
        os.fsync(file.fileno())


def _read_file(code: str, stamp: _Stamp, *, alone: bool) -> FileState:
    """The file with its history. If they do not fit, perhaps somebody is just writing: then once more, alone."""
    if stamp[2] > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": stamp[2], "most": MOST_BYTES})
    path = Path(code)
    state = _state(code, path.read_bytes(), _history(path), stamp)
    if not state.restarted or alone:
        return state
    with exclusive(path):
        return _state(code, path.read_bytes(), _history(path), stamp)


class _Line(Frozen, forbid_unknown_fields=True):
    """A request in the history."""

    at: Annotated[datetime, msgspec.Meta(tz=True)]
    by: str
    facts: list[tuple[str, msgspec.Raw]]
    key: str | None = None


def _state(code: str, data: bytes, lines: bytes, stamp: _Stamp) -> FileState:
    """The event that a file tells of, with the history that leads to it; where none does, as it stood when the file was
    last written. Raises Unreadable."""
    requests = _requests(lines)

    def led_by(count: int, tournament: Tournament) -> FileState:
        records = tuple(chain.from_iterable(requests[:count]))
        kept = b"".join(lines.splitlines(keepends=True)[:count])
        return FileState(code, tuple(record.fact for record in records), tournament, records, kept, stamp)

    for count in range(len(requests), max(len(requests) - _UNWRITTEN, 1) - 1, -1):
        led_to = _led_to(requests[:count])
        if led_to is not None and write(led_to) == data:  # as Ronda wrote it: there is nothing more to look at
            return led_by(count, led_to)
    facts = tuple(read(data))
    tournament, led_to = fold(facts), _led_to(requests)
    if led_to is not None and write(led_to) == write(tournament):  # the same, otherwise spelt
        return led_by(len(requests), led_to)
    begun = datetime.fromtimestamp(stamp[1] / 1e9, UTC)
    return FileState(code, facts, tournament, tuple(_entries(1, facts, "", begun, None)), b"", stamp, bool(lines))


def _requests(lines: bytes) -> list[list[LedgerEntry]]:
    """Up to the first line that is none: who was interrupted while writing it has not done it."""
    found: list[list[LedgerEntry]] = []
    following = 1
    for line in lines.splitlines():
        try:
            one = msgspec.json.decode(line, type=_Line)
            facts = [text_fact(kind, bytes(raw).decode()) for kind, raw in one.facts]
        except (msgspec.MsgspecError, FactUnreadable, ValueError):
            break
        found.append(_entries(following, facts, one.by, one.at, one.key))
        following += len(facts)
    return found


def _led_to(requests: Sequence[Sequence[LedgerEntry]]) -> Tournament | None:
    """What follows from the facts; None if they do not fit together."""
    facts = [entry.fact for own in requests for entry in own]
    times = [own[0].at for own in requests if own]
    if not facts or not isinstance(facts[0], Created) or any(one >= other for one, other in pairwise(times)):
        return None
    try:
        return fold(in_force(facts))
    except (AssertionError, LookupError, TypeError, ValueError):
        return None


def line_of(request: Sequence[LedgerEntry]) -> bytes:
    """The entries of one request as a line."""
    first = request[0]
    facts = facts_line(entry.fact for entry in request)
    key = "" if first.key is None else f', "key": {json_line(first.key)}'
    at = first.at.isoformat(timespec="microseconds")
    return f'{{"at": "{at}", "by": {json_line(first.actor)}, "facts": {facts}{key}}}\n'.encode()


def _history(path: Path) -> bytes:
    beside = history_of(path)
    if not _keeps_history(path):
        return b""
    try:
        return beside.read_bytes() if beside.stat().st_size <= _MOST_HISTORY else b"?"
    except OSError:  # none, or none that can be read: then it begins anew
        return b""


def _answered(current: FileState, facts: Sequence[Fact], actor: str, key: str) -> FileState:
    """What the first request with this key led to."""
    own = [record for record in current.records if record.key == key]
    if ([record.fact for record in own], own[0].actor) != (list(facts), actor):
        raise KeyReused(key)
    records = current.records[: own[-1].version]
    done = tuple(record.fact for record in records)
    return FileState(current.code, done, fold(in_force(done)), records, b"", current.stamp)


def _stamp(path: Path) -> _Stamp:
    found = path.stat()
    return found.st_ino, found.st_mtime_ns, found.st_size
