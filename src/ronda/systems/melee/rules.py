"""melee: settings, results, scoring and ranking (M1, M2, M4.1, M5.3, M5.4).

By option the score difference ranks instead of the Buchholz, and more rounds are played than M4.1 has partners for."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Literal, NamedTuple

from ronda.core import (
    Bye,
    Criterion,
    Draw,
    Finding,
    Forfeit,
    Frozen,
    Player,
    Refusal,
    Result,
    Scored,
    Setup,
    Table,
    Term,
    lines_ended,
    measured,
    replace,
    sum_over,
)
from ronda.core.book import PLAYED, Book, Scoring, Tally
from ronda.systems.declarations import PLACE_OPTION, PLACE_WORDS
from ronda.systems.results import read_forfeit, read_scores, unreadable
from ronda.systems.system import Option, values_in
from ronda.tiebreaks.library import rulebook_criterion

EDITION = "melee-1"

POINT = 2  # one point in halves (M2)
AT_A_TABLE = 4
EXAMPLE = "13-7"
SUGGESTED_ROUNDS = 4  # an evening; M1 leaves the number to the organiser

# M1
OPTIONS = (
    Option("rounds", "int", None, "M1", low=1, high=10_000),
    Option("free_games", "choice", "bottom", "M3.3", choices=("bottom", "random"), frozen_after="draw", frozen_by="M1"),
    Option("setting", "choice", "power", "M5.2", choices=("power", "random"), frozen_after="draw", frozen_by="M1"),
    Option("free_game_buchholz", "bool", False, "M5.4", frozen_after="draw", frozen_by="M1"),
    Option(
        "ranking", "choice", "buchholz", "M5.3", choices=("buchholz", "difference"), frozen_after="draw", frozen_by="M1"
    ),
    Option("repeats", "bool", False, "M4.1"),
    Option("leftovers", "choice", "rest", "PS1.2", choices=("rest", "triplette"), frozen_after="draw", frozen_by="M1"),
    Option(
        "seven",
        "choice",
        "single",
        "PS1.3",
        choices=("single", "rest"),
        matters=lambda values: values["leftovers"] != "rest",
    ),
    Option(
        "missed",
        "text",
        "none",
        "PS1.7",
        example="0-13",
        nothing="none",
        accepts=lambda text: missed_score(text) is not False,
    ),
    Option("lanes", "choice", "order", "PS1.9", choices=("order", "lot", "rotate")),
    Option(PLACE_OPTION, "choice", PLACE_WORDS[0], "M7", choices=PLACE_WORDS),
)


class Settings(Frozen):
    """The options that decide, with their types."""

    bottom_rests: bool
    power: bool
    free_game_buchholz: bool
    by_difference: bool
    repeats: bool
    filled: bool
    seven_rests: bool
    missed: tuple[int, int] | None
    lanes: str


def missed_score(text: str) -> tuple[int, int] | Literal[False] | None:
    """PS1.7: what a missed round counts as, lost by such a score; None: as nothing; False: it is no such score."""
    if text == "none":
        return None
    found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", text)
    return (int(found[1]), int(found[2])) if found and int(found[1]) < int(found[2]) else False


def settings(setup: Setup) -> Settings:
    values = values_in(setup, OPTIONS)
    return Settings(
        bottom_rests=values["free_games"] == "bottom",
        power=values["setting"] == "power",
        free_game_buchholz=values["free_game_buchholz"] is True,
        by_difference=values["ranking"] == "difference" or values["missed"] != "none",
        repeats=values["repeats"] is True,
        filled=values["leftovers"] == "triplette",
        seven_rests=values["seven"] == "rest",
        missed=missed_score(str(values["missed"])) or None,
        lanes=str(values["lanes"]),
    )


def side_sizes(setup: Setup) -> tuple[int, ...]:
    """Two, unless triplettes fill up (PS1.2), and a single game of seven (PS1.3)."""
    return (1, 2, 3) if settings(setup).filled else (2,)


def most_rounds(players: int) -> int:
    """How many rounds can exist before two players must be partners again (M4.1)."""
    teams = 2 * (players // AT_A_TABLE)
    return players * (players - 1) // 2 // teams if teams else 0


def field_size(players: Collection[Player]) -> int:
    """The largest number of players who are in the pool of the same round."""
    changes = {1}
    for player in players:
        changes.add(player.joined_round)
        changes.update(number + 1 for number in player.missed)
        if player.left_after is not None:
            changes.add(player.left_after + 1)
    return max(sum(1 for player in players if player.plays_in(number)) for number in changes)


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The number of rounds; where it is not set, four, or as many as M4.1 allows a small field."""
    chosen = setup.options.get("rounds")
    if isinstance(chosen, int):
        return chosen
    there = field_size(players)
    most = most_filled_rounds(there) if settings(setup).filled else most_rounds(there)
    return max(min(SUGGESTED_ROUNDS, most), 1)


