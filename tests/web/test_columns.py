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
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.workbook_sheets import sheets
from ronda.formats.workbooks import csv_bytes, workbook_bytes
from ronda.systems.columns import ALWAYS, FEW, NAME, NARROW, ROOMY, plainly
from ronda.systems.lists import final_list, pairing_list_of, standings_columns
from ronda.texts import Speaker
from tests.cli.running import Desk
from tests.playing import Event
from tests.sheets.reading import pages, stands
from tests.web.conftest import At

NAMES = ("Ana", "Beto", "Carla", "Dario", "Elsa", "Fabio", "Gina", "Hugo", "Ines")
LANGUAGE = {"domino": "es", "melee": "en", "chess": "tr", "redemption": "en", "dutch": "en"}
RESULTS = {"domino": "200-120", "melee": "13-7", "chess": "1", "redemption": "5-3", "dutch": "1-0"}
HEADS = {
    "domino": ["Puesto", "Nombre", "Ptos.", "V-D", "WR", "EFF", "Índice", "Última", "N.º"],
    "melee": ["Place", "Name", "Pts", "BH", "FG"],
    "chess": ["SNo", "BSNo", "LNo", "Ad-Soyad", "ELO", "UKD", "Puan", "BH-1", "BH-2", "SB", "GS"],
    "redemption": ["Place", "Name", "Pts", "Diff"],
    "dutch": ["Place", "No.", "Name", "Rating", "PTS", "BH/C1", "BH", "SB", "DE", "WIN"],
}
CODES = {
    "domino": ["place", "name", "points", "record", "win_rate", "eff", "index", "last", "number"],
    "melee": ["place", "name", "points", "buchholz", "free_games"],
    "chess": ["place", "number", "licence", "name", "rating", "national_rating", "points", "bh1", "bh2", "sb", "wins"],
    "redemption": ["place", "name", "match_points", "differential"],
    "dutch": ["place", "number", "name", "rating", "PTS", "BH/C1", "BH", "SB", "DE", "WIN"],
}


def played(system: str, players: Sequence[Player] = (), rounds: int = 2) -> Tournament:
    """Two rounds in which the first side always wins: nine players, so that somebody rests."""
    elo, national = (1500, 1400) if system in ("chess", "dutch") else (0, 0)
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
    return headings(desk, f"/{code}/{path}", LANGUAGE[tournament.setup.system])


def headings(desk: At, path: str, language: str) -> list[str]:
    page = desk.client.get(f"{path}?lang={language}").text
    found = re.findall(r'<th scope="col"(?! class="moves")[^>]*>(.*?)</th>', page, re.DOTALL)
    return [html.unescape(re.sub(r"<[^>]*>", "", one)).strip() for one in found]


def test_the_standings_have_the_same_columns_in_every_room(system: str, desk: At, terminal: Desk) -> None:
    tournament, heads, codes = played(system), HEADS[system], CODES[system]
    assert on_terminal(terminal, tournament, "standings")[1] == heads
    assert heads in on_terminal(terminal, tournament, "show", "final")
    assert on_page(desk, tournament, "standings") == heads
    assert stands(" ".join(heads), pages(tournament, "standings", language=LANGUAGE[system])[0])
    table = list(csv.reader(io.StringIO(csv_bytes(tournament, "standings").decode("utf-8-sig"))))
    assert table[0][: len(codes)] == codes
    assert sheets(workbook_bytes(tournament), ["standings"])["standings"][0] == table[0]
    told = terminal("standings", terminal.path("event.json"), "--json", "--lang", LANGUAGE[system]).value
    assert [(one["code"], one["heading"]) for one in told["columns"]] == list(zip(codes, heads, strict=True))
    assert all(list(row["cells"]) == codes for row in told["rows"])


