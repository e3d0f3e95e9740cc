"""Use cases: look at the tournament, decide, and answer with the fact to append, or with a refusal.
Also who moves in the standings by facts that are not saved yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ronda.checking.standings import check_standings
from ronda.core import (
    Approval,
    Criterion,
    Draw,
    Finding,
    Forfeit,
    Frozen,
    Player,
    Reason,
    Refusal,
    Result,
    Round,
    Setup,
    Standings,
    Table,
    Tournament,
    before_round,
    by_stages,
    fold,
    next_stage,
    replace,
    stage_begun_after,
)
from ronda.core.facts import Entered, Fact, Left, Paired, Published, ResultEntered, Returned
from ronda.desk.stage_advance import check_stage_round
from ronda.desk.stage_begin import stage_round
from ronda.systems import Rules, book_of, planned_rounds, rules_of, standings_book
from ronda.systems.shared_options import ORDER


def next_round(
    tournament: Tournament,
    seed: int | None = None,
    approval: Approval | None = None,
    *,
    last_resort: bool = False,
    checked: bool = True,
) -> Paired | Refusal:
    """The next round, made and checked. Without a seed of its own it uses the tournament's (S5). A forced round
    carries the director's approval; without one it is only a draft (`Round.forced`). Where the system has a last
    resort it is taken only if asked for, or if an approval is there already. What is only tried out, and never played,
    need not be `checked`."""
    refused = not_ready(tournament)
    if refused is not None:
        return refused
    if by_stages(tournament, tournament.next_round):
        return stage_round(tournament, seed)
    setup = tournament.setup
    rules = rules_of(setup)
    book = book_of(tournament)
    chosen = setup.seed if seed is None else seed
    proposal = rules.pair(book, Draw(chosen, "round", book.round))
    if isinstance(proposal, Refusal) and rules.last_resort and (last_resort or approval):
        proposal = rules.last_resort(book, Draw(chosen, "round", book.round))
    if isinstance(proposal, Refusal):
        return proposal
    made = proposal.round
    if made.forced:
        made = replace(made, approved=approval)
    if not checked:
        return Paired(made, proposal.numbers)
    judged = replace(made, status="draft") if made.forced and approval is None else made
    doubted = _doubted(made, rules.check(book, judged))
    return doubted if isinstance(doubted, Refusal) else Paired(doubted, proposal.numbers)


def _doubted(round_: Round, findings: list[Finding]) -> Round | Refusal:
    """If pairing and check ever disagree, the round says so, and the director decides. A round that does not seat
    everybody once is never shown (S1)."""
    doubts = [finding for finding in findings if finding.severity == "violation"]
    for doubt in doubts:
        if doubt.article == "S1":
            return Refusal("check_disagrees", doubt.article, {"code": doubt.code, "seed": round_.seed})
    stated = [Reason("check_disagrees", doubt.article, {"code": doubt.code}) for doubt in doubts]
    return replace(round_, reasons=(*round_.reasons, *stated)) if stated else round_


def not_ready(tournament: Tournament) -> Refusal | None:
    """Why there can be no next round yet, or any more."""
    rules = rules_of(tournament.setup)
    planned = planned_rounds(tournament)
    waiting = next_stage(tournament) if tournament.setup.stages else None
    if waiting is not None and tournament.next_round > planned and not_complete(tournament) is None:
        return Refusal("stage_to_begin", "ST1.4", {"stage": waiting})
    if tournament.next_round == 1:
        for finding in rules.validate(tournament.setup, tournament.players):
            if finding.severity == "violation":
                return Refusal(finding.code, finding.article, finding.facts)
    incomplete = not_complete(tournament)
    if incomplete is not None:
        return incomplete
    if tournament.next_round > planned:
        return Refusal("rounds_done", "S1", {"rounds": planned})
    return None


def missing_results(tournament: Tournament) -> list[Table]:
    """The tables of the last round that have no result yet."""
    if not tournament.rounds:
        return []
    return [table for table in tournament.rounds[-1].tables if table.result is None]


def not_complete(tournament: Tournament) -> Refusal | None:
    """The first round that lacks a result: over it nothing is paired or finished."""
    for number, tables in without_results(tournament):
        return Refusal("results_missing", "S4", {"round": number, "tables": tables})
    return None


def without_results(tournament: Tournament) -> Iterator[tuple[int, list[int]]]:
    """The rounds that lack results, with the tables."""
    for round_ in tournament.rounds:
        tables = [table.number for table in round_.tables if table.result is None]
        if tables:
            yield round_.number, tables


def find_table(tournament: Tournament, round_number: int, table_number: int) -> Table | Refusal:
    if not 1 <= round_number <= len(tournament.rounds):
        return Refusal("unknown_round", "S4", {"round": round_number, "rounds": len(tournament.rounds)})
    for table in tournament.rounds[round_number - 1].tables:
        if table.number == table_number:
            return table
    return Refusal("unknown_table", "S4", {"round": round_number, "table": table_number})


def typed_result(setup: Setup, text: str, *, confirmed: bool) -> Result | Refusal:
    """A result as somebody types it; a doubtful score must be `confirmed` (D2.1)."""
    rules = rules_of(setup)
    result = rules.results.read(text, setup)
    doubt = None if confirmed or isinstance(result, Refusal) else rules.results.doubted(result, setup)
    return result if doubt is None else doubt


def record_result(
    tournament: Tournament,
    round_number: int,
    table_number: int,
    text: str,
    *,
    absent: tuple[int, ...] = (),
    confirmed: bool = False,
) -> ResultEntered | Refusal:
    """A result, or the correction of one. A round that is already made never changes by it (S4). `absent` names who
    was missing at a table that was not played (D2.3)."""
    table = find_table(tournament, round_number, table_number)
    if isinstance(table, Refusal):
        return table
    result = typed_result(tournament.setup, text, confirmed=confirmed)
    if isinstance(result, Refusal):
        return result
    strangers = [player for player in absent if player not in table.players]
    if strangers:
        return Refusal("not_at_table", "D2.3", {"player": strangers[0], "table": table_number})
    if absent and result != Forfeit(first_absent=True, second_absent=True):
        return Refusal("absent_but_played", "D2.3", {"players": list(absent)})
    return ResultEntered(round_number, table_number, result, absent)


def erase_result(
    tournament: Tournament, round_number: int, table_number: int
) -> list[ResultEntered | Published] | Refusal:
    """A result taken out. Where the next round was made from it, it can only be corrected; the last round is
    open again until the table has one, also where an earlier release has written that it was closed."""
    table = find_table(tournament, round_number, table_number)
    if isinstance(table, Refusal):
        return table
    if table.result is None:
        return Refusal("nothing_changed", "S4")
    last = len(tournament.rounds)
    if round_number < last:
        facts = {"round": round_number, "table": table_number, "next": round_number + 1}
        return Refusal("result_built_on", "S4", facts)
    stage = stage_begun_after(tournament, last)
    if stage is not None:
        return Refusal("stage_built_on", "ST1.6", {"stage": stage})
    taken = ResultEntered(round_number, table_number, None)
    return [taken, Published(last)] if tournament.rounds[-1].status == "closed" else [taken]


def enter(tournament: Tournament, player: Player) -> Entered | Refusal:
    """A new player, from the next round on; the id is the next free one."""
    ids = [known.id for known in tournament.players]
    entered = replace(player, id=max(ids, default=0) + 1, joined_round=tournament.next_round)
    if entered.removed:
        return Refusal("name_reserved", "PP6.2", {"name": entered.name})
    rules = rules_of(tournament.setup)
    for finding in rules.validate(tournament.setup, (*tournament.players, entered)):
        if finding.severity == "violation" and entered.id in finding.players:  # too late to enter (D9)
            return Refusal(finding.code, finding.article, {**finding.facts, "players": [entered.name]})
    return Entered(entered)


def leave(tournament: Tournament, player: Player) -> Left | Refusal:
    """From the next pairing on; the result of the current table is still entered (R5.2)."""
    after = len(tournament.rounds)
    if player.left_after is not None and player.left_after <= after:
        return Refusal("already_left", "S1", {"player": player.id})
    return Left(player.id, after)


def come_back(tournament: Tournament, player: Player) -> Returned | Refusal:
    """In the pool from the next round on: somebody who left, pauses or was to come later."""
    if player.left_after is None and player.plays_in(tournament.next_round):
        return Refusal("not_left", "S1", {"player": player.id})
    return Returned(player.id, tournament.next_round)


def check_rounds(tournament: Tournament) -> Iterator[Finding]:
    """Every round against the rulebook, each as things were known when it was made; and that no result is missing
    where others rest on it (S4)."""
    lacking = dict(without_results(tournament))
    for round_ in tournament.rounds:
        over = round_.number < len(tournament.rounds) or round_.status == "closed" or tournament.finished
        if over and round_.number in lacking:
            yield Finding("results_missing", "S4", round=round_.number, facts={"tables": lacking[round_.number]})
        yield from check_round(tournament, round_)
    yield from check_order(tournament)


def check_order(tournament: Tournament) -> Iterator[Finding]:
    """CR10: the standings against the facts, where a list was chosen; and whether it is another than in round 1."""
    rules, setup = rules_of(tournament.setup), tournament.setup
    if setup.options.get(ORDER):
        book = standings_book(tournament)
        counted = rules.tiebreaks.counted
        yield from check_standings(rules.standings(book), book if counted is None else counted(book))
    listed = _listed(rules, setup)
    then = [(number, _listed(rules, made)) for number, (made, _) in sorted(tournament.made_with.items())]
    others = [(number, codes) for number, codes in then if number <= len(tournament.rounds) and codes != listed]
    if others:
        number, before = others[-1]
        yield Finding("order_changed", "CR10", "note", number, (), {"before": before, "after": listed})


def _listed(rules: Rules, setup: Setup) -> str:
    return ", ".join(one.name for one in rules.criteria(setup) if one.ranks)


def check_round(tournament: Tournament, round_: Round) -> list[Finding]:
    """One round against the rulebook, and who decided about its penalties (PE8.3)."""
    found = _judged(tournament, round_)
    if not tournament.appeals:
        return found
    return [*found, *_own_judges(tournament, round_.number)]


def _own_judges(tournament: Tournament, number: int) -> list[Finding]:
    """PE8.3: appeals of a round that were decided by whoever had given the penalty, though somebody else judges there,
    too."""
    given = {one.id: one for one in tournament.setup.penalties}
    named = {one.by.casefold() for one in given.values() if one.by} | {
        one.by.casefold() for one in tournament.appeals if one.by
    }
    return [
        Finding("own_appeal", "PE8.3", "note", number, (one.player,), {"appeal": one.id, "by": one.by})
        for one in tournament.appeals
        if one.outcome
        and one.round == number
        and one.penalty in given
        and one.by
        and given[one.penalty].by.casefold() == one.by.casefold()
        and len(named) > 1
    ]


def _judged(tournament: Tournament, round_: Round) -> list[Finding]:
    """What a director arranged by hand, knowing the findings, is a relaxation that
    was stated; that everybody sits exactly once (S1) is never given up. By which results a round should have been made
    that was made without some of them, no rulebook says: there, too, only S1 is judged."""
    rules = rules_of(tournament.setup)
    known = before_round(tournament, round_.number)
    if by_stages(known, round_.number):
        findings = check_stage_round(tournament, round_)
    else:
        findings = rules.check(book_of(known), round_)
    lacking = [number for number, _ in without_results(known)]
    if lacking:
        kept = [finding for finding in findings if finding.severity != "violation" or finding.article == "S1"]
        return [*kept, Finding("made_without_results", "S4", "note", round_.number, (), {"rounds": lacking})]
    if not round_.by_hand:
        return findings
    return [
        replace(finding, severity="relaxation")
        if finding.severity == "violation" and finding.article != "S1"
        else finding
        for finding in findings
    ]


def standings_after(tournament: Tournament, rounds: int, criteria: tuple[Criterion, ...] | None = None) -> Standings:
    """Standings over the first so many rounds, by what is known today."""
    return rules_of(tournament.setup).standings(standings_book(tournament, rounds), criteria)


def waiting_for(tournament: Tournament, rounds: int) -> int:
    """How many results the first so many rounds still wait for: as long as there are any, standings are provisional."""
    return sum(table.result is None for round_ in tournament.rounds[:rounds] for table in round_.tables)


class Move(Frozen):
    """A player who gets another place; None: none."""

    player: int
    before: int | None
    after: int | None


def moves(tournament: Tournament, facts: Iterable[Fact]) -> list[Move]:
    """Who moves in the standings if these facts are appended, in the new order."""
    following = fold(facts, tournament)
    before = _places(tournament)
    return [
        Move(player, before.get(player), place)
        for player, place in _places(following).items()
        if before.get(player) != place
    ]


def _places(tournament: Tournament) -> dict[int, int | None]:
    return {row.player: row.place for row in standings_after(tournament, len(tournament.rounds))}
