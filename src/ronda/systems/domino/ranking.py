"""domino: win rate, effectiveness, index, the order that follows from them (D3, D1.4), and the figures of one athlete.

Of what is told about one athlete (games, streaks, best partner, rivals met most often), only games that took place
count (D2.3, D2.4): a bye, an absence or a table not played is none, and neither breaks a streak nor lengthens it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import lcm
from typing import NamedTuple

from ronda.core import (
    Book,
    Criterion,
    Draw,
    Line,
    Outcome,
    Player,
    PlayerNote,
    Setup,
    Term,
    lines_ended,
    measured,
    replace,
    sum_over,
)
from ronda.systems.columns import NAME, NO_VALUE, PLACE, ListColumn, Lists, Source, Values, value
from ronda.systems.domino.rules import MISSING_ELO, settings
from ronda.systems.score_to_target import HOUSE_CRITERIA
from ronda.tiebreaks.library import rulebook_criterion


def elo(player: Player) -> int:
    return player.rating or MISSING_ELO  # D1.4


games = lines_ended("win", "loss")  # that took place; absences and byes are none (D2.3, D2.4)


def capped(line: Line, target: int) -> int:
    """PF − PC of a game, each score capped at the target (D3.2)."""
    return min(line.made, target) - min(line.conceded, target)


# --- the order (D3.4) --------------------------------------------------------------------------------------


class Totals(NamedTuple):
    """What a player has from the games that took place; `capped` is PF − PC with each score capped at the target."""

    played: int = 0
    wins: int = 0
    capped: int = 0


def _totals(book: Book) -> Mapping[int, Totals]:
    def found() -> dict[int, Totals]:
        target = settings(book.setup).target
        return {player: totals(book, player, target) for player in book.players}

    return book.derived(totals, found)


def totals(book: Book, player: int, target: int) -> Totals:
    played = games(book, player)
    wins = sum([line.outcome == "win" for line in played])
    return Totals(len(played), wins, sum([capped(line, target) for line in played]))


def list_numbers(book: Book) -> dict[int, int]:
    """Everybody's place in the list of players, the last thing that decides (D3.4)."""
    return {player: at for at, player in enumerate(book.players, start=1)}


def pairing_order(book: Book, pool: Iterable[int]) -> list[int]:
    """D6.1: everyone by D3.4 over the whole event."""
    keys = measured(book, [criterion for criterion in criteria(book.setup) if criterion.ranks], pool).keys
    return sorted(keys, key=keys.__getitem__)


def first_order(book: Book, pool: Sequence[int], draw: Draw) -> list[int]:
    """Round 1: by ELO, then start number, or by lot (D1.4)."""
    if not settings(book.setup).by_elo:
        return draw.about("D1.4").shuffled(pool)
    return sorted(pool, key=lambda player: -elo(book.players[player]))


# --- the standings -----------------------------------------------------------------------------------------


def _counted(name: str, *outcomes: Outcome) -> Criterion:
    """How many lines ended like that: only shown."""
    return sum_over(name, lines_ended(*outcomes), lambda _: 1, ranks=False)


def game_unit(book: Book) -> int:
    """A number that can be divided by any number of games played: so shares of games are whole numbers."""
    return lcm(*range(1, book.round))


def target_unit(book: Book) -> int:
    """The same for values that are also divided by the target."""
    return settings(book.setup).target * game_unit(book)


