"""Ronda for programs: `import ronda`. An event is a value; whatever is done to it gives another one.

Everything is decided where the commands and the desk decide it. What a rule forbids, and an argument that does not fit,
raises `Refused`, with the words that people would be told.
"""

from __future__ import annotations

import datetime
import json
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import lcm
from os import PathLike
from pathlib import Path
from typing import Any, Literal

import msgspec

from ronda import desk, registry
from ronda.core import (
    Criterion,
    Finding,
    OptionValue,
    Reason,
    Refusal,
    Relaxation,
    Tournament,
    fresh_seed,
    replace,
)
from ronda.core.facts import Created, Entered, Fact
from ronda.desk.actions import ACTIONS, PHONE, STEPS, Action, Request
from ronda.desk.bodies import MOST_PLAYERS, Body, Particulars
from ronda.desk.desk import LedgerEntry, decided, not_now, steps
from ronda.desk.permissions import Actor, permission
from ronda.desk.players import player_of
from ronda.desk.results import written
from ronda.desk.rounds import forced_by
from ronda.desk.settings import joined, taken_up
from ronda.formats.atomic_write import replace_file
from ronda.formats.errors import Fault, Unreadable, shown
from ronda.formats.event_text import KINDS, event_bytes
from ronda.formats.json_types import wrong_type
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.rows import VERSION, FilePlayer, player_row
from ronda.formats.trf.events import facts_of
from ronda.lab.simulate import SimulationPlan
from ronda.lab.simulate import simulate as play
from ronda.library.arguments import (
    Refused,
    body_of,
    checked,
    known_choice,
    normal,
    player_rows,
    unfit,
    within_bounds,
)
from ronda.library.event import (
    ActionField,
    Event,
    NextRound,
    StandingsRow,
    action_fields,
    begun,
    event_of,
    grown,
    log_of,
    refused,
    speaker_of,
)
from ronda.systems import system as system_of
from ronda.systems.labels import NAME_MODES, names
from ronda.texts import LANGUAGES, Speaker
from ronda.views.verdicts import approval_text, reason_text

__all__ = [
    "ActionField",
    "Event",
    "NextRound",
    "Refused",
    "StandingsRow",
    "act",
    "actions",
    "check",
    "dump",
    "dumps",
    "explain",
    "load",
    "loads",
    "new",
    "pair",
    "publish",
    "record",
    "sheet",
    "simulate",
    "standings",
    "tell",
]

_PROGRAM = Actor("owner", "program")
_MOST_ROUNDS = 1000
_ROWS = "players"  # a list of players may also come as rows
# A program's own criterion: the value of a player in an event, None: there is none. More is better.
OwnCriterion = Callable[[Event, int], int | Fraction | None]


# --- files -------------------------------------------------------------------------------------------------


@checked
def load(path: str | PathLike[str]) -> Event:
    """The event in a file; what kind of file it is, its name says. Raises OSError."""
    return _read(Path(path).read_bytes(), _kind_of(path))


@checked
def loads(text: str | bytes, kind: str = "json") -> Event:
    return _read(text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text, kind)


@checked
def dump(event: Tournament, path: str | PathLike[str]) -> None:
    """Replaces the file in one piece. Raises OSError."""
    replace_file(Path(path), dumps(event, _kind_of(path)).encode())


@checked
def dumps(event: Tournament, kind: str = "json") -> str:
    """The event as the text of a file: `json`, or `trf` for a report file (TRF26)."""
    _known_format(kind)
    data = event_bytes(event, kind)
    if isinstance(data, Refusal):
        raise refused(event, data)
    return data.decode()


@checked
def sheet(
    event: Tournament,
    sheet: str,
    *,
    round: int | None = None,
    language: str = "en",
    paper: Literal["a4", "letter"] = "a4",
    names: str = "full",
    date: datetime.date | None = None,
) -> bytes:
    """A printed sheet as the bytes of a PDF: `tables`, `names`, `slips`, `scores`, `start`, `standings`, `cross`, …"""
    from ronda.sheets import SheetOrder, pdf  # the typesetter takes a while to load

    known_choice("language", language, LANGUAGES)
    known_choice("names", names, NAME_MODES)
    year = 0 if date is None else date.year
    order = SheetOrder(sheet, language, paper, round, date, names=names, year=year)  # type: ignore[arg-type]
    made = pdf(event, order)
    if isinstance(made, Refusal):
        raise refused(event, made)
    return made


