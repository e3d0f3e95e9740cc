"""Facts as a kind and a body of JSON values, and back; and the body as text in its one spelling."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, cast, get_args

from ronda.facts import Fact
from ronda.formats.fact_codec import Body, Codec, codec, kind_name
from ronda.formats.unreadable import Fault, path_text, shown


def _no_number(name: str) -> Any:
    raise ValueError(name)


_DECODER = json.JSONDecoder(parse_constant=_no_number)  # NaN and the infinities are not JSON


class FactUnreadable(Exception):
    """A kind or a body that is no fact: a code and its facts (see `unreadable`), and the place in the body."""

    def __init__(self, kind: str, code: str, facts: Mapping[str, Any], path: str = "") -> None:
        super().__init__(kind, code, facts, path)
        self.kind = kind
        self.code = code
        self.facts = facts
        self.path = path

    def __str__(self) -> str:
        told = ", ".join(f"{key}={value!r}" for key, value in self.facts.items())
        return f"{self.kind}{'.' if self.path else ''}{self.path}: {self.code} ({told})"


def fact_body(fact: Fact) -> tuple[str, Body]:
    """The kind of a fact and what it holds."""
    kind = kind_name(type(fact))
    try:
        return kind, cast(Body, _KINDS[kind].write(fact))
    except Fault as fault:
        raise FactUnreadable(kind, fault.code, fault.facts, path_text(fault.steps)) from None


def body_fact(kind: str, body: Mapping[str, Any]) -> Fact:
    """The fact of that kind with that body."""
    found = _KINDS.get(kind)
    if found is None:
        raise FactUnreadable(shown(kind), "unknown_choice", {"found": shown(kind), "known": list(_KINDS)})
    try:
        return cast(Fact, found.read(body))
    except Fault as fault:
        raise FactUnreadable(kind, fault.code, fault.facts, path_text(fault.steps)) from None


def fact_text(fact: Fact) -> tuple[str, str]:
    """The kind of a fact and its body in its one canonical spelling: sorted keys, no spaces, ASCII only, which every
    database and every encoding keeps as it is."""
    kind, body = fact_body(fact)
    return kind, body_text(body)


def body_text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False)


def text_fact(kind: str, text: str) -> Fact:
    """The fact of that kind whose body was written as this text."""
    return body_fact(kind, text_body(kind, text))


def text_body(kind: str, text: str) -> Any:
    """The JSON value that the body of a fact of that kind is, whatever it is."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        raise FactUnreadable(shown(kind), "not_json", {"expected": "value", "found": shown(text)}) from None


def kinds() -> tuple[str, ...]:
    """All kinds of facts."""
    return tuple(_KINDS)


_KINDS: dict[str, Codec] = {kind_name(cls): codec(cls) for cls in get_args(Fact)}
