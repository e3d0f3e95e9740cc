"""Fields made to be hard: rounds that no program would make, written as if somebody had made them by hand; clubs that
must not meet themselves; and more players than a hall holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice

from ronda.core.model import Avoid, Player, Round, Setup, Table, Tournament
from ronda.core.verdicts import Refusal
from ronda.systems import system
from tools.bench.events import played


def black_for_most(size: int, rounds: int) -> Tournament:
    """chess: the first half has had white twice and must have black; half of the others have left. So C4.2 has to be
    lifted for many, and more rounds are planned than can still be made."""
    event = _crossed("chess", size, rounds, played=2)
    half = size // 2
    gone = range(half + 1, half + half // 2 + 1)
    players = tuple(replace(player, left_after=2) if player.id in gone else player for player in event.players)
    return replace(event, players=players)


def level(size: int, rounds: int) -> Tournament:
    """chess: everybody has drawn the only game."""
    return _crossed("chess", size, rounds, played=1)


def no_change_of_colour(size: int, rounds: int) -> Tournament:
    """chess: three times one colour, then the other: nobody may go back to the first (C4.2)."""
    event = _crossed("chess", size, rounds, played=4)
    *others, last = event.rounds
    turned = tuple(replace(table, first=table.second, second=table.first) for table in last.tables)
    return replace(event, rounds=(*others, replace(last, tables=turned)))


def one_rematch(size: int) -> Tournament:
    """Two halves of an odd number each, everybody of which has met all of the other: at one table two meet again."""
    return _crossed("redemption", size, size // 2 + 1, played=size // 2)


def clubs_apart(name: str, size: int, *clubs: int) -> Tournament:
    """Three rounds played, and then the members of each club kept apart."""
    event = played(name, size, 3)
    everybody = iter([player.id for player in event.players])
    wishes = [Avoid(pair) for club in clubs for pair in combinations(list(islice(everybody, club)), 2)]
    return replace(event, setup=replace(event.setup, avoid=tuple(wishes)))


def _crossed(name: str, size: int, rounds: int, *, played: int) -> Tournament:
    """The first half against the second, the first seat always with the first half, everything drawn."""
    rules, setup = system(name).rules, Setup(name, "", {"rounds": rounds}, 1)
    players = tuple(Player(n, f"Player {n}", rating=3000 - n, number=n) for n in range(1, size + 1))
    result = rules.results.read("0" if name == "chess" else "1-1", setup)
    assert not isinstance(result, Refusal)
    made = [
        Round(number, tuple(Table(at, (a,), (b,), result) for at, (a, b) in enumerate(_turned(size // 2, number), 1)))
        for number in range(1, played + 1)
    ]
    return Tournament(setup, players, tuple(made))


def _turned(half: int, number: int) -> Iterator[tuple[int, int]]:
    return ((n, half + 1 + (n + number - 2) % half) for n in range(1, half + 1))


Field = tuple[str, Callable[[int], Tournament], Sequence[int]]  # what it is called, how it is made, at which sizes

# as many rounds as C3.1 allows, so that the rounds to come count; and more players than a hall holds
OF: Mapping[str, Sequence[Field]] = {
    "chess": (
        ("most must have black, n - 1 rounds", lambda size: black_for_most(size, size - 1), (100, 200, 400, 800)),
        ("everybody level, n - 100 rounds", lambda size: level(size, size - 100), (500,)),
        ("nobody may change colour, n - 1 rounds", lambda size: no_change_of_colour(size, size - 1), (400,)),
        ("round 5 of a large field", lambda size: played("chess", size, 4), (10_000,)),
    ),
    "domino": (
        ("half of them one club", lambda size: clubs_apart("domino", size, size // 2), (16, 28, 40)),
        ("two clubs", lambda size: clubs_apart("domino", size, size // 2, size // 2), (100, 200)),
    ),
    "dutch": (("round 1", lambda size: played("dutch", size, 0), (500, 2_000, 10_000)),),
    "redemption": (("one rematch", one_rematch, (82, 162, 302, 602)),),
    "robin": (("round 5", lambda size: played("robin", size, 4), (500, 2_000, 8_000)),),
}
