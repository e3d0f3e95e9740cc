"""Facts folded into a tournament, and the tournament as it stood when a round was made."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ronda.core.erasing import emptied, fees_left, left_of, silenced, silent_appeal
from ronda.core.facts import (
    AppealDecided,
    Appealed,
    Approved,
    Archived,
    AvoidChanged,
    ByeRequested,
    CheckedIn,
    Closed,
    Created,
    Deleted,
    Discarded,
    Edited,
    Entered,
    Erased,
    Fact,
    FeeSet,
    FeesPublished,
    Finished,
    Left,
    LotDrawn,
    Missed,
    OptionsChanged,
    Paid,
    Paired,
    Penalised,
    PenaltyLifted,
    PrizesPublished,
    Published,
    Rearranged,
    Redone,
    Renamed,
    Reported,
    ResultEntered,
    Returned,
    StageBegun,
    StagesPlanned,
    StageTakenBack,
    Undone,
)
from ronda.core.model import Earlier, Player, RequestedBye, Round, Setup, Table, Tournament, stage_begun_after
from ronda.core.prize_rules import OwnFee
from ronda.core.values import replace


def fold(facts: Iterable[Fact], start: Tournament | None = None) -> Tournament:
    """The tournament that the facts tell of, or what becomes of `start` by them. Undoing is not done here: see
    `in_force`."""
    folding = Folding(start)
    for fact in facts:
        folding.add(fact)
    return folding.tournament()


def undone(facts: Iterable[Fact]) -> set[int]:
    """The versions of the facts that were undone, and not redone. The first fact has version 1."""
    found: set[int] = set()
    for fact in facts:
        match fact:
            case Undone(versions=versions):
                found.update(versions)
            case Redone(versions=versions):
                found.difference_update(versions)
    return found


def in_force(facts: Sequence[Fact]) -> list[Fact]:
    """The facts that count: not what was undone, nor the undoing itself."""
    without = undone(facts)
    return [
        fact
        for version, fact in enumerate(facts, start=1)
        if version not in without and not isinstance(fact, Undone | Redone)
    ]


_NOTHING = Tournament(Setup(""))  # before the first fact


class Folding:
    """A tournament in the making, fact after fact. The tables of a round that gets results are kept by number, so that
    each is put in its place at once; a round without has None there."""

    def __init__(self, start: Tournament | None) -> None:
        self.known = start = start or _NOTHING  # what has no place of its own here
        self._listed: tuple[Player, ...] | None = start.players
        self._players: dict[int, Player] | None = None
        self.rounds = list(start.rounds)
        self.tables: list[dict[int, Table] | None] = [None] * len(self.rounds)
        self.numbered = dict(start.numbered)
        self.made_with = dict(start.made_with)
        self.reports = dict(start.reports)
        self.here = set(start.here)

    def tournament(self) -> Tournament:
        assert self.setup.system, "the first fact creates the tournament"
        return replace(
            self.known,
            players=self._roll(),
            rounds=tuple(map(_with_tables, self.rounds, self.tables)),
            numbered=self.numbered.copy(),
            made_with=self.made_with.copy(),
            here=frozenset(self.here),
            reports=self.reports.copy(),
        )

    @property
    def setup(self) -> Setup:
        return self.known.setup

    def _change(self, **fields: Any) -> None:
        self.known = replace(self.known, **fields)

    def _change_setup(self, **fields: Any) -> None:
        self._change(setup=replace(self.setup, **fields))

    def _change_fees(self, **fields: Any) -> None:
        self._change(fees=replace(self.known.fees, **fields))

    @property
    def players(self) -> dict[int, Player]:
        """By id, to be changed."""
        if self._players is None:
            self._players = {player.id: player for player in self._listed or ()}
        self._listed = None
        return self._players

    def _roll(self) -> tuple[Player, ...]:
        """All players; the same list as before if nothing has happened to them."""
        if self._listed is None:
            self._listed = tuple((self._players or {}).values())
        return self._listed

    def add(self, fact: Fact) -> None:
        match fact:
            case ResultEntered():
                here = self._tables(fact.round)
                here[fact.table] = _with_result(here[fact.table], fact, self._latest())
                if fact.round == len(self.rounds):
                    self.reports.pop(fact.table, None)
            case Reported():
                self._report(fact)
            # the players
            case Entered(player=player):
                self.players[player.id] = player
                self._come(player.id)
            case Edited(player=player):
                self.players[player.id] = player
                if self._has_left(player):
                    self.here.discard(player.id)
            case CheckedIn(player=pid, here=arrived):
                self.here.add(pid) if arrived else self.here.discard(pid)
            case Left(player=pid, after=after):
                self._change_player(pid, left_after=after)
                self.here.discard(pid)
            case Returned(player=pid, round=number):
                self.players[pid] = _returned(self.players[pid], number)
                self._come(pid)
            case Missed(player=pid, round=number):
                self._change_player(pid, missed=tuple(sorted({*self.players[pid].missed, number})))
            case ByeRequested(player=pid, round=number, kind=kind):
                self.players[pid] = _with_bye(self.players[pid], number, kind)
            # the rounds
            case Paired():
                self._pair(fact)
            case Rearranged(round=made):
                self.reports.clear()
                self.rounds[-1] = made
                self.tables[-1] = None
                self._seat(made)
            case Discarded(round=number):
                self.reports.clear()
                self._discard(number)
            case Approved(round=number, approval=approval):
                self._change_round(number, approved=approval)
            case Published(round=number):
                self._change_round(number, status="published")
                self._seat(self.rounds[number - 1])
            case Closed(round=number):
                self._change_round(number, status="closed")
            # the settings
            case Created(setup=setup):
                self._change(setup=setup)
            case Renamed(name=name):
                self._change_setup(name=name)
            case OptionsChanged(options=options):
                self._change_setup(options={**self.setup.options, **options})
            case AvoidChanged(avoid=avoid):
                self._change_setup(avoid=avoid)
            case StagesPlanned(stages=stages):
                self._change_setup(stages=stages)
            case StageBegun() | StageTakenBack():
                self._stage(fact)
            # penalties, prizes and fees
            case Penalised(penalty=penalty):
                self._change_setup(penalties=(*self.setup.penalties, penalty))
            case PenaltyLifted(penalty=number):
                lifted = tuple(replace(p, lifted=True) if p.id == number else p for p in self.setup.penalties)
                self._change_setup(penalties=lifted)
            case Appealed(appeal=appeal):
                self._change(appeals=(*self.known.appeals, appeal))
            case AppealDecided(appeal=number, outcome=outcome, by=by, reason=reason):
                decided = {"outcome": outcome, "by": by, "reason": reason}
                self._change(
                    appeals=tuple(replace(one, **decided) if one.id == number else one for one in self.known.appeals)
                )
            case PrizesPublished(rules=prizes):
                self._change(prizes=prizes)
            case FeesPublished(rules=fees):
                self._change_fees(rules=fees)
            case FeeSet(player=pid, amount=amount, reason=reason):
                own = {one: due for one, due in self.known.fees.own.items() if one != pid}
                self._change_fees(own=own if amount is None else {**own, pid: OwnFee(amount, reason)})
            case Paid(payment=payment):
                self._change_fees(payments=(*self.known.fees.payments, payment))
            # the event
            case Finished(again=again):
                self._change(finished=not again)
            case LotDrawn(seed=seed):
                self._change(lot=seed)
            case Archived(away=away):
                self._change(archived=away)
            case Deleted(gone=gone):
                self._change(deleted=gone)
            case Erased():
                self._erase(fact)
            case Undone() | Redone():
                pass

    def _stage(self, fact: StageBegun | StageTakenBack) -> None:
        stages = list(self.setup.stages)
        begun = fact.begun if isinstance(fact, StageBegun) else None
        stages[fact.stage - 1] = replace(stages[fact.stage - 1], begun=begun)
        self._change_setup(stages=tuple(stages))
        following = len(self.rounds) + 1
        if begun is not None:  # beside another one that began before, also with those who have entered since
            setup, players = self.made_with.get(following, (self.setup, ()))
            self.made_with[following] = setup, (*players, *self._roll()[len(players) :])
        elif not self._begins(following):
            self.made_with.pop(following, None)
            self._forget_until(following)

    def _begins(self, number: int) -> bool:
        """Whether a stage begins with that round: the round follows from what was known when the stage began."""
        return stage_begun_after(self.known, number - 1) is not None

    def _latest(self) -> int:
        """The last round that follows from the results as they are: one that a stage begins with, before it is made."""
        return len(self.rounds) + (len(self.rounds) + 1 in self.made_with)

    def _change_player(self, pid: int, **fields: Any) -> None:
        self.players[pid] = replace(self.players[pid], **fields)

    def _report(self, fact: Reported) -> None:
        if fact.round != len(self.rounds):  # the round it speaks of was undone since
            return
        said = {player: result for player, result in self.reports.get(fact.table, {}).items() if player != fact.player}
        if fact.result is not None:
            said[fact.player] = fact.result
        self.reports[fact.table] = said

    def _erase(self, fact: Erased) -> None:
        """Also what rounds were made with: nobody's name is left anywhere. (Where that stands in the facts, it is taken
        out of them as well; a file has no others.)"""
        numbers = fact.numbers if self.rounds else {}
        for pid in {*fact.players, *numbers} & self.players.keys():
            self.players[pid] = left_of(self.players[pid], fact.players, numbers)
        self.made_with = {
            number: (
                silenced(setup, fact.players, fact.rounds),
                tuple(left_of(player, fact.players, numbers) for player in players),
            )
            for number, (setup, players) in self.made_with.items()
        }
        self._change(
            setup=silenced(self.setup, fact.players, fact.rounds),
            fees=fees_left(self.known.fees, fact.players, fact.rounds),
            appeals=tuple(silent_appeal(one, fact.players, fact.rounds) for one in self.known.appeals),
        )
        if numbers:
            self.numbered[1] = tuple(sorted({*self.numbered.get(1, ()), *numbers}))
        for number in fact.rounds:
            if 0 < number <= len(self.rounds):  # 0: what was written about no round
                self.rounds[number - 1] = emptied(self.rounds[number - 1])

    def _pair(self, fact: Paired) -> None:
        self.reports.clear()
        made, numbers = fact.round, fact.numbers
        for pid, number in numbers.items():
            self._change_player(pid, number=number)
        self.rounds.append(made)
        self.tables.append(None)
        if numbers:
            self.numbered[made.number] = tuple(sorted(numbers))
        if made.number in self.made_with:  # since a stage began; another may have begun beside it
            setup, players = self.made_with[made.number]
            self.made_with[made.number] = replace(setup, stages=self.setup.stages), players
        else:
            self.made_with[made.number] = self.setup, self._roll()
        self._seat(made)

    def _change_round(self, number: int, **fields: Any) -> None:
        self.rounds[number - 1] = replace(self.rounds[number - 1], **fields)

    def _has_left(self, player: Player) -> bool:
        """By now; a file tells of it with the particulars of the player."""
        return player.left_after is not None and player.left_after <= len(self.rounds)

    def _seat(self, round_: Round) -> None:
        """Whoever plays is in the hall, and whoever would have, had there been an opponent; not who asked to rest, nor
        who has left since. A draft is nobody's place yet."""
        if round_.status != "draft":
            self.here.update(player for table in round_.tables for player in table.players)
            self.here.update(bye.player for bye in round_.byes if bye.kind == "U")
            self.here.difference_update(player.id for player in self._roll() if self._has_left(player))

    def _come(self, player: int) -> None:
        """Who is entered, or comes back, once there is a round stands at the desk."""
        if any(round_.status != "draft" for round_ in self.rounds):
            self.here.add(player)

    def _discard(self, number: int) -> None:
        """As if the round had never been made: also its start numbers, and what was kept for its sake, go."""
        self.rounds.pop()
        self.tables.pop()
        if self._begins(number):  # the stage has begun all the same
            return
        self.made_with.pop(number, None)
        before = {player.id: player.number for player in self.made_with.get(number - 1, (None, ()))[1]}
        for pid in self.numbered.pop(number, ()):  # who had another number before has that one again
            self._change_player(pid, number=before.get(pid))
        self._forget_until(number)

    def _forget_until(self, number: int) -> None:
        """No result is kept for the sake of that round, which does not follow from it any more."""
        for own in range(1, number):
            tables = self._tables(own)
            for table in [table for table in tables.values() if table.earlier]:
                tables[table.number] = _known_before(table, own, number)

    def round(self, number: int) -> Round:
        """A round as it stands."""
        return _with_tables(self.rounds[number - 1], self.tables[number - 1])

    def table(self, round_: int, number: int) -> Table:
        """A table of a round as it stands."""
        return self._tables(round_)[number]

    def _tables(self, number: int) -> dict[int, Table]:
        """The tables of a round, by number."""
        found = self.tables[number - 1]
        if found is None:
            found = self.tables[number - 1] = {table.number: table for table in self.rounds[number - 1].tables}
        return found


