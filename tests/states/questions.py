"""What every event can be asked at any moment: nothing that the desk allows leads to an event that cannot answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ronda.core.facts import Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.desk import check_rounds, standings_after
from ronda.desk.new_event import taken_up
from ronda.desk.phases import phase
from ronda.desk.prizes import prize_list
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.store.replay import replay
from ronda.systems import system


def ask(facts: Sequence[Fact]) -> Tournament:
    """All questions, of the event and of what another desk makes of its file. Raises AssertionError."""
    tournament = fold(in_force(facts))
    ask_tournament(tournament)
    again = replay(facts)
    assert again.holds, f"replay: {again}"
    file = write(tournament)
    opened = fold(read(file))
    assert write(opened) == file, "written again, a file is the same"
    assert in_file(opened) == in_file(tournament), "a file tells all that files tell"
    ask_tournament(opened)
    imported = taken_up(opened)
    taken = fold(imported)
    assert in_file(taken, closed=True) == in_file(tournament, closed=True), "import"
    sound(taken)
    assert standings_after(taken, len(taken.rounds)) == standings_after(tournament, len(tournament.rounds))
    again = replay(imported)
    assert again.holds, f"replay of what was imported: {again}"
    return tournament


def ask_tournament(tournament: Tournament) -> None:
    """Standings of every moment, who wins what, the check, and the state itself."""
    phase(tournament)
    listed = prize_list(tournament)
    assert (listed is None) == (tournament.prizes is None)
    for rounds in range(len(tournament.rounds) + 1):
        standings_after(tournament, rounds)
    violations = [finding for finding in check_rounds(tournament) if finding.severity == "violation"]
    assert not violations, violations
    sound(tournament)


def sound(tournament: Tournament) -> None:
    """A result is missing only where nothing was built on it; everything before the last round is over."""
    for round_ in tournament.rounds:
        results = [table.result for table in round_.tables]
        if round_.number < len(tournament.rounds):
            assert round_.status != "draft", round_.number
            assert None not in results, f"round {round_.number} has a missing result, and others follow"
        if round_.status == "closed" or tournament.finished:
            assert None not in results, f"round {round_.number} is closed without a result"
        if round_.status == "draft":
            assert not any(results), "nobody plays a draft"
    planned = system(tournament.setup.system).rounds(tournament.setup, tournament.players)
    assert len(tournament.rounds) <= planned, "no more rounds than are planned"
    if tournament.finished:
        assert all(round_.status == "closed" for round_ in tournament.rounds[-1:])


def in_file(tournament: Tournament, *, closed: bool = False) -> Tournament:
    """What a file tells: set-up, players, rounds, prizes. Who is in the hall, what players reported and whether the
    event is finished or put away belongs to the desk. `closed`: with all rounds before the last one closed."""
    rounds = tournament.rounds
    if closed:
        rounds = (*(replace(round_, status="closed") for round_ in rounds[:-1]), *rounds[-1:])
    return Tournament(tournament.setup, tournament.players, rounds, prizes=tournament.prizes)
