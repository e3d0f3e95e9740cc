"""What is kept at hand never goes back, unless the database did."""

from __future__ import annotations

from datetime import UTC, datetime

from ronda.store.fact_list import FactList
from ronda.store.memory import Memory
from ronda.store.values import Stored


def at(version: int, code: str = "ABC234") -> Stored:
    return Stored(code, version, str(version), datetime(2026, 3, 14, tzinfo=UTC), FactList())


def test_who_read_before_a_write_does_not_take_it_back() -> None:
    memory = Memory()
    seen, written = at(5), at(6)
    memory.put(seen)
    memory.put(written)
    memory.put(at(5), instead_of=seen)
    assert memory.get("ABC234") is written


def test_a_restored_database_is_believed() -> None:
    memory = Memory()
    seen, restored = at(9), at(7)
    memory.put(seen)
    memory.put(restored, instead_of=seen)
    assert memory.get("ABC234") is restored


def test_the_tournaments_used_last_are_kept() -> None:
    memory = Memory(most=2)
    for code in ("A", "B"):
        memory.put(at(1, code))
    assert memory.get("A")
    memory.put(at(1, "C"))
    assert memory.get("B") is None
    assert memory.get("A")
