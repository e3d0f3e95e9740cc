"""The page that follows the organisers' documents: every name on it exists where the page says."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent / "docs" / "rules" / "documents.md"
ROW = re.compile(r"^\| (?!the document says|---)(.+) \|$", re.MULTILINE)
NAMED = re.compile(r"\[`([^`]+)`\]\((\.\./\.\./[^)]+)\)")


def rows() -> list[list[str]]:
    return [[cell.strip() for cell in row.split(" | ")] for row in ROW.findall(PAGE.read_text("utf-8"))]


@cache
def defined(path: Path) -> set[str]:
    """The functions, classes and values of a module, those inside its classes included."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                found.add(name)
    return found


def test_every_sentence_of_the_five_documents_is_there() -> None:
    assert len(rows()) == 84


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0][:60])
def test_code_and_tests_of_a_sentence_exist(row: list[str]) -> None:
    _, _, code, tests, *_ = row
    for cell, top in ((code, "src"), (tests, "tests")):
        named = NAMED.findall(cell)
        assert named, f"no name in {cell!r}"
        for name, target in named:
            path = (PAGE.parent / target).resolve()
            assert path.relative_to(PAGE.parent.parent.parent).parts[0] == top
            assert name in defined(path)
            assert top == "src" or name.startswith("test_")
