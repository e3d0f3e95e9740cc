"""Rows of the five tables as checked values. Every value that cannot be meant is put down with its place: a code, its
facts, the row and the column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from math import isfinite
from typing import Any, TypeVar, cast
from uuid import UUID

from ronda.core import Frozen
from ronda.core.verdicts import CODE, COUNT, NUMBER, ROUND, TABLE, TEXT, VALUE, Codes, misfits, uncited
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


class ImportNote(Frozen):
    """Something to look at after an import."""

    code: str
    table: str
    row: str
    column: str
    facts: Mapping[str, Any]

    def __post_init__(self) -> None:
        assert not (wrong := [*misfits(CODES, "import_note", self.code, "", self.facts)]), wrong


class Raw(Frozen):
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


T = TypeVar("T")
Faults = list[NotImportable]

_TRUE, _FALSE = ("t", "true", "1"), ("f", "false", "0")
MOST_ROUNDS = 1000


class TournamentRow(Frozen):
    """A row of `tournaments`; what is not set is None."""

    raw: Raw
    id: UUID
    name: str
    code: str | None
    started: bool
    ended: bool
    current_round: int | None
    rounds: int | None
    max_score: int | None
    bye_halves: int | None
    bye_differential: int | None
    first_table: int | None
    minutes: int | None
    sound: bool | None


class Participant(Frozen):
    raw: Raw
    id: UUID
    name: str
    joined: datetime | None
    dropped_out: bool
    place: float | None
    match_points: float | None
    differential: float | None


class MatchRow(Frozen):
    """A row of `matches`, with the derived values as they are stored, for comparison."""

    raw: Raw
    round: int
    players: tuple[UUID, UUID]
    scores: tuple[int | None, int | None]
    match_points: tuple[float | None, float | None]
    differentials: tuple[float | None, float | None]
    winner: UUID | None
    is_tie: bool | None
    order: int | None


class ByeRow(Frozen):
    """A row of `byes`."""

    raw: Raw
    participant: UUID
    round: int
    round_id: UUID | None
    halves: int | None
    differential: int | None


class RoundRow(Frozen):
    """A row of `rounds`."""

    raw: Raw
    id: UUID | None
    number: int
    completed: bool
    ended: datetime | None


class Cells:
    """The values of one row. One that cannot be meant goes to the faults and stands as None; its row is never used."""

    def __init__(self, raw: Raw, faults: Faults) -> None:
        self.raw = raw
        self.faults = faults

    def need(self, column: str, reader: Reader[T]) -> T:
        if self.raw.cells.get(column) is None:
            missing = "missing_value" if column in self.raw.cells else "missing_column"
            self.faults.append(self.raw.fault(missing, column))
        return cast(T, self.take(column, reader))

    def take(self, column: str, reader: Reader[T]) -> T | None:
        value = self.raw.cells.get(column)
        try:
            return None if value is None else reader(value)
        except BadCell as bad:
            self.faults.append(self.raw.fault(bad.code, column, **bad.facts))
            return None

    def both(self, names: tuple[str, str], reader: Reader[T]) -> tuple[T | None, T | None]:
        return self.take(names[0], reader), self.take(names[1], reader)


def _each(raws: Sequence[Raw], faults: Faults, read: Callable[[Cells], T]) -> list[T]:
    """The rows without a fault."""
    found: list[T] = []
    for raw in raws:
        before = len(faults)
        row = read(Cells(raw, faults))
        if len(faults) == before:
            found.append(row)
    return found


def read_settings(raw: Raw, faults: Faults) -> TournamentRow:
    """To be used only if there are no faults."""
    cells = Cells(raw, faults)
    return TournamentRow(
        raw=raw,
        id=cells.need("id", uuid),
        name=cells.take("name", text) or "",
        code=cells.take("code", text),
        started=cells.take("has_started", boolean) or False,
        ended=cells.take("has_ended", boolean) or False,
        current_round=cells.take("current_round", whole(-MOST_ROUNDS, MOST_ROUNDS)),
        rounds=cells.take("n_rounds", whole(1, MOST_ROUNDS)),
        max_score=cells.take("max_score", whole(0, 1_000_000)),
        bye_halves=cells.take("bye_points", halves(0, 200)),
        bye_differential=cells.take("bye_differential", whole(-1000, 1000)),
        first_table=cells.take("starting_table_number", whole(0, 1_000_000)),
        minutes=cells.take("round_length", whole(1, 1000)),
        sound=cells.take("sound_notifications", boolean),
    )


def read_participants(tables: Tables, faults: Faults) -> list[Participant]:
    """In the order in which they joined."""
    found = _each(
        tables["participants"],
        faults,
        lambda cells: Participant(
            raw=cells.raw,
            id=cells.need("id", uuid),
            name=cells.take("name", text) or "",
            joined=cells.take("joined_at", moment),
            dropped_out=cells.take("dropped_out", boolean) or False,
            place=cells.take("place", number),
            match_points=cells.take("match_points", number),
            differential=cells.take("differential", number),
        ),
    )
    seen: set[UUID] = set()
    for one in found:
        if one.id in seen:
            faults.append(one.raw.fault("duplicate_id", "id", id=str(one.id)))
        seen.add(one.id)
    last = datetime.max.replace(tzinfo=UTC)
    return sorted(found, key=lambda one: (one.joined or last, one.name, one.id))


def read_matches(tables: Tables, faults: Faults) -> list[MatchRow]:
    return _each(
        tables["matches"],
        faults,
        lambda cells: MatchRow(
            raw=cells.raw,
            round=cells.need("round", whole(1, MOST_ROUNDS)),
            players=(cells.need("player1_id", uuid), cells.need("player2_id", uuid)),
            scores=cells.both(("player1_score", "player2_score"), whole(0, 1_000_000)),
            match_points=cells.both(("player1_match_points", "player2_match_points"), number),
            differentials=cells.both(("differential", "differential2"), number),
            winner=cells.take("winner_id", uuid),
            is_tie=cells.take("is_tie", boolean),
            order=cells.take("match_order", whole(-(10**9), 10**9)),
        ),
    )


def read_byes(tables: Tables, faults: Faults) -> list[ByeRow]:
    return _each(
        tables["byes"],
        faults,
        lambda cells: ByeRow(
            raw=cells.raw,
            participant=cells.need("participant_id", uuid),
            round=cells.need("round_number", whole(1, MOST_ROUNDS)),
            round_id=cells.take("round_id", uuid),
            halves=cells.take("match_points", halves(0, 200)),
            differential=cells.take("differential", whole(-1000, 1000)),
        ),
    )


def read_rounds(tables: Tables, faults: Faults) -> list[RoundRow]:
    return _each(
        tables["rounds"],
        faults,
        lambda cells: RoundRow(
            raw=cells.raw,
            id=cells.take("id", uuid),
            number=cells.need("round_number", whole(0, MOST_ROUNDS)),
            completed=cells.take("is_completed", boolean) or False,
            ended=cells.take("ended_at", moment),
        ),
    )


# --- one value ---------------------------------------------------------------------------------------------

Reader = Callable[[object], T]


class BadCell(Exception):
    """A value that cannot be meant: a code and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts


