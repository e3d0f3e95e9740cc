"""Sheets are told strictly: a text that is missing, or a fact for it, is an error."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from ronda.texts import Speaker


@pytest.fixture(autouse=True)
def strict(monkeypatch: pytest.MonkeyPatch) -> None:
    say = Speaker.say

    def say_strictly(self: Speaker, key: str, /, **facts: Any) -> str:
        return say(replace(self, strict=True), key, **facts)

    monkeypatch.setattr(Speaker, "say", say_strictly)
