"""What every system has beside its own: names of tables, and tables that somebody keeps (PS6.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ronda.checking.unmet_walk import before_moving, fixed_findings
from ronda.core import Book, Draw, Finding, Frozen, Proposal, Refusal, Round, Setup, replace
from ronda.core.text_rules import unfit_text
from ronda.pairing.unmet_walk import with_fixed_tables
from ronda.systems.declarations import PlayerField
from ronda.systems.system import Option, System

OPTION = "table_names"
MOST_NAMES, LONGEST = 400, 60
_ENTRY = re.compile(r"(?:(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?\s*[:=]\s*)?(\S.*)")


class NamedTables(Frozen):
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


FIXED_TABLE = "pinned_table"
OPTIONS = (
    Option(
        OPTION,
        "text",
        "",
        "PS6.1",
        accepts=lambda text: read_names(text) is not None,
        example="1-12: A; 13: B; 14-20: C #",
        shared=True,
    ),
)
Pairing = Callable[[Book, Draw], Proposal | Refusal]


def with_shared(system: System) -> System:
    """The system with them. One whose own rules know fixed tables (R5.1) numbers its tables itself."""
    declared = {option.name for option in system.rules.options}
    rules = replace(
        system.rules, options=(*system.rules.options, *(one for one in OPTIONS if one.name not in declared))
    )
    fields = system.forms.player_fields
    if any(field.name == FIXED_TABLE for field in fields):
        return replace(system, rules=rules)
    moving = replace(
        rules,
        pair=_moving(rules.pair),
        last_resort=rules.last_resort and _moving(rules.last_resort),
        check=_checking(rules.check),
    )
    forms = replace(system.forms, player_fields=(*fields, PlayerField(FIXED_TABLE, "PS6.1")))
    return replace(system, rules=moving, forms=forms)


def _moving(pair: Pairing) -> Pairing:
    def moved(book: Book, draw: Draw) -> Proposal | Refusal:
        made = pair(book, draw)
        if isinstance(made, Refusal) or not _fixed(book):
            return made
        return with_fixed_tables(book, made)

    return moved


def _checking(check: Callable[[Book, Round], list[Finding]]) -> Callable[[Book, Round], list[Finding]]:
    def judged(book: Book, round_: Round) -> list[Finding]:
        if not _fixed(book):
            return check(book, round_)
        return [*check(book, before_moving(round_)), *fixed_findings(book, round_)]

    return judged


def _fixed(book: Book) -> bool:
    return any(player.pinned_table is not None for player in book.players.values())
