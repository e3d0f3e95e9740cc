"""dutch: what the system declares about itself, its ratings and its benchmark."""

from __future__ import annotations

from fractions import Fraction

from ronda.checking.proofs import CODES as CHECKING
from ronda.core import Book, Setup, replace
from ronda.core.verdicts import (
    ASKED,
    CODE,
    COUNT,
    FLAG,
    NUMBER,
    PASSED,
    PLAYER,
    PLAYERS,
    POINTS,
    PROOF,
    ROUND,
    ROUNDS,
    SEED,
    TEXT,
    VALUE,
    Codes,
    PlayerNote,
    cited,
    citing,
    joined,
)
from ronda.pairing.explain import CODES as PAIRING
from ronda.systems.codes import SHARED
from ronda.systems.columns import FEW, NAME, POSITION, ListColumn, Lists, Pairings, attribute, by_criteria
from ronda.systems.columns import POINTS as POINTS_BEFORE
from ronda.systems.declarations import ResultForm, Sides
from ronda.systems.dutch.check import check
from ronda.systems.dutch.field import start_numbers
from ronda.systems.dutch.pair.round import pair
from ronda.systems.dutch.rules import EDITION
from ronda.systems.dutch.scoring import (
    OPTIONS,
    PLAYER_FIELDS,
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
from ronda.tiebreaks.chart import chart_of
from ronda.tiebreaks.performance import expected_score, mean_rating, performance, rated_games, rating_change

_TABLE = {"player": PLAYER, "opponent": PLAYER, "score": POINTS, **PASSED}
_COLOUR = {"white": PLAYER, "granted": PLAYER, "wanted": CODE, "absolute": FLAG}
_FLOATED = {"player": PLAYER, "score": POINTS}
_BRACKET = {"bracket": COUNT, "score": POINTS}

_OWN: Codes = {
    "reason": {
        "initial_colour": citing("DU8.5", colour=CODE, seed=SEED),
        "halves": citing("DU6.1", **_TABLE),
        "transposition": citing("DU6.2", **_TABLE),
        "exchange": citing("DU6.3", **_TABLE, came=PLAYERS, left=PLAYERS),
        "moved_down": citing("DU6.4", **_TABLE, **{"from": POINTS}),
        "floated_odd": citing("C6", **_FLOATED),
        "floated_no_opponent": citing("C6", **_FLOATED),
        "floated_few_opponents": citing("C6", **_FLOATED),
        "floated_completion": citing("C4", **_FLOATED),
        "pab": citing("C5", **_FLOATED, **PASSED),
        "colour_granted": citing("DU8.1", **_COLOUR),
        "colour_stronger": citing("DU8.2", **_COLOUR),
        "colour_history": citing("DU8.3", **_COLOUR),
        "colour_ranked": citing("DU8.4", **_COLOUR),
        "colour_by_number": citing("DU8.5", white=PLAYER, player=PLAYER, parity=CODE),
    },
    "skipped": {
        "clash": citing("", player=PLAYER),
        "absolute": citing("", player=PLAYER),
        "criteria": citing("", player=PLAYER),
        "rest_barred": citing("", player=PLAYER),
        "rest_completion": citing("", player=PLAYER),
    },
    "player_note": {
        "performance": citing("TB4", score=TEXT, games=COUNT, mean=NUMBER, performance=NUMBER),
        "rating_change": citing("TB8", expected=TEXT, k10=TEXT, k20=TEXT, k40=TEXT),
    },
    "refusal": {
        "acceleration_scoring": citing("DU9.1"),
        "fide_id_taken": citing("DU1.1", fide_id=TEXT, player=ASKED),
        "no_complete_round": citing("DU4.4", round=ROUND, **PROOF),
    },
    "finding": {
        "acceleration_scoring": citing("DU9.1"),
        "many_rounds": citing("DU1.5", rounds=COUNT, players=COUNT),
        "met_before": citing("C1", rounds=ROUNDS),
        "kept_apart": citing("C1"),
        "pab_barred": citing("C2"),
        "absolute_clash": citing("C3"),
        "pab_score": citing("C5", score=POINTS, best=POINTS),
        "not_judged": citing("", **_BRACKET, criterion=CODE),
        "later": citing("", **_BRACKET, step=CODE),
        "worse": citing("", **_BRACKET, criterion=CODE, made=VALUE, best=VALUE),
    },
}
CODES: Codes = joined(
    cited(
        PAIRING,
        {
            "relaxation": {"avoid_broken": "S3"},
            "refusal": {"too_few_players": "DU1.5"},
        },
    ),
    cited(CHECKING, {"finding": {"bye_kind": "DU2.4"}}),
    cited(SHARED, {"finding": {"too_few_players": "DU1.5", "colour_wrong": "DU8"}}),
    _OWN,
)


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
        "score": _decimal(Fraction(halves, 2)),
        "games": len(games),
        "mean": mean_rating(chart.ratings, opponents),
        "performance": performance(chart.ratings, opponents, halves),
    }
    notes = [PlayerNote("performance", "TB4", facts)]
    expected = expected_score(chart, at)
    if expected is not None:
        changes = {f"k{k}": f"{float(rating_change(chart, at, k) or 0):+.1f}" for k in COEFFICIENTS}
        notes.append(PlayerNote("rating_change", "TB8", {"expected": _decimal(expected), **changes}))
    return tuple(notes)


def _decimal(value: Fraction) -> str:
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


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
    pairings=Pairings(side=(replace(_NUMBER, priority=FEW), NAME, POINTS_BEFORE)),
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
        byes=Byes(("H", "F", "Z"), phone_byes),
        tiebreaks=Tiebreaks(points=game_points, scores=False),
    ),
    trial=Trial(play),
    words=Wording(CODES, sides=Sides(("label.whites", "label.blacks"), coloured=True), player_notes=player_notes),
    forms=Forms(player_fields=PLAYER_FIELDS, start_numbers=start_numbers),
    lists=LISTS,
)
