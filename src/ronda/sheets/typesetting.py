"""The typesetter: the only module that knows typst.

Everything a person typed reaches a template as JSON in `sys.inputs`, never as markup, so a name can neither run nor
change anything. Nothing is fetched: the templates import no packages. There is no clock either: the same data give
the same bytes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, TypeVar

import segno
import typst
from typst import Fonts

from ronda.core.model import Round
from ronda.core.text_rules import visible_text

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


ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: nothing to confuse when it is read out
LENGTH = 8


def canonical(round_: Round) -> str:
    """What the code is taken from: one text for one round, whatever the order in which its tables are kept."""
    tables = sorted([table.number, list(table.first), list(table.second)] for table in round_.tables)
    byes = sorted(bye.player for bye in round_.byes)
    return json.dumps([round_.number, tables, byes, round_.seed], separators=(",", ":"))


def check_code(round_: Round) -> str:
    """The code of the round, such as 7K3M9QXR."""
    digest = int.from_bytes(blake2b(canonical(round_).encode(), digest_size=5 * LENGTH // 8).digest())
    return "".join(ALPHABET[digest >> 5 * place & 31] for place in reversed(range(LENGTH)))


T = TypeVar("T")


def cut_and_stack(pieces: Sequence[T], on_a_page: int) -> list[list[T | None]]:
    """Pages of `on_a_page` places. The first place holds the first pieces page by page, the second goes on where the
    first ends, and so on; places left over are None."""
    pages = -(-len(pieces) // on_a_page)
    places = range(on_a_page)
    return [
        [pieces[at] if (at := place * pages + page) < len(pieces) else None for place in places]
        for page in range(pages)
    ]


QUIET = 4  # the white border that the standard asks for, in modules
MOST_BYTES = 1000  # beyond it a code is too fine for a telephone

_FIELD = re.compile(r"([A-Z]):((?:\\.|[^\\;])*);")


def qr_svg(text: str, mask: int | None = None) -> str:
    """The code as one filled path: one path leaves no hairlines between its squares on any printer. To look for the
    best mask takes most of the time; any mask can be read."""
    rows = segno.make_qr(text, error="m", mask=mask).matrix
    path = []
    for y, row in enumerate(rows, start=QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                path.append(f"M{x} {y}h{width}v1h-{width}z")
            x += width
    size = len(rows) + 2 * QUIET
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 {size} {size}">'
        f'<path d="{"".join(path)}"/></svg>'
    )


def wifi_fields(text: str) -> tuple[str, str]:
    """The network's name and its password in a text such as `WIFI:T:WPA;S:Club;P:secret;;`."""
    found = dict(_FIELD.findall(text.removeprefix("WIFI:")))
    name, password = (re.sub(r"\\(.)", r"\1", found.get(key, "")) for key in "SP")
    return name, password
