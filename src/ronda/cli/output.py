"""The output of the desk: what a command hands to the person, or to a script, and nothing else."""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from ronda.cli.text_table import Cell, text_table
from ronda.core.invisible import visible
from ronda.core.model import Tournament
from ronda.systems.labels import labels
from ronda.texts import Speaker
from ronda.views import View, plain_json


class Output:
    """Writes results to stdout and everything else to stderr, in one language."""

    def __init__(self, speaker: Speaker, *, json: bool) -> None:
        self.speaker = speaker
        self.json = json

    def about(self, tournament: Tournament) -> Output:
        """The same output, knowing the players, and how to tell them apart."""
        found = labels(tournament, removed=self.speaker.removed)
        called = {player: str(label) for player, label in found.items()}
        bare = {player: label.name for player, label in found.items()}
        return Output(Speaker(self.speaker.language, called, bare, system=tournament.setup.system), json=self.json)

    def say(self, key: str, /, **facts: Any) -> str:
        return self.speaker.say(key, **facts)

    def line(self, text: str = "") -> None:
        print(visible(text))

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[Cell]], words: Collection[int]) -> None:
        """A table; `words` are the columns that hold words, the others hold figures."""
        bold = sys.stdout.isatty()
        for line in text_table(headings, rows, words, bold=bold):
            print(visible(line))

    def data(self, value: Mapping[str, Any] | View) -> None:
        """Machine output."""
        print(json.dumps(value, ensure_ascii=False, default=plain_json))

    def note(self, text: str) -> None:
        """Something on the side: progress, warnings."""
        print(visible(text), file=sys.stderr)

    def fail(self, code: str, article: str, message: str) -> None:
        if self.json:
            self.data({"error": {"code": code, "article": article, "message": message}})
        else:
            self.note(f"{message} ({article})" if article else message)
