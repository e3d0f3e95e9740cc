"""Pairs to avoid, in redemption."""

from __future__ import annotations

import pytest

from ronda.core.model import Avoid, Player, Setup
from tests.playing import Event, byes, tables


def event(n: int, avoid: list[Avoid], seed: int = 1) -> Event:
    setup = Setup("redemption", options={"rounds": 3}, seed=seed, avoid=tuple(avoid))
    return Event("redemption", [Player(i, f"P{i}", number=i) for i in range(1, n + 1)], setup=setup)


@pytest.mark.parametrize("seed", range(30))
def test_the_first_bye_keeps_a_hard_pair_apart(seed: int) -> None:
    round_ = event(3, [Avoid((1, 2))], seed).pair()
    assert byes(round_) in ([1], [2])
    assert not round_.relaxations


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.parametrize("hard", [True, False])
def test_a_pair_is_kept_apart_where_no_rule_suffers(seed: int, hard: bool) -> None:
    round_ = event(8, [Avoid((1, 2), hard=hard), Avoid((3, 4), hard=hard)], seed).pair()
    assert not {(1, 2), (2, 1), (3, 4), (4, 3)} & set(tables(round_))


def test_a_hard_pair_that_must_meet_is_stated() -> None:
    round_ = event(2, [Avoid((1, 2))]).pair()
    assert [(r.code, r.players) for r in round_.relaxations] == [("avoid_broken", tuple(tables(round_)[0]))]


def test_a_soft_pair_gives_way_before_a_rematch() -> None:
    made = event(4, [Avoid((1, 2), hard=False), Avoid((3, 4), hard=False)], seed=1)
    for _ in range(3):  # three rounds of four players: everybody meets everybody
        assert not made.pair().relaxations
        made.results("5-0", "5-0")


def test_a_hard_pair_stays_apart_even_at_the_price_of_rematches() -> None:
    made = event(4, [Avoid((1, 2))], seed=1)
    for _ in range(3):
        round_ = made.pair()
        assert not {(1, 2), (2, 1)} & set(tables(round_))
        made.results("5-0", "5-0")
    assert {r.code for r in round_.relaxations} == {"rematch"}
