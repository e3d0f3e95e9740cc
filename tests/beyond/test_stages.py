"""Stages, by article: the examples of the rulebook, and what holds for every size (ST)."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ronda.core.chance import Draw
from ronda.core.verdicts import Refusal
from ronda.stages.elimination import (
    Candidate,
    Drawing,
    Exchange,
    Match,
    Skipped,
    better_is_first,
    bracket_size,
    consolation_can_begin,
    continued,
    cut,
    first_losers,
    first_round,
    kept_apart,
    lines,
    losers,
    match_count,
    matches_of,
    places,
    refused_size,
    replaced,
    round_name,
    rounds_of,
    sizes,
)
from ronda.stages.groups import (
    REST,
    GroupRecord,
    berger_round,
    clubs_apart,
    compared,
    crossed,
    from_pots,
    refused_groups,
    schedule,
    seeded,
    snake,
)
from ronda.stages.sides import Score, balanced, former_partners, fresh, match_score, splits, table_of_four
from tests.worked.not_offered import (
    ScoredGame,
    carried,
    counted,
    forecast,
    meetings_between,
    member_places,
    parallel_places,
    playoff_round,
    poule_of_four,
    structure,
)

HALF = Fraction(1, 2)


def standing(*rows: int | None) -> list[Candidate]:
    return [Candidate(number, place) for number, place in enumerate(rows, start=1)]


SHARED = standing(1, 2, 3, 3, 5, 5, 5, 8)

# --- ST2 -------------------------------------------------------------------------------------------------


def test_st2_2_who_cannot_advance_is_passed_over() -> None:
    rows = standing(1, None, 3, 4, 5, 6)
    rows[1] = Candidate(2, None, "withdrawn")
    rows[2] = Candidate(3, 3, "unavailable")
    found = cut(rows, 4)
    assert found.advance == (1, 4, 5, 6)
    assert found.skipped == (Skipped(2, "withdrawn"), Skipped(3, "unavailable"))


def test_st2_2_without_a_place_nobody_advances() -> None:
    assert cut(standing(1, None, 2), 3).advance == (1, 3)
    assert cut([Candidate(1, 1, "expelled"), Candidate(2, 2)], 1).advance == (2,)


def test_st2_4_a_tie_matters_only_at_the_line() -> None:
    assert not cut(SHARED, 7).open
    assert cut(SHARED, 7).advance == (1, 2, 3, 4, 5, 6, 7)
    found = cut(SHARED, 6)
    assert (found.open, found.advance, found.tied, found.spots) == (True, (1, 2, 3, 4), (5, 6, 7), 2)
    assert not cut(SHARED, 4).open


def test_st2_5_further_criteria_come_before_the_lot() -> None:
    points = {5: 61, 6: 58, 7: 58}
    rows = [Candidate(one.id, one.place, further=(Fraction(points.get(one.id, 0)),)) for one in SHARED]
    found = cut(rows, 6)
    assert (found.advance, found.tied, found.spots, found.open) == ((1, 2, 3, 4, 5), (6, 7), 1, True)


def test_st2_5_all_of_a_shared_place_may_advance() -> None:
    found = cut(SHARED, 6, all_tied=True)
    assert (found.advance, found.open) == ((1, 2, 3, 4, 5, 6, 7), False)


@pytest.mark.parametrize(
    ("by_lot", "spots", "games", "waiting"),
    [
        ([5, 6, 7], 1, [(5, 6)], (7,)),
        ([4, 5, 6, 7, 8], 2, [(4, 5), (6, 7)], (8,)),
        ([5, 6, 7], 2, [(5, 6)], (7,)),
        ([5, 6], 2, [], (5, 6)),
    ],
)
def test_st2_6_play_off(by_lot: list[int], spots: int, games: list[tuple[int, int]], waiting: tuple[int, ...]) -> None:
    assert playoff_round(by_lot, spots) == (tuple(games), waiting)


@given(st.integers(2, 20), st.data())
def test_st2_6_play_offs_end_with_as_many_as_there_are_spots(tied: int, data: st.DataObject) -> None:
    spots = data.draw(st.integers(1, tied))
    left = list(range(tied))
    while len(left) > spots:
        games, waiting = playoff_round(left, spots)
        assert sorted([one for game in games for one in game] + list(waiting)) == sorted(left)
        left = [data.draw(st.sampled_from(game)) for game in games] + list(waiting)
    assert len(left) == spots


def test_st2_7_lot() -> None:
    found = cut(SHARED, 6, lots={5: 3, 6: 1, 7: 2})
    assert (found.advance, found.open) == ((1, 2, 3, 4, 6, 7), False)
    assert cut(SHARED, 4, lots={3: 2, 4: 1}).advance == (1, 2, 4, 3)
    assert cut(SHARED, 6, lots={5: 3, 6: 1}).open


def test_st2_8_replacement() -> None:
    assert replaced([1, 2, 3, 4], 2, 5) == (1, 3, 4, 5)
    assert replaced([1, 2, 3, 4], 2, 5, "slot") == (1, 5, 3, 4)


def test_st2_10_few_of_one_club() -> None:
    rows = [Candidate(at, at, club=club) for at, club in enumerate(["A", "A", "A", "B", "", "A", "C"], start=1)]
    found = cut(rows, 4, per_club=2)
    assert found.advance == (1, 2, 4, 5)
    assert found.skipped == (Skipped(3, "club"),)
    assert cut(rows, 7, per_club=2).advance == (1, 2, 3, 4, 5, 6, 7)
    assert cut(rows, 6, per_club=2).advance == (1, 2, 3, 4, 5, 7)


def test_st2_11_sizes() -> None:
    assert sizes(18) == (8, 4)
    assert sizes(3) == (2,)
    assert refused_size(9, 18) is None
    assert isinstance(refused_size(19, 18), Refusal)
    assert isinstance(refused_size(1, 18), Refusal)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=12), st.integers(1, 12))
def test_st2_nobody_advances_twice_and_never_too_many(marks: list[int], take: int) -> None:
    ordered = sorted(marks)
    rows = [Candidate(at, 1 + ordered.index(mark)) for at, mark in enumerate(ordered, start=1)]
    found = cut(rows, take, lots={row.id: row.id for row in rows})
    assert len(set(found.advance)) == len(found.advance) == min(take, len(rows))
    assert not found.open
    best = [row.place for row in rows if row.id in found.advance]
    worst = [row.place for row in rows if row.id not in found.advance]
    assert not worst or max(p for p in best if p) <= min(p for p in worst if p)


# --- ST3 -------------------------------------------------------------------------------------------------


def test_st3_1_byes_for_the_best() -> None:
    assert [match.seeds for match in first_round(6)] == [(1,), (4, 5), (2,), (3, 6)]
    assert sorted(m.alone for m in first_round(11) if m.alone) == [1, 2, 3, 4, 5]


def halved(size: int) -> list[int]:
    """The lines by halving, as somebody checks them: 1 and 2 in different halves, the upper half seeds 1, 4, 5, 8, …"""

    def below(seeds: list[int]) -> list[int]:
        if len(seeds) == 1:
            return seeds
        upper = [seed for at, seed in enumerate(seeds) if at % 4 in (0, 3)]
        lower = [seed for at, seed in enumerate(seeds) if at % 4 in (1, 2)]
        return below(upper) + below(lower)

    return below(list(range(1, size + 1)))


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_st3_2_lines_equal_those_by_halving(size: int) -> None:
    assert list(lines(size)) == halved(size)


@pytest.mark.parametrize(("size", "drawing"), list(product([2, 4, 8, 16, 32], ["plain", "mirrored"])))
def test_st3_2_the_best_are_the_last(size: int, drawing: Drawing) -> None:
    left: list[int] = list(lines(size, drawing))
    assert sorted(left) == list(range(1, size + 1))
    while len(left) > 1:
        assert all(one + other == len(left) + 1 for one, other in zip(left[::2], left[1::2], strict=True))
        left = [min(two) for two in zip(left[::2], left[1::2], strict=True)]
        assert sorted(left) == list(range(1, len(left) + 1))
    if drawing == "mirrored":
        assert lines(size, drawing)[0] == 1
        assert lines(size, drawing)[-1] == 2


@pytest.mark.parametrize("entrants", range(2, 33))
@pytest.mark.parametrize("drawing", ["plain", "mirrored"])
def test_st3_1_everybody_once_and_byes_only_where_they_must_be(entrants: int, drawing: Drawing) -> None:
    matches = first_round(entrants, drawing)
    assert sorted(seed for match in matches for seed in match.seeds) == list(range(1, entrants + 1))
    byes = sorted(match.alone for match in matches if match.alone)
    assert byes == list(range(1, bracket_size(entrants) - entrants + 1))
    assert all(match.first < match.second for match in matches if match.first and match.second)


def test_st3_3_who_is_first() -> None:
    assert [better_is_first(1, match, True) for match in (1, 2, 3)] == [True, False, True]
    assert not better_is_first(2, 1, True)
    assert not better_is_first(1, 1, False)


def play(entrants: int, upsets: set[tuple[int, int]], *, reseed: bool = False) -> list[list[tuple[Match, int | None]]]:
    rounds: list[list[tuple[Match, int | None]]] = []
    for number in range(1, rounds_of(entrants) + 1):
        winners = [[winner for _, winner in done] for done in rounds]
        here = matches_of(entrants, number, winners, reseed=reseed)
        rounds.append([(m, m.second if m.second and (number, m.number) in upsets else m.first) for m in here])
    return rounds


EIGHT = play(8, {(1, 2), (2, 1)})


def test_st3_4_places() -> None:
    assert places(EIGHT) == {2: 1, 5: 2, 1: 3, 3: 3, 4: 5, 6: 5, 7: 5, 8: 5}
    assert places(EIGHT, order="source") == {2: 1, 5: 2, 1: 3, 3: 4, 4: 5, 6: 6, 7: 7, 8: 8}
    assert [round_name(left) for left in (2, 4, 8, 16)] == ["final", "semi_final", "quarter_final", "round_of_16"]


def test_st3_5_a_bye_is_no_loss_for_anybody() -> None:
    assert losers(Match(1, 1, None), 1) == ()
    assert len(places(play(6, set()))) == 6


def test_st3_6_reseeding() -> None:
    rounds = play(8, {(1, 1), (1, 2)}, reseed=True)
    assert [match.seeds for match, _ in rounds[1]] == [(2, 8), (3, 5)]
    assert [match.seeds for match, _ in play(8, {(1, 1), (1, 2)})[1]] == [(5, 8), (2, 3)]


def test_st3_7_third_place() -> None:
    found = places(EIGHT, third=3)
    assert (found[3], found[1]) == (3, 4)


def test_st3_8_consolation() -> None:
    assert first_losers(play(5, {(1, 2), (2, 1)})) == (1, 3, 4)
    assert [consolation_can_begin(n, done) for n, done in ((8, 1), (8, 0), (6, 1), (6, 2), (2, 1))] == [
        True,
        False,
        False,
        True,
        True,
    ]


def test_st3_9_best_of() -> None:
    assert match_score(3, [HALF, Fraction(1), HALF]) == Score("first", 3, Fraction(2), Fraction(1))
    assert match_score(3, [HALF, HALF, HALF]).winner is None
    assert match_score(3, [Fraction(1), Fraction(1), Fraction(0)]).games == 2
    assert match_score(3, [HALF, HALF, HALF], level="seed", favoured="first").winner == "first"
    assert match_score(3, [Fraction(1)]).winner is None


def test_st3_10_an_extra_game_decides() -> None:
    assert match_score(1, [HALF]).winner is None
    assert match_score(1, [HALF, Fraction(1)]) == Score("first", 2, Fraction(3, 2), HALF)


def test_st3_11_both_absent() -> None:
    semi = [(Match(1, 1, 4), None), (Match(2, 2, 3), 2)]
    (final,) = matches_of(4, 2, [[None, 2]])
    assert final.alone == 2
    assert places([semi, [(final, 2)]]) == {2: 1, 1: 3, 3: 3, 4: 3}  # nobody is second
    assert places([[(Match(1, 1, 2), None)]]) == {1: 2, 2: 2}


def test_st3_12_one_club_apart() -> None:
    club = {1: "x", 8: "x"}
    matches, exchanges = kept_apart(first_round(8), lambda a, b: bool(club.get(a)) and club.get(a) == club.get(b))
    assert [match.seeds for match in matches] == [(1, 7), (4, 5), (2, 8), (3, 6)]
    assert exchanges == (Exchange(1, 8, 7),)


def test_st3_12_nobody_fits() -> None:
    matches, exchanges = kept_apart(first_round(4), lambda a, b: True)
    assert (matches, exchanges) == (first_round(4), ())


@given(st.integers(2, 32), st.booleans(), st.data())
def test_st3_nobody_plays_after_being_out(entrants: int, reseed: bool, data: st.DataObject) -> None:
    upsets = {(r, m) for r in range(1, 6) for m in range(1, 17) if data.draw(st.booleans())}
    rounds = play(entrants, upsets, reseed=reseed)
    out: set[int] = set()
    byes = 0
    for number, round_ in enumerate(rounds, start=1):
        seeds = [seed for match, _ in round_ for seed in match.seeds]
        assert len(set(seeds)) == len(seeds)
        assert not out & set(seeds)
        assert number == 1 or all(match.alone is None for match, _ in round_)
        byes += sum(match.alone is not None for match, _ in round_)
        out |= {seed for match, winner in round_ for seed in losers(match, winner)}
    assert byes == bracket_size(entrants) - entrants
    found = places(rounds)
    assert sorted(found) == list(range(1, entrants + 1))
    assert sum(place == 1 for place in found.values()) == 1
    for place in set(found.values()):
        assert sum(other < place for other in found.values()) <= place - 1


# --- ST4 -------------------------------------------------------------------------------------------------


def test_st4_1_structure() -> None:
    rounds = dict(structure(8))
    assert [(str(m.first), str(m.second)) for m in rounds["L2"]] == [
        ("loser W2.2", "winner L1.1"),
        ("loser W2.1", "winner L1.2"),
    ]
    sixteen = dict(structure(16))
    assert [str(m.first) for m in sixteen["L2"]] == ["loser W2.4", "loser W2.3", "loser W2.2", "loser W2.1"]
    assert [str(m.first) for m in sixteen["L4"]] == ["loser W3.1", "loser W3.2"]
    assert list(sixteen) == ["W1", "W2", "W3", "W4", "L1", "L2", "L3", "L4", "L5", "L6", "G1", "G2"]
    assert list(dict(structure(4))) == ["W1", "W2", "L1", "L2", "G1", "G2"]


@pytest.mark.parametrize("size", [4, 8, 16, 32])
def test_st4_1_every_winner_and_loser_goes_on_once(size: int) -> None:
    rounds = structure(size)
    slots = [str(slot) for _, matches in rounds for match in matches for slot in (match.first, match.second)]
    assert len(slots) == len(set(slots))
    assert sum(len(matches) for _, matches in rounds) == 2 * size - 1


# --- ST5 -------------------------------------------------------------------------------------------------


def test_st5_1_one_round() -> None:
    assert berger_round(10, 2) == ((10, 6), (7, 5), (8, 4), (9, 3), (1, 2))


def test_st5_2_five() -> None:
    assert schedule(5) == (
        ((2, 5), (3, 4), (1, REST)),
        ((5, 3), (1, 2), (4, REST)),
        ((3, 1), (4, 5), (2, REST)),
        ((1, 4), (2, 3), (5, REST)),
        ((4, 2), (5, 1), (3, REST)),
    )


@pytest.mark.parametrize("players", range(3, 25))
def test_st5_1_each_pair_once_by_the_parity_rule(players: int) -> None:
    rounds = schedule(players)
    even = players + players % 2
    met: set[frozenset[int]] = set()
    for number, games in enumerate(rounds, start=1):
        assert sorted(one for game in games for one in game if one != REST) == list(range(1, players + 1))
        for first, second in games:
            if second == REST:
                assert games[-1] == (first, second)
                continue
            low, high = sorted((first, second))
            if high == even:
                assert first == (low if low <= even // 2 else high)
            else:
                assert (low + high - number - 1) % (even - 1) == 0
                assert first == (low if (low + high) % 2 else high)
            met.add(frozenset((first, second)))
    assert len(met) == players * (players - 1) // 2
    firsts = [
        sum(game[0] == one and game[1] != REST for games in rounds for game in games) for one in range(1, players + 1)
    ]
    games_each = players - 1
    assert all(abs(2 * count - games_each) == (0 if players % 2 else 1) for count in firsts)


def test_st5_3_double() -> None:
    assert schedule(4, double=True) == (
        ((1, 4), (2, 3)),
        ((2, 4), (3, 1)),
        ((4, 3), (1, 2)),
        ((4, 1), (3, 2)),
        ((3, 4), (2, 1)),
        ((4, 2), (1, 3)),
    )


@pytest.mark.parametrize("players", range(3, 25))
def test_st5_3_never_three_equal_colours_in_a_row(players: int) -> None:
    rounds = schedule(players, double=True)
    ordered = [game for games in rounds for game in games if game[1] != REST]
    assert sorted(ordered) == list(permutations(range(1, players + 1), 2))
    for one in range(1, players + 1):
        colours = [game.index(one) for games in rounds for game in games if one in game and game[1] != REST]
        assert all(len(set(colours[at : at + 3])) > 1 for at in range(len(colours) - 2))


def test_st5_4_the_close_games_last() -> None:
    assert schedule(4, close_last=True) == schedule(4)[::-1]
    assert schedule(4, double=True, close_last=True) == schedule(4, double=True)[::-1]


FOUR_OF_FIVE = [
    ScoredGame(1, 2, Fraction(1)),
    ScoredGame(1, 3, HALF),
    ScoredGame(1, 4, Fraction(0)),
    ScoredGame(2, 3, Fraction(1)),
    ScoredGame(2, 4, HALF),
]


def test_st5_5_half_of_the_games_exactly_counts() -> None:
    found = counted(range(1, 6), FOUR_OF_FIVE, [3])
    assert found.cancelled == ()
    assert found.points == {1: Fraction(3, 2), 2: Fraction(3, 2), 3: HALF, 4: Fraction(5, 2), 5: Fraction(1)}


def test_st5_5_less_than_half_counts_for_nobody() -> None:
    found = counted(range(1, 6), FOUR_OF_FIVE[:2], [3])
    assert found.cancelled == (3,)
    assert found.points == {1: Fraction(1), 2: Fraction(0), 3: Fraction(0), 4: Fraction(0), 5: Fraction(0)}


def test_st5_5_of_a_double_round_robin_half_is_more() -> None:
    assert counted(range(1, 6), FOUR_OF_FIVE[:4], [3], double=True).cancelled == (3,)


# --- ST6 -------------------------------------------------------------------------------------------------


def test_st6_1_no_group_below_three() -> None:
    assert refused_groups(10, 3) is None
    assert refused_groups(10, 2) is None
    assert isinstance(refused_groups(10, 4), Refusal)
    assert sorted(map(len, snake(10, 3))) == [3, 3, 4]


def test_st6_2_snake() -> None:
    assert snake(10, 3) == ((1, 6, 7), (2, 5, 8), (3, 4, 9, 10))


@given(st.integers(3, 64), st.integers(1, 12))
def test_st6_2_everybody_once_sizes_differ_by_one(players: int, groups: int) -> None:
    found = snake(players, groups)
    assert sorted(seed for group in found for seed in group) == list(range(1, players + 1))
    assert max(map(len, found)) - min(map(len, found)) <= 1


@given(st.integers(3, 40), st.integers(2, 8), st.integers(0, 1000))
def test_st6_3_pots(players: int, groups: int, seed: int) -> None:
    found = from_pots(players, groups, Draw(seed))
    assert found == from_pots(players, groups, Draw(seed))
    assert sorted(one for group in found for one in group) == list(range(1, players + 1))
    for group in found:  # one of each pot at most
        pots = [(one - 1) // groups for one in group]
        assert len(set(pots)) == len(pots)


def test_st6_4_clubs_apart() -> None:
    found = clubs_apart(8, 2, {1: "x", 4: "x", 5: "x"})
    assert found.groups == ((1, 3, 5, 8), (2, 4, 6, 7))
    assert (found.pairs, found.moved, found.exact) == (1, 2, True)


def by_trying_all(players: int, groups: int, club: dict[int, str]) -> tuple[int, int, list[int]]:
    rows = [range(at, min(at + groups, players)) for at in range(0, players, groups)]
    snaked = [
        next(g for g, group in enumerate(snake(players, groups)) if one in group) for one in range(1, players + 1)
    ]
    best: tuple[int, int, list[int]] | None = None
    for choice in product(*(permutations(range(groups), len(row)) for row in rows)):
        numbers = [group for row in choice for group in row]
        pairs = sum(numbers[a - 1] == numbers[b - 1] for a in club for b in club if a < b and club[a] == club[b])
        found = (pairs, sum(a != b for a, b in zip(numbers, snaked, strict=True)), numbers)
        best = found if best is None else min(best, found)
    assert best is not None
    return best


@settings(max_examples=40)
@given(st.integers(4, 9), st.integers(2, 3), st.data())
def test_st6_4_the_least_of_all(players: int, groups: int, data: st.DataObject) -> None:
    club = {one: name for one in range(1, players + 1) if (name := data.draw(st.sampled_from(["", "x", "y", "z"])))}
    found = clubs_apart(players, groups, club)
    pairs, moved, numbers = by_trying_all(players, groups, club)
    assert (found.pairs, found.moved) == (pairs, moved)
    assert [next(g for g, group in enumerate(found.groups) if one in group) for one in range(1, players + 1)] == numbers


def test_st6_4_thirty_two_players_and_four_groups() -> None:
    club = {one: f"club {one % 7}" for one in range(1, 33)}
    found = clubs_apart(32, 4, club)
    assert found.exact
    assert found.pairs <= 5
    assert sorted(map(len, found.groups)) == [8, 8, 8, 8]


@given(st.integers(33, 70), st.integers(5, 9), st.integers(2, 9))
@settings(max_examples=25)
def test_st6_4_larger_fields_row_by_row(players: int, groups: int, clubs: int) -> None:
    found = clubs_apart(players, groups, {one: f"club {one % clubs}" for one in range(1, players + 1)})
    assert not found.exact
    assert sorted(one for group in found.groups for one in group) == list(range(1, players + 1))
    for group in found.groups:
        assert len({(one - 1) // groups for one in group}) == len(group)


def test_st6_5_across_groups_of_different_size() -> None:
    records = {"A3": GroupRecord(3, (Fraction(3, 2),)), "B3": GroupRecord(4, (Fraction(2),))}
    assert compared(records) == {"A3": 1, "B3": 1}
    assert compared(records, {"A3": 2, "B3": 1}) == {"B3": 1, "A3": 2}


def test_st6_6_crossing() -> None:
    assert crossed(4) == (("A1", "B2"), ("C1", "D2"), ("B1", "A2"), ("D1", "C2"))
    assert isinstance(crossed(3), Refusal)


def test_st6_6_seeded_group_mates_meet_later() -> None:
    group = [0, 1, 2, 0, 1, 2, 0, 1]  # winners of three groups, seconds, two thirds; 1 and 8 would be 0 and 1
    rank = [1, 1, 1, 2, 2, 2, 3, 3]
    matches, _ = seeded(group, rank)
    assert all(group[a - 1] != group[b - 1] for a, b in (match.seeds for match in matches))
    matches, exchanges = seeded([0, 1, 1, 0], [1, 1, 2, 2])
    assert [match.seeds for match in matches] == [(1, 3), (2, 4)]
    assert exchanges == (Exchange(1, 4, 3),)


def test_st6_7_poule_of_four() -> None:
    assert poule_of_four(4, 3, 3, 1, 1) == (3, 1, 4, 2)


# --- ST7 -------------------------------------------------------------------------------------------------


def test_st7_1_four_balanced() -> None:
    assert balanced(2) == ((1, 4), (2, 3))


def test_st7_2_the_ten_splits() -> None:
    found = splits(3)
    assert len(found) == 10
    assert (found[0], found[1], found[2]) == (((1, 2, 3), (4, 5, 6)), ((1, 2, 4), (3, 5, 6)), ((1, 2, 5), (3, 4, 6)))
    assert (found[7], found[9]) == (((1, 4, 5), (2, 3, 6)), ((1, 5, 6), (2, 3, 4)))
    assert balanced(3) == found[7]
    assert snake(12, 4) == ((1, 8, 9), (2, 7, 10), (3, 6, 11), (4, 5, 12))


@given(st.sets(st.frozensets(st.integers(1, 6), min_size=2, max_size=2)), st.integers(0, 99))
def test_st7_2_fresh(partners: set[frozenset[int]], seed: int) -> None:
    found = fresh(3, partners, Draw(seed))
    assert former_partners(found, partners) == min(former_partners(one, partners) for one in splits(3))


def test_st7_3_four_at_a_table() -> None:
    assert table_of_four("fold", [11, 4, 7, 2]) == (((11, 2), (4, 7)),)
    assert table_of_four("alternate", [1, 2, 3, 4]) == (((1, 3), (2, 4)),)
    rotated = table_of_four("rotate", [1, 2, 3, 4])
    assert {frozenset(side) for game in rotated for side in game} == {
        frozenset(two) for two in [(1, 2), (3, 4), (1, 3), (2, 4), (1, 4), (2, 3)]
    }


def test_st7_4_members_share_the_place() -> None:
    assert member_places([(1, 4, 5), (2, 3, 6)]) == {1: 1, 4: 1, 5: 1, 2: 4, 3: 4, 6: 4}
    assert member_places([(1, 4, 5), (2, 3, 6)], source=True) == {1: 1, 4: 2, 5: 3, 2: 4, 3: 5, 6: 6}


# --- ST8, ST9, ST13 --------------------------------------------------------------------------------------


def test_st8_1_carried() -> None:
    points = Fraction(9, 2)
    assert carried("half", points) == Fraction(9, 4)
    assert carried("points", points) == points
    assert carried("nothing", points) == 0
    bonus = [Fraction(3), Fraction(2), Fraction(1)]
    assert [carried("bonus", points, place, bonus) for place in (1, 2, 3, 4)] == [3, 2, 1, 0]


def test_st8_2_meetings() -> None:
    games = [(1, 2, Fraction(1)), (3, 4, HALF), (1, 9, Fraction(1))]
    assert meetings_between(games, [1, 2, 3, 4]) == {1: 1, 2: 0, 3: HALF, 4: HALF}


def test_st9_1_from_the_last_stage_backwards() -> None:
    rounds = [(one, one) for one in range(1, 13)]
    eight = [(1, 3), (2, 1), (3, 3), (4, 2), (5, 5), (6, 5), (7, 5), (8, 5)]
    four = [(2, 2), (4, 1), (1, 3), (3, 4)]
    found = continued(continued(continued({}, four), eight), rounds)
    assert list(found.items()) == [
        *((4, 1), (2, 2), (1, 3), (3, 4), (5, 5), (6, 5), (7, 5), (8, 5)),
        *((9, 9), (10, 10), (11, 11), (12, 12)),
    ]


def test_st9_2_shared_places_stay_shared() -> None:
    source = [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 5), (7, 7), (8, 8), (9, None)]
    assert continued({2: 1, 4: 2, 1: 3, 3: 3}, source) == {2: 1, 4: 2, 1: 3, 3: 3, 5: 5, 6: 5, 7: 7, 8: 8}


def test_st9_3_the_b_final_has_the_places_it_was_taken_from() -> None:
    assert parallel_places(9, {12: 1, 9: 2}) == {12: 9, 9: 10}


def test_st9_4_who_is_still_in_has_no_place() -> None:
    assert places(EIGHT[:1]) == {4: 5, 6: 5, 7: 5, 8: 5}


def test_st13_1_forecast() -> None:
    assert forecast([8, 4, 2, 1], 8, 45, 10) == (4, 210)
    assert forecast([8, 4, 2, 2], 3, 45, 10) == (7, 375)
    assert forecast([], 3, 45, 10) == (0, 0)


def test_st13_2_matches() -> None:
    assert match_count(16, third=False) == 15
    assert match_count(16, third=True) == 16
    assert match_count(3, third=True) == 2
