"""What an event means for ratings: performance and change of everybody, by FIDE's tables (B.02)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from ronda.core.book import Book
from ronda.core.values import Frozen
from ronda.core.verdicts import Refusal
from ronda.systems.system import System
from ronda.tiebreaks.chart import Chart
from ronda.tiebreaks.from_book import chart_of
from ronda.tiebreaks.performance import expected_score, mean_rating, performance, rated_games, rating_change


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
