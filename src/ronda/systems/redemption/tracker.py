"""redemption: the tracker workbook in which results are reported (PS4.5). The file is the organiser's own; this says
what stands in which cell. Its formulas are never written."""

from __future__ import annotations

from collections import Counter

from ronda.core import Forfeit, Refusal, Result, Scored, Side, Tournament
from ronda.systems.declarations import CellValue, FilledForm
from ronda.systems.redemption.rules import settings

SHEET = "2-Player (1)"
FIRST_ROW, MOST_PLAYERS, MOST_ROUNDS = 3, 200, 10
_FIRST_COLUMN, _COLUMNS = 6, 5  # F; opponent, own score, opponent's score, two formulas
_FIRST_BYE = -3  # the sheet makes 3 points of it, then 2, 1 and 0


def tracker(tournament: Tournament) -> FilledForm | Refusal:
    """Everybody in the order of the list. What has no result yet stays empty; a score is cut at N."""
    facts = {"players": len(tournament.players), "rounds": len(tournament.rounds)}
    if facts["players"] > MOST_PLAYERS or facts["rounds"] > MOST_ROUNDS:
        return Refusal("form_too_small", "PS4.5", {**facts, "most": MOST_PLAYERS, "most_rounds": MOST_ROUNDS})
    most = settings(tournament.setup).match.target
    names = _names(tournament)
    row = {player.id: FIRST_ROW + at for at, player in enumerate(tournament.players)}
    cells: dict[str, CellValue] = {"A14": 1 if most == 5 else 2, "A28": len(tournament.rounds)}
    cells |= {f"B{row[player]}": name for player, name in names.items()}
    byes: Counter[int] = Counter()
    for round_ in tournament.rounds:
        column = _FIRST_COLUMN + _COLUMNS * (round_.number - 1)

        def write(player: int, opponent: str, own: int | None, other: int | None, at: int = column) -> None:
            cells[f"{_letters(at)}{row[player]}"] = opponent
            if own is not None and other is not None:
                cells[f"{_letters(at + 1)}{row[player]}"] = own
                cells[f"{_letters(at + 2)}{row[player]}"] = other

        for table in round_.tables:
            scores = _scores(table.result, most)
            write(_only(table.first), names[_only(table.second)], *scores)
            write(_only(table.second), names[_only(table.first)], *scores[::-1])
        for bye in round_.byes:
            write(bye.player, "Bye", min(_FIRST_BYE + byes[bye.player], 0), 0)
            byes[bye.player] += 1
    return FilledForm(SHEET, cells, ("form_byes",) if byes else ())


def _scores(result: Result | None, most: int) -> tuple[int | None, int | None]:
    """A table decided by absence is told as a full win."""
    match result:
        case Scored(first=first, second=second):
            return min(first, most), min(second, most)
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            return 0 if first_absent else most, 0 if second_absent else most
        case None:
            return None, None


def _only(side: Side) -> int:
    return side[0]


def _names(tournament: Tournament) -> dict[int, str]:
    """The sheet finds opponents by name: namesakes are numbered."""
    seen: Counter[str] = Counter()
    found = {}
    for player in tournament.players:
        seen[player.name] += 1
        found[player.id] = player.name if seen[player.name] == 1 else f"{player.name} ({seen[player.name]})"
    return found


def _letters(column: int) -> str:
    """1 is A, 27 is AA."""
    text = ""
    while column:
        column, rest = divmod(column - 1, 26)
        text = chr(ord("A") + rest) + text
    return text
