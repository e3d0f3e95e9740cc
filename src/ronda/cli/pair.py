"""`ronda pair`: the next round, and how a round is told."""

from __future__ import annotations

from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused, checked_seed, seen_only
from ronda.cli.event import FileEvent, load
from ronda.cli.listing import pairings, show_listing, tell_in_force
from ronda.cli.output import Output
from ronda.core.model import Round, Tournament
from ronda.desk.actions.bodies import ApprovalInput, NextRound
from ronda.views.rounds import round_state
from ronda.views.verdicts import concerning, told_reason
from ronda.views.wording import told_approval


def pair(values: Namespace, output: Output) -> int:
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
    return 0


def _tell_pair(label: str, tournament: Tournament, output: Output, values: Namespace) -> None:
    output = output.about(tournament)
    made = tournament.rounds[-1]
    if output.json:
        output.data(round_state(tournament, made, output.speaker))
        return
    tell_in_force(tournament, output)
    show_listing(pairings(tournament, made, output), output, round=made.number)
    tell_round(made, output)
    output.line()
    output.line(output.say("say.seed", seed=made.seed))
    if made.forced and made.approved is None:
        output.line(output.say("say.draft"))
    output.line(output.say("say.kept" if values.write else "say.not_kept", file=label))
    if made.status == "draft" and values.write:
        output.line(output.say("say.kept_draft", code=label))


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
        output.line(output.say("say.relaxed", n=len(found.relaxations)))
        for relaxation in found.relaxations:
            output.line(f"  ! {output.speaker.verdict('relaxation', relaxation)} ({relaxation.article})")
    tell_approval(round_, output)
    output.line()
    for reason in found.reasons:
        output.line(told_reason(reason, output.speaker, article=True))


def tell_approval(round_: Round, output: Output) -> None:
    """Who stands for a forced round, wherever the round is printed (D7.3)."""
    if round_.approved is not None:
        output.line()
        output.line(told_approval(round_, output.speaker))
