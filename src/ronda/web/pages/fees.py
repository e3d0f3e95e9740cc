"""Money of an event: what is due, paid and open, a payment is one click (PR7); and the prizes that are published."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import msgspec
from litestar import Response
from litestar.params import FromPath
from litestar.response import Template

from ronda.desk.actions import ACTIONS, Body, Request
from ronda.desk.bodies import FeeInput, Fees, OwnFeeInput, PaymentInput, Prizes, Refund
from ronda.desk.fees import fee_list, has_fees
from ronda.formats.errors import Unreadable
from ronda.formats.tournament.money import fee_lines, fees_text
from ronda.operations.operation import FileAnswer
from ronda.views.rulings import FeeListView, fee_list_view, fees_csv
from ronda.views.verdicts import unreadable_text
from ronda.web.context import EventContext, GivenEvent
from ronda.web.forms import said, sent_file
from ronda.web.http.admission import get_page, post_form
from ronda.web.pages.actions import performed
from ronda.web.perform import may, read_number, seen_in
from ronda.web.visibility import known_player

_AMOUNT = re.compile(r"[0-9]{1,7}(?:[.,][0-9]{1,2})?")


def hundredths(typed: str) -> int | None:
    """An amount as people type it; None if that is none."""
    whole, _, part = typed.replace(",", ".").partition(".")
    return int(whole) * 100 + int(part.ljust(2, "0")) if _AMOUNT.fullmatch(typed) else None


@get_page(["/e/{code:str}/fees", "/e/{code:str}/part/fees"], "helper")
def fees(event_context: GivenEvent) -> Template:
    return event_context.page_or_part("fees.html", **_values(event_context))


def _shown(context: EventContext) -> FeeListView:
    return fee_list_view(fee_list(context.tournament, date.today().isoformat()), context.speaker)


def _values(context: EventContext) -> dict[str, Any]:
    shown = _shown(context)
    only = context.request.query_params.get("show") == "open"
    return {
        "shown": shown,
        "lines": [line for line in shown.players if line.open > 0] if only else shown.players,
        "only": only,
        "opening": not has_fees(context.tournament),
        "text": fees_text(context.tournament.fees.rules, context.words.decimal),
        "amount": lambda value: context.speaker.money(value, shown.currency),
        "may": may,
    }


@get_page("/e/{code:str}/fees.csv", "helper")
def fees_file(event_context: GivenEvent) -> Response[bytes]:
    data = fees_csv(_shown(event_context), event_context.speaker).encode("utf-8-sig")
    return sent_file(FileAnswer(f"{event_context.code}-fees.csv", "text/csv", data))


@post_form("/e/{code:str}/fees", "arbiter")
async def set_fees(event_context: GivenEvent) -> Response[Any]:
    """The rules as typed, one to a line."""
    context, form = event_context, event_context.texts
    seen_at = seen_in(form.get("_version"))
    try:
        rules = fee_lines(form.get("rules", ""))
    except Unreadable as trouble:
        return said(context, "refused", unreadable_text(trouble, context.speaker))
    body = Fees(
        [FeeInput(one.amount, one.who, one.add, one.until) for one in rules[:200]],
        " ".join(form.get("currency", "").split())[:20],
        read_number(form.get("year", ""), 4) or 0,
        form.get("pay_first") == "true",
    )
    confirmed = form.get("_confirm") == "true"
    request = Request(ACTIONS["fees"], body, context.person, seen_at=seen_at, confirmed=confirmed)
    return await performed(context, request, "/fees")


@post_form("/e/{code:str}/fees/{player:int}", "helper")
async def one_fee(event_context: GivenEvent, player: FromPath[int]) -> Response[Any]:
    """Money of one player, with the amount as people type it: paid, given back, or due whatever the rules say."""
    context, form = event_context, event_context.texts
    what, reason = form.get("what", ""), form.get("reason", "")[:200]
    action = {"pay": "pay", "own": "fee", "refund": "refund"}.get(what, "pay")
    context.needs(ACTIONS[action].role)
    seen_at = seen_in(form.get("_version"))
    known_player(context, player)
    typed = form.get("amount", "").strip()
    amount = hundredths(typed)
    if amount is None:
        return said(context, "refused", context.words("web.fees.no_amount", found=typed[:20]))
    bodies: dict[str, Body] = {
        "pay": PaymentInput(player, amount, reason),
        "fee": OwnFeeInput(player, amount, reason),
        "refund": Refund(player, amount, reason),
    }
    request = Request(ACTIONS[action], bodies[action], context.person, seen_at=seen_at, confirmed=True)
    return await performed(context, request, f"/players/{player}")


@post_form("/e/{code:str}/prizes", "arbiter")
async def set_prizes(event_context: GivenEvent) -> Response[Any]:
    """Amounts by place, the first one first, and categories, one to a line; what else the list says stays."""
    context, form = event_context, event_context.texts
    typed = form.get("amounts", "").replace(";", " ").split()
    amounts = [hundredths(one.rstrip(",")) for one in typed]
    if None in amounts:
        wrong = typed[amounts.index(None)][:20]
        return said(context, "refused", context.words("web.fees.no_amount", found=wrong))
    told = {
        "prizes": [{"id": str(place), "value": value} for place, value in enumerate(amounts, start=1)],
        "categories": [
            {"name": name.strip(), "who": (who or name).strip()}
            for name, _, who in (line.partition(":") for line in form.get("categories", "").splitlines())
            if name.strip()
        ],
        **{name: " ".join(form.get(name, "").split()) for name in ("currency", "by", "reason")},
    }
    standing = context.tournament.prizes
    try:
        body = msgspec.convert({**(msgspec.to_builtins(standing) if standing else {}), **told}, Prizes)
    except msgspec.ValidationError as error:
        return said(context, "refused", context.words("trouble.bad_field", detail=str(error)))
    seen_at = min(seen_in(form.get("_version")), context.event.version)
    request = Request(ACTIONS["prizes"], body, context.person, seen_at=seen_at, confirmed=True)
    return await performed(context, request, "/prizes")


ROUTES = [fees, fees_file, set_fees, one_fee, set_prizes]
