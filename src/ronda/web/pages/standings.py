"""Standings with the working of every value, the cross table, and pictures of the event."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from litestar import get
from litestar.exceptions import NotFoundException
from litestar.response import Template
from markupsafe import Markup

from ronda.desk import waiting_for
from ronda.lists import Listing, cross_table
from ronda.spoken import shown_exactly, told_terms, worded_listing
from ronda.systems import System, system
from ronda.web import looking
from ronda.web.cached import places_of, standings_of
from ronda.web.plots import MOST_IN_GRAPH, Met, RankLine, meeting_graph, rank_plot
from ronda.web.visits import EventVisit

BEST = 10  # in the picture of places


@get("/e/{code:str}/standings", include_in_schema=False, sync_to_thread=True)
def standings(event_visit: EventVisit, after: int | None = None, page: int = 1, find: str = "") -> Template:
    event_visit.needs("helper")
    visit = looking.unhurried(event_visit)
    return visit.page("standings.html", **standings_facts(visit, after, page, find, public=False))


@get("/e/{code:str}/part/standings", include_in_schema=False, sync_to_thread=True)
def standings_part(event_visit: EventVisit, after: int | None = None, page: int = 1, find: str = "") -> Template:
    """The same without its frame, for when something has happened."""
    event_visit.needs("helper")
    visit = looking.unhurried(event_visit)
    return visit.page("parts/standings.html", **standings_facts(visit, after, page, find, public=False))


@get("/e/{code:str}/part/working/{player:int}/{criterion:str}", include_in_schema=False, sync_to_thread=True)
def working(event_visit: EventVisit, player: int, criterion: str, after: int | None = None) -> Template:
    event_visit.needs("helper")
    visit = looking.unhurried(event_visit)
    return visit.page("parts/working.html", **working_facts(visit, player, criterion, after))


@get("/e/{code:str}/cross", include_in_schema=False, sync_to_thread=True)
def cross(event_visit: EventVisit, page: int = 1) -> Template:
    event_visit.needs("helper")
    return event_visit.page("cross.html", **cross_facts(event_visit, page, public=False))


@get("/e/{code:str}/plots", include_in_schema=False, sync_to_thread=True)
def plots(event_visit: EventVisit) -> Template:
    event_visit.needs("helper")
    return event_visit.page("plots.html", **plot_facts(event_visit, public=False))


def standings_facts(visit: EventVisit, after: int | None, page: int, find: str, *, public: bool) -> dict[str, Any]:
    """A page of the standings. Those after all rounds follow the event, so they are asked for without a number."""
    number = looking.asked_round(visit, after)
    rows = looking.ranked(visit, number, find)
    page_ = looking.page_from(rows, page)
    setup = visit.tournament.setup
    criteria = system(setup.system).criteria(setup)
    return {
        **looking.frame(visit, public=public),
        "after": number,
        "fixed": after,
        "page": page_._replace(rows=looking.places(visit, page_.rows, number)),
        "find": find,
        "criteria": list(looking.measures(visit, rows[0])) if rows else [],
        "ranking": [criterion.name for criterion in criteria if criterion.ranks],
        "only_shown": [criterion.name for criterion in criteria if not criterion.ranks],
        "missing": waiting_for(visit.tournament, number),
        **(looking.honours(visit) if after is None else {"declaration": [], "podium": []}),
    }


def working_facts(visit: EventVisit, player: int, criterion: str, after: int | None) -> dict[str, Any]:
    """The arithmetic of one value of one player."""
    number = looking.asked_round(visit, after)
    looking.known_player(visit, player)
    row = next(row for row in standings_of(visit.house, visit.event, number) if row.player == player)
    shown = looking.measures(visit, row)
    if criterion not in shown:
        raise NotFoundException("no_such_page")
    measure = shown[criterion]
    return {
        "player": player,
        "criterion": criterion,
        "terms": told_terms(measure, visit.words.speaker),
        "value": shown_exactly(measure, visit.words.speaker),
        "columns": len(shown) + 3,
    }


def cross_facts(visit: EventVisit, page: int, *, public: bool) -> dict[str, Any]:
    """Everybody's rounds side by side; where names are not told in full, nothing else tells who somebody is."""
    shown = looking.published(visit.tournament)
    listing = cross_table(shown, visit.words.number, visit.words("label.colour_letters"))
    framed = looking.frame(visit, public=public)
    if not framed["full_names"]:
        listing = _hidden(listing)
    headings, rows = worded_listing(listing, visit.words.speaker)
    named = next(at for at, heading in enumerate(listing.headings) if heading in ("label.name", "label.full_name"))
    return {
        **framed,
        "about": _cross_about(system(shown.setup.system)),
        "headings": headings,
        "named": named,
        "page": looking.page_from(list(zip(listing.who, rows, strict=True)), page),
    }


