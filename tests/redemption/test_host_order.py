"""redemption CR6: the order of the Host Guide among players level on match points, and what absence costs."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.model import OptionValue, Player, Tournament
from ronda.core.ranking import Standings
from ronda.core.verdicts import Refusal
from ronda.desk import standings_after
from ronda.desk.settings import change_options
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import standings_book
from ronda.tiebreaks.level import host_order, host_steps
from tests.playing import Event, hand_made
from tests.worked.redemption_cases import WORKED

Seats = Sequence[tuple[int, int, str]]
Beat = set[tuple[int, int]]


def after(n: int, *rounds: Seats, resting: Sequence[int] = (), **options: OptionValue) -> Event:
    players = [Player(i, f"P{i}", number=i) for i in range(1, n + 1)]
    made = Event("redemption", players, {"rounds": 9, "ranking": "host", **options})
    for number, seats in enumerate(rounds, start=1):
        made.given(hand_made(number, *((a, b) for a, b, _ in seats), bye=resting[number - 1 : number]))
        made.results(*(result for _, _, result in seats))
    return made


def standings(made: Event) -> Standings:
    return standings_after(made.tournament, len(made.tournament.rounds))


def places(rows: Standings) -> list[tuple[int | None, int]]:
    return [(row.place, row.player) for row in rows]


def values(rows: Standings) -> dict[int, list[float]]:
    """Match points and differential of everybody."""
    names = ("match_points", "differential")
    return {row.player: [float(row.measures[name].value or 0) for name in names] for row in rows}


def told(rows: Standings) -> dict[int, list[tuple[int, str, tuple[int, ...]]]]:
    return {row.player: [(t.amount, t.code, t.opponents) for t in row.measures["host"].terms] for row in rows}


# --- CR6.1, CR6.2: the examples ------------------------------------------------------------------------------


def test_cr6_1_who_beat_one_of_two_has_not_beaten_all() -> None:
    assert host_order([1, 2, 3], [(1, 2)], {1: -4, 2: 4, 3: 0}) == [[2], [3], [1]]


def test_cr6_1_who_beat_all_is_first_whatever_the_margin() -> None:
    assert host_order([1, 2, 3], [(1, 2), (1, 3)], {1: -9, 2: 4, 3: 0}) == [[1], [2], [3]]


def test_cr6_1_then_the_same_with_the_rest() -> None:
    assert host_order([1, 2, 3], [(1, 2), (1, 3), (3, 2)], {1: 0, 2: 4, 3: 1}) == [[1], [3], [2]]


def test_cr6_1_several_with_the_highest_margin_begin_again_among_themselves() -> None:
    beat = [(3, 1), (2, 4)]  # 1 and 3 have the highest margin; 3 beat 1, then 2 beat 4
    assert host_order([1, 2, 3, 4], beat, {1: 5, 2: 0, 3: 5, 4: 1}) == [[3], [1], [2], [4]]


def test_cr6_1_all_equal_share_the_place() -> None:
    circle = [(4, 3), (3, 2), (2, 4)]
    assert host_order([1, 2, 3, 4], circle, dict.fromkeys(range(1, 5), 2)) == [[1, 2, 3, 4]]


CIRCLE: list[Seats] = [[(1, 2, "5-0"), (3, 4, "5-0")], [(2, 3, "5-4"), (1, 4, "5-0")], [(3, 1, "5-4"), (2, 4, "5-0")]]


def test_cr6_2_the_circle() -> None:
    """1 beat 2, 2 beat 3, 3 beat 1: nobody beat both. 1 is first by differential; of the two left 2 beat 3."""
    rows = standings(after(4, *CIRCLE))
    assert [values(rows)[player][1] for player in (1, 2, 3)] == [9, 1, 5]
    assert places(rows) == [(1, 1), (2, 2), (3, 3), (4, 4)]
    for ranking in ("differential", "head-to-head", "losers"):
        assert [player for _, player in places(standings(after(4, *CIRCLE, ranking=ranking)))] == [1, 3, 2, 4]


def test_cr6_2_the_working_tells_every_step() -> None:
    rows = standings(after(4, *CIRCLE))
    assert told(rows) == {1: [(2, "highest_differential", ())], 2: [(1, "beat_all", (3,))], 3: [], 4: []}
    assert [row.decided for row in rows] == [None, "host", "host", "match_points"]
    assert list(rows[0].measures) == ["match_points", "host", "differential"]


def test_cr6_1_the_working_of_who_was_one_of_several_with_the_highest_margin() -> None:
    steps = list(host_steps(3, [1, 2, 3, 4], [(3, 1), (2, 4)], {1: 5, 2: 0, 3: 5, 4: 1}))
    assert [(sorted(step.behind), step.why) for step in steps] == [([2, 4], "highest_differential"), ([1], "beat_all")]


def test_cr5_1_a_walkover_is_a_win() -> None:
    """2 has the better differential, but was not there when 1 was."""
    seats: list[Seats] = [[(1, 2, "+--"), (3, 4, "5-4")], [(2, 4, "5-0"), (3, 1, "5-4")]]
    made = after(4, *seats, absent_differential=0)
    rows = standings(made)
    assert values(rows)[1] == [3, -1]
    assert values(rows)[2] == [3, 5]
    assert [player for _, player in places(rows)] == [3, 1, 2, 4]
    by_differential = after(4, *seats, absent_differential=0, ranking="differential")
    assert [player for _, player in places(standings(by_differential))] == [3, 2, 1, 4]


def test_cr5_1_who_met_twice_must_have_won_more_often() -> None:
    made = after(2, [(1, 2, "5-1")], [(2, 1, "5-3")])
    assert told(standings(made)) == {1: [(1, "highest_differential", ())], 2: []}


def test_worked_cases_of_the_order() -> None:
    """Points before everything; places shared by those who are level."""
    case = {"players": {"1": [6, 1], "2": ["15/2", 0], "3": [6, 1], "4": [6, 0]}, "beat": [[4, 1]]}
    assert WORKED["host guide order"](case) == [[1, 2], [2, 1], [2, 3], [4, 4]]


# --- CR6 against the words -----------------------------------------------------------------------------------


def by_the_words(group: list[int], beat: Beat, margin: dict[int, int]) -> list[list[int]]:
    """CR6.1, sentence by sentence."""
    if not group:
        return []
    for one in group:
        if all((one, other) in beat for other in group if other != one):
            return [[one], *by_the_words([p for p in group if p != one], beat, margin)]
    highest = [one for one in group if all(margin[one] >= margin[other] for other in group)]
    if len(highest) == len(group):
        return [group]
    rest = [one for one in group if one not in highest]
    return by_the_words(highest, beat, margin) + by_the_words(rest, beat, margin)


PAIRS = [(a, b) for a in range(6) for b in range(a)]


@st.composite
def groups(draw: st.DrawFn) -> tuple[list[int], Beat, dict[int, int]]:
    group = draw(st.permutations(range(draw(st.integers(0, 6)))))
    results = draw(st.lists(st.sampled_from((1, 0, -1)), min_size=len(PAIRS), max_size=len(PAIRS)))
    beat = {(a, b) if won > 0 else (b, a) for (a, b), won in zip(PAIRS, results, strict=True) if won}
    return group, beat, {one: draw(st.integers(-2, 2)) for one in range(6)}


@given(groups())
def test_cr6_1_as_the_words_have_it(case: tuple[list[int], Beat, dict[int, int]]) -> None:
    group, beat, margin = case
    found = host_order(group, beat, margin)
    assert [sorted(shared) for shared in found] == [sorted(shared) for shared in by_the_words(group, beat, margin)]


@given(groups())
def test_cr6_1_everybody_once_and_a_shared_place_means_the_same_margin(
    case: tuple[list[int], Beat, dict[int, int]],
) -> None:
    group, beat, margin = case
    found = host_order(group, beat, margin)
    assert sorted(one for shared in found for one in shared) == sorted(group)
    assert all(len({margin[one] for one in shared}) == 1 for shared in found)
    ahead = {one: sum(map(len, found[at + 1 :])) for at, shared in enumerate(found) for one in shared}
    for one in group:  # the working adds up to how many stand behind
        assert sum(len(step.behind) for step in host_steps(one, group, beat, margin)) == ahead[one]


@given(groups(), st.permutations(range(6)))
def test_cr6_1_the_order_in_which_they_are_listed_means_nothing(
    case: tuple[list[int], Beat, dict[int, int]], names: list[int]
) -> None:
    group, beat, margin = case
    again = host_order([one for one in names if one in group], beat, margin)
    assert [sorted(shared) for shared in again] == [sorted(shared) for shared in host_order(group, beat, margin)]


@given(groups())
def test_cr6_1_where_nobody_met_it_is_the_differential(case: tuple[list[int], Beat, dict[int, int]]) -> None:
    group, _, margin = case
    by_margin = [
        [one for one in group if margin[one] == value] for value in sorted({margin[p] for p in group}, reverse=True)
    ]
    assert host_order(group, [], margin) == by_margin


@pytest.mark.parametrize("seed", range(20))
def test_cr6_whole_events_as_the_words_have_it(seed: int) -> None:
    options = {"ranking": "host", "absent_differential": 0 if seed % 2 else None}
    plan = SimulationPlan("redemption", 6 + seed % 9, 6, seed, options, absences=120, drop_outs=30, late_entries=30)
    tournament = simulate(plan, checked=False).tournament
    assert [(row.place, row.player) for row in standings_after(tournament, 6) if row.place] == expected(tournament)


def expected(tournament: Tournament) -> list[tuple[int, int]]:
    """Points, then the words; from the lines of the players."""
    book = standings_book(tournament)
    here = [player for player in book.players if not book.has_left(player)]
    beat: Beat = set()
    for one in here:
        for other in here:
            outcomes = [line.outcome for line in book.lines[one] if other in line.opponents]
            won = outcomes.count("win") + outcomes.count("walkover")
            if won > outcomes.count("loss") + outcomes.count("absent"):
                beat.add((one, other))
    margin = {player: sum(line.differential for line in book.lines[player]) for player in here}
    found: list[tuple[int, int]] = []
    for points in sorted({book.halves[player] for player in here}, reverse=True):
        for shared in by_the_words([p for p in here if book.halves[p] == points], beat, margin):
            found += [(place, player) for place in (len(found) + 1,) for player in shared]
    return found


# --- CR6.3: the differential of who is absent ----------------------------------------------------------------


@pytest.mark.parametrize("most", [5, 7])
@pytest.mark.parametrize(("chosen", "lost"), [(None, 1), (0, 0)])
def test_cr6_3_the_differential_of_a_no_show(most: int, chosen: int | None, lost: int) -> None:
    made = after(2, [(1, 2, "+--")], max_score=most, absent_differential=chosen)
    assert values(standings(made)) == {1: [3, 0], 2: [0, -most * lost]}


def test_cr6_3_both_absent_nothing_for_both() -> None:
    rows = standings(after(2, [(1, 2, "---")], absent_differential=0))
    assert [row.measures["differential"].value for row in rows] == [0, 0]


def test_cr6_3_it_stays_as_it_is_from_the_first_result_on() -> None:
    """It is part of what a result is worth, and the next rounds were made by it."""
    made = after(4)
    assert not isinstance(change_options(made.tournament, {"absent_differential": 0}), Refusal)
    made = after(4, [(1, 2, "+--"), (3, 4, "5-0")])
    refused = change_options(made.tournament, {"absent_differential": 0})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.article) == ("frozen_option", "CR6.3")
