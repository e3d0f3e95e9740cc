"""dutch: what the system declares about itself, its ratings and its benchmark."""

from __future__ import annotations

from fractions import Fraction

from ronda.core.book import Book
from ronda.core.model import Setup
from ronda.core.values import replace
from ronda.core.verdicts import PlayerNote
from ronda.systems.columns import FEW, NAME, POINTS, POSITION, ListColumn, Lists, Pairings, attribute, by_criteria
from ronda.systems.declarations import ResultForm, Sides
from ronda.systems.dutch.check.round import check
from ronda.systems.dutch.codes import CODES
from ronda.systems.dutch.field import start_numbers
from ronda.systems.dutch.pair.round import pair
from ronda.systems.dutch.rules import EDITION
from ronda.systems.dutch.scoring import (
    OPTIONS,
    PLAYER_FIELDS,
    byes_on_request,
    criteria,
    game_points,
    phone_byes,
    play,
    read_result,
    rounds,
    scoring,
    settings,
    settled,
    validate,
    write_result,
)
from ronda.systems.results import GAME, GAME_KEYS
from ronda.systems.system import Byes, Forms, Results, Rules, System, Tiebreaks, Trial, Wording
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


_NUMBER = ListColumn("number", "label.number", lambda source: start_numbers(source.players))
_PLAYER = (
    _NUMBER,
    attribute("title", "label.title", personal=True),
    NAME,
    attribute("rating", "label.rating", personal=True),
    attribute("federation", "label.federation", personal=True, words=True),
)


def _standings(setup: Setup) -> tuple[ListColumn, ...]:
    place, _, *values = by_criteria(criteria(setup))
    return place, *_PLAYER, *values


LISTS = Lists(
    start=(*_PLAYER, attribute("club", "label.club", personal=True, words=True)),
    pairings=Pairings(side=(replace(_NUMBER, priority=FEW), NAME, POINTS)),
    standings=_standings,
    cross=(POSITION, _NUMBER, NAME),
)


SYSTEM = System(
    id="dutch",
    rules=Rules(
        edition=EDITION,
        options=OPTIONS,
        scoring=scoring,
        rounds=rounds,
        validate=validate,
        criteria=criteria,
        results=Results(
            read=read_result,
            write=write_result,
            form=ResultForm(GAME, keys=GAME_KEYS, quick=(("won", "1-0"), ("draw", "½-½"), ("lost", "0-1")), width=4),
            unit=2,
        ),
        pair=pair,
        check=check,
        settled=settled,
        guarantee=(0, "C1"),  # nobody meets twice, and no number of rounds is promised
        byes=Byes(byes_on_request, phone_byes),
        tiebreaks=Tiebreaks(points=game_points),
    ),
    trial=Trial(play),
    words=Wording(CODES, sides=Sides(("label.whites", "label.blacks"), coloured=True), player_notes=player_notes),
    forms=Forms(player_fields=PLAYER_FIELDS, start_numbers=start_numbers),
    lists=LISTS,
)
