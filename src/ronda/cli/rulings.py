"""What is decided beside the results: `ronda penalise`, `lift`, `penalties`, `appeal`, `decide`; `ronda stages`: the
stages of an event; `ronda fees` and `ronda prizes`: money."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

import msgspec

from ronda.cli.event import find_player, find_surely, load, looked_at
from ronda.cli.kept_event import KeptEvent, bytes_of, located, value_in
from ronda.cli.output import Misused, Output, Refused
from ronda.core import Penalty, Refusal, Tournament, next_stage
from ronda.core.penalty_effects import name_of
from ronda.desk.bodies import (
    AppealInput,
    AppealVerdict,
    FeeInput,
    Fees,
    OwnFeeInput,
    PaymentInput,
    PenaltyInput,
    PenaltyLift,
    Prizes,
    Refund,
    StageBeginning,
    StageChange,
    StageInput,
    StageRef,
    Stages,
)
from ronda.desk.fees import fee_list
from ronda.desk.penalties import appealed_kind, typed_amount
from ronda.desk.prizes import PrizeList, prize_list
from ronda.desk.stage_advance import Advancing, advancing
from ronda.formats.json_text import text_of
from ronda.formats.tournament.money import fee_lines, prize_rules
from ronda.formats.tournament.reading import planned_stages
from ronda.formats.tournament.writing import penalty_row
from ronda.views import plain
from ronda.views.rulings import FEE_COLUMNS, appeal_views, fee_list_view, fees_csv, prize_list_view
from ronda.views.stages import StageView, stage_title, stage_views

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
    if tournament.appeals:
        _show_appeals(tournament, output)
    elif not given:
        output.tell("say.no_penalties")


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
    told = {"name": output.speaker.name(penalty.player), "text": output.say(f"penalty.{name_of(penalty)}")}
    return {**msgspec.to_builtins(penalty_row(penalty)), **told}


def _kind(penalty: Penalty, output: Output) -> str:
    told = output.say(f"penalty.{name_of(penalty)}")
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


_AMOUNT = re.compile(r"([0-9]{1,7})(?:[.,]([0-9]{1,2}))?")


def fees(values: Namespace, output: Output) -> None:
    """The list; what is asked for is done first."""
    event = _done(load(values, output), values)
    output = output.about(event.tournament)
    shown = fee_list_view(fee_list(event.tournament, date.today().isoformat()), output.speaker)
    if values.out and not output.json:
        Path(values.out).write_text(fees_csv(shown, output.speaker), encoding="utf-8-sig")
    else:
        output.data(shown)
        rows = [
            (line.name, *(output.speaker.money(sum_) for sum_ in (line.due, line.paid, line.open)), line.reason)
            for line in shown.players
        ]
        totals = tuple(output.speaker.money(sum_) for sum_ in (shown.due, shown.collected, shown.open))
        rows.append((output.say("label.fee.total"), *totals, shown.currency))
        output.table(output.headings("fee", FEE_COLUMNS), rows, words=(0, 4))


def _done(event: KeptEvent, values: Namespace) -> KeptEvent:
    if values.rules:
        event = event.act("fees", _rules(Path(values.rules), values), confirmed=values.yes)
    for name, words, body, text in (
        ("pay", values.pay, PaymentInput, values.how),
        ("fee", values.set, OwnFeeInput, values.reason),
        ("refund", values.refund, Refund, values.reason),
    ):
        for word in words:
            event = event.act(name, body(*_named(event, word), text), confirmed=values.yes)
    return event


def _rules(path: Path, values: Namespace) -> Fees:
    with located(path):
        found = fee_lines(text_of(bytes_of(path)))
    rules = [FeeInput(one.amount, one.who, one.add, one.until) for one in found]
    return Fees(rules, values.currency, values.year)


def _named(event: KeptEvent, word: str) -> tuple[int, int | None]:
    """`PLAYER` or `PLAYER=AMOUNT`."""
    wish, equals, text = word.rpartition("=")
    if not equals:
        return find_player(event.tournament, word).id, None
    read = _AMOUNT.fullmatch(text)
    if read is None:
        raise Misused("usage_choice", name="AMOUNT", found=text, known="12.50")
    return find_player(event.tournament, wish).id, int(read[1]) * 100 + int((read[2] or "").ljust(2, "0"))


PRIZE_COLUMNS = ("prize", "category", "value", "winner", "passed")
PAID_COLUMNS = ("place", "winner", "paid", "shared")


def prizes(values: Namespace, output: Output) -> None:
    """The prize list by the standings of now; with `--rules` it is published first."""
    event = load(values, output)
    if values.rules:
        body = msgspec.convert(
            {
                **msgspec.to_builtins(value_in(Path(values.rules), prize_rules)),
                "by": values.by,
                "reason": values.reason,
            },
            Prizes,
        )
        event = event.act("prizes", body, confirmed=values.yes)
    tournament = event.tournament
    output = output.about(tournament)
    found = prize_list(tournament)
    if found is None:
        raise Refused(Refusal("no_prizes", "PR3.1"))
    output.data(prize_list_view(found, output.speaker))
    _show(found, output)


def _show(found: PrizeList, output: Output) -> None:
    currency = found.rules.currency

    def named(players: tuple[int, ...]) -> str:
        return ", ".join(output.speaker.name(player) for player in players)

    for category in found.categories:
        listed = ", ".join(f"{place} {output.speaker.name(player)}" for player, place in category.places.items())
        output.tell("say.labelled", label=category.name, text=listed or "–")
        if category.unknown:
            output.line("  " + output.say("say.category_unknown", names=named(category.unknown)))
    rows = [
        (
            line.prize.id,
            line.prize.category,
            output.speaker.money(line.prize.value, currency) if line.prize.value else "",
            output.speaker.name(line.winner) if line.winner is not None else "–",
            named(line.passed),
        )
        for line in found.lines
    ]
    output.table(output.headings("prize", PRIZE_COLUMNS), rows, words=(0, 1, 3, 4))
    if found.payouts:
        output.line()
        paid = [
            (
                one.place,
                output.speaker.name(one.player),
                output.speaker.money(one.amount, currency),
                named(tuple(other for other in one.shared if other != one.player)),
            )
            for one in found.payouts
        ]
        output.table(output.headings("prize", PAID_COLUMNS), paid, words=(1, 3))
    sum_ = sum(one.amount for one in found.payouts)
    facts = {"paid": output.speaker.money(sum_, currency), "fund": output.speaker.money(found.fund, currency)}
    output.tell("say.prize_sum", **facts, left=output.speaker.money(found.left, currency))


def stages(values: Namespace, output: Output) -> None:
    """The stages as they stand; with an option something is done first."""
    event = load(values, output)
    if values.plan:
        event = event.act("stages", _planned(Path(values.plan), values.by), confirmed=values.yes)
    if values.begin:
        changes = [_change(event.tournament, text) for text in values.change]
        winners = [find_player(event.tournament, one).id for one in values.playoff]
        body = StageBeginning(
            seed=values.seed,
            changes=changes,
            mode="slot" if values.slot else "shift",
            playoff=winners,
            early=values.early,
            by=values.by,
            reason=values.reason,
        )
        event = event.act("begin-stage", body, confirmed=values.yes)
    if values.cancel is not None:
        event = event.act("cancel-stage", StageRef(values.cancel), confirmed=values.yes)
    _show_stages(event.tournament, output.about(event.tournament))


def _planned(path: Path, by: str) -> Stages:
    """A list of stages as the tournament file has them."""
    found = value_in(path, planned_stages)
    given = [{key: getattr(one, key) for key in StageInput.__struct_fields__} for one in found]
    return msgspec.convert({"stages": given, "by": by}, Stages)


def _change(tournament: Tournament, text: str) -> StageChange:
    """`OUT=IN`."""
    out, _, into = text.partition("=")
    return StageChange(find_player(tournament, out).id, find_player(tournament, into).id)


def _coming(tournament: Tournament) -> Advancing | Refusal | None:
    number = next_stage(tournament)
    if number is None or not tournament.players:
        return None
    return advancing(tournament, number, tournament.setup.seed)


def _show_stages(tournament: Tournament, output: Output) -> None:
    if not tournament.setup.stages:
        raise Refused(Refusal("no_stages", "ST1.1"))
    views = stage_views(tournament, output.speaker)
    coming, number = _coming(tournament), next_stage(tournament)
    line = (
        {
            "stage": number,
            "entrants": list(coming.entrants),
            "skipped": [{"player": one.id, "why": one.why} for one in coming.skipped],
            "tied": list(coming.tied),
            "spots": coming.spots,
            "open": coming.open,
        }
        if isinstance(coming, Advancing)
        else None
    )
    output.data({"stages": [plain(view) for view in views], "advancing": line})
    for view in views:
        _tell_stage(view, output)
    if isinstance(coming, Advancing) and number is not None:
        output.tell("web.stages.coming", name=stage_title(tournament.setup.stages[number - 1], output.speaker))
        for seed, player in enumerate(coming.entrants, start=1):
            output.line(f"  {seed:>2}  {output.speaker.name(player)}")
        if coming.tied:
            names = ", ".join(output.speaker.name(player) for player in coming.tied)
            key = "web.stages.open" if coming.open else "web.stages.tied"
            output.line("  " + output.say(key, spots=coming.spots, names=names))


def _tell_stage(view: StageView, output: Output) -> None:
    output.line(f"{view.number}. {view.title} ({output.say(f'web.stages.state.{view.state}')})")
    for group in view.groups:
        rows = [(row.place or "", row.name, *row.values) for row in group.rows]
        output.line(f"  {group.name}")
        output.table([output.say("label.place"), output.say("label.name"), *group.headings], rows, words=(1,))
    for tree in view.trees if not view.groups else ():
        for column in tree.columns:
            output.line(f"  {tree.name} · {column.name}" if tree.name != view.title else f"  {column.name}")
            for match in column.matches:
                sides = [
                    f"{side.name or '–'}{' ' + ' '.join(side.score) if side.score else ''}{' *' if side.won else ''}"
                    for side in match.sides
                ]
                output.line(f"    {match.number}  {'  –  '.join(sides)}")
