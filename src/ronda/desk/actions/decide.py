"""How each action is decided: the body of the request is put to the rules of the desk. What only one action needs is
imported when it is decided: a command does one thing, and should start at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from ronda.core.facts import Approved, Entered, Fact, Published, ResultEntered
from ronda.core.history import fold, in_force, next_stage
from ronda.core.model import Approval, Avoid, OptionValue, Player, Scored, Table, Tournament
from ronda.core.prize_rules import FeeRules, Pot, PrizeRules, PublishedCategory, PublishedFee, PublishedPrize
from ronda.core.stage_plan import Change, Stage
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk import rounds
from ronda.desk.actions.action import Decided
from ronda.desk.decisions import erase_result, find_table, not_ready, record_result
from ronda.desk.ledger import Record
from ronda.desk.phases import phase
from ronda.desk.roles import Person
from ronda.formats.errors import Unreadable
from ronda.systems import system

if TYPE_CHECKING:
    from ronda.desk.actions.bodies import (
        AppealGiven,
        AppealVerdict,
        Approve,
        AvoidList,
        BeginStage,
        Body,
        ByeWish,
        Fees,
        Forget,
        ForgetAll,
        JudgeNote,
        Late,
        Lift,
        Links,
        Name,
        NextRound,
        OnePlayer,
        Options,
        OwnBye,
        OwnFeeGiven,
        OwnPresence,
        Pay,
        Penalise,
        PlayerEdit,
        PlayerFields,
        PlayerList,
        Presence,
        Prizes,
        Publish,
        Refund,
        Report,
        ResultEntry,
        StageRef,
        Stages,
        Step,
        Swap,
        TableRef,
        TakeBack,
    )


def with_player(
    decide: Callable[[Tournament, Player], Fact | Refusal],
) -> Callable[[Tournament, OnePlayer, Person], Decided]:
    def found(tournament: Tournament, body: OnePlayer, _: Person) -> Decided:
        from ronda.desk.players import find_player

        player = find_player(tournament, body.player)
        return player if isinstance(player, Refusal) else decide(tournament, player)

    return found


def pause(tournament: Tournament, player: Player) -> Fact | Refusal:
    from ronda.desk.players import pause as paused

    return paused(tournament, player)


def bye(tournament: Tournament, body: ByeWish, _: Person) -> Decided:
    from ronda.desk.players import find_player, request_bye

    player = find_player(tournament, body.player)
    return player if isinstance(player, Refusal) else request_bye(tournament, player, body.round, body.kind)


def rename_event(tournament: Tournament, body: Name, _: Person) -> Decided:
    from ronda.desk.settings import rename

    return rename(tournament, body.name)


def change_options(tournament: Tournament, body: Options, _: Person) -> Decided:
    from ronda.desk.settings import reset_options

    return reset_options(tournament, read_options(tournament.setup.system, body.options))


def read_options(name: str, given: Mapping[str, bool | float | str | None]) -> dict[str, OptionValue]:
    """Values as a form or JSON has them; what cannot be one is left as it is, to be refused by name."""
    from ronda.formats.option_text import read_option

    known = {option.name: option for option in system(name).options}
    found: dict[str, OptionValue] = {}
    for key, value in given.items():
        typed = (str(int(value)) if value.is_integer() else str(value)) if isinstance(value, float) else value
        try:
            found[key] = read_option(known[key], "" if typed is None else str(typed))
        except (KeyError, ValueError):
            found[key] = typed
    return found


def avoid(tournament: Tournament, body: AvoidList, _: Person) -> Decided:
    from ronda.desk.settings import change_avoid

    return change_avoid(tournament, [Avoid(pair.players, pair.relation, pair.hard) for pair in body.avoid])


def player_of(body: PlayerFields, number: int = 0) -> Player:
    """The player as asked for. Licences and ids are texts; who sends a number means its digits."""
    from ronda.desk.actions.bodies import PlayerFields

    given = {name: getattr(body, name) for name in PlayerFields.__struct_fields__}
    texts = {name: str(given[name] or "") for name in ("licence", "fide_id")}
    return Player(number, **{**given, **texts})


def enter_one(tournament: Tournament, body: PlayerFields, _: Person) -> Decided:
    from ronda.desk.players import register

    return register(tournament, player_of(body))


def enter_all(tournament: Tournament, body: PlayerList, _: Person) -> list[Entered] | Refusal:
    """All of the list, or none of it."""
    from ronda.desk.new_event import joined
    from ronda.formats.players_csv import understand  # few actions need it

    try:
        found = understand(body.text.encode("utf-8", "replace"), encoding="utf-8")
    except Unreadable as trouble:
        return Refusal("unreadable_list", "S4", {"trouble": trouble})
    if found.remarks and not body.lenient:
        return Refusal("unreadable_list", "S4", {"trouble": found.remarks[0]})
    return joined(tournament, found.players) or Refusal("nothing_changed", "S4")


def pair(tournament: Tournament, body: NextRound, _: Person) -> Decided:
    """The next round as a draft; approved and published with it, if that was asked for."""
    missed: Sequence[Fact] = []
    if body.present:
        from ronda.desk.players import pause_absent

        missed = pause_absent(tournament)
    known = fold(missed, tournament)
    made = rounds.draft(known, body.seed, last_resort=body.last_resort or body.approve is not None)
    if isinstance(made, Refusal):
        return made
    drafted = fold(made, known)
    waits = body.or_draft and drafted.rounds[-1].forced and body.approve is None
    more = _published(drafted, body.approve) if body.publish and not waits else _approved(drafted, body.approve)
    return more if isinstance(more, Refusal) else [*missed, *made, *more]


def publish(tournament: Tournament, body: Publish, _: Person) -> Decided:
    """The draft becomes the round; a forced one with the director's approval."""
    return _published(tournament, body.approve)


