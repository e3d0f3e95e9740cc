"""`ronda do`: any operation or action of the tables by its name, with the caller that commands are for a decision;
`ronda accounts`: organisers who share a server; and `ronda engine` where it was not started directly."""

from __future__ import annotations

import asyncio
import inspect
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from types import SimpleNamespace as Namespace
from typing import Any, get_args

import msgspec

from ronda import engine as engine_
from ronda.cli.event import load
from ronda.cli.kept_event import actor
from ronda.cli.output import Misused, Output, Refused, granted
from ronda.cli.rounds import state_value
from ronda.cli.stored_event import load_stored, opened
from ronda.core import Frozen, Refusal, Tournament
from ronda.desk.actions import ACTIONS, PHONE, Body, Request
from ronda.desk.collections import Collection, CollectionKind
from ronda.desk.desk import Desk
from ronda.desk.permissions import Actor
from ronda.operations.access import LINK, sign_in_link
from ronda.operations.accounts import MOST, AccountInvitation, AccountLine, AccountWish, Limits, list_accounts
from ronda.operations.collections import found_collection
from ronda.operations.event_settings import EventSettings
from ronda.operations.operation import (
    Absent,
    FileAnswer,
    Misfit,
    Needs,
    Operation,
    Outcome,
    Worded,
    answered,
    decided,
    read_body,
)
from ronda.operations.sign_ups import Offer, offer_at
from ronda.operations.table import BY_NAME
from ronda.store import Conflict, Store, Stored, read_code
from ronda.store.access import Account, AccountRole, find_account, give
from ronda.store.live_events import LiveEvent
from ronda.systems.labels import FULL, Label, Naming, labels
from ronda.texts import Speaker


class StoreCaller(Frozen):
    """A command: whoever runs it on the machine owns what is in the database. Servers notice changes within moments."""

    store: Store
    speaker: Speaker
    address: str = ""

    @property
    def settings(self) -> EventSettings:
        return EventSettings(self.store)

    @property
    def person(self) -> Actor:
        return Actor("owner", actor(), administrator=True)

    @property
    def phones_reach(self) -> bool:
        return bool(self.address)

    @property
    def reachable(self) -> bool:
        return bool(self.address)

    def now(self) -> datetime:
        return datetime.now(UTC)

    def all_events_changed(self) -> None:
        pass

    async def perform(self, code: str, request: Request) -> Stored | Conflict | Refusal:
        return Desk(self.store).act(code, request)


class StoredEventCaller(StoreCaller, kw_only=True):
    """The same for one event of the database."""

    event: LiveEvent
    staff: bool = True
    naming: Naming = FULL

    @property
    def code(self) -> str:
        return self.event.code

    @property
    def version(self) -> int:
        return self.event.version

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    seen = tournament

    @property
    def labels(self) -> Mapping[int, Label]:
        return labels(self.tournament, removed=self.speaker.removed)


class StoredPhoneCaller(StoredEventCaller, kw_only=True):
    """A player of the event, as with the link of their card."""

    player: int
    staff: bool = False
    by_card: bool = True

    @property
    def person(self) -> Actor:
        return Actor("player", self.speaker.name_text(self.player), self.player)


class StoredCollectionCaller(StoreCaller, kw_only=True):
    """The same for a season or a festival."""

    collection: Collection

    def of_kind(self, kind: CollectionKind) -> Collection:
        if self.collection.kind != kind:
            raise Misused("nothing_there")
        return self.collection


NAMES = (*BY_NAME, *(name for name in ACTIONS if name not in PHONE))  # what can be asked for


class StoredOfferCaller(StoreCaller, kw_only=True):
    """The same for where one signs up."""

    offer: Offer


OF_SCOPES = {
    "server": (),
    "event": ("event",),
    "phone": ("event", "player"),
    "collection": ("collection",),
    "sign-up": ("event",),
}


def body_keys(kind: Any) -> dict[str, bool]:
    """The fields of a body, and whether they are needed; where there are several shapes, `kind` tells them apart."""
    kinds = get_args(kind) or (kind,)
    fields = {field.encode_name: field.required for one in kinds for field in msgspec.structs.fields(one)}
    return fields if len(kinds) == 1 else {"kind": True, **dict.fromkeys(fields, False)}


def decide(name: str, caller: StoreCaller, **given: Any) -> Any:
    """What an operation decides. Raises Refused."""
    return _told(decided(BY_NAME[name], caller, **given))


def _told(found: Any) -> Any:
    if isinstance(found, Misfit):
        raise Misused("bad_field", detail=f"{found.field}: {found.message}")
    if isinstance(found, Worded):
        raise Misused("bad_field", detail=found.message)
    if isinstance(found, Outcome | Needs):
        raise Misused("nothing_there")
    return granted(found.reason if isinstance(found, Absent) else found)


