"""An event as a command has read it, wherever it is kept, and the way to change it: through the desk; and the other
files that a command reads and writes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from getpass import getuser
from pathlib import Path
from typing import Any, Self, TypeVar

from ronda.cli.output import Misused, Refused, UnreadableFile, granted
from ronda.core import Frozen, Refusal, Tournament, fold
from ronda.core.facts import Fact
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.desk import Desk, Ledger, LedgerEntry, LedgerState, decided
from ronda.desk.permissions import Actor
from ronda.formats.atomic_write import replace_file
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_bytes, kind_of
from ronda.formats.json_text import MOST_BYTES, read_json
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.ledgers import Unfit, history_of

ACTOR = "RONDA_ACTOR"
NOTHING = Body()
_ATTEMPTS = 50  # each time another one was faster, so the desk is not stuck
V = TypeVar("V")


# --- files that are read and written as wholes -------------------------------------------------------------


def bytes_of(path: Path, most: int = MOST_BYTES) -> bytes:
    """The content; too large a file is not even read."""
    try:
        size = path.stat().st_size
        if size > most:
            raise UnreadableFile(path, Unreadable("too_large", {"bytes": size, "most": most}))
        return path.read_bytes()
    except OSError as trouble:
        raise cannot("read", path, trouble) from None


def save(path: Path, tournament: Tournament) -> None:
    """A new event: its history begins with what is done to it."""
    write_out(path, granted(event_bytes(tournament, kind_of(path.suffix)), tournament))
    forget_history(path)


def forget_history(path: Path) -> None:
    """Of the event that stood there before."""
    with suppress(OSError):
        history_of(path).unlink()


def readable(tournament: Tournament, label: str | Path) -> None:
    """An event that another program made is not written if it could not be read again."""
    try:
        read(write(tournament))
    except Unreadable as trouble:  # nothing is written, so no line of it is to blame
        raise UnreadableFile(Path(label), Unreadable(trouble.code, trouble.facts, trouble.path)) from None


def value_in(path: Path, read_value: Callable[[Any], V]) -> V:
    """What a JSON file holds, read strictly; trouble names the place."""
    with located(path):
        return read_json(bytes_of(path), read_value)


def write_out(path: Path, data: bytes) -> None:
    try:
        replace_file(path, data)
    except OSError as trouble:
        raise cannot("write", path, trouble) from None


@contextmanager
def located(path: Path) -> Iterator[None]:
    """Trouble with what a file holds names the file."""
    try:
        yield
    except Unreadable as trouble:
        raise UnreadableFile(path, trouble) from None


@contextmanager
def reporting_trouble(path: Path) -> Iterator[None]:
    """Trouble with a file that is read and written is told like any other."""
    try:
        with located(path):
            yield
    except OSError as trouble:
        raise cannot("write", path, trouble) from None


def cannot(do: str, path: Path | str, trouble: OSError) -> Misused:
    return Misused(f"cannot_{do}", file=str(path), detail=trouble.strerror or str(trouble))


# --- the event, wherever it is kept ------------------------------------------------------------------------


class KeptEvent(Frozen):
    """An event as it was read, and the way to change it."""

    ledger: Ledger[Any, Any]
    stored: LedgerState
    tournament: Tournament

    @property
    def code(self) -> str:
        return self.stored.code

    @property
    def label(self) -> str:
        """What the user calls it: the name of the file, or the code."""
        return self.stored.code

    @property
    def facts(self) -> Sequence[Fact]:
        return self.stored.facts

    @property
    def version(self) -> int:
        return len(self.stored.facts)

    def log(self) -> Sequence[LedgerEntry]:
        return self.ledger.log(self.code) or ()

    def act(self, name: str, body: Body = NOTHING, *, confirmed: bool = False, seen_at: int | None = None) -> Self:
        """Decide on what is there now, and keep it. When somebody else was faster, it is decided again, on what is
        there then. Raises Refused."""
        request = self._request(name, body, confirmed=confirmed, seen_at=seen_at)
        for _ in range(_ATTEMPTS):
            try:
                answer = Desk(self.ledger).act(self.code, request)
            except Unfit as unfit:
                raise Refused(unfit.refusal, self.tournament) from None
            granted(answer, self.tournament)
            if isinstance(answer, type(self.stored)):
                return type(self)(self.ledger, answer, self.ledger.tournament(answer))
        raise Refused(Refusal("busy", "S4", {"code": self.code}))

    def tried(self, name: str, body: Body = NOTHING) -> Tournament:
        """What would become of it; nothing is written. Raises Refused."""
        answer = decided(self.tournament, self._request(name, body, confirmed=True))
        return fold(granted(answer, self.tournament), self.tournament)

    def _request(self, name: str, body: Body, *, confirmed: bool, seen_at: int | None = None) -> Request:
        return Request(ACTIONS[name], body, Actor("owner", actor()), seen_at=seen_at, confirmed=confirmed)


def actor() -> str:
    """Who is at the desk: RONDA_ACTOR, else the name of the account."""
    name = os.environ.get(ACTOR, "").strip()
    if not name:
        with suppress(OSError, KeyError, ImportError):  # an account without a name
            name = getuser()
    shown = "".join(sign for sign in name if sign.isprintable()) or "ronda"
    return f"ronda {shown}" if shown.startswith("#") else shown  # players are called so
