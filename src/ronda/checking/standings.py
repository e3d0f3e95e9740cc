"""CR10: the standings against the facts. Values are counted again from the lines of the players, places follow from
the list alone, and a lot from its seed. Nothing here knows how criteria are made, nor how rows are ordered: of criteria
that are not counted again, the values are taken as the standings show them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from ronda.core import Book, Criterion, Draw, Finding, Line, RankedRow, Standings
from ronda.core.verdicts import PLAYER, TEXT, VALUE, Codes, citing

CODES: Codes = {
    "finding": {
        "value_wrong": citing("CR3", player=PLAYER, criterion=TEXT, found=VALUE, expected=VALUE),
        "order_not_followed": citing("CR1.2", player=PLAYER, above=PLAYER, criterion=TEXT),
        "place_wrong": citing("CR1.2", player=PLAYER, found=VALUE, expected=VALUE),
        "lot_not_drawn_so": citing("CR8.2", player=PLAYER, found=VALUE, expected=VALUE),
    }
}
_GAMES = ("win", "draw", "loss")
# CR3: what every round of a player adds, row by row of the table
_ADDED: Mapping[str, Callable[[Line], int]] = {
    "wins": lambda line: line.outcome in ("win", "walkover"),
    "won": lambda line: line.outcome == "win",
    "losses": lambda line: line.outcome in ("loss", "absent"),
    "margin": lambda line: line.differential,
    "scored": lambda line: line.made,
    "conceded": lambda line: line.conceded,
    "played": lambda line: line.outcome in _GAMES,
    "byes": lambda line: line.outcome == "bye",
}


def check_standings(rows: Standings, counted: Book) -> Iterator[Finding]:
    """`counted`: the book that values are counted over."""
    if not rows:
        return
    lots = dict[int, int]()
    if counted.lot is not None:
        drawn = Draw(counted.lot, "CR8.2").shuffled(sorted(counted.players))
        lots = {player: number for number, player in enumerate(drawn, start=1)}
    ranking = [one.name for one in rows[0].measured.criteria if one.ranks]  # what else a system shows is its own
    for row in rows:
        for name in ranking:
            measure = row.measures[name]
            expected = lots.get(row.player) if name == "lot" else _value(counted, name, row.player)
            if (name == "lot" or expected is not None) and measure.value != expected:
                code, article = ("lot_not_drawn_so", "CR8.2") if name == "lot" else ("value_wrong", "CR3")
                facts = {"player": row.player, "found": str(measure.value), "expected": str(expected)}
                facts |= {} if name == "lot" else {"criterion": name}
                yield Finding(code, article, "violation", None, (row.player,), facts)
    if not counted.settled:  # a later stage gives the places (ST9)
        yield from _places([row for row in rows if row.place is not None])


def _value(book: Book, name: str, player: int) -> Fraction | None:
    """What the rounds of the player make by that criterion; None where it is not counted again."""
    lines = book.lines[player]
    if name in _ADDED:
        return Fraction(sum(_ADDED[name](line) for line in lines))
    if name == "points":
        return Fraction(_earned(book, player) - book.deducted.get(player, 0), book.unit)
    if name == "sos":
        last = max((line.round for own in book.lines.values() for line in own), default=0)
        pending = any(line.outcome == "pending" for own in book.lines.values() for line in own)
        over = [line for line in lines if line.outcome in _GAMES and not (pending and line.round == last)]
        made = sum(_earned(book, one, last if pending else None) for line in over for one in line.opponents)
        return Fraction(made, book.unit)
    return None


def _earned(book: Book, player: int, without: int | None = None) -> int:
    """The points of all rounds, and those that somebody began with (CR2.3), in parts; `without` the round that is still
    being played."""
    own = sum(line.halves for line in book.lines[player] if line.round != without)
    return own + book.players[player].start * book.unit


def _places(rows: list[RankedRow]) -> Iterator[Finding]:
    """Whoever is above is better in the first criterion in which two differ, and whoever differs in none shares the
    place."""
    place = 1
    for at, (above, row) in enumerate(pairwise(rows), start=2):
        better = next(filter(None, (_better(one, above, row) for one in above.measured.criteria if one.ranks)), None)
        place = at if better else place
        if better and better[1] < 0:
            facts = {"player": row.player, "above": above.player, "criterion": better[0]}
            yield Finding("order_not_followed", "CR1.2", "violation", None, (above.player, row.player), facts)
        elif row.place != place:
            facts = {"player": row.player, "found": row.place, "expected": place}
            yield Finding("place_wrong", "CR1.2", "violation", None, (row.player,), facts)


def _better(criterion: Criterion, above: RankedRow, below: RankedRow) -> tuple[str, int] | None:
    """The criterion, and 1 where it puts the upper one first, −1 where the lower; who has no value is behind."""
    one, other = (row.measures[criterion.name].value for row in (above, below))
    if one == other:
        return None
    if one is None or other is None:
        return criterion.name, 1 if other is None else -1
    return criterion.name, 1 if (one < other) is criterion.ascending else -1
