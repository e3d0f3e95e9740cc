"""The plan of an event's stages, and what it may be (ST1); a stage begins with those who advance, in sides and groups,
or is taken back (ST1.4, ST1.5, ST2.8, ST2.9)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core import (
    Draw,
    Reason,
    Refusal,
    Round,
    Side,
    Table,
    Tournament,
    base_rounds,
    next_stage,
    replace,
    source_of,
)
from ronda.core.facts import Paired, StageBegun, StagesPlanned, StageTakenBack
from ronda.core.stage_plan import Replacement, Settled, Stage, StageStart
from ronda.core.text_rules import MOST_LETTERS, hidden_text
from ronda.desk.bodies import StageBeginning, StageRef, Stages
from ronda.desk.desk import Decided
from ronda.desk.stage_advance import advancing
from ronda.stages.elimination import (
    LARGEST,
    Replace,
    Take,
    better_is_first,
    bracket_size,
    read_take,
    refused_size,
    replaced,
)
from ronda.stages.fixtures import Fixture, StageProgress
from ronda.stages.groups import LEAST, MOST, clubs_apart, from_pots, refused_groups, snake
from ronda.stages.sides import balanced, fresh, splits
from ronda.systems import book_of, rules_of, system
from ronda.systems.event_stages import Running, begun_stage, begun_stages, stage_order

EDITION = "stages-1"


def stage_round(tournament: Tournament, seed: int | None = None) -> Paired | Refusal:
    """The next wave of every stage that runs, as one round of the event."""
    chosen = tournament.setup.seed if seed is None else seed
    coloured = system(tournament.setup.system).words.sides_for(tournament.setup).coloured
    tables: list[Table] = []
    reasons: list[Reason] = []
    for running in begun_stages(tournament):
        state = running.played
        for fixture in state.coming:
            first, second = seated(running, fixture, coloured=coloured)
            tables.append(Table(len(tables) + 1, first, second))
            reasons.append(_reason(running, fixture, tables[-1]))
        reasons += _byes(running, state)
    if not tables:
        waiting = next_stage(tournament)
        if waiting is not None:
            return Refusal("stage_to_begin", "ST1.4", {"stage": waiting})
        return Refusal("rounds_done", "S1", {"rounds": len(tournament.rounds)})
    return Paired(Round(tournament.next_round, tuple(tables), (), chosen, EDITION, tuple(reasons)))


def seated(running: Running, fixture: Fixture, *, coloured: bool) -> tuple[Side, Side]:
    """ST3.3, ST5.1: who is named first."""
    if fixture.sides is not None:
        return fixture.sides
    one, other = fixture.match.first, fixture.match.second
    assert one is not None, "somebody plays"
    assert other is not None, "somebody plays"
    sides = running.begun.entrants[one - 1], running.begun.entrants[other - 1]
    if running.stage.kind != "elimination" or not coloured:
        return sides
    lot = bool(Draw(running.begun.seed, "ST3.3", running.number).below(2))
    first = better_is_first(fixture.round, fixture.match.number, lot) == (len(fixture.games) % 2 == 0)
    return sides if first else (sides[1], sides[0])


def _reason(running: Running, fixture: Fixture, table: Table) -> Reason:
    who = {"player": table.first[0], "opponent": table.second[0]}
    one, other = fixture.seeds
    if running.stage.everybody:
        return Reason("stage_schedule", "ST5.1", {**who, "turn": fixture.round}, table=table.number)
    if running.stage.kind == "table":
        return Reason("stage_table_game", "ST7.3", who, table=table.number)
    facts = {**who, "one": one, "other": other}
    if fixture.games:
        return Reason("stage_further_game", "ST3.9", {**facts, "game": len(fixture.games) + 1}, table=table.number)
    if fixture.tree == "third":
        return Reason("stage_third", "ST3.7", facts, table=table.number)
    if fixture.tree != "main":
        return Reason("stage_consolation", "ST3.8", facts, table=table.number)
    if fixture.round == 1:
        return Reason("stage_lines", "ST3.2", {**facts, "size": bracket_size(len(running.begun.entrants))},
                      table=table.number)  # fmt: skip
    return Reason("stage_winners", "ST3.6" if running.stage.reseed else "ST3.2", facts, table=table.number)


def _byes(running: Running, state: StageProgress) -> list[Reason]:
    """ST3.1: who goes on without a game; told with round 1."""
    if running.stage.kind != "elimination" or running.rounds:
        return []
    size, count = bracket_size(len(running.begun.entrants)), len(running.begun.entrants)
    return [
        Reason("stage_bye", "ST3.1", {"player": player, "one": fixture.match.alone, "of": count, "size": size},
               player=player)
        for fixture in state.fixtures
        if fixture.tree == "main" and fixture.round == 1 and fixture.match.alone is not None
        for player in running.begun.entrants[fixture.match.alone - 1]
    ]  # fmt: skip


MOST_SIDE = 3  # ST7.1


def plan_stages(tournament: Tournament, stages: Sequence[Stage], by: str = "") -> StagesPlanned | Refusal:
    """The list of stages from now on; what has begun is fixed (ST1.6), but for the order of its places."""
    known = tournament.setup.stages
    listed = [replace(stage, begun=known[at].begun if at < len(known) else None) for at, stage in enumerate(stages)]
    for at, old in enumerate(known):
        begun = old.begun is not None or (old.kind == "rounds" and bool(tournament.rounds))
        if begun and (at >= len(listed) or replace(listed[at], order=old.order) != old):
            return Refusal("stage_fixed", "ST1.6", {"stage": at + 1})
        if begun and listed[at].order != old.order:  # CR1.4, as long as nobody went on by it
            if any(stage.begun is not None for stage in known[at + 1 :]):
                return Refusal("stage_fixed", "ST1.6", {"stage": at + 1})
            if not by.strip():
                return Refusal("order_needs_name", "CR1.4")
    if tournament.rounds and not known and listed and listed[0].kind != "rounds":
        return Refusal("stage_fixed", "ST1.6", {"stage": 1})
    for at, stage in enumerate(listed, start=1):
        wrong = _unfit(tournament, listed, at, stage)
        if wrong is not None:
            return wrong
    hidden = hidden_text(by, *(stage.name for stage in listed), most=MOST_LETTERS)
    if hidden is not None:
        return hidden
    if tuple(listed) == known:
        return Refusal("nothing_changed", "S4")
    return StagesPlanned(tuple(listed), by.strip())


def _unfit(tournament: Tournament, stages: Sequence[Stage], at: int, stage: Stage) -> Refusal | None:
    if stage.take and read_take(stage.take) is None:
        return Refusal("stage_take", "ST2.1", {"stage": at, "take": stage.take})
    order = stage_order(rules_of(tournament.setup), tournament.setup, stage) if stage.order else None
    if isinstance(order, Refusal):
        return order
    if stage.kind == "rounds":
        return None if at == 1 else Refusal("stage_rounds_first", "ST1.1", {"stage": at})
    if stage.source >= at or stage.source < 0:
        return Refusal("stage_source", "ST1.1", {"stage": at})
    source = source_of(stages, at)
    take = read_take(stage.take) if stage.take or source else Take("all")
    if take is None or (take.kind == "groups") != (source > 0 and stages[source - 1].kind == "groups"):
        return Refusal("stage_take", "ST2.1", {"stage": at, "take": stage.take})
    if take.kind in ("winners", "losers") and stages[source - 1].kind != "elimination":
        return Refusal("stage_take", "ST2.1", {"stage": at, "take": stage.take})
    rules = rules_of(tournament.setup)
    if stage.kind == "table" and (rules.seating.side_size != 2 or take.count not in (0, 4)):
        return Refusal("stage_table", "ST7.3", {"stage": at})
    wrong_size = stage.sides < rules.seating.side_size or (stage.sides > 1 and rules.seating.side_size == 1)
    if stage.kind != "table" and (wrong_size or stage.sides > MOST_SIDE):
        return Refusal("stage_sides", "ST7.1", {"stage": at, "least": rules.seating.side_size})
    if take.kind in ("top", "places") and take.count < 2:
        return refused_size(take.count, max(2, len(tournament.players)))
    if take.kind == "top" and tournament.players:
        return refused_size(take.count, len(tournament.players))
    return None


def decide_plan(tournament: Tournament, body: Stages) -> Decided:
    given = [Stage(**{key: getattr(one, key) for key in one.__struct_fields__}) for one in body.stages]
    return plan_stages(tournament, given, body.by)


def begin_stage(tournament: Tournament, body: StageBeginning) -> StageBegun | Refusal:
    """The stage begins with those who advance, or as the director says, with name and reason."""
    number = body.stage or next_stage(tournament) or 0
    chosen = tournament.setup.seed if body.seed is None else body.seed
    changes = tuple(Replacement(one.out, one.into) for one in body.changes)
    refused = _not_yet(tournament, number, early=body.early) or _unsigned(body)
    if refused is not None:
        return refused
    found = advancing(tournament, number, chosen, playoff=body.playoff)
    if isinstance(found, Refusal):
        return found
    if found.open:
        return Refusal("cut_open", "ST2.5", {"players": list(found.tied), "spots": found.spots or 0})
    entrants = _changed(tournament, found.entrants, changes, body.mode)
    if isinstance(entrants, Refusal):
        return entrants
    stage = tournament.setup.stages[number - 1]
    made = _made_sides(tournament, stage, entrants, chosen)
    if isinstance(made, Refusal):
        return made
    sides, grouped = made
    settled: Settled = ""
    if found.tied:
        settled = "playoff" if body.playoff else stage.cut_ties or "lot"
    begun = StageStart(
        len(tournament.rounds), sides, chosen, grouped, found.lots, settled, tuple(body.playoff), changes,
        body.early, body.by.strip(), body.reason.strip(),
    )  # fmt: skip
    return StageBegun(number, begun)


def _changed(
    tournament: Tournament, entrants: tuple[int, ...], changes: Sequence[Replacement], mode: Replace
) -> tuple[int, ...] | Refusal:
    """ST2.9: who enters in place of whom, as the director says."""
    known = {player.id for player in tournament.players}
    for change in changes:
        if change.out not in entrants or change.into in entrants or change.into not in known:
            return Refusal("stage_change", "ST2.9", {"player": change.out, "other": change.into})
        entrants = replaced(entrants, change.out, change.into, mode)
    return entrants


def _unsigned(body: StageBeginning) -> Refusal | None:
    if (body.changes or body.early) and not (body.by.strip() and body.reason.strip()):
        return Refusal("stage_unsigned", "ST2.9")
    return hidden_text(body.by, body.reason)


def _not_yet(tournament: Tournament, number: int, *, early: bool) -> Refusal | None:
    """ST1.4: the source is over: no result is missing, no draft is open, no round is to come."""
    stages = tournament.setup.stages
    if not 1 <= number <= len(stages) or stages[number - 1].kind == "rounds":
        return Refusal("unknown_stage", "ST1.1", {"stage": number})
    if stages[number - 1].begun is not None:
        return Refusal("stage_begun", "ST1.6", {"stage": number})
    for round_ in tournament.rounds:
        missing = [table.number for table in round_.tables if table.result is None]
        if missing:
            return Refusal("results_missing", "S4", {"round": round_.number, "tables": missing})
    if tournament.rounds and tournament.rounds[-1].status == "draft":
        return Refusal("stage_draft", "ST1.4", {"round": len(tournament.rounds)})
    source = source_of(stages, number)
    if source == 0:
        return None
    if stages[source - 1].kind == "rounds":
        planned = rules_of(tournament.setup).rounds(tournament.setup, tournament.players)
        made = base_rounds(tournament)
        if made == 0 or (made < planned and not early):
            return Refusal("stage_source_runs", "ST1.4", {"made": made, "planned": planned})
        return None
    running = begun_stage(tournament, source)
    if running is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": source})
    ends = early and running.rounds  # there is something to go by
    if running.played.coming and not ends and read_losers(stages[number - 1]) is None:
        return Refusal("stage_source_runs", "ST1.4", {"made": len(running.rounds), "planned": len(running.rounds) + 1})
    return None


def read_losers(stage: Stage) -> int | None:
    """The round whose losers a stage takes: it can begin while its source goes on."""
    take = read_take(stage.take)
    return take.one if take is not None and take.kind == "losers" else None


def _made_sides(
    tournament: Tournament, stage: Stage, entrants: Sequence[int], seed: int
) -> tuple[tuple[Side, ...], tuple[tuple[int, ...], ...]] | Refusal:
    """The sides in the order of their seeds (ST7), and the groups (ST6)."""
    count = len(entrants)
    if stage.kind == "table":
        if count != 4:
            return Refusal("stage_table", "ST7.3", {"stage": 0})
        return tuple((player,) for player in entrants), ()
    if not count:  # everybody was passed over
        return Refusal("cut_size", "ST2.11", {"take": 0, "least": 2, "most": len(tournament.players)})
    if count % stage.sides:
        return Refusal("stage_sides_left", "ST7.1", {"players": count, "size": stage.sides})
    sides = _sides(tournament, stage, entrants, seed) if stage.sides > 1 else tuple((one,) for one in entrants)
    most, least = (LARGEST, 2) if stage.kind == "elimination" else (MOST, LEAST)
    if stage.kind != "groups" and not least <= len(sides) <= most:
        return Refusal("cut_size", "ST2.11", {"take": len(sides), "least": least, "most": most})
    if stage.kind != "groups":
        return sides, ()
    refused = refused_groups(len(sides), stage.groups)
    if refused is not None:
        return refused
    if stage.form == "pots":
        return sides, from_pots(len(sides), stage.groups, Draw(seed, "ST6.3"))
    if stage.apart == "club":
        clubs = {player.id: player.club for player in tournament.players}
        by_seed = {at: clubs[side[0]] for at, side in enumerate(sides, start=1)}
        return sides, clubs_apart(len(sides), stage.groups, by_seed).groups
    return sides, snake(len(sides), stage.groups)


def _sides(tournament: Tournament, stage: Stage, entrants: Sequence[int], seed: int) -> tuple[Side, ...]:
    """ST7.1, ST7.2."""
    size, count = stage.sides, len(entrants) // stage.sides
    if count != 2:
        made = snake(len(entrants), count)  # ST7.2
    elif stage.form == "balanced":
        made = balanced(size)
    elif stage.form == "fresh":
        lines_of = book_of(tournament).lines
        at = {player: number for number, player in enumerate(entrants, start=1)}
        former = {
            frozenset((at[player], at[partner]))
            for player in entrants
            for line in lines_of[player]
            for partner in line.partners
            if partner in at
        }
        made = fresh(size, former, Draw(seed, "ST7.2"))
    else:
        made = Draw(seed, "ST7.2").choice(splits(size))
    sides = [tuple(entrants[one - 1] for one in side) for side in made]
    return tuple(sorted(sides, key=lambda side: min(entrants.index(player) for player in side)))


def take_back_stage(tournament: Tournament, body: StageRef) -> StageTakenBack | Refusal:
    """ST1.5: as long as it has no round, so that it can begin again."""
    number, stages = body.stage, tournament.setup.stages
    if not 1 <= number <= len(stages) or stages[number - 1].begun is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": number})
    running = begun_stage(tournament, number)
    if running is not None and running.rounds:
        return Refusal("stage_has_rounds", "ST1.5", {"stage": number, "round": running.rounds[0].number})
    return StageTakenBack(number)
