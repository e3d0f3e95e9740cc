"""Series, by article: the examples of the rulebook (SE)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.chance import Draw
from ronda.series import SeasonEvent, SeasonLine, SeasonRules, season
from ronda.series.points import (
    Declared,
    Evening,
    RatedGame,
    RatingList,
    after_event,
    changes,
    circuit_points,
    club_points,
    expected,
    field_points,
    listed,
    place_points,
    shown,
    totals,
)
from tests.counting import counted
from tests.worked.not_offered import capped

F = Fraction
TABLE = [F(one) for one in (10, 8, 6, 4, 3, 2, 1)]
THIRTY = [F(one) for one in range(30, 0, -1)]


def test_se3_1_places_and_attendance() -> None:
    assert place_points({"a": 1, "b": 9, "c": None}, TABLE, attendance=F(1)) == {"a": 11, "b": 1, "c": 1}


def test_se3_2_field_and_circuit() -> None:
    places = {str(one): one for one in range(1, 13)}
    assert field_points(places)["3"] == 10
    assert field_points(places, F(2))["3"] == 20
    assert circuit_points(12, 4, THIRTY, F(2), F(1)) == 28


def test_se3_3_shared_places() -> None:
    places = {"a": 1, "b": 1, "c": 3, "d": 3, "e": 3}
    assert place_points(places, TABLE) == {"a": 9, "b": 9, "c": F(13, 3), "d": F(13, 3), "e": F(13, 3)}
    assert place_points(places, TABLE, share="best")["d"] == 6
    assert place_points({"a": 1, "b": 1}, [F(10)], rest=F(2)) == {"a": 6, "b": 6}


@given(st.lists(st.integers(1, 6), min_size=1, max_size=30))
def test_se3_3_averaged_points_add_up(marks: list[int]) -> None:
    ordered = sorted(marks)
    places = {str(at): 1 + ordered.index(mark) for at, mark in enumerate(ordered)}
    assert sum(place_points(places, TABLE).values()) == sum(TABLE[: len(places)])


def test_se3_5_tier() -> None:
    found = place_points({"a": 1, "c": 3, "d": 3, "e": 3}, TABLE, factor=F(3, 2))
    assert (found["a"], found["c"]) == (F(15), F(13, 2))


def test_se3_6_shown_with_two_decimals() -> None:
    values = [F(13, 3), F(433, 100), F(9), F(1, 200), F(-1, 3), F(0), F(15, 2)]
    assert [shown(value) for value in values] == ["4.33", "4.33", "9", "0.01", "-0.33", "0", "7.5"]


EVENTS = [
    SeasonEvent({"a": F(10), "b": F(8), "c": F(6)}, {"a": 1, "b": 2, "c": 3}),
    SeasonEvent({"b": F(10), "a": F(8), "d": F(6)}, {"b": 1, "a": 2, "d": 3}),
    SeasonEvent({"c": F(9), "a": F(9), "b": F(6)}, {"c": 1, "a": 1, "b": 3}),
    SeasonEvent({"b": F(10), "c": F(8)}, {"b": 1, "c": 2}),
]


def lines(found: tuple[SeasonLine, ...]) -> list[tuple[str, int | None, Fraction | int]]:
    return [(line.person, line.place, line.total) for line in found]


def test_se5_1_best_of_the_season() -> None:
    assert lines(season(EVENTS, SeasonRules(best=3))) == [("b", 1, 28), ("a", 2, 27), ("c", 3, 23), ("d", 4, 6)]
    found = season(EVENTS, SeasonRules(best=2, min_events=2))
    assert lines(found) == [("b", 1, 20), ("a", 2, 19), ("c", 3, 17), ("d", None, 6)]
    assert [line.kept for line in found] == [(2, 4), (1, 3), (3, 4), (2,)]
    assert lines(season(EVENTS, SeasonRules(min_events=3))) == [
        ("b", 1, 34),
        ("a", 2, 27),
        ("c", 3, 23),
        ("d", None, 6),
    ]


def test_se5_1_of_equal_values_the_later_one_is_kept() -> None:
    events = [SeasonEvent({"a": F(5)}), SeasonEvent({"a": F(5)}), SeasonEvent({"a": F(1)})]
    assert season(events, SeasonRules(best=1))[0].kept == (2,)


def test_se5_2_drop_grows_with_the_season() -> None:
    assert season(EVENTS[:1], SeasonRules(drop=1))[0].total == 10
    assert lines(season(EVENTS, SeasonRules(drop=1))) == lines(season(EVENTS, SeasonRules(best=3)))
    assert season(EVENTS, SeasonRules(drop=9))[0].total == 10


def test_se5_3_caps() -> None:
    events = [SeasonEvent({"a": F(value)}, tier=tier) for tier, value in [("x", 2), ("x", 2), ("x", 1), ("y", 9)]]
    found = season(events, SeasonRules(caps={"x": 2}))
    assert (found[0].total, found[0].kept) == (F(13), (1, 2, 4))
    assert season(events, SeasonRules(caps={"x": 2}, best=2))[0].total == 11


def test_se5_5_a_final_is_never_dropped() -> None:
    events = [SeasonEvent({"a": F(value)}, must=value == 2) for value in (9, 7, 5, 2)]
    assert season(events, SeasonRules(best=3))[0].kept == (1, 2, 4)


def test_se6_excused_absence() -> None:
    events = [SeasonEvent({"a": F(9), "b": F(1)}), SeasonEvent({"a": F(4), "b": F(1)}), SeasonEvent({"b": F(1)})]
    rules = SeasonRules(missed="average", excused_max=1)
    assert season(events, rules, excused={"a": [3]})[0].total == F(39, 2)
    assert season(events, SeasonRules(missed=F(2), excused_max=1), excused={"a": [3]})[0].total == 15
    assert season(events, rules)[0].total == 13


def test_se7_ties() -> None:
    two = [
        SeasonEvent({"a": F(10), "b": F(6)}, {"a": 1, "b": 2}),
        SeasonEvent({"a": F(2), "b": F(6)}, {"a": 3, "b": 2}),
    ]
    found = season(two, SeasonRules())
    assert [(line.person, line.place, line.why) for line in found] == [("a", 1, ""), ("b", 2, "single")]
    assert [line.person for line in season(two, SeasonRules(ties=("latest",)))] == ["b", "a"]
    assert [line.place for line in season(two, SeasonRules(ties=()))] == [1, 1]
    assert [line.person for line in season(two, SeasonRules(ties=("seconds",)))] == ["b", "a"]
    assert [line.person for line in season(two, SeasonRules(ties=("lot",)), lots={"a": 2, "b": 1})] == ["b", "a"]
    more = [*two, SeasonEvent({"a": F(0)})]
    assert [line.person for line in season(more, SeasonRules(ties=("fewer",)))] == ["b", "a"]
    assert [line.person for line in season(more, SeasonRules(ties=("events",)))] == ["a", "b"]
    met = [SeasonEvent({"a": F(1), "b": F(1)}, meetings={"a": {"b": F(0)}, "b": {"a": F(1)}})]
    assert [line.person for line in season(met, SeasonRules(ties=("meetings",)))] == ["b", "a"]


def test_se4_adjustments_stand_in_a_column_of_their_own() -> None:
    found = season(EVENTS[:1], SeasonRules(), adjusted={"c": F(5), "z": F(1)})
    assert lines(found) == [("c", 1, 11), ("a", 2, 10), ("b", 3, 8), ("z", 4, 1)]
    assert found[0].adjusted == 5


def test_se10_clubs() -> None:
    made = [("X", F(10)), ("X", F(6)), ("X", F(4)), ("Y", F(8)), ("Y", F(3)), ("", F(9))]
    assert club_points(made, 2) == {"X": 16, "Y": 11}
    events = [SeasonEvent({"X": F(x), "Y": F(12)}) for x in (16, 11, 9)]
    assert lines(season(events, SeasonRules(best=2))) == [("X", 1, 27), ("Y", 2, 24)]


def test_se11_2_and_3_expected() -> None:
    assert expected(F(1504), F(1500)) == 51
    assert expected(F(1800), F(1300)) == 92
    assert expected(F(1700), F(1800)) == 36
    assert expected(F(1503), F(1500)) == 50
    assert expected(F(2300), F(1500), cap=800) == 100
    assert expected(F(1500), F(2300), cap=800) == 0
    assert expected(F(2235), F(1500), cap=800) == 99


@given(st.fractions(0, 3000), st.fractions(0, 3000), st.integers(0, 800))
def test_se11_3_the_two_expectations_make_a_hundred(own: Fraction, other: Fraction, cap: int) -> None:
    assert expected(own, other, cap) + expected(other, own, cap) == 100


RATED = {"1": F(1500), "2": F(1620), "3": F(1200)}
K = {"1": 20, "2": 20, "3": 40}


def test_se11_4_one_event_and_the_next() -> None:
    games = [RatedGame(("1",), ("2",), F(1)), RatedGame(("1",), ("3",), F(1, 2)), RatedGame(("3",), ("2",), F(1))]
    change = changes(RATED, K, games)
    assert change == {"1": F(31, 5), "2": F(-158, 5), "3": F(254, 5)}
    after = {who: RATED[who] + change[who] for who in RATED}
    second = changes(after, K, [RatedGame(("3",), ("1",), F(1))])
    assert (after["1"] + second["1"], after["3"] + second["3"]) == (F(1490), F(6416, 5))
    assert [listed(F(one)) for one in (F(15062, 10), F(15065, 10), F(14995, 10))] == [1506, 1507, 1500]


def test_se11_5_doubles() -> None:
    ratings = {"a": F(1700), "b": F(1700), "c": F(1801), "d": F(1800)}
    found = changes(ratings, {"a": 20, "b": 40, "c": 20, "d": 15}, [RatedGame(("a", "b"), ("c", "d"), F(1))])
    assert found == {"a": F(64, 5), "b": F(128, 5), "c": F(-64, 5), "d": F(-48, 5)}


def test_se11_6_newcomers() -> None:
    before = RatingList({"old": F(1500)}, {"old": 20})
    after = after_event(before, [RatedGame(("new",), ("old",), F(0))])
    assert after.ratings == {"old": 1503, "new": 1194}
    assert after.games == {"old": 21, "new": 1}


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from([F(0), F(1, 2), F(1)])), max_size=40))
def test_se11_6_equal_k_changes_nothing_in_sum(played: list[tuple[int, int, Fraction]]) -> None:
    games = [RatedGame((str(a),), (str(b),), score) for a, b, score in played if a != b]
    declared = Declared(k=20, provisional_k=20)
    found = after_event(RatingList(), games, declared)
    assert sum(found.ratings.values()) == 1200 * len(found.ratings)


def test_se11_7_a_list_is_a_function_of_the_events_before() -> None:
    first = [RatedGame(("a",), ("b",), F(1))]
    second = [RatedGame(("b",), ("c",), F(1))]
    once = after_event(after_event(RatingList(), first), second)
    assert once == after_event(after_event(RatingList(), first), second)
    assert once != after_event(after_event(RatingList(), [RatedGame(("a",), ("b",), F(0))]), second)


def test_se13_1_club_season() -> None:
    rules = SeasonRules(best=6, min_events=3)
    events = [SeasonEvent({"a": F(10), "b": F(8)}) for _ in range(2)] + [SeasonEvent({"a": F(10)}) for _ in range(7)]
    assert lines(season(events, rules)) == [("a", 1, 60), ("b", None, 16)]


EVENINGS: dict[str, list[Evening | None]] = {
    "A": [Evening(3, 1, 48, 35), Evening(2, 2, 40, 41), Evening(4, 0, 52, 20)],
    "B": [Evening(4, 0, 52, 30), None, Evening(3, 1, 45, 33)],
    "C": [Evening(3, 1, 50, 30), Evening(3, 1, 44, 40), Evening(1, 3, 30, 47)],
    "D": [None, Evening(4, 0, 52, 25), None],
}


def test_se13_2_evenings_one_dropped() -> None:
    found = totals(EVENINGS, 1)
    assert [(one.person, one.place, one.dropped) for one in found] == [
        ("A", 1, (2,)),
        ("B", 2, (2,)),
        ("C", 3, (3,)),
        ("D", 4, (1,)),
    ]
    assert [one.sum.difference for one in found] == [45, 34, 24, 27]


def test_se13_2_after_the_first_evening_nothing_falls_out() -> None:
    first = {who: evenings[:1] for who, evenings in EVENINGS.items()}
    assert all(not one.dropped for one in totals(first, 1))
    assert {one.person: one.dropped for one in totals(EVENINGS, 3)}["D"] == (1, 3)


def test_se13_2_by_days() -> None:
    level: dict[str, list[Evening | None]] = {
        "x": [Evening(2, 0, 26, 5), None],
        "y": [Evening(1, 1, 13, 13), Evening(1, 1, 13, 13)],
    }
    assert [one.person for one in totals(level)] == ["x", "y"]
    assert [one.person for one in totals(level, by_days=True)] == ["y", "x"]


def test_se13_3_caps_by_tier() -> None:
    results = {"local": [2, 2, 2, 1, 2, 2, 1], "district": [10, 10, 5], "state": [25, 12], "regional": [17]}
    caps = {"local": 5, "district": 2, "state": 1, "regional": 1}
    found = capped({tier: [F(one) for one in values] for tier, values in results.items()}, caps)
    assert sum(found.values()) == 72
    assert place_points({"a": 1, "b": 1}, [F(10), F(5), F(2)]) == {"a": F(15, 2), "b": F(15, 2)}


@pytest.mark.parametrize(("place", "wins", "points"), [(1, 7, 45), (12, 4, 28), (31, 3, 7)])
def test_se13_4_circuit(place: int, wins: int, points: int) -> None:
    assert circuit_points(place, wins, THIRTY, F(2), F(1)) == points


def test_se8_a_hundred_events_of_sixty_people_are_quick() -> None:
    draw = Draw(1)
    events = []
    for _ in range(100):
        order = draw.shuffled([f"p{one}" for one in range(60)])
        places = {who: at for at, who in enumerate(order, start=1)}
        events.append(SeasonEvent(place_points(places, TABLE, attendance=F(1)), places))
    found, calls = counted(lambda: season(events, SeasonRules(best=66, min_events=3)))
    assert len(found) == 60
    assert calls < 1_000_000
