"""Files read in a process of their own, with limits on memory, time and what it answers: it can die without harm.

A reader is a module of this package that is run with the file as its standard input, and calls `serve`.
"""

from __future__ import annotations

import gc
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import ronda
from ronda.core import misfits
from ronda.formats.errors import CODES, Unreadable

MEMORY = 1_000_000_000  # bytes of address space
SECONDS = 20  # of processor; the clock on the wall may show three times as many, on a busy machine
ANSWER = 64_000_000  # bytes
AT_ONCE = 2

_LANES = BoundedSemaphore(AT_ONCE)


def confine() -> None:
    """The limits of this process from now on; where the system has none, only the time on the wall is limited."""
    try:
        import resource
    except ImportError:  # Windows
        return
    for kind, most in (("AS", MEMORY), ("CPU", SECONDS), ("FSIZE", ANSWER), ("CORE", 0)):
        number = getattr(resource, f"RLIMIT_{kind}")
        hard = resource.getrlimit(number)[1]
        with suppress(ValueError, OSError):
            resource.setrlimit(number, (most if hard == resource.RLIM_INFINITY else min(most, hard),) * 2)


def read_in_subprocess(reader: str, data: bytes, words: Sequence[str] = ()) -> Any:
    """What the module `reader` answers. Raises Unreadable: what the reader found, or `too_heavy` if it died."""
    with _LANES, tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as answer:
        given.write(data)
        given.seek(0)
        try:
            done = subprocess.run(
                [sys.executable, "-P", "-m", reader, *words],
                stdin=given,
                stdout=answer,
                stderr=subprocess.DEVNULL,
                env=_surroundings(),
                timeout=3 * SECONDS,
                check=False,
            )
        except (subprocess.TimeoutExpired, OSError):
            raise Unreadable("too_heavy", {}) from None
        if done.returncode or answer.tell() > ANSWER or answer.seek(0, os.SEEK_END) > ANSWER:
            raise Unreadable("too_heavy", {})
        answer.seek(0)
        return _answered(answer.read())


def _surroundings() -> dict[str, str]:
    """So that the reader finds this very package; nothing of it is a secret of ours."""
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP") if name in os.environ}
    paths = [str(Path(ronda.__file__).parent.parent), *filter(None, sys.path)]
    return {**kept, "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)), "PYTHONUTF8": "1"}


def _answered(text: bytes) -> Any:
    try:
        answer = json.loads(text)
        code = answer.get("unreadable")
    except (ValueError, RecursionError, AttributeError):
        raise Unreadable("too_heavy", {}) from None
    if code is None:
        return answer["read"]
    facts = answer["facts"]
    if any(misfits(CODES, "unreadable", code, "", facts)):
        raise Unreadable("too_heavy", {})
    raise Unreadable(code, facts, answer["path"], answer["line"], answer["column"])


def serve(read: Callable[[bytes], Any]) -> None:
    """What a reader does when it is run: it reads its standard input within the limits, and answers what it found there
    or what is wrong with it."""
    confine()
    gc.disable()  # the process ends with its answer
    try:
        answer = {"read": read(sys.stdin.buffer.read())}
    except Unreadable as trouble:
        place = {"path": trouble.path, "line": trouble.line, "column": trouble.column}
        answer = {"unreadable": trouble.code, "facts": dict(trouble.facts), **place}
    sys.stdout.write(json.dumps(answer))
