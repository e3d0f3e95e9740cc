"""What every system has beside its own: names of tables, tables that somebody keeps (PS6.1), the criteria that an
organiser chooses (CR1), and where byes can be asked for, which of them on phones (AG4.3)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ronda.checking.unmet_walk import before_moving, fixed_findings
from ronda.core import Book, Criterion, Draw, Finding, Frozen, Proposal, Refusal, Round, Setup, replace
from ronda.core.text_rules import unfit_text
from ronda.pairing.unmet_walk import with_fixed_tables
from ronda.systems.columns import ListColumn, by_criteria
from ronda.systems.declarations import PhoneByes, PlayerField
from ronda.systems.system import Option, Rules, System
from ronda.tiebreaks.library import parse_order

OPTION = "table_names"
ORDER = "order"
ASKED = "asked"
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
    Option(ORDER, "text", "", "CR1.1", example="points, buchholz/1, wins", shared=True),
)
_ASKED = Option(ASKED, "choice", "zero", "AG4.3", choices=("zero", "half"), shared=True)
Pairing = Callable[[Book, Draw], Proposal | Refusal]


def with_shared(system: System) -> System:
    """The system with them. One whose own rules know fixed tables (R5.1) numbers its tables itself."""
    own = system.rules
    declared = {option.name for option in own.options}
    # one that has names for some lists takes any other, too: `unfit` says what is wrong with it
    options = (replace(one, accepts=lambda _: True) if one.name == ORDER else one for one in own.options)
    asked = own.byes.kinds and own.byes.phone is None
    shared = (_ASKED, *OPTIONS) if asked else OPTIONS
    rules = replace(
        own,
        options=(*options, *(one for one in shared if one.name not in declared)),
        byes=replace(own.byes, phone=_phone_byes) if asked else own.byes,
        criteria=_chosen(own),
        unfit=_unfit(own),
    )
    system = replace(system, lists=replace(system.lists, standings=_columns(system.lists.standings, rules)))
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


def _phone_byes(setup: Setup) -> PhoneByes:
    """AG4.3: none with points, or one worth a draw each, not in the last round."""
    return PhoneByes(("H", "Z"), 1, 1) if setup.options.get(ASKED) == "half" else PhoneByes(("Z",))


# --- the criteria that were chosen (CR1) --------------------------------------------------------------------


def chosen_order(rules: Rules, setup: Setup, codes: str) -> tuple[Criterion, ...] | Refusal:
    """The criteria of a list, in a system whose own ones are known, too."""
    plain = replace(setup, options={name: value for name, value in setup.options.items() if name != ORDER})
    found = parse_order(codes, rules.terms(setup), rules.criteria(plain))
    counted = rules.tiebreaks.counted
    return found if isinstance(found, Refusal) or counted is None else tuple(one.over(counted) for one in found)


def _order_of(rules: Rules, setup: Setup) -> str:
    """The list that was chosen; nothing where it is one of the system's own, by its name (CR1.1)."""
    chosen = str(setup.options.get(ORDER) or "").strip()
    return "" if any(chosen in one.choices for one in rules.options if one.name == ORDER) else chosen


def _chosen(own: Rules) -> Callable[[Setup], tuple[Criterion, ...]]:
    def criteria(setup: Setup) -> tuple[Criterion, ...]:
        order = _order_of(own, setup)
        found = chosen_order(own, setup, order) if order else own.criteria(setup)
        return own.criteria(setup) if isinstance(found, Refusal) else found

    return criteria


def _unfit(own: Rules) -> Callable[[Setup], Refusal | None]:
    def unfit(setup: Setup) -> Refusal | None:
        order = _order_of(own, setup)
        found = own.refused(setup) or (chosen_order(own, setup, order) if order else None)
        return found if isinstance(found, Refusal) else None

    return unfit


Columns = Callable[[Setup], tuple[ListColumn, ...]]


def _columns(own: Columns | None, rules: Rules) -> Columns | None:
    """The system's own columns are about its own criteria."""
    if own is None:
        return None
    return lambda setup: by_criteria(rules.criteria(setup)) if _order_of(rules, setup) else own(setup)


# --- tables that somebody keeps (PS6.1) ---------------------------------------------------------------------


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
