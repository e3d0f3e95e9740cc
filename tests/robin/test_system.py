"""Round robins as a system of its own: the tables of the rulebook, leaving, late entries, and a check that sees."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

import ronda
from ronda.core.history import before_round
from ronda.core.model import Round, Table
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.stages import groups
from ronda.systems import book_of, system

RULES = system("robin")


def names(count: int) -> list[str]:
    return [f"P{n}" for n in range(1, count + 1)]


def played(event: ronda.Event, rounds: int, result: str = "1-0") -> ronda.Event:
    for _ in range(rounds):
        made = ronda.pair(event)
        event = ronda.publish(event, made)
        for table in made.tables:
            event = ronda.record(event, made.number, table.number, result)
    return event


def test_st5_2_the_table_of_six() -> None:
    event = ronda.new("robin", names(6), numbers="order")
    event = played(event, 5)
    told = [[f"{t.first[0]}-{t.second[0]}" for t in round_.tables] for round_ in event.rounds]
    assert told == [
        ["1-6", "2-5", "3-4"],
        ["6-4", "5-3", "1-2"],
        ["2-6", "3-1", "4-5"],
        ["6-5", "1-4", "2-3"],
        ["3-6", "4-2", "5-1"],
    ]


@pytest.mark.parametrize("players", range(3, 25))
@pytest.mark.parametrize("double", [False, True])
def test_st5_1_everybody_meets_everybody(players: int, double: bool) -> None:
    event = simulate(SimulationPlan("robin", players, 46, seed=players, options={"double": double}))
    met = Counter(frozenset(t.players) for round_ in event.tournament.rounds for t in round_.tables)
    assert len(met) == players * (players - 1) // 2
    assert set(met.values()) == {2 if double else 1}
    assert not event.findings
    for player in event.tournament.players:
        sides = [line.seat for line in book_of(event.tournament).lines[player.id] if line.seat is not None]
        assert abs(sides.count(0) - sides.count(1)) <= (0 if double else 1 - players % 2)


@pytest.mark.parametrize("options", [{}, {"double": True}, {"close_last": True}, {"double": True, "close_last": True}])
def test_st5_1_a_round_is_made_without_the_others(options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    one_round = groups.berger_round

    def counted(players: int, number: int) -> tuple[tuple[int, int], ...]:
        made.append(number)
        return one_round(players, number)

    monkeypatch.setattr(groups, "berger_round", counted)
    event = played(ronda.new("robin", names(12), **options), 1)
    made.clear()
    ronda.pair(event)
    assert len(made) == 1


@pytest.mark.parametrize("options", [{}, {"double": True}, {"close_last": True}, {"double": True, "close_last": True}])
def test_st12_check_sees_exchanged_sides_and_wrong_opponents(options: dict[str, bool]) -> None:
    tournament = simulate(SimulationPlan("robin", 7, 46, seed=1, options=options)).tournament
    for round_ in tournament.rounds:
        book = book_of(before_round(tournament, round_.number))
        assert not RULES.rules.check(book, round_)
        one, other, *rest = round_.tables
        turned = replace(one, first=one.second, second=one.first)
        assert [f.code for f in RULES.rules.check(book, with_tables(round_, turned, other, *rest))] == [
            "sides_exchanged"
        ]
        crossed = (replace(one, second=other.second), replace(other, second=one.second))
        assert {f.code for f in RULES.rules.check(book, with_tables(round_, *crossed, *rest))} == {"not_scheduled"}


def with_tables(round_: Round, *tables: Table) -> Round:
    return replace(round_, tables=tables)


@pytest.mark.parametrize(("after", "counts"), [(1, False), (2, True)])
def test_st5_5_who_leaves_before_half_counts_for_nobody(after: int, counts: bool) -> None:
    event = played(ronda.new("robin", names(5), numbers="order"), 1)
    while sum(5 in table.players for round_ in event.rounds for table in round_.tables) < after:
        event = played(event, 1)
    event = ronda.loads(
        ronda.dumps(event, "json").replace('"id": 5,', f'"id": 5, "left_after": {len(event.rounds)},'), "json"
    )
    event = played(event, 5 - len(event.rounds))
    rows = {row.player: row for row in ronda.standings(event)}
    assert (rows[5].place is not None) is counts
    against = [t for round_ in event.rounds for t in round_.tables if 5 in t.players]
    won = {t.first[0] for t in against} - {5}
    games = {p: sum(p in t.players for r in event.rounds for t in r.tables) for p in range(1, 5)}
    for player in range(1, 5):
        own = sum(t.first == (player,) for r in event.rounds for t in r.tables)
        without = own - (player in won)
        absent = games[player] < 4
        assert rows[player].values["PTS"] == (own + absent if counts else without)
    assert not ronda.check(event)


def test_st5_6_nobody_enters_after_round_one() -> None:
    event = played(ronda.new("robin", names(4)), 1)
    late = ronda.dumps(event, "json").replace(
        '"players": [', '"players": [{"id": 9, "name": "Late", "joined_round": 2},', 1
    )
    assert [f.code for f in RULES.rules.validate(event.setup, ronda.loads(late, "json").players)] == ["late_entry"]


@pytest.mark.parametrize(("count", "code"), [(2, "too_few_players"), (25, "too_many_players")])
def test_st5_from_three_to_twenty_four(count: int, code: str) -> None:
    with pytest.raises(ronda.Refused) as refused:
        ronda.pair(ronda.new("robin", names(count)))
    assert refused.value.code == code


def test_st5_4_numbers_by_lot_are_kept() -> None:
    one = played(ronda.new("robin", names(6), seed=1), 2)
    other = played(ronda.new("robin", names(6), seed=2), 2)
    assert [t.players for t in one.rounds[0].tables] != [t.players for t in other.rounds[0].tables]
    again = ronda.loads(ronda.dumps(one, "json"), "json")
    assert [t.players for t in ronda.pair(again).tables] == [t.players for t in ronda.pair(one).tables]
