"""Facts folded into a tournament, and the tournament as it stood when a round was made."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

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
    RosterFact,
    RoundFact,
    StageBegun,
    StagesPlanned,
    StageTakenBack,
    Undone,
)
from ronda.core.model import Earlier, Player, RequestedBye, Result, Round, Setup, Table, Tournament
from ronda.core.prize_rules import FeeBook, OwnFee
from ronda.core.stage_plan import Stage
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


class Folding:
    """A tournament in the making, fact after fact. The tables of a round that gets results are kept by number, so that
    each is put in its place at once; a round without has None there."""

    def __init__(self, start: Tournament | None) -> None:
        self.setup: Setup | None = start.setup if start else None
        self._listed: tuple[Player, ...] | None = start.players if start else ()
        self._players: dict[int, Player] | None = None
        self.rounds: list[Round] = list(start.rounds) if start else []
        self.tables: list[dict[int, Table] | None] = [None] * len(self.rounds)
        self.numbered: dict[int, tuple[int, ...]] = dict(start.numbered) if start else {}
        self.made_with: dict[int, tuple[Setup, tuple[Player, ...]]] = dict(start.made_with) if start else {}
        self.reports: dict[int, Mapping[int, Result]] = dict(start.reports) if start else {}
        self.here: set[int] = set(start.here) if start else set()
        self.finished = start.finished if start else False
        self.archived = start.archived if start else False
        self.deleted = start.deleted if start else False
        self.prizes = start.prizes if start else None
        self.fees = start.fees if start else FeeBook()
        self.appeals = start.appeals if start else ()

    def tournament(self) -> Tournament:
        assert self.setup is not None, "the first fact creates the tournament"
        return Tournament(
            setup=self.setup,
            players=self._roll(),
            rounds=tuple(map(_with_tables, self.rounds, self.tables)),
            numbered=self.numbered.copy(),
            made_with=self.made_with.copy(),
            here=frozenset(self.here),
            reports=self.reports.copy(),
            finished=self.finished,
            archived=self.archived,
            deleted=self.deleted,
            prizes=self.prizes,
            fees=self.fees,
            appeals=self.appeals,
        )

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
            case Created() | Renamed() | OptionsChanged() | AvoidChanged() | Penalised() | PenaltyLifted():
                self._set_up(fact)
            case Entered() | Edited() | CheckedIn() | Left() | Returned() | Missed() | ByeRequested():
                self._roster(fact)
            case Paired() | Rearranged() | Discarded() | Approved() | Published() | Closed():
                self._round(fact)
            case ResultEntered():
                here = self._tables(fact.round)
                here[fact.table] = _with_result(here[fact.table], fact, self._latest())
                if fact.round == len(self.rounds):
                    self.reports.pop(fact.table, None)
            case Reported():
                self._report(fact)
            case Erased():
                self._erase(fact)
            case PrizesPublished(rules=rules):
                self.prizes = rules
            case StagesPlanned() | StageBegun() | StageTakenBack():
                self._stage(fact)
            case FeesPublished() | FeeSet() | Paid():
                self._fee(fact)
            case Appealed(appeal=appeal):
                self.appeals = (*self.appeals, appeal)
            case AppealDecided(appeal=number, outcome=outcome, by=by, reason=reason):
                self.appeals = tuple(
                    replace(one, outcome=outcome, by=by, reason=reason) if one.id == number else one
                    for one in self.appeals
                )
            case Finished(again=again):
                self.finished = not again
            case Archived(away=away):
                self.archived = away
            case Deleted(gone=gone):
                self.deleted = gone
            case Undone() | Redone():
                pass

    def _set_up(self, fact: Created | Renamed | OptionsChanged | AvoidChanged | Penalised | PenaltyLifted) -> None:
        if isinstance(fact, Created):
            self.setup = fact.setup
            return
        assert self.setup is not None, "the first fact creates the tournament"
        match fact:
            case Renamed(name=name):
                self.setup = replace(self.setup, name=name)
            case OptionsChanged(options=options):
                self.setup = replace(self.setup, options={**self.setup.options, **options})
            case AvoidChanged(avoid=avoid):
                self.setup = replace(self.setup, avoid=avoid)
            case Penalised(penalty=penalty):
                self.setup = replace(self.setup, penalties=(*self.setup.penalties, penalty))
            case PenaltyLifted(penalty=number):
                after = tuple(replace(p, lifted=True) if p.id == number else p for p in self.setup.penalties)
                self.setup = replace(self.setup, penalties=after)

    def _stage(self, fact: StagesPlanned | StageBegun | StageTakenBack) -> None:
        assert self.setup is not None, "the first fact creates the tournament"
        if isinstance(fact, StagesPlanned):
            self.setup = replace(self.setup, stages=fact.stages)
            return
        stages = list(self.setup.stages)
        begun = fact.begun if isinstance(fact, StageBegun) else None
        stages[fact.stage - 1] = replace(stages[fact.stage - 1], begun=begun)
        self.setup = replace(self.setup, stages=tuple(stages))
        following = len(self.rounds) + 1
        if begun is not None:  # beside another one that began before, also with those who have entered since
            setup, players = self.made_with.get(following, (self.setup, ()))
            self.made_with[following] = setup, (*players, *self._roll()[len(players) :])
        elif not self._begins(following):
            self.made_with.pop(following, None)
            self._forget_until(following)

    def _begins(self, number: int) -> bool:
        """Whether a stage begins with that round: the round follows from what was known when the stage began."""
        stages = self.setup.stages if self.setup is not None else ()
        return any(s.begun is not None and s.kind != "rounds" and s.begun.after == number - 1 for s in stages)

    def _latest(self) -> int:
        """The last round that follows from the results as they are: one that a stage begins with, before it is made."""
        return len(self.rounds) + (len(self.rounds) + 1 in self.made_with)

    def _fee(self, fact: FeesPublished | FeeSet | Paid) -> None:
        match fact:
            case FeesPublished(rules=rules):
                self.fees = replace(self.fees, rules=rules)
            case FeeSet(player=pid, amount=amount, reason=reason):
                others = {one: own for one, own in self.fees.own.items() if one != pid}
                self.fees = replace(
                    self.fees, own=others if amount is None else {**others, pid: OwnFee(amount, reason)}
                )
            case Paid(payment=payment):
                self.fees = replace(self.fees, payments=(*self.fees.payments, payment))

    def _roster(self, fact: RosterFact) -> None:
        match fact:
            case Entered(player=player):
                self.players[player.id] = player
                self._come(player.id)
            case Edited(player=player):
                self.players[player.id] = player
                if self._has_left(player):
                    self.here.discard(player.id)
            case CheckedIn(player=pid, here=here):
                self.here.add(pid) if here else self.here.discard(pid)
            case Left(player=pid, after=after):
                self.players[pid] = replace(self.players[pid], left_after=after)
                self.here.discard(pid)
            case Returned(player=pid, round=number):
                self.players[pid] = _returned(self.players[pid], number)
                self._come(pid)
            case Missed(player=pid, round=number):
                missed = {*self.players[pid].missed, number}
                self.players[pid] = replace(self.players[pid], missed=tuple(sorted(missed)))
            case ByeRequested(player=pid, round=number, kind=kind):
                self.players[pid] = _with_bye(self.players[pid], number, kind)

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
        assert self.setup is not None, "the first fact creates the tournament"
        self.setup = silenced(self.setup, fact.players, fact.rounds)
        self.fees = fees_left(self.fees, fact.players, fact.rounds)
        self.appeals = tuple(silent_appeal(one, fact.players, fact.rounds) for one in self.appeals)
        if numbers:
            self.numbered[1] = tuple(sorted({*self.numbered.get(1, ()), *numbers}))
        for number in fact.rounds:
            if 0 < number <= len(self.rounds):  # 0: what was written about no round
                self.rounds[number - 1] = emptied(self.rounds[number - 1])

    def _round(self, fact: RoundFact) -> None:
        if isinstance(fact, Paired | Rearranged | Discarded):
            self.reports.clear()
        match fact:
            case Paired(round=made, numbers=numbers):
                for pid, number in numbers.items():
                    self.players[pid] = replace(self.players[pid], number=number)
                self.rounds.append(made)
                self.tables.append(None)
                if numbers:
                    self.numbered[made.number] = tuple(sorted(numbers))
                assert self.setup is not None, "the first fact creates the tournament"
                if made.number in self.made_with:  # since a stage began; another may have begun beside it
                    setup, players = self.made_with[made.number]
                    self.made_with[made.number] = replace(setup, stages=self.setup.stages), players
                else:
                    self.made_with[made.number] = self.setup, self._roll()
                self._seat(made)
            case Rearranged(round=made):
                self.rounds[-1] = made
                self.tables[-1] = None
                self._seat(made)
            case Discarded(round=number):
                self._discard(number)
            case Approved(round=number, approval=approval):
                self.rounds[number - 1] = replace(self.rounds[number - 1], approved=approval)
            case Published(round=number):
                self.rounds[number - 1] = replace(self.rounds[number - 1], status="published")
                self._seat(self.rounds[number - 1])
            case Closed(round=number):
                self.rounds[number - 1] = replace(self.rounds[number - 1], status="closed")

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
            self.players[pid] = replace(self.players[pid], number=before.get(pid))
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


# --- what the plan tells of an event ------------------------------------------------------------------------


def base_rounds(tournament: Tournament) -> int:
    """So many rounds were made before the second stage began: what the criteria of the standings are counted over."""
    later = [stage.begun.after for stage in tournament.setup.stages[1:] if stage.begun is not None]
    return min(later, default=len(tournament.rounds))


def by_stages(tournament: Tournament, number: int) -> bool:
    """Whether a round is made by a stage, not by the system."""
    stages = tournament.setup.stages
    if not stages:
        return False
    return any(s.begun is not None and s.kind != "rounds" and s.begun.after < number for s in stages)


def stage_begun_after(tournament: Tournament, number: int) -> int | None:
    """The number of the first stage that began when that round was the last one."""
    for at, stage in enumerate(tournament.setup.stages, start=1):
        if stage.begun is not None and stage.kind != "rounds" and stage.begun.after == number:
            return at
    return None


def next_stage(tournament: Tournament) -> int | None:
    """The number of the first stage that has not begun and is not the rounds of the system."""
    for number, stage in enumerate(tournament.setup.stages, start=1):
        if stage.kind != "rounds" and stage.begun is None:
            return number
    return None


def begins_with_stage(tournament: Tournament) -> bool:
    """Whether the event waits for its first stage, which is not the rounds of the system."""
    stages = tournament.setup.stages
    return bool(stages) and stages[0].kind != "rounds" and stages[0].begun is None


def source_of(stages: Sequence[Stage], number: int) -> int:
    """The number of the stage that this one takes its entrants from; 0: all players (ST1.1)."""
    chosen = stages[number - 1].source
    return chosen if 0 < chosen < number else number - 1
