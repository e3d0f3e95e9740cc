"""`python -m tests.worked`: the golden cases, and what it does with others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.worked.__main__ import main
from tests.worked.answers import answer_to, differing, same

GOLDEN = Path(__file__).parents[1] / "beyond" / "golden" / "worked-cases.json"
CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_golden_case(case: dict[str, Any]) -> None:
    assert differing([case]) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_another_expectation_differs(case: dict[str, Any]) -> None:
    assert len(differing([{**case, "expected": ["something", "else"]}])) == 1


def test_a_question_nobody_knows_differs_whatever_it_expects() -> None:
    case = {"id": "x", "article": "ST3.2", "what": "colour of the cat", "input": {"size": 2}, "expected": None}
    (found,) = differing([case])
    assert (found.id, found.got, found.expected) == ("x", None, None)


def test_input_of_another_question_differs() -> None:
    (found,) = differing([{"id": "x", "what": "seed lines", "input": {"players": 2}, "expected": None}])
    assert found.got is None


def test_names_of_questions_end_at_a_word() -> None:
    assert answer_to("snake with clubs apart") is not answer_to("snake")
    assert answer_to("snakes") is None
    assert answer_to("Cut, whatever else is said") is not None


@pytest.mark.parametrize(
    ("one", "other", "equal"),
    [
        ("9/2", 4.5, True),
        ({"a": None}, {}, True),
        (None, "none", True),
        (True, 1, False),
        ([1], [1, None], False),
        ("2-1", "2-1", True),
        ("2-1", "1-2", False),
        (0, None, False),
    ],
)
def test_when_two_answers_say_the_same(one: Any, other: Any, equal: bool) -> None:
    assert same(one, other) is same(other, one) is equal


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(GOLDEN), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"cases": 114, "differ": []}


def test_command_shows_what_differs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.json"
    file.write_text('{"cases": [{"id": "a", "what": "pot", "input": {"collected": 7}, "expected": 8}]}', "utf-8")
    assert main([str(file), "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"cases": 1, "differ": [{"id": "a", "got": 7, "expected": 8}]}
    assert main([str(file)]) == 3
    assert "a: expected 8, got 7" in capsys.readouterr().out


@pytest.mark.parametrize("text", ["[]", "{}", '{"cases": 3}', '{"cases": [1]}', '{"cases": [{"input": 1}]}', "{", "\0"])
def test_a_file_without_cases_is_refused(tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "own.json"
    file.write_text(text, "utf-8")
    assert main([str(file), "--json"]) == 2
    assert str(file) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("what", "asked", "expected"),
    [
        ("best six as triplette", {"lot": 3}, [[1, 2, 5], [3, 4, 6]]),
        ("best six as triplette", {"form": "balanced"}, [[1, 4, 5], [2, 3, 6]]),
        ("best four at a table", {"order": [11, 4, 7, 2]}, [[11, 2], [4, 7]]),
        (
            "cut, at most two of a club",
            {
                "rows": [
                    {"id": at, "place": at, "club": club} for at, club in enumerate(["A", "A", "A", "B"], start=1)
                ],
                "take": 3,
                "per_club": 2,
            },
            {"advance": [1, 2, 4], "tie_at_cut": [], "open": False, "skipped": [{"id": 3, "why": "club"}]},
        ),
        ("carried points, bonus by place", {"carry": {"bonus": [3, 2, 1]}, "place": 2}, 2),
        (
            "double round robin",
            {"players": 3},
            [
                [[2, 3], [1, 0]],
                [[3, 1], [2, 0]],
                [[1, 2], [3, 0]],
                [[3, 2], [1, 0]],
                [[2, 1], [3, 0]],
                [[1, 3], [2, 0]],
            ],
        ),
        ("number key", {"number": "V-12.345.678"}, "V12345678"),
        ("rounds by the field", {"players": 18}, 5),
        ("club points in an event", {"points": [["X", 10], ["X", 6], ["X", 4], ["Y", 8]], "k": 2}, {"X": 16, "Y": 8}),
    ],
)
def test_other_cases_that_somebody_may_bring(what: str, asked: dict[str, Any], expected: Any) -> None:
    (found,) = differing([{"id": "x", "what": what, "input": asked, "expected": ["nothing"]}])
    assert same(found.got, expected), found.got