@checked
def new(
    system: str,
    players: Any,
    *,
    name: str = "",
    seed: int | None = None,
    avoid: Sequence[Mapping[str, Any]] = (),
    **options: OptionValue,
) -> Event:
    """An event before its first round. Players are names, mappings with the fields of the tournament file, or a
    DataFrame with such columns; who has no `id` gets the place in the list. Without a seed one is chosen, and kept with
    the event."""
    _known_system(system)
    declared = system_of(system)
    value = {
        "ronda": VERSION,
        "name": name,
        "system": system,
        "options": normal(options),
        "seed": fresh_seed() if seed is None else seed,
        "players": _numbered(players, player_row(declared.forms.number_key)),
        "avoid": normal(avoid),
    }
    event = _read(json.dumps(value, default=_not_in_json).encode(), "json")
    setup = replace(event.setup, options=declared.rules.new_options(event.setup.options))
    return begun([Created(setup), *map(Entered, event.players)])


# --- what can be done --------------------------------------------------------------------------------------


@checked
def actions(event: Tournament) -> dict[str, dict[str, ActionField]]:
    """What can be done to the event now, and with which fields: the actions of the desk, but for those of phones."""
    log = log_of(event)
    found = {
        name: action_fields(action.body)
        for name, action in ACTIONS.items()
        if name not in PHONE and _can_be_done(event, log, action)
    }
    if "enter-list" in found:
        found["enter-list"][_ROWS] = ActionField("array", required=False)
    return found


@checked
def act(event: Tournament, action: str, /, **fields: Any) -> Event:
    """The event after an action of the desk, with the fields that the API gives it: `act(event, "leave", player=3)`. A
    program needs no second word for what the desk would ask about. `enter-list` also takes `players`, as `new` does."""
    known_choice("action", action, [name for name in ACTIONS if name not in PHONE])
    asked, kind, given = ACTIONS[action], ACTIONS[action].body, dict(fields)
    if action == "enter-list" and _ROWS in given:
        rows = player_rows(given.pop(_ROWS), Particulars.__struct_fields__)
        asked, given = replace(asked, decide=partial(_enter_rows, rows)), {"text": "", **given}
    round, table = normal(given.get("round")), normal(given.get("table"))
    if "was" in kind.__struct_fields__ and isinstance(round, int) and isinstance(table, int):
        given = {"was": written(event, round, table), **given}  # a program sees what stands there
    return _after(event, asked, body_of(kind, given))


def _enter_rows(rows: Sequence[Mapping[str, Any]], tournament: Tournament) -> Sequence[Fact] | Refusal:
    """All of them or none, as from a list that is pasted; ids are given by the desk."""
    given = [body_of(Particulars, {key: value for key, value in row.items() if key != "id"}) for row in rows]
    found = joined(tournament, [player_of(one) for one in given])
    return found or Refusal("nothing_changed", "S4")


# --- rounds ------------------------------------------------------------------------------------------------


@checked
def pair(event: Tournament, *, seed: int | None = None, approved: tuple[str, str] | None = None) -> NextRound:
    """The next round. One that no rule allows must be `approved` by a director: who, and why (D7.3, C5.5)."""
    approve = None if approved is None else dict(zip(("by", "reason"), approved, strict=True))
    return NextRound(event, act(event, "pair", seed=seed, approve=approve, publish=True, or_draft=True))


@checked
def publish(event: Tournament, made: NextRound) -> Event:
    """The event with the round that was made for it."""
    if made.made_for != event:
        raise refused(event, Refusal("other_event", "S4", {"round": made.number}))
    if made.round.forced and made.round.approved is None:
        raise refused(event, Refusal("approval_needed", forced_by(made.round)))
    return made.after


