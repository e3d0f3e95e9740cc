"""The comparison is as it says: every ✔ of Ronda has its page and its test, and the count is that of the table."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from ronda.systems import NAMES
from ronda.texts import LANGUAGES
from tests.test_documented import anchors, sections

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
PAGE = ROOT / "docs" / "compare.md"
FEATURES, PRODUCTS = 46, 17
WANTED = 36
_COUNT = re.compile(r"\*\*Ronda has (\d+) of 46\.\*\* The fullest of the others, ([^,]+), has (\d+)")
_COUNT_AGAIN = re.compile(r"Ronda has (\d+) \(.*?sixteen other\s+products, ([^,]+), has (\d+)", re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)]+)\)")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def table(heading: str) -> list[list[str]]:
    """The rows of the table of a section, without its head."""
    lines = [line for line in sections(PAGE)[heading].splitlines() if line.startswith("|")]
    return [cells(line) for line in lines[2:]]


def compared() -> dict[str, list[str]]:
    """The marks of every row by its number, Ronda's first."""
    return {row[0]: row[2:] for row in table("Row by row") if row[0]}


def test_all_rows_have_all_products() -> None:
    assert [*compared()] == [str(number) for number in range(1, FEATURES + 1)]
    assert {len(marks) for marks in compared().values()} == {PRODUCTS}
    assert {mark for marks in compared().values() for mark in marks} <= set("✔◐✘–·")


def test_the_counts_are_those_of_the_table() -> None:
    counts = [sum(marks[at] == "✔" for marks in compared().values()) for at in range(PRODUCTS)]
    (last,) = [row for row in table("Row by row") if not row[0]]
    assert last[2:] == [str(count) for count in counts]
    told = re.search(
        r"\*\*Ronda has (\d+) of 46\.\*\* The fullest of the others, [^,]+, has (\d+)", PAGE.read_text("utf-8")
    )
    assert told is not None
    assert [int(told[1]), int(told[2])] == [counts[0], max(counts[1:])]
    assert counts[0] >= WANTED


def test_every_mark_of_ronda_has_its_page_and_its_test() -> None:
    yes = {number for number, marks in compared().items() if marks[0] == "✔"}
    proofs = {row[0]: row for row in table("Where each of them is")}
    assert proofs.keys() == yes
    for number, (_, _, guide, test) in proofs.items():
        page, _, anchor = _LINK.findall(guide)[0].partition("#")
        place = (PAGE.parent / page).resolve()
        assert place.is_file(), number
        assert not anchor or anchor in anchors(place), number
        tried = (PAGE.parent / _LINK.findall(test)[0]).resolve()
        assert re.search(r"^(async )?def test_", tried.read_text("utf-8"), re.MULTILINE), number


def test_what_is_missing_is_named() -> None:
    text = sections(PAGE)["What Ronda has partly, and not"]
    named = set(re.findall(r"^- \*\*[^*]+\*\* \((\d+)\)", text, re.MULTILINE))
    assert named == {number for number, marks in compared().items() if marks[0] != "✔"}


# --- the shop window -----------------------------------------------------------------------------------------


def test_what_the_readme_says_of_itself_is_true() -> None:
    text = README.read_text("utf-8")
    versions = [line.rpartition(" ")[2] for line in PROJECT["classifiers"] if re.search(r":: 3\.\d+$", line)]
    assert f"`Python {versions[0]} to {versions[-1]}`" in text
    assert f"`{PROJECT['license']}`" in text
    assert f"`{len(NAMES)} systems`" in text
    assert f"`{len(LANGUAGES)} languages`" in text
    assert re.findall(r"!\[[^\]]*\]\((https?:[^)]*)\)", text) == [], "nothing is fetched from elsewhere"


def test_the_readme_counts_as_the_comparison_does() -> None:
    page = re.search(
        r"\*\*Ronda has (\d+) of 46\.\*\* The fullest of the others, ([^,]+), has (\d+)", PAGE.read_text("utf-8")
    )
    own = re.search(
        r"Ronda has (\d+) \(.*?sixteen other\s+products, ([^,]+), has (\d+)", README.read_text("utf-8"), re.DOTALL
    )
    assert page is not None
    assert own is not None
    assert own.groups() == page.groups()
