"""What other programs hand over to have a round paired: plain columns, as report files have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from ronda.core import Frozen


class PairingEntry(Frozen):
    """One player before a round. `results` has a letter for every past round (`1=0WDL+-UFHZ`), `colours` `w`, `b` or
    `-`; opponents are numbers, 0 without one. `extra_points`: points beside those of the rounds when this round is
    paired, the last one, and the one before: virtual points, bonuses and penalties. `here`: to be paired."""

    number: int
    results: str
    colours: str
    opponents: Sequence[int]
    points: Sequence[int]
    extra_points: tuple[int, int, int] = (0, 0, 0)
    here: bool = True


class Coming(Frozen):
    """A round to be paired. Points are whole numbers of any one unit. `initial`: the colour drawn before round 1;
    `accelerated`: virtual points follow from the rules, and no entry has any."""

    round: int
    rounds: int
    entries: Sequence[PairingEntry]
    win: int
    draw: int
    loss: int
    initial: Literal["w", "b"]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    accelerated: bool = False


Pairs = list[tuple[int, int]]  # white and black by number; who rests has 0 for an opponent


class ChecklistEntry(NamedTuple):
    """What the rules ask about one player before a round. `colours`: those of the games, in order (`w`, `b`); `wish`:
    `W`, `(W)`, `w` for white, absolute, strong and mild, the same for black, `A` for any; `floats`: `U`, `D` or nothing
    in the last round and in the one before."""

    number: int
    points: int
    colours: str
    wish: str
    may_rest: bool
    floats: tuple[str, str]


class ReportTerms(Frozen):
    """What an event lays down, as report files say it: points in tenths; `virtual` are points, first and last round,
    first and last number; `forbidden` first and last round and the numbers. `head` are records about the event, by
    their codes. `accelerated`: virtual points follow from the rules."""

    rounds: int | None = None
    initial: Literal["w", "b"] | None = None
    win: int = 10
    draw: int = 5
    loss: int = 0
    pab: int = 10
    virtual: tuple[tuple[int, int, int, int, int], ...] = ()
    forbidden: tuple[tuple[int, int, tuple[int, ...]], ...] = ()
    tiebreaks: tuple[str, ...] = ()
    head: tuple[tuple[str, str], ...] = ()
    accelerated: bool = False
