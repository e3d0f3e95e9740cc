"""Recomputes the worked cases of a file and shows those that come out differently.

    python -m tests.worked FILE [--json]

The file: `{"cases": [{"id", "article", "what", "input", "expected"}]}`. `what` names the question; numbers in it, and
what stands behind the name, are for people: "cut, tie inside only" and "cut" are the same question, and so are "poule
of four" and "poule of n". Status 0: all come out as expected; 3: some differ (a question that nobody knows differs,
whatever it expects); 2: the file cannot be read.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tests.worked.answers import differing

UNREADABLE, DIFFERENT = 2, 3


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tests.worked")
    parser.add_argument("file", type=Path)
    parser.add_argument("--json", action="store_true")
    values = parser.parse_args(arguments)
    try:
        cases = cases_in(values.file)
    except (OSError, ValueError) as trouble:
        print(f"{values.file}: {trouble}", file=sys.stderr)
        return UNREADABLE
    found = differing(cases)
    if values.json:
        listed = [{"id": one.id, "got": one.got, "expected": one.expected} for one in found]
        print(_json({"cases": len(cases), "differ": listed}))
    else:
        for one in found:
            print(f"{one.id}: expected {_json(one.expected)}, got {_json(one.got)}")
        print(f"Cases: {len(cases)}. Different: {len(found)}.")
    return DIFFERENT if found else 0


def cases_in(path: Path) -> list[Mapping[str, Any]]:
    """Raises ValueError where the file is not JSON, or has no cases."""
    content = json.loads(path.read_text("utf-8-sig"))
    cases = content.get("cases") if isinstance(content, dict) else None
    if not isinstance(cases, list):
        raise ValueError('"cases" is not a list')
    for at, case in enumerate(cases):
        if not isinstance(case, dict) or not isinstance(case.get("input", {}), dict):
            raise ValueError(f"cases[{at}] is not an object with an object as its input")
    return cases


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main())
