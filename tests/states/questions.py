"""What every event can be asked at any moment: nothing that the desk allows leads to an event that cannot answer."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.facts import Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.ranking import Standings
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds, standings_after
from ronda.desk.permissions import phase
from ronda.desk.prizes import prize_list
from ronda.desk.settings import taken_up
from ronda.formats.event_text import event_bytes
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.workbook_sheets import sheets
from ronda.formats.workbooks import SHEETS, facts_of_sheets, workbook_bytes
from ronda.store.replay import replay
from ronda.systems import planned_rounds


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
    assert [*check_rounds(opened)] == [*check_rounds(tournament)], "a file is judged as the event is"
    assert standings_of(opened) == standings_of(tournament), "a file ranks as the event does"
    imported = taken_up(opened)
    taken = fold(imported)
    assert in_file(taken) == in_file(tournament), "import"
    sound(taken)
    assert standings_of(taken) == standings_of(tournament)
    again = replay(imported)
    assert again.holds, f"replay of what was imported: {again}"
    return tournament


def ask_other_files(tournament: Tournament) -> None:
    """What a workbook and, where the system has such reports, a report file tell of the event."""
    opened = fold(facts_of_sheets(sheets(workbook_bytes(tournament), list(SHEETS))))
    assert [round_.seating for round_ in opened.rounds] == [
        round_.seating for round_ in tournament.rounds if round_.players
    ], "a workbook seats as the event does"
    if all(round_.status != "draft" and round_.players for round_ in tournament.rounds):
        assert standings_of(opened) == standings_of(tournament), "a workbook ranks as the event does"
    report = event_bytes(tournament, "trf")
    if isinstance(report, Refusal):
        assert report.code in ("trf_no_report", "trf_too_wide"), report
    else:
        taken = fold(read(report))
        assert len(taken.players) == len(tournament.players)


def standings_of(tournament: Tournament) -> Standings:
    return standings_after(tournament, len(tournament.rounds))


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
        assert round_.over == (round_.status != "draft" and None not in results), round_.number
        if tournament.finished:
            assert round_.over, f"the event is finished, and round {round_.number} is not over"
        if round_.status == "draft":
            assert not any(results), "nobody plays a draft"
    assert len(tournament.rounds) <= planned_rounds(tournament), "no more rounds than are planned"


def in_file(tournament: Tournament) -> Tournament:
    """What a file tells: set-up, players, rounds, prizes. Who is in the hall, what players reported and whether the
    event is finished or put away belongs to the desk."""
    return Tournament(tournament.setup, tournament.players, tournament.rounds, prizes=tournament.prizes)
