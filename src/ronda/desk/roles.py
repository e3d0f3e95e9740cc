"""Roles, and the person of a request."""

from __future__ import annotations

from typing import Literal, get_args

from ronda.core.values import Frozen

Role = Literal["public", "player", "helper", "arbiter", "owner"]
ROLES: tuple[Role, ...] = get_args(Role)
Least = Role | Literal["organiser", "administrator"]


class Actor(Frozen, frozen=True):
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
