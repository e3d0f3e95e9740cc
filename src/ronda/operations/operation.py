"""How an operation is declared. From a row follow its route in the API with its description (`web/api/operations.py`),
the forms of pages that post it (`web/forms.py`), and `ronda do NAME`.

Body, parameters and answer are read from the signature of the function that decides: a parameter that the route names
is part of the path, `body` is what is sent, any other is part of the query."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from datetime import datetime
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Protocol, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from ronda.core import Frozen, Refusal, Tournament
from ronda.desk.actions import Body, Request
from ronda.desk.permissions import Actor, Least, Role
from ronda.operations.event_settings import EventSettings
from ronda.store import Conflict, Store, Stored
from ronda.store.live_events import LiveEvent
from ronda.systems.labels import Label, Naming
from ronda.texts import Speaker

Scope = Literal["server", "event", "phone", "collection", "sign-up"]
_SCOPES: Mapping[str, Scope] = {
    "Caller": "server",
    "EventCaller": "event",
    "PhoneCaller": "phone",
    "CollectionCaller": "collection",
    "OfferCaller": "sign-up",
}
B = TypeVar("B", bound=msgspec.Struct)


class Caller(Protocol):
    """Whoever asks, as a decision knows them: a request, a command, a program."""

    @property
    def store(self) -> Store: ...

    @property
    def settings(self) -> EventSettings:
        """What is set beside the facts of every event."""

    @property
    def person(self) -> Actor: ...

    @property
    def speaker(self) -> Speaker:
        """Tells everything in the caller's language. Of an event it knows the players by the names that the caller may
        see."""

    @property
    def address(self) -> str:
        """How phones reach this server: links begin with it."""

    @property
    def phones_reach(self) -> bool:
        """Whether phones find the desk there at all."""

    @property
    def reachable(self) -> bool:
        """Whether a phone finds anything at that address. If not, nobody is shown a code that leads nowhere."""

    def now(self) -> datetime: ...

    def all_events_changed(self) -> None:
        """Open pages of every event look again."""

    async def perform(self, code: str, request: Request) -> Stored | Conflict | Refusal:
        """An action of the desk. Only a decision that performs one is `async`."""


class EventCaller(Caller, Protocol):
    """Whoever asks for something of one event."""

    @property
    def code(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def event(self) -> LiveEvent: ...

    @property
    def tournament(self) -> Tournament: ...

    @property
    def staff(self) -> bool:
        """Whether the caller works at the desk."""

    @property
    def seen(self) -> Tournament:
        """The event as the caller may know it: a draft is the desk's own."""

    @property
    def naming(self) -> Naming:
        """How the caller sees names."""

    @property
    def labels(self) -> Mapping[int, Label]:
        """What tells the players apart, as the caller sees them."""


class PhoneCaller(EventCaller, Protocol):
    """A player with a link of their own: `person` tells which."""

    @property
    def by_card(self) -> bool:
        """Whether it is the link of the card; others joined with the public code."""


class Outcome(Enum):
    """What a decision may answer where no rule is the reason."""

    MISSING = "no_such_page"
    UNKNOWN = "sign_in_first"  # nobody known asks
    NO_LINK = "no_such_link"
    FORBIDDEN = "not_your_role"
    NO_EVENT = "no_such_event"
    UNREADABLE = "bad_request"
    KEY_REUSED = "key_reused"  # it came with other content
    CONFLICT = "conflict"  # somebody else has changed it meanwhile
    UNSEEN = "version_needed"  # it was not said what was seen


class Absent(Frozen):
    """What is asked for is not there, for a reason that can be told."""

    reason: Refusal


class Needs(Frozen):
    """That much is only for this role and those above it."""

    role: Role


class FileAnswer(Frozen):
    """A file as the answer. Its type says of which media type it is: `Annotated[FileAnswer, "text/csv"]`."""

    name: str
    media: str
    data: bytes
    inline: bool = False


class Worded(Frozen):
    """Something is in the way, and told already."""

    code: str
    message: str


class Misfit(Frozen):
    """A field of the body does not fit what there is."""

    field: str
    message: str


