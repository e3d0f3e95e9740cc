"""The chart of an event that is kept here: the completed rounds of its book."""

from __future__ import annotations

from ronda.core.book import Book, Line
from ronda.tiebreaks.chart import PENDING, Chart

_LETTERS = {"win": "1", "draw": "=", "loss": "0", "walkover": "+", "absent": "-", "void": "-", "pending": PENDING}


def chart_of(book: Book, win: int, draw: int) -> Chart:
    """The chart, made once for a book. A round counts when none of its results is missing (TB1.5); who was not in the
    pool of a round was absent. `win` and `draw` are in units of the book."""
    return book.once(("chart", win, draw), lambda: _chart(book, win, draw))


def completed(book: Book) -> int:
    """The rounds before the one that is still played."""
    last = book.round - 1
    running = any(lines and lines[-1].round == last and lines[-1].outcome == "pending" for lines in book.lines.values())
    return last - 1 if running else last


def _chart(book: Book, win: int, draw: int) -> Chart:
    rounds = completed(book)
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
    )


def letter(line: Line) -> str:
    """What a round was, as a report file has it."""
    return line.bye or "U" if line.seat is None else _LETTERS[line.outcome]
