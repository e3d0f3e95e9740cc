"""The desk of one event: one page that always says what to do next."""

from __future__ import annotations

from typing import Any

from litestar import get
from litestar.response import Template

from ronda.desk import missing_results
from ronda.desk.decisions import not_complete
from ronda.desk.reports import disputed, unconfirmed
from ronda.systems import system
from ronda.verdicts import Finding
from ronda.web import looking
from ronda.web.doing import may
from ronda.web.pages.clock import clock_facts
from ronda.web.pages.log import step_facts
from ronda.web.pages.privacy import is_due_event
from ronda.web.phones import asking
from ronda.web.visits import EventVisit


@get("/e/{code:str}", include_in_schema=False, sync_to_thread=True)
def desk(event_visit: EventVisit) -> Template:
    event_visit.needs("helper")
    taking_back = step_facts(event_visit) if may(event_visit.person, "undo") else {}
    due = event_visit.person.may("arbiter") and is_due_event(event_visit)
    return event_visit.page("desk.html", due=due, **next_facts(event_visit), **taking_back)


@get("/e/{code:str}/part/desk", include_in_schema=False, sync_to_thread=True)
def desk_part(event_visit: EventVisit) -> Template:
    """The same without its frame, for when something has happened."""
    event_visit.needs("helper")
    return event_visit.page("parts/desk.html", **next_facts(event_visit))


def next_facts(visit: EventVisit) -> dict[str, Any]:
    """Where the event stands, from which follows what to do next."""
    tournament = visit.tournament
    pool = [player for player in tournament.players if player.plays_in(tournament.next_round)]
    here = [player for player in pool if player.id in tournament.here]
    last = tournament.rounds[-1] if tournament.rounds else None
    return {
        "phase": visit.phase,
        "may": lambda name: may(visit.person, name),
        "pool": pool,
        "here": here,
        "seats": 2 * system(tournament.setup.system).side_size,
        "obstacles": _obstacles(visit),
        "missing": [] if visit.phase == "draft" else missing_results(tournament),
        "incomplete": None if visit.phase in ("draft", "playing") else not_complete(tournament),
        "disputed": disputed(tournament),
        "unconfirmed": unconfirmed(tournament),
        "asking": asking(visit.house, visit.code),
        "round": last,
        "doubts": [reason for reason in last.reasons if reason.code == "check_disagrees"] if last else [],
        **looking.honours(visit),
        **clock_facts(visit),
    }


def _obstacles(visit: EventVisit) -> list[Finding]:
    """What keeps round 1 from being made, and what the director should know before."""
    tournament = visit.tournament
    if tournament.rounds or not tournament.players:
        return []
    return system(tournament.setup.system).validate(tournament.setup, tournament.players)


ROUTES = [desk, desk_part]
