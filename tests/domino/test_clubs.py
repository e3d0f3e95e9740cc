"""Clubs that should not meet, in fields of all sizes: no more wishes broken than counting demands, nothing forced
besides, and the check proves it without a search (D7, S3)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from ronda.core.model import Avoid, Round, Tournament
from ronda.core.verdicts import Finding
from ronda.systems.domino.check import check, ladder
from ronda.systems.domino.check.relations import clubs, least_broken, least_exchanged
from ronda.systems.domino.field import pyramids
from ronda.systems.domino.pair import ladder as pair_ladder
from ronda.systems.domino.pair.pyramids import count_crossings, crossings
from ronda.systems.domino.pair.relations import Crowd
from ronda.systems.domino.ranking import pairing_order
from tests.domino.events import book_of, event, pair_next, play


def with_clubs(tournament: Tournament, *members: list[int]) -> Tournament:
    avoid = tuple(Avoid(pair) for club in members for pair in combinations(sorted(club), 2))
    return replace(tournament, setup=replace(tournament.setup, avoid=avoid))


def made(tournament: Tournament) -> tuple[dict[str, int], list[Finding], Round]:
    round_ = pair_next(tournament)
    broken: dict[str, int] = {}
    for relaxation in round_.relaxations:
        broken[relaxation.code] = broken.get(relaxation.code, 0) + 1
    broken.pop("pyramid_exchange", None)
    return broken, check(book_of(tournament), round_), round_


@pytest.fixture
def without_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def searched(*_: object) -> None:
        raise AssertionError("counting is enough")

    monkeypatch.setattr(ladder, "asked", searched)


@pytest.mark.usefixtures("without_a_search")
@pytest.mark.parametrize(("players", "club", "least"), [(28, 8, 1), (28, 10, 3), (40, 12, 2), (60, 16, 1)])
def test_s3_a_club_larger_than_the_number_of_tables(players: int, club: int, least: int) -> None:
    tournament = play(event(players), 2, seed=players)
    members = Random(club).sample(range(1, players + 1), club)
    broken, findings, _ = made(with_clubs(tournament, members))
    assert broken == {"avoid_broken": least}
    assert {finding.severity for finding in findings} == {"relaxation"}


@pytest.mark.usefixtures("without_a_search")
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize(("share", "least"), [(60, 45), (50, 25)])
def test_s3_a_hundred_players_most_of_them_of_one_club(seed: int, share: int, least: int) -> None:
    tournament = play(event(100), 2, seed=seed)
    members = Random(seed).sample(range(1, 101), share)
    broken, findings, _ = made(with_clubs(tournament, members))
    assert broken == {"avoid_broken": least}
    assert not [finding for finding in findings if finding.severity == "violation"]


@pytest.mark.parametrize("seed", [3, 4])
def test_s3_a_hundred_players_of_two_clubs(seed: int) -> None:
    """At every table two of each: 50. Where the pyramids are uneven, more; the round says what is proved."""
    tournament = play(event(100), 2, seed=seed)
    order = list(range(1, 101))
    Random(seed).shuffle(order)
    broken, findings, round_ = made(with_clubs(tournament, order[:50], order[50:]))
    assert broken.keys() == {"avoid_broken"}
    assert broken["avoid_broken"] >= 50
    stated = [reason.facts["proved"] for reason in round_.reasons if reason.code == "search_stated"]
    assert set(stated) <= {"level", "first"}
    assert not [finding for finding in findings if finding.severity != "relaxation"]


# --- the bound itself --------------------------------------------------------------------------------------


def fewest(players: list[int], partners: set[tuple[int, int]], rivals: set[tuple[int, int]]) -> int:
    """The wishes that the best of all seatings breaks."""
    if not players:
        return 0
    first, *others = players
    found = []
    for three in combinations(others, 3):
        rest = [player for player in others if player not in three]
        for partner in three:
            second = [player for player in three if player != partner]
            beside = [(first, partner), (second[0], second[1])]
            across = [(a, b) for a in beside[0] for b in beside[1]]
            here = sum(tuple(sorted(pair)) in partners for pair in beside)
            here += sum(tuple(sorted(pair)) in rivals for pair in across)
            found.append(here + fewest(rest, partners, rivals))
    return min(found)


def near(players: Iterable[int], pairs: set[tuple[int, int]]) -> dict[int, set[int]]:
    """For each player those of the pairs."""
    return {player: {p for pair in pairs if player in pair for p in pair} - {player} for player in players}


@pytest.mark.parametrize("seed", range(12))
def test_the_bound_is_never_above_the_best_of_all_seatings(seed: int) -> None:
    chance = Random(seed)
    players = list(range(8))
    every = list(combinations(players, 2))
    partners = set(chance.sample(every, chance.randrange(24)))
    rivals = set(chance.sample(every, chance.randrange(24)))
    assert least_broken(clubs(near(players, partners), near(players, rivals)), players) <= fewest(
        players, partners, rivals
    )


@pytest.mark.parametrize("relation", ["partners", "rivals", "both"])
@pytest.mark.parametrize("size", range(2, 9))
def test_of_one_club_it_is_the_best_of_all_seatings(size: int, relation: str) -> None:
    pairs = set(combinations(range(size), 2))
    partners, rivals = (pairs if relation in (name, "both") else set() for name in ("partners", "rivals"))
    found = clubs(near(range(8), partners), near(range(8), rivals))
    assert least_broken(found, range(8)) == fewest(list(range(8)), partners, rivals)


# --- exchanges between the pyramids (D7.2b) ----------------------------------------------------------------


def hundred(upper: int, lower: int) -> Tournament:
    """Two clubs; so many of the first in each pyramid, far from who could change with them at the border."""
    tournament = play(event(100), 2, seed=7)
    order = pairing_order(book_of(tournament), list(range(1, 101)))
    first = [*order[48 - upper : 48], *order[-lower:]]
    return with_clubs(tournament, first, [player for player in order if player not in first])


def test_d7_2b_the_exchange_that_need_break_the_fewest_wishes_is_made() -> None:
    """20 and 28 above, 30 and 22 below: 58 as they stand, 56 after one exchange, 54 after two."""
    broken, findings, round_ = made(hundred(20, 30))
    assert broken == {"avoid_broken": 54}
    assert sum(relaxation.code == "pyramid_exchange" for relaxation in round_.relaxations) == 2
    (told,) = [reason.facts["proved"] for reason in round_.reasons if reason.code == "exchanges_compared"]
    assert told
    assert {finding.severity for finding in findings} == {"relaxation"}
    assert not [reason for reason in round_.reasons if reason.code == "more_than_counted"]


def test_d7_2b_check_tells_that_more_are_broken_than_counting_demands() -> None:
    """A round made without any exchange, and with the wishes forgotten."""
    tournament = hundred(20, 30)
    forgotten = pair_next(replace(tournament, setup=replace(tournament.setup, avoid=())))
    (told,) = [f for f in check(book_of(tournament), forgotten) if f.code == "more_than_counted"]
    assert told.severity == "note"
    assert told.facts["least"] == 54
    assert told.facts["broken"] > 58


def test_d7_2b_a_round_that_does_not_reach_the_bound_says_so() -> None:
    """Seven of ten pairs are to be kept apart: no club shows how many of them must meet."""
    chance = Random(4)
    tournament = play(event(8), 2, seed=4)
    avoid = tuple(Avoid(pair) for pair in combinations(range(1, 9), 2) if chance.random() < 0.7)
    broken, findings, round_ = made(replace(tournament, setup=replace(tournament.setup, avoid=avoid)))
    (told,) = [reason.facts for reason in round_.reasons if reason.code == "more_than_counted"]
    assert told == {"broken": 6, "least": 2, "proved": True}
    assert broken == {"avoid_broken": 6}
    assert not [finding for finding in findings if finding.code == "more_than_counted"], "all were compared"


def random_clubs(chance: Random, players: int) -> list[frozenset[int]]:
    order = chance.sample(range(players), players)
    sizes = [chance.randrange(3, players // 2 + 2) for _ in range(chance.randrange(1, 4))]
    starts = [sum(sizes[:n]) for n in range(len(sizes))]
    found = [frozenset(order[at : at + size]) for at, size in zip(starts, sizes, strict=True)]
    return [club for club in found if len(club) > 2]


@pytest.mark.parametrize("seed", range(20))
def test_d7_2b_exchanges_come_by_what_they_break_at_least_then_in_the_order_of_d7_2(seed: int) -> None:
    chance = Random(seed)
    players = chance.choice([4, 8, 12, 16])
    crowds = [Crowd(sum(1 << place for place in club), 1, (0, 0, 1, 3, 6)) for club in random_clubs(chance, players)]
    ways = list(crossings(players, crowds))
    assert ways == sorted(ways)
    assert len({way.crossing for way in ways}) == len(ways) == 1 + count_crossings(players)
    for way in ways:
        above, below = pyramids(range(players), {place for pair in way.crossing for place in pair})
        seated = [sum(1 << place for place in pyramid) for pyramid in (above, below) if pyramid]
        assert way.least == sum(crowd.least(free) for crowd in crowds for free in seated)


@pytest.mark.parametrize("seed", range(20))
def test_d7_2b_check_counts_the_least_of_all_exchanges(seed: int) -> None:
    chance = Random(seed)
    players = chance.choice([8, 12, 16])
    wishes = {(min(pair), max(pair)) for club in random_clubs(chance, players) for pair in combinations(club, 2)}
    found = clubs(near(range(players), wishes), near(range(players), wishes))
    every = [pyramids(range(players), {place for pair in way.crossing for place in pair}) for way in crossings(players)]
    least = min(sum(least_broken(found, pyramid) for pyramid in both) for both in every)
    upper, lower = map(frozenset, pyramids(range(players)))
    assert least_exchanged(found, upper, lower, 2) == least


@pytest.mark.parametrize("tables", ["sides", "pyramids"])
def test_s3_when_the_work_of_a_round_is_spent_everybody_is_seated_all_the_same(
    tables: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A hundred players of large clubs can need more than the budget before every rule is lifted."""
    monkeypatch.setattr(pair_ladder, "ROUND_BUDGET", 0)
    chance = Random(1)
    avoid = tuple(Avoid(pair) for pair in combinations(range(1, 13), 2) if chance.random() < 0.3)
    tournament = play(event(12, {"tables": tables}), 2, seed=1)
    made = pair_next(replace(tournament, setup=replace(tournament.setup, avoid=avoid)))
    assert sorted(player for table in made.tables for player in table.players) == list(range(1, 13))
