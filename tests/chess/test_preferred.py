"""Who should have been got before the opponent (C5.1): by kinds of players, as by looking at everybody."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ronda.core.chance import Draw
from ronda.core.model import Avoid, Bye, Player, Proposal, Round, Scored, Setup, Table, Tournament
from ronda.core.values import replace
from ronda.systems import book_of, system
from ronda.systems.chess.check import relations
from ronda.systems.chess.check.relations import Field, Preferred, field_of
from ronda.systems.chess.rules import BLACK, WHITE, Colours

RESULTS = (Scored(2, 0), Scored(0, 2), Scored(1, 1))


def at_random(size: int, rounds: int, seed: int, *, draws: bool = False) -> Tournament:
    """Anybody against anybody."""
    chance = Draw(seed, "preferred")
    event = Tournament(
        Setup("chess", "", {"rounds": rounds + 1}), tuple(Player(n, f"P{n}") for n in range(1, size + 1))
    )
    for number in range(1, rounds + 1):
        order = chance.shuffled(range(1, size + 1))
        tables = tuple(
            Table(at + 1, (order[2 * at],), (order[2 * at + 1],), RESULTS[2] if draws else chance.choice(RESULTS))
            for at in range(size // 2)
        )
        byes = (Bye(order[-1]),) if size % 2 else ()
        event = replace(event, rounds=(*event.rounds, Round(number, tables, byes)))
    return event


def walked(event: Tournament) -> tuple[Field, list[int], dict[int, int]]:
    """The last round, judged by what was known before it."""
    made = event.rounds[-1]
    field = field_of(book_of(replace(event, rounds=event.rounds[:-1])), made)
    seated = [player for player in field.order if player != field.bye]
    return field, seated, dict(field.pairs) | {q: p for p, q in field.pairs}


@settings(max_examples=60)
@given(st.integers(4, 24), st.integers(1, 6), st.integers(0, 10_000), st.booleans())
def test_by_kinds_as_by_everybody(size: int, rounds: int, seed: int, draws: bool) -> None:
    event = at_random(size, rounds, seed, draws=draws)
    if seed % 3 == 0:
        wishes = (Avoid((1, 2), hard=True), Avoid((1, 3), hard=False), Avoid((2, 4), hard=False))
        event = replace(event, setup=replace(event.setup, avoid=wishes))
    field, seated, partner = walked(event)
    preferred = Preferred(field, seated, partner)
    rest = list(seated)
    while rest:
        player = rest.pop(0)
        opponent = partner[player]
        assert preferred.better(player, opponent, rest) == field.better(player, opponent, rest)
        rest.remove(opponent)


def test_a_large_group_costs_no_more_than_its_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    """White wins everywhere: whoever is level has had the same colour, and every table is made by 1.2 or 1.3."""
    asked = 0

    def counted(p: Colours, q: Colours) -> relations.Seating:
        nonlocal asked
        asked += 1
        return min(relations.colours_given(p, q, WHITE), relations.colours_given(p, q, BLACK))

    monkeypatch.setattr(relations, "best_seating", counted)
    for size in (80, 320):
        first = tuple(Table(n, (2 * n - 1,), (2 * n,), Scored(2, 0)) for n in range(1, size // 2 + 1))
        players = tuple(Player(n, f"P{n}") for n in range(1, size + 1))
        event = Tournament(Setup("chess", "", {"rounds": 5}), players, (Round(1, first),))
        made = system("chess").rules.pair(book_of(event), Draw(1, "round", 2))
        assert isinstance(made, Proposal)
        field, seated, partner = walked(replace(event, rounds=(*event.rounds, made.round)))
        preferred, rest, asked = Preferred(field, seated, partner), list(seated), 0
        while rest:
            player = rest.pop(0)
            assert preferred.better(player, partner[player], rest) == []
            rest.remove(partner[player])
        assert asked <= 6 * size // 2, "so many questions for a table, however large its group is"
