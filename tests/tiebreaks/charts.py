"""Charts for tests: from a report file, or from a few words."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from ronda.core.verdicts import Refusal
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.round_to_pair import chart_of
from ronda.tiebreaks.chart import Chart
from ronda.tiebreaks.codes import TieBreak, parse
from ronda.tiebreaks.criteria import amounts, unit
from ronda.tiebreaks.results import encounters

EXAMPLE = Path(__file__).parent / "tb1.trf"


def chart(text: str | bytes) -> Chart:
    return chart_of(read_trf(text).event)


def tiebreak(code: str) -> TieBreak:
    found = parse(code)
    assert not isinstance(found, Refusal), found
    return found


def values(seen: Chart, code: str) -> dict[int, Fraction | None]:
    """Everybody's value, DE inside the groups of equal points."""
    one = tiebreak(code)
    if one.name == "DE":
        groups: dict[int, list[int]] = {}
        for at, points in enumerate(seen.totals):
            groups.setdefault(points, []).append(at)
        places = {
            at: place
            for group in groups.values()
            for at, place in encounters(seen, group, forfeits=one.forfeits).items()
        }
        return {own: Fraction(places[at]) for at, own in enumerate(seen.ids)}
    parts = unit(one, seen)
    return {
        own: None if amount is None else Fraction(amount, parts)
        for own, amount in zip(seen.ids, amounts(one, seen), strict=True)
    }
