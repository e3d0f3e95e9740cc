"""Files to read and tournaments to write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "golden"

# The example of the public contract, word for word.
CONTRACT = """{
  "ronda": 1,
  "name": "Club night",
  "system": "redemption",
  "options": {"rounds": 3, "max_score": 5},
  "seed": 42,
  "players": [
    {"id": 1, "name": "Ann", "rating": 1500, "national_rating": 0, "licence": 99, "club": "…",
     "joined_round": 1, "left_after": null}, {"id": 2, "name": "Ben"}, {"id": 3, "name": "Cal"}
  ],
  "rounds": [
    {"number": 1,
     "tables": [{"number": 1, "first": [1], "second": [2], "result": "5-3"}],
     "byes": [{"player": 3}]}
  ]
}
"""


def golden(name: str) -> bytes:
    return (GOLDEN / name).read_bytes()


def bare(**keys: Any) -> bytes:
    """The shortest file that can be read, with these keys."""
    return json.dumps({"ronda": 1, "system": "redemption"} | keys).encode()


def field(*names: str) -> list[dict[str, Any]]:
    """Players of these names, with ids from 1."""
    return [{"id": number, "name": name} for number, name in enumerate(names, start=1)]
