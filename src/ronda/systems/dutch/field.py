"""dutch: the facts of a round, for `pair` and for `check`: from the book of an event everybody's number, card and
virtual points, who is kept apart, and the field of `rules` that follows (DU1, DU2, DU9, PE7.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ronda.core import Book, Frozen, Line, Player, avoided_opponents
from ronda.core.penalty_effects import deducted, in_force
from ronda.systems.dutch.rules import Card, Field, Terms, baku_points, field_of, upper_group
from ronda.systems.dutch.scoring import TITLES, Settings, initial_colour, read_apart, read_virtual, settings

Pairs = frozenset[tuple[int, int]]
_PLAYED = {0: "w", 1: "b"}


def _place(player: Player) -> tuple[int, int, str, int]:
    """DU1.1: rating, title, name."""
    title = TITLES.index(player.title) if player.title in TITLES else len(TITLES)
    return -player.rating, title, player.name.casefold(), player.id


def start_numbers(players: Mapping[int, Player]) -> dict[int, int]:
    """Everybody's number (DU1.1, DU1.2). Those who have one keep their mutual order; a late entry gets the place of
    its rating among them, and everybody below moves down one (DU1.3)."""
    listed = sorted((p for p in players.values() if p.number is not None), key=lambda p: (p.number, p.id))
    new = sorted((p for p in players.values() if p.number is None), key=_place)
    if not new:
        return {player.id: player.number for player in listed if player.number is not None}
    if not listed:
        return {player.id: n for n, player in enumerate(new, start=1)}
    for player in new:
        own = _place(player)
        at = next((n for n, other in enumerate(listed) if _place(other) > own), len(listed))
        listed.insert(at, player)
    return {player.id: n for n, player in enumerate(listed, start=1)}


def cards_of(book: Book, numbers: Mapping[int, int]) -> list[Card]:
    """What everybody did so far. Whoever was not in the pool of a round was absent from it."""
    own = settings(book.setup)
    past = book.round - 1
    pool = set(book.pool())
    virtual = Acceleration(book, numbers, own)
    taken = [deducted(in_force(book.setup.penalties), past - ago, book.unit) for ago in range(3)]  # PE7.2
    found = []
    for player, lines in book.lines.items():
        kinds, opponents, points = ["Z"] * past, [0] * past, [0] * past
        for line in lines:
            at = line.round - 1
            kinds[at] = _kind(line)
            points[at] = own.draw if line.outcome == "pending" and line.opponents else line.halves  # DU2.3
            if line.opponents:
                opponents[at] = numbers[line.opponents[0]]
        number = numbers[player]
        now, last, earlier = (virtual.points(number, book.round - ago) - taken[ago].get(player, 0) for ago in range(3))
        found.append(Card(number, "".join(kinds), opponents, points, (now, last, earlier), player in pool))
    return found


def _kind(line: Line) -> str:
    if line.seat is None:
        return line.bye or "U"
    match line.outcome:
        case "walkover":
            return "+"
        case "absent" | "void":
            return "-"
        case _:
            return _PLAYED[line.seat]


class Acceleration:
    """The virtual points of an event (DU9): Baku, and those that the organiser lists."""

    def __init__(self, book: Book, numbers: Mapping[int, int], own: Settings) -> None:
        listed = read_virtual(str(book.setup.options.get("virtual_points", ""))) or []
        self._listed = [(int(value * own.unit), *rest) for value, *rest in listed]
        self._last = 0  # the number of the last player of GA
        self._rounds: dict[int, int] = {}
        if book.setup.options.get("acceleration") == "baku":
            self._last = last_accelerated(book, numbers)
            self._rounds = baku_points(book.rounds, own.win, own.draw)

    def points(self, number: int, round_: int) -> int:
        total = self._rounds.get(round_, 0) if number <= self._last else 0
        for points, first_round, last_round, first, last in self._listed:
            if first_round <= round_ <= last_round and first <= number <= last:
                total = points
        return total


def last_accelerated(book: Book, numbers: Mapping[int, int]) -> int:
    """DU9.2: the number of the last player of GA."""
    if book.round == 1:
        paired: Iterable[int] = book.pool()
    else:
        first = {player: lines[0] for player, lines in book.lines.items() if lines and lines[0].round == 1}
        paired = (player for player, line in first.items() if line.seat is not None or line.bye in (None, "U"))
    return upper_group(numbers[player] for player in paired)


def kept_apart(book: Book, numbers: Mapping[int, int]) -> Pairs:
    """The pairs that the arbiter forbids in this round (C1, record 260)."""
    found = set()
    for first, last, group in read_apart(str(book.setup.options.get("forbidden_pairs", ""))) or []:
        if first <= book.round <= last:
            found |= {(a, b) for a in group for b in group if a < b}
    known = set(numbers.values())
    return frozenset(pair for pair in found if known.issuperset(pair))


def wishes(book: Book, numbers: Mapping[int, int]) -> tuple[list[tuple[int, int]], Pairs]:
    """The avoid pairs of players who are there, by number: the hard ones in the order of the list; the soft ones."""
    avoided = avoided_opponents(book.setup, book.pool())
    hard: list[tuple[int, int]] = []
    for avoid in book.setup.avoid:
        a, b = avoid.players
        if avoid.bars_opponents() and avoid.hard and avoided.is_hard(a, b):
            pair = (min(numbers[a], numbers[b]), max(numbers[a], numbers[b]))
            if pair not in hard:
                hard.append(pair)
    soft = {
        (min(numbers[a], numbers[b]), max(numbers[a], numbers[b]))
        for a, others in avoided.soft.items()
        for b in others
        if avoided.is_soft(a, b)
    }
    return hard, frozenset(soft)


def terms_of(book: Book, forbidden: Pairs, hard: Sequence[tuple[int, int]], soft: Pairs) -> Terms:
    own = settings(book.setup)
    return Terms(
        round=book.round,
        rounds=book.rounds,
        win=own.win,
        loss=own.loss,
        initial=initial_colour(book.setup),
        forbidden=forbidden.union(hard),
        soft=soft,
    )


class Prepared(Frozen):
    """What the book says about the next round: everybody's number and card, who is kept apart, and the field if all
    hard wishes are kept."""

    numbers: Mapping[int, int]
    cards: Sequence[Card]
    forbidden: Pairs
    hard: Sequence[tuple[int, int]]
    soft: Pairs
    field: Field


def prepared(book: Book) -> Prepared:
    """Read once from a book, however often it is asked for."""
    return book.derived("dutch", lambda: _read(book))


def _read(book: Book) -> Prepared:
    numbers = start_numbers(book.players)
    cards = cards_of(book, numbers)
    forbidden = kept_apart(book, numbers)
    hard, soft = wishes(book, numbers)
    return Prepared(numbers, cards, forbidden, hard, soft, field_of(cards, terms_of(book, forbidden, hard, soft)))
