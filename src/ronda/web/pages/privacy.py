"""Personal data: what is known of somebody, how much of the name is shown, how it is removed, and until when it is kept
(PP5, PP6)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from litestar import Response
from litestar.exceptions import ClientException
from litestar.params import FromPath
from litestar.response import Template
from msgspec import to_builtins

from ronda.core.model import PERSONAL, Player
from ronda.desk.people import mentions
from ronda.operations.event_settings import DISPLAY, Display
from ronda.operations.operation import FileAnswer, Outcome
from ronda.operations.privacy import known_of, known_of_oneself, shown_less
from ronda.store.copies import copies_of
from ronda.systems.labels import NAME_MODES, NameMode
from ronda.views.people import PersonState
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import Form, end_without, form_route, seen_as, sent_file
from ronda.web.http.admission import get_page, post_form
from ronda.web.pages.actions import amended
from ronda.web.perform import version_needed
from ronda.web.visibility import known_player

MOST_COPIES = 12  # that are named one by one


# --- removing it -------------------------------------------------------------------------------------------


@get_page("/e/{code:str}/players/{player:int}/forget", "arbiter")
def forget_one(event_context: GivenEvent, player: FromPath[int]) -> Template:
    """What goes and what stays, before it is done."""
    who = known_player(event_context, player)
    return event_context.page("forget.html", who=who, **_preview(event_context, [who]))


@get_page("/e/{code:str}/forget", "owner")
def forget_everybody(event_context: GivenEvent) -> Template:
    """The same for all players at once."""
    return event_context.page("forget.html", who=None, **_preview(event_context, event_context.tournament.players))


def _preview(context: EventContext, players: Sequence[Player]) -> dict[str, Any]:
    named = [player for player in players if not player.removed]
    copies = copies_of(context.runtime.settings.db)
    return {
        "named": named,
        "personal": PERSONAL,
        "mentions": mentions(context.event.stored.facts, named),
        "copies": [Path(copy).name for copy in copies[-MOST_COPIES:]],
        "more_copies": max(len(copies) - MOST_COPIES, 0),
        "results": sum(table.result is not None for round_ in context.tournament.rounds for table in round_.tables),
    }


# --- what is known -----------------------------------------------------------------------------------------


@get_page("/e/{code:str}/players/{player:int}/known", "arbiter")
def known(event_context: GivenEvent, player: FromPath[int]) -> Template:
    """All that is stored about a player, to read."""
    who, display = known_player(event_context, player), event_context.display
    usual = replace(event_context.public_naming, own=())
    return event_context.page(
        "known.html",
        who=who,
        known=known_of(event_context, player),
        own_mode=display.own.get(str(player), ""),
        own_modes=stricter(usual.of(who)),
    )


@get_page("/e/{code:str}/players/{player:int}/known.json", "arbiter")
def known_file(event_context: GivenEvent, player: FromPath[int]) -> Response[bytes]:
    """The same to be taken along."""
    return _file(event_context, player, known_of(event_context, player))


@get_page("/p/{code:str}/{mark:str}/known")
def own(phone_context: GivenEvent, mark: FromPath[str]) -> Template:
    found = known_of_oneself(phone_context)
    end_without(found)
    return phone_context.page("known_own.html", known=found, mark=mark, player=phone_context.person.player)


@get_page("/p/{code:str}/{mark:str}/known.json")
def own_file(phone_context: GivenEvent) -> Response[bytes]:
    return _file(phone_context, phone_context.person.player or 0, known_of_oneself(phone_context))


def _file(context: EventContext, player: int, found: PersonState | Outcome) -> Response[bytes]:
    end_without(found)
    data = json.dumps(to_builtins(found), ensure_ascii=False, indent=2).encode()
    return sent_file(FileAnswer(f"{context.code}-{player}.json", "application/json", data))


# --- how much of the name is shown -------------------------------------------------------------------------


def stricter(mode: NameMode) -> tuple[NameMode, ...]:
    """What shows less of a name than this."""
    return NAME_MODES[NAME_MODES.index(mode) + 1 :] if mode != "full" else ("short", "initials", "number")


@post_form("/e/{code:str}/players/{player:int}/public-name", "arbiter")
async def public_name(event_context: GivenEvent, player: FromPath[int]) -> Response[Any]:
    """Of this player the public sees less than of others (PP5.1); nothing chosen: as much."""
    known_player(event_context, player)
    form = event_context.texts
    mode, seen = form.get("names", ""), form.get("seen")
    if not seen:
        raise version_needed()
    if mode not in ("", *NAME_MODES):
        raise ClientException("bad_request")

    def change(standing: Display) -> Display | None:
        return shown_less(standing, player, mode) if standing.own.get(str(player), "-") == seen else None

    return await amended(event_context, DISPLAY, change, f"/players/{player}/known")


# --- until when --------------------------------------------------------------------------------------------

_FORMS = (Form("setRetention", None, "/settings", misfit="web.privacy.bad_date", reads=seen_as("changes")),)

ROUTES = [forget_one, forget_everybody, known, known_file, own, own_file, public_name, *map(form_route, _FORMS)]
