"""Partners (M4.2, M4.3, M4.5) and wishes about them."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import pytest

from ronda.core.model import Avoid, Round, Tournament
from tests.melee.events import begin, book_of, hand_made, paired, partnerships, played, with_round, without

Matching = frozenset[tuple[int, int]]


def matchings(players: Sequence[int]) -> Iterator[list[tuple[int, int]]]:
    if not players:
        yield []
        return
    first, *others = players
    for other in others:
        rest = [p for p in others if p != other]
        for found in matchings(rest):
            yield [(first, other), *found]


def teams(made: Round) -> Matching:
    sides = [side for table in made.tables for side in (table.first, table.second)]
    return frozenset((min(side), max(side)) for side in sides)


def chi_square(counts: Counter[tuple[int, int]] | Counter[Matching], cells: int) -> float:
    expected = sum(counts.values()) / cells
    unseen = (cells - len(counts)) * expected
    return unseen + sum((seen - expected) ** 2 / expected for seen in counts.values())


def test_m4_2_halves_of_those_at_tables() -> None:
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(400):
        made = paired(begin(10, {"rounds": 3}), seed)
        seated = sorted(set(range(1, 11)) - {bye.player for bye in made.byes})
        assert all(a in seated[:4] and b in seated[4:] for a, b in teams(made))
    for seed in range(1200):
        pairs.update(teams(paired(begin(8, {"rounds": 3}), seed)))
    assert set(pairs) == {(a, b) for a in range(1, 5) for b in range(5, 9)}
    assert chi_square(pairs, 16) < 45


@pytest.mark.parametrize("rounds", [2, 7])
def test_m4_3_no_pair_is_favoured(rounds: int) -> None:
    event = with_round(begin(8, {"rounds": rounds}), hand_made(1, "AE-BF", "CG-DH"))
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(900):
        pairs.update(teams(paired(event, seed)))
    assert chi_square(pairs, 24) < 60  # 24 pairs were not partners; all are alike


def test_m4_3_every_legal_partnering_is_equally_likely() -> None:
    event = played(begin(8, {"rounds": 3}), 2, 5)
    had = {(a, b) for _, a, b in partnerships(event)}
    legal = [frozenset(m) for m in matchings(range(1, 9)) if not had.intersection(m)]
    counts: Counter[Matching] = Counter()
    for seed in range(40 * len(legal)):
        counts[teams(paired(event, seed))] += 1
    assert set(counts) == set(legal)
    assert chi_square(counts, len(legal)) < len(legal) + 6 * (2 * len(legal)) ** 0.5


def fewest_repeats(event: Tournament) -> int:
    """Over everybody who may rest by M3.2, tried one after the other."""
    book = book_of(event)
    pool = book.pool()
    had = {(a, b) for _, a, b in partnerships(event)}
    resting = len(pool) % 4
    tally = sorted(len(book.byes(player)) for player in pool)
    fewest = sum(tally[:resting])
    return min(
        sum(pair in had for pair in found)
        for rests in combinations(pool, resting)
        if sum(len(book.byes(player)) for player in rests) == fewest
        for found in matchings([player for player in pool if player not in rests])
    )


@pytest.mark.parametrize("seed", range(24))
def test_m4_5_fewest_repeats_after_drop_outs(seed: int) -> None:
    rng = random.Random(seed)
    n = rng.randint(6, 11)
    event = played(begin(n, {"rounds": n - 1}), min(n - 2, 6), seed)
    leaving = rng.sample(range(1, n + 1), rng.randint(1, max(n - 4, 1)))
    event = without(event, *leaving[: n - 4])
    if len(book_of(event).pool()) > 9:
        event = without(event, *leaving, *[p for p in range(1, n + 1) if p not in leaving][: n - 9])
    made = paired(event, seed)
    had = {(a, b) for _, a, b in partnerships(event)}
    marked = {tuple(sorted(r.players)) for r in made.relaxations if r.code == "partner_repeat"}
    assert marked == teams(made) & had
    assert len(marked) == fewest_repeats(event)
    for relaxation in made.relaxations:
        assert relaxation.article == "M4.5"
        facts = relaxation.facts
        assert facts["group_count"] - facts["hub_size"] >= 2 * facts["fewest"]


def test_m4_5_four_players_left_after_three_rounds() -> None:
    event = begin(4, {"rounds": 3})
    for number, text in enumerate(("AB-CD", "AC-BD", "AD-BC"), start=1):
        event = with_round(event, hand_made(number, text))
    made = paired(event, 1)
    assert [r.code for r in made.relaxations] == ["partner_repeat"] * 2
    assert made.relaxations[0].facts["rounds"]


@pytest.mark.parametrize("hard", [True, False])
@pytest.mark.parametrize("rounds", [3, 5])
def test_s3_avoided_partners(hard: bool, rounds: int) -> None:
    avoid = tuple(Avoid(pair, "partners", hard) for pair in ((1, 5), (1, 6), (1, 7), (2, 8), (3, 4)))
    for seed in range(8):
        event = played(begin(8, {"rounds": rounds}, avoid=avoid), 3, seed)
        assert not {(1, 5), (1, 6), (1, 7), (2, 8), (3, 4)} & {(a, b) for _, a, b in partnerships(event)}
        assert not any(made.relaxations for made in event.rounds)


def test_s3_a_hard_wish_is_broken_last_and_stated() -> None:
    everybody = tuple(Avoid((1, other), "partners") for other in range(2, 9))
    made = paired(begin(8, {"rounds": 2}, avoid=everybody), 4)
    assert [(r.code, r.article) for r in made.relaxations] == [("avoid_broken", "S3")]
    bottom = tuple(Avoid((1, other), "partners") for other in range(5, 9))
    made = paired(begin(8, {"rounds": 2}, avoid=bottom), 4)
    assert {(r.code, r.article) for r in made.relaxations} == {("halves_broken", "M4.2")}
    assert not teams(made) & {(1, other) for other in range(5, 9)}


def test_s3_as_few_soft_wishes_as_possible_are_broken() -> None:
    soft = tuple(Avoid((1, other), "partners", hard=False) for other in range(2, 9))
    made = paired(with_round(begin(8, {"rounds": 2}, avoid=soft), hand_made(1, "AE-BF", "CG-DH")), 2)
    assert made.relaxations == ()
    assert not teams(made) & {(1, 5), (2, 6), (3, 7), (4, 8)}
