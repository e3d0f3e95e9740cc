"""Every fact comes back from its text, and nothing but FactUnreadable comes out of a bad one."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from types import MappingProxyType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ronda.core.facts import Archived, CheckedIn, Created, Edited, Entered, Fact, Paired, ResultEntered, Undone
from ronda.core.model import Bye, Forfeit, Player, Round, Scored, Setup, Table
from ronda.core.verdicts import Facts, Reason
from ronda.formats.fact_text import (
    FactUnreadable,
    body_fact,
    body_text,
    checked_text,
    fact_body,
    fact_text,
    kind_name,
    kinds,
    text_fact,
)
from ronda.formats.tournament.reading import read
from ronda.systems import NAMES
from tests.corpus.test_released import corpus
from tests.store.earlier_codec import codec
from tests.store.samples import whole_life

TEXT = st.text(max_size=6)  # surrogates come in by an example of their own
WHOLE = st.integers(-(2**70), 2**70)
JSON = st.recursive(
    st.none() | st.booleans() | WHOLE | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=5,
)
ATOMS: dict[Any, st.SearchStrategy[Any]] = {
    int: WHOLE,
    str: TEXT,
    bool: st.booleans(),
    type(None): st.none(),
    Any: JSON,
}


@cache
def values(hint: Any) -> st.SearchStrategy[Any]:
    """Any value of a type, made from the type itself as the codec is, but apart from it."""
    arguments = get_args(hint)
    if hint in ATOMS:
        return ATOMS[hint]
    if dataclasses.is_dataclass(hint):
        hints = get_type_hints(hint, include_extras=True)
        return st.builds(hint, **{field.name: values(hints[field.name]) for field in dataclasses.fields(hint)})  # type: ignore[arg-type]
    if get_origin(hint) is Annotated:
        least = next((one.ge for one in hint.__metadata__ if isinstance(one, msgspec.Meta)), None)
        return values(arguments[0]) if least is None else st.integers(int(least), 2**70)
    if get_origin(hint) is Literal:
        return st.sampled_from(arguments)
    if get_origin(hint) in (Union, UnionType):
        return st.one_of(*map(values, arguments))
    if get_origin(hint) is Mapping:
        return st.dictionaries(values(arguments[0]), values(arguments[1]), max_size=3)
    assert get_origin(hint) is tuple, hint
    if arguments[-1] is Ellipsis:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    return st.tuples(*map(values, arguments))


@pytest.mark.parametrize("cls", get_args(Fact), ids=lambda cls: cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_fact_comes_back(cls: type, data: st.DataObject) -> None:
    fact: Fact = data.draw(values(cls))
    kind, text = fact_text(fact)
    assert text_fact(kind, text) == fact
    assert fact_text(text_fact(kind, text)) == (kind, text)
    assert text.isascii()


@pytest.mark.parametrize("cls", get_args(Fact), ids=lambda cls: cls.__name__)
@settings(max_examples=25)
@given(data=st.data())
def test_every_fact_is_spelt_as_it_always_was(cls: type, data: st.DataObject) -> None:
    """The chain of every database is made of this spelling."""
    fact: Fact = data.draw(values(cls))
    assert fact_text(fact) == checked_text(fact) == (kind_name(cls), body_text(codec(cls).write(fact)))
    assert codec(cls).read(json.loads(fact_text(fact)[1])) == fact


@pytest.mark.parametrize("number", [1e16, 1.5e300, -1e-5, 1e-7, 0.0001, 5e-324, 12.25, -0.0])
@pytest.mark.parametrize("text", ["", "\x7f", "ş", "2e", "\ud800", "\U0001f600", "\u2028</"])
def test_numbers_and_characters_are_spelt_as_they_always_were(number: float, text: str) -> None:
    fact = Paired(Round(1, (), reasons=(Reason("a", text, {text: [number, (1, {"b": 2, "a": 2**80})]}),)))
    assert checked_text(fact)[1] == body_text(codec(Paired).write(fact))


@pytest.mark.parametrize("name", NAMES)
def test_events_of_the_release_are_spelt_as_they_were(name: str) -> None:
    for record in corpus():
        if record["plan"]["system"] == name:
            for fact in read(record["file"].encode()):
                assert fact_text(fact)[1] == body_text(codec(type(fact)).write(fact))


def test_mappings_of_any_kind_are_written() -> None:
    shown = Reason("a", "b", MappingProxyType({"x": (1, 2)}))
    assert text_fact(*checked_text(Paired(Round(1, (), reasons=(shown,))))) == Paired(
        Round(1, (), reasons=(Reason("a", "b", {"x": [1, 2]}),))
    )


def test_a_whole_life_has_every_kind_and_comes_back() -> None:
    life = whole_life()
    assert {fact_body(fact)[0] for fact in life} == set(kinds())
    assert [text_fact(*fact_text(fact)) for fact in life] == life


def test_types_come_back_exactly() -> None:
    facts: Facts = {"whole": 1, "broken": 1.0, "yes": True, "none": None, "list": [], "object": {}}
    round_ = Round(1, (), reasons=(Reason("a", "b", facts),))
    back = text_fact(*fact_text(Paired(round_)))
    assert isinstance(back, Paired)
    found = back.round.reasons[0].facts
    assert {key: type(value) for key, value in found.items()} == {key: type(value) for key, value in facts.items()}


def test_defaults_are_left_out() -> None:
    assert fact_body(Entered(Player(1, "Ann"))) == ("entered", {"player": {"id": 1, "name": "Ann"}})
    assert fact_body(Archived()) == ("archived", {})
    assert fact_body(Archived(away=False)) == ("archived", {"away": False})


def test_a_result_says_what_it_is() -> None:
    played, absent = ResultEntered(1, 2, Scored(3, 4)), ResultEntered(1, 2, Forfeit(True, False))
    assert fact_body(played)[1]["result"] == {"kind": "scored", "first": 3, "second": 4}
    assert fact_body(absent)[1]["result"] == {"kind": "forfeit", "first_absent": True, "second_absent": False}
    assert fact_body(ResultEntered(1, 2, None))[1] == {"round": 1, "table": 2, "result": None}


def test_old_bodies_without_newer_keys_are_read() -> None:
    assert body_fact("entered", {"player": {"id": 1, "name": "Ann"}}) == Entered(Player(1, "Ann"))
    assert body_fact("paired", {"round": {"number": 1, "tables": []}}) == Paired(Round(1, ()))


BAD: list[tuple[str, Any, str, str]] = [
    ("exploded", {}, "unknown_choice", ""),
    ("entered", {}, "missing_key", ""),
    ("entered", {"player": {"id": 1}}, "missing_key", "player"),
    ("entered", {"player": {"id": 1, "name": "A", "shoe": 42}}, "unknown_key", "player.shoe"),
    ("entered", {"player": {"id": True, "name": "A"}}, "wrong_type", "player.id"),
    ("entered", {"player": {"id": 1, "name": "A", "missed": [1, "2"]}}, "wrong_type", "player.missed[1]"),
    ("entered", [], "wrong_type", ""),
    ("checked_in", {"player": 1, "here": 1}, "wrong_type", "here"),
    ("avoid_changed", {"avoid": [{"players": [1, 2, 3]}]}, "wrong_length", "avoid[0].players"),
    ("avoid_changed", {"avoid": [{"players": [1, 2], "relation": "x"}]}, "unknown_choice", "avoid[0].relation"),
    ("paired", {"round": {"number": 1, "tables": []}, "numbers": {"01": 1}}, "wrong_value", 'numbers["01"]'),
    ("result_entered", {"round": 1, "table": 1, "result": {"kind": "won"}}, "unknown_choice", "result.kind"),
    ("result_entered", {"round": 1, "table": 1, "result": {"first": 1}}, "unknown_choice", "result.kind"),
    ("result_entered", {"round": 1, "table": 1, "result": 5}, "wrong_type", "result"),
]


@pytest.mark.parametrize(("kind", "body", "code", "path"), BAD)
def test_what_is_no_fact_is_refused_with_its_place(kind: str, body: Any, code: str, path: str) -> None:
    with pytest.raises(FactUnreadable) as caught:
        body_fact(kind, body)
    assert (caught.value.code, caught.value.path) == (code, path)
    assert kind in str(caught.value)


@settings(max_examples=200)
@given(kind=st.sampled_from(kinds()), body=JSON | st.dictionaries(st.sampled_from(["round", "player", "x"]), JSON))
def test_nothing_else_comes_out_of_bad_bodies(kind: str, body: Any) -> None:
    with suppress(FactUnreadable):
        text_fact(kind, json.dumps(body))


@pytest.mark.parametrize("text", ["", "{", "nul", "[" * 100_000, '{"round": NaN}'])
def test_what_is_no_json_is_refused(text: str) -> None:
    with pytest.raises(FactUnreadable) as caught:
        text_fact("closed", text)
    assert caught.value.code == "not_json"


@pytest.mark.parametrize(
    "fact",
    [
        Undone([1]),  # type: ignore[arg-type]
        CheckedIn("1"),  # type: ignore[arg-type]
        Created(Setup("chess", options={1: 2})),  # type: ignore[dict-item]
        Paired(Round(1, (), reasons=(Reason("a", "b", {"x": float("nan")}),))),
        Paired(Round(1, (), reasons=(Reason("a", "b", {"x": {1: 2}}),))),
        Paired(Round(1, (Table(1, (1,), (2,), status),)))  # type: ignore[arg-type]
        if (status := "won")
        else None,
    ],
)
def test_what_could_not_be_read_again_is_not_written(fact: Fact) -> None:
    with pytest.raises(FactUnreadable):
        checked_text(fact)


def test_a_licence_of_before_was_a_number() -> None:
    """It is read as the text it is today; what was written is not touched."""
    written = '{"player":{"id":7,"licence":12345,"name":"Ann"}}'
    for kind in ("entered", "edited"):
        fact = text_fact(kind, written)
        assert isinstance(fact, Entered | Edited)
        assert fact.player == Player(7, "Ann", licence="12345")
    none = text_fact("entered", '{"player":{"id":7,"licence":0,"name":"Ann"}}')
    assert none == Entered(Player(7, "Ann"))
    with pytest.raises(FactUnreadable) as refused:
        text_fact("entered", '{"player":{"id":7,"licence":1.5,"name":"Ann"}}')
    assert refused.value.path == "player.licence"


def test_what_came_later_is_left_out_where_it_is_as_before() -> None:
    kinded = Round(1, (), (Bye(1), Bye(2, kind="U"), Bye(3, kind="H")))
    assert fact_text(Paired(kinded)) == (
        "paired",
        '{"round":{"byes":[{"player":1},{"player":2},{"kind":"H","player":3}],"number":1,"tables":[]}}',
    )
    assert fact_text(Entered(Player(1, "Ann"))) == ("entered", '{"player":{"id":1,"name":"Ann"}}')
    asked = Entered(Player(1, "Ann", byes=((3, "H"),), title="WGM", birth_year=1990))
    assert fact_text(asked)[1] == '{"player":{"birth_year":1990,"byes":[[3,"H"]],"id":1,"name":"Ann","title":"WGM"}}'
