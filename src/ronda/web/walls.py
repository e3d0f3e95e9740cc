"""The walls of an event: what each of them shows, chosen at the desk, and what the desk announces.

They stand beside the facts: a wall that shows something else changes nothing that was played, and nothing to undo.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any, Literal, NamedTuple, get_args

from ronda.core.model import Round
from ronda.core.text_rules import MOST_LETTERS, unfit_text
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.operations.event_settings import Setting
from ronda.sheets.context import alphabetical
from ronda.store.live_events import standings_of
from ronda.systems.columns import ListColumn, in_short
from ronda.systems.labels import Label
from ronda.systems.lists import standings_columns
from ronda.texts.catalogue import described
from ronda.views.rounds import ShownTable, shown_table
from ronda.views.seat import as_published
from ronda.views.stages import ColumnView, GroupView, MatchView, StageView, TreeView, stage_views
from ronda.views.standings import ShownRow, first_criterion
from ronda.web.context import EventContext
from ronda.web.visibility import places

Scene = Literal["auto", "tables", "names", "room", "standings", "clock", "join", "podium", "bracket", "text"]
SCENES: tuple[Scene, ...] = get_args(Scene)
MOST_WALLS = 9
LONGEST_TEXT = 400
LONGEST_NAME = 40


class Wall(Frozen):
    """One screen. `scene` is what it shows, `auto` what goes with the state of the event; `light` is for bright
    halls."""

    name: str = ""
    scene: Scene = "auto"
    text: str = ""
    light: bool = False


class Walls(Frozen):
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


def _walls(walls: Sequence[dict[str, Any]] = (), **others: Any) -> Walls:
    """A scene that this release does not know is the automatic one."""
    known = [replace(Wall(**one), scene=read_scene(str(one.get("scene", "")))) for one in walls]
    return Walls(tuple(known[:MOST_WALLS]) or (Wall(),), **others)


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


WALLS: Setting[Walls] = Setting("walls", _walls, asdict)


COLUMNS = 3  # so many are readable beside a name; with many players two, in more columns
MANY = 100
MATCHES = 8  # below each other; smaller letters are not read from ten metres
GROUPS = 4  # on a screen


class Slice(NamedTuple):
    """Some rows of a list, which slice of how many they are, and how many rows all of them have."""

    rows: list[Any]
    number: int = 1
    slices: int = 1
    total: int = 0
    labels: tuple[str, ...] = ()


class Found(NamedTuple):
    """A line of the finder; `table` is None for who rests. `letter` is what the name begins with, `new` whether it is
    the first one that does."""

    label: Label
    table: int | None
    side: int
    letter: str = ""
    new: bool = False


def part_of(rows: list[Any], share: tuple[int, int]) -> list[Any]:
    """The rows of one of several screens."""
    which, of = share
    return rows[len(rows) * (which - 1) // of : len(rows) * which // of]


def slice_of(rows: list[Any], size: int, number: int) -> Slice:
    """One of slices of about the same length; the nearest there is."""
    slices = max(-(-len(rows) // size), 1)
    number = min(max(number, 1), slices)
    parts = [part_of(rows, (n, slices)) for n in range(1, slices + 1)]
    labels = tuple(_label(part) for part in parts) if slices > 1 else ()
    return Slice(parts[number - 1], number, slices, len(rows), labels)


def _label(rows: list[Any]) -> str:
    """From where to where some rows go: A–F, 1–60."""
    first, last = (str(key_of(row)) for row in (rows[0], rows[-1]))
    return first if first == last else f"{first}–{last}"


def key_of(row: ShownTable | Found | ShownRow) -> int | str:
    match row:
        case ShownTable():
            return row.number
        case Found():
            return row.letter
        case ShownRow():
            return row.place or "–"


def seated(context: EventContext, last: Round) -> list[ShownTable]:
    system, speaker = context.system, context.speaker
    return [shown_table(table, system.rules, speaker) for table in last.tables]


def found_names(context: EventContext, last: Round) -> list[Found]:
    """Everybody of the round in the alphabet of the language; by number where only numbers are shown."""
    bare = context.words.known.bare
    found = [(bye.player, None, 0) for bye in last.byes] + [
        (player, table.number, side)
        for table in last.tables
        for side, players in enumerate((table.first, table.second))
        for player in players
    ]
    if context.display.name_mode == "number":
        found.sort()
        return [Found(context.words.label(player), table, side) for player, table, side in found]
    order = alphabetical(context.words.language)
    numbered = context.words.known.numbering.of
    found.sort(key=lambda row: (order(bare[row[0]]), numbered[row[0]]))
    language, lines, before = described(context.words.language), [], ""
    for player, table, side in found:
        letter = language.capital(bare[player][:1])
        lines.append(Found(context.words.label(player), table, side, letter, letter != before))
        before = letter
    return lines


def wall_columns(context: EventContext, after: int) -> list[ListColumn]:
    """What stands beside the names on the wall: of the columns of the list the most important, in their order."""
    rows = standings_of(context.event, after) if after else ()
    columns = standings_columns(rows, hides=True)
    kept = {column.code for column in in_short(columns, COLUMNS - 1 if len(rows) > MANY else COLUMNS)}
    return [column for column in columns if column.code in kept]


def ranked(context: EventContext, after: int) -> list[ShownRow]:
    rows = standings_of(context.event, after) if after else ()
    return places(context, rows, after, shown=wall_columns(context, after), first=first_criterion(rows))


# --- brackets and groups -----------------------------------------------------------------------------------


class BracketPage(NamedTuple):
    """What is on the screen at a time: the columns of a tree, or some groups. `aside` are trees of a single match,
    which stand below the last column; `winner` is who has won the tree."""

    title: str
    columns: Sequence[ColumnView] = ()
    groups: Sequence[GroupView] = ()
    aside: tuple[tuple[str, MatchView], ...] = ()
    winner: str = ""
    halves: bool = False

    @property
    def rows(self) -> int:
        """Matches below each other, at most."""
        return max((len(column.matches) for column in self.columns), default=0)


def shown_stages(context: EventContext) -> list[StageView]:
    """The stages that are played now; else the last one that was."""
    begun = [one for one in stage_views(as_published(context.tournament), context.speaker) if one.entrants]
    return [one for one in begun if one.state == "running"] or begun[-1:]


def bracket_pages(stages: Sequence[StageView]) -> list[BracketPage]:
    """The pages of the wall, each with no more than can be read from the back of the hall."""
    found: list[BracketPage] = []
    for stage in stages:
        for at in range(0, len(stage.groups), GROUPS):
            found.append(BracketPage(stage.title, groups=stage.groups[at : at + GROUPS]))
        for tree in () if stage.groups else stage.trees:
            lone = len(tree.columns) == 1 and len(tree.columns[0].matches) == 1
            if lone and found and found[-1].title == stage.title and found[-1].columns:
                found[-1] = found[-1]._replace(aside=(*found[-1].aside, (tree.name, tree.columns[0].matches[0])))
            else:
                found += _tree_pages(tree, stage.title)
    return found


def _tree_pages(tree: TreeView, stage: str) -> list[BracketPage]:
    """Rounds that are over give way where there is no room for all; what is still too high goes on two pages or more.
    The halves of a bracket end with the match in which they meet, so that is not shown twice."""
    title = stage if tree.name == stage else f"{stage} · {tree.name}"
    columns = list(tree.columns)
    while len(columns) > 1 and len(columns[0].matches) > MATCHES and all(one.over for one in columns[0].matches):
        columns = columns[1:]
    pages = -(-max(len(column.matches) for column in columns) // MATCHES)
    halves = all(len(one.matches) == 2 * len(other.matches) for one, other in pairwise(columns))
    last = columns[-1].matches
    winner = next((side.name for side in last[0].sides if side.won), "") if len(last) == 1 else ""
    if pages == 1:
        return [BracketPage(title, columns, winner=winner, halves=halves)]
    return [BracketPage(title, _part(columns, number, pages), halves=halves) for number in range(1, pages + 1)]


def _part(columns: Sequence[ColumnView], number: int, pages: int) -> list[ColumnView]:
    cut = [ColumnView(one.name, part_of(one.matches, (number, pages))) for one in columns if len(one.matches) >= pages]
    return [column for column in cut if column.matches]
