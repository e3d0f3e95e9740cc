"""The table of actions: each function takes the body that its action has."""

from __future__ import annotations

from inspect import signature

import pytest

from ronda.desk.actions import ACTIONS, Action


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda action: action.name)
def test_what_decides_takes_what_it_is_given(action: Action) -> None:
    taken = [one.annotation for one in signature(action.decide).parameters.values()]
    before, after = (["Sequence[LedgerEntry]", "int"], []) if action.on_log else (["Tournament"], ["Actor"])
    assert taken in ([*before, body, *after] for body in (action.body.__name__, "Body"))
