"""Lists as values: headings and finished cells."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from ronda import registry
from ronda.core.facts import Entered, Left
from ronda.core.model import Player, Round, Tournament
from ronda.systems import lists, system
from ronda.systems.chess import lists as chess
from ronda.systems.lists import Listing, Written
from ronda.texts import LANGUAGES, Speaker
from tests.playing import Event, hand_made


def number(value: int | Fraction, *, decimals: int | None = None, percent: bool = False) -> str:
    return f"{float(value):g}"


def chess_event() -> Event:
    """Three starters and a late entry; an absence and a bye in round 1."""
    players = [Player(7, "çağla ışık", 1800, 1750, "55"), Player(8, "Ali", 0, 1200), Player(9, "inci", 1900)]
    event = Event("chess", players, {"rounds": 2})
    event.pair()
    event.results("3")
    event.facts.append(Entered(Player(10, "geç", joined_round=2)))
    event.pair()
    event.result(2, 1, "0")
    return event


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0.00"),
        (3, "3.00"),
        (Fraction(1, 2), "0.50"),
        (Fraction(15, 4), "3.75"),
        (Fraction(-5, 2), "−2.50"),
        (Fraction(-1, 4), "−0.25"),
        (1000, "1000.00"),
    ],
)
def test_c8_two_decimals(value: int | Fraction, text: str) -> None:
    assert Speaker("en").number(value, decimals=chess.DECIMALS) == text


def test_c8_the_start_list_has_upper_case_names_and_a_licence_number_for_everybody() -> None:
    listing = lists.start_list(chess_event().tournament)
    assert listing.headings == ("label.bsno", "label.lno", "label.full_name", "label.elo", "label.ukd")
    assert listing.rows == (
        (1, 9, "İNCİ", 1900, 0),
        (2, 55, "ÇAĞLA IŞIK", 1800, 1750),
        (3, 8, "ALİ", 0, 1200),
        (4, 10, "GEÇ", 0, 0),
    )


def c8_pairings(tournament: Tournament, round_: Round, written: Written) -> Listing:
    return lists.pairing_list(tournament, round_, written, document=True)


def test_c8_the_pairing_list_has_the_points_before_the_round() -> None:
    tournament = chess_event().tournament
    first, second = (c8_pairings(tournament, round_, Speaker("en").number) for round_ in tournament.rounds)
    assert first.rows == ((1, 1, 9, "0.00", "-", "0.00", 55, 2), (2, 3, 8, "0.00", "-", "label.bye", "", ""))
    assert [row[3] for row in second.rows] == ["1.00", "0.00"]
    assert first.over == (("", 1), ("label.whites", 3), ("-", 1), ("label.blacks", 3))


def test_c8_the_cross_table_tells_absences_byes_and_rounds_not_played() -> None:
    rows = lists.cross_table(chess_event().tournament, Speaker("en").number, "bs").rows
    cells = {row[0]: row[5:7] for row in rows}
    assert cells[1][0] == "2 b +"
    assert cells[2][0] == "1 s -"
    assert cells[3][0] == "- - 1"
    assert cells[4][0] == ""  # not there yet
    assert sorted(cell[1].split()[-1] for cell in cells.values() if isinstance(cell[1], str)).count("½") == 2


def test_c8_a_list_without_rounds() -> None:
    tournament = Event("chess", [Player(1, "A"), Player(2, "B")], {"rounds": 1}).tournament
    assert len(lists.final_list(tournament, number).rows) == 2
    written = Speaker("en").number
    assert lists.cross_table(tournament, written, "bs").rows[0] == (1, "A", "0.00")
    assert lists.cross_table(tournament, written, "bs", document=True).rows[0] == (1, 1, "A", 0, 0, "0.00")


@pytest.mark.parametrize(("language", "points"), [("en", "0.00"), ("tr", "0,00"), ("de", "0,00")])
def test_c8_numbers_are_written_in_the_way_of_the_language(language: str, points: str) -> None:
    tournament, written = chess_event().tournament, Speaker(language).number
    assert c8_pairings(tournament, tournament.rounds[0], written).rows[0][3] == points
    assert {str(row[6])[1:2] for row in lists.final_list(tournament, written).rows} == {points[1]}
    assert {str(row[-1])[1:2] for row in lists.cross_table(tournament, written, "bs").rows} == {points[1]}


@pytest.mark.parametrize("name", registry.names())
def test_tables_with_colours_are_headed_by_them(name: str) -> None:
    declared = system(name)
    event = Event(name, [Player(n, f"P{n}") for n in range(1, 9)], {"rounds": 3})
    event.pair()
    listing = lists.pairing_list(event.tournament, event.tournament.rounds[0], number)
    shown, coloured = set(listing.headings), declared.words.sides_for(event.tournament.setup).coloured
    assert ({"label.whites", "label.blacks"} <= shown) == coloured
    assert ({"label.first", "label.second"} <= shown) != coloured
    words = {language: Speaker(language, system=name).say("label.whites") for language in LANGUAGES}
    if coloured:
        own = "Beyazlar" if declared.lists.pairings.document else "Beyaz"  # C8 has both over groups of columns
        assert words == {"en": "White", "de": "Weiß", "es": "Blancas", "fr": "Blancs", "tr": own}


def redemption_event() -> Event:
    event = Event("redemption", [Player(n, name, number=n) for n, name in enumerate("ABC", start=1)], {"rounds": 3})
    event.given(hand_made(1, (1, 2), bye=[3]))
    event.results("5-2")
    event.given(hand_made(2, (1, 3), bye=[2]))
    return event


def test_r5_1_the_pairings_of_any_other_system() -> None:
    tournament = redemption_event().tournament
    listing = lists.pairing_list(tournament, tournament.rounds[0], number)
    assert listing.rows == ((1, "A", "5-2", "B"), ("", "C", "", "label.bye"))
    listing = lists.pairing_list(tournament, tournament.rounds[1], number)
    assert listing.headings == (
        "label.table",
        "label.first",
        "label.points_short",
        "label.second",
        "label.points_short",
    )
    assert listing.rows == ((1, "A", "3", "C", "3"), ("", "B", "0", "label.bye", ""))


def test_what_says_nothing_in_a_round_is_not_among_its_pairings() -> None:
    """No licences, no points before the first result; the rulebook has them all the same."""
    event = Event("chess", [Player(n, name) for n, name in enumerate("ABCD", start=1)], {"rounds": 2})
    event.pair()
    written = Speaker("en").number
    listing = lists.pairing_list(event.tournament, event.tournament.rounds[0], written)
    assert listing.headings == ("label.mno", "label.bsno", "label.whites", "label.blacks", "label.bsno")
    assert listing.rows[0] == (1, 1, "A", "B", 2)
    assert c8_pairings(event.tournament, event.tournament.rounds[0], written).rows[0][1:4] == (1, 1, "0.00")


def test_r6_1_the_standings_as_a_list() -> None:
    event = redemption_event()
    event.results("2-2")
    event.facts.append(Left(2, 2))
    listing = lists.final_list(event.tournament, number)
    short = [f"criterion.{name}.short" for name in ("match_points", "differential")]
    assert listing.headings == ("label.place", "label.name", *short, "")
    assert listing.rows == (
        (1, "A", "4.5", "3", ""),
        (2, "C", "4.5", "0", ""),
        ("–", "B", "3", "-3", "label.status.left"),
    )


def test_r5_3_a_late_entry_is_shown_as_absent_in_the_rounds_before() -> None:
    event = redemption_event()
    event.results("2-2")
    event.facts.append(Entered(Player(4, "D", joined_round=3)))
    event.pair()
    rows = {row[1]: row[2:] for row in lists.cross_table(event.tournament, number, "ws").rows}
    assert rows["D"][:2] == ("--", "--")
    assert rows["C"][:2] == ("- 3", "1 1.5")  # a bye; against the first, level
    assert str(rows["D"][2]).endswith(" ?")  # no result yet


def test_a_list_never_looks_at_later_rounds() -> None:
    tournament = chess_event().tournament
    short = replace(tournament, rounds=tournament.rounds[:1])
    for document in (False, True):
        before = lists.pairing_list(tournament, tournament.rounds[0], number, document=document)
        assert before == lists.pairing_list(short, short.rounds[0], number, document=document)