def _cross_about(rules: System) -> str:
    """How a cell is read."""
    return rules.lists.cross_about or ("web.cross.about.pairs" if rules.side_size > 1 else "web.cross.about.single")


def _hidden(listing: Listing) -> Listing:
    kept = [at for at in range(len(listing.headings)) if at not in listing.personal]
    rows = tuple(tuple(row[at] for at in kept) for row in listing.rows)
    return replace(listing, headings=tuple(listing.headings[at] for at in kept), rows=rows)


def plot_facts(visit: EventVisit, *, public: bool) -> dict[str, Any]:
    """How the best came to their places, and who met whom."""
    last = len(looking.published(visit.tournament).rounds)
    order = [row.player for row in standings_of(visit.house, visit.event, last)]
    by_round = [places_of(visit.house, visit.event, number) for number in range(1, last + 1)]
    best = [RankLine(visit.words.name(player), tuple(at[player] for at in by_round)) for player in order[:BEST]]
    small = len(order) <= MOST_IN_GRAPH
    met = _meetings(visit) if small else []
    return {
        **looking.frame(visit, public=public),
        "lines": best,
        "rounds": last,
        "ranks": _rank_plot(visit, best),
        "graph": _graph(visit, order, met),
        "too_many": not small,
        "most": MOST_IN_GRAPH,
        "met": _told_meetings(visit, order, met),
    }


def _rank_plot(visit: EventVisit, best: list[RankLine]) -> Markup:
    say = visit.words
    return rank_plot(best, say("web.plots.ranks"), say("web.plots.ranks_about"), say("label.round_short", round=""))


def _graph(visit: EventVisit, order: list[int], met: list[Met]) -> Markup:
    at = {player: place for place, player in enumerate(order)}
    edges = [Met(at[one], at[other], times, partners) for one, other, times, partners in met]
    names = [visit.words.name(player) for player in order]
    return meeting_graph(names, edges, visit.words("web.plots.graph"), visit.words("web.plots.graph_about"))


def _meetings(visit: EventVisit) -> list[Met]:
    """How often two players sat at a table, as opponents and as partners."""
    counted: dict[tuple[int, int, bool], int] = {}
    for round_ in looking.published(visit.tournament).rounds:
        for table in round_.tables:
            pairs = [(a, b, False) for a in table.first for b in table.second]
            pairs += [(side[0], side[1], True) for side in (table.first, table.second) if len(side) > 1]
            for one, other, partners in pairs:
                key = (min(one, other), max(one, other), partners)
                counted[key] = counted.get(key, 0) + 1
    return [Met(one, other, times, partners) for (one, other, partners), times in counted.items()]


def _told_meetings(visit: EventVisit, order: list[int], met: list[Met]) -> list[tuple[str, str, str]]:
    """The table behind the graph: everybody with opponents and partners."""
    found: dict[int, tuple[list[str], list[str]]] = {player: ([], []) for player in order}
    for one, other, times, partners in met:
        for player, who in ((one, other), (other, one)):
            name = visit.words.name(who)
            found[player][partners].append(f"{name} ({times}×)" if times > 1 else name)
    return [(visit.words.name(p), ", ".join(against), ", ".join(by)) for p, (against, by) in found.items()]


ROUTES = [standings, standings_part, working, cross, plots]
