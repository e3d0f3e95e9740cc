"""Stages of an event: the plan, who advances and why, a stage begun or taken back, and its rounds (ST1, ST2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from ronda.core.chance import Draw
from ronda.core.facts import Closed, Fact, Paired, StageBegun, StagesPlanned, StageTakenBack
from ronda.core.history import base_rounds, fold, next_stage, source_of
from ronda.core.model import Round, Side, Table, Tournament
from ronda.core.stage_plan import Begun, Change, Settled, Stage
from ronda.core.text_rules import hidden_text
from ronda.core.values import Frozen, replace
from ronda.core.verdicts import Reason, Refusal
from ronda.stages.advancing import Candidate, Cut, Replace, Skipped, cut, refused_size, replaced
from ronda.stages.clubs_apart import clubs_apart
from ronda.stages.elimination import losers
from ronda.stages.fixtures import Fixture, Played
from ronda.stages.groups import Record, compared, crossed, from_pots, letter, refused_groups, seeded, snake
from ronda.stages.lines import LARGEST, better_is_first, bracket_size, lines
from ronda.stages.round_robin import LEAST, MOST
from ronda.stages.sides import balanced, dealt, fresh, splits
from ronda.stages.taking import Take, read_take
from ronda.systems import book_of, system
from ronda.systems.staged import Running, begun_stages, group_rows, stage_places

EDITION = "stages-1"
MOST_SIDE = 3  # ST7.1


# --- the plan (ST1) ----------------------------------------------------------------------------------------


def plan_stages(tournament: Tournament, stages: Sequence[Stage], by: str = "") -> StagesPlanned | Refusal:
    """The list of stages from now on; what has begun is fixed (ST1.6)."""
    known = tournament.setup.stages
    listed = [replace(stage, begun=known[at].begun if at < len(known) else None) for at, stage in enumerate(stages)]
    for at, old in enumerate(known):
        begun = old.begun is not None or (old.kind == "rounds" and bool(tournament.rounds))
        if begun and (at >= len(listed) or listed[at] != old):
            return Refusal("stage_fixed", "ST1.6", {"stage": at + 1})
    if tournament.rounds and not known and listed and listed[0].kind != "rounds":
        return Refusal("stage_fixed", "ST1.6", {"stage": 1})
    for at, stage in enumerate(listed, start=1):
        wrong = _unfit(tournament, listed, at, stage)
        if wrong is not None:
            return wrong
    hidden = hidden_text(by, *(stage.name for stage in listed))
    if hidden is not None:
        return hidden
    if tuple(listed) == known:
        return Refusal("nothing_changed", "S4")
    return StagesPlanned(tuple(listed), by.strip())


def _unfit(tournament: Tournament, stages: Sequence[Stage], at: int, stage: Stage) -> Refusal | None:
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
    rules = system(tournament.setup.system)
    if stage.kind == "table" and (rules.side_size != 2 or take.count not in (0, 4)):
        return Refusal("stage_table", "ST7.3", {"stage": at})
    wrong_size = stage.sides < rules.side_size or (stage.sides > 1 and rules.side_size == 1)
    if stage.kind != "table" and (wrong_size or stage.sides > MOST_SIDE):
        return Refusal("stage_sides", "ST7.1", {"stage": at, "least": rules.side_size})
    if take.kind in ("top", "places") and take.count < 2:
        return refused_size(take.count, max(2, len(tournament.players)))
    if take.kind == "top" and tournament.players:
        return refused_size(take.count, len(tournament.players))
    return None


# --- who advances (ST2) ------------------------------------------------------------------------------------


class Advancing(Frozen, frozen=True):
    """Who would enter a stage now: the rows of the source in order, who is in, in the order of the seeds, who was
    passed over, who is tied for how many spots. `lots`: what the tied drew."""

    candidates: tuple[Candidate, ...]
    entrants: tuple[int, ...]
    skipped: tuple[Skipped, ...] = ()
    tied: tuple[int, ...] = ()
    spots: int | None = None
    open: bool = False
    lots: tuple[tuple[int, int], ...] = ()
    grouped: tuple[tuple[int, ...], ...] = ()  # groups by player, where they come from such


def advancing(
    tournament: Tournament, number: int, seed: int, *, playoff: Sequence[int] = (), draw: bool = True
) -> Advancing | Refusal:
    """Who enters the stage by the standings of its source. A tie at the line is settled as the plan says: by lot from
    the `seed` (unless nothing is to be drawn yet), by the `playoff` that was played, or everybody goes on (ST2.5)."""
    stages = tournament.setup.stages
    stage = stages[number - 1]
    source = source_of(stages, number)
    take = read_take(stage.take) if stage.take or source else Take("all")
    assert take is not None, "a plan is read before it is kept"
    candidates = _candidates(tournament, source, take)
    if isinstance(candidates, Refusal):
        return candidates
    if take.kind == "groups":
        return _from_groups(tournament, stage, source, take, seed)
    lots: dict[int, int] = {}
    if stage.cut_ties == "playoff":
        lots = {player: at for at, player in enumerate(playoff, start=1)}
    elif draw and stage.cut_ties != "all":
        lots = _lots(candidates, seed, source)
    count = len(candidates) if take.kind in ("all", "losers") else take.other if take.kind == "places" else take.one
    found = cut(
        candidates, count, lots=_all_lots(candidates, lots), all_tied=stage.cut_ties == "all",
        per_club=stage.per_club or None,
    )  # fmt: skip
    taken = _in_siblings(tournament, number, source)
    wanted = found.advance[take.one - 1 :] if take.kind == "places" else found.advance
    entrants = tuple(player for player in wanted if player not in taken)
    if len(entrants) < len(wanted):  # ST1.2: who is in a stage beside this one cannot be in both
        everybody = cut(candidates, len(candidates), lots=_all_lots(candidates, lots)).advance
        behind = [player for player in everybody[count:] if player not in taken]
        entrants += tuple(behind[: len(wanted) - len(entrants)])
    return Advancing(
        tuple(candidates), entrants, found.skipped, found.tied, found.spots, found.open, tuple(sorted(lots.items()))
    )


def _candidates(tournament: Tournament, source: int, take: Take) -> list[Candidate] | Refusal:
    """The rows of the source's final standings (ST2.2)."""
    players = {player.id: player for player in tournament.players}
    coming = tournament.next_round

    def status(player: int, found: str = "active") -> str:
        own = players[player]
        if own.left_after is not None and own.left_after < coming:
            return "withdrawn"
        return "unavailable" if coming in own.missed or found == "away" else ""

    if source == 0:  # all players, in the order of the list
        everybody = [player for player in tournament.players if player.joined_round <= coming]
        return [
            Candidate(player.id, at, status(player.id), player.club) for at, player in enumerate(everybody, start=1)
        ]
    rules = system(tournament.setup.system)
    if tournament.setup.stages[source - 1].kind == "rounds":
        base = replace(
            tournament,
            rounds=tournament.rounds[: base_rounds(tournament)],
            setup=replace(tournament.setup, stages=()),
        )
        rows = rules.standings(book_of(base))
        return [Candidate(row.player, row.place, status(row.player, row.status), players[row.player].club)
                for row in rows]  # fmt: skip
    running = next((one for one in begun_stages(tournament) if one.number == source), None)
    if running is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": source})
    order = stage_places(rules, tournament, running).order
    if take.kind == "losers":
        out = set(_losers_of(running, take.one))
        order = tuple((player, place) for player, place in order if player in out)
    return [Candidate(player, place, status(player), players[player].club) for player, place in order]


