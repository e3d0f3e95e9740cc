"""What is kept at hand never goes back, unless the database did."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from ronda.store import Store, open_store
from ronda.store.fact_list import FactList
from ronda.store.values import Stored


def at(version: int) -> Stored:
    return Stored("ABC234", version, str(version), datetime(2026, 3, 14, tzinfo=UTC), FactList())


@pytest.fixture
def kept(tmp_path: Path) -> Store:
    with open_store(tmp_path / "ronda.db") as store:
        return store


def test_who_read_before_a_write_does_not_take_it_back(kept: Store) -> None:
    seen, written = at(5), at(6)
    kept._keep(seen)
    kept._keep(written)
    kept._keep(at(5), instead_of=seen)
    assert kept.at_hand("ABC234") is written


def test_a_restored_database_is_believed(kept: Store) -> None:
    seen, restored = at(9), at(7)
    kept._keep(seen)
    kept._keep(restored, instead_of=seen)
    assert kept.at_hand("ABC234") is restored
