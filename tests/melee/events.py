"""Melee events for tests, played with random results."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from ronda.core.book import Book, open_book
from ronda.core.chance import Draw
from ronda.core.model import Avoid, Bye, OptionValue, Player, Proposal, Round, Scored, Setup, Table, Tournament
from ronda.core.verdicts import Finding, Refusal
from ronda.systems.melee import SYSTEM

Change = Callable[[Tournament], Tournament]


def field(n: int) -> tuple[Player, ...]:
    return tuple(Player(number, chr(64 + number) if number < 27 else str(number)) for number in range(1, n + 1))


def begin(
    n: int, options: Mapping[str, OptionValue] | None = None, seed: int = 0, avoid: tuple[Avoid, ...] = ()
) -> Tournament:
    return Tournament(Setup("melee", options=options or {}, seed=seed, avoid=avoid), field(n))


def book_of(event: Tournament) -> Book:
    rounds = SYSTEM.rules.rounds(event.setup, event.players)
    return open_book(event, SYSTEM.rules.scoring(event.setup), rounds)


def paired(event: Tournament, seed: int) -> Round:
    made = SYSTEM.rules.pair(book_of(event), Draw(seed))
    assert isinstance(made, Proposal), made
    return made.round


def refused(event: Tournament, seed: int = 0) -> Refusal:
    made = SYSTEM.rules.pair(book_of(event), Draw(seed))
    assert isinstance(made, Refusal), made
    return made


def with_round(event: Tournament, made: Round) -> Tournament:
    return replace(event, rounds=(*event.rounds, made))


def decided(made: Round, rng: random.Random) -> Round:
    return replace(
        made,
        tables=tuple(
            replace(table, result=Scored(13, 7) if rng.random() < 0.5 else Scored(5, 13)) for table in made.tables
        ),
    )


def played(event: Tournament, rounds: int, seed: int, change: Change = lambda event: event) -> Tournament:
    """So many more rounds; `change` alters the field before each."""
    rng = random.Random(seed)
    for _ in range(rounds):
        event = change(event)
        made = paired(event, seed * 100 + len(event.rounds))
        assert violations(event, made) == []
        event = with_round(event, decided(made, rng))
    return event


def violations(event: Tournament, made: Round) -> list[Finding]:
    return [finding for finding in SYSTEM.rules.check(book_of(event), made) if finding.severity == "violation"]


def hand_made(number: int, *tables: str, free: str = "") -> Round:
    """ "AE-BF" is a table that AE won."""
    return Round(
        number,
        tuple(Table(n, side(t[:2]), side(t[3:]), Scored(1, 0)) for n, t in enumerate(tables, start=1)),
        tuple(Bye(player) for player in side(free)),
    )


def side(letters: str) -> tuple[int, ...]:
    return tuple(ord(letter) - 64 for letter in letters)


def partnerships(event: Tournament) -> Iterator[tuple[int, int, int]]:
    """Round and the two partners, the lower id first."""
    for made in event.rounds:
        for table in made.tables:
            for a, b in (table.first, table.second):
                yield made.number, min(a, b), max(a, b)


def repeated(event: Tournament) -> int:
    pairs = [(a, b) for _, a, b in partnerships(event)]
    return len(pairs) - len(set(pairs))


def without(event: Tournament, *ids: int) -> Tournament:
    """Those players leave before the next round."""
    after = len(event.rounds)
    players = (replace(p, left_after=after) if p.id in ids else p for p in event.players)
    return replace(event, players=tuple(players))
