"""Who advances into a stage and why, and what a correction would have changed of that (ST2, ST1.5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ronda.checking.stage_rounds import stage_findings
from ronda.core import (
    Draw,
    Finding,
    Frozen,
    Refusal,
    Round,
    Tournament,
    base_rounds,
    before_round,
    fold,
    replace,
    source_of,
)
from ronda.core.facts import Fact
from ronda.core.stage_plan import Stage
from ronda.stages.elimination import Candidate, Skipped, Take, cut, lines, losers, read_take
from ronda.stages.groups import GroupRecord, compared, crossed, letter, seeded
from ronda.systems import book_of, rules_of
from ronda.systems.event_stages import Running, begun_stage, begun_stages, group_rows, stage_places


class Advancing(Frozen):
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


def advancing(tournament: Tournament, number: int, seed: int, *, playoff: Sequence[int] = ()) -> Advancing | Refusal:
    """Who enters the stage by the standings of its source. A tie at the line is settled as the plan says: by lot from
    the `seed`, by the `playoff` that was played, or everybody goes on (ST2.5)."""
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
    elif stage.cut_ties != "all":
        lots = _lots(candidates, seed, source)
    count = len(candidates) if take.kind in ("all", "losers") else take.other if take.kind == "places" else take.one
    found = cut(
        candidates, count, lots=_all_lots(candidates, lots), all_tied=stage.cut_ties == "all",
        per_club=stage.per_club or None,
    )  # fmt: skip
    taken = {
        player
        for at, other in enumerate(stages, start=1)
        if at != number and other.begun is not None and other.kind != "rounds" and source_of(stages, at) == source
        for player in other.begun.players
    }
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
    rules = rules_of(tournament.setup)
    if tournament.setup.stages[source - 1].kind == "rounds":
        base = replace(
            tournament,
            rounds=tournament.rounds[: base_rounds(tournament)],
            setup=replace(tournament.setup, stages=()),
        )
        rows = rules.standings(book_of(base))
        return [Candidate(row.player, row.place, status(row.player, row.status), players[row.player].club)
                for row in rows]  # fmt: skip
    running = begun_stage(tournament, source)
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
    rules = rules_of(tournament.setup)
    running = begun_stage(tournament, source)
    if running is None:
        return Refusal("stage_not_begun", "ST1.4", {"stage": source})
    groups = group_rows(rules, tournament, running)
    ranked: dict[str, GroupRecord] = {}
    who: dict[str, int] = {}
    for at, rows in enumerate(groups):
        for rank, row in enumerate(rows, start=1):
            name = f"{letter(at)}{rank}"
            who[name] = row.player
            games = sum(row.player in table.players for one in running.rounds for table in one.tables)
            values = [row.measures[one.name].value for one in row.measured.criteria if one.ranks]
            ranked[name] = GroupRecord(games, tuple(value for value in values if value is not None))
    order = Draw(seed, "ST6.5", source).shuffled(sorted(ranked))
    lots = {name: at for at, name in enumerate(order, start=1)}
    chosen = [f"{letter(at)}{rank}" for rank in range(1, take.one + 1) for at in range(len(groups))]
    if take.other:
        next_rank = {name: ranked[name] for name in ranked if name[1:] == str(take.one + 1)}
        best = compared(next_rank, {name: lots[name] for name in next_rank})
        chosen += sorted(best, key=best.__getitem__)[: take.other]
    missing = [name for name in chosen if name not in who]
    if missing:
        return Refusal("group_has_no_place", "ST2.1", {"places": missing})
    seeds = _into_bracket(stage, chosen, ranked, lots, len(groups), take)
    candidates = tuple(Candidate(row.player, rank) for rows in groups for rank, row in enumerate(rows, start=1))
    return Advancing(candidates, tuple(who[name] for name in seeds))


def _into_bracket(
    stage: Stage,
    chosen: Sequence[str],
    ranked: Mapping[str, GroupRecord],
    lots: Mapping[str, int],
    groups: int,
    take: Take,
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


def check_stage_round(tournament: Tournament, round_: Round) -> list[Finding]:
    """One round of the stages that had a table in it, as things were known when it was made."""
    number = round_.number
    known = before_round(tournament, number)
    shown = replace(known, rounds=(*known.rounds, round_))
    seats = [player for table in round_.tables for player in table.players]
    found = [
        Finding("player_twice", "S1", "violation", number, (player,), {"times": seats.count(player)})
        for player in dict.fromkeys(seats)
        if seats.count(player) > 1
    ]
    entered: set[int] = set()
    for running in begun_stages(shown):
        entered |= set(running.begun.players)
        if not running.rounds or running.rounds[-1].number != number:
            continue
        found += stage_findings(running.stage, running.begun, running.rounds)
        if len(running.rounds) == 1:
            found += _entrants(known, running, number)
    strangers = [player for player in seats if player not in entered]
    found += [Finding("player_not_in_pool", "S1", "violation", number, (player,), {}) for player in strangers]
    return found


def _entrants(known: Tournament, running: Running, number: int) -> Iterator[Finding]:
    """ST2: the first of the source's standings, or as recorded."""
    begun = running.begun
    for change in begun.changes:
        yield Finding(
            "stage_changed", "ST2.9", "note", number, (change.into, change.out), {"by": begun.by, "why": begun.reason}
        )
    source = source_of(known.setup.stages, running.number)
    if source and known.setup.stages[source - 1].kind == "rounds" and running.stage.take.startswith("top"):
        yield from _by_the_standings(known, running, number)


def _by_the_standings(known: Tournament, running: Running, number: int) -> Iterator[Finding]:
    """ST2.2, ST2.5, ST2.7: nobody better was passed over, and a tie at the line was settled, by the lots recorded."""
    begun, place = running.begun, _places(known, number)
    own = set(begun.players) - {change.into for change in begun.changes} | {change.out for change in begun.changes}
    worst = max((place.get(player, len(place) + 1) for player in own), default=0)
    passed = tuple(player for player, at in place.items() if player not in own and at < worst)
    level = tuple(player for player, at in place.items() if player not in own and at == worst)
    if passed and not running.stage.per_club:
        yield Finding("stage_passed_over", "ST2.2", "violation", number, passed, {})
    if level and begun.settled == "":
        yield Finding("stage_tie_unsettled", "ST2.5", "violation", number, level, {})
    if level and begun.settled == "lot":
        drawn = dict(begun.lots)
        inside = [drawn.get(player, 0) for player in own if place.get(player) == worst]
        if any(drawn.get(player, 0) < lot for player in level for lot in inside):
            yield Finding("stage_tie_unsettled", "ST2.7", "violation", number, level, {})


def _places(known: Tournament, number: int) -> dict[int, int]:
    """The places after the rounds of the system, in their order, of those who can play in that round: a bye that was
    asked for is one of the system's rounds, not of a stage."""
    base = replace(known, rounds=known.rounds[: base_rounds(known)], setup=replace(known.setup, stages=()))
    there = {player.id for player in known.players if player.takes_part(number)}
    rows = rules_of(known.setup).standings(book_of(base))
    return {row.player: row.place for row in rows if row.place is not None and row.player in there}
