"""The hall screen: pairings by table and by name, clock, standings. Nobody has to be at it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from time import time
from typing import Any, NamedTuple

from litestar import Response, get
from litestar.enums import MediaType

from ronda.core.model import Round, Side
from ronda.core.ranking import Measure, StandingsRow
from ronda.sheets.alphabet import alphabetical
from ronda.systems.labels import Label
from ronda.systems.lists import column_decimals, shown_value
from ronda.views.seat import complete_rounds, published
from ronda.views.standings import decided_by
from ronda.web.context import EventContext, GivenEvent
from ronda.web.join_code import welcome_facts
from ronda.web.page_cache import page_of, standings_of
from ronda.web.roles import PUBLIC
from ronda.web.runtime import LiveEvent
from ronda.web.visibility import honours

VIEWS = ("tables", "names", "standings", "clock", "podium")
CRITERIA = 3  # so many are readable beside a name; with many players two, in more columns
MANY = 100
_MOST_SHARES = 9

# Rows of a list that are on the page at a time: the wall asks for the next ones when it has shown these.
SLICE = {"names": 150, "tables": 60, "results": 60, "standings": 100}

Facts = dict[str, Any]


class Slice(NamedTuple):
    """Some rows of a list, which slice of how many they are, and how many rows all of them have."""

    rows: list[Any]
    number: int = 1
    slices: int = 1
    total: int = 0


class Seated(NamedTuple):
    """A table on the wall."""

    number: int
    first: Side
    second: Side
    result: str


class Found(NamedTuple):
    """A line of the finder; `table` is None for who rests."""

    label: Label
    table: int | None
    side: int


class Ranked(NamedTuple):
    """A line of the standings, with the value of each criterion by its name, and the criteria that put players who are
    level on the first one into order."""

    place: int | None
    label: Label
    values: tuple[tuple[str, str], ...]
    decided: frozenset[str]


@get("/wall/{code:str}", include_in_schema=False, sync_to_thread=True)
def wall(event_context: GivenEvent) -> Response[str]:
    return _shown(_in_the_hall(event_context), "wall.html", opener=event_context.may_open_hall)


@get("/wall/{code:str}/part", include_in_schema=False, sync_to_thread=True)
def wall_part(event_context: GivenEvent) -> Response[str]:
    """The same without its frame, for when something has happened."""
    return _shown(_in_the_hall(event_context), "parts/wall.html", opener=event_context.may_open_hall)


@get("/wall/{code:str}/now", include_in_schema=False)
async def wall_now(event_context: GivenEvent) -> Facts:
    """What changes while a round is played: little, so that a full hall can be told every second. Another `stamp`
    means that the wall shows something else by now."""
    context = _in_the_hall(event_context)
    clock = context.runtime.clock(context.event)
    left = None if clock is None else {"left": clock.left(time()), "running": clock.running, "touched": clock.touched}
    rounds = published(context.tournament)
    return {
        "stamp": stamp(context.event),
        "results": {table.number: table.result for table in _tables(context, rounds[-1])} if rounds else {},
        "missing": _missing_text(context, rounds[-1]) if rounds else "",
        "clock": left,
        "at": _time(),
    }


def _in_the_hall(context: EventContext) -> EventContext:
    """The wall has the language of the event and the names of the public, whoever opened it."""
    wished = context.request.query_params.get("lang")
    language = context.words.language if wished or not context.display.language else context.display.language
    words = context.public_words(language)
    return EventContext(context.request, context.runtime, words, PUBLIC, context.event, context.display)


def _shown(context: EventContext, template: str, *, opener: bool = False) -> Response[str]:
    """Rendered here, in a thread, and once for all walls: with 2,000 players that takes a while. `opener` is whether
    whoever sits there may open the desk to the hall."""
    query = context.request.query_params
    view = query.get("view", "") if query.get("view") in VIEWS else ""
    share = read_share(query.get("share", ""))
    facts = {"view": view, "share": share, "light": bool(query.get("light"))}
    panel, number = query.get("panel", ""), query.get("slice", "")
    asked = (panel, int(number)) if panel in SLICE and number.isdecimal() and len(number) < 6 else ("", 1)

    def make() -> str:
        page = context.page(template, **facts, **_facts(context, view, share, asked) | {"opener": opener})
        engine = context.request.app.template_engine
        assert engine is not None, "the desk has templates"
        return str(engine.get_template(template).render(**page.context))

    if template == "wall.html":  # it has the clock and the time on it
        return Response(make(), media_type=MediaType.HTML)
    key = (
        template,
        context.words.language,
        context.display.names,
        context.display.join,
        context.address,
        *facts.values(),
        asked,
        opener,
    )
    return Response(page_of(context, key, make), media_type=MediaType.HTML)


def read_share(text: str) -> tuple[int, int]:
    """`2/3`: the second of three screens that show a third each. Anything else is one screen for all."""
    which, _, of = text.partition("/")
    if len(which) == len(of) == 1 and which.isdecimal() and of.isdecimal() and 1 <= int(which) <= int(of):
        return int(which), min(int(of), _MOST_SHARES)
    return 1, 1


def stamp(event: LiveEvent) -> str:
    """What the wall shows, apart from results that come in."""
    tournament = event.tournament
    rounds = published(tournament)
    if not rounds:
        return "welcome"
    if complete_rounds(tournament) < len(rounds):
        return f"round {len(rounds)}"
    return f"standings {event.stored.hash}"


def _facts(context: EventContext, view: str, share: tuple[int, int], asked: tuple[str, int]) -> Facts:
    """`asked`: a list and which slice of it, where nothing else is wanted."""
    tournament = context.tournament
    rounds = published(tournament)
    after = complete_rounds(tournament)
    kind = stamp(context.event).partition(" ")[0]
    shown = {"round": ("names", "tables"), "standings": ("standings", "results"), "welcome": ()}[kind]
    declared = honours(context)
    if tournament.finished:
        shown = ("podium", "standings") if declared["podium"] else ("standings",)
    if view or asked[0]:
        shown = (asked[0] or view,)

    def part(panel: str, rows: list[Any]) -> Slice:
        return _slice(_part(rows, share), SLICE[panel], asked[1] if panel == asked[0] else 1)

    listed = "results" if "results" in shown else "tables"
    last = rounds[-1] if rounds else None
    return {
        **welcome_facts(context),
        "stamp": stamp(context.event),
        "kind": kind,
        "shown": shown,
        "round": last,
        "rounds": context.planned_rounds,
        "after": after,
        "tables": part(listed, _tables(context, last)) if last and {"tables", "results"} & set(shown) else Slice([]),
        "names": part("names", _names(context, last)) if last and "names" in shown else Slice([]),
        "standings": part("standings", _standings(context, after)) if "standings" in shown else Slice([]),
        "missing": _missing_text(context, last) if last else "",
        **declared,
        "clock": context.runtime.clock(context.event) if kind == "round" or view == "clock" else None,
        "at": _time(),
        "pairs": context.rules.side_size > 1,
    }


def _part(rows: list[Any], share: tuple[int, int]) -> list[Any]:
    """The rows of one of several screens."""
    which, of = share
    return rows[len(rows) * (which - 1) // of : len(rows) * which // of]


def _slice(rows: list[Any], size: int, number: int) -> Slice:
    """One of slices of about the same length; the nearest there is."""
    slices = max(-(-len(rows) // size), 1)
    number = min(max(number, 1), slices)
    return Slice(_part(rows, (number, slices)), number, slices, len(rows))


def _tables(context: EventContext, last: Round) -> list[Seated]:
    return [Seated(table.number, table.first, table.second, context.told_result(table.result)) for table in last.tables]


def _names(context: EventContext, last: Round) -> list[Found]:
    """Everybody of the round in the alphabet of the language; by number where only numbers are shown."""
    bare = context.words.known.bare
    found = [(bye.player, None, 0) for bye in last.byes] + [
        (player, table.number, side)
        for table in last.tables
        for side, players in enumerate((table.first, table.second))
        for player in players
    ]
    if context.display.naming == "number":
        found.sort()
    else:
        order = alphabetical(context.words.language)
        numbered = context.words.known.numbering.of
        found.sort(key=lambda row: (order(bare[row[0]]), numbered[row[0]]))
    return [Found(context.words.label(player), table, side) for player, table, side in found]


def _standings(context: EventContext, after: int) -> list[Ranked]:
    words = context.words
    rows = standings_of(context.runtime, context.event, after) if after else ()
    wanted = _on_wall(rows)
    criteria = wanted[: CRITERIA - 1 if len(rows) > MANY else CRITERIA]
    decimals = column_decimals(rows)
    decided = decided_by(rows, criteria[0]) if criteria else {}
    return [
        Ranked(
            row.place,
            words.label(row.player),
            tuple((name, shown_value(row.measures[name], words.number, decimals[name])) for name in criteria),
            decided.get(row.player, frozenset()),
        )
        for row in rows
    ]


def _on_wall(rows: Sequence[StandingsRow]) -> list[str]:
    """The criteria in the order in which they are worth their space: the first, what decided between players who are
    level, then the others. Who reads down a column finds it in order."""
    if not rows:
        return []
    deciding = {row.decided for row in rows}
    measures = {name: measure for name, measure in rows[0].measures.items() if not _of_the_entry(measure)}
    ranking = [name for name, measure in measures.items() if measure.criterion.ranks]
    others = [name for name, measure in measures.items() if measure.criterion.on_wall]
    return list(dict.fromkeys([*ranking[:1], *(name for name in ranking if name in deciding), *ranking, *others]))


def _of_the_entry(measure: Measure) -> bool:
    """What somebody had before the event, or what tells who they are: not for a wall."""
    return measure.criterion.depends == "entry" or measure.criterion.personal


def _missing_text(context: EventContext, last: Round) -> str:
    missing = sum(table.result is None for table in last.tables)
    return context.words("web.wall.missing", n=missing) if missing else ""


def _time() -> str:
    return datetime.now().astimezone().strftime("%H:%M:%S")


ROUTES = [wall, wall_part, wall_now]
