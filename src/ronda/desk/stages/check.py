"""Rounds of stages against the rulebook: who entered them, and what was played (ST12). It knows nothing of how entrants
are chosen: the standings are read again, and every difference must be recorded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ronda.checking.stage_rounds import stage_findings
from ronda.core.history import before_round
from ronda.core.model import Round, Tournament
from ronda.core.verdicts import Finding
from ronda.systems import book_of, system
from ronda.systems.staged import Running, base_rounds, begun_stages, source_of


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
    if not source or known.setup.stages[source - 1].kind != "rounds" or not running.stage.take.startswith("top"):
        return
    rules = system(known.setup.system)
    base = replace(known, rounds=known.rounds[: base_rounds(known)], setup=replace(known.setup, stages=()))
    there = {player.id for player in known.players if player.plays_in(number)}
    rows = [row for row in rules.standings(book_of(base)) if row.place is not None and row.player in there]
    place = {row.player: row.place or 0 for row in rows}
    own = set(begun.players) - {change.into for change in begun.changes} | {change.out for change in begun.changes}
    worst = max((place.get(player, len(rows) + 1) for player in own), default=0)
    passed = [row.player for row in rows if row.player not in own and (row.place or 0) < worst]
    level = [row.player for row in rows if row.player not in own and row.place == worst]
    if passed and not running.stage.per_club:
        yield Finding("stage_passed_over", "ST2.2", "violation", number, tuple(passed), {})
    if level and begun.settled == "":
        yield Finding("stage_tie_unsettled", "ST2.5", "violation", number, tuple(level), {})
    if begun.settled == "lot" and level:
        drawn = dict(begun.lots)
        inside = [drawn.get(player, 0) for player in own if place.get(player) == worst]
        if any(drawn.get(player, 0) < lot for player in level for lot in inside):
            yield Finding("stage_tie_unsettled", "ST2.7", "violation", number, tuple(level), {})
