"""Round 1, pyramids, partners, tables, exchanges and wishes (D5–D7, S1–S5)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import combinations, islice

import pytest

from ronda.core.model import Avoid, Forfeit, Result, Round, Tournament
from ronda.core.verdicts import misfits
from ronda.systems.domino import SYSTEM
from ronda.systems.domino.field import ideal, pyramids
from ronda.systems.domino.pair.pyramids import crossings, exchanges, halved, one_pyramid, wished
from ronda.systems.domino.pair.walk import match_in_order
from ronda.systems.domino.rules import windows
from tests.domino.events import book_of, event, pair_next, play, play_next, scores
from tests.texts.declared import codes_of

WINDOWS = {"partner_window", "rival_window", "forced"}


# --- D5 ----------------------------------------------------------------------------------------------------


def test_d5_consecutive() -> None:
    made = pair_next(event(8))
    assert [(table.first, table.second) for table in made.tables] == [((1, 2), (3, 4)), ((5, 6), (7, 8))]
    assert {reason.code for reason in made.reasons} == {"consecutive"}


def test_d5_wishes_bend_the_list_as_little_as_can_be() -> None:
    tournament = event(40, avoid=(Avoid((1, 2), "partners"), Avoid((21, 24), "both")))
    made = pair_next(tournament)
    assert made.relaxations == ()
    tables = [(table.first, table.second) for table in made.tables]
    assert tables[0] == ((1, 3), (2, 4))
    assert tables[5] == ((21, 22), (23, 25))
    assert tables[6] == ((24, 26), (27, 28))
    assert tables[1:5] == [((n, n + 1), (n + 2, n + 3)) for n in (5, 9, 13, 17)]


# --- D6 ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "upper"), [(4, 0), (8, 4), (12, 4), (16, 8), (28, 12), (80, 40)])
def test_d6_2_pyramids(players: int, upper: int) -> None:
    assert [len(pyramid) for pyramid in pyramids(range(players))] == [upper, players - upper]


def test_d6_4_ideal_partners() -> None:
    assert [ideal(at, 8) for at in range(8)] == [2, 3, 0, 1, 6, 7, 4, 5]
    assert [ideal(at, 6) for at in range(6)] == [2, 3, 0, 1, 5, 4]
    assert [ideal(at, 2) for at in range(2)] == [1, 0]


def test_d6_4_the_ideal_then_below_then_those_skipped() -> None:
    assert list(wished(0, 6)) == [2, 3, 4, 5, 1]
    assert list(wished(1, 6)) == [3, 4, 5, 2]
    assert list(wished(2, 6)) == [3, 4, 5]
    assert list(wished(4, 6)) == [5]


def test_d6_5_first_free_with_completion() -> None:
    assert match_in_order([set(), set(), set()]) == [0, 1, 2]
    assert match_in_order([{0}, set(), set()]) == [1, 0, 2]
    assert match_in_order([set(), {1, 2}, set()]) == [1, 0, 2]
    assert match_in_order([{0, 1}, {0, 1}, set()]) is None


def test_d6_6_exchanges_by_displacement_then_the_lower_placed_a_player() -> None:
    found = [sides.exchanged for sides in exchanges(one_pyramid("upper", range(4)))]
    assert found[:5] == [(), ((1, 2),), ((1, 3),), ((0, 2),), ((0, 3),)]
    eight = [sides.exchanged for sides in islice(exchanges(one_pyramid("upper", range(8))), 1 + 16 + 1)]
    assert eight[-1] == ((3, 4), (2, 5))
    assert halved(one_pyramid("upper", range(4))).exchanged == ()


def test_d6_7_tables_by_best_placed_player() -> None:
    tournament = play(event(28), 3, 5)
    made = pair_next(tournament)
    place = {row.player: at for at, row in enumerate(SYSTEM.rules.standings(book_of(tournament)))}
    best = [min(place[player] for player in table.players) for table in made.tables]
    assert best == sorted(best)
    assert best[0] == 0


def test_d7_2_one_then_two_nearest_first() -> None:
    assert [way.crossing for way in crossings(400)] == [
        (),
        *(((199, 200),), ((199, 201),), ((198, 200),), ((198, 201),)),
        ((199, 200), (198, 201)),
    ]
    assert [way.crossing for way in crossings(4)] == [()]
    assert [way.crossing for way in islice(crossings(8), 4)] == [(), ((3, 4),), ((3, 5),), ((2, 4),)]


def test_d7_2_of_all_exchanges_the_one_with_the_fewest_relaxed_pairs() -> None:
    """The nearest exchange that would do, 8 with 5, leaves eight rivals inside their window."""
    tournament = play(event(8), 3, seed=1)
    made = pair_next(tournament)
    assert [(table.first, table.second) for table in made.tables] == [((6, 3), (8, 1)), ((4, 5), (2, 7))]
    assert [(r.code, r.players) for r in made.relaxations] == [("pyramid_exchange", (4, 1))]
    (told,) = [reason for reason in made.reasons if reason.code == "exchanges_compared"]
    assert told.facts == {"ways": 3, "of": 16 + 36, "proved": True}


# --- whole events ------------------------------------------------------------------------------------------


def broken(tournament: Tournament, made: Round) -> Counter[frozenset[int]]:
    """The pairs that are partners, or rivals, inside their window (D1.3)."""
    own = windows(tournament.setup, tournament.players)
    last: dict[tuple[str, frozenset[int]], int] = {}
    for round_ in tournament.rounds:
        for table in round_.tables:
            if not isinstance(table.result, Forfeit):
                for kind, two in relations(table.first, table.second):
                    last[kind, two] = round_.number
    found: Counter[frozenset[int]] = Counter()
    for table in made.tables:
        for kind, two in relations(table.first, table.second):
            window = own.partner if kind == "partners" else own.rival
            found[two] += made.number - last.get((kind, two), -1000) <= window
    return +found


def relations(first: tuple[int, ...], second: tuple[int, ...]) -> list[tuple[str, frozenset[int]]]:
    found = [("partners", frozenset(side)) for side in (first, second)]
    return found + [("rivals", frozenset((a, b))) for a in first for b in second]


def stated(made: Round) -> Counter[frozenset[int]]:
    return Counter(frozenset(r.players) for r in made.relaxations if r.code in WINDOWS)


def with_absences(chance: random.Random) -> Result:
    if chance.random() < 0.1:
        return chance.choice([Forfeit(True, False), Forfeit(False, True), Forfeit(True, True)])
    return scores(chance)


def changed(tournament: Tournament, chance: random.Random) -> Tournament:
    """Now and then somebody leaves; before round 2 somebody comes."""
    players = list(tournament.players)
    at = len(tournament.rounds)
    if chance.random() < 0.3 and sum(p.plays_in(at + 1) for p in players) > 8:
        n = chance.randrange(len(players))
        if players[n].left_after is None:
            players[n] = replace(players[n], left_after=at)
    if at == 1:
        late = replace(players[0], id=1000, joined_round=2, left_after=None)
        players.append(late)
    return replace(tournament, players=tuple(players))


@pytest.mark.parametrize("players", [8, 11, 14, 16, 19, 23, 28, 33, 37, 40])
@pytest.mark.parametrize("seed", [1, 2])
def test_events_everybody_once_and_every_broken_window_stated(players: int, seed: int) -> None:
    chance = random.Random(100 * players + seed)
    tournament = event(players, seed=seed)
    for _ in range(7):
        if tournament.rounds:
            tournament = changed(tournament, chance)
        made = pair_next(tournament)
        assert sorted(made.players) == sorted(book_of(tournament).pool())
        assert [f for f in SYSTEM.rules.check(book_of(tournament), made) if f.severity == "violation"] == []
        assert stated(made) == broken(tournament, made)
        assert len(made.byes) == len(book_of(tournament).pool()) % 4
        assert {reason.table for reason in made.reasons} >= {table.number for table in made.tables}
        assert {reason.player for reason in made.reasons} >= {bye.player for bye in made.byes}
        assert made == pair_next(tournament)
        tournament = play_next(tournament, chance, with_absences)


@pytest.mark.parametrize("players", [28, 36, 40, 52, 76, 80, 100])
def test_no_relaxation_from_28_players_up(players: int) -> None:
    for round_ in play(event(players), 9, players).rounds:
        assert round_.relaxations == ()
        proofs = {r.facts["proved"] for r in round_.reasons if r.code == "search_stated"}
        assert proofs <= {"first"}


def test_a_large_field() -> None:
    for round_ in play(event(402), 9, 1).rounds:
        assert round_.relaxations == ()


# --- wishes ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("hard", [True, False])
def test_wishes_are_kept_where_they_can_be(hard: bool) -> None:
    clubs = [range(start, start + 4) for start in range(1, 41, 4)]
    avoid = tuple(Avoid((a, b), "both", hard) for club in clubs for a, b in combinations(club, 2))
    for round_ in play(event(40, avoid=avoid), 6, 1).rounds:
        assert round_.relaxations == ()
        for table in round_.tables:
            assert len({(player - 1) // 4 for player in table.players}) == 4


def test_hard_wishes_stand_above_the_pyramids() -> None:
    """Four club mates among the twelve of the upper pyramid cannot be kept apart on its three tables."""
    clubs = [range(start, start + 4) for start in range(1, 29, 4)]
    avoid = tuple(Avoid((a, b), "both") for club in clubs for a, b in combinations(club, 2))
    rounds = play(event(28, avoid=avoid), 6, 1).rounds
    codes = {relaxation.code for round_ in rounds for relaxation in round_.relaxations}
    assert codes == {"pyramid_exchange"}


def test_hard_wishes_fall_last_and_are_stated() -> None:
    """Five club mates on four tables: one pair must meet, whatever else is lifted."""
    avoid = tuple(Avoid(two, "both") for two in combinations((1, 4, 7, 10, 13), 2))
    for round_ in play(event(16, avoid=avoid), 4, 1).rounds:
        assert [r.code for r in round_.relaxations].count("avoid_broken") == 1


def test_soft_wishes_never_cost_a_rule() -> None:
    """Everybody would like to avoid everybody: the rounds break no more windows than without any wish."""
    avoid = tuple(Avoid(two, "both", hard=False) for two in combinations(range(1, 13), 2))
    tournament = event(12, avoid=avoid)
    chance = random.Random(4)
    for _ in range(5):
        made = pair_next(tournament)
        if made.number > 1:
            plain = pair_next(replace(tournament, setup=replace(tournament.setup, avoid=())))
            assert stated(made).total() == stated(plain).total()
            assert any(reason.code == "wish_not_kept" for reason in made.reasons)
        tournament = play_next(tournament, chance)


def test_opponents_only_may_be_partners() -> None:
    tournament = event(8, avoid=(Avoid((1, 2), "opponents"),))
    made = pair_next(tournament)
    assert made.tables[0].first == (1, 2)
    for round_ in play(tournament, 4, 2).rounds:
        for table in round_.tables:
            assert not any({a, b} == {1, 2} for a in table.first for b in table.second)


@pytest.mark.parametrize(("players", "club", "hard"), [(80, 25, False), (120, 40, True), (200, 120, False)])
def test_a_club_too_large_to_be_kept_apart(players: int, club: int, hard: bool) -> None:
    """Middle and large pyramids: everybody is seated, and every broken wish is told."""
    members = random.Random(club).sample(range(1, players + 1), club)
    avoid = tuple(Avoid((a, b), "both", hard) for a, b in combinations(members, 2))
    tournament = play(event(players, avoid=avoid), 1, 1)
    made = pair_next(tournament)
    assert sorted(made.players) == list(range(1, players + 1))
    met = sum(len(set(members) & set(t.players)) * (len(set(members) & set(t.players)) - 1) // 2 for t in made.tables)
    codes = [r.code for r in made.relaxations] + [r.code for r in made.reasons]
    told = [code for code in codes if code in ("avoid_broken", "wish_not_kept")]
    assert told == ["avoid_broken" if hard else "wish_not_kept"] * met
    assert met >= club - players // 4
    assert stated(made) == broken(tournament, made)


# --- codes -------------------------------------------------------------------------------------------------


FACTS = {
    "partner_window": {"as", "last", "window"},
    "rival_window": {"as", "last", "window"},
    "pyramid_exchange": {"places", "displacement"},
    "forced": {"as", "last", "window"},
    "avoid_broken": {"as"},
}


def test_every_code_and_fact_is_listed() -> None:
    clubs = tuple(Avoid(two, "both", hard=two[0] % 2 == 0) for two in combinations(range(1, 6), 2))
    events = [event(7), event(12, {"partner_window": 3, "rival_window": 4}), event(16, avoid=clubs)]
    codes = codes_of("domino")
    for tournament in events:
        for round_ in play(tournament, 6, 1).rounds:
            for reason in round_.reasons:
                assert [*misfits(codes, "reason", reason.code, reason.article, reason.facts)] == []
            for relaxation in round_.relaxations:
                assert [*misfits(codes, "relaxation", relaxation.code, relaxation.article, relaxation.facts)] == []
                assert {*relaxation.facts} == FACTS[relaxation.code], relaxation
