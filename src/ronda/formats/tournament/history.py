"""The history beside a tournament file: who did what when, one request to a line.

The file is the state that people and other programs read; the history has the facts that undo, redo and the log need.
Whoever changes the file by other means changes the event: then the facts no longer lead to it, the file counts, and a
new history begins there.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Annotated

import msgspec

from ronda.core.facts import Created, Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.formats.fact_text import FactUnreadable, facts_line, text_fact
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import json_line, write

_UNWRITTEN = 1  # requests that may be in the history and not in the file: the last one, if it was cut off by a crash


class HistoryEntry(Frozen, frozen=True):
    """The facts of one request, who made it, and when; nobody (`by` empty): the file as it stood when its history
    began."""

    at: datetime
    by: str
    facts: tuple[Fact, ...]
    key: str | None = None


class Content(Frozen, frozen=True):
    """What a file and its history tell. Where no history leads to the file (`broken`), or there is none, `state` has
    the facts that the file itself tells of. `lines` is the text of the history."""

    tournament: Tournament
    history: tuple[HistoryEntry, ...] = ()
    lines: bytes = b""
    state: tuple[Fact, ...] = ()
    broken: bool = False


class _Line(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    at: Annotated[datetime, msgspec.Meta(tz=True)]
    by: str
    facts: list[tuple[str, msgspec.Raw]]
    key: str | None = None


def read_content(data: bytes, lines: bytes) -> Content:
    """The event that a file tells of, and the history that leads to it. Raises Unreadable."""
    history = _entries(lines)
    if not history:
        state = tuple(read(data))
        return Content(fold(state), state=state, broken=bool(lines))
    for count in range(len(history), max(len(history) - _UNWRITTEN, 1) - 1, -1):
        led_to = _led_to(history[:count])
        if led_to is not None and write(led_to) == data:  # as Ronda wrote it: there is nothing more to look at
            return Content(led_to, tuple(history[:count]), _first(lines, count))
    state = tuple(read(data))
    tournament = fold(state)
    led_to = _led_to(history)
    if led_to is not None and write(led_to) == write(tournament):  # the same, otherwise spelt
        return Content(led_to, tuple(history), _first(lines, len(history)))
    return Content(tournament, state=state, broken=bool(lines))


def _entries(lines: bytes) -> list[HistoryEntry]:
    """Up to the first line that is none: who was interrupted while writing it has not done it."""
    if not lines:
        return []
    found: list[HistoryEntry] = []
    for line in lines.splitlines():
        try:
            read_ = msgspec.json.decode(line, type=_Line)
            facts = tuple(text_fact(kind, bytes(raw).decode()) for kind, raw in read_.facts)
        except (msgspec.MsgspecError, FactUnreadable, ValueError):
            break
        found.append(HistoryEntry(read_.at, read_.by, facts, read_.key))
    return found


def _first(lines: bytes, count: int) -> bytes:
    return b"".join(lines.splitlines(keepends=True)[:count])


def _led_to(history: Sequence[HistoryEntry]) -> Tournament | None:
    """What follows from the facts; None if they do not fit together."""
    facts = [fact for entry in history for fact in entry.facts]
    if not facts or not isinstance(facts[0], Created) or any(one.at >= other.at for one, other in pairwise(history)):
        return None
    try:
        return fold(in_force(facts))
    except (AssertionError, LookupError, TypeError, ValueError):
        return None


def line_of(entry: HistoryEntry) -> bytes:
    """One request as a line."""
    facts = facts_line(entry.facts)
    key = "" if entry.key is None else f', "key": {json_line(entry.key)}'
    at = entry.at.isoformat(timespec="microseconds")
    return f'{{"at": "{at}", "by": {json_line(entry.by)}, "facts": {facts}{key}}}\n'.encode()
