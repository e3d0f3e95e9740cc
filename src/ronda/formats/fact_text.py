"""Facts as a kind and a body of JSON values, and back; the body as text in its one spelling; and the facts from which
an event that a file tells of follows again."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, get_args

import msgspec

from ronda.core import Penalty, Player, Round, Setup, Value, replace
from ronda.core.facts import (
    AvoidChanged,
    Created,
    Edited,
    Entered,
    Fact,
    OptionsChanged,
    Paired,
    Penalised,
    PenaltyLifted,
    StageBegun,
    StagesPlanned,
)
from ronda.formats.errors import Fault, path_text, shown
from ronda.formats.json_types import convert_checked

Body = dict[str, Any]


def kind_name(cls: type) -> str:
    """`ResultEntered` is written `result_entered`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


def _no_number(name: str) -> Any:  # NaN and the infinities are not JSON
    raise ValueError(name)


def _plain(value: Any) -> Any:
    """What msgspec does not know by itself."""
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a fact cannot hold {value!r}")


_TYPES: dict[str, type[Fact]] = {kind_name(cls): cls for cls in get_args(Fact)}
_KINDS: dict[type, str] = {cls: kind for kind, cls in _TYPES.items()}
_WRITE = msgspec.json.Encoder(enc_hook=_plain).encode


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


def fact_kind(fact: Fact) -> str:
    return _KINDS[type(fact)]


def fact_body(fact: Fact) -> tuple[str, Body]:
    """The kind of a fact and what it holds."""
    return fact_kind(fact), msgspec.to_builtins(fact, str_keys=True, enc_hook=_plain)


def facts_line(facts: Iterable[Fact]) -> str:
    """Facts with their kinds, keys in their own order, as files have them."""
    packed = msgspec.json.encode([(fact_kind(fact), fact) for fact in facts], enc_hook=_plain)
    return msgspec.json.format(packed, indent=0).decode()


def body_fact(kind: str, body: Any) -> Fact:
    """The fact of that kind with that body, as it came out of JSON."""
    found = _TYPES.get(kind)
    if found is None:
        raise FactUnreadable(shown(kind), "unknown_choice", {"found": shown(kind), "known": list(_TYPES)})
    try:
        return convert_checked(as_today(kind, body), found)
    except Fault as fault:
        raise FactUnreadable(kind, fault.code, fault.facts, path_text(fault.steps)) from None


def as_today(kind: str, body: Any) -> Any:
    """The body with everything of the type that it has today: a licence was a number once. What is written stays
    written; only what is read is changed."""
    player = body.get("player") if kind in ("entered", "edited") and isinstance(body, dict) else None
    if not isinstance(player, dict) or type(player.get("licence")) is not int:
        return body
    return {**body, "player": {**player, "licence": str(player["licence"] or "")}}


def fact_text(fact: Fact) -> tuple[str, str]:
    """The kind of a fact and its body in its one canonical spelling: sorted keys, no spaces, ASCII only, which every
    database and every encoding keeps as it is."""
    kind = fact_kind(fact)
    # a default is left out only if it is that very object, as it is after reading
    with suppress(TypeError, ValueError):  # numbers as keys, half a character, or no such fact
        fact = msgspec.json.decode(_WRITE(fact), type=_TYPES[kind])
    return kind, body_text(fact_body(fact)[1])


def checked_text(fact: Fact) -> tuple[str, str]:
    """As `fact_text`, for what is to be kept: what could not be read again must not get into a store."""
    try:
        kind, text = fact_text(fact)
    except (TypeError, ValueError, RecursionError) as error:
        why = {"expected": "JSON value", "found": shown(str(error))}
        raise FactUnreadable(fact_kind(fact), "wrong_type", why) from None
    again = text_fact(kind, text)
    if again != fact and _as_read(again) != _as_read(fact):
        raise FactUnreadable(kind, "wrong_type", {"expected": shown(text), "found": shown(repr(fact))})
    return kind, text


