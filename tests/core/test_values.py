"""The values facts are made of are msgspec's, and dataclasses to the standard library."""

from __future__ import annotations

from dataclasses import MISSING, asdict, fields, is_dataclass, replace

import pytest

from ronda.core.facts import Paired
from ronda.core.model import Avoid, Player, Round, Scored, Table
from ronda.core.verdicts import InForce


def test_the_standard_library_takes_them() -> None:
    table = Table(1, (1,), (2,), Scored(5, 3))
    assert is_dataclass(table)
    assert replace(table, number=2) == Table(2, (1,), (2,), Scored(5, 3))
    assert asdict(Avoid((1, 2))) == {"players": (1, 2), "relation": "both", "hard": True}
    assert [field.name for field in fields(Avoid)] == ["players", "relation", "hard"]
    assert [field.default for field in fields(Avoid)] == [MISSING, "both", True]
    assert fields(InForce)[2].default_factory is dict
    with pytest.raises(TypeError):
        replace(table, shoe=42)  # type: ignore[call-arg]


def test_they_are_frozen_and_share_no_default() -> None:
    player = Player(1, "Ann")
    with pytest.raises(AttributeError):
        player.name = "Ben"  # type: ignore[misc]
    assert hash(player) == hash(Player(1, "Ann"))
    assert Paired(Round(1, ())).numbers is not Paired(Round(1, ())).numbers
