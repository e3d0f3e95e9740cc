"""An exhaustive walk: every sequence of moves up to a depth, with all questions after every step."""

from __future__ import annotations

import pickle
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any

from ronda.core.facts import Fact
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.desk import steps
from tests.desk.memory import LedgerEntry, MemoryStore
from tests.states.moves import Hands, Move, moves
from tests.states.questions import ask

Path = tuple[Move, ...]


@dataclass
class Walk:
    """What was walked. `sequences` counts those that led somewhere, `refused` those whose last move was refused."""

    states: int = 0
    sequences: int = 0
    refused: int = 0
    done: Counter[str] = field(default_factory=Counter)
    faults: list[tuple[Path, BaseException]] = field(default_factory=list)

    def __add__(self, other: Walk) -> Walk:
        return Walk(
            self.states + other.states,
            self.sequences + other.sequences,
            self.refused + other.refused,
            self.done + other.done,
            self.faults + other.faults,
        )


class At(MemoryStore):
    """A store with one event whose past can be taken up again."""

    def __init__(self, records: Sequence[LedgerEntry]) -> None:
        super().__init__(len(records) + 1)
        self._records["E"] = tuple(records)

    @property
    def records(self) -> tuple[LedgerEntry, ...]:
        return self._records["E"]


def begun(facts: Sequence[Fact]) -> tuple[LedgerEntry, ...]:
    store = At(())
    store._extended("E", facts, "dora", None)
    return store.records


def after(records: Sequence[LedgerEntry], move: Move) -> tuple[LedgerEntry, ...] | None:
    """The log after a move; None if it was refused, and then it is as it was."""
    store = At(records)
    answer = Hands(store, "E").do(move)
    if isinstance(answer, Refusal):
        assert store.records == tuple(records), f"{move} was refused, and changed something"
        assert answer.code != "check_disagrees", answer
        return None
    return store.records if store.records != tuple(records) else None


def walk(
    records: Sequence[LedgerEntry],
    depth: int,
    choose: Callable[[Tournament], Iterable[Move]] = moves,
    most_faults: int = 1,
    question: Callable[[Sequence[Fact]], Any] = ask,
) -> Walk:
    """Breadth first. States that are alike, also in what undo and redo lead to, are walked on from once."""
    found = Walk()
    seen: set[bytes] = set()
    now: dict[bytes, tuple[Sequence[LedgerEntry], Path, int]] = {_key(records): (records, (), 1)}
    for level in range(depth + 1):
        following: dict[bytes, tuple[Sequence[LedgerEntry], Path, int]] = {}
        for key, (log, path, ways) in now.items():
            if key not in seen:
                seen.add(key)
                found.states += 1
                try:
                    question([record.fact for record in log])
                except Exception as fault:
                    found.faults.append((path, fault))
                    if len(found.faults) >= most_faults:
                        return found
                    continue
            found.sequences += ways
            if level == depth:
                continue
            for move in choose(fold(in_force([record.fact for record in log]))):
                try:
                    then = after(log, move)
                except Exception as fault:
                    found.faults.append(((*path, move), fault))
                    if len(found.faults) >= most_faults:
                        return found
                    continue
                if then is None:
                    found.refused += ways
                    continue
                found.done[move.name] += 1
                own = _key(then)
                known = following.get(own)
                following[own] = (then, (*path, move), ways) if known is None else (*known[:2], known[2] + ways)
        now = following
    return found


def _key(records: Sequence[LedgerEntry]) -> bytes:
    facts = [record.fact for record in records]
    done, undone = steps(records)
    without = {version for group in done[-1:] for version in group}
    again = {version for group in undone[-1:] for version in group}
    gone = {version for group in undone for version in group}
    states = [
        in_force(facts),
        [f for n, f in enumerate(facts, 1) if n not in without | gone and type(f).__name__ not in ("Undone", "Redone")],
        [f for n, f in enumerate(facts, 1) if n not in gone - again and type(f).__name__ not in ("Undone", "Redone")],
    ]
    return blake2b(b"".join(_bytes(fold(state)) for state in states)).digest()


def _bytes(tournament: Tournament) -> bytes:
    return pickle.dumps(_plain(tournament))


def _plain(tournament: Tournament) -> object:
    return (
        repr(tournament),
        sorted((n, repr(made)) for n, made in tournament.made_with.items()),
        sorted(tournament.here),
    )
