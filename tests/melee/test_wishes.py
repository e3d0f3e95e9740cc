"""Hard wishes are relaxed last (S3): never while another round, with other partners or other free games, keeps them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product
from math import comb
from typing import get_args

import pytest

from ronda.core.chance import Draw
from ronda.core.facts import Paired
from ronda.core.model import Avoid, Player, Proposal, Round, Setup, Togetherness, Tournament
from ronda.desk import check_rounds, next_round
from ronda.systems.melee import SYSTEM
from ronda.systems.melee.pair.relations import field_of
from ronda.systems.melee.pair.whole_rounds import WholeRounds, prices_of
from ronda.systems.melee.rules import most_rounds
from tests.melee.events import begin, book_of, decided, field, hand_made, paired, played, violations, with_round
from tests.melee.test_partners import matchings


def together(made: Round) -> Iterator[tuple[str, frozenset[int]]]:
    """Everybody's partners and opponents."""
    for table in made.tables:
        yield "partners", frozenset(table.first)
        yield "partners", frozenset(table.second)
        for pair in product(table.first, table.second):
            yield "opponents", frozenset(pair)


def broken(event: Tournament, made: Round) -> int:
    """Hard wishes of either relation; what is wished twice counts once."""
    barred = {
        (relation, frozenset(wish.players))
        for wish in event.setup.avoid
        if wish.hard
        for relation in ("partners", "opponents")
        if wish.relation in (relation, "both")
    }
    return sum(seen in barred for seen in together(made))


def codes(made: Round) -> list[str]:
    return [relaxation.code for relaxation in made.relaxations]


# --- one by one --------------------------------------------------------------------------------------------


def test_s3_other_partners_keep_a_wish_about_opponents() -> None:
    """One table: 1 and 2 are no opponents only as partners, each round anew, though that repeats partners."""
    event = begin(4, {"rounds": 3}, avoid=(Avoid((1, 2), "opponents"),))
    for seed in range(6):
        first = paired(event, seed)
        assert codes(first) == ["halves_broken"] * 2
        assert all(relaxation.facts == {"compared": "all"} for relaxation in first.relaxations)
        second = paired(with_round(event, decided(first, random.Random(seed))), seed)
        assert codes(second) == ["partner_repeat"] * 2
        assert broken(event, first) == broken(event, second) == 0


def test_s3_other_lots_keep_it_where_they_can() -> None:
    """In round 1 of eight players nothing need be relaxed for two wishes."""
    event = begin(8, {"rounds": 3}, avoid=(Avoid((1, 2), "opponents"), Avoid((3, 8), "both")))
    for seed in range(30):
        made = paired(event, seed)
        assert broken(event, made) == 0
        assert codes(made) == []


def test_m3_4_another_free_game_keeps_it_and_it_is_said() -> None:
    """Five players, 5 has the lowest rank and should rest; but 1 and 2 may not be together in any way."""
    event = begin(5, {"rounds": 4}, avoid=(Avoid((1, 2), "both"),))
    event = with_round(event, hand_made(1, "AD-CB", free="E"))
    for seed in range(6):
        made = paired(event, seed)
        assert [bye.player in (1, 2) for bye in made.byes] == [True]
        assert broken(event, made) == 0
        assert violations(event, made) == []
        moved = [reason for reason in made.reasons if reason.code == "free_game_moved"]
        assert all(entry["why"] == "hard_wish" for reason in moved for entry in reason.facts["skipped"])


def test_s3_partners_and_opponents_are_counted_together() -> None:
    """1 may be with nobody of four players: as a partner that is one wish broken, as an opponent two more."""
    avoid = tuple(Avoid((1, other), "both") for other in (2, 3, 4))
    made = paired(begin(4, {"rounds": 1}, avoid=avoid), 3)
    told = [r for r in made.relaxations if r.code == "avoid_broken"]
    assert sorted(r.facts["relation"] for r in told) == ["opponents", "opponents", "partners"]
    assert all(r.facts["compared"] == "all" for r in told)


@pytest.mark.parametrize("setting", ["power", "random"])
def test_s3_a_wish_listed_twice_counts_once(setting: str) -> None:
    once = tuple(Avoid((a, b), "opponents") for a, b in combinations(range(1, 5), 2))
    twice = (*once, Avoid((2, 1), "both", hard=False), *once[::-1], Avoid((4, 3), "opponents"))
    event = begin(4, {"rounds": 1, "setting": setting}, avoid=once)
    doubled = replace(event, setup=replace(event.setup, avoid=twice))
    for seed in range(4):
        made = paired(doubled, seed)
        assert codes(made) == ["avoid_broken"] * 4
        assert violations(doubled, made) == []


def test_m4_4_the_later_rounds_stay_possible() -> None:
    """Eight players, all seven rounds, a wish about opponents: kept in every round while partners last."""
    avoid = (Avoid((1, 2), "opponents"),)
    for seed in range(4):
        event = played(begin(8, {"rounds": 7}, avoid=avoid), 7, seed)
        for made in event.rounds:
            assert broken(event, made) == 0
            ahead = next((r.facts for r in made.reasons if r.code == "rounds_ahead"), None)
            assert ahead is None or 0 <= ahead["planned"] <= ahead["rounds"]
        assert "avoid_broken" not in [code for made in event.rounds for code in codes(made)]


