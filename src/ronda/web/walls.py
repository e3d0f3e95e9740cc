"""The walls of an event: what each of them shows, chosen at the desk, and what the desk announces.

They stand beside the facts: a wall that shows something else changes nothing that was played, and nothing to undo.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, get_args

from ronda.core.text_rules import MOST_LETTERS, unfit_text
from ronda.core.verdicts import Refusal
from ronda.store import Damaged
from ronda.web.runtime import Setting

Scene = Literal["auto", "tables", "names", "room", "standings", "clock", "join", "podium", "bracket", "text"]
SCENES: tuple[Scene, ...] = get_args(Scene)
MOST_WALLS = 9
LONGEST_TEXT = 400
LONGEST_NAME = 40


@dataclass(frozen=True, slots=True)
class Wall:
    """One screen. `scene` is what it shows, `auto` what goes with the state of the event; `light` is for bright
    halls."""

    name: str = ""
    scene: Scene = "auto"
    text: str = ""
    light: bool = False


@dataclass(frozen=True, slots=True)
class Walls:
    """All screens, by number from 1. With `share` those of the same scene show a part of the list each; with `voice`
    they say aloud what happens. `announcement` is what the desk tells everybody, since `announced` (seconds since
    1970)."""

    walls: tuple[Wall, ...] = (Wall(),)
    share: bool = False
    voice: bool = False
    announcement: str = ""
    announced: float = 0.0

    def wall(self, number: int) -> Wall:
        """One that nobody has set up yet shows what goes with the state of the event."""
        return self.walls[number - 1] if 1 <= number <= len(self.walls) else Wall()

    def part(self, number: int) -> tuple[int, int]:
        """Which of how many parts of a list the wall shows."""
        if not self.share or not 1 <= number <= len(self.walls):
            return 1, 1
        same = [at for at, wall in enumerate(self.walls, 1) if wall.scene == self.wall(number).scene]
        return same.index(number) + 1, len(same)

    def changed(self, number: int, wall: Wall) -> Walls:
        return replace(self, walls=(*self.walls[: number - 1], wall, *self.walls[number:]))

    def more(self) -> Walls | None:
        """One wall more; None if there are enough."""
        return None if len(self.walls) >= MOST_WALLS else replace(self, walls=(*self.walls, Wall()))

    def without(self, number: int) -> Walls | None:
        """One wall less; the first one always is there."""
        if not 1 <= number <= len(self.walls) or len(self.walls) == 1:
            return None
        return replace(self, walls=(*self.walls[: number - 1], *self.walls[number:]))


def read_walls(value: Any) -> Walls:
    """As a note has it. A scene that this release does not know is the automatic one."""
    try:
        found = dict(value or {})
        walls = tuple(_read_wall(dict(one)) for one in found.pop("walls", ()))[:MOST_WALLS]
        return Walls(walls or (Wall(),), **found)
    except (TypeError, ValueError) as error:
        raise Damaged("", 0, "note walls") from error


def _read_wall(found: dict[str, Any]) -> Wall:
    return replace(Wall(**found), scene=read_scene(str(found.get("scene", ""))))


def read_scene(text: str) -> Scene:
    return next((scene for scene in SCENES if scene == text), "auto")


def named_wall(name: str, scene: Scene, text: str, light: bool) -> Wall | Refusal:
    """A wall as somebody typed it."""
    shown, called = read_lines(text), " ".join(name.split())
    if isinstance(shown, Refusal):
        return shown
    if len(called) > LONGEST_NAME:
        return Refusal("text_too_long", "S4", {"found": len(called), "most": LONGEST_NAME})
    return unfit_text(called, may_be_empty=True) or Wall(called, scene, shown, light)


def read_lines(text: str) -> str | Refusal:
    """What was typed, line by line; nobody can read what nobody sees."""
    lines = [" ".join(line.split()) for line in text.strip().splitlines()]
    whole = "\n".join(lines)
    if len(whole) > LONGEST_TEXT:
        return Refusal("text_too_long", "S4", {"found": len(whole), "most": LONGEST_TEXT})
    unfit = (unfit_text(line[:MOST_LETTERS], may_be_empty=True) for line in lines)
    return next((refusal for refusal in unfit if refusal is not None), whole)


WALLS: Setting[Walls] = Setting("walls", read_walls, asdict)
