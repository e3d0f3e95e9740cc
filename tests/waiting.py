"""Waiting for a state instead of for a time: as short as possible, and long enough for a busy machine."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

GENEROUS = 120.0  # seconds: whatever takes longer hangs
_PAUSE = 0.02


def until(reached: Callable[[], object], what: str, seconds: float = GENEROUS) -> None:
    """Returns as soon as the state is reached."""
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds:.0f} s: {what}")
        time.sleep(_PAUSE)


async def until_async(reached: Callable[[], object], what: str, seconds: float = GENEROUS) -> None:
    """The same for a test that has other things going on in its loop meanwhile."""
    end = time.monotonic() + seconds
    while not reached():
        if time.monotonic() > end:
            raise TimeoutError(f"not within {seconds:.0f} s: {what}")
        await asyncio.sleep(_PAUSE)
