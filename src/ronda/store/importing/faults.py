"""What can be wrong with five tables from elsewhere: a code, its facts and the place. No prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ronda.core.verdict_codes import CODE, COUNT, NUMBER, ROUND, TABLE, TEXT, VALUE, Codes, misfits, uncited
from ronda.formats.errors import shown

CODES: Codes = {
    "unimportable": {
        # the source as a whole
        "not_text": uncited(byte=COUNT),
        "binary_dump": uncited(),  # pg_dump's own format: a plain one is needed
        "too_large": uncited(bytes=COUNT, most=COUNT),
        "too_many": uncited(what=CODE, most=COUNT),  # what: rows | cells (of one statement)
        "cut_off": uncited(what=CODE),  # what: copy | string | statement
        "unsupported_copy": uncited(found=TEXT),
        "not_a_literal": uncited(found=TEXT),  # an expression among the values: nothing is ever executed
        "wrong_length": uncited(expected=COUNT, found=COUNT),
        "unsupported_database": uncited(found=TEXT, known=VALUE),
        "database_unreachable": uncited(reason=TEXT),
        "missing_table": uncited(),
        "store_of_ronda": uncited(),
        # which tournament
        "no_tournament": uncited(),
        "unknown_tournament": uncited(wanted=TEXT, found=VALUE),
        "several_tournaments": uncited(wanted=TEXT, found=VALUE),
        "tournament_not_named": uncited(found=VALUE),
        # one value
        "missing_column": uncited(),
        "missing_value": uncited(),
        "wrong_type": uncited(expected=CODE, found=TEXT),
        "out_of_range": uncited(found=VALUE, low=VALUE, high=VALUE),
        "unknown_choice": uncited(found=VALUE, known=VALUE),
        "not_half": uncited(found=VALUE),
        # values that belong together
        "duplicate_id": uncited(id=TEXT),
        "unknown_participant": uncited(found=TEXT),
        "player_twice": uncited(name=TEXT, round=ROUND),
        "round_missing": uncited(round=ROUND),
        "score_missing": uncited(),
        # the system's own refusal, which is told as it is told elsewhere
        "bad_result": uncited(code=CODE, article=TEXT, facts=VALUE),
        # what an import does without, and an event that goes on does not
        "duplicate_round": uncited(round=ROUND),
        "empty_round": uncited(round=ROUND),  # a row in `rounds`, and nobody is in it
        "bye_alone": uncited(round=ROUND),  # a bye in a round without matches
        "no_round_row": uncited(round=ROUND),
        "wrong_round": uncited(round=ROUND),  # a bye that belongs to another round
        "stray": uncited(),  # a row of its players that belongs to no tournament
    },
    # what is told although it could be read
    "import_note": {
        "differs": uncited(name=TEXT, stored=VALUE, computed=VALUE),  # from what follows from the scores
        "name_changed": uncited(stored=TEXT, name=TEXT),
        "rounds_raised": uncited(stored=NUMBER, rounds=COUNT),
        "max_score_assumed": uncited(max_score=VALUE),
        "result_missing": uncited(round=ROUND, table=TABLE),
    },
}


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
        assert not (wrong := [*misfits(CODES, "unimportable", code, "", facts)]), wrong
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
        assert not (wrong := [*misfits(CODES, "import_note", self.code, "", self.facts)]), wrong


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
