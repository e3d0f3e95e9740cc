"""Rounds of stages against the rulebook: who entered them, and what was played (ST12). It knows nothing of how entrants
are chosen: the standings are read again, and every difference must be recorded."""

from __future__ import annotations

from collections.abc import Iterator

from ronda.checking.stage_rounds import stage_findings
from ronda.core.history import before_round
from ronda.core.model import Round, Tournament, base_rounds, source_of
from ronda.core.values import replace
from ronda.core.verdicts import Finding
from ronda.systems import book_of, system
from ronda.systems.event_stages import Running, begun_stages


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
    rows = system(known.setup.system).rules.standings(book_of(base))
    return {row.player: row.place for row in rows if row.place is not None and row.player in there}
