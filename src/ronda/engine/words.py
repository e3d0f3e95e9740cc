"""The words after `ronda engine`, in the two ways that other programs know: bbpPairings' (`--SYSTEM FILE -p [OUT]`) and
JaVaFo's (`FILE -p [OUT]`); and the checklist that `-l` writes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from ronda import registry
from ronda.formats.trf.round_to_pair import Handed
from ronda.formats.trf.values import PLAYED, TENTHS
from ronda.systems.exchange import ChecklistEntry, PairingEntry, Pairs

Verb = Literal["p", "c", "g", "r"]  # pair, check, generate, tell the version
_VERBS: dict[str, Verb] = {"-p": "p", "-c": "c", "-g": "g"}
_LIST = ".list"  # what a checklist is called that nobody named


class Misuse(Exception):
    """Wrong usage, or a file that cannot be used: the key of a text and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class Wanted:
    """What was asked for, in any order of the options. `list`: the checklist to write; `baku`: with the acceleration of
    Baku where the file has no virtual points; `version`: it is told, too."""

    def __init__(self, words: Sequence[str]) -> None:
        self.system = self.file = self.out = self.config = ""
        self.verb: Verb | None = None
        self.list: str | None = None
        self.seed: int | None = None
        self.baku = self.version = False
        left = list(words)
        while left:
            self._take(left.pop(0), left)
        self._complete()

    def _complete(self) -> None:
        """What follows from the rest, or is missing."""
        if self.version and self.verb is None and not self.file:
            self.verb = "r"
        if self.verb is None:
            raise Misuse("engine_usage", systems=_systems())
        if not self.file and self.verb in ("p", "c"):
            raise Misuse("engine_file")
        self.system = self.system or registry.exchanging()[0]
        if self.list == "":
            self.list = str(Path(self.file or self.out or "ronda").with_suffix(_LIST))

    def _take(self, word: str, left: list[str]) -> None:
        if word.startswith("--"):
            if word[2:] not in registry.exchanging():
                raise Misuse("engine_system", found=word, systems=_systems())
            self.system, self.file = word[2:], _value(left) or self.file
        elif word in _VERBS:
            if self.verb:
                raise Misuse("engine_one_verb")
            self.verb = _VERBS[word]
            if word == "-p":
                self.out = _value(left) or self.out
            elif word == "-g":
                self.config = _value(left)
        elif word.startswith("-"):
            self._option(word, left)
        elif not self.file:
            self.file = word
        else:
            raise Misuse("usage_unknown", words=word)

    def _option(self, word: str, left: list[str]) -> None:
        match word:
            case "-o":
                self.out = _needed(word, left)
            case "-s":
                self.seed = _whole(_needed(word, left))
            case "-l":
                self.list = _value(left)
            case "-b":
                self.baku = True
            case "-r":
                self.version = True
            case "-w":
                pass  # JaVaFo's way of matching: every round here is the one that the rules give
            case "-q":
                if left and left[0].isdecimal():  # how long JaVaFo may try
                    left.pop(0)
            case _:
                raise Misuse("usage_unknown", words=word)


def _systems() -> str:
    return ", ".join(f"--{name}" for name in registry.exchanging())


def _value(left: list[str]) -> str:
    return left.pop(0) if left and not left[0].startswith("-") else ""


def _needed(word: str, left: list[str]) -> str:
    found = _value(left)
    if not found:
        raise Misuse("usage_value", name=word)
    return found


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Misuse("usage_number", name="-s", found=text)
    return int(text)


def checklist_text(handed: Handed, listed: Sequence[ChecklistEntry], pairs: Pairs | None) -> str:
    """One line per player, by score and number; without a pair where no complete round exists."""
    past = handed.coming.round - 1
    header = ["ID", "Pts", "-" * (past + 1), "Pref", "C2", "C14", "C16", "Cur", ""]
    header += [f"R{number}" for number in range(1, past + 1)]
    entries = {entry.number: entry for entry in handed.coming.entries}
    current = _current(handed.as_called(pairs)) if pairs is not None else {}
    rows = [header, *(_row(one, entries[one.number], current, handed) for one in listed)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["".join(f"{text:>{width}}\t" for text, width in zip(row, widths, strict=True)) for row in rows]
    return "".join(f"{line}\n" for line in (lines[0].lstrip(), *lines[1:]))


def _row(one: ChecklistEntry, entry: PairingEntry, current: Mapping[int, str], handed: Handed) -> list[str]:
    number = handed.called.get(one.number, one.number)
    met = [
        str(handed.called.get(opponent, opponent)) if result in PLAYED else ""
        for opponent, result in zip(entry.opponents, entry.results, strict=True)
    ]
    points = f"{'-' if one.points < 0 else ''}{abs(one.points) // TENTHS}.{abs(one.points) % TENTHS}"
    wish = one.wish if one.wish.startswith("(") else f"{one.wish} "
    rest = "Y" if one.may_rest else "N"
    return [str(number), points, one.colours.upper(), wish, rest, *one.floats, current.get(number, ""), "", *met]


def _current(pairs: Pairs) -> dict[int, str]:
    """The opponent and the own colour of everybody who is paired."""
    found: dict[int, str] = {}
    for white, black in pairs:
        found |= {white: f"({black}W)", black: f"({white}B)"} if black else {white: "(bye)"}
    return found
