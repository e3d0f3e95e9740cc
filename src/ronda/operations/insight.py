"""Why a round is as it is, whether it is right, and what is to be expected."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from itertools import combinations
from typing import Annotated, Literal, NamedTuple

import msgspec

from ronda.core import Bye, Finding, Frozen, Refusal, Round, Table, Tournament, before_round
from ronda.core.facts import Fact
from ronda.desk.decisions import check_order, check_round
from ronda.desk.permissions import permission
from ronda.desk.rounds import swap_players, swap_tables
from ronda.lab.forecast import forecast as forecast_of
from ronda.lab.forecast import foreseeable
from ronda.operations.operation import EventCaller, Operation, Outcome
from ronda.store import Store, Verified
from ronda.store.event_log import goes_on
from ronda.store.live_events import LiveEvent
from ronda.store.replay import KnownState, Replayed, replay
from ronda.store.seal import head_text
from ronda.systems import book_of, rules_of
from ronda.systems.columns import NAME
from ronda.systems.lists import Listing, cross_table, start_list
from ronda.views.rounds import ByeLine, TableLine, bye_line, table_line
from ronda.views.seat import announced, as_published
from ronda.views.standings import ColumnLine, column_lines
from ronda.views.verdicts import (
    Concerning,
    FindingLine,
    ShownReason,
    concerning_bye,
    concerning_table,
    finding_line,
    shown_reasons,
    worded_listing,
)

MOST_ROWS = 100
_CHECKED = "verified"  # among the lasting parts of an event
Fully = Annotated[bool, msgspec.Meta(description="All of it, and not what happened since it was verified last")]
Which = Annotated[int, msgspec.Meta(ge=1, le=1_000_000_000)]


class WhyState(Frozen):
    """`short`: why, in a sentence or two; `working`: who was passed over and the proof, what was given up, and what is
    true of the whole round; `met`: when two of the table sat together before, null for a bye."""

    title: str
    short: list[ShownReason]
    working: list[ShownReason]
    met: list[str] | None


class CheckState(Frozen):
    """What the independent check says; `holds`: it found no violation."""

    code: str
    version: int
    round: int
    holds: bool
    findings: list[FindingLine]


class EventForecast(Frozen):
    """What is to be expected of the rounds to come; nothing for a field too large to be tried."""

    code: str
    version: int
    findings: list[FindingLine]


class SwapState(Frozen):
    """What a change by hand would mean: the tables and byes that would be others, and what the check would find that it
    does not find now. Nothing is stored."""

    tables: list[TableLine]
    byes: list[ByeLine]
    findings: list[FindingLine]


class ListState(Frozen):
    """A list as it is posted: headings and rows in words; `players` says whose row each is, `columns` what the columns
    are, in the order of the headings."""

    code: str
    version: int
    headings: list[str]
    players: list[int]
    rows: list[list[str]]
    columns: list[ColumnLine]


class VerifiedState(Frozen):
    """Whether everything is as it was written and every round can be made again. `full_at`: when all of it was looked
    at; `before`: up to which version it was not looked at again this time. `head`: where the log ends, to be noted."""

    code: str
    version: int
    holds: bool
    full_at: str
    before: int
    problems: int
    head: str


def _round(caller: EventCaller, number: int) -> Round | None:
    rounds = caller.tournament.rounds
    return rounds[number - 1] if 1 <= number <= len(rounds) else None


def explain(
    caller: EventCaller, number: int, table: Which | None = None, player: Which | None = None
) -> WhyState | Outcome:
    found = _round(caller, number)
    if found is None:
        return Outcome.MISSING
    if table is None:
        if player is None or player not in {bye.player for bye in found.byes}:
            return Outcome.MISSING
        return WhyState(caller.speaker.name_text(player), *_told(caller, found, concerning_bye(found, player)), None)
    at = next((one for one in found.tables if one.number == table), None)
    if at is None:
        return Outcome.MISSING
    title = caller.speaker.say("web.table", table=table)
    return WhyState(title, *_told(caller, found, concerning_table(found, at)), _meetings(caller, found, at))


def _told(caller: EventCaller, round_: Round, found: Concerning) -> tuple[list[ShownReason], list[ShownReason]]:
    """A sentence each, and the working behind."""
    speaker = caller.speaker
    short = [ShownReason(speaker.sentence("reason", reason), reason.article) for reason in found.reasons]
    working = [told for told in shown_reasons(found.reasons, speaker) if told not in short]
    return short, working + shown_reasons([*found.relaxations, *round_.general_reasons], speaker)


def _meetings(caller: EventCaller, round_: Round, table: Table) -> list[str]:
    """For each two at the table, when they sat together before."""
    lines = book_of(before_round(caller.tournament, round_.number)).lines
    told: list[str] = []
    for one, other in combinations(table.players, 2):
        for key, earlier in (
            ("web.round.were_partners", [line.round for line in lines[one] if other in line.partners]),
            ("web.round.were_opponents", [line.round for line in lines[one] if other in line.opponents]),
        ):
            if earlier:
                told.append(caller.speaker.say(key, players=[one, other], rounds=earlier))
    return told


def check(caller: EventCaller, number: int) -> CheckState | Outcome:
    round_ = _round(caller, number)
    if round_ is None:
        return Outcome.MISSING
    found = check_round(caller.tournament, round_)
    if number == len(caller.tournament.rounds):
        found += check_order(caller.tournament)
    holds = all(one.severity != "violation" for one in found)
    lines = [finding_line(one, caller.speaker) for one in found]
    return CheckState(caller.code, caller.version, number, holds, lines)


def forecast(caller: EventCaller) -> EventForecast:
    found = list(forecast_of(caller.tournament).findings()) if foreseeable(caller.tournament) else []
    return EventForecast(caller.code, caller.version, [finding_line(one, caller.speaker) for one in found])


# --- a change by hand --------------------------------------------------------------------------------------


class ByHand(NamedTuple):
    """What a change by hand would mean: tables and byes that would be others, and what the check would find anew."""

    after: list[Table]
    rests: list[Bye]
    findings: list[Finding]


def changed_by_hand(
    tournament: Tournament, number: int, one: int, other: int, *, tables: bool
) -> ByHand | Refusal | Outcome:
    if not 1 <= number == len(tournament.rounds) or permission("rearrange", tournament) == "forbidden":
        return Outcome.MISSING
    changed = (swap_tables if tables else swap_players)(tournament, one, other)
    if isinstance(changed, Refusal):
        return changed
    before, after = tournament.rounds[-1], changed.fact.round
    standing = [finding for finding in check_round(tournament, before) if finding.round in (None, number)]
    return ByHand(
        [table for table in after.tables if table not in before.tables],
        [bye for bye in after.byes if bye not in before.byes],
        [finding for finding in changed.findings if finding not in standing],
    )


def preview_swap(
    caller: EventCaller,
    number: int,
    one: Which | None,
    other: Which | None,
    kind: Literal["players", "tables"] = "players",
) -> SwapState | Refusal | Outcome:
    if one is None or other is None:
        return Outcome.UNREADABLE
    found = changed_by_hand(caller.tournament, number, one, other, tables=kind == "tables")
    if not isinstance(found, ByHand):
        return found
    setup, speaker = caller.tournament.setup, caller.speaker
    rules = rules_of(setup)
    return SwapState(
        [table_line(table, rules, speaker, blank=None) for table in found.after],
        [bye_line(bye, setup, rules, speaker, blank=None) for bye in found.rests],
        [finding_line(finding, speaker) for finding in found.findings],
    )


# --- lists as they are posted ------------------------------------------------------------------------------


def get_start_list(caller: EventCaller, page: int = 1) -> ListState:
    tournament = caller.tournament if caller.staff else announced(caller.tournament)
    return _list_state(caller, start_list(tournament, caller.naming), page)


def get_cross_table(caller: EventCaller, page: int = 1) -> ListState:
    speaker = caller.speaker
    letters = speaker.say("label.colour_letters")
    return _list_state(
        caller, cross_table(as_published(caller.tournament), speaker.number, letters, caller.naming), page
    )


def _list_state(caller: EventCaller, listing: Listing, page: int) -> ListState:
    """The page asked for, or the nearest there is."""
    headings, rows = worded_listing(listing, caller.speaker)
    start = min(max(page - 1, 0), max(len(rows) - 1, 0) // MOST_ROWS) * MOST_ROWS
    shown = slice(start, start + MOST_ROWS)
    named = next(at for at, column in enumerate(listing.columns) if column.code == NAME.code)
    players, name = list(listing.who[shown]), caller.speaker.name  # as the caller may know it
    return ListState(
        caller.code,
        caller.version,
        list(headings),
        players,
        [
            [name(who) if at == named else str(cell) for at, cell in enumerate(row)]
            for who, row in zip(players, rows[shown], strict=True)
        ],
        column_lines(listing.columns, caller.speaker),
    )


# --- the log verified --------------------------------------------------------------------------------------


class Checked(NamedTuple):
    """What was found, and with which fact the event ended then. `full_at`: when everything was looked at; `before`: the
    version up to which it was not looked at again this time."""

    found: Verified
    again: Replayed
    last: Fact
    tournament: Tournament
    full_at: datetime
    before: int = 0

    @property
    def holds(self) -> bool:
        return self.again.holds and not self.found.problems


def verify_on(store: Store, event: LiveEvent) -> Checked | None:
    """From the last link that was found right; None where there is none, or the facts do not lead on from it."""
    known: Checked | None = event.lasting.get(_CHECKED)
    if known is None or not goes_on(event.stored, known.found.version, known.last):
        return None
    found = store.verified_since(event.stored, known.found)
    if found is None:
        return None
    start = KnownState(known.found.version, known.tournament)
    again = replay(event.stored.facts, start, known.again.rounds, tournament=event.tournament)
    return _kept(event, found, again, known.full_at, known.found.version)


def verify_fully(
    store: Store, event: LiveEvent, now: datetime, on_step: Callable[[int], None] | None = None
) -> Checked:
    """Every fact, the chain, and every round made again."""
    found = store.verified(event.code)
    return _kept(event, found, replay(event.stored.facts, on_step=on_step or (lambda _: None)), now)


def _kept(event: LiveEvent, found: Verified, again: Replayed, full_at: datetime, before: int = 0) -> Checked:
    """Only what holds, and ends where both looked, is gone on from."""
    checked = Checked(found, again, event.stored.facts[-1], event.tournament, full_at, before)
    if checked.holds and found.hash == event.stored.hash:
        event.lasting.put(_CHECKED, checked)
    return checked


def verify_log(caller: EventCaller, full: Fully = False) -> VerifiedState:
    known = None if full else verify_on(caller.store, caller.event)
    checked = known or verify_fully(caller.store, caller.event, caller.now())
    found = checked.found
    return VerifiedState(
        caller.code,
        found.version,
        checked.holds,
        checked.full_at.isoformat(timespec="seconds"),
        checked.before,
        len(found.problems),
        head_text(found.version, found.hash),
    )


OPERATIONS = (
    Operation(
        "explainTable",
        "GET /rounds/{number}/why",
        "helper",
        explain,
        "Why a table, or the bye of a player, is as it is",
    ),
    Operation(
        "checkRound",
        "GET /rounds/{number}/check",
        "helper",
        check,
        "What the independent check says about a round",
    ),
    Operation("forecastRounds", "GET /forecast", "helper", forecast, "What to expect of the rounds to come"),
    Operation(
        "previewSwap",
        "GET /rounds/{number}/swap",
        "arbiter",
        preview_swap,
        "What a change by hand would mean",
    ),
    Operation("getStartList", "GET /start-list", "public", get_start_list, "The start list"),
    Operation(
        "getCrossTable",
        "GET /cross-table",
        "public",
        get_cross_table,
        "The cross table: everybody's rounds side by side",
    ),
    Operation(
        "verifyLog",
        "GET /log/verify",
        "arbiter",
        verify_log,
        "Whether the log is as it was written and leads to what stands there",
    ),
)