def _published(tournament: Tournament, approve: Approve | None) -> list[Approved | Published] | Refusal:
    approved = _approved(tournament, approve)
    if isinstance(approved, Refusal):
        return approved
    published = rounds.publish(fold(approved, tournament))
    return published if isinstance(published, Refusal) else [*approved, published]


def _approved(tournament: Tournament, approve: Approve | None) -> list[Approved] | Refusal:
    """Where the round needs it."""
    if approve is None or not tournament.rounds[-1].forced:
        return []
    approved = rounds.approve(tournament, Approval(approve.by, approve.reason))
    return approved if isinstance(approved, Refusal) else [approved]


def pair_not_ready(tournament: Tournament) -> Refusal | None:
    """Which results are missing, or that all rounds are played."""
    return not_ready(tournament) if phase(tournament) in ("playing", "over") else None


def swap(tournament: Tournament, body: Swap, _: Person) -> Decided:
    changed = rounds.swap_players(tournament, body.one, body.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def swap_tables(tournament: Tournament, body: Swap, _: Person) -> Decided:
    changed = rounds.swap_tables(tournament, body.one, body.other)
    return changed if isinstance(changed, Refusal) else changed.fact


def approve(tournament: Tournament, body: Approve, _: Person) -> Decided:
    return rounds.approve(tournament, Approval(body.by, body.reason))


def result(tournament: Tournament, body: ResultEntry, person: Person) -> Decided:
    table = _as_seen(tournament, body, body.was, person)
    if isinstance(table, Refusal):
        return table
    return record_result(
        tournament, body.round, body.table, body.result, absent=tuple(body.absent), confirmed=body.sure
    )


def _as_seen(
    tournament: Tournament, body: ResultEntry | TableRef | TakeBack, was: str | None, person: Person
) -> Table | Refusal:
    """The table, if it has what the person saw there and the person may change it."""
    table = find_table(tournament, body.round, body.table)
    if isinstance(table, Refusal):
        return table
    standing = written(tournament, body.round, body.table)
    if standing != (was or None):
        current = system(tournament.setup.system).result_fact(table.result) or "–"
        return Refusal("changed_meanwhile", "S4", {"table": body.table, "current": current, "round": body.round})
    if table.result is not None and not _may_correct(tournament, body.round, person):
        return Refusal("not_your_role", "S4", {"action": "correct"})
    return table


def _may_correct(tournament: Tournament, number: int, person: Person) -> bool:
    """Earlier rounds have been played on: only an arbiter touches them."""
    return number >= len(tournament.rounds) or person.may("arbiter")


def written(tournament: Tournament, number: int, table: int) -> str | None:
    """The result of a table as people write it."""
    found = find_table(tournament, number, table)
    if isinstance(found, Refusal) or found.result is None:
        return None
    return system(tournament.setup.system).write_result(found.result)


def take_back(tournament: Tournament, body: TakeBack, person: Person) -> Decided:
    """The table as it stood before an entry."""
    table = _as_seen(tournament, body, body.was, person)
    if isinstance(table, Refusal):
        return table
    if not body.before:
        closed = tournament.rounds[body.round - 1].status == "closed"
        if closed and not person.may("arbiter"):  # the round would be open again
            return Refusal("not_your_role", "S4", {"action": "correct"})
        return erase_result(tournament, body.round, body.table)
    absent = tuple(body.absent)
    return record_result(tournament, body.round, body.table, body.before, absent=absent, confirmed=True)


def reverse(tournament: Tournament, body: TableRef, person: Person) -> Decided:
    """A slip that was filled in the wrong way round."""
    table = _as_seen_or_said(tournament, body, person)
    if isinstance(table, Refusal):
        return table
    if not isinstance(table.result, Scored):
        return Refusal("nothing_to_reverse", "S4", {"table": body.table})
    return ResultEntered(body.round, body.table, Scored(table.result.second, table.result.first))


def _as_seen_or_said(tournament: Tournament, body: TableRef, person: Person) -> Table | Refusal:
    """A program may leave out what it saw."""
    was = written(tournament, body.round, body.table) if body.was is None else body.was
    return _as_seen(tournament, body, was, person)


def erase(tournament: Tournament, body: TableRef, person: Person) -> Decided:
    table = _as_seen_or_said(tournament, body, person)
    if isinstance(table, Refusal):
        return table
    return erase_result(tournament, body.round, body.table)


def report_result(tournament: Tournament, body: Report, person: Person) -> Decided:
    from ronda.desk.reports import report

    assert person.player is not None, "only phones report"
    if body.round not in (None, len(tournament.rounds)):
        return Refusal("report_too_late", "S4", {"round": body.round})
    return report(tournament, person.player, body.result, confirmed=body.sure, without=person.rivals)


def withdraw_report(tournament: Tournament, _: Body, person: Person) -> Decided:
    from ronda.desk.reports import withdraw

    assert person.player is not None, "only phones report"
    return withdraw(tournament, person.player)


def check_self_in(tournament: Tournament, body: OwnPresence, person: Person) -> Decided:
    from ronda.desk.fees import come_in
    from ronda.desk.players import find_player

    player = find_player(tournament, person.player or 0)
    return player if isinstance(player, Refusal) else come_in(tournament, player, here=body.here)


def own_bye(tournament: Tournament, body: OwnBye, person: Person) -> Decided:
    from ronda.desk.players import find_player, request_own_bye

    player = find_player(tournament, person.player or 0)
    return player if isinstance(player, Refusal) else request_own_bye(tournament, player, body.round, body.kind)


def check_in_player(tournament: Tournament, body: Presence, _: Person) -> Decided:
    from ronda.desk.fees import come_in
    from ronda.desk.players import find_player

    player = find_player(tournament, body.player)
    return player if isinstance(player, Refusal) else come_in(tournament, player, here=body.here)


def edit_player(tournament: Tournament, body: PlayerEdit, _: Person) -> Decided:
    from ronda.desk.players import edit

    return edit(tournament, replace(player_of(body), id=body.player))


def give_penalty(tournament: Tournament, body: Penalise, _: Person) -> Decided:
    from ronda.desk.penalties import Given, penalise

    return penalise(
        tournament,
        Given(body.player, body.kind, body.amount, body.round, body.table, body.card, body.rule, body.reason, body.by),
    )


def note(tournament: Tournament, body: JudgeNote, _: Person) -> Decided:
    from ronda.desk.penalties import Given, penalise

    if not body.reason.strip():
        return Refusal("note_needs_text", "PE2")
    given = Given(body.player, "note", round=body.round, table=body.table, reason=body.reason, by=body.by)
    return penalise(tournament, given)


def come_late(tournament: Tournament, body: Late, _: Person) -> Decided:
    from ronda.desk.appeals import late

    return late(tournament, body.player, body.by)


def take_appeal(tournament: Tournament, body: AppealGiven, person: Person) -> Decided:
    from ronda.desk.appeals import Complaint, appeal

    complaint = Complaint(body.player, body.text, body.penalty, body.round, body.table)
    return appeal(tournament, complaint, late=person.may("arbiter"))


def judge_appeal(tournament: Tournament, body: AppealVerdict, _: Person) -> Decided:
    from ronda.desk.appeals import Verdict, decide_appeal

    return decide_appeal(tournament, Verdict(body.appeal, body.outcome, body.by, body.reason, body.amount))


def lift_penalty(tournament: Tournament, body: Lift, _: Person) -> Decided:
    from ronda.desk.penalties import lift

    return lift(tournament, body.penalty, body.reason, body.by)


def forget_one(records: Sequence[Record], version: int, body: Forget) -> Decided:
    """Also somebody whose entry was undone: the name is in the log still."""
    from ronda.core.erasing import people_in
    from ronda.desk.erasure import forget

    facts = [record.fact for record in records[:version]]
    return forget(fold(in_force(facts)), [body.player], body.rounds, known=people_in(facts))


def forget_all(tournament: Tournament, body: ForgetAll, _: Person) -> Decided:
    from ronda.desk.erasure import forget_everybody

    return forget_everybody(tournament, body.rounds)


def plan_stage_list(tournament: Tournament, body: Stages, _: Person) -> Decided:
    from ronda.desk.stages.plan import plan_stages

    given = [Stage(**{key: getattr(one, key) for key in one.__struct_fields__}) for one in body.stages]
    return plan_stages(tournament, given, body.by)


def begin_next_stage(tournament: Tournament, body: BeginStage, _: Person) -> Decided:
    from ronda.desk.stages.begin import begin_stage

    return begin_stage(
        tournament,
        body.stage or next_stage(tournament) or 0,
        body.seed,
        changes=[Change(one.out, one.into) for one in body.changes],
        mode=body.mode,
        playoff=body.playoff,
        early=body.early,
        by=body.by,
        reason=body.reason,
    )


def take_stage_back(tournament: Tournament, body: StageRef, _: Person) -> Decided:
    from ronda.desk.stages.begin import take_back_stage

    return take_back_stage(tournament, body.stage)


def publish_prize_list(tournament: Tournament, body: Prizes, _: Person) -> Decided:
    from ronda.desk.prizes import publish_prizes

    rules = PrizeRules(
        tuple(PublishedPrize(one.id, one.value, one.category, one.kind, _percent(one.percent)) for one in body.prizes),
        tuple(PublishedCategory(one.name, one.who) for one in body.categories),
        body.per_person,
        body.sharing,
        body.tie_on,
        body.unit,
        body.min_share,
        body.min_rounds,
        body.year,
        body.currency,
        tuple(body.excluded),
        None if body.pot is None else Pot(_percent(body.pot.percent), body.pot.deductions, body.pot.guarantee),
    )
    return publish_prizes(tournament, rules, body.by, body.reason)


def _percent(typed: str) -> str:
    """With a point, however it was typed."""
    return typed.strip().replace(",", ".")


def publish_fee_rules(tournament: Tournament, body: Fees, _: Person) -> Decided:
    from ronda.desk.fees import publish_fees

    rules = tuple(PublishedFee(one.amount, one.who, one.add, one.until.strip()) for one in body.rules)
    return publish_fees(tournament, FeeRules(rules, body.currency, body.year, body.pay_first))


def set_own_fee(tournament: Tournament, body: OwnFeeGiven, person: Person) -> Decided:
    from ronda.desk.fees import set_fee

    return set_fee(tournament, body.player, body.amount, body.reason, person.actor)


def take_payment(tournament: Tournament, body: Pay, person: Person) -> Decided:
    from ronda.desk.fees import pay

    return pay(tournament, body.player, body.amount, body.how, person.actor, body.day)


def give_back(tournament: Tournament, body: Refund, person: Person) -> Decided:
    from ronda.desk.fees import refund

    return refund(tournament, body.player, body.amount, body.reason, person.actor)


def link_players(tournament: Tournament, body: Links, _: Person) -> Decided:
    from ronda.desk.players import link

    return link(tournament, {one.player: one.person for one in body.links})


def undo_step(log: Sequence[Record], at: int, body: Step) -> Decided:
    from ronda.desk.undo import undo

    return undo(log, at, body.of)


def redo_step(log: Sequence[Record], at: int, body: Step) -> Decided:
    from ronda.desk.undo import redo

    return redo(log, at, body.of)
