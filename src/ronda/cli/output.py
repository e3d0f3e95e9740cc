"""What a command says: to the person, or to a script, and nothing else; tables in plain text; and what ends it early, a
refusal by a rule or input that cannot be used."""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from ronda.core import Setup, Tournament, replace
from ronda.core.text_rules import hidden_text, visible_text
from ronda.core.verdicts import ACTOR, RESULT, ROUND, TABLE, TEXT, Codes, Refusal, citing
from ronda.formats.errors import Unreadable
from ronda.formats.json_types import MOST_SEED
from ronda.systems.declarations import place_word
from ronda.systems.labels import labels, names
from ronda.texts import Speaker
from ronda.texts.speaker import nearest
from ronda.views import View, plain_json

# what stands at the table, and who entered it when; "": nothing, and nobody
_STANDING = {"round": ROUND, "table": TABLE, "result": RESULT, "by": ACTOR, "time": TEXT}

CODES: Codes = {
    "refusal": {
        "confirm_correction": citing("S4", **_STANDING),
        "conflict": citing("S4", **_STANDING),
        "deleted": citing("S4", code=TEXT),
        "no_stages": citing("ST1.1"),
        "not_due": citing("PP6.4", until=TEXT),
        "other_writer": citing("R7"),
    }
}


V = TypeVar("V")

# The refusals that an option of the command line overcomes: which one, says `way.CODE`.
WAYS = frozenset(
    (
        "appeals_open",
        "approval_needed",
        "confirm_correction",
        "confirm_first",
        "conflict",
        "has_left",
        "no_round_exists",
        "score_needs_confirmation",
    )
)
# Refusals that are not about a rule: something was named that is not there, or cannot be read. So is what is unknown,
# but for what may have been there: a penalty that was lifted, an appeal that was decided.
_NOT_UNDERSTOOD = frozenset(("bad_option", "bad_particular", "tiebreak_modifier", "tiebreak_unknown"))
_NO_LONGER = frozenset(("unknown_appeal", "unknown_penalty"))


def not_understood(refusal: Refusal) -> bool:
    """Whether what was named is not there, or cannot be read (status 2); else a rule forbids it (status 1)."""
    code = refusal.code
    return code in _NOT_UNDERSTOOD or (code.startswith("unknown_") and code not in _NO_LONGER)


class Refused(Exception):
    """The desk refuses it: exit status 1, or 2 (`not_understood`). `tournament` has the players it speaks of."""

    def __init__(self, refusal: Refusal, tournament: Tournament | None = None) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal
        self.names = {} if tournament is None else names(tournament)


def granted(answer: V | Refusal, tournament: Tournament | None = None) -> V:
    """What was asked for. Raises Refused."""
    if isinstance(answer, Refusal):
        raise Refused(answer, tournament)
    return answer


class Misused(Exception):
    """Wrong usage, or a file that cannot be used: exit status 2. The text is `say.KEY`, and more sentences may follow
    (`ways`: their keys and facts)."""

    def __init__(self, key: str, /, **facts: Any) -> None:
        super().__init__(key)
        self.key = key
        self.facts = facts
        self.ways: list[tuple[str, Mapping[str, Any]]] = []

    def suggesting(self, found: str, known: Iterable[str]) -> Misused:
        """With the name that was perhaps meant."""
        near = nearest(found, known)
        if near:
            self.ways.append(("say.did_you_mean", {"meant": near}))
        return self


class UnreadableFile(Exception):
    """A file that cannot be read, and why."""

    def __init__(self, path: Path, trouble: Unreadable) -> None:
        super().__init__(str(path))
        self.path = path
        self.trouble = trouble


def seen_only(text: str, *more: str) -> str:
    """The text as it was typed, if one can see all of it; so with the others."""
    hidden = hidden_text(text, *more)
    if hidden is not None:
        raise Refused(hidden)
    return text


def checked_seed(seed: int) -> int:
    """A seed as it was typed, if it is one."""
    if not 0 <= seed <= MOST_SEED:
        raise Misused("bad_seed", found=seed, most=MOST_SEED)
    return seed


