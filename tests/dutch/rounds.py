"""Rounds with a known answer, kept beside the tests."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ronda.pairing.matching import Barrier
from ronda.systems.dutch.pair import engine
from ronda.systems.dutch.rules import Field, field_of
from tests.dutch.small_trf import read_state

DATA = Path(__file__).parent / "data"
Answer = frozenset[tuple[int, int]] | None


def known_rounds(name: str = "rounds") -> Iterator[dict[str, Any]]:
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines)


def examples() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads((DATA / "examples.json").read_text("utf-8"))
    return found


def field_at(case: dict[str, Any], number: int | None = None) -> Field:
    return field_of(*read_state(case["trf"], number or case["round"]))


def paired(field: Field, reach: int = engine.FAST) -> Answer:
    """The round as a set of (white, black), the PAB as (player, 0); None: no complete round."""
    made = engine.make(field, reach)
    return None if isinstance(made, Barrier) else frozenset(engine.coloured(field, made))


def answer(pairs: list[list[int]] | None) -> Answer:
    return None if pairs is None else frozenset((white, black) for white, black in pairs)
