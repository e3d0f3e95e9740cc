"""What is read without doubt is exactly what the strict reader makes of it; whatever it would refuse is left to it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.formats.errors import Fault, Unreadable
from ronda.formats.strict_json import scanner
from ronda.formats.strict_json.scanner import decode, parse
from ronda.formats.strict_json.text import MOST_DEEP, MOST_DIGITS

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab":\\ ', max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([(", ", ": "), (",", ":"), (" , ", " : "), ("\n,", "\t:\n")]), st.booleans())
def test_it_is_the_value_of_the_strict_reader(value: Any, between: tuple[str, str], ascii_only: bool) -> None:
    text = json.dumps(value, separators=between, ensure_ascii=ascii_only)
    assert repr(parse(text)) == repr(decode(text, 0)[0])


def test_what_ronda_writes_is_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"name": "A: \\"B\\": [C", "rounds": [{"tables": [1.5, -2], "facts": {"x": {"y": []}}}]}'

    def never(*_: object) -> None:
        raise AssertionError("nobody has to look")

    monkeypatch.setattr(scanner, "strict", never)
    assert parse(text)["rounds"] == [{"tables": [1.5, -2], "facts": {"x": {"y": []}}}]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"a": 1, "a" : 2}',
        '{"a": ":", "a": 2}',
        '{"a": "\\":", "b": {"c": 1, "c": 1}}',
        '{"a": "\\":\\":", "a" : 2, "b" : 3}',
        f"[{'1' * (MOST_DIGITS + 1)}]",
        f"[1.{'0' * MOST_DIGITS}]",
        "[1e400]",
        "[NaN]",
        '["\\ud800"]',
        "[" * (MOST_DEEP + 1) + "]" * (MOST_DEEP + 1),
        '{"a": [' * (MOST_DEEP // 2 + 1) + "]}" * (MOST_DEEP // 2 + 1),
        '["]", ' * (MOST_DEEP + 1) + "0" + ', "["]' * (MOST_DEEP + 1),  # strings that seem to close and open
        '{"]": ' * (MOST_DEEP + 1) + "0" + ', "[": 0}' * (MOST_DEEP + 1),
        "[1] x",
        "",
    ],
)
def test_what_is_refused_is_not_certain(text: str) -> None:
    with pytest.raises((Fault, Unreadable)):
        parse(text)
