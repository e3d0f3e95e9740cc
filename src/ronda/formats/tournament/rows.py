"""The tournament file as types: what msgspec makes of its JSON, and what is written. The fields of a row stand in the
order in which they are written.

A field that holds its default is left out, also an empty list; where that is to be written all the same, the field gets
a list instead of the tuple that is its default.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import Annotated, Any, Literal, cast, get_type_hints

import msgspec
from msgspec import UNSET, Meta, UnsetType

from ronda.core import AppealOutcome, ByeKind, Card, PenaltyKind, RequestedBye, RoundStatus, Togetherness
from ronda.core.stage_plan import Stage, StageKind
from ronda.formats.errors import Fault, Step
from ronda.formats.json_types import (
    CodeLine,
    Line,
    LongLine,
    Number,
    PenaltyLine,
    Positive,
    Prose,
    Row,
    Seed,
    ShortLine,
    Signed,
    Whole,
)
from ronda.formats.tournament.money import FeeBookRow, PrizesRow

VERSION = 1
MOST_ROUNDS = 1_000_000

_RoundNumber = Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]


def refuse_strangers(known: Collection[int], named: Iterable[tuple[int, tuple[Step, ...]]]) -> None:
    """Whoever is named at these places is a player of the event. Raises Fault."""
    for player, steps in named:
        if player not in known:
            raise Fault("unknown_player", player=player).within(*steps)


class FilePlayer(Row):
    """`licence`: files of before have a number there. `byes`: `{"3": "H"}`, by round."""

    id: Positive
    name: Line
    rating: Whole = 0
    national_rating: Whole = 0
    licence: Line | Whole = ""
    club: Line = ""
    joined_round: _RoundNumber = 1
    left_after: Annotated[int, Meta(ge=0, le=MOST_ROUNDS)] | None = None
    missed: tuple[_RoundNumber, ...] = ()
    number: Positive | None = None
    pinned_table: Whole | None = None
    title: Line = ""
    federation: Line = ""
    fide_id: Line = ""
    birth_year: Whole = 0
    sex: Line = ""
    email: Line = ""
    person: Line = ""
    byes: dict[str, RequestedBye] = {}
    start: Whole = 0
    members: LongLine = ""
    size: Whole = 0


@cache
def player_row(number_key: str) -> type[FilePlayer]:
    """The row of a system that calls the start number of a player by another name."""
    if number_key == "number":
        return FilePlayer
    fields = [(one.name, one.type, _default(one)) for one in msgspec.structs.fields(FilePlayer)]
    row = msgspec.defstruct("FilePlayer", fields, bases=(Row,), module=__name__, rename={"number": number_key})
    return cast("type[FilePlayer]", row)


def _default(own: msgspec.structs.FieldInfo) -> Any:
    if own.default_factory is not msgspec.NODEFAULT:
        return msgspec.field(default_factory=own.default_factory)
    return msgspec.field() if own.required else own.default


class FileAvoid(Row, omit_defaults=False):
    players: tuple[Positive, Positive]
    relation: Togetherness = msgspec.field(default="both", name="as")
    hard: bool = True


class FilePenalty(Row):
    id: Positive
    player: Positive
    kind: PenaltyKind
    round: Whole
    table: Whole | None = None
    amount: Number = 0
    card: Card = ""
    rule: PenaltyLine = ""
    reason: PenaltyLine = ""
    by: PenaltyLine = ""
    lifted: bool = False


class FileAppeal(Row):
    id: Positive
    player: Positive
    round: Whole
    text: PenaltyLine
    penalty: Positive | None = None
    table: Whole | None = None
    outcome: AppealOutcome = ""
    by: PenaltyLine = ""
    reason: PenaltyLine = ""


class FileMadeWith(Row):
    """What was otherwise when a round was made. `options` and `players` are read by the rules of the system."""

    options: dict[str, Any] | UnsetType = UNSET
    avoid: Sequence[FileAvoid] | UnsetType = UNSET
    entered: Whole | UnsetType = UNSET
    players: tuple[dict[str, Any], ...] = ()
    penalties: Sequence[FilePenalty] | UnsetType = UNSET


# What is not looked at in a table, a bye and a round is what `pair --json` tells beside the shape of the file: it
# follows from the rest, and a round that was printed can be put into a file as it is.


class FileEarlier(Row):
    result: ShortLine | None
    until: Positive
    absent: tuple[Positive, ...] = ()


class FileTable(Row):
    number: Whole
    first: tuple[Positive, ...]
    second: tuple[Positive, ...]
    result: ShortLine | UnsetType | None = UNSET
    absent: tuple[Positive, ...] = ()
    earlier: tuple[FileEarlier, ...] = ()
    names: Any = UNSET
    labels: Any = UNSET


class FileBye(Row):
    player: Positive
    kind: ByeKind | UnsetType = UNSET
    points: Number | None = None
    differential: Signed | None = None
    name: Any = UNSET
    label: Any = UNSET


class FileReason(Row):
    """The code decides and its text is made anew; where there is only a text, it is kept."""

    table: Whole | None = None
    player: Positive | None = None
    article: CodeLine = ""
    code: CodeLine | UnsetType = UNSET
    facts: dict[str, Any] = {}
    text: Prose | UnsetType = UNSET


class FileRelaxation(Row):
    players: tuple[Positive, ...]
    article: CodeLine = ""
    code: CodeLine | UnsetType = UNSET
    facts: dict[str, Any] = {}
    text: Prose | UnsetType = UNSET


class FileApproval(Row):
    by: LongLine
    reason: LongLine


class FileRound(Row):
    number: Whole
    tables: Sequence[FileTable] = ()
    byes: Sequence[FileBye] = ()
    seed: Seed | None = None
    system: str | UnsetType = UNSET
    edition: CodeLine | None = None
    reasons: Sequence[FileReason] = ()
    relaxations: Sequence[FileRelaxation] = ()
    approved: FileApproval | None = None
    status: RoundStatus | UnsetType = UNSET
    by_hand: bool = False
    made_with: FileMadeWith | UnsetType = UNSET
    forced: Any = UNSET
    in_force: Any = UNSET


class FileChange(Row):
    out: Positive
    into: Positive = msgspec.field(name="in")


class FileStage(Row):
    """`rounds`: their numbers, which follow from the rest. `options`: see `StageOptions`."""

    kind: StageKind
    name: Line = ""
    options: dict[str, Any] = {}
    entrants: Sequence[tuple[Positive, ...]] | UnsetType = UNSET
    after: Whole | UnsetType = UNSET
    seed: Seed | UnsetType = UNSET
    groups: tuple[tuple[Positive, ...], ...] = ()
    lots: tuple[tuple[Positive, Positive], ...] = ()
    settled: Literal["lot", "playoff", "all"] | UnsetType = UNSET
    playoff: tuple[Positive, ...] = ()
    changes: tuple[FileChange, ...] = ()
    early: bool = False
    by: LongLine | UnsetType = UNSET
    reason: LongLine | UnsetType = UNSET
    rounds: Any = UNSET
    made_with: FileMadeWith | UnsetType = UNSET


_NUMBERS = {"source": 20, "sides": 3, "groups": 26, "per_club": 100, "best_of": 7, "final_best_of": 7}
STAGE_OPTIONS = tuple(name for name in Stage.__struct_fields__ if name not in ("kind", "name", "begun"))


def _option_type(name: str, hint: Any) -> Any:
    if name in _NUMBERS:
        return Annotated[int, Meta(ge=0, le=_NUMBERS[name])]
    return ShortLine if name in ("take", "order") else hint


# what `options` of a stage may hold: its fields, with the bounds of the file
StageOptions = msgspec.defstruct(
    "StageOptions",
    [(name, _option_type(name, get_type_hints(Stage)[name]), UNSET) for name in STAGE_OPTIONS],
    bases=(Row,),
    module=__name__,
)


class File(Row, kw_only=True):
    """The whole file. `options` and `players` are read by the rules of the system."""

    ronda: int
    name: Line | UnsetType = UNSET
    system: str
    options: dict[str, Any] | UnsetType = UNSET
    seed: Seed | UnsetType = UNSET
    players: Sequence[dict[str, Any]] = ()
    rounds: Sequence[FileRound] = ()
    avoid: tuple[FileAvoid, ...] = ()
    penalties: tuple[FilePenalty, ...] = ()
    stages: tuple[FileStage, ...] = ()
    prizes: PrizesRow | UnsetType = UNSET
    fees: FeeBookRow | UnsetType = UNSET
    appeals: tuple[FileAppeal, ...] = ()
    lot: Seed | UnsetType = UNSET