def uuid(value: object) -> UUID:
    try:
        return value if isinstance(value, UUID) else UUID(str(value))
    except ValueError:
        raise _wrong("uuid", value) from None


def text(value: object) -> str:
    if not isinstance(value, str):
        raise _wrong("text", value)
    return value


def boolean(value: object) -> bool:
    said = str(value).lower()
    if said not in _TRUE + _FALSE:
        raise _wrong("boolean", value)
    return said in _TRUE


def number(value: object) -> float:
    try:
        found = float(str(value))
    except ValueError:
        raise _wrong("number", value) from None
    if not isfinite(found) or isinstance(value, bool):
        raise _wrong("number", value)
    return found


def whole(low: int, high: int) -> Reader[int]:
    def read(value: object) -> int:
        found = number(value)
        if found != int(found):
            raise _wrong("integer", value)
        if not low <= found <= high:
            raise BadCell("out_of_range", found=int(found), low=low, high=high)
        return int(found)

    return read


def halves(low: int, high: int) -> Reader[int]:
    """A number with half points, as a whole number of halves; the bounds are halves, too."""

    def read(value: object) -> int:
        found = number(value)
        if 2 * found != int(2 * found):
            raise BadCell("not_half", found=found)
        if not low <= 2 * found <= high:
            raise BadCell("out_of_range", found=found, low=low / 2, high=high / 2)
        return int(2 * found)

    return read


def moment(value: object) -> datetime:
    try:
        found = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    except ValueError:
        raise _wrong("time", value) from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _wrong(expected: str, value: object) -> BadCell:
    return BadCell("wrong_type", expected=expected, found=shown(str(value)))
