"""Report files (TRF) in the browser: opened as events, downloaded, taken as lists of players."""

from __future__ import annotations

from pathlib import Path

from ronda.formats.trf.reading import read_trf
from tests.web.conftest import At

SAMPLES = Path(__file__).parent.parent / "trf" / "samples"


def test_a_report_file_is_opened_and_downloaded_again(desk: At) -> None:
    data = (SAMPLES / "trf26-crlf-utf8.trf").read_bytes()
    answer = desk.client.post(
        "/open", data={"_key": "k"}, files={"file": ("open.trf", data, "text/plain")}, follow_redirects=False
    )
    assert answer.status_code == 303, answer.text[:300]
    code = answer.headers["location"].rpartition("/")[2]
    assert len(desk.tournament(code).rounds) == 3
    page = desk.client.get(f"/e/{code}/print").text
    for kind in ("trf", "trf16"):
        assert f"/export/{kind}" in page
        report = desk.client.get(f"/e/{code}/export/{kind}")
        assert report.status_code == 200
        assert [p.results for p in read_trf(report.content).event.players] == [
            p.results for p in read_trf(data).event.players
        ]


def test_everything_that_is_wrong_is_told(desk: At) -> None:
    data = (SAMPLES / "bad-results-contradict.trf").read_bytes()
    answer = desk.client.post("/open", data={"_key": "k"}, files={"file": ("open.trf", data, "text/plain")})
    assert answer.status_code == 422
    assert "player 4, round 2" in answer.text
    assert "player 7, round 2" in answer.text


def test_events_of_other_systems_have_no_report(desk: At) -> None:
    code = desk.make("melee", players=8)
    assert "/export/trf" not in desk.client.get(f"/e/{code}/print").text
    assert desk.client.get(f"/e/{code}/export/trf").status_code == 404
