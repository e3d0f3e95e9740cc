"""redemption R5: tables, leaving, returning and late entry."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.facts import OptionsChanged, Returned
from ronda.core.model import OptionValue, Player
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds, come_back, leave, record_result, standings_after
from ronda.pairing.unmet_walk import seat_tables
from ronda.systems import book_of
from tests.playing import Event, byes, hand_made, tables


def event(n: int, pins: dict[int, int] | None = None, **options: OptionValue) -> Event:
    wishes = pins or {}
    players = [Player(i, f"P{i}", number=i, pinned_table=wishes.get(i)) for i in range(1, n + 1)]
    made = Event("redemption", players, {"rounds": 8, **options})
    made.given(hand_made(1, *((a, a + 1) for a in range(1, n, 2))))
    made.results(*["5-0"] * (n // 2))
    return made


def numbers(made: Event) -> dict[int, tuple[int, ...]]:
    return {table.number: table.players for table in made.tournament.rounds[-1].tables}


def player(made: Event, pid: int) -> Player:
    return next(p for p in made.tournament.players if p.id == pid)


def go(made: Event, pid: int) -> None:
    fact = leave(made.tournament, player(made, pid))
    assert not isinstance(fact, Refusal)
    made.facts.append(fact)


def come(made: Event, pid: int) -> None:
    fact = come_back(made.tournament, player(made, pid))
    assert not isinstance(fact, Refusal)
    made.facts.append(fact)


# --- R5.1 tables --------------------------------------------------------------------------------------------


def test_r5_1_numbered_from_the_first_table_in_pairing_order() -> None:
    made = event(8, first_table=21)
    made.pair()  # the winners 1, 3, 5, 7 first
    assert numbers(made) == {21: (1, 3), 22: (5, 7), 23: (2, 4), 24: (6, 8)}


def test_r5_1_the_hall_may_change_between_rounds() -> None:
    made = event(4)
    made.facts.append(OptionsChanged({"first_table": 7}))
    made.pair()
    assert list(numbers(made)) == [7, 8]


def test_r5_1_a_player_can_be_pinned_to_a_table() -> None:
    made = event(8, pins={4: 1})
    round_ = made.pair()
    assert numbers(made) == {1: (2, 4), 2: (1, 3), 3: (5, 7), 4: (6, 8)}
    assert [table.number for table in round_.tables] == [1, 2, 3, 4]
    assert not [f for f in check_rounds(made.tournament) if f.round == 2]


def test_r5_1_a_pin_outside_the_numbers_leaves_no_gap() -> None:
    made = event(8, pins={1: 100})
    made.pair()
    assert numbers(made) == {1: (5, 7), 2: (2, 4), 3: (6, 8), 100: (1, 3)}


def test_r5_1_of_two_who_want_a_table_the_better_placed_has_it_and_the_other_is_told() -> None:
    made = event(8, pins={1: 4, 8: 4})
    round_ = made.pair()
    assert numbers(made) == {4: (1, 3), 1: (5, 7), 2: (2, 4), 3: (6, 8)}
    assert [(r.code, r.article) for r in round_.reasons if r.player == 8] == [("pin_taken", "R5.1")]


def test_r5_1_two_at_one_table_with_different_pins() -> None:
    made = event(4, pins={1: 9, 3: 8})
    round_ = made.pair()
    assert numbers(made) == {9: (1, 3), 1: (2, 4)}
    assert [r.player for r in round_.reasons if r.code == "pin_taken"] == [3]


def test_r5_1_two_at_one_table_with_the_same_pin() -> None:
    made = event(4, pins={1: 9, 3: 9})
    round_ = made.pair()
    assert numbers(made) == {9: (1, 3), 1: (2, 4)}
    assert not [r for r in round_.reasons if r.code == "pin_taken"]


def test_r5_1_a_pin_of_somebody_who_rests_holds_no_table() -> None:
    made = event(4, pins={2: 1})
    go(made, 4)
    assert byes(made.pair()) == [2]
    assert list(numbers(made)) == [1]


def test_r5_1_the_pin_counts_in_round_1_too() -> None:
    players = [Player(i, f"P{i}", pinned_table=30 if i == 2 else None) for i in range(1, 7)]
    made = Event("redemption", players, {"rounds": 3}, seed=4)
    made.pair()
    assert 2 in numbers(made)[30]
    assert sorted(numbers(made)) == [1, 2, 30]


def test_r5_1_every_table_has_a_number_of_its_own() -> None:
    sides = [((a,), (a + 1,)) for a in range(1, 20, 2)]
    made, refused = seat_tables(sides, first=3, pins={1: 5, 4: 5, 6: 3, 19: 12, 20: 4})
    assert len({table.number for table in made}) == 10
    assert refused == [4, 20]
    assert [table.players for table in made] == [(a, a + 1) for a in range(1, 20, 2)]


# --- R5.2 leaving and returning -----------------------------------------------------------------------------


def test_r5_2_who_leaves_is_out_from_the_next_pairing_on() -> None:
    made = event(4)
    go(made, 1)
    assert 1 not in made.pair().players


def test_r5_2_the_result_of_the_current_table_is_still_entered() -> None:
    made = event(4)
    made.pair()
    go(made, 1)
    table = next(t for t in made.tournament.rounds[1].tables if 1 in t.players)
    made.result(2, table.number, "5-0")
    assert book_of(made.tournament).halves[1] == 12
    assert player(made, 1).left_after == 2


def test_r5_2_listed_at_the_end_without_a_place() -> None:
    made = event(4)
    go(made, 1)
    made.pair()
    rows = standings_after(made.tournament, 1)
    assert [(row.place, row.player) for row in rows] == [(1, 3), (2, 2), (2, 4), (None, 1)]
    assert rows[-1].status == "left"
    assert rows[-1].measures["match_points"].value == 3  # what was won stays


def test_r5_2_can_return() -> None:
    made = event(4)
    go(made, 1)
    made.pair()
    made.results(*["1-0"] * len(made.tournament.rounds[-1].tables))
    come(made, 1)
    assert 1 in made.pair().players
    assert player(made, 1).missed == (2,)
    row = next(row for row in standings_after(made.tournament, 2) if row.player == 1)
    assert row.place is not None
    assert row.measures["match_points"].value == 3  # nothing for the missed round


def test_r5_2_back_before_anything_was_missed() -> None:
    made = event(4)
    go(made, 1)
    come(made, 1)
    assert player(made, 1).missed == ()
    assert 1 in made.pair().players


def test_r5_2_away_twice() -> None:
    made = event(6)
    for number in (2, 3, 4, 5):
        (go if number in (2, 4) else come)(made, 1)
        made.pair()
        made.results(*["1-0"] * len(made.tournament.rounds[-1].tables))
    assert player(made, 1).missed == (2, 4)
    assert [line.round for line in book_of(made.tournament).lines[1]] == [1, 3, 5]


def test_r5_2_leaving_or_returning_twice_is_refused() -> None:
    made = event(4)
    refusal = come_back(made.tournament, player(made, 1))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "not_left"
    go(made, 1)
    again = leave(made.tournament, player(made, 1))
    assert isinstance(again, Refusal)
    assert again.code == "already_left"


def test_r5_2_a_return_without_having_left_changes_nothing() -> None:
    made = event(4)
    before = made.tournament
    made.facts.append(Returned(1, 2))
    assert made.tournament == before


def test_r5_2_those_who_met_before_somebody_left_have_still_met() -> None:
    made = event(4)
    go(made, 1)
    made.pair()
    made.results(*["1-0"] * len(made.tournament.rounds[-1].tables))
    come(made, 1)
    assert not {(1, 2), (2, 1)} & set(tables(made.pair()))


# --- R5.3 late entry ----------------------------------------------------------------------------------------


def test_r5_3_before_any_later_pairing_with_nothing_for_the_missed_rounds() -> None:
    made = event(4)
    made.pair()
    made.results("5-0", "5-0")
    made.enter(Player(0, "LATE"))
    late = player(made, 5)
    assert (late.joined_round, late.number) == (3, None)
    assert 5 in made.pair().players
    assert player(made, 5).number == 5
    book = book_of(made.tournament)
    assert book.halves[5] == sum(line.halves for line in book.lines[5] if line.round >= 3)
    assert {line.round for line in book.lines[5]} == {3}


def test_r5_3_not_in_the_round_that_is_under_way() -> None:
    made = event(4)
    round_ = made.pair()
    made.enter(Player(0, "LATE"))
    assert made.tournament.rounds[-1] == round_
    assert player(made, 5).joined_round == 3
    assert [f.code for f in check_rounds(made.tournament) if f.severity == "violation"] == []


def test_r5_3_ids_are_never_given_twice() -> None:
    made = event(4)
    for expected in (5, 6, 7):
        assert made.enter(Player(0, "LATE")).id == expected


# --- R5.4 three separate actions ----------------------------------------------------------------------------


def test_r5_4_pairing_waits_for_the_end_of_the_round() -> None:
    made = event(4)
    made.pair()
    made.result(2, 1, "5-0")
    refusal = made.refuse()
    assert (refusal.code, refusal.facts) == ("results_missing", {"round": 2, "tables": [2]})
    made.result(2, 2, "0-0")
    made.pair()


def test_r5_4_after_the_planned_rounds_nothing_is_paired() -> None:
    made = event(2, rounds=2)
    made.pair()
    made.results("1-0")
    assert made.refuse().code == "rounds_done"


@pytest.mark.parametrize(
    ("round_number", "table", "code"), [(3, 1, "unknown_round"), (0, 1, "unknown_round"), (1, 9, "unknown_table")]
)
def test_r5_4_results_need_a_table(round_number: int, table: int, code: str) -> None:
    made = event(4)
    made.pair()
    refusal = record_result(made.tournament, round_number, table, "5-0")
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_r5_4_an_entry_keeps_what_was_known_of_the_player() -> None:
    made = event(2)
    late = made.enter(Player(0, "LATE", rating=1500, club="X", pinned_table=3))
    assert late == replace(Player(3, "LATE"), rating=1500, club="X", pinned_table=3, joined_round=2)
