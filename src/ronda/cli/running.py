"""`ronda publish`, `swap`, `discard`, `close`: a round on its way, in a file or in the store. `finish`, `reopen`,
`undo`, `redo`: a stored event."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from ronda.cli import files
from ronda.cli.counter import Counter
from ronda.cli.files import Decide, Place, find_player, names_of
from ronda.cli.listing import pairings, show_listing
from ronda.cli.looking_back import stepped
from ronda.cli.rounds import approval_of, tell_approval
from ronda.cli.shelf import Shelved, load
from ronda.cli.trouble import Refused
from ronda.desk import arranging
from ronda.desk.podium import declared
from ronda.desk.states import Action, leave_for, phase
from ronda.facts import Fact, Finished
from ronda.history import fold
from ronda.model import Tournament
from ronda.shapes import finding_value, podium_value, round_value
from ronda.spoken import told_podium
from ronda.verdicts import Refusal


def publish(values: Namespace, counter: Counter) -> int:
    """The draft becomes the round; a forced one with the director's approval."""
    approval = approval_of(values.approve)

    def decide(tournament: Tournament) -> Sequence[Fact] | Refusal:
        facts: list[Fact] = []
        if approval is not None and tournament.rounds[-1].forced:
            approved = arranging.approve(tournament, approval)
            if isinstance(approved, Refusal):
                return approved
            facts.append(approved)
        published = arranging.publish(fold(facts, tournament))
        return published if isinstance(published, Refusal) else [*facts, published]

    return _act("publish", decide, "say.published", files.load(values), values, counter)


def close(values: Namespace, counter: Counter) -> int:
    """The round is over: no result is missing."""
    return _act("close", arranging.close, "say.closed", files.load(values), values, counter)


def finish(values: Namespace, counter: Counter) -> int:
    """The event is over, and the winner is declared (R6.2)."""
    before = load(values)
    after = before.act("finish", arranging.finish, confirmed=values.yes)
    counter = counter.about(after.tournament)
    podium = declared(after.tournament)
    if counter.json:
        counter.data({**state_value(after), **podium_value(podium, counter.speaker)})
        return 0
    counter.line(counter.say("say.finished", code=after.code, round=len(before.tournament.rounds)))
    for line in told_podium(podium, counter.speaker) if podium else [counter.say("say.no_winner")]:
        counter.line(line)
    return 0


def reopen(values: Namespace, counter: Counter) -> int:
    return _act("reopen", lambda _: Finished(again=True), "say.reopened", load(values), values, counter)


def discard(values: Namespace, counter: Counter) -> int:
    """Take the last round back."""
    return _act("discard", arranging.discard, "say.discarded", files.load(values), values, counter)


def undo(values: Namespace, counter: Counter) -> int:
    """Take back the last action that counts."""
    before = load(values)
    after = before.answered(before.desk.undo(before.code, seen_at=before.stored.version, confirmed=values.yes))
    return _stepped(before, after, "say.undone", counter)


def redo(values: Namespace, counter: Counter) -> int:
    """Do again what was undone last."""
    before = load(values)
    after = before.answered(before.desk.redo(before.code, seen_at=before.stored.version, confirmed=values.yes))
    return _stepped(before, after, "say.redone", counter)


def _stepped(before: Shelved, after: Shelved, key: str, counter: Counter) -> int:
    texts = stepped(before, after, counter)
    if counter.json:
        counter.data({**state_value(after), "actions": texts})
    else:
        for text in texts:
            counter.line(counter.say(key, text=text))
    return 0


def _act(action: Action, decide: Decide, key: str, before: Place, values: Namespace, counter: Counter) -> int:
    after = before.act(action, decide, confirmed=values.yes)
    if counter.json:
        counter.data(state_value(after))
    else:
        counter.line(counter.say(key, code=after.label, round=len(before.tournament.rounds)))
    return 0


def state_value(place: Place) -> dict[str, object]:
    """Where an event stands."""
    stands = {"state": phase(place.tournament), "rounds": len(place.tournament.rounds)}
    if isinstance(place, Shelved):
        return {"code": place.code, "version": place.stored.version, **stands}
    return {"file": place.label, **stands}


def swap(values: Namespace, counter: Counter) -> int:
    """Two players change seats, with what the rulebook says about it; with --write it is kept."""
    place = files.load(values)
    counter = counter.about(place.tournament)
    one, other = (find_player(place.tournament, wish).id for wish in (values.player, values.other))
    leave = leave_for("rearrange", place.tournament)
    if leave == "forbidden":
        refused = Refusal("not_now", "S4", {"action": "rearrange", "phase": phase(place.tournament)})
        raise Refused(refused, names_of(place.tournament))
    changed = arranging.swap_players(place.tournament, one, other)
    if isinstance(changed, Refusal):
        raise Refused(changed, names_of(place.tournament))

    def decide(tournament: Tournament) -> Fact | Refusal:
        again = arranging.swap_players(tournament, one, other)
        return again if isinstance(again, Refusal) else again.fact

    if values.write:
        place.act("rearrange", decide, confirmed=values.yes)
    made = changed.fact.round
    if counter.json:
        findings = [finding_value(finding, counter.speaker) for finding in changed.findings]
        value = round_value(place.tournament, made, counter.speaker)
        counter.data({**value, "findings": findings, "kept": values.write})
        return 0
    show_listing(pairings(place.after(changed.fact).tournament, made), counter, round=made.number)
    tell_approval(made, counter)
    for finding in changed.findings:
        text = f"{counter.speaker.verdict('finding', finding)} ({finding.article})"
        counter.line(counter.say("say.labelled", label=counter.say(f"label.severity.{finding.severity}"), text=text))
    counter.line(counter.say("say.kept" if values.write else "say.not_kept", file=place.label))
    return 0
