"""The player records (001), field by field."""

from __future__ import annotations

from typing import NamedTuple

from ronda.formats.trf.fields import Collector, FieldPlace, birth, number, points, sex, title
from ronda.formats.trf.values import MOST_PLAYERS, MOST_ROUNDS, PENDING, TrfPlayer

FIRST_ROUND = 91  # where the first round begins, counted from 0
STRIDE = 10
_COLOURS = {"w": "w", "b": "b", "-": "-", " ": "-"}
_RESULTS = {letter: letter for letter in "1=0WDL+-UFHZ"} | {"½": "="}
_OLD_BYES = {"+": "U", "-": "Z"}  # T2.2, without an opponent


class TrfPlayerLine(NamedTuple):
    """A player, and the rounds for which the line has a field at all: after the last filled one it says nothing."""

    player: TrfPlayer
    line: int
    filled: int
    vague: bool = False  # one of its fields has no colour mark, such as `0000   -` (T2.5)


def read_player(text: str, line: int, defects: Collector) -> TrfPlayerLine | None:
    """One record; None where it has no usable number."""
    place = FieldPlace(defects, line, 5)
    own = number(text[4:8], "number", place, 1, MOST_PLAYERS)
    if own is None:
        if not text[4:8].strip():
            place.add("bad_number", field="number", found="")
        return None
    sex_, title_, birth_ = sex(text[9:10]), title(text[10:13]), birth(text[69:79])
    name = text[14:47].strip()
    if not name:
        FieldPlace(defects, line, 15, own).add("no_name")
    if sex_ is None:
        FieldPlace(defects, line, 10, own).add("bad_value", field="sex", found=text[9], expected="m, w")
    if title_ is None:
        found, known = text[10:13].strip(), "GM, IM, WGM, FM, WIM, CM, WFM, WCM"
        FieldPlace(defects, line, 11, own).add("bad_value", field="title", found=found, expected=known)
    if birth_ is None:
        found = text[69:79].strip()
        FieldPlace(defects, line, 70, own).add("bad_value", field="birth", found=found, expected="YYYY/MM/DD")
    rating = number(text[48:52], "rating", FieldPlace(defects, line, 49, own))
    points_ = points(text[80:84], "points", FieldPlace(defects, line, 81, own))
    rank = number(text[85:89], "rank", FieldPlace(defects, line, 86, own))
    opponents, colours, results, filled, vague = _rounds(text[FIRST_ROUND:], own, line, defects)
    player = TrfPlayer(
        own,
        name,
        sex_ or "",
        title_ or "",
        rating or 0,
        text[53:56].strip(),
        text[57:68].strip(),
        birth_ or "",
        points_,
        rank,
        opponents,
        colours,
        results,
    )
    return TrfPlayerLine(player, line, filled, vague)


class _Rounds(NamedTuple):
    opponents: tuple[int, ...]
    colours: str
    results: str
    filled: int
    vague: bool


def _rounds(body: str, own: int, line: int, defects: Collector) -> _Rounds:
    count = -(-len(body) // STRIDE)
    if count > MOST_ROUNDS:
        place = FieldPlace(defects, line, FIRST_ROUND + 1 + STRIDE * MOST_ROUNDS, own)
        place.add("out_of_range", field="rounds", found=count, low=0, high=MOST_ROUNDS)
        count = MOST_ROUNDS
    opponents, colours, results, vague = [], "", "", False
    for at in range(count):
        field = body[STRIDE * at : STRIDE * at + STRIDE].ljust(STRIDE)
        place = FieldPlace(defects, line, FIRST_ROUND + 1 + STRIDE * at, own, at + 1)
        opponent = number(field[:4], "opponent", place, 0, MOST_PLAYERS) or 0
        colour, result = _COLOURS.get(field[5].lower()), _RESULTS.get(field[7].upper())
        if field[4] + field[6] + field[8:] != "    ":
            place.add("bad_value", field="round", found=field.strip(), expected="1234 w 1")
        elif colour is None:
            place._replace(column=place.column + 5).add("bad_colour", found=field[5])
        elif result is None and field[7] != " ":
            place._replace(column=place.column + 7).add("bad_result", found=field[7])
        vague = vague or (not opponent and field[5] == " " and field[7] != " ")
        if result is None:  # T2.1: blank is a zero-point bye; with an opponent the game has no result yet
            result = PENDING if opponent else "Z"
        elif not opponent:
            result = _OLD_BYES.get(result, result)
        opponents.append(opponent)
        colours += colour or "-"
        results += result
    return _Rounds(tuple(opponents), colours, results, count, vague)
