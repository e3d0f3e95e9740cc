"""`ronda worked`: cases that somebody brings, worked out with the product's own rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.event_file import UnreadableFile, bytes_of
from ronda.cli.output import Output
from ronda.formats.errors import Fault, Unreadable
from ronda.formats.strict_json.scanner import parse
from ronda.formats.strict_json.text import text_of
from ronda.worked.answers import differing

DIFFERENT = 3


def worked(values: Namespace, output: Output) -> int:
    """Every case of the file; those whose answer is not the expected one are shown."""
    cases = _cases(Path(values.file))
    found = differing(cases)
    if output.json:
        listed = [{"id": one.id, "got": one.got, "expected": one.expected} for one in found]
        output.data({"cases": len(cases), "differ": listed})
    else:
        for one in found:
            output.line(output.say("say.worked_differs", id=one.id, expected=_short(one.expected), got=_short(one.got)))
        output.line(output.say("say.worked", n=len(cases), differ=len(found)))
    return DIFFERENT if found else 0


def _short(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _cases(path: Path) -> list[Mapping[str, Any]]:
    try:
        content = parse(text_of(bytes_of(path)))
    except Unreadable as trouble:
        raise UnreadableFile(path, trouble) from None
    except Fault as fault:
        raise UnreadableFile(path, Unreadable(fault.code, fault.facts)) from None
    if not isinstance(content, dict) or not isinstance(content.get("cases"), list):
        raise UnreadableFile(path, Unreadable("missing_key", {"key": "cases"}))
    for at, case in enumerate(content["cases"]):
        if not isinstance(case, dict) or not isinstance(case.get("input", {}), dict):
            facts = {"expected": "object", "found": "value"}
            raise UnreadableFile(path, Unreadable("wrong_type", facts, f"cases[{at}]"))
    found: list[Mapping[str, Any]] = content["cases"]
    return found
