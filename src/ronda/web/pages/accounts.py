"""Several organisers on one server: who has an account, how much each may have, and which events there are. Who sees
the list sees no more of an event than everybody; and the link with which an organiser chooses a password."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from litestar import Response
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Template

from ronda.desk.desk import now
from ronda.operations.access import welcomed
from ronda.operations.accounts import AccountInvitation, events_by_organiser, list_accounts
from ronda.store.access import Account, Pass, account_of_id, end_passes, revoke
from ronda.web.auth.passwords import LEAST_LETTERS
from ronda.web.context import GivenContext, RequestContext
from ronda.web.forms import Form, form_route
from ronda.web.http.admission import get_page, post_form
from ronda.web.pages.owner import entered, set_of_account, unfit_password
from ronda.web.runtime import Runtime

MOST_SHOWN = 500  # events in the list, the newest


@get_page("/accounts", "administrator")
async def accounts(context: GivenContext) -> Template:
    return _page(context)


def _page(
    context: RequestContext,
    made: AccountInvitation | None = None,
    trouble: str = "",
    typed: Mapping[str, Any] | None = None,
    **_: Any,
) -> Template:
    """What was made is shown this once."""
    events = events_by_organiser(context.store)
    return context.page(
        "accounts.html",
        held=list_accounts(context).accounts,
        events=events[:MOST_SHOWN],
        more=max(len(events) - MOST_SHOWN, 0),
        made=made,
        name=(typed or {}).get("name", ""),
        trouble=trouble,
    )


_FORMS = (
    Form("addAccount", _page, misfit="web.accounts.bad_limit"),
    Form("setLimits", _page, "/accounts", misfit="web.accounts.bad_limit"),
    Form("linkAccount", _page, path="/accounts/{number}/do/link"),
    Form("changeAccount", _page, "/accounts", path="/accounts/{number}/do/{what}"),
)


# --- the link ----------------------------------------------------------------------------------------------


@get_page("/welcome/{secret:str}")
async def welcome_page(context: GivenContext, secret: FromPath[str]) -> Template:
    """Nothing happens by looking."""
    return _welcome(context, secret, _invited(context, secret))


def _invited(context: RequestContext, secret: str) -> Pass:
    found = welcomed(context.store, secret)
    if found is None:
        context.refuse_guess("invitation_over")
    return found


def _welcome(context: RequestContext, secret: str, found: Pass, trouble: str = "") -> Template:
    facts = {"path": f"/welcome/{secret}", "least": LEAST_LETTERS}
    return context.page("welcome.html", name=found.name, trouble=trouble, **facts)


@post_form("/welcome/{secret:str}")
async def accept(context: GivenContext, secret: FromPath[str]) -> Response[Any]:
    """The password is chosen, the link is used up, and whatever was open before is not any more."""
    found, new = _invited(context, secret), context.texts.get("new", "")
    trouble = unfit_password(context, new, context.texts.get("again", ""))
    if trouble:
        return _welcome(context, secret, found, trouble)
    async with context.runtime.hashing:
        account = await asyncio.to_thread(_accepted, context.runtime, found, new)
    if account is None:
        raise NotFoundException("invitation_over")
    return await entered(context, "/", account)


def _accepted(runtime: Runtime, found: Pass, password: str) -> Account | None:
    """None if somebody else has just used it."""
    assert found.account is not None, "only accounts have such links"
    with runtime.store.writes() as connection:
        if not revoke(connection, found.id, now()):
            return None
        end_passes(connection, found.account, now())
    set_of_account(runtime.store, found.account, password)
    with runtime.store.reads() as connection:
        return account_of_id(connection, found.account)


ROUTES = [accounts, *map(form_route, _FORMS), welcome_page, accept]
