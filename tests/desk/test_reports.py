"""Players report the result of their own table."""

from __future__ import annotations

from ronda.core.facts import Reported, ResultEntered
from ronda.core.model import Scored
from ronda.core.verdicts import Refusal
from ronda.desk.results import disputed, report, table_of, withdraw
from tests.desk.events import Evening, after


def evening() -> Evening:
    made = Evening(players=5)
    made.draft()
    return made


def test_a_draft_has_no_tables_for_players() -> None:
    club = evening()
    assert table_of(club.tournament, club.last.tables[0].first[0]) is None
    club.publish()
    assert table_of(club.tournament, club.last.tables[0].first[0]) == club.last.tables[0]
    resting = club.last.byes[0].player
    assert table_of(club.tournament, resting) is None
    assert report(club.tournament, resting, "5-3") == Refusal("no_table_now", "S4", {"player": resting})


def test_both_sides_must_say_the_same() -> None:
    club = evening()
    club.publish()
    table = club.last.tables[0]
    one, other = table.players
    said = Reported(1, table.number, one, Scored(5, 3))
    assert report(club.tournament, one, "5-3") == [said]
    club.do("report", lambda t: report(t, one, "5-3"))
    assert report(club.tournament, one, "5-3") == [said], "twice by one side is still one side"
    assert club.tournament.reports == {table.number: {one: Scored(5, 3)}}
    club.do("report", lambda t: report(t, other, "5-2"))
    assert disputed(club.tournament) == [club.table(1, table.number)]
    club.do("report", lambda t: report(t, other, "5-3"))
    assert club.facts[-1] == ResultEntered(1, table.number, Scored(5, 3))
    assert not disputed(club.tournament)
    assert club.tournament.reports == {}
    assert isinstance(report(club.tournament, one, "5-3"), Refusal)


def test_a_result_that_cannot_be_is_refused() -> None:
    club = evening()
    club.publish()
    answer = report(club.tournament, club.last.tables[0].first[0], "9-9")
    assert isinstance(answer, Refusal)


def test_a_report_is_taken_back() -> None:
    club = evening()
    club.publish()
    one, other = club.last.tables[0].players
    assert isinstance(withdraw(club.tournament, one), Refusal)
    club.do("report", lambda t: report(t, one, "5-3"))
    club.do("report", lambda t: withdraw(t, one))
    assert report(club.tournament, other, "5-3") == [Reported(1, club.last.tables[0].number, other, Scored(5, 3))]


def test_reports_are_no_actions_to_be_undone() -> None:
    club = evening()
    club.publish()
    one, other = club.last.tables[0].players
    club.do("report", lambda t: report(t, one, "5-3"))
    club.undo()
    assert club.last.status == "draft", "the last action of the desk was to publish"
    club.redo()
    assert club.tournament.reports, "what was said stays said"
    club.do("report", lambda t: report(t, other, "5-3"))
    assert club.table(1, club.last.tables[0].number).result == Scored(5, 3)
    club.undo()
    assert club.table(1, club.last.tables[0].number).result is None


def test_a_new_seating_forgets_what_was_said() -> None:
    club = evening()
    club.publish()
    one = club.last.tables[0].first[0]
    said = after(club.tournament, report(club.tournament, one, "5-3"))
    assert said.reports
    club.do("report", lambda t: report(t, one, "5-3"))
    club.results("5-3")
    club.draft()
    assert club.tournament.reports == {}
