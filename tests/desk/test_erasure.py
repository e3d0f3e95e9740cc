"""Whose personal data can be removed (PP6)."""

from __future__ import annotations

from ronda.core.facts import Erased
from ronda.core.history import fold
from ronda.core.verdicts import Refusal
from ronda.desk import bodies
from ronda.desk.people import forget
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from tests.desk.events import Evening
from tests.desk.staging import Event


def test_pp6_only_who_is_known_is_forgotten() -> None:
    evening = Evening()
    refused = forget(evening.tournament, [1, 99])
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts) == ("unknown_player", {"player": 99})
    (fact,) = _facts(forget(evening.tournament, [2, 1, 1]))
    assert fact.players == (1, 2)


def test_pp6_somebody_whose_entry_was_undone_is_forgotten_too() -> None:
    (fact,) = _facts(forget(Evening().tournament, [99], known=[99]))
    assert fact.players == (99,)


def _facts(answer: list[Erased] | Refusal) -> list[Erased]:
    assert not isinstance(answer, Refusal)
    return answer


def test_pp6_numbers_that_are_fixed_leave_nobody_with_the_number_of_another() -> None:
    """DU1.3: a late entry gets the place of its rating, and everybody below moves down one."""
    event = Event("dutch", 5, [{"kind": "groups", "groups": 1}])
    event.begin()
    event.round(lambda _: "1-0")  # no system made it: nobody has a number yet
    seated = {player for table in event.now.rounds[0].tables for player in table.players}
    event.facts += forgotten(event, 2)
    event.do("enter", bodies.PlayerFields("Late", rating=3000))
    event.round(lambda _: "1-0")
    event.facts += forgotten(event, 3)
    numbers = [player.number for player in event.now.players if player.number is not None]
    assert len(seated) < 5 == len(numbers)
    assert len(set(numbers)) == len(numbers)
    assert write(fold(read(write(event.now)))) == write(event.now)


def forgotten(event: Event, player: int) -> list[Erased]:
    answer = forget(event.now, [player])
    assert not isinstance(answer, Refusal)
    return answer
