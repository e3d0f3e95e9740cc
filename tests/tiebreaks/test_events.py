"""Eighty finished events with the values of 32 tie-breaks for everybody, compared exactly.

They were computed by Gacrux 1.11.65, and by a second implementation of the same definitions. `AOB` is rounded there to
two decimals. A fixed tenth is compared with every run, all of them with `-m soak`."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.tiebreaks.charts import chart, values

with gzip.open(Path(__file__).parent / "events.jsonl.gz", "rt", encoding="utf-8") as _lines:
    EVENTS: list[dict[str, Any]] = [json.loads(line) for line in _lines]


def differences(event: dict[str, Any]) -> list[str]:
    seen = chart(event["trf"])
    wrong = []
    for code in next(iter(event["values"].values())):
        for player, got in values(seen, code).items():
            wanted = event["values"][str(player)][code]
            expected = None if wanted is None else Fraction(str(wanted))
            near = Fraction(1, 199) if code.startswith("AOB") else Fraction(0)
            if (got is None) is not (expected is None) or (
                got is not None and expected is not None and abs(got - expected) > near
            ):
                wrong.append(f"{event['id']} {player} {code}: {got}, not {expected}")
    return wrong


def test_there_are_all_of_them() -> None:
    assert len(EVENTS) == 80
    assert len(next(iter(EVENTS[0]["values"].values()))) == 32


@pytest.mark.parametrize("event", EVENTS[::10], ids=lambda event: str(event["id"]))
def test_a_fixed_tenth(event: dict[str, Any]) -> None:
    assert not differences(event)


@pytest.mark.soak
def test_all_of_them() -> None:
    assert not [line for event in EVENTS for line in differences(event)]
