"""The value of any tie-break for everybody: whole numbers of a unit, None where there is no such value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from ronda.tiebreaks import counts
from ronda.tiebreaks.buchholz import berger, buchholz, mean_of_opponents
from ronda.tiebreaks.chart import Chart
from ronda.tiebreaks.codes import TieBreak
from ronda.tiebreaks.performance import mean_performance, mean_rating, performances, ratings

Amounts = Sequence[int | None]

BY_GROUP = frozenset(("DE",))  # asked about those who are level (TB1.3): see `encounter`
BY_RATING = frozenset(("ARO", "TPR", "PTP", "APRO", "APPO", "RTNG"))  # TB1.4
ASCENDING = frozenset(("TPN",))
OPTIONAL = frozenset(("AOB", *BY_RATING))


def unit(one: TieBreak, chart: Chart) -> int:
    """How many parts make one."""
    match one.name:
        case "PTS" | "PS" | "BH" | "FB" | "KS":
            return chart.unit
        case "SB":
            return chart.unit**2
        case "STD":
            return 2
        case "AOB":
            return chart.unit * common_games(chart)
        case _:
            return 1


def common_games(chart: Chart) -> int:
    """A multiple of every number of games that somebody can have."""
    return lcm(*range(1, chart.rounds + 1))


def amounts(one: TieBreak, chart: Chart) -> Amounts:
    """Everybody's value, in the order of the chart; any tie-break but DE."""
    return _VALUES[one.name](one, chart)


def ascending(one: TieBreak) -> bool:
    """Whether less is better."""
    return (one.name in ASCENDING) is not one.reverse


def _aob(one: TieBreak, chart: Chart) -> Amounts:
    seen = chart.fore if one.fore else chart
    own = buchholz(seen, one.low, one.high, forfeits=one.forfeits)
    return mean_of_opponents(chart, own, common_games(chart))


def _aro(one: TieBreak, chart: Chart) -> Amounts:
    rated = ratings(chart, one.unrated)
    if rated is None:
        return [None] * len(chart.ids)
    return [mean_rating(rated, met, one.low, one.high) for met in chart.met]


def _rating(one: TieBreak, chart: Chart) -> Amounts:
    return ratings(chart, one.unrated) or [None] * len(chart.ids)


_VALUES: dict[str, Callable[[TieBreak, Chart], Amounts]] = {
    "PTS": lambda one, chart: chart.totals,  # noqa: ARG005
    "WIN": lambda one, chart: counts.wins(chart),  # noqa: ARG005
    "WON": lambda one, chart: counts.games_won(chart),  # noqa: ARG005
    "BPG": lambda one, chart: counts.games_with_black(chart),  # noqa: ARG005
    "BWG": lambda one, chart: counts.won_with_black(chart),  # noqa: ARG005
    "REP": lambda one, chart: counts.elected(chart),  # noqa: ARG005
    "STD": lambda one, chart: counts.standard(chart),  # noqa: ARG005
    "PS": lambda one, chart: counts.progressive(chart, one.low),
    "KS": lambda one, chart: counts.koya(chart, one.limit),
    "TPN": lambda one, chart: chart.numbers,  # noqa: ARG005
    "RTNG": _rating,
    "BH": lambda one, chart: buchholz(chart, one.low, one.high, forfeits=one.forfeits),
    "FB": lambda one, chart: buchholz(chart.fore, one.low, one.high, forfeits=one.forfeits),
    "SB": lambda one, chart: berger(chart, one.low, one.high, forfeits=one.forfeits),
    "AOB": _aob,
    "ARO": _aro,
    "TPR": lambda one, chart: performances(chart, one.unrated),
    "PTP": lambda one, chart: performances(chart, one.unrated, perfect=True),
    "APRO": lambda one, chart: mean_performance(chart, one.unrated),
    "APPO": lambda one, chart: mean_performance(chart, one.unrated, perfect=True),
}
