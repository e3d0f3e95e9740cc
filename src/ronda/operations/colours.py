"""The colours of an event from the one that its organiser chose, readable by construction.

The hue is the organiser's, the lightness is ours: contrast depends almost only on lightness. So each colour is made in
OKLCH with a fixed lightness, and its chroma is lowered until the screen has such a colour. A test goes round the whole
circle of hues, and looks at what must be readable on what.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

PRESETS = ("#0b6b55", "#1463b8", "#7a3fb0", "#c2331f")
OFFERED = tuple(zip(("felt", "sea", "plum", "brick"), PRESETS, strict=True))
USUAL = PRESETS[0]

_COLOUR = re.compile(r"#[0-9a-f]{6}")
_STEP = 0.004
_TOLERANCE = 1e-4
# The lightness of each colour, the most chroma it may have, and the share of the chosen chroma it takes.
_MADE: Mapping[str, tuple[float, float, float]] = {
    "al": (0.47, 0.15, 1.0),
    "al2": (0.40, 0.14, 1.0),
    "als": (0.955, 0.03, 0.3),
    "all": (0.84, 0.08, 0.7),
    "ad": (0.82, 0.13, 1.0),
    "ad2": (0.88, 0.10, 1.0),
    "ads": (0.28, 0.05, 0.4),
    "adl": (0.42, 0.08, 0.6),
    "rail": (0.235, 0.045, 0.4),
    "rail2": (0.32, 0.06, 0.5),
    "wall": (0.165, 0.025, 0.25),
    "wall2": (0.24, 0.04, 0.4),
    "inl": (0.47, 0.15, 1.0),
    "ind": (0.53, 0.11, 1.0),
}
# Red and amber mean conflict and late: tables that are in have another colour where the organiser's is one of them.
_RESERVED_FROM, _RESERVED_TO, _GREY = 345.0, 105.0, 0.04
_SLATE = {"inl": "#3d4a52", "ind": "#65737c"}


def read_colour(text: str) -> str | None:
    """`#1463b8`; None if that is no colour."""
    lowered = text.strip().lower()
    return lowered if _COLOUR.fullmatch(lowered) else None


def accent_of(colour: str) -> dict[str, str]:
    """Every colour that pages use, by its name, from one like `#1463b8`."""
    _, chroma, hue = _to_oklch(colour)
    made = {name: colour_at(light, min(chroma * share, most), hue) for name, (light, most, share) in _MADE.items()}
    reserved = chroma > _GREY and (hue < _RESERVED_TO or hue > _RESERVED_FROM)
    return {**made, **_SLATE} if reserved else made


def accent_css(colour: str) -> str:
    """The same as a style sheet."""
    lines = ";".join(f"--{name}:{value}" for name, value in accent_of(colour).items())
    return f":root{{{lines}}}\n"


def colour_at(light: float, chroma: float, hue: float) -> str:
    """The colour of this lightness and hue, with as much of the chroma as a screen can show."""
    while True:
        linear = _linear_from_oklch(light, chroma, hue)
        if chroma <= 0 or all(-_TOLERANCE <= part <= 1 + _TOLERANCE for part in linear):
            return "#" + "".join(f"{round(255 * _gamma(min(1.0, max(0.0, part)))):02x}" for part in linear)
        chroma = max(0.0, chroma - _STEP)


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return red, green, blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def _gamma(part: float) -> float:
    return 12.92 * part if part <= 0.0031308 else float(1.055 * part ** (1 / 2.4) - 0.055)


def _to_oklch(colour: str) -> tuple[float, float, float]:
    red, green, blue = _parts(colour)
    long = math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    middle = math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    short = math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    light = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return light, math.hypot(a, b), math.degrees(math.atan2(b, a)) % 360


def _linear_from_oklch(light: float, chroma: float, hue: float) -> tuple[float, float, float]:
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (light - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
