"""The whole event of one player: every round with its reasons, every value with its working, place by place."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar.params import FromPath
from litestar.response import Template

from ronda.core.model import Round
from ronda.core.ranking import RankedRow
from ronda.operations.event import told_measures, told_round
from ronda.store.live_events import places_of, standings_of
from ronda.systems import standings_book
from ronda.systems.columns import column_of
from ronda.views.penalties import penalty_views
from ronda.views.seat import ShownPlayed, as_published, shown_played, why_here
from ronda.views.standings import ShownRow
from ronda.views.verdicts import ShownReason, ToldTerm, shown_reasons, told_notes, told_terms
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.http.request_bodies import get_page
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


@get_page("/e/{code:str}/player/{player:int}", "helper")
def player_page(event_context: GivenEvent, player: FromPath[int]) -> Template:
    return event_context.page("player.html", **player_values(event_context, player, public=False))


@get_page("/e/{code:str}/part/player/{player:int}", "helper")
def player_part(event_context: GivenEvent, player: FromPath[int]) -> Template:
    return event_context.page("parts/player.html", **player_values(event_context, player, public=False))


def player_values(context: EventContext, number: int, *, public: bool) -> dict[str, Any]:
    who = visibility.known_player(context, number)
    shown = as_published(context.tournament)
    last = len(shown.rounds)
    rows = standings_of(context.event, last)
    row = next(row for row in rows if row.player == number)
    measured = [column_of(one.criterion) for one in told_measures(context, row).values()]
    (own,) = visibility.places(context, [row], last, shown=measured)
    places = [places_of(context.event, at).get(number) for at in range(1, last + 1)]
    name = context.words.name(number)
    return {
        **visibility.frame(context, public=public),
        "who": who,
        "name": name,
        "number": visibility.number_of(context, number),
        "row": own,
        "players": len(rows),
        "penalties": [
            one for one in penalty_views(shown, context.words.speaker, staff=not public) if one.player == number
        ],
        "values": _values(context, row, own),
        "notes": told_notes(standings_book(shown), number, context.words.speaker),
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
        ShownValue(name, value, told_terms(row.measures[name], context.words.speaker)) for name, value in shown.values
    ]


def _why(context: EventContext, round_: Round, player: int) -> list[ShownReason]:
    found = why_here(told_round(context, round_), player, context.tournament.setup.system)
    return shown_reasons(found, context.words.speaker)


ROUTES = [player_page, player_part]
