"""The command line as its users call it, in this process."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ronda.cli import run


class Answer(NamedTuple):
    status: int
    out: str
    err: str

    @property
    def value(self) -> Any:
        return json.loads(self.out)


class Desk:
    """`ronda …` in a folder of its own."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def __call__(self, *words: object) -> Answer:
        self._capsys.readouterr()
        status = run([str(word) for word in words])
        caught = self._capsys.readouterr()
        return Answer(status, caught.out, caught.err)

    def path(self, name: str) -> Path:
        return self.folder / name

    def write(self, name: str, content: str | bytes | dict[str, Any]) -> Path:
        path = self.path(name)
        if isinstance(content, dict):
            content = json.dumps(content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path
