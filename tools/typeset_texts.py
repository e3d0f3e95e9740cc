"""Set the texts of the catalogues by the typography of their language, in one place: apostrophes, no-break spaces and
quotation marks. `python tools/typeset_texts.py` rewrites the files; a test fails where they are not set so."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ronda.texts.catalogue import HEADER, described

SOURCE = Path(__file__).parent.parent / "src" / "ronda"
HARD = "\u00a0"  # a space at which no line ends


def typeset(language: str, text: str) -> str:
    """The text as a printer of that language sets it. What is typed as it stands (`"NAME: REASON"`, "status") has
    straight double quotation marks, and keeps them."""
    text = re.sub(r"(?<=\w)'", "’", text)  # director’s, opponents’, l’indice, Ankara’da
    marks = described(language).spaced
    if marks:
        text = re.sub(rf" +(?=[{re.escape(marks)}](?:\W|$))", HARD, text)
    return re.sub("« *(?=\\S)", f"«{HARD}", text) if "»" in marks else text


def typeset_texts(language: str, texts: dict[str, Any]) -> dict[str, Any]:
    """All texts of one file."""

    def one(text: str | dict[str, str]) -> str | dict[str, str]:
        if isinstance(text, str):
            return typeset(language, text)
        return {form: said if form == "by" else typeset(language, said) for form, said in text.items()}

    return {key: text if key == HEADER else one(text) for key, text in texts.items()}


def files() -> Iterator[Path]:
    """Every catalogue: the general ones, and those of the systems."""
    yield from sorted(SOURCE.glob("texts/catalogues/*.json"))
    yield from sorted(SOURCE.glob("systems/*/texts/*.json"))


def main() -> int:
    for path in files():
        before = path.read_text("utf-8")
        after = json.dumps(typeset_texts(path.stem, json.loads(before)), ensure_ascii=False, indent=2) + "\n"
        if after != before:
            path.write_text(after, "utf-8")
            print(path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
