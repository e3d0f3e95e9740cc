"""Patterns that are compiled when they are first used: a command starts with many that it never needs."""

from __future__ import annotations

TYPE_CHECKING = False  # this is imported before everything else
if TYPE_CHECKING:
    from typing import Any


class LatePattern:
    """A regular expression that is compiled with its first use; that takes as long as to import a module or two."""

    def __init__(self, *given: Any) -> None:
        self._given = given

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        import re

        found = getattr(re.compile(*self._given), name)
        setattr(self, name, found)
        return found
