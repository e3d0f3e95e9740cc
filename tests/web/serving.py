"""The real server, in a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.waiting import GENEROUS, until


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("", 0))  # free at every address
        return int(found.getsockname()[1])


@contextmanager
def serving(
    db: str,
    port: int,
    workers: int = 1,
    host: str = "127.0.0.1",
    password: str = "",
    before: str = "",
    address: str = "",
    texts: str = "",
) -> Iterator[subprocess.Popen[bytes]]:
    """Until the block ends, or somebody kills it. Open to the hall it needs a password. One worker runs the statement
    `before` first: to be less patient than usual, for instance. `address` is what phones are told to open; `texts`: a
    folder of further languages. `SLOW_LINE=0.6` in the environment: every answer comes up to so many seconds late."""
    slow = float(os.environ.get("SLOW_LINE", 0))
    if slow and workers == 1:
        before = "; ".join(filter(None, (before, f"from tests.web.slow_line import slow_down; slow_down({slow})")))
    start = ["-c", f"{before}; from ronda.__main__ import main; main()"] if before else ["-m", "ronda"]
    words = [sys.executable, *start, "serve", "--db", db, "--port", str(port), "--host", host]
    words += ["--workers", str(workers), "--address", address or f"http://127.0.0.1:{port}"]
    surroundings = {**os.environ, **({"RONDA_PASSWORD": password} if password else {})}
    surroundings |= {"RONDA_TEXTS": texts} if texts else {}
    with subprocess.Popen(words, env=surroundings, stdout=subprocess.DEVNULL) as process:
        try:
            _wait_for(port, process)
            yield process
        finally:
            process.terminate()
            with suppress(subprocess.TimeoutExpired):
                process.wait(10)
            process.kill()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    def answers() -> bool:
        with suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/static/app.js", timeout=GENEROUS).close()
            return True
        if process.poll() is not None:
            raise RuntimeError("the server ended")
        return False

    until(answers, "the server answers")
