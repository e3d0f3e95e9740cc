"""The program's rounds against a referee that tries everything, or that solves an integer program (D6, D7, S3)."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from ronda.core.model import OptionValue, Round, Tournament
from ronda.systems.domino.ranking import pairing_order
from tests.domino.events import book_of, event, pair_next, scores
from tests.domino.referee import (
    Choices,
    Harm,
    best_seating,
    clean_exchange,
    fewest_broken,
    history,
    kept_windows,
    table_harm,
    whole_round,
)

Pair = tuple[int, int]


def seated(tournament: Tournament, made: Round) -> list[int]:
    resting = {bye.player for bye in made.byes}
    book = book_of(tournament)
    return [player for player in pairing_order(book, book.pool()) if player not in resting]


def tables_of(made: Round) -> list[tuple[Pair, Pair]]:
    return [((table.first[0], table.first[1]), (table.second[0], table.second[1])) for table in made.tables]


def played(tournament: Tournament, made: Round, chance: random.Random) -> Tournament:
    tables = tuple(replace(table, result=scores(chance)) for table in made.tables)
    return replace(tournament, rounds=(*tournament.rounds, replace(made, tables=tables)))


@pytest.mark.parametrize(
    ("players", "windows", "seed"),
    [(n, windows, n) for n in (4, 5, 8, 9, 10, 11, 12, 15) for windows in ((1, 2), (2, 3), (3, 4))],
)
def test_small_fields_are_the_first_round_in_the_order_of_the_rulebook(players: int, windows: Pair, seed: int) -> None:
    """Ladder, fewest relaxations and the order of D6, all tried out."""
    tournament = event(players, {"partner_window": windows[0], "rival_window": windows[1]})
    chance = random.Random(seed)
    for _ in range(4 if players == 12 else 6):
        made = pair_next(tournament)
        if made.number > 1:
            past = history(book_of(tournament), seated(tournament, made))
            harm, crossed, tables = whole_round(past, windows)
            assert tables_of(made) == tables
            codes = [relaxation.code for relaxation in made.relaxations]
            assert codes.count("forced") == harm.forced
            assert codes.count("rival_window") == harm.rival
            assert codes.count("partner_window") == harm.relaxed - harm.rival
            assert codes.count("pyramid_exchange") == crossed
        tournament = played(tournament, made, chance)


@pytest.mark.parametrize("fresh", [False, True])
@pytest.mark.parametrize(
    ("players", "windows", "seed"),
    [(n, windows, n) for n in (5, 8, 9, 12) for windows in ((1, 2), (2, 3), (3, 4))],
)
def test_d10_6_exchanges_first_small_fields(players: int, windows: Pair, seed: int, fresh: bool) -> None:
    """The strict round; one with every window kept after the nearest exchange; then the ladder as ever."""
    choices = Choices(fresh=fresh, exchange_first=True)
    tournament = event(players, options_of(windows, choices))
    chance = random.Random(seed)
    for _ in range(4 if players == 12 else 6):
        made = pair_next(tournament)
        if made.number > 1:
            past = history(book_of(tournament), seated(tournament, made))
            harm, crossed, tables = whole_round(past, windows, choices)
            assert tables_of(made) == tables
            codes = [relaxation.code for relaxation in made.relaxations]
            assert codes.count("pyramid_exchange") == crossed
            assert len(codes) - crossed == harm.forced + harm.relaxed
        tournament = played(tournament, made, chance)


@pytest.mark.parametrize("players", [13, 16])
@pytest.mark.parametrize("windows", [(2, 3), (3, 4), (4, 5)])
def test_d10_6_every_exchange_that_keeps_the_windows_is_found(players: int, windows: Pair) -> None:
    """Against all ways to sit after all exchanges: the first that keeps every window is taken, and a window is relaxed
    only where none does."""
    tournament = event(players, options_of(windows, Choices(exchange_first=True)))
    chance = random.Random(players)
    found = []
    for _ in range(8):
        made = pair_next(tournament)
        if made.number > 1:
            expected = clean_exchange(history(book_of(tournament), seated(tournament, made)), windows)
            exchanged = [one.players for one in made.relaxations if one.code == "pyramid_exchange"]
            broken = len(made.relaxations) - len(exchanged)
            assert (expected is None) == (broken > 0)
            if expected is not None:
                assert exchanged == expected
                assert all(one.facts["clean"] for one in made.relaxations)
            compared = [reason.facts["proved"] for reason in made.reasons if reason.code == "exchanges_compared"]
            assert all(compared)
            found.append((expected is None, bool(exchanged)))
        tournament = played(tournament, made, chance)
    assert any(found), "every round was strict: nothing is shown"


CHOICES = [Choices(*chosen) for chosen in product((False, True), repeat=3)]


def options_of(windows: Pair, choices: Choices) -> dict[str, OptionValue]:
    return {
        "partner_window": windows[0],
        "rival_window": windows[1],
        "tables": "pyramids" if choices.across else "sides",
        "partners": "consecutive" if choices.consecutive else "alternate",
        "variety": "fresh" if choices.fresh else "windows",
        "contingency": "exchange" if choices.exchange_first else "relax",
    }


@pytest.mark.parametrize("choices", CHOICES[1:])
@pytest.mark.parametrize(
    ("players", "windows", "seed"),
    [
        (8, (1, 2), 1),
        *(pytest.param(*large, marks=pytest.mark.soak) for large in ((9, (2, 3), 2), (11, (1, 2), 3), (12, (1, 2), 4))),
    ],
)
def test_d10_small_fields_are_the_first_round_by_every_choice(
    players: int, windows: Pair, seed: int, choices: Choices
) -> None:
    """D10.1, D10.2, D10.5: the ladder, then the fewest old partners and rivals, then the order of places."""
    tournament = event(players, options_of(windows, choices))
    chance = random.Random(seed)
    for _ in range(3 if players == 12 else 6):
        made = pair_next(tournament)
        if made.number > 1:
            past = history(book_of(tournament), seated(tournament, made))
            harm, crossed, tables = whole_round(past, windows, choices)
            assert tables_of(made) == tables
            codes = [relaxation.code for relaxation in made.relaxations]
            assert codes.count("forced") == harm.forced
            assert codes.count("pyramid_exchange") == crossed
            told = [reason.facts for reason in made.reasons if reason.code == "fresh"]
            assert sum(facts["partners"] for facts in told) == harm.old_partners
            assert sum(facts["rivals"] for facts in told) == harm.old_rivals
        tournament = played(tournament, made, chance)


@pytest.mark.parametrize(("players", "seed"), [(16, 1), (20, 2), (24, 3), (24, 4)])
def test_strict_pyramids_up_to_twelve_are_first_in_order(players: int, seed: int) -> None:
    tournament = event(players)
    chance = random.Random(seed)
    for _ in range(6):
        made = pair_next(tournament)
        if made.number > 1 and not made.relaxations:
            past = history(book_of(tournament), seated(tournament, made))
            cut = players // 4 // 2 * 4
            expected = []
            for pyramid in (past.order[:cut], past.order[cut:]):
                found = best_seating(past, [pyramid], (1, 2), [(1, 2)])
                assert found is not None
                expected += found[1]
            assert sorted(tables_of(made)) == sorted(expected)
        tournament = played(tournament, made, chance)


@pytest.mark.parametrize(
    ("players", "windows", "seed"),
    [(12, (2, 4), 1), (16, (3, 4), 2), (20, (3, 4), 3), (20, (3, 5), 4), (24, (4, 6), 5), (28, (4, 7), 6)],
)
def test_never_more_broken_windows_than_the_proven_minimum(players: int, windows: Pair, seed: int) -> None:
    """In each pyramid the lowest level that exists, and on it the fewest pairs (D7.1)."""
    tournament = event(players, {"partner_window": windows[0], "rival_window": windows[1]})
    chance = random.Random(seed)
    for _ in range(6):
        made = pair_next(tournament)
        codes = {relaxation.code for relaxation in made.relaxations}
        if made.number > 1 and not codes & {"pyramid_exchange", "forced"}:
            past = history(book_of(tournament), seated(tournament, made))
            cut = players // 4 // 2 * 4
            for pyramid in (past.order[:cut], past.order[cut:]):
                fewest = next(
                    found
                    for kept in kept_windows(windows)
                    if (found := fewest_broken(past, pyramid, windows, kept)) is not None
                )
                harms = [
                    table_harm(past, table, windows, (0, 0)) for table in tables_of(made) if table[0][0] in pyramid
                ]
                assert sum(harm.relaxed for harm in harms if harm is not None) == fewest
                assert Harm().plus(harms[0] or Harm()).forced == 0
        tournament = played(tournament, made, chance)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(400))
def test_many_small_fields(seed: int) -> None:
    chance = random.Random(seed)
    windows = chance.choice([(1, 2), (1, 1), (2, 3), (3, 4), (0, 2), (2, 0), (2, 5), (4, 2)])
    test_small_fields_are_the_first_round_in_the_order_of_the_rulebook(chance.randint(6, 14), windows, seed)
    test_never_more_broken_windows_than_the_proven_minimum(chance.choice([12, 16, 20, 24]), (3, 5), seed)
