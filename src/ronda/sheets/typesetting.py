"""The typesetter: the only module that knows typst.

Everything a person typed reaches a template as JSON in `sys.inputs`, never as markup, so a name can neither run nor
change anything. Nothing is fetched: the templates import no packages. There is no clock either: the same data give
the same bytes.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typst
from typst import Fonts

from ronda.core.text_rules import visible_text

if TYPE_CHECKING:
    from typst import Fonts

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
LARGE = 20_000  # characters of data
DOTS = 72.0  # of a picture, to the inch: as many as it has points


def typeset(template: str, data: Mapping[str, Any]) -> bytes:
    """The PDF of `templates/TEMPLATE.typ` with the data."""
    text = _text(data)
    return _apart(template, text) if len(text) > LARGE else _compiled(template, text)


def picture(template: str, data: Mapping[str, Any]) -> bytes:
    """The one page of `templates/TEMPLATE.typ` with the data as a PNG, a dot for each point."""
    return _compiled(template, _text(data), "png")


def _text(data: Mapping[str, Any]) -> str:
    shown = visible_text(json.dumps(data, ensure_ascii=False))  # what nobody sees turns no line round
    return shown.encode("utf-8", "replace").decode()  # half a surrogate pair becomes ?


def can_print(picture: bytes, kind: str) -> bool:
    """Whether the typesetter can read a picture: what passes here spoils no sheet later."""
    try:
        typeset("picture", {"logo": list(picture), "kind": kind})
    except RuntimeError:  # also what a process of its own says, and typst's own error
        return False
    return True


def _apart(template: str, text: str) -> bytes:
    """In a process of its own: what a large sheet takes, hundreds of megabytes, goes with it."""
    command = [sys.executable, "-m", "ronda.sheets.typesetting", template]
    done = subprocess.run(command, input=text.encode("utf-8"), capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode("utf-8", "replace")[-2000:])
    return done.stdout


def _compiled(template: str, text: str, kind: Literal["pdf", "png"] = "pdf") -> bytes:
    made = typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=_fonts(),
        sys_inputs={"data": text},
        package_path=TEMPLATES,
        package_cache_path=TEMPLATES,
        timestamp=0,
        format=kind,
        ppi=DOTS,
    )
    assert isinstance(made, bytes), "several pages"
    return made


@cache
def _fonts() -> Fonts:
    """The bundled family first; the computer's fonts only for letters it does not have. It has a name of its own, so
    that another edition of Inter on the computer cannot take its place."""
    return Fonts(include_system_fonts=True, include_embedded_fonts=True, font_paths=[HERE / "fonts"])


if __name__ == "__main__":
    sys.stdout.buffer.write(_compiled(sys.argv[1], sys.stdin.buffer.read().decode("utf-8")))
