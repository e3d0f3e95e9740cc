"""chess: the worked examples check clean, and what is changed in them is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Player, Round, Tournament
from ronda.core.verdicts import Finding, Relaxation
from tests.check.made import Pairing, check, codes, seats, tournament, with_round

NAMES = ("ADA", "BAKİ", "CAN", "ÇİLER", "DENİZ", "EGE", "FUNDA", "GÜL")


def players(count: int) -> list[Player]:
    return [Player(id=at, name=f"{NAMES[at - 1]}", rating=2100 - 100 * at) for at in range(1, count + 1)]


def round_of(
    number: int,
    pairings: Sequence[Pairing],
    bye: int | None = None,
    relaxations: Sequence[Relaxation] = (),
) -> Round:
    return seats("chess", number, pairings, bye, relaxations)


def event(count: int, *played: Round, avoid: Sequence[Avoid] = (), first_colour: str = "b") -> Tournament:
    return tournament("chess", players(count), played, avoid, first_colour=first_colour)


EIGHT = event(
    8,
    round_of(1, [(1, 2, "1"), (3, 4, "0"), (5, 6, "2"), (7, 8, "1")]),
    round_of(2, [(6, 1, "1"), (4, 7, "1"), (2, 3, "0"), (8, 5, "2")]),
    round_of(3, [(4, 6, "0"), (1, 3, "1"), (5, 7, "2"), (8, 2, "1")]),
)
SEVEN = event(
    7,
    round_of(1, [(1, 2, "1"), (3, 4, "2"), (5, 6, "3")], bye=7),
    round_of(2, [(4, 1, "0"), (7, 5, "1"), (2, 3, "1")], bye=6),
    round_of(3, [(1, 7, "1"), (5, 4, "2"), (6, 2, "0")], bye=3),
)
SIX = event(
    6,
    round_of(1, [(1, 2, "1"), (3, 4, "1"), (5, 6, "1")]),
    round_of(2, [(3, 1, "2"), (2, 5, "1"), (4, 6, "1")]),
    round_of(3, [(1, 4), (6, 2), (5, 3)]),
)


@pytest.mark.parametrize("example", [EIGHT, SEVEN, SIX], ids=["eight", "seven", "six"])
def test_the_worked_examples_are_clean(example: Tournament) -> None:
    assert check(example) == []


def found(
    example: Tournament,
    number: int,
    pairings: Sequence[Pairing],
    bye: int | None = None,
    *relaxations: Relaxation,
) -> list[Finding]:
    return check(with_round(example, round_of(number, pairings, bye, relaxations)), number)


@pytest.mark.parametrize(
    ("number", "pairings", "expected"),
    [
        (1, [(1, 2), (3, 4), (6, 5), (7, 8)], {"colour_wrong": "C3.3"}),
        (1, [(1, 2), (5, 4), (3, 6), (7, 8)], {"table_number": "C5.6", "nearer_opponent_free": "C3.3"}),
        (1, [(1, 2), (3, 6), (5, 4), (7, 8)], {"nearer_opponent_free": "C3.3"}),
        (2, [(1, 6), (4, 7), (2, 3), (8, 5)], {"colour_wrong": "C5.1", "both_repeat_unrecorded": "C5.5"}),
        (2, [(6, 1), (4, 7), (2, 3), (8, 8)], {"player_missing": "S1", "player_twice": "S1"}),
        (2, [(6, 1), (4, 7), (2, 3)], {"player_missing": "S1"}),
        (2, [(6, 1), (2, 7), (4, 3), (8, 5)], {"rematch": "C4.1"}),
        (2, [(6, 1), (4, 7), (2, 5), (8, 3)], {"table_number": "C5.6", "nearer_opponent_free": "C5.2"}),
        (2, [(7, 1), (6, 3), (4, 5), (2, 8)], {"nearer_opponent_free": "C5.1"}),
        (3, [(1, 3), (4, 6), (5, 7), (8, 2)], {"table_number": "C5.6"}),
    ],
)
def test_a_change_in_the_eight_is_found(number: int, pairings: list[Pairing], expected: dict[str, str]) -> None:
    findings = found(EIGHT, number, pairings)
    assert {f.code: f.article for f in findings if f.severity == "violation"} == expected


def test_c3_3_the_arbiters_colour() -> None:
    rounds = (round_of(1, [(2, 1), (4, 3)]),)
    assert check(event(4, *rounds, first_colour="s")) == []
    assert codes(check(event(4, *rounds, first_colour="b"))) == ["colour_wrong", "colour_wrong"]


def test_c3_3_neighbours_who_should_not_meet() -> None:
    wish = [Avoid((1, 2))]
    assert check(event(6, round_of(1, [(1, 3), (4, 2), (5, 6)]), avoid=wish)) == []
    assert check(event(6, round_of(1, [(1, 3), (2, 4), (5, 6)]), avoid=wish)) == []  # both even: either way
    assert codes(check(event(6, round_of(1, [(3, 1), (4, 2), (5, 6)]), avoid=wish))) == ["colour_wrong"]
    apart = round_of(1, [(1, 4), (3, 2), (5, 6)])
    assert codes(check(event(6, apart, avoid=wish))) == ["nearer_opponent_free"]
    met = round_of(1, [(1, 2), (3, 4), (5, 6)], None, [Relaxation("avoid_broken", "S3", (2, 1))])
    assert codes(check(event(6, met, avoid=wish))) == ["relaxation_avoidable"]


def test_c5_2_names_who_was_free() -> None:
    (_, finding) = found(EIGHT, 2, [(6, 1), (4, 7), (2, 5), (8, 3)])
    assert finding.players == (3, 2)
    assert finding.facts == {"player": 3, "opponent": 8, "free": 2, "step": "1.1"}


def test_c5_4_the_plain_walk_is_not_legal() -> None:
    (finding,) = (f for f in found(SIX, 3, [(1, 4), (3, 2), (6, 5)]) if f.code == "rematch")
    assert finding.players == (5, 6)
    assert finding.facts["avoidable"] is True


def test_c5_4_the_nearer_is_skipped_only_where_it_must_be() -> None:
    assert codes(found(SIX, 3, [(1, 4), (6, 2), (5, 3)])) == []  # 2 skips 3, as 5 and 6 have met
    assert codes(found(SIX, 3, [(1, 5), (4, 2), (6, 3)])) == ["nearer_opponent_free"]  # 1 skips 4


def test_c4_1_a_rematch_is_a_violation_also_when_it_is_stated() -> None:
    stated = Relaxation("rematch", "C4.1", (3, 4))
    findings = found(EIGHT, 2, [(6, 1), (2, 7), (4, 3), (8, 5)], None, stated)
    assert codes(findings, None) == ["rematch"]
    assert findings[0].severity == "violation"


def test_c4_1_absent_players_have_met() -> None:
    assert "rematch" in codes(found(SEVEN, 2, [(4, 1), (6, 5), (2, 3)], 7))  # 6 did not come to 5–6


# --- the bye (C4.3, C4.4) ----------------------------------------------------------------------------------


def test_c4_3_the_lowest_without_a_free_point() -> None:
    findings = found(SEVEN, 2, [(4, 1), (6, 7), (2, 3)], 5)  # 5 won by absence, 7 had the bye
    (wrong,) = (f for f in findings if f.code == "bye_wrong")
    assert (wrong.article, wrong.players, wrong.facts["expected"]) == ("C4.3", (5, 6), 6)


def test_c4_3_one_too_high_is_wrong_too() -> None:
    findings = found(SEVEN, 2, [(4, 1), (7, 5), (6, 2)], 3)
    assert "bye_wrong" in codes(findings)
    stated = Relaxation("bye_moved", "C5.5", (3, 6))
    assert "relaxation_avoidable" in codes(found(SEVEN, 2, [(4, 1), (7, 5), (6, 2)], 3, stated))


def test_c4_3_in_round_1_it_is_the_last() -> None:
    assert codes(found(SEVEN, 1, [(1, 2), (3, 4), (5, 7)], 6)) == ["bye_wrong"]


FIVE = (
    round_of(1, [(1, 2, "3"), (3, 4, "3")], bye=5),  # 2 and 4 do not come: 1, 3, 5 have a free point
    round_of(2, [(3, 1, "4"), (5, 2, "4")], bye=4),  # 3 and 5 do not come: now everybody has one, 1 two
)


def test_c4_4_the_lowest_of_those_with_fewest_again() -> None:
    pairings: list[Pairing] = [(1, 4), (2, 3)]  # 1 2 points, the others 1; 5 rests
    assert codes(check(event(5, *FIVE, round_of(3, pairings, 5)), 3)) == ["bye_again_unrecorded"]
    stated = round_of(3, pairings, 5, [Relaxation("bye_again", "C4.4", (5,))])
    (finding,) = check(event(5, *FIVE, stated), 3)
    assert (finding.code, finding.article, finding.severity) == ("bye_again", "C4.4", "relaxation")
    by_hand = round_of(3, pairings, 5, [Relaxation("recorded", "C4.4", (5,))])
    assert codes(check(event(5, *FIVE, by_hand), 3)) == []


def test_c4_4_may_not_be_claimed() -> None:
    claim = Relaxation("bye_again", "C4.4", (3,))
    assert codes(found(SEVEN, 3, [(1, 7), (5, 4), (6, 2)], 3, claim)) == ["relaxation_not_found"]


# --- the ladder (C5.5) -------------------------------------------------------------------------------------


def leaving(event_: Tournament, after: int, *gone: int) -> Tournament:
    changed = tuple(replace(p, left_after=after) if p.id in gone else p for p in event_.players)
    return replace(event_, players=changed)


def test_c5_5_the_bye_moves_up() -> None:
    """4 leaves. The bye would be 3's, but 1 and 2 have met."""
    start = leaving(event(4, round_of(1, [(1, 2, "1"), (3, 4, "2")])), 1, 4)
    moved = Relaxation("bye_moved", "C5.5", (2, 3))
    assert [(f.code, f.severity) for f in found(start, 2, [(3, 1)], 2, moved)] == [("bye_moved", "relaxation")]
    assert codes(found(start, 2, [(3, 1)], 2)) == ["bye_moved_unrecorded"]
    too_far = Relaxation("bye_moved", "C5.5", (1, 3))
    assert "relaxation_avoidable" in codes(found(start, 2, [(2, 3)], 1, too_far))
    assert "rematch" in codes(found(start, 2, [(2, 1)], 3))


