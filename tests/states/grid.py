"""A grid of events: every system with every kind of plan, and at every moment of it something that happens to events.
After every step the event is asked everything."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import bodies, next_round
from ronda.desk.actions import Body
from ronda.systems import NAMES, system
from tests.desk.memory import LedgerEntry
from tests.states.moves import ALL, Move, another, beginning, rounds_for, spoken, texts, written
from tests.states.questions import ask, ask_other_files
from tests.states.walk import after, begun

Log = Sequence[LedgerEntry]
ONWARD = "onward"  # what the director does next, whatever that is
SIDES = 4  # play on after the rounds
FOLLOWED = 7  # steps from a deed on: the next round is made, played and closed, and one more is made
EXTRA = 1  # player more than those who play on


# --- plans ---------------------------------------------------------------------------------------------------


def _final(size: int, kind: str = "elimination", **more: object) -> bodies.StageInput:
    said = {"kind": kind, "take": f"top {SIDES * size}", "sides": size, "cut_ties": "lot", **more}
    return bodies.StageInput(**said)  # type: ignore[arg-type]


def _rounds() -> bodies.StageInput:
    return bodies.StageInput("rounds")


def _side_by_side(size: int) -> list[bodies.StageInput]:
    lower = f"places {2 * size + 1}-{SIDES * size}"
    return [_rounds(), _final(size, take=f"top {2 * size}"), _final(size, take=lower, source=1)]


PLANS: dict[str, Callable[[int], list[bodies.StageInput]]] = {
    "none": lambda _: [],
    "cut": lambda size: [_rounds(), _final(size)],
    "all places": lambda size: [_rounds(), _final(size, third="match", consolation="places", best_of=3, reseed=True)],
    "everybody": lambda size: [_rounds(), _final(size, "robin")],
    "groups": lambda size: [
        bodies.StageInput("groups", groups=1, sides=size),
        _final(size, take=f"{2 * size} of each group"),
    ],
    "bracket": lambda size: [_final(size, take="")],
    "side by side": _side_by_side,
    "table": lambda size: [_rounds(), _final(size, "table", take="top 4", sides=1)],
}


def plans_of(name: str) -> list[str]:
    """A table of four is for systems in which two sit on a side (ST7.3)."""
    return [plan for plan in PLANS if plan != "table" or system(name).rules.seating.side_size == 2]


def start(name: str, plan: str) -> Log:
    size = system(name).rules.seating.side_size
    players = SIDES * size + EXTRA
    stages = PLANS[plan](size)
    if stages and stages[0].kind != "rounds":
        players -= players % size  # all of them are made into sides
    log: Log = begun(beginning(name, players, rounds_for(name, players)))
    if not stages:
        return log
    planned = after(log, Move("stages", bodies.Stages(stages)))
    assert planned is not None, (name, plan)
    return planned


# --- the way of an event -------------------------------------------------------------------------------------


def state(log: Log) -> Tournament:
    return fold(in_force([record.fact for record in log]))


def onward(now: Tournament) -> Move | None:
    """What the director does next; None: it is over."""
    last = now.rounds[-1] if now.rounds else None
    if now.finished:
        return None
    if last is not None and last.status == "draft":
        approve = Move("approve", bodies.ApprovalInput("Dora", "few players"))
        return approve if last.forced and last.approved is None else Move("publish")
    if last is not None and any(table.result is None for table in last.tables):
        return Move(ALL)
    made = next_round(now)
    if isinstance(made, Refusal) and made.code == "stage_to_begin":
        return Move("begin-stage", bodies.StageBeginning())
    return Move("finish") if isinstance(made, Refusal) else Move("pair", bodies.NextRound())


def straight(name: str, plan: str) -> list[Log]:
    """An event to its end, with nothing unusual: every state of it."""
    found = [start(name, plan)]
    while (move := onward(state(found[-1]))) is not None:
        then = after(found[-1], move)
        assert then is not None, (name, plan, move)
        found.append(then)
    return found


# --- what happens to events ----------------------------------------------------------------------------------


def _whom(now: Tournament) -> int:
    """Somebody who is in the thick of it: who won the first table of the last round."""
    tables = [table for round_ in now.rounds[-1:] for table in round_.tables]
    if not tables:
        return now.players[0].id
    won = written(now, tables[0]) or ""
    return tables[0].second[0] if won in ("0-1", "2-5", "4-13", "90-200") else tables[0].first[0]


def _one(name: str) -> Callable[[Tournament], Iterator[tuple[Move, ...]]]:
    def made(now: Tournament) -> Iterator[tuple[Move, ...]]:
        yield (Move(name, bodies.OnePlayer(_whom(now))),)

    return made


def _away_and_back(now: Tournament) -> Iterator[tuple[Move, ...]]:
    one = bodies.OnePlayer(_whom(now))
    for steps in (0, 3, 5):
        yield (Move("leave", one), *[Move(ONWARD)] * steps, Move("return", one))


def _penalty(kind: str, **more: object) -> Callable[[Tournament], Iterator[tuple[Move, ...]]]:
    def made(now: Tournament) -> Iterator[tuple[Move, ...]]:
        yield (Move("penalise", bodies.PenaltyInput(_whom(now), kind, reason="rude", **more)),)  # type: ignore[arg-type]

    return made


def _bye(now: Tournament) -> Iterator[tuple[Move, ...]]:
    for kind in system(now.setup.system).rules.byes.on_request(now.setup):
        yield (Move("bye", bodies.ByeWish(_whom(now), now.next_round, kind)),)


def _late_entry(now: Tournament) -> Iterator[tuple[Move, ...]]:
    yield (Move("enter", bodies.PlayerFields("Late", rating=3000)),)


def _options(now: Tournament) -> Iterator[tuple[Move, ...]]:
    rules = system(now.setup.system).rules
    for option in rules.options:
        value = another(option, rules.option(now.setup, option.name))
        yield (Move("options", bodies.Options({option.name: spoken(option, value)})),)


def _corrected(now: Tournament) -> Iterator[tuple[Move, ...]]:
    for round_ in {id(r): r for r in (*now.rounds[:1], *now.rounds[-1:])}.values():
        for table in round_.tables[:1]:
            was = written(now, table)
            if was is not None:
                other = next(text for text in texts(now.setup.system) if text != was)
                at = round_.number, table.number
                yield (Move("result", bodies.ResultEntry(*at, other, was)),)
                yield (Move("result", bodies.ResultEntry(*at, "---", was, list(table.first))),)


def _undone(_: Tournament) -> Iterator[tuple[Move, ...]]:
    undo, redo = Move("undo", bodies.Step()), Move("redo", bodies.Step())
    yield (undo,)
    yield (undo, undo, redo)


def _stage_taken_back(now: Tournament) -> Iterator[tuple[Move, ...]]:
    for number in range(1, len(now.setup.stages) + 1):
        yield (Move("cancel-stage", bodies.StageRef(number)),)


def _forgotten(now: Tournament) -> Iterator[tuple[Move, ...]]:
    yield (Move("forget", bodies.PlayerErasure(_whom(now))),)


DEEDS: dict[str, Callable[[Tournament], Iterator[tuple[Move, ...]]]] = {
    "leave": _one("leave"),
    "pause": _one("pause"),
    "return": _away_and_back,
    "expel": _penalty("expel"),
    "miss": _penalty("miss", amount=1),
    "points": _penalty("points", points=1),
    "bye": _bye,
    "late entry": _late_entry,
    "options": _options,
    "correct": _corrected,
    "undo": _undone,
    "cancel": _stage_taken_back,
    "forget": _forgotten,
}


# --- the grid ------------------------------------------------------------------------------------------------


@dataclass
class Gone:
    """What was gone through."""

    paths: int = 0
    states: int = 0
    refused: int = 0
    done: Counter[str] = field(default_factory=Counter)

    def __add__(self, other: Gone) -> Gone:
        return Gone(
            self.paths + other.paths,
            self.states + other.states,
            self.refused + other.refused,
            self.done + other.done,
        )

    def __str__(self) -> str:
        return f"{self.paths} paths, {self.states} states, {self.refused} deeds refused, done {dict(self.done)}"


def through(log: Log, deed: str, moves: Sequence[Move]) -> Gone:
    """A deed, and what the director does from there on; all is asked after every step. Raises AssertionError."""
    found = Gone(paths=1)
    path: list[str] = []
    try:
        for move in (*moves, *[Move(ONWARD)] * FOLLOWED):
            next_move = onward(state(log)) if move.name == ONWARD else move
            if next_move is None:
                break
            path.append(str(next_move))
            then = after(log, next_move)
            if then is None and move.name != ONWARD:
                found.refused += 1
                break
            if then is None:  # nobody can go on here: a field that is too small, a cut that has to be settled
                break
            log = then
            found.done[deed] += move is moves[-1]
            found.states += 1
            ask([record.fact for record in log])
        if found.states:
            ask_other_files(state(log))
    except Exception as fault:
        raise AssertionError(f"{' > '.join(path)}: {type(fault).__name__}: {fault}") from fault
    return found


def cells(name: str, plan: str) -> Iterator[tuple[Log, str, tuple[Move, ...]]]:
    """Everything that can happen to an event, at every moment of it."""
    for log in straight(name, plan):
        now = state(log)
        for deed, ways in DEEDS.items():
            for moves in ways(now):
                yield log, deed, moves


__all__ = ["DEEDS", "NAMES", "PLANS", "Body", "Gone", "cells", "plans_of", "straight", "through"]
