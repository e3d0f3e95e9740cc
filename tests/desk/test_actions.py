"""The table of actions: each function takes what the desk gives it, and its body is read from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_type_hints

import pytest

from ronda.core.model import Tournament
from ronda.desk.actions import ACTIONS, Action, Body
from ronda.desk.ledger import LedgerEntry
from ronda.desk.permissions import Actor


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda action: action.name)
def test_what_decides_takes_what_it_is_given(action: Action) -> None:
    *taken, _ = get_type_hints(action.decide).values()
    on_log, on_tournament = [Sequence[LedgerEntry], int, action.body], [Tournament, action.body, Actor]
    assert taken == (on_log if action.on_log else on_tournament)
    assert issubclass(action.body, Body)


def test_a_row_is_small() -> None:
    """What an action needs beyond these is said where it is decided."""
    assert len(Action.__struct_fields__) <= 10
    assert all(action.summary and not action.summary.endswith(".") for action in ACTIONS.values())
