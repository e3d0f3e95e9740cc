"""The chart of an event: what everybody did in every round, in columns, and what follows from it.

Points are whole numbers of a unit. Rounds are letters, as in a report file: `1 = 0` games, `W D L` games of less than
a move, `+ -` forfeits, `U F H Z` byes, `?` a game without a result yet. Players are known by their position.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ronda.core import Book, Deriving, Line, replace

_GAMES = "1=0WDL"
GAMES = frozenset(_GAMES)
WON = frozenset("1W")
DRAWN = frozenset("=D")
FORFEITED = frozenset("+-")
REQUESTED = frozenset("HZ")  # RB: a requested bye, an absence (TB2)
VOLUNTARY = frozenset("HZ-")  # VUR
PENDING = "?"
_UNPLAYED = re.compile(f"[^{_GAMES}]")


class Chart(Deriving, eq=False):
    """`ids` are the players; `opponents` are positions, -1 without one; `points` are those of each round. `extra` are
    bonus and penalty points; `start` those that somebody began with. `win` and `draw` are what these are worth; `unit`
    of them make one point."""

    ids: Sequence[int]
    results: Sequence[str]
    opponents: Sequence[Sequence[int]]
    colours: Sequence[str]
    points: Sequence[Sequence[int]]
    ratings: Sequence[int]
    numbers: Sequence[int]
    win: int
    draw: int
    unit: int
    rounds: int
    extra: Sequence[int] = ()
    start: Sequence[int] = ()

    @property
    def totals(self) -> list[int]:
        """The points of the standings (TB1.1)."""
        return self.derived("totals", self._totals)

    def _totals(self) -> list[int]:
        sums = self.earned
        return [own + more for own, more in zip(sums, self.extra, strict=True)] if self.extra else sums

    @property
    def earned(self) -> list[int]:
        """The points of the rounds, and those that somebody began with."""
        sums = map(sum, self.points)
        return [own + more for own, more in zip(sums, self.start, strict=True)] if self.start else list(sums)

    @property
    def unplayed(self) -> list[tuple[int, ...]]:
        """The rounds without a game over the board, counted from 0."""

        def found(results: str) -> tuple[int, ...]:
            return tuple(match.start() for match in _UNPLAYED.finditer(results))

        return self.derived("unplayed", lambda: [found(r) if r.strip(_GAMES) else () for r in self.results])

    @property
    def met(self) -> list[list[int]]:
        """The opponents met over the board, once for each game."""

        def found() -> list[list[int]]:
            every = zip(self.opponents, self.unplayed, strict=True)
            return [[o for at, o in enumerate(own) if at not in out] if out else list(own) for own, out in every]

        return self.derived("met", found)

    @property
    def fore(self) -> Chart:
        """The same with everybody who is paired in the last round drawing there (FB)."""
        return self.derived("fore", self._fore)

    def _fore(self) -> Chart:
        results, points = list(self.results), list(self.points)
        last = self.rounds - 1
        for at, opponents in enumerate(self.opponents):
            if last >= 0 and opponents[last] >= 0:
                results[at] = results[at][:last] + "="
                points[at] = (*points[at][:last], self.draw)
        return replace(self, results=results, points=points)


def adjusted(chart: Chart) -> list[int]:
    """A(p) of everybody, as somebody's opponent: the points of the rounds, but requested byes after which only
    voluntarily unplayed rounds follow count as draws (TB2.1, TB3.1)."""

    def found() -> list[int]:
        draw = chart.draw
        scores = chart.earned
        for at, results in enumerate(chart.results):
            if results[-1:] in VOLUNTARY:
                begin = len(results.rstrip("HZ-"))
                own = chart.points[at]
                scores[at] += sum(draw - own[r] for r in range(begin, len(results)) if results[r] != "-")
        return scores

    return chart.derived("adjusted", found)


# --- of an event that is kept here ---------------------------------------------------------------------------

_LETTERS = {"win": "1", "draw": "=", "loss": "0", "walkover": "+", "absent": "-", "void": "-", "pending": PENDING}


def chart_of(book: Book, win: int, draw: int) -> Chart:
    """The chart, made once for a book. A round counts when none of its results is missing (TB1.5); who was not in the
    pool of a round was absent. `win` and `draw` are in units of the book."""
    return book.derived(("chart", win, draw), lambda: _chart(book, win, draw))


def completed(book: Book) -> int:
    """The rounds before the one that is still played."""

    def found() -> int:
        last = book.round - 1
        ends = (lines[-1] for lines in book.lines.values() if lines)
        return last - any(line.round == last and line.outcome == "pending" for line in ends)

    return book.derived("completed", found)


def _chart(book: Book, win: int, draw: int) -> Chart:
    rounds = completed(book)
    started = any(player.start for player in book.players.values())
    place = {player: at for at, player in enumerate(book.players)}
    results, opponents, colours, points = [], [], [], []
    nobody, nothing = [-1] * rounds, [0] * rounds
    for player in book.players:
        lines = book.lines[player]
        if len(lines) == rounds > 0:
            numbers, _, seats, _, others, outcomes, halves, *_ = zip(*lines, strict=True)
            if numbers[-1] == rounds and None not in seats:  # at a table in every round, as most are
                results.append("".join(map(_LETTERS.__getitem__, outcomes)))
                colours.append("".join(map("wb".__getitem__, seats)))
                opponents.append([place[other[0]] for other in others])
                points.append(list(halves))
                continue
        letters, sides, met, worth = ["Z"] * rounds, ["-"] * rounds, nobody.copy(), nothing.copy()
        for line in lines:
            at = line.round - 1
            if at < rounds:
                letters[at] = letter(line)
                worth[at] = line.halves
                if line.opponents:
                    met[at] = place[line.opponents[0]]
                    sides[at] = "b" if line.seat else "w"
        results.append("".join(letters))
        colours.append("".join(sides))
        opponents.append(met)
        points.append(worth)
    return Chart(
        ids=list(book.players),
        results=results,
        opponents=opponents,
        colours=colours,
        points=points,
        ratings=[player.rating for player in book.players.values()],
        numbers=[player.number or player.id for player in book.players.values()],
        win=win,
        draw=draw,
        unit=book.unit,
        rounds=rounds,
        start=[player.start * book.unit for player in book.players.values()] if started else (),
    )


def letter(line: Line) -> str:
    """What a round was, as a report file has it."""
    return line.bye or "U" if line.seat is None else _LETTERS[line.outcome]