def _known_before(table: Table, own: int, number: int) -> Table:
    """The table of round `own` with what its result was when rounds before `number` were made."""
    kept: list[Earlier] = []
    for earlier in table.earlier:
        until = min(earlier.until, number - 1)
        if until > (kept[-1].until if kept else own):
            kept.append(replace(earlier, until=until))
    return replace(table, earlier=tuple(kept))


def _with_tables(round_: Round, tables: dict[int, Table] | None) -> Round:
    if tables is None or all(before is after for before, after in zip(round_.tables, tables.values(), strict=True)):
        return round_
    return replace(round_, tables=tuple(tables.values()))


def _returned(player: Player, number: int) -> Player:
    """In the pool from this round on, whether the player had left, paused or was to come later."""
    away = () if player.left_after is None else range(player.left_after + 1, number)
    missed = {*player.missed, *away} - {number}
    joined = min(player.joined_round, number)
    back = replace(player, joined_round=joined, left_after=None, missed=tuple(sorted(missed)))
    return _with_bye(back, number, None) if player.byes else back


def _with_bye(player: Player, number: int, kind: RequestedBye | None) -> Player:
    others = [(asked, own) for asked, own in player.byes if asked != number]
    return replace(player, byes=tuple(sorted([*others, (number, kind)] if kind else others)))


