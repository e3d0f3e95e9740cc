"""Rows of the five tables as checked values. A value that cannot be meant is refused with its place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isfinite
from typing import TypeVar
from uuid import UUID

from ronda.formats.unreadable import shown
from ronda.store.import_trouble import Raw, Tables

T = TypeVar("T")

_TRUE, _FALSE = ("t", "true", "1"), ("f", "false", "0")
MOST_ROUNDS = 1000


@dataclass(frozen=True, slots=True)
class Settings:
    """A row of `tournaments`; what is not set is None."""

    raw: Raw
    id: UUID
    name: str
    code: str | None
    ended: bool
    rounds: int | None
    max_score: int | None
    bye_halves: int | None
    bye_differential: int | None
    first_table: int | None
    minutes: int | None
    sound: bool | None


@dataclass(frozen=True, slots=True)
class Participant:
    raw: Raw
    id: UUID
    name: str
    joined: datetime | None
    dropped_out: bool
    place: float | None
    match_points: float | None
    differential: float | None


@dataclass(frozen=True, slots=True)
class Match:
    """A row of `matches`, with the derived values as they are stored, for comparison."""

    raw: Raw
    round: int
    players: tuple[UUID, UUID]
    scores: tuple[int | None, int | None]
    match_points: tuple[float | None, float | None]
    differentials: tuple[float | None, float | None]
    order: int | None


@dataclass(frozen=True, slots=True)
class Rest:
    """A row of `byes`."""

    raw: Raw
    participant: UUID
    round: int
    halves: int | None
    differential: int | None


def read_settings(raw: Raw) -> Settings:
    return Settings(
        raw=raw,
        id=required(raw, "id", uuid),
        name=optional(raw, "name", text) or "",
        code=optional(raw, "code", text),
        ended=optional(raw, "has_ended", boolean) or False,
        rounds=optional(raw, "n_rounds", whole(1, MOST_ROUNDS)),
        max_score=optional(raw, "max_score", whole(0, 1_000_000)),
        bye_halves=optional(raw, "bye_points", halves(0, 200)),
        bye_differential=optional(raw, "bye_differential", whole(-1000, 1000)),
        first_table=optional(raw, "starting_table_number", whole(0, 1_000_000)),
        minutes=optional(raw, "round_length", whole(1, 1000)),
        sound=optional(raw, "sound_notifications", boolean),
    )


def read_participants(tables: Tables) -> list[Participant]:
    """In the order in which they joined."""
    found = [
        Participant(
            raw=raw,
            id=required(raw, "id", uuid),
            name=optional(raw, "name", text) or "",
            joined=optional(raw, "joined_at", moment),
            dropped_out=optional(raw, "dropped_out", boolean) or False,
            place=optional(raw, "place", number),
            match_points=optional(raw, "match_points", number),
            differential=optional(raw, "differential", number),
        )
        for raw in tables["participants"]
    ]
    refuse_duplicates(found)
    last = datetime.max.replace(tzinfo=UTC)
    return sorted(found, key=lambda one: (one.joined or last, one.name, one.id))


def refuse_duplicates(found: Sequence[Participant]) -> None:
    seen: set[UUID] = set()
    for one in found:
        if one.id in seen:
            raise one.raw.fault("duplicate_id", "id", id=str(one.id))
        seen.add(one.id)


def read_matches(tables: Tables) -> list[Match]:
    score = whole(0, 1_000_000)

    def both(raw: Raw, names: tuple[str, str], reader: Callable[[Raw, str, object], T]) -> tuple[T | None, T | None]:
        return optional(raw, names[0], reader), optional(raw, names[1], reader)

    return [
        Match(
            raw=raw,
            round=required(raw, "round", whole(1, MOST_ROUNDS)),
            players=(required(raw, "player1_id", uuid), required(raw, "player2_id", uuid)),
            scores=both(raw, ("player1_score", "player2_score"), score),
            match_points=both(raw, ("player1_match_points", "player2_match_points"), number),
            differentials=both(raw, ("differential", "differential2"), number),
            order=optional(raw, "match_order", whole(-(10**9), 10**9)),
        )
        for raw in tables["matches"]
    ]


def read_byes(tables: Tables) -> list[Rest]:
    return [
        Rest(
            raw=raw,
            participant=required(raw, "participant_id", uuid),
            round=required(raw, "round_number", whole(1, MOST_ROUNDS)),
            halves=optional(raw, "match_points", halves(0, 200)),
            differential=optional(raw, "differential", whole(-1000, 1000)),
        )
        for raw in tables["byes"]
    ]


def read_completed(tables: Tables) -> set[int]:
    """The numbers of the rounds that are over."""
    numbers = [(required(raw, "round_number", whole(0, MOST_ROUNDS)), raw) for raw in tables["rounds"]]
    return {number for number, raw in numbers if optional(raw, "is_completed", boolean)}


# --- one value ---------------------------------------------------------------------------------------------

Reader = Callable[[Raw, str, object], T]


def required(raw: Raw, column: str, reader: Reader[T]) -> T:
    if column not in raw.cells:
        raise raw.fault("missing_column", column)
    if raw.cells[column] is None:
        raise raw.fault("missing_value", column)
    return reader(raw, column, raw.cells[column])


def optional(raw: Raw, column: str, reader: Reader[T]) -> T | None:
    value = raw.cells.get(column)
    return None if value is None else reader(raw, column, value)


def uuid(raw: Raw, column: str, value: object) -> UUID:
    if isinstance(value, UUID):
        return value
    try:
        return UUID(str(value))
    except ValueError:
        raise _wrong(raw, column, "uuid", value) from None


def text(raw: Raw, column: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong(raw, column, "text", value)
    return value


def boolean(raw: Raw, column: str, value: object) -> bool:
    said = str(value).lower()
    if said not in _TRUE + _FALSE:
        raise _wrong(raw, column, "boolean", value)
    return said in _TRUE


def number(raw: Raw, column: str, value: object) -> float:
    try:
        found = float(str(value))
    except ValueError:
        raise _wrong(raw, column, "number", value) from None
    if not isfinite(found) or isinstance(value, bool):
        raise _wrong(raw, column, "number", value)
    return found


def whole(low: int, high: int) -> Reader[int]:
    def read(raw: Raw, column: str, value: object) -> int:
        found = number(raw, column, value)
        if found != int(found):
            raise _wrong(raw, column, "integer", value)
        if not low <= found <= high:
            raise raw.fault("out_of_range", column, found=int(found), low=low, high=high)
        return int(found)

    return read


def halves(low: int, high: int) -> Reader[int]:
    """A number with half points, as a whole number of halves; the bounds are halves, too."""

    def read(raw: Raw, column: str, value: object) -> int:
        found = number(raw, column, value)
        if 2 * found != int(2 * found):
            raise raw.fault("not_half", column, found=found)
        if not low <= 2 * found <= high:
            raise raw.fault("out_of_range", column, found=found, low=low / 2, high=high / 2)
        return int(2 * found)

    return read


def moment(raw: Raw, column: str, value: object) -> datetime:
    try:
        found = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    except ValueError:
        raise _wrong(raw, column, "time", value) from None
    return found.replace(tzinfo=UTC) if found.tzinfo is None else found


def _wrong(raw: Raw, column: str, expected: str, value: object) -> Exception:
    return raw.fault("wrong_type", column, expected=expected, found=shown(str(value)))
