"""`docs/design/add-a-system.md` followed literally, in a folder of somebody else, under another name."""

from __future__ import annotations

import importlib
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from msgspec.structs import fields

from ronda.conformance import faults
from ronda.core.model import Setup
from ronda.systems import names
from ronda.systems.columns import Lists
from ronda.systems.declarations import PlayerField, ResultForm
from ronda.systems.system import (
    Byes,
    Forms,
    Option,
    Penalties,
    Results,
    Rules,
    Seating,
    System,
    Tiebreaks,
    Trial,
    Wording,
)
from ronda.texts import LANGUAGES, catalogue
from tests.cli.running import Desk
from tests.systems.conftest import TOY

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "design" / "add-a-system.md"
NAME, PACKAGE = "gathering", "ronda_gathering"
SHARED = ("ronda.systems.system", "ronda.systems.declarations", "ronda.systems.results")
MODULES = ("rules", "pair", "check", "codes")
VALUES = (Rules, Results, Seating, Byes, Tiebreaks, Penalties, Wording, Forms, Lists, Trial)
BELOW: dict[type, tuple[type, ...]] = {Results: (ResultForm,), Forms: (PlayerField,)}
FUNCTIONS = {"cited"}


def step(number: int) -> str:
    """One of the numbered steps."""
    found = re.search(rf"^{number}\. \*\*.*?(?=^\d+\. \*\*|\Z)", PAGE.read_text("utf-8"), re.M | re.S)
    assert found, number
    return found[0]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Step 1, with the entry point as the page has it; the files of steps 2 to 6 are those of the example."""
    block = re.search(r"```toml\n(.*?)```", step(1), re.S)
    assert block
    declared = tomllib.loads(block[1])["project"]["entry-points"]
    ((group, ((example, package),)),) = ((group, tuple(own.items())) for group, own in declared.items())
    folder = tmp_path / "site" / PACKAGE
    for path in (TOY / package).rglob("*"):
        if path.suffix in (".py", ".json"):
            text = path.read_text("utf-8").replace(package, PACKAGE).replace(example, NAME)
            target = folder / path.relative_to(TOY / package)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, "utf-8")
    info = tmp_path / "site" / f"{PACKAGE}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {PACKAGE}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{NAME} = {PACKAGE}\n")
    monkeypatch.syspath_prepend(str(tmp_path / "site"))
    catalogue.forget()
    yield folder
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    monkeypatch.undo()
    catalogue.forget()


def test_the_page_names_what_there_is(installed: Path) -> None:
    """Files, values and their fields in steps 2 to 6."""
    for number in (3, 4, 5):
        assert [name for name in re.findall(r"`(\w+\.py)`", step(number)) if (installed / name).is_file()], number
    rules = importlib.import_module(f"{PACKAGE}.rules")
    functions = re.findall(r"`(\w+)`", step(3).partition("`Scoring")[0])
    assert len(functions) >= 6
    assert [name for name in functions if not hasattr(rules, name)] == []
    table = dict(re.findall(r"^ +\| `([A-Z]\w+)` \| (.*) \|$", step(2), re.M))
    values = {kind.__name__: kind for kind in VALUES}
    assert table.keys() == values.keys()
    for name, kind in values.items():
        known = {field.name for one in (kind, *BELOW.get(kind, ())) for field in fields(one)}
        assert set(re.findall(r"`([a-z_]+)`", table[name])) - known <= FUNCTIONS, name
    known = {field.name for field in fields(Option)}
    assert set(re.findall(r"`([a-z_]+)`", step(3).partition("An option has")[2])) <= {*known, "rounds"}


def test_the_smallest_declaration(installed: Path) -> None:
    """Step 2: the example as it stands there makes a system, with the functions of the toy."""
    block = re.search(r"```python\n(.*?)```", step(2), re.S)
    assert block
    names: dict[str, object] = {}
    for module in map(importlib.import_module, (*SHARED, *(f"{PACKAGE}.{one}" for one in MODULES))):
        names |= vars(module)
    exec(dedent(block[1]), names)
    made = names["SYSTEM"]
    assert isinstance(made, System)
    assert made.rules.results.form_for(Setup(NAME)).example_for(Setup(NAME)) == "4-2"
    assert {path.stem for path in (installed / "texts").glob("*.json")} == set(LANGUAGES)
    for path in re.findall(r"\]\((\.\./[^)#]+)", PAGE.read_text("utf-8")):
        assert (PAGE.parent / path).exists(), path


def test_its_check_and_its_commands_hold(
    installed: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Step 7: the line of Python and the commands, as they stand there."""
    assert NAME in names()
    told = [one.replace("NAME", NAME) for one in re.findall(r"`([^`]+)`", step(7).replace("\n  ", ""))]
    (line,) = [one for one in told if one.startswith("from ronda")]
    assert faults(NAME) == []
    exec(line, {})
    commands = [shlex.split(one)[1:] for one in told if one.startswith("ronda ") and one != "ronda serve"]
    assert [command[0] for command in commands] == ["new", "pair", "simulate", "demo"]
    monkeypatch.chdir(tmp_path)
    desk = Desk(tmp_path, capsys)
    desk.write("list.csv", "name\nAna\nBen\nCem\nDea\n")
    for command in commands:
        answer = desk(*command)
        assert answer.status == 0, (command, answer.err)
        assert "NAME" not in answer.out
