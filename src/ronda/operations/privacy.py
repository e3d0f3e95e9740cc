"""Personal data: all that is known of a player, how much of the name the public sees, and until when it is kept (PP5,
PP6). Removing it is an action: `forget`."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from msgspec import structs

from ronda.core.facts import ResultEntered
from ronda.desk.actions import Body
from ronda.desk.bodies import Number
from ronda.operations.event_settings import Display
from ronda.operations.operation import EventCaller, Operation, Outcome, PhoneCaller
from ronda.store.privacy import all_known_of, is_due, keep, keep_as_usual, retention_of
from ronda.views.events import RetentionMode, RetentionState, retention_state
from ronda.views.people import PersonState, person_state
from ronda.views.seat import announced


class RetentionWish(Body):
    """`usual`: two years after the last round. `changes` is what was seen: if it was changed since, nothing is
    written."""

    mode: RetentionMode
    until: date | None = None
    changes: Number | None = None

    def __post_init__(self) -> None:
        if self.mode == "date" and self.until is None:
            raise ValueError("until")


def known_of(caller: EventCaller, player: int) -> PersonState | Outcome:
    """As the caller may know it: a player knows of no draft, and where names are hidden of no names. (The results stand
    with the rounds; the log tells them with the names of all.)"""
    shown = caller.tournament if caller.staff else announced(caller.tournament)
    who = next((one for one in shown.players if one.id == player), None)
    if who is None:
        return Outcome.MISSING
    report = all_known_of(caller.store, caller.event.stored, shown, who, caller.speaker.removed)
    if caller.naming.hides:
        entries = tuple(entry for entry in report.entries if not isinstance(entry.fact, ResultEntered))
        report = replace(report, entries=entries)
    return person_state(report, caller.speaker)


def known_of_oneself(caller: PhoneCaller) -> PersonState | Outcome:
    """For who has the link of the card: who joined with the public code proved nothing. What the desk wrote in words
    may be about others as well: that is handed out by the desk."""
    found = known_of(caller, caller.person.player or 0) if caller.by_card else Outcome.NO_LINK
    return found if isinstance(found, Outcome) else structs.replace(found, texts=[])


def shown_less(display: Display, player: int, mode: str) -> Display:
    others = {whose: own for whose, own in display.own.items() if whose != str(player)}
    return replace(display, own=others | ({str(player): mode} if mode else {}))


def retention(caller: EventCaller) -> RetentionState:
    with caller.store.reads() as connection:
        found = retention_of(connection, caller.code)
        return retention_state(caller.code, found, due=is_due(connection, caller.code, date.today()))


def set_retention(caller: EventCaller, body: RetentionWish) -> Outcome | None:
    """When it is over the desk says so, and nothing else happens."""
    with caller.store.writes() as connection:
        if body.mode == "usual":
            done = keep_as_usual(connection, caller.code, expected=body.changes)
        else:
            until = body.until if body.mode == "date" else None
            done = keep(connection, caller.code, until, expected=body.changes)
    return None if done else Outcome.CONFLICT


OPERATIONS = (
    Operation(
        "getPerson",
        "GET /players/{player}/known",
        "arbiter",
        known_of,
        "All that is known of a player",
    ),
    Operation(
        "phoneKnown",
        "GET /known",
        "player",
        known_of_oneself,
        "All that is known of the player with this link",
    ),
    Operation(
        "getRetention",
        "GET /retention",
        "arbiter",
        retention,
        "Until when personal data are kept",
    ),
    Operation(
        "setRetention",
        "PUT /retention",
        "arbiter",
        set_retention,
        "Change until when personal data are kept",
        then=retention,
        answers="What stands there afterwards",
    ),
)
