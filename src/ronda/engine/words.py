"""The words after `ronda engine`, in the two ways that other programs know: bbpPairings' (`--SYSTEM FILE -p [OUT]`) and
JaVaFo's (`FILE -p [OUT]`)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from ronda import registry

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
