"""Lists of players, pasted or uploaded: parsed and shown as a table before anything is saved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2b

from litestar.datastructures import UploadFile

from ronda.core.model import Player
from ronda.core.text_rules import visible_text
from ronda.core.values import Frozen
from ronda.core.values import replace as replace_player
from ronda.core.verdicts import Refusal
from ronda.desk.people import particulars_of
from ronda.formats.csv_text import MEANINGS, CsvRow, Delimiter, Meaning, escape_cell, rows_of
from ronda.formats.errors import Unreadable
from ronda.formats.player_lists import Understood, is_heading, list_text, understand
from ronda.formats.tournament.writing import FURTHER
from ronda.people import Person
from ronda.views.verdicts import unreadable_text
from ronda.web.language import Words

_SEEN = ("duplicate_names", "passed_over", "ignored_column", "empty_lines")  # notes on what the table shows
_COLUMNS = ("rating", "national_rating", "licence", "club", *FURTHER)


class PreviewRow(Frozen):
    """One row of a list as it is shown, and can be mended; `cells` by their place in the row."""

    line: int
    player: Player | None
    cells: tuple[tuple[int, str], ...]
    bad: frozenset[int]
    remarks: tuple[str, ...]
    twice: bool

    @property
    def wants_a_look(self) -> bool:
        return bool(self.remarks) or self.twice


class UploadedList(Frozen):
    """A parsed list. `trouble` says in words why it could not be read; an empty list has neither."""

    text: str = ""
    understood: Understood | None = None
    trouble: str = ""
    notes: tuple[str, ...] = ()
    remarks: tuple[tuple[int, int, str], ...] = ()  # line, column and what is wrong there
    mended: bool = False  # the text is not what was sent: cells were changed in the table

    @property
    def players(self) -> tuple[Player, ...]:
        return self.understood.players if self.understood else ()

    @property
    def columns(self) -> list[str]:
        """The particulars that somebody in the list has."""
        return [name for name in _COLUMNS if any(getattr(player, name) for player in self.players)]

    @property
    def digest(self) -> str:
        """By which one knows that a list is the one that was looked at: a page shows what can be seen of it."""
        return blake2b(
            "\n".join(visible_text(self.text).splitlines()).encode("utf-8", "replace"), digest_size=12
        ).hexdigest()

    @property
    def meanings(self) -> tuple[str, ...]:
        """What a column may mean; "": nothing."""
        return ("", *MEANINGS)

    @property
    def places(self) -> list[tuple[int, Meaning | None]]:
        """The columns that somebody has something in, and what they mean."""
        if self.understood is None:
            return []
        filled = {at for row, _ in self.understood.rows for at, cell in enumerate(row.cells) if cell.strip()}
        return [(at, meaning) for at, meaning in enumerate(self.understood.columns) if meaning or at in filled]

    @property
    def name_place(self) -> int:
        """Where a further name is put in a row."""
        columns = self.understood.columns if self.understood else ()
        return next((columns.index(meaning) for meaning in ("name", "surname") if meaning in columns), 0)

    def with_remark(self, names: Collection[str], text: str) -> UploadedList:
        """The same, with a remark beside these players."""
        rows = self.understood.rows if self.understood else ()
        blamed = ((row.line, 0, text) for row, player in rows if player is not None and player.name in names)
        return replace(self, remarks=(*self.remarks, *blamed))

    def rows(self, known: Collection[str] = ()) -> list[PreviewRow]:
        """Row by row what stands in the list. `known`: names that are in the event already."""
        names = Counter(player.name.casefold() for player in self.players)
        twice = {name for name, times in names.items() if times > 1 or name in known}
        places = [at for at, _ in self.places]
        by_line: dict[int, list[tuple[int, str]]] = {}
        for line, column, text in self.remarks:
            by_line.setdefault(line, []).append((column, text))
        return [
            PreviewRow(
                row.line,
                player,
                tuple((at, " ".join(row.cell(at).split())) for at in places),
                frozenset(column - 1 for column, _ in by_line.get(row.line, ())),
                tuple(text for _, text in by_line.get(row.line, ())),
                player is not None and player.name.casefold() in twice,
            )
            for row, player in (self.understood.rows if self.understood else ())
        ]


async def uploaded(file: object) -> bytes:
    """What a file field brought; nothing if nobody chose a file."""
    return await file.read() if isinstance(file, UploadFile) and file.filename else b""


def look(fields: Mapping[str, str], upload: bytes, words: Words) -> UploadedList:
    """The list of a form: `players`, with the cells that were mended in its table. A file takes its place. May take
    a while."""
    if upload:
        return _looked_file(upload, words)
    looked = _looked(fields.get("players", ""), words)
    text = mended(looked.text, looked.understood, fields) if looked.understood else looked.text
    if text != looked.text:
        looked = replace(_looked(text, words), mended=True)
    return looked


def _looked_file(upload: bytes, words: Words) -> UploadedList:
    try:
        text, encoding = list_text(upload)
    except Unreadable as trouble:
        return UploadedList("", None, unreadable_text(trouble, words.speaker))
    looked = _looked(text, words)
    guessed = [words("web.list.encoding_guessed", encoding=encoding)] if encoding.startswith("cp") else []
    return replace(looked, notes=(*guessed, *looked.notes))


def _looked(text: str, words: Words) -> UploadedList:
    if not text.strip():
        return UploadedList(text)
    try:
        understood = understand(text.encode("utf-8", "replace"), encoding="utf-8")
    except Unreadable as trouble:
        return UploadedList(text, None, unreadable_text(trouble, words.speaker))
    notes = tuple(words(f"note.{code}", **facts) for code, facts in understood.notes if code not in _SEEN)
    remarks = tuple(
        (one.line or 0, one.column or 0, words.speaker.verdict("unreadable", one)) for one in understood.remarks
    )
    return UploadedList(text, understood, "", notes, remarks)


def mended(text: str, understood: Understood, fields: Mapping[str, str]) -> str:
    """The text with the cells (`cell.LINE.PLACE`) and the meanings of columns (`column.PLACE`) that a table was
    given; the very text, if nothing is different."""
    if not understood.rows:
        return text
    cells = {name: value for name, value in fields.items() if name.startswith("cell.")}
    meanings = {at: fields.get(f"column.{at}", meaning or "") for at, meaning in enumerate(understood.columns)}
    rows, delimiter = rows_of(text, is_heading)
    changed = [_with_cells(row, cells) for row in rows]
    if any(meanings[at] != (meaning or "") for at, meaning in enumerate(understood.columns)):
        changed = _with_headings(changed, understood, meanings)
    return text if changed == rows else _written(changed, delimiter, text)


def _with_cells(row: CsvRow, cells: Mapping[str, str]) -> CsvRow:
    """What is the same but for its spaces was not changed."""
    found = list(row.cells)
    for at, cell in enumerate(found):
        value = cells.get(f"cell.{row.line}.{at}")
        if value is not None and " ".join(value.split()) != " ".join(cell.split()):
            found[at] = value
    return CsvRow(row.line, tuple(found))


def _with_headings(rows: Sequence[CsvRow], understood: Understood, meanings: Mapping[int, str]) -> list[CsvRow]:
    """With a first line that says the meanings; a column that somebody gave one takes it from any other."""
    given = {meanings[at] for at, meaning in enumerate(understood.columns) if meanings[at] != (meaning or "")}
    kept = [
        "" if meaning is not None and meaning in given and meanings[at] == meaning else meanings[at]
        for at, meaning in enumerate(understood.columns)
    ]
    head = CsvRow(0, tuple(meaning if meaning in MEANINGS else "-" for meaning in kept))
    first = next(at for at, row in enumerate(rows) if not row.is_empty())
    return [*rows[:first], head, *rows[first + understood.header :]]


def _written(rows: Sequence[CsvRow], delimiter: Delimiter, before: str) -> str:
    """As text again; a first line that names the delimiter stays."""
    named = before.splitlines()[0] + "\n" if before.lower().lstrip('"').startswith("sep=") else ""
    cut = delimiter or "\n"
    return named + "".join(cut.join(_quoted(escape_cell(cell), cut) for cell in row.cells) + "\n" for row in rows)


def filled_in(looked: UploadedList, people: Mapping[int, Person]) -> str:
    """The list with what is known of these people, by the number in the list: what was typed stays, gaps are filled,
    and each is known to be that person."""
    players = [
        player if (known := people.get(player.id)) is None else _filled(player, known) for player in looked.players
    ]
    columns = ["name", *(name for name in _COLUMNS if any(getattr(player, name) for player in players))]
    head = CsvRow(0, tuple("ronda person" if name == "person" else name for name in columns))
    rows = [CsvRow(0, tuple(str(getattr(player, name) or "") for name in columns)) for player in players]
    return _written([head, *rows], "\t", "")


def _filled(player: Player, known: Person) -> Player:
    told = {name: value for name, value in particulars_of(known).items() if value and not getattr(player, name)}
    return replace_player(player, **told, person=known.key)


def _quoted(cell: str, delimiter: str) -> str:
    if not any(mark in cell for mark in (delimiter, '"', "\n", "\r")):
        return cell
    return '"' + cell.replace('"', '""') + '"'


def blamed(refusal: Refusal, words: Words) -> str:
    """Why a list cannot be used, with the name of the player it is about."""
    trouble = refusal.facts.get("trouble")
    if isinstance(trouble, Unreadable):
        return unreadable_text(trouble, words.speaker)
    sentence = words.speaker.verdict("refusal", refusal)
    names = refusal.facts.get("players")
    if not isinstance(names, list) or not names or str(names[0]) in sentence:
        return sentence
    return words("web.list.at", place=words.name(names), text=sentence)
