"""Whatever is sent to the API, it answers with what its description says, and never with a failure of its own.

`RONDA_FUZZ` is the number of calls; `make soak` makes 10,000. They come from everybody: the public, and every role.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.who_may.test_routes_by_role import with_pass

CALLS = int(os.environ.get("RONDA_FUZZ", "150"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
STAFF = ("helper", "arbiter", "director", "owner")
WHO = ("at the machine", "at the machine", "public", *STAFF)
SMALL = ("round", "table", "player", "one", "other", "changes")


@pytest.fixture
def fuzzed(tmp_path: Path) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path / "ronda.db")), raise_server_exceptions=False) as at:
        yield at


def test_the_api_keeps_its_description(fuzzed: At) -> None:
    call_everything(fuzzed, CALLS)


@pytest.mark.soak
def test_the_api_keeps_its_description_for_long(fuzzed: At) -> None:
    call_everything(fuzzed, max(CALLS, 10_000))


def call_everything(desk: At, calls: int) -> None:
    """So many calls, shared among all operations, to events in every phase."""
    schema: Any = schemathesis.openapi.from_dict(desk.client.get("/api/openapi.json").json())
    operations = [found.ok() for found in schema.get_all_operations()]
    operations = [one for one in operations if not one.path.endswith("/stream")]  # they never end
    made = 0
    for at, operation in enumerate(operations):
        each = -(-(calls - made) // (len(operations) - at))
        made += call(desk, operation, each)
    assert made >= calls


def call(desk: At, operation: Any, calls: int) -> int:
    codes = [*events(desk), None]
    people = {(role, code): with_pass(desk, role, code or "") for role in STAFF for code in codes}
    cases = st.one_of(
        operation.as_strategy(generation_mode=GenerationMode.POSITIVE),
        operation.as_strategy(generation_mode=GenerationMode.NEGATIVE),
    )
    made = 0

    @settings(
        max_examples=calls,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases, st.sampled_from(codes), st.sampled_from(WHO), st.randoms(use_true_random=False))
    def each(case: Any, code: str | None, who: str, chance: random.Random) -> None:
        nonlocal made
        made += 1
        aim(desk, case, code, chance)
        client = people.get((who, code), desk.elsewhere() if who == "public" else desk.client)
        case.validate_response(answer(client, case), checks=CHECKS)

    each()
    return made


def aim(desk: At, case: Any, code: str | None, chance: random.Random) -> None:
    """Most calls should get as far as the rules: to an event that is there, about players and tables of its size."""
    if code is not None and "code" in case.path_parameters:
        case.path_parameters["code"] = code
        if "mark" in case.path_parameters and desk.runtime.event(code):
            case.path_parameters["mark"] = desk.runtime.mark(code, chance.randint(1, 6))
    if isinstance(case.body, dict):
        for name in SMALL:
            if isinstance(case.body.get(name), int) and chance.random() < 0.8:
                case.body[name] %= 7
        if "result" in case.body and chance.random() < 0.5:
            case.body["result"] = chance.choice(["5-3", "1-0", "200-100", "13-7", "+--", "½-½"])


def answer(client: Any, case: Any) -> Any:
    given = case.as_transport_kwargs(base_url="http://127.0.0.1:8000")
    given["headers"] = {
        name: value.encode("latin-1", "replace") if isinstance(value, str) else value
        for name, value in dict(given["headers"]).items()
    }
    given.pop("cookies", None)
    given["content"] = given.pop("data", None)
    return client.request(**given)


def events(desk: At) -> list[str]:
    """One in every phase."""
    phases = {}
    for system, phase in (("redemption", "setup"), ("chess", "draft"), ("domino", "playing"), ("melee", "played")):
        code = phases[phase] = desk.make(system, 8, 5)
        if phase == "draft":
            desk.draft(code)
        elif phase == "playing":
            desk.publish(code)
        elif phase == "played":
            desk.play(code)
    return list(phases.values())
