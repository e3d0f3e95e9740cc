"""Also in this event: what it uses, and what may be switched on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from ronda.desk.fees import fee_list
from ronda.operations.access import admitted
from ronda.operations.collections import all_collections
from ronda.operations.features import FEATURES, ON, SWITCHES, in_use
from ronda.operations.sign_ups import SIGN_UP
from ronda.systems.declarations import PARTICULARS
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said
from ronda.web.http.admission import post_form
from ronda.web.perform import version_needed

_PATHS = {
    "categories": "/e/{}/prizes#categories",
    "clubs": "/e/{}/players",
    "start": "/e/{}/players",
    "sign_up": "/signups/{}",
    "helpers": "/e/{}/people",
    "season": "/collections",
}


@dataclass(frozen=True, slots=True)
class Feature:
    """`used`: what of it is in use, in words; `path`: its page."""

    name: str
    on: bool
    count: int
    used: str
    path: str


def features(context: EventContext) -> list[Feature]:
    """What is about players is offered where the system asks for it."""
    asked = {field.name for field in context.system.forms.player_fields}
    return [_feature(context, name) for name in FEATURES if name not in PARTICULARS or name in asked]


def _feature(context: EventContext, name: str) -> Feature:
    count = in_use(context.runtime, context.code, context.tournament, name)
    on, path = context.uses(name), _PATHS.get(name, f"/e/{{}}/{name}").format(context.code)
    return Feature(name, on, count, _used(context, name, count) if on and count else "", path)


def _used(context: EventContext, name: str, count: int) -> str:
    event, speaker = context.tournament, context.speaker
    facts: dict[str, Any] = {"n": count}
    match name:
        case "prizes" if event.prizes is not None:
            facts["sum"] = speaker.money(sum(one.value for one in event.prizes.prizes), event.prizes.currency)
        case "fees":
            found = fee_list(event)
            facts |= {sum_: speaker.money(getattr(found, sum_), found.rules.currency) for sum_ in ("collected", "due")}
        case "sign_up":
            facts["n"] -= context.runtime.setting(context.code, SIGN_UP).open
        case "helpers":
            return ", ".join(one.found.name for one in admitted(context.store, context.code))
        case "season":
            return ", ".join(one.name for one in all_collections(context.store) if context.code in one.codes)
    return context.words(f"web.also.{name}.used", **facts)


@post_form("/e/{code:str}/uses", "arbiter")
def switch(event_context: GivenEvent) -> Response[Any]:
    """On, or off: with things in it only after a question that counts them."""
    context = event_context
    form = context.texts
    name, seen, on = form.get("feature", ""), form.get("seen"), form.get("on") == "true"
    if name not in FEATURES:
        raise NotFoundException("no_such_page")
    if not seen:
        raise version_needed()
    shown = _feature(context, name)
    if str(shown.count) != seen:
        return said(context, "conflict", context.words("trouble.conflict"))
    if shown.used and not on and form.get("sure") != "true":
        fields = [("feature", name), ("seen", seen), ("sure", "true")]
        message = context.words("web.also.off", name=context.words(f"web.also.{name}"), used=shown.used)
        return context.page("question.html" if context.htmx else "question_page.html", message=message, fields=fields)

    def change(standing: Mapping[str, int]) -> Mapping[str, int]:
        return {**standing, name: ON if on else shown.count}

    context.runtime.amend(context.code, SWITCHES, change)
    if context.htmx:
        return Response(None, headers={"HX-Refresh": "true"})
    return Redirect(f"/e/{context.code}/settings/also#also-{name}", status_code=303)


ROUTES = [switch]
