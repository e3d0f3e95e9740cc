"""Phones and the hall word at the desk: another word, letting in all who wait, and what came from one hand."""

from __future__ import annotations

import asyncio
from typing import Any, Literal

from litestar import post
from litestar.exceptions import NotFoundException
from litestar.response import Redirect

from ronda.operations.phone_sessions import all_phones, alone_asking, answer_all, asking, crowds
from ronda.web.context import EventContext, GivenEvent
from ronda.web.hall_word import change_word, wrong_words
from ronda.web.perform import changes_seen, version_needed
from ronda.web.visibility import shown_hall_word

CrowdAnswer = Literal["keep", "send_away"]


def joining_values(context: EventContext) -> dict[str, Any]:
    """What needs the desk: phones that wait, crowds in one hand, and words that somebody guesses."""
    phones = all_phones(context.runtime, context.code)
    wrong = wrong_words(context.runtime, context.code)
    return {
        "asking": asking(phones),
        "alone_asking": alone_asking(phones),
        "crowds": crowds(phones),
        "wrong_words": wrong.count if wrong.many else 0,
        **hall_word_values(context),
    }


def hall_word_values(context: EventContext) -> dict[str, Any]:
    found = shown_hall_word(context, context.code, context.display.joining)
    return {"word": found.word if found else "", "word_changes": context.display.word_changes}


def let_in_waiting(context: EventContext, seen: str) -> int:
    """All who wait, up to the one seen last; not as a player who is taken, or whom two phones ask for."""
    phones = alone_asking(all_phones(context.runtime, context.code))
    some = [one for one in phones if one.phone.since <= seen]
    return answer_all(context.runtime, context.code, some, "allow")


def answer_crowd(context: EventContext, crowd: str, said: CrowdAnswer, seen: str) -> bool:
    """The phones of a crowd, up to the one seen last, are let in by the desk, or end; False if it is gone."""
    phones = all_phones(context.runtime, context.code)
    found = next((one for one in crowds(phones) if one.id == crowd), None)
    if found is None:
        return False
    some = [one for one in found.phones if one.phone.since <= seen]
    answer_all(context.runtime, context.code, some, "allow" if said == "keep" else "end")
    return True


@post("/e/{code:str}/hall-word", include_in_schema=False)
async def new_hall_word(event_context: GivenEvent) -> Redirect:
    """Another word instead of the one that was seen; if that is replaced already, the new one stays."""
    event_context.needs("arbiter")
    seen = changes_seen((await event_context.request.form()).get("seen"))
    await asyncio.to_thread(change_word, event_context.runtime, event_context.code, seen)
    return Redirect(f"/e/{event_context.code}", status_code=303)


@post("/e/{code:str}/phones/waiting", include_in_schema=False)
async def let_in_all(event_context: GivenEvent) -> Redirect:
    """With one tap."""
    event_context.needs("helper")
    await asyncio.to_thread(let_in_waiting, event_context, await _seen(event_context))
    return Redirect(f"/e/{event_context.code}", status_code=303)


@post("/e/{code:str}/phones/crowd", include_in_schema=False)
async def settle_crowd(event_context: GivenEvent) -> Redirect:
    event_context.needs("helper")
    form = await event_context.request.form()
    said: CrowdAnswer = "keep" if form.get("answer") == "keep" else "send_away"
    if form.get("answer") not in ("keep", "send_away"):
        raise NotFoundException("no_such_page")
    crowd, seen = str(form.get("crowd", "")), await _seen(event_context)
    await asyncio.to_thread(answer_crowd, event_context, crowd, said, seen)
    return Redirect(f"/e/{event_context.code}", status_code=303)


async def _seen(context: EventContext) -> str:
    """When the last phone came that the person saw."""
    seen = (await context.request.form()).get("seen")
    if not isinstance(seen, str) or not seen:
        raise version_needed()
    return seen


ROUTES = [new_hall_word, let_in_all, settle_crowd]
