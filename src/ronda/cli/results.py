"""`ronda result`: of two people at one table, the second is told what the first has entered."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace as Namespace
from typing import Any

from ronda import desk
from ronda.cli.errors import Refused
from ronda.cli.event import KeptEvent, find_player, load, names_of
from ronda.cli.output import Output
from ronda.core.facts import ResultEntered
from ronda.core.model import Table, Tournament
from ronda.core.ranking import RankedRow
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import ResultEntry
from ronda.desk.actions.decide_rounds import written
from ronda.desk.stages.advance import other_entrants
from ronda.systems import system
from ronda.systems.labels import told_actor
from ronda.views.rounds import table_line
from ronda.views.standings import standings_line
from ronda.views.wording import shown_exactly, worded


def result(values: Namespace, output: Output) -> int:
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
        return 0
    if not _same(old, new):
        after = _recorded(event, body, old, new, confirmed=values.yes)
    _tell_result(after, body, old, output.about(before))
    return 0


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
    table = desk.find_table(tournament, body.round, body.table)
    if isinstance(table, Refusal):
        raise Refused(table)
    return table


def _same(one: Table, other: Table) -> bool:
    return (one.result, one.absent) == (other.result, other.absent)


def _told(code: str, event: KeptEvent, body: ResultEntry, table: Table) -> Refused:
    """With what stands at the table now, and who entered it when."""
    standing = system(event.tournament.setup.system).result_fact(table.result)
    told = {"round": body.round, "table": body.table, "result": standing, "by": "", "time": ""}
    people = {player.id: player for player in event.tournament.players}
    for record in reversed(event.log()):
        fact = record.fact
        if isinstance(fact, ResultEntered) and (fact.round, fact.table) == (body.round, body.table):
            time = record.at.astimezone().strftime("%H:%M")
            told |= {"by": told_actor(record.actor, people), "time": time}
            break
    return Refused(Refusal(code, "S4", told), names_of(event.tournament))


def _tell_preview(before: Tournament, after: Tournament, body: ResultEntry, table: Table, output: Output) -> None:
    """Whose place or values change."""
    rules = system(before.setup.system)
    rows = [{row.player: row for row in desk.standings_after(t, len(t.rounds))} for t in (before, after)]
    changed = [(rows[0][player], row) for player, row in rows[1].items() if _differ(rows[0][player], row)]
    was = rules.written(table.result)
    if output.json:
        speaker = output.speaker
        changes = [{"before": standings_line(a, speaker), "after": standings_line(b, speaker)} for a, b in changed]
        output.data({"round": body.round, "table": body.table, "was": was, "changes": changes})
        return
    new = _table(after, body)
    entered = ResultEntered(body.round, body.table, new.result, new.absent)
    if before.setup.stages:
        for one in other_entrants(before, [entered]):
            came, gone = list(one.would_be_in), list(one.would_be_out)
            output.line(output.say("web.results.advance", came=came, gone=gone))
    if not changed:
        output.line(output.say("say.preview_nothing"))
        return
    names = list(changed[0][1].measures)
    headings = [output.say("label.place"), output.say("label.full_name")]
    headings += [output.say(f"criterion.{name}") for name in names]
    output.table(headings, [_preview_row(a, b, names, output) for a, b in changed], words=(1,))
    output.line(output.say("say.preview", n=len(changed)))


def _differ(one: RankedRow, other: RankedRow) -> bool:
    return one.place != other.place or any(one.measures[n].value != m.value for n, m in other.measures.items())


def _preview_row(one: RankedRow, other: RankedRow, names: Sequence[str], output: Output) -> list[str]:
    def change(old: Any, new: Any) -> str:
        return str(new) if old == new else f"{old} → {new}"

    values = [[shown_exactly(row.measures[name], output.speaker) for row in (one, other)] for name in names]
    places = ["–" if row.place is None else str(row.place) for row in (one, other)]
    return [change(*places), output.speaker.name(other.player), *(change(*pair_) for pair_ in values)]


def _tell_result(after: Tournament, body: ResultEntry, old: Table, output: Output) -> None:
    rules = system(after.setup.system)
    number, table, new = body.round, body.table, _table(after, body)
    missing = [t.number for t in desk.missing_results(after)]
    if output.json:
        was = rules.written(old.result)
        value = {"round": number, "table": table_line(new, rules, output.speaker), "was": was, "missing": missing}
        output.data(value)
        return
    assert new.result is not None
    output.line(
        output.say(
            "say.recorded" if old.result is None else "say.corrected",
            round=number,
            table=table,
            first=output.speaker.name(list(new.first)),
            second=output.speaker.name(list(new.second)),
            result=worded(rules.shown_result(new.result), output.speaker),
            was=worded(rules.shown_result(old.result), output.speaker),
        )
    )
    if missing:
        output.line(output.say("say.missing", n=len(missing), tables=missing))
