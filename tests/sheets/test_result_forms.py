"""Result slips and lists of a round on paper, in each of the forms that results can have."""

from __future__ import annotations

import pytest

from ronda.core.model import OptionValue, Player, Tournament
from tests.playing import Event
from tests.sheets.reading import pages, stands

FORMS: dict[str, dict[str, OptionValue]] = {
    "winner": {"form": "winner", "starts": "balanced"},
    "score": {"form": "score", "target": 7, "ending": "exact"},
    "games": {"form": "games", "best_of": 3},
    "sets": {"form": "sets", "best_of": 5, "set_target": 11},
}


def begun(form: str, *results: str) -> Tournament:
    event = Event("swiss", [Player(n, f"Player {n:02}") for n in range(1, 9)], {"rounds": 3, **FORMS[form]})
    event.pair()
    if results:
        event.results(*results)
    return event.tournament


@pytest.mark.parametrize(
    ("form", "told", "untold"),
    [
        ("winner", ("1–0", "½–½", "Player 1 (starts)"), ("Sets", "Drawn games")),
        ("score", (), ("1–0", "Sets", "Drawn games", "(starts)")),
        ("games", ("Drawn games",), ("1–0", "Sets", "(starts)")),
        ("sets", ("1 2 3 4 5 Sets",), ("1–0", "Drawn games", "(starts)")),
    ],
)
def test_a_slip_has_what_its_form_is_written_into(form: str, told: tuple[str, ...], untold: tuple[str, ...]) -> None:
    slips = pages(begun(form), "slips", round=1)
    assert len(slips) == 1, "four to a page"
    for words in told:
        assert stands(words, slips[0]), words
    for words in untold:
        assert not stands(words, slips[0]), words


def test_a_list_on_paper_has_how_many_sets_each_side_has_won() -> None:
    tournament = begun("sets", *["11-7 9-11 11-5 12-10"] * 4)
    (listed,) = pages(tournament, "tables", round=1)
    assert listed.count("3–1") == 4
    assert "12–10" not in listed


def test_by_name_it_is_told_who_begins_where_that_is_decided() -> None:
    (names,) = pages(begun("winner"), "names", round=1)
    assert stands("Player 1 (starts)", names)
    (names,) = pages(begun("score"), "names", round=1)
    assert not stands("(starts)", names)
