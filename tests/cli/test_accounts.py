"""`ronda accounts`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ronda.core.facts import Created
from ronda.core.model import Setup
from ronda.operations.access import welcomed
from ronda.store import open_store
from ronda.store.access import codes_of, find_account
from tests.cli.running import Desk


@pytest.fixture(autouse=True)
def db(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = desk.path("ronda.db")
    monkeypatch.setenv("RONDA_DB", str(path))
    return path


def told(desk: Desk, *words: str) -> Any:
    answer = desk("accounts", *words, "--json")
    assert answer.status == 0, answer.err
    return answer.value


def test_added_listed_suspended_restored(desk: Desk) -> None:
    assert "no accounts" in desk("accounts").out
    made = told(desk, "add", "Club  Norte", "--events", "3", "--address", "https://x.org/")
    assert made["name"] == "Club Norte"
    assert made["link"].startswith("https://x.org/welcome/")
    told(desk, "add", "Fed", "--admin")
    assert desk("accounts", "add", "club norte").status != 0
    common = {"state": "invited", "events": 0, "most_players": None}
    assert told(desk)["accounts"] == [
        {"name": "Club Norte", "role": "organiser", "most_events": 3, **common},
        {"name": "Fed", "role": "administrator", "most_events": None, **common},
    ]
    told(desk, "suspend", "CLUB NORTE")
    assert told(desk)["accounts"][0]["state"] == "suspended"
    told(desk, "restore", "Club Norte")
    told(desk, "limits", "Club Norte", "--players", "200")
    found = told(desk, "list")["accounts"][0]
    assert (found["state"], found["most_events"], found["most_players"]) == ("invited", None, 200)
    assert "Club Norte" in desk("accounts").out


def test_a_new_link_ends_the_one_before(desk: Desk, db: Path) -> None:
    first = told(desk, "add", "Club")["link"].rpartition("/")[2]
    second = told(desk, "password", "Club")["link"].rpartition("/")[2]
    with open_store(db) as store:
        assert welcomed(store, first) is None
        assert welcomed(store, second) is not None


def test_an_event_is_handed_over(desk: Desk, db: Path) -> None:
    with open_store(db) as store:
        code = store.create([Created(Setup("chess", "Open"))], actor="test").code
    told(desk, "add", "Club")
    assert told(desk, "give", "Club", code.lower()) == {"code": code, "name": "Club"}
    with open_store(db) as store, store.reads() as connection:
        found = find_account(connection, "Club")
        assert found is not None
        assert codes_of(connection, found.id) == {code}
        assert codes_of(connection, None) == frozenset()
    assert told(desk)["accounts"][0]["events"] == 1


@pytest.mark.parametrize(
    "words",
    [("suspend", "Nobody"), ("add", ""), ("add", " "), ("give", "Club", "XXXXXX"), ("add", "B", "--events", "-1")],
)
def test_what_cannot_be(desk: Desk, words: tuple[str, ...]) -> None:
    told(desk, "add", "Club")
    assert desk("accounts", *words).status in (1, 2)


def test_a_link_that_signs_in_once(desk: Desk) -> None:
    """For the owner of the server, or for an account."""
    desk("accounts", "add", "Club Norte")
    for words, name in (((), ""), (("club norte",), "Club Norte")):
        found = told(desk, "link", *words, "--address", "https://ronda.example.org/")
        assert found["name"] == name
        assert found["link"].startswith("https://ronda.example.org/here/")
    assert "10 minutes: /here/" in desk("accounts", "link").out
    assert desk("accounts", "link", "nobody").status == 2
