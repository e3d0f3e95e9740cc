"""`ronda pair` and `ronda result`."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ronda import desk
from ronda.cli.errors import Misused, Refused
from ronda.cli.event_file import Decide, Place, TournamentFile, find_player, load, names_of
from ronda.cli.listing import pairings, show_listing, tell_in_force
from ronda.cli.new_event import checked_seed
from ronda.cli.output import Output
from ronda.cli.typed import seen_only
from ronda.core.facts import Approved, Closed, Fact, Paired, Published, ResultEntered
from ronda.core.model import Approval, Round, Table, Tournament
from ronda.core.ranking import Row
from ronda.core.verdicts import Refusal
from ronda.desk.phases import entry_action, phase
from ronda.desk.rounds import forced_by
from ronda.systems import system
from ronda.views.rounds import round_state, table_line
from ronda.views.standings import standings_line
from ronda.views.wording import shown_exactly, told_approval, worded


def pair(values: Namespace, output: Output) -> int:
    """Make the next round and print it with its reasons; with --write keep it."""
    place = load(values)
    if values.seed is not None:
        checked_seed(values.seed)
    approval = approval_of(values.approve)
    if phase(place.tournament) in ("draft", "finished"):
        refused = Refusal("not_now", "S4", {"action": "pair", "phase": phase(place.tournament)})
        raise Refused(refused, names_of(place.tournament))
    if isinstance(place, TournamentFile):
        made = _made(place.tournament, values.seed, approval)
        waiting = made.round.forced and made.round.approved is None
        if waiting and values.write:
            raise Refused(Refusal("approval_needed", forced_by(made.round)), names_of(place.tournament))
        after: Place = place.after(made)
        if values.write:
            place.act("pair", lambda _: made)
        _tell_pair(place.label, after.tournament, output, values, waiting=waiting, draft=False)
        return 0
    made = _made(place.tournament, values.seed, None, last_resort=approval is not None)
    facts = _kept(place.tournament, made, approval, draft=values.draft)
    if values.write:
        _back_up(values, output)
        after = place.act("pair", _keeping(place.tournament, facts, values, approval), confirmed=values.yes)
    else:
        after = place.after(*facts)
    last = after.tournament.rounds[-1]
    waiting = last.forced and last.approved is None
    _tell_pair(place.label, after.tournament, output, values, waiting=waiting, draft=last.status == "draft")
    return 0


def _made(tournament: Tournament, seed: int | None, approval: Approval | None, *, last_resort: bool = False) -> Paired:
    made = desk.next_round(tournament, seed, approval, last_resort=last_resort)
    if isinstance(made, Refusal):
        raise Refused(made, names_of(tournament))
    return made


def _kept(tournament: Tournament, made: Paired, approval: Approval | None, *, draft: bool) -> list[Fact]:
    """What a store keeps of a new round: the one before is over, this one is a draft and, unless the director wants
    to look at it first, published. A forced one needs an approval for that (D7.3)."""
    facts: list[Fact] = []
    if tournament.rounds and tournament.rounds[-1].status != "closed":
        facts.append(Closed(len(tournament.rounds)))
    facts.append(replace(made, round=replace(made.round, status="draft")))
    if made.round.forced and approval is not None:
        facts.append(Approved(made.round.number, approval))
    if not draft and not (made.round.forced and approval is None):
        facts.append(Published(made.round.number))
    return facts


def _keeping(seen: Tournament, facts: Sequence[Fact], values: Namespace, approval: Approval | None) -> Decide:
    """Keep the round that was made; if something has happened meanwhile, make it again."""

    def decide(tournament: Tournament) -> Sequence[Fact] | Refusal:
        if tournament == seen:
            return facts
        made = desk.next_round(tournament, values.seed, last_resort=approval is not None)
        return made if isinstance(made, Refusal) else _kept(tournament, made, approval, draft=values.draft)

    return decide


def _back_up(values: Namespace, output: Output) -> None:
    """Before each pairing. Without it the event goes on all the same."""
    from ronda.cli.stored_event import url_of
    from ronda.store.backup.copies import automatic

    try:
        automatic(url_of(values))
    except OSError as trouble:
        output.note(output.say("say.backup_failed", detail=trouble.strerror or str(trouble)))


def _tell_pair(
    label: str, tournament: Tournament, output: Output, values: Namespace, *, waiting: bool, draft: bool
) -> None:
    output = output.about(tournament)
    made = tournament.rounds[-1]
    if output.json:
        output.data(round_state(tournament, made, output.speaker))
        return
    tell_in_force(tournament, output)
    show_listing(pairings(tournament, made), output, round=made.number)
    tell_round(made, output)
    output.line()
    output.line(output.say("say.seed", seed=made.seed))
    if waiting:
        output.line(output.say("say.draft"))
    output.line(output.say("say.kept" if values.write else "say.not_kept", file=label))
    if draft and values.write:
        output.line(output.say("say.kept_draft", code=label))


def approval_of(text: str | None) -> Approval | None:
    """`name: reason`."""
    if text is None:
        return None
    by, reason = (part.strip() for part in text.partition(":")[::2])
    if not by or not reason:
        raise Misused("bad_approval", found=text)
    seen_only(by, reason)
    return Approval(by, reason)


def tell_round(round_: Round, output: Output, player: int | None = None) -> None:
    """Relaxations first, then why each table and bye; with a player only what concerns that player."""
    own = {t.number for t in round_.tables if player is None or player in t.players}
    relaxed = [r for r in round_.relaxations if player is None or player in r.players]
    if relaxed:
        output.line()
        output.line(output.say("say.relaxed", n=len(relaxed)))
        for relaxation in relaxed:
            output.line(f"  ! {output.speaker.verdict('relaxation', relaxation)} ({relaxation.article})")
    tell_approval(round_, output)
    output.line()
    for reason in round_.reasons:
        if reason.table is not None and reason.table not in own:
            continue
        if reason.player is not None and player not in (None, reason.player):
            continue
        told = f"{output.speaker.verdict('reason', reason)} ({reason.article})"
        if reason.table is not None:
            told = output.say("say.labelled", label=output.say("say.at_table", table=reason.table), text=told)
        output.line(told)


def tell_approval(round_: Round, output: Output) -> None:
    """Who stands for a forced round, wherever the round is printed (D7.3)."""
    if round_.approved is not None:
        output.line()
        output.line(told_approval(round_, output.speaker))


def result(values: Namespace, output: Output) -> int:
    """Record a result, or correct one; with --preview only show what it would change."""
    place = load(values)
    before = place.tournament
    text = values.result.strip()
    absent = tuple(find_player(before, wish).id for wish in values.absent)

    def decide(tournament: Tournament) -> ResultEntered | Refusal:
        return desk.record_result(tournament, values.round, values.table, text, absent=absent, confirmed=values.confirm)

    fact = decide(before)
    if isinstance(fact, Refusal):
        raise Refused(fact, names_of(before))
    if values.preview:
        _tell_preview(before, place.after(fact).tournament, fact, output.about(before))
        return 0
    after: Place
    if isinstance(place, TournamentFile):
        after = place.act(entry_action(before, fact.round, fact.table), decide)
    else:
        from ronda.cli.results import record

        after = record(place, fact, confirmed=values.yes)
    _tell_result(before, after.tournament, fact.round, fact.table, output.about(before))
    return 0


def _tell_preview(before: Tournament, after: Tournament, fact: ResultEntered, output: Output) -> None:
    """Whose place or values change."""
    rules = system(before.setup.system)
    table = desk.find_table(before, fact.round, fact.table)
    assert isinstance(table, Table)
    rows = [{row.player: row for row in desk.standings_after(t, len(t.rounds))} for t in (before, after)]
    changed = [(rows[0][player], row) for player, row in rows[1].items() if _differ(rows[0][player], row)]
    was = None if table.result is None else rules.write_result(table.result)
    if output.json:
        speaker = output.speaker
        changes = [{"before": standings_line(a, speaker), "after": standings_line(b, speaker)} for a, b in changed]
        output.data({"round": fact.round, "table": fact.table, "was": was, "changes": changes})
        return
    if not changed:
        output.line(output.say("say.preview_nothing"))
        return
    names = list(changed[0][1].measures)
    headings = [output.say("label.place"), output.say("label.full_name")]
    headings += [output.say(f"criterion.{name}") for name in names]
    output.table(headings, [_preview_row(a, b, names, output) for a, b in changed], words=(1,))
    output.line(output.say("say.preview", n=len(changed)))


def _differ(one: Row, other: Row) -> bool:
    return one.place != other.place or any(one.measures[n].value != m.value for n, m in other.measures.items())


def _preview_row(one: Row, other: Row, names: Sequence[str], output: Output) -> list[str]:
    def change(old: Any, new: Any) -> str:
        return str(new) if old == new else f"{old} → {new}"

    values = [[shown_exactly(row.measures[name], output.speaker) for row in (one, other)] for name in names]
    places = ["–" if row.place is None else str(row.place) for row in (one, other)]
    return [change(*places), output.speaker.name(other.player), *(change(*pair_) for pair_ in values)]


def _tell_result(before: Tournament, after: Tournament, number: int, table: int, output: Output) -> None:
    rules = system(after.setup.system)
    old, new = (desk.find_table(t, number, table) for t in (before, after))
    assert not isinstance(old, Refusal)
    assert not isinstance(new, Refusal)
    missing = [t.number for t in desk.missing_results(after)]
    if output.json:
        was = None if old.result is None else rules.write_result(old.result)
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
