"""CR10: the standings are checked against the facts, by code that makes no standings."""

from __future__ import annotations

from typing import Any

import pytest

from ronda.checking.standings import check_standings
from ronda.core.facts import LotDrawn
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.core.ranking import Measured, Standings
from ronda.core.values import replace
from ronda.desk import check_rounds
from ronda.desk.decisions import check_order
from ronda.desk.settings import change_options
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import NAMES, rules_of, standings_book
from ronda.tiebreaks.library import choices


def event(name: str, order: str = "", seed: int = 1, players: int = 11) -> Tournament:
    tournament = simulate(SimulationPlan(name, players, 4, seed, {}), checked=False).tournament
    return ordered(tournament, order)


def ordered(tournament: Tournament, order: str) -> Tournament:
    setup = replace(tournament.setup, options={**tournament.setup.options, "order": order})
    made_with = {number: (setup, players) for number, (_, players) in tournament.made_with.items()}
    return replace(tournament, setup=setup, made_with=made_with)


def rows_of(tournament: Tournament) -> Standings:
    return rules_of(tournament.setup).standings(standings_book(tournament))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_standings_by_any_list_hold(name: str, seed: int) -> None:
    tournament = event(name, seed=seed)
    rules = rules_of(tournament.setup)
    codes = [code for code, lacks in choices(rules.terms(tournament.setup)) if not lacks and code != "lot"]
    for order in (*codes, ", ".join(codes[::-1]), "wins, lot"):
        tried = fold([LotDrawn(seed)], ordered(tournament, order))
        assert [found for found in check_order(tried) if found.severity == "violation"] == [], order


def falsified(rows: Standings, player: int, name: str, amount: int | None) -> Standings:
    """The rows with another value of one player."""
    measured = rows[0].measured
    at = measured.position(name)
    own = list(measured.amounts[player])
    own[at] = amount
    amounts = {**measured.amounts, player: tuple(own)}
    wrong = Measured(measured.book, measured.criteria, amounts, measured.keys)
    return tuple(replace(row, measured=wrong, amounts=amounts[row.player]) for row in rows)


def codes_in(rows: Standings) -> set[str]:
    return {found.code for found in check_standings(rows, rows[0].measured.book)}


def test_a_value_that_the_rounds_do_not_make_is_found() -> None:
    rows = rows_of(event("redemption", "points, margin, wins, sos"))
    for name in ("points", "margin", "wins", "sos"):
        player = rows[-1].player
        amount = rows[-1].measures[name].amount
        assert amount is not None
        assert "value_wrong" in codes_in(falsified(rows, player, name, amount + 1)), name


def test_a_place_by_an_unlisted_criterion_is_found() -> None:
    """CR10, to the letter: a place given by an unlisted criterion: violation CR1.2."""
    rows = rows_of(event("redemption", "points, wins"))
    at = next(n for n in range(1, len(rows)) if rows[n].place == rows[n - 1].place)
    moved = (*rows[:at], replace(rows[at], place=at + 1), *rows[at + 1 :])
    (found, *_) = check_standings(moved, rows[0].measured.book)
    assert (found.code, found.article, found.severity) == ("place_wrong", "CR1.2", "violation")
    assert "order_not_followed" in codes_in((rows[-1], *rows[1:-1], rows[0]))


def test_a_lot_is_that_of_its_seed() -> None:
    rows = rows_of(fold([LotDrawn(7)], event("swiss", "points, lot")))
    assert not codes_in(rows)
    book = replace(rows[0].measured.book, lot=8)
    assert {found.code for found in check_standings(rows, book)} == {"lot_not_drawn_so"}


def test_a_list_that_was_changed_after_round_1_is_noted_also_in_a_file() -> None:
    tournament = event("swiss")
    assert not list(check_order(tournament))
    changed = change_options(tournament, {"order": "points, wins"}, "Ana")
    after: Any = fold([changed], tournament)  # type: ignore[list-item]
    for one in (after, fold(read(write(after)))):
        (note,) = [found for found in check_rounds(one) if found.code == "order_changed"]
        assert (note.severity, note.article, note.round) == ("note", "CR10", 4)
        assert note.facts["after"] == "points, wins"
