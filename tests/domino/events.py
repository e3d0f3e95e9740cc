"""Whole events with seeded chance, for the tests of domino."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import replace

from ronda.core.book import Book, open_book
from ronda.core.chance import Draw
from ronda.core.model import Avoid, OptionValue, Player, Proposal, Result, Round, Scored, Setup, Tournament
from ronda.systems.domino import SYSTEM

Results = Callable[[random.Random], Result]


def event(
    players: int,
    options: Mapping[str, OptionValue] | None = None,
    avoid: tuple[Avoid, ...] = (),
    seed: int = 1,
) -> Tournament:
    setup = Setup("domino", options=options or {}, avoid=avoid, seed=seed)
    return Tournament(setup, tuple(Player(n, f"P{n}") for n in range(1, players + 1)))


def book_of(tournament: Tournament) -> Book:
    rounds = SYSTEM.rules.rounds(tournament.setup, tournament.players)
    return open_book(tournament, SYSTEM.rules.scoring(tournament.setup), rounds)


def pair_next(tournament: Tournament) -> Round:
    book = book_of(tournament)
    proposal = SYSTEM.rules.pair(book, Draw(tournament.setup.seed, book.round))
    assert isinstance(proposal, Proposal), proposal
    return proposal.round


def scores(chance: random.Random) -> Result:
    """A game to 200 that is never level."""
    loser = chance.randrange(0, 40) * 5
    return Scored(200, loser) if chance.random() < 0.5 else Scored(loser, 200)


def with_round(tournament: Tournament, made: Round, results: Mapping[int, str]) -> Tournament:
    """The tournament with the round played; results by table number."""
    tables = []
    for table in made.tables:
        result = SYSTEM.rules.results.read(results[table.number], tournament.setup)
        assert isinstance(result, Result), result
        tables.append(replace(table, result=result))
    return replace(tournament, rounds=(*tournament.rounds, replace(made, tables=tuple(tables))))


def play_next(tournament: Tournament, chance: random.Random, results: Results = scores) -> Tournament:
    made = pair_next(tournament)
    tables = tuple(replace(table, result=results(chance)) for table in made.tables)
    return replace(tournament, rounds=(*tournament.rounds, replace(made, tables=tables)))


def play(tournament: Tournament, rounds: int, seed: int) -> Tournament:
    chance = random.Random(seed)
    for _ in range(rounds):
        tournament = play_next(tournament, chance)
    return tournament
