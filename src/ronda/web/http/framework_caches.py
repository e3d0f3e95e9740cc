"""What the framework remembers of requests: the last 1,024 addresses, searches and cookies, whoever they are about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any


def clear_framework_caches() -> None:
    """Nobody who was erased is left in them. Each is one of `functools`, whatever it is called and wherever it is."""
    for remembering in _found():
        remembering.cache_clear()


def _found() -> Iterator[Any]:
    for name, module in list(sys.modules.items()):
        if name == "urllib.parse" or name.partition(".")[0] == "litestar":
            for one in list(vars(module).values()):
                inside = [getattr(one, key, None) for key in vars(one)] if isinstance(one, type) else []
                yield from (found for found in (one, *inside) if hasattr(found, "cache_clear"))
