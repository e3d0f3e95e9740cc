"""The end of each tournament's facts, sealed with a key that is not in the database.

The chain shows that no fact was changed; that none is missing at its end it cannot show. Whoever can write to the
database could cut the last facts off, but cannot seal the end that is left. A machine without the key leaves a seal as
it is: from then on it says of which earlier entry it was made.

The key of a database is the one that its oldest seal was made with. A machine with another key, or with none, neither
verifies nor seals: facts are kept as ever, and the seal stays at the entry it was made of, so that one can tell since
when there is none. Only somebody who says so seals everything anew.

A tournament is verified here: every fact, their end with its seal, and what a list shows.
"""

from __future__ import annotations

import hmac
import json
import logging
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path
from secrets import token_bytes
from threading import Lock
from typing import Any, NamedTuple

from sqlalchemy import URL, Connection, select, update
from sqlalchemy import Row as SqlRow

from ronda.core import Tournament, fold, in_force
from ronda.store.chain import ERASED, by_version, join_personal, problems
from ronda.store.copy_files import temporary
from ronda.store.database.location import data_directory, of_system
from ronda.store.database.tables import fact, ledger, request
from ronda.store.reading import Head, all_rows, head, outline, progress_of, progress_text, read_progress
from ronda.store.values import Damaged, Problem, SealCode, Stored, Verified

VARIABLE = "RONDA_SEAL_KEY_FILE"
ENDING = ".seal-key"
LEAST_DIGITS = 8  # of a hash that somebody noted
SHOWN_DIGITS = 16
_AT_THE_END = "1"  # 1:KEY:MARK, of the entry that the tournament ends with
_EARLIER = "2"  # 2:KEY:VERSION:MARK, of one that others have followed since, by a machine without the key
_MOST_DIGITS = 9  # of a version
_KEY_BYTES = 32
_MOST_BYTES = 1000  # of a file that may be a key

_log = logging.getLogger(__name__)


def head_text(version: int, hash_: str, digits: int | None = None) -> str:
    """Where facts end, as people note it: `42:9f86d081884c7d65`."""
    return f"{version}:{hash_[:digits]}"


def read_head(text: str) -> tuple[int, str] | None:
    """What somebody noted, or None if it is nothing of the kind."""
    version, _, digits = text.strip().lower().partition(":")
    hexadecimal = LEAST_DIGITS <= len(digits) <= 64 and not set(digits) - set("0123456789abcdef")
    if not version.isascii() or not version.isdecimal() or len(version) > 9 or not hexadecimal or not int(version):
        return None
    return int(version), digits


def key_file(url: URL, environ: Mapping[str, str] = os.environ) -> Path:
    """Beside a SQLite database; for a server in the user's data directory; or where somebody says."""
    named = environ.get(VARIABLE, "").strip()
    if named:
        return Path(named).expanduser()
    if url.get_backend_name() == "sqlite":
        path = Path(url.database or "")
        return path.with_name(path.name + ENDING)
    return data_directory(environ) / f"server{ENDING}"


class _Seal(NamedTuple):
    """A seal as it is read: which key has made it, of which entry, and the mark."""

    key: str
    version: int
    mark: str


class KnownSeal(NamedTuple):
    """What is known of the end of a tournament, and of which entry its seal was made; 0: of none."""

    state: SealCode
    version: int


