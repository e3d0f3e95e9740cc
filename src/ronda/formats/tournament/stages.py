"""The stages of an event in its file: what is planned, and who entered those that have begun (ST10)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, get_args, get_type_hints

from ronda.core.model import Player
from ronda.core.stage_plan import Replacement, Stage, StageKind, StageStart
from ronda.core.values import replace
from ronda.formats.errors import Fault
from ronda.formats.made_with import Difference
from ronda.formats.strict_json.shape import (
    MOST,
    MOST_SEED,
    Reader,
    boolean,
    choice,
    integer,
    list_of,
    record,
    text,
    tuple_of,
)
from ronda.stages.advancing import read_take
from ronda.stages.groups import LEAST
from ronda.stages.lines import LARGEST

_MOST_STAGES = 20
MOST_PLAYERS = 1000
_MOST_TEXT = 1000
_NUMBERS = {"source": 20, "sides": 3, "groups": 26, "per_club": 100, "best_of": 7, "final_best_of": 7}
_OPTIONS = tuple(name for name in Stage.__struct_fields__ if name not in ("kind", "name", "begun"))
_HINTS = get_type_hints(Stage)


def stage_line(stage: Stage, rounds: list[int]) -> dict[str, Any]:
    """A stage as the file has it; `rounds`: the numbers of its rounds in the event."""
    plain = Stage(stage.kind)
    options = {key: getattr(stage, key) for key in _OPTIONS if getattr(stage, key) != getattr(plain, key)}
    line: dict[str, Any] = {"kind": stage.kind}
    if stage.name:
        line["name"] = stage.name
    if options:
        line["options"] = options
    if stage.begun is not None:
        line |= _begun_line(stage.begun)
        line["rounds"] = rounds
    return line


def _begun_line(begun: StageStart) -> dict[str, Any]:
    line: dict[str, Any] = {"entrants": begun.entrants, "after": begun.after, "seed": begun.seed}
    if begun.grouped:
        line["groups"] = begun.grouped
    if begun.lots:
        line["lots"] = begun.lots
    if begun.settled:
        line["settled"] = begun.settled
    if begun.playoff:
        line["playoff"] = begun.playoff
    if begun.changes:
        line["changes"] = [{"out": one.out, "in": one.into} for one in begun.changes]
    if begun.early:
        line["early"] = True
    if begun.by or begun.reason:
        line |= {"by": begun.by, "reason": begun.reason}
    return line


def stages(
    known: Mapping[int, Player], difference: Reader[Difference], differences: dict[int, Difference], value: Any
) -> list[Stage]:
    """The stages of a file. What one began with whose first round is not made yet goes to `differences`. Raises
    Fault."""
    found = list_of(partial(_stage, known, difference, differences))(value)
    if len(found) > _MOST_STAGES:
        raise Fault("out_of_range", found=len(found), low=0, high=_MOST_STAGES)
    for at, stage in enumerate(found):
        if stage.kind == "rounds" and at:
            raise Fault("unknown_choice", found=stage.kind, known=["elimination"]).within(at, "kind")
        if stage.source > at:
            raise Fault("out_of_range", found=stage.source, low=0, high=at).within(at, "options", "source")
    return found


def _option_reader(name: str) -> Reader[Any]:
    if name in _NUMBERS:
        return integer(0, _NUMBERS[name])
    if name == "take":
        return text(40)
    hint = _HINTS[name]
    return boolean if hint is bool else choice(*get_args(hint))


def _stage(
    known: Mapping[int, Player], difference: Reader[Difference], differences: dict[int, Difference], value: Any
) -> Stage:
    player = partial(_player, known)
    fields: dict[str, Reader[Any]] = {
        "kind": choice(*get_args(StageKind)),
        "name": text(200),
        "options": lambda inner: record(inner, {name: _option_reader(name) for name in _OPTIONS}),
        "entrants": tuple_of(tuple_of(player)),
        "after": integer(0, MOST),
        "seed": integer(0, MOST_SEED),
        "groups": tuple_of(tuple_of(integer(1, MOST))),
        "lots": tuple_of(partial(_lot, player)),
        "settled": choice("lot", "playoff", "all"),
        "playoff": tuple_of(player),
        "changes": tuple_of(partial(_change, player)),
        "early": boolean,
        "by": text(_MOST_TEXT),
        "reason": text(_MOST_TEXT),
        "made_with": difference,
    }
    found = record(value, fields, required=("kind",), passed_over=("rounds",))
    stage = Stage(found["kind"], found.get("name", ""), **found.get("options", {}))
    if stage.take and read_take(stage.take) is None:
        raise Fault("unknown_choice", found=stage.take, known=["top 8", "places 9-16"]).within("options", "take")
    if "entrants" not in found:
        return stage
    begun = _begun(found)
    low, high = {"elimination": (2, LARGEST), "table": (4, 4)}.get(stage.kind, (LEAST, MOST_PLAYERS))
    if not low <= len(begun.entrants) <= high:
        raise Fault("out_of_range", found=len(begun.entrants), low=low, high=high).within("entrants")
    if "made_with" in found:
        differences[begun.after + 1] = found["made_with"]
    return replace(stage, begun=begun)


def _begun(found: Mapping[str, Any]) -> StageStart:
    entrants = found["entrants"]
    everybody = [player for side in entrants for player in side]
    if len(set(everybody)) < len(everybody) or not all(entrants):
        twice = next((player for player in everybody if everybody.count(player) > 1), 0)
        raise Fault("player_twice", player=twice).within("entrants")
    grouped = found.get("groups", ())
    seeds = sorted(seed for group in grouped for seed in group)
    if grouped and seeds != list(range(1, len(entrants) + 1)):
        raise Fault("wrong_value", expected=len(entrants), found=len(seeds)).within("groups")
    return StageStart(
        found.get("after", 0),
        entrants,
        found.get("seed", 0),
        grouped,
        found.get("lots", ()),
        found.get("settled", ""),
        found.get("playoff", ()),
        found.get("changes", ()),
        found.get("early", False),
        found.get("by", ""),
        found.get("reason", ""),
    )


def _player(known: Mapping[int, Player], value: Any) -> int:
    found = integer(1, MOST)(value)
    if found not in known:
        raise Fault("unknown_player", player=found)
    return found


def _lot(player: Reader[int], value: Any) -> tuple[int, int]:
    who, number = tuple_of(integer(1, MOST), length=2)(value)
    return player(who), number


def _change(player: Reader[int], value: Any) -> Replacement:
    found = record(value, {"out": player, "in": player}, required=("out", "in"))
    return Replacement(found["out"], found["in"])
