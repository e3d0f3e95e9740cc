"""Pictures as SVG, made by hand: places over the rounds, and who met whom.

Colours and widths come from classes in `looking.css`; every picture has a title and a description, and the page
has the same as a table.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, log, pi, sin
from typing import NamedTuple

from markupsafe import Markup, escape

from ronda.sheets.card import track

MOST_IN_GRAPH = 200
_NAMED_IN_GRAPH = 60
_LINEAR = 24  # up to this place all places are equally far apart
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
_COLOURS = 10
_LONGEST = 56  # letters of a name beside its line
_TRACK, _TRACK_HIGH, _RING = 600.0, 120.0, 15.0
_EDGE = 18.0  # beside the first and the last round


class RankLine(NamedTuple):
    """A player's places after each round; None where there was none."""

    name: str
    places: tuple[int | None, ...]


class Meeting(NamedTuple):
    """Two who sat at the same table so many times."""

    one: int
    other: int
    times: int
    partners: bool


class _Box(NamedTuple):
    """Where the lines of places go."""

    left: float
    top: float
    width: float
    height: float
    worst: int
    rounds: int

    def x(self, round_: int) -> float:
        room = self.width - 2 * _EDGE
        return self.left + _EDGE + (room * (round_ - 1) / (self.rounds - 1) if self.rounds > 1 else room / 2)

    def y(self, place: int) -> float:
        """The first place on top. With hundreds of places the upper ones get more room."""
        if self.worst <= 1:
            return self.top
        part = (place - 1) / (self.worst - 1) if self.worst <= _LINEAR else log(place) / log(self.worst)
        return self.top + self.height * part

    def ticks(self) -> list[int]:
        if self.worst <= 12:
            return list(range(1, self.worst + 1))
        return [tick for tick in _TICKS if tick <= self.worst]


def rank_plot(lines: Sequence[RankLine], title: str, about: str, round_word: str = "") -> Markup:
    """One line for each player, the name at its end."""
    rounds = max((len(line.places) for line in lines), default=0)
    worst = max((place for line in lines for place in line.places if place is not None), default=1)
    height = 22.0 * max(min(worst, _LINEAR), len(lines), 4)
    box = _Box(40, 24, 430, height, worst, rounds)
    parts = [_axes(box, round_word), *(_line(box, line, at) for at, line in enumerate(lines)), _names(box, lines)]
    letters = min(_LONGEST, max((len(line.name) for line in lines), default=0) + 4)
    width = box.left + box.width + 12 + max(198.0, 7.0 * letters)
    return _svg(width, box.top + height + 40, title, about, "ranks", parts)


def _axes(box: _Box, round_word: str) -> Markup:
    parts = []
    for tick in box.ticks():
        parts.append(
            Markup('<line class="rule" x1="{}" x2="{}" y1="{}" y2="{}"/>').format(
                _n(box.left), _n(box.left + box.width), _n(box.y(tick)), _n(box.y(tick))
            )
        )
        parts.append(_text("tick end", box.left - 10, box.y(tick) + 4, str(tick)))
    for round_ in range(1, box.rounds + 1):
        parts.append(_text("tick middle", box.x(round_), box.top + box.height + 26, f"{round_word}{round_}"))
    return Markup("").join(parts)


def _line(box: _Box, line: RankLine, at: int) -> Markup:
    """Broken where there was no place."""
    kind = f"c{at % _COLOURS}"
    runs: list[list[tuple[float, float]]] = [[]]
    dots = []
    for round_, place in enumerate(line.places, start=1):
        if place is None:
            runs.append([])
            continue
        runs[-1].append((box.x(round_), box.y(place)))
        dots.append(
            Markup('<circle class="dot" cx="{}" cy="{}" r="4"><title>{} – {}. {}</title></circle>').format(
                _n(box.x(round_)), _n(box.y(place)), round_, place, line.name
            )
        )
    paths = [
        Markup('<polyline class="run" points="{}"/>').format(" ".join(f"{_n(x)},{_n(y)}" for x, y in run))
        for run in runs
        if len(run) > 1
    ]
    return Markup('<g class="{}">{}</g>').format(kind, Markup("").join([*paths, *dots]))


def _names(box: _Box, lines: Sequence[RankLine]) -> Markup:
    """Beside the last place of each; those who share one are written below each other."""
    ends = []
    for at, line in enumerate(lines):
        if line.places and line.places[-1] is not None:
            ends.append((box.y(line.places[-1]), at))
    parts: list[Markup] = []
    free = box.top - 20
    for y, at in sorted(ends):
        free = max(y + 4, free + 16)
        name = f"{lines[at].places[-1]}  {lines[at].name}"
        short = name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
        label = Markup("{}<title>{}</title>").format(short, name)
        parts.append(_text(f"name c{at % _COLOURS}", box.left + box.width + 12, free, label))
    return Markup("").join(parts)