def two_whites() -> Tournament:
    """1 and 2 had white twice; 3 and 4 leave."""
    rounds = (round_of(1, [(1, 3, "1"), (2, 4, "0")]), round_of(2, [(1, 4, "1"), (2, 3, "0")]))
    return leaving(event(4, *rounds), 2, 3, 4)


@pytest.mark.parametrize(("pair", "lifted"), [((1, 2), 1), ((2, 1), 2)])
def test_c5_5_c4_2_is_lifted_for_one(pair: tuple[int, int], lifted: int) -> None:
    stated = Relaxation("colour_lifted", "C5.5", (lifted,))
    (finding,) = found(two_whites(), 3, [pair], None, stated)
    assert (finding.code, finding.severity, finding.players) == ("colour_lifted", "relaxation", (lifted,))
    (silent,) = found(two_whites(), 3, [pair])
    assert (silent.code, silent.article) == ("colour_lifted_unrecorded", "C4.2")
    for_both = Relaxation("colour_lifted", "C5.5", (1, 2))
    assert codes(found(two_whites(), 3, [pair], None, for_both)) == ["relaxation_not_found"]


def test_c4_2_a_third_colour_that_need_not_be() -> None:
    rounds = (round_of(1, [(1, 3, "1"), (2, 4, "0")]), round_of(2, [(1, 4, "1"), (3, 2, "0")]))
    findings = check(event(4, *rounds, round_of(3, [(1, 2), (4, 3)])), 3)
    assert [(f.code, f.players) for f in findings][:2] == [
        ("colour_wrong", (1, 2)),
        ("colour_lifted_unrecorded", (1,)),
    ]
    assert findings[1].facts["avoidable"] is True


