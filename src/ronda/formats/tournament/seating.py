"""Who sits in the rounds of a tournament file, and whether they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from operator import attrgetter

from ronda.core.model import Player, Round, Setup, Table
from ronda.core.stage_plan import Stage
from ronda.core.values import replace
from ronda.formats.errors import Fault
from ronda.formats.strict_json.shape import MOST


class Seating:
    """Who may sit where: everybody exists, is in the pool of the round and is in it once. A stage seats those who
    entered it, also who left since (docs/rules/stages.md, Readings)."""

    def __init__(self, players: Mapping[int, Player], stages: Sequence[Stage] = ()) -> None:
        begun = (stage.begun for stage in stages if stage.kind != "rounds")
        self.entrants = [(start.after, frozenset(start.players)) for start in begun if start is not None]
        # who was in the pool of every round: most are
        self.always = {
            pid
            for pid, one in players.items()
            if one.joined_round == 1 and one.left_after is None and not one.missed and not one.byes
        }
        # Long lists of missed rounds are looked up in sets.
        absentees = [player for player in players.values() if player.missed]
        self.missed = {player.id: frozenset(player.missed) for player in absentees}
        self.players = {**players, **{player.id: replace(player, missed=()) for player in absentees}}

    def check(self, round_: Round) -> None:
        numbers = set(map(attrgetter("number"), round_.tables))
        if len(numbers) == len(round_.tables) and self._is_plain(round_):
            self._check_told(round_, numbers)
            return
        seen: set[int] = set()
        entered = {player for after, players in self.entrants if after < round_.number for player in players}
        numbers = set()
        for at, table in enumerate(round_.tables):
            if table.number in numbers:
                fault = Fault("duplicate_value", key="number", value=table.number)
                raise fault.within("tables", at, "number")
            numbers.add(table.number)
            self._check_corrections(table, round_.number, at)
            for key, side in (("first", table.first), ("second", table.second)):
                for seat, player in enumerate(side):
                    fault_here = self._fault(player, round_.number, seen, entered=player in entered)
                    if fault_here is not None:
                        raise fault_here.within("tables", at, key, seat)
        for at, bye in enumerate(round_.byes):
            fault_here = self._fault(bye.player, round_.number, seen, asked=bye.kind != "U")
            if fault_here is not None:
                raise fault_here.within("byes", at, "player")
        self._check_told(round_, numbers)

    def _is_plain(self, round_: Round) -> bool:
        """Whether all is well beyond doubt: everybody is always there and sits once, and no table was corrected."""
        seated = [*chain.from_iterable(map(attrgetter("first"), round_.tables))]
        seated += chain.from_iterable(map(attrgetter("second"), round_.tables))
        seated += [bye.player for bye in round_.byes if bye.kind == "U"]
        there = set(seated)
        whole = len(there) == len(seated) and there <= self.always
        plain = all(bye.kind == "U" for bye in round_.byes) and not any(map(attrgetter("earlier"), round_.tables))
        return whole and plain

    def _fault(
        self, player: int, number: int, seen: set[int], *, asked: bool = False, entered: bool = False
    ) -> Fault | None:
        """`asked`: the player has a bye for the asking, which is for those who are not in the pool. `entered`: a stage
        seats the player, in the pool or not."""
        known = self.players.get(player)
        if known is None:
            return Fault("unknown_player", player=player)
        if player in seen:
            return Fault("player_twice", player=player)
        seen.add(player)
        if entered:
            return None
        takes_part = known.plays_in(number) or (asked and known.rests_in(number) is not None)
        if not takes_part or number in self.missed.get(player, ()):
            return Fault("not_in_pool", player=player, round=number)
        return None

    def _check_corrections(self, table: Table, latest: int, at: int) -> None:
        """What stood there until a correction did so when a later round was made, one after the other."""
        for place, earlier in enumerate(table.earlier):
            if earlier.until <= latest:
                fault = Fault("out_of_range", found=earlier.until, low=latest + 1, high=MOST)
                raise fault.within("tables", at, "earlier", place, "until")
            latest = earlier.until

    def _check_told(self, round_: Round, numbers: set[int]) -> None:
        told = set(map(attrgetter("table"), round_.reasons)) - {None}
        named = set(map(attrgetter("player"), round_.reasons)) - {None}
        if not round_.relaxations and told <= numbers and named <= self.players.keys():
            return
        for at, reason in enumerate(round_.reasons):
            if reason.table is not None and reason.table not in numbers:
                raise Fault("unknown_table", table=reason.table).within("reasons", at, "table")
            if reason.player is not None and reason.player not in self.players:
                raise Fault("unknown_player", player=reason.player).within("reasons", at, "player")
        for at, relaxation in enumerate(round_.relaxations):
            for seat, player in enumerate(relaxation.players):
                if player not in self.players:
                    fault = Fault("unknown_player", player=player)
                    raise fault.within("relaxations", at, "players", seat)


def seated(rounds: Sequence[Round], made: Mapping[int, tuple[Setup, tuple[Player, ...]]]) -> None:
    """Who sits in a round could sit there also by what was known when it was made. Raises Fault."""
    seating, listed = Seating({}), None
    for at, round_ in enumerate(rounds):
        setup, players = made[round_.number]
        if players is not listed:
            seating, listed = Seating({player.id: player for player in players}, setup.stages), players
        try:
            seating.check(round_)
        except Fault as fault:
            raise fault.within(at) from None
