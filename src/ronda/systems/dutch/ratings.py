"""dutch: what an event means for the rating of a player (TB4, B.02)."""

from __future__ import annotations

from fractions import Fraction

from ronda.core.book import Book
from ronda.core.verdicts import PlayerNote
from ronda.systems.dutch.scoring import settings
from ronda.tiebreaks.from_book import chart_of
from ronda.tiebreaks.performance import expected_score, mean_rating, performance, rated_games, rating_change

COEFFICIENTS = (10, 20, 40)  # K is the arbiter's; these are the usual ones


def player_notes(book: Book, player: int) -> tuple[PlayerNote, ...]:
    """The performance against rated opponents, and by how much the rating changes with each usual coefficient."""
    own = settings(book.setup)
    chart = chart_of(book, own.win, own.draw)
    at = chart.ids.index(player)
    games = rated_games(chart, at)
    if not games:
        return ()
    opponents = [opponent for opponent, _ in games]
    halves = sum(won for _, won in games)
    facts = {
        "score": _told(Fraction(halves, 2)),
        "games": len(games),
        "mean": mean_rating(chart.ratings, opponents),
        "performance": performance(chart.ratings, opponents, halves),
    }
    notes = [PlayerNote("performance", "TB4", facts)]
    expected = expected_score(chart, at)
    if expected is not None:
        changes = {f"k{k}": _signed(rating_change(chart, at, k) or Fraction(0)) for k in COEFFICIENTS}
        notes.append(PlayerNote("rating_change", "TB8", {"expected": _told(expected), **changes}))
    return tuple(notes)


def _told(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def _signed(value: Fraction) -> str:
    return f"{float(value):+.1f}"
