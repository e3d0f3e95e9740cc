"""The weight of the source is held as its arrows are. A bound is raised for something that a user feels, and the commit
that raises it says for what."""

from __future__ import annotations

from pathlib import Path

from tests.weight import Weight, weight

MOST = Weight(tokens=665_500, modules=420, largest_declaration=22, imports_in_functions=60)


def test_the_source_is_as_heavy_as_agreed() -> None:
    """No heavier; nor far lighter: a bound far above what there is holds nothing, and whoever saves lowers it."""
    now = weight()
    heavier = {
        name: f"{value} > {bound}" for name, value, bound in zip(now._fields, now, MOST, strict=True) if value > bound
    }
    assert not heavier
    assert now.tokens > MOST.tokens - 15_000
    assert now.modules > MOST.modules - 40


def test_what_counts(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text(
        '"""A module."""\n\n\nclass One:\n    """A class."""\n\n    a: int\n    b: str = ""  # a comment\n'
        "\n\ndef f() -> None:\n    import json\n"
    )
    (tmp_path / "migrations").mkdir()
    (tmp_path / "migrations" / "first.py").write_text("import json\n")
    assert weight(tmp_path) == Weight(tokens=20, modules=1, largest_declaration=2, imports_in_functions=1)