def test_c5_5_step_1_4() -> None:
    """After what was lifted, 1 (BBBW) may only repeat white and 2 (WWWB) only black."""
    rounds = (
        round_of(1, [(3, 1, "1"), (2, 4, "1")]),
        round_of(2, [(4, 1, "1"), (2, 3, "1")]),
        round_of(3, [(5, 1, "1"), (2, 6, "1")]),
        round_of(4, [(1, 6, "1"), (5, 2, "1")]),
    )
    start = leaving(leaving(event(6, *rounds), 2, 3, 4), 4, 5, 6)
    start = replace(start, players=tuple(replace(p, joined_round=3) if p.id in (5, 6) else p for p in start.players))
    stated = Relaxation("both_repeat", "C5.5", (1, 2))
    assert codes(found(start, 5, [(1, 2)], None, stated), "relaxation") == ["both_repeat"]
    assert codes(found(start, 5, [(1, 2)], None, stated)) == []
    assert codes(found(start, 5, [(1, 2)])) == ["both_repeat_unrecorded"]
    assert "colour_wrong" in codes(found(start, 5, [(2, 1)]))


# --- the pool ----------------------------------------------------------------------------------------------


def test_c5_3_a_late_entry_takes_what_the_other_needs() -> None:
    late = Player(id=9, name="ŞULE", joined_round=3)
    start = replace(leaving(EIGHT, 2, 2), players=(*leaving(EIGHT, 2, 2).players, late))
    # 6 2, 4 1½, 1 5 7 1, 3 ½+½=1, 8 0, and the late entry, last, with 0
    right: list[Pairing] = [(4, 6), (1, 3), (5, 7), (9, 8)]
    assert codes(found(start, 3, right)) == []
    assert [(f.code, f.article) for f in found(start, 3, [*right[:3], (8, 9)])][:1] == [("colour_wrong", "C5.3")]


