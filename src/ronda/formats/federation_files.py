"""Lists of federations (PP7): FIDE's as XML and as text, Swiss-Manager's, the Turkish federation's and any with
headings. Read line by line: a million rows need no more memory than one.

FIDE's text list has fixed columns, which are read from the positions of its own headings (PP7.3).
"""

from __future__ import annotations

import codecs
import csv
import io
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any, Literal
from xml.etree.ElementTree import Element, ParseError, XMLPullParser

from ronda.core import Player
from ronda.core.text_rules import visible_text
from ronda.formats.csv_text import TURKISH, CsvRow, escape_cell, meanings_of, plain_heading, unescape_cell
from ronda.formats.errors import Unreadable
from ronda.formats.player_lists import WORKBOOKS, read_in_pieces, understand_file
from ronda.people import Person, year_of

Kind = Literal["fide-xml", "fide-text", "table", "workbook"]
MOST_LINE = 20_000  # characters: what is longer is no list
_PIECE = 1 << 18  # bytes that are looked at in one go
_MOST_WORKBOOK = 20_000_000
_MOST_TEXT = 200
_FEMALE = frozenset(("f", "w", "k", "d", "b", "kiz", "kadin", "bayan", "female", "woman", "weiblich", "mujer", "fille"))
_MALE = frozenset(("m", "e", "h", "erkek", "bay", "male", "man", "mannlich", "masculin", "hombre", "masculino"))
_HEADINGS = re.compile(r"ID Number|Name|Fed|Sex|WTit|OTit|Tit|FOA|SRtng|RRtng|BRtng|[A-Z]{3}[0-9]{2}|B-day|Flag|\S+")
_MONTH = re.compile(r"[A-Z]{3}[0-9]{2}")


class FederationFile:
    """A list in a file. `left_out`: rows that nobody could be read from, as far as it was gone through."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.left_out = 0
        with open(path, "rb") as file:
            self.kind: Kind = _kind(file.read(4_096))

    def people(self) -> Iterator[Person]:
        """Everybody in the list, one after the other. Raises Unreadable."""
        if self.kind == "fide-xml":
            rows: Iterator[Person | None] = _from_xml(self.path)
        elif self.kind == "workbook":
            rows = _from_workbook(self.path)
        else:
            rows = _from_text(self.path, fixed=self.kind == "fide-text")
        for one in rows:
            if one is None:
                self.left_out += 1
            else:
                yield one


def _kind(start: bytes) -> Kind:
    if start.startswith(WORKBOOKS):
        return "workbook"
    bare = start.removeprefix(codecs.BOM_UTF8).lstrip()
    if bare.startswith(b"<"):
        return "fide-xml"
    first = bare.split(b"\n", 1)[0]
    words = first.split()
    fixed = words[:2] == [b"ID", b"Number"] and b"Name" in words and not any(sign in first for sign in (b";", b"\t"))
    return "fide-text" if fixed else "table"


# --- XML (PP7.2) -------------------------------------------------------------------------------------------


def _from_xml(path: Path) -> Iterator[Person | None]:
    parser: Any = XMLPullParser(("start", "end"))
    root: Element | None = None
    with open(path, "rb") as file:
        if re.search(rb"<!(DOCTYPE|ENTITY)", file.read(_PIECE)):  # no such list defines its own words
            raise Unreadable("not_text", {"byte": "3C"}, "line 1", 1)
        file.seek(0)
        try:
            while piece := file.read(_PIECE):
                parser.feed(piece)
                for event, element in parser.read_events():
                    root = element if root is None else root
                    if event == "end" and element.tag == "player":
                        yield _xml_person(element)
                        root.clear()  # what was read makes room
            parser.close()
        except ParseError as error:
            line = error.position[0]
            raise Unreadable("not_text", {"byte": "3C"}, f"line {line}", line) from None


def _xml_person(element: Element) -> Person | None:
    found = {child.tag: (child.text or "").strip() for child in element}
    return _fide_person({**found, "born": found.get("birthday", "")})


def _fide_person(found: dict[str, str]) -> Person | None:
    """PP7.7: 0 is no rating. `flag` i: the person does not play any more; that is no reason to leave them out."""
    name = _line(found.get("name", ""))
    if not name:
        return None
    number = found.get("fideid", "")
    ratings = {
        own: rating
        for own, key in (("rating", "rating"), ("rapid", "rapid_rating"), ("blitz", "blitz_rating"))
        if (rating := _whole(found.get(key, "")))
    }
    return Person(
        name,
        ids={"fide": number} if number.strip("0") else {},
        federation=_line(found.get("country", "")),
        born=year_of(found.get("born", "")),
        sex=sex_of(found.get("sex", "")),
        title=_line(found.get("title", "") or found.get("w_title", "")),
        ratings=ratings,
    )


# --- text (PP7.3 to PP7.6) ---------------------------------------------------------------------------------


def _from_text(path: Path, *, fixed: bool) -> Iterator[Person | None]:
    with open(path, encoding=_encoding(path), newline="") as file:
        lines = _lines(file)
        yield from _fixed(lines) if fixed else _table(lines)


def _encoding(path: Path) -> str:
    """UTF-8, or else the one of Windows: the Turkish one where its letters are in it."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    turkish = False
    utf8 = True
    with open(path, "rb") as file:
        while piece := file.read(_PIECE):
            turkish = turkish or TURKISH.search(piece) is not None
            if utf8:
                try:
                    decoder.decode(piece)
                except UnicodeDecodeError:
                    utf8 = False
    if utf8:
        return "utf-8-sig"
    return "cp1254" if turkish else "cp1252"


