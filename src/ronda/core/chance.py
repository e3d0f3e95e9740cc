"""Seeded chance: the only randomness in the program.

The numbers come from BLAKE2b over (seed, labels, counter), so the same seed draws the same lots on any
machine and any version of Python (S5).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_WORD = 8
_WORDS_PER_BLOCK = 8
_RANGE = 1 << (8 * _WORD)


def fresh_seed() -> int:
    """A seed that nobody chose; it is kept with the tournament."""
    return int.from_bytes(os.urandom(4), "big")


class Draw:
    """A stream of lots named by a seed and labels. `draw.about("bye", 3)` is an independent stream."""

    __slots__ = ("_block", "_counter", "_name", "seed")

    def __init__(self, seed: int, *labels: str | int) -> None:
        self.seed = seed
        self._name = "/".join([str(seed), *(str(label) for label in labels)])
        self._counter = 0
        self._block: list[int] = []

    def about(self, *labels: str | int) -> Draw:
        """The stream for one purpose: using it never shifts another one."""
        other = Draw(self.seed)
        other._name = "/".join([self._name, *(str(label) for label in labels)])
        return other

    def _word(self) -> int:
        if not self._block:
            digest = blake2b(f"{self._name}#{self._counter}".encode()).digest()
            self._counter += 1
            self._block = [int.from_bytes(digest[i * _WORD : (i + 1) * _WORD], "big") for i in range(_WORDS_PER_BLOCK)]
        return self._block.pop()

    def below(self, n: int) -> int:
        """A whole number 0 ≤ x < n, every one equally likely."""
        limit = _RANGE - _RANGE % n
        word = self._word()
        while word >= limit:
            word = self._word()
        return word % n

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in random order (Fisher–Yates)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]
