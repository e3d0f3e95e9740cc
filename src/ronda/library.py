"""Ronda for programs: `import ronda`. An event is a value; whatever is done to it gives another one.

Everything is decided where the commands and the desk decide it. What a rule forbids raises `Refused`, with the words
that people would be told.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import Any

from ronda import desk, registry
from ronda.core.chance import fresh_seed
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Bye, OptionValue, Round, Table, Tournament
from ronda.core.values import replace
from ronda.core.verdicts import Finding, Reason, Refusal, Relaxation
from ronda.desk.actions import ACTIONS, Request, bodies
from ronda.desk.actions.decide_rounds import written
from ronda.desk.desk import decided
from ronda.desk.roles import Actor
from ronda.desk.rounds import forced_by
from ronda.formats.atomic_write import replace_file
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import KINDS, event_bytes
from ronda.formats.tournament.reading import VERSION, read
from ronda.formats.trf.to_facts import facts_of
from ronda.lab.simulate import SimulationPlan
from ronda.lab.simulate import simulate as play
from ronda.systems import system as system_of
from ronda.systems.declarations import place_word
from ronda.systems.labels import names
from ronda.texts.speaker import Speaker
from ronda.views.verdicts import told_reason
from ronda.views.wording import told_approval

Event = Tournament

_PROGRAM = Actor("owner", "program")


class Refused(Exception):
    """What a rule forbids, or what cannot be read: `code` and `article` for programs, `message` for people."""

    def __init__(self, code: str, article: str, message: str, facts: Mapping[str, Any] | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.article = article
        self.message = message
        self.facts = dict(facts or {})


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round that was made for an event, and is not part of it yet: `publish` adds it."""

    made_for: Event
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


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings. Level players share their place; who has none has None. `values` has the criteria in
    their order, whole numbers as such and others as exact fractions; None where there is no such value. `status` is
    active, left, away or late."""

    place: int | None
    player: int
    name: str
    values: Mapping[str, int | Fraction | None]
    status: str = "active"


# --- files -------------------------------------------------------------------------------------------------


def load(path: str | PathLike[str]) -> Event:
    """The event in a file; what kind of file it is, its name says. Raises OSError."""
    return _read(Path(path).read_bytes(), _kind_of(path))


def loads(text: str | bytes, kind: str = "json") -> Event:
    return _read(text.encode() if isinstance(text, str) else text, kind)


def dump(event: Event, path: str | PathLike[str]) -> None:
    """Replaces the file in one piece. Raises OSError."""
    replace_file(Path(path), dumps(event, _kind_of(path)).encode())


def dumps(event: Event, kind: str = "json") -> str:
    """The event as the text of a file: `json`, or `trf` for a report file (TRF26)."""
    _known(kind)
    data = event_bytes(event, kind)
    if isinstance(data, Refusal):
        raise _refused(event, data)
    return data.decode()


def new(
    system: str,
    players: Iterable[str | Mapping[str, Any]],
    *,
    name: str = "",
    seed: int | None = None,
    avoid: Sequence[Mapping[str, Any]] = (),
    **options: OptionValue,
) -> Event:
    """An event before its first round. Players are names, or mappings with the fields of the tournament file; who
    has no `id` gets the place in the list. Without a seed one is chosen, and kept with the event."""
    listed = [{"name": player} if isinstance(player, str) else dict(player) for player in players]
    value = {
        "ronda": VERSION,
        "name": name,
        "system": system,
        "options": options,
        "seed": fresh_seed() if seed is None else seed,
        "players": [{"id": at, **player} for at, player in enumerate(listed, start=1)],
        "avoid": [dict(pair_) for pair_ in avoid],
    }
    event = loads(json.dumps(value))
    options_ = system_of(system).new_options(event.setup.options)
    return replace(event, setup=replace(event.setup, options=options_))


# --- rounds ------------------------------------------------------------------------------------------------


def pair(event: Event, *, seed: int | None = None, approved: tuple[str, str] | None = None) -> NextRound:
    """The next round. One that no rule allows must be `approved` by a director: who, and why (D7.3, C5.5)."""
    approve = None if approved is None else bodies.ApprovalInput(*approved)
    body = bodies.NextRound(seed=seed, approve=approve, publish=True, or_draft=True)
    return NextRound(event, _after(event, "pair", body))


def publish(event: Event, made: NextRound) -> Event:
    """The event with the round that was made for it."""
    if made.made_for != event:
        raise _refused(event, Refusal("other_event", "S4", {"round": made.number}))
    if made.round.forced and made.round.approved is None:
        raise _refused(event, Refusal("approval_needed", forced_by(made.round)))
    return made.after


def record(
    event: Event, round: int, table: int, result: str, *, absent: Sequence[int] = (), confirmed: bool = False
) -> Event:
    """The event with a result as people type it, or with a corrected one. A doubtful score must be `confirmed`;
    `absent` are those who were missing at a table that was not played (D2.3)."""
    was = written(event, round, table)
    return _after(event, "result", bodies.ResultEntry(round, table, result, was, list(absent), sure=confirmed))


# --- looking -----------------------------------------------------------------------------------------------


def standings(event: Event, *, after: int | None = None, criteria: Sequence[str] | None = None) -> list[StandingsRow]:
    """After all rounds, or after so many. `criteria` are tie-breaks by their codes, such as `BH/C1`, where one plays
    against one."""
    chosen = None
    if criteria is not None:
        found = system_of(event.setup.system).chosen_criteria(event.setup, ",".join(criteria))
        if isinstance(found, Refusal):
            raise _refused(event, found)
        chosen = found
    rounds = len(event.rounds) if after is None else after
    if not 0 <= rounds <= len(event.rounds):
        raise _refused(event, Refusal("unknown_round", "S4", {"round": rounds, "rounds": len(event.rounds)}))
    called = names(event)
    return [
        StandingsRow(
            row.place,
            row.player,
            called[row.player],
            {name: _plain(measure.value) for name, measure in row.measures.items()},
            row.status,
        )
        for row in desk.standings_after(event, rounds, chosen)
    ]


def check(event: Event) -> list[Finding]:
    """What the rulebook says against the rounds, each as things were known when it was made; what was only relaxed, or
    is worth a note, says so (`severity`)."""
    return list(desk.check_rounds(event))


def explain(event: Event, round: int | NextRound | None = None, *, language: str = "en") -> list[str]:
    """Why a round is as it is, in sentences: the last one, that of this number, or one that is not published yet."""
    if isinstance(round, NextRound):
        shown = round.round
    else:
        number = len(event.rounds) if round is None else round
        if not 1 <= number <= len(event.rounds):
            raise _refused(event, Refusal("unknown_round", "S4", {"round": number, "rounds": len(event.rounds)}))
        shown = event.rounds[number - 1]
    speaker = Speaker(language, names(event), system=event.setup.system, where=place_word(event.setup))
    found = [speaker.verdict("relaxation", relaxation) for relaxation in shown.relaxations]
    if shown.approved is not None:
        found.append(told_approval(shown, speaker))
    return found + [told_reason(reason, speaker) for reason in shown.reasons]


def tell(event: Event, verdict: Finding | Relaxation | Reason, *, language: str = "en") -> str:
    """A finding, a relaxation or a reason in words."""
    speaker = Speaker(language, names(event), system=event.setup.system, where=place_word(event.setup))
    if isinstance(verdict, Finding):
        return speaker.verdict("finding", verdict)
    return speaker.verdict("reason" if isinstance(verdict, Reason) else "relaxation", verdict)


def simulate(system: str, players: int, rounds: int, *, seed: int = 0, **options: OptionValue) -> Event:
    """A whole event with random results; the same seed gives the same event."""
    _known_system(system)
    return play(SimulationPlan(system, players, rounds, seed, options), checked=False).tournament


# --- inside ------------------------------------------------------------------------------------------------


def _after(event: Event, name: str, body: bodies.Body) -> Event:
    """An event is a value, and whoever has the one before has the way back: nothing needs a second word."""
    found = decided(event, Request(ACTIONS[name], body, _PROGRAM, confirmed=True))
    if isinstance(found, Refusal):
        raise _refused(event, found)
    return fold(found, event)


def _refused(event: Event, refusal: Refusal) -> Refused:
    message = Speaker("en", names(event), system=event.setup.system, where=place_word(event.setup)).verdict(
        "refusal", refusal
    )
    return Refused(refusal.code, refusal.article, message, refusal.facts)


def _read(data: bytes, kind: str) -> Event:
    _known(kind)
    try:
        return fold(_facts(data, kind))
    except Unreadable as trouble:
        message = Speaker("en").verdict("unreadable", trouble)
        place = f"{trouble.path}: " if trouble.path else ""
        raise Refused(trouble.code, "", f"{place}{message}", trouble.facts) from None


def _facts(data: bytes, kind: str) -> list[Fact]:
    if kind != "trf":
        return read(data)
    return facts_of(data).facts


def _kind_of(path: str | PathLike[str]) -> str:
    suffix = Path(path).suffix.lower()
    return KINDS.get(suffix, suffix.removeprefix("."))


def _known(kind: str) -> None:
    if kind not in KINDS.values():
        facts = {"found": kind, "known": ", ".join(KINDS.values())}
        raise Refused("unknown_format", "", Speaker("en").say("refusal.unknown_format", **facts), facts)


def _known_system(name: str) -> None:
    if not registry.known(name):
        facts = {"found": name, "known": ", ".join(registry.names())}
        raise Refused("unknown_system", "", Speaker("en").say("say.unknown_system", **facts), facts)


def _plain(value: Fraction | None) -> int | Fraction | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else value
