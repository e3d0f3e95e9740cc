"""An event as a command has read it, wherever it is kept, and the way to change it: through the desk."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from getpass import getuser
from typing import Any, Self

from ronda.cli.errors import Refused
from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.desk import Desk, decided
from ronda.desk.ledger import Ledger, LedgerEntry, LedgerState
from ronda.desk.roles import Actor
from ronda.ledgers import Unfit
from ronda.systems.labels import names

ACTOR = "RONDA_ACTOR"
NOTHING = Body()
_ATTEMPTS = 50  # each time another one was faster, so the desk is not stuck


class KeptEvent(Frozen, frozen=True):
    """An event as it was read, and the way to change it."""

    ledger: Ledger[Any, Any]
    stored: LedgerState
    tournament: Tournament

    @property
    def code(self) -> str:
        return self.stored.code

    @property
    def label(self) -> str:
        """What the user calls it: the name of the file, or the code."""
        return self.stored.code

    @property
    def facts(self) -> Sequence[Fact]:
        return self.stored.facts

    @property
    def version(self) -> int:
        return len(self.stored.facts)

    def log(self) -> Sequence[LedgerEntry]:
        return self.ledger.log(self.code) or ()

    def act(self, name: str, body: Body = NOTHING, *, confirmed: bool = False, seen_at: int | None = None) -> Self:
        """Decide on what is there now, and keep it. When somebody else was faster, it is decided again, on what is
        there then. Raises Refused."""
        request = self._request(name, body, confirmed=confirmed, seen_at=seen_at)
        for _ in range(_ATTEMPTS):
            try:
                answer = Desk(self.ledger).act(self.code, request)
            except Unfit as unfit:
                raise Refused(unfit.refusal, names_of(self.tournament)) from None
            if isinstance(answer, Refusal):
                raise Refused(answer, names_of(self.tournament))
            if isinstance(answer, type(self.stored)):
                return type(self)(self.ledger, answer, self.ledger.tournament(answer))
        raise Refused(Refusal("busy", "S4", {"code": self.code}))

    def tried(self, name: str, body: Body = NOTHING) -> Tournament:
        """What would become of it; nothing is written. Raises Refused."""
        answer = decided(self.tournament, self._request(name, body, confirmed=True))
        if isinstance(answer, Refusal):
            raise Refused(answer, names_of(self.tournament))
        return fold(answer, self.tournament)

    def _request(self, name: str, body: Body, *, confirmed: bool, seen_at: int | None = None) -> Request:
        return Request(ACTIONS[name], body, Actor("owner", actor()), seen_at=seen_at, confirmed=confirmed)


def actor() -> str:
    """Who is at the desk: RONDA_ACTOR, else the name of the account."""
    name = os.environ.get(ACTOR, "").strip()
    if not name:
        with suppress(OSError, KeyError, ImportError):  # an account without a name
            name = getuser()
    shown = "".join(sign for sign in name if sign.isprintable()) or "ronda"
    return f"ronda {shown}" if shown.startswith("#") else shown  # players are called so


def names_of(tournament: Tournament) -> dict[int, str]:
    """As they are told: no two alike."""
    return names(tournament)