def track_plot(places: Sequence[int | None], title: str) -> Markup:
    """One player's places, round by round, as they stand on the card: a line through rings with the place in each."""
    points, runs, ring = track(places, room=_TRACK, widest=_RING)
    wide, high = _TRACK - 2 * ring - 4, _TRACK_HIGH - 2 * ring - 4

    def at(point: tuple[float, float, str]) -> tuple[float, float]:
        return ring + 2 + point[0] * wide, ring + 2 + point[1] * high

    parts = []
    for run in runs:
        joined = " ".join(f"{_n(x)},{_n(y)}" for x, y in (at(points[n]) for n in run))
        parts.append(Markup('<polyline class="run" points="{}"/>').format(joined))
    for point in points:
        x, y = at(point)
        parts.append(Markup('<circle cx="{}" cy="{}" r="{}"/>').format(_n(x), _n(y), _n(ring)))
        parts.append(_text("long" if len(point[2]) > 2 or ring < _RING else "short", x, y + 5, point[2]))
    told = ", ".join("–" if place is None else str(place) for place in places)
    return Markup('<svg class="track" viewBox="0 0 {} {}" role="img" aria-label="{} – {}">{}</svg>').format(
        _n(_TRACK), _n(_TRACK_HIGH), title, told, Markup("").join(parts)
    )


def meeting_graph(names: Sequence[str], met: Sequence[Meeting], title: str, about: str) -> Markup:
    """The players on a circle in the order given, a line between those who met; twice is a stronger line, and
    partners have a dashed one."""
    named = len(names) <= _NAMED_IN_GRAPH
    radius, middle = (200.0, 340.0) if named else (310.0, 340.0)

    def at(index: int, far: float) -> tuple[float, float]:
        turn = 2 * pi * index / max(len(names), 1) - pi / 2
        return middle + far * cos(turn), middle + far * sin(turn)

    parts = []
    for edge in sorted(met, key=lambda m: (m.partners, m.times)):
        (x1, y1), (x2, y2) = at(edge.one, radius), at(edge.other, radius)
        kind = f"{'partners' if edge.partners else 'met'} t{min(edge.times, 3)}"
        parts.append(
            Markup('<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}"/>').format(kind, _n(x1), _n(y1), _n(x2), _n(y2))
        )
    for index, name in enumerate(names):
        x, y = at(index, radius)
        parts.append(
            Markup('<circle class="dot" cx="{}" cy="{}" r="{}"><title>{}. {}</title></circle>').format(
                _n(x), _n(y), 5 if named else 3, index + 1, name
            )
        )
        parts.append(_round_label(index, name if named else "", at(index, radius + 10), len(names)))
    return _svg(680, 680, title, about, "graph", parts)


def _round_label(index: int, name: str, at: tuple[float, float], count: int) -> Markup:
    """A name that points away from the circle, never upside down; without names every tenth number."""
    if not name and index % 10 and index:
        return Markup("")
    text = f"{index + 1} {name}".strip()
    short = text if len(text) <= 22 else f"{text[:21]}…"
    degrees = 360 * index / max(count, 1) - 90
    left = 90 < degrees < 270
    turned = degrees + 180 if left else degrees
    return Markup('<text class="name {}" x="{}" y="{}" transform="rotate({} {} {})" dy="4">{}</text>').format(
        "end" if left else "", _n(at[0]), _n(at[1]), _n(turned), _n(at[0]), _n(at[1]), short
    )


def _text(kind: str, x: float, y: float, text: str | Markup) -> Markup:
    return Markup('<text class="{}" x="{}" y="{}">{}</text>').format(kind, _n(x), _n(y), escape(text))


def _svg(width: float, height: float, title: str, about: str, kind: str, parts: Sequence[Markup]) -> Markup:
    own = kind.split()[0]
    return Markup(
        '<svg class="plot {}" viewBox="0 0 {} {}" role="img" aria-labelledby="{}-title {}-about">'
        '<title id="{}-title">{}</title><desc id="{}-about">{}</desc>{}</svg>'
    ).format(kind, _n(width), _n(height), own, own, own, title, own, about, Markup("").join(parts))


def _n(value: float) -> str:
    """A length without needless digits."""
    return f"{value:.1f}".rstrip("0").rstrip(".")
