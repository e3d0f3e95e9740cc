"""What pages that show an event have in common: which rounds are out, in which frame, and how rows are told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from litestar.exceptions import NotFoundException

from ronda.desk.podium import Podium, decided, podium_of
from ronda.labels import PLAIN_NUMBER, folded, folded_label
from ronda.lists import shown_value
from ronda.model import Player, Round, Tournament
from ronda.ranking import Measure, Row
from ronda.spoken import told_podium, worded
from ronda.views import seat
from ronda.web import cached
from ronda.web.cached import places_of, standings_of
from ronda.web.house import Event, House
from ronda.web.people import PUBLIC
from ronda.web.roster import Roll, find_number, roll_of
from ronda.web.visits import EventVisit

PAGE = 100  # rows


class Page(NamedTuple):
    """Some of many rows; pages count from 1."""

    rows: Sequence[Any]
    number: int
    pages: int
    total: int


class Place(NamedTuple):
    """A row of the standings as a page shows it. `moved` is how many places up since the round before, or None."""

    row: Row
    name: str
    moved: int | None
    values: tuple[tuple[str, str], ...]


class Stand(NamedTuple):
    """A step of the podium with everybody on it."""

    place: int
    players: Sequence[Place]

    @property
    def shared(self) -> bool:
        return len(self.players) > 1


def published(tournament: Tournament) -> Tournament:
    """The event as everybody may know it: a draft is the desk's own."""
    rounds = seat.published(tournament)
    return tournament if rounds is tournament.rounds else replace(tournament, rounds=rounds)


def known_to(visit: EventVisit) -> Tournament:
    """The event as this person may know it."""
    return visit.tournament if visit.staff else published(visit.tournament)


def announced(tournament: Tournament) -> Tournament:
    """The same without the start numbers and lots that were fixed with the draft."""
    out = published(tournament)
    if out is tournament:
        return tournament
    hidden = set(tournament.numbered.get(tournament.rounds[-1].number, ()))
    players = tuple(replace(player, number=None) if player.id in hidden else player for player in out.players)
    return replace(out, players=players)


def as_public(visit: EventVisit) -> EventVisit:
    """The visit as one of the public, whoever looks: so public pages are the same for everybody."""
    visit.person = PUBLIC
    visit.words = visit.public_words()
    return visit


def unhurried(visit: EventVisit) -> EventVisit:
    """A visit that looks at standings, perhaps those of a moment ago: in a large event they take long."""
    visit.event, visit.behind = cached.unhurried(visit.house, visit.event, len(published(visit.tournament).rounds))
    return visit


def frame(visit: EventVisit, *, public: bool) -> dict[str, Any]:
    """Where the page stands: at the desk or in public. `base` begins the addresses of its neighbours."""
    base = f"/{visit.code}" if public else f"/e/{visit.code}"
    out = published(visit.tournament)
    return {
        "frame": "public_frame.html" if public else "event.html",
        "base": base,
        "public": public,
        "out": out,
        "full_names": not hides_names(visit),
    }


def hides_names(visit: EventVisit) -> bool:
    """Whether this person must not learn who somebody is."""
    return not visit.staff and visit.display.naming != "full"


def told_round(visit: EventVisit, round_: Round) -> Round:
    """A round as this person may know it: what somebody wrote down about it may have names in it."""
    if not hides_names(visit):
        return round_
    reasons = tuple(reason for reason in round_.reasons if reason.code != "recorded")
    return replace(round_, reasons=reasons, approved=None)


def measures(visit: EventVisit, row: Row) -> dict[str, Measure]:
    """The values of a row that this person may see: a rating tells who somebody is."""
    hidden = hides_names(visit)
    return {name: one for name, one in row.measures.items() if not (hidden and one.criterion.personal)}


def known_player(visit: EventVisit, number: int) -> Player:
    for player in visit.tournament.players:
        if player.id == number:
            return player
    raise NotFoundException("no_such_page")


def asked_round(visit: EventVisit, number: int | None, *, least: int = 0) -> int:
    """The round asked for, else the last one that is out."""
    last = len(published(visit.tournament).rounds)
    if number is None:
        return last
    if not least <= number <= last:
        raise NotFoundException("no_such_page")
    return number


