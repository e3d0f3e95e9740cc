"""People over many events (PP): the list, one person's page, doubles, lists of federations; and who is found while a
player is being entered."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Response
from litestar.datastructures import UploadFile
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect, Template

from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import LinkInput, Links
from ronda.desk.people import SEXES, particulars_of, unfit_person
from ronda.formats.errors import Unreadable
from ronda.formats.federation_files import FederationFile
from ronda.people import Person
from ronda.store import Stored, federation_lists, people_histories, people_list
from ronda.store.people_list import KnownPerson
from ronda.views.verdicts import unreadable_text
from ronda.web.context import EventContext, GivenContext, GivenEvent, RequestContext
from ronda.web.forms import Form, form_route, refusal_text
from ronda.web.http.admission import FILE, get_page, post_form
from ronda.web.pages.actions import answered, performed
from ronda.web.perform import perform, read_number, seen_in
from ronda.web.visibility import PageOfRows

SHOWN = 50  # people on a page
MOST_PAGES = 1_000_000
MOST_ALIKE = 100  # pairs that are shown
_TEXTS = ("name", "club", "federation", "title", "email", "phone", "note")


# --- while a player is being entered -----------------------------------------------------------------------


class Pick(NamedTuple):
    """Somebody who may be meant: in the list of people, or (`ref`) in the list of a federation."""

    name: str
    about: str
    source: str
    fields: Mapping[str, str | int]


def suggested(context: EventContext, wish: str) -> list[Pick]:
    """Who begins like what was typed, with the particulars to be entered (PP3.5)."""
    store = context.store
    entered = {player.person for player in context.tournament.players if player.person}
    known: Sequence[KnownPerson] = ()
    if context.knows_people:
        with store.reads() as connection:
            known = people_list.suggested(connection, wish)
    found = [_pick(one.person, {"person": one.key}) for one in known if one.key not in entered]
    numbers = {_number(one.person) for one in known} - {""}
    for row in federation_lists.look_up(store, wish):
        if _number(row.person) not in numbers:
            found.append(_pick(row.person, {"person": "", "_list": row.ref}, f"{row.source} {row.dated}".strip()))
    return found


def _pick(person: Person, also: Mapping[str, str], source: str = "") -> Pick:
    fields = {**particulars_of(person), **also}
    about = (person.club, person.federation, *(str(one) for one in (person.born or "",)), *person.ids.values())
    return Pick(person.name, " · ".join(one for one in about if one), source, fields)


def _number(person: Person) -> str:
    return person.ids.get("fide", "") or person.ids.get("licence", "")


@post_form("/e/{code:str}/players/take-over", "arbiter")
async def take_over(event_context: GivenEvent) -> Response[Any]:
    """All players of the event into the list of people; who is surely there already is linked (PP3.3)."""
    context = event_context
    if not context.knows_people:
        raise PermissionDeniedException("not_your_role")
    seen_at = seen_in(context.texts.get("_version"))
    store, tournament = context.store, context.tournament
    taken = await asyncio.to_thread(people_histories.taken_over, store, tournament, context.now())
    body = Links([LinkInput(player, person) for player, person in taken.links.items()])
    request = Request(ACTIONS["link"], body, context.person, seen_at=seen_at)
    answer = await perform(context.runtime, context.code, request)
    if not isinstance(answer, Stored):
        await asyncio.to_thread(people_histories.give_up, store, taken)
    return await answered(context, answer, "/players")


@post_form("/e/{code:str}/players/{player:int}/unlink", "arbiter")
async def unlink(event_context: GivenEvent, player: FromPath[int]) -> Response[Any]:
    """The player is not that person after all (PP4.4)."""
    seen_at = seen_in(event_context.texts.get("_version"))
    request = Request(ACTIONS["link"], Links([LinkInput(player)]), event_context.person, seen_at=seen_at)
    return await performed(event_context, request, f"/players/{player}")


# --- the list ----------------------------------------------------------------------------------------------


@get_page("/people", "owner")
def people(context: GivenContext, page: FromQuery[int] = 1, find: FromQuery[str] = "") -> Template:
    find = find.strip()[:200]
    return _listed(context, find=find, page=_page(context, page, find))


def _page(context: RequestContext, wanted: int, find: str) -> PageOfRows:
    """The page that was asked for, or the last one."""
    number = min(max(wanted, 1), MOST_PAGES)
    with context.store.reads() as connection:
        found = people_list.find(connection, find, start=(number - 1) * SHOWN, size=SHOWN)
    pages = max(-(-found.total // SHOWN), 1)
    return _page(context, pages, find) if number > pages else PageOfRows(found.rows, number, pages, found.total)


def _listed(context: RequestContext, *, find: str, page: PageOfRows, trouble: str = "", done: str = "") -> Template:
    return context.page(
        "known_people.html",
        find=find,
        page=page,
        lists=federation_lists.lists(context.store),
        trouble=trouble,
        done=done,
        sexes=SEXES,
    )


def _first_page(context: RequestContext, *, trouble: str = "", done: str = "") -> Template:
    return _listed(context, find="", page=_page(context, 1, ""), trouble=trouble, done=done)


@post_form("/people", "owner")
def add_person(context: GivenContext) -> Response[Any]:
    new = _typed(Person(""), _texts(context))
    refused = unfit_person(new)
    if refused is not None:
        return _first_page(context, trouble=refusal_text(context, refused))
    with context.store.writes() as connection:
        key = people_list.add(connection, new, context.now())
    return Redirect(f"/people/{key}", status_code=303)


def _texts(context: RequestContext) -> dict[str, str]:
    return {key: " ".join(value.split()) for key, value in context.texts.items()}


def _typed(before: Person, typed: Mapping[str, str]) -> Person:
    """What a form says of somebody; what it does not ask for stays."""
    ids = {**before.ids, **{scheme: typed[name] for scheme, name in _NUMBERS.items() if name in typed}}
    ratings = {**before.ratings, **{name: read_number(typed[name]) or 0 for name in _RATINGS if name in typed}}
    texts: dict[str, Any] = {name: typed[name] for name in _TEXTS if name in typed}
    return replace(
        before,
        **texts,
        sex=typed.get("sex", before.sex),
        born=(read_number(typed["birth_year"]) or None) if "birth_year" in typed else before.born,
        ids={scheme: number for scheme, number in ids.items() if number},
        ratings={name: rating for name, rating in ratings.items() if rating},
    )


_NUMBERS = {"licence": "licence", "fide": "fide_id"}
_RATINGS = ("rating", "national_rating")


# --- lists of federations ----------------------------------------------------------------------------------


@post_form("/people/lists", "owner", FILE)
async def import_list(context: GivenContext) -> Template:
    """A list in a file, to be looked up from now on; larger ones are for the command line (PP7)."""
    typed, file = _texts(context), context.form.get("file")
    source, dated = typed.get("source", "")[:60], typed.get("dated", "")[:20]
    if not isinstance(file, UploadFile) or not file.filename or not source:
        return await asyncio.to_thread(_first_page, context, trouble=context.words("web.known.list_needed"))
    data = await file.read()
    return await asyncio.to_thread(_imported, context, data, source, dated)


def _imported(context: RequestContext, data: bytes, source: str, dated: str) -> Template:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "list"
        path.write_bytes(data)
        try:
            opened = FederationFile(path)
            now = context.now()
            made = federation_lists.import_list(context.store, opened, source, dated, now)
        except Unreadable as trouble:
            return _first_page(context, trouble=unreadable_text(trouble, context.speaker))
    told = context.words("say.list_imported", source=source, n=made.rows, left=opened.left_out)
    return _first_page(context, done=told)


@post_form("/people/lists/remove", "owner")
def remove_list(context: GivenContext) -> Redirect:
    federation_lists.drop_list(context.store, context.texts.get("source", ""))
    return Redirect("/people", status_code=303)


# --- doubles -----------------------------------------------------------------------------------------------


@get_page("/people/doubles", "owner")
def doubles(context: GivenContext) -> Template:
    """Who may be the same as whom, and why that is thought (PP3.3); a person decides (PP4.1)."""
    with context.store.reads() as connection:
        found = people_list.alike(connection)
    return context.page("doubles.html", pairs=found[:MOST_ALIKE], more=max(len(found) - MOST_ALIKE, 0))


@post_form("/people/{key:str}/not-same", "owner")
def not_same(context: GivenContext, key: FromPath[str]) -> Redirect:
    other = context.texts.get("other", "")
    with context.store.writes() as connection:
        if all(people_list.known_person(connection, one) for one in (key, other)):
            people_list.say_not_same(connection, key, other, context.person.actor)
    return Redirect("/people/doubles", status_code=303)


# --- one person --------------------------------------------------------------------------------------------


def known_or_404(context: RequestContext, key: str) -> KnownPerson:
    with context.store.reads() as connection:
        found = people_list.known_person(connection, key)
    if found is None:
        raise NotFoundException("no_such_page")
    return found


@get_page("/people/{key:str}", "owner")
def person_page(context: GivenContext, key: FromPath[str]) -> Response[Any]:
    return _person_page(context, key)


def _person_page(context: RequestContext, key: str, trouble: str = "", **_: Any) -> Response[Any]:
    known = known_or_404(context, key)
    if known.merged_into is not None:
        return Redirect(f"/people/{known.merged_into}", status_code=303)
    with context.store.reads() as connection:
        gone = [one for other in known.gone if (one := people_list.known_person(connection, other)) is not None]
    return context.page(
        "known_person.html",
        known=known,
        person=known.person,
        fields=particulars_of(known.person),
        gone=gone,
        life=people_histories.life_of(context.store, known),
        trouble=trouble,
        sexes=SEXES,
    )


@post_form("/people/{key:str}", "owner")
def change_person(context: GivenContext, key: FromPath[str]) -> Response[Any]:
    typed = _texts(context)
    seen = seen_in(typed.get("seen"))
    known = known_or_404(context, key)
    new = _typed(known.person, typed)
    refused = unfit_person(new)
    if refused is not None:
        return _person_page(context, key, refusal_text(context, refused))
    with context.store.writes() as connection:
        done = people_list.change(connection, key, new, seen)
    if not done:
        return _person_page(context, key, context.words("trouble.conflict"))
    return Redirect(f"/people/{key}", status_code=303)


@get_page("/people/{key:str}/forget", "owner")
def forget_page(context: GivenContext, key: FromPath[str]) -> Template:
    """What goes, before it is done (PP6)."""
    with context.store.reads() as connection:
        also = people_list.mergings(connection)
    events = people_histories.events_of(context.store, key, also)
    return context.page("forget_person.html", known=known_or_404(context, key), events=events, left=())


@post_form("/people/{key:str}/forget", "owner")
async def forget(context: GivenContext, key: FromPath[str]) -> Response[Any]:
    """Out of the list and out of every event, for good."""
    known = known_or_404(context, key)
    runtime = context.runtime
    left = await asyncio.to_thread(people_histories.erase, runtime.store, key, context.person, runtime.now())
    runtime.notify_all()
    if left:
        return context.page("forget_person.html", known=known, events=[], left=left)
    return Redirect("/people", status_code=303)


_FORMS = (
    Form("mergePeople", _person_page, "/people/{key}"),
    Form("unmergePeople", _person_page, "/people/{key}"),
)

ROUTES = [
    *(take_over, unlink, people, add_person, import_list, remove_list, doubles, not_same),
    *(person_page, change_person, forget_page, forget, *map(form_route, _FORMS)),
]
