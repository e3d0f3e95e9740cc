"""Files that a command reads and writes, as wholes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from ronda.cli.errors import Misused, Refused
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.formats.atomic_write import replace_file
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_bytes, kind_of
from ronda.formats.strict_json.text import MOST_BYTES, read_json
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.ledgers import history_of
from ronda.systems.labels import names

V = TypeVar("V")


class UnreadableFile(Exception):
    """A file that cannot be read, and why."""

    def __init__(self, path: Path, trouble: Unreadable) -> None:
        super().__init__(str(path))
        self.path = path
        self.trouble = trouble


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
    data = event_bytes(tournament, kind_of(path.suffix))
    if isinstance(data, Refusal):
        raise Refused(data, names(tournament))
    write_out(path, data)
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
    try:
        return read_json(bytes_of(path), read_value)
    except Unreadable as trouble:
        raise UnreadableFile(path, trouble) from None


def write_out(path: Path, data: bytes) -> None:
    try:
        replace_file(path, data)
    except OSError as trouble:
        raise cannot("write", path, trouble) from None


@contextmanager
def told(path: Path) -> Iterator[None]:
    """Trouble with a file that is read and written is told like any other."""
    try:
        yield
    except Unreadable as trouble:
        raise UnreadableFile(path, trouble) from None
    except OSError as trouble:
        raise cannot("write", path, trouble) from None


def cannot(do: str, path: Path, trouble: OSError) -> Misused:
    return Misused(f"cannot_{do}", file=str(path), detail=trouble.strerror or str(trouble))
