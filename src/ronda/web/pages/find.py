"""Found while somebody types: players and tables of an event, and what can be played."""

from __future__ import annotations

from typing import NamedTuple

from litestar.params import FromQuery
from litestar.response import Template

from ronda.systems import names
from ronda.systems.presets import presets
from ronda.web.context import GivenContext, GivenEvent
from ronda.web.http.admission import get_page
from ronda.web.player_search import find, fold_accents, roll_of

MOST = 8  # more nobody reads before typing on


@get_page("/e/{code:str}/part/find", "helper")
def find_part(event_context: GivenEvent, q: FromQuery[str] = "") -> Template:
    """The table of that number, and players, each with their table in the last round."""
    rounds, roll = event_context.tournament.rounds, roll_of(event_context.tournament, event_context.words.known)
    tables = rounds[-1].tables if rounds else ()
    return event_context.page(
        "parts/found.html",
        q=q,
        tables=[table for table in tables if str(table.number) == q.strip()],
        players=find(roll, q)[:MOST] if q.strip() else [],
        seats={player: table.number for table in tables for player in (*table.first, *table.second)},
    )


class GameChoice(NamedTuple):
    """A system, or house rules of one."""

    system: str
    target: str
    name: str
    about: str


@get_page("/part/games", "organiser")
def games_part(context: GivenContext, q: FromQuery[str] = "") -> Template:
    """Those in whose name or description every word stands; by name first."""
    words, wanted = context.words, fold_accents(q).split()
    games = []
    for system in names():
        at, key = f"/new/{system}", f"system.{system}"
        games.append(GameChoice(system, at, words(f"{key}.name"), words(f"{key}.about")))
        for one in presets(system):
            games.append(GameChoice(system, f"{at}?preset={one.id}", words(one.key), words(f"{one.key}.about")))

    def has(text: str) -> bool:
        return all(word in fold_accents(text) for word in wanted)

    found = [game for game in games if wanted and has(f"{game.name} {game.about}")]
    return context.page("parts/games.html", q=q, games=sorted(found, key=lambda one: not has(one.name))[:MOST])


ROUTES = [find_part, games_part]