def _as_read(value: Any) -> Any:
    """A value of the types of facts, with what is open in it as it will be read."""
    if isinstance(value, Value):
        return type(value), [_as_read(getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, tuple):
        return tuple(map(_as_read, value))
    return _lists(value) if isinstance(value, Mapping) else value


def _lists(value: Any) -> Any:
    """With lists for tuples, as JSON has them."""
    if isinstance(value, Mapping):
        return {key: _lists(one) for key, one in value.items()}
    return [_lists(one) for one in value] if isinstance(value, list | tuple) else value


def body_text(body: Mapping[str, Any]) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), allow_nan=False)


def text_fact(kind: str, text: str) -> Fact:
    """The fact of that kind whose body was written as this text."""
    if kind not in _TYPES:
        return body_fact(kind, None)
    try:
        return msgspec.json.decode(text, type=_TYPES[kind])
    except (ValueError, RecursionError):  # msgspec's own are ValueErrors
        return body_fact(kind, text_body(kind, text))  # says what is wrong


def text_body(kind: str, text: str) -> Any:
    """The JSON value that the body of a fact of that kind is, whatever it is."""
    try:  # by Python's JSON, which also reads halves of characters
        return json.loads(text, parse_constant=_no_number)
    except (ValueError, RecursionError):
        raise FactUnreadable(shown(kind), "not_json", {"expected": "value", "found": shown(text)}) from None


def kinds() -> tuple[str, ...]:
    """All kinds of facts."""
    return tuple(_TYPES)


# --- facts of a file ---------------------------------------------------------------------------------------

Then = tuple[Setup, tuple[Player, ...]]  # what a round was made with


def facts_of_state(
    setup: Setup, players: Sequence[Player], rounds: Sequence[Round], made: Mapping[int, Then]
) -> list[Fact]:
    """The facts from which it all follows again, each round from what it was made with. The event has its present name
    from the beginning."""
    now: Then = (setup, tuple(players))
    known = made.get(1, now)
    facts: list[Fact] = [Created(replace(known[0], name=setup.name, penalties=(), stages=()))]
    facts += map(Entered, known[1])
    facts += _penalties((), known[0].penalties)
    if setup.stages:
        facts.append(StagesPlanned(tuple(replace(stage, begun=None) for stage in setup.stages)))
    for round_ in rounds:
        then = made.get(round_.number, now)
        facts += _changes(known, then)
        facts += _begun(setup, round_.number - 1)
        facts.append(Paired(round_))
        known = then
    begun = made.get(len(rounds) + 1, now)
    facts += _changes(known, begun)
    facts += _begun(setup, len(rounds))
    facts += _changes(begun, now)
    return facts


def _begun(setup: Setup, after: int) -> Iterator[Fact]:
    """The stages that began after so many rounds."""
    for number, stage in enumerate(setup.stages, start=1):
        if stage.begun is not None and stage.begun.after == after:
            yield StageBegun(number, stage.begun)


def _changes(before: Then, after: Then) -> Iterator[Fact]:
    (setup, players), (next_setup, next_players) = before, after
    if setup.options != next_setup.options:
        yield OptionsChanged(next_setup.options)
    if players is not next_players:
        known = {player.id: player for player in players}
        for player in next_players:
            if player.id not in known:
                yield Entered(player)
            elif player != known[player.id]:
                yield Edited(player)
    if setup.avoid != next_setup.avoid:
        yield AvoidChanged(next_setup.avoid)
    yield from _penalties(setup.penalties, next_setup.penalties)


def _penalties(before: Sequence[Penalty], after: Sequence[Penalty]) -> Iterator[Fact]:
    """A file does not say who lifted a penalty, and why."""
    known = {one.id: one for one in before}
    for one in after:
        if one.id not in known:
            yield Penalised(replace(one, lifted=False))
        if one.lifted and not (one.id in known and known[one.id].lifted):
            yield PenaltyLifted(one.id, "", "")
