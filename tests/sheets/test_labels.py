"""On paper, too, nobody is mistaken for somebody else."""

from __future__ import annotations

from functools import cache

import pytest

from ronda.core.model import Player, Setup, Tournament
from ronda.sheets import SheetOrder, composed
from ronda.sheets.context import job_of
from ronda.systems import NAMES
from ronda.systems.labels import folded, labels
from tests.playing import Event
from tests.sheets.events import PLAYED, small
from tests.sheets.reading import pages, stands

# Three pairs of namesakes, and two who have a name of their own.
PEOPLE = ("Can Su", "CAN SU", "Ada", "Ada", "Işıl Öz", "ışıl öz", "Ege", "Oya")


@cache
def namesakes(which: str) -> Tournament:
    clubs = ("Moda", "Moda", "Moda", "Fener", "", "", "", "")
    players = [
        Player(n, name, rating=2000 - 100 * n, licence=str(100 + n), club=club)
        for n, (name, club) in enumerate(zip(PEOPLE, clubs, strict=True), start=1)
    ]
    event = Event(which, players, setup=Setup(which, "Open", {"rounds": 3}, seed=5))
    made = event.pair()
    event.results(*[PLAYED[which]] * len(made.tables))
    event.pair()
    return event.tournament


def found(tournament: Tournament, sheet: str) -> list[str]:
    """The names on a sheet with what stands beside them, one by one."""
    made = composed(tournament, SheetOrder(sheet))
    assert isinstance(made, dict)
    body = made["body"]
    match sheet:
        case "start":
            at = body["words"].index(True)
            return [" ".join(row[: at + 1]) for row in body["rows"]]
        case "tables":
            people = [one for row in body["rows"] for one in row["first"] + row["second"]] + body["byes"]
            return [" ".join(value for code, value in one.items() if code != "points") for one in people]
        case "names":
            return [row["name"] for page in body["pages"] for column in page for row in column]
        case "slips" | "scores":
            pieces = [piece for page in body["pages"] for piece in page if piece]
            return [f"{one['name']} {one['note']}" for piece in pieces for one in piece["first"] + piece["second"]]
        case "cross":
            return [" ".join(row["before"]) for row in body["rows"]]
        case "standings":
            return [" ".join(row["cells"]) for row in body["rows"]]
        case "cards":
            return [card["name"] for page in body["pages"] for card in page if card]
        case _:
            return [row["name"] for row in body["rows"]]


SHEETS = ("start", "tables", "names", "slips", "standings", "cross", "cards")


@pytest.mark.parametrize("which", NAMES)
@pytest.mark.parametrize("sheet", SHEETS)
def test_no_two_on_a_sheet_are_alike(which: str, sheet: str) -> None:
    tournament = namesakes(which)
    listed = found(tournament, sheet)
    assert len(listed) == len(PEOPLE)
    assert len({folded(text) for text in listed}) == len(PEOPLE), listed


@pytest.mark.parametrize("which", NAMES)
@pytest.mark.parametrize("sheet", ["names", "standings", "cards", "tables"])
def test_the_paper_says_it(which: str, sheet: str) -> None:
    """The words of the PDF itself; where BSNo stands beside the name, it is not told twice."""
    tournament = namesakes(which)
    text = " ".join(pages(tournament, sheet))
    job = job_of(tournament, SheetOrder(sheet))
    made = job.paired()
    for player, label in labels(tournament).items():
        cells = [" ".join(map(str, made.of((player,), side))) for side in (0, 1)]
        told = next((one for one in cells if stands(one, text)), cells[0]) if len(made.sides[0]) > 1 else str(label)
        explained = sheet == "tables" or (sheet == "standings" and which in ("chess", "dutch"))
        assert stands(told if explained else str(label), text)


def test_c8_slips_tell_bsno_and_lno() -> None:
    text = " ".join(pages(namesakes("chess"), "slips"))
    assert all(stands(f"{name} No. {n} · Lic. {100 + n}", text) for n, name in enumerate(PEOPLE, start=1))


def test_domino_score_sheets_have_labels() -> None:
    listed = found(namesakes("domino"), "scores")
    assert len({folded(text) for text in listed}) == len(listed) == len(PEOPLE)


def test_c8_the_start_list_on_paper() -> None:
    text = pages(namesakes("chess"), "start", language="tr")[0]
    assert "BSNo LNo Ad-Soyad ELO 1 101 CAN SU 1900 2 102 CAN SU 1800" in text  # nobody has a UKD
    assert "kesinleşir" not in text
    before = Event("chess", [Player(1, "Can"), Player(2, "Ege")], {"rounds": 1}).tournament
    assert "1. turla kesinleşir" in pages(before, "start", language="tr")[0]
    assert "fixed" not in pages(namesakes("domino"), "start")[0]


def test_the_order_of_namesakes_in_the_finder_is_that_of_their_numbers() -> None:
    for which in NAMES:
        listed = found(namesakes(which), "names")
        ada = [text for text in listed if text.startswith("Ada")]
        assert ada == [str(labels(namesakes(which))[player]) for player in (3, 4)]


@pytest.mark.parametrize("which", NAMES)
def test_hidden_names_are_told_apart_by_numbers_only(which: str) -> None:
    tournament = namesakes(which)
    for sheet in SHEETS:
        text = " ".join(pages(tournament, sheet, names="initials"))
        assert not any(word in text for word in ("Moda", "Fener", "LNo", "101", "104", "Can Su")), sheet
    job = job_of(tournament, SheetOrder("names", names="initials"))
    shown = [job.name(player.id) for player in tournament.players]
    assert len({folded(text) for text in shown}) == len(PEOPLE)


def test_the_colon_of_a_label_is_that_of_the_language() -> None:
    text = "".join(pages(small("domino"), "slips", language="fr", round=1))
    assert " : absent" in text
    assert "Pareja 1: no se presentó" in "".join(pages(small("domino"), "slips", language="es", round=1))