def do(values: Namespace, output: Output) -> None:
    operation = BY_NAME.get(values.operation)
    given = dict(_pair(word) for word in values.fields)
    if operation is None:
        _act(values, given, output)
        return
    caller = StoreCaller(opened(values), output.speaker, values.address.rstrip("/"))
    own = {key: given.pop(key, "") for key in OF_SCOPES[operation.scope]}
    if operation.scope in ("event", "phone"):
        values.tournament = own["event"]
        found = load_stored(values, output)
        speaker, event = output.about(found.tournament).speaker, caller.store.live.of(found.stored)
        caller = StoredEventCaller(caller.store, speaker, caller.address, event=event)
        if operation.scope == "phone":
            player = next((one.id for one in event.tournament.players if str(one.id) == own["player"]), None)
            if player is None:
                raise Misused("nothing_there")
            caller = StoredPhoneCaller(caller.store, speaker, caller.address, event=event, player=player)
    elif operation.scope == "collection":
        collection = found_collection(caller.store, own["collection"])
        if collection is None or collection.deleted:
            raise Misused("nothing_there")
        caller = StoredCollectionCaller(caller.store, caller.speaker, caller.address, collection=collection)
    elif operation.scope == "sign-up":
        offer = offer_at(caller.settings, own["event"])
        if offer is None:
            raise Misused("nothing_there")
        caller = StoredOfferCaller(caller.store, caller.speaker, caller.address, offer=offer)
    made = answered(operation, caller, **_arguments(operation, given))
    answer: Any = _told(asyncio.run(made) if inspect.iscoroutine(made) else made)
    if isinstance(answer, FileAnswer):
        sys.stdout.buffer.write(answer.data)
    else:
        Output(output.speaker, json=True).data(msgspec.to_builtins(answer))


def _act(values: Namespace, given: dict[str, Any], output: Output) -> None:
    """An action of the desk, on a file or on a stored event; `confirm=true` as in the API."""
    if values.operation not in NAMES:
        raise Misused("no_such_operation", found=values.operation).suggesting(values.operation, NAMES)
    values.tournament = given.pop("event", "")
    if not values.tournament:
        raise Misused("bad_field", detail="event=…")
    confirmed = given.pop("confirm", "") == "true"
    body = _body(ACTIONS[values.operation].body, given)
    after = load(values, output).act(values.operation, body, confirmed=confirmed)
    Output(output.speaker, json=True).data(state_value(after))


def _pair(word: str) -> tuple[str, str]:
    key, sign, value = word.partition("=")
    if not sign:
        raise Misused("bad_field", detail=word)
    return key, value


def _arguments(operation: Operation, given: dict[str, str]) -> dict[str, Any]:
    """Parameters and body from the words of the command line. Raises Misused."""
    found: dict[str, Any] = {}
    try:
        for name, (kind, default) in operation.signature.parameters.items():
            if name in given:
                found[name] = msgspec.convert(given.pop(name), kind, strict=False)
            elif default is inspect.Parameter.empty:
                raise Misused("bad_field", detail=f"{name}=…")
    except msgspec.ValidationError as error:
        raise Misused("bad_field", detail=str(error)) from error
    if operation.signature.body is not None:
        found["body"] = _body(operation.signature.body, given)
    elif given:
        raise Misused("bad_field", detail=next(iter(given)))
    return found


def _body(kind: type[Body], given: Mapping[str, str]) -> Body:
    """Lists and objects are written as JSON. Raises Misused, with the field that was perhaps meant."""
    known = body_keys(kind)
    unknown = next((key for key in given if key.partition(".")[0] not in known), None)
    if unknown is not None:
        raise Misused("bad_field", detail=f"{unknown}=…").suggesting(unknown, known)
    try:
        return read_body(kind, {key: _json(text) for key, text in given.items()})
    except msgspec.ValidationError as error:
        raise Misused("bad_field", detail=str(error)) from error


def _json(text: str) -> Any:
    try:
        return msgspec.json.decode(text) if text.startswith(("[", "{")) else text
    except msgspec.DecodeError:
        return text


def engine(values: Namespace, output: Output) -> int:  # noqa: ARG001  every command is called the same way
    words = sys.argv[1:]
    return engine_.main(words[words.index("engine") + 1 :] if "engine" in words else words)


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
            # for whoever cannot wait until wrong tries of others are forgotten, and sits at the machine
            found = _known(caller.store, values.name) if values.name.strip() else None
            link = f"{caller.address}/here/{sign_in_link(caller.store, found.id if found else None)}"
            output.answer(
                {"name": found.name if found else "", "link": link}, "say.sign_in_link", link=link, n=LINK.seconds // 60
            )
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
