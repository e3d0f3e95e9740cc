"""The language of the reader, and the texts, names and numbers that templates write in it."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from fractions import Fraction
from typing import Any, NamedTuple, TypeVar, cast

from markupsafe import Markup, escape

from ronda.core.model import Setup, Tournament
from ronda.core.values import Frozen
from ronda.systems import system
from ronda.systems.columns import ALWAYS, FEW, NARROW, TABLE, plainly
from ronda.systems.declarations import PARTICULARS, PlayerField, place_word
from ronda.systems.labels import (
    FULL,
    PLAIN_NUMBER,
    Label,
    Naming,
    Numbering,
    labels,
    numbering,
    numbers_fixed,
)
from ronda.systems.lists import PairingList, pairing_list_of
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import described, known, language_names
from ronda.views.verdicts import worded

V = TypeVar("V")

NAMES = language_names()


def chosen_language(wanted: str | None, accepted: str | None) -> str:
    """What the reader chose, else the first language of the browser that we speak."""
    if wanted in LANGUAGES:
        return wanted
    offers: list[tuple[float, int, str]] = []
    for at, part in enumerate((accepted or "").split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            offers.append((-float(quality or 1), at, tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(offers) if tag in LANGUAGES), "en")


_PRIVATE = 0xE000  # characters that nobody types: they hold the places of names
_FIRST_STRONG, _POP = "\u2068", "\u2069"
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_NOBODY = Numbering(PLAIN_NUMBER, {})
_NO_LIST = PairingList(TABLE, ((), ()), {})


class SeatCell(NamedTuple):
    """What stands of somebody in a column of the pairings: nothing but the heading over it, where nobody is asked for.
    `roomy`: it is left out where there is little room."""

    code: str
    heading: str
    value: str
    roomy: bool


class KnownPlayers(Frozen):
    """The players of an event as a reader may know them, by id. `names` are their labels as they are read; `bare` are
    the names alone, which several may have; `seats` what stands in pairings where there is little room; `numbering` the
    numbers that they are known by; `removed` who was erased; `system` is that of the event, and `unit` how many parts a
    point has there; `told` are the labels as they stand in sentences; `where` is what the event calls the place of a
    game."""

    labels: Mapping[int, Label] = {}
    names: Mapping[int, str] = {}
    bare: Mapping[int, str] = {}
    seats: PairingList = _NO_LIST
    numbering: Numbering = _NOBODY
    removed: frozenset[int] = frozenset()
    system: str = ""
    unit: int = 2
    told: Mapping[int, str] = {}
    where: str = "table"

    def with_own(self, player: int, own: KnownPlayers) -> KnownPlayers:
        """The same for somebody who may know everything about themselves."""
        return replace(
            self,
            labels=_over(self.labels, player, own.labels[player]),
            names=_over(self.names, player, own.names[player]),
            bare=_over(self.bare, player, own.bare[player]),
            told=_over(self.told, player, own.told[player]),
        )


def isolated(name: str) -> str:
    """A name that may stand in a sentence of another direction: one written from right to left keeps to itself, and
    turns nothing round that stands beside it."""
    return f"{_FIRST_STRONG}{name}{_POP}" if _RIGHT_TO_LEFT.search(name) else name


def _over(others: Mapping[int, V], player: int, own: V) -> Mapping[int, V]:
    """Everybody's values, with another one for one player. A full hall has many phones: nothing is copied."""
    return ChainMap({player: own}, cast("MutableMapping[int, V]", others))  # nothing is ever written to it


def known_players(
    tournament: Tournament, naming: Naming = FULL, *, drafts: bool = True, language: str = "en"
) -> KnownPlayers:
    """As the desk knows them, or without `drafts` everybody. The language is for those who were erased."""
    found = labels(tournament, naming, drafts=drafts, removed=Speaker(language).removed)
    return KnownPlayers(
        found,
        {player: str(label) for player, label in found.items()},
        {player: label.name for player, label in found.items()},
        pairing_list_of(
            tournament, None, plainly, naming, room=FEW if numbers_fixed(tournament, drafts=drafts) else ALWAYS
        ),
        numbering(tournament, naming, drafts=drafts),
        frozenset(player.id for player in tournament.players if player.removed),
        tournament.setup.system,
        system(tournament.setup.system).rules.unit(tournament.setup),
        {player: isolated(str(label)) for player, label in found.items()},
        place_word(tournament.setup),
    )


class SeatWords:
    """The list of pairings as templates write it, column by column."""

    def __init__(self, made: PairingList, words: Words) -> None:
        self._made = made
        self._words = words
        self.table = worded(made.table.heading, words.speaker)
        self._heads = [
            [SeatCell(one.code, worded(one.heading, words.speaker), "", one.priority > NARROW) for one in side]
            for side in made.sides
        ]

    def opposite(self, side: int) -> bool:
        """Whether the side has its columns the other way round."""
        first, own = self._made.sides[0], self._made.sides[side]
        return [one.code for one in own] != [one.code for one in first]

    def headings(self, side: int) -> list[SeatCell]:
        return self._heads[side]

    def cells(self, player: int, side: int) -> list[SeatCell]:
        """What stands there of the player; the name is the label."""
        cells = self._made.cells
        return [head._replace(value=str(cells[head.code].get(player, ""))) for head in self._heads[side]]

    def label(self, player: int) -> Label:
        """The name, with what tells namesakes apart where no column does it."""
        label = self._words.label(player)
        return Label(label.name) if label.kind in {one.code for one in self._made.sides[0]} else label