@checked
def record(
    event: Tournament, round: int, table: int, result: str, *, absent: Sequence[int] = (), confirmed: bool = False
) -> Event:
    """The event with a result as people type it, or with a corrected one. A doubtful score must be `confirmed`;
    `absent` are those who were missing at a table that was not played (D2.3)."""
    return act(event, "result", round=round, table=table, result=result, absent=absent, sure=confirmed)


# --- looking -----------------------------------------------------------------------------------------------


@checked
def standings(
    event: Tournament, *, after: int | None = None, criteria: Sequence[str | OwnCriterion] | None = None
) -> list[StandingsRow]:
    """After all rounds, or after so many. `criteria` are tie-breaks by their codes, such as `BH/C1`, where one plays
    against one; criteria of the system by their names; or functions of the event and a player that give a whole number,
    a Fraction or None."""
    rounds = len(event.rounds) if after is None else after
    if not 0 <= rounds <= len(event.rounds):
        raise refused(event, Refusal("unknown_round", "S4", {"round": rounds, "rounds": len(event.rounds)}))
    shown = event_of(replace(event, rounds=event.rounds[:rounds]))
    chosen = None if criteria is None else _criteria(shown, criteria)
    called = names(event)
    return [
        StandingsRow(
            row.place,
            row.player,
            called[row.player],
            {name: _whole_or_fraction(measure.value) for name, measure in row.measures.items()},
            row.status,
        )
        for row in desk.standings_after(event, rounds, chosen)
    ]


@checked
def check(event: Tournament) -> list[Finding]:
    """What the rulebook says against the rounds, each as things were known when it was made; what was only relaxed, or
    is worth a note, says so (`severity`)."""
    return list(desk.check_rounds(event))


@checked
def explain(event: Tournament, round: int | NextRound | None = None, *, language: str = "en") -> list[str]:
    """Why a round is as it is, in sentences: the last one, that of this number, or one that is not published yet."""
    known_choice("language", language, LANGUAGES)
    if isinstance(round, NextRound):
        shown = round.round
    else:
        number = len(event.rounds) if round is None else round
        if not 1 <= number <= len(event.rounds):
            raise refused(event, Refusal("unknown_round", "S4", {"round": number, "rounds": len(event.rounds)}))
        shown = event.rounds[number - 1]
    speaker = speaker_of(event, language)
    found = [speaker.verdict("relaxation", relaxation) for relaxation in shown.relaxations]
    if shown.approved is not None:
        found.append(approval_text(shown, speaker))
    return found + [reason_text(reason, speaker) for reason in shown.reasons]


@checked
def tell(event: Tournament, verdict: Finding | Relaxation | Reason, *, language: str = "en") -> str:
    """A finding, a relaxation or a reason in words."""
    known_choice("language", language, LANGUAGES)
    speaker = speaker_of(event, language)
    if isinstance(verdict, Finding):
        return speaker.verdict("finding", verdict)
    return speaker.verdict("reason" if isinstance(verdict, Reason) else "relaxation", verdict)


@checked
def simulate(
    system: str,
    players: Any,
    rounds: int,
    *,
    seed: int = 0,
    strengths: Sequence[int] | None = None,
    **options: OptionValue,
) -> Event:
    """A whole event with random results; the same seed gives the same event. Players are so many, or as for `new`;
    `strengths` say what each of them can really do, in the order of the list and on the scale of ratings: with 200 more
    one wins 76 of 100 trials. Without them it is the rating and some luck of the day; so many players with `strengths`
    are rated by these."""
    within_bounds("rounds", rounds, 1, _MOST_ROUNDS)
    count = normal(players) if isinstance(players, int | float) else None
    field = players
    if count is not None:
        within_bounds("players", count, 2, MOST_PLAYERS)
        field = [{"name": f"Player {at}", "rating": one} for at, one in enumerate(strengths or [0] * count, start=1)]
    event = new(system, field, seed=seed, **{**options, "rounds": rounds})  # type: ignore[arg-type]
    known = [player.id for player in event.players]
    if strengths is not None and len(strengths) != (count or len(known)):
        raise unfit(Fault("wrong_length", expected=count or len(known), found=len(strengths)).within("strengths"))
    entries = event.players if count is None or strengths else ()
    really = dict(zip(known, strengths or (), strict=False))
    plan = SimulationPlan(system, len(known), rounds, seed, event.setup.options, entries=entries, strengths=really)
    return begun(taken_up(play(plan, checked=False).tournament))


