"""domino: a round is checked by the choices that it was made with (D10)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import pytest

from ronda.core.model import Bye, OptionValue, Round, Table, Tournament
from ronda.core.verdicts import Finding, Relaxation
from ronda.systems.domino import SYSTEM
from ronda.systems.domino.ranking import pairing_order
from tests.check.made import codes
from tests.check.test_domino_check_proofs import every_round
from tests.domino.events import book_of, event, pair_next, play, play_next
from tests.domino.referee import (
    Choices,
    Harm,
    History,
    Pair,
    best_seating,
    crossings,
    history,
    table_harm,
    whole_round,
)

FREE: dict[str, OptionValue] = {"partner_window": 0, "rival_window": 0}


def checked(tournament: Tournament, made: Round) -> list[Finding]:
    return SYSTEM.rules.check(book_of(tournament), made)


def other(tournament: Tournament, **options: OptionValue) -> Tournament:
    return replace(tournament, setup=replace(tournament.setup, options={**tournament.setup.options, **options}))


def by_hand(made: Round) -> Round:
    """The round as somebody would write it into a file, without its reasons."""
    return replace(made, reasons=(), edition=None)


@pytest.mark.parametrize("choice", [{"tables": "pyramids"}, {"partners": "consecutive"}])
@pytest.mark.parametrize("players", [8, 12, 16, 20])
def test_d10_a_round_by_another_choice_is_not_right(players: int, choice: dict[str, OptionValue]) -> None:
    usual = play(event(players, FREE), 1, seed=3)
    chosen = other(usual, **choice)
    one, two = by_hand(pair_next(usual)), by_hand(pair_next(chosen))
    assert codes(checked(usual, one)) == codes(checked(chosen, two)) == []
    if one.tables != two.tables:
        assert codes(checked(usual, two)) != []
        assert codes(checked(chosen, one)) != []
    else:
        assert players == 8  # sides of two: there is but one way to be partners
        assert "partners" in choice


def test_d10_1_pairs_that_do_not_stand_opposite() -> None:
    tournament = play(event(16, {**FREE, "tables": "pyramids"}), 1, seed=5)
    made = by_hand(pair_next(tournament))
    one, two, *rest = made.tables  # two upper pairs against each other
    wrong = (Table(1, one.first, two.first), Table(2, one.second, two.second), *rest)
    assert codes(checked(tournament, replace(made, tables=wrong))) != []


@pytest.mark.parametrize("players", [12, 20])
def test_d10_1_the_pair_that_stands_in_is_the_first(players: int) -> None:
    tournament = play(event(players, {**FREE, "tables": "pyramids"}), 1, seed=5)
    made = by_hand(pair_next(tournament))
    *rest, before, last = made.tables  # the stand-in and an upper pair change rivals: that is still opposite
    changed = (*rest, replace(before, second=last.second), replace(last, second=before.second))
    assert codes(checked(tournament, replace(made, tables=changed))) == ["nearer_pair_free"]
    order = pairing_order(book_of(tournament), range(1, players + 1))
    head = next(table for table in made.tables if order[players // 4 // 2 * 4] in table.first)
    upper = made.tables[0]  # another lower pair stands in
    seats = {head: replace(head, first=upper.second), upper: replace(upper, second=head.first)}
    swapped = [seats.get(table, table) for table in made.tables]
    assert codes(checked(tournament, replace(made, tables=tuple(swapped)))) == ["not_opposite"]


def test_d10_3_who_rests() -> None:
    tournament = play(event(9, {"byes": "last"}), 2, seed=2)
    made = by_hand(pair_next(tournament))
    assert codes(checked(tournament, made)) == []
    resting, table = made.byes[0].player, made.tables[0]
    wrong = replace(
        made,
        byes=(Bye(table.first[0]),),
        tables=(replace(table, first=(resting, table.first[1])), *made.tables[1:]),
    )
    (finding,) = [f for f in checked(tournament, wrong) if f.code == "bye_wrong"]
    assert (finding.article, finding.facts["expected"]) == ("D10.3", resting)


# --- new partners and rivals (D10.5) -----------------------------------------------------------------------


def test_d10_5_a_fresher_round_was_possible() -> None:
    tournament = play(event(28), 6, seed=1)
    usual, fresh = pair_next(tournament), pair_next(other(tournament, variety="fresh"))
    chosen = other(tournament, variety="fresh")
    assert codes(checked(chosen, by_hand(fresh))) == []
    found = [f for f in checked(chosen, by_hand(usual)) if f.code == "fresher_round"]
    assert found
    for finding in found:
        made = (finding.facts["partners"], finding.facts["rivals"])
        assert (finding.facts["possible_partners"], finding.facts["possible_rivals"]) < made
        assert (finding.article, finding.severity) == ("D10.5", "violation")


def test_d10_5_a_round_that_was_made_by_the_windows_is_judged_by_them() -> None:
    """The option may have changed since; the round says how it was made."""
    tournament = play(event(28), 6, seed=1)
    usual, fresh = pair_next(tournament), pair_next(other(tournament, variety="fresh"))
    assert codes(checked(other(tournament, variety="fresh"), usual)) == []
    assert codes(checked(tournament, fresh)) == []


def test_d10_5_what_a_round_does_not_claim_is_only_noted() -> None:
    tournament = other(play(event(28), 6, seed=1), variety="fresh")
    made = pair_next(tournament)
    unproved = tuple(
        replace(r, facts={**r.facts, "proved": "none"}) if r.code == "search_stated" else r for r in made.reasons
    )
    usual = pair_next(other(tournament, variety="windows"))
    found = checked(tournament, replace(usual, reasons=unproved, edition=made.edition))
    assert codes(found) == []
    assert "fresher_round" in codes(found, "note")


@pytest.mark.parametrize("across", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_d10_5_against_all_rounds(seed: int, across: bool) -> None:
    """Eight players without windows: the right round is clean; one with more old partners, or as many and more old
    rivals, is not."""
    options = {**FREE, "variety": "fresh", "tables": "pyramids" if across else "sides"}
    tournament = play(event(8, options), 4, seed=seed)
    book = book_of(tournament)
    past = history(book, pairing_order(book, range(1, 9)))
    least, crossed, tables = whole_round(past, (0, 0), Choices(across=across, fresh=True))
    assert crossed == 0
    wrong = 0
    for found in random.Random(seed).sample([*every_round(range(1, 9))], 120):
        best = sorted(found, key=lambda table: min(map(past.order.index, (*table[0], *table[1]))))
        made = Round(5, tuple(Table(n, *sides) for n, sides in enumerate(best, start=1)))
        harm = Harm()
        for table in made.tables:
            first, second = (table.first[0], table.first[1]), (table.second[0], table.second[1])
            harm = harm.plus(table_harm(past, (first, second), (0, 0), (0, 0), fresh=True) or Harm())
        if harm > least:
            wrong += 1
            assert codes(checked(tournament, made)) != [], found
    assert wrong
    right = Round(5, tuple(Table(n, *sides) for n, sides in enumerate(tables, start=1)))
    assert codes(checked(tournament, right)) == []


# --- exchanges before a window is relaxed (D10.6) ------------------------------------------------------------


def relaxed_without_need(players: int) -> tuple[Tournament, Round, Round]:
    """An event whose next round relaxes a window that an exchange between the pyramids keeps: before it, the round that
    relaxes, and the one that exchanges."""
    for seed in range(50):
        tournament = play(event(players, {"category": "internacional"}), 4, seed=seed)
        relaxed, exchanged = pair_next(tournament), pair_next(other(tournament, contingency="exchange"))
        if kinds(relaxed) and "pyramid_exchange" not in kinds(relaxed) and kinds(exchanged) == {"pyramid_exchange"}:
            return tournament, relaxed, exchanged
    raise AssertionError("no such event")


def kinds(made: Round) -> set[str]:
    return {relaxation.code for relaxation in made.relaxations}


@pytest.mark.parametrize("players", [16, 20])
def test_d10_6_a_window_that_an_exchange_keeps_is_not_relaxed(players: int) -> None:
    tournament, relaxed, exchanged = relaxed_without_need(players)
    first = other(tournament, contingency="exchange")
    assert codes(checked(first, by_hand(exchanged))) == []
    found = [one for one in checked(first, by_hand(relaxed)) if one.severity == "violation"]
    assert {one.code for one in found} == {"relaxation_avoidable"}
    assert {one.facts["relaxation"] for one in found} == kinds(relaxed)
    assert all(one.facts["example"] for one in found)


@pytest.mark.parametrize("players", [16, 20])
def test_d10_6_by_the_letter_windows_are_relaxed_before_anybody_changes_pyramids(players: int) -> None:
    tournament, relaxed, exchanged = relaxed_without_need(players)
    assert codes(checked(tournament, by_hand(relaxed))) == []
    (finding,) = [one for one in checked(tournament, by_hand(exchanged)) if one.severity == "violation"][:1]
    assert (finding.code, finding.facts["relaxation"]) == ("relaxation_avoidable", "pyramid_exchange")


def test_d10_6_a_round_is_judged_by_the_choice_that_it_was_made_with() -> None:
    tournament, relaxed, exchanged = relaxed_without_need(16)
    assert codes(checked(other(tournament, contingency="exchange"), relaxed)) == []
    assert codes(checked(tournament, exchanged)) == []


@pytest.mark.parametrize("seed", [0, 1, 2, 3])
def test_d10_6_neither_further_nor_more_are_exchanged_than_needed(seed: int) -> None:
    """Of all exchanges that keep the windows, those of more players or further ones are wrong."""
    options: dict[str, OptionValue] = {"partner_window": 1, "rival_window": 2, "contingency": "exchange"}
    tournament = event(8, options)
    chance = random.Random(seed)
    wrong = 0
    for _ in range(8):
        right = pair_next(tournament)
        if kinds(right) == {"pyramid_exchange"}:
            book = book_of(tournament)
            past = history(book, pairing_order(book, book.pool()))
            assert codes(checked(tournament, by_hand(right))) == []
            for made in clean_rounds(past, (1, 2)):
                assert reach(past, made) >= reach(past, right)
                if reach(past, made) > reach(past, right) and made.tables != right.tables:
                    assert codes(checked(tournament, made)) != [], made.tables
                    wrong += 1
        tournament = play_next(tournament, chance)
    assert wrong


def reach(past: History, made: Round) -> tuple[int, int]:
    """How many are exchanged, and how far."""
    pairs = [relaxation.players for relaxation in made.relaxations]
    return len(pairs), sum(past.order.index(up) - past.order.index(down) for down, up in pairs)


def clean_rounds(past: History, windows: Pair) -> Iterator[Round]:
    """One round for every exchange after which every window is kept."""
    cut, everybody = len(past.order) // 2, range(len(past.order))
    for crossing in [*crossings(len(past.order))][1:]:
        upper = {*range(cut)}.symmetric_difference(place for pair in crossing for place in pair)
        groups = [sorted(upper), [place for place in everybody if place not in upper]]
        found = [best_seating(past, [[past.order[place] for place in own]], windows, [windows]) for own in groups]
        tables = [table for seating in found if seating is not None for table in seating[1]]
        if None not in found:
            tables.sort(key=lambda table: min(map(past.order.index, (*table[0], *table[1]))))
            stated = [Relaxation("pyramid_exchange", "D7.2", (past.order[a], past.order[b])) for a, b in crossing]
            seats = tuple(Table(n, *sides) for n, sides in enumerate(tables, start=1))
            yield Round(past.now, seats, relaxations=tuple(stated))
