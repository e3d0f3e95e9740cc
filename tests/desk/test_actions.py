"""The table of actions: each function takes what the desk gives it, and its body is read from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_type_hints

import pytest

from ronda.core.model import Tournament
from ronda.desk.actions import ACTIONS, Action, Body
from ronda.desk.desk import LedgerEntry
from ronda.desk.permissions import Actor


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda action: action.name)
def test_what_decides_takes_what_it_is_given(action: Action) -> None:
    taken = get_type_hints(action.decide)
    del taken["return"]
    given = {"tournament": Tournament, "person": Actor, "log": Sequence[LedgerEntry], "version": int}
    assert taken.items() <= {**given, "body": action.body}.items()
    assert action.on_log == ("version" in taken) == ("log" in taken)
    assert issubclass(action.body, Body)


def test_a_row_is_small() -> None:
    """What an action needs beyond these is said where it is decided."""
    assert len(Action.__struct_fields__) <= 10
    assert all(action.summary and not action.summary.endswith(".") for action in ACTIONS.values())
