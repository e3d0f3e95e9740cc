"""The tie-breaks of C.07 from the words of the rulebook (TB1–TB6), over the tables of an event; nothing of the code
that is tested is used but what a table and a bye are worth."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction
from typing import NamedTuple

from ronda.core.model import Tournament
from ronda.systems import system

GAME, BYE, REQUESTED, WALKOVER, ABSENT = "game", "bye", "requested", "walkover", "absent"


class Played(NamedTuple):
    """A round of somebody: what kind it was (TB2), what it gave, and against whom."""

    kind: str
    points: Fraction
    opponent: int = 0
    won: bool = False


class Referee:
    def __init__(self, tournament: Tournament, draw: Fraction, win: Fraction) -> None:
        scoring = system(tournament.setup.system).rules.scoring(tournament.setup)
        self.draw, self.win, self.k = draw, win, len(tournament.rounds)
        self.rounds: dict[int, list[Played]] = {}
        for player in tournament.players:
            own = []
            for round_ in tournament.rounds:
                found = Played(REQUESTED, Fraction(0))
                for bye in round_.byes:
                    if bye.player == player.id:
                        worth = Fraction(scoring.bye(bye).halves, scoring.unit)
                        found = Played(REQUESTED if bye.kind in "HZ" else BYE, worth)
                for table in round_.tables:
                    if player.id in table.players:
                        at = table.players.index(player.id)
                        tally = scoring.table(table)[at]
                        kind = {"walkover": WALKOVER, "absent": ABSENT}.get(tally.outcome, GAME)
                        points = Fraction(tally.halves, scoring.unit)
                        found = Played(kind, points, table.players[1 - at], tally.outcome == "win")
                own.append(found)
            self.rounds[player.id] = own

    def points(self, player: int) -> Fraction:
        return sum((one.points for one in self.rounds[player]), Fraction(0))

    def adjusted(self, player: int) -> Fraction:
        """TB3.1: a requested bye after which only such rounds follow counts as a draw."""
        own, total = self.rounds[player], Fraction(0)
        for at, one in enumerate(own):
            final = one.kind == REQUESTED and all(later.kind in (REQUESTED, ABSENT) for later in own[at + 1 :])
            total += self.draw if final else one.points
        return total

    def contribution(self, player: int, one: Played) -> Fraction:
        """TB3.2."""
        if one.kind == GAME:
            return self.adjusted(one.opponent)
        most = self.draw * self.k if one.kind in (BYE, REQUESTED) else self.adjusted(one.opponent)
        return min(self.points(player), most)

    def kept(self, player: int, low: int, high: int, *, products: bool) -> list[tuple[Fraction, Fraction]]:
        """TB5: score and product of the rounds that are left."""
        rows = []
        for one in self.rounds[player]:
            score = self.contribution(player, one)
            rows.append((score, score * one.points, one.kind in (REQUESTED, ABSENT)))
        for _ in range(min(low, len(rows))):
            ordinary = min(rows, key=lambda row: row[:2])
            value = 1 if products else 0
            voluntary = sorted((row for row in rows if row[2]), key=lambda row: (row[value], row[0]))
            rows.remove(voluntary[0] if voluntary and voluntary[0][value] >= ordinary[value] else ordinary)
        for _ in range(min(high, len(rows))):
            rows.remove(max(rows, key=lambda row: row[:2]))
        return [row[:2] for row in rows]

    def buchholz(self, player: int, low: int = 0, high: int = 0) -> Fraction:
        return sum((score for score, _ in self.kept(player, low, high, products=False)), Fraction(0))

    def berger(self, player: int, low: int = 0) -> Fraction:
        return sum((product for _, product in self.kept(player, low, 0, products=True)), Fraction(0))

    def progressive(self, player: int, left_out: int = 0) -> Fraction:
        own = [one.points for one in self.rounds[player]]
        return sum((sum(own[: at + 1], Fraction(0)) for at in range(left_out, len(own))), Fraction(0))

    def wins(self, player: int) -> int:
        return sum(one.won or one.kind == WALKOVER for one in self.rounds[player])

    def encounter(self, group: Collection[int]) -> dict[int, int]:
        """TB6.4: the place inside the group; 0 where it was not separated."""
        order = self._separated(list(group))
        if len(order) == 1:
            return dict.fromkeys(group, 0)
        return {one: 1 + sum(map(len, order[:at])) for at, level in enumerate(order) for one in level}

    def _separated(self, group: list[int]) -> list[list[int]]:
        if len(group) < 2:
            return [group]
        low: dict[int, Fraction] = {}
        best: dict[int, Fraction] = {}
        for one in group:
            low[one], missing = Fraction(0), 0
            for other in group:
                games = [row.points for row in self.rounds[one] if row.kind == GAME and row.opponent == other]
                low[one] += sum(games) / Fraction(len(games)) if games else 0
                missing += not games and other != one
            best[one] = low[one] + missing * self.win
        if best == low:  # TB6.2
            levels = sorted(set(low.values()), reverse=True)
            if len(levels) == 1:
                return [group]
            return [part for level in levels for part in self._separated([one for one in group if low[one] == level])]
        order, left = [], list(group)  # TB6.3
        while left:
            ahead = [one for one in left if all(low[one] > best[other] for other in left if other != one)]
            if not ahead:
                break
            order.append(ahead)
            left.remove(ahead[0])
        if not order:
            return [group]
        return order + self._separated(left) if left else order
