"""The catalogues: one file for each language, read when the language is first spoken."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "es", "tr", "de", "fr")

Text = str | Mapping[str, str]


@cache
def catalogue(language: str) -> Mapping[str, Text]:
    """Every text of the language; none where there is no such catalogue."""
    try:
        found: dict[str, Text] = json.loads((Path(__file__).parent / "catalogues" / f"{language}.json").read_bytes())
    except FileNotFoundError:
        return {}
    return found


def template(language: str, key: str, facts: Mapping[str, Any]) -> str | None:
    """The text with its fields still open, in the form that the number asks for."""
    text = catalogue(language).get(key)
    if text is None or isinstance(text, str):
        return text
    count = facts.get(text.get("by", "n"))
    return text[plural(language, len(count) if isinstance(count, list | tuple) else count)]


def plural(language: str, count: object) -> str:
    """Which form the language uses with the number."""
    match language:
        case "tr":
            return "other"
        case "fr":
            return "one" if count in (0, 1) else "other"
        case _:
            return "one" if count == 1 else "other"
