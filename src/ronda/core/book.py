"""The book of lines: what each player did in each round, derived from the recorded rounds (S4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from operator import itemgetter
from typing import Literal, NamedTuple

from ronda.core.model import Bye, ByeKind, Penalty, Player, RequestedBye, Round, Setup, Table, Tournament
from ronda.core.penalty_effects import deducted, in_force, struck, taken_from
from ronda.core.values import Deriving, Frozen
from ronda.core.verdicts import Reason

Outcome = Literal["win", "draw", "loss", "bye", "walkover", "absent", "void", "pending"]
Games = tuple[int, int, int]  # won, lost, drawn
NO_GAMES: Games = (0, 0, 0)
PLAYED: frozenset[Outcome] = frozenset(("win", "draw", "loss"))


class Tally(NamedTuple):
    """What one player gets from one table or bye. `walkover`: the others did not come; `absent`: this
    player did not; `void`: no game took place; `pending`: no result yet. `games`: those of a match of several."""

    outcome: Outcome
    halves: int = 0
    made: int = 0
    conceded: int = 0
    differential: int = 0
    games: Games = NO_GAMES


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
    games: Games = NO_GAMES
    bye: ByeKind | None = None


_Noted = tuple[list[int], list[Line]]  # players, and the line of each


class Scoring(Frozen):
    """How a system turns tables and byes into tallies. `table` gives one tally per player of
    `table.players`, and is only asked about tables that have a result. `unit`: so many units, in which points are
    counted inside, are one point: 2 for halves, 1 for whole points (3-1-0), 10 for tenths. `penalised`: what
    each of the table gets where penalties were given at it, in rules of a house by which a penalty strikes one player
    and not the side (PE2.3); None: as PE2 has it."""

    table: Callable[[Table], tuple[Tally, ...]]
    bye: Callable[[Bye], Tally]
    unit: int = 2
    penalised: Callable[[Table, Sequence[Penalty]], tuple[Tally, ...]] | None = None


# parts of a line, taken in the quickest way
OPPONENTS = itemgetter(Line._fields.index("opponents"))
OUTCOME = itemgetter(Line._fields.index("outcome"))
HALVES = itemgetter(Line._fields.index("halves"))


class Book(Deriving):
    """All lines before round `round` of `rounds`, by player in list order. A round that a player was not in
    the pool of has no line. `round_reasons`: what the last round says as a whole. `halves`: everybody's points,
    counted in parts of a point (`unit` of them are one), that places and pairings go by; `deducted`: what penalties
    took of them, which nobody else's sums know of (PE2.2). `settled`: the places that later stages give, where there
    are such; `still_in`: who is playing on in one and has none yet (ST9). `lot`: the seed of the lot that was drawn for
    places (CR8.2)."""

    setup: Setup
    round: int
    rounds: int
    players: Mapping[int, Player]
    lines: Mapping[int, tuple[Line, ...]]
    halves: Mapping[int, int]
    round_reasons: tuple[Reason, ...] = ()
    unit: int = 2
    deducted: Mapping[int, int] = {}
    settled: Mapping[int, int] = {}
    still_in: frozenset[int] = frozenset()
    lot: int | None = None

    @property
    def earned(self) -> Mapping[int, int]:
        """The points as they were made, without what penalties took: what the sums of others go by (PE2.2)."""
        if not self.deducted:
            return self.halves
        return self.derived(
            "earned", lambda: {pid: own + self.deducted.get(pid, 0) for pid, own in self.halves.items()}
        )

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
        known: dict[int, dict[int, list[int]]] = self.derived("met", dict)
        meetings = known.get(player)
        if meetings is None:
            meetings = known[player] = {}
            for number, _, _, _, opponents, _, _, _, _, _, _, _ in self.lines[player]:
                for opponent in opponents:
                    if opponent in meetings:
                        meetings[opponent].append(number)
                    else:
                        meetings[opponent] = [number]
        return meetings


def open_book(tournament: Tournament, scoring: Scoring, rounds: int, playing: int | None = None) -> Book:
    """The book of everything recorded in the tournament. Who rests in the round `playing` waits for it as those at
    the tables do."""
    players = tournament.players
    lines: dict[int, list[Line]] = {player.id: [] for player in players}
    penalties = in_force(tournament.setup.penalties)
    for round_ in tournament.rounds:
        number = round_.number
        seated, noted = _at_tables(round_, scoring, penalties)
        for own, line in zip(map(lines.__getitem__, seated), noted, strict=True):
            own.append(line)
        for bye in round_.byes:
            tally = PENDING if number == playing else scoring.bye(bye)
            lines[bye.player].append(Line(number, None, None, (), (), *tally, bye.kind))
    halves = {player.id: sum(map(HALVES, lines[player.id])) + player.start * scoring.unit for player in players}
    taken = deducted(penalties, len(tournament.rounds), scoring.unit)
    for pid in taken.keys() & lines.keys():
        halves[pid] -= taken[pid]
    return Book(
        setup=tournament.setup,
        round=tournament.next_round,
        rounds=rounds,
        players={player.id: player for player in players},
        lines={pid: tuple(own) for pid, own in lines.items()},
        halves=halves,
        deducted=taken,
        round_reasons=tournament.rounds[-1].general_reasons if tournament.rounds else (),
        unit=scoring.unit,
        lot=tournament.lot,
    )


def _at_tables(round_: Round, scoring: Scoring, penalties: Sequence[Penalty]) -> _Noted:
    """The lines of everybody at a table."""
    here = [one for one in penalties if one.round == round_.number]
    found: _Noted = [], []
    for table in round_.tables:
        _note(found, round_.number, table, tallies_at(table, round_.number, scoring, here))
    return found


def tallies_at(table: Table, number: int, scoring: Scoring, in_force: Sequence[Penalty]) -> Sequence[Tally]:
    """What each of the table gets in that round, after those of the penalties in force that were given there."""
    if table.result is None:
        return (PENDING,) * len(table.players)
    penalties = [one for one in in_force if (one.round, one.table) == (number, table.number)] if in_force else []
    if penalties and scoring.penalised is not None:
        return scoring.penalised(table, penalties)
    tallies = scoring.table(struck(table, penalties) if penalties else table)
    if not penalties:
        return tallies
    sides = [side for side in (table.first, table.second) for _ in side]
    found = []
    for player, side, tally in zip(table.players, sides, tallies, strict=True):
        less = tally.made - taken_from(tally.made, player, side, penalties) if tally.outcome in PLAYED else 0
        found.append(tally._replace(made=tally.made - less, differential=tally.differential - less))
    return found


_line = tuple.__new__  # a line is made in one step, of its parts: there are players times rounds of them


def _note(found: _Noted, number: int, table: Table, tallies: Sequence[Tally]) -> None:
    """Add the lines of one table."""
    players, lines = found
    first, second, at = table.first, table.second, table.number
    players += first
    players += second
    following = iter(tallies)
    for seat, side, others in ((0, first, second), (1, second, first)):
        for place in range(len(side)):
            partners = side[:place] + side[place + 1 :]
            lines.append(_line(Line, (number, at, seat, partners, others, *next(following), None)))
