"""The proofs themselves: least harm against trying everything, and large fields in a moment."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from ronda.checking import proofs
from ronda.checking.proofs import (
    Overlooked,
    Price,
    Scale,
    Walk,
    dense,
    exact_harm,
    least_harm,
    price_between_groups,
    price_of_cheapest,
)
from ronda.core.book import Book
from ronda.core.chance import Draw
from ronda.core.model import Player, Proposal, Round, Scored, Setup, Table, Tournament
from ronda.core.weighted_matching import cheapest
from ronda.systems import book_of, system
from ronda.systems.chess.check import check as check_chess
from ronda.systems.chess.rules import Colours, colours, pairing_order, start_numbers
from ronda.systems.redemption.check import check as check_redemption
from tests.check.made import codes
from tests.check.referee import matchings, redemption_order
from tests.counting import counted
from tests.sampling import by_chance
from tools.bench.hard_fields import one_rematch

FORBIDDEN = 1 << 90


def random_prices(random: Random, size: int) -> Price:
    choices = [0] * random.randint(1, 6) + [1, 2, 1 << 30, 1 << 60, 1 << 89, FORBIDDEN]
    prices = {frozenset((a, b)): random.choice(choices) for a in range(size) for b in range(a)}
    return lambda a, b: prices[frozenset((a, b))]


@by_chance
def test_least_harm_is_the_least_of_all(chance: Random) -> None:
    size = chance.choice((2, 4, 6, 8))
    price = random_prices(chance, size)
    totals = [sum(price(a, b) for a, b in pairs) for pairs in matchings(range(size))]
    possible = [
        total
        for total, pairs in zip(totals, matchings(range(size)), strict=True)
        if all(price(a, b) < FORBIDDEN for a, b in pairs)
    ]
    least = min(possible, default=None)
    assert exact_harm(range(size), price, FORBIDDEN) == least
    assert least_harm(range(size), price, FORBIDDEN) == least
    if dense(range(size), price):
        assert least == 0


@by_chance
def test_a_seating_that_proves_itself_is_the_cheapest(chance: Random) -> None:
    size = chance.choice((4, 6, 8))
    choices = [1, 2, 2, 3, 3, FORBIDDEN][: chance.randint(1, 6)]
    prices = {frozenset((a, b)): chance.choice(choices) for a in range(size) for b in range(a)}

    def price(a: int, b: int) -> int:
        return prices[frozenset((a, b))]

    least = exact_harm(range(size), price, FORBIDDEN)
    proved = [price_of_cheapest(pairs, price, FORBIDDEN) for pairs in matchings(range(size))]
    assert set(proved) <= {None, least}
    if len(set(choices)) == 1:
        assert None not in proved  # where all cost the same, every seating is
    for pairs in matchings(range(size)):
        assert least_harm(range(size), price, FORBIDDEN, pairs) == least


@by_chance
def test_groups_that_cannot_mix_prove_only_the_least(chance: Random) -> None:
    size = chance.choice((4, 6, 8))
    group = {player: chance.randrange(3) for player in range(size)}
    prices = {
        frozenset((a, b)): 0 if group[a] == group[b] else chance.choice((2, 2, 3))
        for a in range(size)
        for b in range(a)
    }

    def price(a: int, b: int) -> int:
        return prices[frozenset((a, b))]

    ways = list(matchings(range(size)))
    least = min(sum(price(a, b) for a, b in pairs) for pairs in ways)
    odd = sum(list(group.values()).count(own) % 2 for own in range(3))
    for pairs in ways:
        proved = price_between_groups(pairs, price, FORBIDDEN)
        total = sum(price(a, b) for a, b in pairs)
        assert proved is None or proved == least == total
        if odd and total == odd:  # each of the odd groups shares one of the cheapest tables
            assert proved == total


def test_nobody_can_always_be_seated() -> None:
    assert least_harm([], lambda a, b: FORBIDDEN, FORBIDDEN) == 0
    assert least_harm([1], lambda a, b: 0, FORBIDDEN) is None


def test_a_scale_adds_and_compares_like_its_harms() -> None:
    scale = Scale.of(("grave", "mild"), players=2000, rounds=9)
    grave, mild = scale.pack((1, 0)), scale.pack((0, 1))
    assert 2000 * mild < grave < scale.forbidden
    assert scale.unpack(3 * grave + 7 * mild) == {"grave": 3, "mild": 7}
    assert scale.excess(grave + 7 * mild, grave + 5 * mild) == {"mild": {"made": 7, "least": 5}}
    assert scale.excess(0, 0) == {}


def test_s2_a_better_opponent_is_free_where_all_tables_must_change() -> None:
    """1–2, 3–4, 5–6, 7–8 or 2–3, 4–5, 6–7, 8–1: nothing between them, so no exchange of a few tables shows it."""
    ring = [frozenset((at, at % 8 + 1)) for at in range(1, 9)]
    partner = {1: 2, 2: 1, 3: 4, 4: 3, 5: 6, 6: 5, 7: 8, 8: 7}

    def walk(closed: bool) -> list[Overlooked]:
        legal = ring if closed else [pair for pair in ring if pair != {4, 5}]

        def price(a: int, b: int) -> int:
            return 0 if frozenset((a, b)) in legal else FORBIDDEN

        def better(player: int, opponent: int, rest: Sequence[int]) -> list[int]:
            return [8] if (player, opponent) == (1, 2) else []

        return list(Walk(range(1, 9), partner, price, FORBIDDEN, better).overlooked())

    assert walk(closed=True) == [Overlooked(1, 2, 8)]
    assert walk(closed=False) == []


# --- large fields ------------------------------------------------------------------------------------------


def large_book(system: str, size: int = 2000, rounds: int = 8) -> Book:
    """Rounds by lot between two halves, so that the colours alternate."""
    random = Random(7)
    players = tuple(Player(at, f"P{at}", rating=3000 - at, number=at) for at in range(1, size + 1))
    whites, blacks = list(range(1, size, 2)), list(range(2, size + 1, 2))
    made = []
    for number in range(1, rounds + 1):
        random.shuffle(blacks)
        tables = tuple(
            Table(at, (white,), (black,), random.choice((Scored(2, 0), Scored(1, 1), Scored(0, 2))))
            for at, (white, black) in enumerate(zip(whites, blacks, strict=True), start=1)
        )
        made.append(Round(number, tables))
        whites, blacks = blacks, whites
    return book_of(Tournament(Setup(system, options={"rounds": 9}), players, tuple(made)))


def plain_redemption(book: Book) -> list[tuple[int, int]]:
    """R4.3 and nothing else; it does not get stuck here."""
    rest, pairs = redemption_order(book), []
    while rest:
        player = rest.pop(0)
        met = book.met(player)
        opponent = next(other for other in rest if other not in met)
        rest.remove(opponent)
        pairs.append((player, opponent))
    return pairs


def plain_chess(book: Book) -> list[tuple[int, int]]:
    """C5.1–C5.3 and nothing else; white first."""
    has = {player: colours(book.lines[player]) for player in book.players}
    rest, pairs = pairing_order(book, book.pool(), start_numbers(book.players)), []
    while rest:
        player = rest.pop(0)
        met = book.met(player)
        _, _, at, white = min(
            (-book.halves[other], way[0], at, way[1])
            for at, other in enumerate(rest)
            if other not in met and (way := _plain_way(has[player], has[other]))
        )
        opponent = rest.pop(at)
        pairs.append((player, opponent) if white else (opponent, player))
    return pairs


def _plain_way(p: Colours, q: Colours) -> tuple[str, bool] | None:
    if p.previous != q.previous:
        return ("1.1", p.previous == 1) if p.may_alternate and q.may_alternate else None
    if p.may_alternate and q.may_repeat:
        return "1.2", p.previous == 1
    return ("1.3", p.previous == 0) if p.may_repeat and q.may_alternate else None


def round_of(book: Book, pairs: list[tuple[int, int]]) -> Round:
    tables = tuple(Table(at, (a,), (b,)) for at, (a, b) in enumerate(pairs, start=1))
    return Round(book.round, tables)


def test_2000_players_of_redemption() -> None:
    book = large_book("redemption")
    pairs = plain_redemption(book)
    found, calls = counted(lambda: check_redemption(book, round_of(book, pairs)))
    (a, b), (c, d) = pairs[:2]
    swapped, more = counted(lambda: check_redemption(book, round_of(book, [(a, d), (c, b), *pairs[2:]])))
    assert found == []
    assert swapped
    assert set(codes(swapped)) <= {"nearer_opponent_free", "rematch_unrecorded"}
    assert calls + more < 400_000


def test_one_rematch_of_two_groups_is_checked_without_a_weighted_matching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has met all of the other group, whose number is odd: the check prices no pairs for the library."""
    book = book_of(one_rematch(62))
    solved: list[int] = []

    def solve(size: int, edges: Sequence[tuple[int, int, int]]) -> list[int] | None:
        solved.append(size)
        return cheapest(size, edges)

    monkeypatch.setattr(proofs, "cheapest", solve)
    made = system("redemption").rules.pair(book, Draw(1, "round", book.round))
    assert isinstance(made, Proposal)
    assert [one.code for one in made.round.relaxations] == ["rematch"]
    assert codes(check_redemption(book, made.round)) == []
    assert solved == []


@pytest.mark.soak
def test_2000_players_of_chess() -> None:
    book = large_book("chess")
    pairs = plain_chess(book)
    found, calls = counted(lambda: check_chess(book, round_of(book, pairs)))
    flipped, more = counted(lambda: check_chess(book, round_of(book, [(b, a) for a, b in pairs])))
    assert found == []
    assert "colour_wrong" in codes(flipped)
    assert calls + more < 30_000_000
