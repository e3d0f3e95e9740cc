"""The stages of an event as they are planned, and what was settled when one began (ST1, ST2, ST10)."""

from __future__ import annotations

from typing import Literal

from ronda.core.values import Value

StageKind = Literal["rounds", "elimination", "robin", "groups", "table"]
EVERYBODY: StageKind = "robin"  # meets everybody, in one group
Third = Literal["shared", "match"]
Consolation = Literal["none", "first-loss", "places"]
Level = Literal["extra", "seed", "lot"]
StagePlaces = Literal["shared", "source"]
Drawing = Literal["plain", "mirrored"]
# groups: snake, pots; sides of single players: lot, balanced, fresh; a table of four: fold, alternate, rotate
Form = Literal["", "snake", "pots", "lot", "balanced", "fresh", "fold", "alternate", "rotate"]
Settled = Literal["", "lot", "playoff", "all"]
Apart = Literal["", "club"]


class Replacement(Value):
    """Somebody in the place of somebody else, by the director (ST2.9)."""

    out: int
    into: int


class StageStart(Value):
    """What was settled when a stage began. `after`: so many rounds were made before it. `entrants`: sides in the order
    of their seeds; `grouped`: the seeds of each group. `lots`: what tied players drew (player, number); `settled`: how
    a tie at the line was settled, and by whose play-off. `early`: the source was ended before its last round."""

    after: int
    entrants: tuple[tuple[int, ...], ...]
    seed: int = 0
    grouped: tuple[tuple[int, ...], ...] = ()
    lots: tuple[tuple[int, int], ...] = ()
    settled: Settled = ""
    playoff: tuple[int, ...] = ()
    changes: tuple[Replacement, ...] = ()
    early: bool = False
    by: str = ""
    reason: str = ""

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(player for side in self.entrants for player in side)


class Stage(Value):
    """One stage of the list (ST1.1). `take`: who advances, as people write it (ST2.1); `source`: the number of the
    stage they come from, 0 for the one before. `sides`: so many players make a side that stays together (ST7); `order`:
    the criteria of a group (CR1.1)."""

    kind: StageKind
    name: str = ""
    take: str = ""
    source: int = 0
    sides: int = 1
    form: Form = ""
    third: Third = "shared"
    consolation: Consolation = "none"
    best_of: int = 1
    final_best_of: int = 0
    level: Level = "extra"
    reseed: bool = False
    drawing: Drawing = "plain"
    places: StagePlaces = "shared"
    groups: int = 0
    double: bool = False
    close_last: bool = False
    apart: Apart = ""
    per_club: int = 0
    cut_ties: Settled = ""
    order: str = ""
    begun: StageStart | None = None

    @property
    def everybody(self) -> bool:
        """Whether everybody meets everybody, in one group or several (ST5, ST6)."""
        return self.kind in (EVERYBODY, "groups")

    @property
    def by_lot(self) -> bool:
        """Whether the numbers in the one group are drawn (ST5.4)."""
        return self.kind == EVERYBODY and self.form == "lot"

    @property
    def word(self) -> str:
        """The end of the key of what it is called."""
        return kind_word(self.kind)


def kind_word(kind: StageKind) -> str:
    return "everybody" if kind == EVERYBODY else kind
