"""melee: the worked examples check clean, and what is changed in them is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Bye, Player, Result, Round, Scored, Table, Tournament
from ronda.core.verdicts import Reason, Relaxation
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import NAMES
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.rules import most_rounds, ranked_by
from tests.check.made import check, codes, tournament, undeclared, with_round

A, B, C, D, E, F, G, H, I = range(1, 10)  # noqa: E741 - as in the rulebook
WON: Result = Scored(13, 7)
Teams = Sequence[tuple[int, int, int, int]]


def players(count: int, **late: int) -> list[Player]:
    joined = {int(name[1:]): number for name, number in late.items()}
    return [Player(at, f"P{at}", joined_round=joined.get(at, 1)) for at in range(1, count + 1)]


def round_of(
    number: int, tables: Teams, *byes: int, relaxations: Sequence[Relaxation] = (), reasons: Sequence[Reason] = ()
) -> Round:
    """The first side of each table wins."""
    made = tuple(Table(at, (a, b), (c, d), WON) for at, (a, b, c, d) in enumerate(tables, start=1))
    return Round(number, made, tuple(map(Bye, byes)), reasons=tuple(reasons), relaxations=tuple(relaxations))


ROUND_1 = round_of(1, [(A, E, B, F), (C, G, D, H)], I)
ROUND_2 = round_of(2, [(A, F, E, I), (C, D, B, G)], H)
ROUND_3 = round_of(3, [(A, D, C, E), (F, G, H, I)], B)


@pytest.fixture
def nine() -> Tournament:
    return tournament("melee", players(9), (ROUND_1, ROUND_2, ROUND_3), rounds=4)


def test_the_worked_example_is_clean(nine: Tournament) -> None:
    assert check(nine, 1) == []
    assert check(nine, 3) == []
    by_lot = replace(nine, setup=replace(nine.setup, options={"rounds": 4, "setting": "random"}))
    assert check(by_lot) == []


def test_round_2_of_the_worked_example_can_only_be_by_lot(nine: Tournament) -> None:
    # E–F and D–G meet again; EI–CD and AF–BG has the same differences and only A–B again
    (finding,) = check(nine, 2)
    assert (finding.code, finding.article) == ("better_setting", "M5.2")
    assert finding.facts["repeats"] == 2
    assert finding.facts["least_repeats"] == 1
    better = round_of(2, [(C, D, E, I), (A, F, B, G)], H)
    assert check(with_round(nine, better), 2) == []


@pytest.mark.parametrize(
    ("tables", "byes", "expected"),
    [
        ([(A, D, F, G), (C, E, H, I)], [B], ["better_setting"]),
        ([(A, D, H, I), (B, C, F, G)], [E], ["free_game_wrong"]),
        ([(A, D, C, E), (F, G, B, I)], [H], ["free_game_tier"]),
        ([(A, E, C, D), (F, G, H, I)], [B], ["partner_repeat_unrecorded", "partner_repeat_unrecorded"]),
        ([(A, D, C, E)], [B], ["player_missing"] * 4),
        ([(A, D, C, E), (F, G, H, I), (F, G, H, I)], [B], ["player_twice"] * 4),
        ([(A, D, C, E), (F, G, H, 10)], [B], ["player_missing", "player_not_in_pool"]),
        ([(A, D, C, E)], [B, F, G, H, I], ["bye_count"]),
    ],
)
def test_a_change_in_round_3_is_found(nine: Tournament, tables: Teams, byes: list[int], expected: list[str]) -> None:
    found = check(with_round(nine, round_of(3, tables, *byes)), 3)
    assert codes(found) == expected
    assert undeclared("melee", found) == set()


def test_s1_sides_of_two(nine: Tournament) -> None:
    singles = replace(ROUND_3.tables[0], first=(A,), second=(D, C, E))
    found = check(with_round(nine, replace(ROUND_3, tables=(singles, ROUND_3.tables[1]))), 3)
    assert codes(found) == ["side_size"]


def test_m3_1_fewer_than_four() -> None:
    event = tournament("melee", players(3), [round_of(1, [], 1, 2, 3)], rounds=1)
    assert codes(check(event)) == ["too_few_players"]


# --- free games (M3, M6) -----------------------------------------------------------------------------------


def test_m3_2_the_whole_lowest_tier_comes_first() -> None:
    # seven players, three rest: after two rounds only 7 has not rested
    played = [round_of(1, [(2, 4, 3, 7)], 5, 6, 1), round_of(2, [(1, 5, 6, 7)], 2, 3, 4)]
    event = tournament("melee", players(7), played, rounds=3, free_games="random")
    wrong = round_of(3, [(4, 6, 5, 7)], 1, 2, 3)
    assert codes(check(with_round(event, wrong), 3)) == ["free_game_tier"] * 3
    right = round_of(3, [(3, 4, 5, 6)], 1, 2, 7)
    assert codes(check(with_round(event, right), 3)) == []


def test_m3_3_random_takes_anybody_of_the_tier(nine: Tournament) -> None:
    event = replace(nine, setup=replace(nine.setup, options={"rounds": 4, "free_games": "random"}))
    other = round_of(3, [(A, D, H, I), (B, C, F, G)], E)
    assert codes(check(with_round(event, other), 3)) == []


def five(*rounds: Round, avoid: Sequence[Avoid] = (), number: int = 5) -> Tournament:
    return tournament("melee", players(5), rounds, avoid, rounds=number)


# 1 has nobody new but 5; the lowest of those who have not rested is 5 (1: 2, 2: 1, 3: 1, 4: 2)
FIVE = (round_of(1, [(1, 3, 2, 4)], 5), round_of(2, [(1, 2, 3, 5)], 4), round_of(3, [(1, 4, 2, 5)], 3))


def test_m3_4_others_of_the_tier_only_where_no_legal_partners_are_left() -> None:
    # unpartnered: 1–5, 2–3, 4–5, 3–4; not rested: 1 (3 points) and 2 (1 point). Without 2: 1–5, 3–4
    event = five(*FIVE)
    assert check(with_round(event, round_of(4, [(1, 5, 3, 4)], 2)), 4) == []
    # players 1 and 5 must not be partners: only 1 can rest (2–3, 4–5)
    event = five(*FIVE, avoid=[Avoid((1, 5), "partners")])
    moved = round_of(4, [(2, 3, 4, 5)], 1)
    assert codes(check(with_round(event, moved), 4)) == ["free_game_moved_unrecorded"]
    said = replace(moved, reasons=(Reason("free_game_moved", "M3.4", player=1),))
    assert [(f.code, f.severity) for f in check(with_round(event, said), 4)] == [("free_game_moved", "note")]
    by_hand = replace(moved, relaxations=(Relaxation("recorded", "M3.4", (1,)),))
    assert codes(check(with_round(event, by_hand), 4)) == []
    broken = round_of(4, [(1, 5, 3, 4)], 2, relaxations=[Relaxation("avoid_broken", "S3", (1, 5))])
    assert codes(check(with_round(event, broken), 4)) == ["relaxation_avoidable"]


def test_m3_4_saying_so_is_not_enough() -> None:
    said = [Reason("free_game_moved", "M3.4", player=1)]
    event = five(*FIVE, number=4)
    assert codes(check(with_round(event, round_of(4, [(2, 3, 4, 5)], 1, reasons=said)), 4)) == ["free_game_wrong"]


def late_nine() -> Tournament:
    first = round_of(1, [(1, 5, 2, 6), (3, 7, 4, 8)])
    return tournament("melee", players(9, p9=2), [first], rounds=4)


def test_m6_no_free_game_on_entry() -> None:
    event = late_nine()
    right = round_of(2, [(1, 7, 3, 5), (4, 9, 6, 8)], 2)
    assert codes(check(with_round(event, right), 2)) == []
    wrong = round_of(2, [(1, 7, 3, 5), (2, 8, 4, 6)], 9)
    assert codes(check(with_round(event, wrong), 2)) == ["free_game_on_entry_unrecorded"]
    stated = replace(wrong, relaxations=(Relaxation("free_game_on_entry", "M6", (9,)),))
    assert codes(check(with_round(event, stated), 2)) == ["relaxation_avoidable"]


def test_m6_unless_there_are_too_few_others() -> None:
    # four play round 1, three of them leave, six come: seven players, three rest
    here = [replace(p, left_after=None if p.id == 1 else 1) for p in players(4)]
    newcomers = [Player(at, f"P{at}", joined_round=2) for at in range(5, 11)]
    event = tournament("melee", [*here, *newcomers], [round_of(1, [(1, 3, 2, 4)])], rounds=3)
    stated = [Relaxation("free_game_on_entry", "M6", (5,)), Relaxation("free_game_on_entry", "M6", (6,))]
    made = round_of(2, [(7, 8, 9, 10)], 1, 5, 6, relaxations=stated)
    assert {f.severity for f in check(with_round(event, made), 2)} == {"relaxation"}
    assert "free_game_on_entry_unrecorded" in codes(check(with_round(event, replace(made, relaxations=())), 2))


# --- partners (M4) -----------------------------------------------------------------------------------------


def test_m4_2_halves_in_round_1() -> None:
    event = tournament("melee", players(8), rounds=3)
    right = round_of(1, [(1, 8, 2, 7), (3, 5, 4, 6)])
    assert check(with_round(event, right)) == []
    wrong = round_of(1, [(1, 2, 7, 8), (3, 5, 4, 6)])
    assert codes(check(with_round(event, wrong))) == ["halves_broken_unrecorded"] * 2


def test_m4_2_halves_give_way_to_hard_wishes() -> None:
    alone = [Avoid((1, other), "partners") for other in (5, 6, 7, 8)]
    event = tournament("melee", players(8), avoid=alone, rounds=3)
    stated = [Relaxation("halves_broken", "M4.2", (1, 2)), Relaxation("halves_broken", "M4.2", (7, 8))]
    broken = round_of(1, [(1, 2, 7, 8), (3, 5, 4, 6)], relaxations=stated)
    assert [f.severity for f in check(with_round(event, broken))] == ["relaxation"] * 2
    together = replace(broken, relaxations=(Relaxation("halves_broken", "M4.2", (1, 2, 7, 8)),))
    assert codes(check(with_round(event, together))) == []
    met = round_of(1, [(1, 8, 2, 7), (3, 5, 4, 6)], relaxations=[Relaxation("avoid_broken", "S3", (1, 8))])
    assert codes(check(with_round(event, met))) == ["relaxation_avoidable"]


def four(*rounds: Round, avoid: Sequence[Avoid] = (), number: int = 9) -> Tournament:
    return tournament("melee", players(4), rounds, avoid, rounds=number)


ALL_PARTNERED = (round_of(1, [(1, 3, 2, 4)]), round_of(2, [(1, 4, 2, 3)]), round_of(3, [(1, 2, 3, 4)]))
REPEATS = [Relaxation("partner_repeat", "M4.5", (1, 3)), Relaxation("partner_repeat", "M4.5", (4, 2))]


def test_m4_5_stated_unavoidable_repeats_are_relaxations() -> None:
    found = check(four(*ALL_PARTNERED, round_of(4, [(1, 3, 2, 4)], relaxations=REPEATS)))
    assert [(f.code, f.severity) for f in found] == [("partner_repeat", "relaxation")] * 2
    by_hand = [replace(stated, code="recorded") for stated in REPEATS]
    assert codes(check(four(*ALL_PARTNERED, round_of(4, [(1, 3, 2, 4)], relaxations=by_hand)))) == []


def test_m4_5_repeats_must_be_stated_true_and_fewest() -> None:
    again = round_of(4, [(1, 3, 2, 4)], relaxations=REPEATS[:1])
    assert codes(check(four(*ALL_PARTNERED, again))) == ["partner_repeat_unrecorded"]
    early = round_of(3, [(1, 3, 2, 4)], relaxations=REPEATS)
    assert codes(check(four(*ALL_PARTNERED[:2], early))) == ["relaxation_avoidable"] * 2
    false = replace(ALL_PARTNERED[2], relaxations=tuple(REPEATS[:1]))
    assert codes(check(four(*ALL_PARTNERED[:2], false))) == ["relaxation_not_found"]


def test_m4_4_a_dead_end_in_an_unchanged_field_is_noted() -> None:
    # six players, seven rounds possible; here the third round is a dead end made by hand
    rounds = [
        round_of(1, [(1, 3, 2, 4)], 5, 6),
        round_of(2, [(1, 5, 2, 6)], 3, 4),
        round_of(3, [(3, 5, 4, 6)], 1, 2),
        round_of(4, [(1, 3, 2, 4)], 5, 6, relaxations=REPEATS),
    ]
    event = tournament("melee", players(6), rounds, rounds=7, free_games="random")
    assert "guarantee_missed" in codes(check(event, 4), "note")
    assert "guarantee_missed" not in codes(check(four(*ALL_PARTNERED, round_of(4, [(1, 3, 2, 4)]))), "note")


# --- who should not meet (S3) ------------------------------------------------------------------------------


def test_s3_hard_wishes_about_opponents_before_the_differences(nine: Tournament) -> None:
    event = replace(nine, setup=replace(nine.setup, avoid=(Avoid((A, C), "opponents"),)))
    assert codes(check(event, 3)) == ["avoid_broken_unrecorded"]
    stated = replace(ROUND_3, relaxations=(Relaxation("avoid_broken", "S3", (A, C)),))
    assert codes(check(with_round(event, stated), 3)) == ["relaxation_avoidable"]
    # AD 3, CE 3, FG 2, HI 2: the other settings have differences of 2 and as many repeats as one another
    for right in ([(A, D, H, I), (C, E, F, G)], [(A, D, F, G), (C, E, H, I)]):
        assert check(with_round(event, round_of(3, right, B)), 3) == []


def test_s3_other_partners_can_keep_a_hard_wish_about_opponents() -> None:
    # one table: 1 and 2 are not opponents only as partners, also in round 1 and again
    wish = [Avoid((1, 2), "opponents")]
    halves = [Relaxation("halves_broken", "M4.2", (1, 2, 3, 4))]
    assert codes(check(four(round_of(1, [(1, 2, 3, 4)], relaxations=halves), avoid=wish))) == []
    broken = [Relaxation("avoid_broken", "S3", (1, 2))]
    assert codes(check(four(round_of(1, [(1, 3, 2, 4)], relaxations=broken), avoid=wish))) == ["relaxation_avoidable"]


def test_s3_in_a_large_field_an_exchange_shows_it() -> None:
    # 20 players, all lower ones bar 1 as an opponent except 2 and the top half: a whole search is out of reach
    wish = [Avoid((1, 12), "opponents")]
    tables = [(1, 11, 2, 12), *((at, at + 10, at + 1, at + 11) for at in (3, 5, 7, 9))]
    broken = [Relaxation("avoid_broken", "S3", (1, 12))]
    event = tournament("melee", players(20), avoid=wish, rounds=3)
    assert codes(check(with_round(event, round_of(1, tables, relaxations=broken)))) == ["relaxation_avoidable"]


def test_s3_soft_wishes_give_way_to_rules(nine: Tournament) -> None:
    event = replace(nine, setup=replace(nine.setup, avoid=(Avoid((A, C), "opponents", hard=False),)))
    assert codes(check(event, 3), None) == ["soft_avoid_met"]  # M5.2 comes first
    event = replace(nine, setup=replace(nine.setup, avoid=(Avoid((A, D), "partners", hard=False),)))
    last = replace(event, setup=replace(event.setup, options={"rounds": 3}))
    assert codes(check(last, 3)) == ["soft_avoid_avoidable"]


def test_s3_soft_wishes_by_lot() -> None:
    wish = [Avoid((1, 2), "opponents", hard=False)]
    event = tournament("melee", players(8), avoid=wish, rounds=3, setting="random")
    assert codes(check(with_round(event, round_of(1, [(1, 5, 2, 6), (3, 7, 4, 8)])))) == ["soft_avoid_avoidable"]
    assert check(with_round(event, round_of(1, [(1, 5, 3, 7), (2, 6, 4, 8)]))) == []


# --- with the other half of the program --------------------------------------------------------------------


def test_m3_3_the_ranking_is_that_of_the_standings(nine: Tournament) -> None:
    from ronda.systems import book_of

    book = book_of(nine)
    values = ranked_by(book)
    rows = SYSTEM.rules.standings(book)
    assert [values[row.player] for row in rows] == sorted(values.values(), reverse=True)


@pytest.mark.skipif("melee" not in NAMES, reason="melee is not offered yet")
@pytest.mark.parametrize("size", range(4, 18))
@pytest.mark.parametrize("moves", [0, 60])
def test_simulated_events_check_clean(size: int, moves: int) -> None:
    wishes = (Avoid((1, 2), "partners"), Avoid((3, 4), "both", hard=False))
    for seed, options in enumerate(({}, {"setting": "random", "free_games": "random"})):
        plan = SimulationPlan(
            "melee",
            size,
            min(most_rounds(size), 9),
            seed,
            options,
            drop_outs=moves,
            late_entries=moves,
            avoid=wishes if seed else (),
        )
        outcome = simulate(plan)
        assert outcome.ended is None
        assert codes(outcome.findings) == []
