"""What there is to see of an event."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Any

import msgspec
from msgspec.structs import asdict

from ronda.core import Frozen, Measure, Player, RankedRow, Round, replace
from ronda.desk import waiting_for
from ronda.desk.actions import ACTIONS
from ronda.desk.bodies import AT_LEAST_0, Number
from ronda.desk.fees import fee_list
from ronda.desk.permissions import Actor, Permission, Role, permission
from ronda.desk.prizes import prize_list
from ronda.operations.operation import Caller, EventCaller, Operation, Outcome
from ronda.store.event_log import LogPages
from ronda.store.live_events import LiveEvent, podium_of_event, standings_of
from ronda.store.read_model.tables import round_ends
from ronda.store.seal import head_text
from ronda.systems import book_of, standings_book
from ronda.systems.lists import pairing_list_of, standings_columns
from ronda.views.events import EventStand, LogLine, event_stand, log_line
from ronda.views.rounds import RoundLine, RoundState, round_line, round_state, with_pairings
from ronda.views.rulings import (
    AppealView,
    FeeListView,
    PenaltyView,
    PrizeListView,
    appeal_views,
    fee_list_view,
    penalty_views,
    prize_list_view,
)
from ronda.views.seat import PlayedLine, PlayerLine, as_published, played_by, played_line, player_line
from ronda.views.stages import StageView, stage_views
from ronda.views.standings import (
    ColumnLine,
    PodiumStep,
    StandingsLine,
    column_lines,
    podium_steps,
    standings_line,
    winners_of,
    with_cells,
    working_of,
)
from ronda.views.verdicts import InForceLine, NoteLine, in_force_lines, note_lines

MOST_ENTRIES = 1000
_WITHIN: dict[str, Any] = {"ge": 0, "le": 1_000_000_000, "extra_json_schema": {"extra": AT_LEAST_0}}
Last = Annotated[int, msgspec.Meta(**_WITHIN, description="only so many, the newest")]
OfPlayer = Annotated[int, msgspec.Meta(**_WITHIN, description="only this one, with working and notes")]


class ActionState(Frozen):
    """Something that can be done: from which role on, whether the event is ready for it (`confirm`: with
    `confirm=true`), and whether the asker's role allows it."""

    name: str
    role: Role
    now: Permission
    allowed: bool


class EventState(EventStand, kw_only=True):
    """An event as it stands, with the `actions` that there are (`deeds` is the older name of the same, and deprecated).
    `version` counts what has happened to it; `head` (for the desk, else null) is where its log ends, to be noted:
    `ronda replay CODE --head` finds out whether it is still there. `winners` (several: a tie) and `podium` are declared
    when the event is finished, and empty before; until then, when all planned rounds are over, `provisional_winners`
    are those who lead."""

    code: str
    version: int
    role: Role
    actions: list[ActionState]
    deeds: Annotated[list[ActionState], msgspec.Meta(description="The older name of `actions`: deprecated")]
    in_force: list[InForceLine]
    winners: list[int]
    provisional_winners: list[int]
    podium: list[PodiumStep]
    head: str | None = None


class Players(Frozen):
    code: str
    version: int
    players: list[PlayerLine]


class PlayerState(Frozen):
    """A player with the rounds so far."""

    code: str
    version: int
    player: PlayerLine
    rounds: list[PlayedLine]
    notes: list[NoteLine]


class Rounds(Frozen):
    code: str
    version: int
    rounds: list[RoundLine]


class StandingsState(Frozen):
    """Standings up to round `after`; `provisional` while results are `missing`: byes of that round do not count yet.
    `columns` are those of the list as people read it, in their order. `winners`, `podium` and `provisional_winners`
    as in the event, after all rounds."""

    code: str
    version: int
    after: int
    provisional: bool
    missing: int
    rows: list[StandingsLine]
    columns: list[ColumnLine] = []
    winners: list[int] = []
    podium: list[PodiumStep] = []
    provisional_winners: list[int] = []


