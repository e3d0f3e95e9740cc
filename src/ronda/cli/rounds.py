"""`ronda publish`, `swap`, `discard`, `close`, `finish`, `reopen`, `undo`, `redo`."""

from __future__ import annotations

from types import SimpleNamespace as Namespace

from ronda.cli.event import FileEvent, KeptEvent, find_player, load
from ronda.cli.listing import pairings, show_listing
from ronda.cli.output import Output
from ronda.cli.pair import approval_of, tell_approval
from ronda.core.verdicts import Refusal
from ronda.desk.actions import Body
from ronda.desk.actions.bodies import Publication, Step, Swap
from ronda.desk.podium import declared
from ronda.desk.rounds import swap_players
from ronda.views import plain
from ronda.views.events import event_stand
from ronda.views.rounds import round_state
from ronda.views.standings import podium_steps, winners_of
from ronda.views.verdicts import finding_line
from ronda.views.wording import told_podium


def publish(values: Namespace, output: Output) -> int:
    """The draft becomes the round; a forced one with the director's approval."""
    return _act("publish", Publication(approval_of(values.approve)), "say.published", values, output)


def close(values: Namespace, output: Output) -> int:
    """The round is over: no result is missing."""
    return _act("close", Body(), "say.closed", values, output)


def finish(values: Namespace, output: Output) -> int:
    """The event is over, and the winner is declared (R6.2)."""
    before = load(values, output)
    after = before.act("finish", confirmed=values.yes)
    output = output.about(after.tournament)
    podium = declared(after.tournament)
    if output.json:
        steps = podium_steps(podium, output.speaker)
        output.data({**state_value(after), "winners": winners_of(podium), "podium": steps})
        return 0
    output.line(output.say("say.finished", code=after.label, round=len(before.tournament.rounds)))
    for line in told_podium(podium, output.speaker) if podium else [output.say("say.no_winner")]:
        output.line(line)
    return 0


def reopen(values: Namespace, output: Output) -> int:
    return _act("reopen", Body(), "say.reopened", values, output)


def discard(values: Namespace, output: Output) -> int:
    """Take the last round back."""
    return _act("discard", Body(), "say.discarded", values, output)


def undo(values: Namespace, output: Output) -> int:
    """Take back the last action that counts."""
    return _step("undo", "say.undone", values, output)


def redo(values: Namespace, output: Output) -> int:
    """Do again what was undone last."""
    return _step("redo", "say.redone", values, output)


def _step(name: str, key: str, values: Namespace, output: Output) -> int:
    from ronda.cli.history import stepped  # the log is told by the store

    before = load(values, output)
    after = before.act(name, Step(), confirmed=values.yes, seen_at=before.version)
    texts = stepped(before, after, output)
    if output.json:
        output.data({**state_value(after), "actions": texts})
    else:
        for text in texts:
            output.line(output.say(key, text=text))
    return 0


def _act(name: str, body: Body, key: str, values: Namespace, output: Output) -> int:
    before = load(values, output)
    after = before.act(name, body, confirmed=values.yes)
    if output.json:
        output.data(state_value(after))
    else:
        output.line(output.say(key, code=after.label, round=len(before.tournament.rounds)))
    return 0


def state_value(event: KeptEvent) -> dict[str, object]:
    """Where an event stands."""
    stands = plain(event_stand(event.tournament))
    if isinstance(event, FileEvent):
        return {"file": event.label, **stands}
    return {"code": event.code, "version": event.version, **stands}


def swap(values: Namespace, output: Output) -> int:
    """Two players change seats, with what the rulebook says about it; with --write it is kept."""
    event = load(values, output)
    output = output.about(event.tournament)
    one, other = (find_player(event.tournament, wish).id for wish in (values.player, values.other))
    body = Swap(one, other)
    after = event.tried("swap", body)
    changed = swap_players(event.tournament, one, other)
    assert not isinstance(changed, Refusal), "it was tried"
    if values.write:
        after = event.act("swap", body, confirmed=values.yes).tournament
    made = after.rounds[-1]
    if output.json:
        findings = [finding_line(finding, output.speaker) for finding in changed.findings]
        value = plain(round_state(event.tournament, made, output.speaker))
        output.data({**value, "findings": findings, "kept": values.write})
        return 0
    show_listing(pairings(after, made, output), output, round=made.number)
    tell_approval(made, output)
    for finding in changed.findings:
        text = f"{output.speaker.verdict('finding', finding)} ({finding.article})"
        output.line(output.say("say.labelled", label=output.say(f"label.severity.{finding.severity}"), text=text))
    output.line(output.say("say.kept" if values.write else "say.not_kept", file=event.label))
    return 0
