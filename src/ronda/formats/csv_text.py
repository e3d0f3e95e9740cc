"""Text tables as people have them: encoding, delimiter and quotes found out, cells with their lines; and what their
columns are called, in English, Spanish, Turkish, German and French.

A cell that a spreadsheet program would run as a formula is kept as text by an apostrophe, and read back as it was. The
apostrophe stands before the sign that would be obeyed, at the beginning of the cell and after whatever another program
might take for the beginning of one (a semicolon, a tab, a line end).
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple

from ronda.formats.errors import Unreadable, shown

_OBEYED = r"[=+\-@\t\r\n＝＋－＠]"
_BEGINNING = r"(^|[;\t\r\n])"
_BARE = re.compile(rf"{_BEGINNING}(?='*{_OBEYED})")
_KEPT = re.compile(rf"{_BEGINNING}'(?='*{_OBEYED})")
_NUMBER = re.compile(r"[+-]?[0-9]+(?:[.,][0-9]+)?")


def escape_cell(text: str) -> str:
    """The text as a cell that nothing obeys. A number is a number, also a negative one."""
    return text if _NUMBER.fullmatch(text) else _BARE.sub(r"\1'", text)


def unescape_cell(cell: str) -> str:
    """What `harmless` made the cell of."""
    return _KEPT.sub(r"\1", cell) if "'" in cell else cell


MOST_BYTES = 5_000_000
MOST_LINES = 40_000  # empty ones are counted, too
MOST_CELLS = 60  # in one row

Delimiter = str | None  # None: one cell to a line
DELIMITERS = ("\t", ";", ",")  # the earlier, the less likely inside a name
_SAMPLE = 200  # rows by which the delimiter is chosen

_ENCODINGS = {
    "utf8": "utf-8",
    "utf8sig": "utf-8",
    "utf16": "utf-16",
    "cp1254": "cp1254",
    "windows1254": "cp1254",
    "cp1252": "cp1252",
    "windows1252": "cp1252",
}
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
TURKISH = re.compile(rb"[\xD0\xDD\xDE\xF0\xFD\xFE]")  # Ğ İ Ş ğ ı ş in cp1254
_BINARY = re.compile(r"[\x00-\x08\x0E-\x1F\x7F]")
_NEWLINE = re.compile(r"\r\n|\r|\n")
_SEPARATOR_LINE = re.compile(r'"?sep=([,;\t])"?[ \t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)


class CsvRow(NamedTuple):
    line: int
    cells: tuple[str, ...]

    def is_empty(self) -> bool:
        return not any(cell.strip() for cell in self.cells)

    def cell(self, at: int) -> str:
        """A row may be shorter than others: what is not there is empty."""
        return self.cells[at] if at < len(self.cells) else ""


def decode(data: bytes, encoding: str | None) -> tuple[str, str]:
    """The text and the encoding it is in: the one asked for, or the one found."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    chosen = _found_encoding(data) if encoding is None else _known_encoding(encoding)
    try:
        text = data.decode("utf-8-sig" if chosen == "utf-8" else chosen)
    except UnicodeDecodeError as error:
        byte = f"{data[min(error.start, len(data) - 1)]:02X}"
        line = len(_NEWLINE.findall(data[: error.start].decode(chosen, "replace"))) + 1
        raise Unreadable("not_text", {"byte": byte}, f"line {line}", line) from None
    binary = _BINARY.search(text)
    if binary is not None:
        line = len(_NEWLINE.findall(text, 0, binary.start())) + 1
        raise Unreadable("not_text", {"byte": f"{ord(binary[0]):02X}"}, f"line {line}", line)
    return text, chosen


def _known_encoding(asked: str) -> str:
    found = _ENCODINGS.get(re.sub(r"[-_ ]", "", asked.lower()))
    if found is None:
        known = list(dict.fromkeys(_ENCODINGS.values()))
        raise Unreadable("unknown_encoding", {"found": shown(asked), "known": known})
    return found


def _found_encoding(data: bytes) -> str:
    if data.startswith(_UTF_16):
        return "utf-16"
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1254" if TURKISH.search(data) else "cp1252"
    return "utf-8"


