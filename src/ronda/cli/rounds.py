"""`ronda pair`, `publish`, `swap`, `discard`, `result`, `close`, `finish`, `reopen`, `undo`, `redo`: the rounds, their
results, and how a round and the lists are told."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace as Namespace
from typing import Any

from ronda import desk
from ronda.cli.event import FileEvent, find_player, load
from ronda.cli.kept_event import KeptEvent
from ronda.cli.output import Misused, Output, Refused, checked_seed, granted, seen_only, width
from ronda.core import RankedRow, Refusal, Round, Table, Tournament
from ronda.core.facts import ResultEntered
from ronda.desk.actions import Body
from ronda.desk.bodies import ApprovalInput, NextRound, Publication, ResultEntry, Step, Swap
from ronda.desk.prizes import declared
from ronda.desk.results import written
from ronda.desk.rounds import swap_players
from ronda.desk.stage_advance import other_entrants
from ronda.systems import lists, rules_of
from ronda.systems.labels import actor_label
from ronda.systems.lists import Listing, Written
from ronda.texts import Speaker
from ronda.texts.catalogue import SOURCE
from ronda.views import plain
from ronda.views.events import event_stand
from ronda.views.rounds import round_state, table_line
from ronda.views.standings import podium_steps, standings_line, winners_of
from ronda.views.verdicts import (
    approval_text,
    concerning,
    finding_line,
    in_force_text,
    podium_text,
    reason_text,
    shown_exactly,
    worded,
    worded_listing,
)


def pairings(tournament: Tournament, round_: Round, output: Output) -> Listing:
    return lists.pairing_list(tournament, round_, _written(output))


def the_list(
    name: str, tournament: Tournament, round_: Round | None, output: Output, *, document: bool = False
) -> Listing | None:
    """One of the four lists (C8, and its like in the other systems); pairings need a round. `document`: as it stands in
    the rulebook, with the columns that say nothing."""
    match name:
        case "start":
            return lists.start_list(tournament, document=document)
        case "pairings":
            return lists.pairing_list(tournament, round_, _written(output), document=document) if round_ else None
        case "final":
            return lists.final_list(tournament, _written(output), document=document)
        case _:
            colours = output.say("label.colour_letters")
            return lists.cross_table(tournament, _written(output), colours, document=document)


def _written(output: Output) -> Written:
    """Numbers in the way of the language; programs read the same in every one."""
    return Speaker(SOURCE).number if output.json else output.speaker.number


def tell_in_force(tournament: Tournament, output: Output) -> None:
    """What follows from the settings and the field, before a list."""
    for text in in_force_text(tournament, output.speaker):
        output.line(text)


def show_listing(listing: Listing, output: Output, *, missing: int = 0, **facts: Any) -> None:
    """The list under its title; standings that wait for results are provisional, and say so."""
    if missing:
        output.tell("label.standings_in", round=facts["after"])
        output.tell("label.sheet.provisional", n=missing)
    else:
        output.tell(listing.title, **facts)
    headings, rows = worded_listing(listing, output.speaker)
    if listing.over:
        output.line(_over(listing, headings, rows, output))
    output.table(headings, rows, listing.words)


def _over(listing: Listing, headings: list[str], rows: list[list[Any]], output: Output) -> str:
    """A line over the table that names groups of columns."""
    columns = [max(width(str(cell)) for cell in column) for column in zip(headings, *rows, strict=True)]
    parts: list[str] = []
    at = 0
    for title, count in listing.over:
        space = sum(columns[at : at + count]) + 2 * (count - 1)
        word = worded(title, output.speaker)
        parts.append(word + " " * max(space - width(word), 0))
        at += count
    return "  ".join(parts).rstrip()


def pair(values: Namespace, output: Output) -> None:
    """Make the next round and print it with its reasons; with --write keep it."""
    event = load(values, output)
    in_file = isinstance(event, FileEvent)
    body = NextRound(
        seed=None if values.seed is None else checked_seed(values.seed),
        approve=approval_of(values.approve),
        publish=not values.draft,
        or_draft=not (in_file and values.write),  # nobody would look for a draft in a file
    )
    if values.write and not in_file:
        from ronda.cli.stored_event import back_up

        back_up(values, output)
    tournament = event.act("pair", body, confirmed=values.yes).tournament if values.write else event.tried("pair", body)
    _tell_pair(event.label, tournament, output, values)


def _tell_pair(label: str, tournament: Tournament, output: Output, values: Namespace) -> None:
    output = output.about(tournament)
    made = tournament.rounds[-1]
    output.data(round_state(tournament, made, output.speaker))
    tell_in_force(tournament, output)
    show_listing(pairings(tournament, made, output), output, round=made.number)
    tell_round(made, output)
    output.line()
    output.tell("say.seed", seed=made.seed)
    if made.forced and made.approved is None:
        output.tell("say.draft")
    output.tell("say.kept" if values.write else "say.not_kept", file=label)
    if made.status == "draft" and values.write:
        output.tell("say.kept_draft", code=label)


def approval_of(text: str | None) -> ApprovalInput | None:
    """`name: reason`."""
    if text is None:
        return None
    by, reason = (part.strip() for part in text.partition(":")[::2])
    if not by or not reason:
        raise Misused("bad_approval", found=text)
    seen_only(by, reason)
    return ApprovalInput(by, reason)


def tell_round(round_: Round, output: Output, player: int | None = None) -> None:
    """Relaxations first, then why each table and bye; with a player only what concerns that player."""
    found = concerning(round_, player)
    if found.relaxations:
        output.line()
        output.tell("say.relaxed", n=len(found.relaxations))
        for relaxation in found.relaxations:
            output.line(f"  ! {output.speaker.verdict('relaxation', relaxation)} ({relaxation.article})")
    tell_approval(round_, output)
    output.line()
    for reason in found.reasons:
        output.line(reason_text(reason, output.speaker, article=True))


def tell_approval(round_: Round, output: Output) -> None:
    """Who stands for a forced round, wherever the round is printed (D7.3)."""
    if round_.approved is not None:
        output.line()
        output.line(approval_text(round_, output.speaker))


def publish(values: Namespace, output: Output) -> None:
    """The draft becomes the round; a forced one with the director's approval."""
    _act("publish", Publication(approval_of(values.approve)), "say.published", values, output)


