"""`ronda engine` where it was not started directly: its words go to `ronda.engine` as they are."""

from __future__ import annotations

import sys
from types import SimpleNamespace as Namespace

from ronda import engine as engine_
from ronda.cli.output import Output


def engine(values: Namespace, output: Output) -> int:  # noqa: ARG001  every command is called the same way
    words = sys.argv[1:]
    return engine_.main(words[words.index("engine") + 1 :] if "engine" in words else words)
