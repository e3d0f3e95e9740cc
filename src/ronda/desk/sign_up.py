"""Signing up before the day: what the organiser offers, and who has a place (first come, first served)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Literal, NamedTuple

from ronda.core import Frozen, Refusal
from ronda.core.text_rules import unfit_text
from ronda.desk.collections import is_day

Status = Literal["asked", "confirmed", "declined", "withdrawn", "entered"]
State = Literal["place", "waiting", "asked", "declined", "withdrawn", "entered"]
MOST_PLACES = 5_000
MOST_SIGNED_UP = 2_000  # rows of one event: more is nobody's list
LONGEST_TEXT = 500


class SignUpRules(Frozen):
    """What the organiser offers: off unless opened. `places` of each tournament (0: no limit); `until` the last day
    ("": no end); `confirm`: the desk looks at everybody first; `text` stands above the form."""

    open: bool = False
    places: int = 0
    until: str = ""
    confirm: bool = False
    text: str = ""

    def offered(self, today: date) -> bool:
        return self.open and (not self.until or today.isoformat() <= self.until)


class Applicant(Frozen):
    """Somebody who signed up; `events` are the codes of the tournaments that were chosen."""

    name: str
    club: str = ""
    licence: str = ""
    note: str = ""
    events: tuple[str, ...] = ()


class Standing(NamedTuple):
    """How it stands with somebody in one tournament; `position` on the waiting list, from 1."""

    state: State
    position: int = 0


class Listed(NamedTuple):
    """What the list has of one who signed up, in the order in which they came."""

    number: int
    status: Status
    events: tuple[str, ...]


def standings(
    people: Sequence[Listed], places: int, players: Mapping[str, int], *, confirm: bool
) -> dict[tuple[int, str], Standing]:
    """Where everybody stands in every tournament that they chose. Who came first has a place; who withdraws, is
    declined or was turned out frees it for the first of the waiting list, by itself. `players`: how many of each
    tournament were entered by the desk and so take places, too."""
    taken = dict(players)
    waiting: dict[str, int] = {}
    found: dict[tuple[int, str], Standing] = {}
    for one in people:
        for event in one.events:
            if one.status in ("declined", "withdrawn", "entered"):
                found[one.number, event] = Standing(one.status)
                continue
            if places and taken.get(event, 0) >= places:
                waiting[event] = waiting.get(event, 0) + 1
                found[one.number, event] = Standing("waiting", waiting[event])
                continue
            taken[event] = taken.get(event, 0) + 1
            asked = confirm and one.status == "asked"
            found[one.number, event] = Standing("asked" if asked else "place")
    return found


def fit_applicant(given: Mapping[str, str], events: Sequence[str], offered: Sequence[str]) -> Applicant | Refusal:
    """What somebody typed, as it is kept."""
    texts = {name: " ".join(given.get(name, "").split()) for name in ("name", "club", "licence", "note")}
    for name, text in texts.items():
        unfit = unfit_text(text, may_be_empty=name != "name")
        if unfit is not None:
            return unfit
    chosen = tuple(code for code in offered if code in events)
    if not chosen:
        return Refusal("no_tournament_chosen", "S4")
    return Applicant(**texts, events=chosen)


def fit_rules(given: Mapping[str, str]) -> SignUpRules | Refusal:
    """The setting as a form has it."""
    places, until = given.get("places", "").strip(), given.get("until", "").strip()
    if places and not (places.isascii() and places.isdecimal() and len(places) < 6 and int(places) <= MOST_PLACES):
        return Refusal("not_a_count", "S4", {"text": places, "most": MOST_PLACES})
    if until and not is_day(until):
        return Refusal("not_a_date", "S4", {"text": until})
    text = " ".join(given.get("text", "").split())
    if len(text) > LONGEST_TEXT:
        return Refusal("text_too_long", "S4", {"found": len(text), "most": LONGEST_TEXT})
    unfit = unfit_text(text[:200], may_be_empty=True)
    if unfit is not None:
        return unfit
    return SignUpRules(
        open=given.get("open") == "true",
        places=int(places or 0),
        until=until,
        confirm=given.get("confirm") == "true",
        text=text,
    )