def test_s5_the_same_seed_makes_the_same_round() -> None:
    avoid = tuple(Avoid((a, b), "opponents") for a, b in ((1, 2), (1, 3), (2, 3), (4, 5), (6, 7), (6, 8)))
    for n in (7, 9, 12, 18):
        event = begin(n, {"rounds": 3}, avoid=avoid)
        for seed in range(4):
            assert SYSTEM.rules.pair(book_of(event), Draw(seed)) == SYSTEM.rules.pair(book_of(event), Draw(seed))


def test_without_such_wishes_nothing_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing drawn again: the round is the plain one."""
    from ronda.systems.melee.pair import wishes

    monkeypatch.delattr(wishes, "prices_of")
    avoid = (Avoid((1, 2), "partners"), Avoid((3, 4), "opponents", hard=False))
    assert isinstance(SYSTEM.rules.pair(book_of(begin(9, {"rounds": 3}, avoid=avoid)), Draw(1)), Proposal)


# --- all rounds compared -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_the_least_cost_is_that_of_all_rounds(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(4, 9)
    event = begin(n, {"rounds": 3}, avoid=wishes_among(n, rng, most=14))
    if seed % 3:
        event = played(event, 1, seed)
    field = field_of(book_of(event), len(event.rounds) + 1)
    resting = tuple(sorted(rng.sample(range(n), n % 4)))
    prices = prices_of(field, resting)
    costs = [
        prices.round([v for one, other in setting for v in (*teams[one], *teams[other])])
        for teams in matchings([v for v in range(n) if v not in resting])
        for setting in matchings(range(len(teams)))
    ]
    rounds = WholeRounds(field)
    assert rounds.least(resting) == min(costs)
    for lot in range(5):
        teams = rounds.drawn(resting, Draw(lot)).teams
        settings = matchings(range(len(teams)))
        seats = ([v for one, other in setting for v in (*teams[one], *teams[other])] for setting in settings)
        assert min(map(prices.round, seats)) == min(costs)


# --- a campaign --------------------------------------------------------------------------------------------


def wishes_among(n: int, rng: random.Random, most: int) -> tuple[Avoid, ...]:
    """Now and then one twice, or about somebody who may still come."""
    relations: tuple[Togetherness, ...] = get_args(Togetherness)
    pairs = [rng.sample(range(1, n + 3), 2) for _ in range(rng.randint(1, most))]
    found = [Avoid((a, b), rng.choice(relations), rng.random() < 0.7) for a, b in pairs]
    return (*found, rng.choice(found)) if rng.random() < 0.1 else tuple(found)


def come_and_go(event: Tournament, rng: random.Random) -> Tournament:
    """Somebody leaves, pauses or comes; four always stay."""
    number = event.next_round
    players = list(event.players)
    for at, player in enumerate(players):
        if player.plays_in(number) and sum(p.plays_in(number) for p in players) > 4:
            chance = rng.random()
            if chance < 0.03:
                players[at] = replace(player, left_after=number - 1)
            elif chance < 0.08:
                players[at] = replace(player, missed=(*player.missed, number))
    while rng.random() < 0.15:
        players.append(Player(len(players) + 1, "late", joined_round=number))
    return replace(event, players=tuple(players))


def run(n: int, avoid: tuple[Avoid, ...], seed: int, rng: random.Random) -> Tournament:
    """A whole event over the desk, which refuses what the check does not accept."""
    options = {
        "rounds": rng.randint(1, min(most_rounds(n), 7)),
        "setting": rng.choice(("power", "power", "random")),
        "free_games": rng.choice(("bottom", "bottom", "random")),
    }
    event = Tournament(Setup("melee", options=options, seed=seed, avoid=avoid), field(n))
    turbulent = rng.random() < 0.6
    for number in range(1, int(options["rounds"]) + 1):
        if number > 1 and turbulent:
            event = come_and_go(event, rng)
        made = next_round(event, seed * 100 + number)
        assert isinstance(made, Paired), (seed, number, made)
        event = with_round(event, decided(made.round, rng))
    return event


def violated(event: Tournament) -> list[str]:
    return [finding.code for finding in check_rounds(event) if finding.severity == "violation"]


@pytest.mark.parametrize("block", range(8))
def test_s3_tiny_events_with_wishes(block: int) -> None:
    for seed in range(25 * block, 25 * (block + 1)):
        rng = random.Random(seed)
        n = rng.randint(4, 14)
        assert violated(run(n, wishes_among(n, rng, most=8), seed, rng)) == []


@pytest.mark.parametrize("seed", range(12))
def test_s3_crowded_wishes(seed: int) -> None:
    """One against everybody, or whole clubs: some wishes must be broken, also in fields too large to compare."""
    rng = random.Random(seed)
    n = rng.choice((6, 9, 11, 17, 21, 26))
    relation: Togetherness = rng.choice(("opponents", "both"))
    clubs = {player: rng.randrange(3) for player in range(1, n + 1)}
    alone = rng.randint(1, n)
    pairs = (
        pair
        for pair in combinations(range(1, n + 1), 2)
        if (alone in pair if seed % 2 else clubs[pair[0]] == clubs[pair[1]])
    )
    assert violated(run(n, tuple(Avoid(pair, relation) for pair in pairs), seed, rng)) == []


def test_s3_a_large_club_breaks_as_few_wishes_as_counting_says() -> None:
    club = range(1, 41)
    event = begin(60, {"rounds": 4}, avoid=tuple(Avoid(pair) for pair in combinations(club, 2)))
    made = paired(event, 1)
    crowds = [len({*club} & {*table.players}) for table in made.tables]
    assert sum(comb(crowd, 2) for crowd in crowds) == 10 * comb(3, 2) + 5 * comb(2, 2)  # 40 at 15 tables
