"""domino: what there is to tell about one athlete: games, streaks, best partner, rivals met most often.

Only games that took place count (D2.3, D2.4): a bye, an absence or a table not played is none, and neither breaks a
streak nor lengthens it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from ronda.core.book import Book, Line
from ronda.core.verdicts import PlayerNote
from ronda.systems.domino.ranking import games

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
