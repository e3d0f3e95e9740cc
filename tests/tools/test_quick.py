"""`make quick`: every package has tests that are run for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ronda.systems import NAMES
from tools.quick import ELSEWHERE, ROOT, of_files, of_packages

SOURCE = ROOT / "src" / "ronda"
PACKAGES = sorted(
    path.stem for path in SOURCE.iterdir() if not path.name.startswith("_") and path.suffix in ("", ".py")
)


@pytest.mark.parametrize("package", [*PACKAGES, *NAMES, "tools"])
def test_a_package_has_its_tests(package: str) -> None:
    found = [*of_packages([package])]
    assert found
    assert len(found) == len(ELSEWHERE.get(package, (package,))), "no test is named that is gone"


def test_a_file_stands_for_its_package_and_for_the_test_of_its_name() -> None:
    assert [*of_files([Path("src/ronda/systems/chess/rules.py")])] == ["tests/chess"]
    assert "tests/web/test_walls.py" in of_files([Path("src/ronda/web/walls.py")])
    assert [*of_files([Path("src/ronda/texts/catalogues/en.json")])] == ["tests/texts"]
    assert [*of_files([Path("tests/store/test_seal.py"), Path("docs/README.md")])] == ["tests/store/test_seal.py"]
