"""How much may be sent to a route, and by whom. A route says so itself: `opt=taking(LIST, "arbiter")`; one that says
nothing takes a small form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar.handlers import BaseRouteHandler

from ronda.desk.roles import Role

_OPT = "body"


@dataclass(frozen=True, slots=True)
class Size:
    """Of a body: bytes in all, and fields of a form."""

    most: int
    fields: int = 100


@dataclass(frozen=True, slots=True)
class Bound:
    """What a route takes. Who has not the role is turned away before anything is read."""

    size: Size
    role: Role | None = None


SMALL = Size(32_000)
SETTINGS = Size(256_000)
LIST = Size(6_000_000, fields=1_000)  # a list of players has at most 5 MB; a page of its cells can be mended
FILE = Size(20_000_000)  # an event of thousands of players as a file


def taking(size: Size, role: Role) -> dict[str, Any]:
    """What a route says that takes more than a small form."""
    return {_OPT: Bound(size, role)}


def bound_of(handler: BaseRouteHandler) -> Bound:
    found = handler.opt.get(_OPT, Bound(SMALL))
    assert isinstance(found, Bound)
    return found
