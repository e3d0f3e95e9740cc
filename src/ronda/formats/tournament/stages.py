"""The stages of an event in its file: what is planned, and who entered those that have begun (ST10)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Annotated, Any, get_type_hints

import msgspec
from msgspec import UNSET, Meta

from ronda.core.model import Tournament
from ronda.core.stage_plan import Replacement, Stage, StageStart
from ronda.core.values import replace
from ronda.formats.errors import Fault
from ronda.formats.strict_json.types import Row, ShortLine, made
from ronda.formats.tournament.rows import FileChange, FileStage
from ronda.stages.advancing import read_take
from ronda.stages.elimination import LARGEST
from ronda.stages.groups import LEAST
from ronda.systems.event_stages import begun_stages

_MOST_STAGES = 20
_MOST_PLAYERS = 1000
_NUMBERS = {"source": 20, "sides": 3, "groups": 26, "per_club": 100, "best_of": 7, "final_best_of": 7}
_OPTIONS = tuple(name for name in Stage.__struct_fields__ if name not in ("kind", "name", "begun"))


def _option_type(name: str, hint: Any) -> Any:
    if name in _NUMBERS:
        return Annotated[int, Meta(ge=0, le=_NUMBERS[name])]
    return ShortLine if name == "take" else hint


# what `options` of a stage may hold: its fields, with the bounds of the file
_OptionsRow = msgspec.defstruct(
    "_OptionsRow",
    [(name, _option_type(name, get_type_hints(Stage)[name]), UNSET) for name in _OPTIONS],
    bases=(Row,),
    module=__name__,
)


def stage_rows(tournament: Tournament) -> list[FileStage]:
    """The stages as the file has them, each with the numbers of its rounds."""
    if not tournament.setup.stages:
        return []
    own = {one.number: [round_.number for round_ in one.rounds] for one in begun_stages(tournament)}
    return [stage_row(one, own.get(at, [])) for at, one in enumerate(tournament.setup.stages, start=1)]


def stage_row(stage: Stage, rounds: list[int]) -> FileStage:
    """A stage as the file has it; `rounds`: the numbers of its rounds in the event."""
    plain = Stage(stage.kind)
    options = {key: getattr(stage, key) for key in _OPTIONS if getattr(stage, key) != getattr(plain, key)}
    row = FileStage(stage.kind, stage.name, options)
    begun = stage.begun
    if begun is None:
        return row
    told = bool(begun.by or begun.reason)
    return msgspec.structs.replace(
        row,
        entrants=begun.entrants,
        after=begun.after,
        seed=begun.seed,
        groups=begun.grouped,
        lots=begun.lots,
        settled=begun.settled or UNSET,
        playoff=begun.playoff,
        changes=tuple(FileChange(one.out, one.into) for one in begun.changes),
        early=begun.early,
        by=begun.by if told else UNSET,
        reason=begun.reason if told else UNSET,
        rounds=rounds,
    )


def planned_stages(value: Any) -> list[Stage]:
    """A list of stages as the file has them, of which none has begun. Raises Fault."""
    return stages(made(value, list[FileStage]), ())


def stages(rows: Sequence[FileStage], known: Collection[int]) -> list[Stage]:
    """The stages of an event with these players. Raises Fault."""
    found: list[Stage] = []
    for at, row in enumerate(rows):
        try:
            stage = _stage(row, known)
        except Fault as fault:
            raise fault.within(at) from None
        if stage.kind == "rounds" and at:
            raise Fault("unknown_choice", found=stage.kind, known=["elimination"]).within(at, "kind")
        if stage.source > at:
            raise Fault("out_of_range", found=stage.source, low=0, high=at).within(at, "options", "source")
        found.append(stage)
    if len(found) > _MOST_STAGES:
        raise Fault("out_of_range", found=len(found), low=0, high=_MOST_STAGES)
    return found


def _stage(row: FileStage, known: Collection[int]) -> Stage:
    try:
        made(row.options, _OptionsRow)
    except Fault as fault:
        raise fault.within("options") from None
    stage = Stage(row.kind, row.name, **row.options)
    if stage.take and read_take(stage.take) is None:
        raise Fault("unknown_choice", found=stage.take, known=["top 8", "places 9-16"]).within("options", "take")
    if row.entrants is UNSET:
        return stage
    _refuse_strangers(row, row.entrants, known)
    low, high = {"elimination": (2, LARGEST), "table": (4, 4)}.get(stage.kind, (LEAST, _MOST_PLAYERS))
    if not low <= len(row.entrants) <= high:
        raise Fault("out_of_range", found=len(row.entrants), low=low, high=high).within("entrants")
    begun = StageStart(
        0 if row.after is UNSET else row.after,
        tuple(row.entrants),
        0 if row.seed is UNSET else row.seed,
        row.groups,
        row.lots,
        "" if row.settled is UNSET else row.settled,
        row.playoff,
        tuple(Replacement(one.out, one.into) for one in row.changes),
        row.early,
        "" if row.by is UNSET else row.by,
        "" if row.reason is UNSET else row.reason,
    )
    return replace(stage, begun=begun)


def _refuse_strangers(row: FileStage, entrants: Sequence[tuple[int, ...]], known: Collection[int]) -> None:
    """Only players of the event enter, each of them once, and every seed is in one group."""
    named = [
        *((player, ("entrants", at, seat)) for at, side in enumerate(entrants) for seat, player in enumerate(side)),
        *((player, ("lots", at, 0)) for at, (player, _) in enumerate(row.lots)),
        *((player, ("playoff", at)) for at, player in enumerate(row.playoff)),
        *((one.out, ("changes", at, "out")) for at, one in enumerate(row.changes)),
        *((one.into, ("changes", at, "in")) for at, one in enumerate(row.changes)),
    ]
    for player, steps in named:
        if player not in known:
            raise Fault("unknown_player", player=player).within(*steps)
    everybody = [player for side in entrants for player in side]
    if len(set(everybody)) < len(everybody) or not all(entrants):
        twice = next((player for player in everybody if everybody.count(player) > 1), 0)
        raise Fault("player_twice", player=twice).within("entrants")
    seeds = sorted(seed for group in row.groups for seed in group)
    if row.groups and seeds != list(range(1, len(entrants) + 1)):
        raise Fault("wrong_value", expected=len(entrants), found=len(seeds)).within("groups")
