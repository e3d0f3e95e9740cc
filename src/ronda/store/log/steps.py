"""The facts of a tournament one after the other, each with what it is about as that stood before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from ronda.core.facts import Edited, Erased, Fact, Published, Rearranged, Redone, ResultEntered, Undone
from ronda.core.history import Folding, in_force, undone
from ronda.core.model import Player, Round, Setup, Table, Tournament


class KnownState(NamedTuple):
    """A state to go on from: the tournament as it stood with the first `version` facts."""

    version: int
    tournament: Tournament


class Was(NamedTuple):
    """What a fact is about, before it: the settings; and the player, the round or the table, where it changes one."""

    setup: Setup | None = None
    player: Player | None = None
    round: Round | None = None
    table: Table | None = None


class LogStep(NamedTuple):
    """A fact with what stood there before it, and everything as it stands after it."""

    version: int
    fact: Fact
    was: Was
    state: Folding


def steps(facts: Sequence[Fact], first: int = 1, known: KnownState | None = None) -> Iterator[LogStep]:
    """From the version `first` on. The state is one and the same from step to step, unless something was undone."""
    state = state_at(facts, first - 1, known)
    for version in range(first, len(facts) + 1):
        fact = facts[version - 1]
        was = _was(state, fact)
        state = moved_on(state, facts, version, known)
        yield LogStep(version, fact, was, state)


def state_at(facts: Sequence[Fact], version: int, known: KnownState | None = None) -> Folding:
    """What the first so many facts tell, going on from what is known if nothing that came later touches that."""
    if known is not None and known.version <= version:
        later = facts[known.version : version]
        if not touches(later, known.version):
            gone = undone(later)
            return _added(
                Folding(known.tournament),
                (fact for at, fact in enumerate(later, start=known.version + 1) if at not in gone),
            )
    return _added(Folding(None), in_force(facts[:version]))


def moved_on(state: Folding, facts: Sequence[Fact], version: int, known: KnownState | None = None) -> Folding:
    """The state with the fact of that version. Undoing and redoing look back, so there another one is made."""
    fact = facts[version - 1]
    if isinstance(fact, Undone | Redone):
        return state_at(facts, version, known)
    state.add(fact)
    return state


def touches(facts: Iterable[Fact], version: int) -> bool:
    """Whether one of these facts changes what was told up to that version: it erases, undoes or redoes there."""
    for fact in facts:
        match fact:
            case Erased():
                return True
            case Undone(versions=versions) | Redone(versions=versions) if min(versions, default=version) <= version:
                return True
    return False


def _added(state: Folding, facts: Iterable[Fact]) -> Folding:
    for fact in facts:
        state.add(fact)
    return state


def _was(state: Folding, fact: Fact) -> Was:
    match fact:
        case Edited(player=player):
            return Was(state.setup, player=state.players[player.id])
        case Rearranged():
            return Was(state.setup, round=state.round(len(state.rounds)))
        case Published(round=number):
            return Was(state.setup, round=state.rounds[number - 1])
        case ResultEntered(round=number, table=table):
            return Was(state.setup, table=state.table(number, table))
        case _:
            return Was(state.setup)
