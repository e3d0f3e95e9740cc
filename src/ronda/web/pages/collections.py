"""Seasons and festivals at the desk: the list of them, new ones, their changes and the log of these."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect, Template

from ronda.core.verdicts import Refusal
from ronda.desk.collections import (
    ASKED,
    AnyChange,
    Collection,
    CollectionKind,
    ListPublished,
    Recorded,
    in_force,
    last_change,
)
from ronda.desk.season import presets
from ronda.operations.collections import (
    LEAST,
    NewCollection,
    all_collections,
    changes,
    make_collection,
    record,
    season_now,
    undo,
)
from ronda.operations.operation import Outcome, read_body
from ronda.store.collections import heads_of
from ronda.views.season import snapshot
from ronda.web.collections import CollectionContext, GivenCollection
from ronda.web.context import GivenContext, RequestContext
from ronda.web.forms import refusal_text
from ronda.web.http.admission import get_page, post_form
from ronda.web.pages.festivals import festival_values
from ronda.web.pages.seasons import rules_of, season_values
from ronda.web.perform import seen_in


@get_page("/collections", "owner")
def overview(context: GivenContext) -> Template:
    """All seasons and festivals, and a form for a new one."""
    return _overview(context)


def _overview(context: RequestContext, trouble: str = "", typed: dict[str, str] | None = None) -> Template:
    return context.page(
        "collections.html",
        collections=all_collections(context.store),
        presets=presets(),
        trouble=trouble,
        typed=typed or {},
    )


@post_form("/collections", "owner")
def begin(context: GivenContext) -> Response[Any]:
    form = context.texts
    kind: CollectionKind = "festival" if form.get("of") == "festival" else "season"
    rules = dict(presets().get(form.get("preset", ""), {}))
    made = make_collection(context, NewCollection(kind, form.get("name", ""), rules))
    if isinstance(made, Refusal):
        return _overview(context, refusal_text(context, made), form)
    return Redirect(f"/collections/{made.code}", status_code=303)


@get_page("/collections/{code:str}", "helper")
def desk(collection_context: GivenCollection) -> Template:
    """The desk of a season or a festival."""
    return desk_page(collection_context)


def desk_page(context: CollectionContext, trouble: str = "", status: int = 0) -> Template:
    found = context.collection
    if found.kind == "season":
        context.needs("owner")
    facts = season_values(context) if found.kind == "season" else festival_values(context)
    facts |= {"trouble": trouble, "undo": _told_last(context), "choices": _others(context, found)}
    return context.page(f"{found.kind}.html", status, **facts)


def _others(context: CollectionContext, found: Collection) -> list[Any]:
    """The events that could be counted, the newest first."""
    if not context.person.may("owner"):
        return []
    rows = [one for one in context.store.summaries() if not one.deleted and one.code not in found.codes]
    return rows[::-1][:200]


@post_form("/collections/{code:str}/do/{name:str}")
def change(collection_context: GivenCollection, name: FromPath[str]) -> Response[Any]:
    """One change, on the version that the form was made from; or the list as it is now, published."""
    context = collection_context
    if name not in (*ASKED, "publish", "undo"):
        context.needs("helper")
        raise NotFoundException("no_such_page")
    context.needs(LEAST.get(name, "owner"))
    found, form = context.collection, context.texts
    seen = seen_in(form.pop("_version", ""))
    if name == "undo":
        answer = undo(context, found.code, seen)
    else:
        wished = _wished(context, name, form)
        if isinstance(wished, Refusal):
            return desk_page(context, refusal_text(context, wished))
        answer = record(context, found.code, wished, seen)
    if isinstance(answer, Refusal):
        return desk_page(context, refusal_text(context, answer))
    if isinstance(answer, Outcome):
        return desk_page(context, context.words("trouble.conflict"), 409)
    return Redirect("/collections" if answer.deleted else f"/collections/{answer.code}", status_code=303)


def _wished(context: CollectionContext, name: str, form: dict[str, str]) -> AnyChange | Refusal:
    if name == "publish":
        table = season_now(context.store, context.of_kind("season")).table
        return ListPublished(snapshot(table), list(table.events))
    fields: dict[str, Any] = dict(form)
    if name == "rules":
        rules = rules_of(form)
        if isinstance(rules, Refusal):
            return rules
        return ASKED[name](rules=rules, reason=form.get("reason", ""))  # type: ignore[return-value]
    if "points" in fields:
        fields["points"] = fields["points"].replace(",", ".")
    if "seat" in fields:  # `CODE 7`: one choice names the event and the player
        fields["event"], _, fields["player"] = fields.pop("seat").partition(" ")
    try:
        return read_body(ASKED[name], fields)  # type: ignore[return-value]
    except msgspec.ValidationError as error:
        return Refusal("bad_field", "S4", {"detail": str(error)})


# --- the log -----------------------------------------------------------------------------------------------


@get_page("/collections/{code:str}/log", "owner")
def log(collection_context: GivenCollection) -> Template:
    """Every change with who and when; what was undone is struck through."""
    context = collection_context
    records = changes(context.store, context.collection.code)
    valid = {one.version for one in in_force(records)}
    lines = [
        (one.version, datetime.fromisoformat(one.at), one.actor, change_text(context, one), one.version in valid)
        for one in reversed(records)
    ]
    return context.page("collection_log.html", lines=lines)


def change_text(context: CollectionContext, record: Recorded) -> str:
    """What was decided, in the reader's language."""
    change = record.change
    facts = {
        name: value for name, value in msgspec.structs.asdict(change).items() if isinstance(value, str | int | bool)
    }
    if "event" in facts or "missed" in facts:
        with context.store.reads() as connection:
            heads = heads_of(connection, [str(facts[name]) for name in ("event", "missed") if facts.get(name)])
        for name in ("event", "missed"):
            if facts.get(name) in heads:
                facts[name] = heads[str(facts[name])].name or facts[name]
    kind = str(type(change).__struct_config__.tag)
    if kind == "show":
        kind = "show" if facts.get("public") else "hide"
    return context.words(f"collection.log.{kind}", **facts)


def _told_last(context: CollectionContext) -> str:
    """What pressing undo would undo; nothing where nothing can be."""
    if not context.person.may("owner"):
        return ""
    last = last_change(changes(context.store, context.collection.code))
    return change_text(context, last) if last is not None else ""


ROUTES = [overview, begin, desk, change, log]
