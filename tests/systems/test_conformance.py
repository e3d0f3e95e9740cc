"""Every system holds to what any system must, and the kit sees when one does not."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from ronda import conformance, registry
from ronda.conformance import faults
from ronda.core.book import Book
from ronda.core.model import Round
from ronda.core.ranking import Criterion, Term, point_values
from ronda.core.verdicts import COUNT, PASSED, Code, Finding
from ronda.systems import names, system
from ronda.systems.system import Option, Rules, System, Tiebreaks, Wording
from ronda.texts import LANGUAGES
from ronda.texts.catalogue import of_system


@pytest.mark.parametrize("name", names())
def test_every_system_conforms(name: str) -> None:
    assert not faults(name)
    assert conformance.spoken(name) == list(LANGUAGES)


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
        ({"options": (Option("rounds", "int", 0, "X", low=1),)}, "the default 0 is no value"),
        ({"tiebreaks": Tiebreaks("nothing")}, "there is no option nothing"),
        ({"criteria": lambda setup: (EARNED,)}, "the standings do not go by the points that are left"),
        ({"criteria": lambda setup: (SPENT,)}, "penalty: standings: the working of points does not add up"),
        ({"scoring": lambda setup: replace(system(names()[-1]).rules.scoring(setup), unit=4)}, "of a point is refused"),
    ],
)
def test_rules_that_do_not_conform_are_named(
    wrong: dict[str, object], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules: Rules = replace(system(names()[-1]).rules, **wrong)  # type: ignore[arg-type]
    found_in(monkeypatch, {"rules": rules}, told)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"id": "other"}, "calls itself other"),
        ({"words": Wording({"reason": {"rematch": Code("X", {"n": COUNT})}})}, "reason.rematch is declared twice"),
        ({"words": Wording({"reason": {"x": Code("X", PASSED)}})}, "reason.x: further.json does not list say.skipped"),
    ],
)
def test_what_does_not_conform_is_named(wrong: dict[str, object], told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found_in(monkeypatch, wrong, told)


def found_in(monkeypatch: pytest.MonkeyPatch, wrong: dict[str, object], told: str) -> None:
    name = names()[-1]
    broken: System = replace(system(name), **wrong)  # type: ignore[arg-type]
    monkeypatch.setattr(conformance, "system", lambda asked: broken if asked == name else system(asked))
    monkeypatch.setattr(conformance, "PLANS", conformance.PLANS[:2])
    assert any(told in fault for fault in faults(name))


def test_a_name_that_nobody_has() -> None:
    assert faults("nobody") == ["nobody: not registered"]


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("", "module 'ronda_draft' has no attribute 'SYSTEM'"),
        ("SYSTEM = 1", "ronda_draft.SYSTEM is no System"),
        ("from ronda.systems.system import Rules\nRules('x', ())", "Missing required argument 'scoring'"),
    ],
)
def test_a_package_without_a_whole_declaration(
    source: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ronda_draft").mkdir()
    (tmp_path / "ronda_draft" / "__init__.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(registry, "_brought", lambda: {"draft": "ronda_draft"})
    monkeypatch.delitem(sys.modules, "ronda_draft", raising=False)
    registry.package.cache_clear()
    assert faults("draft") == [f"draft: {told}"]


def test_a_system_with_english_texts_alone(toy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    english = of_system("en", toy)
    monkeypatch.setattr(conformance, "of_system", lambda language, _: english if language == "en" else {})
    assert conformance.spoken(toy) == ["en"]
    assert not faults(toy)
