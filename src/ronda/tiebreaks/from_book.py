"""The chart of an event that is kept here: the completed rounds of its book; what a value is made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import lcm

from ronda.core.book import Book, Line
from ronda.tiebreaks import counts
from ronda.tiebreaks.buchholz import berger, buchholz, mean_of_opponents
from ronda.tiebreaks.chart import PENDING, Chart
from ronda.tiebreaks.codes import TieBreak
from ronda.tiebreaks.performance import mean_performance, mean_rating, performances, ratings

_LETTERS = {"win": "1", "draw": "=", "loss": "0", "walkover": "+", "absent": "-", "void": "-", "pending": PENDING}


def chart_of(book: Book, win: int, draw: int) -> Chart:
    """The chart, made once for a book. A round counts when none of its results is missing (TB1.5); who was not in the
    pool of a round was absent. `win` and `draw` are in units of the book."""
    return book.once(("chart", win, draw), lambda: _chart(book, win, draw))


def completed(book: Book) -> int:
    """The rounds before the one that is still played."""
    last = book.round - 1
    running = any(lines and lines[-1].round == last and lines[-1].outcome == "pending" for lines in book.lines.values())
    return last - 1 if running else last


def _chart(book: Book, win: int, draw: int) -> Chart:
    rounds = completed(book)
    place = {player: at for at, player in enumerate(book.players)}
    results, opponents, colours, points = [], [], [], []
    nobody, nothing = [-1] * rounds, [0] * rounds
    for player in book.players:
        lines = book.lines[player]
        if len(lines) == rounds > 0:
            numbers, _, seats, _, others, outcomes, halves, *_ = zip(*lines, strict=True)
            if numbers[-1] == rounds and None not in seats:  # at a table in every round, as most are
                results.append("".join(map(_LETTERS.__getitem__, outcomes)))
                colours.append("".join(map("wb".__getitem__, seats)))
                opponents.append([place[other[0]] for other in others])
                points.append(list(halves))
                continue
        letters, sides, met, worth = ["Z"] * rounds, ["-"] * rounds, nobody.copy(), nothing.copy()
        for line in lines:
            at = line.round - 1
            if at < rounds:
                letters[at] = letter(line)
                worth[at] = line.halves
                if line.opponents:
                    met[at] = place[line.opponents[0]]
                    sides[at] = "b" if line.seat else "w"
        results.append("".join(letters))
        colours.append("".join(sides))
        opponents.append(met)
        points.append(worth)
    return Chart(
        ids=list(book.players),
        results=results,
        opponents=opponents,
        colours=colours,
        points=points,
        ratings=[player.rating for player in book.players.values()],
        numbers=[player.number or player.id for player in book.players.values()],
        win=win,
        draw=draw,
        unit=book.unit,
        rounds=rounds,
    )


def letter(line: Line) -> str:
    """What a round was, as a report file has it."""
    return line.bye or "U" if line.seat is None else _LETTERS[line.outcome]


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