class Sealer:
    """Seals ends of facts, and knows its own seals again. The key is made with the first one."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._key: bytes | None = None
        self._lock = Lock()
        self._warned = False

    def seal(self, code: str, version: int, hash_: str) -> str | None:
        """None where no key can be kept: then the end is not sealed, and says so. Raises DiskFull or ReadOnly."""
        key = self._made()
        return None if key is None else f"{_AT_THE_END}:{_name(key)}:{_mark(key, code, version, hash_)}"

    def has_made(self, seal: object) -> bool:
        """Whether it names the key here, whatever else it says."""
        key, found = self._read(), _read_seal(seal, 0)
        return key is not None and found is not None and found.key == _name(key)

    def known(self, seal: object, code: str, version: int, hash_at: Callable[[int], str | None]) -> KnownSeal:
        """What a seal says about a tournament that ends with this version."""
        if seal is None:
            return KnownSeal("unsealed", 0)
        found = _read_seal(seal, version)
        if found is None:
            return KnownSeal("broken", version)
        key = self._read()
        if key is None or found.key != _name(key):
            return KnownSeal("other_key", found.version)
        hash_ = hash_at(found.version)
        if hash_ is None or not hmac.compare_digest(_mark(key, code, found.version, hash_), found.mark):
            return KnownSeal("broken", found.version)
        return KnownSeal("sealed" if found.version == version else "behind", found.version)

    def warn_once(self, message: str) -> None:
        if not self._warned:
            self._warned = True
            _log.warning("%s: %s", self.file, message)

    def _read(self) -> bytes | None:
        if self._key is None:
            try:
                with open(self.file, "rb") as file:
                    self._key = _key_in(file.read(_MOST_BYTES))
            except OSError:
                return None
        return self._key

    def _made(self) -> bytes | None:
        with self._lock:
            if self._read() is None and not self.file.exists():
                try:
                    _make(self.file)
                except OSError as error:
                    trouble = of_system(error, self.file)
                    if trouble is not None:
                        raise trouble from error
                    raise
            found = self._read()
            if found is None:
                self.warn_once("no key, or it cannot be read: nothing is sealed")
        return found


def _key_in(content: bytes) -> bytes | None:
    try:
        key = bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        return None
    return key if len(key) >= _KEY_BYTES else None


def _make(file: Path) -> None:
    """Several workers may do so at once: the first one's key is everybody's, and nobody sees half of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with temporary(file.parent) as made:
        handle = os.open(made, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with open(handle, "w", encoding="ascii") as out:
            out.write(token_bytes(_KEY_BYTES).hex() + "\n")
            out.flush()
            os.fsync(out.fileno())
        _name_once(made, file)


def _name_once(made: Path, file: Path) -> None:
    try:
        os.link(made, file)
    except FileExistsError:
        return
    except OSError:  # a file system without links
        if not file.exists():
            os.replace(made, file)


def _name(key: bytes) -> str:
    """By which a key is known, and which tells nothing of it."""
    return sha256(b"ronda seal key\0" + key).hexdigest()[:16]


def _mark(key: bytes, code: str, version: int, hash_: str) -> str:
    told = json.dumps((code, version, hash_), separators=(",", ":")).encode("ascii")
    return hmac.new(key, told, sha256).hexdigest()


def _read_seal(seal: object, version: int) -> _Seal | None:
    """As it stands with a tournament that ends with this version; None if it is none."""
    match seal.split(":") if isinstance(seal, str) and seal.isascii() else []:
        case [form, key, mark] if form == _AT_THE_END:
            return _Seal(key, version, mark)
        case [form, key, earlier, mark] if form == _EARLIER and earlier.isdecimal() and len(earlier) <= _MOST_DIGITS:
            return _Seal(key, int(earlier), mark)
    return None


def passed(seal: str | None, version: int) -> str | None:
    """The seal of a tournament that ended with this version, when others follow that cannot be sealed."""
    found = _read_seal(seal, version)
    return seal if found is None else f"{_EARLIER}:{found.key}:{found.version}:{found.mark}"


# Made once: to put a statement together takes longer than to run it.
_OLDEST = select(ledger.c.seal).where(ledger.c.seal.is_not(None)).order_by(ledger.c.id).limit(1)
_UNKNOWN = "the database is sealed with another key: changes are kept, and are not sealed here (ronda seal)"


class EventSeal(NamedTuple):
    """What is known of the seal of one event. `sound`: its facts are those that were written."""

    code: str
    known: KnownSeal
    sound: bool = True


def known_seal(connection: Connection, sealer: Sealer, end: Head) -> KnownSeal:
    def hash_at(version: int) -> str | None:
        if version == end.version:
            return end.hash
        return connection.scalar(select(fact.c.hash).where(fact.c.ledger_id == end.id, fact.c.version == version))

    return sealer.known(end.seal, end.code, end.version, hash_at)


def seal_after(connection: Connection, sealer: Sealer, before: Head, after: Head) -> str | None:
    """The seal of an end that follows on another one: a new one only where the one before is known and right, or where
    there was none and the database has no other key."""
    state = known_seal(connection, sealer, before).state
    oldest = connection.scalar(_OLDEST) if state == "unsealed" else None
    ours = state == "unsealed" and (oldest is None or sealer.has_made(oldest))
    if ours or state in ("sealed", "behind"):
        return sealer.seal(after.code, after.version, after.hash)
    if state != "broken":
        sealer.warn_once(_UNKNOWN)
    return passed(before.seal, before.version)


def sealed_elsewhere(connection: Connection, sealer: Sealer) -> int:
    """How many events have a seal that was made with another key than the one here."""
    seals = connection.scalars(select(ledger.c.seal).where(ledger.c.seal.is_not(None)))
    return sum(not sealer.has_made(seal) for seal in seals)


def seals(connection: Connection, sealer: Sealer) -> list[EventSeal]:
    """Of every event, in the order they were made."""
    codes = connection.scalars(select(ledger.c.code).order_by(ledger.c.id)).all()
    return [_event_seal(connection, sealer, code)[0] for code in codes]


def seal_anew(connection: Connection, sealer: Sealer) -> list[EventSeal]:
    """Every event whose facts are those that were written is sealed with the key here. Answers what was there."""
    found = []
    for code in connection.scalars(select(ledger.c.code).order_by(ledger.c.code)).all():
        one, end = _event_seal(connection, sealer, code, lock=True)
        if end is not None:
            rows = all_rows(connection, end)
            one = one._replace(sound=not problems(code, end.version, end.hash, rows, by_version(connection, end.id)))
        if end is not None and one.sound and one.known.state != "sealed":
            seal = sealer.seal(code, end.version, end.hash)
            connection.execute(update(ledger).where(ledger.c.id == end.id).values(seal=seal))
        found.append(one)
    return found


def _event_seal(
    connection: Connection, sealer: Sealer, code: str, *, lock: bool = False
) -> tuple[EventSeal, Head | None]:
    try:
        end = head(connection, code, lock)
    except Damaged:
        end = None
    if end is None:
        return EventSeal(code, KnownSeal("broken", 0), sound=False), None
    return EventSeal(code, known_seal(connection, sealer, end)), end


Noted = tuple[int, str]  # a version, and how its hash begins


def verified(connection: Connection, end: Head, sealer: Sealer, noted: Noted | None = None) -> Verified:
    """Everything that can be verified here, against what somebody noted as well."""
    rows, beside = all_rows(connection, end), by_version(connection, end.id)
    found = problems(end.code, end.version, end.hash, rows, beside)
    if not found:  # else the facts cannot be told from what somebody made of them
        found += _other_outline(_line(connection, end), rows)
    return _sealed_too(connection, end, sealer, found, [] if noted is None else _not_as_noted(rows, noted))


def verified_since(
    connection: Connection, end: Head, sealer: Sealer, since: Verified, stored: Stored, tournament: Tournament
) -> Verified | None:
    """What came behind an end that was found right, and that it is still there; with `stored` as it was read. None
    where everything must be looked at: the facts lead elsewhere, or something was erased."""
    if since.problems or since.version > end.version or stored.hash != end.hash:
        return None
    query = select(fact).where(fact.c.ledger_id == end.id, fact.c.version >= since.version)
    found_rows = connection.execute(query.order_by(fact.c.version)).all()
    if not found_rows or (found_rows[0].version, found_rows[0].hash) != (since.version, since.hash):
        return None
    rows = found_rows[1:]
    if any(row.kind == ERASED for row in rows):
        return None
    beside = by_version(connection, end.id, since.version + 1)
    found = problems(end.code, end.version, end.hash, rows, beside, (since.version, since.hash))
    if not found:
        at = {"updated_at": found_rows[-1].at}
        found += _other_line(_line(connection, end), asdict(outline(stored.facts)) | at, tournament)
    return _sealed_too(connection, end, sealer, found)


def _line(connection: Connection, end: Head) -> SqlRow[Any]:
    """What the list of tournaments has of it."""
    return connection.execute(select(ledger).where(ledger.c.id == end.id)).one()


def _sealed_too(
    connection: Connection, end: Head, sealer: Sealer, found: list[Problem], noted: Iterable[Problem] = ()
) -> Verified:
    """With the requests that were answered, and the seal."""
    found += _lost_requests(connection, end)
    seal = known_seal(connection, sealer, end)
    broken = [Problem("seal", seal.version)] if seal.state == "broken" else []
    return Verified(end.version, end.hash, seal.state, (*found, *broken, *noted), seal.version)


def _other_line(line: SqlRow[Any], told: dict[str, object], tournament: Tournament) -> Iterator[Problem]:
    if read_progress(line.progress) is not None:  # else it is worked out when somebody asks
        told = told | {"progress": progress_text(progress_of(tournament))}
    for column, expected in told.items():
        if getattr(line, column) != expected:
            yield Problem("outline", line.version, {"column": column, "expected": str(expected)})


def _other_outline(line: SqlRow[Any], rows: Sequence[SqlRow[Any]]) -> Iterator[Problem]:
    """What the list of tournaments shows must follow from the facts."""
    try:
        facts = [join_personal(row.kind, row.body, None) for row in rows]
        tournament = fold(in_force(facts))
        told: dict[str, object] = asdict(outline(facts))
    except (LookupError, AssertionError, ValueError, TypeError, AttributeError):  # the replay tells it
        return
    told |= {"created_at": rows[0].at, "updated_at": rows[-1].at} if rows else {}
    yield from _other_line(line, told, tournament)


def _lost_requests(connection: Connection, end: Head) -> Iterator[Problem]:
    """A request that was answered led to a fact: one that is gone was cut off."""
    query = select(request.c.version).where(request.c.ledger_id == end.id, request.c.version > end.version)
    for version in sorted(set(connection.scalars(query))):
        yield Problem("request", version, {"last": end.version})


def _not_as_noted(rows: Sequence[SqlRow[Any]], noted: Noted) -> Iterator[Problem]:
    version, digits = noted
    found = next((row for row in rows if row.version == version), None)
    if found is None:
        yield Problem("noted_lost", version)
    elif not str(found.hash).startswith(digits):
        yield Problem("noted_differs", version)
