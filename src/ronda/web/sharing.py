"""To be sent to friends: a round, the standings or a player as a text for messengers and as a picture.

Whoever asks, also the desk: what is sent is what the public sees, with the names that it may know.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Template

from ronda.core.model import Bye, Round, Side, Table
from ronda.operations.appearance import NO_LOGO, PICTURE
from ronda.operations.colours import USUAL, accent_of
from ronda.sheets.card import Card, card_png
from ronda.store.live_events import places_of, standings_of
from ronda.views.seat import as_published
from ronda.views.standings import form_of
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.event_parts import text_of
from ronda.web.http.admission import get_page

MOST_TABLES = 150  # lines of a text
MOST_PLACES = 20
ON_CARD = 10  # places or tables
LONGEST_LINK = 1_500  # letters that a link to a messenger carries: more of them not every browser hands on
MESSENGERS = (("WhatsApp", "https://wa.me/?text={}"), ("Telegram", "https://t.me/share/url?url={}&text={}"))


class Share(NamedTuple):
    """A text with its title and, where phones can open it, the address as its last line; `picture` is the path of a
    picture of the same."""

    title: str
    lines: tuple[str, ...]
    address: str
    picture: str = ""

    @property
    def text(self) -> str:
        return "\n".join((self.title, *self.lines, *((self.address,) if self.address else ())))

    @property
    def links(self) -> list[tuple[str, str]]:
        """Ways to messengers, with as much of the text as a link takes. Nothing goes there before somebody asks."""
        short = (
            self.text if len(quote(self.text)) <= LONGEST_LINK else "\n".join(filter(None, (self.title, self.address)))
        )
        (whatsapp, to_whatsapp), (telegram, to_telegram) = MESSENGERS
        found = [(whatsapp, to_whatsapp.format(quote(short, safe="")))]
        if self.address:
            rest = short.removesuffix(f"\n{self.address}")
            found.append((telegram, to_telegram.format(quote(self.address, safe=""), quote(rest, safe=""))))
        return found


@get_page("/{code:str}/share")
def share(
    reader_context: GivenEvent,
    round: FromQuery[int | None] = None,
    after: FromQuery[int | None] = None,
    player: FromQuery[int | None] = None,
) -> Template:
    """A page of its own, or the part of one that opens below its button."""
    text = shared(reader_context, round, after, player)
    template = "parts/share.html" if reader_context.htmx else "share.html"
    return reader_context.page(template, **visibility.frame(reader_context), share=text)


def shared(context: EventContext, round: int | None, after: int | None, player: int | None) -> Share:
    """For one of the public, whoever asks."""
    context = context.as_public()
    if player is not None:
        return player_share(context, player)
    return standings_share(context, after) if round is None else round_share(context, round)


def round_share(context: EventContext, number: int) -> Share:
    """Who plays whom, and what is known of it."""
    words = context.words
    round_ = as_published(context.tournament).rounds[visibility.asked_round(context, number, least=1) - 1]
    seats = _seats(round_)
    lines = [_seat_line(context, seat) for seat in seats[:MOST_TABLES]]
    if len(seats) > MOST_TABLES:
        lines.append(words("web.more", n=len(seats) - MOST_TABLES))
    title = f"{_event(context)} – {_round_title(context, number)}"
    picture = f"/{context.code}/round/{number}/card.png"
    return Share(title, tuple(lines), _address(context, f"/round/{number}"), picture)


def _seats(round_: Round) -> list[Table | Bye]:
    return [*sorted(round_.tables, key=lambda table: table.number), *round_.byes]


def _seat_line(context: EventContext, seat: Table | Bye) -> str:
    words = context.words
    if isinstance(seat, Bye):
        return f"{words(context.system.words.rest.name)}{words.colon} {words.name(seat.player)}"
    sides = " – ".join(_side(context, side) for side in (seat.first, seat.second))
    result = context.result_text(seat.result)
    name = context.table_name(seat.number)
    return f"{seat.number}.{f' {name}{words.colon}' if name else ''} {sides}{f'  {result}' if result else ''}"


def _side(context: EventContext, side: Side) -> str:
    return " / ".join(map(context.words.name, side))


def standings_share(context: EventContext, after: int | None) -> Share:
    number = visibility.asked_round(context, after)
    rows = visibility.places(context, visibility.ranked(context, number)[:MOST_PLACES], number)
    total = len(context.tournament.players)
    lines = [_place_line(row) for row in rows] if number else []
    if number and total > MOST_PLACES:
        lines.append(context.words("web.more", n=total - MOST_PLACES))
    if not number:
        lines = [*_when_where(context), context.words("web.public.not_begun", n=total)]
    address = _address(context, "" if not number else "/standings" if after is None else f"/standings?after={number}")
    title = f"{_event(context)} – {_standings_title(context, number)}" if number else _event(context)
    query = "" if after is None else f"?after={number}"
    return Share(title, tuple(lines), address, f"/{context.code}/card.png{query}")


def _place_line(row: Any) -> str:
    value = f"  {row.values[0][1]}" if row.values else ""
    return f"{f'{row.place}. ' if row.place is not None else ''}{row.name}{value}"


def player_share(context: EventContext, player: int) -> Share:
    card = player_card(context, player)
    letters = " ".join(letter for _, letter in card.form)
    lines = [" · ".join(filter(None, (card.medal and f"{context.words('label.place')} {card.medal}", card.facts)))]
    if letters:
        lines.append(letters)
    address = _address(context, f"/player/{player}")
    title = f"{card.name} – {card.event}"
    return Share(title, tuple(filter(None, lines)), address, f"/{context.code}/player/{player}/card.png")


# --- pictures ----------------------------------------------------------------------------------------------


@get_page("/{code:str}/card.png")
def event_picture(reader_context: GivenEvent, after: FromQuery[int | None] = None) -> Response[bytes]:
    number = visibility.asked_round(reader_context, after)
    return _picture(reader_context, ("standings", number), standings_card)


@get_page("/{code:str}/round/{number:int}/card.png")
def round_picture(reader_context: GivenEvent, number: FromPath[int]) -> Response[bytes]:
    visibility.asked_round(reader_context, number, least=1)
    return _picture(reader_context, ("round", number), round_card)


@get_page("/{code:str}/player/{player:int}/card.png")
def player_picture(reader_context: GivenEvent, player: FromPath[int]) -> Response[bytes]:
    if visibility.known_player(reader_context, player).removed:
        raise NotFoundException("no_such_page")
    return _picture(reader_context, ("player", player), player_card)


def _picture(
    context: EventContext, asked: tuple[str, int], card: Callable[[EventContext, int], Card]
) -> Response[bytes]:
    """Made once for all who ask; links that messengers look at come in crowds."""
    key = ("card", *asked, context.words.language, context.identity, context.address)
    return Response(text_of(context, key, lambda: card_png(card(context, asked[1]))), media_type="image/png")


def standings_card(context: EventContext, number: int) -> Card:
    """The best after a round; before the first one the invitation."""
    players = len(context.tournament.players)
    if not number:
        facts, told = " · ".join(_when_where(context)), context.words("web.public.not_begun", n=players)
        return Card(name=_event(context), event=_system(context), facts=facts, foot=told, **_face(context))
    rows = visibility.places(context, visibility.ranked(context, number)[:ON_CARD], number)
    listed = [(str(row.place or "–"), row.name, row.values[0][1] if row.values else "") for row in rows]
    return Card(
        event=_event(context),
        about=_about(context),
        name=_standings_title(context, number),
        rows=listed,
        foot=context.words("web.share.players", n=players),
        **_face(context),
    )


def round_card(context: EventContext, number: int) -> Card:
    """Who plays whom at the first tables; whoever sits out stands below them, where there is room."""
    words = context.words
    round_ = as_published(context.tournament).rounds[number - 1]
    listed = []
    for seat in _seats(round_)[:ON_CARD]:
        if isinstance(seat, Bye):
            listed.append(("–", words.name(seat.player), words(context.system.words.rest.name), ""))
        else:
            sides = [_side(context, side) for side in (seat.first, seat.second)]
            listed.append((str(seat.number), sides[0], sides[1], context.result_text(seat.result) or ""))
    more = len(_seats(round_)) - ON_CARD
    return Card(
        event=_event(context),
        about=_about(context),
        name=_round_title(context, number),
        tables=listed,
        foot=words("web.more", n=more) if more > 0 else words("web.share.players", n=len(context.tournament.players)),
        **_face(context),
    )


def player_card(context: EventContext, player: int) -> Card:
    """How the event went for one player so far."""
    words, who = context.words, visibility.known_player(context, player)
    last = len(as_published(context.tournament).rounds)
    rows = standings_of(context.event, last)
    row = next(row for row in rows if row.player == player)
    shown = visibility.places(context, [row], last)[0]
    places = [places_of(context.event, at).get(player) for at in range(1, last + 1)]
    form = form_of(as_published(context.tournament), last, [player], rounds=last)[player]
    club = "" if context.naming.hides else who.club
    value = ""
    if last and shown.values:
        criterion, told = shown.values[0]
        value = f"{words(f'criterion.{criterion}')}{words.colon} {told}"
    return Card(
        event=_event(context),
        about=_about(context),
        name=words.label(player).name,
        facts=" · ".join(part for part in (club, visibility.number_text(context, player), value) if part),
        medal=words("web.player.place", place=row.place, n=len(rows)) if last and row.place is not None else "",
        place=row.place if player in visibility.honours(context)["medals"] else None,
        form=[(one.outcome, words(f"web.form.{one.outcome}")) for one in form],
        places=places,
        foot=words("web.player.ranks_title") if any(places) else "",
        **_face(context),
    )


def _face(context: EventContext) -> dict[str, Any]:
    """Colours, logo, address and language of the event."""
    picture = context.runtime.setting(context.code, PICTURE) if context.identity.logo else NO_LOGO
    return {
        "colours": accent_of(context.identity.accent or USUAL),
        "logo": picture.data,
        "logo_kind": {"png": "png", "jpeg": "jpg"}.get(picture.kind, ""),
        "address": _address(context, "").partition("://")[2],
        "language": context.words.language,
        "direction": context.words.direction,
    }


# --- words -------------------------------------------------------------------------------------------------


def _event(context: EventContext) -> str:
    return context.tournament.setup.name or context.code


def _system(context: EventContext) -> str:
    return context.words(f"system.{context.tournament.setup.system}.name")


def _round_title(context: EventContext, number: int) -> str:
    return " · ".join(filter(None, (context.words("label.pairing_list", round=number), context.stage_round(number))))


def _when_where(context: EventContext) -> Sequence[str]:
    face = context.identity
    days = " – ".join(context.speaker.day(day) for day in face.days)
    return [part for part in (days, face.place, face.organiser) if part]


def _about(context: EventContext) -> str:
    return " · ".join((_system(context), *_when_where(context)[:2]))


def _standings_title(context: EventContext, number: int) -> str:
    rounds = as_published(context.tournament).rounds
    if context.tournament.finished and number == len(rounds):
        return context.words("label.final_list")
    if number and any(table.result is None for table in rounds[number - 1].tables):
        return context.words("label.standings_in", round=number)
    return context.words("label.standings", after=number)


def _address(context: EventContext, path: str) -> str:
    """Nothing where no phone could open it."""
    return f"{context.address}/{context.code}{path}" if context.reachable else ""


ROUTES = [share, event_picture, round_picture, player_picture]
