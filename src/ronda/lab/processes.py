"""Work on several cores of this machine."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context


def processes(workers: int | None = None) -> ProcessPoolExecutor:
    """So many processes, or one for each core. They start afresh: a fork would copy locks that threads hold."""
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"))
