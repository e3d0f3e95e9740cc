"""Public pages of an event, read-only: round, standings, start list, embedded tables, and the overlay for streams."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.model import Bye, Round, Table
from ronda.desk import waiting_for
from ronda.operations.clock import clock_of
from ronda.operations.event import visible_round
from ronda.operations.event_settings import DISPLAY
from ronda.operations.sign_ups import SIGN_UP
from ronda.store.notes import notes_named
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
from ronda.web.http.admission import get_page, reader_page
from ronda.web.pages.standings import standings_values
from ronda.web.pages.wall import in_the_hall
from ronda.web.visibility import indexed_page, places, ranked

MOST_PAGES = 100
MOST_FOUND = 500  # events that robots.txt names


@get_page("/{code:str}")
def public(reader_context: GivenEvent, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    """What is on now: the tables of the round, or that it has not begun; of a finished event its standings."""
    context = reader_context
    if context.tournament.finished:
        return indexed_page(context, "standings.html", **standings_values(context, None, page, find))
    return indexed_page(context, "public.html", **round_values(context, None, page, find))


@get_page("/{code:str}/part/round")
def public_part(
    reader_context: GivenEvent,
    number: FromQuery[int | None] = None,
    page: FromQuery[int] = 1,
    find: FromQuery[str] = "",
) -> Response[str]:
    return _shared(reader_context, "parts/public_round.html", round_values, number, page, find)


@get_page("/{code:str}/round/{number:int}")
def public_round(
    reader_context: GivenEvent, number: FromPath[int], page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    facts = round_values(reader_context, number, page, find)
    return indexed_page(reader_context, "public.html", **facts, picture=f"round/{number}/card.png")


@get_page("/{code:str}/part/standings")
def public_standings_part(
    reader_context: GivenEvent, after: FromQuery[int | None] = None, page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Response[str]:
    return _shared(reader_context, "parts/standings.html", standings_values, after, page, find)


@get_page("/embed/{code:str}")
def embed(reader_context: GivenEvent) -> Template:
    """Tables and standings for the page of a club; links open in a window of their own."""
    return reader_context.page("embed.html", **round_values(reader_context, None, 1, "", best=10))


def _shared(
    context: EventContext,
    template: str,
    values: Callable[[EventContext, int | None, int, str], dict[str, Any]],
    number: int | None,
    page: int,
    find: str,
) -> Response[str]:
    """A part that a whole hall asks for at the same moment is made once for each language. What somebody looks for is
    made for them alone, and not kept."""

    def make() -> str:
        return context.rendered(template, oob=True, **values(context, number, page, find))

    kept = not find and 0 < page < MOST_PAGES
    key = (template, context.words.language, number, page, find)
    return Response(text_of(context, key, make) if kept else make(), media_type=MediaType.HTML)


def round_values(
    context: EventContext, number: int | None, page: int, find: str, size: int = visibility.PAGE, best: int = 5
) -> dict[str, Any]:
    """A published round with its results; without a number the last one, and the `best` of the standings."""
    out = as_published(context.tournament)
    wanted = visibility.asked_round(context, number, least=1)
    round_ = out.rounds[wanted - 1] if wanted else None
    shown = visibility.page_from(_seats(context, round_, find) if round_ else [], page, size)
    return {
        **visibility.frame(context),
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
        and context.runtime.setting(context.code, SIGN_UP).offered(context.now().date()),
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
    return seat if isinstance(seat, Bye) else shown_table(seat, context.system.rules, context.speaker)


def _best(context: EventContext, places: int) -> list[ShownRow]:
    last = len(as_published(context.tournament).rounds)
    rows = visibility.ranked(context, last) if last else ()
    return visibility.places(context, [row for row in rows if row.place and row.place <= places], last)


# --- search engines ----------------------------------------------------------------------------------------


@get("/robots.txt", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=True)
def robots(context: GivenContext) -> str:
    """Nothing is for search engines but the public pages of events that want to be found."""
    with context.store.reads() as connection:
        wanted = [code for code, kept in notes_named(connection, "display") if DISPLAY.read(kept.value).found]
    codes = [code for code in wanted[:MOST_FOUND] if context.runtime.event(code) is not None]
    lines = [line for code in codes for line in (f"Disallow: /{code}/part/", f"Allow: /{code}$", f"Allow: /{code}/")]
    return "\n".join(["User-agent: *", *lines, *(["Allow: /static/"] if lines else []), "Disallow: /", ""])


@reader_page("/start")
def start(reader_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    return reader_context.page("start_list.html", **start_values(reader_context, page))


def start_values(context: EventContext, page: int, *, size: int = visibility.PAGE) -> dict[str, Any]:
    tournament = context.tournament if context.staff else announced(context.tournament)
    listing = start_list(tournament, context.naming)
    headings, rows = worded_listing(listing, context.speaker)
    gives_numbers = context.system.forms.start_numbers is not None
    return {
        **visibility.frame(context),
        "headings": headings,
        "words": listing.words,
        "named": next(at for at, column in enumerate(listing.columns) if column.code == NAME.code),
        "open": gives_numbers and numbering(tournament).heading == PLAIN_NUMBER,
        "page": visibility.page_from(list(zip(listing.who, rows, strict=True)), page, size),
    }


Shows = Literal["table", "standings", "clock"]
SHOWS: tuple[Shows, ...] = get_args(Shows)
TOP, MOST_TOP = 5, 20


@get_page(["/overlay/{code:str}", "/overlay/{code:str}/part"])
def overlay(
    event_context: GivenEvent,
    table: FromQuery[int | None] = None,
    show: FromQuery[str] = "",
    top: FromQuery[int] = TOP,
    plain: FromQuery[bool] = False,
) -> Template:
    """`table`: that one of the last round; `show` says what else; `plain`: without the plates behind the words. The
    part is what changes there."""
    context = in_the_hall(event_context)
    template = "parts/overlay.html" if context.path.endswith("/part") else "overlay.html"
    return context.page(template, plain=plain, **_values(context, table, show, top))


def _values(context: EventContext, table: int | None, show: str, top: int) -> dict[str, Any]:
    wanted = next((one for one in SHOWS if one == show), "table" if table is not None else "standings")
    if show and show != wanted:
        raise NotFoundException("no_such_page")
    out = as_published(context.tournament)
    last = len(out.rounds)
    found = next((one for one in out.rounds[-1].tables if one.number == table), None) if last else None
    clock = clock_of(context.store, context.event)
    rows = ranked(context, last)[: min(max(top, 1), MOST_TOP)] if last and wanted == "standings" else []
    return {
        "show": wanted,
        "asked": {"show": wanted, "top": top, **({"table": table} if table is not None else {})},
        "number": last,
        "staged": context.stage_round(last) if last else "",
        "table": None if found is None else shown_table(found, context.system.rules, context.speaker),
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
    public_standings_part,
    start,
    overlay,
]
