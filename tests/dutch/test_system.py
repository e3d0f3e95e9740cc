"""Events of the system as people run them: byes, late entries, forfeits, acceleration, wishes, reasons, refusals."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import ronda
from ronda.core.book import Book
from ronda.core.model import Player, Scored, Setup
from ronda.systems import book_of, system
from ronda.systems.dutch.field import cards_of, last_accelerated, start_numbers
from ronda.systems.dutch.rules import field_of
from ronda.systems.dutch.scoring import read_apart, read_virtual, read_worth, settings
from ronda.systems.lists import cross_table
from ronda.texts import LANGUAGES, Speaker
from ronda.views.verdicts import notes_text


def event(players: list[dict[str, Any]], rounds: list[dict[str, Any]] | None = None, **more: Any) -> ronda.Event:
    options = {"rounds": 5, "initial_colour": "white", **more.pop("options", {})}
    body = {"ronda": 1, "name": "", "system": "dutch", "options": options, "seed": 1, "players": players}
    return ronda.loads(json.dumps({**body, **more, "rounds": rounds or []}), "json")


def entered(count: int, **special: Any) -> list[dict[str, Any]]:
    players = [{"id": n, "name": f"P{n}", "rating": 2400 - 10 * n} for n in range(1, count + 1)]
    for key, changes in special.items():
        players[int(key[1:]) - 1] |= changes
    return players


def played(made: ronda.Event, lot: Random, rounds: int, results: str = "1-0 0-1 ½-½") -> ronda.Event:
    for _ in range(rounds):
        round_ = ronda.pair(made)
        made = ronda.publish(made, round_)
        for table in round_.tables:
            made = ronda.record(made, round_.number, table.number, lot.choice(results.split()))
    return made


def pairs(round_: Any) -> list[tuple[int, int]]:
    return [(table.first[0], table.second[0]) for table in round_.tables]


def violations(made: ronda.Event) -> list[Any]:
    return [finding for finding in ronda.check(made) if finding.severity == "violation"]


# --- round 1 -------------------------------------------------------------------------------------------------


def test_du7_round_1() -> None:
    round_ = ronda.pair(event(entered(7), options={"initial_colour": "black"}))
    assert pairs(round_) == [(4, 1), (2, 5), (6, 3)]
    assert [(bye.player, bye.kind) for bye in round_.byes] == [(7, "U")]


def test_the_cross_table_tells_the_colours() -> None:
    made = played(event(entered(5), options={"initial_colour": "black"}), Random(1), 1, "1-0")
    rows = {row[2]: str(row[3]) for row in cross_table(made, Speaker().number, "wb").rows}
    assert rows["P1"].split()[1:] == ["b", "0"]
    assert rows["P3"].split()[1:] == ["w", "1"]
    assert rows["P5"] == "- 1", "the bye"


def test_du1_1_numbers_by_rating_title_and_name() -> None:
    players = {
        1: Player(1, "Zoe", 2100),
        2: Player(2, "Ann", 2100, title="CM"),
        3: Player(3, "Ben", 2100, title="FM"),
        4: Player(4, "Cal", 2300),
        5: Player(5, "Abe", 2100),
    }
    assert start_numbers(players) == {4: 1, 3: 2, 2: 3, 5: 4, 1: 5}


def test_du1_3_a_late_entry_gets_the_place_of_its_rating() -> None:
    players = {n: Player(n, f"P{n}", 2400 - 100 * n, number=n) for n in range(1, 5)}
    late = {**players, 9: Player(9, "Late", 2250, joined_round=3)}
    assert start_numbers(late) == {1: 1, 9: 2, 2: 3, 3: 4, 4: 5}


def test_du1_3_a_late_entry_in_an_event() -> None:
    lot = Random(3)
    players = entered(8)
    late = {"id": 9, "name": "Late", "rating": 2375, "joined_round": 3}
    made = played(event([*players, late]), lot, 5)
    assert violations(made) == []
    book = book_of(made)
    assert [line.round for line in book.lines[9]] == [3, 4, 5]
    assert {p: player.number for p, player in book.players.items()}[9] == 3


# --- byes, absence, forfeits -----------------------------------------------------------------------------------


def test_du2_requested_byes_are_given_and_count() -> None:
    made = event(entered(8, p2={"byes": {"1": "H"}}, p3={"byes": {"1": "F", "2": "Z"}}))
    round_ = ronda.pair(made)
    assert {(bye.player, bye.kind) for bye in round_.byes} == {(2, "H"), (3, "F")}
    assert {2, 3}.isdisjoint(player for pair in pairs(round_) for player in pair)
    made = played(made, Random(1), 1)
    book = book_of(made)
    assert [book.points(2), book.points(3)] == [Fraction(1, 2), Fraction(1)]
    kinds = {card.tpn: card.kinds for card in cards_of(book, start_numbers(book.players))}
    assert (kinds[2], kinds[3]) == ("H", "F")
    field = _field(book)
    barred = {tpn for tpn, able in zip(field.tpns, field.may_rest, strict=True) if not able}
    assert 2 not in barred
    assert 3 not in field.tpns  # the zero-point bye of round 2
    assert violations(played(made, Random(2), 3)) == []


def _field(book: Book) -> Any:
    from ronda.systems.dutch.field import terms_of

    return field_of(cards_of(book, start_numbers(book.players)), terms_of(book, frozenset(), [], frozenset()))


@pytest.mark.parametrize(("pab", "points"), [(None, 1), (0.5, 0.5), (0, 0)])
def test_du2_the_bye_is_worth_what_the_event_says(pab: float | None, points: float) -> None:
    made = played(event(entered(5), options={"pab": pab}), Random(1), 1, "½-½")
    book = book_of(made)
    assert book.points(5) == points
    field = _field(book)
    at = field.tpns.index(5)
    assert field.floated[at][0] == 1  # a downfloat, whatever it is worth
    assert not field.may_rest[at]


def test_du2_forfeits_are_no_meetings_and_bar_from_the_bye() -> None:
    made = played(event(entered(4)), Random(1), 1, "+--")
    field = _field(book_of(made))
    assert [sorted(banned) for banned in field.banned] == [[]] * 4
    assert sum(field.may_rest) == 2
    assert all(wish == 0 for wish in field.wish)
    double = _field(book_of(played(event(entered(4)), Random(1), 1, "---")))
    assert all(double.may_rest)


def test_du2_other_scorings() -> None:
    made = played(event(entered(6), options={"scoring": "3-1-0", "rounds": 3}), Random(1), 3)
    assert violations(made) == []
    assert settings(made.setup).win == 3 * settings(made.setup).unit
    decisive = sum(
        isinstance(table.result, Scored) and table.result.first != table.result.second
        for round_ in made.rounds
        for table in round_.tables
    )
    total = sum((book_of(made).points(n) for n in range(1, 7)), Fraction(0))
    assert total == 3 * decisive + 2 * (9 - decisive)


def test_results_of_the_arbiter() -> None:
    made = event(entered(4))
    round_ = ronda.pair(made)
    made = ronda.record(ronda.publish(made, round_), 1, 1, "½-0")
    made = ronda.record(made, 1, 2, "0-0")
    assert {book_of(made).points(n) for n in range(1, 5)} == {0.5, 0}
    with pytest.raises(ronda.Refused):
        ronda.record(made, 1, 2, "1-½")


# --- acceleration, wishes ----------------------------------------------------------------------------------------


def test_du9_baku() -> None:
    """Example 8, and the group of nine entered of whom one is on a bye (DU9.2)."""
    eight = event(entered(8), options={"rounds": 7, "acceleration": "baku"})
    assert pairs(ronda.pair(eight)) == [(1, 3), (4, 2), (5, 7), (8, 6)]
    nine = book_of(event(entered(9, p2={"byes": {"1": "H"}}), options={"acceleration": "baku"}))
    assert last_accelerated(nine, start_numbers(nine.players)) == 5
    assert violations(played(eight, Random(4), 7)) == []


def test_du9_1_baku_needs_a_win_worth_two_draws() -> None:
    with pytest.raises(ronda.Refused) as refused:
        ronda.pair(event(entered(8), options={"acceleration": "baku", "scoring": "3-1-0"}))
    assert (refused.value.code, refused.value.article) == ("acceleration_scoring", "DU9.1")


def test_explicit_virtual_points_do_what_baku_does() -> None:
    listed = event(entered(8), options={"rounds": 7, "virtual_points": "1 1-2 1-4; ½ 3-4 1-4"})
    baku = event(entered(8), options={"rounds": 7, "acceleration": "baku"})
    for made in (played(listed, Random(9), 5), played(baku, Random(9), 5)):
        assert violations(made) == []
    assert [pairs(r) for r in played(listed, Random(9), 5).rounds] == [
        pairs(r) for r in played(baku, Random(9), 5).rounds
    ]


def test_forbidden_pairs_hold_in_their_rounds() -> None:
    made = event(entered(8), options={"forbidden_pairs": "1-1: 1 5"})
    assert (1, 5) not in pairs(ronda.pair(made))
    assert (1, 5) in pairs(ronda.pair(event(entered(8), options={"forbidden_pairs": "2-3: 1 5"})))


def _avoid(*wishes: tuple[int, int], hard: bool) -> list[dict[str, Any]]:
    return [{"players": list(wish), "as": "opponents", "hard": hard} for wish in wishes]


def test_s3_hard_pairs_are_kept_apart_and_given_up_last() -> None:
    kept = event(entered(4), avoid=_avoid((1, 3), hard=True))
    assert set(map(frozenset, pairs(ronda.pair(kept)))) == {frozenset((1, 4)), frozenset((2, 3))}
    everybody = event(entered(4), avoid=_avoid((1, 2), (1, 3), (1, 4), hard=True))
    round_ = ronda.pair(everybody)
    assert frozenset((1, 4)) in set(map(frozenset, pairs(round_)))
    assert [(one.code, set(one.players)) for one in round_.relaxations] == [("avoid_broken", {1, 4})]
    assert violations(ronda.publish(everybody, round_)) == []


def test_s3_soft_pairs_never_cost_a_criterion() -> None:
    soft = event(entered(4), avoid=_avoid((1, 3), hard=False))
    assert set(map(frozenset, pairs(ronda.pair(soft)))) == {frozenset((1, 4)), frozenset((2, 3))}
    everybody = event(entered(4), avoid=_avoid((1, 2), (1, 3), (1, 4), hard=False))
    assert frozenset((1, 3)) in set(map(frozenset, pairs(ronda.pair(everybody))))
    assert violations(played(soft, Random(5), 2)) == []


# --- refusal, reasons, check ----------------------------------------------------------------------------------------


def test_du4_4_no_complete_round_is_refused_with_a_proof() -> None:
    made = event(entered(2))
    made = played(made, Random(1), 1)
    with pytest.raises(ronda.Refused) as refused:
        ronda.pair(made)
    assert (refused.value.code, refused.value.article) == ("no_complete_round", "DU4.4")
    assert refused.value.facts["group_count"] > refused.value.facts["hub_size"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_s7_every_pair_has_its_reasons_in_every_language(language: str) -> None:
    codes = set()
    for seed in range(4):
        made = played(event(entered(11 + seed), options={"rounds": 7, "initial_colour": None}), Random(seed), 6)
        speaker = Speaker(language, {n: f"P{n}" for n in range(1, 20)}, strict=True, system="dutch")
        for round_ in made.rounds:
            for reason in round_.reasons:
                codes.add(reason.code)
                assert speaker.verdict("reason", reason)
            told = [reason.table for reason in round_.reasons if reason.table is not None]
            assert sorted(told) == sorted(2 * [table.number for table in round_.tables])
            assert {bye.player for bye in round_.byes} <= {reason.player for reason in round_.reasons}
    assert codes >= {"halves", "transposition", "exchange", "moved_down", "floated_odd", "pab", "initial_colour"}
    assert codes >= {"colour_granted", "colour_stronger", "colour_history", "colour_ranked", "colour_by_number"}


def test_the_check_names_what_is_wrong() -> None:
    made = played(event(entered(8)), Random(1), 1)
    body = json.loads(ronda.dumps(made, "json"))
    tables = body["rounds"][0]["tables"]
    tables[0]["second"], tables[1]["first"] = tables[1]["first"], tables[0]["second"]
    tables[2]["first"], tables[2]["second"] = tables[2]["second"], tables[2]["first"]
    body["rounds"][0].pop("reasons")
    found = {(finding.code, finding.article) for finding in ronda.check(ronda.loads(json.dumps(body), "json"))}
    assert ("later", "DU6.2") in found
    assert ("colour_wrong", "DU8") in found


@pytest.mark.parametrize("seed", range(6))
def test_random_events_are_made_and_checked(seed: int) -> None:
    lot = Random(seed)
    count = 9 + 7 * seed
    special: dict[str, Any] = {
        f"p{n}": {"byes": {str(lot.randrange(1, 6)): lot.choice("HFZ")}} for n in lot.sample(range(1, count), 3)
    }
    special[f"p{count}"] = {"joined_round": 3}
    special["p1"] = {"left_after": 3}
    options = {"acceleration": "baku"} if seed % 2 else {"pab": 0.5}
    made = event(entered(count, **special), options=options, avoid=_avoid((2, 3), hard=bool(seed % 3)))
    made = played(made, lot, 5, "1-0 0-1 ½-½ +-- --+ --- ½-½ 1-0")
    assert violations(made) == []
    assert next(row.place for row in ronda.standings(made)) == 1
    again = ronda.loads(ronda.dumps(made, "json"), "json")
    assert again == made


# --- texts that are settings ------------------------------------------------------------------------------------------


def test_settings_that_are_texts() -> None:
    assert read_worth("3-1-0") == (Fraction(3), Fraction(1), Fraction(0))
    assert read_worth("1–½–0") == (Fraction(1), Fraction(1, 2), Fraction(0))
    assert read_worth("1-1-0") is None
    assert list(map(tuple, read_virtual("1 1-3 1-6; ½ 4-5 1-6") or ())) == [
        (Fraction(1), 1, 3, 1, 6),
        (Fraction(1, 2), 4, 5, 1, 6),
    ]
    assert read_virtual("1 1-3") is None
    assert read_apart("1-9: 4 9 17") == [(1, 9, [4, 9, 17])]
    assert read_apart("1-9: 4") is None
    rules = system("dutch").rules
    for option in rules.options:
        if option.kind == "text":
            assert option.takes(option.example)
            assert option.takes(str(option.default))
            assert option.shared or not option.takes("?!")  # what every system has is tested with its own


def test_the_initial_colour_is_the_same_whatever_seed_a_round_has() -> None:
    made = event(entered(6), options={"initial_colour": None})
    assert {tuple(pairs(ronda.pair(made, seed=seed))) for seed in range(10)} == {tuple(pairs(ronda.pair(made)))}
    settled = system("dutch").rules.settled_options(Setup("dutch", seed=1), [])
    assert settled["initial_colour"] in ("white", "black")


def test_tb8_performance_and_change_are_told_as_the_language_writes_numbers() -> None:
    """A decimal comma, halves, a true minus, and a plus where the rating rises."""
    made = played(event(entered(6)), Random(3), 3, "1-0 ½-½")
    told = {
        language: [
            sentence
            for player in range(1, 7)
            for sentence in notes_text(book_of(made), player, Speaker(language, {}, strict=True, system="dutch"))
        ]
        for language in LANGUAGES
    }
    assert any("½" in sentence for sentence in told["en"])
    assert any("+" in sentence for sentence in told["en"])
    assert any("−" in sentence for sentence in told["en"])
    assert not [sentence for sentences in told.values() for sentence in sentences if re.search(r"-\d", sentence)]
    assert not [sentence for sentence in told["de"] if re.search(r"\d\.\d", sentence)]