class Operation(Frozen):
    """One row. `route` is below the scope, as `POST /webhooks/{number}/{what}`. `decide` answers with what is asked
    for, with a refusal or an `Outcome`; where it answers with nothing, `then` (another operation's decision) tells what
    there is now. `answers` describes the answer."""

    name: str
    route: str
    role: Least
    decide: Callable[..., Any]
    summary: str
    then: Callable[..., Any] | None = None
    answers: str = "What was asked for"
    status: int = 200

    @property
    def scope(self) -> Scope:
        """As the type of the caller says."""
        return self.signature.scope

    @property
    def method(self) -> str:
        return self.route.partition(" ")[0]

    @property
    def path(self) -> str:
        return self.route.partition(" ")[2]

    @property
    def summary_with_role(self) -> str:
        """With the role, unless everybody may or the summary says itself who may. Organisers are told as owners: of
        their own events they are."""
        if self.role == "public" or re.search(r"\((owner|arbiter|helper)\b", self.summary):
            return self.summary
        return f"{self.summary} ({'owner' if self.role == 'organiser' else self.role})"

    @property
    def signature(self) -> Signature:
        return _signature(self.decide, self.then)

    @property
    def path_parameters(self) -> list[str]:
        """The parameters that stand in the path, in its order."""
        return re.findall(r"{(\w+)}", self.path)


class Parameter(NamedTuple):
    kind: Any
    default: Any = inspect.Parameter.empty


class Signature(NamedTuple):
    """Of what a decision is asked, what it wants to know beside the caller, the type of its answer (None: there is
    none), the outcomes that it names, and whether a rule may be in its way; `cannot_fail`: nothing may."""

    scope: Scope
    parameters: Mapping[str, Parameter]
    body: type[Body] | None
    answer: Any
    outcomes: list[Outcome]
    refuses: bool
    cannot_fail: bool


@cache
def _signature(decide: Callable[..., Any], then: Callable[..., Any] | None) -> Signature:
    hints = get_type_hints(decide, include_extras=True)
    caller, *given = inspect.signature(decide).parameters.values()
    parameters = {one.name: Parameter(hints[one.name], one.default) for one in given if one.name != "body"}
    answer = _answer(hints["return"])
    if answer is None and then is not None:
        answer = _answer(get_type_hints(then, include_extras=True)["return"])
    choices = get_args(hints["return"])
    outcomes = [one for choice in choices for one in _outcomes(choice)]
    refuses, sure = Refusal in choices, hints["return"] is NoneType
    return Signature(
        _SCOPES[hints[caller.name].__name__], parameters, hints.get("body"), answer, outcomes, refuses, sure
    )


_NO_ANSWERS = (Refusal, Absent, Needs, Misfit, Worded, Outcome, NoneType)


def _answer(kind: Any) -> Any:
    """Without what every decision may answer; None if nothing is left."""
    choices = get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)
    left = [choice for choice in choices if choice not in _NO_ANSWERS and not _outcomes(choice)]
    assert len(left) <= 1, f"one type of answer: {kind}"
    return left[0] if left else None


def _outcomes(kind: Any) -> list[Outcome]:
    """Those that a type names one by one."""
    return [one for one in get_args(kind) if isinstance(one, Outcome)]


def decided(operation: Operation, caller: Caller, **given: Any) -> Any:
    """What is decided: an answer of the type that the signature says, nothing, a Refusal or an Outcome."""
    kinds = operation.signature.parameters
    fits = all(_is_among(kinds[name].kind, given[name]) for name in operation.path_parameters)
    return operation.decide(caller, **given) if fits else Outcome.MISSING


def answered(operation: Operation, caller: Caller, **given: Any) -> Any:
    """What is decided, and where that is nothing, what there is now."""
    found = decided(operation, caller, **given)
    return operation.then(caller) if found is None and operation.then is not None else found


def _is_among(kind: Any, value: object) -> bool:
    return get_origin(kind) is not Literal or value in get_args(kind)


# --- bodies from texts --------------------------------------------------------------------------------------


def read_body(kind: type[B], fields: Mapping[str, Any]) -> B:
    """A body from the texts of a form or a command: an empty field was not filled in, `options.rounds` is a part of
    `options`, and what should be several may be one. Raises msgspec.ValidationError."""
    nested: dict[str, Any] = {}
    types = _bare_types(kind)
    for key, value in fields.items():
        outer, dot, inner = key.partition(".")
        if dot:
            nested.setdefault(outer, {})[inner] = value
        elif value != "" or types.get(key) is str:
            several = get_origin(types.get(key)) is list and not isinstance(value, list)
            nested[key] = [value] if several else value
    return msgspec.convert(nested, kind, strict=False)


@cache
def _bare_types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """The types of the fields without their limits."""
    kinds = get_args(kind) or (kind,)
    fields = {field.encode_name: field.type for one in kinds for field in msgspec.structs.fields(one)}
    return {name: getattr(of, "__origin__", of) if hasattr(of, "__metadata__") else of for name, of in fields.items()}