class Words:
    """What templates call: texts, names, numbers and times in one language."""

    def __init__(self, language: str, known: KnownPlayers | None = None) -> None:
        self.language = language
        self.known = known or KnownPlayers()
        own = described(language)
        self.direction = own.direction
        self.colon = own.colon
        self.decimal = own.decimal
        of = self.known
        self.speaker = Speaker(language, of.told, of.bare, system=of.system, where=of.where)

    def about(self, system: str, where: str = "table") -> Words:
        """The same for what is said of an event of that system, on a page of many events or of none yet: its own texts
        come first."""
        return Words(self.language, replace(self.known, system=system, where=where))

    def about_event(self, setup: Setup) -> Words:
        """The same for an event that is there."""
        return self.about(setup.system, place_word(setup))

    def __call__(self, key: str, /, **facts: Any) -> str:
        return self.speaker.say(key, **facts)

    def name(self, player: object) -> str:
        """What a player is called, so that nobody else is meant; of several "A, B and C"."""
        return self.speaker.name_text(player)

    def linked(self, key: str, players: Sequence[int], base: str, field: str = "name") -> Markup:
        """A sentence about players in which each name leads to their page."""
        marks = [chr(_PRIVATE + at) for at in range(len(players))]
        text = escape(self(key, **{field: self.speaker.listed(marks)}))
        for mark, player in zip(marks, players, strict=True):
            link = Markup('<a href="{}/player/{}"><bdi>{}</bdi></a>').format(base, player, str(self.label(player)))
            text = text.replace(mark, link)
        return text

    def label(self, player: int) -> Label:
        """The name and what tells namesakes apart, where the two are set differently."""
        return self.known.labels.get(player) or Label(self.name(player))

    def short_name(self, player: int) -> str:
        """The first word of the name, of a pair ("Ana Mora / Beto Ruiz") that of both, where there is room for no more;
        the whole name stands in the row it leads to."""
        return " & ".join(part.split()[0].rstrip(",") for part in self.label(player).name.split(" / ") if part.strip())

    def seats(self, made: PairingList | None = None) -> SeatWords:
        """The list of pairings; without one, what fits where there is little room."""
        return SeatWords(self.known.seats if made is None else made, self)

    def beside_label(self, player: int) -> Label:
        """The label where the start number stands beside it: it is not told twice."""
        return self.seats().label(player)

    def beside_name(self, player: int) -> str:
        return isolated(str(self.beside_label(player)))

    def choice(self, field: str, value: str) -> str:
        """A value of a field that is one of a few, in words where there are any."""
        key = f"web.players.field.{field}.{value}"
        return self(key) if known(key, self.known.system) else value

    def further(self, fields: Sequence[PlayerField]) -> list[str]:
        """The particulars that a form does not ask for."""
        asked = {"name", "club", *(field.name for field in fields)}
        return [name for name in PARTICULARS if name not in asked]

    def number(self, value: int | Fraction, *, decimals: int | None = None, percent: bool = False) -> str:
        return self.speaker.number(value, decimals=decimals, percent=percent)

    def actor(self, name: str) -> str:
        return self.speaker.actor(name)

    def points(self, parts: int) -> str:
        """Points that are counted in parts of one, as people write them."""
        return self.speaker.number(Fraction(parts, self.known.unit))

    def step_of_points(self) -> str:
        """The smallest part of a point that the event counts, as it is typed."""
        decimals = next((n for n in range(4) if 10**n % self.known.unit == 0), None)
        return self.speaker.number(Fraction(1, self.known.unit), decimals=decimals)

    def day(self, day: date | str) -> str:
        """The date in the way of the language."""
        return self.speaker.day(date.fromisoformat(day) if isinstance(day, str) else day)

    def time(self, at: datetime) -> str:
        """Hours and minutes here; the day too, if it was another one."""
        here = at.astimezone()
        today = here.date() == datetime.now().astimezone().date()
        return here.strftime("%H:%M") if today else f"{self.speaker.day(here.date())}, {here.strftime('%H:%M')}"


TOPICS: Mapping[str, tuple[str, ...]] = {
    "director": (
        *("create", "players", "presence", "pair", "clock", "close", "undo", "finish"),
        *("wall", "paper", "settings", "stages"),
    ),
    "helper": ("invitation", "check-in", "results", "tick", "turned", "disagree", "leave", "why"),
    "player": ("join", "name", "check-in", "table", "report", "offline", "standings", "leave"),
}
ROLES = tuple(TOPICS)

# The place of each page, by its template; who has none begins at the beginning.
PLACES: Mapping[str, str] = {
    "apart.html": "director#settings",
    "bracket.html": "director#stages",
    "cross.html": "player#standings",
    "desk.html": "director#close",
    "hall.html": "director#presence",
    "join.html": "player#name",
    "join_closed.html": "player#join",
    "join_code.html": "player#join",
    "join_screen.html": "director#presence",
    "log.html": "director#undo",
    "new.html": "director#create",
    "new_event.html": "director#create",
    "open.html": "director#create",
    "people.html": "helper#invitation",
    "phone.html": "player#table",
    "player.html": "helper#why",
    "player_card.html": "helper#leave",
    "player_link.html": "player#join",
    "players.html": "director#players",
    "players_list.html": "director#players",
    "plots.html": "player#standings",
    "print.html": "director#paper",
    "prizes.html": "director#finish",
    "public.html": "player#table",
    "round.html": "director#pair",
    "settings.html": "director#settings",
    "share.html": "player#standings",
    "stages.html": "director#stages",
    "standings.html": "player#standings",
    "start.html": "director#create",
    "start_list.html": "player#table",
    "verified.html": "director#undo",
    "walls.html": "director#wall",
    "who_plays_page.html": "director#presence",
    "why.html": "helper#why",
}


def help_at(template: str) -> str:
    """The address of what the guide says about a page."""
    place = PLACES.get(template)
    return f"/guide/{place}" if place else "/guide"
