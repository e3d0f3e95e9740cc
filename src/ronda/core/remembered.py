"""What functions remember beside the cache: of personal texts, and of values that are recognised as the same. All of it
is bounded, and forgotten in one call when somebody is erased.

Nothing of a person may be remembered by `functools.lru_cache` itself: nobody would know of it when the person goes.
"""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

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


class Memo(Generic[V]):
    """What was worked out of values lately, by the value itself: it is recognised as the same, not as equal, and held,
    so that no other can have its identity. The oldest go when there are more than `most`, or when all together weigh
    more than `most_weight`. One stands at the top of a module. Safe for several threads."""

    def __init__(self, most: int, weight: Callable[[V], int] | None = None, most_weight: int = 0) -> None:
        self._most, self._most_weight = most, most_weight
        self._weigh, self._weight = weight, 0
        self._known: dict[tuple[int, Hashable], tuple[object, V]] = {}
        self._lock = Lock()
        _forgetting.append(self.forget)

    def once(self, of: object, how: Hashable, make: Callable[[], V]) -> V:
        """What was worked out of the value in that way, made if need be. Two who make it at once get the same."""
        key = id(of), how
        found = self._known.get(key)
        if found is None:
            made = make()
            with self._lock:
                found = self._known.get(key) or self._put(key, of, made)
        return found[1]

    def forget(self) -> None:
        with self._lock:
            self._known.clear()
            self._weight = 0

    def _put(self, key: tuple[int, Hashable], of: object, value: V) -> tuple[object, V]:
        known = self._known
        known[key] = put = (of, value)
        if self._weigh is not None:
            self._weight += self._weigh(value)
        while len(known) > self._most or self._weight > self._most_weight:
            self._drop(next(iter(known)))
        return put

    def _drop(self, key: tuple[int, Hashable]) -> None:
        _, value = self._known.pop(key)
        if self._weigh is not None:
            self._weight -= self._weigh(value)
