"""What can be wrong with five tables from elsewhere: a code, its facts and the place. No prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ronda.formats.errors import shown

# Every code with the names of its facts. Sentences are made from these, outside.
FACTS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        code: frozenset(names.split())
        for code, names in (
            # the source as a whole
            ("not_text", "byte"),
            ("binary_dump", ""),  # pg_dump's own format: a plain one is needed
            ("too_large", "bytes most"),
            ("too_many", "what most"),  # what: rows | cells (of one statement)
            ("cut_off", "what"),  # what: copy | string | statement
            ("unsupported_copy", "found"),
            ("not_a_literal", "found"),  # an expression among the values: nothing is ever executed
            ("wrong_length", "expected found"),
            ("unsupported_database", "found known"),
            ("database_unreachable", "reason"),
            ("missing_table", ""),
            ("store_of_ronda", ""),
            # which tournament
            ("no_tournament", ""),
            ("unknown_tournament", "wanted found"),
            ("several_tournaments", "wanted found"),
            ("tournament_not_named", "found"),
            # one value
            ("missing_column", ""),
            ("missing_value", ""),
            ("wrong_type", "expected found"),
            ("out_of_range", "found low high"),
            ("unknown_choice", "found known"),
            ("not_half", "found"),
            # values that belong together
            ("duplicate_id", "id"),
            ("unknown_participant", "found"),
            ("player_twice", "name round"),
            ("round_missing", "round"),
            ("score_missing", ""),
            ("bad_result", "code article facts"),
            # what an import does without, and an event that goes on does not
            ("duplicate_round", "round"),
            ("empty_round", "round"),  # a row in `rounds`, and nobody is in it
            ("bye_alone", "round"),  # a bye in a round without matches
            ("no_round_row", "round"),
            ("wrong_round", "round"),  # a bye that belongs to another round
            ("stray", ""),  # a row of its players that belongs to no tournament
        )
    }
)

# What is told although it could be read, with the names of its facts.
NOTES: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        code: frozenset(names.split())
        for code, names in (
            ("differs", "name stored computed"),  # a derived value that does not follow from the scores
            ("name_changed", "stored name"),
            ("rounds_raised", "stored rounds"),
            ("max_score_assumed", "max_score"),
            ("result_missing", "round table"),
        )
    }
)


class NotImportable(Exception):
    """Tables that cannot become a tournament. `row` is the id of the row where it has one, `line` its line in a
    dump, `tournament` the name of the tournament that was being read."""

    def __init__(
        self,
        code: str,
        facts: Mapping[str, Any],
        table: str | None = None,
        row: str | None = None,
        column: str | None = None,
        line: int | None = None,
    ) -> None:
        assert facts.keys() == FACTS[code], (code, facts)
        super().__init__(code, facts, table, row, column, line)
        self.code = code
        self.facts = facts
        self.table = table
        self.row = row
        self.column = column
        self.line = line
        self.tournament: str | None = None


@dataclass(frozen=True, slots=True)
class ImportNote:
    """Something to look at after an import."""

    code: str
    table: str
    row: str
    column: str
    facts: Mapping[str, Any]

    def __post_init__(self) -> None:
        assert self.facts.keys() == NOTES[self.code], self


@dataclass(frozen=True, slots=True)
class Raw:
    """A row as it was found: text from a dump, values from a database."""

    table: str
    cells: Mapping[str, object]
    line: int | None = None

    @property
    def name(self) -> str | None:
        """The row's id, as far as it has one."""
        found = self.cells.get("id")
        return None if found is None else shown(str(found))

    def fault(self, code: str, column: str | None = None, /, **facts: Any) -> NotImportable:
        return NotImportable(code, facts, self.table, self.name, column, self.line)


Tables = Mapping[str, list[Raw]]
NAMES = ("tournaments", "rounds", "participants", "matches", "byes")