def _losers_of(running: Running, number: int) -> Iterable[int]:
    for fixture in running.played.fixtures:
        if fixture.tree == "main" and fixture.round == number and fixture.over:
            for seed in losers(fixture.match, fixture.winner):
                yield from running.begun.entrants[seed - 1]


def _in_siblings(tournament: Tournament, number: int, source: int) -> set[int]:
    """Who has entered another stage from the same source."""
    stages = tournament.setup.stages
    return {
        player
        for at, stage in enumerate(stages, start=1)
        if at != number and stage.begun is not None and stage.kind != "rounds" and source_of(stages, at) == source
        for player in stage.begun.players
    }


def _lots(candidates: Sequence[Candidate], seed: int, source: int) -> dict[int, int]:
    """ST2.7: a number for everybody who shares a place, drawn inside the place; the same for all stages of a source."""
    found: dict[int, int] = {}
    for place in sorted({row.place for row in candidates if row.place is not None}):
        level = sorted(row.id for row in candidates if row.place == place)
        if len(level) > 1:
            drawn = Draw(seed, "ST2.7", source, place).shuffled(level)
            found |= {player: at for at, player in enumerate(drawn, start=1)}
    return found


def _all_lots(candidates: Sequence[Candidate], lots: Mapping[int, int]) -> dict[int, int]:
    """With numbers behind all others for those of a tie who did not win the play-off."""
    if not lots:
        return {}
    places = {row.place for row in candidates if row.id in lots}
    rest = [row.id for row in candidates if row.place in places and row.id not in lots]
    return {**lots, **{player: len(lots) + at for at, player in enumerate(rest, start=1)}}


