"""The whole event of one player: every round with its reasons, every value with its working, place by place."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath
from litestar.response import Template

from ronda.core.book import Line
from ronda.core.model import Round, Table
from ronda.core.ranking import StandingsRow
from ronda.systems import standings_book
from ronda.systems.lists import shown_value
from ronda.views.penalties import penalty_views
from ronda.views.seat import turned, why_here
from ronda.views.verdicts import ShownReason, shown_reasons
from ronda.views.wording import ToldTerm, told_notes, told_terms
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.page_cache import places_of, standings_of
from ronda.web.plots import RankLine, rank_plot


class PlayedRound(NamedTuple):
    """One round of a player; `line` is None where the player was not in it, `result` has the player's side first,
    `total` are the points so far."""

    number: int
    line: Line | None
    result: str
    total: int
    place: int | None
    why: list[ShownReason]


class ShownValue(NamedTuple):
    """One criterion with its working."""

    criterion: str
    shown: str
    terms: list[ToldTerm]


@get("/e/{code:str}/player/{player:int}", include_in_schema=False, sync_to_thread=True)
def player_page(event_context: GivenEvent, player: FromPath[int]) -> Template:
    event_context.needs("helper")
    return event_context.page("player.html", **player_facts(event_context, player, public=False))


@get("/e/{code:str}/part/player/{player:int}", include_in_schema=False, sync_to_thread=True)
def player_part(event_context: GivenEvent, player: FromPath[int]) -> Template:
    event_context.needs("helper")
    return event_context.page("parts/player.html", **player_facts(event_context, player, public=False))


def player_facts(context: EventContext, number: int, *, public: bool) -> dict[str, Any]:
    who = visibility.known_player(context, number)
    shown = visibility.published(context.tournament)
    last = len(shown.rounds)
    rows = standings_of(context.runtime, context.event, last)
    row = next(row for row in rows if row.player == number)
    book = standings_book(shown)
    lines = {line.round: line for line in book.lines[number]}
    places = [places_of(context.runtime, context.event, at).get(number) for at in range(1, last + 1)]
    name = context.words.name(number)
    return {
        **visibility.frame(context, public=public),
        "who": who,
        "name": name,
        "number": visibility.number_of(context, number),
        "row": row,
        "players": len(rows),
        "values": _values(context, row),
        "notes": told_notes(book, number, context.words.speaker),
        "penalties": [
            one for one in penalty_views(shown, context.words.speaker, staff=not public) if one.player == number
        ],
        "played": _rounds(context, shown.rounds, lines, places, number),
        "ranks": rank_plot(
            [RankLine(name, tuple(places))],
            context.words("web.player.ranks", name=name),
            context.words("web.player.ranks_about"),
            context.words("label.round_short", round=""),
        )
        if any(places)
        else None,
    }


def _values(context: EventContext, row: StandingsRow) -> list[ShownValue]:
    speaker, number = context.words.speaker, context.words.number
    return [
        ShownValue(name, shown_value(measure, number), told_terms(measure, speaker))
        for name, measure in visibility.measures(context, row).items()
    ]


def _rounds(
    context: EventContext, rounds: tuple[Round, ...], lines: dict[int, Line], places: list[int | None], player: int
) -> list[PlayedRound]:
    total = 0
    found = []
    for round_, place in zip(rounds, places, strict=True):
        line = lines.get(round_.number)
        table = next((table for table in round_.tables if player in table.players), None)
        result = ""
        if table is not None and table.result is not None and line is not None:
            result = context.told_result(turned(table.result, line.seat or 0))
        total += line.halves if line else 0
        found.append(PlayedRound(round_.number, line, result, total, place, _why(context, round_, table, player)))
    return found


def _why(context: EventContext, round_: Round, table: Table | None, player: int) -> list[ShownReason]:
    """Why the player sat there, or rested, in words."""
    return shown_reasons(why_here(visibility.told_round(context, round_), table, player), context.words.speaker)


ROUTES = [player_page, player_part]
