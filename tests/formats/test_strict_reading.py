"""JSON is read strictly, and a tournament file with one thing changed is read, or refused with its place."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.history import fold
from ronda.core.model import Earlier, Tournament
from ronda.core.values import replace
from ronda.formats.errors import Unreadable
from ronda.formats.json_text import MOST_DEEP, MOST_DIGITS, parse
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import NAMES
from tools.bench.events import played

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text('ab":\\ ', max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(VALUES, st.sampled_from([(", ", ": "), (",", ":"), (" , ", " : "), ("\n,", "\t:\n")]), st.booleans())
def test_what_is_no_fault_is_read_as_python_reads_it(value: Any, between: tuple[str, str], ascii_only: bool) -> None:
    text = json.dumps(value, separators=between, ensure_ascii=ascii_only)
    assert repr(parse(text)) == repr(json.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1, "a": 2}',
        '{"a": 1, "\\u0061" : 2}',
        '{"a": "\\":", "b": {"c": 1, "c": 1}}',
        f"[{'1' * (MOST_DIGITS + 1)}]",
        f"[1.{'0' * MOST_DIGITS}]",
        "[1e400]",
        "[NaN]",
        '["\\ud800"]',
        "[" * (MOST_DEEP + 1) + "]" * (MOST_DEEP + 1),
        '{"a": [' * (MOST_DEEP // 2 + 1) + "]}" * (MOST_DEEP // 2 + 1),
        '["]", ' * (MOST_DEEP + 1) + "0" + ', "["]' * (MOST_DEEP + 1),  # strings that seem to close and open
        "[1] x",
        "",
    ],
)
def test_what_python_lets_pass_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text)
    assert caught.value.line == 1


TRIES = 100
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


def _answer(data: bytes) -> str:
    """The code with which it is refused, at a place; "": it is read, and comes back from what is written."""
    try:
        facts = read(data)
    except Unreadable as trouble:
        return trouble.code if trouble.line else "nowhere"
    return "" if fold(read(write(fold(facts)))) == fold(facts) else "lost"


@pytest.mark.parametrize("name", NAMES)
def test_one_thing_changed(name: str) -> None:
    chance = random.Random(name)
    found = {_answer(_spoilt(written(name), chance).encode("utf-8", "surrogatepass")) for _ in range(TRIES)}
    assert found >= {"", "not_json", "duplicate_key"}
    assert not found & {"nowhere", "lost"}


def test_a_title_that_the_system_does_not_know_is_refused() -> None:
    data = b'{"ronda": 1, "system": "dutch", "players": [{"id": 1, "name": "Ann", "title": "XX"}]}'
    with pytest.raises(Unreadable) as caught:
        read(data)
    assert (caught.value.code, caught.value.path) == ("unknown_choice", "players[0].title")
    assert caught.value.facts["found"] == "XX"
