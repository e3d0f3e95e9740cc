"""Opening the desk to the hall, and closing it again: from this machine only, by its owner."""

from __future__ import annotations

import asyncio
from typing import Annotated
from urllib.parse import urlencode

from litestar.exceptions import PermissionDeniedException
from litestar.params import QueryParameter
from litestar.response import Redirect, Template

from ronda.operations.joining import scanned_address
from ronda.store import read_code
from ronda.web.auth import passwords
from ronda.web.context import GivenContext, RequestContext, own_path
from ronda.web.hall import NoHall, new_password
from ronda.web.http.admission import get_page, post_form
from ronda.web.joining import qr_of, shown_hall_word


@get_page("/hall", "owner")
async def hall_page(
    context: GivenContext,
    back: Annotated[str, QueryParameter(max_length=1000)] = "/",
    code: Annotated[str, QueryParameter(max_length=20)] = "",
) -> Template:
    """`back` is the page that is shown afterwards, `code` the event that the code leads to."""
    return _page(context, back, code)


@post_form("/hall/open")
async def open_hall(context: GivenContext) -> Template | Redirect:
    """Whoever opens it sees what to do next: the address, its code, and the password where there was none."""
    hall = context.runtime.hall
    _insist(context)
    store = context.store
    async with context.runtime.hashing:  # of two clicks the second finds the password of the first
        if not await asyncio.to_thread(passwords.is_set, store):
            password = new_password()
            await asyncio.to_thread(passwords.set_password, store, password)
            hall.password = password
    try:
        await hall.open()
    except NoHall as why:
        return _page(context, *_sent(context), context.words(f"web.hall.{why.code}", **why.facts))
    context.runtime.notify_everywhere()
    return _shown(context)


@post_form("/hall/close")
async def close_hall(context: GivenContext) -> Redirect:
    """Phones that are connected hear no more; what they have not sent stays with them."""
    _insist(context)
    await context.runtime.hall.close()
    context.runtime.notify_everywhere()
    return _shown(context)


def _insist(context: RequestContext) -> None:
    context.needs("owner")
    if not context.may_open_hall:
        raise PermissionDeniedException("only_at_the_machine")


def _event(context: RequestContext, code: str) -> str:
    """The code of an event that there is, or nothing."""
    event = context.runtime.event(code) if read_code(code) else None
    return "" if event is None else event.code


def _sent(context: RequestContext) -> tuple[str, str]:
    """The page and the code of the form."""
    return context.texts.get("back", "/")[:1000], context.texts.get("code", "")


def _shown(context: RequestContext) -> Redirect:
    back, code = _sent(context)
    query = urlencode({"back": own_path(back), "code": _event(context, code)})
    return Redirect(f"/hall?{query}", status_code=303)


def _page(context: RequestContext, back: str, wanted: str, trouble: str = "") -> Template:
    hall, code = context.runtime.hall, _event(context, wanted)
    word = shown_hall_word(context, code, context.runtime.display(code).joining) if code else None
    target = scanned_address(context, code, word) if code else context.address
    return context.page(
        "hall.html",
        503 if trouble else 200,
        state=hall.state,
        trouble=trouble,
        back=own_path(back),
        code=code,
        word=word.word if word else "",
        qr=qr_of(target) if context.reachable else "",
        password=hall.password if context.may_open_hall else "",
    )


ROUTES = [hall_page, open_hall, close_hall]
