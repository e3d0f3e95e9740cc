"""Lines over whole numbers as a picture for the documentation: SVG without scripts, styles or fonts of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

WIDTH, HEIGHT = 720, 360
LEFT, RIGHT, TOP, BOTTOM = 48, 120, 40, 40
COLOURS = ("#0a6b55", "#0659ac", "#9e2e1e", "#6f3f9d", "#8a5a00", "#14191a", "#5d6668", "#b0307a")
DASHES = ("", "6 3", "2 3", "8 3 2 3", "12 4", "4 2", "1 2", "10 2 2 2")

Line = Sequence[tuple[int, float]]


def line_plot(title: str, lines: Mapping[str, Line], unit: str, most: float = 100) -> str:
    """From 0 to `most` upwards. Every line is told apart by its dashes, too, and named at its end."""
    last = max((x for line in lines.values() for x, _ in line), default=1)

    def at(x: float, y: float) -> str:
        across = LEFT + (x - 1) * (WIDTH - LEFT - RIGHT) / max(last - 1, 1)
        return f"{across:.1f},{TOP + (most - y) * (HEIGHT - TOP - BOTTOM) / most:.1f}"

    drawn = [f'<text x="{LEFT}" y="22" font-size="14" fill="#14191a">{escape(title)}</text>']
    for step in range(5):
        value = most * step / 4
        begin, end = at(1, value).split(","), at(last, value).split(",")
        drawn.append(f'<line x1="{begin[0]}" y1="{begin[1]}" x2="{end[0]}" y2="{end[1]}" stroke="#dde1dc"/>')
        drawn.append(_text(LEFT - 8, float(begin[1]) + 4, f"{value:.0f}", "end"))
    drawn += [_text(float(at(x, 0).split(",")[0]), HEIGHT - 18, str(x), "middle") for x in range(1, last + 1)]
    for number, (name, line) in enumerate(_apart(lines, at)):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        points = " ".join(at(x, y) for x, y in line[0])
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        drawn.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        drawn.append(_text(WIDTH - RIGHT + 12, line[1], f"{name} {unit}", "start", colour))
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" role="img">'
    paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, *drawn, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str, colour: str = "#495153") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" font-size="12" text-anchor="{anchor}" fill="{colour}">{escape(text)}</text>'


def _apart(lines: Mapping[str, Line], at: object) -> list[tuple[str, tuple[Line, float]]]:
    """Each line with the height of its name, so that no two names stand on each other."""
    assert callable(at)
    wanted = {name: float(at(*line[-1]).split(",")[1]) + 4 for name, line in lines.items() if line}
    heights: dict[str, float] = {}
    low = 0.0
    for name in sorted(wanted, key=lambda name: wanted[name]):
        low = max(wanted[name], low + 15)
        heights[name] = low
    return [(name, (line, heights[name])) for name, line in lines.items() if line]
