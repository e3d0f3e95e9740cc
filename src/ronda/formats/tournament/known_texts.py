"""What was written already, and need not be written again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class KnownTexts:
    """What was written of a tournament, by the values that it was written of. Whoever writes nearly the same
    tournament again hands it over: rounds and lists of players that are still the same value are not written anew."""

    def __init__(self) -> None:
        self._before: dict[tuple[Any, ...], tuple[object, str]] = {}
        self._now: dict[tuple[Any, ...], tuple[object, str]] = {}

    def of(self, value: object, how: tuple[Any, ...], text: Callable[[], str]) -> str:
        key = (id(value), *how)  # no other value can have it as long as this one is held
        found = self._now.get(key) or self._before.get(key) or (value, text())
        self._now[key] = found
        return found[1]

    def begin(self) -> None:
        """Forget what the last tournament did not have."""
        self._before, self._now = self._now, {}
