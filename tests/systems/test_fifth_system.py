"""A system from another package goes through everything, and nobody else knows its name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import text

from ronda.conformance import faults
from ronda.core.facts import ByeRequested
from ronda.core.history import fold
from ronda.core.model import Player
from ronda.core.verdicts import Refusal
from ronda.desk.players import request_bye
from ronda.formats.tournament.reading import read
from ronda.sheets import SHEETS, AuditLine, SheetOrder, pdf
from ronda.sheets.context import job_of, side_names
from ronda.systems import names
from ronda.texts import LANGUAGES
from ronda.web.settings import ServerSettings
from tests.cli.running import Desk
from tests.web import conftest
from tests.web.conftest import opened

PLAYERS = "name;elo;title;email\nAna;2000;A;ana@example.org\nBen;1900;B;\nCem;1800;;\nDea;1700;;\nEva;1600;;\n"
PAGES = (
    *("", "/players", "/players/1", "/player/1", "/people", "/apart", "/log", "/log/verify", "/print", "/results"),
    *("/round/1", "/round/1/check", "/round/2", "/settings", "/standings", "/cross", "/plots", "/start"),
    *("/players/list", "/players/1/known", "/players/1/forget", "/player-link/1"),
)


@pytest.fixture
def desk(toy: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    assert toy in names()
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path, capsys)


def test_it_conforms(toy: str) -> None:
    assert not faults(toy)


def test_the_command_line(toy: str, desk: Desk) -> None:
    desk.write("list.csv", PLAYERS)
    made = desk("new", "e.json", "--system", toy, "--players", "list.csv", "--option", "opening=lot", "--seed", 7)
    assert made.status == 0, made.err
    assert toy in desk("systems").out
    for number in (1, 2):
        paired = desk("pair", "e.json", "--write", "--json")
        assert paired.status == 0, paired.err
        assert [bye["kind"] for bye in paired.value["byes"]] == ["U"]
        for table, result in ((1, "4-2"), (2, "3-3")):
            entered = desk("result", "e.json", number, table, result)
            assert entered.status == 0, entered.err
    for words in (["explain"], ["check"], ["check", "--forecast"], ["report"], ["show", "cross"], ["show", "start"]):
        for language in LANGUAGES:
            command, *rest = words
            answer = desk(command, "e.json", *rest, "--lang", language)
            assert answer.status == 0, (words, answer.err)
            assert not re.search(r"(reason|criterion|option|system|label|finding)\.[a-z_]+", answer.out), answer.out
    rows = desk("standings", "e.json", "--json").value["rows"]
    assert list(rows[0]["criteria"]) == ["points", "WINS", "DIFF"]
    chosen = desk("standings", "e.json", "--tiebreaks", "DIFF", "--json").value["rows"]
    assert list(chosen[0]["criteria"]) == ["points", "DIFF"]
    refused = desk("standings", "e.json", "--tiebreaks", "DIFF,NONE")
    assert (refused.status, "WINS,DIFF" in refused.err) == (2, True)
    assert desk("standings", "e.json", "--player", "Ana").status == 0
    assert desk("result", "e.json", 1, 1, "x").status == 1
    again = desk("export", "e.json", "--to", "xlsx", "--out", "e.xlsx")
    assert again.status == 0, again.err
    kept = fold(read(Path("e.json").read_bytes()))
    assert (kept.players[0].title, kept.players[0].email) == ("A", "ana@example.org")


def test_simulation_and_demonstration(toy: str, desk: Desk) -> None:
    simulated = desk("simulate", "--system", toy, "--players", 7, "--rounds", 4, "--workers", 1)
    assert simulated.status == 0, simulated.err
    shown = desk("demo", "--system", toy)
    assert shown.status == 0, shown.err


def test_every_page_the_api_and_the_five_tables(toy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(conftest.RESULTS, toy, "4-2")
    with opened(ServerSettings(str(tmp_path / "ronda.db"))) as at:
        listed = at.client.get("/api/openapi.json").json()["components"]["schemas"]["NewEvent"]["properties"]["system"]
        assert toy in listed["enum"]
        body = {"system": toy, "name": "Own", "players": [{"name": f"P{n}", "title": "A"} for n in range(1, 6)]}
        made = at.client.post("/api/events", json=body)
        assert made.status_code == 201, made.text
        code = made.json()["code"]
        wish = {"player": 5, "round": 2, "kind": "H"}
        assert at.client.post(f"/api/events/{code}/bye", json=wish).status_code == 200
        assert at.client.post(f"/api/events/{code}/bye", json={**wish, "kind": "F"}).status_code == 422
        at.play(code)
        at.draft(code)
        public = (
            f"/wall/{code}",
            f"/wall/{code}/part",
            *(f"/{code}{page}" for page in ("", "/standings", "/cross", "/plots")),
        )
        for path in (*public, *(f"/e/{code}{page}" for page in PAGES)):
            answer = at.client.get(path, follow_redirects=True)
            assert answer.status_code == 200, (path, answer.status_code)
            assert not re.search(r">[^<]*\b(option|system|criterion|reason|web)\.[a-z_]+\.[a-z_]+", answer.text), path
        assert '<option value="A" selected>Master</option>' in at.client.get(f"/e/{code}/players/1").text
        for path in ("", "/rounds/2", "/standings", "/players", "/players/5"):
            told = at.client.get(f"/api/events/{code}{path}")
            assert told.status_code == 200, (path, told.text)
        assert [bye["kind"] for bye in at.client.get(f"/api/events/{code}/rounds/2").json()["byes"]] == ["H"]
        for path in ("/", "/new", f"/new/{toy}", "/demo"):
            assert at.client.get(path).status_code == 200, path
        with at.runtime.store.reads() as connection:
            points = connection.execute(text("select match_points from byes")).scalars().all()
            assert points == [3.0]  # the draft is not among them
            assert connection.execute(text("select count(*) from participants")).scalar() == 5
        tournament = at.tournament(code)
    not_here = {"scores": "sheet_not_for_system", "bracket": "no_bracket", "prizes": "no_prizes", "fees": "no_fees"}
    for sheet in SHEETS:
        for language in LANGUAGES[:2]:
            order = SheetOrder(
                sheet, language, round=1, join="http://127.0.0.1/j", code="AB", links={1: "http://127.0.0.1/p"},
                log=[AuditLine(1, "12:00", "Dora", "made")],
            )  # fmt: skip
            printed = pdf(tournament, order)
            refused = printed.code if isinstance(printed, Refusal) else None
            assert refused == not_here.get(sheet), sheet


def test_its_words_for_the_sides_are_told_everywhere(
    toy: str, desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(conftest.RESULTS, toy, "4-2")
    desk.write("list.csv", PLAYERS)
    assert desk("new", "e.json", "--system", toy, "--players", "list.csv").status == 0
    assert desk("pair", "e.json", "--write").status == 0
    assert re.search(r"Platz +Gastgeber +Gast\n", desk("show", "e.json", "pairings", "--lang", "de").out)
    with opened(ServerSettings(str(tmp_path / "ronda.db"))) as at:
        code = at.make(toy)
        at.play(code)
        for path in (f"/e/{code}/results", f"/e/{code}/round/1", f"/{code}"):
            shown = at.client.get(path).text
            assert all(re.search(rf">(?:<[^>]*>)*{word}</", shown) for word in ("Host", "Guest")), path
            assert not re.search(r">(First|Second)( side)?</", shown), path
        assert side_names(job_of(at.tournament(code), SheetOrder("slips"))) == ["Host", "Guest"]


def test_who_may_ask_for_a_bye(toy: str, tmp_path: Path) -> None:
    with opened(ServerSettings(str(tmp_path / "ronda.db"))) as at:
        code = at.make(toy)
        tournament = at.tournament(code)
        asked = request_bye(tournament, tournament.players[0], 1, "H")
        assert asked == ByeRequested(1, 1, "H")
        for player, number, kind, refused in (
            (tournament.players[0], 1, "F", "bye_not_offered"),
            (tournament.players[0], 0, "H", "round_made"),
            (tournament.players[0], 1, None, "nothing_changed"),
        ):
            assert request_bye(tournament, player, number, kind).code == refused  # type: ignore[arg-type, union-attr]
        assert fold([asked], tournament).players[0] == Player(1, "Player 1", rating=1999, byes=((1, "H"),))
