"""Lists as they are read out, posted and printed: start list, pairings, final list, cross table.

A list is headings (as text keys) and rows of finished cells; who shows it decides how.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ronda.book import Book, Line
from ronda.history import before_round
from ronda.model import Player, Round, Tournament
from ronda.standings import Measure, Row
from ronda.systems import book_of, standings_book, system
from ronda.systems.chess.rules import licence, start_numbers
from ronda.turkish import upper

Cell = str | int
Number = Callable[[int | Fraction], str]  # how a number is written in the reader's language


@dataclass(frozen=True, slots=True)
class Listing:
    """`title` and `headings` are keys of texts (`label.…`); a heading that is no key stands as it is. `over` are
    headings over groups of columns, with the number of columns each; `who` is whose row it is in a cross table."""

    title: str
    headings: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    over: tuple[tuple[str, int], ...] = ()
    who: tuple[int, ...] = ()


def decimals(value: int | Fraction) -> str:
    """Two decimals, as the chess lists have them (C8)."""
    hundredths = round(Fraction(value) * 100)
    return f"{'-' if hundredths < 0 else ''}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


# --- chess (C8) --------------------------------------------------------------------------------------------


def chess_start_list(tournament: Tournament) -> Listing:
    rows = [(number, *_chess_player(player)) for number, player in _by_number(tournament)]
    return Listing("label.start_list", ("BSNo", *_CHESS_PLAYER), tuple(rows))


_CHESS_PLAYER = ("label.lno", "label.full_name", "ELO", "UKD")


def _chess_player(player: Player) -> tuple[Cell, ...]:
    return licence(player), upper(player.name), player.rating, player.national_rating


def _by_number(tournament: Tournament) -> list[tuple[int, Player]]:
    players = {player.id: player for player in tournament.players}
    return sorted((number, players[pid]) for pid, number in start_numbers(players).items())


def chess_pairing_list(tournament: Tournament, round_: Round) -> Listing:
    """White left, black right, with the points as they were known before the round; the bye last."""
    book = book_of(before_round(tournament, round_.number))
    numbers = start_numbers(book.players)

    def side(pid: int) -> tuple[Cell, ...]:
        return numbers[pid], licence(book.players[pid]), decimals(Fraction(book.halves[pid], 2))

    rows: list[tuple[Cell, ...]] = []
    for table in round_.tables:
        rows.append((table.number, *side(table.first[0]), "-", *reversed(side(table.second[0]))))
    for at, bye in enumerate(round_.byes, start=len(rows) + 1):
        rows.append((at, *side(bye.player), "-", "BYE", "", ""))
    points = "label.points_short"
    headings = ("label.mno", "BSNo", "label.lno", points, "-", points, "label.lno", "BSNo")
    return Listing(
        "label.pairing_list",
        headings,
        tuple(rows),
        (("", 1), ("label.whites", 3), ("-", 1), ("label.blacks", 3)),
    )


def chess_final_list(tournament: Tournament) -> Listing:
    book = standings_book(tournament)
    numbers = start_numbers(book.players)
    rows = [
        (
            row.place or "",
            numbers[row.player],
            *_chess_player(book.players[row.player]),
            *(decimals(row.measures[name].value) for name in ("points", "bh1", "bh2", "sb")),
            int(row.measures["wins"].value),
        )
        for row in system("chess").standings(book)
    ]
    criteria = ("label.points_short", "BH-1", "BH-2", "SB", "label.wins_short")
    return Listing("label.final_list", ("label.sno", "BSNo", *_CHESS_PLAYER, *criteria), tuple(rows))


def chess_cross_table(tournament: Tournament, colours: str) -> Listing:
    """In BSNo order; a cell is the opponent's BSNo, the colour and the result. `colours`: letters for white
    and black."""
    book = standings_book(tournament)
    numbers = start_numbers(book.players)
    rounds = range(1, len(tournament.rounds) + 1)
    rows = []
    for number, player in _by_number(tournament):
        lines = {line.round: line for line in book.lines[player.id]}
        cells = [_cross_cell(lines.get(r), numbers, colours) for r in rounds]
        total = decimals(Fraction(book.halves[player.id], 2))
        rows.append((number, *_chess_player(player), *cells, total))
    headings = ("BSNo", *_CHESS_PLAYER, *(f"label.round_short {r}" for r in rounds), "label.points_short")
    who = tuple(player.id for _, player in _by_number(tournament))
    return Listing("label.cross_table", headings, tuple(rows), who=who)


_MARKS = {"win": "1", "draw": "½", "loss": "0", "walkover": "+", "absent": "-", "pending": ""}


def _cross_cell(line: Line | None, numbers: dict[int, int], colours: str) -> str:
    if line is None:
        return ""
    if line.seat is None:
        return f"- - {'' if line.outcome == 'pending' else 1}".rstrip()
    return f"{numbers[line.opponents[0]]} {colours[line.seat]} {_MARKS[line.outcome]}".rstrip()


# --- every other system ------------------------------------------------------------------------------------


def start_list(tournament: Tournament) -> Listing:
    rows = [
        (player.number or "", player.id, player.name, player.rating or "", player.club)
        for player in sorted(tournament.players, key=lambda p: (p.number is None, p.number or 0))
    ]
    headings = ("label.number", "label.id", "label.name", "label.rating", "label.club")
    return Listing("label.start_list", headings, tuple(rows))


def pairing_list(tournament: Tournament, round_: Round) -> Listing:
    rules = system(tournament.setup.system)
    names = {player.id: player.name for player in tournament.players}

    def side(players: Sequence[int]) -> str:
        return " / ".join(names[player] for player in players)

    rows: list[tuple[Cell, ...]] = [
        (t.number, side(t.first), side(t.second), rules.shown_result(t.result)) for t in round_.tables
    ]
    rows += [("", names[bye.player], "label.bye", "") for bye in round_.byes]
    return Listing("label.pairing_list", ("label.table", "label.first", "label.second", "label.result"), tuple(rows))


def final_list(tournament: Tournament, number: Number) -> Listing:
    book = standings_book(tournament)
    return standings_list(book, system(tournament.setup.system).standings(book), number)


def standings_list(book: Book, rows: Sequence[Row], number: Number) -> Listing:
    names = list(rows[0].measures) if rows else []
    listed = tuple(
        (
            row.place or "",
            book.players[row.player].name,
            *(shown_value(name, row.measures[name], number) for name in names),
            "" if row.status == "active" else f"label.status.{row.status}",
        )
        for row in rows
    )
    headings = ("label.place", "label.name", *(f"criterion.{name}" for name in names), "")
    return Listing("label.standings", headings, listed)


_ROUNDED = {"eff": 2, "index": 2}


def shown_value(name: str, measure: Measure, number: Number) -> str:
    """The value of a criterion as lists show it."""
    value = measure.value
    if name == "win_rate":  # D3.1: shown in per cent
        return f"{number(round(value * 100, 1))} %"
    if name in _ROUNDED:
        value = round(value, _ROUNDED[name])
    return number(value)


def cross_table(tournament: Tournament, number: Number) -> Listing:
    """In the order of the standings; a cell is the opponents' places and the points of the round."""
    book = standings_book(tournament)
    order = [row.player for row in system(tournament.setup.system).standings(book)]
    position = {player: at for at, player in enumerate(order, start=1)}
    rounds = range(1, len(tournament.rounds) + 1)
    called = called_tables(tournament)
    rows: list[tuple[Cell, ...]] = []
    for player in order:
        lines = {line.round: line for line in book.lines[player]}
        cells = [_round_cell(lines.get(r), position, number, called) for r in rounds]
        total = number(Fraction(book.halves[player], 2))
        rows.append((position[player], book.players[player].name, *cells, total))
    headings = ("#", "label.name", *(f"label.round_short {r}" for r in rounds), "label.points_short")
    return Listing("label.cross_table", headings, tuple(rows), who=tuple(order))


def called_tables(tournament: Tournament) -> dict[tuple[int, int], str]:
    """By round and table, the keys of the words for results that are read as one: nothing else is said there."""
    rules = system(tournament.setup.system)
    return {
        (round_.number, table.number): rules.shown_result(table.result)
        for round_ in tournament.rounds
        for table in round_.tables
        if table.result is not None and rules.result_word(table.result) is not None
    }


def _round_cell(
    line: Line | None, position: dict[int, int], number: Number, called: Mapping[tuple[int, int], str]
) -> str:
    if line is None:
        return "--"  # not in the pool: shown as absent (R5.3)
    points = number(Fraction(line.halves, 2)) if line.outcome != "pending" else "?"
    if line.table is None:
        return f"- {points}"
    if (line.round, line.table) in called:
        return f"{called[line.round, line.table]} {points}"
    partners = "".join(f"{position[p]}+" for p in line.partners)
    return f"{partners}:{'/'.join(str(position[o]) for o in line.opponents)} {points}".lstrip(":")
