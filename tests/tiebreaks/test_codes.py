"""Lists of tie-breaks as people and files write them."""

from __future__ import annotations

import pytest

from ronda.core.verdicts import Refusal
from ronda.tiebreaks.codes import NAMES, TieBreak, parse, parse_list


def test_a_list_in_any_case() -> None:
    found = parse_list(" pts, bh/c1 ,BH,sb , De")
    assert not isinstance(found, Refusal)
    assert [one.code for one in found] == ["PTS", "BH/C1", "BH", "SB", "DE"]


@pytest.mark.parametrize(
    "code", ["BH/C2/P", "SB/M1", "AOB/F", "KS/L+2", "ARO/C1/U1400", "TPN/R", "PS/C1", "FB/C1", "DE/P"]
)
def test_a_code_is_written_as_it_is_read(code: str) -> None:
    found = parse(code)
    assert isinstance(found, TieBreak)
    assert found.code == code
    assert parse(found.code.lower()) == found


def test_older_names() -> None:
    assert parse("GE") == parse("REP")


@pytest.mark.parametrize(
    ("text", "code", "found"),
    [
        ("BUCHHOLZ", "tiebreak_unknown", "BUCHHOLZ"),
        ("PTS,XYZ", "tiebreak_unknown", "XYZ"),
        ("", "tiebreak_unknown", ""),
        (",", "tiebreak_unknown", ","),
        ("BH/C1,bh/c1", "tiebreak_twice", "BH/C1"),
        ("BH/X", "tiebreak_modifier", "BH/X"),
        ("BH/C0", "tiebreak_modifier", "BH/C0"),
        ("BH/C1/M1", "tiebreak_modifier", "BH/C1/M1"),
        ("WIN/C1", "tiebreak_modifier", "WIN/C1"),
        ("TPR/U", "tiebreak_modifier", "TPR/U"),
        ("EMGSB", "tiebreak_unknown", "EMGSB"),
    ],
)
def test_what_is_not_known_is_refused(text: str, code: str, found: str) -> None:
    refused = parse_list(text)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["found"]) == (code, found)


def test_the_refusal_says_what_is_known() -> None:
    refused = parse_list("XYZ")
    assert isinstance(refused, Refusal)
    assert set(refused.facts["known"]) == set(NAMES)


def test_the_proposed_list_is_one() -> None:
    assert not isinstance(parse_list("BH/C1,BH,SB,DE,WIN"), Refusal)


def test_a_code_without_modifiers_says_that_there_are_none() -> None:
    refused = parse("WIN/C1")
    assert isinstance(refused, Refusal)
    assert refused.facts["known"] == ["–"]
