"""PP6: who was erased is nowhere in memory any more, by whichever way the erasure came."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import ronda
from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import Approval, Player, Setup
from ronda.core.text_rules import collation_key
from ronda.core.values import replace
from ronda.desk import standings_after
from ronda.desk.actions import ACTIONS, Request
from ronda.desk.bodies import PlayerErasure
from ronda.desk.conflict_scope import overtaken
from ronda.desk.desk import Desk
from ronda.desk.permissions import Actor
from ronda.ledgers import FileLedger, FileState
from ronda.people import name_key
from ronda.systems.labels import folded
from ronda.web.app import framework_caches
from tests.playing import Event
from tests.remembering import remembering
from tests.sampling import only
from tests.web.conftest import At

NAME, CLUB = "Zorben Vanadrake", "Tarrascastle"
WORDS = ("Zorben", "zorben", "ZORBEN", "anadrake", "ANADRAKE", "arrascastle", "ARRASCASTLE")
OWNER = Actor("owner", "Dora")
NOW = datetime(2026, 3, 14, tzinfo=UTC)


def others(count: int) -> list[Player]:
    return [Player(n, f"Player {n}") for n in range(2, count + 2)]


def looked_at(desk: At, code: str) -> None:
    """Every list in which names are sorted, folded or looked for."""
    api, mark = f"/api/events/{code}", desk.runtime.mark(code, 2)
    at, query = f"/e/{code}", NAME.split()[0].lower()
    desks = ["", "/players", f"/players?q={query}", "/standings", "/cross", "/start", "/log", "/round/1", "/plots"]
    programs = ["", "/players", "/rounds/1", "/standings", "/log"]
    shown = [f"/wall/{code}", f"/wall/{code}?view=names", f"/{code}/standings", f"/{code}", f"/p/{code}/{mark}"]
    found = [f"/join/{code}/found?who={query}", f"{at}/export/json", f"{at}/export/xlsx", f"{at}/players/1/known"]
    sheets = [f"{at}/print/{sheet}.pdf?language=tr" for sheet in ("names", "start", "standings", "pairings", "audit")]
    for address in [*(at + one for one in desks), *(api + one for one in programs), *shown, *found, *sheets]:
        for language in ("tr", "en"):
            desk.client.get(address, params={"lang": language} if "?" not in address else None)


def event(system: str) -> list[Fact]:
    players = [Player(1, NAME, club=CLUB), *others(7)]
    return [Created(Setup(system, "Club night", {"rounds": 3}, 1)), *map(Entered, players)]


def kept(desk: At) -> list[str]:
    return remembering(WORDS, desk.runtime, *framework_caches())


@pytest.mark.parametrize("system", only(["chess", "redemption", "dutch", "melee"], ["dutch"]))
def test_nothing_remembers_who_was_erased_at_the_desk(desk: At, system: str) -> None:
    code = desk.runtime.store.create(event(system), actor="test").code
    desk.play(code)
    looked_at(desk, code)
    assert len(kept(desk)) > 4
    answer = desk.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": 1})
    assert answer.status_code == 200, answer.text
    assert kept(desk) == []


def test_who_was_reading_meanwhile_brings_nobody_back(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that was begun before the erasure may end after it."""
    later: list[Callable[[], Any]] = []
    code = desk.runtime.store.create(event("chess"), actor="test").code
    loop = desk.runtime._loop
    assert loop is not None
    usual = loop.call_later

    def call_later(delay: float, call: Callable[..., Any], *given: Any, **more: Any) -> Any:
        if given == (code,):
            later.append(lambda: call(code))
        return usual(delay, call, *given, **more)

    monkeypatch.setattr(loop, "call_later", call_later)
    before = desk.runtime.event(code)
    assert desk.client.post(f"/api/events/{code}/forget?confirm=true", json={"player": 1}).status_code == 200
    assert before is not None
    desk.runtime.store.live.forget(code)
    desk.runtime.store.live.keep(before)
    del before
    assert kept(desk)
    for call in later:
        call()
    assert kept(desk) == []


def test_nothing_remembers_who_was_erased_in_a_file(tmp_path: Path) -> None:
    ledger, code = FileLedger(), str(tmp_path / "event.json")
    made = ledger.create(code, event("chess"), actor="test")
    collation_key(NAME)
    standings_after(made.tournament, 0)
    for number in (2, 3):  # what was written is kept for the next time
        left = Request(ACTIONS["leave"], ACTIONS["leave"].body(player=number), OWNER, confirmed=True)
        assert isinstance(Desk(ledger).act(code, left), FileState)
    del made
    assert remembering(WORDS, ledger)
    assert isinstance(
        Desk(ledger).act(code, Request(ACTIONS["forget"], PlayerErasure(1), OWNER, confirmed=True)), FileState
    )
    assert remembering(WORDS, ledger) == []


