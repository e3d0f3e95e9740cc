"""The check code of a round."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.model import Bye, Round, Scored, Table
from ronda.sheets.typesetting import ALPHABET, LENGTH, canonical, check_code
from tests.sheets.events import crowd

ROUND = Round(3, (Table(1, (4,), (2,)), Table(2, (1,), (5,))), (Bye(3),), seed=81)


def test_it_is_eight_signs_that_cannot_be_confused() -> None:
    for round_ in crowd("chess", 101, 9).rounds:
        code = check_code(round_)
        assert len(code) == LENGTH
        assert set(code) <= set(ALPHABET)
    assert len(set(ALPHABET)) == 32
    assert not set(ALPHABET) & set("ILOU")


def test_it_never_changes_between_editions_of_the_program() -> None:
    """Paper outlives programs: the text and the code of this round are fixed for good."""
    assert canonical(ROUND) == "[3,[[1,[4],[2]],[2,[1],[5]]],[3],81]"
    assert check_code(ROUND) == "HT5EE6FM"


def test_results_and_the_order_of_the_tables_do_not_matter() -> None:
    first, second = ROUND.tables
    assert check_code(replace(ROUND, tables=(second, first))) == check_code(ROUND)
    assert check_code(replace(ROUND, tables=(replace(first, result=Scored(2, 0)), second))) == check_code(ROUND)
    assert check_code(replace(ROUND, status="draft")) == check_code(ROUND)


@pytest.mark.parametrize(
    "other",
    [
        replace(ROUND, number=4),
        replace(ROUND, seed=82),
        replace(ROUND, seed=None),
        replace(ROUND, byes=()),
        replace(ROUND, byes=(Bye(6),)),
        replace(ROUND, tables=(Table(1, (2,), (4,)), ROUND.tables[1])),
        replace(ROUND, tables=(Table(1, (1,), (5,)), Table(2, (4,), (2,)))),
    ],
)
def test_everything_else_does(other: Round) -> None:
    assert check_code(other) != check_code(ROUND)
