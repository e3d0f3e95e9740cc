"""What tables are called beside their numbers, as an organiser writes it once for the event (PS6.1).

Entries with semicolons or new lines between them: `1-12: Hall A` is a zone, `13: Plane tree` one table; a text alone is
the table after the one before it, the first of all table 1. In the text of a range `#` counts its tables from 1, so
`13-24: Room B – #` calls table 24 "Room B – 12". A number can be a name: `1-8: #` is none, `1: 101; 102; 103` is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ronda.core.model import Setup
from ronda.core.text_rules import unfit_text
from ronda.core.values import Frozen

OPTION = "table_names"
MOST_NAMES, LONGEST = 400, 60
_ENTRY = re.compile(r"(?:(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*[:=]\s*)?(\S.*)")


class NamedTables(Frozen, frozen=True):
    """The tables from `first` to `last` are called so."""

    first: int
    last: int
    text: str

    def called(self, number: int) -> str:
        return self.text.replace("#", str(number - self.first + 1))


def read_names(text: str) -> tuple[NamedTables, ...] | None:
    """The entries; None where one of them says nothing, is too long, or speaks of a table once more."""
    found: list[NamedTables] = []
    for new in _entries(text):
        if new is None or len(new.text) > LONGEST or unfit_text(new.text) is not None or new.last < new.first:
            return None
        if any(one.first <= new.last and new.first <= one.last for one in found):
            return None
        found.append(new)
    return tuple(found) if len(found) <= MOST_NAMES else None


def _entries(text: str) -> Iterator[NamedTables | None]:
    """One after the other; None for one that says nothing."""
    following = 1
    for part in filter(None, (" ".join(one.split()) for one in re.split(r"[;\n]", text))):
        match = _ENTRY.fullmatch(part)
        if match is None or part[-1] in ":=":
            yield None
            continue
        first = int(match[1]) if match[1] else following
        last = int(match[2]) if match[2] else first
        following = last + 1
        yield NamedTables(first, last, match[3])


def called(setup: Setup, number: int) -> str:
    """What a table is called beside its number; nothing where it has only that."""
    text = setup.options.get(OPTION)
    if not isinstance(text, str) or not text:
        return ""
    # what an event has was found right when it was set: nobody asks again for every table of a page
    return next((one.called(number) for one in _entries(text) if one and one.first <= number <= one.last), "")


def shown(setup: Setup, number: int) -> str:
    """The number with the name; a name that says the number already stands alone."""
    name = called(setup, number)
    if not name:
        return str(number)
    return name if str(number) in re.findall(r"\d+", name) else f"{number} · {name}"
