"""domino: which exchange between the pyramids is the right one, by the edition of the round (D7.2)."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from ronda.core.model import Round, Table, Tournament
from ronda.core.verdicts import Finding, Relaxation
from ronda.systems.domino import SYSTEM
from tests.check.made import codes
from tests.domino.events import book_of, event, pair_next, play, play_next, scores


def checked(tournament: Tournament, made: Round) -> list[Finding]:
    return SYSTEM.rules.check(book_of(tournament), made)


def first_that_would_do() -> tuple[Tournament, Round]:
    """Round 4 of eight players as the first edition made it: 8 with 5, and eight rivals inside their window. With 4
    and 1 exchanged nothing is relaxed."""
    tournament = play(event(8), 3, seed=1)
    tables = (Table(1, (6, 4), (3, 5)), Table(2, (8, 2), (1, 7)))
    stated = [Relaxation("pyramid_exchange", "D7.2", (8, 5))]
    stated += [
        Relaxation("rival_window", "D7.1", (a, b)) for table in tables for a in table.first for b in table.second
    ]
    return tournament, Round(4, tables, edition="domino-1", relaxations=tuple(stated))


def test_d7_2_a_round_of_the_first_edition_is_judged_by_it() -> None:
    tournament, made = first_that_would_do()
    assert codes(checked(tournament, made)) == []


def test_d7_2_a_round_of_the_second_edition_takes_the_mildest_exchange() -> None:
    tournament, made = first_that_would_do()
    found = [f for f in checked(tournament, replace(made, edition="domino-3")) if f.severity == "violation"]
    (finding,) = [f for f in found if f.article == "D7.2"]
    assert finding.code == "exchange_not_mildest"
    assert (finding.facts["made"], finding.facts["possible"]) == (8, 0)
    assert finding.facts["exchange"] == [4, 1]


def test_d7_2_a_round_without_an_edition_that_was_right_once_is_not_called_wrong() -> None:
    tournament, made = first_that_would_do()
    assert codes(checked(tournament, replace(made, edition=None))) == []


def test_d7_2_of_equally_mild_exchanges_the_nearest() -> None:
    tournament = play(event(8), 3, seed=0)  # 3 with 7 is exchanged, and nothing relaxed
    right = pair_next(tournament)
    assert codes(checked(tournament, right)) == []
    assert [r.players for r in right.relaxations] == [(3, 7)]
    for a, b in ((3, 6), (3, 8), (4, 7)):
        other = {a: b, b: a}
        tables = tuple(
            replace(t, first=tuple(other.get(p, p) for p in t.first), second=tuple(other.get(p, p) for p in t.second))
            for t in right.tables
        )
        assert codes(checked(tournament, replace(right, tables=tables))) != []


@pytest.mark.parametrize("seed", range(12))
def test_d7_2_what_is_paired_has_no_violation(seed: int) -> None:
    chance = random.Random(seed)
    players = chance.choice((8, 9, 10, 11, 12, 14))
    windows = chance.choice(({}, {"partner_window": 2, "rival_window": 3}, {"partner_window": 3, "rival_window": 4}))
    tournament = event(players, windows)
    for _ in range(5):
        made = pair_next(tournament)
        assert codes(checked(tournament, made)) == []
        tournament = play_next(tournament, chance, scores)
