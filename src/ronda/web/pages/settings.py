"""The settings of an event: its name, its options, its face (served to everybody as a style sheet and a picture), how
it shows itself, and what becomes of it; and how bright and how dense pages are for one reader."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import groupby
from typing import Any

from litestar import Response, get, post
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.model import OptionValue, Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.permissions import permission
from ronda.desk.settings import frozen_options
from ronda.formats.option_text import read_option
from ronda.formats.tournament.writing import option_value
from ronda.lab.forecast import rounds_advice
from ronda.operations.appearance import (
    IDENTITY,
    MOST_BYTES,
    NO_LOGO,
    NOT_A_PICTURE,
    PICTURE,
    Identity,
    given_identity,
    picture_mark,
    usable,
)
from ronda.operations.colours import OFFERED, USUAL, accent_css
from ronda.operations.event_settings import JOININGS, Display
from ronda.operations.events import CopyName, duplicate_event
from ronda.operations.privacy import retention
from ronda.systems import Option, system
from ronda.systems.labels import NAME_MODES
from ronda.systems.shared_options import ORDER
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import known
from ronda.web.auth import cookies
from ronda.web.context import DENSITIES, TEXT_SIZES, THEMES, EventContext, GivenContext, GivenEvent, own_path
from ronda.web.forms import refusal_text, said
from ronda.web.http.admission import Size, admits, get_page, post_form
from ronda.web.language import Words
from ronda.web.pages.actions import amended
from ronda.web.pages.criteria import RANKING, criteria_values
from ronda.web.pages.features import features
from ronda.web.perform import version_needed

FIRST = ("rounds", "target", "max_score", "minutes", "round_minutes")  # the rest stands under "more options"
SECTIONS = ("event", "also", "rules", "standings", "tables", "phones", "paper", "files", "delete")
_TABLES = ("table_names", "first_table", "lanes", "place_word")


class OptionField(Frozen):
    """One field. `choices` are values with their sentences; without any it is a number, and `label` says which; without
    a `step` it is a text, and `about` may say what to write there.
    `frozen` is why it stays as it is: since the first "draw" or "result"."""

    system: str
    name: str
    label: str
    value: str
    article: str
    choices: tuple[tuple[str, str], ...] = ()
    low: str = ""
    high: str = ""
    step: str = "1"
    automatic: bool = False
    about: str = ""
    example: str = ""
    frozen: str = ""
    error: str = ""
    group: str = ""

    @property
    def rows(self) -> int:
        """How many lines a text of several parts has, with one to write on; 0: it is one line."""
        return self.value.count(";") + 2 if ";" in self.example else 0

    @property
    def first(self) -> bool:
        return self.name in FIRST

    @property
    def section(self) -> str:
        """Where it stands among the settings of an event; those that are frozen come with the rest of the rules."""
        if self.first and not self.frozen:
            return "first"
        return "standings" if self.name in (ORDER, *RANKING) else "tables" if self.name in _TABLES else "rules"


def option_fields(
    name: str, given: Mapping[str, str], words: Words, errors: Mapping[str, str] | None = None
) -> list[OptionField]:
    """The fields with what was typed into them, or else the defaults: of the options that say anything then, and of
    those with an error."""
    rules, errors = system(name).rules, errors or {}
    texts = {option.name: given.get(option.name, as_text(option, option.default)) for option in rules.options}
    values = {option.name: option.default for option in rules.options}
    for option in rules.options:
        with suppress(ValueError):
            values[option.name] = read_option(option, texts[option.name])
    relevant = rules.relevant(values)
    return [
        _field(name, option, texts[option.name], words, errors.get(option.name, ""))
        for option in rules.options
        if option in relevant or option.name in errors
    ]


def settled_fields(tournament: Tournament, words: Words) -> list[OptionField]:
    """The fields with the values in force; those that can no longer be changed say so."""
    setup = tournament.setup
    rules = system(setup.system).rules
    given = {option.name: as_text(option, rules.option(setup, option.name)) for option in rules.options}
    frozen = frozen_options(tournament)
    since = {option.name: option.frozen_after or "" for option in rules.options}
    return [
        replace(field, frozen=since[field.name], article=frozen[field.name]) if field.name in frozen else field
        for field in option_fields(setup.system, given, words)
    ]


def by_group(fields: Sequence[OptionField]) -> list[tuple[str, list[OptionField]]]:
    """The fields under their headings, in their order."""
    return [(group, list(own)) for group, own in groupby(fields, lambda field: field.group)]


def as_text(option: Option, value: OptionValue) -> str:
    """The value as it stands in a field; nothing stands there where the system finds it itself."""
    shown: Any = option_value(option, value)
    if shown is None or (option.nothing and shown == option.nothing):
        return ""
    return str(shown).lower() if isinstance(shown, bool) else str(shown)


def _field(name: str, option: Option, value: str, words: Words, error: str) -> OptionField:
    values: tuple[OptionValue, ...] = (True, False) if option.kind == "bool" else option.choices
    if values and option.default is None:
        values = (None, *values)
    own = "any" if option.shared else name
    short = f"web.option.{own}.{option.name}"
    return OptionField(
        own,
        option.name,
        "" if values or known(short, name) else words(option.text(name)),
        value,
        option.article,
        tuple((as_text(option, one), _sentence(name, option, one, words)) for one in values),
        as_text(option, option.low),
        as_text(option, option.high),
        {"halves": "0.5", "text": ""}.get(option.kind, "1"),
        option.default is None,
        words(f"{short}.about") if known(f"{short}.about", name) else "",
        option.example,
        error=error,
        group=option.group,
    )


def _sentence(name: str, option: Option, value: OptionValue, words: Words) -> str:
    key = f"{option.text(name)}.posted"
    if option.kind == "int" and value is not None:
        return words(key, value=value)
    return words(f"{key}.{'auto' if value is None else value}")


FIELDS = ("date", "until", "place", "organiser", "accent")
_KEPT = {"cache-control": "public, max-age=31536000, immutable"}
_UPLOAD = Size(MOST_BYTES + 32_000)


@get("/e/{code:str}/accent.css", include_in_schema=False)
async def accent(event_context: GivenEvent) -> Response[str]:
    """For everybody, as the pages are."""
    colour = event_context.identity.accent or USUAL
    asked = event_context.request.query_params.get("v") == colour[1:]
    return Response(accent_css(colour), media_type="text/css", headers=_KEPT if asked else {})


@get("/e/{code:str}/logo", include_in_schema=False)
async def logo(event_context: GivenEvent) -> Response[bytes]:
    """Only what `read_logo` has made is ever served, and never as anything but a picture."""
    picture = await asyncio.to_thread(event_context.runtime.setting, event_context.code, PICTURE)
    if not picture.data:
        raise NotFoundException("no_such_page")
    asked = event_context.request.query_params.get("v") == picture_mark(picture)
    headers = {"content-security-policy": "default-src 'none'", **(_KEPT if asked else {})}
    return Response(picture.data, media_type=f"image/{picture.kind}", headers=headers)


@post("/e/{code:str}/face", include_in_schema=False, status_code=200)
async def set_face(event_context: GivenEvent) -> Response[Any]:
    """When, where, by whom, in which colour."""
    event_context.needs("arbiter")
    form = {name: value for name, value in (await event_context.request.form()).items() if isinstance(value, str)}
    if not form.get("seen"):
        raise version_needed()

    def change(standing: Identity) -> Identity | Refusal | None:
        return given_identity(form, standing) if face_seen(standing) == form["seen"] else None

    return await amended(event_context, IDENTITY, change, "/settings")


@post("/e/{code:str}/logo", include_in_schema=False, status_code=200, opt=admits(_UPLOAD, "arbiter"))
async def set_logo(event_context: GivenEvent) -> Response[Any]:
    """A new picture, or none."""
    event_context.needs("arbiter")
    form = await event_context.request.form()
    seen, sent = form.get("seen"), form.get("picture")
    if not isinstance(seen, str) or not seen:
        raise version_needed()
    picture = NO_LOGO
    if form.get("do") != "remove":
        data = await sent.read() if isinstance(sent, UploadFile) else b""
        found = await asyncio.to_thread(usable, data)
        if found is None:
            return said(event_context, "refused", refusal_text(event_context, NOT_A_PICTURE), status=422)
        picture = found

    def change(standing: Identity) -> Identity | None:
        return replace(standing, logo=picture_mark(picture)) if face_seen(standing) == seen else None

    await asyncio.to_thread(event_context.runtime.amend, event_context.code, PICTURE, lambda _: picture)
    return await amended(event_context, IDENTITY, change, "/settings")


def face_seen(identity: Identity) -> str:
    """What the forms have of it."""
    return "|".join((*(getattr(identity, name) or "-" for name in FIELDS), identity.logo or "-"))


@post("/look", include_in_schema=False)
async def look(context: GivenContext) -> Redirect:
    """Light or dark, how high rows and how large letters are, in this browser."""
    form = await context.request.form()
    answer = Redirect(own_path(str(form.get("next", "/"))), status_code=303)
    for name, kind, choices in (
        ("theme", cookies.THEME, THEMES),
        ("density", cookies.DENSITY, ("auto", *DENSITIES)),
        ("text", cookies.TEXT_SIZE, ("auto", *TEXT_SIZES)),
    ):
        chosen = form.get(name)
        if chosen in choices:
            answer.cookies.append(cookies.make_cookie(context.request, kind, str(chosen)))
    return answer


@get_page(["/e/{code:str}/settings", "/e/{code:str}/settings/{section:str}"], "arbiter")
async def settings(event_context: GivenEvent, section: FromPath[str] = "event") -> Template:
    if section not in SECTIONS:
        raise NotFoundException("no_such_page")
    values = await asyncio.to_thread(_values, event_context, section)
    return event_context.page("settings.html", section=section, sections=SECTIONS, **values)


def _values(context: EventContext, section: str) -> dict[str, Any]:
    """What the section needs."""
    tournament = context.tournament
    match section:
        case "event":
            return {
                "face_seen": face_seen(context.identity),
                "presets": OFFERED,
                "logo_kilobytes": MOST_BYTES // 1024,
            }
        case "also":
            return {"features": features(context)}
        case "standings":
            return criteria_values(context, context.request.query_params)
        case "rules" | "tables":
            rounds = context.planned_rounds
            return {
                "fields": settled_fields(tournament, context.words),
                "open": permission("options", tournament) != "forbidden",
                "planned": rounds if tournament.players else None,
                "rounds_advice": rounds_advice(tournament.setup, tournament.players) if tournament.players else None,
                "by_group": by_group,
            }
        case "phones" | "paper":
            return {"display_seen": as_shown(context.display), "modes": NAME_MODES, "joinings": JOININGS}
    tables = [table for round_ in tournament.rounds for table in round_.tables]
    return {"retention": retention(context), "results": sum(table.result is not None for table in tables)}


@post_form("/e/{code:str}/display", "arbiter")
async def show(event_context: GivenEvent) -> Response[Any]:
    """Language of wall and paper, names for the public, joining and reporting on phones, search engines."""
    context = event_context
    form = await context.request.form()
    language, names = str(form.get("language", "")), str(form.get("names", ""))

    seen = form.get("seen")
    if not isinstance(seen, str) or not seen:
        raise version_needed()

    def changed(standing: Display) -> Display | None:
        if as_shown(standing) != seen:  # somebody else has changed it since
            return None
        return replace(
            standing,
            language=language if language in LANGUAGES else "",
            names=names if names in NAME_MODES else standing.names,
            joining=next((mode for mode in JOININGS if mode == form.get("joining")), standing.joining),
            reports=form.get("reports") == "true",
            found=form.get("found") == "true",
            calls=form.get("calls") == "true",
            leaving=form.get("leaving") == "true",
        )

    if not await asyncio.to_thread(context.runtime.amend_display, context.code, changed):
        return said(context, "conflict", context.words("trouble.conflict"), status=409)
    if not context.htmx:
        return Redirect(f"/e/{context.code}/settings/phones", status_code=303)
    made = said(context, "done", context.words("say.saved"))
    made.headers["ronda-seen"] = as_shown(context.runtime.display(context.code))
    return made


def as_shown(display: Display) -> str:
    """What the form has of it: joining changes the rest, and nobody decides on that."""
    switches = f"{display.joining} {display.reports} {display.found} {display.calls} {display.leaving}"
    return f"{display.language or '-'} {display.names} {switches}"


@post_form("/e/{code:str}/duplicate", "owner")
async def copy(event_context: GivenEvent) -> Response[Any]:
    """The same set-up and the same players once more, before the first round."""
    context = event_context
    form = await context.request.form()
    made = await asyncio.to_thread(duplicate_event, context, CopyName(str(form.get("name", ""))))
    if isinstance(made, Refusal):
        return said(context, "refused", context.speaker.verdict("refusal", made), status=422)
    return Redirect(f"/e/{made.code}", status_code=303)


ROUTES = [accent, logo, set_face, set_logo, look, settings, show, copy]
