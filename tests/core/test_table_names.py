"""Names and zones of tables (PS6.1), as an organiser writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.model import Setup
from ronda.systems.shared_options import called, read_names, shown


def named(text: str, number: int) -> str:
    return called(Setup("toy", options={"table_names": text}), number)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("1-12: Hall A; 13: Plane tree", {1: "Hall A", 12: "Hall A", 13: "Plane tree", 14: ""}),
        ("13-24: Sala B – #", {12: "", 13: "Sala B – 1", 24: "Sala B – 12"}),
        ("Plane tree; Fountain; 7: Gate; Bench", {1: "Plane tree", 2: "Fountain", 3: "", 7: "Gate", 8: "Bench"}),
        ("1 – 4 = Court #\n5:Garden", {1: "Court 1", 4: "Court 4", 5: "Garden"}),
        ("1: 101; 102", {1: "101", 2: "102"}),
        (" ; ", {1: ""}),
    ],
)
def test_names_are_read(text: str, names: dict[int, str]) -> None:
    assert {number: named(text, number) for number in names} == names


@pytest.mark.parametrize(
    "text", ["5-3: A", "1-4: A; 4: B", "1:", "x" * 61, "A\u202eB", ";".join(f"T{n}" for n in range(401))]
)
def test_what_cannot_be_meant_is_refused(text: str) -> None:
    assert read_names(text) is None


def test_a_name_that_says_the_number_stands_alone() -> None:
    setup = Setup("toy", options={"table_names": "1-9: Court #; 10-12: Hall A; 13: Court 2"})
    assert [shown(setup, number) for number in (3, 11, 13, 14)] == ["Court 3", "11 · Hall A", "13 · Court 2", "14"]


@given(st.text(max_size=80))
def test_whatever_is_typed_is_read_or_refused(text: str) -> None:
    for one in read_names(text) or ():
        assert 0 <= one.first <= one.last
        assert one.called(one.first).strip()
