"""The whole event of one player: every round with its reasons, every value with its working, place by place."""

from __future__ import annotations

from typing import Any, NamedTuple

from litestar import get
from litestar.response import Template

from ronda.book import Line
from ronda.lists import shown_value
from ronda.model import Round, Table
from ronda.ranking import Row
from ronda.spoken import ToldTerm, told_notes, told_terms
from ronda.systems import standings_book
from ronda.verdicts import Relaxation
from ronda.views.seat import turned, why_here
from ronda.web import looking
from ronda.web.cached import places_of, standings_of
from ronda.web.plots import RankLine, rank_plot
from ronda.web.visits import EventVisit


class Told(NamedTuple):
    """A sentence with the article it rests on."""

    text: str
    article: str
    relaxed: bool = False


class PlayedRound(NamedTuple):
    """One round of a player; `line` is None where the player was not in it, `result` has the player's side first,
    `total` are the points so far."""

    number: int
    line: Line | None
    result: str
    total: int
    place: int | None
    why: list[Told]


class Value(NamedTuple):
    """One criterion with its working."""

    criterion: str
    shown: str
    terms: list[ToldTerm]


@get("/e/{code:str}/player/{player:int}", include_in_schema=False, sync_to_thread=True)
def player_page(event_visit: EventVisit, player: int) -> Template:
    event_visit.needs("helper")
    visit = looking.unhurried(event_visit)
    return visit.page("player.html", **player_facts(visit, player, public=False))


@get("/e/{code:str}/part/player/{player:int}", include_in_schema=False, sync_to_thread=True)
def player_part(event_visit: EventVisit, player: int) -> Template:
    event_visit.needs("helper")
    visit = looking.unhurried(event_visit)
    return visit.page("parts/player.html", **player_facts(visit, player, public=False))


def player_facts(visit: EventVisit, number: int, *, public: bool) -> dict[str, Any]:
    who = looking.known_player(visit, number)
    shown = looking.published(visit.tournament)
    last = len(shown.rounds)
    rows = standings_of(visit.house, visit.event, last)
    row = next(row for row in rows if row.player == number)
    book = standings_book(shown)
    lines = {line.round: line for line in book.lines[number]}
    places = [places_of(visit.house, visit.event, at).get(number) for at in range(1, last + 1)]
    name = visit.words.name(number)
    return {
        **looking.frame(visit, public=public),
        "who": who,
        "name": name,
        "number": looking.number_of(visit, number),
        "row": row,
        "players": len(rows),
        "values": _values(visit, row),
        "notes": told_notes(book, number, visit.words.speaker),
        "played": _rounds(visit, shown.rounds, lines, places, number),
        "ranks": rank_plot(
            [RankLine(name, tuple(places))],
            visit.words("web.player.ranks", name=name),
            visit.words("web.player.ranks_about"),
            visit.words("label.round_short", round=""),
        )
        if any(places)
        else None,
    }


def _values(visit: EventVisit, row: Row) -> list[Value]:
    speaker, number = visit.words.speaker, visit.words.number
    return [
        Value(name, shown_value(measure, number), told_terms(measure, speaker))
        for name, measure in looking.measures(visit, row).items()
    ]


def _rounds(
    visit: EventVisit, rounds: tuple[Round, ...], lines: dict[int, Line], places: list[int | None], player: int
) -> list[PlayedRound]:
    total = 0
    found = []
    for round_, place in zip(rounds, places, strict=True):
        line = lines.get(round_.number)
        table = next((table for table in round_.tables if player in table.players), None)
        result = ""
        if table is not None and table.result is not None and line is not None:
            result = visit.told_result(turned(table.result, line.seat or 0))
        total += line.halves if line else 0
        found.append(PlayedRound(round_.number, line, result, total, place, _why(visit, round_, table, player)))
    return found


def _why(visit: EventVisit, round_: Round, table: Table | None, player: int) -> list[Told]:
    """Why the player sat there, or rested, in words."""
    told = []
    for one in why_here(looking.told_round(visit, round_), table, player):
        relaxed = isinstance(one, Relaxation)
        text = visit.words.speaker.verdict("relaxation" if relaxed else "reason", one)
        told.append(Told(text, one.article, relaxed))
    return told


ROUTES = [player_page, player_part]
