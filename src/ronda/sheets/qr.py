"""QR codes as SVG, and the text of a Wi-Fi code."""

from __future__ import annotations

import re
from itertools import groupby

import segno

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
