"""The values facts are made of are msgspec's, and dataclasses to the standard library."""

from __future__ import annotations

from dataclasses import MISSING, asdict, fields, is_dataclass, replace

import pytest

from ronda.core.facts import Paired
from ronda.core.model import Avoid, Player, Round, Scored, Table
from ronda.core.ranking import RankedRow, measured
from ronda.core.values import Frozen, Partly
from ronda.core.verdicts import InForce
from ronda.systems import book_of
from tests.playing import Event


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


def test_a_line_of_the_standings_is_not_compared_by_the_book_it_was_read_from() -> None:
    one, other = (measured(book_of(Event("redemption", []).tournament), (), ()) for _ in range(2))
    assert one != other
    assert RankedRow(1, 7, "active", (), one) == RankedRow(1, 7, "active", (), other)
    assert hash(RankedRow(1, 7, "active", (), one)) == hash(RankedRow(1, 7, "active", (), other))
    assert RankedRow(1, 7, "active", (), one) != RankedRow(2, 7, "active", (), one)
    assert "measured" not in repr(RankedRow(1, 7, "active", (), one))


def test_whatever_leaves_fields_aside_does_so() -> None:
    """`uncompared` means nothing to a value of another kind; and every name there is a field."""
    kinds: list[type[Frozen]] = [Frozen]
    for kind in kinds:  # grows while it is read
        kinds += kind.__subclasses__()
    saying = [kind for kind in kinds if "uncompared" in vars(kind)]
    assert RankedRow in saying
    for kind in saying:
        assert issubclass(kind, Partly), kind
        assert set(kind.uncompared) <= set(kind.__struct_fields__), kind
