"""Results that look like options of the command line."""

from __future__ import annotations

import pytest

from tests.cli.running import Desk
from tests.cli.test_contract import rulebook_event


@pytest.mark.parametrize("text", ["-1-3", "3--1", "-1--3", "−1–3", "-1:3", "- 1 - 3"])
def test_r2_3_a_negative_score_is_refused_with_the_reason(desk: Desk, text: str) -> None:
    path = desk.write("a.json", rulebook_event())
    before = path.read_bytes()
    answer = desk("result", path, 1, 1, text)
    assert answer.status == 1
    assert "(R2.3)" in answer.err
    assert "never below 0" in answer.err
    error = desk("result", path, 1, 1, text, "--json").value["error"]
    assert (error["code"], error["article"]) == ("result_unreadable", "R2.3")
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["2.5-3", "3-2,5", "½-3", "1/2-1/2"])
def test_r2_3_a_fractional_score_is_refused_with_the_reason(desk: Desk, text: str) -> None:
    path = desk.write("a.json", rulebook_event())
    answer = desk("result", path, 1, 1, text)
    assert answer.status == 1
    assert "whole numbers" in answer.err


@pytest.mark.parametrize(
    ("text", "kept"), [("--+", "--+"), ("---", "---"), ("-+", "--+"), ("+--", "+--"), ("+-", "+--")]
)
@pytest.mark.parametrize("before", [True, False])
def test_absences_are_results_wherever_options_stand(desk: Desk, text: str, kept: str, before: bool) -> None:
    path = desk.write("a.json", rulebook_event())
    words = ["--json", path, 1, 1, text] if before else [path, 1, 1, text, "--json"]
    answer = desk("result", *words)
    assert answer.status == 0
    assert answer.value["table"]["result"] == kept


def test_a_score_after_two_hyphens_is_a_score(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    assert desk("result", path, "--", 1, 1, "5-0").status == 0


def test_what_has_letters_is_still_an_option(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    answer = desk("result", path, 1, 1, "5-3", "-x")
    assert answer.status == 2
    assert "-x" in answer.err


def test_a_negative_number_is_told_as_one(desk: Desk) -> None:
    path = desk.write("a.json", rulebook_event())
    answer = desk("pair", path, "--seed", "-1", "--json")
    assert answer.status in (1, 2)
    assert "seed" in answer.value["error"]["message"].lower()
