"""redemption R4: the order, the lot, and who plays whom."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from ronda.core.facts import Entered, Paired
from ronda.core.model import OptionValue, Player, Round
from ronda.core.verdicts import Reason
from ronda.desk import check_rounds, next_round
from ronda.systems import book_of
from ronda.systems.redemption.rules import draw_numbers, pairing_order
from tests.playing import Event, byes, hand_made, tables

Result = tuple[int, int, str]


def field(n: int) -> list[Player]:
    return [Player(i, f"P{i}", number=i) for i in range(1, n + 1)]


def after(n: int, *rounds: Sequence[Result], **options: OptionValue) -> Event:
    made = Event("redemption", field(n), {"rounds": 20, **options})
    for number, seats in enumerate(rounds, start=1):
        made.given(hand_made(number, *((a, b) for a, b, _ in seats)))
        made.results(*(result for _, _, result in seats))
    return made


def unnumbered(n: int, seed: int) -> Event:
    return Event("redemption", [Player(i, f"P{i}") for i in range(1, n + 1)], {"rounds": 5}, seed=seed)


def why(round_: Round, table: int) -> Reason:
    (reason,) = (r for r in round_.reasons if r.table == table)
    return reason


def pairs(round_: Round) -> set[frozenset[int]]:
    return {frozenset(table) for table in tables(round_)}


def last_findings(made: Event) -> list[tuple[str, str]]:
    found = [f for f in check_rounds(made.tournament) if f.round == len(made.tournament.rounds)]
    return [(f.code, f.severity) for f in found]


# --- R4.1 the order -----------------------------------------------------------------------------------------


def test_r4_1_match_points_then_differential_then_draw_number() -> None:
    made = after(6, [(1, 2, "3-1"), (3, 4, "5-4"), (5, 6, "3-1")])
    book = book_of(made.tournament)
    numbers = {1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1}
    assert pairing_order(book, book.pool(), numbers) == [3, 5, 1, 6, 2, 4]


def test_r4_1_draw_numbers_are_drawn_by_lot_and_kept() -> None:
    made = unnumbered(8, seed=3)
    made.pair()
    numbers = {player.id: player.number for player in made.tournament.players}
    assert sorted(filter(None, numbers.values())) == list(range(1, 9))
    assert list(numbers.values()) != list(range(1, 9))
    made.results("0-0", "0-0", "0-0", "0-0")
    made.pair()
    assert {player.id: player.number for player in made.tournament.players} == numbers


def test_r4_1_draw_numbers_come_from_the_tournaments_seed_and_not_from_the_rounds() -> None:
    tournament = unnumbered(8, seed=3).tournament
    one, other = next_round(tournament, seed=1), next_round(tournament, seed=2)
    assert isinstance(one, Paired)
    assert isinstance(other, Paired)
    assert one.numbers == other.numbers
    assert tables(one.round) != tables(other.round)


def test_r4_1_late_entries_get_the_next_numbers() -> None:
    made = unnumbered(4, seed=3)
    made.pair()
    made.results("0-0", "0-0")
    made.facts += [Entered(Player(9, "LATE", joined_round=2)), Entered(Player(8, "LATER", joined_round=2))]
    made.pair()
    numbers = {player.id: player.number for player in made.tournament.players}
    assert (numbers[9], numbers[8]) == (5, 6)


def test_r4_1_numbers_given_in_the_file_are_kept_and_the_others_drawn_around_them() -> None:
    players = {1: Player(1, "A", number=2), 2: Player(2, "B"), 3: Player(3, "C"), 4: Player(4, "D", joined_round=2)}
    numbers = draw_numbers(players, seed=5)
    assert numbers[1] == 2
    assert {numbers[2], numbers[3]} == {1, 3}
    assert numbers[4] == 4


# --- R4.2 round 1 -------------------------------------------------------------------------------------------


def test_r4_2_round_1_is_random_and_its_seed_is_stored() -> None:
    rounds = {seed: unnumbered(8, seed).pair() for seed in range(30)}
    assert all(round_.seed == seed for seed, round_ in rounds.items())
    assert len({frozenset(pairs(round_)) for round_ in rounds.values()}) > 20
    assert all(reason.article == "R4.2" for round_ in rounds.values() for reason in round_.reasons)
    assert all(why(round_, 1).facts["seed"] == seed for seed, round_ in rounds.items())


def test_r4_2_the_same_seed_gives_the_same_round() -> None:
    assert unnumbered(9, seed=77).pair() == unnumbered(9, seed=77).pair()


def test_r4_2_the_round_of_seed_42_never_changes() -> None:
    round_ = unnumbered(7, seed=42).pair()
    assert (tables(round_), byes(round_)) == ([(7, 6), (5, 3), (2, 4)], [1])


def test_r4_2_every_pair_is_about_equally_likely() -> None:
    met = Counter(pair for seed in range(450) for pair in pairs(unnumbered(6, seed).pair()))
    assert len(met) == 15
    assert all(abs(count - 90) < 45 for count in met.values())


def test_r4_2_ratings_do_not_matter() -> None:
    strong = Event("redemption", [Player(i, f"P{i}", rating=3000 - i) for i in range(1, 9)], {"rounds": 3}, seed=6)
    weak = Event("redemption", [Player(i, f"P{i}", rating=100 + i) for i in range(1, 9)], {"rounds": 3}, seed=6)
    assert strong.pair() == weak.pair()


# --- R4.3 later rounds --------------------------------------------------------------------------------------


def test_r4_3_from_the_top_the_highest_below_not_yet_met() -> None:
    made = after(6, [(1, 2, "5-0"), (3, 4, "5-1"), (5, 6, "5-2")])
    round_ = made.pair()  # order 1 3 5 6 4 2
    assert tables(round_) == [(1, 3), (5, 4), (6, 2)]
    assert [why(round_, n).article for n in (1, 2, 3)] == ["R4.3", "R4.3", "R4.3"]
    assert why(round_, 2).facts["skipped"] == [{"player": 6, "why": "met", "rounds": [1]}]
    assert not round_.relaxations


def test_r4_3_points_do_not_limit_who_may_meet() -> None:
    made = after(4, [(1, 2, "5-0"), (3, 4, "5-1")], [(1, 3, "5-0"), (4, 2, "5-0")])
    assert tables(made.pair())[0] == (1, 4)


@pytest.mark.parametrize("result", ["+--", "--+", "---"])
def test_r4_3_a_table_decided_by_absence_counts_as_met(result: str) -> None:
    made = after(4, [(1, 2, result), (3, 4, result)])
    assert not pairs(made.pair()) & {frozenset((1, 2)), frozenset((3, 4))}


# --- R4.4 completion and least harm -------------------------------------------------------------------------


def test_r4_4_the_nearest_who_still_lets_everybody_else_be_paired() -> None:
    made = after(4, [(1, 2, "5-0"), (3, 4, "5-0")])
    made.facts += [
        Entered(Player(5, "FIVE", number=5, joined_round=2)),
        Entered(Player(6, "SIX", number=6, joined_round=2)),
    ]
    round_ = made.pair()  # order 1 3 5 6 2 4
    assert tables(round_) == [(1, 3), (5, 6), (2, 4)]
    made.results("5-0", "5-0", "5-0")
    third = made.pair()
    assert not third.relaxations
    assert last_findings(made) == []


def test_r4_4_a_completed_table_says_so() -> None:
    made = after(
        6,
        [(1, 2, "5-0"), (3, 4, "5-0"), (5, 6, "5-0")],
        [(1, 3, "5-0"), (2, 5, "5-0"), (4, 6, "5-0")],
    )
    round_ = made.pair()  # after 1–4 the walk would take 2–3 and leave 5 and 6, who have met
    assert tables(round_) == [(1, 4), (2, 6), (3, 5)]
    assert (why(round_, 2).code, why(round_, 2).article) == ("completed", "R4.4")
    assert {"player": 3, "why": "completion"} in why(round_, 2).facts["skipped"]
    assert not round_.relaxations


ODD_AGAINST_EVEN = [
    [(1, 2, "5-0"), (3, 4, "5-0"), (5, 6, "5-0")],
    [(1, 4, "5-0"), (3, 6, "5-0"), (5, 2, "5-0")],
    [(1, 6, "5-0"), (3, 2, "5-0"), (5, 4, "5-0")],
]


def test_r4_4_six_players_after_odd_met_even_need_one_rematch_and_not_two() -> None:
    made = after(6, *ODD_AGAINST_EVEN)
    round_ = made.pair()
    (rematch,) = round_.relaxations
    assert (rematch.code, rematch.article) == ("rematch", "R4.4")
    assert frozenset(rematch.players) not in {frozenset((1, 6)), frozenset((3, 2)), frozenset((5, 4))}  # of round 3
    assert last_findings(made) == [("rematch", "relaxation")]


def test_r4_4_no_rematch_where_one_round_without_is_left() -> None:
    made = after(4, [(1, 2, "0-0"), (3, 4, "0-0")], [(1, 3, "0-0"), (2, 4, "0-0")], [(1, 3, "0-0"), (2, 4, "0-0")])
    round_ = made.pair()
    assert pairs(round_) == {frozenset((1, 4)), frozenset((2, 3))}
    assert not round_.relaxations


def test_r4_4_last_rounds_pairs_are_rematched_last() -> None:
    made = after(
        4,
        [(1, 2, "0-0"), (3, 4, "0-0")],
        [(1, 3, "0-0"), (2, 4, "0-0")],
        [(1, 3, "0-0"), (2, 4, "0-0")],
        [(1, 4, "0-0"), (2, 3, "0-0")],
    )
    round_ = made.pair()  # 1–4 was just now; 1–2 was once, 1–3 twice
    assert pairs(round_) == {frozenset((1, 2)), frozenset((3, 4))}


def test_r4_4_a_pair_that_met_twice_rather_than_last_rounds() -> None:
    made = after(
        4,
        [(1, 2, "0-0"), (3, 4, "0-0")],
        [(1, 2, "0-0"), (3, 4, "0-0")],
        [(1, 3, "0-0"), (2, 4, "0-0")],
        [(1, 3, "0-0"), (2, 4, "0-0")],
        [(1, 4, "0-0"), (2, 3, "0-0")],
    )
    assert pairs(made.pair()) == {frozenset((1, 2)), frozenset((3, 4))}


@pytest.mark.parametrize("seed", range(5))
def test_r4_4_four_players_over_six_rounds_meet_twice_each(seed: int) -> None:
    made = Event("redemption", [Player(i, f"P{i}") for i in range(1, 5)], {"rounds": 6}, seed=seed)
    met: Counter[frozenset[int]] = Counter()
    previous: set[frozenset[int]] = set()
    for number in range(1, 7):
        round_ = made.pair()
        assert len(round_.relaxations) == (0 if number <= 3 else 2)
        assert not pairs(round_) & previous
        previous = pairs(round_)
        met.update(previous)
        made.results("5-0", "2-3")
        if number == 3:
            assert set(met.values()) == {1}
    assert set(met.values()) == {2}
    assert not [f for f in check_rounds(made.tournament) if f.severity == "violation"]


def test_r4_4_two_players_meet_every_round() -> None:
    made = Event("redemption", field(2), {"rounds": 3})
    for number in range(1, 4):
        round_ = made.pair()
        assert [r.facts["rounds"] for r in round_.relaxations] == [list(range(1, number))] * (number > 1)
        made.results("5-0")


# --- R4.5 what is said of a rematch -------------------------------------------------------------------------


def test_r4_5_a_rematch_carries_a_reason_a_relaxation_and_a_proof() -> None:
    round_ = after(6, *ODD_AGAINST_EVEN).pair()
    (rematch,) = round_.relaxations
    (reason,) = (r for r in round_.reasons if r.code == "rematch")
    assert reason.article == "R4.5"
    assert {reason.facts["player"], reason.facts["opponent"]} == set(rematch.players)
    assert reason.facts["rounds"] == rematch.facts["rounds"] != []
    assert rematch.facts["hub"] == []
    assert {frozenset(group) for group in rematch.facts["groups"]} == {frozenset((1, 3, 5)), frozenset((2, 4, 6))}
