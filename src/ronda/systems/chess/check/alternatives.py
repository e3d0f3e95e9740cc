"""chess, for the check: a round together with the rounds to come (C5.4): whether one that does less harm, or that has a
nearer opponent at some table, would have let the rounds to come be made as well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ronda.checking.proofs import BYE, Overlooked, exact_harm, least_harm
from ronda.core.values import Frozen
from ronda.systems.chess.check.look_ahead import Level, Table, ToCome
from ronda.systems.chess.check.relations import Field

STEPS = 60_000  # tables tried for one question
ROUNDS = 1_000  # complete rounds looked at for one question
FEW = 10  # after so many of them it is asked about each table alone


class Joint(Frozen, frozen=True):
    """The field with what is asked of the rounds to come; without a level nothing could be decided about them."""

    field: Field
    ahead: ToCome
    level: Level | None

    @property
    def decided(self) -> bool:
        return self.level is not None and self.ahead.exact

    def allows(self, tables: frozenset[Table]) -> bool:
        return self.level is not None and bool(self.ahead.possible(self.level, tables))

    def least(self, made: int) -> int:
        """The least harm of a round that lets the rounds to come be made. What cannot be decided counts as needed."""
        field = self.field
        resting = [] if field.bye is None else [BYE]
        without = exact_harm([*field.order, *resting], field.price, field.harms.forbidden)
        if without is None or without >= made or not self.decided:
            return made
        least = made
        search = _Rounds(self, [*field.order, *resting])
        while least > without:
            found = search.within(least - 1)
            if found is None:
                return least
            least = found
        return least

    def overlooked(self) -> Iterator[Overlooked]:
        """From the top, somebody preferred to the recorded opponent who could have been had, now and for later."""
        field = self.field
        partner = dict(field.pairs) | {q: p for p, q in field.pairs}
        rest = [player for player in field.order if player != field.bye]
        left = sum(field.price(p, q) for p, q in field.pairs)
        above = [frozenset((field.bye, BYE))] if field.bye is not None else []
        while rest:
            player = rest.pop(0)
            opponent = partner[player]
            for candidate in field.better(player, opponent, rest):
                if self._free(above, player, candidate, rest, left):
                    yield Overlooked(player, opponent, candidate)
                    break
            rest.remove(opponent)
            above.append(frozenset((player, opponent)))
            left -= field.price(player, opponent)

    def _free(self, above: Sequence[Table], player: int, candidate: int, rest: Sequence[int], left: int) -> bool:
        field = self.field
        left -= field.price(player, candidate)
        others = [p for p in rest if p != candidate]
        if left < 0:
            return False
        least = least_harm(others, field.price, field.harms.forbidden)
        if least is None or least > left:
            return False
        together = [*above, frozenset((player, candidate))]
        return _Rounds(self, others, together).within(left) is not None


class _Rounds:
    """Complete rounds of the players, one after the other, with the tables that are settled."""

    def __init__(self, joint: Joint, players: Sequence[int], settled: Sequence[Table] = ()) -> None:
        self.joint, self.players, self.settled = joint, list(players), list(settled)
        self.steps, self.rounds = STEPS, ROUNDS

    def within(self, most: int) -> int | None:
        """The harm of the tables of one that does at most so much, and lets the rounds to come be made. None: there is
        none, or none was found in the steps."""
        try:
            return self._seated(self.players, self.settled, most, 0)
        except TimeoutError:
            return None

    def _seated(self, rest: Sequence[int], tables: Sequence[Table], left: int, harm: int) -> int | None:
        if not rest:
            self.rounds -= 1
            if self.rounds < 0:
                raise TimeoutError
            return harm if self.joint.allows(frozenset(tables)) else None
        player, *others = rest
        for other in others:
            self.steps -= 1
            if self.steps < 0:
                raise TimeoutError
            price = self.joint.field.price(player, other)
            if price <= left and self._thinkable(frozenset((player, other))):
                following = [p for p in others if p != other]
                together = [*tables, frozenset((player, other))]
                found = self._seated(following, together, left - price, harm + price)
                if found is not None:
                    return found
        return None

    def _thinkable(self, table: Table) -> bool:
        level = self.joint.level
        return level is None or self.rounds > ROUNDS - FEW or self.joint.ahead.thinkable(level, table)
