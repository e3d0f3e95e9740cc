"""Whose personal data can be removed (PP6)."""

from __future__ import annotations

from ronda.core.facts import Erased
from ronda.core.verdicts import Refusal
from ronda.desk.erasure import forget
from tests.desk.events import Evening


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
