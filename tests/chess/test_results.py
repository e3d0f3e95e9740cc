"""chess C6: results."""

from __future__ import annotations

import pytest

from ronda.core.model import Forfeit, Player, Result, Scored, Setup
from ronda.core.verdicts import Refusal
from ronda.desk import record_result, standings_after
from ronda.systems import book_of, system
from tests.playing import Event

CHESS = system("chess")
DRAW, WHITE_WINS, BLACK_WINS = Scored(1, 1), Scored(2, 0), Scored(0, 2)
BLACK_ABSENT = Forfeit(first_absent=False, second_absent=True)
WHITE_ABSENT = Forfeit(first_absent=True, second_absent=False)
BOTH_ABSENT = Forfeit(first_absent=True, second_absent=True)


def pair_of_players() -> Event:
    event = Event("chess", [Player(1, "ADA", 2000), Player(2, "BAKİ", 1900)], {"rounds": 1})
    event.pair()
    return event


@pytest.mark.parametrize(
    ("code", "result", "halves", "outcomes"),
    [
        ("0", DRAW, (1, 1), ("draw", "draw")),
        ("1", WHITE_WINS, (2, 0), ("win", "loss")),
        ("2", BLACK_WINS, (0, 2), ("loss", "win")),
        ("3", BLACK_ABSENT, (2, 0), ("walkover", "absent")),
        ("4", WHITE_ABSENT, (0, 2), ("absent", "walkover")),
        ("5", BOTH_ABSENT, (0, 0), ("absent", "absent")),
    ],
)
def test_c6_the_six_codes(code: str, result: Result, halves: tuple[int, int], outcomes: tuple[str, str]) -> None:
    event = pair_of_players()
    event.result(1, 1, code)
    assert event.tournament.rounds[0].tables[0].result == result
    book = book_of(event.tournament)
    assert (book.halves[1], book.halves[2]) == halves
    assert (book.lines[1][0].outcome, book.lines[2][0].outcome) == outcomes


@pytest.mark.parametrize(
    ("spelling", "result"),
    [
        ("1-0", WHITE_WINS),
        (" 1 - 0 ", WHITE_WINS),
        ("1–0", WHITE_WINS),
        ("1:0", WHITE_WINS),
        ("0-1", BLACK_WINS),
        ("0−1", BLACK_WINS),
        ("½-½", DRAW),
        ("½–½", DRAW),
        ("½ : ½", DRAW),
        ("1/2-1/2", DRAW),
        ("1/2 – 1/2", DRAW),
        ("+--", BLACK_ABSENT),
        ("+ – –", BLACK_ABSENT),
        ("--+", WHITE_ABSENT),
        ("---", BOTH_ABSENT),
        ("−−−", BOTH_ABSENT),
        (" 3 ", BLACK_ABSENT),
    ],
)
def test_c6_every_spelling(spelling: str, result: Result) -> None:
    assert CHESS.rules.results.read(spelling, Setup("chess")) == result


@pytest.mark.parametrize("result", [DRAW, WHITE_WINS, BLACK_WINS, BLACK_ABSENT, WHITE_ABSENT, BOTH_ABSENT])
def test_c6_what_is_written_is_read_again(result: Result) -> None:
    assert CHESS.rules.results.read(CHESS.rules.results.write(result), Setup("chess")) == result


def test_c6_a_draw_is_written_with_the_half_sign() -> None:
    assert [CHESS.rules.results.write(r) for r in (DRAW, WHITE_WINS, BLACK_WINS)] == ["½-½", "1-0", "0-1"]


@pytest.mark.parametrize(
    "text", ["", "6", "-1", "2-0", "1-1", "0-0", "10", "1-0-0", "½", "0.5-0.5", "x", "①", "٠", "00"]
)
def test_c6_anything_else_is_refused(text: str) -> None:
    answer = CHESS.rules.results.read(text, Setup("chess"))
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.article) == ("result_unreadable", "C6")
    refused = record_result(pair_of_players().tournament, 1, 1, text)
    assert isinstance(refused, Refusal)


def test_c6_a_bye_is_one_point() -> None:
    event = Event("chess", [Player(n, f"P{n}", 2000 - n) for n in (1, 2, 3)], {"rounds": 2})
    event.pair()
    event.results("5")
    first = standings_after(event.tournament, 1)[0]
    assert first.player == 3
    assert first.measures["points"].value == 1