def page_from(rows: Sequence[Any], number: int, size: int = PAGE) -> Page:
    """The page asked for, or the nearest there is."""
    pages = max(-(-len(rows) // size), 1)
    number = min(max(number, 1), pages)
    return Page(rows[(number - 1) * size : number * size], number, pages, len(rows))


def matches(find: str, *texts: str) -> bool:
    """Whether somebody who types this means one of the texts."""
    wanted = find.strip().casefold()
    return any(wanted in text.casefold() for text in texts)


def called(visit: EventVisit, find: str) -> Callable[[int], bool]:
    """Whom somebody means who types this: by a part of the name, or by the whole label."""
    known, part, whole = visit.words.known, find.strip().casefold(), folded(find)
    return lambda player: part in known.bare[player].casefold() or whole == folded_label(known.names[player])


def roll(visit: EventVisit) -> Roll:
    """The players by the numbers that this person knows them by."""
    return roll_of(visit.tournament, visit.words.known)


def number_of(visit: EventVisit, player: int) -> tuple[str, int]:
    """The number that a player is known by, and what it is called."""
    heading, given = visit.words.known.numbering
    return worded(heading, visit.words.speaker), given[player]


def number_text(visit: EventVisit, player: int) -> str:
    """The same in a word or two."""
    heading, number = number_of(visit, player)
    if visit.words.known.numbering.heading == PLAIN_NUMBER:
        return visit.words("web.phone.number", number=number)
    return f"{heading} {number}"


def ranked(visit: EventVisit, after: int, find: str = "") -> Sequence[Row]:
    """The standings, or the rows of those whom somebody looks for."""
    rows = standings_of(visit.house, visit.event, after)
    if not find:
        return rows
    numbered = {player.id for player in find_number(roll(visit), find)}
    meant = called(visit, find)
    return [row for row in rows if row.player in numbered or meant(row.player)]


def places(visit: EventVisit, rows: Sequence[Row], after: int) -> list[Place]:
    """Rows of the standings after so many rounds, in words."""
    earlier = places_of(visit.house, visit.event, after - 1) if after > 1 else {}
    found = []
    for row in rows:
        before = earlier.get(row.player)
        moved = None if before is None or row.place is None else before - row.place
        found.append(Place(row, visit.words.name(row.player), moved, _values(visit, row)))
    return found


def _values(visit: EventVisit, row: Row) -> tuple[tuple[str, str], ...]:
    number = visit.words.number
    return tuple((name, shown_value(measure, number)) for name, measure in measures(visit, row).items())


def podium_of_event(house: House, event: Event) -> Podium | None:
    """Who has won, if the event is decided (R6.2)."""
    if not decided(event.tournament):
        return None
    return podium_of(standings_of(house, event, len(event.tournament.rounds)))


class Final(NamedTuple):
    """How a player ended: the place (None: none), by how many it is shared, and who has won."""

    place: int | None = None
    shared: int = 0
    winners: tuple[int, ...] = ()


def final_place(house: House, event: Event, player: int) -> Final:
    """The player's end of an event that is decided; before, nothing."""
    podium = podium_of_event(house, event)
    if podium is None:
        return Final()
    final = places_of(house, event, len(event.tournament.rounds))
    place = final.get(player)
    shared = 0 if place is None else sum(other == place for other in final.values())
    return Final(place, shared, podium.winners)


def honours(visit: EventVisit) -> dict[str, Any]:
    """The declaration in words, a line for each place, and the podium; both empty while nobody is declared."""
    podium = podium_of_event(visit.house, visit.event)
    if podium is None:
        return {"declaration": [], "podium": []}
    last = len(visit.tournament.rounds)
    rows = {row.player: row for row in standings_of(visit.house, visit.event, last)}
    stands = [Stand(step.place, places(visit, [rows[p] for p in step.players], last)) for step in podium.steps]
    return {"declaration": told_podium(podium, visit.words.speaker), "podium": stands}
