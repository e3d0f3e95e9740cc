"""What functions remember beside the cache: of personal texts, and of values that are recognised as the same. All of it
is bounded, and forgotten in one call when somebody is erased.

Nothing of a person may be remembered by `functools.lru_cache` itself: nobody would know of it when the person goes.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
V = TypeVar("V")

_forgetting: list[Callable[[], None]] = []


def remembered(most: int) -> Callable[[Callable[P, V]], Callable[P, V]]:
    """A function of names or other texts of people, which remembers what it was asked last, no more than `most`."""

    def remembering(function: Callable[P, V]) -> Callable[P, V]:
        known = lru_cache(maxsize=most)(function)
        _forgetting.append(known.cache_clear)
        return cast("Callable[P, V]", known)

    return remembering


def forget_remembered() -> None:
    """All of it: somebody was erased. It is worked out again when it is asked for."""
    for forget in _forgetting:
        forget()
