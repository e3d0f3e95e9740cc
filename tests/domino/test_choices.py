"""The choices where the documents disagree, article by article (D10)."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product

import pytest

from ronda.core.model import Bye, Forfeit, OptionValue, Player, Round, Scored, Setup, Table, Tournament
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems.domino import SYSTEM
from ronda.systems.domino.field import Relation, ideal
from ronda.systems.domino.pair.pyramids import halved, one_pyramid, units, wished
from ronda.systems.domino.pair.relations import OLD_PARTNER, Field, levels
from ronda.systems.domino.pair.search import attempt
from ronda.systems.domino.ranking import pairing_order
from ronda.systems.domino.rules import Choices
from tests.domino.events import book_of, event, pair_next, play, play_next

FREE: dict[str, OptionValue] = {"partner_window": 0, "rival_window": 0}
Tables = list[tuple[tuple[int, ...], tuple[int, ...]]]


def places(tournament: Tournament, made: Round) -> Tables:
    """The tables by the places of their players, from 1."""
    book = book_of(tournament)
    resting = {bye.player for bye in made.byes}
    seated = [player for player in pairing_order(book, book.pool()) if player not in resting]
    place = {player: at for at, player in enumerate(seated, start=1)}
    return [(tuple(place[p] for p in t.first), tuple(place[p] for p in t.second)) for t in made.tables]


def second_round(players: int, **options: OptionValue) -> Tables:
    """Round 2 where nothing stands against anything."""
    tournament = play(event(players, {**FREE, **options}), 1, seed=5)
    return places(tournament, pair_next(tournament))


def reasons(made: Round, code: str) -> list[object]:
    return [dict(reason.facts) for reason in made.reasons if reason.code == code]


# --- D10.1 -------------------------------------------------------------------------------------------------


def test_d10_1_an_even_number_of_tables_upper_against_lower() -> None:
    assert second_round(16, tables="pyramids") == [
        ((1, 3), (9, 11)),
        ((2, 4), (10, 12)),
        ((5, 7), (13, 15)),
        ((6, 8), (14, 16)),
    ]


def test_d10_1_an_odd_number_of_tables_the_first_lower_pair_stands_in() -> None:
    assert second_round(12, tables="pyramids") == [((1, 2), (6, 8)), ((3, 4), (9, 11)), ((5, 7), (10, 12))]
    tables = second_round(28, tables="pyramids")  # 12 and 16 (D6.2)
    assert tables[:2] == [((1, 3), (14, 16)), ((2, 4), (17, 19))]
    assert tables[-1] == ((13, 15), (26, 28))


def test_d10_1_one_table() -> None:
    assert second_round(4, tables="pyramids") == second_round(4) == [((1, 2), (3, 4))]


def test_d10_1_sides_meet_inside_their_pyramid() -> None:
    assert second_round(16) == [((1, 3), (5, 7)), ((2, 4), (6, 8)), ((9, 11), (13, 15)), ((10, 12), (14, 16))]


def test_d10_1_is_told() -> None:
    tournament = play(event(16, {"tables": "pyramids"}), 1, seed=1)
    made = pair_next(tournament)
    assert reasons(made, "chosen_tables") == [{}]
    assert {reason.facts["pyramid"] for reason in made.reasons if reason.table} == {"all"}
    assert {reason.article for reason in made.reasons if reason.code == "ideal_table"} <= {"D10.1"}
    assert reasons(pair_next(play(event(16), 1, seed=1)), "chosen_tables") == []


def test_d10_1_the_rival_window_reaches_across() -> None:
    """With completion, and back into the partners: nobody meets a rival of the last two rounds."""
    tournament = play(event(24, {"tables": "pyramids"}), 6, seed=3)
    for round_ in tournament.rounds:
        assert round_.relaxations == ()


# --- D10.2 -------------------------------------------------------------------------------------------------


def test_d10_2_neighbours_are_ideal_partners() -> None:
    assert [ideal(at, 6, consecutive=True) for at in range(6)] == [1, 0, 3, 2, 5, 4]
    assert list(wished(0, 6, consecutive=True)) == [1, 2, 3, 4, 5]
    assert list(wished(2, 6, consecutive=True)) == [3, 4, 5]
    assert second_round(16, partners="consecutive") == [
        ((1, 2), (5, 6)),
        ((3, 4), (7, 8)),
        ((9, 10), (13, 14)),
        ((11, 12), (15, 16)),
    ]
    assert reasons(pair_next(play(event(8, {"partners": "consecutive"}), 1, seed=1)), "chosen_partners") == [{}]


def test_d10_2_with_the_pyramids_it_is_the_pseudocode_of_the_documents() -> None:
    assert second_round(16, partners="consecutive", tables="pyramids")[0] == ((1, 2), (9, 10))


# --- D10.3 -------------------------------------------------------------------------------------------------


def rested(tournament: Tournament) -> list[list[int]]:
    return [[bye.player for bye in round_.byes] for round_ in tournament.rounds]


@pytest.mark.parametrize("players", [5, 6, 7, 9, 10, 11, 27])
def test_d10_3_the_lowest_but_never_twice_running(players: int) -> None:
    tournament = event(players, {"byes": "last"})
    chance = random.Random(players)
    for number in range(1, 7):
        book = book_of(tournament)
        before = {bye.player for round_ in tournament.rounds[-1:] for bye in round_.byes}
        order = pairing_order(book, book.pool()) if number > 1 else list(range(1, players + 1))
        due = [player for player in reversed(order) if player not in before][: players % 4]
        tournament = play_next(tournament, chance)
        assert [bye.player for bye in tournament.rounds[-1].byes] == due
    assert max(sum(p in byes for byes in rested(tournament)) for p in range(1, players + 1)) > 1


def test_d10_3_is_told_with_who_was_spared() -> None:
    tournament = play(event(9, {"byes": "last", "bye_value": 0}), 1, seed=1)
    made = pair_next(tournament)
    (told,) = [reason for reason in made.reasons if reason.code == "bye_last"]
    assert told.article == "D10.3"
    lowest = pairing_order(book_of(tournament), range(1, 10))[-1]
    if lowest == 9:
        assert told.facts["skipped"] == [{"player": 9, "why": "rested", "byes": 1}]


def test_d10_3_fair_spreads_the_byes() -> None:
    byes = [player for round_ in rested(play(event(9), 9, seed=2)) for player in round_]
    assert sorted(byes) == list(range(1, 10))


# --- D10.4 -------------------------------------------------------------------------------------------------


def walkovers(order: str) -> Tournament:
    """1 has two points by absences and index 2500; 5 has a win, a bye, 1½ points and index 2600."""
    tournament = event(9, {"order": order})
    absent = Forfeit(first_absent=False, second_absent=True)
    first = (Table(1, (1, 2), (3, 4), absent), Table(2, (5, 6), (7, 8), Scored(200, 0)))
    second = (Table(1, (1, 3), (4, 7), absent), Table(2, (2, 6), (8, 9), Scored(100, 200)))
    return replace(tournament, rounds=(Round(1, first, (Bye(9),)), Round(2, second, (Bye(5),))))


@pytest.mark.parametrize(("order", "ahead", "behind"), [("rulebook", 1, 5), ("index", 5, 1)])
def test_d10_4_by_index_then_points(order: str, ahead: int, behind: int) -> None:
    tournament = walkovers(order)
    rows = {row.player: row for row in SYSTEM.rules.standings(book_of(tournament))}
    assert [rows[player].measures["index"].value for player in (1, 5)] == [2500, 2600]
    assert list(rows).index(ahead) < list(rows).index(behind)
    assert list(rows) == pairing_order(book_of(tournament), range(1, 10))
    assert reasons(pair_next(tournament), "chosen_order") == [{}] * (order == "index")


def test_d10_4_level_on_both_goes_on_as_in_d3_4() -> None:
    for seed in range(5):
        tournament = play(event(12, {"order": "index"}), 3, seed=seed)
        rows = SYSTEM.rules.standings(book_of(tournament))
        values = [tuple(row.measures[key].value for key in ("index", "points", "difference")) for row in rows]
        assert values == sorted(values, reverse=True)


# --- D10.5 -------------------------------------------------------------------------------------------------


def repeated(tournament: Tournament) -> tuple[int, int]:
    """Partners and rivals who came back, over all rounds."""
    partners, rivals, found = set[frozenset[int]](), set[frozenset[int]](), [0, 0]
    for round_ in tournament.rounds:
        now: list[tuple[int, frozenset[int]]] = []
        for table in round_.tables:
            now += [(0, frozenset(side)) for side in (table.first, table.second)]
            now += [(1, frozenset((a, b))) for a in table.first for b in table.second]
        for kind, pair in now:
            found[kind] += pair in (partners, rivals)[kind]
        for kind, pair in now:
            (partners, rivals)[kind].add(pair)
    return found[0], found[1]


def test_d10_5_28_players_and_7_rounds_without_an_old_partner() -> None:
    windows = [repeated(play(event(28), 7, seed)) for seed in range(3)]
    fresh = [repeated(play(event(28, {"variety": "fresh"}), 7, seed)) for seed in range(3)]
    assert sum(partners for partners, _ in windows) > 20
    assert [partners for partners, _ in fresh] == [0, 0, 0]
    assert 10 * sum(rivals for _, rivals in fresh) < sum(rivals for _, rivals in windows)


@pytest.mark.parametrize("players", [8, 12, 20, 40])
def test_d10_5_comes_after_the_ladder(players: int) -> None:
    """No window is relaxed, and nobody changes pyramids, for the sake of new partners."""
    tournament = play(event(players), 4, seed=players)
    usual = pair_next(tournament)
    fresh = pair_next(replace(tournament, setup=replace(tournament.setup, options={"variety": "fresh"})))
    assert len(fresh.relaxations) == len(usual.relaxations)


def test_d10_5_says_what_came_back_and_what_is_proved() -> None:
    tournament = event(12, {"variety": "fresh"})
    chance = random.Random(4)
    told = 0
    for _ in range(8):
        before = repeated(tournament)
        tournament = play_next(tournament, chance)
        facts = [reason.facts for reason in tournament.rounds[-1].reasons if reason.code == "fresh"]
        now = repeated(tournament)
        if facts:
            assert sum(one["partners"] for one in facts) == now[0] - before[0]
            assert sum(one["rivals"] for one in facts) == now[1] - before[1]
            assert all(one["proved"] for one in facts)
            told += now[0] - before[0]
    assert told


def test_d10_5_skips_are_explained() -> None:
    tournament = play(event(28, {"variety": "fresh"}), 7, seed=1)
    whys = {
        entry["why"]
        for round_ in tournament.rounds
        for reason in round_.reasons
        for entry in reason.facts.get("skipped", ())
    }
    assert whys >= {"old_partner", "old_rival", "rival_window"}


def test_d10_5_a_large_pyramid_where_everybody_was_with_everybody() -> None:
    """Where nothing new is left, the level is kept and old partners come back."""
    size = 60
    everybody = {a: {b: 1 for b in range(size) if b != a} for a in range(size)}
    nobody: dict[int, frozenset[int]] = dict.fromkeys(range(size), frozenset())
    partners = Relation("partners", 9, 1, everybody, nobody, nobody, fresh=True)
    rivals = Relation("rivals", 9, 2, everybody, nobody, nobody, fresh=True)
    field = Field(range(size), 9, partners, rivals, Choices(fresh=True))
    found = attempt(field, one_pyramid("lower", range(size)), levels(field.windows, field.round)[0])
    assert found.seating is not None
    assert found.cost // OLD_PARTNER == size // 2


# --- all of them together ----------------------------------------------------------------------------------


def test_units() -> None:
    assert [unit.name for unit in units(4, across=True)] == ["lower"]
    assert [unit.name for unit in units(8)] == ["upper", "lower"]
    (both,) = units(12, across=True)
    assert both.places == list(range(12))
    assert halved(both).groups == ((0, 1), (2, 3), (4, 5, 6, 7), (8, 9, 10, 11))
    assert halved(both).head == 4
    (both,) = units(8, across=True)
    assert halved(both).head is None


CHOICES: dict[str, tuple[OptionValue, ...]] = {
    "tables": ("sides", "pyramids"),
    "partners": ("alternate", "consecutive"),
    "byes": ("fair", "last"),
    "variety": ("windows", "fresh"),
    "order": ("rulebook", "index"),
    "category": (None, "estandar"),
    "contingency": ("relax", "exchange"),
}


@pytest.mark.parametrize(("seed", "values"), list(enumerate(product(*CHOICES.values()))))
def test_d10_every_combination_is_played_and_checks_clean(seed: int, values: tuple[OptionValue, ...]) -> None:
    options = dict(zip(CHOICES, values, strict=True))
    players = (9, 10, 11, 13, 14, 17, 21)[seed % 7]
    outcome = simulate(SimulationPlan("domino", players, 4, seed, options=options, absences=30, drop_outs=10))
    assert outcome.ended is None
    assert [finding for finding in outcome.findings if finding.severity == "violation"] == []


@pytest.mark.parametrize("seed", range(16))
def test_d10_random_events_check_clean(seed: int) -> None:
    chance = random.Random(seed)
    options = {name: chance.choice(values) for name, values in CHOICES.items()}
    players = chance.choice((5, 7, 8, 12, 16, 19, 24, 28, 33))
    plan = SimulationPlan(
        "domino", players, 6, seed, options, absences=40, drop_outs=20, late_entries=10, corrections=30
    )
    outcome = simulate(plan)
    assert [finding for finding in outcome.findings if finding.severity == "violation"] == []


@pytest.mark.parametrize("order", ["rulebook", "points-difference", "index"])
def test_d10_7_a_bye_counts_as_a_game_in_the_column_and_nowhere_else(order: str) -> None:
    """A table that was not played is a bye for those present (D2.3)."""
    played = play(event(9, {"order": order}), 3, seed=1)
    first = played.rounds[0]
    tables = (replace(first.tables[0], result=Forfeit(first_absent=True, second_absent=True)), *first.tables[1:])
    played = replace(played, rounds=(replace(first, tables=tables), *played.rounds[1:]))
    counting = replace(played, setup=replace(played.setup, options={"order": order, "bye_played": True}))
    plain, other = (SYSTEM.rules.standings(book_of(one)) for one in (played, counting))
    assert [row.player for row in plain] == [row.player for row in other]
    for before, after in zip(plain, other, strict=True):
        values = {name: measure.value for name, measure in before.measures.items()}
        assert values["played"] is not None
        assert values["byes"] is not None
        expected = {**values, "played": values["played"] + values["byes"]}
        assert {name: measure.value for name, measure in after.measures.items()} == expected
    assert sum(row.measures["byes"].value or 0 for row in plain) == 7
    (played_column,) = [one for one in SYSTEM.rules.criteria(counting.setup) if one.name == "played"]
    rested = next(row.player for row in other if row.measures["byes"].value)
    assert "bye" in [term.code for term in played_column.working(book_of(counting), rested)]


def test_defaults_say_nothing_of_choices() -> None:
    tournament = Tournament(Setup("domino"), tuple(Player(n, f"P{n}") for n in range(1, 10)))
    codes = {reason.code for round_ in play(tournament, 4, seed=1).rounds for reason in round_.reasons}
    assert not codes & {"fresh", "chosen_tables", "chosen_partners", "chosen_order", "chosen_contingency", "bye_last"}
