"""robin: options, results, what counts of somebody who left, and the ranking (ST5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from ronda.core import Bye, Criterion, Draw, Finding, Player, Refusal, Result, Setup, replace
from ronda.core.book import PLAYED, Book, Scoring, Tally
from ronda.systems.results import GAMES, game_tallies, game_text, random_game, read_game
from ronda.systems.system import Option
from ronda.tiebreaks.codes import parse_list
from ronda.tiebreaks.criteria import criteria_of

EDITION = "robin-1"
TIEBREAKS = "PTS,DE,WIN,SB"  # ST5.7
LEAST, MOST = 3, 24
WIN, DRAW = 2, 1  # in halves


def _is_list(text: str) -> bool:
    return not isinstance(parse_list(text), Refusal)


OPTIONS = (
    Option("rounds", "int", None, "ST5.1", low=1, high=46),
    Option("double", "bool", False, "ST5.3", frozen_after="draw"),
    Option("numbers", "choice", "lot", "ST5.4", choices=("lot", "order"), frozen_after="draw"),
    Option("close_last", "bool", False, "ST5.4", frozen_after="draw"),
    Option("tiebreaks", "text", TIEBREAKS, "ST5.7", example="PTS,DE,SB",
           accepts=_is_list),
)  # fmt: skip


def starters(players: Iterable[Player]) -> list[Player]:
    """Who is in the table: those of round 1, in the order of the list (ST5.6)."""
    return [player for player in players if player.joined_round == 1]


def doubled(setup: Setup) -> bool:
    return setup.options.get("double") is True


def scheduled_games(setup: Setup, players: Iterable[Player]) -> int:
    """The games that everybody has (ST5.5)."""
    return (len(starters(players)) - 1) * (2 if doubled(setup) else 1)


def scheduled_rounds(setup: Setup, players: Iterable[Player]) -> int:
    """The rounds of the whole table (ST5.1, ST5.3)."""
    n = len(starters(players))
    return max(1, n - 1 + n % 2) * (2 if doubled(setup) else 1)


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The whole table, or as many rounds of it as the organiser wants."""
    chosen, whole = setup.options.get("rounds"), scheduled_rounds(setup, players)
    return min(chosen, whole) if isinstance(chosen, int) and players else whole


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:  # noqa: ARG001
    """ST5 for the field, and nobody late (ST5.6)."""
    late = [player for player in players if player.joined_round > 1]
    if late:
        return [Finding("late_entry", "ST5.6", players=tuple(p.id for p in late), facts={"round": 1})]
    n = len(starters(players))
    if n < LEAST:
        return [Finding("too_few_players", "ST5", facts={"players": n, "least": LEAST})]
    if n > MOST:
        return [Finding("too_many_players", "ST5", facts={"players": n, "most": MOST})]
    return []


def table_numbers(book: Book) -> dict[int, int]:
    """Everybody's number in the Berger table: as it was fixed, else by lot or in the order of the list (ST5.4)."""
    field = starters(book.players.values())
    known = {player.id: player.number for player in field if player.number is not None}
    if len(known) == len(field):
        return known
    order = [player.id for player in field]
    if book.setup.options.get("numbers", "lot") == "lot":
        order = Draw(book.setup.seed, "ST5.4").shuffled(order)
    return {player: number for number, player in enumerate(order, start=1)}


# --- results -----------------------------------------------------------------------------------------------


def read_result(text: str, setup: Setup) -> Result | Refusal:  # noqa: ARG001  every system is asked the same way
    return read_game(text, GAMES, "ST5.7")


write_result = partial(game_text, known=GAMES)


def play(odds: int, setup: Setup, draw: Draw) -> str:  # noqa: ARG001  every system is asked the same way
    return random_game(odds, draw, 600)


def scoring(setup: Setup) -> Scoring:  # noqa: ARG001  every system is asked the same way
    return Scoring(_TALLIES, _bye)


_TALLIES = game_tallies(WIN, DRAW)


def _bye(bye: Bye) -> Tally:
    """A rest is no game (ST5.7); against somebody who left it may be a win by absence (ST5.5)."""
    return Tally("bye", bye.halves or 0)


# --- what counts (ST5.5) -----------------------------------------------------------------------------------


def games_played(book: Book, player: int) -> int:
    return sum(line.outcome in PLAYED for line in book.lines[player])


def counts_for_nobody(book: Book, player: int) -> bool:
    """ST5.5: gone for good, with fewer than half of the scheduled games played."""
    if not book.has_left(player):
        return False
    games: int = book.derived("ST5.5 games", lambda: scheduled_games(book.setup, book.players.values()))
    return 2 * games_played(book, player) < games


def counted(book: Book) -> Book:
    """The book without the games of those who count for nobody."""
    return book.derived("ST5.5", lambda: _counted(book))


def _counted(book: Book) -> Book:
    gone = {player for player in book.players if counts_for_nobody(book, player)}
    if not gone:
        return book
    lines = {
        player: tuple(line for line in own if player not in gone and not gone.intersection(line.opponents))
        for player, own in book.lines.items()
    }
    halves = {player: sum(line.halves for line in own) - book.deducted.get(player, 0) for player, own in lines.items()}
    return replace(book, lines=lines, halves=halves)


def placed(book: Book, player: int) -> bool:
    return not counts_for_nobody(book, player)


def game_points(setup: Setup) -> tuple[int, int]:  # noqa: ARG001  every system is asked the same way
    return WIN, DRAW


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """Points, direct encounter, wins, Sonneborn-Berger, or the organiser's list (ST5.7), over the games that count."""
    chosen = parse_list(str(setup.options.get("tiebreaks", TIEBREAKS)))
    return tuple(one.over(counted) for one in criteria_of(() if isinstance(chosen, Refusal) else chosen, WIN, DRAW))
