"""The hall screen: the scene that the desk chose for it, or what goes with the state of the event. Nobody has to be at
it."""

from __future__ import annotations

from datetime import datetime
from time import time
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from ronda.core.model import Round
from ronda.operations.clock import clock_of
from ronda.operations.collections import found_collection
from ronda.store.live_events import LiveEvent
from ronda.views.seat import complete_rounds, published_rounds
from ronda.views.standings import column_lines
from ronda.web.collections import CollectionContext, collection_context_of
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import text_of
from ronda.web.http.admission import get_page
from ronda.web.joining import door_values, shown_hall_word, welcome_values
from ronda.web.next_step import table_states
from ronda.web.perform import read_number
from ronda.web.visibility import honours
from ronda.web.walls import (
    MOST_WALLS,
    SCENES,
    WALLS,
    Slice,
    Wall,
    Walls,
    bracket_pages,
    found_names,
    part_of,
    ranked,
    seated,
    shown_stages,
    slice_of,
    wall_columns,
)

VIEWS = tuple(scene for scene in SCENES if scene != "auto")
# With more players than this they look for their tables first, and for results when half of them are in.
FIND_FIRST = 150
FEW = 3  # so few tables need no list of names beside them, unless somebody rests and stands at none
BEHIND_PODIUM = 8
STILL_PLAYING = 6
LATE_SECONDS = 30.0  # so often the room looks which tables are late
_MOST_SHARES = MOST_WALLS
LEAST_STAY, MOST_STAY = 10, 600  # seconds that a festival shows one tournament

# Rows of a list that are on the page at a time: the wall asks for the next ones when it has shown these.
SLICE = {"names": 135, "tables": 60, "results": 60, "standings": 100}

TemplateValues = dict[str, Any]


class WallRequest(NamedTuple):
    """Which wall it is and what it shows; `slice` is one of a list, where nothing else is wanted."""

    number: int
    wall: Wall
    view: str
    share: tuple[int, int]
    panel: str = ""
    slice: int = 1


@get_page("/wall/{code:str}")
def wall(event_context: GivenEvent) -> Response[str]:
    return _shown(event_context, "wall.html")


@get_page("/wall/{code:str}/{number:int}")
def numbered_wall(event_context: GivenEvent, number: FromPath[int]) -> Response[str]:
    """One of several walls, by an address that can be typed."""
    if not 1 <= number <= MOST_WALLS:
        raise NotFoundException("no_such_page")
    return _shown(event_context, "wall.html", number)


@get_page("/wall/{code:str}/bracket")
async def wall_bracket(event_context: GivenEvent) -> Redirect:
    """The bracket alone, by an address that can be typed."""
    query = {key: event_context.request.query_params.get(key, "") for key in ("lang", "light", "wall")}
    wished = urlencode({"view": "bracket", **{key: value for key, value in query.items() if value}})
    return Redirect(f"/wall/{event_context.code}?{wished}", status_code=303)


@get_page("/wall/{code:str}/part")
def wall_part(event_context: GivenEvent) -> Response[str]:
    """The same without its frame, for when something has happened."""
    return _shown(event_context, "parts/wall.html")


@get_page("/wall/{code:str}/now")
async def wall_now(event_context: GivenEvent) -> TemplateValues:
    """What changes while a round is played: little, so that a full hall can be told every second. Another `stamp`
    means that the wall shows something else by now."""
    context = in_the_hall(event_context)
    playing_now = stamp(context.event).startswith("round")  # the clock of a round that is over tells nobody anything
    clock = clock_of(context.store, context.event) if playing_now else None
    left = clock and {
        "left": clock.left(time()),
        "running": clock.running,
        "touched": clock.touched,
        "length": clock.length,
    }
    rounds = published_rounds(context.tournament)
    asked = _asked(context, context.runtime.setting(context.code, WALLS), 0)
    playing = [table.number for table in rounds[-1].tables if table.result is None] if rounds else []
    return {
        "stamp": _stamp(context, asked),
        "results": {table.number: table.result for table in seated(context, rounds[-1])} if rounds else {},
        "missing": _missing_text(context, rounds[-1]) if rounds else "",
        "playing": playing,
        "clock": left,
        "at": _time(),
    }


