"""The facts that pairing and check both read, from a record written by hand (D1.3, D2.3, D10.5, S3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.model import Avoid, Forfeit, Result, Round, Scored, Table, Tournament
from ronda.systems.domino.field import Relation, relations_of
from tests.domino.events import book_of, event

WON = Scored(200, 50)
NOT_PLAYED = Forfeit(first_absent=True, second_absent=True)
WINDOWS = {"partner_window": 1, "rival_window": 2}


def record(results: tuple[Result, Result, Result], avoid: tuple[Avoid, ...] = ()) -> Tournament:
    """Of four, who were partners by turns."""
    teams = (((1, 2), (3, 4)), ((1, 3), (2, 4)), ((1, 4), (2, 3)))
    rounds = [
        Round(number, (Table(1, first, second, result),))
        for number, ((first, second), result) in enumerate(zip(teams, results, strict=True), start=1)
    ]
    return replace(event(4, WINDOWS, avoid), rounds=tuple(rounds))


def relations(tournament: Tournament, *, fresh: bool = False) -> tuple[Relation, Relation]:
    return relations_of(book_of(tournament), {player: player for player in (1, 2, 3, 4)}, fresh=fresh)


def test_d1_3_a_repetition_counts_while_the_window_reaches_it() -> None:
    partners, rivals = relations(record((WON, WON, WON)))
    assert [partners.gap(1, other) for other in (2, 3, 4)] == [None, None, 1]
    assert [rivals.gap(1, other) for other in (2, 3, 4)] == [1, 1, 2]
    assert partners.within(1) == {4}
    assert rivals.within(1) == {2, 3, 4}
    assert not any(relation.again(1, other) for relation in (partners, rivals) for other in (2, 3, 4))


def test_d2_3_where_no_game_took_place_there_is_no_history() -> None:
    partners, rivals = relations(record((WON, WON, NOT_PLAYED)))
    assert partners.within(1) == set()
    assert [rivals.gap(1, other) for other in (2, 3, 4)] == [2, None, 2]


def test_d10_5_where_all_count_they_count_from_round_1() -> None:
    partners, rivals = relations(record((WON, WON, NOT_PLAYED)), fresh=True)
    assert [partners.again(1, other) for other in (2, 3, 4)] == [True, True, False]
    assert [rivals.again(1, other) for other in (2, 3, 4)] == [True, True, True]
    assert partners.within(1) == {2, 3}
    assert partners.gap(1, 2) is None


@pytest.mark.parametrize("names", [{1: 1, 2: 2, 3: 3, 4: 4}, {4: 0, 3: 1, 2: 2, 1: 3}])
def test_wishes_by_whatever_name(names: dict[int, int]) -> None:
    """A hard wish is no soft one as well."""
    wishes = (
        Avoid((1, 2), hard=True, relation="partners"),
        Avoid((1, 2), hard=False, relation="partners"),
        Avoid((1, 3), hard=False, relation="opponents"),
    )
    partners, rivals = relations_of(book_of(record((WON, WON, WON), wishes)), names, fresh=False)
    one, two, three = names[1], names[2], names[3]
    assert {name: others for name, others in partners.hard.items() if others} == {one: {two}, two: {one}}
    assert not any(partners.soft.values())
    assert {name: others for name, others in rivals.soft.items() if others} == {one: {three}, three: {one}}
    assert not any(rivals.hard.values())
