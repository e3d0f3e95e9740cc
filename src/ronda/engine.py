"""`ronda engine`: pairs, checks and generates report files for other programs, with the options, the output and the
exit status that callers of bbpPairings and JaVaFo know.

It starts fast: nothing is imported that a round does not need.
"""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, Protocol

from ronda import __version__, registry
from ronda.core import replace
from ronda.formats.errors import Unreadable
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.round_to_pair import BAKU, Handed, paired, round_to_pair
from ronda.formats.trf.values import PLAYED, TENTHS, TrfEvent
from ronda.systems.exchange import ChecklistEntry, Coming, PairingEntry, Pairs
from ronda.texts import Speaker, language

# As bbpPairings ends. It checks with 0 whatever it finds; here a round that differs is told by NO_ROUND, which it does
# not use for checking.
DONE, NO_ROUND, UNEXPECTED, INVALID, TOO_LARGE, FILE_TROUBLE = range(6)
_INTERRUPTED = 130
_VERSION = f"Ronda {__version__}"
_TOO_LARGE = ("too_large", "too_many")


class PairingModule(Protocol):
    """The module `exchange` of a system."""

    NAME: str
    TYPE_CODE: str  # of record 192

    def pairs(self, coming: Coming) -> Pairs | None: ...

    def checklist(self, coming: Coming) -> list[ChecklistEntry]: ...


class _NotWritten(Exception):
    """A file, or standard output, that could not be written."""

    def __init__(self, file: str, trouble: OSError) -> None:
        super().__init__(file)
        self.file = file
        self.trouble = trouble


def main(words: Sequence[str]) -> int:
    """Runs one request and gives its exit status."""
    file = ""
    try:
        wanted = Wanted(words)
        file = wanted.file
        return _answer(wanted)
    except Misuse as trouble:
        _tell(f"say.{trouble.key}", trouble.facts)
        return INVALID
    except Unreadable as trouble:
        _say(f"{file}: {_speaker().verdict('unreadable', trouble)}")
        return TOO_LARGE if trouble.code in _TOO_LARGE else INVALID
    except _NotWritten as told:
        return _tell_not_written(told)
    except OSError as trouble:
        _tell("say.cannot_read", {"file": str(trouble.filename or file), "detail": _detail(trouble)})
        return FILE_TROUBLE
    except MemoryError:
        _tell("say.engine_memory", {"file": file})
        return TOO_LARGE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except Exception:  # a fault of this program: not to be taken for "no round exists", as Python's own status would be
        traceback.print_exc()
        return UNEXPECTED


def _answer(wanted: Wanted) -> int:
    if wanted.verb == "r":
        _print(f"{_VERSION}\n")
        return DONE
    if wanted.version:
        _say(_VERSION)
    pairing: PairingModule = import_module(f"{registry.package(wanted.system)}.exchange")
    for written in filter(None, (wanted.out, wanted.list)):
        if wanted.file and Path(written).exists() and Path(written).samefile(wanted.file):
            raise Misuse("engine_same_file", file=written)
    match wanted.verb:
        case "p":
            return _pair(pairing, _event(pairing, wanted), wanted)
        case "c":
            return _check(pairing, _event(pairing, wanted), wanted)
        case _:
            return _generate(pairing, wanted)


def _event(pairing: PairingModule, wanted: Wanted) -> TrfEvent:
    reading = read_trf(Path(wanted.file).read_bytes())
    if reading.event.rounds is None:
        raise Misuse("engine_rounds", file=wanted.file)
    for code, facts in reading.notes:
        _tell(f"note.{code}", facts)
    return replace(reading.event, type_code=f"{pairing.TYPE_CODE}{BAKU}") if wanted.baku else reading.event


