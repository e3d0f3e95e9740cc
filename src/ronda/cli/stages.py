"""`ronda stages`: the plan of an event's stages, who advances, brackets and groups; begin a stage, or take it back."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace as Namespace

import msgspec

from ronda.cli.errors import Refused
from ronda.cli.event import find_player, load
from ronda.cli.kept_event import value_in
from ronda.cli.output import Output
from ronda.core.model import Tournament, next_stage
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import StageBeginning, StageChange, StageInput, StageRef, Stages
from ronda.desk.stage_advance import Advancing, advancing
from ronda.formats.tournament.reading import planned_stages
from ronda.views import plain
from ronda.views.stages import StageView, stage_title, stage_views


def stages(values: Namespace, output: Output) -> None:
    """The stages as they stand; with an option something is done first."""
    event = load(values, output)
    if values.plan:
        event = event.act("stages", _planned(Path(values.plan), values.by), confirmed=values.yes)
    if values.begin:
        changes = [_change(event.tournament, text) for text in values.change]
        winners = [find_player(event.tournament, one).id for one in values.playoff]
        body = StageBeginning(
            seed=values.seed,
            changes=changes,
            mode="slot" if values.slot else "shift",
            playoff=winners,
            early=values.early,
            by=values.by,
            reason=values.reason,
        )
        event = event.act("begin-stage", body, confirmed=values.yes)
    if values.cancel is not None:
        event = event.act("cancel-stage", StageRef(values.cancel), confirmed=values.yes)
    _show(event.tournament, output.about(event.tournament))


def _planned(path: Path, by: str) -> Stages:
    """A list of stages as the tournament file has them."""
    found = value_in(path, planned_stages)
    given = [{key: getattr(one, key) for key in StageInput.__struct_fields__} for one in found]
    return msgspec.convert({"stages": given, "by": by}, Stages)


def _change(tournament: Tournament, text: str) -> StageChange:
    """`OUT=IN`."""
    out, _, into = text.partition("=")
    return StageChange(find_player(tournament, out).id, find_player(tournament, into).id)


def _coming(tournament: Tournament) -> Advancing | Refusal | None:
    number = next_stage(tournament)
    if number is None or not tournament.players:
        return None
    return advancing(tournament, number, tournament.setup.seed)


def _show(tournament: Tournament, output: Output) -> None:
    if not tournament.setup.stages:
        raise Refused(Refusal("no_stages", "ST1.1"))
    views = stage_views(tournament, output.speaker)
    coming = _coming(tournament)
    found = coming if isinstance(coming, Advancing) else None
    line = None if found is None else _advancing_line(tournament, found)
    output.data({"stages": [plain(view) for view in views], "advancing": line})
    for view in views:
        _tell(view, output)
    number = next_stage(tournament)
    if isinstance(coming, Advancing) and number is not None:
        output.tell("web.stages.coming", name=stage_title(tournament.setup.stages[number - 1], output.speaker))
        for seed, player in enumerate(coming.entrants, start=1):
            output.line(f"  {seed:>2}  {output.speaker.name(player)}")
        if coming.tied:
            names = ", ".join(output.speaker.name(player) for player in coming.tied)
            key = "web.stages.open" if coming.open else "web.stages.tied"
            output.line("  " + output.say(key, spots=coming.spots, names=names))


def _advancing_line(tournament: Tournament, found: Advancing) -> dict[str, object]:
    return {
        "stage": next_stage(tournament),
        "entrants": list(found.entrants),
        "skipped": [{"player": one.id, "why": one.why} for one in found.skipped],
        "tied": list(found.tied),
        "spots": found.spots,
        "open": found.open,
    }


def _tell(view: StageView, output: Output) -> None:
    output.line(f"{view.number}. {view.title} ({output.say(f'web.stages.state.{view.state}')})")
    for group in view.groups:
        rows = [(row.place or "", row.name, *row.values) for row in group.rows]
        output.line(f"  {group.name}")
        output.table([output.say("label.place"), output.say("label.name"), *group.headings], rows, words=(1,))
    for tree in view.trees if not view.groups else ():
        for column in tree.columns:
            output.line(f"  {tree.name} · {column.name}" if tree.name != view.title else f"  {column.name}")
            for match in column.matches:
                sides = [
                    f"{side.name or '–'}{' ' + ' '.join(side.score) if side.score else ''}{' *' if side.won else ''}"
                    for side in match.sides
                ]
                output.line(f"    {match.number}  {'  –  '.join(sides)}")
