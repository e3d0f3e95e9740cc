"""Tie-breaks as criteria of standings: values, what they depend on, and the working of each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import lcm

from ronda.core import Amount, Book, Criterion, Term, point_terms, point_values
from ronda.core.verdicts import TEXT, TEXTS, Codes, citing
from ronda.tiebreaks.chart import Chart, chart_of
from ronda.tiebreaks.codes import TieBreak
from ronda.tiebreaks.performance import (
    game_halves,
    half_up,
    mean_performance,
    mean_rating,
    performances,
    rating_difference,
    ratings,
)
from ronda.tiebreaks.results import (
    berger,
    buchholz,
    contributions,
    counted_rounds,
    encounters,
    kept,
    koya,
    koya_rounds,
    mean_of_opponents,
    meetings,
    progressive,
    standard,
    standard_rounds,
)

CODES: Codes = {
    "refusal": {
        "tiebreak_unknown": citing("TB1.1 TB4", found=TEXT, known=TEXT),
        "tiebreak_twice": citing("TB1.1", found=TEXT),
        "tiebreak_modifier": citing("TB4", found=TEXT, known=TEXTS, modifier=TEXT, name=TEXT),
    }
}


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
    match one.name:
        case "PTS":
            return chart.totals
        case "WIN" | "WON" | "BPG" | "BWG" | "REP":
            return [len(counted_rounds(one.name, chart, at)) for at in range(len(chart.ids))]
        case "STD":
            return standard(chart)
        case "PS":
            return progressive(chart, one.low)
        case "KS":
            return koya(chart, one.limit)
        case "TPN":
            return chart.numbers
        case "BH" | "FB":
            return buchholz(chart.fore if one.name == "FB" else chart, one.low, one.high, forfeits=one.forfeits)
        case "SB":
            return berger(chart, one.low, one.high, forfeits=one.forfeits)
        case "AOB":
            own = buchholz(chart.fore if one.fore else chart, one.low, one.high, forfeits=one.forfeits)
            return mean_of_opponents(chart, own, common_games(chart))
        case "TPR" | "PTP":
            return performances(chart, one.unrated, perfect=one.name == "PTP")
        case "APRO" | "APPO":
            return mean_performance(chart, one.unrated, perfect=one.name == "APPO")
    rated = ratings(chart, one.unrated)
    if rated is None:
        return [None] * len(chart.ids)
    return rated if one.name == "RTNG" else [mean_rating(rated, met, one.low, one.high) for met in chart.met]


def ascending(one: TieBreak) -> bool:
    """Whether less is better."""
    return (one.name in ASCENDING) is not one.reverse


Charted = Callable[[Book], Chart]
POINTS = TieBreak("PTS")


def criteria_of(chosen: Iterable[TieBreak], win: int, draw: int) -> tuple[Criterion, ...]:
    """Points, where the list does not have them (TB1.1), then the chosen tie-breaks in their order. `win` and `draw`
    are what they are worth, in units of the book."""
    listed = list(chosen)
    charted: Charted = partial(chart_of, win=win, draw=draw)
    wanted = listed if POINTS in listed else [POINTS, *listed]
    return tuple(criterion(one, charted) for one in wanted)


def criterion(one: TieBreak, charted: Charted) -> Criterion:
    """One tie-break over a book."""
    if one == POINTS:
        return Criterion("PTS", point_values, point_terms, unit=lambda book: book.unit)
    if one.name in BY_GROUP:
        return Criterion(
            one.code,
            partial(_encounter_values, one, charted),
            ascending=True,
            working_within=partial(_encounter_terms, one, charted),
        )
    return Criterion(
        one.code,
        partial(_values, one, charted),
        partial(_terms, one, charted),
        unit=lambda book: unit(one, charted(book)),
        from_entry=one.name in ("TPN", "RTNG"),
        ascending=ascending(one),
        optional=one.name in OPTIONAL,
        decimals=2 if one.name == "AOB" else None,
        personal=one.name == "RTNG",
    )


def _values(one: TieBreak, charted: Charted, book: Book, players: Collection[int]) -> Mapping[int, Amount]:  # noqa: ARG001
    chart = charted(book)
    return dict(zip(chart.ids, amounts(one, chart), strict=True))


# --- working -----------------------------------------------------------------------------------------------


def _terms(one: TieBreak, charted: Charted, book: Book, player: int) -> Iterator[Term]:
    chart = charted(book)
    at = chart.ids.index(player)
    match one.name:
        case "BH" | "FB" | "SB":
            yield from _contribution_terms(one, chart.fore if one.name == "FB" else chart, at)
        case "AOB":
            yield from _mean_buchholz_terms(one, chart, at)
        case "PS":
            yield from _progressive_terms(one, chart, at)
        case "KS":
            yield from (_round_term(chart, at, r, amount) for r, amount in koya_rounds(chart, at, one.limit))
        case "STD":
            yield from (_round_term(chart, at, r, amount) for r, amount in standard_rounds(chart, at))
        case "WIN" | "WON" | "BPG" | "BWG" | "REP":
            yield from (_round_term(chart, at, r, 1) for r in counted_rounds(one.name, chart, at))
        case "TPN":
            yield Term(chart.numbers[at], "start_number")
        case "RTNG":
            rated = ratings(chart, one.unrated)
            if rated is not None:
                yield Term(rated[at], "rating")
        case _:
            yield from _rating_terms(one, chart, at)


def _what(chart: Chart, at: int, r: int) -> str:
    """The code of what a round was."""
    letter = chart.results[at][r]
    return {
        "1": "win",
        "W": "win",
        "=": "draw",
        "D": "draw",
        "0": "loss",
        "L": "loss",
        "+": "walkover",
        "-": "absent",
        "U": "bye",
        "F": "full_bye",
        "H": "half_bye",
        "Z": "zero_bye",
    }.get(letter, "pending")


def _round_term(chart: Chart, at: int, r: int, amount: int, *, counted: bool = True) -> Term:
    opponent = chart.opponents[at][r]
    return Term(amount, _what(chart, at, r), r + 1, (chart.ids[opponent],) if opponent >= 0 else (), counted)


def _contribution_terms(one: TieBreak, chart: Chart, at: int) -> Iterator[Term]:
    """Every round with its score, or the score times the points; what was cut does not count."""
    berger = one.name == "SB"
    rounds = contributions(chart, at, forfeits=one.forfeits)
    left = kept(rounds, one.low, one.high, berger=berger)
    for own in rounds:
        yield _round_term(chart, at, own.round, own.product if berger else own.score, counted=own in left)


def _mean_buchholz_terms(one: TieBreak, chart: Chart, at: int) -> Iterator[Term]:
    """The opponents' Buchholz, each divided by the number of games."""
    theirs = amounts(one._replace(name="FB" if one.fore else "BH", fore=False), chart)
    met = chart.met[at]
    for opponent in met:
        share = (theirs[opponent] or 0) * (common_games(chart) // len(met))
        yield Term(share, "opponent", None, (chart.ids[opponent],))


def _progressive_terms(one: TieBreak, chart: Chart, at: int) -> Iterator[Term]:
    total = 0
    for r, points in enumerate(chart.points[at]):
        total += points
        yield Term(total, "running_total", r + 1, counted=r >= one.low)


def _rating_terms(one: TieBreak, chart: Chart, at: int) -> Iterator[Term]:
    """How a rating-based value came about: the mean of the opponents, and what the score adds to it."""
    rated, met = ratings(chart, one.unrated), chart.met[at]
    if rated is None or not met:
        return
    if one.name in ("APRO", "APPO"):
        inner = amounts(TieBreak("TPR" if one.name == "APRO" else "PTP", unrated=one.unrated), chart)
        theirs = [value for o in met if (value := inner[o]) is not None]
        yield Term(half_up(sum(theirs), len(theirs)), "mean_performance", None, tuple(chart.ids[o] for o in met))
        return
    mean = mean_rating(rated, met, one.low, one.high)
    if mean is None:
        return
    yield Term(mean, "mean_rating", None, tuple(chart.ids[o] for o in met))
    if one.name == "TPR":
        yield Term(rating_difference(half_up(50 * game_halves(chart, at), len(met))), "score_difference")
    elif one.name == "PTP":
        found = amounts(one, chart)[at]
        yield Term((found or 0) - mean, "score_difference")


def _encounter_values(one: TieBreak, charted: Charted, book: Book, group: Collection[int]) -> Mapping[int, Amount]:
    if len(group) < 2:  # most players are level with nobody
        return dict.fromkeys(group, 0)
    chart = charted(book)
    place = chart.derived("place", lambda: {own: at for at, own in enumerate(chart.ids)})
    found = encounters(chart, [place[player] for player in group], forfeits=one.forfeits)
    return {chart.ids[at]: own for at, own in found.items()}


def _encounter_terms(
    one: TieBreak, charted: Charted, book: Book, player: int, group: Collection[int]
) -> Iterator[Term]:
    """The games inside the group, which the place follows from; they are not added up."""
    chart = charted(book)
    inside = {chart.ids.index(other) for other in group}
    at = chart.ids.index(player)
    own = encounters(chart, sorted(inside), forfeits=one.forfeits)[at]
    yield Term(own, "place_in_group")
    met = meetings(chart, inside, forfeits=one.forfeits)[at]
    for r, opponent in enumerate(chart.opponents[at]):
        if opponent in met:
            yield _round_term(chart, at, r, 0, counted=False)
