"""The scripts of the pages: what they decide is tested by node, without a browser."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WEB = HERE.parent.parent / "src" / "ronda" / "web"
NODE = shutil.which("node")
OWN = sorted((WEB / "static").glob("*.js"))

needs_node = pytest.mark.skipif(NODE is None, reason="no node on this machine (apt install nodejs)")


@needs_node
def test_the_decisions_of_the_scripts() -> None:
    assert NODE
    done = subprocess.run([NODE, "--test", "--test-reporter=tap", str(HERE)], text=True, capture_output=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), "some tests were run"


@needs_node
@pytest.mark.parametrize("script", OWN, ids=lambda path: path.name)
def test_every_script_is_one(script: Path) -> None:
    assert NODE
    done = subprocess.run([NODE, "--check", str(script)], text=True, capture_output=True)
    assert done.returncode == 0, done.stderr


def test_every_decision_is_tested_and_used() -> None:
    logic = (WEB / "static" / "logic.js").read_text("utf-8")
    exported = set(re.findall(r"\w+", logic.rpartition("Object.freeze({")[2].partition("})")[0]))
    assert len(exported) > 20
    tests = (HERE / "logic.test.cjs").read_text("utf-8")
    scripts = "".join(path.read_text("utf-8") for path in OWN if path.name != "logic.js")
    taken = {name for names in re.findall(r"\{([^{}]*)\} = ronda;", scripts) for name in re.findall(r"\w+", names)}
    called = taken | set(re.findall(r"\bronda\.(\w+)", scripts))
    assert exported == set(re.findall(r"\bronda\.(\w+)", tests))
    assert called == exported


def test_a_page_has_the_decisions_before_its_own_script() -> None:
    base = (WEB / "templates" / "base.html").read_text("utf-8")
    logic, app, head = (base.index(word) for word in ("static('logic.js')", "static('app.js')", "block head"))
    assert logic < app < head


def test_what_scripts_of_the_wall_share_is_named_and_there_in_time() -> None:
    """Each gives what another one takes, no more, and is loaded before it."""
    template = (WEB / "templates" / "wall.html").read_text("utf-8")
    order = re.findall(r"static\('(wall[\w-]*\.js)'\)", template)
    assert sorted(order) == sorted(path.name for path in OWN if path.name.startswith("wall"))
    given: dict[str, set[str]] = {}
    taken: dict[str, set[str]] = {}
    for name in order:
        script = (WEB / "static" / name).read_text("utf-8")
        for names, whose in re.findall(r"const \{([^{}]*)\} = (rondaWall\w+)", script):
            assert whose in given, f"{name} is loaded after {whose}"
            taken.setdefault(whose, set()).update(re.findall(r"\w+", names))
        for whose in re.findall(r"globalThis\.(rondaWall\w+) =", script):
            given[whose] = set(re.findall(r"\w+", script.rpartition("Object.freeze({")[2].partition("})")[0]))
    assert len(given) == len(order) - 1
    assert given == taken
