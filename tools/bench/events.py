"""Events to measure on: played as fast as possible, and as they are recorded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ronda.core.chance import Draw
from ronda.core.facts import Created, Entered, Fact, Paired, Published, ResultEntered
from ronda.core.model import Player, Proposal, Round, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.lab.simulate import play
from ronda.store import Store, Stored
from ronda.systems import book_of, system


def played(name: str, players: int, rounds: int, seed: int = 1) -> Tournament:
    """An event of so many rounds with all results, made as fast as possible: nothing is checked."""
    rules = system(name).rules
    chance = Draw(seed, "bench", name, players)
    field = tuple(Player(n, f"Player {n}", rating=1000 + chance.below(1400)) for n in range(1, players + 1))
    tournament = Tournament(Setup(name, "", rules.new_options({"rounds": rounds + 1}), seed), field)
    strength = {player.id: player.rating for player in field}
    for number in range(1, rounds + 1):
        proposal = rules.pair(book_of(tournament), Draw(seed, "round", number))
        assert isinstance(proposal, Proposal)
        tournament = with_results(tournament, proposal, strength, chance)
    return tournament


def with_results(tournament: Tournament, proposal: Proposal, strength: dict[int, int], chance: Draw) -> Tournament:
    setup = tournament.setup
    rules = system(setup.system).rules
    tables = []
    for table in proposal.round.tables:
        result = rules.results.read(play(setup.system, table, strength, setup.options, chance), setup)
        assert not isinstance(result, Refusal)
        tables.append(replace(table, result=result))
    numbered = tuple(
        replace(player, number=proposal.numbers[player.id]) if player.id in proposal.numbers else player
        for player in tournament.players
    )
    made: Round = replace(proposal.round, tables=tuple(tables))
    return replace(tournament, players=numbered, rounds=(*tournament.rounds, made))


def story(event: Tournament) -> Iterator[list[Fact]]:
    """An event as it is recorded: one list for each request."""
    yield [Created(event.setup), *(Entered(player) for player in event.players)]
    for round_ in event.rounds:
        bare = replace(round_, tables=tuple(replace(table, result=None) for table in round_.tables), status="draft")
        yield [Paired(bare), Published(round_.number)]
        yield [ResultEntered(round_.number, table.number, table.result) for table in round_.tables]


def recorded(store: Store, requests: Iterable[Sequence[Fact]]) -> Stored:
    first, *others = requests
    stored = store.create(first, actor="bench")
    for facts in others:
        answer = store.append(stored.code, facts, expected=stored.version, actor="bench")
        assert isinstance(answer, Stored)
        stored = answer
    return stored
