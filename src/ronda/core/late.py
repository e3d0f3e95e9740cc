"""What is made when it is first used, not when it is imported: a command starts with much that it never needs."""

from __future__ import annotations

import sys

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


class LateModule(type(sys)):  # type: ignore[misc]  # a module
    """Stands for a module in the library that imports it, and becomes it when somebody asks for something in it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        from importlib import import_module

        self.__dict__.update(vars(import_module(self.__name__)))
        return vars(self)[name]
