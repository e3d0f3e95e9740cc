"""Found while somebody types: players and tables of an event, and what can be played."""

from __future__ import annotations

import re
from typing import NamedTuple

from litestar.params import FromQuery
from litestar.response import Template

from ronda.systems import names
from ronda.systems.presets import presets
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import known
from ronda.web.context import GivenContext, GivenEvent
from ronda.web.http.admission import get_page
from ronda.web.language import Words
from ronda.web.player_search import find, fold_accents, roll_of

MOST = 8  # more nobody reads before typing on
FEW = 2  # so few letters stand in any word


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
    preset: str
    name: str
    about: str

    @property
    def query(self) -> str:
        return f"?preset={self.preset}" if self.preset else ""


@get_page("/part/games", "organiser")
def games_part(context: GivenContext, q: FromQuery[str] = "") -> Template:
    return context.page("parts/games.html", q=q, games=find_games(context.words, q))


def find_games(words: Words, wish: str) -> list[GameChoice]:
    """Those in whose names or description every word of the wish stands, one of few letters where a word begins; names
    and what else people call a game in any language. First those that are called just so, then by name."""
    wanted, found = _plain(wish), []
    for system in names() if wanted else ():
        for preset, name in (("", f"system.{system}.name"), *((one.id, one.key) for one in presets(system))):
            key = name if preset else f"system.{system}"
            game = GameChoice(system, preset, words(name), words(f"{key}.about"))
            called = [*_in_all_languages(name), *_in_all_languages(f"{key}.words")]
            if _stands(wanted, " ".join([*called, _plain(game.about)])):
                found.append((wanted not in called, not any(_stands(wanted, one) for one in called), game))
    return [game for *_, game in sorted(found, key=lambda one: one[:2])[:MOST]]


def _in_all_languages(key: str) -> list[str]:
    """What stands there between commas; nothing where there is no such text."""
    texts = [Speaker(language).say(key) for language in LANGUAGES] if known(key) else []
    return [_plain(one) for text in texts for one in text.split(",")]


def _stands(wanted: str, text: str) -> bool:
    return all(f" {word}" in f" {text}" or (len(word) > FEW and word in text) for word in wanted.split())


def _plain(text: str) -> str:
    """The words alone: ping-pong is ping pong."""
    return " ".join(re.findall(r"\w+", fold_accents(text)))


ROUTES = [find_part, games_part]
