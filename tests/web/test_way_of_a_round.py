"""The way of one round, as `docs/architecture.md` tells it: from the handler of a POST to the system's `pair`."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from ronda.core.model import Setup
from ronda.core.values import replace
from ronda.desk import decisions
from ronda.systems import rules_of
from ronda.systems.system import Rules
from tests.web.conftest import At

WAY = ["act", "perform", "Desk.act", "Action.decided", "pair", "draft", "next_round"]  # then the system's `pair`


@pytest.mark.parametrize("name", ["redemption", "melee"])
def test_seven_calls(desk: At, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    found: list[list[str]] = []

    def watched(setup: Setup) -> Rules:
        rules = rules_of(setup)

        def pair(*values: Any) -> Any:
            here = inspect.currentframe()
            frames = [] if here is None else inspect.getouterframes(here)[1:]
            ours = [one.frame.f_code for one in frames if one.frame.f_globals["__name__"].startswith("ronda.")]
            way = [code.co_qualname for code in reversed(ours)]
            found.append(way[way.index("act") :])  # the handler; before it stands what every request passes
            return rules.pair(*values)

        return replace(rules, pair=pair)

    async def at_once(action: Callable[..., Any], /, *values: Any, **named: Any) -> Any:
        """As in the thread, but with the stack of who asked."""
        return action(*values, **named)

    monkeypatch.setattr(decisions, "rules_of", watched)
    monkeypatch.setattr(asyncio, "to_thread", at_once)
    code = desk.make(name)
    answer = desk.client.post(f"/e/{code}/do/pair", headers={"HX-Request": "true"})
    assert answer.status_code == 200, answer.text
    assert found == [WAY]
