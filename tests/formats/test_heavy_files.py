"""Files made to hurt whoever opens them: a cell at the end of the world, archives that grow, parts without number."""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
import xlsxwriter

from ronda.cli import run
from ronda.core.facts import Created, Entered
from ronda.core.history import fold
from ronda.core.model import Player, Setup
from ronda.formats import event_text, sandbox
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_facts
from ronda.formats.player_lists import list_text
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.workbook_sheets import MOST_PARTS
from ronda.formats.workbooks import read_workbook, workbook_bytes

SHEET = "xl/worksheets/sheet1.xml"
TEXT = '<c r="{0}" t="inlineStr"><is><t>{1}</t></is></c>'


def book(cells: str, **more: bytes) -> bytes:
    """A workbook whose only sheet has these cells."""
    held = io.BytesIO()
    with xlsxwriter.Workbook(held, {"in_memory": True}) as made:
        made.add_worksheet("list").write(0, 0, "x")
    source = zipfile.ZipFile(held)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in source.namelist():
            body = source.read(name)
            if name == SHEET:
                start = body.index(b"<sheetData>") + len(b"<sheetData>")
                body = body[:start] + cells.encode() + body[body.index(b"</sheetData>") :]
            packed.writestr(name, body)
        for name, body in more.items():
            packed.writestr(name, body)
    return out.getvalue()


def row(number: int, *cells: str) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def far() -> bytes:
    """1.5 kB: a reader that lays out all cells between the two needs 512 GiB."""
    first, last = TEXT.format("A1", "Ann"), TEXT.format("XFD1048576", "Bob")
    return book(row(1, first) + row(1048576, last))


def wide() -> bytes:
    """In bounds by what it says, and heavy all the same: rows that do not say which they are."""
    return book(("<row>" + "<c><v>1</v></c>" * 16384 + "</row>") * 200)


def bomb() -> bytes:
    return book("", **{"xl/media/a.bin": bytes(110_000_000)})


def lying() -> bytes:
    """It says that it unpacks to a few bytes, and unpacks to 200 MB."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", b" " * 200_000_000)
    data = bytearray(held.getvalue())
    for mark, offset in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = data.index(mark) + offset
        data[at : at + 4] = struct.pack("<I", 10)
    return bytes(data)


def parts() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as packed:
        for number in range(MOST_PARTS + 1):
            packed.writestr(f"xl/worksheets/sheet{number}.xml", b"")
    return held.getvalue()


def outside() -> bytes:
    """Names that lead out of the archive: nothing is ever unpacked to the disk."""
    return book(row(1, TEXT.format("A1", "Ann")), **{"../../evil.xml": b"x", "/etc/evil": b"x"})


HEAVY: dict[str, tuple[Callable[[], bytes], set[str]]] = {
    "a cell far away": (far, {"cell_too_far"}),
    "more cells than told": (wide, {"too_many", "missing_key"}),
    "an archive that grows": (bomb, {"unpacks_too_large"}),
    "an archive that lies": (lying, {"bad_workbook", "too_heavy"}),
    "parts without number": (parts, {"too_many"}),
    "no archive at all": (lambda: b"PK\x03\x04" + bytes(1000), {"bad_workbook"}),
    "half an archive": (lambda: far()[:700], {"bad_workbook"}),
}


@pytest.mark.parametrize(("make", "codes"), HEAVY.values(), ids=HEAVY)
@pytest.mark.parametrize("reading", [list_text, read_workbook])
def test_it_is_refused_with_a_reason(
    make: Callable[[], bytes], codes: set[str], reading: Callable[[bytes], object]
) -> None:
    with pytest.raises(Unreadable) as caught:
        reading(make())
    assert caught.value.code in codes


def test_the_reader_dies_and_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where nothing could be known before: the cells are in bounds, the memory is not."""
    monkeypatch.setattr("ronda.formats.sandbox._surroundings", lambda: {"PYTHONPATH": str(Path(__file__).parents[2])})
    with pytest.raises(Unreadable) as caught:
        sandbox.read_in_subprocess("tests.formats.dying", b"")
    assert caught.value.code == "too_heavy"


def test_a_reader_that_never_ends_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "SECONDS", 1)
    monkeypatch.setattr("ronda.formats.sandbox._surroundings", lambda: {"PYTHONPATH": str(Path(__file__).parents[2])})
    with pytest.raises(Unreadable) as caught:  # by itself it would sleep for ten minutes
        sandbox.read_in_subprocess("tests.formats.dying", b"", ["sleep"])
    assert caught.value.code == "too_heavy"


def test_names_in_an_archive_lead_nowhere() -> None:
    assert list_text(outside()) == ("Ann", "")


@pytest.mark.parametrize("make", [far, bomb, lambda: b"nonsense"])
def test_the_command_line_says_what_to_do(
    make: Callable[[], bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "list.xlsx"
    file.write_bytes(make())
    assert run(["--lang", "en", "import", str(file), "--out", str(tmp_path / "made.json")]) == 2
    said = capsys.readouterr().err
    assert "list.xlsx" in said
    assert "CSV" in said
    assert not (tmp_path / "made.json").exists()


def test_a_workbook_without_a_column_is_refused() -> None:
    held = io.BytesIO()
    with xlsxwriter.Workbook(held, {"in_memory": True}) as made:
        for name in ("tournament", "players", "rounds"):
            made.add_worksheet(name).write_row(0, 0, ["setting", "value"])
        made.get_worksheet_by_name("rounds").write_row(1, 0, [1, "²"])
    with pytest.raises(Unreadable) as caught:
        read_workbook(held.getvalue())
    assert caught.value.code == "missing_key"


def test_a_large_tournament_file_is_read_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    people = [Player(n, f"Player {n}", rating=n) for n in range(1, 4001)]
    tournament = fold([Created(Setup("redemption", "Large", {"rounds": 5}, 1)), *map(Entered, people)])
    data = write(tournament)
    assert len(data) > event_text.SMALL
    monkeypatch.setattr(event_text, "read", None)  # not in this process
    assert event_facts(data) == read(data)
    with pytest.raises(Unreadable) as caught:
        event_facts(data.replace(b'"Player 3999"', b'"Player 3999'))
    assert (caught.value.code, caught.value.line is not None) == ("not_json", True)


def test_a_usual_workbook_is_read() -> None:
    people = [Player(n, f"Player {n}") for n in range(1, 501)]
    tournament = fold([Created(Setup("chess", "Usual", {"rounds": 9}, 1)), *map(Entered, people)])
    assert len(fold(read_workbook(workbook_bytes(tournament))).players) == 500
