"""chess C8: what is shown, in Turkish and English."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronda.cli.output import Output
from ronda.cli.rounds import show_listing, the_list
from ronda.core.history import fold
from ronda.core.model import Player
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.texts import Speaker
from tests.cli.running import Desk
from tests.playing import Event

NAMES = ["Ada", "Baki", "Can", "Çiler", "Deniz", "Ege", "Funda"]


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Desk:
    """The rulebook's seven players, with licence numbers, after three rounds."""
    players = [Player(i + 1, NAMES[i], 2000 - 100 * i, 1500 if i == 6 else 0, str(101 + i)) for i in range(7)]
    event = Event("chess", players, {"rounds": 3})
    for codes in ("123", "011", "120"):
        event.pair()
        event.results(*codes)
    made = Desk(tmp_path, capsys)
    made.write("yedi.json", write(event.tournament))
    return made


def shown(desk: Desk, name: str, lang: str, *words: object) -> list[str]:
    answer = desk("show", desk.path("yedi.json"), name, "--lang", lang, *words)
    assert answer.status == 0
    return answer.out.splitlines()


def test_c8_start_list(desk: Desk) -> None:
    assert shown(desk, "start", "tr") == [
        "Başlangıç Sıralama Listesi",
        "BSNo  LNo  Ad-Soyad   ELO   UKD",
        "   1  101  ADA       2000     0",
        "   2  102  BAKİ      1900     0",
        "   3  103  CAN       1800     0",
        "   4  104  ÇİLER     1700     0",
        "   5  105  DENİZ     1600     0",
        "   6  106  EGE       1500     0",
        "   7  107  FUNDA     1400  1500",
    ]


def test_c8_pairing_list_with_the_bye_last(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    """On the console as the assignment has it; everywhere else with names and results."""
    tournament = fold(read(desk.path("yedi.json").read_bytes()))
    output = Output(Speaker("tr", system="chess"), json=False)
    listing = the_list("pairings", tournament, tournament.rounds[1], output, document=True)
    assert listing is not None
    show_listing(listing, output, round=2)
    assert capsys.readouterr().out.splitlines() == [
        "2. Tur Eşleştirme Listesi",
        "     Beyazlar         -  Siyahlar",
        "MNo  BSNo  LNo  Puan  -  Puan  LNo  BSNo",
        "  1     4  104  1,00  -  1,00  101     1",
        "  2     7  107  1,00  -  1,00  105     5",
        "  3     2  102  0,00  -  0,00  103     3",
        "  4     6  106  0,00  -  BYE",
    ]
    assert shown(desk, "pairings", "tr", "--round", 2) == [
        "2. Tur Eşleştirme Listesi",
        "MNo  BSNo  LNo  Beyazlar  Puan  Sonuç  Puan  Siyahlar  LNo  BSNo",
        "  1     4  104  ÇİLER     1,00  ½-½    1,00  ADA       101     1",
        "  2     7  107  FUNDA     1,00  1-0    1,00  DENİZ     105     5",
        "  3     2  102  BAKİ      0,00  1-0    0,00  CAN       103     3",
        "        6  106  EGE       0,00               BYE",
    ]


def test_c8_final_list(desk: Desk) -> None:
    listed, _, podium = "\n".join(shown(desk, "final", "tr")).partition("\n\n")
    assert podium.startswith("Turnuvanın birincisi") or "ADA" in podium
    assert listed.splitlines() == [
        "Nihai Sıralama Listesi",
        "SNo  BSNo  LNo  Ad-Soyad   ELO   UKD  Puan  BH-1  BH-2    SB  GS",
        "  1     1  101  ADA       2000     0  2,50  4,50  2,50  4,75   2",
        "  2     4  104  ÇİLER     1700     0  2,50  3,50  2,50  3,25   2",
        "  3     7  107  FUNDA     1400  1500  2,00  3,50  2,50  2,00   1",
        "  4     2  102  BAKİ      1900     0  1,50  4,00  2,50  1,75   1",
        "  5     6  106  EGE       1500     0  1,50  2,50  1,50  1,25   0",
        "  6     5  105  DENİZ     1600     0  1,00  4,50  2,50  1,00   1",
        "  7     3  103  CAN       1800     0  1,00  4,00  2,50  0,00   0",
    ]


def test_c8_cross_table(desk: Desk) -> None:
    assert shown(desk, "cross", "tr") == [
        "Çapraz Tablo",
        "BSNo  LNo  Ad-Soyad   ELO   UKD  1. Tur  2. Tur  3. Tur  Puan",
        "   1  101  ADA       2000     0  2 b 1   4 s ½   7 b 1   2,50",
        "   2  102  BAKİ      1900     0  1 s 0   3 b 1   6 s ½   1,50",
        "   3  103  CAN       1800     0  4 b 0   2 s 0   - - 1   1,00",
        "   4  104  ÇİLER     1700     0  3 s 1   1 b ½   5 s 1   2,50",
        "   5  105  DENİZ     1600     0  6 b +   7 s 0   4 b 0   1,00",
        "   6  106  EGE       1500     0  5 s -   - - 1   2 b ½   1,50",
        "   7  107  FUNDA     1400  1500  - - 1   5 b 1   1 s 0   2,00",
    ]


@pytest.mark.parametrize(
    ("name", "headings"),
    [
        ("start", "No. Lic. Name Elo Nat."),
        ("pairings", "Table No. Lic. White Points Result Points Black Lic. No."),
        ("final", "Rank No. Lic. Name Elo Nat. Points BH-1 BH-2 SB Wins"),
        ("cross", "No. Lic. Name Elo Nat. R1 R2 R3 Points"),
    ],
)
def test_c8_headings_in_english(desk: Desk, name: str, headings: str) -> None:
    lines = shown(desk, name, "en")
    assert lines[1].split() == headings.split()
    if name == "cross":
        assert "2 w 1" in lines[2]  # w and b for white and black
