"""A picture to send to friends: an event, or one of its players, as a PNG of the size that messengers show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log

from ronda.core.values import Frozen
from ronda.sheets.typesetting import picture

_MARK = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="6" fill="#fff"/>'
    '<g fill="none" stroke-width="4.4" stroke-linecap="round">{}</g></svg>'
)
_ARC = '<path d="{}" stroke="{}"/>'
# A quarter of the ring each, as the mark has them: `stroke-dasharray` over `pathLength` is not for every program.
_ARCS = (
    "M21.82 5.05A12.4 12.4 0 0 1 27.61 11.62",
    "M26.95 21.82A12.4 12.4 0 0 1 20.38 27.61",
    "M10.18 26.95A12.4 12.4 0 0 1 4.39 20.38",
    "M5.05 10.18A12.4 12.4 0 0 1 11.62 4.39",
)
_LINEAR = 24  # up to this place all places are equally far apart
_WIDEST_RING = 27.0
_ROOM = 1088.0  # dots between the edges
_MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
MOST_PLACES = 24  # of so many rounds the places are still read


class Card(Frozen):
    """What stands on it, in words. `form` are outcomes with their letters, `places` those after each round; `rows` are
    lines of a table: place, name, value; `tables` those of a round: number, both sides, result;
    `colours` those of the event by their names."""

    event: str
    name: str
    colours: Mapping[str, str]
    about: str = ""
    facts: str = ""
    medal: str = ""
    place: int | None = None
    form: Sequence[tuple[str, str]] = ()
    places: Sequence[int | None] = ()
    rows: Sequence[tuple[str, str, str]] = ()
    tables: Sequence[tuple[str, str, str, str]] = ()
    foot: str = ""
    address: str = ""
    logo: bytes = b""
    logo_kind: str = ""
    language: str = "en"
    direction: str = "ltr"


def card_png(card: Card) -> bytes:
    """1200 by 630 dots. The same card gives the same bytes."""
    points, runs, ring = track(card.places)
    data = {
        **{name: getattr(card, name) for name in ("event", "name", "about", "facts", "medal", "foot", "address")},
        **{name: getattr(card, name) for name in ("language", "direction", "logo_kind")},
        "colours": dict(card.colours),
        "medal_kind": _MEDALS.get(card.place or 0, "plain"),
        "form": [list(one) for one in card.form],
        "rows": [list(one) for one in card.rows],
        "tables": [list(one) for one in card.tables],
        "columns": 2 if len(card.rows or card.tables) > 5 else 1,
        "points": points,
        "runs": runs,
        "ring": ring,
        "logo": list(card.logo),
        "mark": _mark(card.colours["ad"]),
    }
    return picture("card", data)


def track(
    places: Sequence[int | None], *, room: float = _ROOM, widest: float = _WIDEST_RING
) -> tuple[list[tuple[float, float, str]], list[list[int]], float]:
    """Where the places after the rounds stand, as fractions of the room, with what is written there; which of them a
    line joins; and how large the rings are. A round without a place breaks the line."""
    shown = list(places)[-MOST_PLACES:]
    worst = max((place for place in shown if place is not None), default=1)
    step = 1 / max(len(shown) - 1, 1)
    points: list[tuple[float, float, str]] = []
    runs: list[list[int]] = [[]]
    for at, place in enumerate(shown):
        if place is None:
            runs.append([])
            continue
        runs[-1].append(len(points))
        points.append((at * step if len(shown) > 1 else 0.5, _depth(place, worst), str(place)))
    ring = min(widest, 0.42 * room / max(len(shown), 1))
    return points, [run for run in runs if len(run) > 1], round(ring, 2)


def _depth(place: int, worst: int) -> float:
    """0 on top. With hundreds of places the upper ones get more room."""
    if worst <= 1:
        return 0.0
    return (place - 1) / (worst - 1) if worst <= _LINEAR else log(place) / log(worst)


def _mark(accent: str) -> str:
    """The mark of Ronda, white with one seat in the colour of the event."""
    arcs = [_ARC.format(path, accent if at == 0 else "#fff") for at, path in enumerate(_ARCS)]
    return _MARK.format("".join(arcs))
