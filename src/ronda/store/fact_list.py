"""The facts of a tournament, version after version, without copying what was there before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import Lock
from typing import overload

from ronda.core.facts import Fact

_lock = Lock()


class FactList(Sequence[Fact]):
    """A value: what is added makes another one. The two share what they have in common, so that one more report of a
    full hall costs the same whether it is the tenth or the ten thousandth."""

    __slots__ = ("_count", "_shared")

    def __init__(self, facts: Iterable[Fact] = ()) -> None:
        self._shared = list(facts)
        self._count = len(self._shared)

    def followed_by(self, facts: Sequence[Fact]) -> FactList:
        longer = FactList.__new__(FactList)
        with _lock:
            if len(self._shared) != self._count:  # something else has followed already
                self._shared = self._shared[: self._count]
            self._shared.extend(facts)
            longer._shared, longer._count = self._shared, self._count + len(facts)
        return longer

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Fact]:
        return islice(self._shared, self._count)

    @overload
    def __getitem__(self, at: int) -> Fact: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Fact, ...]: ...
    def __getitem__(self, at: int | slice) -> Fact | tuple[Fact, ...]:
        if isinstance(at, slice):
            start, stop, step = at.indices(self._count)
            return tuple(self._shared[start:stop] if step == 1 else list(self)[at])
        if not -self._count <= at < self._count:
            raise IndexError(at)
        return self._shared[at if at >= 0 else self._count + at]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(other) == self._count and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return f"FactList({list(self)!r})"


def _same(one: Fact, other: object) -> bool:
    return one is other or one == other
