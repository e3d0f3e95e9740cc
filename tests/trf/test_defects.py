"""Everything that can be wrong with a report file is told with its place, and all of it at once (T2.3)."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.formats.errors import Unreadable
from ronda.formats.trf.fields import CODES, BadTrf, Defect
from ronda.formats.trf.reading import read_trf
from tests.trf.files import ROWS, put, trf


class Case(NamedTuple):
    text: str
    code: str
    player: int | None = None
    round: int | None = None
    column: int | None = None
    facts: dict[str, Any] = {}


CASES = [
    Case("012 Nobody\n", "no_players"),
    Case(trf(more=("310   1 Team",)), "teams", facts={"record": "310"}),
    Case(trf(more=("082 2",)), "teams", facts={"record": "082"}),
    Case(put(1, 5, "  x1"), "bad_number", facts={"field": "number", "found": "x1"}),
    Case(put(1, 49, "20e1"), "bad_number", 1, None, 49, {"field": "rating"}),
    Case(put(1, 86, " 1st"), "bad_number", 1, None, 86),
    Case(put(2, 92, "  4x"), "bad_number", 2, 1, 92, {"field": "opponent"}),
    Case(put(1, 81, "one "), "bad_points", 1, None, 81),
    Case(put(1, 81, "1.25"), "bad_points", 1, None, 81),
    Case(put(2, 97, "x"), "bad_colour", 2, 1, 97, {"found": "x"}),
    Case(put(2, 109, "2"), "bad_result", 2, 2, 109, {"found": "2"}),
    Case(put(1, 10, "x"), "bad_value", 1, None, 10, {"field": "sex"}),
    Case(put(1, 11, "1st"), "bad_value", 1, None, 11, {"field": "title"}),
    Case(put(1, 70, "31.01.1990"), "bad_value", 1, None, 70, {"field": "birth"}),
    Case(put(1, 96, "x"), "bad_value", 1, 1, 92, {"field": "round"}),
    Case(trf(more=("152 white",)), "bad_value", column=5, facts={"field": "initial_colour"}),
    Case(trf(more=("162  Q 3.0",)), "bad_value", facts={"field": "scoring", "found": "Q"}),
    Case(trf(more=("240 U 003    4",)), "bad_value", facts={"field": "bye"}),
    Case(trf(more=("142 0",)), "out_of_range", facts={"field": "rounds", "found": 0}),
    Case(put(4, 112, "0000 - Z  " * 98), "out_of_range", 4, None, 1082, {"field": "rounds", "found": 100}),
    Case(put(3, 15, " " * 33), "no_name", 3, None, 15),
    Case(put(3, 5, "   2"), "duplicate_number", 2, None, 5),
    Case(put(1, 102, "   9"), "unknown_opponent", 1, 2, 102, {"opponent": 9}),
    Case(put(1, 102, "   1"), "own_opponent", 1, 2, 102),
    Case(put(4, 102, "   4 - -"), "own_opponent", 4, 2, 102),
    Case(put(1, 102, "   4"), "not_mutual", 1, 2, 102, {"opponent": 4, "other": 0}),
    Case(put(1, 107, "w"), "same_colour", 1, 2, 102, {"opponent": 2}),
    Case(put(1, 107, "-"), "no_colour", 1, 2, 102, {"opponent": 2}),
    Case(put(1, 109, "1"), "results_contradict", 1, 2, 102, {"own": "1", "other": "="}),
    Case(put(4, 102, "   3"), "bye_with_opponent", 4, 2, 102, {"opponent": 3, "found": "Z"}),
    Case(put(4, 102, "   4 - H"), "bye_with_opponent", 4, 2, 102, {"opponent": 4, "found": "H"}),
    Case(put(4, 107, "w"), "bye_with_opponent", 4, 2, 102, {"opponent": 0, "found": "Z"}),
    Case(put(4, 109, "1"), "game_without_opponent", 4, 2, 102, {"found": "1"}),
    Case(put(4, 109, "U"), "second_pab", 4, 2, 102, {"other": 3}),
    Case(put(4, 112, "0000 - U"), "pab_not_paired", 4, 3, 112),
    Case(put(1, 81, " 2.0"), "points_differ", 1, None, 81, {"found": "2.0", "expected": "1.5"}),
    Case(put(1, 99, " "), "no_result", 1, 1, 92),
    Case(trf(more=("240 H 003    9",)), "unknown_player", None, 3, None, {"number": 9}),
    Case(trf(more=("299          -1.0  000    9",)), "unknown_player", facts={"number": 9}),
    Case(trf(more=("XXA    9  1.0",)), "unknown_player", facts={"number": 9}),
    Case(trf(more=("240 H 001    1",)), "bye_of_paired", 1, 1, None, {"kind": "H"}),
    Case(trf(more=("240 H 003    1", "240 Z 003    1")), "two_byes", 1, 3, None, {"kind": "Z", "other": "H"}),
    Case(trf(more=("250       0.0 001 002    1    2",)), "nothing_virtual", column=10),
    Case(trf(more=("XXS WW=3.0 BW=2.0",)), "scoring_by_colour", facts={"found": "BW=2.0"}),
    Case(
        trf(*(row[:80] + " 9.9" + row[84:] for row in ROWS), head=("012 Odd",)),
        "scoring_unclear",
    ),
]


def defects(text: str) -> tuple[Defect, ...]:
    with pytest.raises(BadTrf) as refused:
        read_trf(text)
    return refused.value.defects


def test_the_file_that_is_spoilt_is_in_order() -> None:
    assert read_trf(trf()).event.played == 2


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.code}-{case.player}-{case.column}")
def test_every_defect_is_told_with_its_place(case: Case) -> None:
    found = [one for one in defects(case.text) if one.code == case.code]
    assert found, [one.code for one in defects(case.text)]
    one = found[0]
    assert (one.player, one.round) == (case.player, case.round)
    if case.column is not None:
        assert one.column == case.column
    assert {name: one.facts[name] for name in case.facts} == case.facts


def test_every_code_is_seen() -> None:
    elsewhere = {"not_kept", "duplicate_fide_id"}  # what only the desk has no place for
    assert {case.code for case in CASES} | elsewhere == set(CODES["defect"])


def test_all_defects_at_once_in_the_order_of_the_file() -> None:
    rows = list(ROWS)
    rows[0] = rows[0].replace("2000", "two.")
    rows[1] = rows[1][:98] + "7" + rows[1][99:]
    rows[3] = rows[3].replace("Dan", "   ")
    found = defects(trf(*rows, more=("142 many",)))
    assert [(one.code, one.player) for one in found] == [
        ("bad_number", 1),
        ("bad_result", 2),
        ("no_name", 4),
        ("bad_number", None),
    ]
    assert [one.line for one in found] == [5, 6, 8, 9]


def test_columns_are_counted_in_characters() -> None:
    """T1.3: a letter of several bytes shifts nothing."""
    rows = [ROWS[0].replace("Ann", "Åñé"), *ROWS[1:]]
    assert read_trf(trf(*rows)).event.players[0].rating == 2000
    (found,) = defects(trf(rows[0].replace("2000", "20e1"), *ROWS[1:]))
    assert found.column == 49


@given(st.binary(max_size=200))
def test_hostile_bytes_are_read_or_refused(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read_trf(b"012 x\n" + data.replace(b"001", b"002"))


SAMPLE = trf(more=("240 H 003    4", "250       1.0 001 002    1    2", "260 001 003    1    4", "162  W 1.0    D 0.5"))


@given(st.data())
def test_a_spoilt_character_is_read_or_refused(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(SAMPLE) - 1))
    letter = data.draw(st.sampled_from(" 0123456789.,wbHUZF+-=xé\r\n\t\u2028\x00"))
    text = SAMPLE[:at] + letter + SAMPLE[at + 1 :]
    try:
        event = read_trf(text).event
    except Unreadable:
        return
    assert all(len(player.results) == event.played for player in event.players)
