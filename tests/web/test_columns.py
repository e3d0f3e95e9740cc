"""One definition of columns per system: terminal, paper, files, pages and programs show the same ones, in the same
order (D11, C8)."""

from __future__ import annotations

import csv
import html
import io
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from ronda.core.model import Player, Tournament
from ronda.desk import standings_after
from ronda.formats.tabular import csv_bytes
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.workbooks.event import workbook_bytes
from ronda.formats.workbooks.sheets import sheets
from ronda.systems.lists import standings_columns
from tests.cli.running import Desk
from tests.playing import Event
from tests.sheets.reading import pages, stands
from tests.web.conftest import At

NAMES = ("Ana", "Beto", "Carla", "Dario", "Elsa", "Fabio", "Gina", "Hugo", "Ines")
LANGUAGE = {"domino": "es", "melee": "en", "chess": "tr", "redemption": "en"}
RESULTS = {"domino": "200-120", "melee": "13-7", "chess": "1", "redemption": "5-3"}
HEADS = {
    "domino": ["Puesto", "Nombre", "Ptos.", "V-D", "WR", "EFF", "Índice", "Última", "N.º"],
    "melee": ["Place", "Name", "Pts", "BH", "FG"],
    "chess": ["SNo", "BSNo", "LNo", "Ad-Soyad", "ELO", "UKD", "Puan", "BH-1", "BH-2", "SB", "GS"],
    "redemption": ["Place", "Name", "Pts", "Diff"],
}
CODES = {
    "domino": ["place", "name", "points", "record", "win_rate", "eff", "index", "last", "number"],
    "melee": ["place", "name", "points", "buchholz", "free_games"],
    "chess": ["place", "number", "licence", "name", "rating", "national_rating", "points", "bh1", "bh2", "sb", "wins"],
    "redemption": ["place", "name", "match_points", "differential"],
}


def played(system: str, players: Sequence[Player] = (), rounds: int = 2) -> Tournament:
    """Two rounds in which the first side always wins: nine players, so that somebody rests."""
    elo, national = (1500, 1400) if system == "chess" else (0, 0)
    people = players or [Player(n, name, elo, national, str(100 + n)) for n, name in enumerate(NAMES, start=1)]
    event = Event(system, people, {"rounds": 4})
    for _ in range(rounds):
        event.pair()
        event.results(*[RESULTS[system]] * len(event.tournament.rounds[-1].tables))
    return event.tournament


@pytest.fixture(params=list(HEADS))
def system(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    return Desk(tmp_path, capsys)


def on_terminal(terminal: Desk, tournament: Tournament, *words: str) -> list[list[str]]:
    path = terminal.write("event.json", write(tournament))
    lines = terminal(words[0], path, *words[1:], "--lang", LANGUAGE[tournament.setup.system]).out.splitlines()
    return [line.split() for line in lines]


def on_page(desk: At, tournament: Tournament, path: str) -> list[str]:
    """The headings of a list; the arrows of who went up or down are none."""
    code = desk.runtime.store.create(read(write(tournament)), actor="test").code
    page = desk.client.get(f"/{code}/{path}?lang={LANGUAGE[tournament.setup.system]}").text
    found = re.findall(r'<th scope="col"(?! class="moves")[^>]*>(.*?)</th>', page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", one)).strip() for one in found]


def test_the_standings_have_the_same_columns_in_every_room(system: str, desk: At, terminal: Desk) -> None:
    tournament, heads, codes = played(system), HEADS[system], CODES[system]
    assert on_terminal(terminal, tournament, "standings")[1] == heads
    assert on_page(desk, tournament, "standings") == heads
    assert stands(" ".join(heads), pages(tournament, "standings", language=LANGUAGE[system])[0])
    table = list(csv.reader(io.StringIO(csv_bytes(tournament, "standings").decode("utf-8-sig"))))
    assert table[0][: len(codes)] == codes
    assert sheets(workbook_bytes(tournament), ["standings"])["standings"][0] == table[0]
    told = terminal("standings", terminal.path("event.json"), "--json", "--lang", LANGUAGE[system]).value
    assert [(one["code"], one["heading"]) for one in told["columns"]] == list(zip(codes, heads, strict=True))
    assert all(list(row["cells"]) == codes for row in told["rows"])


def test_d10_7_games_played_have_a_column_where_byes_count_as_such() -> None:
    event = Event("domino", [Player(n, name) for n, name in enumerate(NAMES, start=1)], {"bye_played": True})
    event.pair()
    event.results("200-120", "200-80")
    codes = [column.code for column in standings_columns(standings_after(event.tournament, 1))]
    assert codes[:5] == ["place", "name", "points", "record", "played"]
