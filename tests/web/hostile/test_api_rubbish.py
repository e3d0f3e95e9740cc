"""Rubbish for every operation of the API, from everybody: quick, so that it can be much.

What is well formed, and what is promised for it, is tried in `test_api_fuzz`. `RONDA_RUBBISH` is the number of calls;
`make soak` makes 100,000.
"""

from __future__ import annotations

import json
import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ronda.web.limits import Guesses
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.hostile.test_api_fuzz import STAFF, events
from tests.web.who_may.test_routes_by_role import with_pass

CALLS = int(os.environ.get("RONDA_RUBBISH", "300"))
AFRESH = 4000  # calls, after which there are new events: most of the old ones are deleted by then
METHODS = ("get", "post", "put", "patch", "delete")
WORDS = (
    "",
    "5-3",
    "1-0",
    "½-½",
    "13-7",
    "+--",
    "Ana",
    "\u202ex",
    "a" * 300,
    "0",
    "-1",
    "None",
    "🁫",
    "\ud7ff",
    "'; --",
    "{{7*7}}",
)
NUMBERS = (0, 1, 2, 3, 5, 7, -1, 10**9, 10**30, 0.5, 1e308)


class Operation(NamedTuple):
    method: str
    path: str
    fields: dict[str, Any]  # of the body, as its schema describes them


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db")), raise_server_exceptions=False) as at:
        yield at


def test_no_rubbish_is_too_much(desk: At) -> None:
    throw(desk, CALLS)


@pytest.mark.soak
def test_much_rubbish(desk: At) -> None:
    found = throw(desk, max(CALLS, 100_000))
    print(f"\n{found.total()} calls over {len(operations(desk))} operations and 6 roles: {dict(sorted(found.items()))}")


def throw(desk: At, calls: int) -> Counter[int]:
    chance, known = random.Random(calls), operations(desk)
    found: Counter[int] = Counter()
    for at in range(calls):
        if at % AFRESH == 0:
            codes = events(desk)
            people = [desk.client, desk.elsewhere()]
            people += [with_pass(desk, role, code) for role in STAFF for code in codes]
        operation = known[at % len(known)]  # each as often as the others
        desk.runtime.guesses = Guesses()
        answer = one_call(desk, chance.choice(people), operation, codes, chance)
        found[answer.status_code] += 1
        assert answer.status_code < 500, (
            operation,
            answer.request.url,
            answer.request.content[:500],
            answer.text[:500],
        )
        if answer.status_code >= 400:
            assert answer.json()["error"]["message"], operation
    return found


def operations(desk: At) -> list[Operation]:
    schema = desk.client.get("/api/openapi.json").json()
    found = []
    for path, methods in schema["paths"].items():
        for method in METHODS:
            if method in methods and not path.endswith("/stream"):  # those never end
                found.append(Operation(method, path, _fields(schema, methods[method])))
    return found


def _fields(schema: Any, operation: Any) -> dict[str, Any]:
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    for part in (body, *body.get("oneOf", ()), *body.get("anyOf", ())):
        name = part.get("$ref", "").rpartition("/")[2]
        if name:
            return dict(schema["components"]["schemas"][name].get("properties", {}))
    return {}


def one_call(desk: At, client: Any, operation: Operation, codes: list[str], chance: random.Random) -> Any:
    code = chance.choice(codes)
    given = {"code": chance.choice((code, code, code, "XXXXXX")), "player": chance.randint(0, 9)}
    given["mark"] = desk.runtime.mark(code, chance.randint(1, 6))
    path = operation.path
    for name in ("code", "player", "mark", "number", "name", "criterion", "round"):
        path = path.replace(f"{{{name}}}", str(given.get(name, chance.choice((1, 2, "x")))))
    headers = {"content-type": chance.choice(("application/json",) * 9 + ("text/plain",))}
    if chance.random() < 0.5:
        headers["if-match"] = f'"{chance.randint(0, 40)}"'
    content = b"" if operation.method == "get" else _body(operation.fields, chance)
    parameters = {"confirm": "true"} if chance.random() < 0.4 else {"after": chance.choice(("1", "-1", "x"))}
    return client.request(operation.method.upper(), path, content=content, headers=headers, params=parameters)


def _body(fields: dict[str, Any], chance: random.Random) -> bytes:
    if chance.random() < 0.05:
        return chance.choice((b"", b"[", b"null", b"\xff\xfe", b"[" * 5000, b'{"a":1}', b"1e999", b'"x"'))
    value = {name: _value(chance) for name in fields if chance.random() < 0.8}
    if chance.random() < 0.1:
        value[chance.choice(WORDS)] = _value(chance)
    return json.dumps(value).encode()


def _value(chance: random.Random, depth: int = 0) -> Any:
    kind = chance.random()
    if kind < 0.45:
        return chance.choice(NUMBERS)
    if kind < 0.75:
        return chance.choice(WORDS)
    if kind < 0.9 or depth > 2:
        return chance.choice((True, False, None))
    if kind < 0.95:
        return [_value(chance, depth + 1) for _ in range(chance.randint(0, 3))]
    return {chance.choice(WORDS): _value(chance, depth + 1)}
