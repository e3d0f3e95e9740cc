"""`ronda engine`: pairs, checks and generates report files for other programs, with the options, the output and the
exit status that callers of bbpPairings and JaVaFo know.

It starts fast: nothing is imported that a round does not need.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Protocol, TextIO

from ronda import registry
from ronda.core.chance import Draw, fresh_seed
from ronda.formats.errors import Unreadable
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.round_to_pair import paired, round_to_pair
from ronda.formats.trf.values import TrfEvent
from ronda.systems.exchange import Coming, Pairs

DONE, NO_ROUND, MISUSED, DIFFERENT = 0, 1, 2, 3


class PairingModule(Protocol):
    """The module `exchange` of a system."""

    NAME: str
    TYPE_CODE: str  # of record 192

    def pairs(self, coming: Coming) -> Pairs | None: ...


class Misuse(Exception):
    """Wrong usage, or a file that cannot be used: the key of a text and its facts."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts


class Wanted:
    """What was asked for on the command line, in any order of the options."""

    def __init__(self, words: Sequence[str]) -> None:
        self.system = self.file = self.out = ""
        self.verb = ""
        self.seed: int | None = None
        self.config = ""
        left = list(words)
        while left:
            self._take(left.pop(0), left)
        if not self.system or not self.verb:
            raise Misuse("engine_usage", systems=", ".join(f"--{name}" for name in registry.exchanging()))
        if not self.file and self.verb != "g":
            raise Misuse("engine_file")

    def _take(self, word: str, left: list[str]) -> None:
        if word.removeprefix("--") in registry.exchanging() and word.startswith("--"):
            self.system, self.file = word[2:], _value(left) or self.file
        elif word in ("-p", "-c", "-g"):
            if self.verb:
                raise Misuse("engine_one_verb")
            self.verb = word[1]
            if word == "-p":
                self.out = _value(left) or self.out
            elif word == "-g":
                self.config = _value(left)
        elif word in ("-o", "-l", "-s"):
            found = _value(left)
            if not found:
                raise Misuse("usage_value", name=word)
            if word == "-o":
                self.out = found
            elif word == "-s":
                self.seed = _whole(found)
        elif not word.startswith("-") and not self.file:
            self.file = word
        elif word == "-r":
            pass  # the version goes to stderr with everything that is no answer
        else:
            raise Misuse("usage_unknown", words=word)


def _value(left: list[str]) -> str:
    return left.pop(0) if left and not left[0].startswith("-") else ""


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise Misuse("usage_number", name="-s", found=text)
    return int(text)


def main(words: Sequence[str]) -> int:
    """Runs one request and gives its exit status."""
    try:
        wanted = Wanted(words)
        pairing: PairingModule = import_module(f"{registry.package(wanted.system)}.exchange")
        match wanted.verb:
            case "p":
                return _pair(pairing, _event(wanted.file), wanted.out)
            case "c":
                return _check(pairing, _event(wanted.file), wanted.file, sys.stdout)
            case _:
                return _generate(pairing, wanted)
    except Misuse as trouble:
        _tell(f"say.{trouble.key}", trouble.facts)
    except Unreadable as trouble:
        _tell_unreadable(wanted.file, trouble)
    except OSError as trouble:
        detail = trouble.strerror or str(trouble)
        _tell("say.cannot_read", {"file": str(trouble.filename or wanted.file), "detail": detail})
    return MISUSED


def _event(file: str) -> TrfEvent:
    event = read_trf(Path(file).read_bytes()).event
    if event.rounds is None:
        raise Misuse("engine_rounds", file=file)
    return event


def _pair(pairing: PairingModule, event: TrfEvent, out: str) -> int:
    if event.rounds is not None and event.played >= event.rounds:
        raise Misuse("engine_over", rounds=event.rounds)
    handed = round_to_pair(event)
    found = pairing.pairs(handed.coming)
    if found is None:
        _tell("say.engine_no_round", {"round": event.next_round})
        return NO_ROUND
    lines = [str(len(found)), *(f"{white} {black}" for white, black in handed.as_called(found))]
    text = "".join(f"{line}\n" for line in lines)
    if out:
        Path(out).write_text(text, "ascii")
    else:
        sys.stdout.write(text)
    return DONE


def _check(pairing: PairingModule, event: TrfEvent, file: str, output: TextIO) -> int:
    """Every round is paired again from what was known before it."""
    status = DONE
    output.write(f"{file}: {pairing.NAME}\n")
    for number in range(1, event.played + 1):
        handed = round_to_pair(event, number)
        answer = pairing.pairs(handed.coming)
        expected = None if answer is None else frozenset(handed.as_called(answer))
        seen = frozenset(paired(event, number))
        if expected == seen:
            output.write(f"  Round #{number}: OK\n")
            continue
        status = DIFFERENT
        output.write(f"  Round #{number}: differs\n")
        missing = sorted(expected - seen) if expected is not None else []
        output.write(f"    engine:     {_listed(missing) if expected is not None else 'no complete round'}\n")
        output.write(f"    tournament: {_listed(sorted(seen - (expected or frozenset())))}\n")
    return status


def _listed(pairs: Sequence[tuple[int, int]]) -> str:
    return "  ".join(f"{white}-{black}" for white, black in pairs)


def _generate(pairing: PairingModule, wanted: Wanted) -> int:
    from ronda.formats.trf.writing import write_trf
    from ronda.lab.random_event import RandomEventPlan, play

    seed = fresh_seed() if wanted.seed is None else wanted.seed
    draw = Draw(seed, "engine")
    model = _event(wanted.file) if wanted.file else None
    plan = RandomEventPlan.of(draw, model, Path(wanted.config).read_text("utf-8") if wanted.config else "")
    text = write_trf(play(plan, pairing.pairs, draw, pairing.TYPE_CODE))
    if wanted.out:
        Path(wanted.out).write_bytes(text.encode())
    else:
        sys.stdout.buffer.write(text.encode())
    return DONE


def _tell(key: str, facts: object) -> None:
    """Something that is no answer: in words, to stderr."""
    from ronda.texts import Speaker, language

    assert isinstance(facts, dict)
    print(Speaker(language(None, os.environ)).say(key, **facts), file=sys.stderr)


def _tell_unreadable(file: str, trouble: Unreadable) -> None:
    from ronda.texts import Speaker, language

    told = Speaker(language(None, os.environ)).verdict("unreadable", trouble)
    print(f"{file}: {told}", file=sys.stderr)
