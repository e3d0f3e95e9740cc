"""Who may do something, and when: roles, the person of a request, and the phase table, which says for command line, web
and API alike which action is allowed in which phase of an event."""

from __future__ import annotations

from typing import Literal, get_args

from ronda.core import Frozen, Tournament

Role = Literal["public", "player", "helper", "arbiter", "owner"]
ROLES: tuple[Role, ...] = get_args(Role)
Least = Role | Literal["organiser", "administrator"]


class Actor(Frozen):
    """Somebody with a role in an event; `player` is who a phone belongs to, `pass_id` what can be revoked. `rivals` are
    opponents with whom a phone cannot agree: it speaks for them too, or one of the two was let in by nobody. Who has
    `rested` was somebody once: the session has ended since nobody used it. `account` is whose session it is where
    several organisers share a server (None: the owner's); an `administrator` sees the list of accounts and events."""

    role: Role
    name: str
    player: int | None = None
    pass_id: int | None = None
    rivals: frozenset[int] = frozenset()
    rested: bool = False
    account: int | None = None
    administrator: bool = False

    @property
    def actor(self) -> str:
        """The name as the log has it: one line of printable text. A player is a number there, `#7`, so that a name can
        be erased; nobody else is called so."""
        if self.player is not None:
            return f"#{self.player}"
        name = printable(self.name) or self.role
        return f"{self.role} {name}" if name.startswith("#") else name

    def may(self, least: Least) -> bool:
        """Whether the role is at least this one. An organiser has events: the owner of the server, or somebody with an
        account; an administrator sees who has an account, and which events there are."""
        if least == "organiser":
            return self.account is not None or self.may("owner")
        if least == "administrator":
            return self.administrator or self.may("owner")
        return ROLES.index(self.role) >= ROLES.index(least)


def printable(text: str) -> str:
    return "".join(sign if sign.isprintable() else " " for sign in text).strip()


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