class PenaltiesState(Frozen):
    """Who is not at the desk sees only what changed a score, a place or who plays, and no reasons."""

    code: str
    version: int
    penalties: list[PenaltyView]
    appeals: list[AppealView] = []


class PrizesState(Frozen):
    """`list` is null while no prizes are published; `provisional`: the event is not decided yet."""

    code: str
    version: int
    provisional: bool
    list: PrizeListView | None


class StagesState(Frozen):
    """The stages of the event with their brackets and groups; none where it has only its rounds."""

    code: str
    version: int
    stages: list[StageView]


class Log(Frozen):
    """`more`: there are later entries; ask again with `after` = the last version."""

    code: str
    version: int
    entries: list[LogLine]
    more: bool


def get_event(caller: EventCaller) -> EventState:
    return event_state(caller, caller.event)


def event_state(caller: Caller, event: LiveEvent, person: Actor | None = None) -> EventState:
    """As the caller, or this person, may know it: a draft is the desk's own."""
    person = person or caller.person
    tournament = event.tournament if person.may("helper") else as_published(event.tournament)
    podium = podium_of_event(event)
    actions = [  # a result that is not there yet is entered, not corrected: no table is meant
        ActionState(
            action.name, action.role, permission(action.kind_for(tournament), tournament), action.allowed(person)
        )
        for action in ACTIONS.values()
    ]
    return EventState(
        **asdict(event_stand(tournament)),
        code=event.code,
        version=event.version,
        role=person.role,
        actions=actions,
        deeds=actions,
        in_force=in_force_lines(tournament, caller.speaker),
        winners=winners_of(podium),
        provisional_winners=winners_of(podium, provisional=True),
        podium=podium_steps(podium, caller.speaker),
        head=head_text(event.version, event.stored.hash) if person.may("helper") else None,
    )


def known_player(caller: EventCaller, number: int) -> Player | None:
    return next((player for player in caller.tournament.players if player.id == number), None)


def players(caller: EventCaller) -> Players:
    return Players(caller.code, caller.version, [_line(caller, player) for player in caller.tournament.players])


def _line(caller: EventCaller, player: Player) -> PlayerLine:
    named = caller.naming.of(player) == "full"  # of the young less is shown than of others (PP5.1)
    return player_line(caller.tournament, player, caller.speaker, staff=caller.staff, named=named)


def player(caller: EventCaller, player: int) -> PlayerState | Outcome:
    who = known_player(caller, player)
    if who is None:
        return Outcome.MISSING
    shown = as_published(caller.tournament)
    return PlayerState(
        caller.code,
        caller.version,
        _line(caller, who),
        [played_line(shown, past) for past in played_by(shown, player)],
        note_lines(book_of(shown), player, caller.speaker),
    )


def rounds(caller: EventCaller) -> Rounds:
    with caller.store.reads() as connection:
        ended = round_ends(connection, caller.code)
    lines = [round_line(one, ended.get(one.number)) for one in caller.seen.rounds]
    return Rounds(caller.code, caller.version, lines)


def round_(caller: EventCaller, number: int) -> RoundState | Outcome:
    seen = caller.seen
    if not 1 <= number <= len(seen.rounds):
        return Outcome.MISSING
    reports = (seen.reports if number == len(seen.rounds) else {}) if caller.staff else None
    made, speaker, naming = visible_round(caller, seen.rounds[number - 1]), caller.speaker, caller.naming
    state = round_state(seen, made, speaker, reports=reports, open_facts=not naming.hides, blank=None)
    return with_pairings(state, seen, made, pairing_list_of(seen, made, speaker.number, naming), speaker)


def visible_round(caller: EventCaller, round_: Round) -> Round:
    """The round as the caller may see it: free texts may have names in them."""
    if not caller.naming.hides:
        return round_
    reasons = tuple(reason for reason in round_.reasons if reason.code != "recorded")
    return replace(round_, reasons=reasons, approved=None)


