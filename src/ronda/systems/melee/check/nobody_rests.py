"""melee: a round in which nobody rests, verified (PS1.2–PS1.5), from the recorded facts alone.

Sizes of sides are recomputed from the number of players. What was repeated must be stated; whether an exchange of two
players would have been better is tried for all of them, counting both games anew.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, product

from ronda.checking.proofs import Deviation, MissingStatement, avoid_happening, everybody_once, judged
from ronda.core import Book, Finding, Round, avoided_opponents, avoided_partners
from ronda.systems.melee import rules
from ronda.systems.melee.field import is_beside, partners_of, threes_and_beside

Sides = tuple[tuple[int, ...], tuple[int, ...]]
_TRIED = 80  # up to so many players every exchange is tried


def check_filled(book: Book, round_: Round) -> list[Finding]:
    broken = list(_structure(book, round_))
    if broken:
        return broken
    history = _History(book)
    games = [(table.first, table.second) for table in round_.tables]
    better = _better_exchange(history, games)
    return [
        *judged(round_, list(_happenings(history, games, better))),
        *_findings(round_, better, history, games),
    ]


def _structure(book: Book, round_: Round) -> Iterator[Finding]:
    """Everybody once (S1), and as many threes and twos as PS1.2 says: of n players n mod 4 threes."""
    pool, number = book.pool(), round_.number
    yield from everybody_once(book, round_, side=None)
    if len(pool) < rules.AT_A_TABLE:
        facts = {"players": len(pool), "least": rules.AT_A_TABLE}
        yield Finding("too_few_players", "PS1.2", "violation", number, (), facts)
        return
    made = sorted(tuple(sorted((len(t.first), len(t.second)), reverse=True)) for t in round_.tables)
    if made != _sizes(len(pool), seven_rests=rules.settings(book.setup).seven_rests):
        threes = sum(size == 3 for game in made for size in game)
        yield Finding("wrong_shape", "PS1.2", "violation", number, (), {"threes": threes, "expected": len(pool) % 4})


def _sizes(players: int, *, seven_rests: bool) -> list[tuple[int, int]]:
    """The rows of the table of PS1.2, with PS1.3."""
    if players == 7:
        return [(3, 3)] if seven_rests else [(1, 1), (3, 2)]
    lanes = players // 4
    uneven = {0: [], 1: [(3, 2)], 2: [(3, 3)], 3: [(3, 2), (3, 3)]}[players % 4]
    return [(2, 2)] * (lanes - len(uneven)) + uneven


class _History:
    """Who was whose partner, and in which company, by the lines of the rounds before."""

    def __init__(self, book: Book) -> None:
        everybody = list(book.players)
        self.rounds = {player: partners_of(book, player, book.round) for player in everybody}
        self.threes, self.beside = threes_and_beside(book, everybody)
        self.apart, self.against = avoided_partners(book.setup, everybody), avoided_opponents(book.setup, everybody)

    def price(self, game: Sides) -> tuple[int, int, int, int]:
        """PS1.5: hard wishes, repeated partners, threes before, places beside one before."""
        first, second = game
        hard = sum(self.against.is_hard(a, b) for a, b in product(first, second))
        again = threes = beside = 0
        for side, others in ((first, second), (second, first)):
            pairs = list(combinations(side, 2))
            hard += sum(self.apart.is_hard(a, b) for a, b in pairs)
            again += sum(len(self.rounds[a].get(b, ())) for a, b in pairs)
            if len(side) == 3:
                threes += sum(self.threes[player] for player in side)
            if is_beside(len(side), len(others)):
                beside += sum(self.beside[player] for player in side)
        return hard, again, threes, beside


def _better_exchange(history: _History, games: Sequence[Sides]) -> tuple[int, int, int] | None:
    """Two players whose exchange lessens the first of the four that it changes, and which that is; None: there are
    none, or the field is too large to try."""
    seats = [(player, at) for at, game in enumerate(games) for player in (*game[0], *game[1])]
    if len(seats) > _TRIED:
        return None
    prices = [history.price(game) for game in games]
    for at, (one, here) in enumerate(seats):
        for other, there in seats[at + 1 :]:
            if not any(prices[here]) and not any(prices[there]):
                continue
            concerned = {here, there}
            change = [0, 0, 0, 0]
            for game in concerned:
                after = history.price(_exchanged(games[game], one, other))
                change = [c + a - b for c, a, b in zip(change, after, prices[game], strict=True)]
            lessened = next((kind for kind, amount in enumerate(change) if amount), None)
            if lessened is not None and change[lessened] < 0:
                return one, other, lessened
    return None


def _exchanged(game: Sides, one: int, other: int) -> Sides:
    name = {one: other, other: one}
    first, second = (tuple(name.get(player, player) for player in side) for side in game)
    return first, second


def _happenings(history: _History, games: Sequence[Sides], better: tuple[int, int, int] | None) -> Iterator[Deviation]:
    avoidable = better is not None and better[2] == 1
    broken = {"hard_avoid": {"made": 1, "least": 0}} if better is not None and better[2] == 0 else {}
    for game in games:
        for side in game:
            for a, b in combinations(side, 2):
                if rounds := history.rounds[a].get(b):
                    unstated = MissingStatement("partner_repeat_unrecorded", "M4.1")
                    yield Deviation("partner_repeat", "PS1.4", (a, b), avoidable, unstated, {"rounds": rounds})
                if history.apart.is_hard(a, b):
                    yield avoid_happening((a, b), broken, hard=True)
        for a, b in product(*game):
            if history.against.is_hard(a, b):
                yield avoid_happening((a, b), broken, hard=True)


def _findings(
    round_: Round, better: tuple[int, int, int] | None, history: _History, games: Sequence[Sides]
) -> Iterator[Finding]:
    """PS1.5: threes go round; where an exchange would have been fairer, it should have been made."""
    if better is not None and better[2] > 1:
        yield Finding("threes_unfair", "PS1.5", "violation", round_.number, better[:2])
    there = [player for game in games for side in game for player in side]
    after = Counter(history.threes)
    after.update(player for game in games for side in game if len(side) == 3 for player in side)
    counts = [after[player] for player in there]
    if max(counts) - min(counts) > 1:
        often = tuple(player for player in there if after[player] == max(counts))
        yield Finding(
            "threes_uneven", "PS1.5", "note", round_.number, often, {"most": max(counts), "least": min(counts)}
        )
