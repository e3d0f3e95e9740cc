"""Of the states of a tournament the last ones are kept, and one goes on from the nearest."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronda.core.facts import Fact
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.store import Store, Stored, open_store
from ronda.store.fold_cache import MOST_STATES, Folded
from tests.store.samples import result, started


@pytest.fixture
def states(tmp_path: Path) -> list[Stored]:
    """One event after each of some results, as the store hands it out."""
    with open_store(tmp_path / "ronda.db", projections=()) as store:
        found = [store.create(started(), actor="ann")]
        for score in range(MOST_STATES + 3):
            found.append(_next(store, found[-1], result(1, score)))
    return found


def _next(store: Store, before: Stored, fact: Fact) -> Stored:
    after = store.append(before.code, [fact], expected=before.version, actor="ann")
    assert isinstance(after, Stored)
    return after


def test_the_oldest_states_are_given_up_first(states: list[Stored]) -> None:
    folded = Folded()
    for state in states:
        folded.tournament(state)
    kept = [folded.nearest(state)[0] is not None for state in states]
    assert kept == [False] * (len(states) - MOST_STATES) + [True] * MOST_STATES


def test_one_goes_on_from_the_nearest_state(states: list[Stored], monkeypatch: pytest.MonkeyPatch) -> None:
    folded = Folded()
    for at in (0, 3, 5):
        folded.tournament(states[at])
    lengths: list[int] = []

    def counted(facts: list[Fact], before: Tournament | None = None) -> Tournament:
        lengths.append(len(facts))
        return fold(facts) if before is None else fold(facts, before)

    monkeypatch.setattr("ronda.store.fold_cache.fold", counted)
    assert folded.tournament(states[7]) == fold(states[7].facts)
    assert folded.tournament(states[7]) is folded.tournament(states[7]), "it is kept"
    assert lengths == [2], "two facts since the nearest of the states before"
