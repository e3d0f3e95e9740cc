"""What the walls show, chosen at the desk, and what the desk announces to everybody."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b
from time import time
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from ronda.core.verdicts import Refusal
from ronda.web.context import EventContext, GivenEvent
from ronda.web.http.admission import get_page, post_form
from ronda.web.joining import welcome_values
from ronda.web.pages.actions import amended
from ronda.web.pages.join import hall_word_values
from ronda.web.perform import version_needed
from ronda.web.walls import (
    LONGEST_TEXT,
    MOST_WALLS,
    SCENES,
    WALLS,
    Wall,
    Walls,
    named_wall,
    read_lines,
    read_scene,
)

Form = dict[str, str]


@get_page("/e/{code:str}/walls", "arbiter")
async def walls(event_context: GivenEvent) -> Template:
    facts = {**welcome_values(event_context), **hall_word_values(event_context)}
    return event_context.page("walls.html", **wall_values(event_context), **facts)


def wall_values(context: EventContext) -> dict[str, Any]:
    found = context.runtime.setting(context.code, WALLS)
    return {
        "walls": found,
        "scenes": SCENES,
        "most_walls": MOST_WALLS,
        "longest_text": LONGEST_TEXT,
        "seen_of": seen_of,
        "together": together_of(found),
        "announced": datetime.fromtimestamp(found.announced, UTC),
    }


def seen_of(value: Walls | Wall | str) -> str:
    """What a form has of it: who decides on something else is told."""
    return blake2b(repr(value).encode(), digest_size=8).hexdigest()


def together_of(walls: Walls) -> str:
    """The same of all walls, apart from what is announced."""
    return seen_of(replace(walls, announcement="", announced=0.0))


@post_form("/e/{code:str}/walls", "arbiter")
async def set_walls(event_context: GivenEvent) -> Response[Any]:
    """One wall more, or what concerns all of them."""
    form = _form(event_context)

    def change(standing: Walls) -> Walls | Refusal | None:
        if form["seen"] != together_of(standing):
            return None
        if form.get("do") == "add":
            return standing.more() or Refusal("walls_full", "S4", {"most": MOST_WALLS})
        return replace(standing, share=form.get("share") == "true", voice=form.get("voice") == "true")

    return await amended(event_context, WALLS, change, "/walls")


@post_form("/e/{code:str}/walls/{number:int}", "arbiter")
async def set_wall(event_context: GivenEvent, number: FromPath[int]) -> Response[Any]:
    """What one of them shows; what the form does not have stays."""
    form = _form(event_context)

    def change(standing: Walls) -> Walls | Refusal | None:
        if not 1 <= number <= len(standing.walls):
            raise NotFoundException("no_such_page")
        wall = standing.wall(number)
        if form["seen"] != seen_of(wall):
            return None
        if form.get("do") == "remove":
            return standing.without(number)
        changed = _changed(wall, form)
        return changed if isinstance(changed, Refusal) else standing.changed(number, changed)

    return await amended(event_context, WALLS, change, "/walls")


@post_form("/e/{code:str}/announce", "arbiter")
async def announce(event_context: GivenEvent) -> Response[Any]:
    """To all walls and phones, until it is taken down."""
    form = _form(event_context)
    text = read_lines("" if form.get("do") == "take_down" else form.get("text", ""))

    def change(standing: Walls) -> Walls | Refusal | None:
        if form["seen"] != seen_of(standing.announcement):
            return None
        if isinstance(text, Refusal):
            return text
        return replace(standing, announcement=text, announced=time() if text else 0.0)

    return await amended(event_context, WALLS, change, "/walls")


def _form(context: EventContext) -> Form:
    form = context.texts
    if not form.get("seen"):
        raise version_needed()
    return form


def _changed(wall: Wall, form: Form) -> Wall | Refusal:
    light = form.get("light") == "true" if "name" in form else wall.light  # a box that is not ticked sends nothing
    scene = read_scene(form.get("scene", wall.scene))
    return named_wall(form.get("name", wall.name), scene, form.get("text", wall.text), light)


ROUTES = [walls, set_walls, set_wall, announce]
