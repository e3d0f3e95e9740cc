"""melee: nobody rests: doublettes filled with triplettes, missed rounds, lanes (PS1)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from ronda.core.chance import Draw
from ronda.core.model import Avoid, OptionValue, Player, Round, Scored, Table, Tournament
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.rules import counted_games, most_filled_rounds, shape
from tests.melee.events import begin, book_of, paired, refused

FILLED: dict[str, OptionValue] = {"leftovers": "triplette", "setting": "random", "ranking": "difference", "rounds": 4}


def played(event: Tournament, rounds: int, seed: int = 1) -> Tournament:
    for number in range(1, rounds + 1):
        made = paired(event, seed * 100 + number)
        assert not [f for f in SYSTEM.rules.check(book_of(event), made) if f.severity == "violation"]
        draw = Draw(seed, "results", number)
        tables = tuple(replace(t, result=Scored(13, draw.below(13))) for t in made.tables)
        event = replace(event, rounds=(*event.rounds, replace(made, tables=tables, status="closed")))
    return event


def threes(event: Tournament) -> Counter[int]:
    book = book_of(event)
    return Counter(sum(len(line.partners) == 2 for line in book.lines[player]) for player in book.lines)


@pytest.mark.parametrize("n", [4, 5, 6, 7, 8, 9, 10, 11, 22, 37, 58])
def test_ps1_2_nobody_rests(n: int) -> None:
    made = paired(begin(n, {**FILLED, "rounds": 1}), 3)
    assert not made.byes
    assert sorted(made.players) == list(range(1, n + 1))
    sizes = Counter(len(side) for table in made.tables for side in (table.first, table.second))
    assert sizes[3] == (1 if n == 7 else n % 4)
    assert SYSTEM.rules.check(book_of(begin(n, {**FILLED, "rounds": 1})), made) == []
    assert SYSTEM.rules.seating.seats(begin(n, FILLED).setup, n) == (len(made.tables), 0)


def test_ps1_2_fewer_than_four() -> None:
    assert refused(begin(3, FILLED)).code == "too_few_players"


def test_ps1_3_seven() -> None:
    single = paired(begin(7, FILLED), 1)
    assert [(len(t.first), len(t.second)) for t in single.tables] in ([(3, 2), (1, 1)], [(2, 3), (1, 1)])
    rest = paired(begin(7, {**FILLED, "seven": "rest"}), 1)
    assert (len(rest.tables), len(rest.byes)) == (1, 1)
    assert SYSTEM.rules.seating.seats(begin(7, {**FILLED, "seven": "rest"}).setup, 7) == (1, 1)


def test_ps1_4_bounds() -> None:
    assert [most_filled_rounds(n) for n in (5, 6, 7, 9, 10, 11, 22, 30)] == [1, 1, 5, 6, 5, 5, 16, 24]
    wanted = {n: SYSTEM.rules.validate(begin(11, {**FILLED, "rounds": n}).setup, begin(11).players) for n in (4, 5, 6)}
    assert [f.code for f in wanted[4]] == []
    assert [(f.code, f.severity) for f in wanted[5]] == [("repeat_possible", "note")]
    assert [(f.code, f.severity) for f in wanted[6]] == [("rounds_out_of_bounds", "violation")]


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("n", [9, 10, 11, 13, 22])
def test_ps1_4_partners_never_twice(n: int, seed: int) -> None:
    event = played(begin(n, FILLED, seed=seed), 4, seed)
    book = book_of(event)
    for player in book.lines:
        mates = [mate for line in book.lines[player] for mate in line.partners]
        assert len(mates) == len(set(mates))


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_ps1_5_threes_go_round(seed: int) -> None:
    assert threes(played(begin(22, FILLED, seed=seed), 4, seed)) == {1: 20, 2: 2}
    assert threes(played(begin(9, {**FILLED, "rounds": 3}, seed=seed), 3, seed)) == {1: 9}


def test_ps1_5_check_sees_an_unfair_three() -> None:
    event = played(begin(9, {**FILLED, "rounds": 3}), 1)
    before = next(s for t in event.rounds[0].tables for s in (t.first, t.second) if len(s) == 3)
    others = [p for p in range(1, 10) if p not in before]
    tables = (
        Table(1, (before[0], others[0], others[1]), (others[2], others[3])),
        Table(2, (before[1], others[4]), (before[2], others[5])),
    )
    codes = {f.code for f in SYSTEM.rules.check(book_of(event), Round(2, tables))}
    assert codes & {"threes_unfair", "partner_repeat_unrecorded"}


def test_ps1_4_check_sees_a_repeated_partner() -> None:
    event = played(begin(9, FILLED), 1)
    same = Round(2, tuple(replace(table, result=None) for table in event.rounds[0].tables))
    assert "partner_repeat_unrecorded" in {f.code for f in SYSTEM.rules.check(book_of(event), same)}


def test_ps1_2_check_sees_a_wrong_shape() -> None:
    tables = (Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 8)))
    made = replace(paired(begin(9), 1), tables=tables)
    assert "wrong_shape" in {f.code for f in SYSTEM.rules.check(book_of(begin(9, FILLED)), made)} or made.byes


def test_hard_wishes_come_first() -> None:
    avoid = (Avoid((1, 2), "both", hard=True),)
    for seed in range(6):
        made = paired(begin(5, {**FILLED, "rounds": 1}, avoid=avoid), seed)
        assert made.relaxations  # five at one table: they cannot be kept apart
        kept = paired(begin(9, {**FILLED, "rounds": 1}, avoid=avoid), seed)
        assert not kept.relaxations
        assert not any({1, 2} <= set(table.players) for table in kept.tables)


def test_ps1_6_power_goes_by_means() -> None:
    """A three is not strong by counting three: with equal means the sides are level."""
    event = played(begin(22, {**FILLED, "setting": "power"}), 2)
    assert not [f for f in SYSTEM.rules.check(book_of(event), paired(event, 9)) if f.severity == "violation"]


def test_ps1_7_a_missed_round_is_lost() -> None:
    options = {**FILLED, "missed": "0-13"}
    players = (*begin(4).players, Player(5, "late", joined_round=2))
    first = Round(1, (Table(1, (1, 2), (3, 4), Scored(13, 7)),), status="closed")
    second = Round(2, (Table(1, (1, 3, 5), (2, 4), Scored(13, 11)),), status="closed")
    event = replace(begin(4, options), players=players, rounds=(first, second))
    book = book_of(event)
    assert [(g.outcome, g.made, g.conceded) for g in counted_games(book, 5)] == [("missed", 0, 13), ("win", 13, 11)]
    row = next(row for row in SYSTEM.rules.standings(book) if row.player == 5)
    values = {name: measure.value for name, measure in row.measures.items()}
    order = ["points", "balance", "difference", "points_for"]
    assert [values[name] for name in order] == [1, 0, -11, 13]
    assert [criterion.name for criterion in SYSTEM.rules.criteria(event.setup) if criterion.ranks] == order


def test_ps1_7_counts_when_the_round_is_over() -> None:
    players = (*begin(4).players, Player(5, "late", joined_round=2))
    running = Round(1, (Table(1, (1, 2), (3, 4)),))
    event = replace(begin(4, {**FILLED, "missed": "0-13"}), players=players, rounds=(running,))
    assert counted_games(book_of(event), 5) == []


def test_ps1_9_lanes_rotate() -> None:
    options = {**FILLED, "lanes": "rotate"}
    event = played(begin(16, {**options, "rounds": 4}), 4)
    book = book_of(event)
    most = [max(Counter(line.table for line in book.lines[p]).values()) for p in book.lines]
    assert max(most) <= 2
    assert {r.code for r in event.rounds[-1].reasons} >= {"lanes_rotated"}
    lot = paired(begin(16, {**FILLED, "lanes": "lot"}), 5)
    assert sorted(table.number for table in lot.tables) == [1, 2, 3, 4]


def test_without_it_nothing_changes() -> None:
    """The options of PS1 are off: nine players make two tables and a free game."""
    made = paired(begin(9, {"rounds": 4}), 1)
    assert (len(made.tables), len(made.byes)) == (2, 1)
    assert shape(22).games[0] == (3, 3)
