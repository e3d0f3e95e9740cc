"""Standings with the working of every value, the cross table, pictures of the event, and the prize list."""

from __future__ import annotations

from typing import Any

from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from markupsafe import Markup

from ronda.core.prize_rules import PrizeRules
from ronda.desk import waiting_for
from ronda.desk.prizes import prize_list
from ronda.operations.event import visible_measures
from ronda.store.live_events import places_of, standings_of
from ronda.systems.columns import NAME, NARROW
from ronda.systems.lists import cross_table
from ronda.views.rounds import meetings_at
from ronda.views.rulings import penalty_views, prize_list_view
from ronda.views.seat import as_published
from ronda.views.standings import column_lines, first_criterion, form_of, shared_places
from ronda.views.verdicts import shown_exactly, term_texts, worded_listing
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.http.admission import get_page, reader_page
from ronda.web.plots import MOST_IN_GRAPH, Meeting, RankLine, meeting_graph, rank_plot

BEST = 10  # in the picture of places


@reader_page("/standings")
def standings(
    reader_context: GivenEvent, after: FromQuery[int | None] = None, page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    facts = standings_values(reader_context, after, page, find)
    return visibility.indexed_page(reader_context, "standings.html", **facts)


@get_page("/e/{code:str}/part/standings", "helper")
def standings_part(
    event_context: GivenEvent, after: FromQuery[int | None] = None, page: FromQuery[int] = 1, find: FromQuery[str] = ""
) -> Template:
    """The page without its frame, loaded again when something has happened."""
    return event_context.page("parts/standings.html", **standings_values(event_context, after, page, find))


@reader_page("/part/working/{player:int}/{criterion:str}")
def working(
    reader_context: GivenEvent, player: FromPath[int], criterion: FromPath[str], after: FromQuery[int | None] = None
) -> Template:
    return reader_context.page("parts/working.html", **working_values(reader_context, player, criterion, after))


@reader_page("/cross")
def cross(reader_context: GivenEvent, page: FromQuery[int] = 1) -> Template:
    return visibility.indexed_page(reader_context, "cross.html", **cross_values(reader_context, page))


@reader_page("/plots")
def plots(reader_context: GivenEvent) -> Template:
    return visibility.indexed_page(reader_context, "plots.html", **plot_values(reader_context))


def standings_values(
    context: EventContext, after: int | None, page: int, find: str, *, size: int = visibility.PAGE
) -> dict[str, Any]:
    """A page of the standings. Those after all rounds follow the event, so they are asked for without a number."""
    number = visibility.asked_round(context, after)
    rows = visibility.ranked(context, number, find)
    page_ = visibility.page_from(rows, page, size)
    columns = visibility.columns(context, number)
    told = column_lines(columns, context.speaker)
    criteria = context.system.rules.criteria(context.tournament.setup)
    ranking = [criterion.name for criterion in criteria if criterion.ranks]
    labels = {criterion.label for criterion in criteria if criterion.ranks}
    return {
        **visibility.frame(context),
        "after": number,
        "fixed": after,
        "page": page_._replace(
            rows=visibility.places(
                context, page_.rows, number, shown=columns, first=None if find else first_criterion(rows)
            )
        ),
        "find": find,
        "columns": told,
        "only_shown": [
            one for one, column in zip(told, columns, strict=True) if one.about and column.label not in labels
        ],
        "working": [column.criterion for column in columns if column.criterion],
        "narrow": NARROW,
        "ranking": ranking,
        "form": form_of(as_published(context.tournament), number, [row.player for row in page_.rows]),
        "shared": shared_places(page_.rows),
        "punished": _punished(context, number),
        "missing": waiting_for(context.tournament, number),
        **(visibility.honours(context) if after is None else visibility.NO_HONOURS),
    }


def _punished(context: EventContext, after: int) -> dict[int, list[str]]:
    """By player, the penalties up to that round that changed points or places, in words (PE9)."""
    found: dict[int, list[str]] = {}
    for one in penalty_views(context.tournament, context.speaker, staff=False):
        if one.round <= after and one.kind in ("points", "expel"):
            found.setdefault(one.player, []).append(one.told)
    return found


def working_values(context: EventContext, player: int, criterion: str, after: int | None) -> dict[str, Any]:
    """The arithmetic of one value of one player."""
    number = visibility.asked_round(context, after)
    visibility.known_player(context, player)
    row = next(row for row in standings_of(context.event, number) if row.player == player)
    shown = visible_measures(context, row)
    criterion = criterion.replace("~", "/")  # which cannot stand in a part of an address: BH/C1
    if criterion not in shown:
        raise NotFoundException("no_such_page")
    measure = shown[criterion]
    return {
        "player": player,
        "criterion": criterion,
        "terms": term_texts(measure, context.speaker),
        "value": shown_exactly(measure, context.speaker),
        "columns": len(visibility.columns(context, number)) + 1,
    }


def cross_values(context: EventContext, page: int, *, size: int = visibility.PAGE) -> dict[str, Any]:
    """Everybody's rounds side by side; where names are not told in full, nothing else tells who somebody is."""
    shown = as_published(context.tournament)
    naming = context.naming
    listing = cross_table(shown, context.words.number, context.words("label.colour_letters"), naming)
    headings, rows = worded_listing(listing, context.speaker)
    return {
        **visibility.frame(context),
        "about": _cross_about(context),
        "headings": headings,
        "named": next(at for at, column in enumerate(listing.columns) if column.code == NAME.code),
        "page": visibility.page_from(list(zip(listing.who, rows, strict=True)), page, size),
    }


def _cross_about(context: EventContext) -> str:
    """How a cell is read."""
    if context.system.lists.cross_about:
        return context.system.lists.cross_about
    if context.system.rules.seating.side_size > 1:
        return "web.cross.about.pairs"
    return "web.cross.about.coloured" if context.sides.coloured else "web.cross.about.single"


def plot_values(context: EventContext) -> dict[str, Any]:
    """How the best came to their places, and who met whom."""
    last = len(as_published(context.tournament).rounds)
    order = [row.player for row in standings_of(context.event, last)]
    by_round = [places_of(context.event, number) for number in range(1, last + 1)]
    best = [RankLine(context.words.name(player), tuple(at[player] for at in by_round)) for player in order[:BEST]]
    small = len(order) <= MOST_IN_GRAPH
    met = _meetings(context) if small else []
    return {
        **visibility.frame(context),
        "lines": best,
        "rounds": last,
        "ranks": _rank_plot(context, best),
        "graph": _graph(context, order, met),
        "too_many": not small,
        "most": MOST_IN_GRAPH,
        "met": _told_meetings(context, order, met),
    }


def _rank_plot(context: EventContext, best: list[RankLine]) -> Markup:
    say = context.words
    return rank_plot(best, say("web.plots.ranks"), say("web.plots.ranks_about"), say("label.round_short", round=""))


def _graph(context: EventContext, order: list[int], met: list[Meeting]) -> Markup:
    at = {player: place for place, player in enumerate(order)}
    edges = [Meeting(at[one], at[other], times, partners) for one, other, times, partners in met]
    names = [context.words.name(player) for player in order]
    return meeting_graph(names, edges, context.words("web.plots.graph"), context.words("web.plots.graph_about"))


def _meetings(context: EventContext) -> list[Meeting]:
    """How often two players sat at a table, as opponents and as partners."""
    counted: dict[tuple[int, int, bool], int] = {}
    for round_ in as_published(context.tournament).rounds:
        for table in round_.tables:
            for key in meetings_at(table):
                counted[key] = counted.get(key, 0) + 1
    return [Meeting(one, other, times, partners) for (one, other, partners), times in counted.items()]


def _told_meetings(context: EventContext, order: list[int], met: list[Meeting]) -> list[tuple[str, str, str]]:
    """The table behind the graph: everybody with opponents and partners."""
    found: dict[int, tuple[list[str], list[str]]] = {player: ([], []) for player in order}
    for one, other, times, partners in met:
        for player, who in ((one, other), (other, one)):
            name = context.words.name(who)
            found[player][partners].append(f"{name} ({times}×)" if times > 1 else name)
    return [(context.words.name(p), ", ".join(against), ", ".join(by)) for p, (against, by) in found.items()]


@reader_page("/prizes")
def prizes(reader_context: GivenEvent) -> Template:
    return reader_context.page("prizes.html", **prize_values(reader_context))


def prize_values(context: EventContext) -> dict[str, Any]:
    tournament, speaker = context.seen, context.speaker
    found = prize_list(tournament)
    shown = None if found is None else prize_list_view(found, speaker, staff=context.staff)
    currency = "" if shown is None else shown.currency
    return {
        **visibility.frame(context),
        "shown": shown,
        "name_of": speaker.name,
        "amount": lambda value: speaker.money(value, currency),
        "provisional": not tournament.finished,
        **_as_typed(tournament.prizes or PrizeRules(())),
    }


def _as_typed(rules: PrizeRules) -> dict[str, Any]:
    """What the form has of it; `plain`: nothing else stands in the list, and so the form may change it."""
    return {
        "plain": not any(one.category or one.percent or one.kind != "money" for one in rules.prizes),
        "amounts": " ".join(f"{one.value // 100}.{one.value % 100:02}".removesuffix(".00") for one in rules.prizes),
        "categories": "\n".join(": ".join((one.name, one.who)) for one in rules.categories),
    }


ROUTES = [standings, standings_part, working, cross, plots, prizes]
