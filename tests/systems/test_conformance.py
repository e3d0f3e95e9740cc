"""Every system holds to what any system must, and the kit sees when one does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ronda import conformance
from ronda.conformance import faults
from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.ranking import Criterion, Term, point_values
from ronda.core.verdict_codes import COUNT, PASSED, Code
from ronda.core.verdicts import Finding
from ronda.systems import names, system
from ronda.systems.system import Option, System


@pytest.mark.parametrize("name", names())
def test_every_system_conforms(name: str) -> None:
    assert not faults(name)


def blind(book: object, round_: Round) -> list[Finding]:
    return []


def lines_alone(book: Book, player: int) -> Iterator[Term]:
    return (Term(line.halves, line.outcome, line.round, line.opponents) for line in book.lines[player])


EARNED = Criterion("points", lambda book, players: book.earned, lines_alone, unit=2)
SPENT = Criterion("points", point_values, lines_alone, unit=2)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"check": blind}, "does not miss a table"),
        ({"edition": ""}, "no edition"),
        ({"id": "other"}, "calls itself other"),
        ({"options": (Option("rounds", "int", 0, "X", low=1),)}, "the default 0 is no value"),
        ({"tiebreaks": "nothing"}, "there is no option nothing"),
        ({"criteria": lambda setup: (EARNED,)}, "the standings do not go by the points that are left"),
        ({"criteria": lambda setup: (SPENT,)}, "penalty: standings: the working of points does not add up"),
        ({"scoring": lambda setup: replace(system(names()[-1]).scoring(setup), unit=4)}, "of a point is refused"),
        ({"codes": {"reason": {"rematch": Code("X", {"n": COUNT})}}}, "reason.rematch is declared twice"),
        ({"codes": {"reason": {"x": Code("X", PASSED)}}}, "reason.x: further.json does not list say.skipped"),
    ],
)
def test_what_does_not_conform_is_named(wrong: dict[str, object], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name = names()[-1]
    broken: System = replace(system(name), **wrong)  # type: ignore[arg-type]
    monkeypatch.setattr(conformance, "system", lambda asked: broken if asked == name else system(asked))
    monkeypatch.setattr(conformance, "PLANS", conformance.PLANS[:2])
    assert any(told in fault for fault in faults(name))


def test_a_name_that_nobody_has() -> None:
    assert faults("nobody") == ["nobody: not registered"]
