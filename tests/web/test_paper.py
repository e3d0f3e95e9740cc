"""Sheets and files, and who may have which."""

from __future__ import annotations

import io
import json
import re
import zipfile

import pytest

from ronda.operations.event_settings import Display
from ronda.operations.files import OPEN, safe_name
from ronda.sheets import SHEETS
from tests.web.conftest import At
from tests.web.helping import somebody


def in_its_final(desk: At) -> str:
    """An event of which every sheet can be made: fees and prizes, a round is played, and a stage has begun."""
    code = desk.make("domino", players=8)
    desk.play(code)
    why = {"by": "Dora", "reason": "late"}
    for action, body in (
        ("fees", {"rules": [{"amount": 1000}], "currency": "EUR"}),
        ("prizes", {"prizes": [{"id": "first", "value": 100}], **why}),
        ("stages", {"stages": [{"kind": "rounds"}, {"kind": "table", "take": "top 4"}]}),
        ("begin-stage", {"early": True, **why}),
    ):
        answer = desk.client.post(f"/api/events/{code}/{action}", json=body)
        assert answer.is_success, answer.text
    return code


def test_every_sheet_can_be_made(desk: At) -> None:
    code = in_its_final(desk)
    desk.runtime.hall.address = "http://192.168.1.2:8000"  # phones are sent to one that answers
    page = desk.client.get(f"/e/{code}/print").text
    for sheet in SHEETS:
        assert f"/print/{sheet}.pdf" in page
        answer = desk.client.get(f"/e/{code}/print/{sheet}.pdf?language=tr&paper=letter")
        assert answer.status_code == 200, sheet
        assert answer.content.startswith(b"%PDF")
        assert answer.headers["content-disposition"] == f'inline; filename="Club-night-{code}-{sheet}.pdf"'


def test_what_would_be_refused_is_not_offered(desk: At) -> None:
    """No phone reaches the desk, nothing is added up by hands, and no stage has begun."""
    code = desk.make("chess", players=8)
    for offered in ({"start", "standings", "cross", "rules", "audit"}, {"tables", "names", "slips"}):
        page = desk.client.get(f"/e/{code}/print").text
        found = set(re.findall(r"/print/(\w+)\.pdf", page))
        assert found >= offered
        assert not found & {"bracket", "scores", "cards", "poster"}
        for sheet in found:
            assert desk.client.get(f"/e/{code}/print/{sheet}.pdf").status_code == 200, sheet
        desk.play(code)
    assert desk.client.get(f"/e/{code}/print/bracket.pdf").status_code == 404
    planned = {"stages": [{"kind": "rounds"}, {"kind": "elimination", "take": "top 2"}]}
    assert desk.client.post(f"/api/events/{code}/stages", json=planned).is_success
    assert "bracket.pdf" not in desk.client.get(f"/e/{code}/print").text, "planned, not begun"


def test_who_may_have_which_sheet(desk: At) -> None:
    code = in_its_final(desk)
    away, helper = desk.elsewhere(), somebody(desk, code)
    for sheet in SHEETS:
        public = away.get(f"/e/{code}/print/{sheet}.pdf").status_code
        assert public == (200 if sheet in OPEN else 401), sheet
        asked = helper.get(f"/e/{code}/print/{sheet}.pdf").status_code
        assert asked == (403 if sheet in ("cards", "audit") else 200), sheet
    page = helper.get(f"/e/{code}/print").text
    assert "cards.pdf" not in page
    assert away.get(f"/e/{code}/print").status_code == 401


def test_names_on_public_sheets_are_those_of_the_public(desk: At) -> None:
    code = desk.make("redemption", names=["Zelda Quill", "Yusuf Xanthos"])
    desk.play(code)
    full = desk.elsewhere().get(f"/e/{code}/print/tables.pdf").content
    desk.show(code, Display(names="number"))
    assert desk.elsewhere().get(f"/e/{code}/print/tables.pdf").content != full


def test_what_cannot_be_printed_is_not_found(desk: At) -> None:
    code = desk.make("chess", players=4)
    for file in ("tables.pdf", "scores.pdf", "nothing.pdf", "tables", "tables.exe", "tables.pdf?round=7"):
        assert desk.client.get(f"/e/{code}/print/{file}").status_code == 404, file
    assert desk.client.get(f"/e/{code}/print?round=3").status_code == 404
    assert desk.client.get(f"/e/{code}/print").status_code == 200


def test_standings_on_paper_never_count_a_draft(desk: At) -> None:
    code = desk.make("redemption", players=7)
    desk.play(code)
    desk.draft(code)
    assert desk.client.get(f"/e/{code}/print/standings.pdf?round=2").status_code == 200
    assert desk.client.get(f"/e/{code}/print/standings.pdf?round=3").status_code == 404
    assert desk.elsewhere().get(f"/e/{code}/print/standings.pdf?round=2").status_code == 404


def test_files_hold_the_event(desk: At) -> None:
    code = desk.make("redemption", players=4)
    desk.play(code)
    whole = desk.client.get(f"/e/{code}/export/json")
    assert len(json.loads(whole.content)["players"]) == 4
    assert whole.headers["content-disposition"].startswith("attachment")
    assert b"Player 1" in desk.client.get(f"/e/{code}/export/csv?what=players").content
    book = zipfile.ZipFile(io.BytesIO(desk.client.get(f"/e/{code}/export/xlsx").content))
    assert "xl/workbook.xml" in book.namelist()
    for file in ("exe", "csv?what=nothing"):
        assert desk.client.get(f"/e/{code}/export/{file}").status_code == 404
    assert desk.elsewhere().get(f"/e/{code}/export/json").status_code == 401


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Kış Turnuvası", "Kis-Turnuvasi"),
        ('a"; x=\r\n../b', "a-x-b"),
        ("日本", ""),
        ("Straße", "Strasse"),
        ("y" * 99, "y" * 60),
    ],
)
def test_a_file_name_is_safe(text: str, name: str) -> None:
    assert safe_name(text) == name
