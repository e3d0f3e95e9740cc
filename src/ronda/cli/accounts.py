"""`ronda accounts`: organisers who share a server."""

from __future__ import annotations

from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.errors import Misused, Refused
from ronda.cli.operations import StoreCaller, decide
from ronda.cli.output import Output
from ronda.cli.stored_event import opened
from ronda.core.verdicts import Refusal
from ronda.operations.accounts import MOST, AccountInvitation, AccountLine, AccountWish, Limits, list_accounts
from ronda.operations.passes import LINK, sign_in_link
from ronda.store import Store, read_code
from ronda.store.access import Account, AccountRole, find_account, give


def accounts(values: Namespace, output: Output) -> None:
    caller = StoreCaller(opened(values), output.speaker, values.address.rstrip("/"))
    for limit in (values.events, values.players):
        if limit is not None and not 0 <= limit <= MOST:
            raise Refused(Refusal("number_out_of_range", "S4", {"found": limit, "low": 0, "high": MOST}))
    if values.action not in ("list", "link") and not values.name.strip():
        raise Misused("account_needed")
    match values.action:
        case "list":
            _list(list_accounts(caller).accounts, output)
        case "link":
            _sign_in(caller, values, output)
        case "add":
            role: AccountRole = "administrator" if values.admin else "organiser"
            wish = AccountWish(values.name, role, values.events, values.players)
            _invited(decide("addAccount", caller, body=wish), output)
        case _:
            _change(values, _known(caller.store, values.name), caller, output)


def _change(values: Namespace, found: Account, caller: StoreCaller, output: Output) -> None:
    match values.action:
        case "password":
            _invited(decide("linkAccount", caller, number=found.id), output)
        case "give":
            _given(caller.store, found, values.code, output)
        case "limits":
            decide("setLimits", caller, number=found.id, body=Limits(values.events, values.players))
            output.answer({"name": found.name}, "say.account_limits", name=found.name)
        case _:
            decide("changeAccount", caller, number=found.id, what=values.action)
            key = "say.account_suspended" if values.action == "suspend" else "say.account_restored"
            output.answer({"name": found.name}, key, name=found.name)


def _list(found: list[AccountLine], output: Output) -> None:
    output.data({"accounts": [_value(one) for one in found]})
    if not found:
        output.tell("say.account_none")
        return
    keys = ("name", "role", "state", "events", "most_events", "most_players")
    rows = [
        (
            one.name,
            output.say(f"web.accounts.role.{one.role}"),
            output.say(f"web.accounts.{_state(one)}") if _state(one) else "",
            str(one.events),
            "–" if one.most_events is None else str(one.most_events),
            "–" if one.most_players is None else str(one.most_players),
        )
        for one in found
    ]
    output.table(output.headings("account", keys), rows, words=(0, 1, 2))


def _state(one: AccountLine) -> str:
    return "suspended" if one.suspended else "invited" if one.invited else ""


def _value(one: AccountLine) -> dict[str, Any]:
    limits = {"most_events": one.most_events, "most_players": one.most_players}
    return {"name": one.name, "role": one.role, "state": _state(one) or "active", "events": one.events, **limits}


def _known(store: Store, name: str) -> Account:
    with store.reads() as connection:
        found = find_account(connection, name)
    if found is None:
        raise Misused("account_unknown", found=name)
    return found


def _sign_in(caller: StoreCaller, values: Namespace, output: Output) -> None:
    """For whoever cannot wait until wrong tries of others are forgotten, and sits at the machine."""
    found = _known(caller.store, values.name) if values.name.strip() else None
    link = f"{caller.address}/here/{sign_in_link(caller.store, found.id if found else None)}"
    output.answer(
        {"name": found.name if found else "", "link": link}, "say.sign_in_link", link=link, n=LINK.seconds // 60
    )


def _invited(made: AccountInvitation, output: Output) -> None:
    """No password is typed where others could see it: whoever has the link chooses one."""
    output.answer({"name": made.name, "link": made.link}, "say.account_link", name=made.name, link=made.link)


def _given(store: Store, found: Account, code: str, output: Output) -> None:
    known = read_code(code or "")
    if known is None or store.load(known) is None:
        raise Misused("no_such_code", code=code or "–")
    with store.writes() as connection:
        give(connection, known, found.id)
    output.answer({"code": known, "name": found.name}, "say.account_given", code=known, name=found.name)
