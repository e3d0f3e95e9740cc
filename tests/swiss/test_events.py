"""Whole events of swiss under all kinds of options: made, checked, and what the check sees (AG5, AG9)."""

from __future__ import annotations

import pytest

from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.history import before_round
from ronda.core.model import Avoid, OptionValue, Proposal, RequestedBye, Round, Scored, Table, Tournament
from ronda.core.values import replace
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of, system

FORMS: tuple[dict[str, OptionValue], ...] = (
    {},
    {"draws": False, "first": "slide", "starts": "balanced"},
    {"form": "score", "margin_cap": 5, "starts": "lot", "first": "fold"},
    {"form": "score", "target": 7, "ending": "exact", "draws": False, "within": "rating", "first": "adjacent"},
    {"form": "games", "time": True, "win": "3", "draw": "1", "within": "lot", "bye_games": "2-0"},
    {"form": "games", "best_of": 2, "all_games": True, "draw": "1/3"},
    {"form": "sets", "best_of": 5, "set_target": 11, "draws": False, "win": "2", "loss": "1", "meetings": 2},
    {"form": "score", "margin_table": "0: 10-10; 3: 12-8; 6: 20-0", "straight": 2, "order": "wins, margin, lot"},
    {"meetings": 3, "straight": 1, "byes": "even", "asked": "half"},
)


@pytest.mark.parametrize("options", FORMS, ids=str)
@pytest.mark.parametrize("seed", range(6))
def test_an_event_is_as_its_check_wants_it(options: dict[str, OptionValue], seed: int) -> None:
    avoid = tuple(Avoid((a, b), "opponents", hard=a % 2 == 1) for a, b in ((1, 5), (2, 6), (3, 4)))
    plan = SimulationPlan(
        "swiss", 6 + 2 * seed + seed % 2, 6, seed, options, absences=60, late_entries=40, corrections=30, avoid=avoid
    )
    event = simulate(plan, checked=True)
    assert event.ended is None
    assert not [one for one in event.findings if one.severity == "violation"]


def made(options: dict[str, OptionValue], players: int = 10) -> tuple[Tournament, Round, Book]:
    """An event, its last round and what was known when it was made."""
    event = simulate(SimulationPlan("swiss", players, 4, 3, options), checked=False).tournament
    return event, event.rounds[-1], book_of(before_round(event, len(event.rounds)))


def found(book: Book, round_: Round) -> set[tuple[str, str]]:
    return {(one.code, one.article) for one in system("swiss").rules.check(book, round_) if one.severity == "violation"}


def exchanged(round_: Round, one: int, other: int) -> Round:
    """The second sides of two tables exchanged."""
    tables = list(round_.tables)
    tables[one], tables[other] = (
        replace(tables[one], second=tables[other].second),
        replace(tables[other], second=tables[one].second),
    )
    return replace(round_, tables=tuple(tables))


def test_ag5_6_a_straight_round_that_is_not_straight() -> None:
    _, round_, book = made({"straight": 1})
    assert not found(book, round_)
    assert ("not_straight", "AG5.6") in found(book, exchanged(round_, 0, 1))


@pytest.mark.parametrize("first", ["slide", "fold", "adjacent"])
def test_ag5_3_a_first_round_in_another_order(first: str) -> None:
    event = simulate(SimulationPlan("swiss", 8, 1, 3, {"first": first}), checked=False).tournament
    book = book_of(before_round(event, 1))
    assert not found(book, event.rounds[0])
    assert found(book, exchanged(event.rounds[0], 0, 1))


def test_ag5_2_the_lot_of_a_round_follows_from_its_seed() -> None:
    _, round_, book = made({"within": "lot"}, 12)
    assert not found(book, round_)
    assert any(found(book, replace(round_, seed=seed)) for seed in range(100, 110))


@pytest.mark.parametrize("starts", ["balanced", "lot"])
def test_ag5_7_who_begins(starts: str) -> None:
    _, round_, book = made({"starts": starts})
    table = round_.tables[0]
    turned = replace(table, first=table.second, second=table.first)
    assert found(book, replace(round_, tables=(turned, *round_.tables[1:]))) == {("start_wrong", "AG5.7")}


def test_ag9_a_result_that_the_form_does_not_have() -> None:
    _, round_, book = made({"form": "sets", "set_target": 11, "draws": False})
    wrong = Table(1, round_.tables[0].first, round_.tables[0].second, Scored(2, 0, 0, ((11, 10), (11, 2))))
    assert found(book, replace(round_, tables=(wrong, *round_.tables[1:]))) == {("result_form", "AG2")}


def test_ag5_7_firsts_are_balanced_over_an_event() -> None:
    for seed in range(10):
        event = simulate(SimulationPlan("swiss", 8 + seed, 7, seed, {"starts": "balanced"}), checked=False).tournament
        for lines in book_of(event).lines.values():
            seats = [line.seat for line in lines if line.outcome in ("win", "draw", "loss")]
            assert abs(seats.count(0) - seats.count(1)) <= 3


def test_the_same_seed_gives_the_same_round() -> None:
    _, round_, book = made({"within": "lot", "starts": "lot"})
    again = system("swiss").rules.pair(book, Draw(round_.seed or 0, "round", round_.number))
    assert isinstance(again, Proposal)
    assert again.round.seating == round_.seating


@pytest.mark.parametrize("name", ["swiss", "redemption", "domino_pairs", "chess", "dutch"])
def test_ag4_3_byes_asked_for_leave_the_pool_before_one_is_allocated(name: str) -> None:
    event = simulate(SimulationPlan(name, 7, 3, 5), checked=False).tournament
    kinds: dict[int, RequestedBye] = {3: "H", 5: "Z"}
    players = tuple(replace(one, byes=((4, kinds[one.id]),)) if one.id in kinds else one for one in event.players)
    asked = replace(event, players=players, setup=replace(event.setup, options={**event.setup.options, "rounds": 5}))
    book, rules = book_of(asked), system(name).rules
    made = rules.pair(book, Draw(1))
    assert isinstance(made, Proposal)
    byes = sorted(made.round.byes, key=lambda bye: "HZU".index(bye.kind))
    assert [(bye.player, bye.kind) for bye in byes[:2]] == [(3, "H"), (5, "Z")]
    assert [bye.kind for bye in byes[2:]] == ["U"]
    assert not [one for one in rules.check(book, made.round) if one.severity == "violation"]
    for wrong in (byes[1:], [replace(byes[0], kind="F"), *byes[1:]]):
        (finding,) = rules.check(book, replace(made.round, byes=tuple(wrong)))
        assert (finding.code, finding.players) == ("bye_kind", (3,))
    half, none, win = (rules.scoring(asked.setup).bye(bye).halves for bye in byes)
    assert (half * 2, none) == (win, 0)
