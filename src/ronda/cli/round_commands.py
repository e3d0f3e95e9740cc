"""`ronda publish`, `swap`, `discard`, `close`: a round on its way, in a file or in the store. `finish`, `reopen`,
`undo`, `redo`: a stored event."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ronda.cli import event_file
from ronda.cli.errors import Refused
from ronda.cli.event_file import Decide, Place, find_player, names_of
from ronda.cli.history import stepped
from ronda.cli.listing import pairings, show_listing
from ronda.cli.output import Output
from ronda.cli.rounds import approval_of, tell_approval
from ronda.cli.stored_event import StoredEvent, load
from ronda.core.facts import Fact, Finished
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import rounds
from ronda.desk.phases import Action, leave_for, phase
from ronda.desk.podium import declared
from ronda.views import plain
from ronda.views.rounds import round_state
from ronda.views.standings import podium_steps, winners_of
from ronda.views.verdicts import finding_line
from ronda.views.wording import told_podium


def publish(values: Namespace, output: Output) -> int:
    """The draft becomes the round; a forced one with the director's approval."""
    approval = approval_of(values.approve)

    def decide(tournament: Tournament) -> Sequence[Fact] | Refusal:
        facts: list[Fact] = []
        if approval is not None and tournament.rounds[-1].forced:
            approved = rounds.approve(tournament, approval)
            if isinstance(approved, Refusal):
                return approved
            facts.append(approved)
        published = rounds.publish(fold(facts, tournament))
        return published if isinstance(published, Refusal) else [*facts, published]

    return _act("publish", decide, "say.published", event_file.load(values), values, output)


def close(values: Namespace, output: Output) -> int:
    """The round is over: no result is missing."""
    return _act("close", rounds.close, "say.closed", event_file.load(values), values, output)


def finish(values: Namespace, output: Output) -> int:
    """The event is over, and the winner is declared (R6.2)."""
    before = load(values)
    after = before.act("finish", rounds.finish, confirmed=values.yes)
    output = output.about(after.tournament)
    podium = declared(after.tournament)
    if output.json:
        steps = podium_steps(podium, output.speaker)
        output.data({**state_value(after), "winners": winners_of(podium), "podium": steps})
        return 0
    output.line(output.say("say.finished", code=after.code, round=len(before.tournament.rounds)))
    for line in told_podium(podium, output.speaker) if podium else [output.say("say.no_winner")]:
        output.line(line)
    return 0


def reopen(values: Namespace, output: Output) -> int:
    return _act("reopen", lambda _: Finished(again=True), "say.reopened", load(values), values, output)


def discard(values: Namespace, output: Output) -> int:
    """Take the last round back."""
    return _act("discard", rounds.discard, "say.discarded", event_file.load(values), values, output)


def undo(values: Namespace, output: Output) -> int:
    """Take back the last action that counts."""
    before = load(values)
    after = before.answered(before.desk.undo(before.code, seen_at=before.stored.version, confirmed=values.yes))
    return _stepped(before, after, "say.undone", output)


def redo(values: Namespace, output: Output) -> int:
    """Do again what was undone last."""
    before = load(values)
    after = before.answered(before.desk.redo(before.code, seen_at=before.stored.version, confirmed=values.yes))
    return _stepped(before, after, "say.redone", output)


def _stepped(before: StoredEvent, after: StoredEvent, key: str, output: Output) -> int:
    texts = stepped(before, after, output)
    if output.json:
        output.data({**state_value(after), "actions": texts})
    else:
        for text in texts:
            output.line(output.say(key, text=text))
    return 0


def _act(action: Action, decide: Decide, key: str, before: Place, values: Namespace, output: Output) -> int:
    after = before.act(action, decide, confirmed=values.yes)
    if output.json:
        output.data(state_value(after))
    else:
        output.line(output.say(key, code=after.label, round=len(before.tournament.rounds)))
    return 0


def state_value(place: Place) -> dict[str, object]:
    """Where an event stands."""
    stands = {"state": phase(place.tournament), "rounds": len(place.tournament.rounds)}
    if isinstance(place, StoredEvent):
        return {"code": place.code, "version": place.stored.version, **stands}
    return {"file": place.label, **stands}


def swap(values: Namespace, output: Output) -> int:
    """Two players change seats, with what the rulebook says about it; with --write it is kept."""
    place = event_file.load(values)
    output = output.about(place.tournament)
    one, other = (find_player(place.tournament, wish).id for wish in (values.player, values.other))
    leave = leave_for("rearrange", place.tournament)
    if leave == "forbidden":
        refused = Refusal("not_now", "S4", {"action": "rearrange", "phase": phase(place.tournament)})
        raise Refused(refused, names_of(place.tournament))
    changed = rounds.swap_players(place.tournament, one, other)
    if isinstance(changed, Refusal):
        raise Refused(changed, names_of(place.tournament))

    def decide(tournament: Tournament) -> Fact | Refusal:
        again = rounds.swap_players(tournament, one, other)
        return again if isinstance(again, Refusal) else again.fact

    if values.write:
        place.act("rearrange", decide, confirmed=values.yes)
    made = changed.fact.round
    if output.json:
        findings = [finding_line(finding, output.speaker) for finding in changed.findings]
        value = plain(round_state(place.tournament, made, output.speaker))
        output.data({**value, "findings": findings, "kept": values.write})
        return 0
    show_listing(pairings(place.after(changed.fact).tournament, made), output, round=made.number)
    tell_approval(made, output)
    for finding in changed.findings:
        text = f"{output.speaker.verdict('finding', finding)} ({finding.article})"
        output.line(output.say("say.labelled", label=output.say(f"label.severity.{finding.severity}"), text=text))
    output.line(output.say("say.kept" if values.write else "say.not_kept", file=place.label))
    return 0
