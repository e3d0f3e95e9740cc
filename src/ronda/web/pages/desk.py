"""The desk of one event: one page that always says what to do next."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.response import Template

from ronda.core.verdicts import Finding
from ronda.desk import missing_results
from ronda.desk.decisions import not_complete
from ronda.desk.reports import disputed, unconfirmed
from ronda.systems import system
from ronda.web import visibility
from ronda.web.context import EventContext, GivenEvent
from ronda.web.doing import may
from ronda.web.pages.clock import clock_facts
from ronda.web.pages.log import step_facts
from ronda.web.pages.privacy import is_due_event
from ronda.web.phone_sessions import asking


@get("/e/{code:str}", include_in_schema=False, sync_to_thread=True)
def desk(event_context: GivenEvent) -> Template:
    event_context.needs("helper")
    taking_back = step_facts(event_context) if may(event_context.person, "undo") else {}
    due = event_context.person.may("arbiter") and is_due_event(event_context)
    return event_context.page("desk.html", due=due, **next_facts(event_context), **taking_back)


@get("/e/{code:str}/part/desk", include_in_schema=False, sync_to_thread=True)
def desk_part(event_context: GivenEvent) -> Template:
    """The same without its frame, for when something has happened."""
    event_context.needs("helper")
    return event_context.page("parts/desk.html", **next_facts(event_context))


def next_facts(context: EventContext) -> dict[str, Any]:
    """Where the event stands, from which follows what to do next."""
    tournament = context.tournament
    pool = [player for player in tournament.players if player.plays_in(tournament.next_round)]
    here = [player for player in pool if player.id in tournament.here]
    last = tournament.rounds[-1] if tournament.rounds else None
    return {
        "phase": context.phase,
        "may": lambda name: may(context.person, name),
        "pool": pool,
        "here": here,
        "seats": 2 * system(tournament.setup.system).side_size,
        "obstacles": _obstacles(context),
        "missing": [] if context.phase == "draft" else missing_results(tournament),
        "incomplete": None if context.phase in ("draft", "playing") else not_complete(tournament),
        "disputed": disputed(tournament),
        "unconfirmed": unconfirmed(tournament),
        "asking": asking(context.runtime, context.code),
        "round": last,
        "doubts": [reason for reason in last.reasons if reason.code == "check_disagrees"] if last else [],
        **visibility.honours(context),
        **clock_facts(context),
    }


def _obstacles(context: EventContext) -> list[Finding]:
    """What keeps round 1 from being made, and what the director should know before."""
    tournament = context.tournament
    if tournament.rounds or not tournament.players:
        return []
    return system(tournament.setup.system).validate(tournament.setup, tournament.players)


ROUTES = [desk, desk_part]
