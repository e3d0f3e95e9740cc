"""The stages of an event: the plan, who advances, brackets and groups; for the desk, the public and the wall."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.response import Template

from ronda.core.model import Tournament, next_stage
from ronda.core.stage_plan import EVERYBODY, Stage, StageKind, kind_word
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.bodies import StageBeginning, StageChange, StageInput, Stages
from ronda.desk.penalties import open_appeals
from ronda.desk.stage_advance import Advancing, advancing
from ronda.operations.clock import round_seconds
from ronda.stages.elimination import match_count, sizes
from ronda.systems import system
from ronda.views.stages import stage_title, stage_views
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import refusal_text, said
from ronda.web.http.admission import get_page, post_form, reader_page
from ronda.web.pages.actions import performed
from ronda.web.perform import read_number, seen_in

KINDS: tuple[StageKind, ...] = tuple(kind for kind in get_args(StageKind) if kind != "rounds")


@get_page(["/e/{code:str}/stages", "/e/{code:str}/part/stages"], "helper")
def stages(event_context: GivenEvent) -> Template:
    return event_context.page_or_part("stages.html", **_values(event_context))


@get_page("/{code:str}/bracket")
def bracket(reader_context: GivenEvent) -> Template:
    return reader_context.page("bracket.html", **bracket_values(reader_context))


@reader_page("/part/brackets", "/part/bracket")
def bracket_part(reader_context: GivenEvent) -> Template:
    """The brackets alone, also for a page of the desk."""
    return reader_context.page("parts/bracket.html", **bracket_values(reader_context))


def bracket_values(context: EventContext) -> dict[str, Any]:
    """What the part `parts/bracket.html` needs: the stages as this person may see them."""
    shown = [one for one in stage_views(context.seen, context.speaker) if one.kind != "rounds"]
    return {**visibility.frame(context), "shown": shown}


class Opening(NamedTuple):
    """A stage to begin with; `name` is its picture, too. `top`: so many advance; `rounds`: so many it takes."""

    name: str
    kind: StageKind
    top: int
    rounds: int
    groups: int = 0


def _openings(tournament: Tournament, side: int) -> list[Opening]:
    def top(sides: int) -> int:
        return min(sides * side, len(tournament.players) // side * side)

    cut, final, groups, everybody = map(top, (4, 2, 8, 6))
    met = everybody // side
    return [
        Opening("cut", "elimination", cut, (cut // side - 1).bit_length()),
        Opening("final", "elimination" if side == 1 else "table", final, 1),
        Opening("groups", "groups", groups, max(groups // side // 2 - 1, 1), groups=2),
        Opening("everybody", EVERYBODY, everybody, met - 1 + met % 2),
    ]


def _values(context: EventContext) -> dict[str, Any]:
    tournament = context.tournament
    number = next_stage(tournament)
    side = system(tournament.setup.system).rules.seating.side_size
    minutes = round_seconds(tournament) // 60
    found = None if number is None else _coming(tournament, number)
    return {
        **bracket_values(context),
        "plan": [(at, one, stage_title(one, context.speaker)) for at, one in enumerate(tournament.setup.stages, 1)],
        "kinds": [(kind, kind_word(kind)) for kind in (KINDS if side == 2 else KINDS[:-1])],
        "side": side,
        "openings": [
            (one, f"{one.rounds * minutes // 60}:{one.rounds * minutes % 60:02}") for one in _openings(tournament, side)
        ]
        if len(tournament.players) >= 2 * side
        else [],
        "sizes": sizes(max(2, len(tournament.players))),
        "coming": number,
        "advancing": found if isinstance(found, Advancing) else None,
        "obstacle": refusal_text(context, found) if isinstance(found, Refusal) else "",
        "reasons": {row.id: row.place for row in found.candidates} if isinstance(found, Advancing) else {},
        "length": _length(tournament, number, found) if isinstance(found, Advancing) else None,
    }


def _coming(tournament: Tournament, number: int) -> Advancing | Refusal | None:
    """Who would enter the next stage by what is known now; nobody yet before there is anything to go by."""
    if not tournament.players:
        return None
    return advancing(tournament, number, tournament.setup.seed)


def _length(tournament: Tournament, number: int | None, found: Advancing) -> int | None:
    """How many games an elimination has (ST13.2)."""
    if number is None:
        return None
    stage = tournament.setup.stages[number - 1]
    count = len(found.entrants) // max(stage.sides, 1)
    if stage.kind != "elimination" or count < 2:
        return None
    return match_count(count, third=stage.third == "match")


@post_form("/e/{code:str}/stages/add", "arbiter")
async def add_stage(event_context: GivenEvent) -> Response[Any]:
    """One more stage at the end of the plan; the rounds of the system stand before it by themselves."""
    context, form = event_context, event_context.texts
    known = [_given(stage) for stage in context.tournament.setup.stages]
    fields = {key: form[key] for key in StageInput.__struct_fields__ if form.get(key)}
    if fields.get("take", "").isdecimal():
        fields["take"] = f"top {fields['take']}"
    if form.get("from_start") != "true" and not known:
        known = [StageInput("rounds")]
    try:
        new = msgspec.convert(fields, StageInput, strict=False)
    except msgspec.ValidationError as error:
        return said(context, "refused", context.words("trouble.bad_field", detail=str(error)))
    return await _changed(context, "stages", Stages([*known, new], by=_who(context)), form.get("_version"))


@post_form("/e/{code:str}/stages/remove", "arbiter")
async def remove_stage(event_context: GivenEvent) -> Response[Any]:
    """The last stage of the plan goes; with it the rounds, if nothing else is left."""
    context, form = event_context, event_context.texts
    kept = [_given(stage) for stage in context.tournament.setup.stages[:-1]]
    if [one.kind for one in kept] == ["rounds"]:
        kept = []
    return await _changed(context, "stages", Stages(kept, by=_who(context)), form.get("_version"))


@post_form("/e/{code:str}/stages/order", "arbiter")
async def order_stage(event_context: GivenEvent) -> Response[Any]:
    """Another list of criteria for the groups of a stage (CR1.1)."""
    context, form = event_context, event_context.texts
    known, number = (
        [_given(stage) for stage in context.tournament.setup.stages],
        read_number(form.get("stage", "")) or 0,
    )
    if not 1 <= number <= len(known):
        raise NotFoundException("no_such_page")
    known[number - 1] = replace(known[number - 1], order=form.get("order", "")[:200])
    body = Stages(known, by=form.get("by", "")[:200])
    return await _changed(context, "stages", body, form.get("_version"), page=f"/settings/standings?stage={number}")


@post_form("/e/{code:str}/stages/begin", "arbiter")
async def begin(event_context: GivenEvent) -> Response[Any]:
    """The next stage with those who advance, or with somebody in the place of somebody else."""
    context = event_context
    form = context.form
    winners = [found for one in form.getall("playoff", []) if (found := read_number(str(one))) is not None]
    out, into = (read_number(str(form.get(name, ""))) for name in ("out", "into"))
    changes = [StageChange(out, into)] if out is not None and into is not None else []
    body = StageBeginning(
        changes=changes,
        mode="slot" if form.get("mode") == "slot" else "shift",
        playoff=winners,
        early=form.get("early") == "true",
        by=str(form.get("by", ""))[:200],
        reason=str(form.get("reason", ""))[:1000],
    )
    asked = bool(open_appeals(context.tournament)) and form.get("appeals") != "true"  # PE8.2
    return await _changed(context, "begin-stage", body, form.get("_version"), confirmed=not asked)


def _given(stage: Stage) -> StageInput:
    return StageInput(**{key: getattr(stage, key) for key in StageInput.__struct_fields__})


def _who(context: EventContext) -> str:
    return context.person.actor[:200]


async def _changed(
    context: EventContext, name: str, body: Body, seen: object, *, confirmed: bool = True, page: str = "/stages"
) -> Response[Any]:
    seen_at = min(seen_in(seen), context.event.version)
    request = Request(ACTIONS[name], body, context.person, seen_at=seen_at, confirmed=confirmed)
    return await performed(context, request, page)


ROUTES = [stages, bracket, bracket_part, add_stage, remove_stage, order_stage, begin]
