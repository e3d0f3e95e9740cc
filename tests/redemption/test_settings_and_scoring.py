"""redemption R1 and R2: settings, match points and differential."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.core.history import fold
from ronda.core.model import Player, Setup
from ronda.core.verdicts import Refusal
from ronda.desk import record_result, standings_after
from ronda.formats.errors import Unreadable
from ronda.formats.tournament.reading import read
from ronda.systems import system
from ronda.systems.redemption.rules import settings
from tests.playing import Event, hand_made

REDEMPTION = system("redemption")
SALLY, BILLY = 1, 2


def field(n: int) -> list[Player]:
    return [Player(i, f"P{i}", number=i) for i in range(1, n + 1)]


def one_table(result: str, most: int = 5) -> list[tuple[float, float]]:
    """Match points and differential of both after a table with that result."""
    event = Event("redemption", [Player(SALLY, "Sally"), Player(BILLY, "Billy")], {"rounds": 1, "max_score": most})
    event.given(hand_made(1, (SALLY, BILLY)))
    event.results(result)
    rows = {row.player: row.measures for row in standings_after(event.tournament, 1)}
    names = ("match_points", "differential")
    first, second = ([float(rows[p][name].value or 0) for name in names] for p in (SALLY, BILLY))
    return [(first[0], first[1]), (second[0], second[1])]


def file_with(**options: Any) -> bytes:
    players = [{"id": 1, "name": "Sally"}, {"id": 2, "name": "Billy"}]
    return json.dumps({"ronda": 1, "system": "redemption", "options": options, "players": players}).encode()


# --- R1 settings --------------------------------------------------------------------------------------------


def test_r1_defaults() -> None:
    own = settings(Setup("redemption"))
    assert (own.match.target, own.worth.bye, own.worth.bye_margin, own.walk.first_table) == (5, 6, 0, 1)
    assert (own.walk.byes, own.walk.list_fallback) == ("seed", False)
    assert own.worth.forfeit_margin == (0, -5)
    assert system("redemption").rules.option(Setup("redemption"), "sound") is False


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("max_score", [5, 7], [6, 0, "5", 5.0]),
        ("rounds", [1, 9, None], [0, -1, 2.5]),
        ("bye_points", [0, 1.5, 3], [0.25, -1, "3"]),
        ("bye_differential", [-2, 0, 3], [0.5, "0"]),
        ("first_table", [1, 101], [-1, "1"]),
        ("round_minutes", [30], [0, "30"]),
        ("sound", [True, False], [1, "yes"]),
        ("ranking", ["differential", "head-to-head", "losers", "host"], ["points", None, 1]),
        ("absent_differential", [None, 0], [-5, 1, "0", False]),
        ("byes", ["seed", "even"], ["odd", True]),
        ("fallback", ["least", "list"], ["first", None]),
    ],
)
def test_r1_what_an_option_may_be(name: str, good: list[Any], bad: list[Any]) -> None:
    for value in good:
        read(file_with(**{name: value}))
    for value in bad:
        with pytest.raises(Unreadable) as refused:
            read(file_with(**{name: value}))
        assert f"options.{name}" in str(refused.value)


def test_r1_half_points_are_whole_numbers_inside() -> None:
    assert settings(fold(read(file_with(bye_points=1.5))).setup).worth.bye == 3


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        *[(2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6)],
        *[(65, 7), (128, 7), (129, 8), (500, 8), (2000, 8)],
    ],
)
def test_r1_rounds_are_suggested_by_the_size_of_the_field(players: int, rounds: int) -> None:
    assert REDEMPTION.rules.rounds(Setup("redemption"), field(players)) == rounds


def test_r1_only_who_starts_counts_for_the_suggestion() -> None:
    late = [Player(n, f"L{n}", joined_round=2) for n in range(100, 110)]
    gone = [Player(n, f"G{n}", left_after=0) for n in range(200, 210)]
    assert REDEMPTION.rules.rounds(Setup("redemption"), [*field(4), *late, *gone]) == 2


def test_r1_rounds_that_are_set_stand() -> None:
    assert REDEMPTION.rules.rounds(Setup("redemption", options={"rounds": 9}), field(4)) == 9


# --- R2 scoring ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "most", "first", "second"),
    [
        ("5-0", 5, (3, 5), (0, -5)),
        ("5-4", 5, (3, 1), (0, -1)),
        ("3-5", 5, (0, -2), (3, 2)),
        ("4-3", 5, (2, 1), (1, -1)),  # time is called
        ("0-1", 5, (1, -1), (2, 1)),
        ("2-2", 5, (1.5, 0), (1.5, 0)),
        ("5-4", 7, (2, 1), (1, -1)),  # 5 is no full win where 7 are played
        ("7-6", 7, (3, 1), (0, -1)),
    ],
)
def test_r2_1_full_win_ahead_and_level(
    result: str, most: int, first: tuple[float, float], second: tuple[float, float]
) -> None:
    assert one_table(result, most) == [first, second]


def test_r2_2_the_differential_adds_up_and_may_be_negative() -> None:
    event = Event("redemption", field(4), {"rounds": 2})
    event.given(hand_made(1, (1, 2), (3, 4)))
    event.results("5-1", "2-4")
    event.given(hand_made(2, (1, 4), (2, 3)))
    event.results("0-3", "1-5")
    rows = standings_after(event.tournament, 2)
    assert {row.player: row.measures["differential"].value for row in rows} == {1: 1, 2: -8, 3: 2, 4: 5}
    assert sum(row.measures["differential"].value or 0 for row in rows) == 0


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("6-0", "score_too_high"),
        ("0-6", "score_too_high"),
        ("5-5", "both_at_maximum"),
        ("-1-3", "result_unreadable"),
        ("2.5-1", "result_unreadable"),
        ("2½-1", "result_unreadable"),
        ("5", "result_unreadable"),
        ("", "result_unreadable"),
        ("five-three", "result_unreadable"),
        ("٥-٣", "result_unreadable"),
    ],
)
def test_r2_3_refused_with_the_reason(text: str, code: str) -> None:
    event = Event("redemption", field(2), {"rounds": 1})
    event.pair()
    refusal = record_result(event.tournament, 1, 1, text)
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.article) == (code, "R2.3")
    assert refusal.facts["text"] == text


def test_r2_3_seven_is_allowed_where_seven_are_played() -> None:
    assert not isinstance(REDEMPTION.rules.results.read("7-5", Setup("redemption", options={"max_score": 7})), Refusal)
    assert isinstance(REDEMPTION.rules.results.read("7-7", Setup("redemption", options={"max_score": 7})), Refusal)


def test_r2_3_nil_all_is_a_real_tie_and_not_a_missing_result() -> None:
    assert one_table("0-0") == [(1.5, 0), (1.5, 0)]
    event = Event("redemption", field(2), {"rounds": 2})
    event.pair()
    assert event.refuse().code == "results_missing"
    event.results("0-0")
    event.pair()


@pytest.mark.parametrize("most", [5, 7])
def test_r2_4_absent_player_loses_the_maximum(most: int) -> None:
    assert one_table("+--", most) == [(3, 0), (0, -most)]
    assert one_table("--+", most) == [(0, -most), (3, 0)]


def test_r2_4_both_absent_nothing_for_both() -> None:
    assert one_table("---") == [(0, 0), (0, 0)]


def test_r2_5_sally_and_billy() -> None:
    assert one_table("5-3") == [(3, 2), (0, -2)]


@pytest.mark.parametrize("text", ["5-3", " 5 - 3 ", "5–3", "5:3", "5 — 3", "05-3"])
def test_r2_5_as_people_type_it(text: str) -> None:
    assert one_table(text) == [(3, 2), (0, -2)]


@pytest.mark.parametrize(
    ("players", "rounds", "without"), [(4, 4, 3), (5, 6, 5), (6, 6, 5), (4, 3, None), (5, 5, None)]
)
def test_r4_4_more_rounds_than_opponents_are_noted_before_the_start(
    players: int, rounds: int, without: int | None
) -> None:
    setup = Setup("redemption", options={"rounds": rounds})
    found = REDEMPTION.rules.validate(setup, tuple(Player(n, f"P{n}") for n in range(1, players + 1)))
    expected = [] if without is None else [("rematches_ahead", "R4.4", "note", {"rounds": without})]
    assert [(f.code, f.article, f.severity, dict(f.facts)) for f in found] == expected