def _lines(file: IO[str]) -> Iterator[str]:
    number = 0
    while line := file.readline(MOST_LINE + 1):
        number += 1
        if len(line) > MOST_LINE:
            raise Unreadable("too_long", {"found": len(line), "most": MOST_LINE}, f"line {number}", number)
        if "\0" in line:
            raise Unreadable("not_text", {"byte": "00"}, f"line {number}", number)
        yield line


def _fixed(lines: Iterator[str]) -> Iterator[Person | None]:
    """PP7.3: each column from the first letter of its heading to the one before the next."""
    heading = next((line for line in lines if line.strip()), "").rstrip("\r\n")
    starts = [(found.start(), _fixed_meaning(found[0])) for found in _HEADINGS.finditer(heading)]
    ends = [start for start, _ in starts[1:]] + [MOST_LINE]
    columns = [(meaning, start, end) for (start, meaning), end in zip(starts, ends, strict=True) if meaning]
    if "name" not in {meaning for meaning, _, _ in columns}:
        raise Unreadable("no_name_column", {}, "line 1", 1)
    for line in lines:
        if line.strip():
            yield _fide_person({meaning: line[start:end].strip() for meaning, start, end in columns})


def _fixed_meaning(heading: str) -> str:
    if _MONTH.fullmatch(heading):  # the list of one kind of rating names it by its month
        return "rating"
    known = {
        "ID Number": "fideid",
        "Name": "name",
        "Fed": "country",
        "Sex": "sex",
        "Tit": "title",
        "WTit": "w_title",
        "SRtng": "rating",
        "RRtng": "rapid_rating",
        "BRtng": "blitz_rating",
        "B-day": "born",
    }
    return known.get(heading, "")


def _table(lines: Iterator[str]) -> Iterator[Person | None]:
    """With headings, in any order; cut by what makes most sense of the headings."""
    first = next(lines, "")
    delimiter = max(";\t,", key=lambda one: sum(map(bool, meanings_of(_cut(first, one)))))
    headings = _cut(first, delimiter)
    numbered = ((at, cells) for at, cells in enumerate(csv.reader(lines, delimiter=delimiter), start=2) if cells)
    rows = (CsvRow(at, tuple(map(unescape_cell, cells))) for at, cells in numbered)
    try:
        for _, player in read_in_pieces(_named(headings), (row for row in rows if not row.is_empty())):
            yield None if player is None else _listed(player)
    except csv.Error as error:
        raise Unreadable("not_text", {"byte": "22"}) from error


def _cut(line: str, delimiter: str) -> tuple[str, ...]:
    return tuple(next(csv.reader([line], delimiter=delimiter), []))


def _named(headings: Sequence[str]) -> list[str]:
    """PP7.4: where Swiss-Manager's own number stands beside FIDE's, it is the national one, not a start number."""
    return ["licence" if plain_heading(one) in ("idno", "id") and len(headings) > 3 else one for one in headings]


def _from_workbook(path: Path) -> Iterator[Person | None]:
    if path.stat().st_size > _MOST_WORKBOOK:
        raise Unreadable("too_large", {"bytes": path.stat().st_size, "most": _MOST_WORKBOOK})
    understood = understand_file(path.read_bytes())
    return (None if player is None else _listed(player) for _, player in understood.rows)


def _listed(player: Player) -> Person:
    ids = {"licence": player.licence if player.licence != player.fide_id else "", "fide": player.fide_id}
    ratings = {"rating": player.rating, "national_rating": player.national_rating}
    return Person(
        player.name,
        ids={scheme: number for scheme, number in ids.items() if number},
        club=player.club,
        federation=player.federation,
        born=player.birth_year or None,
        sex=sex_of(player.sex),
        title=player.title,
        ratings={name: rating for name, rating in ratings.items() if rating},
        email=player.email,
    )


def sex_of(text: str) -> str:
    """PP7.4, PP7.5: as federations write it; what nobody knows is left empty."""
    word = plain_heading(text)
    return "F" if word in _FEMALE else "M" if word in _MALE else "X" if word == "x" else ""


def _line(text: str) -> str:
    return " ".join(visible_text(text).split())[:_MOST_TEXT]


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else 0


# --- as a file of one's own --------------------------------------------------------------------------------


EXPORTED = (
    *("name", "licence", "fide_id", "club", "federation", "birth_year", "sex", "title"),
    *("rating", "national_rating", "email"),
)


def people_csv(people: Iterator[tuple[str, Person]]) -> Iterator[str]:
    """The list with headings that are read again (PP7.6)."""

    def line(cells: Sequence[object]) -> str:
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(escape_cell(str(cell)) for cell in cells)
        return text.getvalue()

    yield line(EXPORTED)
    for _, one in people:
        yield line(
            (
                *(one.name, one.ids.get("licence", ""), one.ids.get("fide", ""), one.club, one.federation),
                *(one.born or "", one.sex, one.title),
                *(one.ratings.get("rating", "") or "", one.ratings.get("national_rating", "") or "", one.email),
            )
        )