def visible_measures(caller: EventCaller, row: RankedRow) -> dict[str, Measure]:
    """The values of a row that the caller may see: a rating tells who somebody is."""
    hidden = caller.naming.hides
    return {name: one for name, one in row.measures.items() if not (hidden and one.criterion.personal)}


def standings(
    caller: EventCaller, after: Number | None = None, player: OfPlayer | None = None
) -> StandingsState | Outcome:
    shown, speaker = as_published(caller.tournament), caller.speaker
    last = len(shown.rounds)
    wanted = last if after is None else after
    if wanted > last or (player is not None and known_player(caller, player) is None):
        return Outcome.MISSING
    rows = standings_of(caller.event, wanted)
    columns = standings_columns(rows, hides=caller.naming.hides)
    if player is not None:
        rows = tuple(row for row in rows if row.player == player)
    lines = []
    for row in rows:
        measures = visible_measures(caller, row)
        line = standings_line(row, speaker, measures)
        if player is not None:
            notes = note_lines(standings_book(shown, wanted), player, speaker)
            line = replace(line, working=working_of(row, measures), notes=notes)
        lines.append(line)
    missing = waiting_for(caller.tournament, wanted)
    podium = podium_of_event(caller.event) if wanted == last else None
    return StandingsState(
        caller.code,
        caller.version,
        wanted,
        missing > 0,
        missing,
        with_cells(lines, rows, columns, speaker, caller.labels, caller.naming),
        column_lines(columns, speaker),
        winners_of(podium),
        podium_steps(podium, speaker),
        winners_of(podium, provisional=True),
    )


def penalties(caller: EventCaller) -> PenaltiesState:
    found = penalty_views(caller.seen, caller.speaker, staff=caller.staff)
    appeals = appeal_views(caller.seen, caller.speaker) if caller.staff else []
    return PenaltiesState(caller.code, caller.version, found, appeals)


def prizes(caller: EventCaller) -> PrizesState:
    found = prize_list(caller.seen)
    shown = None if found is None else prize_list_view(found, caller.speaker, staff=caller.staff)
    return PrizesState(caller.code, caller.version, not caller.tournament.finished, shown)


def stages(caller: EventCaller) -> StagesState:
    return StagesState(caller.code, caller.version, stage_views(caller.seen, caller.speaker))


def log(caller: EventCaller, after: Number | None = None, last: Last | None = None) -> Log:
    start = max(after or 0, 0 if last is None else caller.version - last)
    pages = LogPages(caller.store, caller.event, caller.speaker.removed)
    found = pages.between(start + 1, start + MOST_ENTRIES)
    lines = [log_line(entry, caller.speaker) for entry in found]
    return Log(caller.code, caller.version, lines, start + len(found) < caller.version)


def fees(caller: EventCaller) -> FeeListView:
    return fee_list_view(fee_list(caller.tournament, date.today().isoformat()), caller.speaker)


OPERATIONS = (
    Operation("getEvent", "GET ", "public", get_event, "An event as it stands, and what may be done now"),
    Operation("getPlayers", "GET /players", "public", players, "The players"),
    Operation(
        "getPlayer",
        "GET /players/{player}",
        "public",
        player,
        "One player with partners, opponents and results",
    ),
    Operation("getRounds", "GET /rounds", "public", rounds, "The rounds"),
    Operation(
        "getRound",
        "GET /rounds/{number}",
        "public",
        round_,
        "A round with its tables, byes, results and reasons",
    ),
    Operation(
        "getStandings",
        "GET /standings",
        "public",
        standings,
        "Standings after all rounds, or after some",
    ),
    Operation(
        "getPenalties",
        "GET /penalties",
        "public",
        penalties,
        "Penalties, and for the desk also notes and reasons",
    ),
    Operation("getPrizes", "GET /prizes", "public", prizes, "The prize list by the standings of now"),
    Operation("getStages", "GET /stages", "public", stages, "The stages: who entered them, brackets and groups"),
    Operation("getLog", "GET /log", "arbiter", log, "Who did what when"),
    Operation("getFees", "GET /fees", "helper", fees, "Fees: due, paid and open"),
)
