"""A system that another package brings, as if that package were installed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ronda.texts import catalogue

TOY = Path(__file__).parent.parent / "toy"


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of the system; its package is found by its entry point, and nothing else is told of it."""
    monkeypatch.syspath_prepend(str(TOY))
    catalogue.forget()
    yield "meeting"
    for name in [name for name in sys.modules if name.partition(".")[0] == "ronda_toy"]:
        del sys.modules[name]
    monkeypatch.undo()
    catalogue.forget()
