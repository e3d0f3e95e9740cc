"""The owner signs in: how often that may be tried, from where, and how a browser is known again.

Wrong tries are counted in the database, so for all workers together: those of the account, and those from one place.
Each pause is twice as long as the one before. A browser that was signed in with before is counted on its own, so that
strangers cannot keep the owner out by trying.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from ipaddress import IPv6Address, IPv6Network
from math import ceil

from ronda.store import Store
from ronda.store.attempts import Count, begin_try, forgive, pause_left
from ronda.store.sessions import Pass
from ronda.web import passwords
from ronda.web.access import known_device
from ronda.web.runtime import Runtime
from ronda.web.settings import plain_address

FREE_FROM_A_PLACE = 5
FREE_OF_THE_ACCOUNT = 10
MOST_SECONDS = 15 * 60

_log = logging.getLogger(__name__)


class Held(Exception):
    """Too many wrong tries: so long to wait."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__("too_many_tries")
        self.seconds = max(ceil(wait.total_seconds()), 1)


async def is_right(runtime: Runtime, password: str, host: str, proof: str) -> bool:
    """Whether it is the owner's password. Many at once take turns, and nobody else waits for them."""
    device = await asyncio.to_thread(known_device, runtime.store, proof)
    own, shared = _counts(host, device)
    wait = await asyncio.to_thread(_begin, runtime, [*own, *shared])
    if wait:
        raise Held(wait)
    async with runtime.hashing:
        right = await asyncio.to_thread(passwords.is_right, runtime.store, password)
    if right:
        await asyncio.to_thread(_forgive, runtime.store, own, shared)
    else:
        _log.warning("a wrong password%s", " from a browser that is known" if device else "")
    return right


def place_of(host: str) -> str:
    """Where somebody is: of IPv6 the network, since everybody has as many addresses there as they like."""
    address = plain_address(host)
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False))
    return host if address is None else str(address)


def _counts(host: str, device: Pass | None) -> tuple[list[Count], list[Count]]:
    """Those that are this browser's or this place's own, and those that it shares with everybody."""
    if device is not None:
        return [Count(f"device {device.id}", FREE_FROM_A_PLACE, MOST_SECONDS)], []
    place = Count(f"from {place_of(host)}", FREE_FROM_A_PLACE, MOST_SECONDS)
    return [place], [Count("owner", FREE_OF_THE_ACCOUNT, MOST_SECONDS)]


def _begin(runtime: Runtime, counts: list[Count]) -> timedelta:
    with runtime.store.reads() as connection:
        wait = pause_left(connection, counts, runtime.now())
    if wait:
        return wait
    with runtime.store.writes() as connection:
        return begin_try(connection, counts, runtime.now())


def _forgive(store: Store, own: list[Count], shared: list[Count]) -> None:
    with store.writes() as connection:
        forgive(connection, own, shared)
