"""Pairs of players who should not meet: hard ones are broken last of all, soft ones before any rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet

from ronda.core.model import Avoid, Setup
from ronda.core.values import Frozen

Neighbours = Mapping[int, AbstractSet[int]]
_NOBODY: frozenset[int] = frozenset()


class Avoided(Frozen, frozen=True):
    """Who should not sit against (or beside) whom, both ways; players without such a wish are not listed."""

    hard: Neighbours
    soft: Neighbours

    @property
    def any(self) -> bool:
        return bool(self.hard or self.soft)

    def called(self, names: Mapping[int, int]) -> Avoided:
        """The same about players who go by other names, say by their places. Everybody is listed, and a hard wish is no
        soft one as well."""

        def listed(wishes: Neighbours) -> dict[int, AbstractSet[int]]:
            found: dict[int, AbstractSet[int]] = dict.fromkeys(names.values(), _NOBODY)
            for player, others in wishes.items():
                found[names[player]] = {names[other] for other in others}
            return found

        hard, soft = listed(self.hard), listed(self.soft)
        return Avoided(hard, {name: others - hard[name] if others else others for name, others in soft.items()})

    def is_hard(self, a: int, b: int) -> bool:
        return b in self.hard.get(a, _NOBODY)

    def is_soft(self, a: int, b: int) -> bool:
        return b in self.soft.get(a, _NOBODY) and not self.is_hard(a, b)


def avoided_opponents(setup: Setup, pool: Iterable[int]) -> Avoided:
    """The wishes about opponents among the players of the pool."""
    return _avoided(setup, pool, Avoid.bars_opponents)


def avoided_partners(setup: Setup, pool: Iterable[int]) -> Avoided:
    """The wishes about partners among the players of the pool."""
    return _avoided(setup, pool, Avoid.bars_partners)


def _avoided(setup: Setup, pool: Iterable[int], bars: Callable[[Avoid], bool]) -> Avoided:
    there = set(pool)
    wishes = [avoid for avoid in setup.avoid if bars(avoid) and there.issuperset(avoid.players)]
    return Avoided(
        hard=_neighbours(avoid for avoid in wishes if avoid.hard),
        soft=_neighbours(avoid for avoid in wishes if not avoid.hard),
    )


def _neighbours(wishes: Iterable[Avoid]) -> Neighbours:
    found: dict[int, set[int]] = {}
    for wish in wishes:
        a, b = wish.players
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found
