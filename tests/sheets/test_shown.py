"""What a system declares stands on paper, too: what is in force, and words for results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.model import Forfeit, Tournament
from ronda.texts import LANGUAGES, Speaker
from tests.sheets.events import small
from tests.sheets.reading import pages

CATEGORY = "Categoría Compacta: no se repite compañero en 1 ronda ni rival en 2 rondas."
NOT_PLAYED = Forfeit(first_absent=True, second_absent=True)


def not_played() -> Tournament:
    event = small("domino")
    (first, *others), last = event.rounds[0].tables, event.rounds[1]
    table = replace(first, result=NOT_PLAYED, absent=first.first[:1])
    return replace(event, rounds=(replace(event.rounds[0], tables=(table, *others)), last))


@pytest.mark.parametrize("sheet", ["tables", "names", "rules"])
def test_d1_2_category_and_windows_stand_on_pairings_and_rules(sheet: str) -> None:
    assert all(CATEGORY in page for page in pages(small("domino"), sheet, language="es"))


@pytest.mark.parametrize("sheet", ["slips", "scores", "standings", "cross"])
def test_other_sheets_have_their_room(sheet: str) -> None:
    assert not any("Categoría" in page for page in pages(small("domino"), sheet, language="es"))


@pytest.mark.parametrize("which", ["chess", "melee", "redemption"])
def test_where_nothing_is_declared_nothing_stands(which: str) -> None:
    assert not any("Category" in page for sheet in ("tables", "rules") for page in pages(small(which), sheet))


@pytest.mark.parametrize("language", LANGUAGES)
def test_d2_3_a_table_that_was_not_played_is_called_so(language: str) -> None:
    event, word = not_played(), Speaker(language, strict=True).say("result.domino.not_played")
    (tables,) = pages(event, "tables", round=1, language=language)
    assert tables.count(word) == 1
    (cross,) = pages(event, "cross", round=1, language=language)
    assert cross.count(word) == 4
    assert "---" not in tables + cross


def test_m5_3_the_rules_of_a_melee_tell_what_ranks() -> None:
    event = small("melee")
    (usual,) = pages(event, "rules")
    assert "ranked by Buchholz; the score itself does not count" in usual
    setup = replace(event.setup, options={**event.setup.options, "ranking": "difference", "repeats": True})
    (other,) = pages(replace(event, setup=setup), "rules")
    assert "ranked by score difference, then by points scored" in other
    assert "the score itself does not count" not in other
    assert (
        other.index("1. Points")
        < other.index("2. Difference")
        < other.index("3. Points for")
        < other.index("– Buchholz")
    )
    assert "partners then repeat as rarely as possible" in other
