"""On small fields the check agrees with trying all rounds: the right one is clean, every other one is not."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from ronda.core.book import Book
from ronda.core.model import Round
from ronda.systems.chess.check import check as check_chess
from ronda.systems.redemption.check import check as check_redemption
from tests.check.made import codes, undeclared
from tests.check.referee import (
    ChessRound,
    chess_round,
    chess_rounds,
    matchings,
    random_book,
    redemption_choice,
    redemption_order,
    redemption_round,
)
from tests.exhaustive import Ahead

SEEDS = range(150)


def wrong_chess(book: Book, round_: Round) -> list[str]:
    findings = check_chess(book, round_)
    assert undeclared("chess", findings) == set()
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
        if made.harm > least or (made != right and least[:3] == (0, 0, 0)):
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


@pytest.mark.parametrize("seed", SEEDS)
def test_chess_with_rounds_to_come(seed: int) -> None:
    random = Random(f"ahead {seed}")
    book = random_book(random, "chess", most=8)
    book = replace(book, rounds=book.round + random.randint(1, 4))
    if book.round == 1 or len(book.pool()) < 2:
        return
    allowed, every = _kept_possible(book)
    if not every:
        return  # C5.5: refused
    least = min(made.harm for made in allowed)
    right = min((made for made in allowed if made.harm == least), key=lambda made: made.walk)
    assert wrong_chess(book, chess_round(book, right, "chess-3")) == []
    assert wrong_chess(book, chess_round(book, right, None)) == []
    for made in every:
        if made not in allowed or made.harm > least or (made != right and least[:3] == (0, 0, 0)):
            assert wrong_chess(book, chess_round(book, made, "chess-3")) != [], (right, made)


def _kept_possible(book: Book) -> tuple[list[ChessRound], list[ChessRound]]:
    """The rounds after which as many others can be made as there can be, and all rounds (C5.4)."""
    ahead = Ahead(book)
    rounds = {anybody: chess_rounds(book, anybody=anybody) for anybody in (False, True)}
    for count in range(len(ahead.pools), -1, -1):
        for anybody, every in rounds.items():
            allowed = [made for made in every if ahead.possible(made.white_black, made.bye, count, anybody=anybody)]
            if allowed:
                return allowed, every
    return [], []


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
        assert undeclared("redemption", findings) == set()
        wrong = [code for code in codes(findings) if code != "bye_wrong"]  # the last is not always the one
        if pairs == right:
            assert wrong == []
        elif not soft:
            assert wrong != [], (right, pairs)
