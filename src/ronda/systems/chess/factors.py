"""chess: whether the rounds to come exist at all, decided exactly for small fields (C5.4).

First two counts that show at once that they do not: somebody has fewer opponents left than rounds to play, or the
players fall into two odd parts with fewer open pairs between them than rounds (each round needs one). Then a search
through the rounds, one after the other, that remembers what failed. Players are bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ronda.systems.chess.plan import Pair, Stage, Task, too_few_left

MOST_EXACT = 16  # players, the bye counted as one
BUDGET = 200_000  # tables tried


class Exhausted(Exception):
    """The search ended its steps before it could decide."""


def exact_plan(task: Task, budget: int = BUDGET) -> list[Stage] | None:
    """A plan for the task, or None where there is none at all. Raises `Exhausted`."""
    if too_few_left(task):
        return None
    masks = [sum(1 << v for v in players) for players in task.rounds]
    near = [sum(1 << w for w in others) for others in task.open]
    if masks and not task.often and masks.count(masks[0]) == len(masks) and narrow(near, masks[0], len(masks)):
        return None
    return _Search(task, masks, budget).run(near)


def narrow(near: Sequence[int], mask: int, rounds: int) -> bool:
    """Whether an odd part of the players has fewer open pairs to the others than there are rounds."""
    players = [v for v in range(len(near)) if mask >> v & 1]
    size = len(players) - 1  # a part and the others: the last player is always among the others
    cut, inside, odd = [0] * (1 << size), [0] * (1 << size), bytearray(1 << size)
    degree = [(near[v] & mask).bit_count() for v in players]
    for part in range(1, 1 << size):
        top = part.bit_length() - 1
        rest = part ^ (1 << top)
        inside[part] = inside[rest] | 1 << players[top]
        odd[part] = not odd[rest]
        cut[part] = cut[rest] + degree[top] - 2 * (near[players[top]] & inside[rest]).bit_count()
        if odd[part] and cut[part] < rounds:
            return True
    return False


class _Search:
    def __init__(self, task: Task, masks: Sequence[int], budget: int) -> None:
        self.masks, self.budget = masks, budget
        self.endless = 1 << task.bye if task.often else 0
        self.failed: set[tuple[int, int, tuple[int, ...]]] = set()
        self.lead = [mask & -mask for mask in masks]  # whose opponents tell rounds of one pool apart

    def run(self, near: Sequence[int]) -> list[Stage] | None:
        found = self._rounds(0, list(near), 0)
        return None if found is None else [frozenset(stage) for stage in found]

    def _rounds(self, at: int, near: list[int], least: int) -> list[list[Pair]] | None:
        """Rounds from `at` on. Rounds of the same pool can be in any order: they come by the opponent of their first
        player, who meets nobody below `least` any more."""
        if at == len(self.masks):
            return []
        key = (at, least, tuple(near))
        if key in self.failed:
            return None
        same = at + 1 < len(self.masks) and self.masks[at + 1] == self.masks[at]
        if self._possible(at, near):
            for stage in self._stages(self.masks[at], near, least):
                left = list(near)
                for a, b in stage:
                    if not self.endless >> b & 1:
                        left[a] &= ~(1 << b)
                        left[b] &= ~(1 << a)
                found = self._rounds(at + 1, left, stage[0][1] if same else 0)
                if found is not None:
                    return [stage, *found]
        self.failed.add(key)
        return None

    def _possible(self, at: int, near: Sequence[int]) -> bool:
        """Whether everybody has opponents left for the rounds from `at` on."""
        for v, others in enumerate(near):
            needed = sum(mask >> v & 1 for mask in self.masks[at:])
            if others.bit_count() < needed and not (others & self.endless or self.endless >> v & 1):
                return False
        return True

    def _stages(self, mask: int, near: Sequence[int], least: int) -> Iterator[list[Pair]]:
        """All ways to seat the players of the mask two by two, the first one's opponent not below `least`."""
        if not mask:
            yield []
            return
        self.budget -= 1
        if self.budget < 0:
            raise Exhausted
        a = (mask & -mask).bit_length() - 1
        mask ^= 1 << a
        others = near[a] & mask & -(1 << least)
        while others:
            bit = others & -others
            others ^= bit
            left = mask ^ bit
            if all((near[v] & left) for v in _bits(left)):
                for rest in self._stages(left, near, 0):
                    yield [(a, bit.bit_length() - 1), *rest]


def _bits(mask: int) -> Iterator[int]:
    while mask:
        bit = mask & -mask
        yield bit.bit_length() - 1
        mask ^= bit
