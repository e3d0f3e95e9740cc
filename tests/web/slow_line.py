"""A line over which answers come late, and not in the order in which they were asked for."""

from __future__ import annotations

import asyncio
import random
from typing import Any

from litestar import Litestar
from litestar.enums import ScopeType
from litestar.types import Receive, Scope, Send

SHARE = 0.7  # of all answers are late


def slow_down(seconds: float) -> None:
    """From now on, in this process."""
    at_once, chance = Litestar.__call__, random.Random()

    async def late(self: Litestar, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP and chance.random() < SHARE:
            await asyncio.sleep(chance.uniform(0, seconds))
        await at_once(self, scope, receive, send)

    patched: Any = Litestar
    patched.__call__ = late
