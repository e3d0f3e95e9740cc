"""`ronda penalise`, `lift`, `penalties`, `appeal`, `decide`: what judges decide beside the results."""

from __future__ import annotations

from collections.abc import Sequence
from types import SimpleNamespace as Namespace
from typing import Any

import msgspec

from ronda.cli.errors import Misused
from ronda.cli.event import find_player, find_surely, load, looked_at
from ronda.cli.output import Output
from ronda.core.model import Penalty, Tournament
from ronda.core.penalty_effects import told_as
from ronda.desk.actions.bodies import AppealInput, AppealVerdict, PenaltyInput, PenaltyLift
from ronda.desk.penalties import appealed_kind, typed_amount
from ronda.formats.tournament.writing import penalty_row
from ronda.views.penalties import appeal_views

APPEAL_COLUMNS = ("id", "round", "table", "player", "against", "text", "outcome", "by", "reason")
PENALTY_COLUMNS = ("id", "round", "table", "player", "penalty", "amount", "rule", "reason", "by", "lifted")


def penalise(values: Namespace, output: Output) -> None:
    """A penalty, or a judge's note."""
    event = load(values, output)
    body = PenaltyInput(
        find_surely(event.tournament, values.player, output).id,
        values.kind,
        round=values.round,
        table=values.table,
        card=values.card,
        rule=values.rule,
        reason=values.reason,
        by=values.by,
        **_amount(values.kind, values.amount),
    )
    after = event.act("penalise", body, confirmed=values.yes)
    _tell(after.tournament, after.tournament.setup.penalties[-1], "say.penalised", output)


def lift(values: Namespace, output: Output) -> None:
    """A penalty does not count any more."""
    body = PenaltyLift(values.penalty, values.reason, values.by)
    after = load(values, output).act("lift", body, confirmed=values.yes)
    found = next(one for one in after.tournament.setup.penalties if one.id == values.penalty)
    _tell(after.tournament, found, "say.penalty_lifted", output)


def penalties(values: Namespace, output: Output) -> None:
    """All that were given, those that were lifted marked as such."""
    tournament, output = looked_at(values, output)
    given = tournament.setup.penalties
    found = {"appeals": appeal_views(tournament, output.speaker)} if tournament.appeals else {}
    output.data({"penalties": [_line(one, output) for one in given], **found})
    if given:
        _show_penalties(given, output)
    if tournament.appeals:
        _show_appeals(tournament, output)
    elif not given:
        output.tell("say.no_penalties")


def _show_penalties(given: Sequence[Penalty], output: Output) -> None:
    rows = [
        (
            one.id,
            one.round or "",
            "" if one.table is None else one.table,
            output.speaker.name(one.player),
            _kind(one, output),
            _shown_amount(one),
            one.rule,
            one.reason,
            one.by,
            output.say("label.yes") if one.lifted else "",
        )
        for one in given
    ]
    output.table(output.headings("penalty", PENALTY_COLUMNS), rows, words=(3, 4, 6, 7, 8, 9))


def appeal(values: Namespace, output: Output) -> None:
    """Somebody does not agree with a penalty, or with the result of a table (PE8)."""
    event = load(values, output)
    player = find_player(event.tournament, values.player).id
    body = AppealInput(player, values.text, values.penalty, values.round, values.table)
    after = event.act("appeal", body, confirmed=values.yes).tournament
    _tell_appeal(after, after.appeals[-1].id, "say.appealed", output)


def decide(values: Namespace, output: Output) -> None:
    """What came of an appeal."""
    event = load(values, output)
    amount = _amount(appealed_kind(event.tournament, values.appeal), values.amount)
    body = AppealVerdict(values.appeal, values.outcome, values.reason, values.by, **amount)
    after = event.act("decide-appeal", body, confirmed=values.yes).tournament
    _tell_appeal(after, values.appeal, "say.appeal_decided", output)


def _tell_appeal(tournament: Tournament, number: int, key: str, output: Output) -> None:
    output = output.about(tournament)
    told = next(one for one in appeal_views(tournament, output.speaker) if one.id == number)
    outcome = output.say(f"appeal.{told.outcome}") if told.outcome else ""
    output.answer(told, key, id=told.id, player=told.player, outcome=outcome)


def _show_appeals(tournament: Tournament, output: Output) -> None:
    rows = [
        (
            one.id,
            one.round or "",
            "" if one.table is None else one.table,
            one.name,
            one.against,
            one.text,
            output.say(f"appeal.{one.outcome}") if one.outcome else output.say("label.appeal.open"),
            one.by,
            one.reason,
        )
        for one in appeal_views(tournament, output.speaker)
    ]
    output.line()
    output.table(output.headings("appeal", APPEAL_COLUMNS), rows, words=(3, 4, 5, 6, 7, 8))


def _tell(tournament: Tournament, penalty: Penalty, key: str, output: Output) -> None:
    output = output.about(tournament)
    line = _line(penalty, output)
    output.answer(line, key, id=penalty.id, player=penalty.player, kind=line["text"])


def _line(penalty: Penalty, output: Output) -> dict[str, Any]:
    """As the file has it, with the name and the kind in words that the API tells, too."""
    told = {"name": output.speaker.name(penalty.player), "text": output.say(f"penalty.{told_as(penalty)}")}
    return {**msgspec.to_builtins(penalty_row(penalty)), **told}


def _kind(penalty: Penalty, output: Output) -> str:
    told = output.say(f"penalty.{told_as(penalty)}")
    return f"{told} {output.say(f'card.{penalty.card}')}" if penalty.card else told


def _shown_amount(penalty: Penalty) -> str:
    amount = penalty_row(penalty).amount
    return str(abs(amount)) if amount else ""  # of a bonus the kind says that it was given


def _amount(kind: str, text: str) -> dict[str, Any]:
    """As typed, for a body."""
    found = typed_amount(kind, text) if text else {}
    if found is None:
        raise Misused("bad_amount", found=text)
    return found
