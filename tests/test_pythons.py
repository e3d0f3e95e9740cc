"""The start on every promised Python (`make starts`): which interpreters it takes, and when it fails."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import pythons
from tests.pythons import HERE, Python, found, judged, promised


def interpreter(folder: Path, name: str, version: str) -> Path:
    """A program that says it is such a Python; without a version one that does not run."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {version}\necho {path}\n" if version else "#!/bin/sh\nexit 127\n")
    path.chmod(0o755)
    return path


def test_the_promise_is_that_of_the_project() -> None:
    assert promised() == ("3.11", "3.12", "3.13")
    assert HERE in promised()


def test_no_other_version_is_named() -> None:
    """Where people are told which Python to use, or get one."""
    root = pythons.ROOT
    for name in (
        "README.md",
        "CONTRIBUTING.md",
        "docs/guide/install.md",
        "deploy/Containerfile",
        "deploy/bundle/start.sh",
    ):
        said = re.findall(r"[Pp]ython[ :]?(3\.\d+)", (root / name).read_text("utf-8"))
        assert said, name
        assert {*said} <= {*promised()}, name


def test_the_newest_of_each_promised_version_is_taken(tmp_path: Path) -> None:
    given = {
        "old": "3.11.2",
        "a/python3": "3.12.9",
        "b/python3": "3.12.10",
        "python3.14": "3.14.0",
        "python3.10": "3.10.1",
    }
    paths = [interpreter(tmp_path, name, version) for name, version in given.items()]
    usable, broken = found(("3.11", "3.12", "3.13"), [*paths, tmp_path / "none"])
    assert usable == [Python(tmp_path / "old", "3.11.2"), Python(tmp_path / "b" / "python3", "3.12.10")]
    assert broken == []


def test_one_that_does_not_run_is_named_unless_another_of_its_version_does(tmp_path: Path) -> None:
    shim = interpreter(tmp_path / "shims", "python3.12", "")
    other = interpreter(tmp_path / "versions" / "3.12.4", "python3", "3.12.4")
    assert found(("3.12",), [shim, other]) == ([Python(other, "3.12.4")], [])
    assert found(("3.12",), [shim]) == ([], [str(shim)])


SAME = {"chess": "a", "dutch": "b"}


@pytest.mark.parametrize(
    ("events", "failed", "broken", "status", "said"),
    [
        ({f"{HERE}.1": SAME, "3.99.1": SAME}, [], [], 0, ""),
        ({f"{HERE}.1": SAME, "3.99.1": SAME}, [], ["/python3.98"], 0, "/python3.98: does not run"),
        ({f"{HERE}.1": SAME}, [], [], 0, "not on this machine, or not tried: 3.99"),
        ({f"{HERE}.1": SAME}, [], ["/python3.99"], 1, "only the Python that runs the tests"),
        ({f"{HERE}.1": SAME}, ["3.99.1"], [], 1, ""),
        ({f"{HERE}.1": SAME, "3.99.1": SAME | {"dutch": "c"}}, [], [], 1, "another file on another Python: dutch"),
        ({}, [], [], 1, ""),
    ],
)
def test_when_it_fails(
    events: dict[str, dict[str, str]],
    failed: list[str],
    broken: list[str],
    status: int,
    said: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert judged((HERE, "3.99"), events, failed, broken) == status
    assert said in capsys.readouterr().out


def test_without_an_index_a_python_is_left_out_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what is wrong with the packages themselves is no such case."""
    monkeypatch.setattr(pythons, "ENVIRONMENTS", tmp_path)
    uv = tmp_path / "uv"
    for says, fine in (("error: Failed to fetch: `https://index/x/`", True), ("error: no wheels for cp399", False)):
        uv.write_text(f"#!/bin/sh\necho '{says}' >&2\nexit 2\n")
        uv.chmod(0o755)
        python = Python(Path("/python3.99"), "3.99.1")
        if fine:
            told, made = pythons.attempt(python, str(uv))
            assert (told.startswith("3.99.1: NOT TRIED, the package index could not be reached"), made) == (True, None)
        else:
            with pytest.raises(pythons.Broken, match="cp399"):
                pythons.attempt(python, str(uv))
