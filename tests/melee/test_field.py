"""The facts that pairing and check both read, from records written by hand (M2, M3, M4.1, M6, PS1.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.model import Bye, Forfeit, Round, Scored, Table, Tournament
from ronda.systems.melee.field import Tier, past_of, ranks, threes_and_beside, tier_of
from tests.melee.events import begin, book_of, with_round

WON = Scored(13, 7)


def after(event: Tournament, *rounds: Round) -> Tournament:
    for one in rounds:
        event = with_round(event, one)
    return event


def test_partners_with_the_rounds_also_of_a_table_that_was_not_played() -> None:
    nobody = Forfeit(first_absent=True, second_absent=True)
    first = Round(1, (Table(1, (1, 2), (3, 4), WON),), (Bye(5),))
    second = Round(2, (Table(1, (2, 1), (5, 3), nobody),), (Bye(4),))
    past = past_of(book_of(after(begin(5, {"rounds": 4}), first, second)), 3)
    assert past.partnered == {1: {2: [1, 2]}, 2: {1: [1, 2]}, 3: {4: [1], 5: [2]}, 4: {3: [1]}, 5: {3: [2]}}
    assert past.free_games == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1}
    before = past_of(book_of(after(begin(5, {"rounds": 4}), first, second)), 2)
    assert before.partnered == {1: {2: [1]}, 2: {1: [1]}, 3: {4: [1]}, 4: {3: [1]}, 5: {}}
    assert before.free_games == {1: 0, 2: 0, 3: 0, 4: 0, 5: 1}


def test_m6_late_is_whose_first_round_it_is_but_nobody_in_round_1() -> None:
    event = begin(6, {"rounds": 3})
    event = replace(event, players=(*event.players[:5], replace(event.players[5], joined_round=2)))
    first = Round(1, (Table(1, (1, 2), (3, 4), WON),), (Bye(5),))
    book = book_of(after(event, first))
    assert past_of(book, 1).late == frozenset()
    assert past_of(book, 2).late == {6}
    assert past_of(book, 3).late == frozenset()


def test_m4_1_beyond_begins_after_the_last_round_of_new_partners() -> None:
    """Four players: two teams of six pairs, so three rounds."""
    book = book_of(begin(4, {"rounds": 5, "repeats": True}))
    assert [past_of(book, number).beyond for number in (2, 3, 4)] == [False, False, True]
    assert past_of(book, 1).rounds == 3
    plain = book_of(begin(4, {"rounds": 3}))
    assert [past_of(plain, number).beyond for number in (3, 4)] == [False, False]


@pytest.mark.parametrize(
    ("free_games", "late", "tier"),
    [
        ({1: 0, 2: 0, 3: 0, 4: 0}, set(), Tier((), (1, 2, 3, 4), 0)),
        ({1: 1, 2: 0, 3: 1, 4: 0, 5: 0, 6: 1}, set(), Tier((), (2, 4, 5), 2)),
        ({1: 1, 2: 0, 3: 1, 4: 1, 5: 1, 6: 1}, set(), Tier((2,), (1, 3, 4, 5, 6), 1)),
        ({1: 1, 2: 0, 3: 1, 4: 0, 5: 1, 6: 1}, set(), Tier((), (2, 4), 2)),  # the whole tier, and no other
        ({1: 1, 2: 0, 3: 1, 4: 1, 5: 1}, {2}, Tier((), (1, 3, 4, 5), 1)),  # M6
        ({1: 0, 2: 0, 3: 0}, {1, 2}, Tier((3,), (1, 2), 2)),
    ],
)
def test_m3_2_whole_tiers_by_the_fewest_free_games(free_games: dict[int, int], late: set[int], tier: Tier) -> None:
    assert tier_of(list(free_games), late, free_games) == tier


def test_m3_3_the_lowest_ranked_first_level_ones_level_and_in_round_1_the_lot() -> None:
    first = Round(1, (Table(1, (1, 2), (3, 4), WON),), (Bye(5),))
    book = book_of(after(begin(5, {"rounds": 3}), first))
    own = ranks(book, [1, 2, 3, 4])
    assert own[3] == own[4] == 0
    assert own[1] == own[2] == 1
    assert ranks(book_of(begin(5)), [1, 2, 3]) == {1: 0, 2: 0, 3: 0}
    assert set(ranks(book_of(after(begin(5, {"free_games": "random"}), first)), [1, 3]).values()) == {0}


def test_ps1_5_threes_and_the_places_beside_them() -> None:
    """Of seven: three against two, and one against one."""
    first = Round(1, (Table(1, (1, 2, 3), (4, 5), WON), Table(2, (6,), (7,), WON)))
    second = Round(2, (Table(1, (1, 4, 6), (2, 3, 5), WON),), (Bye(7),))
    event = after(begin(7, {"rounds": 4, "leftovers": "triplette"}), first, second)
    threes, beside = threes_and_beside(book_of(event), range(1, 8))
    assert threes == {1: 2, 2: 2, 3: 2, 4: 1, 5: 1, 6: 1, 7: 0}
    assert beside == {1: 0, 2: 0, 3: 0, 4: 1, 5: 1, 6: 1, 7: 1}
    twos = Round(1, (Table(1, (1, 2), (3, 4), WON),), (Bye(5),))
    assert threes_and_beside(book_of(after(begin(5), twos)), [1, 4]) == ({1: 0, 4: 0}, {1: 0, 4: 0})