def close(values: Namespace, output: Output) -> None:
    """The round is over: no result is missing."""
    _act("close", Body(), "say.closed", values, output)


def finish(values: Namespace, output: Output) -> None:
    """The event is over, and the winner is declared (R6.2)."""
    before = load(values, output)
    after = before.act("finish", confirmed=values.yes)
    output = output.about(after.tournament)
    podium = declared(after.tournament)
    steps = podium_steps(podium, output.speaker)
    output.data({**state_value(after), "winners": winners_of(podium), "podium": steps})
    output.tell("say.finished", code=after.label, round=len(before.tournament.rounds))
    for line in podium_text(podium, output.speaker) if podium else [output.say("say.no_winner")]:
        output.line(line)


def reopen(values: Namespace, output: Output) -> None:
    _act("reopen", Body(), "say.reopened", values, output)


def discard(values: Namespace, output: Output) -> None:
    """Take the last round back."""
    _act("discard", Body(), "say.discarded", values, output)


def undo(values: Namespace, output: Output) -> None:
    """Take back the last action that counts."""
    _step("undo", "say.undone", values, output)


def redo(values: Namespace, output: Output) -> None:
    """Do again what was undone last."""
    _step("redo", "say.redone", values, output)


def _step(name: str, key: str, values: Namespace, output: Output) -> None:
    from ronda.cli.history import stepped  # the log is told by the store

    before = load(values, output)
    after = before.act(name, Step(), confirmed=values.yes, seen_at=before.version)
    texts = stepped(before, after, output)
    output.data({**state_value(after), "actions": texts})
    for text in texts:
        output.tell(key, text=text)


def _act(name: str, body: Body, key: str, values: Namespace, output: Output) -> None:
    before = load(values, output)
    after = before.act(name, body, confirmed=values.yes)
    output.answer(state_value(after), key, code=after.label, round=len(before.tournament.rounds))


def state_value(event: KeptEvent) -> dict[str, object]:
    """Where an event stands."""
    stands = plain(event_stand(event.tournament))
    if isinstance(event, FileEvent):
        return {"file": event.label, **stands}
    return {"code": event.code, "version": event.version, **stands}


def swap(values: Namespace, output: Output) -> None:
    """Two players change seats, with what the rulebook says about it; with --write it is kept."""
    event = load(values, output)
    output = output.about(event.tournament)
    one, other = (find_player(event.tournament, wish).id for wish in (values.player, values.other))
    body = Swap(one, other)
    after = event.tried("swap", body)
    changed = granted(swap_players(event.tournament, one, other))
    if values.write:
        after = event.act("swap", body, confirmed=values.yes).tournament
    made = after.rounds[-1]
    findings = [finding_line(finding, output.speaker) for finding in changed.findings]
    value = plain(round_state(event.tournament, made, output.speaker))
    output.data({**value, "findings": findings, "kept": values.write})
    show_listing(pairings(after, made, output), output, round=made.number)
    tell_approval(made, output)
    for finding in changed.findings:
        text = f"{output.speaker.verdict('finding', finding)} ({finding.article})"
        output.tell("say.labelled", label=output.say(f"label.severity.{finding.severity}"), text=text)
    output.tell("say.kept" if values.write else "say.not_kept", file=event.label)


