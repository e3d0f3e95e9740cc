"""`ronda accounts`: organisers who share a server."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.errors import Misused, Refused
from ronda.cli.output import Output
from ronda.cli.stored_event import opened
from ronda.core.text_rules import unfit_text
from ronda.core.verdicts import Refusal
from ronda.store import Store, read_code
from ronda.store.access.accounts import (
    Account,
    add_account,
    all_accounts,
    find_account,
    give,
    owners,
    set_limits,
    suspend,
)
from ronda.web.auth.access import LINK, sign_in_link, welcome

MOST = 100_000


def accounts(values: Namespace, output: Output) -> int:
    store = opened(values)
    for limit in (values.events, values.players):
        if limit is not None and not 0 <= limit <= MOST:
            raise Refused(Refusal("number_out_of_range", "S4", {"found": limit, "low": 0, "high": MOST}))
    if values.action == "list":
        return _list(store, output)
    if values.action == "link":
        return _sign_in(store, values, output)
    if not values.name.strip():
        raise Misused("account_needed")
    if values.action == "add":
        return _link(store, _added(store, values), values, output)
    found = _known(store, values.name)
    match values.action:
        case "password":
            return _link(store, found, values, output)
        case "give":
            return _given(store, found, values.code, output)
        case "limits":
            with store.writes() as connection:
                set_limits(connection, found.id, values.events, values.players)
            return _told(output, "account_limits", found)
        case _:
            with store.writes() as connection:
                suspend(connection, found.id, datetime.now(UTC) if values.action == "suspend" else None)
            return _told(output, "account_suspended" if values.action == "suspend" else "account_restored", found)


def _list(store: Store, output: Output) -> int:
    gone = {one.code for one in store.summaries() if one.deleted}
    with store.reads() as connection:
        theirs = [number for code, number in owners(connection).items() if code not in gone]
        found = [(one, theirs.count(one.id)) for one in all_accounts(connection)]
    if output.json:
        output.data({"accounts": [_value(one, events) for one, events in found]})
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
            str(events),
            "–" if one.most_events is None else str(one.most_events),
            "–" if one.most_players is None else str(one.most_players),
        )
        for one, events in found
    ]
    output.table([output.say(f"label.account.{key}") for key in keys], rows, words=(0, 1, 2))
    return 0


def _state(one: Account) -> str:
    return "suspended" if one.suspended_at else "" if one.password else "invited"


def _value(one: Account, events: int) -> dict[str, Any]:
    state = _state(one) or "active"
    limits = {"most_events": one.most_events, "most_players": one.most_players}
    return {"name": one.name, "role": one.role, "state": state, "events": events, **limits}


def _added(store: Store, values: Namespace) -> Account:
    unfit = unfit_text(" ".join(values.name.split()))
    if unfit is not None:
        raise Refused(unfit)
    with store.writes() as connection:
        found = add_account(
            connection,
            values.name,
            datetime.now(UTC),
            role="administrator" if values.admin else "organiser",
            most_events=values.events,
            most_players=values.players,
        )
    if found is None:
        raise Refused(Refusal("account_taken", "S4", {"text": values.name}))
    return found


def _known(store: Store, name: str) -> Account:
    with store.reads() as connection:
        found = find_account(connection, name)
    if found is None:
        raise Misused("account_unknown", found=name)
    return found


def _sign_in(store: Store, values: Namespace, output: Output) -> int:
    """For whoever cannot wait until wrong tries of others are forgotten, and sits at the machine."""
    found = _known(store, values.name) if values.name.strip() else None
    link = f"{values.address.rstrip('/')}/here/{sign_in_link(store, found.id if found else None)}"
    if output.json:
        output.data({"name": found.name if found else "", "link": link})
    else:
        output.line(output.say("say.sign_in_link", link=link, n=LINK.seconds // 60))
    return 0


def _link(store: Store, found: Account, values: Namespace, output: Output) -> int:
    """No password is typed where others could see it: whoever has the link chooses one."""
    link = f"{values.address.rstrip('/')}/welcome/{welcome(store, found)}"
    if output.json:
        output.data({"name": found.name, "link": link})
    else:
        output.line(output.say("say.account_link", name=found.name, link=link))
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


def _told(output: Output, key: str, found: Account) -> int:
    if output.json:
        output.data({"name": found.name})
    else:
        output.line(output.say(f"say.{key}", name=found.name))
    return 0
