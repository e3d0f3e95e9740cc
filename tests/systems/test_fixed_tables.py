"""A table that somebody keeps, in every system (PS6.1): the game moves, never the pairing; the check sees it."""

from __future__ import annotations

import pytest

from ronda.core.model import Player, Round, Tournament
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk.decisions import check_round, next_round
from ronda.store.replay import replay
from ronda.systems import NAMES, system
from tests.playing import Event
from tests.web.conftest import RESULTS

FIELD = 17


def entered(name: str, pins: dict[int, int]) -> Event:
    people = [Player(n, f"Player {n:02}", rating=2000 - 10 * n, pinned_table=pins.get(n)) for n in range(1, FIELD + 1)]
    return Event(name, people, {} if name == "robin" else {"rounds": 5}, seed=5)


def made(tournament: Tournament) -> Round:
    found = next_round(tournament)
    assert not isinstance(found, Refusal), found
    return found.round


def seated(round_: Round) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    return sorted((table.first, table.second) for table in round_.tables)


@pytest.mark.parametrize("name", NAMES)
def test_the_game_moves_and_never_the_pairing(name: str) -> None:
    """Three rounds: one keeps table 1, one keeps table 3, one a table beyond the last."""
    event, kept = entered(name, {15: 1, 16: 3, 17: 50}), {15: 1, 16: 3, 17: 50}
    for _ in range(3):
        tournament = event.tournament
        plain = made(replace(tournament, players=tuple(replace(p, pinned_table=None) for p in tournament.players)))
        round_ = event.pair()
        assert seated(round_) == seated(plain)
        assert len({table.number for table in round_.tables}) == len(round_.tables)
        for table in round_.tables:
            wishes = [kept[player] for player in table.players if player in kept]
            assert not wishes or table.number in wishes
        assert not [one for one in check_round(event.tournament, round_) if one.severity == "violation"]
        event.results(*[RESULTS[name]] * len(round_.tables))
    assert replay(event.facts).holds


@pytest.mark.parametrize("name", NAMES)
def test_the_check_sees_a_table_that_was_not_kept_and_wrong_numbers(name: str) -> None:
    tournament = entered(name, {15: 1}).tournament
    round_ = made(tournament)
    own = next(table for table in round_.tables if 15 in table.players)
    other = next(table for table in round_.tables if table is not own)
    numbers = {own.number: other.number, other.number: own.number}
    turned = replace(round_, tables=tuple(replace(t, number=numbers.get(t.number, t.number)) for t in round_.tables))
    found = [one.code for one in check_round(tournament, turned) if one.severity == "violation"]
    assert "table_not_kept" in found or "table_number" in found


def test_of_two_who_keep_the_same_table_one_is_told() -> None:
    tournament = entered("chess", {1: 4, 9: 4, 2: 4}).tournament
    round_ = made(tournament)
    assert {one.player for one in round_.reasons if one.code == "pin_taken"} < {1, 2, 9}
    assert not [one for one in check_round(tournament, round_) if one.severity == "violation"]


def test_a_system_without_wishes_is_as_it_was() -> None:
    for name in NAMES:
        assert "table_names" in {option.name for option in system(name).rules.options}
        assert [field.name for field in system(name).forms.player_fields].count("pinned_table") == 1