def result(values: Namespace, output: Output) -> None:
    """Record a result, or correct one; with --preview only show what it would change."""
    event = load(values, output)
    before = event.tournament
    body = ResultEntry(
        round=values.round,
        table=values.table,
        result=values.result.strip(),
        was=written(before, values.round, values.table),
        absent=[find_player(before, wish).id for wish in values.absent],
        sure=values.confirm,
    )
    after = event.tried("result", body)
    old, new = (_table(tournament, body) for tournament in (before, after))
    if values.preview:
        _tell_preview(before, after, body, old, output.about(before))
        return
    if not _same(old, new):
        after = _recorded(event, body, old, new, confirmed=values.yes)
    _tell_result(after, body, old, output.about(before))


def _recorded(event: KeptEvent, body: ResultEntry, old: Table, new: Table, *, confirmed: bool) -> Tournament:
    """Keep the result. Somebody who was faster at another table does no harm; at this table nothing is replaced that
    was not there when the command began."""
    try:
        return event.act("result", body, confirmed=confirmed).tournament
    except Refused as refused:
        if refused.refusal.code not in ("confirm_first", "changed_meanwhile"):
            raise
        now = event.ledger.tournament(event.ledger.load(event.code))
        standing = _table(now, body)
        if _same(standing, new):  # entered by somebody else at the same moment
            return now
        if not _same(standing, old) or standing.players != old.players:
            raise _told("conflict", event, body, standing) from None
        if old.result is not None:
            raise _told("confirm_correction", event, body, old) from None
        raise


def _table(tournament: Tournament, body: ResultEntry) -> Table:
    return granted(desk.find_table(tournament, body.round, body.table))


def _same(one: Table, other: Table) -> bool:
    return (one.result, one.absent) == (other.result, other.absent)


def _told(code: str, event: KeptEvent, body: ResultEntry, table: Table) -> Refused:
    """With what stands at the table now, and who entered it when."""
    standing = rules_of(event.tournament.setup).results.fact(table.result)
    told = {"round": body.round, "table": body.table, "result": standing, "by": "", "time": ""}
    people = {player.id: player for player in event.tournament.players}
    for record in reversed(event.log()):
        fact = record.fact
        if isinstance(fact, ResultEntered) and (fact.round, fact.table) == (body.round, body.table):
            time = record.at.astimezone().strftime("%H:%M")
            told |= {"by": actor_label(record.actor, people), "time": time}
            break
    return Refused(Refusal(code, "S4", told), event.tournament)


def _tell_preview(before: Tournament, after: Tournament, body: ResultEntry, table: Table, output: Output) -> None:
    """Whose place or values change."""
    rules = rules_of(before.setup)
    rows = [{row.player: row for row in desk.standings_after(t, len(t.rounds))} for t in (before, after)]
    changed = [(rows[0][player], row) for player, row in rows[1].items() if _differ(rows[0][player], row)]
    was = rules.results.written(table.result)
    changes = [
        {"before": standings_line(a, output.speaker), "after": standings_line(b, output.speaker)} for a, b in changed
    ]
    output.data({"round": body.round, "table": body.table, "was": was, "changes": changes})
    new = _table(after, body)
    entered = ResultEntered(body.round, body.table, new.result, new.absent)
    if before.setup.stages:
        for one in other_entrants(before, [entered]):
            came, gone = list(one.would_be_in), list(one.would_be_out)
            output.tell("web.results.advance", came=came, gone=gone)
    if not changed:
        output.tell("say.preview_nothing")
        return
    names = list(changed[0][1].measures)
    headings = [output.say("label.place"), output.say("label.full_name")]
    headings += [output.say(measure.criterion.label) for measure in changed[0][1].measures.values()]
    output.table(headings, [_preview_row(a, b, names, output) for a, b in changed], words=(1,))
    output.tell("say.preview", n=len(changed))


def _differ(one: RankedRow, other: RankedRow) -> bool:
    return one.place != other.place or any(one.measures[n].value != m.value for n, m in other.measures.items())


def _preview_row(one: RankedRow, other: RankedRow, names: Sequence[str], output: Output) -> list[str]:
    def change(old: Any, new: Any) -> str:
        return str(new) if old == new else f"{old} → {new}"

    values = [[shown_exactly(row.measures[name], output.speaker) for row in (one, other)] for name in names]
    places = ["–" if row.place is None else str(row.place) for row in (one, other)]
    return [change(*places), output.speaker.name(other.player), *(change(*pair_) for pair_ in values)]


def _tell_result(after: Tournament, body: ResultEntry, old: Table, output: Output) -> None:
    rules = rules_of(after.setup)
    number, table, new = body.round, body.table, _table(after, body)
    missing = [t.number for t in desk.missing_results(after)]
    line, was = table_line(new, rules, output.speaker), rules.results.written(old.result)
    output.data({"round": number, "table": line, "was": was, "missing": missing})
    output.tell(
        "say.recorded" if old.result is None else "say.corrected",
        round=number,
        table=table,
        first=output.speaker.name(list(new.first)),
        second=output.speaker.name(list(new.second)),
        result=worded(rules.results.shown(new.result), output.speaker),
        was=worded(rules.results.shown(old.result), output.speaker),
    )
    if missing:
        output.tell("say.missing", n=len(missing), tables=missing)