def _from_groups(tournament: Tournament, stage: Stage, source: int, take: Take, seed: int) -> Advancing | Refusal:
    """ST6.5, ST6.6: so many of each group, and the best of the next rank across the groups."""
    rules = system(tournament.setup.system)
    running = next((one for one in begun_stages(tournament) if one.number == source), None)
    if running is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": source})
    groups = group_rows(rules, tournament, running)
    ranked: dict[str, Record] = {}
    who: dict[str, int] = {}
    for at, rows in enumerate(groups):
        for rank, row in enumerate(rows, start=1):
            name = f"{letter(at)}{rank}"
            who[name] = row.player
            games = sum(row.player in table.players for one in running.rounds for table in one.tables)
            values = [row.measures[one.name].value for one in row.measured.criteria if one.ranks]
            ranked[name] = Record(games, tuple(value for value in values if value is not None))
    order = Draw(seed, "ST6.5", source).shuffled(sorted(ranked))
    lots = {name: at for at, name in enumerate(order, start=1)}
    chosen = [f"{letter(at)}{rank}" for rank in range(1, take.one + 1) for at in range(len(groups))]
    if take.other:
        next_rank = {name: ranked[name] for name in ranked if name[1:] == str(take.one + 1)}
        best = compared(next_rank, {name: lots[name] for name in next_rank})
        chosen += sorted(best, key=best.__getitem__)[: take.other]
    missing = [name for name in chosen if name not in who]
    if missing:
        return Refusal("groups_too_small", "ST6.1", {"players": len(who), "groups": len(groups), "most": len(groups)})
    seeds = _into_bracket(stage, chosen, ranked, lots, len(groups), take)
    candidates = tuple(Candidate(row.player, rank) for rows in groups for rank, row in enumerate(rows, start=1))
    return Advancing(candidates, tuple(who[name] for name in seeds))


def _into_bracket(
    stage: Stage, chosen: Sequence[str], ranked: Mapping[str, Record], lots: Mapping[str, int], groups: int, take: Take
) -> list[str]:
    """The names of the entrants in the order of their seeds, so that round 1 is as ST6.6 has it."""
    cross = crossed(groups) if stage.kind == "elimination" and take.one == 2 and not take.other else None
    if cross is not None and not isinstance(cross, Refusal):
        on_lines = [name for match in cross for name in match]
        by_seed = dict(zip(lines(len(on_lines)), on_lines, strict=True))
        return [by_seed[seed] for seed in sorted(by_seed)]
    places = compared({name: ranked[name] for name in chosen}, lots)
    listed = sorted(chosen, key=lambda name: (int(name[1:]), places[name]))
    if stage.kind != "elimination":
        return listed
    _, exchanges = seeded([ord(name[0]) for name in listed], [int(name[1:]) for name in listed])
    for one in exchanges:
        at, other = one.seed - 1, one.other - 1
        listed[at], listed[other] = listed[other], listed[at]
    return listed


# --- begin, and take back (ST1.4, ST1.5, ST2.8, ST2.9) -----------------------------------------------------