def rows_of(text: str, is_heading: Callable[[CsvRow], bool]) -> tuple[list[CsvRow], Delimiter]:
    """All rows, empty ones too, and the delimiter: the one a spreadsheet program has named in the first line,
    or the one that makes a heading of the first row, or the one that cuts most rows alike."""
    body = text.rstrip()
    lines = sum(1 for _ in _NEWLINE.finditer(body)) + 1
    if lines > MOST_LINES:
        raise Unreadable("too_many", {"what": "rows", "found": lines, "most": MOST_LINES})
    named = _SEPARATOR_LINE.match(body)
    if named is not None:
        return _cut(body, named[1])[1:], named[1]
    samples = {
        delimiter: [row for row in _cut(body, delimiter, _SAMPLE) if not row.is_empty()] for delimiter in DELIMITERS
    }
    delimiter = _best(samples, is_heading)
    return _cut(body, delimiter), delimiter


def _best(samples: dict[str, list[CsvRow]], is_heading: Callable[[CsvRow], bool]) -> Delimiter:
    for delimiter, rows in samples.items():
        if not rows or (len(rows[0].cells) > 1 and is_heading(rows[0])):  # no rows: there is nothing else in it
            return delimiter
    alike: dict[str, float] = {}
    for delimiter, rows in samples.items():
        widths = Counter(len(row.cells) for row in rows)
        width, count = widths.most_common(1)[0] if widths else (1, 0)
        if width > 1:
            alike[delimiter] = count / len(rows)
    return max(alike, key=lambda delimiter: alike[delimiter], default=None)


def _cut(text: str, delimiter: Delimiter, most: int = MOST_LINES) -> list[CsvRow]:
    """The first rows of the text. A cell in quotes may hold delimiters and line ends; a quote that opens such
    a cell but never closes it is an ordinary character."""
    cut = re.escape(delimiter or "")
    cell = re.compile(rf' *"((?:[^"]++|"")*+)" *(?=[{cut}\r\n]|\Z)|([^{cut}\r\n]*)')
    rows: list[CsvRow] = []
    at, line = 0, 1
    while at < len(text) and len(rows) < most:
        start, cells = line, list[str]()
        while True:
            found = cell.match(text, at)
            assert found is not None, "the second way matches everywhere"
            quoted = found[1]
            cells.append(unescape_cell(found[2] if quoted is None else quoted.replace('""', '"')))
            line += 0 if quoted is None else len(_NEWLINE.findall(quoted))
            at = found.end()
            if len(cells) > MOST_CELLS:
                facts = {"what": "cells", "found": len(cells), "most": MOST_CELLS}
                raise Unreadable("too_many", facts, f"line {start}", start, len(cells))
            if not delimiter or not text.startswith(delimiter, at):
                break
            at += 1
        at += 2 if text.startswith("\r\n", at) else 1
        line += 1
        rows.append(CsvRow(start, tuple(cells)))
    return rows


Meaning = Literal[
    "id",
    "name",
    "first_name",
    "surname",
    "rating",
    "national_rating",
    "licence",
    "club",
    "title",
    "federation",
    "fide_id",
    "birth_year",
    "sex",
    "email",
    "person",
    "start",
    "members",
]

