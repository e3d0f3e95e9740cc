"""chess C5: the walk down the order, its completion and its ladder.

Colour histories are written like `ws`: white, then black.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from ronda.core.facts import Entered, Left
from ronda.core.model import Player, Round
from ronda.core.verdicts import Reason
from ronda.desk import check_rounds
from tests.playing import Event, byes, hand_made, tables


def field(n: int) -> list[Player]:
    return [Player(i, f"P{i}", rating=3000 - i, number=i) for i in range(1, n + 1)]


def after(n: int, *rounds: Sequence[tuple[int, int, str]], resting: Sequence[int] = ()) -> Event:
    """An event after rounds given as (white, black, result code), `resting` in them one by one."""
    made = Event("chess", field(n), {"rounds": len(rounds) + 1})
    for number, tables_ in enumerate(rounds, start=1):
        made.given(hand_made(number, *((w, b) for w, b, _ in tables_), bye=resting[number - 1 : number]))
        made.results(*(code for _, _, code in tables_))
    return made


def why(round_: Round, table: int) -> Reason:
    (reason,) = (r for r in round_.reasons if r.table == table)
    return reason


def grounds(reason: Reason) -> dict[int, str]:
    return {entry["player"]: entry["why"] for entry in reason.facts.get("skipped", [])}


def violations(event: Event) -> list[str]:
    return [f.code for f in check_rounds(event.tournament) if f.severity == "violation" and f.round == latest(event)]


def latest(event: Event) -> int:
    return len(event.tournament.rounds)


# --- C5.1 in the own score group ----------------------------------------------------------------------------


def test_c5_1_step_1_1_both_change_colour_before_a_nearer_one_who_would_repeat() -> None:
    made = after(6, [(1, 2, "1"), (3, 4, "1"), (5, 6, "2")])  # winners 1 (w), 3 (w), 6 (s)
    round_ = made.pair()
    assert tables(round_)[0] == (6, 1)
    reason = why(round_, 1)
    assert (reason.article, reason.facts["step"]) == ("C5.1", "1.1")
    assert grounds(reason) == {3: "later_step"}


def test_c5_1_step_1_1_takes_the_nearest_of_them() -> None:
    made = after(8, [(1, 2, "1"), (3, 4, "2"), (5, 6, "2"), (7, 8, "1")])  # winners 1 (w), 4 (s), 6 (s), 7 (w)
    assert tables(made.pair())[:2] == [(4, 1), (6, 7)]


def test_c5_1_step_1_2_the_higher_changes_and_the_lower_repeats() -> None:
    made = after(4, [(1, 2, "1"), (3, 4, "1")])
    round_ = made.pair()
    assert tables(round_) == [(3, 1), (2, 4)]  # 1 changes to black, 2 changes to white
    assert [why(round_, n).facts["step"] for n in (1, 2)] == ["1.2", "1.2"]


def test_c5_1_step_1_3_the_higher_repeats_where_the_lower_may_not() -> None:
    made = after(4, [(3, 1, "2"), (2, 4, "1")], [(1, 4, "1"), (2, 3, "1")])  # 1 sw, 2 ww, 3 ws, 4 ss
    round_ = made.pair()
    assert tables(round_) == [(1, 2), (4, 3)]
    assert [why(round_, n).facts["step"] for n in (1, 2)] == ["1.3", "1.3"]
    assert not round_.relaxations


def test_c5_1_step_1_2_with_somebody_further_comes_before_step_1_3() -> None:
    made = after(
        6, [(4, 1, "2"), (2, 5, "1"), (6, 3, "2")], [(1, 5, "1"), (2, 6, "1"), (3, 4, "1")]
    )  # 1 sw, 2 ww, 3 sw with two points; 4 ws, 5 ss, 6 ws with none
    round_ = made.pair()
    assert tables(round_) == [(3, 1), (4, 2), (5, 6)]
    assert [why(round_, n).facts["step"] for n in (1, 2, 3)] == ["1.2", "1.1", "1.2"]
    assert grounds(why(round_, 1)) == {2: "later_step"}


def test_c5_1_nobody_is_met_again_and_the_reason_names_the_round() -> None:
    made = after(4, [(1, 2, "0"), (3, 4, "0")])
    round_ = made.pair()
    assert grounds(why(round_, 1)) == {2: "met", 3: "later_step"}
    assert why(round_, 1).facts["skipped"][0]["rounds"] == [1]


# --- C5.2 the next group ------------------------------------------------------------------------------------


def test_c5_2_down_to_the_next_score_group() -> None:
    made = after(6, [(1, 2, "1"), (3, 4, "0"), (5, 6, "0")])  # 1 alone with a point, then 3 4 5 6, then 2
    round_ = made.pair()
    assert tables(round_)[0] == (4, 1)  # 3 is nearer but would repeat
    assert (why(round_, 1).article, why(round_, 1).facts["step"]) == ("C5.2", "1.1")


def test_c5_2_every_step_of_the_nearer_group_before_the_next_one() -> None:
    made = after(4, [(1, 2, "1"), (3, 4, "1")])
    assert tables(made.pair())[0] == (3, 1)  # by 1.2 in the group, although 4 below could be had by 1.1


def test_c5_2_over_two_groups_down() -> None:
    made = after(
        4, [(1, 2, "1"), (3, 4, "0")], [(3, 1, "2"), (4, 2, "1")]
    )  # 1 has two points, 4 has 1½, 3 has ½, 2 none; 1 has met 2 and 3
    round_ = made.pair()
    assert tables(round_)[0] in [(1, 4), (4, 1)]
    assert why(round_, 1).article == "C5.2"


# --- C5.3 without a colour ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "seats"), [("w", (5, 1)), ("s", (1, 5))])
def test_c5_3_a_newcomer_takes_what_the_other_needs(first: str, seats: tuple[int, int]) -> None:
    made = after(2, [(1, 2, "5") if first == "w" else (2, 1, "5")])
    made.facts += [Left(2, 1), Entered(Player(5, "LATE", joined_round=2))]
    round_ = made.pair()
    assert tables(round_) == [seats]
    assert why(round_, 1).facts["step"] == "1.1"


def test_c5_3_a_player_after_a_bye_has_no_colour_yet() -> None:
    made = after(3, [(1, 2, "1")], resting=[3])
    round_ = made.pair()
    assert (tables(round_), byes(round_)) == ([(3, 1)], [2])


def test_c5_3_if_neither_has_one_the_higher_has_white() -> None:
    made = after(2, [(1, 2, "1")])
    made.facts += [Left(1, 1), Left(2, 1)]
    made.facts += [Entered(Player(n, f"LATE {n}", rating=r, joined_round=2)) for n, r in ((7, 1500), (8, 1600))]
    assert tables(made.pair()) == [(8, 7)]


# --- C5.4 completion ----------------------------------------------------------------------------------------


def test_c5_4_a_choice_that_leaves_the_rest_unpairable_is_skipped() -> None:
    made = after(4, [(1, 2, "1"), (3, 4, "1")], [(3, 1, "0"), (2, 4, "0")])
    made.facts += [Entered(Player(5, "LATE", joined_round=3)), Entered(Player(6, "LATER", joined_round=3))]
    round_ = made.pair()  # 1 and 3 with 1½; 2 and 4 with ½; 5 and 6 with none
    assert sorted(round_.players) == [1, 2, 3, 4, 5, 6]
    assert not round_.relaxations
    assert violations(made) == []


def test_c5_4_where_the_plain_walk_succeeds_it_stands() -> None:
    made = after(8, [(1, 2, "1"), (3, 4, "1"), (5, 6, "1"), (7, 8, "1")])
    round_ = made.pair()
    assert tables(round_) == [(3, 1), (7, 5), (2, 4), (6, 8)]
    assert {reason.article for reason in round_.reasons} == {"C5.1"}


def test_c5_4_the_look_ahead_is_told() -> None:
    made = after(6, [(1, 2, "1"), (3, 4, "1"), (5, 6, "1")], [(3, 1, "2"), (2, 5, "1"), (4, 6, "1")])
    round_ = made.pair()
    assert tables(round_) == [(1, 4), (6, 2), (5, 3)]
    assert (why(round_, 2).code, why(round_, 2).article) == ("completed_by_look_ahead", "C5.4")
    assert grounds(why(round_, 2))[3] == "completion"


# --- C5.5 the ladder ----------------------------------------------------------------------------------------

ALL_BUT_ONE_ROUND = [  # a round robin of six without its last round; 1 has had www, then s
    [(1, 3, "0"), (4, 2, "0"), (5, 6, "0")],
    [(1, 4, "0"), (2, 5, "0"), (3, 6, "0")],
    [(1, 5, "0"), (6, 2, "0"), (4, 3, "0")],
    [(6, 1, "0"), (2, 3, "0"), (5, 4, "0")],
]


def test_c5_5_step_1_4_both_repeat_legally() -> None:
    made = after(6, *ALL_BUT_ONE_ROUND)
    round_ = made.pair()  # only 1–2, 3–5 and 4–6 are left; 1 (wwws) may not have white again
    assert tables(round_)[0] == (2, 1)  # 2 (swsw) repeats white, 1 repeats black
    assert tables(round_)[1:] == [(3, 5), (4, 6)]
    assert [why(round_, n).facts["step"] for n in (1, 2, 3)] == ["1.4", "1.1", "1.1"]
    assert [(r.code, r.article, r.players) for r in round_.relaxations] == [("both_repeat", "C5.5", (1, 2))]
    assert violations(made) == []


def test_c5_5_the_next_bye_candidate_up() -> None:
    made = after(
        7,
        [(1, 2, "1"), (3, 4, "0"), (5, 6, "2")],
        [(6, 1, "2"), (7, 3, "2"), (4, 2, "2")],
        [(1, 3, "1"), (2, 5, "1"), (7, 6, "2")],
        [(4, 1, "2"), (6, 2, "2"), (5, 7, "1")],
        resting=[7, 5, 4, 3],
    )
    round_ = made.pair()  # 6 is the lowest without a free point, but then no legal round exists
    assert (tables(round_), byes(round_)) == ([(1, 5), (3, 6), (7, 4)], [2])
    (moved,) = round_.relaxations
    assert (moved.code, moved.article, moved.players, moved.facts["rightful"]) == ("bye_moved", "C5.5", (2, 6), 6)
    assert len(moved.facts["groups"]) > len(moved.facts["hub"])  # the proof
    assert [(r.code, r.article) for r in round_.reasons if r.player == 2] == [("bye_moved", "C5.5")]
    assert violations(made) == []


def test_c5_5_the_bye_moves_among_those_with_fewest_free_points() -> None:
    made = after(3, [(1, 2, "3")], [(3, 1, "2")], resting=[3, 2])  # everybody has one free point
    round_ = made.pair()  # 3 is the lowest, but only 2–3 have not met
    assert byes(round_) == [1]
    assert {(r.code, r.players) for r in round_.relaxations} == {("bye_again", (1,)), ("bye_moved", (1, 3))}
    assert violations(made) == []


def test_c5_5_the_colour_rule_is_lifted_for_as_few_as_possible() -> None:
    made = after(
        6,
        [(1, 2, "1"), (3, 4, "1"), (5, 6, "1")],
        [(3, 1, "1"), (2, 5, "1"), (4, 6, "1")],
        [(5, 3, "2"), (1, 4, "1"), (6, 2, "2")],
        [(3, 2, "2"), (6, 1, "2"), (4, 5, "1")],
    )
    round_ = made.pair()  # the last round of a round robin: 1–5, 2–4 and 3–6, and neither 3 nor 6 may have white again
    assert {frozenset(table) for table in tables(round_)} == {frozenset(p) for p in ((1, 5), (2, 4), (3, 6))}
    (lifted,) = round_.relaxations
    assert (lifted.code, lifted.article) == ("colour_lifted", "C5.5")
    assert len(lifted.players) == 1
    assert violations(made) == []


def test_c5_5_no_colour_is_lifted_where_the_bye_can_move() -> None:
    made = after(3, [(1, 2, "3")], [(3, 1, "2")], resting=[3, 2])
    assert "colour_lifted" not in {r.code for r in made.pair().relaxations}


def test_c5_5_a_second_free_point_before_no_round_at_all() -> None:
    made = after(
        5, [(1, 2, "2"), (3, 4, "1")], [(2, 3, "2"), (5, 1, "2")], [(3, 5, "1"), (1, 4, "1")], resting=[5, 4, 2]
    )
    round_ = made.pair()  # of 1 and 3, who had no free point, whoever rests: no two tables without a rematch
    assert byes(round_) == [5]
    assert [(r.code, r.article, r.players) for r in round_.relaxations] == [
        ("bye_again", "C4.4", (5,)),
        ("bye_moved", "C5.5", (5, 1)),
    ]
    assert violations(made) == []


def test_c5_5_refused_with_a_proof_where_no_round_exists() -> None:
    made = after(4, [(1, 2, "2"), (3, 4, "1")], [(2, 3, "2"), (4, 1, "2")], [(2, 4, "2"), (3, 1, "1")])
    refusal = made.refuse()
    assert (refusal.code, refusal.article) == ("no_round_exists", "C5.5")
    assert refusal.facts["round"] == 4
    assert len(refusal.facts["groups"]) > len(refusal.facts["hub"])


def test_c5_5_refused_after_six_players_met_as_odd_against_even() -> None:
    odd_against_even = [
        [(1, 2, "0"), (3, 4, "0"), (5, 6, "0")],
        [(4, 1, "0"), (6, 3, "0"), (2, 5, "0")],
        [(1, 6, "0"), (3, 2, "0"), (5, 4, "0")],
    ]
    refusal = after(6, *odd_against_even).refuse()
    assert refusal.code == "no_round_exists"
    assert (refusal.facts["hub"], refusal.facts["groups"]) == ([], [[1, 3, 5], [2, 4, 6]])


def test_c5_5_a_rematch_is_never_made() -> None:
    made = Event("chess", field(2), {"rounds": 3})
    made.given(hand_made(1, (1, 2)))
    made.results("1")
    assert made.refuse().code == "no_round_exists"


# --- C5.6 tables --------------------------------------------------------------------------------------------


def test_c5_6_tables_are_numbered_in_the_order_made_and_the_bye_is_last() -> None:
    made = after(7, [(1, 2, "2"), (3, 4, "2"), (5, 6, "2")], resting=[7])
    round_ = made.pair()
    assert [table.number for table in round_.tables] == [1, 2, 3]
    best = [min(table.players, key=[2, 4, 6, 7, 1, 3, 5].index) for table in round_.tables]
    assert best == sorted(best, key=[2, 4, 6, 7, 1, 3, 5].index)
    assert [reason.table for reason in round_.reasons] == [1, 2, 3, None]
