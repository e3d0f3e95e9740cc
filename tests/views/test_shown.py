"""What people see of a table, a row and a round is one shape, and agrees with the book."""

from __future__ import annotations

import pytest

from ronda.core.facts import Created, Entered, Paired
from ronda.core.history import fold
from ronda.core.model import Bye, Forfeit, PenaltyKind, Player, Result, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Reason, Refusal, Relaxation
from ronda.desk.decisions import standings_after
from ronda.desk.penalties import Given, penalise
from ronda.systems import standings_book, system
from ronda.systems.lists import standings_columns
from ronda.texts import Speaker
from ronda.views.rounds import shown_table, table_line
from ronda.views.seat import played_by, played_line, shown_played
from ronda.views.standings import form_of, shown_rows
from ronda.views.verdicts import reason_line, relaxation_line, shown_reasons

NAMES = {player: f"P{player}" for player in range(1, 6)}


def event(*results: Result | None, name: str = "redemption") -> Tournament:
    """Five players, one round: 1–2, 3–4, 5 rests."""
    tables = tuple(
        Table(at, (2 * at - 1,), (2 * at,), result, earlier=()) for at, result in enumerate(results, start=1)
    )
    players = [Entered(Player(pid, NAMES[pid], number=pid)) for pid in NAMES]
    return fold([Created(Setup(name)), *players, Paired(Round(1, tables, (Bye(5),)))])


def punished(tournament: Tournament, given: Given) -> Tournament:
    facts = penalise(tournament, given)
    assert not isinstance(facts, Refusal)
    return fold(list(facts), tournament)


@pytest.mark.parametrize("kind", ["game-loss", "both-lose"])
def test_pe2_a_punished_game_is_the_same_in_standings_on_the_phone_and_in_the_form(kind: PenaltyKind) -> None:
    tournament = punished(event(Scored(5, 1), Scored(5, 3)), Given(1, kind, reason="illegal deck"))
    book = standings_book(tournament)
    for player in (1, 2, 3, 4):
        (line,) = book.lines[player]
        (past,) = played_by(tournament, player)
        assert (past.tally.outcome, past.tally.halves) == (line.outcome, line.halves)
        assert played_line(tournament, past).outcome == line.outcome
        assert [mark.outcome for mark in form_of(tournament, 1, [player])[player]] == [line.outcome]


def test_a_round_of_a_player_is_the_same_for_programs_and_for_people() -> None:
    tournament, speaker = event(Scored(5, 1), None), Speaker("en", NAMES)
    for player in NAMES:
        (past,), (shown,) = played_by(tournament, player), shown_played(tournament, player, speaker)
        line = played_line(tournament, past)
        assert (line.round, line.table, line.outcome) == (shown.round, shown.table, shown.outcome)
        assert (line.partners, line.opponents) == (list(shown.partners), list(shown.opponents))
        assert line.points == shown.points / 2 == shown.total / 2
    (second,) = shown_played(tournament, 2, speaker)
    assert (second.side, second.result, second.outcome) == (1, "1–5", "loss")
    (late,) = shown_played(fold([Entered(Player(6, "Late", joined_round=2))], tournament), 6, speaker)
    assert (late.outcome, late.result, late.total) == (None, "", 0)


@pytest.mark.parametrize("result", [Scored(5, 1), Forfeit(True, True), None])
def test_a_table_is_the_same_for_programs_and_for_people(result: Result | None) -> None:
    tournament = event(result, Scored(5, 3))
    rules, speaker = system("redemption").rules, Speaker("en", NAMES)
    table = tournament.rounds[0].tables[0]
    line, shown = table_line(table, rules, speaker), shown_table(table, rules, speaker)
    assert (line.number, tuple(line.first), tuple(line.second)) == (shown.number, shown.first, shown.second)
    assert (line.result is None) == (shown.result == "")
    if isinstance(result, Scored):
        assert (shown.result, shown.word) == ("5–1", False)


def test_a_row_says_what_decided_and_who_moved() -> None:
    tournament = event(Scored(5, 1), Scored(5, 3))
    rows = standings_after(tournament, 1)
    first = next(iter(rows[0].measures))
    columns = standings_columns(rows)
    shown = shown_rows(rows, Speaker("en", NAMES), columns, before={rows[0].player: 3}, first=first)
    assert [(row.place, row.player, row.status) for row in rows] == [(s.place, s.player, s.status) for s in shown]
    assert [row.moved for row in shown] == [3 - (rows[0].place or 0), None, None, None, None]
    level = {row.player: row.decided for row in shown}
    assert [level[row.player] for row in rows[:2]] == [None, "differential"]
    assert [name for name, _ in shown[0].values] == list(rows[0].measures)
    few = shown_rows(rows, Speaker("en", NAMES), [one for one in columns if one.code == "differential"])
    assert [row.values for row in few] == [tuple(v for v in row.values if v[0] == "differential") for row in shown]


def test_a_reason_is_the_same_sentence_for_programs_and_for_people() -> None:
    speaker = Speaker("en", NAMES)
    reason, relaxation = Reason("by_hand", "S3", {}), Relaxation("avoid_broken", "R4.2", (1, 2), {})
    told = shown_reasons([reason, relaxation], speaker)
    assert [one.text for one in told] == [
        reason_line(reason, speaker).text,
        relaxation_line(relaxation, speaker).text,
    ]
    assert [(one.article, one.relaxed) for one in told] == [("S3", False), ("R4.2", True)]
