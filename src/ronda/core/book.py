"""The book of lines: what each player did in each round, derived from the recorded rounds (S4)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeVar

from ronda.core.model import Bye, ByeKind, Penalty, Player, RequestedBye, Setup, Table, Tournament
from ronda.core.penalty_effects import deducted, in_force, struck, taken_from
from ronda.core.verdicts import Reason

Outcome = Literal["win", "draw", "loss", "bye", "walkover", "absent", "void", "pending"]
PLAYED: frozenset[Outcome] = frozenset(("win", "draw", "loss"))
V = TypeVar("V")


class Tally(NamedTuple):
    """What one player gets from one table or bye. `walkover`: the others did not come; `absent`: this
    player did not; `void`: no game took place; `pending`: no result yet."""

    outcome: Outcome
    halves: int = 0
    made: int = 0
    conceded: int = 0
    differential: int = 0


PENDING = Tally("pending")


class Line(NamedTuple):
    """One player's part in one round. `seat` is 0 on the first side, 1 on the second, None on a bye; `bye` is then
    its kind."""

    round: int
    table: int | None
    seat: int | None
    partners: tuple[int, ...]
    opponents: tuple[int, ...]
    outcome: Outcome
    halves: int
    made: int
    conceded: int
    differential: int
    bye: ByeKind | None = None


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a system turns tables and byes into tallies. `table` gives one tally per player of
    `table.players`, and is only asked about tables that have a result. `unit`: so many units, in which points are
    counted inside, are one point: 2 for halves, 1 for whole points (3-1-0), 10 for tenths."""

    table: Callable[[Table], tuple[Tally, ...]]
    bye: Callable[[Bye], Tally]
    unit: int = 2


@dataclass(frozen=True, slots=True)
class Book:
    """All lines before round `round` of `rounds`, by player in list order. A round that a player was not in
    the pool of has no line. `told`: what the last round says about itself as a whole. `halves`: everybody's points,
    counted in parts of a point (`unit` of them are one), that places and pairings go by; `deducted`: what penalties
    took of them, which nobody else's sums know of (PE2.2)."""

    setup: Setup
    round: int
    rounds: int
    players: Mapping[int, Player]
    lines: Mapping[int, tuple[Line, ...]]
    halves: Mapping[int, int]
    told: tuple[Reason, ...] = ()
    unit: int = 2
    deducted: Mapping[int, int] = field(default_factory=dict)
    _derived: dict[Hashable, Any] = field(init=False, compare=False, repr=False, default_factory=dict)

    def once(self, key: Hashable, make: Callable[[], V]) -> V:
        """What follows from the book and several ask for: made when the first one asks. A changed book begins anew."""
        if key not in self._derived:
            self._derived[key] = make()
        found: V = self._derived[key]
        return found

    @property
    def earned(self) -> Mapping[int, int]:
        """The points as they were made, without what penalties took: what the sums of others go by (PE2.2)."""
        if not self.deducted:
            return self.halves
        return self.once("earned", lambda: {pid: own + self.deducted.get(pid, 0) for pid, own in self.halves.items()})

    def pool(self) -> list[int]:
        """The players of the round to be made, in list order."""
        return [pid for pid, player in self.players.items() if player.plays_in(self.round)]

    def resting(self) -> list[tuple[int, RequestedBye]]:
        """Who asked for a bye in the round to be made, in list order: they are not in the pool."""
        asked = ((pid, player.rests_in(self.round)) for pid, player in self.players.items() if player.byes)
        return [(pid, kind) for pid, kind in asked if kind is not None]

    def points(self, player: int) -> Fraction:
        return Fraction(self.halves[player], self.unit)

    def has_left(self, player: int) -> bool:
        """Whether the player left before a round that was, or is to be, made."""
        left_after = self.players[player].left_after
        return left_after is not None and left_after < min(self.round, self.rounds)

    def byes(self, player: int) -> list[int]:
        """The rounds in which the player rested."""
        return [line.round for line in self.lines[player] if line.outcome == "bye"]

    def met(self, player: int) -> Mapping[int, Sequence[int]]:
        """Opponents the player was seated against, with the rounds."""
        known: dict[int, dict[int, list[int]]] = self.once("met", dict)
        meetings = known.get(player)
        if meetings is None:
            meetings = known[player] = {}
            for line in self.lines[player]:
                for opponent in line.opponents:
                    if opponent in meetings:
                        meetings[opponent].append(line.round)
                    else:
                        meetings[opponent] = [line.round]
        return meetings


def open_book(tournament: Tournament, scoring: Scoring, rounds: int, playing: int | None = None) -> Book:
    """The book of everything recorded in the tournament. Who rests in the round `playing` waits for it as those at
    the tables do."""
    lines: dict[int, list[Line]] = {player.id: [] for player in tournament.players}
    penalties = in_force(tournament.setup.penalties)
    for round_ in tournament.rounds:
        number = round_.number
        for table in round_.tables:
            here = [one for one in penalties if (one.round, one.table) == (number, table.number)] if penalties else []
            for player, line in _table_lines(number, table, scoring, here):
                lines[player].append(line)
        for bye in round_.byes:
            tally = PENDING if number == playing else scoring.bye(bye)
            lines[bye.player].append(Line(number, None, None, (), (), *tally, bye.kind))
    taken = deducted(penalties, len(tournament.rounds), scoring.unit)
    return Book(
        setup=tournament.setup,
        round=tournament.next_round,
        rounds=rounds,
        players={player.id: player for player in tournament.players},
        lines={pid: tuple(own) for pid, own in lines.items()},
        halves={pid: sum(line.halves for line in own) - taken.get(pid, 0) for pid, own in lines.items()},
        deducted=taken,
        told=tuple(r for last in tournament.rounds[-1:] for r in last.reasons if r.table is None and r.player is None),
        unit=scoring.unit,
    )


def _table_lines(number: int, table: Table, scoring: Scoring, penalties: list[Penalty]) -> list[tuple[int, Line]]:
    tallies = scoring.table(struck(table, penalties)) if table.result is not None else (PENDING,) * len(table.players)
    sides = (table.first, table.second)
    rows = []
    at = 0
    for seat, side in enumerate(sides):
        for player in side:
            partners = tuple(p for p in side if p != player)
            tally = tallies[at]
            if penalties and tally.outcome in PLAYED:
                less = tally.made - taken_from(tally.made, player, side, penalties)
                tally = tally._replace(made=tally.made - less, differential=tally.differential - less)
            rows.append((player, Line(number, table.number, seat, partners, sides[1 - seat], *tally)))
            at += 1
    return rows
