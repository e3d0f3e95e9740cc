"""Facts folded into a tournament, and the tournament as it stood when a round was made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ronda.facts import Created, Entered, Fact, Left, OptionsChanged, Paired, ResultEntered, Returned
from ronda.model import Earlier, Player, Round, Setup, Table, Tournament


def fold(facts: Iterable[Fact], start: Tournament | None = None) -> Tournament:
    """The tournament that the facts tell of, or what becomes of `start` by them."""
    setup: Setup | None = start.setup if start else None
    players: dict[int, Player] = {player.id: player for player in start.players} if start else {}
    rounds: list[Round] = list(start.rounds) if start else []
    tables: list[dict[int, Table]] = [{t.number: t for t in r.tables} for r in rounds]
    for fact in facts:
        match fact:
            case Created(setup=made):
                setup = made
            case OptionsChanged(options=options):
                assert setup is not None
                setup = replace(setup, options={**setup.options, **options})
            case Entered(player=player):
                players[player.id] = player
            case Left(player=pid, after=after):
                players[pid] = replace(players[pid], left_after=after)
            case Returned(player=pid, round=number):
                players[pid] = _returned(players[pid], number)
            case Paired(round=made_round, numbers=numbers):
                for pid, number in numbers.items():
                    players[pid] = replace(players[pid], number=number)
                rounds.append(made_round)
                tables.append({t.number: t for t in made_round.tables})
            case ResultEntered():
                here = tables[fact.round - 1]
                here[fact.table] = _with_result(here[fact.table], fact, len(rounds))
    assert setup is not None, "the first fact creates the tournament"
    return Tournament(
        setup=setup,
        players=tuple(players.values()),
        rounds=tuple(
            replace(r, tables=tuple(t.values())) if any(map(_touched, r.tables, t.values())) else r
            for r, t in zip(rounds, tables, strict=True)
        ),
    )


def _touched(before: Table, after: Table) -> bool:
    return before is not after


def _returned(player: Player, number: int) -> Player:
    if player.left_after is None:
        return player
    away = range(player.left_after + 1, number)
    return replace(player, left_after=None, missed=tuple(sorted({*player.missed, *away})))


def _with_result(table: Table, fact: ResultEntered, latest: int) -> Table:
    """The table with its new result. What stood there when later rounds were made is kept (S4)."""
    earlier = table.earlier
    if latest > fact.round and not (earlier and earlier[-1].until == latest):
        earlier = (*earlier, Earlier(table.result, latest, table.absent))
    return replace(table, result=fact.result, absent=fact.absent, earlier=earlier)


def before_round(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was known when round `number` was made: later rounds are cut off and results
    that were corrected afterwards read as they did then (S4)."""
    if number > len(tournament.rounds):
        return tournament
    return replace(tournament, rounds=tuple(_as_known(r, number) for r in tournament.rounds[: number - 1]))


def _as_known(round_: Round, number: int) -> Round:
    if not any(t.earlier for t in round_.tables):
        return round_
    return replace(round_, tables=tuple(_table_as_known(t, number) for t in round_.tables))


def _table_as_known(table: Table, number: int) -> Table:
    for earlier in table.earlier:
        if number <= earlier.until:
            return replace(table, result=earlier.result, absent=earlier.absent, earlier=())
    return table