def _with_result(table: Table, fact: ResultEntered, latest: int) -> Table:
    """The table with its new result. What stood there when later rounds were made is kept (S4)."""
    earlier = table.earlier
    if latest > fact.round and not (earlier and earlier[-1].until == latest):
        earlier = (*earlier, Earlier(table.result, latest, table.absent))
    return replace(table, result=fact.result, absent=fact.absent, earlier=earlier)


def running(tournament: Tournament) -> int | None:
    """The number of the round that is being played: the last one, while a result is missing."""
    if not tournament.rounds or all(table.result is not None for table in tournament.rounds[-1].tables):
        return None
    return tournament.rounds[-1].number


def before_round(tournament: Tournament, number: int) -> Tournament:
    """The tournament as it was known when round `number` was made: later rounds are cut off, results that were
    corrected afterwards read as they did then, and so do options, wishes and players (S4)."""
    if number > len(tournament.rounds):
        return tournament
    setup, players = tournament.made_with.get(number, (tournament.setup, tournament.players))
    rounds = tuple(_as_known(round_, number) for round_ in tournament.rounds[: number - 1])
    return replace(tournament, setup=setup, players=players, rounds=rounds)


def _as_known(round_: Round, number: int) -> Round:
    if not any(t.earlier for t in round_.tables):
        return round_
    return replace(round_, tables=tuple(_table_as_known(t, number) for t in round_.tables))


def _table_as_known(table: Table, number: int) -> Table:
    for earlier in table.earlier:
        if number <= earlier.until:
            return replace(table, result=earlier.result, absent=earlier.absent, earlier=())
    return table
