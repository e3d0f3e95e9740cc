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


def accounts(values: Namespace, output: Output) -> int:
    caller = StoreCaller(opened(values), output.speaker, values.address.rstrip("/"))
    for limit in (values.events, values.players):
        if limit is not None and not 0 <= limit <= MOST:
            raise Refused(Refusal("number_out_of_range", "S4", {"found": limit, "low": 0, "high": MOST}))
    if values.action == "list":
        return _list(list_accounts(caller).accounts, output)
    if values.action == "link":
        return _sign_in(caller, values, output)
    if not values.name.strip():
        raise Misused("account_needed")
    if values.action == "add":
        role: AccountRole = "administrator" if values.admin else "organiser"
        wish = AccountWish(values.name, role, values.events, values.players)
        return _invited(decide("addAccount", caller, body=wish), output)
    found = _known(caller.store, values.name)
    match values.action:
        case "password":
            return _invited(decide("linkAccount", caller, number=found.id), output)
        case "give":
            return _given(caller.store, found, values.code, output)
        case "limits":
            decide("setLimits", caller, number=found.id, body=Limits(values.events, values.players))
            return _changed("account_limits", found, output)
        case _:
            decide("changeAccount", caller, number=found.id, what=values.action)
            return _changed("account_suspended" if values.action == "suspend" else "account_restored", found, output)


def _list(found: list[AccountLine], output: Output) -> int:
    if output.json:
        output.data({"accounts": [_value(one) for one in found]})
        return 0
    if not found:
        output.line(output.say("say.account_none"))
        return 0
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
    output.table([output.say(f"label.account.{key}") for key in keys], rows, words=(0, 1, 2))
    return 0


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


def _sign_in(caller: StoreCaller, values: Namespace, output: Output) -> int:
    """For whoever cannot wait until wrong tries of others are forgotten, and sits at the machine."""
    found = _known(caller.store, values.name) if values.name.strip() else None
    link = f"{caller.address}/here/{sign_in_link(caller.store, found.id if found else None)}"
    if output.json:
        output.data({"name": found.name if found else "", "link": link})
    else:
        output.line(output.say("say.sign_in_link", link=link, n=LINK.seconds // 60))
    return 0


def _invited(made: AccountInvitation, output: Output) -> int:
    """No password is typed where others could see it: whoever has the link chooses one."""
    if output.json:
        output.data({"name": made.name, "link": made.link})
    else:
        output.line(output.say("say.account_link", name=made.name, link=made.link))
    return 0


def _given(store: Store, found: Account, code: str, output: Output) -> int:
    known = read_code(code or "")
    if known is None or store.load(known) is None:
        raise Misused("no_such_code", code=code or "–")
    with store.writes() as connection:
        give(connection, known, found.id)
    if output.json:
        output.data({"code": known, "name": found.name})
    else:
        output.line(output.say("say.account_given", code=known, name=found.name))
    return 0


def _changed(key: str, found: Account, output: Output) -> int:
    if output.json:
        output.data({"name": found.name})
    else:
        output.line(output.say(f"say.{key}", name=found.name))
    return 0