# As plain() leaves them: small letters and digits only, no accents, no dots.
_WORDS: dict[Meaning, str] = {
    "id": "id no nr num number n # sno snr startno startnr startnumber startingnumber bsno "
    "numero orden numeroinicial sira sirano siranumarasi lfdnr nummer startnummer numerodedepart",
    "name": "name names fullname player players playername participant competitor "
    "nombre nombres nombrecompleto nombreyapellido nombreyapellidos nombresyapellidos apellidosynombre "
    "apellidosynombres apellidoynombre jugador jugadora jugadores jugadoresas atleta atletas participante "
    "participantes adsoyad adsoyadi adisoyadi adivesoyadi advesoyad isim isimsoyisim oyuncu oyuncular sporcu "
    "oyuncuadi sporcuadi spieler spielerin spielerinnen spielername teilnehmer teilnehmerin teilnehmerinnen "
    "nameundvorname vornamename vornameundname namevorname nachnamevorname vornamenachname nom noms joueur "
    "joueuse joueurs joueureuse nomprenom nometprenom prenomnom prenometnom participantparticipante",
    "first_name": "firstname givenname forename primernombre ad adi vorname rufname prenom prenoms",
    "surname": "surname lastname familyname apellido apellidos soyad soyadi soyisim nachname familienname "
    "zuname nomdefamille",
    "rating": "rating ratings elo elorating eloint intelo ratingint rtg rtgi eloi fide elofide fideelo "
    "fiderating ratingfide elointernacional ratinginternacional uluslararasi elopuani "
    "elozahl wertung wertungszahl wertzahl elointernational cote "
    "rtgint ratingi elorapid elostandard std classical",
    "national_rating": "nationalrating national nat natrating ratingnat rtgnat rtgn elonat natelo "
    "elonational elonacional nacional ratingnacional ukd ukdpuani ulusal ulusalkuvvetderecesi dwz nwz nwzdwz "
    "nationalewertung cotenationale "
    "ratingn natrtg nrating ingo nationalelo",
    "licence": "licence license licenceno licenseno licencenumber licensenumber lic licencia licencias "
    "nlicencia nolicencia numerolicencia numerodelicencia lno lisans lisansno lisansnumarasi tsfid lizenz lizenznr "
    "lizenznummer nlicence nolicence numerolicence numerodelicence "
    "idno nationalid natid idnat nrffe noffe codeffe licenceffe ffe passnr passnummer spielernr mitgliedsnr "
    "mitgliedsnummer zps tckimlikno tckimlik kimlikno tcno cedula dni documento memberid membership "
    "membernumber playerid",
    "club": "club clubs clubname verein vereine vereinsname kulup kulubu kulupadi klub team equipo equipos "
    "takim mannschaft equipe association asociacion "
    "clubcity clubort vereinort kulupil kulupsehir clubciudad clubville",
    "title": "title titles titulo titulos unvan titel titre titres tit ti fidetitle titulofide titelfide",
    "federation": "federation federations fed federacion federasyon foderation verband country pais ulke land pays "
    "nation nationality nationalite nacionalidad uyruk nationalitat",
    "fide_id": "fideid idfide fideno fidenr codigofide fidekod fidekodu fidenumber fidecode codefide kodfide idnumber",
    "birth_year": "birthyear yearofbirth birth born birthday birthdate dateofbirth dob nacimiento anodenacimiento "
    "anonacimiento fechadenacimiento fechanacimiento dogum dogumyili dogumtarihi geburtsjahr jahrgang geburtsdatum geb "
    "naissance anneedenaissance datedenaissance "
    "geburtstag nele dt datenaissance anneenaissance dtnaiss dtn dogumyil yob",
    "sex": "sex gender sexo genero cinsiyet geschlecht sexe genre mw wm cins mf",
    "email": "email emails mail emailaddress correo correoelectronico eposta emailadresse courriel",
    "person": "rondaperson",  # no other list has the keys of our own
    "start": "start startingpoints puntosdesalida puntosiniciales baslangicpuani startpunkte pointsdedepart",
    "members": "members member miembros integrantes uyeler mitglieder membres",
}
MEANINGS: tuple[Meaning, ...] = tuple(_WORDS)
_MEANINGS: dict[str, Meaning] = {word: meaning for meaning, words in _WORDS.items() for word in words.split()}


def plain_heading(heading: str) -> str:
    """A heading without capitals, accents, Turkish dots, spaces and punctuation (but a lone # stays)."""
    folded = unicodedata.normalize("NFKD", heading).casefold().replace("ı", "i")
    letters = "".join(c for c in folded if c.isalnum())
    return letters or folded.strip()


def meaning_of(heading: str) -> Meaning | None:
    return _MEANINGS.get(plain_heading(heading)) if len(heading) <= 60 else None


def meanings_of(headings: tuple[str, ...]) -> list[Meaning | None]:
    """What each column means. Of several with the same meaning the first counts."""
    found: list[Meaning | None] = []
    for heading in headings:
        meaning = meaning_of(heading)
        found.append(None if meaning in found else meaning)
    if "name" not in found:
        return found
    # "Nombre, Apellidos": a given name and a surname; "Name, Vorname": a surname and a given name.
    if "surname" in found and "first_name" not in found:
        return ["first_name" if meaning == "name" else meaning for meaning in found]
    if "first_name" in found and "surname" not in found:
        return ["surname" if meaning == "name" else meaning for meaning in found]
    return [None if meaning in ("first_name", "surname") else meaning for meaning in found]
