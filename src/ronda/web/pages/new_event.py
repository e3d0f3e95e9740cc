"""A new event: the system, its options, and the players as they are pasted or uploaded, looked at before it is made;
a demonstration event; and an event from a file."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from hashlib import blake2b
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ronda import registry
from ronda.core.chance import fresh_seed
from ronda.core.facts import Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import OptionValue, Setup, Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.settings import fitting_options, founded, furnished, read_options, rename
from ronda.formats.errors import Unreadable
from ronda.lab.forecast import rounds_advice
from ronda.lab.simulate import DEMONSTRATED, demo_facts
from ronda.operations.appearance import IDENTITY, Identity, given_identity
from ronda.operations.colours import OFFERED
from ronda.operations.events import created, opened_facts
from ronda.systems import names, rules_of, system
from ronda.systems.declarations import Game
from ronda.systems.presets import Preset, find_preset, presets
from ronda.systems.shared_options import ORDER
from ronda.systems.system import values_in
from ronda.texts.catalogue import known
from ronda.views.verdicts import unreadable_text
from ronda.web.context import GivenContext, RequestContext
from ronda.web.http.admission import FILE, LIST, get_page, post_form
from ronda.web.language import Words
from ronda.web.list_upload import UploadedList, blamed, look, uploaded
from ronda.web.pages.find import find_games
from ronda.web.pages.settings import OptionField, as_text, by_group, option_fields
from ronda.web.player_search import seats_of

_KEY = 64
LENGTHS = ("minutes", "round_minutes")  # options that say how long a round is


@get_page("/new", "organiser")
async def choose(context: GivenContext, q: FromQuery[str] = "") -> Template:
    """All there is; above them, what was looked for without a script."""
    return context.page(
        "new.html", q=q, games=find_games(context.words, q), systems=[(system(name), presets(name)) for name in names()]
    )


@get_page("/new/{name:str}", "organiser")
async def blank(context: GivenContext, name: FromPath[str], preset: FromQuery[str] = "") -> Template:
    _known(context, name)
    proposed = {"name": _proposed(name, find_preset(name, preset), context.words), "preset": preset}
    wish = _wish(name, proposed, UploadedList(), context.words, secrets.token_urlsafe(16))
    _speak_of(context, wish)
    return context.page("new_event.html", **_shown(wish, context.words), chosen=False)


@post_form("/new/{name:str}", "organiser", LIST)
async def make(context: GivenContext, name: FromPath[str]) -> Response[Any]:
    """Looks at it, or makes it, if it is what was looked at."""
    _known(context, name)
    form = await context.request.form()
    fields = {key: value for key, value in form.items() if isinstance(value, str)}
    upload = await uploaded(form.get("file"))
    looked = await asyncio.to_thread(look, fields, upload, context.words)
    wish = await asyncio.to_thread(_wish, name, fields, looked, context.words, fields.get("_key", "")[:_KEY])
    _speak_of(context, wish)
    if context.htmx:
        shown, filled = _shown(wish, context.words), bool(upload) or looked.mended
        fields_sent = {key.removeprefix("options.") for key in fields if key.startswith("options.")}
        others = fields_sent != {
            field.name for field in shown["fields"]
        }  # a choice brings further options, or takes some
        return context.page("parts/new_looked.html", **shown, filled=filled, others=others)
    if "make" in fields and wish.facts and fields.get("seen") == looked.digest:
        stored = await asyncio.to_thread(created, context.store, context.person, wish.facts, wish.request_key)
        if not isinstance(stored, Refusal):
            if wish.face != Identity():
                await asyncio.to_thread(context.runtime.amend, stored.code, IDENTITY, lambda _: wish.face)
            return Redirect(f"/e/{stored.code}", status_code=303)
        # nothing is wrong with the event, but there is no room for it
        wish = replace(wish, facts=None, errors={"players": context.words.speaker.verdict("refusal", stored)})
    page = context.page("new_event.html", **_shown(wish, context.words), chosen="preset" in fields)
    page.status_code = 422 if "make" in fields and not wish.facts else 200
    return page


def _known(context: RequestContext, name: str) -> None:
    """The system that the address names; the page speaks of it from here on."""
    if not registry.known(name):
        raise NotFoundException("no_such_page")
    context.words = context.words.about(name)


def _game(name: str, preset: Preset | None) -> str:
    """The key of what is played: a system for any game has none of its own, its house rules say which."""
    key = f"system.{name}.game"
    return key if known(key, name) else preset.key if preset else f"system.{name}.name"


def _proposed(name: str, preset: Preset | None, words: Words) -> str:
    return words.speaker.day(date.today(), "web.new.proposed", game=words(_game(name, preset)))


def _speak_of(context: RequestContext, wish: NewEventForm) -> None:
    """The page calls the place of a game as the event will."""
    if wish.tournament is not None:
        context.words = context.words.about_event(wish.tournament.setup)


# --- what is wished for ------------------------------------------------------------------------------------


class NewEventForm(Frozen):
    """What the form asks for. There are `facts` if it can be made like this, and a `tournament` if it could be but
    for its name; `errors` are by field."""

    system: str
    name: str
    given: Mapping[str, str]
    looked: UploadedList
    key: str
    errors: Mapping[str, str]
    tournament: Tournament | None
    facts: list[Fact] | None
    face: Identity
    preset: Preset | None = None

    @property
    def request_key(self) -> str:
        """The same form with the same content is the same request, however often it is sent."""
        face = () if self.face == Identity() else (self.face,)
        house = () if self.preset is None else (self.preset.id,)
        content = repr((self.name, sorted(self.given.items()), self.looked.digest, *face, *house))
        return f"new-{self.key}-{blake2b(content.encode('utf-8', 'replace'), digest_size=8).hexdigest()}"


def _wish(name: str, fields: Mapping[str, str], looked: UploadedList, words: Words, key: str) -> NewEventForm:
    typed = {key.removeprefix("options."): text for key, text in fields.items() if key.startswith("options.")}
    before = find_preset(name, fields.get("house", ""))
    preset = find_preset(name, fields["preset"]) if "preset" in fields else before
    # just chosen, it fills the form; what is typed over it counts from then on
    given = {**(preset.options if preset else {}), **({} if "preset" in fields else typed)}
    title = " ".join(fields.get("name", "").split())
    if "preset" in fields and title == _proposed(name, before, words):
        title = _proposed(name, preset, words)
    rules = system(name).rules
    empty = fold([Created(Setup(name, options=rules.new_options({}), seed=_seed(key)))])
    errors: dict[str, str] = {}
    options = _options(empty, given, words, errors)
    if looked.trouble:
        errors["players"] = looked.trouble
    facts: list[Created | Entered] | Refusal = []
    furnishing: list[Fact] = []
    if not errors:
        facts = founded(Setup(name, title, rules.new_options(options), empty.setup.seed), looked.players)
        if isinstance(facts, Refusal):
            errors["players"] = blamed(facts, words)
            looked = looked.with_remark(facts.facts.get("players", ()), errors["players"])
        else:
            furnishing = furnished(preset, facts, date.today().year) if preset else list(facts)
    tournament = fold(furnishing) if furnishing else None
    renamed = rename(empty, title) if title else Refusal("name_missing", "S4")
    if isinstance(renamed, Refusal):
        errors["name"] = words.speaker.verdict("refusal", renamed)
    face = given_identity(dict(fields), Identity())
    if isinstance(face, Refusal):
        errors["face"] = words.speaker.verdict("refusal", face)
        face = Identity()
    made = None if errors else furnishing
    return NewEventForm(name, title, given, looked, key, errors, tournament, made, face, preset)


def _seed(key: str) -> int:
    """A seed that nobody chose; the same, if the same form is sent twice."""
    return int.from_bytes(blake2b(key.encode("utf-8", "replace"), digest_size=4).digest())


def _options(
    empty: Tournament, given: Mapping[str, str], words: Words, errors: dict[str, str]
) -> dict[str, OptionValue]:
    """Those that are not as a new event has them anyway, and say anything."""
    rules = rules_of(empty.setup)
    found, refused = fitting_options(empty, read_options(empty.setup.system, given))
    errors |= {name: words.speaker.verdict("refusal", refusal) for name, refusal in refused.items()}
    relevant = {one.name for one in rules.relevant(values_in(empty.setup, rules.options) | found)}
    return {name: value for name, value in found.items() if name in relevant}


# --- what is shown -----------------------------------------------------------------------------------------


def _shown(wish: NewEventForm, words: Words) -> dict[str, Any]:
    """The form, how the field will sit and for how long, what applies, and what is to be decided."""
    declared, players = system(wish.system), wish.looked.players
    begun = {option.name: as_text(option, option.proposed(words.language)) for option in declared.rules.options}
    fields = [
        field
        for field in option_fields(wish.system, {**begun, **wish.given}, words, wish.errors)
        if field.name != ORDER or field.choices or field.value  # a list is chosen in the settings, with the standings
    ]
    setup = wish.tournament.setup if wish.tournament else Setup(wish.system)
    count, made = len(players), wish.tournament
    tables, byes = seats_of(made, count) if made and players else declared.rules.seating.seats(setup, count)
    planned = declared.rules.rounds(setup, players) if players else None
    game = declared.rules.results.form_for(setup).game_for(setup)
    minutes = next((int(field.value) for field in fields if field.name in LENGTHS and field.value.isdecimal()), 0)
    names_kept = (name for player in players if (name := declared.forms.name(setup, player.name)) != player.name)
    return {
        "wish": wish,
        "looked": wish.looked,
        "fields": fields,
        "groups": by_group([field for field in fields if field.name != "rounds"]),
        "game": words(_game(wish.system, wish.preset)),
        "errors": wish.errors,
        "face": wish.face,
        "presets": OFFERED,
        "houses": presets(wish.system),
        "tables": tables,
        "byes": byes,
        "table_seats": 2 * declared.rules.seating.side_size,
        "planned": planned,
        "minutes": minutes,
        "hours": words.speaker.number(Fraction(round(planned * minutes / 30), 2)) if planned and minutes else "",
        "names_kept": next(names_kept, None),
        "rounds_advice": rounds_advice(setup, wish.tournament.players) if wish.tournament and players else None,
        "applies": [*_house(wish, game, words), *_changed(wish, begun, fields, words)],
    }


def _house(wish: NewEventForm, game: Game | None, words: Words) -> list[str]:
    """By which rules, to how much, for how long."""
    to = [words("web.new.points", n=game.target), words("web.new.minutes", n=game.minutes)] if game else []
    if wish.preset and _game(wish.system, wish.preset) == wish.preset.key:  # its name stands above
        return [words(f"{wish.preset.key}.about").rstrip("."), *to]
    return [words(wish.preset.key if wish.preset else "web.new.house_none"), *to]


def _changed(wish: NewEventForm, begun: Mapping[str, str], fields: Sequence[OptionField], words: Words) -> list[str]:
    """What is not as a new event begins; that of house rules goes with their name."""
    told = wish.preset.options if wish.preset else begun
    changed = [field for field in fields if not field.first and field.value != told.get(field.name, begun[field.name])]
    if len(changed) > 1:
        return [words("web.new.changed", n=len(changed))]
    return [dict(field.choices).get(field.value, field.label).rstrip(".") for field in changed]


@get_page("/demo", "organiser")
async def choose_demo(context: GivenContext) -> Template:
    return context.page("demo.html", systems=names())


@post_form("/demo", "organiser")
async def make_demo(context: GivenContext) -> Response[Any]:
    wanted = (await context.request.form()).get("system")
    name = str(wanted) if wanted in names() else DEMONSTRATED
    facts = await asyncio.to_thread(demo_facts, name, context.words("web.demo.name"), fresh_seed())
    stored = await asyncio.to_thread(created, context.store, context.person, facts)
    if isinstance(stored, Refusal):
        page = context.page("demo.html", systems=names(), trouble=context.words.speaker.verdict("refusal", stored))
        page.status_code = 422
        return page
    return Redirect(f"/e/{stored.code}", status_code=303)


@get_page("/open", "organiser")
async def choose_file(context: GivenContext) -> Template:
    return context.page("open.html", trouble="", key=secrets.token_urlsafe(16))


@post_form("/open", "organiser", FILE)
async def open_file(context: GivenContext) -> Response[Any]:
    """The event that a file tells of; a fault is told with its place."""
    form = await context.request.form()
    key = str(form.get("_key", ""))[:64]
    data = await uploaded(form.get("file"))
    try:
        facts = await asyncio.to_thread(opened_facts, data)
    except Unreadable as trouble:
        message = unreadable_text(trouble, context.speaker) if data else context.words("web.open.nothing")
        page = context.page("open.html", trouble=message, key=key)
        page.status_code = 422
        return page
    request = f"open-{key}-{blake2b(data, digest_size=8).hexdigest()}"
    stored = await asyncio.to_thread(created, context.store, context.person, facts, request)
    if isinstance(stored, Refusal):
        page = context.page("open.html", trouble=context.words.speaker.verdict("refusal", stored), key=key)
        page.status_code = 422
        return page
    return Redirect(f"/e/{stored.code}", status_code=303)


ROUTES = [choose, blank, make, choose_demo, make_demo, choose_file, open_file]
