"""redemption: the worked example checks clean, and what is changed in it is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Player, Round, Tournament
from ronda.core.verdicts import Relaxation
from tests.check.made import Pairing, check, codes, seats, tournament, with_round

ANN, BEN, CAL, DEE, EVE, FAY, GUS = range(1, 8)


def players(count: int = 7) -> list[Player]:
    return [Player(id=at, name=f"P{at}", number=at) for at in range(1, count + 1)]


def round_of(
    number: int,
    pairings: Sequence[Pairing],
    bye: int | None = None,
    relaxations: Sequence[Relaxation] = (),
    first_table: int = 1,
) -> Round:
    return seats("redemption", number, pairings, bye, relaxations, first_table)


ROUND_1 = round_of(1, [(ANN, BEN, "1-0"), (CAL, DEE, "3-1"), (EVE, FAY, "5-2")], bye=GUS)
ROUND_2 = round_of(2, [(EVE, GUS, "5-0"), (CAL, ANN, "5-3"), (BEN, DEE, "2-2")], bye=FAY)
ROUND_3 = round_of(3, [(EVE, CAL, "3-4"), (FAY, BEN, "5-0"), (GUS, DEE, "4-0")], bye=ANN)


@pytest.fixture
def example() -> Tournament:
    return tournament("redemption", players(), (ROUND_1, ROUND_2, ROUND_3), max_score=5)


def test_the_worked_example_is_clean(example: Tournament) -> None:
    assert check(example) == []


@pytest.mark.parametrize(
    ("pairings", "bye", "expected"),
    [
        ([(EVE, CAL), (FAY, GUS), (BEN, DEE)], ANN, ["rematch_unrecorded"]),  # the plain walk
        ([(EVE, CAL), (FAY, DEE), (GUS, BEN)], ANN, ["nearer_opponent_free"]),
        ([(EVE, BEN), (CAL, FAY), (GUS, DEE)], ANN, ["nearer_opponent_free"]),
        ([(EVE, CAL), (FAY, BEN), (GUS, ANN)], DEE, ["bye_wrong"]),
        ([(EVE, CAL), (FAY, BEN)], ANN, ["player_missing", "player_missing"]),
        ([(EVE, CAL), (FAY, BEN), (GUS, DEE), (GUS, DEE)], ANN, ["player_twice", "player_twice"]),
        ([(EVE, CAL), (FAY, BEN), (GUS, 8)], ANN, ["player_missing", "player_not_in_pool"]),
        ([(EVE, CAL), (GUS, DEE), (FAY, BEN)], ANN, ["table_number"]),
    ],
)
def test_a_change_in_round_3_is_found(
    example: Tournament, pairings: list[Pairing], bye: int, expected: list[str]
) -> None:
    changed = with_round(example, round_of(3, pairings, bye))
    assert codes(check(changed, 3)) == expected


def test_r4_3_names_who_was_free(example: Tournament) -> None:
    changed = with_round(example, round_of(3, [(EVE, CAL), (FAY, DEE), (GUS, BEN)], ANN))
    (finding,) = check(changed, 3)
    assert finding.article == "R4.3"
    assert finding.facts == {"player": FAY, "opponent": DEE, "free": BEN}


def test_s1_sides_and_byes(example: Tournament) -> None:
    doubles = replace(ROUND_3, tables=(replace(ROUND_3.tables[0], first=(EVE, FAY), second=(CAL, BEN)),))
    assert "side_size" in codes(check(with_round(example, doubles), 3))
    resting = replace(
        ROUND_3,
        tables=ROUND_3.tables[:2],
        byes=tuple(replace(ROUND_3.byes[0], player=p) for p in (ANN, GUS, DEE)),
    )
    assert codes(check(with_round(example, resting), 3)) == ["bye_count"]


def test_seats_the_other_way_round_are_only_noted(example: Tournament) -> None:
    changed = with_round(example, round_of(3, [(CAL, EVE), (FAY, BEN), (GUS, DEE)], ANN))
    assert codes(check(changed, 3), None) == ["first_not_higher"]
    assert check(changed, 3)[0].severity == "note"


# --- rematches (R4.4) --------------------------------------------------------------------------------------


def four(*rounds: Round, avoid: Sequence[Avoid] = ()) -> Tournament:
    return tournament("redemption", players(4), rounds, avoid, rounds=9)


ALL_MET = (
    round_of(1, [(1, 2, "5-0"), (3, 4, "5-4")]),  # 1 +5, 3 +1, 4 -1, 2 -5
    round_of(2, [(1, 3, "5-0"), (4, 2, "5-4")]),  # 1 6/+10, 4 3/0, 3 3/-4, 2 0/-6
    round_of(3, [(1, 4, "5-0"), (3, 2, "5-0")]),  # 1 9/+15, 3 6/+1, 4 3/-5, 2 0/-11
)
REMATCHES = [Relaxation("rematch", "R4.4", (1, 3)), Relaxation("rematch", "R4.4", (4, 2))]


def test_r4_4_stated_unavoidable_rematches_are_relaxations() -> None:
    event = four(*ALL_MET, round_of(4, [(1, 3), (4, 2)], relaxations=REMATCHES))
    assert codes(check(event), None) == ["rematch", "rematch"]
    assert {f.severity for f in check(event)} == {"relaxation"}


def test_r4_4_rematches_must_be_stated() -> None:
    event = four(*ALL_MET, round_of(4, [(1, 3), (4, 2)], relaxations=REMATCHES[:1]))
    assert codes(check(event)) == ["rematch_unrecorded"]


def test_r4_4_by_hand_an_article_and_players_will_do() -> None:
    stated = [
        Relaxation("recorded", "R4.4", (3, 1)),
        Relaxation("recorded", "R4.4", (2, 4), {"text": "again"}),
    ]
    assert codes(check(four(*ALL_MET, round_of(4, [(1, 3), (4, 2)], relaxations=stated)))) == []


def test_r4_4_not_last_rounds_pairs_again() -> None:
    stated = [Relaxation("rematch", "R4.4", (1, 4)), Relaxation("rematch", "R4.4", (3, 2))]
    found = check(four(*ALL_MET, round_of(4, [(1, 4), (3, 2)], relaxations=stated)))
    assert codes(found) == ["relaxation_avoidable"] * 2
    assert found[0].facts["made"] == 2
    assert found[0].facts["least"] == 0


def test_r4_4_the_fewest_earlier_meetings() -> None:
    fourth = round_of(4, [(1, 3, "0-0"), (4, 2, "0-0")], relaxations=REMATCHES)
    order = [Relaxation("rematch", "R4.4", (1, 4)), Relaxation("rematch", "R4.4", (3, 2))]
    fifth = round_of(5, [(1, 4, "0-0"), (3, 2, "0-0")], relaxations=order)
    # now 1–2 and 3–4 met once, the others twice
    right = round_of(6, [(1, 2), (3, 4)], relaxations=[Relaxation("rematch", "R4.4", p) for p in ((1, 2), (3, 4))])
    assert codes(check(four(*ALL_MET, fourth, fifth, right), 6)) == []
    wrong = round_of(6, [(1, 3), (4, 2)], relaxations=REMATCHES)
    found = check(four(*ALL_MET, fourth, fifth, wrong), 6)
    assert codes(found) == ["relaxation_avoidable"] * 2
    assert (found[0].facts["made"], found[0].facts["least"]) == (4, 2)


def test_r4_4_a_higher_rematch_of_the_same_cost_comes_first() -> None:
    stated = [Relaxation("rematch", "R4.4", (1, 2)), Relaxation("rematch", "R4.4", (3, 4))]
    found = check(four(*ALL_MET, round_of(4, [(1, 2), (3, 4)], relaxations=stated)))
    assert codes(found) == ["nearer_opponent_free"]
    assert found[-1].article == "R4.4"
    assert found[-1].facts["free"] == 3


def test_s3_what_is_stated_must_have_happened(example: Tournament) -> None:
    stated = replace(ROUND_3, relaxations=(Relaxation("rematch", "R4.4", (BEN, DEE)),))
    assert codes(check(with_round(example, stated), 3)) == ["relaxation_not_found"]


def test_r4_4_absent_players_have_met() -> None:
    event = four(
        round_of(1, [(1, 2, "+--"), (3, 4, "---")]),
        round_of(2, [(1, 2), (3, 4)]),
    )
    assert codes(check(event, 2)) == ["rematch_unrecorded"] * 2


# --- byes (R3) ---------------------------------------------------------------------------------------------


def three(*rounds: Round, byes: str = "seed") -> Tournament:
    return tournament("redemption", players(3), rounds, rounds=9, byes=byes)


BYES = (
    round_of(1, [(1, 2, "5-0")], bye=3),
    round_of(2, [(1, 3, "5-0")], bye=2),  # 1 12/+10, 3 6/-5, 2 6/-5 in halves
    round_of(3, [(2, 3, "5-0")], bye=1),  # 1 18/+10, 2 12/0, 3 6/-10
)


def test_r3_1_the_lowest_who_never_had_it() -> None:
    assert codes(check(three(*BYES))) == []
    wrong = round_of(2, [(1, 2)], bye=3)
    found = check(three(BYES[0], wrong), 2)
    assert codes(found[:1]) == ["bye_wrong"]
    assert (found[0].article, found[0].facts) == ("R3.1", {"expected": 2})


def test_r3_2_everybody_had_it() -> None:
    stated = [Relaxation("rematch", "R4.4", (1, 2))]
    assert codes(check(three(*BYES, round_of(4, [(1, 2)], bye=3, relaxations=stated)), 4)) == []
    wrong = round_of(4, [(2, 3)], bye=1, relaxations=[Relaxation("rematch", "R4.4", (2, 3))])
    (finding, _) = check(three(*BYES, wrong), 4)
    assert (finding.code, finding.article) == ("bye_wrong", "R3.2")


def test_r3_4_even_byes() -> None:
    again = [Relaxation("rematch", "R4.4", pair) for pair in ((1, 2), (1, 3), (2, 3))]
    fourth = round_of(4, [(1, 2, "5-0")], bye=3, relaxations=again[:1])
    fifth = round_of(5, [(1, 3, "5-0")], bye=2, relaxations=again[1:2])
    first_again = round_of(6, [(2, 3)], bye=1, relaxations=again[2:])  # 1 rested once, 2 and 3 twice
    third_again = round_of(6, [(1, 2)], bye=3, relaxations=again[:1])
    assert codes(check(three(*BYES, fourth, fifth, third_again))) == []
    assert codes(check(three(*BYES, fourth, fifth, first_again, byes="even"))) == []
    found = check(three(*BYES, fourth, fifth, third_again, byes="even"), 6)
    assert (found[0].code, found[0].article) == ("bye_wrong", "R3.4")


def test_r3_1_in_round_1_the_lot_decides() -> None:
    for bye in (1, 2, 3):
        a, b = {1, 2, 3} - {bye}
        assert check(three(round_of(1, [(a, b)], bye=bye))) == []


# --- the pool (R5.2, R5.3) ---------------------------------------------------------------------------------


def test_r5_2_who_left_is_not_paired(example: Tournament) -> None:
    gone = tuple(replace(p, left_after=2) if p.id == BEN else p for p in example.players)
    event = replace(example, players=gone)
    assert codes(check(event)) == ["player_not_in_pool", "bye_count"]
    # Eve, Cal, Fay, Gus, Dee, Ann: Fay and Gus have not met, Dee and Ann neither
    right = round_of(3, [(EVE, CAL), (FAY, GUS), (DEE, ANN)])
    assert check(with_round(event, right)) == []


def test_r5_3_a_late_entry_has_no_points_and_the_next_number(example: Tournament) -> None:
    event = replace(example, players=(*example.players, Player(id=8, name="Hal", joined_round=3)))
    assert codes(check(event, 3)) == ["player_missing", "bye_count"]
    right = round_of(3, [(EVE, CAL), (FAY, GUS), (BEN, 8), (DEE, ANN)])
    assert check(with_round(event, right), 3) == []


# --- tables (R5.1) -----------------------------------------------------------------------------------------


def test_r5_1_the_first_table_number(example: Tournament) -> None:
    event = replace(example, setup=replace(example.setup, options={"first_table": 11, "max_score": 5}))
    found = check(event)
    assert codes(found) == ["table_number"] * 3
    assert found[0].facts["wrong"] == 3
    shifted = tuple(replace(r, tables=tuple(replace(t, number=t.number + 10) for t in r.tables)) for r in event.rounds)
    assert check(replace(event, rounds=shifted)) == []


def pinned(event: Tournament, pins: dict[int, int]) -> Tournament:
    players = tuple(replace(p, pinned_table=pins.get(p.id)) for p in event.players)
    return replace(event, players=players)


def renumbered(round_: Round, *numbers: int) -> Round:
    tables = tuple(replace(t, number=n) for t, n in zip(round_.tables, numbers, strict=True))
    return replace(round_, tables=tables)


@pytest.mark.parametrize(
    ("pins", "numbers"),
    [
        ({DEE: 1}, (2, 3, 1)),
        ({DEE: 9}, (1, 2, 9)),
        ({DEE: 2, BEN: 2}, (1, 2, 3)),  # Ben is placed higher than Dee
        ({GUS: 1, BEN: 1}, (2, 3, 1)),  # Gus is placed higher than Ben
        ({EVE: 3, CAL: 1}, (3, 1, 2)),
        ({ANN: 1}, (1, 2, 3)),  # Ann rests
    ],
)
def test_r5_1_pinned_players(example: Tournament, pins: dict[int, int], numbers: tuple[int, ...]) -> None:
    event = pinned(example, pins)
    assert check(with_round(event, renumbered(ROUND_3, *numbers)), 3) == []
    wrong = tuple(n + 1 for n in numbers)
    assert codes(check(with_round(event, renumbered(ROUND_3, *wrong)), 3)) == ["table_number"]


def test_r5_1_the_higher_placed_player_or_the_higher_table(example: Tournament) -> None:
    event = pinned(example, {BEN: 7, GUS: 7})  # Gus is placed higher, Ben sits at the higher table
    assert check(with_round(event, renumbered(ROUND_3, 1, 2, 7)), 3) == []
    assert check(with_round(event, renumbered(ROUND_3, 1, 7, 2)), 3) == []
    assert codes(check(with_round(event, renumbered(ROUND_3, 1, 2, 3)), 3)) == ["table_number"]


def test_r5_1_round_1_is_in_the_lots_order(example: Tournament) -> None:
    assert check(with_round(example, renumbered(ROUND_1, 3, 1, 2))) == []
    assert codes(check(with_round(example, renumbered(ROUND_1, 4, 1, 2)))) == ["table_number"]
    event = pinned(example, {ANN: 2})
    assert codes(check(with_round(event, renumbered(ROUND_1, 3, 1, 2)))) == ["table_number"]
    assert check(with_round(event, renumbered(ROUND_1, 2, 3, 1))) == []


# --- who should not meet (S3) ------------------------------------------------------------------------------

BROKEN = Relaxation("avoid_broken", "S3", (FAY, BEN))


def test_s3_hard_wishes_are_kept_before_rematches(example: Tournament) -> None:
    # Fay may not meet Ben: Fay–Gus would leave Ben–Dee, a rematch; Fay–Dee and Gus–Ben are free
    event = replace(example, setup=replace(example.setup, avoid=(Avoid((BEN, FAY)),)))
    assert codes(check(event, 3)) == ["avoid_broken_unrecorded"]
    stated = replace(ROUND_3, relaxations=(BROKEN,))
    assert codes(check(with_round(event, stated), 3)) == ["relaxation_avoidable"]
    right = round_of(3, [(EVE, CAL), (FAY, DEE), (GUS, BEN)], ANN)
    assert check(with_round(event, right), 3) == []


def test_s3_hard_wishes_that_cannot_be_kept(example: Tournament) -> None:
    with_all = tuple(Avoid((FAY, other), "opponents") for other in (EVE, CAL, GUS, BEN, DEE))
    event = replace(example, setup=replace(example.setup, avoid=with_all))
    stated = replace(ROUND_3, relaxations=(BROKEN,))
    assert [(f.code, f.severity) for f in check(with_round(event, stated), 3)] == [("avoid_broken", "relaxation")]


def test_s3_soft_wishes_give_way_to_rules(example: Tournament) -> None:
    soft = tuple(Avoid((BEN, other), hard=False) for other in (EVE, CAL, FAY, GUS))
    event = replace(example, setup=replace(example.setup, avoid=soft))
    assert codes(check(event, 3), None) == ["soft_avoid_met"]
    soft = (Avoid((BEN, FAY), hard=False),)
    event = replace(example, setup=replace(example.setup, avoid=soft))
    assert codes(check(event, 3)) == ["soft_avoid_avoidable"]
    as_partners = (Avoid((BEN, FAY), "partners"),)
    event = replace(example, setup=replace(example.setup, avoid=as_partners))
    assert check(event, 3) == []


def test_s3_a_soft_wish_that_has_to_be_broken_somewhere() -> None:
    """Whether 1 then takes 2, who is nearer, or 3, who is not unwanted, the rulebook does not say."""
    wishes = [Avoid((1, 2), hard=False), Avoid((2, 4), hard=False)]
    first = round_of(1, [(1, 4, "5-0"), (2, 3, "5-4")])
    for pairings in ([(1, 2), (3, 4)], [(1, 3), (2, 4)]):
        event = four(first, round_of(2, pairings), avoid=wishes)
        assert codes(check(event, 2), None) == ["soft_avoid_met"]


def test_s3_in_round_1_too() -> None:
    wish = [Avoid((1, 2))]
    met = round_of(1, [(1, 2), (3, 4)], relaxations=[Relaxation("avoid_broken", "S3", (1, 2))])
    assert codes(check(four(met, avoid=wish))) == ["relaxation_avoidable"]
    assert check(four(round_of(1, [(1, 3), (2, 4)]), avoid=wish)) == []


def test_s3_in_round_1_the_bye_could_have_kept_them_apart() -> None:
    event = tournament("redemption", players(3), avoid=[Avoid((1, 2))])
    stated = [Relaxation("avoid_broken", "S3", (1, 2))]
    assert codes(check(with_round(event, round_of(1, [(1, 2)], 3, stated)))) == ["relaxation_avoidable"]
    assert check(with_round(event, round_of(1, [(1, 3)], 2))) == []
