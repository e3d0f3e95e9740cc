"""The plan of an event's stages, and what it may be (ST1)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.facts import StagesPlanned
from ronda.core.history import source_of
from ronda.core.model import Tournament
from ronda.core.stage_plan import Stage
from ronda.core.text_rules import MOST_LETTERS, hidden_text
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.stages.advancing import Take, read_take, refused_size
from ronda.systems import system

MOST_SIDE = 3  # ST7.1


def plan_stages(tournament: Tournament, stages: Sequence[Stage], by: str = "") -> StagesPlanned | Refusal:
    """The list of stages from now on; what has begun is fixed (ST1.6)."""
    known = tournament.setup.stages
    listed = [replace(stage, begun=known[at].begun if at < len(known) else None) for at, stage in enumerate(stages)]
    for at, old in enumerate(known):
        begun = old.begun is not None or (old.kind == "rounds" and bool(tournament.rounds))
        if begun and (at >= len(listed) or listed[at] != old):
            return Refusal("stage_fixed", "ST1.6", {"stage": at + 1})
    if tournament.rounds and not known and listed and listed[0].kind != "rounds":
        return Refusal("stage_fixed", "ST1.6", {"stage": 1})
    for at, stage in enumerate(listed, start=1):
        wrong = _unfit(tournament, listed, at, stage)
        if wrong is not None:
            return wrong
    hidden = hidden_text(by, *(stage.name for stage in listed), most=MOST_LETTERS)
    if hidden is not None:
        return hidden
    if tuple(listed) == known:
        return Refusal("nothing_changed", "S4")
    return StagesPlanned(tuple(listed), by.strip())


def _unfit(tournament: Tournament, stages: Sequence[Stage], at: int, stage: Stage) -> Refusal | None:
    if stage.take and read_take(stage.take) is None:
        return Refusal("stage_take", "ST2.1", {"stage": at, "take": stage.take})
    if stage.kind == "rounds":
        return None if at == 1 else Refusal("stage_rounds_first", "ST1.1", {"stage": at})
    if stage.source >= at or stage.source < 0:
        return Refusal("stage_source", "ST1.1", {"stage": at})
    source = source_of(stages, at)
    take = read_take(stage.take) if stage.take or source else Take("all")
    if take is None or (take.kind == "groups") != (source > 0 and stages[source - 1].kind == "groups"):
        return Refusal("stage_take", "ST2.1", {"stage": at, "take": stage.take})
    if take.kind in ("winners", "losers") and stages[source - 1].kind != "elimination":
        return Refusal("stage_take", "ST2.1", {"stage": at, "take": stage.take})
    rules = system(tournament.setup.system)
    if stage.kind == "table" and (rules.side_size != 2 or take.count not in (0, 4)):
        return Refusal("stage_table", "ST7.3", {"stage": at})
    wrong_size = stage.sides < rules.side_size or (stage.sides > 1 and rules.side_size == 1)
    if stage.kind != "table" and (wrong_size or stage.sides > MOST_SIDE):
        return Refusal("stage_sides", "ST7.1", {"stage": at, "least": rules.side_size})
    if take.kind in ("top", "places") and take.count < 2:
        return refused_size(take.count, max(2, len(tournament.players)))
    if take.kind == "top" and tournament.players:
        return refused_size(take.count, len(tournament.players))
    return None
