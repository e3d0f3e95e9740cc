"""What the dialects say in different words is read as the same (T2, T3, T4)."""

from __future__ import annotations

import pytest

from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.values import (
    Abnormal,
    Forbidden,
    NationalRating,
    RequestedBye,
    TrfEvent,
    TrfScoring,
    VirtualPoints,
    scoring,
)
from tests.trf.files import ROWS, put, trf


def event(text: str) -> TrfEvent:
    return read_trf(text).event


def test_t1_1_comments_and_unknown_records_are_kept_apart() -> None:
    found = read_trf(trf(more=("### made by hand", "998 something", "", "   ")))
    assert found.event.others == ("998 something",)
    assert ("trf_other_records", {"records": ["998"]}) in found.notes


@pytest.mark.parametrize("ends", ["\r\n", "\r", "\n"])
def test_t1_2_line_ends(ends: str) -> None:
    assert event(trf().replace("\n", ends)) == event(trf())


def test_t1_4_trailing_blanks_and_lines_cut_short() -> None:
    rows = [ROWS[0] + "     ", ROWS[1], ROWS[2], ROWS[3].removesuffix("  0000 - Z")]
    assert event(trf(*rows)) == event(trf())


def test_t1_4_a_blank_field_in_the_middle_is_a_zero_point_bye() -> None:
    rows = [*ROWS[:3], "001    4      Dan                               1700                             0.5    4"]
    rows[3] += " " * 12 + "   5 b ="
    rows[1] = ROWS[1].replace("     4 b 1", "  0000 - U").replace("1.5", "1.5")
    rows.append("001    5      Eve                               1600                             0.5    5")
    rows[4] += " " * 12 + "   4 w ="
    assert event(trf(*rows)).players[3].results == "Z="


@pytest.mark.parametrize("written", ["1.5 ", " 1,5", "1.50"])
def test_t1_5_points(written: str) -> None:
    assert event(put(1, 81, written)).players[0].points == 15


@pytest.mark.parametrize(
    ("written", "title"),
    [("g  ", "GM"), ("  m", "IM"), (" f ", "FM"), ("wg ", "WGM"), (" wc", "WCM"), ("mf ", "WIM"), ("AFM", "AFM")],
)
def test_t2_titles(written: str, title: str) -> None:
    assert event(put(1, 11, written)).players[0].title == title


@pytest.mark.parametrize(("written", "sex"), [("M", "m"), ("F", "w"), ("f", "w"), ("u", ""), (" ", "")])
def test_t2_sex(written: str, sex: str) -> None:
    assert event(put(1, 10, written)).players[0].sex == sex


@pytest.mark.parametrize(
    ("written", "birth"),
    [("1990      ", "1990"), ("1990.01.31", "1990/01/31"), ("1990-01-31", "1990/01/31"), ("1990/00/00", "1990")],
)
def test_t2_birth(written: str, birth: str) -> None:
    assert event(put(1, 70, written)).players[0].birth == birth


def test_t2_1_letters_in_any_case() -> None:
    rows = [ROWS[0], ROWS[1].replace(" b 1", " B 1"), ROWS[2].replace("- U", "- u"), ROWS[3].replace("- Z", "- z")]
    assert event(trf(*rows)) == event(trf())


def test_t2_1_games_of_less_than_a_move() -> None:
    rows = [row.replace(" w 1", " w W").replace(" b 0", " b L").replace("=", "D") for row in ROWS]
    assert [player.results for player in event(trf(*rows)).players] == ["WD", "1D", "LU", "0Z"]


def test_t2_2_byes_of_old_files() -> None:
    rows = [row.replace("0000 - U", "0000 - +").replace("0000 - Z", "0000 - -") for row in ROWS]
    assert event(trf(*rows)) == event(trf())


@pytest.mark.parametrize("pair", ["10", "==", "00", "=0", "+-", "--", "DL", "LL"])
def test_t2_3_results_that_fit(pair: str) -> None:
    worth = TrfScoring().by_result()
    rows = []
    for row, result, other in zip(ROWS, (pair[0], pair[1], "U", "Z"), ("1", "1", "0", "0"), strict=True):
        points = worth[result] + worth[other]
        rows.append(f"{row[:80]}{points / 10:4.1f}{row[84:108]}{result}")
    assert event(trf(*rows)).players[0].results == f"1{pair[0]}"


def test_a_round_without_results_is_being_played() -> None:
    rows = [row[:80] + points + row[84:] for row, points in zip(ROWS, (" 1.0", " 1.0", " 1.0", " 0.0"), strict=True)]
    rows = [row.removesuffix("=") for row in rows]
    found = event(trf(*rows))
    assert [player.results for player in found.players] == ["1?", "1?", "0U", "0Z"]
    assert found.played == 2


