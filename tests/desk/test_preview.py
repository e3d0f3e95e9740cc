"""What a correction would change in the standings, before it is saved."""

from __future__ import annotations

import pytest

from ronda.core.facts import Renamed
from ronda.core.verdicts import Refusal
from ronda.desk import leave, record_result, standings_after
from ronda.desk.decisions import Move, moves
from tests.desk.events import Evening


def places(evening: Evening) -> dict[int, int | None]:
    tournament = evening.tournament
    return {row.player: row.place for row in standings_after(tournament, len(tournament.rounds))}


@pytest.mark.parametrize(("system", "text", "other"), [("redemption", "5-3", "0-5"), ("chess", "1-0", "0-1")])
def test_a_preview_is_what_happens_then(system: str, text: str, other: str) -> None:
    evening = Evening(system)
    evening.play(text)
    evening.play(text)
    before = places(evening)
    fact = record_result(evening.tournament, 1, 1, other)
    assert not isinstance(fact, Refusal)
    shown = moves(evening.tournament, [fact])
    assert places(evening) == before, "nothing is saved"
    evening.result(1, 1, other)
    after = places(evening)
    assert shown == [Move(player, before[player], after[player]) for player in after if before[player] != after[player]]
    assert {evening.table(1, 1).first[0], evening.table(1, 1).second[0]} <= {move.player for move in shown}


def test_what_changes_no_place_moves_nobody() -> None:
    evening = Evening()
    evening.play("5-3")
    assert moves(evening.tournament, [Renamed("Open")]) == []


def test_somebody_who_leaves_has_no_place_any_more() -> None:
    """R5.2"""
    evening = Evening(players=2, options={"rounds": 2})
    evening.play("5-3")
    loser = evening.table(1, 1).second[0]
    fact = leave(evening.tournament, evening.player(loser))
    assert not isinstance(fact, Refusal)
    assert moves(evening.tournament, [fact]) == [Move(loser, 2, None)]
