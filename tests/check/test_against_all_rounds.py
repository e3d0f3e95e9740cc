"""On small fields the check agrees with trying all rounds: the right one is clean, every other one is not."""

from __future__ import annotations

from random import Random

import pytest

from ronda.book import Book
from ronda.model import Round
from ronda.systems.chess.check import CODES as CHESS_CODES
from ronda.systems.chess.check import check as check_chess
from ronda.systems.redemption.check import CODES as REDEMPTION_CODES
from ronda.systems.redemption.check import check as check_redemption
from tests.check.made import codes
from tests.check.referee import (
    chess_round,
    chess_rounds,
    matchings,
    random_book,
    redemption_choice,
    redemption_order,
    redemption_round,
)

SEEDS = range(150)


def wrong_chess(book: Book, round_: Round) -> list[str]:
    findings = check_chess(book, round_)
    assert {f.code for f in findings} <= CHESS_CODES
    return codes(findings)


@pytest.mark.parametrize("seed", SEEDS)
def test_chess(seed: int) -> None:
    book = random_book(Random(seed), "chess")
    if book.round == 1:
        return  # colours by C3.3, tested by hand
    rounds = chess_rounds(book)
    if not rounds:
        return  # C5.5: refused
    least = min(made.harm for made in rounds)
    right = min((made for made in rounds if made.harm == least), key=lambda made: made.walk)
    assert wrong_chess(book, chess_round(book, right)) == []
    for made in rounds:
        if made.harm > least or (made != right and least[:2] == (0, 0)):
            assert wrong_chess(book, chess_round(book, made)) != [], (right, made)


@pytest.mark.parametrize("seed", SEEDS)
def test_chess_with_soft_wishes(seed: int) -> None:
    book = random_book(Random(f"soft {seed}"), "chess", soft=True)
    rounds = chess_rounds(book) if book.round > 1 else []
    least = min((made.harm for made in rounds), default=())
    for made in rounds:
        if made.harm > least:
            assert wrong_chess(book, chess_round(book, made)) != []
    if rounds:
        right = min((made for made in rounds if made.harm == least), key=lambda made: made.walk)
        assert wrong_chess(book, chess_round(book, right)) == []


@pytest.mark.parametrize("soft", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_redemption(seed: int, soft: bool) -> None:
    book = random_book(Random(seed), "redemption", soft=soft)
    order = redemption_order(book)
    if book.round == 1 or len(order) < 2:
        return
    bye = order.pop() if len(order) % 2 else None
    right = redemption_choice(book, order)
    for pairs in matchings(order):
        findings = check_redemption(book, redemption_round(book, pairs, bye))
        assert {f.code for f in findings} <= REDEMPTION_CODES
        wrong = [code for code in codes(findings) if code != "bye_wrong"]  # the last is not always the one
        if pairs == right:
            assert wrong == []
        elif not soft:
            assert wrong != [], (right, pairs)