def test_t2_4_the_next_bye_as_one_more_field_or_as_a_record() -> None:
    for points in (" 0.0", " 0.5"):
        row = f"{ROWS[3][:80]}{points}{ROWS[3][84:]}  0000 - H"
        assert event(trf(*ROWS[:3], row)) == event(trf(more=("240 H 003    4",)))
    assert event(trf(more=("XXZ 4 1",))).byes == (RequestedBye(3, "Z", 1), RequestedBye(3, "Z", 4))


def test_t8_byes_of_past_rounds_may_stand_in_records() -> None:
    row = f"{ROWS[3][:80]} 0.5{ROWS[3][84:]}".removesuffix("  0000 - Z")
    found = event(trf(*ROWS[:3], row, more=("240 H 002    4",)))
    assert found.players[3].results == "0H"
    assert not found.byes


def test_t3_rounds_and_colour_in_both_dialects() -> None:
    old = event(trf(head=("012 Four", "XXR 3", "XXC white1", "192 FIDE_DUTCH")))
    assert old == event(trf())
    assert event(trf(more=("XXC rank black1",))).order == (1, 2, 3, 4)
    assert event(trf(more=("XXC rank black1",))).initial_colour == "b"


THREE = tuple(
    f"{row[:80]}{points}{row[84:]}" for row, points in zip(ROWS, (" 4.0", " 4.0", " 3.0", " 0.0"), strict=True)
)


@pytest.mark.parametrize(
    "lines",
    [
        ("162  W 3.0    D 1.0",),
        ("162  W 3.0    D 1.0    L 0.0    A 0.0    P 3.0",),
        ("XXS W=3.0 D=1.0",),
        ("XXS WW=3.0 BW=3.0 WD=1.0 BD=1.0",),
        ("BBW  3.0", "BBD  1.0"),
        (),  # T4: inferred
    ],
)
def test_t3_t4_scoring(lines: tuple[str, ...]) -> None:
    found = read_trf(trf(*THREE, more=lines))
    assert found.event.scoring == scoring(win=30, draw=10)
    told = ("trf_scoring", {"win": 3, "draw": 1, "loss": 0, "pab": 3})
    assert (told in found.notes) is (not lines)


@pytest.mark.parametrize(("points", "pab"), [(" 1.0", 10), (" 0.5", 5), (" 0.0", 0)])
def test_t4_the_worth_of_the_pairing_allocated_bye_is_found_out(points: str, pab: int) -> None:
    row = f"{ROWS[2][:80]}{points}{ROWS[2][84:]}"
    assert event(trf(*ROWS[:2], row, ROWS[3])).scoring.pab == pab


def test_t3_virtual_points() -> None:
    ranges = (VirtualPoints(10, 1, 2, 1, 2), VirtualPoints(5, 3, 3, 1, 2))
    new = ("250       1.0 001 002    1    2", "250       0.5 003 003    1    2")
    assert event(trf(more=new)).virtual == ranges
    assert event(trf(more=("XXA    1  1.0  1.0  0.5", "XXA    2  1.0  1.0  0.5"))).virtual == ranges


def test_t3_forbidden_pairs() -> None:
    assert event(trf(more=("260 001 003    1    4",))).forbidden == (Forbidden(1, 3, (1, 4)),)
    assert event(trf(more=("XXP 1 4",))).forbidden == (Forbidden(1, 3, (1, 4)),)
    assert event(trf(more=("260 002 002    1    4    4    2",))).forbidden == (Forbidden(2, 2, (1, 4, 2)),)


def test_t3_abnormal_points() -> None:
    row = f"{ROWS[0][:80]} 0.5{ROWS[0][84:]}"
    found = event(trf(row, *ROWS[1:], more=("299          -1.0  000    1",)))
    assert found.abnormal == (Abnormal("", -10, 0, (1,)),)
    row = f"{ROWS[0][:80]} 1.2{ROWS[0][84:]}"
    found = event(trf(row, *ROWS[1:], more=("299 W         0.7  001    1",)))
    assert found.abnormal == (Abnormal("W", 7, 1, (1,)),)


def test_t3_national_ratings() -> None:
    line = "NOR    1   GM Ann                               2111              77 1990"
    found = event(trf(more=("172 NOR FIDON", line)))
    assert found.national == (NationalRating("NOR", 1, 2111, "77", "GM", "1990"),)
    assert found.start_list == "NOR FIDON"


def test_t6_a_type_code_among_the_texts() -> None:
    assert event(trf(head=("012 x", "092 FIDE_DUTCH_2025", "142 3"))).type_code == "FIDE_DUTCH_2025"


def test_numbers_with_gaps_and_out_of_order() -> None:
    rows = [row.replace("001    4 ", "001   40 ").replace("     4 b 1", "    40 b 1") for row in reversed(ROWS)]
    assert [player.number for player in event(trf(*rows)).players] == [1, 2, 3, 40]