def test_nothing_remembers_who_was_erased_from_the_list_of_people(desk: At) -> None:
    """Also who played nowhere."""
    key = desk.client.post("/api/people", json={"name": NAME, "club": CLUB}).json()["key"]
    for address in ("/people", f"/people?q={NAME}", f"/people/{key}", f"/people/{key}/forget", "/api/people"):
        assert desk.client.get(address).status_code == 200, address
    name_key(NAME)
    assert kept(desk)
    assert desk.client.post(f"/people/{key}/forget", follow_redirects=False).status_code in (200, 303)
    assert kept(desk) == []


def test_nothing_is_remembered_of_values_that_are_gone() -> None:
    """What was worked out of set-up, rounds, facts and names goes with them: functions remember nobody."""
    setup = Setup("chess", f"For {NAME}", {"rounds": 3}, 1)
    played = Event("chess", others(8), {"rounds": 3}, 1)
    played.pair()
    told = replace(played.tournament.rounds[0], approved=Approval("Dora", f"{NAME} asked for it"))
    standings_after(replace(played.tournament, setup=setup, rounds=(told,)), 1)
    facts: list[Fact] = [Created(Setup("chess", "Club night", {}, 1)), Entered(Player(1, NAME))]
    assert overtaken(facts, 0, None) == [1, 2]
    assert all((collation_key(NAME), name_key(NAME), folded(NAME)))
    del setup, told, facts
    assert remembering(WORDS) == []


def test_a_function_that_remembers_is_found() -> None:
    """What the tests above look with sees a plain cache."""

    def shout(text: str) -> str:
        return text.upper()

    shout.__module__ = "ronda.core.somewhere"
    plain = lru_cache(maxsize=8)(shout)
    plain(NAME)
    assert [way for way in remembering(WORDS) if "somewhere" in way]
    plain.cache_clear()
    assert remembering(WORDS) == []


# --- what may be remembered for good -----------------------------------------------------------------------

OF_NOBODY = {"int", "int | None", "UUID", "Table", "Colours", "GuidePage", "type[msgspec.Struct]"}  # types of arguments
TEXTS_OF_NOBODY = {
    "core/text_rules.py": ["_element", "_is_accent", "_spelling"],  # one letter
    "desk/desk.py": ["_body"],  # function of the program
    "formats/tournament/rows.py": ["player_row"],  # word of a system for the start number
    "library/arguments.py": ["_hints"],  # function of the program
    "manual/rendering.py": ["_simple", "entries", "place_of"],  # language, article
    "operations/operation.py": ["_signature"],  # function of the program
    "registry.py": ["package", "texts_folder"],  # system
    "sheets/context.py": ["_own_letters"],  # alphabet of a language
    "store/writing.py": ["_from_json"],  # columns of a table
    "store/read_model/rows.py": ["id_of"],  # kind of a row
    "store/read_model/tables.py": ["_update_of"],  # columns of a table
    "systems/dutch/scoring.py": ["_read"],  # settings
    "systems/presets.py": ["presets"],  # system
    "texts/catalogue.py": [
        "_to_replace",
        "catalogue",
        "described",
        "everything",
        "further",
        "of_system",
        "own_words",
        "plural_rules",
        "variants",
    ],  # language, system, key
    "systems/chess/pair/plan_search.py": [""],  # costs of pairs, as long as one round is made
    "web/context.py": [""],  # no argument, and of one request
    "web/joining.py": ["qr_of"],  # address
    "web/site.py": ["_icon"],  # icon
    "web/rendering.py": ["_mark"],  # file of the program
}


def plain_caches() -> Iterator[tuple[str, str]]:
    """The functions that `functools` remembers by more than the types of nobody. One that is no function of the module,
    or not remembered by a decorator, has no name."""
    source = Path(ronda.__file__).parent
    for path in sorted(source.rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        decorators: dict[int, ast.FunctionDef | ast.AsyncFunctionDef] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                decorators |= {id(part): node for one in node.decorator_list for part in ast.walk(one)}
        for node in remembering_names(tree):
            function = decorators.get(id(node))
            if function is None or not OF_NOBODY.issuperset(types_of(function)):
                yield path.relative_to(source).as_posix(), "" if function is None else function.name


def remembering_names(tree: ast.Module) -> Iterator[ast.expr]:
    """Where the caches of `functools` are used, by whatever name they were imported."""
    known = {"functools.cache", "functools.lru_cache"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "functools":
            known |= {one.asname or one.name for one in node.names if one.name in ("cache", "lru_cache")}
        elif isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in known:
            yield node


def types_of(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[str]:
    given = [node for node in ast.walk(function.args) if isinstance(node, ast.arg)]
    return [ast.unparse(one.annotation) if one.annotation else "" for one in given]


def test_functools_remembers_only_what_is_nobodys() -> None:
    """No function remembers a name, or any text that somebody typed: only live events do, which are forgotten. A
    new function that remembers by a text which is nobody's is named above, with what it is."""
    found: dict[str, list[str]] = {}
    for path, name in plain_caches():
        found.setdefault(path, []).append(name)
    assert {path: sorted(names) for path, names in found.items()} == TEXTS_OF_NOBODY
