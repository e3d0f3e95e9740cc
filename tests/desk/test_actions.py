"""The table of actions names bodies and functions: each is there, and takes what it is given."""

from __future__ import annotations

from inspect import signature

import pytest

from ronda.desk.actions import ACTIONS, Action


@pytest.mark.parametrize("action", ACTIONS.values(), ids=lambda action: action.name)
def test_what_the_table_names_is_there(action: Action) -> None:
    taken = [
        one.annotation
        for one in signature(action.decide_on_log if action.on_log else action.decide).parameters.values()
    ]
    before, after = (["Sequence[LedgerEntry]", "int"], []) if action.on_log else (["Tournament"], ["Actor"])
    assert taken in ([*before, body, *after] for body in (action.body_name, "Body"))
    assert action.body.__name__ == action.body_name


def test_it_is_decided_in_one_way() -> None:
    for action in ACTIONS.values():
        with pytest.raises(AssertionError):
            _ = action.decide if action.on_log else action.decide_on_log
