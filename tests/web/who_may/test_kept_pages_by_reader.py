"""What is kept for many is kept for those who may see it: whoever asks first, nobody gets another's answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from litestar.testing import TestClient

from ronda.operations.event_settings import Display
from ronda.operations.files import OPEN
from ronda.sheets import SHEETS
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened
from tests.web.who_may.test_routes_by_role import CHANCE, ENDLESS, NAMES, Route, ask, routes_of, with_pass


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[At]:
    with opened(ServerSettings(str(tmp_path_factory.mktemp("sees") / "ronda.db"))) as at:
        yield at


def forget(hall: At) -> None:
    """As after a start: nothing is kept."""
    for code in hall.runtime.store.codes():
        hall.runtime.store.live.forget(code)


def told(answer: Any) -> tuple[int, bytes | str]:
    kind = answer.headers.get("content-type", "")
    if "spreadsheet" in kind:  # a workbook has the moment of its making in it
        return answer.status_code, ""
    return answer.status_code, answer.content if "pdf" in kind else re.sub(CHANCE, "#", answer.text)


class Sheets:
    """Every address under which something is kept, in the forms in which it can be asked for."""

    def __init__(self, hall: At, code: str, mode: str) -> None:
        self.hall, self.code = hall, code
        hall.show(code, Display(names=mode))
        self.people: dict[str, TestClient[Any]] = {
            "public": hall.elsewhere(),
            "helper": with_pass(hall, "helper", code),
            "owner": with_pass(hall, "owner", ""),
        }
        self.routes = [
            str(route)
            for route in routes_of(hall)
            if route.method == "GET" and route.path not in ENDLESS and "{code:str}" in route.path
        ]
        rounds = [f"?round={number}" for number in range(1, len(hall.tournament(code).rounds) + 1)]
        self.sheets = [f"/e/{code}/print/{sheet}.pdf{query}" for sheet in SHEETS for query in ("", *rounds)]

    def ask(self, who: str, address: str) -> tuple[int, bytes | str]:
        if address.startswith("GET "):
            return told(ask(self.hall, self.people[who], Route("GET", address[4:]), self.code))
        return told(self.people[who].get(address))


STATES = ("draft", "published", "second draft")


def event(hall: At, state: str) -> str:
    code = hall.make("redemption", names=NAMES)
    match state:
        case "draft":
            hall.draft(code)
        case "published":
            hall.publish(code)
        case _:
            hall.play(code)
            hall.draft(code)
    return code


@pytest.mark.parametrize(
    ("state", "mode"),
    [
        ("second draft", "number"),
        *(pytest.param(*other, marks=pytest.mark.soak) for other in product(STATES, ("full", "number"))),
    ],
)
def test_who_asked_before_makes_no_difference(hall: At, state: str, mode: str) -> None:
    """Every address, every role, in both orders: the same as if nobody had asked before."""
    sheets = Sheets(hall, event(hall, state), mode)
    for address in (*sheets.routes, *sheets.sheets):
        alone = {}
        for who in sheets.people:
            forget(hall)
            alone[who] = sheets.ask(who, address)
        for order in (list(sheets.people), list(sheets.people)[::-1]):
            forget(hall)
            for who in order:
                assert sheets.ask(who, address) == alone[who], (address, order, who)


@pytest.mark.parametrize("query", ["", "?round=1"])
@pytest.mark.parametrize("sheet", ["tables", "names"])
def test_a_draft_is_on_no_public_sheet(hall: At, sheet: str, query: str) -> None:
    """The desk has looked at it: the public still gets nothing. The public has asked: the desk still gets it."""
    for first in ("desk", "public"):
        code = event(hall, "draft")
        path = f"/e/{code}/print/{sheet}.pdf{query}"
        anybody, desk = hall.elsewhere(), with_pass(hall, "owner", "")
        if first == "public":
            assert anybody.get(path).status_code == 404
        assert desk.get(path).status_code == 200
        assert anybody.get(path).status_code == 404


def test_an_undone_publication_is_private_again(hall: At) -> None:
    code = event(hall, "published")
    path = f"/e/{code}/print/tables.pdf"
    anybody = hall.elsewhere()
    assert anybody.get(path).status_code == 200
    owner = with_pass(hall, "owner", "")
    seen = owner.get(f"/api/events/{code}").json()["version"]
    answer = owner.post(f"/api/events/{code}/undo?confirm=true", headers={"If-Match": str(seen)})
    assert answer.status_code == 200, answer.text
    assert hall.tournament(code).rounds[-1].status == "draft"
    assert anybody.get(path).status_code == 404


def test_every_open_sheet_was_asked_for(hall: At) -> None:
    assert set(SHEETS) >= OPEN


def kept_texts(hall: At, code: str) -> int:
    event = hall.runtime.store.last_known(code)
    assert event is not None
    return sum(isinstance(key, tuple) and key[0] == "text" for key in event.parts._parts)


def test_what_somebody_looks_for_is_not_kept(hall: At) -> None:
    code = event(hall, "published")
    forget(hall)
    for number in range(20):
        assert hall.elsewhere().get(f"/{code}/part/round?find=x{number}&odd={number}").status_code == 200
        assert hall.elsewhere().get(f"/{code}/part/standings?find=x{number}").status_code == 200
        assert hall.elsewhere().get(f"/{code}/part/round?page={number + 200}").status_code == 200
    assert kept_texts(hall, code) == 0
    for number in range(20):
        hall.elsewhere().get(f"/{code}/part/round?odd={number}")
    assert kept_texts(hall, code) == 1
