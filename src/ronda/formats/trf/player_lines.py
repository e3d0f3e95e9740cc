"""The player records (001): one pass that is fast where all is in order, and a slow one that tells what is not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ronda.formats.trf.fields import Collector, FieldPlace, birth, number, points, sex, tenths, title
from ronda.formats.trf.values import MOST_PLAYERS, MOST_ROUNDS, PENDING, TrfPlayer

FIRST_ROUND = 91  # where the first round begins, counted from 0
STRIDE = 10
_IN_ORDER = re.compile("(?:[ 0-9]{4} [wb-] [10=UHFZ+-](?:  |$))*")
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
    name, rating_text, points_text, rank_text = text[14:47].strip(), text[48:52], text[80:84], text[85:89]
    rating: int | None = 0
    points_ = tenths(points_text)
    rank: int | None = None
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
    if rating_text.strip():
        rating = number(rating_text, "rating", FieldPlace(defects, line, 49, own))
    if points_ is None:
        points_ = points(points_text, "points", FieldPlace(defects, line, 81, own))
    if rank_text.strip():
        rank = number(rank_text, "rank", FieldPlace(defects, line, 86, own))
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
    if _IN_ORDER.fullmatch(body):
        try:
            opponents = tuple([int(body[at : at + 4]) for at in range(0, len(body), STRIDE)])
        except ValueError:
            return _slow_rounds(body, count, own, line, defects)
        results = body[7::STRIDE]
        if 0 not in opponents or not _old_byes(opponents, results):
            return _Rounds(opponents, body[5::STRIDE], results, count, False)
    return _slow_rounds(body, count, own, line, defects)


def _old_byes(opponents: Sequence[int], results: str) -> bool:
    return any(not opponent and result in "+-" for opponent, result in zip(opponents, results, strict=True))


def _slow_rounds(body: str, count: int, own: int, line: int, defects: Collector) -> _Rounds:
    """The same, field by field."""
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
