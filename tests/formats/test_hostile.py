"""Input made to hurt is refused soon. The bound is generous, and counts the work only: machines are slow and busy."""

from __future__ import annotations

import json
from collections.abc import Callable
from time import process_time

import pytest

from ronda.formats.errors import CODES, Unreadable
from ronda.formats.player_lists import understand
from ronda.formats.tournament.reading import read
from tests.formats.samples import bare, field

SECONDS = 10.0
MANY = 39_000_000
HEAD = b'{"ronda": 1, "system": "redemption", "players": '

# Made one at a time: together they would fill the memory.
FILES: dict[str, tuple[str, Callable[[], bytes]]] = {
    "a million opening brackets": ("too_deep", lambda: b"[" * 1_000_000),
    "a million opening braces": ("too_deep", lambda: b'{"a":' * 1_000_000),
    "nested and closed": ("too_deep", lambda: HEAD + b"[" * 500 + b"]" * 500 + b"}"),
    "brackets after a long list": (
        "too_deep",
        lambda: HEAD + b"[" + b"[]," * 300_000 + b"[" * 40 + b"]" * 40 + b"]}",
    ),
    "39 MB of digits": ("number_too_large", lambda: HEAD + b"1" * MANY + b"}"),
    "39 MB of decimals": ("number_too_large", lambda: HEAD + b"0." + b"1" * MANY + b"}"),
    "39 MB of letters": ("not_json", lambda: b"x" * MANY),
    "39 MB of high bytes": ("not_text", lambda: b"\x80" * MANY),
    "39 MB of zeros": ("not_text", lambda: b"\0" * MANY),
    "39 MB of spaces": ("not_json", lambda: b" " * MANY),
    "39 MB of lines": ("not_json", lambda: b"\n" * MANY + b"{NaN}"),
    "39 MB of quotes": ("wrong_type", lambda: HEAD + b'"' + b'\\"' * (MANY // 2) + b'"}'),
    "39 MB of escapes": ("wrong_type", lambda: HEAD + b'"' + b"\\u0041" * (MANY // 6) + b'"}'),
    "a string without an end": ("not_json", lambda: HEAD + b'"' + b"x" * MANY),
    "lists without number": ("too_many", lambda: HEAD + b"[" + b"[]," * (MANY // 3) + b"1]}"),
    "as many numbers as may be": ("wrong_type", lambda: HEAD + b"[" + b"12345," * 1_900_000 + b"1]}"),
    "NaN after them": ("not_a_number", lambda: HEAD + b"[" + b"12345," * 1_900_000 + b"NaN]}"),
    "NaN deep inside": (
        "not_a_number",
        lambda: HEAD + b"[" * 20 + b"12345," * 900_000 + b"NaN" + b"]" * 20 + b"}",
    ),
    "half a character at the end": (
        "control_character",
        lambda: HEAD + b"[" + b'"abc",' * 900_000 + b'"\\ud800"]}',
    ),
    "one key again and again": ("duplicate_key", lambda: b"{" + b'"a":1,' * 1_900_000 + b'"a":1}'),
    "41 MB": ("too_large", lambda: b" " * 41_000_000),
}


@pytest.mark.parametrize(("code", "make"), FILES.values(), ids=FILES)
def test_a_hostile_file_is_refused_soon(code: str, make: Callable[[], bytes]) -> None:
    data = make()
    start = process_time()
    with pytest.raises(Unreadable) as caught:
        read(data)
    assert process_time() - start < SECONDS
    assert caught.value.code == code
    assert all(len(str(fact)) < 1000 for fact in caught.value.facts.values())


def test_long_lists_of_missed_rounds_do_not_add_up() -> None:
    missed = list(range(1001, 3000))
    players = [player | {"missed": missed} for player in field(*("P" * 300))]
    byes = [{"player": player["id"]} for player in players]
    rounds = [{"number": number, "byes": byes} for number in range(1, 301)]
    data = bare(players=players, rounds=rounds)
    start = process_time()
    assert len(read(data)) == 601
    assert process_time() - start < SECONDS


def test_a_mistake_late_in_a_large_file_is_located() -> None:
    players = field(*(f"Player {number}" for number in range(4000)))
    tables = [{"number": t, "first": [2 * t - 1], "second": [2 * t], "result": "5-3"} for t in range(1, 2001)]
    rounds = [{"number": number, "tables": tables} for number in range(1, 10)]
    text = json.dumps({"ronda": 1, "system": "redemption", "players": players, "rounds": rounds}, indent=0)
    at = text.rindex("4000")
    for wrong, code in (("9999", "unknown_player"), ("NaN", "not_a_number")):
        start = process_time()
        with pytest.raises(Unreadable) as caught:
            read((text[:at] + wrong + text[at + 4 :]).encode())
        assert process_time() - start < SECONDS
        assert (caught.value.code, caught.value.path) == (code, "rounds[8].tables[1999].second[0]")
        assert caught.value.line == text.count("\n", 0, at) + 1
        assert caught.value.column == 1


LISTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "6 MB": ("too_large", lambda: b"x" * 6_000_000),
    "commas only": ("no_players", lambda: b",\n" * 20_000),
    "one row of commas": ("too_many", lambda: b"a" + b"," * 4_900_000),
    "lines only": ("no_players", lambda: b"\n" * 4_900_000),
    "names without number": ("too_many", lambda: b"Ann\n" * 1_200_000),
    "20001 names": ("too_many", lambda: b"Ann\n" * 20_001),
    "quotes only": ("too_long", lambda: b'"' * 4_900_000),
    "quotes that never close": ("too_long", lambda: b'"a' * 2_400_000),
    "a quote at every start": ("too_many", lambda: b'"a\n' * 1_600_000),
    "one long name": ("too_long", lambda: b"x" * 4_900_000),
    "digits": ("no_name_column", lambda: b"1" * 4_900_000),
    "zeros": ("not_text", lambda: b"\0" * 4_900_000),
    "a spreadsheet": ("not_text", lambda: b"PK\x03\x04" + bytes(range(256)) * 1000),
}


def test_a_list_in_which_every_row_is_bad_is_read_soon() -> None:
    data = b"name,elo\n" + (b"Ann," * 59 + b"\n") * 20_000
    start = process_time()
    found = understand(data)
    assert process_time() - start < SECONDS
    assert (len(found.players), len(found.remarks)) == (20_000, 40_000)


@pytest.mark.parametrize(("code", "make"), LISTS.values(), ids=LISTS)
def test_a_hostile_list_is_refused_soon(code: str, make: Callable[[], bytes]) -> None:
    data = make()
    start = process_time()
    with pytest.raises(Unreadable) as caught:
        understand(data)
    assert process_time() - start < SECONDS
    assert caught.value.code == code
    assert code in CODES["unreadable"]
