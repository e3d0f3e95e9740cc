"""What is refused, with its code, its facts and its place in the file."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.formats.errors import CODES, Unreadable
from ronda.formats.tournament.reading import read
from tests.formats.samples import CONTRACT, bare, field, golden


def refusal(data: bytes) -> Unreadable:
    with pytest.raises(Unreadable) as caught:
        read(data)
    assert caught.value.code in CODES["unreadable"]
    json.dumps(caught.value.facts, allow_nan=False).encode("utf-8")  # facts are JSON values
    return caught.value


def spot(data: bytes, fault: Unreadable, length: int) -> str:
    """The text at the place that is named."""
    assert fault.line is not None
    assert fault.column is not None
    return data.decode("utf-8-sig").split("\n")[fault.line - 1][fault.column - 1 :][:length]


# One change to the golden file `system`.json; then the code, the path, the text at the place, and the facts.
CHANGES: list[tuple[str, dict[str, Any]]] = [
    (system, change) for system in ("redemption", "chess") for change in json.loads(golden(f"{system}-faults.json"))
]


@pytest.mark.parametrize(
    ("system", "change"), CHANGES, ids=[f"{c['code']}-{c['path']}-{c['new']:.20}" for _, c in CHANGES]
)
def test_one_wrong_thing_is_named_with_its_place(system: str, change: dict[str, Any]) -> None:
    text = golden(f"{system}.json").decode()
    assert change["old"] in text
    data = text.replace(change["old"], change["new"], 1).encode()
    fault = refusal(data)
    assert (fault.code, fault.path) == (change["code"], change["path"])
    assert spot(data, fault, len(change["there"])) == change["there"]
    assert change["facts"].items() <= fault.facts.items()


def test_c1_1_players_without_a_licence_are_not_alike() -> None:
    players = [{"id": 1, "name": "A", "licence": 0}, {"id": 2, "name": "B", "licence": 0}]
    assert len(read(bare(system="chess", players=players))) == 3


@pytest.mark.parametrize(
    ("text", "expected", "found", "line", "column"),
    [
        ("", "value", "", 1, 1),
        ("  \n ", "value", "", 2, 2),
        ("hello", "value", "hello", 1, 1),
        ('{"ronda": 1', "comma", "", 1, 12),
        ('{"ronda" 1}', "colon", "1", 1, 10),
        ("{\n 'ronda': 1}", "key", "'", 2, 2),
        ('{"a": "b', "quote", '"', 1, 7),
        ('{"a": "b\nc"}', "quote", "\n", 1, 9),
        ('{"a": "\\x"}', "escape", "\\", 1, 8),
        ('{"a": 01}', "comma", "1", 1, 8),
        ('{"a": +1}', "value", "+", 1, 7),
        ('{"a": .5}', "value", ".", 1, 7),
        ('{"a": 1} x', "end", "x", 1, 10),
        ("{} // no", "end", "/", 1, 4),
        ("True", "value", "True", 1, 1),
    ],
)
def test_not_json(text: str, expected: str, found: str, line: int, column: int) -> None:
    fault = refusal(text.encode())
    assert (fault.code, fault.facts) == ("not_json", {"expected": expected, "found": found})
    assert (fault.path, fault.line, fault.column) == ("", line, column)


@pytest.mark.parametrize(
    ("data", "byte", "line", "column"),
    [
        (CONTRACT.encode("utf-16"), "FF", 1, 1),
        (CONTRACT.encode("utf-16-be"), "00", 1, 1),
        ("\ufeff".encode("utf-16-be") + CONTRACT.encode("utf-16-be"), "FE", 1, 1),
        (CONTRACT.replace("Ben", "Bén").encode("utf-8").replace("é".encode(), b"\xe9"), "E9", 9, 66),
        (b'{"a":\n "\x00"}', "00", 2, 3),
        (b"\x89PNG\r\n\x1a\n", "89", 1, 1),
        (b'{"a": "\xed\xa0\x80"}', "ED", 1, 8),  # a surrogate, encoded
    ],
)
def test_not_text(data: bytes, byte: str, line: int, column: int) -> None:
    fault = refusal(data)
    assert (fault.code, fault.facts) == ("not_text", {"byte": byte})
    assert (fault.line, fault.column) == (line, column)


@pytest.mark.parametrize("text", ["[]", "1", '"x"', "null", "true", "1.5"])
def test_a_file_is_an_object(text: str) -> None:
    assert (refusal(text.encode()).code, refusal(text.encode()).facts["expected"]) == ("wrong_type", "object")


def test_a_key_given_twice_is_found_where_it_is() -> None:
    data = b'{"ronda": 1,\n "system": "redemption",\n "rounds": [{"number": 1,\n  "number": 1}]}'
    fault = refusal(data)
    assert (fault.code, fault.path, fault.facts) == ("duplicate_key", "rounds[0].number", {"key": "number"})
    assert (fault.line, fault.column) == (4, 3)


def test_a_key_given_twice_inside_a_key_given_twice() -> None:
    fault = refusal(b'{"a": 1, "a": {"b": 1, "b": 2}}')
    assert (fault.path, fault.facts, fault.column) == ("a.b", {"key": "b"}, 24)


def test_nesting_is_bounded_also_inside_facts() -> None:
    def told(depth: int) -> bytes:
        deep: Any = 1
        for _ in range(depth):
            deep = [deep]
        reasons = [{"code": "deep", "facts": {"deep": deep}}]
        return bare(players=field("Ann"), rounds=[{"number": 1, "reasons": reasons}])

    assert read(told(26))
    fault = refusal(told(27))
    assert (fault.code, fault.facts) == ("too_deep", {"most": 32})
    assert fault.path.startswith("rounds[0].reasons[0].facts.deep[0][0]")
    assert fault.line == 1


def test_strings_that_cannot_be_encoded_are_refused_everywhere() -> None:
    reasons = [{"code": "x", "facts": {"who": "\ud83d"}}]
    fault = refusal(bare(rounds=[{"number": 1, "reasons": reasons}]))
    assert (fault.code, fault.facts) == ("control_character", {"character": "U+D83D"})
    assert fault.path == "rounds[0].reasons[0].facts.who"
    key = refusal(b'{"ronda": 1, "\\udc00": 2}')
    assert (key.code, key.path) == ("control_character", "")


def test_a_pair_of_surrogates_is_one_character() -> None:
    data = b'{"ronda": 1, "system": "redemption", "name": "\\ud83d\\ude00"}'
    assert b'"name": "\xf0\x9f\x98\x80"' in data.replace(b"\\ud83d\\ude00", "😀".encode())
    assert read(data) == read(data.replace(b"\\ud83d\\ude00", "😀".encode()))


def test_long_keys_are_quoted_in_short() -> None:
    fault = refusal(bare(**{"x" * 1000: 1}))
    assert len(fault.facts["key"]) <= 60
    assert len(fault.path) <= 70
