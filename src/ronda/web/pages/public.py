"""Public pages of an event, read-only: round, standings, start list, embedded tables, and the overlay for streams."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, get_args

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.model import Bye, Round, Table
from ronda.desk import waiting_for
from ronda.operations.clock import clock_of
from ronda.operations.event import visible_round
from ronda.operations.event_settings import read_display
from ronda.operations.sign_ups import SIGN_UP
from ronda.store.notes import notes_named
from ronda.systems import system
from ronda.systems.columns import NAME
from ronda.systems.labels import PLAIN_NUMBER, numbering
from ronda.systems.lists import pairing_list_of, start_list
from ronda.views.rounds import ShownTable, shown_table
from ronda.views.seat import announced, as_published
from ronda.views.standings import ShownRow
from ronda.views.verdicts import worded_listing
from ronda.web import visibility
from ronda.web.context import EventContext, GivenContext, GivenEvent
from ronda.web.event_parts import text_of
from ronda.web.http.admission import get_page
from ronda.web.pages.player import player_values
from ronda.web.pages.standings import cross_values, plot_values, standings_values, working_values
from ronda.web.pages.wall import in_the_hall
from ronda.web.visibility import places, ranked

MOST_PAGES = 100
MOST_FOUND = 500  # events that robots.txt names


@get_page("/{code:str}")
def public(event_context: GivenEvent, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    """What is on now: the tables of the round, or that it has not begun; of a finished event its standings."""
    context = event_context.as_public()
    if context.tournament.finished:
        return _for_all(context, "standings.html", **standings_values(context, None, page, find, public=True))
    return _for_all(context, "public.html", **round_values(context, None, page, find))


@get_page("/{code:str}/part/round")
def public_part(
    event_context: GivenEvent, number: FromQuery[int | None] = None, page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Response[str]:
    context = event_context.as_public()
    asked = (number, page, find)
    return _shared(context, "parts/public_round.html", asked, lambda: round_values(context, number, page, find))


@get_page("/{code:str}/round/{number:int}")
def public_round(
    event_context: GivenEvent, number: FromPath[int], page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    context = event_context.as_public()
    facts = round_values(context, number, page, find)
    return _for_all(context, "public.html", **facts, picture=f"round/{number}/card.png")


@get_page("/{code:str}/standings")
def public_standings(
    event_context: GivenEvent, after: FromQuery[int | None] = None, page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    context = event_context.as_public()
    return _for_all(context, "standings.html", **standings_values(context, after, page, find, public=True))


@get_page("/{code:str}/part/standings")
def public_standings_part(
    event_context: GivenEvent, after: FromQuery[int | None] = None, page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Response[str]:
    context = event_context.as_public()
    asked = (after, page, find)
    return _shared(
        context, "parts/standings.html", asked, lambda: standings_values(context, after, page, find, public=True)
    )


@get_page("/{code:str}/part/working/{player:int}/{criterion:str}")
def public_working(
    event_context: GivenEvent, player: FromPath[int], criterion: FromPath[str], after: FromQuery[int | None] = None
) -> Template:
    context = event_context.as_public()
    return context.page("parts/working.html", **working_values(context, player, criterion, after))


@get_page("/{code:str}/cross")
def public_cross(event_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    context = event_context.as_public()
    return _for_all(context, "cross.html", **cross_values(context, page, public=True))


@get_page("/{code:str}/plots")
def public_plots(event_context: GivenEvent) -> Template:
    context = event_context.as_public()
    return _for_all(context, "plots.html", **plot_values(context, public=True))


@get_page("/{code:str}/player/{player:int}")
def public_player(event_context: GivenEvent, player: FromPath[int]) -> Template:
    context = event_context.as_public()
    return _for_all(context, "player.html", **player_values(context, player, public=True))


@get_page("/{code:str}/part/player/{player:int}")
def public_player_part(event_context: GivenEvent, player: FromPath[int]) -> Template:
    context = event_context.as_public()
    return context.page("parts/player.html", **player_values(context, player, public=True))


@get_page("/embed/{code:str}")
def embed(event_context: GivenEvent) -> Template:
    """Tables and standings for the page of a club; links open in a window of their own."""
    context = event_context.as_public()
    return context.page("embed.html", **round_values(context, None, 1, "", best=10))


def _for_all(context: EventContext, template: str, **facts: Any) -> Template:
    """A page that search engines may show, if the event wants to be found."""
    made = context.page(template, indexed=context.display.found, **facts)
    if context.display.found:
        made.headers["x-robots-tag"] = "all"
    return made


def _shared(context: EventContext, template: str, asked: tuple[int | None, int, str], facts: Any) -> Response[str]:
    """A part that a whole hall asks for at the same moment is made once for each language. What somebody looks for is
    made for them alone, and not kept."""
    _, page, find = asked

    def make() -> str:
        engine = context.request.app.template_engine
        assert engine is not None
        values = context.page(template, oob=True, **facts()).context
        return str(engine.get_template(template).render(**values))

    if find or not 0 < page < MOST_PAGES:
        return Response(make(), media_type=MediaType.HTML)
    key = (template, context.words.language, *asked)
    return Response(text_of(context, key, make), media_type=MediaType.HTML)


def round_values(
    context: EventContext, number: int | None, page: int, find: str, size: int = visibility.PAGE, best: int = 5
) -> dict[str, Any]:
    """A published round with its results; without a number the last one, and the `best` of the standings."""
    out = as_published(context.tournament)
    wanted = visibility.asked_round(context, number, least=1)
    round_ = out.rounds[wanted - 1] if wanted else None
    shown = visibility.page_from(_seats(context, round_, find) if round_ else [], page, size)
    return {
        **visibility.frame(context, public=True),
        "number": wanted,
        "fixed": number,
        "round": round_,
        "seats": context.words.seats(pairing_list_of(out, round_, context.words.number, context.naming))
        if round_
        else None,
        "page": shown._replace(rows=[_shown(context, seat) for seat in shown.rows]),
        "won": {table.number: context.winning_side(wanted, table) for table in round_.tables} if round_ else {},
        "find": find,
        "signing_up": context.phase == "setup"
        and context.runtime.setting(context.code, SIGN_UP).offered(context.runtime.now().date()),
        "best": _best(context, best) if number is None else [],
        "approved": visible_round(context, round_).approved if round_ else None,
        **(visibility.honours(context) if number is None else visibility.NO_HONOURS),
    }


def _seats(context: EventContext, round_: Round, find: str) -> Sequence[Table | Bye]:
    """Tables in their order, then byes; those of whom somebody looks for."""
    seats: list[Table | Bye] = [*sorted(round_.tables, key=lambda table: table.number), *round_.byes]
    if not find:
        return seats
    wanted, called = find.strip().lstrip("#"), visibility.called(context, find)

    def meant(seat: Table | Bye) -> bool:
        players = (seat.player,) if isinstance(seat, Bye) else seat.players
        if isinstance(seat, Table) and wanted == str(seat.number):
            return True
        return any(map(called, players))

    return [seat for seat in seats if meant(seat)]


def _shown(context: EventContext, seat: Table | Bye) -> ShownTable | Bye:
    return seat if isinstance(seat, Bye) else shown_table(seat, context.system.rules, context.words.speaker)


def _best(context: EventContext, places: int) -> list[ShownRow]:
    last = len(as_published(context.tournament).rounds)
    rows = visibility.ranked(context, last) if last else ()
    return visibility.places(context, [row for row in rows if row.place and row.place <= places], last)


# --- search engines ----------------------------------------------------------------------------------------


@get("/robots.txt", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=True)
def robots(context: GivenContext) -> str:
    """Nothing is for search engines but the public pages of events that want to be found."""
    with context.runtime.store.reads() as connection:
        wanted = [code for code, kept in notes_named(connection, "display") if read_display(kept.value).found]
    codes = [code for code in wanted[:MOST_FOUND] if context.runtime.event(code) is not None]
    lines = [line for code in codes for line in (f"Disallow: /{code}/part/", f"Allow: /{code}$", f"Allow: /{code}/")]
    return "\n".join(["User-agent: *", *lines, *(["Allow: /static/"] if lines else []), "Disallow: /", ""])


@get_page("/e/{code:str}/start", "helper")
def start(event_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    return event_context.page("start_list.html", **start_values(event_context, page, public=False))


@get_page("/{code:str}/start")
def public_start(event_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    context = event_context.as_public()
    return context.page("start_list.html", **start_values(context, page, public=True))


def start_values(context: EventContext, page: int, *, public: bool, size: int = visibility.PAGE) -> dict[str, Any]:
    tournament = announced(context.tournament) if public else context.tournament
    naming = context.naming
    listing = start_list(tournament, naming)
    headings, rows = worded_listing(listing, context.words.speaker)
    gives_numbers = system(tournament.setup.system).forms.start_numbers is not None
    return {
        **visibility.frame(context, public=public),
        "headings": headings,
        "columns": listing.columns,
        "words": listing.words,
        "named": next(at for at, column in enumerate(listing.columns) if column.code == NAME.code),
        "open": gives_numbers and numbering(tournament).heading == PLAIN_NUMBER,
        "page": visibility.page_from(list(zip(listing.who, rows, strict=True)), page, size),
    }


Shows = Literal["table", "standings", "clock"]
SHOWS: tuple[Shows, ...] = get_args(Shows)
TOP, MOST_TOP = 5, 20


@get_page("/overlay/{code:str}")
def overlay(
    event_context: GivenEvent,
    table: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    top: FromQuery[int] = TOP,
    plain: FromQuery[bool] = False,
) -> Template:
    """`table`: that one of the last round; `show` says what else; `plain`: without the plates behind the words."""
    context = in_the_hall(event_context)
    return context.page("overlay.html", plain=plain, **_values(context, table, show, top))


@get_page("/overlay/{code:str}/part")
def overlay_part(
    event_context: GivenEvent,
    table: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    top: FromQuery[int] = TOP,
) -> Template:
    context = in_the_hall(event_context)
    return context.page("parts/overlay.html", **_values(context, table, show, top))


def _values(context: EventContext, table: int | None, show: str, top: int) -> dict[str, Any]:
    wanted = next((one for one in SHOWS if one == show), "table" if table is not None else "standings")
    if show and show != wanted:
        raise NotFoundException("no_such_page")
    out = as_published(context.tournament)
    last = len(out.rounds)
    found = next((one for one in out.rounds[-1].tables if one.number == table), None) if last else None
    clock = clock_of(context.runtime.store, context.event)
    rows = ranked(context, last)[: min(max(top, 1), MOST_TOP)] if last and wanted == "standings" else []
    return {
        "show": wanted,
        "asked": {"show": wanted, "top": top, **({"table": table} if table is not None else {})},
        "number": last,
        "staged": context.stage_round(last) if last else "",
        "table": None if found is None else shown_table(found, context.system.rules, context.words.speaker),
        "clock": clock,
        "extra": clock.extra.get(table or 0, 0) if clock else 0,
        "best": places(context, rows, last),
        "missing": waiting_for(context.tournament, last),
    }


ROUTES = [
    robots,
    embed,
    public,
    public_part,
    public_round,
    public_standings,
    public_standings_part,
    public_working,
    public_cross,
    public_plots,
    public_player,
    public_player_part,
    start,
    public_start,
    overlay,
    overlay_part,
]
