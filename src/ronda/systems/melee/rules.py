"""melee: settings, results, scoring and ranking (M1, M2, M4.1, M5.3, M5.4).

By option the score difference ranks instead of the Buchholz, and more rounds are played than M4.1 has partners for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter

from ronda.core.book import PLAYED, Book, Line, Scoring, Tally
from ronda.core.chance import Draw
from ronda.core.model import Bye, Forfeit, Player, Result, Scored, Setup, Table
from ronda.core.ranking import Criterion, Term, measured, point_terms, point_values
from ronda.core.values import Frozen, replace
from ronda.core.verdicts import Finding, Refusal
from ronda.systems.results import read_forfeit, read_scores, unreadable
from ronda.systems.system import Option

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
)


class Settings(Frozen, frozen=True):
    """The options that decide, with their types."""

    bottom_rests: bool
    power: bool
    free_game_buchholz: bool
    by_difference: bool
    repeats: bool


def settings(setup: Setup) -> Settings:
    values = {option.name: setup.options.get(option.name, option.default) for option in OPTIONS}
    return Settings(
        bottom_rests=values["free_games"] == "bottom",
        power=values["setting"] == "power",
        free_game_buchholz=values["free_game_buchholz"] is True,
        by_difference=values["ranking"] == "difference",
        repeats=values["repeats"] is True,
    )


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
    return max(min(SUGGESTED_ROUNDS, most_rounds(field_size(players))), 1)


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
    wanted, most = rounds(setup, players), most_rounds(there)
    if wanted <= most:
        return []
    facts = {"rounds": wanted, "most": most, "players": there}
    if not settings(setup).repeats:
        return [Finding("rounds_out_of_bounds", "M4.1", facts=facts)]
    teams = 2 * (there // AT_A_TABLE)
    least = wanted * teams - there * (there - 1) // 2  # more teams than there are pairs of players
    return [Finding("repeats_ahead", "M4.1", "note", facts={**facts, "repeats": least})]


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


def _buchholz_values(book: Book, players: Collection[int]) -> Mapping[int, int]:
    """Opponents' points less partners' points over closed matches (M5.3); free games by option (M5.4)."""
    halves, own_points = book.earned, settings(book.setup).free_game_buchholz
    values = {}
    for player in players:
        worth = 0
        for line in book.lines[player]:
            if line.outcome == "bye":
                worth += halves[player] if own_points else 0
            elif line.outcome != "pending":
                for other in line.opponents:
                    worth += halves[other]
                for other in line.partners:
                    worth -= halves[other]
        values[player] = worth
    return values


def _buchholz_working(book: Book, player: int) -> Iterable[Term]:
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


def _free_game_values(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: len(book.byes(player)) for player in players}


def _free_game_working(book: Book, player: int) -> Iterable[Term]:
    for number in book.byes(player):
        yield Term(1, "bye", number)


def _of_scores(name: str, amount: Callable[[Line], int]) -> Criterion:
    """Something of every match with a score; a free game or an absence has none."""

    def values(book: Book, players: Collection[int]) -> Mapping[int, int]:
        lines = book.lines
        return {player: sum([amount(line) for line in lines[player] if line.outcome in PLAYED]) for player in players}

    def working(book: Book, player: int) -> Iterable[Term]:
        for line in book.lines[player]:
            if line.outcome in PLAYED:
                yield Term(amount(line), line.outcome, line.round, line.opponents)

    return Criterion(name, values, working)


_POINTS = Criterion("points", point_values, point_terms, unit=POINT)
_BUCHHOLZ = Criterion("buchholz", _buchholz_values, _buchholz_working, unit=POINT, depends="opponents")
_DIFFERENCE = _of_scores("difference", attrgetter("differential"))
_POINTS_FOR = _of_scores("points_for", attrgetter("made"))
_FREE_GAMES = Criterion("free_games", _free_game_values, _free_game_working, ranks=False)


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """M5.3: level players share a rank. By option the scores decide among players level on points, and the Buchholz is
    only shown. Players who left keep their place: their points stand."""
    if not settings(setup).by_difference:
        return _POINTS, _BUCHHOLZ, _FREE_GAMES
    return _POINTS, _DIFFERENCE, _POINTS_FOR, replace(_BUCHHOLZ, ranks=False), _FREE_GAMES


def ranked_by(book: Book) -> Mapping[int, tuple[int, ...]]:
    """What everybody is ranked by, highest first: M5.3 and the order of free games (M3.3). Points and Buchholz in
    halves, or else points, score difference and points scored."""
    ranking = [criterion for criterion in criteria(book.setup) if criterion.ranks]
    found = measured(book, ranking, book.players).amounts
    return {player: tuple([amount or 0 for amount in own]) for player, own in found.items()}
