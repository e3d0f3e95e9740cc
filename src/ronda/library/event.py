"""The values of the library: an event with what was done to it, a round that is not part of it yet, a line of the
standings, an action that can be done."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from typing import Any, ClassVar

import msgspec

from ronda import desk
from ronda.core import Bye, Frozen, Reason, Refusal, Relaxation, Round, Table, Tournament, fold, in_force
from ronda.core.facts import Fact
from ronda.desk.actions import Body
from ronda.desk.desk import MOMENT, LedgerEntry, now
from ronda.desk.permissions import phase
from ronda.desk.settings import taken_up
from ronda.ledgers import appended, only_adds
from ronda.library.arguments import Refused
from ronda.systems import planned_rounds, rules_of
from ronda.systems.declarations import place_word
from ronda.systems.labels import names
from ronda.texts import Speaker

_ACTOR = "program"


class Event(Tournament, eq=False):
    """An event as a value. `log` is what was done since it was made or read: that can be undone; events are no less
    equal for it."""

    uncompared: ClassVar[tuple[str, ...]] = (*Tournament.uncompared, "log")

    log: tuple[LedgerEntry, ...] = ()

    def __eq__(self, other: object) -> bool:
        return self._held() == other._held() if isinstance(other, Tournament) else NotImplemented

    __hash__ = Tournament.__hash__

    def __repr__(self) -> str:
        return f"<Event {self.setup.name!r}: {', '.join(_about(self))}>"

    def _repr_html_(self) -> str:
        """For notebooks: the standings, before the first round the players."""
        title = self.setup.name or self.setup.system
        return (
            f"<p><strong>{escape(title)}</strong>: {escape(', '.join(_about(self)))}</p>{_html_table(*_listed(self))}"
        )


def _about(event: Event) -> Iterable[str]:
    yield event.setup.system
    yield f"{len(event.players)} players"
    yield f"{len(event.rounds)} of {planned_rounds(event)} rounds"
    yield phase(event)


def _listed(event: Event) -> tuple[list[str], list[list[object]]]:
    """Headings and rows of the list that says most."""
    called = names(event)
    if not event.rounds:
        return ["", "name", "rating"], [[one.id, called[one.id], one.rating or ""] for one in event.players]
    speaker, number = speaker_of(event), Speaker().number
    criteria = [one for one in rules_of(event.setup).criteria(event.setup) if one.ranks]
    rows: list[list[object]] = []
    for row in desk.standings_after(event, len(event.rounds)):
        values = [row.measures[one.name].value for one in criteria]
        told = [
            "" if value is None else number(value, decimals=one.decimals)
            for one, value in zip(criteria, values, strict=True)
        ]
        rows.append([row.place or "–", called[row.player], *told])
    return ["", "name", *(speaker.say(f"{one.label}.short") for one in criteria)], rows


def _html_table(headings: Sequence[object], rows: Iterable[Sequence[object]]) -> str:
    head = "".join(f"<th>{escape(str(cell))}</th>" for cell in headings)
    lines = ("".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def event_of(tournament: Tournament, log: tuple[LedgerEntry, ...] = ()) -> Event:
    held = {name: getattr(tournament, name) for name in Tournament.__struct_fields__}
    return Event(**held, log=log)


def begun(facts: Iterable[Fact]) -> Event:
    """An event that begins with these facts: nothing of it can be undone."""
    known, at = list(facts), now()
    log = tuple(LedgerEntry(version, fact, _ACTOR, at) for version, fact in enumerate(known, start=1))
    return event_of(fold(known), log)


def log_of(event: Tournament) -> tuple[LedgerEntry, ...]:
    """What was done to the event; of one that was made elsewhere, what a file would tell."""
    return (event.log if isinstance(event, Event) else ()) or begun(taken_up(event)).log


def grown(event: Tournament, facts: Sequence[Fact]) -> Event:
    """The event after what was done."""
    before = log_of(event)
    if not facts:
        return event_of(event, before)
    at = max(now(), before[-1].at + MOMENT)
    more = [LedgerEntry(version, fact, _ACTOR, at) for version, fact in enumerate(facts, start=len(before) + 1)]
    log = appended(before, more)
    tournament = fold(facts, event) if only_adds(facts) else fold(in_force([entry.fact for entry in log]))
    return event_of(tournament, log)


def speaker_of(event: Tournament, language: str = "en") -> Speaker:
    return Speaker(language, names(event), system=event.setup.system, where=place_word(event.setup))


def refused(event: Tournament, refusal: Refusal) -> Refused:
    message = speaker_of(event).verdict("refusal", refusal)
    return Refused(refusal.code, refusal.article, message, refusal.facts)


class NextRound(Frozen):
    """A round that was made for an event, and is not part of it yet: `publish` adds it."""

    made_for: Tournament
    after: Event

    @property
    def round(self) -> Round:
        return self.after.rounds[-1]

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def tables(self) -> tuple[Table, ...]:
        return self.round.tables

    @property
    def byes(self) -> tuple[Bye, ...]:
        return self.round.byes

    @property
    def reasons(self) -> tuple[Reason, ...]:
        return self.round.reasons

    @property
    def relaxations(self) -> tuple[Relaxation, ...]:
        return self.round.relaxations

    @property
    def seed(self) -> int | None:
        return self.round.seed


class StandingsRow(Frozen):
    """One line of the standings. Level players share their place; who has none has None. `values` has the criteria in
    their order, whole numbers as such and others as exact fractions; None where there is no such value. `status` is
    active, left, away or late."""

    place: int | None
    player: int
    name: str
    values: Mapping[str, int | Fraction | None]
    status: str = "active"


class ActionField(Frozen):
    """A field of an action: what kind of value it takes, which ones where there are only these, and what it is where it
    is left out."""

    kind: str
    required: bool
    default: Any = None
    choices: tuple[Any, ...] = ()


def action_fields(kind: type[Body]) -> dict[str, ActionField]:
    """The fields of a body, as its description for other programs has them."""
    described = msgspec.json.schema(kind)["$defs"][kind.__name__]
    found: dict[str, ActionField] = {}
    for name, one in described["properties"].items():
        forms = one.get("anyOf", [one])
        choices = tuple(choice for form in forms for choice in form.get("enum", ()))
        kinds = dict.fromkeys(form.get("type") or ("string" if "enum" in form else "object") for form in forms)
        required = name in described["required"]
        found[name] = ActionField(" / ".join(kinds), required, one.get("default"), choices)
    return found
