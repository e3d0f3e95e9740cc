"""What msgspec makes of a whole file at once is what the strict reader makes of it; what that one would refuse is left
to it."""

from __future__ import annotations

import json
import random
import re
from functools import cache

import pytest

from ronda.core.model import Earlier, Tournament
from ronda.core.values import replace
from ronda.formats.strict_json import scanner
from ronda.formats.strict_json.text import MOST_DEEP, MOST_DIGITS, plain
from ronda.formats.tournament import reading
from ronda.formats.tournament.reading import Unreadable, read
from ronda.formats.tournament.writing import write
from ronda.systems import NAMES
from tools.bench.events import played

TRIES = 150
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null|[\[\]{}:,]')
_MEMBER = re.compile(r'"\w+": (?:"[^"]*"|\d+|\[[\d, ]*\])(?=[,}])')
_VALUES: list[str] = [
    *("null", "true", "0", "-1", "1.0", "1e2", "1e400", "NaN", "2", "99999999999999999999", "9" * (MOST_DIGITS + 1)),
    *("0." + "1" * MOST_DIGITS, '""', '" "', '"a:b"', '"\\u003a"', '"\\ud800"', '"\\n"', '"\u2800"', '"5:3"', '"---"'),
    *("[]", "{}", '{"a": 1, "a": 2}', '{"2": "H"}', "[1]", "[1, 1]", "\0", '"', ":"),
    *("[" * deep + "]" * deep for deep in (5, 9, *range(MOST_DEEP - 6, MOST_DEEP + 2))),
]
_KEYS = [
    *(
        "id",
        "name",
        "rating",
        "club",
        "missed",
        "byes",
        "number",
        "draw",
        'x\\"draw',
        "nu\\u006dber",
        "tables",
        "first",
    ),
    *(
        "result",
        "absent",
        "earlier",
        "names",
        "reasons",
        "code",
        "article",
        "facts",
        "table",
        "player",
        "text",
        "forced",
    ),
    *("seed", "status", "made_with", "players", "rounds", "avoid", "options", "ronda"),
]


@cache
def written(name: str) -> str:
    return write(_corrected(played(name, 9, 2))).decode()


def _corrected(tournament: Tournament) -> Tournament:
    """With a table that somebody was missing from, and whose result was another one when round 2 was made."""
    first, *others = tournament.rounds
    table = first.tables[0]
    absent = (table.first[0],)
    changed = replace(table, absent=absent, earlier=(Earlier(table.result, 2, absent),))
    return replace(tournament, rounds=(replace(first, tables=(changed, *first.tables[1:])), *others))


def _spoilt(text: str, chance: random.Random) -> str:
    """The text with one thing changed, as often as not so that it can still be read."""
    token = chance.choice(list(_TOKEN.finditer(text)))
    before, after = text[: token.start()], text[token.end() :]
    match chance.randrange(6):
        case 0:
            return before + chance.choice(_VALUES) + after
        case 1:
            return before + after
        case 2:  # a key more
            opening = chance.choice([at for at, sign in enumerate(text) if sign == "{"]) + 1
            member = f'"{chance.choice(_KEYS)}": {chance.choice(_VALUES)}, '
            return text[:opening] + member + text[opening:]
        case 3:  # a member twice
            member = str(chance.choice(_MEMBER.findall(text)))
            return text.replace(member, f"{member}, {member}", 1)
        case 4:  # a line twice
            line = chance.choice(text.splitlines(keepends=True))
            return text.replace(line, line * 2, 1)
        case _:
            return json.dumps(json.loads(text), separators=chance.choice([(",", ":"), (" , ", " : ")]))


def _answer(data: bytes) -> object:
    try:
        return read(data)
    except Unreadable as trouble:
        return trouble.code, trouble.facts, trouble.path, trouble.line, trouble.column


@pytest.mark.parametrize("name", NAMES)
def test_at_once_or_strictly(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(name)
    texts = [_spoilt(written(name), chance).encode("utf-8", "surrogatepass") for _ in range(TRIES)]
    monkeypatch.setattr(reading, "_LARGE", 0)
    quick = [_answer(text) for text in texts]
    assert {type(one) for one in quick} == {list, tuple}
    monkeypatch.setattr(reading, "plain", lambda *_: None)
    for text, found in zip(texts, quick, strict=True):
        assert found == _answer(text), text.decode("utf-8", "replace")


@pytest.mark.parametrize("name", NAMES)
def test_what_ronda_writes_is_read_at_once(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("nobody has to look")

    monkeypatch.setattr(reading, "_LARGE", 0)
    monkeypatch.setattr(scanner, "parse", never)
    assert read(written(name).encode())
    assert read(json.dumps(json.loads(written(name)), indent=1).encode())  # with numbers for letters beyond ASCII


def test_a_kind_is_lost_where_a_key_is() -> None:
    assert plain(b'{"a": 1}', dict[str, int]) == {"a": 1}
    assert plain(b'{"a": ":"}', dict[str, str]) == {"a": ":"}
    assert plain(b'{"a": 1, "a": 1}', dict[str, int]) is None
    assert plain(b'{"a": "", "a": "\\u003a"}', dict[str, str]) is None
    assert plain(b'{"a": 1}', dict[str, str]) is None