# --- inside ------------------------------------------------------------------------------------------------


def _can_be_done(event: Tournament, log: Sequence[LedgerEntry], action: Action) -> bool:
    if permission(action.kind_for(event), event) == "forbidden":
        return False
    return action.name not in STEPS or bool(steps(log)[STEPS.index(action.name)])


def _after(event: Tournament, action: Action, body: Body) -> Event:
    """An event is a value, and whoever has the one before has the way back: nothing needs a second word."""
    request = Request(action, body, _PROGRAM, confirmed=True)
    if action.on_log:
        log = log_of(event)
        found = not_now(event, request) or action.decided(log=log, version=len(log), body=body)
    else:
        found = decided(event, request)
    if isinstance(found, Refusal):
        raise refused(event, found)
    return grown(event, found)


def _criteria(event: Event, chosen: Sequence[str | OwnCriterion]) -> tuple[Criterion, ...]:
    """Tie-breaks by their codes or criteria of the system by their names, and among them a program's own; points that
    the rules put in front stay there. Raises Refused."""
    rules, codes = system_of(event.setup.system).rules, [one for one in chosen if isinstance(one, str)]
    listed = rules.chosen_criteria(event.setup, ",".join(codes)) if codes else ()
    if isinstance(listed, Refusal):
        known = {one.name: one for one in rules.criteria(event.setup)}
        if not known.keys() >= set(codes):
            raise refused(event, listed)
        listed = tuple(known[code] for code in codes)
    found = list(listed)
    in_front = len(listed) - len(codes)
    for at, one in enumerate(chosen):
        if not isinstance(one, str):
            found.insert(in_front + at, _own_criterion(event, one))
    return tuple(found)


def _own_criterion(event: Event, function: OwnCriterion) -> Criterion:
    """Exact: whole numbers of the smallest unit that all values share."""
    name = getattr(function, "__name__", "own")
    values = {player.id: function(event, player.id) for player in event.players}
    for value in values.values():
        if isinstance(value, bool) or not isinstance(value, int | Fraction | None):
            raise unfit(wrong_type("int / Fraction / None", value).within(name))
    unit = lcm(*(Fraction(value).denominator for value in values.values() if value is not None))
    amounts = {player: None if value is None else int(value * unit) for player, value in values.items()}
    return Criterion(name, lambda *_: amounts, unit=unit, optional=True)


def _numbered(players: Any, kind: type[FilePlayer]) -> list[dict[str, Any]]:
    known = [field.encode_name for field in msgspec.structs.fields(kind)]
    return [{"id": at, **player} for at, player in enumerate(player_rows(players, known), start=1)]


def _not_in_json(value: Any) -> Any:
    raise unfit(wrong_type("string", value))


def _read(data: bytes, kind: str) -> Event:
    _known_format(kind)
    try:
        return begun(read(data) if kind != "trf" else facts_of(data).facts)
    except Unreadable as trouble:
        raise unfit(trouble) from None


def _kind_of(path: str | PathLike[str]) -> str:
    suffix = Path(path).suffix.lower()
    return KINDS.get(suffix, suffix.removeprefix("."))


def _known_format(kind: str) -> None:
    if kind not in KINDS.values():
        facts = {"found": kind, "known": ", ".join(KINDS.values())}
        raise Refused("unknown_format", "", Speaker("en").say("refusal.unknown_format", **facts), facts)


def _known_system(name: str) -> None:
    if not registry.known(name):
        raise unfit(Fault("unknown_system", found=shown(name), known=list(registry.names())).within("system"))


def _whole_or_fraction(value: Fraction | None) -> int | Fraction | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else value
