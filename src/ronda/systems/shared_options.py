"""What every system has beside its own: names of tables, and tables that somebody keeps (PS6.1)."""

from __future__ import annotations

from collections.abc import Callable

from ronda.checking.unmet_walk import before_moving, fixed_findings
from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Proposal, Round
from ronda.core.table_names import OPTION, read_names
from ronda.core.values import replace
from ronda.core.verdicts import Finding, Refusal
from ronda.pairing.unmet_walk import with_fixed_tables
from ronda.systems.declarations import PlayerField
from ronda.systems.system import Option, System

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
