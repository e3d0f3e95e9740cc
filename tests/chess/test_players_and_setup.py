"""chess C1–C3: players, order and set-up."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ronda.core.facts import Entered, Paired
from ronda.core.history import fold
from ronda.core.model import Avoid, Player, Setup
from ronda.desk import next_round
from ronda.formats.errors import Unreadable
from ronda.formats.tournament.reading import read
from ronda.systems import book_of, system
from ronda.systems.chess.rules import pairing_order, start_numbers, start_order
from tests.cli.running import Desk
from tests.playing import Event, byes, tables

CHESS = system("chess")


def field(n: int) -> list[Player]:
    return [Player(i, f"P{i}", rating=3000 - i) for i in range(1, n + 1)]


def file_with(*players: dict[str, Any]) -> bytes:
    named = [{"id": n, "name": f"P{n}", **player} for n, player in enumerate(players, start=1)]
    return json.dumps({"ronda": 1, "system": "chess", "players": named}).encode()


# --- C1 players --------------------------------------------------------------------------------------------


def test_c1_1_the_licence_number_is_unique() -> None:
    read(file_with({"licence": 5}, {"licence": 6}, {}, {}))
    with pytest.raises(Unreadable) as refused:
        read(file_with({"licence": 5}, {"licence": 5}))
    assert "players[1].licence" in str(refused.value)


@pytest.mark.parametrize("licence", [-1, 1.5, True, "a\nb", ["5"]])
def test_c1_1_the_licence_number_is_a_text_or_a_whole_number(licence: object) -> None:
    with pytest.raises(Unreadable):
        read(file_with({"licence": licence}))


@pytest.mark.parametrize(
    ("written", "kept"),
    [(5, "5"), (0, ""), ("5", "5"), ("007", "007"), ("A-12", "A-12"), (*["12345678901"] * 2,)],
)
def test_c1_1_a_licence_is_kept_as_text(written: object, kept: str) -> None:
    assert fold(read(file_with({"licence": written}))).players[0].licence == kept


def test_c2_2_licences_that_are_numbers_are_compared_as_numbers() -> None:
    """The last mark of the starting order (C2.2): 9 before 10, and both before those with letters."""
    given = ["10", "9", "A-1", "009", ""]
    players = {n: Player(n, "CAN", licence=licence) for n, licence in enumerate(given, start=1)}
    numbers = start_numbers(players)
    assert sorted(players, key=lambda pid: numbers[pid]) == [5, 4, 2, 1, 3]


def test_c1_2_names_are_kept_in_turkish_upper_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    csv = desk.write("oyuncular.csv", "Ad-Soyad\nışık çiğdem\nömer güneş\n")
    path = desk.path("t.json")
    assert desk("new", path, "--system", "chess", "--players", csv).status == 0
    assert desk("enter", path, "nazlı inci").status == 0
    names = [player["name"] for player in json.loads(path.read_text())["players"]]
    assert names == ["IŞIK ÇİĞDEM", "ÖMER GÜNEŞ", "NAZLI İNCİ"]


@pytest.mark.parametrize("rating", [0, 1000, 1001, 2882])
def test_c1_3_a_rating_is_none_or_from_1000_up(rating: int) -> None:
    read(file_with({"rating": rating}, {"national_rating": rating}))


@pytest.mark.parametrize("key", ["rating", "national_rating"])
@pytest.mark.parametrize("rating", [1, 999, -1000, 1500.5, "1500", True])
def test_c1_3_any_other_rating_is_refused_with_its_place(key: str, rating: object) -> None:
    with pytest.raises(Unreadable) as refused:
        read(file_with({}, {key: rating}))
    assert f"players[1].{key}" in str(refused.value)


def test_c1_3_a_late_entry_is_asked_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Desk(tmp_path, capsys)
    path = desk.write("t.json", file_with({"licence": 5}, {"licence": 6}, {}, {}))
    assert desk("pair", path, "--write").status == 0
    before = path.read_bytes()
    for words, article in ((("--rating", 999), "C1.3"), (("--licence", 5), "C1.1")):
        refused = desk("enter", path, "Hale", *words, "--json")
        assert (refused.status, refused.value["error"]["article"]) == (1, article)
    assert path.read_bytes() == before
    assert desk("enter", path, "Hale", "--rating", 1000, "--licence", 7).status == 0


ALPHABETICAL = [
    "AB", "AÇ", "ALİ CAN", "ALİCAN", "CEM", "ÇAN", "GÜL", "ĞA", "HALE", "ILGAZ",
    "IŞIL", "İLGİN", "JALE", "OYA", "ÖMER", "SUNA", "ŞULE", "UĞUR", "ÜLKÜ", "VURAL",
]  # fmt: skip


def test_c1_4_turkish_letters_stand_where_they_belong() -> None:
    backwards = [Player(n, name) for n, name in enumerate(reversed(ALPHABETICAL), start=1)]
    assert [player.name for player in start_order(backwards)] == ALPHABETICAL


@pytest.mark.parametrize(
    "name", ["Ñandú", "Łukasz", "Øyvind", "Иван", "李", "O'Neil-Smith", "😀", "é\u0301", "a.b", "12"]
)
def test_c1_4_real_names_never_crash_it(name: str) -> None:
    event = Event("chess", [Player(1, "Z"), Player(2, name), Player(3, "A")], {"rounds": 2})
    assert sorted(event.pair().players) == [1, 2, 3]


# --- C2 order ----------------------------------------------------------------------------------------------


def test_c2_1_elo_then_ukd_then_name_then_licence() -> None:
    players = [
        Player(1, "CAN", rating=0, national_rating=1500, licence="30"),
        Player(2, "ÇAN", rating=1800),
        Player(3, "CAN", rating=0, national_rating=1500, licence="20"),
        Player(4, "ZEKİ", rating=1800, national_rating=1200),
        Player(5, "CEM", rating=1800),
        Player(6, "ALİ", rating=2100),
        Player(7, "ALİ", rating=0, national_rating=2000),
    ]
    assert [player.id for player in start_order(players)] == [6, 4, 5, 2, 7, 3, 1]


def test_c2_1_the_case_of_letters_does_not_matter() -> None:
    assert [p.id for p in start_order([Player(1, "can b"), Player(2, "CAN A"), Player(3, "Can C")])] == [2, 1, 3]


def test_c2_2_the_starting_order_gives_the_numbers_from_1() -> None:
    event = Event("chess", [Player(1, "C", 1500), Player(2, "B", 1800), Player(3, "A", 1500), Player(4, "D", 1200)])
    assert start_numbers(book_of(event.tournament).players) == {2: 1, 3: 2, 1: 3, 4: 4}
    event.pair()
    assert {player.id: player.number for player in event.tournament.players} == {2: 1, 3: 2, 1: 3, 4: 4}


def test_c2_2_the_numbers_are_frozen_when_round_1_is_made() -> None:
    event = Event("chess", field(4), {"rounds": 2})
    event.pair()
    event.results("0", "0")
    tournament = event.tournament
    edited = replace(tournament, players=tuple(replace(p, rating=1000 + 100 * p.id) for p in tournament.players))
    assert [p.id for p in start_order(edited.players)] == [4, 3, 2, 1]
    assert start_numbers(book_of(edited).players) == {1: 1, 2: 2, 3: 3, 4: 4}
    made, again = next_round(tournament), next_round(edited)
    assert isinstance(made, Paired)
    assert made == again


def test_c2_2_later_the_order_is_points_then_number() -> None:
    event = Event("chess", field(6), {"rounds": 3})
    event.pair()
    event.results("2", "0", "1")
    book = book_of(event.tournament)
    assert pairing_order(book, book.pool(), start_numbers(book.players)) == [2, 5, 3, 4, 1, 6]


def test_c2_2_late_entries_get_the_next_numbers_in_starting_order() -> None:
    event = Event("chess", field(4), {"rounds": 3})
    event.pair()
    event.results("1", "1")
    event.facts += [Entered(Player(9, "LATE", 1100, joined_round=2)), Entered(Player(8, "LATER", 2900, joined_round=2))]
    event.pair()
    assert {p.id: p.number for p in event.tournament.players} == {1: 1, 2: 2, 3: 3, 4: 4, 8: 5, 9: 6}


# --- C3 set-up ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64, 65, 1000, 1024, 1025])
def test_c3_1_rounds_from_the_logarithm_to_everybody(n: int) -> None:
    least = next(k for k in range(20) if 2**k >= n)

    def refused(rounds: int) -> list[Any]:
        findings = CHESS.rules.validate(Setup("chess", options={"rounds": rounds}), field(n))
        return [(f.code, f.article, f.facts["least"], f.facts["most"]) for f in findings if f.severity == "violation"]

    assert refused(least) == refused(n - 1) == []
    bounds = [("rounds_out_of_bounds", "C3.1", least, n - 1)]
    assert refused(least - 1) == refused(n) == bounds


def test_c3_1_the_bounds_are_named_when_round_1_is_asked_for() -> None:
    refusal = Event("chess", field(8), {"rounds": 2}).refuse()
    assert (refusal.code, refusal.article) == ("rounds_out_of_bounds", "C3.1")
    assert refusal.facts == {"rounds": 2, "least": 3, "most": 7, "players": 8}


@pytest.mark.parametrize("n", [0, 1])
def test_c3_1_two_players_at_least(n: int) -> None:
    assert Event("chess", field(n), {"rounds": 1}).refuse().code == "too_few_players"


@pytest.mark.parametrize(("n", "rounds"), [(2, 1), (3, 2), (4, 2), (8, 3), (9, 4), (64, 6), (65, 7)])
def test_c3_1_the_fewest_rounds_where_none_are_set(n: int, rounds: int) -> None:
    assert CHESS.rules.rounds(Setup("chess"), field(n)) == rounds


@pytest.mark.parametrize(("n", "rounds", "warned"), [(8, 4, False), (8, 5, True), (9, 4, False), (9, 5, True)])
def test_c3_2_a_warning_above_half_of_the_players(n: int, rounds: int, warned: bool) -> None:
    findings = CHESS.rules.validate(Setup("chess", options={"rounds": rounds}), field(n))
    assert [(f.code, f.article, f.severity) for f in findings] == [("rematches_ahead", "C3.2", "note")] * warned


@pytest.mark.parametrize("rounds", [3, 4, 5])
def test_c3_2_up_to_half_every_round_exists(rounds: int) -> None:
    event = Event("chess", field(2 * rounds), {"rounds": rounds})
    for _ in range(rounds):
        assert not {r.code for r in event.pair().relaxations} - {"colour_lifted"}
        event.results(*["1"] * rounds)


def test_c3_3_white_for_number_1() -> None:
    assert tables(Event("chess", field(6), {"rounds": 3, "first_colour": "b"}).pair()) == [(1, 2), (3, 4), (5, 6)]


def test_c3_3_black_for_number_1() -> None:
    event = Event("chess", field(7), {"rounds": 3, "first_colour": "s"})
    round_ = event.pair()
    assert tables(round_) == [(2, 1), (4, 3), (6, 5)]
    assert byes(round_) == [7]
    assert {reason.article for reason in round_.reasons} == {"C3.3", "C4.3"}


@pytest.mark.parametrize(("colour", "seats"), [("b", [(1, 2), (5, 4)]), ("s", [(2, 1), (4, 5)])])
def test_c3_3_odd_numbers_keep_their_colour_when_the_bye_moves(colour: str, seats: list[tuple[int, int]]) -> None:
    apart = tuple(Avoid(pair) for pair in [(1, 4), (1, 5), (2, 4), (2, 5), (3, 4), (3, 5)])
    setup = Setup("chess", options={"rounds": 3, "first_colour": colour}, avoid=apart)
    round_ = Event("chess", field(5), setup=setup).pair()
    assert (tables(round_), byes(round_)) == (seats, [3])


def test_c3_3_numbers_given_in_the_file_decide_the_colours() -> None:
    players = [Player(1, "A", number=2), Player(2, "B", number=3)]
    assert tables(Event("chess", players, {"rounds": 1}).pair()) == [(2, 1)]
