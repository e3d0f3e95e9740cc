"""Byes that players ask for: out of the pool of that round, in the book with their kind, and back again."""

from __future__ import annotations

import pytest

from ronda.core.book import Scoring, Tally, open_book
from ronda.core.facts import ByeRequested, Created, Discarded, Entered, Fact, Left, Paired, Returned
from ronda.core.history import fold
from ronda.core.model import Bye, Player, Round, Setup, Table
from ronda.formats.errors import Unreadable
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import names

SYSTEM = next(name for name in names() if name.startswith("r"))
START: list[Fact] = [Created(Setup(SYSTEM)), *(Entered(Player(n, f"P{n}")) for n in range(1, 4))]
POINTS = {"U": 10, "F": 10, "H": 5, "Z": 0}
TENTHS = Scoring(
    lambda table: (Tally("win", 10), Tally("loss", 0)), lambda bye: Tally("bye", POINTS[bye.kind]), unit=10
)


def test_who_asks_for_a_bye_is_not_in_the_pool_of_that_round() -> None:
    asked = fold([*START, ByeRequested(2, 1, "H"), ByeRequested(2, 3, "Z")])
    assert asked.players[1].byes == ((1, "H"), (3, "Z"))
    book = open_book(asked, TENTHS, 3)
    assert book.pool() == [1, 3]
    assert book.resting() == [(2, "H")]
    assert fold([*START, ByeRequested(2, 1, "H"), ByeRequested(2, 1)]) == fold(START)
    assert fold([*START, ByeRequested(2, 1, "H"), Returned(2, 1)]) == fold(START)


def test_nobody_rests_who_does_not_take_part() -> None:
    gone = fold([*START, ByeRequested(2, 1, "H"), Left(2, 0)])
    assert open_book(gone, TENTHS, 3).resting() == []


def test_lines_have_the_kind_of_the_bye_and_points_their_unit() -> None:
    byes = (Bye(3, kind="H"),)
    played = fold([*START, ByeRequested(3, 1, "H"), Paired(Round(1, (Table(1, (1,), (2,)),), byes))])
    book = open_book(played, TENTHS, 3)
    assert [line.bye for pid in (1, 2, 3) for line in book.lines[pid]] == [None, None, "H"]
    assert book.unit == 10
    assert str(book.points(3)) == "1/2"
    assert book.byes(3) == [1]


def test_the_file_has_them() -> None:
    byes = (Bye(3, kind="H"),)
    tournament = fold(
        [*START, ByeRequested(3, 1, "H"), ByeRequested(1, 2, "Z"), Paired(Round(1, (Table(1, (1,), (2,)),), byes))]
    )
    written = write(tournament)
    assert b'"byes": {"1": "H"}' in written
    assert b'{"player": 3, "kind": "H"}' in written
    again = fold(read(written))
    assert again == tournament
    assert write(again) == written


@pytest.mark.parametrize(
    "wrong", ['{"0": "H"}', '{"x": "H"}', '{"1": "U"}', '{"1": 5}', '[["1", "H"]]', '{"1": "H", "01": "Z"}']
)
def test_what_is_no_bye_is_refused_with_its_place(wrong: str) -> None:
    text = f'{{"ronda": 1, "system": "{SYSTEM}", "players": [{{"id": 1, "name": "A", "byes": {wrong}}}]}}'
    with pytest.raises(Unreadable) as refused:
        read(text.encode())
    assert refused.value.path.startswith("players[0].byes")


def test_start_numbers_that_are_made_again_come_back_when_the_round_goes() -> None:
    """A late entry takes its place in the list: numbers move with round 2, and go back with it."""
    first = Paired(Round(1, (Table(1, (1,), (2,)),), (Bye(3),)), {1: 1, 2: 2, 3: 3})
    late = Entered(Player(4, "P4", 2000, joined_round=2))
    second = Paired(Round(2, (Table(1, (1,), (4,)), Table(2, (2,), (3,)))), {4: 1, 1: 2, 2: 3, 3: 4})
    moved = fold([*START, first, late, second])
    assert [player.number for player in moved.players] == [2, 3, 4, 1]
    back = fold([*START, first, late, second, Discarded(2)])
    assert [player.number for player in back.players] == [1, 2, 3, None]
    assert [player.number for player in fold([*START, first, Discarded(1)]).players] == [None] * 3
