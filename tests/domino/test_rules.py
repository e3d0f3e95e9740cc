"""Settings, results, classification and byes, article by article (D1–D4, D9)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

import pytest

from ronda.core.chance import Draw
from ronda.core.facts import OptionsChanged
from ronda.core.model import Forfeit, OptionValue, Player, Scored, Setup, Tournament
from ronda.core.ranking import RankedRow
from ronda.core.verdicts import Refusal
from ronda.desk.settings import change_options
from ronda.lab.forecast import forecast
from ronda.systems.domino import SYSTEM
from ronda.systems.domino.ranking import pairing_order
from ronda.systems.domino.rules import ENOUGH_PLAYERS, FORECAST, LEAST_PLAYERS, Windows, category, windows
from ronda.systems.score_to_target import doubt
from ronda.texts import Speaker
from tests.domino.events import book_of, event, pair_next, play, play_next, with_round

ABSENCES = {
    "+--": Forfeit(first_absent=False, second_absent=True),
    "--+": Forfeit(first_absent=True, second_absent=False),
    "---": Forfeit(first_absent=True, second_absent=True),
}


def rows(tournament: Tournament) -> dict[int, RankedRow]:
    return {row.player: row for row in SYSTEM.rules.standings(book_of(tournament))}


def values(row: RankedRow) -> Mapping[str, Fraction]:
    return {name: measure.value or Fraction(0) for name, measure in row.measures.items()}


# --- D1 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "name", "own"),
    [
        (4, "compacta", (1, 2)),
        (36, "compacta", (1, 2)),
        (37, "estandar", (2, 3)),
        (76, "estandar", (2, 3)),
        (77, "internacional", (3, 4)),
        (2000, "internacional", (3, 4)),
    ],
)
def test_d1_2_category_by_players_at_the_start(players: int, name: str, own: tuple[int, int]) -> None:
    tournament = event(players)
    assert category(tournament.setup, tournament.players) == name
    assert windows(tournament.setup, tournament.players) == Windows(*own)


def test_d1_2_late_entries_and_leavers_do_not_change_the_category() -> None:
    tournament = event(36)
    late = replace(tournament.players[0], id=99, joined_round=2)
    assert windows(tournament.setup, (*tournament.players, late)) == (1, 2)
    left = replace(tournament.players[0], left_after=1)
    assert windows(event(37).setup, (left, *event(37).players[1:])) == (2, 3)


def test_d1_2_windows_can_be_set() -> None:
    setup = Setup("domino", options={"partner_window": 0, "rival_window": None})
    assert windows(setup, event(80).players) == (0, 4)


def test_d1_2_category_can_be_set_and_sets_the_windows() -> None:
    setup = Setup("domino", options={"category": "internacional"})
    assert category(setup, event(8).players) == "internacional"
    assert windows(setup, event(8).players) == (3, 4)
    both = Setup("domino", options={"category": "internacional", "rival_window": 1})
    assert windows(both, event(8).players) == (3, 1)


def test_d1_2_category_is_fixed_at_the_start_and_editable_before() -> None:
    before = event(8)
    assert isinstance(change_options(before, {"category": "estandar"}), OptionsChanged)
    refused = change_options(play(before, 1, seed=1), {"category": "estandar"})
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.article) == ("frozen_option", "D1.2")


def test_d1_2_category_and_windows_in_force_are_told() -> None:
    tournament = event(40, {"partner_window": 7})
    (told,) = SYSTEM.words.consequences(tournament.setup, tournament.players)
    assert (told.code, told.article) == ("category", "D1.2")
    assert told.facts == {"category": "estandar", "partner_window": 7, "rival_window": 3, "by_hand": True}
    assert Speaker("es", strict=True).verdict("in_force", told) == (
        "Categoría Estándar (fijado a mano): no se repite compañero en 7 rondas ni rival en 3 rondas."
    )
    tournament = event(36, {})
    (told,) = SYSTEM.words.consequences(tournament.setup, tournament.players)
    assert told.facts == {"category": "compacta", "partner_window": 1, "rival_window": 2}
    assert Speaker("es", strict=True).verdict("in_force", told) == (
        "Categoría Compacta: no se repite compañero en 1 ronda ni rival en 2 rondas."
    )


def test_d1_4_first_round_by_elo_missing_is_1200() -> None:
    ratings = (1300, 0, 1100, 1250, 1200, 1500, 1000, 1201)
    players = tuple(Player(n, f"P{n}", rating=r) for n, r in enumerate(ratings, start=1))
    made = pair_next(Tournament(Setup("domino"), players))
    assert [table.players for table in made.tables] == [(6, 1, 4, 8), (2, 5, 3, 7)]


def test_d1_4_first_round_by_lot_names_its_seed() -> None:
    tournament = event(16, {"first_round": "random"}, seed=81)
    made = pair_next(tournament)
    assert made == pair_next(tournament)
    assert made.seed == 81
    assert {reason.facts["seed"] for reason in made.reasons if reason.code == "consecutive"} == {81}
    assert [table.players for table in made.tables] != [table.players for table in pair_next(event(16)).tables]


def test_d1_5_at_least_four_players_and_a_forecast_below_sixteen() -> None:
    few = event(3)
    refused = SYSTEM.rules.pair(book_of(few), Draw(1))
    assert isinstance(refused, Refusal)
    assert refused.code == "too_few_players"
    assert [f.code for f in SYSTEM.rules.validate(few.setup, few.players)] == ["too_few_players"]
    for fresh, told in FORECAST.items():
        eight = event(8, {"variety": "fresh" if fresh else "windows"})
        (note,) = SYSTEM.rules.validate(eight.setup, eight.players)
        assert (note.code, note.severity, note.facts["relaxed_percent"]) == ("repetitions_ahead", "note", told[8][0])
        assert sorted(told) == list(range(LEAST_PLAYERS, ENOUGH_PLAYERS))
    assert SYSTEM.rules.validate(event(16).setup, event(16).players) == []


def told_ahead(players: int, options: dict[str, OptionValue], *, rounds: int = 0) -> list[tuple[str, object]]:
    """What is said before the event, or after so many rounds, with the round that it speaks of."""
    tournament = play(event(players, options), rounds, seed=1)
    return [(one.code, one.facts["next"]) for one in forecast(tournament).findings()]


@pytest.mark.parametrize("players", [20, 28, 40])
def test_d1_5_no_warning_stands_beside_a_simulation_that_needed_none(players: int) -> None:
    assert told_ahead(players, {"variety": "fresh"}) == [("forecast_clean", 1)]


def test_d1_5_no_warning_speaks_of_a_round_that_cannot_repeat_anything() -> None:
    """Round 1 repeats nothing, nor does any round where nothing is a repetition."""
    tight: dict[str, OptionValue] = {"category": "internacional"}
    assert told_ahead(12, tight) == [("forecast_no_bound", 2), ("forecast_relaxed", 1)]
    assert told_ahead(12, tight, rounds=2)[0] == ("forecast_no_bound", 3)
    assert [code for code, _ in told_ahead(12, {**tight, "rounds": 1})] == ["forecast_clean"]
    assert told_ahead(12, {"partner_window": 0, "rival_window": 0})[0] == ("forecast_secure", 1)


# --- D2 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["200-120", "200 – 120", "200:120"])
def test_d2_1_scores(text: str) -> None:
    assert SYSTEM.rules.results.read(text, event(4).setup) == Scored(200, 120)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("200-200", "draw_impossible"),
        ("0-0", "draw_impossible"),
        ("-5-3", "result_unreadable"),
        ("x", "result_unreadable"),
    ],
)
def test_d2_1_refused(text: str, code: str) -> None:
    refused = SYSTEM.rules.results.read(text, event(4).setup)
    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_d2_1_more_than_1_6_times_the_target_asks_for_confirmation() -> None:
    setup = event(4).setup
    assert doubt(Scored(320, 0), setup) is None
    asked = doubt(Scored(12, 321), setup)
    assert asked is not None
    assert (asked.code, dict(asked.facts)) == (
        "score_needs_confirmation",
        {"score": 321, "target": 200, "most": 320},
    )
    assert doubt(ABSENCES["+--"], setup) is None


@pytest.mark.parametrize("text", ABSENCES)
def test_results_read_and_write_the_same(text: str) -> None:
    assert SYSTEM.rules.results.read(text, event(4).setup) == ABSENCES[text]
    assert SYSTEM.rules.results.write(ABSENCES[text]) == text
    assert SYSTEM.rules.results.write(Scored(200, 35)) == "200-35"


def test_d2_3_a_pair_absent_the_other_wins_and_no_game_took_place() -> None:
    tournament = with_round(event(8), pair_next(event(8)), {1: "+--", 2: "200-100"})
    found = rows(tournament)
    assert [values(found[p])["points"] for p in (1, 2, 3, 4)] == [1, 1, 0, 0]
    for player in (1, 2, 3, 4):
        own = values(found[player])
        nothing = ("played", "wins", "losses", "win_rate", "difference", "points_for", "byes")
        assert {own[name] for name in nothing} == {0}
        assert own["eff"] == 50
    assert values(found[1])["index"] == 1500
    made = pair_next(tournament)
    assert made.tables[0].players  # 1 and 2 may be partners again: they never played together
    assert made.relaxations == ()


def test_d2_3_no_history_where_no_game_took_place() -> None:
    """Four players: a table that was not played leaves the next round free."""
    made = pair_next(event(4))
    tournament = with_round(event(4), made, {1: "---"})
    again = pair_next(tournament)
    assert again.relaxations == ()
    assert [table.players for table in again.tables] == [table.players for table in made.tables]


def test_d2_3_table_not_played_the_present_have_a_bye_the_absent_nothing() -> None:
    made = pair_next(event(4))
    table = replace(made.tables[0], result=ABSENCES["---"], absent=(3,))
    tournament = replace(event(4), rounds=(replace(made, tables=(table,)),))
    found = rows(tournament)
    assert [values(found[p])["points"] for p in (1, 2, 3, 4)] == [Fraction(1, 2)] * 2 + [0, Fraction(1, 2)]
    assert [values(found[p])["byes"] for p in (1, 2, 3, 4)] == [1, 1, 0, 1]
    nobody_missing = replace(made.tables[0], result=ABSENCES["---"])
    tournament = replace(event(4), rounds=(replace(made, tables=(nobody_missing,)),))
    assert {values(row)["points"] for row in rows(tournament).values()} == {Fraction(1, 2)}


@pytest.mark.parametrize("bye_value", [0, 1, 2])
def test_d2_4_bye_value(bye_value: int) -> None:
    tournament = event(5, {"bye_value": bye_value})
    tournament = with_round(tournament, pair_next(tournament), {1: "200-0"})
    own = values(rows(tournament)[5])
    assert own["points"] == Fraction(bye_value, 2)
    assert [own["played"], own["byes"], own["index"]] == [0, 1, bye_value * 500 + 500]


# --- D3 ----------------------------------------------------------------------------------------------------


def test_d3_2_each_score_is_capped_at_the_target_for_eff_alone() -> None:
    own = values(rows(with_round(event(4), pair_next(event(4)), {1: "260-100"}))[1])
    assert own["eff"] == 75
    assert [own["difference"], own["points_for"]] == [160, 260]


def test_d3_2_eff_over_several_games_is_exact() -> None:
    tournament = event(4)
    for result in ("200-35", "200-100", "20-200"):
        tournament = with_round(tournament, pair_next(tournament), {1: result})
    own = values(rows(tournament)[1])
    assert own["played"] == 3
    assert own["win_rate"] in (Fraction(1, 3), Fraction(2, 3), 1)
    expected = 50 * (1 + Fraction(int(own["difference"]), 200 * 3))
    assert own["eff"] == expected
    assert own["index"] == own["points"] * 1000 + own["win_rate"] * 100 + expected * 10


@pytest.mark.parametrize("order", ["rulebook", "points-difference"])
def test_d6_1_pairing_order_is_the_order_of_the_standings(order: str) -> None:
    for seed in range(4):
        tournament = play(event(23, {"order": order}), 4, seed)
        book = book_of(tournament)
        assert pairing_order(book, book.pool()) == [row.player for row in SYSTEM.rules.standings(book)]


def test_order_by_difference() -> None:
    """A capped win by more real points leads only where the difference stands before the index."""
    results = {1: "200-100", 2: "310-190"}
    by_index = with_round(event(8), pair_next(event(8)), results)
    assert next(iter(rows(by_index))) == 1
    tournament = event(8, {"order": "points-difference"})
    assert next(iter(rows(with_round(tournament, pair_next(tournament), results)))) == 5


# --- D4, D9 ------------------------------------------------------------------------------------------------


def test_d4_nobody_rests_twice_before_everybody_rested() -> None:
    tournament = play(event(11), 7, 3)
    rested = [len(book_of(tournament).byes(player)) for player in range(1, 12)]
    assert sorted(rested) == [1] + [2] * 10


def test_d4_more_than_two_byes_are_an_alert() -> None:
    tournament = play(event(7), 5, 1)
    codes = [reason.code for reason in pair_next(tournament).reasons]
    assert "many_byes" in codes


def test_d9_who_left_stays_in_the_standings_and_rests_no_more() -> None:
    tournament = play(event(9), 2, 1)
    players = tuple(replace(p, left_after=2) if p.id == 4 else p for p in tournament.players)
    tournament = replace(tournament, players=players)
    made = pair_next(tournament)
    assert 4 not in made.players
    assert len(made.byes) == 0
    row = rows(tournament)[4]
    assert row.status == "left"
    assert row.place is not None


def test_d9_late_entry_until_round_two() -> None:
    tournament = play(event(12), 1, 1)
    late = Player(13, "Late", joined_round=2)
    tournament = replace(tournament, players=(*tournament.players, late))
    made = pair_next(tournament)
    lowest = list(rows(tournament))[-1]
    assert [bye.player for bye in made.byes] == [lowest]
    assert values(rows(tournament)[13])["points"] == 0
    assert rows(tournament)[13].place == 7
    later = replace(late, joined_round=3)
    tournament = replace(play_next(event(12), random.Random(1)), players=(*event(12).players, later))
    assert [f.code for f in SYSTEM.rules.validate(tournament.setup, tournament.players)] == [
        "late_entry_closed",
        "repetitions_ahead",
    ]
    refused = SYSTEM.rules.pair(book_of(play_next(tournament, random.Random(2))), Draw(1))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.article) == ("late_entry_closed", "D9")
