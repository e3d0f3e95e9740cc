"""The phase table: which action is allowed in which phase of an event, for command line, web and API alike."""

from __future__ import annotations

from typing import Literal, get_args

from ronda.core.model import Tournament

Phase = Literal["setup", "draft", "playing", "played", "finished"]
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
#             setup draft playing played finished
_TABLE: dict[ActionKind, str] = {
    "rename": "s s s s s",
    "options": "s c c c -",
    "avoid": "s s s s -",
    "enter": "s s s s -",
    "edit": "s s s s c",
    "check_in": "s s s s -",
    "penalise": "s s s s c",
    "prizes": "s s s s c",
    "fees": "s s s s c",
    "pay": "s s s s s",
    "link": "s s s s s",
    "stages": "s s s s -",
    "begin_stage": "s - - s -",
    "leave": "s s s s -",
    "return": "s s s s -",
    "pause": "s s s s -",
    "bye": "s s s s -",
    "pair": "s - - s -",
    "rearrange": "- s c - -",
    "discard": "- s c - -",
    "approve": "- s - - -",
    "publish": "- s - - -",
    "result": "- - s s -",
    "correct": "- - c c -",
    "report": "- - s s -",
    "close": "- - - s -",
    "finish": "- - - s -",
    "reopen": "- - - - s",
    "archive": "c c c c s",
    "delete": "c c c c c",
    "forget": "c c c c c",
    "undo": "s s s s c",
    "redo": "s s s s c",
}
_APPEALS_FIRST: tuple[ActionKind, ...] = ("pair", "publish", "begin_stage", "finish")
TABLE: dict[ActionKind, dict[Phase, Permission]] = {
    action: dict(zip(PHASES, (_LETTERS[letter] for letter in row.split()), strict=True))
    for action, row in _TABLE.items()
}


def phase(tournament: Tournament) -> Phase:
    """Where the event stands. `played`: the last round is over, be it the last one planned or not."""
    if tournament.finished:
        return "finished"
    if not tournament.rounds:
        return "setup"
    last = tournament.rounds[-1]
    if last.status == "draft":
        return "draft"
    return "played" if last.over else "playing"


def permission(action: ActionKind, tournament: Tournament) -> Permission:
    """Whether the action is safe, needs a confirmation, or is forbidden now."""
    found = TABLE[action][phase(tournament)]
    return "confirm" if found == "safe" and asks_for_appeals(action, tournament) else found


def asks_for_appeals(action: ActionKind, tournament: Tournament) -> bool:
    """PE8.2: an open appeal stops nothing, but before a round is made or published, a stage begins or the event is
    over, it is asked once."""
    return action in _APPEALS_FIRST and any(not one.outcome for one in tournament.appeals)


def entry_kind(tournament: Tournament, round_number: int, table_number: int) -> ActionKind:
    """What it is to enter a result there: a new one where the round is being played; everything else is a
    correction, also the result that is missing in a round that others follow."""
    if not 1 <= round_number <= len(tournament.rounds):
        return "result"  # whoever decides will say that there is no such round
    round_ = tournament.rounds[round_number - 1]
    followed = round_number < len(tournament.rounds)
    standing = {table.number: table.result for table in round_.tables}
    return "correct" if followed or standing.get(table_number) is not None else "result"
