"""The rounds of a tournament file, and whether everybody can sit where they do; and what a round was made with, where
that has changed since: options, wishes, players. Then and only then it stands in the file, so that everybody who opens
it judges the round, and makes it again, by what was known (S4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET

from ronda.core import (
    Approval,
    Avoid,
    Bye,
    Earlier,
    Frozen,
    OptionValue,
    Penalty,
    Player,
    Result,
    Round,
    Setup,
    Table,
    Tournament,
    replace,
)
from ronda.core.stage_plan import Stage
from ronda.core.verdicts import RECORDED, Reason, Refusal, Relaxation
from ronda.formats.errors import Fault, shown, within
from ronda.formats.fact_text import Then
from ronda.formats.json_types import MOST, in_parts, refuse_blank
from ronda.formats.tournament.rows import (
    FileBye,
    FileEarlier,
    FileReason,
    FileRelaxation,
    FileRound,
    FileTable,
    refuse_strangers,
)
from ronda.systems import System

_MOST_SIDE = 3


def rounds_of(rows: Sequence[FileRound], system: System, setup: Setup, players: Mapping[int, Player]) -> list[Round]:
    """The rounds, in order, the first one first. Raises Fault."""
    reader = _Reader(system, setup)
    seating = SeatChecks(players, setup.stages)
    found: list[Round] = []
    for at, row in enumerate(rows):
        with within(at):
            round_ = reader.round(row)
            if row.number != at + 1:
                raise Fault("wrong_value", expected=at + 1, found=row.number).within("number")
            seating.check(round_)
            found.append(_settled(round_, found[-1] if found else None))
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
            tuple(Reason(*_verdict(one, "reasons", at), one.table, one.player) for at, one in enumerate(row.reasons)),
            tuple(_relaxation(one, at) for at, one in enumerate(row.relaxations)),
            approved,
            "published" if row.status is UNSET else row.status,
            row.by_hand,
        )

    def _table(self, row: FileTable, at: int) -> Table:
        with within("tables", at):
            for key, side in (("first", row.first), ("second", row.second)):
                if self.size is not None and len(side) != self.size:
                    raise Fault("wrong_length", expected=self.size, found=len(side)).within(key)
                if not 1 <= len(side) <= _MOST_SIDE:
                    raise Fault("out_of_range", found=len(side), low=1, high=_MOST_SIDE).within(key)
            table = Table(row.number, row.first, row.second, self._result(row.result), row.absent)
            _refuse_not_seated(table, row.absent)
            if row.earlier:
                earlier = tuple(self._earlier(table, one, place) for place, one in enumerate(row.earlier))
                table = replace(table, earlier=earlier)
        return table

    def _earlier(self, table: Table, row: FileEarlier, at: int) -> Earlier:
        with within("earlier", at):
            _refuse_not_seated(table, row.absent)
            return Earlier(self._result(row.result), row.until, row.absent)

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
            with within("byes", at, "points"):
                parts = in_parts(row.points, self.unit, 0, self.unit * MOST)
        return Bye(row.player, parts, row.differential, "U" if row.kind is UNSET else row.kind)


def _relaxation(row: FileRelaxation, at: int) -> Relaxation:
    code, article, facts = _verdict(row, "relaxations", at)
    return Relaxation(code, article, row.players, facts)


def _verdict(row: FileReason | FileRelaxation, *steps: str | int) -> tuple[str, str, dict[str, Any]]:
    if row.code is not UNSET:
        return row.code, row.article, row.facts
    if row.text is UNSET:
        raise Fault("missing_key", key="code").within(*steps)
    return RECORDED, row.article, {"text": row.text}


def _refuse_not_seated(table: Table, absent: tuple[int, ...]) -> None:
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
                raise Fault("duplicate_value", key="number", value=table.number).within("tables", at, "number")
            numbers.add(table.number)
            _check_corrections(table, round_.number, at)
            for key, side in (("first", table.first), ("second", table.second)):
                for seat, player in enumerate(side):
                    fault = self._fault(player, round_.number, seen, entered=player in entered)
                    if fault is not None:
                        raise fault.within("tables", at, key, seat)
        for at, bye in enumerate(round_.byes):
            fault = self._fault(bye.player, round_.number, seen, asked=bye.kind != "U")
            if fault is not None:
                raise fault.within("byes", at, "player")
        for at, reason in enumerate(round_.reasons):
            if reason.table is not None and reason.table not in numbers:
                raise Fault("unknown_table", table=reason.table).within("reasons", at, "table")
            if reason.player is not None:
                refuse_strangers(self.players, [(reason.player, ("reasons", at, "player"))])
        for at, relaxation in enumerate(round_.relaxations):
            named = enumerate(relaxation.players)
            refuse_strangers(self.players, ((player, ("relaxations", at, "players", seat)) for seat, player in named))

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
        takes_part = known.plays_in(number) or (asked and known.rests_in(number) is not None)
        if entered or (takes_part and number not in self.missed.get(player, ())):
            return None
        return Fault("not_in_pool", player=player, round=number)


def _check_corrections(table: Table, latest: int, at: int) -> None:
    """What stood there until a correction did so when a later round was made, one after the other."""
    for place, earlier in enumerate(table.earlier):
        if earlier.until <= latest:
            fault = Fault("out_of_range", found=earlier.until, low=latest + 1, high=MOST)
            raise fault.within("tables", at, "earlier", place, "until")
        latest = earlier.until


def check_seating(rounds: Sequence[Round], made: Mapping[int, tuple[Setup, tuple[Player, ...]]]) -> None:
    """Who sits in a round could sit there also by what was known when it was made. Raises Fault."""
    seating, listed = SeatChecks({}), None
    for at, round_ in enumerate(rounds):
        setup, players = made[round_.number]
        if players is not listed:
            seating, listed = SeatChecks({player.id: player for player in players}, setup.stages), players
        with within(at):
            seating.check(round_)


class Difference(Frozen):
    """What was otherwise when a round was made than when the next one was (after the last one: than it is now).
    `entered`: so many players of the list were there already. None: the same."""

    options: Mapping[str, OptionValue] | None = None
    avoid: tuple[Avoid, ...] | None = None
    entered: int | None = None
    players: tuple[Player, ...] = ()
    penalties: tuple[Penalty, ...] | None = None

    def __bool__(self) -> bool:
        return self != Difference()


def differences(tournament: Tournament) -> dict[int, Difference]:
    """By round, where there is any; also of the next one, if a stage that has begun makes it."""
    found: dict[int, Difference] = {}
    later: Then = (tournament.setup, tournament.players)
    for number in range(len(tournament.rounds) + 1, 0, -1):
        then = tournament.made_with.get(number, later)
        difference = _difference(then, later)
        if difference:
            found[number] = difference
        later = then
    return found


def _difference(then: Then, later: Then) -> Difference:
    (setup, players), (next_setup, next_players) = then, later
    if setup is next_setup and players is next_players:
        return Difference()
    known = {player.id: player for player in next_players}
    return Difference(
        None if setup.options == next_setup.options else setup.options,
        None if setup.avoid == next_setup.avoid else setup.avoid,
        None if len(players) == len(next_players) else len(players),
        tuple(player for player in players if player != known.get(player.id)),
        None if setup.penalties == next_setup.penalties else setup.penalties,
    )


def made_with(
    setup: Setup, players: Sequence[Player], rounds: Sequence[Round], found: Mapping[int, Difference]
) -> dict[int, Then]:
    """What each round was made with, from what stands in the file. Raises Fault."""
    made: dict[int, Then] = {}
    later: Then = (setup, tuple(players))
    for at in reversed(range(len(rounds) + 1)):
        difference = found.get(at + 1)
        if difference is not None:
            with within(at, "made_with"):
                later = _earlier(difference, later)
        if difference is not None or at < len(rounds):
            made[at + 1] = later
    return made


def _earlier(difference: Difference, later: Then) -> Then:
    setup, players = later
    for name in difference.options or ():  # an option that was set once stays set
        if name not in setup.options:
            raise Fault("unknown_key", key=name, known=list(setup.options)).within("options", name)
    then = {"options": difference.options, "avoid": difference.avoid, "penalties": difference.penalties}
    setup = replace(setup, **{name: value for name, value in then.items() if value is not None})
    if difference.entered is not None:
        if difference.entered > len(players):
            raise Fault("out_of_range", found=difference.entered, low=0, high=len(players)).within("entered")
        players = players[: difference.entered]
    known = {player.id: player for player in players}
    refuse_strangers(known, ((player.id, ("players", at, "id")) for at, player in enumerate(difference.players)))
    wished = [(pid, at, own) for at, wish in enumerate(setup.avoid) for own, pid in enumerate(wish.players)]
    refuse_strangers(known, ((pid, ("avoid", at, "players", own)) for pid, at, own in wished))
    known |= {player.id: player for player in difference.players}
    return setup, tuple(known.values()) if difference.players else players
