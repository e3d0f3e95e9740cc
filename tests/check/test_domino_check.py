"""domino: the worked examples check clean, and what is changed in them is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ronda.core.model import Approval, Avoid, Bye, OptionValue, Player, Round, Setup, Table, Tournament
from ronda.core.verdicts import Finding, Refusal, Relaxation
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import NAMES
from ronda.systems.domino.rules import read_result
from tests.check.made import check as check_rounds
from tests.check.made import codes, undeclared, with_round

Seats = tuple[int, int, int, int] | tuple[int, int, int, int, str]


def check(event: Tournament, number: int | None = None) -> list[Finding]:
    found = check_rounds(event, number)
    assert undeclared("domino", found) == set()
    return found


def round_of(
    number: int, seats: Sequence[Seats], byes: Sequence[int] = (), relaxations: Sequence[Relaxation] = ()
) -> Round:
    """One round: first pair, second pair and perhaps a result, numbered in the order given."""
    tables = []
    for at, (a, b, c, d, *results) in enumerate(seats, start=1):
        result = read_result(str(results[0]), Setup("domino")) if results else None
        assert not isinstance(result, Refusal)
        tables.append(Table(at, (a, b), (c, d), result))
    return Round(number, tuple(tables), tuple(map(Bye, byes)), relaxations=tuple(relaxations))


def event_of(
    count: int, *rounds: Round, avoid: Sequence[Avoid] = (), ratings: Sequence[int] = (), **options: OptionValue
) -> Tournament:
    players = tuple(Player(at, f"P{at}", ratings[at - 1] if ratings else 0) for at in range(1, count + 1))
    return Tournament(Setup("domino", options=options, avoid=tuple(avoid)), players, rounds)


def stated(code: str, *pairs: tuple[int, int]) -> list[Relaxation]:
    articles = {"forced": "D7.3", "pyramid_exchange": "D7.2", "avoid_broken": "S3"}
    return [Relaxation(code, articles.get(code, "D7.1"), pair) for pair in pairs]


EIGHT = event_of(
    8,
    round_of(1, [(1, 2, 3, 4, "200-120"), (5, 6, 7, 8, "150-200")]),
    round_of(2, [(1, 7, 2, 8), (5, 3, 6, 4)]),
)
TWELVE_1 = [(1, 2, 3, 4, "200-100"), (5, 6, 7, 8, "200-160"), (9, 10, 11, 12, "40-200")]
TWELVE_2 = [(11, 1, 12, 2), (5, 7, 3, 9), (6, 8, 4, 10)]
TWELVE = event_of(12, round_of(1, TWELVE_1), round_of(2, TWELVE_2))
# 13 and 14 come between the winners and the losers; only when 6 and 7 change sides can 5 and 6 be kept from 7 and 8
FOURTEEN_2 = [(11, 1, 12, 2), (5, 13, 6, 3), (7, 14, 8, 4)]
FOURTEEN = event_of(14, round_of(1, TWELVE_1, (13, 14)), round_of(2, FOURTEEN_2, (9, 10)))


@pytest.mark.parametrize("example", [EIGHT, TWELVE, FOURTEEN], ids=["8", "12", "14"])
def test_worked_examples(example: Tournament) -> None:
    assert check(example) == []


def changed(example: Tournament, seats: Sequence[Seats], byes: Sequence[int] = ()) -> list[Finding]:
    return check(with_round(example, round_of(2, seats, byes)), 2)


# --- everybody once (S1) -----------------------------------------------------------------------------------


def test_s1_everybody_once() -> None:
    assert codes(changed(TWELVE, TWELVE_2[:2])) == ["player_missing"] * 4
    twice = [TWELVE_2[0], TWELVE_2[1], (6, 8, 4, 11)]
    assert codes(changed(TWELVE, twice)) == ["player_missing", "player_twice"]
    stranger = [TWELVE_2[0], TWELVE_2[1], (6, 8, 4, 99)]
    assert codes(changed(TWELVE, stranger)) == ["player_missing", "player_not_in_pool"]


def test_s1_sides_of_two_and_the_number_of_byes() -> None:
    single = replace(TWELVE.rounds[1], tables=(*TWELVE.rounds[1].tables[:2], Table(3, (6,), (8, 4, 10))))
    assert codes(check(with_round(TWELVE, single), 2)) == ["side_size"]
    assert codes(changed(TWELVE, TWELVE_2[:2], (6, 8, 4, 10))) == ["bye_count"]


@pytest.mark.parametrize(("count", "byes"), [(8, 0), (9, 1), (10, 2), (11, 3), (27, 3), (29, 1), (30, 2)])
def test_d4_how_many_rest(count: int, byes: int) -> None:
    seats = [(at, at + 1, at + 2, at + 3) for at in range(1, count - byes, 4)]
    last = range(count - byes + 1, count + 1)
    assert check(event_of(count, round_of(1, seats, last))) == []


# --- who rests (D4), who came late (D9) --------------------------------------------------------------------


def test_d4_the_lowest_of_those_with_the_fewest_byes() -> None:
    again = [(11, 1, 12, 2), (5, 7, 3, 9), (6, 8, 4, 10)]
    found = changed(FOURTEEN, again, (14, 13))
    assert codes(found[:2]) == ["bye_wrong"] * 2
    assert [finding.players for finding in found[:2]] == [(14, 10), (13, 9)]
    one_off = [(11, 1, 12, 2), (5, 13, 6, 9), (7, 14, 8, 4)]
    assert "bye_wrong" in codes(changed(FOURTEEN, one_off, (3, 10)))


def test_d4_round_1_the_end_of_the_order() -> None:
    wrong = round_of(1, [(2, 3, 4, 5), (6, 7, 8, 9)], [1])
    assert codes(check(event_of(9, wrong))) == ["bye_wrong"]
    by_lot = event_of(9, wrong, first_round="random")
    assert check(by_lot) == []
    low = [1500] * 4 + [900] + [1500] * 4
    assert check(event_of(9, round_of(1, [(1, 2, 3, 4), (6, 7, 8, 9)], [5]), ratings=low)) == []


def test_d9_nobody_joins_after_round_2() -> None:
    late = replace(TWELVE, players=(*TWELVE.players, Player(13, "P13", joined_round=3)))
    third = round_of(3, [(11, 3, 12, 4), (5, 1, 6, 2), (9, 7, 10, 8)], [13])
    found = check(with_round(late, third), 3)
    assert codes(found)[0] == "late_entry_closed"
    assert (found[0].article, found[0].players) == ("D9", (13,))
    in_time = replace(TWELVE, players=(*TWELVE.players, Player(13, "P13", joined_round=2)))
    assert check(with_round(in_time, round_of(2, TWELVE_2, [13])), 2)[0].code == "bye_wrong"  # 10 is lower: no game yet


# --- round 1 (D5) and numbers (D6.7) -----------------------------------------------------------------------


def test_d5_consecutive() -> None:
    found = check(event_of(8, round_of(1, [(1, 3, 2, 4), (5, 6, 7, 8)])))
    assert codes(found) == ["first_round_order"]
    assert found[0].facts["expected"] == [[1, 2], [3, 4]]
    assert check(event_of(8, round_of(1, [(4, 3, 2, 1), (6, 5, 7, 8)]))) == []
    elo = [1000, 1100, 0, 1300, 1400, 1500, 1600, 1700]  # 3 has none: 1200
    assert check(event_of(8, round_of(1, [(8, 7, 6, 5), (4, 3, 2, 1)]), ratings=elo)) == []
    assert check(event_of(8, round_of(1, [(1, 8, 3, 5), (2, 6, 4, 7)]), first_round="random")) == []


def test_d5_gives_way_to_a_hard_wish() -> None:
    wish = [Avoid((1, 2), "partners")]
    assert codes(check(event_of(8, round_of(1, [(1, 2, 3, 4), (5, 6, 7, 8)]), avoid=wish))) == [
        "avoid_broken_unrecorded"
    ]
    broken = round_of(1, [(1, 2, 3, 4), (5, 6, 7, 8)], relaxations=stated("avoid_broken", (1, 2)))
    assert codes(check(event_of(8, broken, avoid=wish))) == ["relaxation_avoidable"]
    assert check(event_of(8, round_of(1, [(1, 3, 2, 4), (5, 6, 7, 8)]), avoid=wish)) == []


def test_d6_7_numbers_by_the_best_placed_player() -> None:
    found = changed(TWELVE, [TWELVE_2[0], TWELVE_2[2], TWELVE_2[1]])
    assert codes(found) == ["table_number"]
    assert found[0].facts == {"table": 3, "expected": 2, "wrong": 2}
    shifted = replace(TWELVE.rounds[1], tables=tuple(replace(t, number=t.number + 1) for t in TWELVE.rounds[1].tables))
    assert codes(check(with_round(TWELVE, shifted), 2)) == ["table_number"]
    by_lot = round_of(1, [(1, 8, 3, 5), (2, 6, 4, 7)])
    moved = replace(by_lot, tables=(replace(by_lot.tables[0], number=3), by_lot.tables[1]))
    assert codes(check(event_of(8, moved, first_round="random"))) == ["table_number"]


# --- windows (D1.2, D1.3) ----------------------------------------------------------------------------------


def test_d1_3_repetitions_must_be_stated() -> None:
    # 5 with 6 again, and against 7 and 8 again
    found = changed(TWELVE, [(11, 1, 12, 2), (5, 6, 7, 8), (3, 9, 4, 10)])
    assert codes(found) == ["forced_unrecorded"] * 6
    assert found[0].facts["last"] == 1
    assert {finding.facts["relation"] for finding in found} == {"partner", "rival"}


def test_d1_3_a_false_statement() -> None:
    lie = round_of(2, TWELVE_2, relaxations=stated("rival_window", (5, 9)))
    assert codes(check(with_round(TWELVE, lie), 2)) == ["relaxation_not_found"]


@pytest.mark.parametrize("result", ["+--", "--+", "---"])
def test_d2_3_a_table_that_was_not_played_is_no_history(result: str) -> None:
    first = round_of(1, [(1, 2, 3, 4, result)])
    assert check(event_of(4, first, round_of(2, [(1, 2, 3, 4)])), 2) == []


def test_d1_2_windows_by_category_or_as_set() -> None:
    played = round_of(1, [(1, 2, 3, 4, "200-120"), (5, 6, 7, 8, "150-200")])
    again = round_of(2, [(1, 2, 7, 8), (5, 6, 3, 4)])
    assert codes(check(event_of(8, played, again), 2)) == ["forced_unrecorded"] * 4
    assert check(event_of(8, played, again, partner_window=0, rival_window=0), 2) == []
    assert codes(check(event_of(8, played, again, partner_window=1, rival_window=0), 2)) == ["forced_unrecorded"] * 4


# --- the ladder (D7) ---------------------------------------------------------------------------------------

FOUR_1 = round_of(1, [(1, 2, 3, 4, "200-120")])
FORCED = stated("forced", (1, 4), (2, 3))


def test_d7_3_forced_of_necessity() -> None:
    event = event_of(4, FOUR_1, round_of(2, [(1, 3, 2, 4)], relaxations=FORCED))
    assert [(f.code, f.severity) for f in check(event, 2)] == [
        ("forced", "relaxation"),
        ("forced", "relaxation"),
        ("forced_draft", "note"),
    ]
    approved = replace(event.rounds[1], approved=Approval("Ana", "nobody else came"))
    assert codes(check(with_round(event, approved), 2), "note") == []
    assert codes(check(with_round(event, replace(approved, relaxations=tuple(FORCED[:1]))), 2)) == ["forced_unrecorded"]


def test_d7_3_a_repetition_after_one_round_is_forced_and_nothing_else() -> None:
    named = round_of(2, [(1, 3, 2, 4)], relaxations=stated("rival_window", (1, 4), (2, 3)))
    assert (
        sorted(codes(check(event_of(4, FOUR_1, named), 2))) == ["forced_unrecorded"] * 2 + ["relaxation_not_found"] * 2
    )


def test_d7_by_hand_an_article_and_players_will_do() -> None:
    by_hand = [Relaxation("recorded", "D7.3", pair) for pair in ((4, 1), (3, 2))]
    event = event_of(4, FOUR_1, round_of(2, [(1, 3, 2, 4)], relaxations=by_hand))
    assert codes(check(event, 2), None) == ["forced"] * 2
    wrong = [Relaxation("recorded", "D7.1", pair) for pair in ((4, 1), (3, 2))]
    event = event_of(4, FOUR_1, round_of(2, [(1, 3, 2, 4)], relaxations=wrong))
    assert len(codes(check(event, 2))) == 4


def test_d7_only_as_many_as_necessary() -> None:
    every = stated("forced", (1, 2), (3, 4), (1, 3), (1, 4), (2, 3), (2, 4))
    found = check(event_of(4, FOUR_1, round_of(2, [(1, 2, 3, 4)], relaxations=every)), 2)
    assert codes(found) == ["too_many_relaxed"]
    assert (found[-2].facts["made"], found[-2].facts["possible"]) == (6, 2)


def partners_only(window: int, *rounds: Round) -> Tournament:
    return event_of(4, *rounds, partner_window=window, rival_window=0)


THREE = (
    FOUR_1,
    round_of(2, [(1, 3, 2, 4, "200-120")]),
    round_of(3, [(1, 4, 2, 3, "200-120")]),  # now 1 3/…, then 2, 3, 4 by what they made
)


def test_d7_1_avoidable() -> None:
    again = round_of(3, [(1, 2, 3, 4)], relaxations=stated("partner_window", (1, 2), (3, 4)))
    found = check(partners_only(2, *THREE[:2], again), 3)
    assert codes(found) == ["relaxation_avoidable"] * 2
    assert sorted(map(sorted, found[0].facts["example"])) == [[1, 4], [2, 3]]
    assert codes(check(partners_only(2, *THREE), 3)) == []


def test_d7_1_the_window_is_narrowed_step_by_step() -> None:
    after_three = round_of(4, [(1, 2, 3, 4)], relaxations=stated("partner_window", (1, 2), (3, 4)))
    assert codes(check(partners_only(3, *THREE, after_three), 4), None) == ["partner_window"] * 2
    after_two = round_of(4, [(1, 3, 2, 4)], relaxations=stated("partner_window", (1, 3), (2, 4)))
    assert codes(check(partners_only(3, *THREE, after_two), 4)) == ["relaxation_avoidable"] * 2
    after_one = round_of(4, [(1, 4, 2, 3)], relaxations=stated("forced", (1, 4), (2, 3)))
    assert codes(check(partners_only(3, *THREE, after_one), 4)) == ["relaxation_avoidable"] * 2


def test_d7_1_rivals() -> None:
    not_played = round_of(2, [(1, 3, 2, 4, "---")])
    third = round_of(3, [(1, 3, 2, 4)], relaxations=stated("rival_window", (1, 4), (2, 3)))
    assert codes(check(event_of(4, FOUR_1, not_played, third), 3), None) == ["rival_window"] * 2
    unstated = replace(third, relaxations=())
    assert codes(check(event_of(4, FOUR_1, not_played, unstated), 3)) == ["rival_window_unrecorded"] * 2


# --- pyramids (D6.2, D7.2) ---------------------------------------------------------------------------------

IN_ORDER = round_of(1, [(1, 2, 7, 8, "200-40"), (3, 4, 5, 6, "200-100")])  # then 1, 2, 3, … 8
APART = [Avoid((3, 4))]
EXCHANGED = [(1, 2, 3, 5), (4, 6, 7, 8)]


def pyramids(
    seats: Sequence[Seats], *pairs: tuple[int, int], avoid: Sequence[Avoid] = APART, edition: str | None = None
) -> list[Finding]:
    second = replace(round_of(2, seats, relaxations=stated("pyramid_exchange", *pairs)), edition=edition)
    return check(event_of(8, IN_ORDER, second, avoid=avoid, partner_window=0, rival_window=0), 2)


def test_d7_2_the_last_with_the_first() -> None:
    found = pyramids(EXCHANGED, (4, 5))
    assert [(f.code, f.severity, f.players) for f in found] == [("pyramid_exchange", "relaxation", (4, 5))]


def test_d7_2_must_be_stated() -> None:
    assert codes(pyramids(EXCHANGED)) == ["pyramid_exchange_unrecorded"]
    assert "pyramid_exchange_unrecorded" in codes(pyramids(EXCHANGED, (3, 5)))


def test_d7_2_the_nearest() -> None:
    found = pyramids([(1, 2, 3, 6), (4, 5, 7, 8)], (4, 6))
    assert codes(found) == ["exchange_not_nearest"]
    assert found[-1].facts["expected"] == [4, 5]


def test_d7_2_avoidable() -> None:
    found = pyramids(EXCHANGED, (4, 5), avoid=())
    assert codes(found) == ["relaxation_avoidable"]
    two = pyramids([(1, 2, 5, 6), (3, 8, 4, 7)], (4, 5), (3, 6))
    assert "avoid_broken_unrecorded" in codes(two)


def test_d7_2_one_before_two() -> None:
    seats = [(1, 4, 5, 6), (2, 3, 7, 8)]
    found = pyramids(seats, (3, 5), (2, 6))
    assert codes(found) == ["exchange_not_nearest"]
    assert found[-1].facts["expected"] == [4, 5]
    found = pyramids(seats, (3, 5), (2, 6), edition="domino-1")
    assert codes(found) == ["relaxation_avoidable"] * 2


def test_d6_2_never_more_than_two() -> None:
    first = [(1, 2, 15, 16, "200-10"), (3, 4, 13, 14, "200-20"), (5, 6, 11, 12, "200-30"), (7, 8, 9, 10, "200-40")]
    seats = [(1, 2, 9, 10), (3, 4, 11, 12), (5, 6, 13, 14), (7, 8, 15, 16)]
    event = event_of(16, round_of(1, first), round_of(2, seats), partner_window=0, rival_window=0)
    found = check(event, 2)
    assert codes(found) == ["pyramids_mixed"]
    assert found[0].facts == {"exchanges": 4, "most": 2}


# --- inside a pyramid (D6.4, D6.5, D6.6) -------------------------------------------------------------------


def test_d6_6_no_exchange_without_need() -> None:
    found = changed(TWELVE, [(11, 1, 12, 2), (5, 3, 6, 4), (7, 9, 8, 10)])
    assert codes(found) == ["side_exchange_avoidable"]
    assert found[0].facts == {"exchanges": 2, "possible": 0}


def test_d6_6_the_smallest_displacement() -> None:
    found = changed(EIGHT, [(1, 8, 2, 7), (5, 3, 6, 4)])
    assert codes(found) == ["nearer_exchange_free"]
    assert found[0].facts == {"made": [2, 8], "nearer": [2, 7]}


def test_d6_4_the_nearest_partner() -> None:
    found = changed(TWELVE, [(11, 1, 12, 2), (5, 8, 3, 9), (6, 7, 4, 10)])
    assert codes(found) == ["nearer_partner_free"]
    assert found[-1].facts == {"player": 5, "partner": 8, "free": 7}
    found = changed(TWELVE, [(11, 1, 12, 2), (5, 7, 3, 10), (6, 8, 4, 9)])
    assert found[-1].facts == {"player": 3, "partner": 10, "free": 9}


def test_d6_5_the_first_free_pair() -> None:
    found = changed(TWELVE, [(11, 1, 12, 2), (5, 7, 4, 10), (6, 8, 3, 9)])
    assert codes(found) == ["nearer_pair_free"]
    assert found[0].facts == {"pair": [5, 7], "rivals": [4, 10], "free": [3, 9]}


def test_d6_soft_wishes_excuse_another_choice() -> None:
    wish = (Avoid((5, 7), hard=False),)
    event = replace(TWELVE, setup=replace(TWELVE.setup, avoid=wish))
    assert codes(check(event, 2), None) == ["soft_avoid_met"]
    other = round_of(2, [(11, 1, 12, 2), (5, 8, 3, 9), (6, 7, 4, 10)])
    assert check(with_round(event, other), 2) == []


# --- against the code that pairs ---------------------------------------------------------------------------


@pytest.mark.skipif("domino" not in NAMES, reason="domino cannot be paired yet")
@pytest.mark.parametrize("count", [4, 7, 9, 12, 14, 19, 26, 38, 77])
def test_whole_events_check_clean(count: int) -> None:
    for seed in range(3):
        outcome = simulate(SimulationPlan("domino", count, 7, seed, absences=20, drop_outs=5))
        assert outcome.ended is None
        assert [finding for finding in outcome.findings if finding.severity == "violation"] == []