def begin_stage(
    tournament: Tournament,
    number: int,
    seed: int | None = None,
    *,
    changes: Sequence[Change] = (),
    mode: Replace = "shift",
    playoff: Sequence[int] = (),
    early: bool = False,
    by: str = "",
    reason: str = "",
) -> list[Closed | StageBegun] | Refusal:
    """The stage begins with those who advance, or as the director says, with name and reason."""
    chosen = tournament.setup.seed if seed is None else seed
    refused = _not_yet(tournament, number, early=early) or _unsigned(changes, early, by, reason)
    if refused is not None:
        return refused
    found = advancing(tournament, number, chosen, playoff=playoff)
    if isinstance(found, Refusal):
        return found
    if found.open:
        return Refusal("cut_open", "ST2.5", {"players": list(found.tied), "spots": found.spots or 0})
    entrants = found.entrants
    for change in changes:
        known = {player.id for player in tournament.players}
        if change.out not in entrants or change.into in entrants or change.into not in known:
            return Refusal("stage_change", "ST2.9", {"player": change.out, "other": change.into})
        entrants = replaced(entrants, change.out, change.into, mode)
    stage = tournament.setup.stages[number - 1]
    made = _made_sides(tournament, stage, entrants, chosen)
    if isinstance(made, Refusal):
        return made
    sides, grouped = made
    settled: Settled = ""
    if found.tied:
        settled = "playoff" if playoff else stage.cut_ties or "lot"
    begun = Begun(
        len(tournament.rounds), sides, chosen, grouped, found.lots, settled, tuple(playoff), tuple(changes),
        early, by.strip(), reason.strip(),
    )  # fmt: skip
    closing = [Closed(last.number) for last in tournament.rounds[-1:] if last.status != "closed"]
    return [*closing, StageBegun(number, begun)]


def _unsigned(changes: Sequence[Change], early: bool, by: str, reason: str) -> Refusal | None:
    if (changes or early) and not (by.strip() and reason.strip()):
        return Refusal("stage_unsigned", "ST2.9")
    return hidden_text(by, reason)


def _not_yet(tournament: Tournament, number: int, *, early: bool) -> Refusal | None:
    """ST1.4: the source is closed: no result is missing, no draft is open, no round is to come."""
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
        planned = system(tournament.setup.system).rounds(tournament.setup, tournament.players)
        made = base_rounds(tournament)
        if made == 0 or (made < planned and not early):
            return Refusal("stage_source_runs", "ST1.4", {"made": made, "planned": planned})
        return None
    running = next((one for one in begun_stages(tournament) if one.number == source), None)
    if running is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": source})
    if running.played.coming and not early and read_losers(stages[number - 1]) is None:
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
        made = dealt(len(entrants), count)
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


def take_back_stage(tournament: Tournament, number: int) -> StageTakenBack | Refusal:
    """ST1.5: as long as it has no round, so that it can begin again."""
    stages = tournament.setup.stages
    if not 1 <= number <= len(stages) or stages[number - 1].begun is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": number})
    running = next(one for one in begun_stages(tournament) if one.number == number)
    if running.rounds:
        return Refusal("stage_has_rounds", "ST1.5", {"stage": number, "round": running.rounds[0].number})
    return StageTakenBack(number)


# --- the rounds of stages ----------------------------------------------------------------------------------


def stage_round(tournament: Tournament, seed: int | None = None) -> Paired | Refusal:
    """The next wave of every stage that runs, as one round of the event."""
    chosen = tournament.setup.seed if seed is None else seed
    coloured = system(tournament.setup.system).sides.coloured
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


def _byes(running: Running, state: Played) -> list[Reason]:
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


# --- what a correction would have changed (ST1.5) -----------------------------------------------------------


class Other(NamedTuple):
    """A stage that has begun, and who would be in it, or not, by the standings of now (ST1.5)."""

    stage: int
    would_be_in: tuple[int, ...]
    would_be_out: tuple[int, ...]


def other_entrants(tournament: Tournament, facts: Iterable[Fact]) -> list[Other]:
    """Who would have advanced into the stages that have begun if these facts had been known. The stages stay as they
    are: whoever wants it otherwise takes them back."""
    following = fold(facts, tournament)
    found = []
    for number, stage in enumerate(tournament.setup.stages, start=1):
        if stage.begun is None or stage.kind == "rounds" or stage.begun.changes:
            continue
        then = replace(following, rounds=following.rounds[: stage.begun.after])
        stages = tuple(
            replace(one, begun=None) if at >= number else one for at, one in enumerate(tournament.setup.stages, start=1)
        )
        asked = replace(then, setup=replace(then.setup, stages=stages))
        would = advancing(asked, number, stage.begun.seed, playoff=stage.begun.playoff)
        if isinstance(would, Refusal) or would.open:
            continue
        now = stage.begun.players
        came = tuple(player for player in would.entrants if player not in now)
        gone = tuple(player for player in now if player not in would.entrants)
        if came or gone:
            found.append(Other(number, came, gone))
    return found


__all__ = [
    "EDITION",
    "Advancing",
    "Cut",
    "advancing",
    "begin_stage",
    "other_entrants",
    "plan_stages",
    "stage_round",
    "take_back_stage",
]
