"""`ronda prizes`: publish a prize list, and show who gets what, with the working."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace as Namespace

import msgspec

from ronda.cli.errors import Refused
from ronda.cli.event import load
from ronda.cli.event_file import value_in
from ronda.cli.output import Output
from ronda.core.prize_rules import PrizeRules
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import Prizes
from ronda.desk.prizes import PrizeList, prize_list
from ronda.formats.tournament.prizes import prize_rules
from ronda.views.prizes import prize_list_view

COLUMNS = ("prize", "category", "value", "winner", "passed")
PAID = ("place", "winner", "paid", "shared")


def prizes(values: Namespace, output: Output) -> int:
    """The prize list by the standings of now; with `--rules` it is published first."""
    event = load(values, output)
    if values.rules:
        body = _body(value_in(Path(values.rules), prize_rules), values.by, values.reason)
        event = event.act("prizes", body, confirmed=values.yes)
    tournament = event.tournament
    output = output.about(tournament)
    found = prize_list(tournament)
    if found is None:
        raise Refused(Refusal("no_prizes", "PR3.1"))
    if output.json:
        output.data(prize_list_view(found, output.speaker))
    else:
        _show(found, output)
    return 0


def _body(rules: PrizeRules, by: str, reason: str) -> Prizes:
    return msgspec.convert({**msgspec.to_builtins(rules), "by": by, "reason": reason}, Prizes)


def _show(found: PrizeList, output: Output) -> None:
    currency = found.rules.currency

    def named(players: tuple[int, ...]) -> str:
        return ", ".join(output.speaker.name(player) for player in players)

    for category in found.categories:
        listed = ", ".join(f"{place} {output.speaker.name(player)}" for player, place in category.places.items())
        output.line(output.say("say.labelled", label=category.name, text=listed or "–"))
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
    output.table([output.say(f"label.prize.{name}") for name in COLUMNS], rows, words=(0, 1, 3, 4))
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
        output.table([output.say(f"label.prize.{name}") for name in PAID], paid, words=(1, 3))
    sum_ = sum(one.amount for one in found.payouts)
    facts = {"paid": output.speaker.money(sum_, currency), "fund": output.speaker.money(found.fund, currency)}
    output.line(output.say("say.prize_sum", **facts, left=output.speaker.money(found.left, currency)))