def in_the_hall(context: EventContext) -> EventContext:
    """The wall has the language of the event and the names of the public, whoever opened it."""
    wished = context.request.query_params.get("lang")
    language = context.words.language if wished or not context.display.language else context.display.language
    return context.as_public(language)


def _shown(asker: EventContext, template: str, number: int = 0) -> Response[str]:
    """Rendered here, in a thread, and once for all walls that show the same: with 2,000 players that takes a while. Who
    asks decides whether it shows the hall word."""
    context, festival = in_the_hall(asker), _festival(asker)
    door = welcome_values(asker) | (festival_door(festival) if festival else {})
    walls = context.runtime.setting(context.code, WALLS)
    asked = _asked(context, walls, number)
    light = bool(context.request.query_params.get("light")) or asked.wall.light

    def make() -> str:
        facts = _values(context, asked) | door | _following(context, festival)
        return context.rendered(template, light=light, walls=walls, **facts)

    if template == "wall.html":  # it has the clock and the time on it
        return Response(make(), media_type=MediaType.HTML)
    key = (
        template,
        context.words.language,
        context.display.names,
        context.display.join,
        context.address,
        context.identity,
        asked,
        light,
        (walls.voice, walls.announcement, walls.announced),
        _moment(context, asked),
        (door["door"], door["word"]),
    )
    return Response(text_of(context, key, make), media_type=MediaType.HTML)


def _festival(context: EventContext) -> CollectionContext | None:
    """The one that this wall belongs to."""
    code = context.request.query_params.get("festival")
    found = found_collection(context.store, code) if code else None
    if found is None or found.kind != "festival" or found.deleted or context.code not in found.codes:
        return None
    return collection_context_of(context.request, found.code)


def festival_door(context: CollectionContext) -> TemplateValues:
    """A festival has one code for all of its tournaments, and one hall word: one scan is enough."""
    joinings = [context.runtime.display(code).joining for code in context.collection.codes]
    return door_values(context, context.code, shown_hall_word(context, context.code, *joinings))


def _following(context: EventContext, festival: CollectionContext | None) -> TemplateValues:
    """Where a wall of a festival goes when it has shown this tournament for a while."""
    if festival is None:
        return {"following": "", "seconds": 0}
    wanted = read_number(context.request.query_params.get("seconds", ""), 4) or 0
    seconds = min(max(wanted, LEAST_STAY), MOST_STAY)
    return {"following": f"/f/{festival.code}/wall?after={context.code}&seconds={seconds}", "seconds": seconds}


def _moment(context: EventContext, asked: WallRequest) -> tuple[float, str] | None:
    """Which tables are late depends on the clock and on the time."""
    if asked.view not in ("room", "clock"):
        return None
    return time() // LATE_SECONDS, repr(clock_of(context.store, context.event))


def _asked(context: EventContext, walls: Walls, number: int) -> WallRequest:
    """What the address says, else what the desk chose."""
    query = context.request.query_params
    number = number or next((n for n in range(1, MOST_WALLS + 1) if query.get("wall") == str(n)), 1)
    own = walls.wall(number)
    chosen = own.scene if own.scene != "auto" else ""
    view = query.get("view", "") if query.get("view") in VIEWS else chosen
    share = read_share(query.get("share", ""))
    panel, slice_ = query.get("panel", ""), read_number(query.get("slice", ""), 5)
    piece = (panel, slice_) if panel in SLICE and slice_ is not None else ("", 1)
    return WallRequest(number, own, view, share if share[1] > 1 else walls.part(number), *piece)


def read_share(text: str) -> tuple[int, int]:
    """`2/3`: the second of three screens that show a third each. Anything else is one screen for all."""
    which, _, of = text.partition("/")
    if len(which) == len(of) == 1 and which.isdecimal() and of.isdecimal() and 1 <= int(which) <= int(of):
        return int(which), min(int(of), _MOST_SHARES)
    return 1, 1