Cell = str | int
_BOLD, _PLAIN = "\x1b[1m", "\x1b[0m"


def text_table(
    headings: Sequence[str], rows: Sequence[Sequence[Cell]], words: Collection[int], *, bold: bool = False
) -> Iterator[str]:
    """The lines of a table. The columns in `words` are set to the left, whatever stands in them: somebody may be
    called A1. All others hold figures, and are set to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    right = [at not in words for at in range(len(headings))]
    columns = [[heading, *(row[at] for row in texts)] for at, heading in enumerate(headings)]
    widths = [max(map(width, column)) for column in columns]
    for number, row in enumerate([list(headings), *texts]):
        line = "  ".join(_set(*cell) for cell in zip(row, widths, right, strict=True)).rstrip()
        yield f"{_BOLD}{line}{_PLAIN}" if bold and number == 0 else line


def _set(text: str, columns: int, right: bool) -> str:
    space = " " * (columns - width(text))
    return space + text if right else text + space


def width(text: str) -> int:
    """The columns a text takes on a terminal."""
    return len(text) if text.isascii() else sum(_columns(letter) for letter in text)


def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


class Output:
    """Writes results to stdout and everything else to stderr, in one language. A command says both what a person reads
    (`line`, `tell`, `table`) and what a script gets (`data`): written is what was asked for."""

    def __init__(self, speaker: Speaker, *, json: bool) -> None:
        self.speaker = speaker
        self.json = json

    def speak_of(self, setup: Setup) -> None:
        """From now on an event like that is spoken of: the texts of its system come first, in refusals too. Whoever
        loads an event does it, so that no command has to."""
        self.speaker = replace(self.speaker, system=setup.system, where=place_word(setup))

    def about(self, tournament: Tournament) -> Output:
        """The same output, knowing the players, and how to tell them apart."""
        found = labels(tournament, removed=self.speaker.removed)
        called = {player: str(label) for player, label in found.items()}
        bare = {player: label.name for player, label in found.items()}
        setup, language = tournament.setup, self.speaker.language
        speaker = Speaker(language, called, bare, system=setup.system, where=place_word(setup))
        return Output(speaker, json=self.json)

    def say(self, key: str, /, **facts: Any) -> str:
        return self.speaker.say(key, **facts)

    def headings(self, table: str, columns: Sequence[str]) -> list[str]:
        return [self.say(f"label.{table}.{column}") for column in columns]

    def line(self, text: str = "") -> None:
        if not self.json:
            print(visible_text(text))

    def tell(self, key: str, /, **facts: Any) -> None:
        """A sentence on a line."""
        self.line(self.say(key, **facts))

    def answer(self, value: Mapping[str, Any] | View, key: str, /, **facts: Any) -> None:
        """The value for a script, a sentence for a person."""
        self.data(value)
        self.tell(key, **facts)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[Cell]], words: Collection[int]) -> None:
        """A table; `words` are the columns that hold words, the others hold figures."""
        for line in text_table(headings, rows, words, bold=sys.stdout.isatty()):
            self.line(line)

    def data(self, value: Mapping[str, Any] | View) -> None:
        """Machine output."""
        if self.json:
            print(json.dumps(value, ensure_ascii=False, default=plain_json))

    def note(self, text: str) -> None:
        """Something on the side: progress, warnings."""
        print(visible_text(text), file=sys.stderr)

    def agreed(self, key: str, /, **facts: Any) -> bool:
        """Whether somebody at a terminal says yes; where there is none, nobody does."""
        if self.json or not sys.stdin.isatty():
            return False
        yes, no = self.say("label.yes"), self.say("label.no")
        print(f"{visible_text(self.say(key, **facts))} ({yes}/{no}) ", end="", file=sys.stderr, flush=True)
        answer = sys.stdin.readline().strip().casefold()
        return bool(answer) and yes.casefold().startswith(answer)

    def fail(self, code: str, article: str, message: str) -> None:
        if self.json:
            self.data({"error": {"code": code, "article": article, "message": message}})
        else:
            self.note(f"{message} ({article})" if article else message)
