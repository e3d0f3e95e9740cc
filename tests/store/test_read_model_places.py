"""The quick places of the read model are those of the standings, whatever happens in an event."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest

from ronda.core.chance import Draw
from ronda.core.facts import Fact, Redone, Undone
from ronda.core.history import fold, in_force
from ronda.core.model import OptionValue, Tournament
from ronda.desk import standings_after
from ronda.store.read_model.changes import as_visible
from ronda.store.read_model.places import Ranking, following_ranking, ranking_of, standing_of
from ronda.store.read_model.project import following_book
from ronda.systems import standings_book
from tests.store.test_five_tables_growing import START, Growing, random_event

CASES: list[tuple[str, dict[str, OptionValue]]] = [
    ("chess", {}),
    ("domino", {}),
    ("domino", {"order": "points-difference"}),
    ("melee", {}),
    ("melee", {"free_game_buchholz": True}),
    ("melee", {"ranking": "difference"}),
    ("redemption", {"ranking": "differential"}),
    ("redemption", {"ranking": "head-to-head"}),
    ("redemption", {"ranking": "host", "absent_differential": 0}),
]


class States(Growing):
    """The states of an event that grows, without any tables."""

    def __init__(self) -> None:
        self.history = []
        self.state = None
        self.now = START
        self.states: list[Tournament] = []

    def append(self, *facts: Fact) -> None:
        self.history += [(fact, self.now) for fact in facts]
        if any(isinstance(fact, Undone | Redone) for fact in facts):
            self.state = fold(in_force([fact for fact, _ in self.history]))
        else:
            self.state = fold(facts, self.state)
        if not self.state.deleted:
            self.states.append(as_visible(self.state))


def follow(known: Ranking, before: Tournament, after: Tournament) -> Ranking:
    """The ranking of the next state, with what must be true of it on the way."""
    book, changed = following_book(known.book, before, after)
    assert book == standings_book(after)
    if changed is None:
        return ranking_of(book)
    following, moved = following_ranking(known, book, changed)
    assert following.keys == ranking_of(book).keys
    assert {**known.places, **moved} == following.places
    assert all(known.places.get(player) != place for player, place in moved.items())
    return following


@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.parametrize("seed", range(6))
def test_places_are_those_of_the_standings(name: str, options: Mapping[str, OptionValue], seed: int) -> None:
    growing = States()
    random_event(growing, name, Draw(seed, "places", name), rounds=5, chosen=options)
    ranking = ranking_of(standings_book(growing.states[0]))
    placed = 0
    for before, after in pairwise(growing.states):
        ranking = follow(ranking, before, after)
        book = ranking.book
        if book.round > 1:
            assert {player: ranking.places.get(player) for player in book.players} == {
                row.player: row.place for row in standings_after(after, len(after.rounds))
            }
            placed += 1
        else:
            assert not ranking.places
        assert standing_of(book) == {player: ranking.standing(player) for player in book.players}
    assert placed > 10
