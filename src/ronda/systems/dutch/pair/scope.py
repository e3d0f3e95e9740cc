"""dutch: a bracket, and how far around it a solution looks."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.values import Frozen


class Scope(Frozen, frozen=True):
    """A bracket by positions, those moved down first, and what is looked at below it: the `following` scoregroup
    (C8) and the `rest` (completion). `bye`: the score of the PAB where a player of this scope must have it. `whole`:
    everything left is in it, so everybody must be paired."""

    members: Sequence[int]
    moved: int
    following: Sequence[int] = ()
    rest: Sequence[int] = ()
    bye: int | None = None
    whole: bool = False


class Solution(Frozen, frozen=True):
    """What a bracket came to, by positions: its pairs (higher ranked first) and those who float down. `resting`: who
    has the PAB then, where the scope says; `partners`: who of the floaters and of the following group is paired below;
    `exchanged`: who left the first half of the remainder, and who came for them (DU6.3)."""

    pairs: tuple[tuple[int, int], ...]
    floaters: tuple[int, ...]
    resting: int | None = None
    partners: tuple[int, ...] = ()
    exchanged: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
