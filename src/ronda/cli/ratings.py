"""`ronda ratings`: performance and change of rating."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused, Refused
from ronda.cli.event import find_player, load
from ronda.cli.output import Output
from ronda.core.book import Book
from ronda.core.model import Tournament
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.systems import standings_book, system
from ronda.systems.system import System
from ronda.tiebreaks.chart import Chart
from ronda.tiebreaks.from_book import chart_of
from ronda.tiebreaks.performance import expected_score, mean_rating, performance, rated_games, rating_change
from ronda.views import exact

COLUMNS = ("name", "rating", "games", "score", "mean_rating", "performance", "expected", "k", "change")
_NONE = "–"


def ratings(values: Namespace, output: Output) -> int:
    """Games, performance and change of rating of everybody; the coefficient is the arbiter's."""
    tournament = load(values, output).tournament
    output = output.about(tournament)
    own = dict(_own(tournament, word) for word in values.own_k)
    rows = rating_rows(system(tournament.setup.system), standings_book(tournament), values.k, own)
    if isinstance(rows, Refusal):
        raise Refused(rows)
    if output.json:
        output.data({"rows": [_value(row, output) for row in rows]})
        return 0
    output.table([output.say(f"label.ratings.{key}") for key in COLUMNS], list(_cells(rows, output)), (0,))
    return 0


def _own(tournament: Tournament, word: str) -> tuple[int, int]:
    """`P=K`: the coefficient of one player."""
    wish, equals, text = word.rpartition("=")
    if not equals or not text.isdecimal():
        raise Misused("usage_choice", name="--own-k", found=word, known="P=K")
    return find_player(tournament, wish).id, int(text)


def _value(row: RatingRow, output: Output) -> dict[str, object]:
    def number(value: Fraction | None) -> float | int | None:
        return None if value is None else exact(value)

    return {
        "player": row.player,
        "name": output.speaker.bare_name(row.player),
        "rating": row.rating,
        "games": row.games,
        "score": number(row.score),
        "mean_rating": row.mean,
        "performance": row.performance,
        "expected": number(row.expected),
        "k": row.k,
        "change": number(row.change),
    }


def _cells(rows: Iterable[RatingRow], output: Output) -> Iterable[list[str | int]]:
    number = output.speaker.number
    for row in rows:
        expected = _NONE if row.expected is None else number(row.expected, decimals=2)
        change = _NONE if row.change is None else number(row.change, decimals=1)
        yield [
            output.speaker.name(row.player),
            row.rating or _NONE,
            row.games,
            number(row.score),
            _NONE if row.mean is None else row.mean,
            _NONE if row.performance is None else row.performance,
            expected,
            row.k,
            f"+{change}" if row.change is not None and row.change > 0 else change,
        ]


class RatingRow(Frozen, frozen=True):
    """One player: games over the board against opponents with a rating, the score in them, the opponents' mean, the
    performance, and by how much the rating changes with the development coefficient `k`. None where it is not
    defined."""

    player: int
    rating: int
    games: int
    score: Fraction
    mean: int | None
    performance: int | None
    expected: Fraction | None
    k: int
    change: Fraction | None


def rating_rows(rules: System, book: Book, k: int, each: Mapping[int, int]) -> list[RatingRow] | Refusal:
    """Everybody in list order. The coefficient is the arbiter's: one for all, and for some one of their `own`."""
    if rules.game_points is None:
        return Refusal("ratings_one_against_one", "B.02")
    chart = chart_of(book, *rules.game_points(book.setup))
    return [_row(chart, at, each.get(player, k)) for at, player in enumerate(chart.ids)]


def _row(chart: Chart, at: int, k: int) -> RatingRow:
    games = rated_games(chart, at)
    opponents = [opponent for opponent, _ in games]
    halves = sum(won for _, won in games)
    return RatingRow(
        chart.ids[at],
        chart.ratings[at],
        len(games),
        Fraction(halves, 2),
        mean_rating(chart.ratings, opponents),
        performance(chart.ratings, opponents, halves),
        expected_score(chart, at),
        k,
        rating_change(chart, at, k),
    )
