"""The phase table: which action is allowed in which phase of an event, for command line, web and API alike."""

from __future__ import annotations

from typing import Literal, get_args

from ronda.core.history import next_stage
from ronda.core.model import Tournament
from ronda.systems import planned_rounds

Phase = Literal["setup", "draft", "playing", "played", "between", "over", "finished"]
PHASES: tuple[Phase, ...] = get_args(Phase)
Permission = Literal["safe", "confirm", "forbidden"]
ActionKind = Literal[
    "rename",
    "options",
    "avoid",
    "enter",
    "edit",
    "check_in",
    "penalise",
    "prizes",
    "fees",
    "pay",
    "link",
    "stages",
    "begin_stage",
    "leave",
    "return",
    "pause",
    "bye",
    "pair",
    "rearrange",
    "discard",
    "approve",
    "publish",
    "result",
    "correct",
    "report",
    "close",
    "finish",
    "reopen",
    "archive",
    "delete",
    "forget",
    "undo",
    "redo",
]

_LETTERS: dict[str, Permission] = {"s": "safe", "c": "confirm", "-": "forbidden"}
#             setup draft playing played between over finished
_TABLE: dict[ActionKind, str] = {
    "rename": "s s s s s s s",
    "options": "s c c c c c -",
    "avoid": "s s s s s - -",
    "enter": "s s s s s - -",
    "edit": "s s s s s s c",
    "check_in": "s s s s s - -",
    "penalise": "s s s s s s c",
    "prizes": "s s s s s s c",
    "fees": "s s s s s s c",
    "pay": "s s s s s s s",
    "link": "s s s s s s s",
    "stages": "s s s s s s -",
    "begin_stage": "s - - s s c -",
    "leave": "s s s s s - -",
    "return": "s s s s s - -",
    "pause": "s s s s s - -",
    "bye": "s s s s s - -",
    "pair": "s - - s s - -",
    "rearrange": "- s c - - - -",
    "discard": "- s c - - - -",
    "approve": "- s - - - - -",
    "publish": "- s - - - - -",
    "result": "- - s s - - -",
    "correct": "- - c c c c -",
    "report": "- - s s - - -",
    "close": "- - - s - - -",
    "finish": "- - - s c s -",
    "reopen": "- - - - - - s",
    "archive": "c c c c c s s",
    "delete": "c c c c c c c",
    "forget": "c c c c c c c",
    "undo": "s s s s s s c",
    "redo": "s s s s s s c",
}
_APPEALS_FIRST: tuple[ActionKind, ...] = ("pair", "publish", "close", "begin_stage", "finish")
TABLE: dict[ActionKind, dict[Phase, Permission]] = {
    action: dict(zip(PHASES, (_LETTERS[letter] for letter in row.split()), strict=True))
    for action, row in _TABLE.items()
}


def phase(tournament: Tournament) -> Phase:
    """Where the event stands. `played`: all results are in, but the round is not closed; `over`: the last planned
    round is closed."""
    if tournament.finished:
        return "finished"
    if not tournament.rounds:
        return "setup"
    last = tournament.rounds[-1]
    if last.status == "draft":
        return "draft"
    if last.status == "published":
        return "playing" if any(table.result is None for table in last.tables) else "played"
    stages_left = bool(tournament.setup.stages) and next_stage(tournament) is not None
    return "over" if len(tournament.rounds) >= planned_rounds(tournament) and not stages_left else "between"


def permission(action: ActionKind, tournament: Tournament) -> Permission:
    """Whether the action is safe, needs a confirmation, or is forbidden now."""
    found = TABLE[action][phase(tournament)]
    return "confirm" if found == "safe" and asks_for_appeals(action, tournament) else found


def asks_for_appeals(action: ActionKind, tournament: Tournament) -> bool:
    """PE8.2: an open appeal stops nothing, but before a round is published or closed, a stage begins and the event is
    over it is asked once."""
    return action in _APPEALS_FIRST and any(not one.outcome for one in tournament.appeals)


def entry_kind(tournament: Tournament, round_number: int, table_number: int) -> ActionKind:
    """What it is to enter a result there: a new one where the round is being played; everything else is a
    correction, also the result that is missing in a round that is over."""
    if not 1 <= round_number <= len(tournament.rounds):
        return "result"  # whoever decides will say that there is no such round
    round_ = tournament.rounds[round_number - 1]
    over = round_number < len(tournament.rounds) or round_.status == "closed"
    standing = {table.number: table.result for table in round_.tables}
    return "correct" if over or standing.get(table_number) is not None else "result"
