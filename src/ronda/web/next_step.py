"""The next step of an event, for the bar on every page of its desk: what is going on, and the one thing to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import msgspec

from ronda.core.model import Forfeit, Result, Round, Table, Tournament, begins_with_stage, next_stage
from ronda.core.values import Frozen
from ronda.core.verdicts import Finding, Refusal
from ronda.desk import missing_results
from ronda.desk.actions import ACTIONS
from ronda.desk.clock import Clock
from ronda.desk.decisions import not_ready
from ronda.desk.permissions import permission
from ronda.desk.results import contradicted, disputed
from ronda.operations.clock import clock_changes, clock_of, is_timed, round_seconds
from ronda.store.live_events import podium_of_event, standings_of
from ronda.views.stages import stage_title
from ronda.views.standings import leaders_of
from ronda.views.verdicts import podium_text
from ronda.web.perform import may
from ronda.web.player_search import pool_of
from ronda.web.rendering import clock_face

if TYPE_CHECKING:
    from ronda.web.context import EventContext


class Button(Frozen):
    """A link, or (with `action`) something that is done with these `fields`, after which the page `target` is shown. An
    action with a slash in it is an address below that of the event."""

    label: str
    target: str = ""
    action: str = ""
    fields: dict[str, str] = {}
    short: str = ""  # on a phone
    asks: bool = False  # the target is a question, which is asked where one is


def mend(context: EventContext, why: Refusal | Finding) -> Button | None:
    """The one thing that would help; None if there is no such thing, or it is not for this person."""
    words, at = context.words, f"/e/{context.code}"
    match why.code:
        case "rounds_out_of_bounds":
            return _rounds(context, min(max(why.facts["rounds"], why.facts.get("least", 1)), why.facts["most"]))
        case "rounds_done":
            return _rounds(context, why.facts["rounds"] + 1)
        case "results_missing":
            round_, table = why.facts.get("round", getattr(why, "round", None)), why.facts["tables"][0]
            return Button(words("web.bar.next_missing", table=table), f"{at}/round/{round_}?table={table}")
        case "too_few_players":
            return Button(words("web.desk.add_players"), f"{at}/players")
        case "approval_needed":
            return Button(words("web.desk.look"), f"{at}/round/{len(context.tournament.rounds)}")
        case _:
            return None


def _rounds(context: EventContext, rounds: int) -> Button | None:
    """Another number of rounds, if it can be set now: a button that is refused in its turn mends nothing."""
    action, tournament = ACTIONS["options"], context.tournament
    if rounds < 1 or not may(context.person, "options"):
        return None
    body = msgspec.convert({"options": {"rounds": rounds}}, action.body, strict=False)
    if permission(action.kind_for(tournament, body), tournament) == "forbidden":
        return None
    if isinstance(action.decided(tournament=tournament, body=body), Refusal):
        return None
    return Button(context.words("web.mend.rounds", n=rounds), "", "options", {"options.rounds": str(rounds)})


class NextStep(Frozen):
    """`sentence` says what is going on, `detail` the facts behind it; of `total` tables `done` are in."""

    sentence: str
    detail: str
    primary: Button | None
    round: int = 0
    done: int = 0
    total: int = 0
    missing: int = 0
    clock: Clock | None = None
    clock_seen: int = 0  # how often it was touched: what is pressed must be meant for what was seen
    second: Button | None = None  # where there is a real choice

    @property
    def per_cent(self) -> int:
        return 100 * self.done // self.total if self.total else 0


def next_step(context: EventContext) -> NextStep:
    """Where the event stands, and what comes next."""
    steps = {
        "setup": _setup,
        "draft": _draft,
        "playing": _playing,
        "played": _played,
        "finished": _finished,
    }
    return steps[context.phase](context)


def monogram(name: str) -> str:
    """The first letters of the first two words, for the face of an event."""
    words = [word for word in name.split() if word[0].isalpha()]
    return "".join(word[0] for word in words[:2]).upper() or "R"


def _at(context: EventContext, page: str = "") -> str:
    return f"/e/{context.code}{page}"


def _setup(context: EventContext) -> NextStep:
    words, tournament = context.words, context.tournament
    found = pool_of(tournament)
    here, pool = found.here, found.expected
    if not pool:
        add = Button(words("web.desk.add_players"), _at(context, "/players"))
        return NextStep(words("web.bar.no_players"), "", add)
    obstacle = None if begins_with_stage(tournament) else not_ready(tournament)
    if not may(context.person, "pair"):
        primary = Button(words("web.desk.check_in"), _at(context, "/players"))
    elif obstacle is not None:
        settings = Button(words("web.nav.settings"), _at(context, "/settings"))  # where everything can be set
        helps = mend(context, obstacle) or settings
        primary = helps if helps.target else replace(helps, target=_at(context))
    elif 0 < len(here) < len(pool):  # who is to be left out is asked, with names
        primary = Button(words("web.bar.decide", round=1), _at(context, "/who-plays"), asks=True)
    elif begins_with_stage(tournament):
        primary = Button(words("web.stages.title"), _at(context, "/stages"))
    else:
        primary = Button(words("web.desk.pair", round=1), _at(context, "/round/1"), "pair")
    if not here:
        return NextStep(words("web.bar.ready", n=len(pool)), "", primary)
    away = words("web.bar.will_ask", n=len(pool) - len(here)) if len(here) < len(pool) else ""
    sentence = words("web.bar.here", here=len(here), n=len(pool))
    return NextStep(sentence, away, primary, 1, len(here), len(pool))


def _draft(context: EventContext) -> NextStep:
    words, round_ = context.words, context.tournament.rounds[-1]
    number, total = round_.number, len(round_.tables)
    here = _at(context, f"/round/{number}")
    look = Button(words("web.desk.look"), here)
    publish = Button(words("web.desk.publish", round=number), here, "publish", short=words("web.bar.publish"))
    time = clock_face(round_seconds(context.tournament))
    started = Button(words("web.bar.publish_start", time=time), here, "publish", {"_clock": "start"})
    first, second = (started, publish) if is_timed(context.store, context.event) else (publish, started)
    ready = may(context.person, "publish") and (not round_.forced or round_.approved is not None)
    detail = words("web.round.relaxed", n=len(round_.relaxations)) if round_.relaxations else words("web.bar.look")
    step = NextStep(words("web.bar.draft", round=number), detail, first if ready else look, number, 0, total)
    return replace(step, second=second) if ready else step


def _playing(context: EventContext) -> NextStep:
    words, tournament = context.words, context.tournament
    round_ = tournament.rounds[-1]
    missing, total = missing_results(tournament), len(round_.tables)
    facts = [words("web.bar.in", n=total - len(missing), tables=total)]
    conflicts = len(disputed(tournament))
    if conflicts:
        facts.insert(0, words("web.bar.conflicts", n=conflicts))
    table = missing[0].number
    primary = Button(
        words("web.bar.next_missing", table=table),
        _at(context, f"/round/{round_.number}?table={table}"),
        short=words("web.table", table=table),
    )
    clock, seen = clock_of(context.store, context.event), clock_changes(context.store, context.code)
    return NextStep(
        words("web.desk.missing", n=len(missing)),
        " · ".join(facts),
        primary,
        round_.number,
        total - len(missing),
        total,
        len(missing),
        clock,
        seen,
        _start(context, clock, seen),
    )


def _start(context: EventContext, clock: Clock | None, seen: int) -> Button | None:
    """The clock, if this round seems to have one and nobody has started it yet."""
    if clock is None or clock.touched or not is_timed(context.store, context.event, before=clock.round):
        return None
    label = context.words("web.bar.start", time=clock_face(clock.length))
    return Button(label, "", "clock/start", {"seen": str(seen)})


def _played(context: EventContext) -> NextStep:
    number = len(context.tournament.rounds)
    words = context.words
    total = len(context.tournament.rounds[-1].tables)
    if number >= context.planned_rounds:
        return _stage(context) or _over(context)
    primary = Button(words("web.desk.pair", round=number + 1), _at(context, f"/round/{number + 1}"), "pair")
    if not may(context.person, "pair"):
        primary = Button(words("web.nav.standings"), _at(context, "/standings"))
    detail = words("web.bar.rounds_of", round=number, rounds=context.planned_rounds)
    lead = lead_text(context)
    sentence = words("web.bar.all_in_lead", lead=lead) if lead else words("web.bar.all_in", round=number)
    return NextStep(sentence, detail, primary, number, total, total)


MOST_NAMED = 3  # in the sentence of the bar


def lead_text(context: EventContext) -> str:
    """Who leads after the last round, and who follows; nothing where no criterion says so."""
    words = context.words
    found = leaders_of(standings_of(context.event, len(context.tournament.rounds)))
    if found is None:
        return ""
    if len(found.ahead) > 1:
        return words("web.bar.lead_together", who=_called(context, found.ahead))
    leader, next_ = _called(context, found.ahead), _called(context, found.behind)
    if not found.behind:
        return words("web.bar.lead_alone", leader=leader)
    if found.gap.denominator == 1:
        return words("web.bar.leads", leader=leader, next=next_, n=int(found.gap))
    return words("web.bar.leads_by", leader=leader, next=next_, gap=words.number(found.gap))


def win_text(context: EventContext) -> str:
    """Who has won; nothing while nobody has."""
    podium = podium_of_event(context.event)
    if podium is None:
        return ""
    key = "web.bar.win_together" if podium.shared else "web.bar.wins"
    return context.words(key, who=_called(context, podium.winners))


def _called(context: EventContext, players: Sequence[int]) -> str:
    """A few players by their first names, if nobody else is called so; of many how many they are."""
    words = context.words
    if len(players) > MOST_NAMED:
        return words("web.pool.all", n=len(players))
    every = Counter(map(words.short_name, context.labels))
    shown = [(player, words.short_name(player)) for player in players]
    return words.speaker.listed(words.name(player) if every[name] > 1 else name for player, name in shown)


def _stage(context: EventContext) -> NextStep | None:
    """A stage that is to begin; None: there is none."""
    words, stages = context.words, context.tournament.setup.stages
    coming = next_stage(context.tournament) if stages else None
    if coming is None:
        return None
    number = len(context.tournament.rounds)
    total = len(context.tournament.rounds[-1].tables) if number else 0
    name = stage_title(stages[coming - 1], words.speaker)
    primary = Button(words("web.stages.begin_named", name=name), _at(context, "/stages"))
    detail = words("web.bar.rounds_of", round=number, rounds=number)
    return NextStep(words("web.bar.stage_next", name=name), detail, primary, number, total, total)


def _over(context: EventContext) -> NextStep:
    words, number = context.words, len(context.tournament.rounds)
    total = len(context.tournament.rounds[-1].tables)
    primary = Button(words("web.desk.finish"), _at(context, ""), "finish")
    if not may(context.person, "finish"):
        primary = Button(words("web.nav.standings"), _at(context, "/standings"))
    podium = podium_of_event(context.event)
    detail = podium_text(podium, words.speaker)[0] if podium else words("web.bar.no_more")
    sentence = words("web.bar.all_in_lead", lead=win_text(context)) if podium else words("web.bar.all_played")
    return NextStep(sentence, detail, primary, number, total, total)


def _finished(context: EventContext) -> NextStep:
    words, number = context.words, len(context.tournament.rounds)
    primary = Button(words("web.desk.final"), _at(context, "/standings"))
    if context.person.may("owner"):
        primary = Button(words("web.finish.again"), "", "desk/again")
    detail = words("web.bar.rounds_of", round=number, rounds=number)
    won = win_text(context)
    sentence = words("web.bar.finished_lead", lead=won) if won else words("web.bar.finished")
    return NextStep(sentence, detail, primary, number, 1, 1)


State = Literal["missing", "one", "conflict", "late", "in", "not_played"]
STATES: tuple[State, ...] = ("missing", "one", "conflict", "late", "in", "not_played")
GRACE_SECONDS = 5 * 60  # a table that is still playing so long after its time is late


class TableState(Frozen):
    """One table. `said`: what players report, by player, while the desk has no result; `late`: whole minutes after the
    end of its time; `second_side`: the only report comes from the second side."""

    table: Table
    state: State
    said: tuple[tuple[int, Result], ...] = ()
    late: int = 0
    extra: bool = False
    second_side: bool = False


def table_states(tournament: Tournament, round_: Round, clock: Clock | None, now: float) -> list[TableState]:
    """The tables of a round in their order. Reports and the clock are those of the last round."""
    last = round_.number == len(tournament.rounds)
    clock = clock if last and clock is not None and clock.round == round_.number else None
    return [
        _state(tournament, table, tournament.reports.get(table.number, {}) if last else {}, clock, now)
        for table in round_.tables
    ]


def _state(
    tournament: Tournament, table: Table, reports: Mapping[int, Result], clock: Clock | None, now: float
) -> TableState:
    if table.result is not None:
        nobody = isinstance(table.result, Forfeit) and table.result.first_absent and table.result.second_absent
        return TableState(table, "not_played" if nobody else "in")
    said = tuple(reports.items())
    if said and contradicted(tournament, table):
        return TableState(table, "conflict", said)
    if said:
        return TableState(table, "one", said, second_side=all(player in table.second for player, _ in said))
    extra = clock is not None and table.number in clock.extra
    over = -clock.left(now, table.number) if clock is not None and clock.touched else 0.0
    if over >= GRACE_SECONDS:
        return TableState(table, "late", late=int(over // 60), extra=extra)
    return TableState(table, "missing", extra=extra)


def counted(states: Sequence[TableState]) -> dict[State, int]:
    """How many tables are in each state."""
    return {state: sum(one.state == state for one in states) for state in STATES}