def _win_rates(book: Book, players: Collection[int]) -> Mapping[int, int]:
    """D3.1: wins ÷ games played, 0 if none."""
    found, unit = _totals(book), game_unit(book)
    return {p: found[p].wins * (unit // found[p].played) if found[p].played else 0 for p in players}


def _win_rate_working(book: Book, player: int) -> Iterable[Term]:
    played, unit = games(book, player), game_unit(book)
    for line in played:
        yield Term((line.outcome == "win") * unit // len(played), line.outcome, line.round, line.opponents)


def _effectiveness(book: Book, players: Collection[int]) -> Mapping[int, int]:
    """D3.2: 50 × (1 + Σ(PF − PC) ÷ (target × games played)), 50 if no game."""
    found, unit, base = _totals(book), game_unit(book), 50 * target_unit(book)
    return {p: base + 50 * found[p].capped * (unit // found[p].played) if found[p].played else base for p in players}


def _effectiveness_working(book: Book, player: int) -> Iterable[Term]:
    target, unit = settings(book.setup).target, game_unit(book)
    played = games(book, player)
    yield Term(50 * target * unit, "base")
    for line in played:
        yield Term(50 * capped(line, target) * (unit // len(played)), line.outcome, line.round, line.opponents)


def _index_terms(book: Book, players: Collection[int]) -> Mapping[int, tuple[int, int, int]]:
    """D3.3: points × 1000, WR × 100 and EFF × 10; halves of points."""
    unit, target = target_unit(book), settings(book.setup).target
    rates, effects = _win_rates(book, players), _effectiveness(book, players)
    return {p: (book.halves[p] * 500 * unit, 100 * target * rates[p], 10 * effects[p]) for p in players}


def _indices(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: sum(terms) for player, terms in _index_terms(book, players).items()}


def _index_working(book: Book, player: int) -> Iterable[Term]:
    own = _index_terms(book, (player,))[player]
    return (Term(amount, code) for amount, code in zip(own, ("points", "win_rate", "eff"), strict=True))


def _elos(book: Book, players: Collection[int]) -> Mapping[int, int]:
    return {player: elo(book.players[player]) for player in players}


def _elo_working(book: Book, player: int) -> Iterable[Term]:
    yield Term(elo(book.players[player]), "elo")


def _numbers(book: Book, players: Collection[int]) -> Mapping[int, int]:  # noqa: ARG001
    return list_numbers(book)


def _number_working(book: Book, player: int) -> Iterable[Term]:
    yield Term(list_numbers(book)[player], "start_number")


_INDEX = Criterion("index", _indices, _index_working, unit=target_unit, decimals=2)
_POINTS = rulebook_criterion("points")
_SHOWN = (
    _counted("wins", "win"),
    _counted("losses", "loss"),
    _counted("played", "win", "loss"),
    Criterion("win_rate", _win_rates, _win_rate_working, unit=game_unit, ranks=False, decimals=1, percent=True),
    Criterion("eff", _effectiveness, _effectiveness_working, unit=target_unit, ranks=False, decimals=2),
)
_WITH_BYES = _counted("played", "win", "loss", "bye")
_LAST = (
    rulebook_criterion("margin", "difference"),  # as played: only EFF caps scores (D3.2)
    rulebook_criterion("scored", "points_for"),
    _counted("byes", "bye"),
    Criterion("elo", _elos, _elo_working, from_entry=True, personal=True),
    Criterion("number", _numbers, _number_working, from_entry=True, ascending=True),
)


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """D3.4; a player who left keeps a place (D9). By difference, the index is shown and does not rank; by index, it
    comes first (D10.4). By option as in mistorneos: wins, sum of effectiveness, points (PS2.1)."""
    if settings(setup).house:
        return (*HOUSE_CRITERIA, *_LAST[2:])
    shown: tuple[Criterion, ...] = _SHOWN
    if settings(setup).bye_played:  # D10.7: in the column, and nowhere else
        shown = tuple(_WITH_BYES if one.name == "played" else one for one in _SHOWN)
    match settings(setup).order:
        case "index":
            return (_INDEX, _POINTS, *shown, *_LAST)
        case "points-difference":
            return (_POINTS, *shown, replace(_INDEX, ranks=False), *_LAST)
        case "rulebook":
            return (_POINTS, *shown, _INDEX, *_LAST)


_OFTEN = 2  # somebody who was met once was not met often


def player_notes(book: Book, player: int) -> tuple[PlayerNote, ...]:
    """The notes in the order in which they are read; nothing before the first game."""
    played = games(book, player)
    return (*_streaks(played), *_best_partner(played), *_most_met(played)) if played else ()


def _streaks(played: Sequence[Line]) -> Iterator[PlayerNote]:
    wins = sum(1 for line in played if line.outcome == "win")
    facts = {"played": len(played), "wins": wins, "losses": len(played) - wins}
    yield PlayerNote("games", "D3.1", facts)
    runs = [(outcome, list(run)) for outcome, run in groupby(played, key=lambda line: line.outcome)]
    outcome, current = runs[-1]
    yield PlayerNote("winning_now" if outcome == "win" else "losing_now", "D2.2", {"n": len(current)})
    longest = max((run for outcome, run in runs if outcome == "win"), key=len, default=[])  # the first of equal ones
    if longest:
        rounds = {"first_round": longest[0].round, "last_round": longest[-1].round}
        yield PlayerNote("longest_streak", "D2.2", {"n": len(longest), **rounds})


def _best_partner(played: Sequence[Line]) -> Iterator[PlayerNote]:
    """Most wins together, then the difference of all games together; level ones are all named."""
    wins: Counter[int] = Counter()
    difference: defaultdict[int, int] = defaultdict(int)
    for line in played:
        for partner in line.partners:
            wins[partner] += line.outcome == "win"
            difference[partner] += line.differential
    best = max((wins[partner], difference[partner]) for partner in wins)
    if best[0]:
        level = sorted(partner for partner in wins if (wins[partner], difference[partner]) == best)
        yield PlayerNote("best_partner", "D2.2", {"players": level, "wins": best[0], "difference": best[1]})


def _most_met(played: Sequence[Line]) -> Iterator[PlayerNote]:
    met = Counter(rival for line in played for rival in line.opponents)
    most = max(met.values())
    if most >= _OFTEN:
        yield PlayerNote("most_met", "D1.3", {"players": sorted(r for r in met if met[r] == most), "times": most})


# how the last round ended; an absence or a table that was not played is neither won nor lost (D2.3)
_LAST_RESULT: dict[Outcome, str] = {"win": "win", "walkover": "win", "loss": "loss", "bye": "bye"}


def _records(source: Source) -> Values:
    return {row.player: f"{row.measures['wins'].amount}–{row.measures['losses'].amount}" for row in source.rows}


def _last(source: Source) -> Values:
    found = {}
    for row in source.rows:
        book = row.measured.book
        line = next((line for line in book.lines[row.player] if line.round == book.round - 1), None)
        result = _LAST_RESULT.get(line.outcome) if line else None
        found[row.player] = f"label.last.{result}" if result else NO_VALUE
    return found


RECORD = ListColumn(
    "record", "criterion.record.short", _records, priority=3, label="criterion.record", tells=("wins", "losses")
)
LAST = ListColumn("last", "criterion.last.short", _last, words=True, priority=4, label="criterion.last")


def _standings(setup: Setup) -> tuple[ListColumn, ...]:
    """As in the document; as in mistorneos by what decides there (PS2.1)."""
    if settings(setup).house:
        return PLACE, NAME, value("wins", 1), value("effectiveness", 2), value("points_for", 3), LAST
    first, second = (2, 1) if settings(setup).order == "index" else (1, 2)
    return (
        PLACE,
        NAME,
        value("points", first),
        RECORD,
        *([value("played", 7)] if settings(setup).bye_played else []),  # D10.7: else V-D says it
        value("win_rate", 6),
        value("eff", 5),
        value("index", second),
        LAST,
    )


LISTS = Lists(standings=_standings)