def _pair(pairing: PairingModule, event: TrfEvent, wanted: Wanted) -> int:
    if event.rounds is not None and event.played >= event.rounds:
        raise Misuse("engine_over", rounds=event.rounds)
    handed = round_to_pair(event)
    found = pairing.pairs(handed.coming)
    lines = [] if found is None else [str(len(found)), *(f"{w} {b}" for w, b in handed.as_called(found))]
    text = "".join(f"{line}\n" for line in lines)
    _give(wanted, text)  # empty where there is no round: callers must not find that of another time
    if wanted.list is not None:
        _write(wanted.list, _listed(pairing, handed, found))
    if found is None:
        _tell("say.engine_no_round", {"round": event.next_round})
        return NO_ROUND
    return DONE


def _listed(pairing: PairingModule, handed: Handed, found: Pairs | None) -> str:
    return checklist_text(handed, pairing.checklist(handed.coming), found)


def _check(pairing: PairingModule, event: TrfEvent, wanted: Wanted) -> int:
    """Every round is paired again from what was known before it."""
    status = DONE
    lists = []
    _print(f"{wanted.file}: {pairing.NAME}\n")
    for number in range(1, event.played + 1):
        handed = round_to_pair(event, number)
        answer = pairing.pairs(handed.coming)
        lists.append(f"Round #{number}\n{_listed(pairing, handed, answer)}" if wanted.list is not None else "")
        expected = None if answer is None else frozenset(handed.as_called(answer))
        seen = frozenset(paired(event, number))
        if expected == seen:
            _print(f"  Round #{number}: OK\n")
            continue
        status = NO_ROUND
        missing = _shown(sorted(expected - seen)) if expected is not None else "no complete round"
        _print(
            f"  Round #{number}: differs\n"
            f"    engine:     {missing}\n"
            f"    tournament: {_shown(sorted(seen - (expected or frozenset())))}\n"
        )
    if wanted.list is not None:
        _write(wanted.list, "\n".join(lists))
    return status


def _shown(pairs: Sequence[tuple[int, int]]) -> str:
    return "  ".join(f"{white}-{black}" for white, black in pairs)


def _generate(pairing: PairingModule, wanted: Wanted) -> int:
    from ronda.core.chance import Draw, fresh_seed
    from ronda.formats.trf.writing import write_trf
    from ronda.lab.random_event import RandomEventPlan, play

    seed = fresh_seed() if wanted.seed is None else wanted.seed
    draw = Draw(seed, "engine")
    model = _event(pairing, wanted) if wanted.file else None
    plan = RandomEventPlan.of(draw, model, Path(wanted.config).read_text("utf-8") if wanted.config else "")
    text = write_trf(play(plan, pairing.pairs, draw, pairing.TYPE_CODE))
    _give(wanted, text)
    return DONE


# --- what goes out -----------------------------------------------------------------------------------------


def _give(wanted: Wanted, text: str) -> None:
    if wanted.out:
        _write(wanted.out, text)
    else:
        _print(text)


def _write(file: str, text: str) -> None:
    """The whole file, with the line ends as they are; half a file is not left behind."""
    try:
        Path(file).write_bytes(text.encode())
    except OSError as trouble:
        if Path(file).is_file():
            Path(file).unlink(missing_ok=True)
        raise _NotWritten(file, trouble) from None


def _print(text: str) -> None:
    """To standard output, at once: a reader that has gone, or a full disk, is noticed here and not after the end."""
    try:
        if sys.stdout is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if hasattr(sys.stdout, "reconfigure"):
            sys.stdout.reconfigure(errors="replace", newline="")
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as trouble:
        raise _NotWritten("", trouble) from None


def _tell_not_written(told: _NotWritten) -> int:
    if not told.file and isinstance(told.trouble, BrokenPipeError):  # the reader had enough (| head)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    _tell("say.engine_not_written", {"file": told.file or "stdout", "detail": _detail(told.trouble)})
    return FILE_TROUBLE


def _detail(trouble: OSError) -> str:
    return trouble.strerror or str(trouble)


def _tell(key: str, facts: Mapping[str, Any]) -> None:
    """Something that is no answer: in words, to stderr."""
    _say(_speaker().say(key, **facts))


def _speaker() -> Speaker:
    return Speaker(language(None, os.environ))


def _say(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr)


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