def test_c5_3_two_without_a_colour() -> None:
    newcomers = [Player(id=at, name="YENİ", rating=1000 + at, joined_round=2) for at in (11, 12)]
    start = event(2, round_of(1, [(1, 2, "1")]))
    start = replace(leaving(start, 1, 1, 2), players=(*leaving(start, 1, 1, 2).players, *newcomers))
    assert codes(found(start, 2, [(12, 11)])) == []
    assert codes(found(start, 2, [(11, 12)])) == ["colour_wrong"]


def test_s1_who_misses_the_round_is_not_paired() -> None:
    away = tuple(replace(p, missed=(2,)) if p.id == 8 else p for p in EIGHT.players)
    start = replace(EIGHT, players=away)
    assert codes(check(start, 2)) == ["player_not_in_pool", "bye_count"]


# --- who should not meet (S3) ------------------------------------------------------------------------------


def wishing(*wishes: Avoid) -> Tournament:
    return replace(EIGHT, setup=replace(EIGHT.setup, avoid=wishes))


def test_s3_hard_wishes_come_before_everything() -> None:
    wish = Avoid((1, 6))
    assert codes(check(wishing(wish), 2)) == ["avoid_broken_unrecorded"]
    # 1 has 7 by 1.2 in its own group, then 6–3, 4–5 by 1.1 in the next ones, and 2–8 by 1.2
    assert codes(found(wishing(wish), 2, [(7, 1), (6, 3), (4, 5), (2, 8)])) == []


def test_s3_soft_wishes_move_the_nearest() -> None:
    wish = Avoid((1, 6), hard=False)
    assert codes(check(wishing(wish), 2)) == ["soft_avoid_avoidable"]
    assert codes(found(wishing(wish), 2, [(7, 1), (6, 3), (4, 5), (2, 8)])) == []


def test_s3_soft_wishes_that_cannot_be_kept_are_noted() -> None:
    wishes = [Avoid((1, other), hard=False) for other in range(2, 9)]
    assert [(f.code, f.severity) for f in check(wishing(*wishes), 2)] == [("soft_avoid_met", "note")]
    stated = Relaxation("avoid_broken", "S3", (1, 6))
    findings = found(wishing(*wishes), 2, [(6, 1), (4, 7), (2, 3), (8, 5)], None, stated)
    assert [(f.code, f.severity) for f in findings] == [("avoid_broken", "relaxation")]