START = {
    "domino": ["N.º", "Nombre", "Elo", "Club"],
    "melee": ["No.", "Name", "Rating", "Club"],
    "chess": ["BSNo", "LNo", "Ad-Soyad", "ELO", "UKD"],
    "redemption": ["Lot", "No.", "Name", "Rating", "Club"],
    "dutch": ["No.", "Name", "Rating", "Club"],
}
START_CODES = {
    "domino": ["id", "name", "rating", "club"],
    "melee": ["id", "name", "rating", "club"],
    "chess": ["number", "licence", "name", "rating", "national_rating"],
    "redemption": ["draw", "id", "name", "rating", "club"],
    "dutch": ["number", "name", "rating", "club"],
}


def test_the_start_list_has_the_same_columns_in_every_room(system: str, desk: At, terminal: Desk) -> None:
    people = [Player(n, name, 1500, 1400, str(100 + n), "Norte") for n, name in enumerate(NAMES, start=1)]
    tournament, heads = played(system, people), START[system]
    listed = on_terminal(terminal, tournament, "show", "start")
    assert heads in listed
    assert on_page(desk, tournament, "start") == heads
    assert stands(" ".join(heads), pages(tournament, "start", language=LANGUAGE[system])[0])
    table = list(csv.reader(io.StringIO(csv_bytes(tournament, "start").decode("utf-8-sig"))))
    filled = [cells[0] for cells in zip(*table, strict=True) if any(cells[1:])]  # nobody has a lot in domino
    assert filled[: len(heads)] == START_CODES[system]


CROSS = {
    "domino": ["#", "Nombre", "R1", "R2", "Ptos."],
    "melee": ["#", "Name", "R1", "R2", "Points"],
    "chess": ["BSNo", "LNo", "Ad-Soyad", "ELO", "UKD", "1.", "Tur", "2.", "Tur", "Puan"],
    "redemption": ["#", "Name", "R1", "R2", "Points"],
    "dutch": ["#", "No.", "Name", "R1", "R2", "Points"],
}


def test_the_cross_table_has_the_same_columns_in_every_room(system: str, desk: At, terminal: Desk) -> None:
    tournament, heads = played(system), CROSS[system]
    assert heads in on_terminal(terminal, tournament, "show", "cross")
    assert " ".join(on_page(desk, tournament, "cross")).split() == heads
    assert stands(" ".join(heads), pages(tournament, "cross", language=LANGUAGE[system])[0])


PAIRINGS = {
    "domino": "Mesa Pareja 1 Ptos. Resultado Pareja 2 Ptos.",
    "melee": "Table Team 1 Points Result Team 2 Points",
    "chess": "MNo BSNo LNo Beyazlar Puan Sonuç Puan Siyahlar LNo BSNo",
    "redemption": "Table Player 1 Points Result Player 2 Points",
    "dutch": "Table No. White Points Result No. Black Points",
}
PAIRING_CODES = {
    "domino": "table first_name first_points result second_name second_points",
    "melee": "table first_name first_points result second_name second_points",
    "chess": "table first_number first_licence first_name first_points result "
    "second_points second_name second_licence second_number",
    "redemption": "table first_name first_points result second_name second_points",
    "dutch": "table first_number first_name first_points result second_number second_name second_points",
}


def test_the_pairings_have_the_same_columns_in_every_room(system: str, desk: At, terminal: Desk) -> None:
    tournament, heads, codes = played(system), PAIRINGS[system], PAIRING_CODES[system].split()
    assert heads.split() in on_terminal(terminal, tournament, "show", "pairings")
    assert stands(heads, pages(tournament, "tables", language=LANGUAGE[system])[0])
    code = desk.runtime.store.create(read(write(tournament)), actor="test").code
    assert " ".join(headings(desk, f"/e/{code}/round/2", LANGUAGE[system])[:4]) == heads
    told = desk.client.get(f"/api/events/{code}/rounds/2?lang={LANGUAGE[system]}").json()
    assert [one["code"] for one in told["columns"]] == codes
    assert " ".join(one["heading"] for one in told["columns"]) == heads
    assert all(list(line["cells"]) == codes for line in told["tables"] + told["byes"])
    table = list(csv.reader(io.StringIO(csv_bytes(tournament, "rounds").decode("utf-8-sig"))))
    own = [key.replace("_names", "_name") for key in table[0] if key not in ("first", "second")]  # who has an id, too
    assert own[1 : 1 + len(codes)] == codes
    assert sheets(workbook_bytes(tournament), ["rounds"])["rounds"][0] == table[0]