def stamp(event: LiveEvent) -> str:
    """What the wall shows, apart from results that come in."""
    tournament = event.tournament
    rounds = published_rounds(tournament)
    if not rounds:
        return "welcome"
    if complete_rounds(tournament) < len(rounds):
        return f"round {len(rounds)}"
    return f"standings {event.stored.hash}"


def _stamp(context: EventContext, asked: WallRequest) -> str:
    """The same for one wall: another scene is something else to show."""
    found, rounds = stamp(context.event), published_rounds(context.tournament)
    if asked.view:
        return f"{found} {asked.view}"
    return f"{found} finding" if found.startswith("round") and _finding(rounds[-1]) else found


def _values(context: EventContext, asked: WallRequest) -> TemplateValues:
    tournament = context.tournament
    rounds = published_rounds(tournament)
    after = complete_rounds(tournament)
    kind = stamp(context.event).partition(" ")[0]
    declared = honours(context)
    last = rounds[-1] if rounds else None
    shown = (asked.panel or asked.view,) if asked.view or asked.panel else _automatic(context, last, kind, declared)

    def part(panel: str, rows: list[Any]) -> Slice:
        return slice_of(part_of(rows, asked.share), SLICE[panel], asked.slice if panel == asked.panel else 1)

    listed = "results" if "results" in shown else "tables"
    rows = ranked(context, after) if {"standings", "podium"} & set(shown) else []
    clock = clock_of(context.store, context.event) if kind == "round" else None
    playing = [table for table in last.tables if table.result is None] if last else []
    return {
        "stamp": _stamp(context, asked),
        "number": asked.number,
        "wall": asked.wall,
        "view": asked.view,
        "kind": kind,
        "shown": shown,
        "round": last,
        "rounds": context.planned_rounds,
        "after": after,
        "tables": part(listed, seated(context, last)) if last and {"tables", "results"} & set(shown) else Slice([]),
        "names": part("names", found_names(context, last)) if last and "names" in shown else Slice([]),
        "columns": column_lines(wall_columns(context, after), context.speaker) if rows else [],
        "standings": part("standings", rows) if "standings" in shown else Slice([]),
        "brackets": bracket_pages(shown_stages(context)) if "bracket" in shown else [],
        "behind": [row for row in rows if row.place and row.place > len(declared["podium"] or ())][:BEHIND_PODIUM],
        "states": table_states(tournament, last, clock, time()) if last and "room" in shown else [],
        "playing": playing[:STILL_PLAYING],
        "in_count": len(last.tables) - len(playing) if last else 0,
        "missing": _missing_text(context, last) if last else "",
        **declared,
        "clock": clock,
        "at": _time(),
        "pairs": context.system.rules.seating.side_size > 1,
    }


def _automatic(context: EventContext, last: Round | None, kind: str, declared: TemplateValues) -> tuple[str, ...]:
    """The lists that go with the state of the event."""
    if declared["podium"]:
        return ("podium", "standings")
    if context.tournament.finished:
        return ("standings",)
    if kind == "standings":
        knocked_out = any(stage.trees and not stage.groups for stage in shown_stages(context))
        return ("bracket", "results") if knocked_out else ("standings", "results")
    if kind == "welcome" or last is None:
        return ()
    if len(last.tables) <= FEW and not last.byes:
        return ("tables",)
    return ("names",) if _finding(last) else ("names", "tables")


def _finding(last: Round) -> bool:
    """Whether everybody still looks for their table: in a full hall nothing else may delay that."""
    many = sum(len(table.players) for table in last.tables) > FIND_FIRST
    return many and 2 * sum(table.result is not None for table in last.tables) < len(last.tables)


def _missing_text(context: EventContext, last: Round) -> str:
    missing = sum(table.result is None for table in last.tables)
    return context.words("web.wall.missing", n=missing) if missing else ""


def _time() -> str:
    return datetime.now().astimezone().strftime("%H:%M:%S")


ROUTES = [wall, numbered_wall, wall_bracket, wall_part, wall_now]
