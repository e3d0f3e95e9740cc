"""Sessions and API keys of the desk, and the people of an event with their invitations."""

from __future__ import annotations

from typing import Any

from litestar import Response
from litestar.params import FromPath
from litestar.response import Redirect, Template
from markupsafe import Markup

from ronda.operations.access import (
    Admitted,
    NewPass,
    accept,
    admitted,
    invitation,
    may_end,
    role_of,
)
from ronda.sheets.typesetting import qr_svg
from ronda.web.context import EventContext, GivenContext, GivenEvent, RequestContext
from ronda.web.forms import Form, form_route
from ronda.web.http.admission import get_page, post_form
from ronda.web.pages.owner import end_other_sessions, with_session

# --- sessions and keys of the whole desk -------------------------------------------------------------------


@get_page("/sessions", "organiser")
async def sessions_page(context: GivenContext) -> Template:
    return _sessions(context)


def _sessions(context: RequestContext, made: NewPass | None = None, trouble: str = "", **_: Any) -> Template:
    """What was made is shown this once."""
    listed = admitted(context.store, "", context.person.account)
    return context.page("sessions.html", listed=listed, made=made, trouble=trouble)


@post_form("/sessions/others", "organiser")
def end_all(context: GivenContext) -> Response[Any]:
    """Sign out everywhere else."""
    end_other_sessions(context)
    return Redirect("/sessions", status_code=303)


# --- people of an event ------------------------------------------------------------------------------------


@get_page("/e/{code:str}/people", "arbiter")
async def people_page(event_context: GivenEvent) -> Template:
    return _people(event_context)


def _people(context: EventContext, made: NewPass | None = None, trouble: str = "", **_: Any) -> Template:
    """What was made is shown this once."""
    listed: list[tuple[Admitted, bool]] = [
        (one, may_end(context.person, one)) for one in admitted(context.store, context.code)
    ]
    code = Markup(qr_svg(made.link)) if made is not None and made.link and context.reachable else ""
    return context.page("people.html", listed=listed, made=made, qr=code, trouble=trouble)


_FORMS = (
    Form("makeKey", _sessions),
    Form("endSession", _sessions, "/sessions", path="/sessions/{number}/end"),
    Form("invite", _people),
    Form("shutOut", _people, "/people", path="/people/{number}/end"),
)


# --- invitations -------------------------------------------------------------------------------------------


@get_page("/invite/{secret:str}")
async def invitation_page(context: GivenContext, secret: FromPath[str]) -> Template:
    """Who is invited to what; nothing happens by looking (a messenger that shows a preview looks too)."""
    found = invitation(context.store, secret)
    event = context.runtime.event(found.scope) if found else None
    if found is None or event is None:
        context.refuse_guess("invitation_over")
    return context.page("invite.html", event=event, name=found.name, role=role_of(found), path=f"/invite/{secret}")


@post_form("/invite/{secret:str}")
def accept_invitation(context: GivenContext, secret: FromPath[str]) -> Response[Any]:
    found = invitation(context.store, secret)
    session = accept(context.store, secret, context.runtime.idle) if found else None
    if found is None or session is None:
        context.refuse_guess("invitation_over")
    return with_session(context, session, f"/e/{found.scope}")


ROUTES = [
    sessions_page,
    end_all,
    people_page,
    *map(form_route, _FORMS),
    invitation_page,
    accept_invitation,
]
