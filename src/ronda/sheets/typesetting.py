"""The typesetter: the only module that knows typst.

Everything a person typed reaches a template as JSON in `sys.inputs`, never as markup, so a name can neither run nor
change anything. Nothing is fetched: the templates import no packages. There is no clock either: the same data give
the same bytes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ronda.core.invisible import visible

if TYPE_CHECKING:
    from typst import Fonts

HERE = Path(__file__).parent
TEMPLATES = HERE / "templates"
LARGE = 100_000  # characters of data
REMEMBERED = 11  # for so many further sheets typst keeps what it worked out


def typeset(template: str, data: Mapping[str, Any]) -> bytes:
    """The PDF of `templates/TEMPLATE.typ` with the data."""
    shown = visible(json.dumps(data, ensure_ascii=False))  # what nobody sees turns no line round
    text = shown.encode("utf-8", "replace").decode()  # half a surrogate pair becomes ?
    made = _compiled(template, text)
    if len(text) > LARGE:
        for _ in range(REMEMBERED):  # empty sheets push out what a large one left behind: hundreds of megabytes
            _compiled("empty", "")
    return made


def _compiled(template: str, text: str) -> bytes:
    import typst  # 40 MB: only who prints waits for it

    return typst.compile(
        TEMPLATES / f"{template}.typ",
        root=TEMPLATES,
        font_paths=_fonts(),
        sys_inputs={"data": text},
        package_path=TEMPLATES,
        package_cache_path=TEMPLATES,
        timestamp=0,
    )


@cache
def _fonts() -> Fonts:
    """The bundled family first; the computer's fonts only for letters it does not have. It has a name of its own, so
    that another edition of Inter on the computer cannot take its place."""
    from typst import Fonts

    return Fonts(include_system_fonts=True, include_embedded_fonts=True, font_paths=[HERE / "fonts"])
