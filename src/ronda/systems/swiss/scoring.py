"""swiss: what a result, an absence and a bye are worth (AG3, AG4)."""

from __future__ import annotations

from ronda.core import Bye, ByeKind, Forfeit, Outcome, Result, Scored, Scoring, Table, Tally, turned
from ronda.core.book import NO_GAMES, Games
from ronda.systems.swiss.results import decided, read, scores, write
from ronda.systems.swiss.rules import MatchForm, Settings, Worth


def scoring_by(own: Settings) -> Scoring:
    """How tables and byes count under these settings."""

    def table(at: Table) -> tuple[Tally, ...]:
        assert at.result is not None, "only tables with a result are scored"
        return tallies(at.result, own)

    return Scoring(table, lambda bye: score_bye(bye, own.worth), own.worth.unit)


def tallies(result: Result, own: Settings) -> tuple[Tally, Tally]:
    match result:
        case Scored():
            return _played(result, own), _played(_turned(result), own)
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            return _absence(first_absent, second_absent, own.worth), _absence(second_absent, first_absent, own.worth)


def _turned(result: Scored) -> Scored:
    other = turned(result)
    assert isinstance(other, Scored)
    return other


def _played(result: Scored, own: Settings) -> Tally:
    """AG3.1–AG3.4, for the first side."""
    worth = own.worth
    made, conceded = scores(result, own.match)
    ahead = (result.first > result.second) - (result.first < result.second)
    games = (result.first, result.second, result.drawn)
    if own.match.form == "score":
        games = (int(ahead > 0), int(ahead < 0), int(not ahead))
    if worth.margin_table:
        points, ahead = _by_table(made - conceded, worth)
    elif not ahead:
        points = worth.draw
    elif decided(result, own.match):
        points = worth.win if ahead > 0 else worth.loss
    else:
        points = worth.time_win if ahead > 0 else worth.time_loss
    outcome: Outcome = "win" if ahead > 0 else "loss" if ahead else "draw"
    return Tally(outcome, points, made, conceded, _capped(made - conceded, worth), games)


def _by_table(margin: int, own: Worth) -> tuple[int, int]:
    """AG3.4: the points, and who is ahead: nobody, where both get the same."""
    row = next(row for row in reversed(own.margin_table) if row.least <= abs(margin))
    ahead = 0 if row.winner == row.loser else 1 if margin > 0 else -1
    return row.loser if margin < 0 else row.winner, ahead


def _capped(margin: int, own: Worth) -> int:
    """AG3.3."""
    return max(-own.margin_cap, min(own.margin_cap, margin)) if own.margin_cap else margin


def _absence(absent: bool, opponent: bool, own: Worth) -> Tally:
    """AG3.5."""
    won, lost, drawn = own.forfeit_games
    if not absent:
        return Tally("walkover", own.walkover, differential=own.forfeit_margin[0], games=own.forfeit_games)
    if opponent:
        return Tally("absent", own.absent)
    return Tally("absent", own.absent, differential=own.forfeit_margin[1], games=(lost, won, drawn))


def awarded(player: int, kind: ByeKind, own: Worth) -> Bye:
    """A bye with what it is worth (AG4.1, AG4.3), as it is copied onto it (R3.3)."""
    margin = own.bye_margin if kind == "U" else 0
    return Bye(player, {"U": own.bye, "F": own.win, "H": own.draw, "Z": 0}[kind], margin, kind)


def score_bye(bye: Bye, own: Worth) -> Tally:
    """The bye's own worth, or the settings' where it carries none (R3.3)."""
    usual = awarded(bye.player, bye.kind, own)
    games: Games = own.bye_games if bye.kind == "U" else NO_GAMES
    halves = usual.halves if bye.halves is None else bye.halves
    margin = usual.differential if bye.differential is None else bye.differential
    return Tally("bye", halves or 0, differential=margin or 0, games=games)


def obeys(result: Result, own: MatchForm) -> bool:
    """AG9: whether the result could be entered under these settings."""
    return read(write(result), own) == result
