"""The event as a web site of plain files: rounds, standings, everybody's page, the bracket.

The pages are the public ones, made from the same values by the same templates, so they show what the public may see
and nothing else. Every link leads to a file beside it: the folder opens from a disk, from a stick and from any server.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from html import unescape
from typing import Any, NamedTuple, cast
from urllib.parse import parse_qs, urlsplit
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from jinja2 import Environment
from litestar import Request, Response
from litestar.types import HTTPScope
from markupsafe import Markup

from ronda.operations.appearance import PICTURE
from ronda.operations.colours import USUAL, accent_css
from ronda.operations.event_settings import Display
from ronda.operations.files import safe_name
from ronda.operations.operation import FileAnswer
from ronda.sheets.card import card_png
from ronda.store.live_events import LiveEvent
from ronda.views.seat import as_published
from ronda.web.auth.persons import PUBLIC
from ronda.web.context import EventContext, GivenEvent, public_view
from ronda.web.forms import sent_file
from ronda.web.http.admission import get_page
from ronda.web.language import NAMES
from ronda.web.pages.player import player_values
from ronda.web.pages.public import round_values, start_values
from ronda.web.pages.stages import bracket_values
from ronda.web.pages.standings import cross_values, plot_values, prize_values, standings_values
from ronda.web.rendering import HERE, environment
from ronda.web.runtime import Runtime
from ronda.web.sharing import standings_card

ALL = 1_000_000  # rows: a saved list has one page
STYLES = ("tokens.css", "app.css", "looking.css", "bracket.css")
_ADDRESS = re.compile(r' (href|src|action)="(/[^"]*)"')
_LIVE = re.compile(r' (?:hx-[a-z-]+|data-(?:on|working|after|stream))="[^"]*"')
_ONE_PLAYER = re.compile(r"player/(\d+)")
_PLAIN = frozenset(("cross", "plots", "start", "bracket", "prizes"))
_QUIET = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [], "scheme": "http"}
_LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same event gives the same bytes


class SavedContext(EventContext):
    """Nobody asks: the pages are for whoever opens the files, whenever that is."""

    saved = True

    def __init__(self, runtime: Runtime, event: LiveEvent, language: str, display: Display) -> None:
        view = public_view(runtime, event, display, language)
        super().__init__(Request(cast(HTTPScope, {**_QUIET})), runtime, PUBLIC, event, display, view)

    @property
    def address(self) -> str:
        return ""

    @property
    def reachable(self) -> bool:
        return False


class SavedPage(NamedTuple):
    """A file, the template that it is made from, and what that needs."""

    file: str
    template: str
    facts: Callable[[], dict[str, Any]]


def site_files(runtime: Runtime, event: LiveEvent, language: str, display: Display) -> Iterator[tuple[str, bytes]]:
    """The files of the site, by name."""
    context = SavedContext(runtime, event, language, display)
    pages = list(_pages(context))
    files = frozenset(page.file for page in pages)
    templates = _templates()
    day = context.speaker.day(datetime.now().astimezone().date())
    shared = {"site_pages": _tabs(context, files), "site_day": day, "frame": "site_frame.html"}
    for page in pages:
        facts = {**page.facts(), **shared, "site_page": page.file}
        made = context.page(page.template, **facts).context
        html = templates.get_template(page.template).render(**{**made, "languages": NAMES})
        yield page.file, local(html, context.code, files, page.file).encode()
    yield "style.css", _style(context).encode()
    yield "card.png", card_png(standings_card(context, len(as_published(context.tournament).rounds)))
    picture = runtime.setting(event.code, PICTURE)
    if picture.data:
        yield "logo", picture.data
    for name in ("site.js", "icon.svg"):
        yield name, (HERE / "static" / name).read_bytes()
    for font in sorted((HERE / "static" / "fonts").iterdir()):
        yield f"fonts/{font.name}", font.read_bytes()


def site_zip(runtime: Runtime, event: LiveEvent, language: str, display: Display) -> bytes:
    """All of them in one file, in a folder that is named after the event."""
    folder = safe_name(event.tournament.setup.name) or event.code
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        for name, data in site_files(runtime, event, language, display):
            entry = ZipInfo(f"{folder}/{name}", _LONG_AGO)
            entry.compress_type = ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, data)
    return out.getvalue()


def _pages(context: SavedContext) -> Iterator[SavedPage]:
    tournament = context.tournament
    rounds = len(as_published(tournament).rounds)

    def page(file: str, template: str, facts: Callable[..., dict[str, Any]], *given: Any, **named: Any) -> SavedPage:
        return SavedPage(file, template, lambda: facts(context, *given, **named))

    if tournament.finished:
        yield page("index.html", "standings.html", standings_values, None, 1, "", size=ALL)
    else:
        yield page("index.html", "public.html", round_values, None, 1, "", size=ALL)
    for number in range(1, rounds + 1):
        yield page(f"round-{number}.html", "public.html", round_values, number, 1, "", size=ALL)
    yield page("standings.html", "standings.html", standings_values, None, 1, "", size=ALL)
    for number in range(1, rounds):
        yield page(f"standings-{number}.html", "standings.html", standings_values, number, 1, "", size=ALL)
    if rounds:
        yield page("cross.html", "cross.html", cross_values, 1, size=ALL)
        yield page("plots.html", "plots.html", plot_values)
    yield page("start.html", "start_list.html", start_values, 1, size=ALL)
    if tournament.setup.stages:
        yield page("bracket.html", "bracket.html", bracket_values)
    if tournament.prizes is not None:
        yield page("prizes.html", "prizes.html", prize_values)
    for player in tournament.players:
        yield page(f"player-{player.id}.html", "player.html", player_values, player.id)


def _tabs(context: SavedContext, files: frozenset[str]) -> list[tuple[str, str]]:
    words = {
        "index.html": "web.public.round",
        "standings.html": "web.nav.standings",
        "bracket.html": "web.stages.bracket",
        "cross.html": "label.cross_table",
        "plots.html": "web.plots.title",
        "start.html": "label.start_list",
        "prizes.html": "web.prizes.title",
    }
    return [(file, context.words(key)) for file, key in words.items() if file in files]


# --- links -------------------------------------------------------------------------------------------------


def local(html: str, code: str, files: frozenset[str], own: str) -> str:
    """The page with links to the files beside it. What has no file is no link; nothing asks a server any more."""

    def put(found: re.Match[str]) -> str:
        name, address = found[1], unescape(found[2])
        file = file_of(address, code)
        if name == "action":
            return f' action="{own}"'
        fragment = urlsplit(address).fragment
        known = file in files or file == "logo"
        return Markup(' {}="{}{}"').format(name, file, f"#{fragment}" if fragment else "") if known else ""

    return _ADDRESS.sub(put, _LIVE.sub("", html))


def file_of(address: str, code: str) -> str:
    """The file of a public page; nothing for any other address."""
    parts = urlsplit(address)
    if parts.path == f"/e/{code}/logo":
        return "logo"
    first, _, path = parts.path.removeprefix("/").partition("/")
    if first != code:
        return ""
    after = parse_qs(parts.query).get("after", [""])[0]
    player = _ONE_PLAYER.fullmatch(path)
    if player:
        return f"player-{player[1]}.html"
    if path == "standings":
        return f"standings-{after}.html" if after else "standings.html"
    if path.startswith("round/"):
        return f"round-{path.removeprefix('round/')}.html"
    return "index.html" if not path else f"{path}.html" if path in _PLAIN else ""


# --- what the pages are dressed with -----------------------------------------------------------------------


def _style(context: SavedContext) -> str:
    sheets = [(HERE / "static" / name).read_text("utf-8") for name in STYLES]
    return "\n".join([*sheets[:1], accent_css(context.identity.accent or USUAL), *sheets[1:]])


@cache
def _templates() -> Environment:
    """The same templates; their icons stand in the page, since a file may not look into another one."""
    made = environment()
    made.globals["icon"] = _icon
    return made


@cache
def _icon(name: str) -> Markup:
    drawn = (HERE / "static" / "icons.svg").read_text("utf-8")
    found = re.search(rf'<symbol id="{re.escape(name)}" viewBox="([^"]*)">(.*?)</symbol>', drawn, re.DOTALL)
    if found is None:
        return Markup("")
    box, inside = Markup(found[1]), Markup(found[2])  # our own drawing
    return Markup('<svg class="icon" viewBox="{}" aria-hidden="true">{}</svg>').format(box, inside)


@get_page("/e/{code:str}/site.zip", "helper")
def site(event_context: GivenEvent) -> Response[bytes]:
    return packed_site(event_context)


def packed_site(context: EventContext) -> Response[bytes]:
    """To be unpacked and put anywhere; in the language of the event, or that of who asks."""
    language = context.display.language or context.words.language
    data = site_zip(context.runtime, context.event, language, context.display)
    stem = "-".join(filter(None, (safe_name(context.tournament.setup.name), context.code)))
    return sent_file(FileAnswer(f"{stem}.zip", "application/zip", data))


ROUTES = [site]
