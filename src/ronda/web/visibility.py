"""What the person of a request may see of an event: published rounds, names, rows of the standings; and paging."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from litestar.exceptions import NotFoundException
from litestar.response import Template

from ronda.core.model import Player
from ronda.core.ranking import RankedRow
from ronda.store.live_events import places_of, podium_of_event, standings_of
from ronda.systems.columns import ListColumn, in_short
from ronda.systems.labels import PLAIN_NUMBER, folded, label_in
from ronda.systems.lists import standings_columns
from ronda.views.seat import as_published
from ronda.views.standings import ShownRow, shown_rows
from ronda.views.verdicts import podium_text, worded
from ronda.web.context import EventContext
from ronda.web.language import isolated
from ronda.web.player_search import Roll, find_number, roll_of

PAGE = 100  # rows
IN_SHORT = 2  # columns, where only a few values stand beside a name


class PageOfRows(NamedTuple):
    """Some of many rows; pages count from 1."""

    rows: Sequence[Any]
    number: int
    pages: int
    total: int


class Stand(NamedTuple):
    """A step of the podium with everybody on it."""

    place: int
    players: Sequence[ShownRow]

    @property
    def shared(self) -> bool:
        return len(self.players) > 1


def frame(context: EventContext) -> dict[str, Any]:
    """Where the page stands: at the desk or in public. `base` begins the addresses of its neighbours."""
    return {
        "frame": "event.html" if context.staff else "public_frame.html",
        "base": f"/e/{context.code}" if context.staff else f"/{context.code}",
        "public": not context.staff,
        "out": as_published(context.tournament),
        "full_names": not context.naming.hides,
    }


def indexed_page(context: EventContext, template: str, **facts: Any) -> Template:
    """A page that search engines may show in public, if the event wants to be found."""
    found = context.display.found and not context.staff
    page = context.page(template, indexed=found, **facts)
    if found:
        page.headers["x-robots-tag"] = "all"
    return page


def known_player(context: EventContext, number: int) -> Player:
    for player in context.tournament.players:
        if player.id == number:
            return player
    raise NotFoundException("no_such_page")


def asked_round(context: EventContext, number: int | None, *, least: int = 0) -> int:
    """The round asked for, else the last one that is out."""
    last = len(as_published(context.tournament).rounds)
    if number is None:
        return last
    if not least <= number <= last:
        raise NotFoundException("no_such_page")
    return number


def page_from(rows: Sequence[Any], number: int, size: int = PAGE) -> PageOfRows:
    """The page asked for, or the nearest there is."""
    pages = max(-(-len(rows) // size), 1)
    number = min(max(number, 1), pages)
    return PageOfRows(rows[(number - 1) * size : number * size], number, pages, len(rows))


def matches(find: str, *texts: str) -> bool:
    """Whether somebody who types this means one of the texts."""
    wanted = find.strip().casefold()
    return any(wanted in text.casefold() for text in texts)


def called(context: EventContext, find: str) -> Callable[[int], bool]:
    """Whom somebody means who types this: by a part of the name, or by the whole label."""
    known, part, whole = context.words.known, find.strip().casefold(), folded(find)
    return lambda player: part in known.bare[player].casefold() or whole == folded(known.names[player])


def roll(context: EventContext) -> Roll:
    """The players by the numbers that this person knows them by."""
    return roll_of(context.tournament, context.words.known)


def number_of(context: EventContext, player: int) -> tuple[str, int]:
    """The number that a player is known by, and what it is called."""
    heading, given = context.words.known.numbering
    return worded(heading, context.speaker), given[player]


def number_text(context: EventContext, player: int) -> str:
    """The same in a word or two."""
    heading, number = number_of(context, player)
    if context.words.known.numbering.heading == PLAIN_NUMBER:
        return context.words("web.phone.number", number=number)
    return f"{heading} {number}"


def ranked(context: EventContext, after: int, find: str = "") -> Sequence[RankedRow]:
    """The standings, or the rows of those whom somebody looks for."""
    rows = standings_of(context.event, after)
    if not find:
        return rows
    numbered = {player.id for player in find_number(roll(context), find)}
    meant = called(context, find)
    return [row for row in rows if row.player in numbered or meant(row.player)]


def columns(context: EventContext, after: int) -> tuple[ListColumn, ...]:
    """The columns of the standings after so many rounds, as this person may see them."""
    return standings_columns(standings_of(context.event, after), hides=context.naming.hides)


def places(
    context: EventContext,
    rows: Sequence[RankedRow],
    after: int,
    *,
    shown: Sequence[ListColumn] | None = None,
    first: str | None = None,
) -> list[ShownRow]:
    """Rows of the standings after so many rounds, as this person may see them: with these columns, else with the two
    that say most, the first of them first. `first` is the criterion on which players are level; without it, what
    decided between them is not asked for."""
    before = places_of(context.event, after - 1) if after > 1 else {}
    told = in_short(columns(context, after), IN_SHORT) if shown is None else shown
    words, naming = context.words, context.naming
    return shown_rows(
        rows,
        words.speaker,
        told,
        named=lambda player: isolated(label_in(words.label(player), told)),
        naming=naming,
        before=before,
        first=first,
    )


NO_HONOURS: dict[str, Any] = {"declaration": [], "podium": [], "provisional": False, "medals": frozenset()}


def honours(context: EventContext) -> dict[str, Any]:
    """The declaration in words, a line for each place, and the podium; both empty while nobody is declared.
    `provisional`: nobody has finished the event yet. `medals`: the players who have one, alone on their step."""
    podium = podium_of_event(context.event)
    if podium is None:
        return NO_HONOURS
    last = len(context.tournament.rounds)
    rows = {row.player: row for row in standings_of(context.event, last)}
    stands = [Stand(step.place, places(context, [rows[p] for p in step.players], last)) for step in podium.steps]
    told = podium_text(podium, context.speaker)
    medals = frozenset(one.players[0].player for one in stands if not (podium.provisional or one.shared))
    return {"declaration": told, "podium": stands, "provisional": podium.provisional, "medals": medals}
