"""The worked cases of any game: results, worth, rounds, lists of criteria, standings (AG, CR)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.worked.answers import differing

GOLDEN = Path(__file__).parents[1] / "beyond" / "golden" / "any-game.json"
CASES: list[dict[str, Any]] = json.loads(GOLDEN.read_text("utf-8"))["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_golden_case(case: dict[str, Any]) -> None:
    assert differing([case]) == []
    assert len(differing([{**case, "expected": ["something", "else"]}])) == 1
