"""The whole event of one player: every round with its reasons, every value with its working, place by place; and the
penalties of the event."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from litestar import Response
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.model import Round
from ronda.core.penalty_effects import CARDS, KINDS, in_force
from ronda.core.ranking import RankedRow
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.penalties import proposed_step, typed_amount
from ronda.operations.event import visible_measures, visible_round
from ronda.store.live_events import places_of, standings_of
from ronda.systems import standings_book
from ronda.systems.columns import column_of
from ronda.views.rulings import appeal_views, penalty_views
from ronda.views.seat import ShownPlayed, as_published, shown_played, why_here
from ronda.views.standings import ShownRow
from ronda.views.verdicts import ShownReason, ToldTerm, notes_text, shown_reasons, term_texts
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.http.admission import get_page, post_form, reader_page
from ronda.web.pages.actions import performed
from ronda.web.perform import seen_in
from ronda.web.player_search import best_matches, roll_of
from ronda.web.plots import track_plot
from ronda.web.sharing import player_card


class ExplainedRound(NamedTuple):
    """One round of a player, the place after it, and why the player sat there or rested."""

    shown: ShownPlayed
    place: int | None
    why: list[ShownReason]


class ShownValue(NamedTuple):
    """One criterion with its working."""

    criterion: str
    shown: str
    terms: list[ToldTerm]


@reader_page("/player/{player:int}")
def player_page(reader_context: GivenEvent, player: FromPath[int]) -> Template:
    return visibility.indexed_page(reader_context, "player.html", **player_values(reader_context, player))


@reader_page("/part/player/{player:int}")
def player_part(reader_context: GivenEvent, player: FromPath[int]) -> Template:
    return reader_context.page("parts/player.html", **player_values(reader_context, player))


def player_values(context: EventContext, number: int) -> dict[str, Any]:
    who = visibility.known_player(context, number)
    shown = as_published(context.tournament)
    last = len(shown.rounds)
    rows = standings_of(context.event, last)
    row = next(row for row in rows if row.player == number)
    measured = [column_of(one.criterion) for one in visible_measures(context, row).values()]
    (own,) = visibility.places(context, [row], last, shown=measured)
    places = [places_of(context.event, at).get(number) for at in range(1, last + 1)]
    name = context.words.name(number)
    return {
        **visibility.frame(context),
        "who": who,
        "name": name,
        "number": visibility.number_of(context, number),
        "row": own,
        "players": len(rows),
        "penalties": [
            one for one in penalty_views(shown, context.words.speaker, staff=context.staff) if one.player == number
        ],
        "values": _values(context, row, own),
        "notes": notes_text(standings_book(shown), number, context.words.speaker),
        "played": [
            ExplainedRound(past, place, _why(context, shown.rounds[past.round - 1], number))
            for past, place in zip(shown_played(shown, number, context.words.speaker), places, strict=True)
        ],
        "card": player_card(context, number),
        "picture": f"player/{number}/card.png",
        "ranks": track_plot(places, context.words("web.player.ranks", name=name)) if any(places) else None,
    }


def _values(context: EventContext, row: RankedRow, shown: ShownRow) -> list[ShownValue]:
    return [
        ShownValue(name, value, term_texts(row.measures[name], context.words.speaker)) for name, value in shown.values
    ]


def _why(context: EventContext, round_: Round, player: int) -> list[ShownReason]:
    found = why_here(visible_round(context, round_), player, context.tournament.setup.system)
    return shown_reasons(found, context.words.speaker)


OUTCOMES = ("upheld", "changed", "lifted")


@get_page("/e/{code:str}/penalties", "helper")
def penalties(
    event_context: GivenEvent, player: FromQuery[int | None] = None, table: FromQuery[int | None] = None
) -> Template:
    return event_context.page("penalties.html", **_penalty_values(event_context), chosen=player, at_table=table)


@get_page("/e/{code:str}/part/penalties", "helper")
def penalties_part(event_context: GivenEvent) -> Template:
    return event_context.page("parts/penalties.html", **_penalty_values(event_context))


@post_form("/e/{code:str}/penalties/give", "helper")
async def give(event_context: GivenEvent) -> Response[Any]:
    """A penalty, a note or an appeal as the one form has it: whoever is meant by number or name, one field for the
    amount, whatever the kind."""
    context = event_context
    form = await context.request.form()
    kind = str(form.get("kind", ""))
    action = ACTIONS[kind if kind in ("note", "appeal", "late") else "penalise"]
    context.needs(action.role)
    fields = {key: form.get(key) for key in action.body.__struct_fields__ if form.get(key)}
    if kind == "appeal":
        fields["text"] = form.get("reason", "")
    if "player" not in fields:
        wish = str(form.get("who", ""))[:200]
        found = best_matches(roll_of(context.tournament), wish)
        if len(found) != 1:
            key = "web.players.several" if found else "web.players.nobody"
            return said(context, "refused", context.words(key, wish=wish, n=len(found)), status=422)
        fields["player"] = found[0].id
    try:
        if "amount" in fields:
            fields |= _amount(kind, str(fields.pop("amount")))
        body = msgspec.convert(fields, action.body, strict=False)
    except (ValueError, msgspec.ValidationError) as error:
        return said(context, "refused", context.words("trouble.bad_field", detail=str(error)), status=422)
    seen_at = min(seen_in(form.get("_version")), context.event.version)
    request = Request(action, body, context.person, seen_at=seen_at, confirmed=True)
    return await performed(context, request, "/penalties")


def _amount(kind: str, text: str) -> dict[str, Any]:
    found = typed_amount(kind, text)
    if found is None:
        raise ValueError(text)
    return found


def _penalty_values(context: EventContext) -> dict[str, Any]:
    tournament = context.tournament
    speaker = context.words.speaker
    penalties = context.system.rules.penalties
    return {
        **visibility.frame(context),
        "given": penalty_views(tournament, speaker, staff=True),
        "appeals": appeal_views(tournament, speaker),
        "kinds": [kind for kind in KINDS if penalties.scores or kind not in ("score", "bonus")],
        "cards": CARDS,
        "outcomes": OUTCOMES,
        "people": roll_of(tournament),
        "steps": {one.player: proposed_step(tournament, one.player) for one in in_force(tournament.setup.penalties)},
    }


ROUTES = [player_page, player_part, penalties, penalties_part, give]