def test_where_there_is_little_room_columns_go_by_their_priority(system: str) -> None:
    tournament = played(system)
    last = tournament.rounds[-1]
    whole = pairing_list_of(tournament, last, plainly)
    for room in (ALWAYS, FEW, NARROW, ROOMY):
        made = pairing_list_of(tournament, last, plainly, room=room)
        for own, all_ in zip(made.sides, whole.sides, strict=True):
            assert own == tuple(one for one in all_ if one.priority <= room)
            assert NAME.code in [one.code for one in own]


def test_programs_are_told_the_columns_of_every_list(system: str, desk: At) -> None:
    code = desk.runtime.store.create(read(write(played(system))), actor="test").code
    for path in ("start-list", "cross-table"):
        told = desk.client.get(f"/api/events/{code}/{path}?lang={LANGUAGE[system]}").json()
        assert [one["heading"] for one in told["columns"]] == told["headings"]
        assert len({one["code"] for one in told["columns"]}) == len(told["headings"])


def test_a_column_that_says_nothing_is_left_out(desk: At, terminal: Desk) -> None:
    """No Elo, no UKD, no licence; the console has them all the same, as the assignment does (C8)."""
    tournament = played("chess", [Player(n, name) for n, name in enumerate(NAMES, start=1)])
    few = ["SNo", "BSNo", "Ad-Soyad", "Puan", "BH-1", "BH-2", "SB", "GS"]
    assert on_terminal(terminal, tournament, "standings")[1] == few
    assert on_page(desk, tournament, "standings") == few
    assert on_page(desk, tournament, "start") == ["BSNo", "Ad-Soyad"]
    assert stands(" ".join(few), pages(tournament, "standings", language="tr")[0])
    whole = final_list(tournament, Speaker("tr", system="chess").number, document=True).headings
    assert len(whole) == len(HEADS["chess"])


def test_namesakes_are_told_apart_by_a_column_of_the_list(desk: At, terminal: Desk) -> None:
    people = [Player(n, "Can", 1900 - n, 0, str(100 + n)) for n in range(1, 7)]
    tournament = played("chess", people, rounds=1)
    for line in on_terminal(terminal, tournament, "standings")[2:8]:
        assert line[3] == "CAN"
    assert "CAN (" not in " ".join(pages(tournament, "standings", language="tr"))


@pytest.mark.parametrize(
    ("result", "told"), [("200-120", ["Ganó", "Perdió"]), ("+--", ["Ganó", "–"]), ("---", ["BYE", "–"])]
)
def test_d11_the_last_round_is_won_lost_a_bye_or_nothing(terminal: Desk, result: str, told: list[str]) -> None:
    event = Event("domino", [Player(n, name) for n, name in enumerate(NAMES[:5], start=1)])
    event.pair()
    event.results(result)
    words = {line[-2] for line in on_terminal(terminal, event.tournament, "standings")[2:]}
    assert words <= {*told, "BYE", "–"}
    assert told[0] in words
    assert "BYE" in words


def test_d10_7_games_played_have_a_column_where_byes_count_as_such() -> None:
    event = Event("domino", [Player(n, name) for n, name in enumerate(NAMES, start=1)], {"bye_played": True})
    event.pair()
    event.results("200-120", "200-80")
    codes = [column.code for column in standings_columns(standings_after(event.tournament, 1))]
    assert codes[:5] == ["place", "name", "points", "record", "played"]
