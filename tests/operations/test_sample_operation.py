"""What it takes to add an operation: four files beside its texts. Form, API, command, library and reference follow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from shutil import copytree

import ronda
from tests.operations.remark import CHANGES, TEXTS, Insertion, notes

ROOT = Path(__file__).parents[2]


def test_four_files_make_an_operation(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    for folder in ("src", "tools"):
        copytree(ROOT / folder, copy / folder)
    assert len(insert(CHANGES, copy)) <= 4
    insert(TEXTS, copy)

    with_copy = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (copy / "src", copy, ROOT)))}
    run = [sys.executable, "-m"]
    subprocess.run([*run, "tests.operations.remark", str(tmp_path)], env=with_copy, cwd=tmp_path, check=True)
    used = json.loads((tmp_path / "used.json").read_text("utf-8"))
    assert used["program"].startswith(str(copy))

    # the API, with the body in its description
    assert used["operation"]["summary"] == "Give a table a remark (helper)"
    assert used["operation"]["operationId"] == "eventRemark"
    assert "TableRemark" in json.dumps(used["operation"]["requestBody"])
    assert set(used["schema"]["properties"]) == set(used["schema"]["required"]) == {"round", "table", "text"}
    assert used["api"] == 200

    # the form on its page
    assert "Remark on a table" in used["page"]
    assert "/do/remark" in used["page"]
    assert used["form"] == 303
    assert used["desk"] == [["note", 1, "Quiet"]] * 2 + [["note", 2, "Late"]] * 2

    # programs
    assert used["fields"] == ["round", "table", "text"]
    assert used["library"] == [["note", 2, "Loud"]] * 2

    # the command line
    file = tmp_path / "event.json"
    words = ["ronda", "do", "remark", f"event={file}", "round=1", "table=1", "text=Cold"]
    subprocess.run([*run, *words], env=with_copy, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert notes(ronda.load(file)) == [("note", 1, "Cold")] * 2

    # the reference
    assert "### eventRemark" in used["reference"]["api-reference.md"]
    assert "### TableRemark" in used["reference"]["api-reference.md"]
    row = "| `remark` | `event` `round` `table` `text` [`confirm`] | Give a table a remark |"
    assert row in used["reference"]["commands-reference.md"]


def insert(changes: Iterable[Insertion], copy: Path) -> set[str]:
    """The files that changed."""
    for one in changes:
        text = (copy / one.file).read_text("utf-8")
        assert text.count(one.before) == 1, (
            f"{one.file} has no single place {one.before!r}: mend tests/operations/remark.py"
        )
        (copy / one.file).write_text(text.replace(one.before, one.text + one.before), "utf-8")
    return {one.file for one in changes}
