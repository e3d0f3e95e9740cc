"""Lists of players, pasted or uploaded: parsed and previewed before anything is saved."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from hashlib import blake2b

from litestar.datastructures import UploadFile

from ronda.core.model import Player
from ronda.core.text_rules import visible
from ronda.core.verdicts import Refusal
from ronda.formats.errors import Unreadable
from ronda.formats.players_csv import Understood, understand
from ronda.formats.players_file import list_text
from ronda.formats.tournament_text import FURTHER
from ronda.web.language import Words

PREVIEWED = 8
_DELIMITERS = {None: "line", ",": "comma", ";": "semicolon", "\t": "tab"}
_COLUMNS = ("rating", "national_rating", "licence", "club", *FURTHER)


@dataclass(frozen=True, slots=True)
class UploadedList:
    """A parsed list. `trouble` says in words why it could not be read; an empty list has neither."""

    text: str = ""
    understood: Understood | None = None
    trouble: str = ""
    notes: tuple[str, ...] = ()

    @property
    def players(self) -> tuple[Player, ...]:
        return self.understood.players if self.understood else ()

    @property
    def delimiter(self) -> str:
        return _DELIMITERS[self.understood.delimiter] if self.understood else "line"

    @property
    def columns(self) -> list[str]:
        """The particulars that somebody in the list has."""
        return [name for name in _COLUMNS if any(getattr(player, name) for player in self.players)]

    @property
    def digest(self) -> str:
        """By which one knows that a list is the one that was looked at: a page shows what can be seen of it."""
        return blake2b(
            "\n".join(visible(self.text).splitlines()).encode("utf-8", "replace"), digest_size=12
        ).hexdigest()

    def shown(self, known: Collection[str] = ()) -> list[tuple[Player, bool]]:
        """The first ones and all whose name is there twice, or `known` already; and whether it is."""
        seen: dict[str, int] = {}
        for player in self.players:
            seen[player.name.casefold()] = seen.get(player.name.casefold(), 0) + 1
        marked = [
            (player, seen[player.name.casefold()] > 1 or player.name.casefold() in known) for player in self.players
        ]
        again = [entry for entry in marked[PREVIEWED:] if entry[1]]
        return [*marked[:PREVIEWED], *again[: 2 * PREVIEWED]]


async def uploaded(file: object) -> bytes:
    """What a file field brought; nothing if nobody chose a file."""
    return await file.read() if isinstance(file, UploadFile) and file.filename else b""


def look(text: str, upload: bytes, words: Words) -> UploadedList:
    """Parse the list; an uploaded file takes the place of typed text. May take a while."""
    notes: list[str] = []
    try:
        if upload:
            text, encoding = list_text(upload)
            if encoding.startswith("cp"):
                notes.append(words("web.list.encoding_guessed", encoding=encoding))
        if not text.strip():
            return UploadedList(text)
        understood = understand(text.encode("utf-8", "replace"), encoding="utf-8")
    except Unreadable as trouble:
        return UploadedList(text, None, unreadable_text(trouble, words))
    notes += [words(f"note.{code}", **facts) for code, facts in understood.notes]
    return UploadedList(text, understood, "", tuple(notes))


def unreadable_text(trouble: Unreadable, words: Words) -> str:
    """What is wrong, and where."""
    sentence = words.speaker.verdict("unreadable", trouble)
    if trouble.line is None:
        return sentence
    if trouble.column is None:
        return words("web.list.at", place=words("say.line", line=trouble.line), text=sentence)
    return words("web.list.at", place=words("say.line_column", line=trouble.line, column=trouble.column), text=sentence)


def blamed(refusal: Refusal, words: Words) -> str:
    """Why a list cannot be used, with the name of the player it is about."""
    trouble = refusal.facts.get("trouble")
    if isinstance(trouble, Unreadable):
        return unreadable_text(trouble, words)
    sentence = words.speaker.verdict("refusal", refusal)
    names = refusal.facts.get("players")
    if not isinstance(names, list) or not names or str(names[0]) in sentence:
        return sentence
    return words("web.list.at", place=words.name(names), text=sentence)