def rounds_of_new_partners(book: Book) -> int:
    """The last round that is to have no repeated partners (M4.4): the last of all, unless the director lets the
    event go on beyond M4.1."""
    if not settings(book.setup).repeats:
        return book.rounds
    return min(book.rounds, most_rounds(field_size(book.players.values())))


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """Whether the field is large enough (M3.1) and the rounds can exist (M4.1); where partners may repeat, how many
    at least will."""
    there = field_size(players)
    if there < AT_A_TABLE:
        return [Finding("too_few_players", "M3.1", facts={"players": there, "least": AT_A_TABLE})]
    own, wanted = settings(setup), rounds(setup, players)
    if own.filled:
        return _validate_filled(own, there, wanted)
    most = most_rounds(there)
    if wanted <= most:
        return []
    facts = {"rounds": wanted, "most": most, "players": there}
    if not own.repeats:
        return [Finding("rounds_out_of_bounds", "M4.1", facts=facts)]
    teams = 2 * (there // AT_A_TABLE)
    least = wanted * teams - there * (there - 1) // 2  # more teams than there are pairs of players
    return [Finding("repeats_ahead", "M4.1", "note", facts={**facts, "repeats": least})]


def guarantee(book: Book) -> tuple[int, str]:
    """M4.4: without changes of the field no partner repeats up to that round. Where threes are made, nothing is
    proved."""
    if settings(book.setup).filled:
        return 0, "PS1.4"
    return min(book.rounds, rounds_of_new_partners(book)), "M4.4"


def seating(setup: Setup, players: int) -> tuple[int, int]:
    """How many games so many players make, and how many rest (M3.1, PS1.2)."""
    if not settings(setup).filled or players < AT_A_TABLE:
        return divmod(players, AT_A_TABLE)
    made = shape(players, seven_rests=settings(setup).seven_rests)
    return len(made.games), made.rest


# --- nobody rests (PS1) ------------------------------------------------------------------------------------


class Shape(Frozen):
    """The games of a round as the sizes of their sides, threes first, and how many rest."""

    games: tuple[tuple[int, int], ...]
    rest: int = 0

    @property
    def partners(self) -> int:
        """How many pairs of partners there are in a round: a side of three makes three (PS1.4)."""
        return sum(size * (size - 1) // 2 for game in self.games for size in game)


def shape(players: int, *, seven_rests: bool = False) -> Shape:
    """PS1.2, PS1.3: twos filled with threes, so that nobody rests."""
    if players == 7:
        return Shape(((3, 3),), 1) if seven_rests else Shape(((3, 2), (1, 1)))
    threes = players % 4
    games = ((3, 3),) * (threes // 2) + ((3, 2),) * (threes % 2)
    return Shape(games + ((2, 2),) * (players // AT_A_TABLE - len(games)))


def most_filled_rounds(players: int) -> int:
    """PS1.4: how many rounds there can be at most without a repeated partner."""
    if players < AT_A_TABLE:
        return 0
    if players in (5, 6):  # a second three has two of the first one, or both of the two
        return 1
    return players * (players - 1) // 2 // shape(players).partners


# PS1.4: so many rounds a search found without a repeated partner, by number of players
REACHED = {
    5: 1,
    6: 1,
    7: 4,
    9: 6,
    10: 4,
    11: 4,
    13: 9,
    14: 8,
    15: 8,
    17: 13,
    18: 11,
    19: 11,
    21: 16,
    22: 14,
    23: 14,
    25: 20,
    26: 18,
    27: 17,
    29: 24,
    30: 19,
}


def _validate_filled(own: Settings, there: int, wanted: int) -> list[Finding]:
    """PS1.4: above the bound refused, unless partners may repeat; between what was reached and the bound with a
    word."""
    most = most_filled_rounds(there)
    facts = {"rounds": wanted, "most": most, "players": there}
    if wanted > most:
        if not own.repeats:
            return [Finding("rounds_out_of_bounds", "PS1.4", facts=facts)]
        least = wanted * shape(there).partners - there * (there - 1) // 2
        return [Finding("repeats_ahead", "PS1.4", "note", facts={**facts, "repeats": max(least, 1)})]
    reached = REACHED.get(there, most)
    if wanted > reached:
        return [Finding("repeat_possible", "PS1.4", "note", facts={"rounds": wanted, "reached": reached})]
    return []


# --- results -----------------------------------------------------------------------------------------------


def read_result(text: str, setup: Setup) -> Result | Refusal:  # noqa: ARG001 - no option changes it
    """A result as typed (M2)."""
    forfeit = read_forfeit(text)
    if forfeit is not None:
        return forfeit
    scores = read_scores(text)
    if scores is None:
        return unreadable(text, "M2", EXAMPLE)
    if scores.first == scores.second:
        return Refusal("draw_impossible", "M2", {"text": text})
    return scores


def play(odds: int, setup: Setup, draw: Draw) -> str:  # noqa: ARG001 - no option changes it
    """To 13, as in pétanque."""
    loser = draw.below(13)
    return f"13-{loser}" if draw.below(1000) < odds else f"{loser}-13"


def scoring(setup: Setup) -> Scoring:  # noqa: ARG001 - no option changes it
    return Scoring(table=score_table, bye=score_bye)


def score_table(table: Table) -> tuple[Tally, ...]:
    """Both partners get the same (M2)."""
    match table.result:
        case Scored(first=first, second=second):
            sides = _tally(first, second), _tally(second, first)
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            sides = _absence(first_absent, second_absent), _absence(second_absent, first_absent)
        case None:
            raise AssertionError("only tables with a result are scored")
    return (sides[0],) * len(table.first) + (sides[1],) * len(table.second)


@lru_cache(maxsize=1 << 14)  # few results come up, again and again
def _tally(made: int, conceded: int) -> Tally:
    if made > conceded:
        return Tally("win", POINT, made, conceded, made - conceded)
    return Tally("loss", 0, made, conceded, made - conceded)


def _absence(own: bool, others: bool) -> Tally:
    if own:
        return Tally("absent")
    return Tally("walkover", POINT) if others else Tally("void")


def score_bye(bye: Bye) -> Tally:  # noqa: ARG001 - a free game is one point, always (M2)
    return Tally("bye", POINT)


# --- ranking -----------------------------------------------------------------------------------------------


def _buchholz_working(book: Book, player: int) -> Iterable[Term]:
    """Opponents' points less partners' points over closed matches (M5.3); free games by option (M5.4)."""
    halves, own_points = book.earned, settings(book.setup).free_game_buchholz
    for line in book.lines[player]:
        if line.outcome == "pending":
            continue
        if line.outcome == "bye":
            yield Term(halves[player] if own_points else 0, "bye", line.round)
            continue
        for opponent in line.opponents:
            yield Term(halves[opponent], "opponent", line.round, (opponent,))
        for partner in line.partners:
            yield Term(-halves[partner], "partner", line.round, (partner,))


def _buchholz_values(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: sum([term.amount for term in _buchholz_working(book, player)]) for player in players}


def _rounds_over(book: Book) -> frozenset[int]:
    """The rounds of which no result is missing."""

    def found() -> frozenset[int]:
        lines = [line for own in book.lines.values() for line in own]
        return frozenset(line.round for line in lines) - {line.round for line in lines if line.outcome == "pending"}

    return book.derived("rounds over", found)


class _Scored(NamedTuple):
    """A game as it counts by PS1.7: one that was played, or a round missed."""

    round: int
    outcome: str
    made: int
    conceded: int
    opponents: tuple[int, ...] = ()


def counted_games(book: Book, player: int) -> list[_Scored]:
    """PS1.7: the games with their scores; a round of the event that the player was not there for, or stayed away from
    at the table, is lost by the score of the house. Who won by the absence of others won by the same score (PE6.4)."""
    low, high = settings(book.setup).missed or (0, 0)
    found = []
    for line in book.lines[player]:
        if line.outcome in PLAYED:
            found.append(_Scored(line.round, line.outcome, line.made, line.conceded, line.opponents))
        elif line.outcome == "absent":
            found.append(_Scored(line.round, "absent", low, high))
        elif line.outcome == "walkover":
            found.append(_Scored(line.round, "walkover", high, low, line.opponents))
    missed = _rounds_over(book).difference(line.round for line in book.lines[player])
    return sorted([*found, *(_Scored(number, "missed", low, high) for number in missed)])


_BALANCE = sum_over("balance", counted_games, lambda game: (game.made > game.conceded) - (game.made < game.conceded))
_COUNTED_DIFFERENCE = sum_over("difference", counted_games, lambda game: game.made - game.conceded)
_COUNTED_FOR = sum_over("points_for", counted_games, attrgetter("made"))
_POINTS = rulebook_criterion("points")
_BUCHHOLZ = Criterion("buchholz", _buchholz_values, _buchholz_working, unit=POINT)
_DIFFERENCE = rulebook_criterion("margin", "difference")  # a free game or an absence has none
_POINTS_FOR = rulebook_criterion("scored", "points_for")
_FREE_GAMES = sum_over("free_games", lines_ended("bye"), lambda _: 1, ranks=False)


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """M5.3: level players share a rank. By option the scores decide among players level on points, and the Buchholz is
    only shown. Players who left keep their place: their points stand."""
    own = settings(setup)
    if own.missed is not None:  # PS1.7
        return _POINTS, _BALANCE, _COUNTED_DIFFERENCE, _COUNTED_FOR, replace(_BUCHHOLZ, ranks=False), _FREE_GAMES
    if not own.by_difference:
        return _POINTS, _BUCHHOLZ, _FREE_GAMES
    return _POINTS, _DIFFERENCE, _POINTS_FOR, replace(_BUCHHOLZ, ranks=False), _FREE_GAMES


def ranked_by(book: Book) -> Mapping[int, tuple[int, ...]]:
    """What everybody is ranked by, highest first: M5.3 and the order of free games (M3.3). Points and Buchholz in
    halves, or else points, score difference and points scored."""
    ranking = [criterion for criterion in criteria(book.setup) if criterion.ranks]
    found = measured(book, ranking, book.players).amounts
    return {player: tuple([amount or 0 for amount in own]) for player, own in found.items()}
