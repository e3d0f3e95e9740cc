"""The checklist of a round: what the rules ask about each player, in columns that other programs read.

A tab stands behind every column. The header begins with `ID`; its third column has one hyphen more than rounds were
played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ronda.formats.trf.round_to_pair import Handed
from ronda.formats.trf.values import PLAYED, TENTHS
from ronda.systems.exchange import ChecklistEntry, PairingEntry, Pairs


def checklist_text(handed: Handed, listed: Sequence[ChecklistEntry], pairs: Pairs | None) -> str:
    """One line per player, by score and number; without a pair where no complete round exists."""
    past = handed.coming.round - 1
    header = ["ID", "Pts", "-" * (past + 1), "Pref", "C2", "C14", "C16", "Cur", ""]
    header += [f"R{number}" for number in range(1, past + 1)]
    entries = {entry.number: entry for entry in handed.coming.entries}
    current = _current(handed.as_called(pairs)) if pairs is not None else {}
    rows = [header, *(_row(one, entries[one.number], current, handed) for one in listed)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["".join(f"{text:>{width}}\t" for text, width in zip(row, widths, strict=True)) for row in rows]
    return "".join(f"{line}\n" for line in (lines[0].lstrip(), *lines[1:]))


def _row(one: ChecklistEntry, entry: PairingEntry, current: Mapping[int, str], handed: Handed) -> list[str]:
    number = handed.called.get(one.number, one.number)
    met = [
        str(handed.called.get(opponent, opponent)) if result in PLAYED else ""
        for opponent, result in zip(entry.opponents, entry.results, strict=True)
    ]
    points = f"{'-' if one.points < 0 else ''}{abs(one.points) // TENTHS}.{abs(one.points) % TENTHS}"
    wish = one.wish if one.wish.startswith("(") else f"{one.wish} "
    rest = "Y" if one.may_rest else "N"
    return [str(number), points, one.colours.upper(), wish, rest, *one.floats, current.get(number, ""), "", *met]


def _current(pairs: Pairs) -> dict[int, str]:
    """The opponent and the own colour of everybody who is paired."""
    found: dict[int, str] = {}
    for white, black in pairs:
        found |= {white: f"({black}W)", black: f"({white}B)"} if black else {white: "(bye)"}
    return found
