"""For everybody: the event by its code, read-only, also inside another site; and the manual."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import MediaType, Response, get
from litestar.exceptions import NotFoundException
from litestar.response import Template

from ronda.desk import waiting_for
from ronda.model import Bye, Round, Table
from ronda.store.notes import notes_named
from ronda.web import looking
from ronda.web.cached import page_of
from ronda.web.house import read_display
from ronda.web.pages.player import player_facts
from ronda.web.pages.standings import cross_facts, plot_facts, standings_facts, working_facts
from ronda.web.visits import EventVisit, Visit

MOST_PAGES = 100
MOST_FOUND = 500  # events that robots.txt names
ROLES = ("director", "helper", "player")


@get("/{code:str}", include_in_schema=False, sync_to_thread=True)
def public(event_visit: EventVisit, page: int = 1, find: str = "") -> Template:
    """What is on now: the podium, the tables of the round, or that it has not begun."""
    visit = looking.as_public(event_visit)
    return _for_all(visit, "public.html", **round_facts(visit, None, page, find))


@get("/{code:str}/part/round", include_in_schema=False, sync_to_thread=True)
def public_part(event_visit: EventVisit, number: int | None = None, page: int = 1, find: str = "") -> Response[str]:
    visit = looking.as_public(event_visit)
    asked = (number, page, find)
    return _shared(visit, "parts/public_round.html", asked, lambda: round_facts(visit, number, page, find))


@get("/{code:str}/round/{number:int}", include_in_schema=False, sync_to_thread=True)
def public_round(event_visit: EventVisit, number: int, page: int = 1, find: str = "") -> Template:
    visit = looking.as_public(event_visit)
    return _for_all(visit, "public.html", **round_facts(visit, number, page, find))


@get("/{code:str}/standings", include_in_schema=False, sync_to_thread=True)
def public_standings(event_visit: EventVisit, after: int | None = None, page: int = 1, find: str = "") -> Template:
    visit = looking.unhurried(looking.as_public(event_visit))
    return _for_all(visit, "standings.html", **standings_facts(visit, after, page, find, public=True))


@get("/{code:str}/part/standings", include_in_schema=False, sync_to_thread=True)
def public_standings_part(
    event_visit: EventVisit, after: int | None = None, page: int = 1, find: str = ""
) -> Response[str]:
    visit = looking.unhurried(looking.as_public(event_visit))
    asked = (after, page, find)
    return _shared(visit, "parts/standings.html", asked, lambda: standings_facts(visit, after, page, find, public=True))


@get("/{code:str}/part/working/{player:int}/{criterion:str}", include_in_schema=False, sync_to_thread=True)
def public_working(event_visit: EventVisit, player: int, criterion: str, after: int | None = None) -> Template:
    visit = looking.unhurried(looking.as_public(event_visit))
    return visit.page("parts/working.html", **working_facts(visit, player, criterion, after))


@get("/{code:str}/cross", include_in_schema=False, sync_to_thread=True)
def public_cross(event_visit: EventVisit, page: int = 1) -> Template:
    visit = looking.as_public(event_visit)
    return _for_all(visit, "cross.html", **cross_facts(visit, page, public=True))


@get("/{code:str}/plots", include_in_schema=False, sync_to_thread=True)
def public_plots(event_visit: EventVisit) -> Template:
    visit = looking.unhurried(looking.as_public(event_visit))
    return _for_all(visit, "plots.html", **plot_facts(visit, public=True))


@get("/{code:str}/player/{player:int}", include_in_schema=False, sync_to_thread=True)
def public_player(event_visit: EventVisit, player: int) -> Template:
    visit = looking.unhurried(looking.as_public(event_visit))
    return _for_all(visit, "player.html", **player_facts(visit, player, public=True))


@get("/{code:str}/part/player/{player:int}", include_in_schema=False, sync_to_thread=True)
def public_player_part(event_visit: EventVisit, player: int) -> Template:
    visit = looking.unhurried(looking.as_public(event_visit))
    return visit.page("parts/player.html", **player_facts(visit, player, public=True))


@get("/embed/{code:str}", include_in_schema=False, sync_to_thread=True)
def embed(event_visit: EventVisit) -> Template:
    """Tables and standings for the page of a club; links open in a window of their own."""
    visit = looking.unhurried(looking.as_public(event_visit))
    unfinished = waiting_for(visit.tournament, len(looking.published(visit.tournament).rounds))
    facts = {**round_facts(visit, None, 1, ""), "best": _best(visit, 10), "waiting": unfinished}
    return visit.page("embed.html", **facts)


def _for_all(visit: EventVisit, template: str, **facts: Any) -> Template:
    """A page that search engines may show, if the event wants to be found."""
    made = visit.page(template, indexed=visit.display.found, **facts)
    if visit.display.found:
        made.headers["x-robots-tag"] = "all"
    return made


def _shared(visit: EventVisit, template: str, asked: tuple[int | None, int, str], facts: Any) -> Response[str]:
    """A part that a whole hall asks for at the same moment is made once for each language. What somebody looks for is
    made for them alone, and not kept."""
    _, page, find = asked

    def make() -> str:
        engine = visit.request.app.template_engine
        assert engine is not None
        context = visit.page(template, **facts()).context
        return str(engine.get_template(template).render(**context))

    if find or not 0 < page < MOST_PAGES:
        return Response(make(), media_type=MediaType.HTML)
    key = (template, visit.words.language, visit.behind > 0, *asked)
    return Response(page_of(visit, key, make), media_type=MediaType.HTML)


def round_facts(visit: EventVisit, number: int | None, page: int, find: str) -> dict[str, Any]:
    """A published round with its results; without a number the last one."""
    out = looking.published(visit.tournament)
    shown = looking.asked_round(visit, number, least=1)
    round_ = out.rounds[shown - 1] if shown else None
    seats = _seats(visit, round_, find) if round_ else []
    return {
        **looking.frame(visit, public=True),
        "number": shown,
        "fixed": number,
        "round": round_,
        "page": looking.page_from(seats, page),
        "find": find,
        "missing": sum(table.result is None for table in round_.tables) if round_ else 0,
        "approved": looking.told_round(visit, round_).approved if round_ else None,
        **(looking.honours(visit) if number is None else {"declaration": [], "podium": []}),
    }


def _seats(visit: EventVisit, round_: Round, find: str) -> Sequence[Table | Bye]:
    """Tables in their order, then byes; those of whom somebody looks for."""
    seats: list[Table | Bye] = [*sorted(round_.tables, key=lambda table: table.number), *round_.byes]
    if not find:
        return seats
    wanted, called = find.strip().lstrip("#"), looking.called(visit, find)

    def meant(seat: Table | Bye) -> bool:
        players = (seat.player,) if isinstance(seat, Bye) else seat.players
        if isinstance(seat, Table) and wanted == str(seat.number):
            return True
        return any(map(called, players))

    return [seat for seat in seats if meant(seat)]


def _best(visit: EventVisit, places: int) -> list[looking.Place]:
    last = len(looking.published(visit.tournament).rounds)
    rows = looking.ranked(visit, last) if last else ()
    return looking.places(visit, [row for row in rows if row.place and row.place <= places], last)


# --- search engines ----------------------------------------------------------------------------------------


@get("/robots.txt", include_in_schema=False, media_type=MediaType.TEXT, sync_to_thread=True)
def robots(visit: Visit) -> str:
    """Nothing is for search engines but the public pages of events that want to be found."""
    with visit.house.store.reads() as connection:
        wanted = [code for code, kept in notes_named(connection, "display") if read_display(kept.value).found]
    codes = [code for code in wanted[:MOST_FOUND] if visit.house.event(code) is not None]
    lines = [line for code in codes for line in (f"Disallow: /{code}/part/", f"Allow: /{code}$", f"Allow: /{code}/")]
    return "\n".join(["User-agent: *", *lines, *(["Allow: /static/"] if lines else []), "Disallow: /", ""])


# --- the manual --------------------------------------------------------------------------------------------


@get("/guide", include_in_schema=False)
async def guide(visit: Visit) -> Template:
    return visit.page("guide.html", role="director", roles=ROLES)


@get("/guide/{role:str}", include_in_schema=False)
async def guide_for(visit: Visit, role: str) -> Template:
    if role not in ROLES:
        raise NotFoundException("no_such_page")
    return visit.page("guide.html", role=role, roles=ROLES)


ROUTES = [
    robots,
    guide,
    guide_for,
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
]
