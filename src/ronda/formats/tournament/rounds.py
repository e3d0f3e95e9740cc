"""The rounds of a tournament file, and whether everybody can sit where they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from ronda.core.model import Approval, Bye, Earlier, Player, Result, Round, Setup, Table
from ronda.core.stage_plan import Stage
from ronda.core.values import replace
from ronda.core.verdicts import RECORDED, Reason, Refusal, Relaxation
from ronda.formats.errors import Fault, shown
from ronda.formats.strict_json.types import MOST, in_parts, refuse_blank
from ronda.formats.tournament.rows import FileBye, FileEarlier, FileReason, FileRelaxation, FileRound, FileTable
from ronda.systems import System

_MOST_SIDE = 3


def rounds_of(rows: Sequence[FileRound], system: System, setup: Setup, players: Mapping[int, Player]) -> list[Round]:
    """The rounds, in order, the first one first. Raises Fault."""
    reader = _Reader(system, setup)
    seating = SeatChecks(players, setup.stages)
    found: list[Round] = []
    for at, row in enumerate(rows):
        try:
            round_ = reader.round(row)
            if row.number != at + 1:
                raise Fault("wrong_value", expected=at + 1, found=row.number).within("number")
            seating.check(round_)
            found.append(_settled(round_, found[-1] if found else None))
        except Fault as fault:
            raise fault.within(at) from None
    return found


def _settled(round_: Round, before: Round | None) -> Round:
    """Only the last round can be a draft. One that has results is none: somebody has played it. (That a result is
    missing in a closed round is for `check` to say: the event must be opened to be mended.)"""
    if before is not None and before.status == "draft":
        raise Fault("round_after_draft", round=round_.number, draft=before.number).within("number")
    if round_.status == "draft" and any(table.result is not None for table in round_.tables):
        return replace(round_, status="published")
    return round_


class _Reader:
    """Rows of rounds as values, by the rules of the system. Raises Fault."""

    def __init__(self, system: System, setup: Setup) -> None:
        self.system, self.setup, self.unit = system, setup, system.rules.scoring(setup).unit
        self.results: dict[str, Result] = {}  # each is read once, as somebody could have typed it
        # where there are several sizes, or stages, whose sides may have another one (ST7), `check` judges them
        sizes = range(1, _MOST_SIDE + 1) if setup.stages else system.rules.seating.side_sizes(setup)
        self.size = sizes[0] if len(sizes) == 1 else None

    def round(self, row: FileRound) -> Round:
        if row.system is not UNSET and row.system != self.system.id:
            raise Fault("unknown_choice", found=shown(row.system), known=[self.system.id]).within("system")
        approved = None
        if row.approved is not None:
            approved = Approval(row.approved.by, row.approved.reason)
            refuse_blank(approved.by, "approved", "by")
            refuse_blank(approved.reason, "approved", "reason")
        return Round(
            row.number,
            tuple(self._table(one, at) for at, one in enumerate(row.tables)),
            tuple(self._bye(one, at) for at, one in enumerate(row.byes)),
            row.seed,
            row.edition,
            tuple(Reason(*_told(one, "reasons", at), one.table, one.player) for at, one in enumerate(row.reasons)),
            tuple(_relaxation(one, at) for at, one in enumerate(row.relaxations)),
            approved,
            "published" if row.status is UNSET else row.status,
            row.by_hand,
        )

    def _table(self, row: FileTable, at: int) -> Table:
        try:
            for key, side in (("first", row.first), ("second", row.second)):
                if self.size is not None and len(side) != self.size:
                    raise Fault("wrong_length", expected=self.size, found=len(side)).within(key)
                if not 1 <= len(side) <= _MOST_SIDE:
                    raise Fault("out_of_range", found=len(side), low=1, high=_MOST_SIDE).within(key)
            table = Table(row.number, row.first, row.second, self._result(row.result), row.absent)
            if row.absent:
                _refuse_strangers(table, row.absent)
            if row.earlier:
                earlier = tuple(self._earlier(table, one, place) for place, one in enumerate(row.earlier))
                table = replace(table, earlier=earlier)
        except Fault as fault:
            raise fault.within("tables", at) from None
        return table

    def _earlier(self, table: Table, row: FileEarlier, at: int) -> Earlier:
        try:
            _refuse_strangers(table, row.absent)
            return Earlier(self._result(row.result), row.until, row.absent)
        except Fault as fault:
            raise fault.within("earlier", at) from None

    def _result(self, text: object) -> Result | None:
        if not isinstance(text, str):  # null, or left out
            return None
        if text not in self.results:
            result = self.system.rules.results.read(text, self.setup)
            if isinstance(result, Refusal):
                fault = Fault("bad_result", code=result.code, article=result.article, facts=result.facts)
                raise fault.within("result")
            self.results[text] = result
        return self.results[text]

    def _bye(self, row: FileBye, at: int) -> Bye:
        parts = None
        if row.points is not None:
            try:
                parts = in_parts(row.points, self.unit, 0, self.unit * MOST)
            except Fault as fault:
                raise fault.within("byes", at, "points") from None
        return Bye(row.player, parts, row.differential, "U" if row.kind is UNSET else row.kind)


def _relaxation(row: FileRelaxation, at: int) -> Relaxation:
    code, article, facts = _told(row, "relaxations", at)
    return Relaxation(code, article, row.players, facts)


def _told(row: FileReason | FileRelaxation, *steps: str | int) -> tuple[str, str, dict[str, Any]]:
    if row.code is not UNSET:
        return row.code, row.article, row.facts
    if row.text is UNSET:
        raise Fault("missing_key", key="code").within(*steps)
    return RECORDED, row.article, {"text": row.text}


def _refuse_strangers(table: Table, absent: tuple[int, ...]) -> None:
    """Only players of the table can have been missing from it, each of them once."""
    for at, player in enumerate(absent):
        if player not in table.players:
            raise Fault("not_at_table", player=player).within("absent", at)
        if player in absent[:at]:
            raise Fault("player_twice", player=player).within("absent", at)


class SeatChecks:
    """Who may sit where: everybody exists, is in the pool of the round and is in it once. A stage seats those who
    entered it, also who left since (docs/rules/stages.md, Readings)."""

    def __init__(self, players: Mapping[int, Player], stages: Sequence[Stage] = ()) -> None:
        begun = (stage.begun for stage in stages if stage.kind != "rounds")
        self.entrants = [(start.after, frozenset(start.players)) for start in begun if start is not None]
        # Long lists of missed rounds are looked up in sets.
        absentees = [player for player in players.values() if player.missed]
        self.missed = {player.id: frozenset(player.missed) for player in absentees}
        self.players = {**players, **{player.id: replace(player, missed=()) for player in absentees}}

    def check(self, round_: Round) -> None:
        """Raises Fault."""
        seen: set[int] = set()
        entered = {player for after, players in self.entrants if after < round_.number for player in players}
        numbers: set[int] = set()
        for at, table in enumerate(round_.tables):
            if table.number in numbers:
                fault = Fault("duplicate_value", key="number", value=table.number)
                raise fault.within("tables", at, "number")
            numbers.add(table.number)
            if table.earlier:
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


def check_seating(rounds: Sequence[Round], made: Mapping[int, tuple[Setup, tuple[Player, ...]]]) -> None:
    """Who sits in a round could sit there also by what was known when it was made. Raises Fault."""
    seating, listed = SeatChecks({}), None
    for at, round_ in enumerate(rounds):
        setup, players = made[round_.number]
        if players is not listed:
            seating, listed = SeatChecks({player.id: player for player in players}, setup.stages), players
        try:
            seating.check(round_)
        except Fault as fault:
            raise fault.within(at) from None
