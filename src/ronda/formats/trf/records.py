"""The records of a report file: those of players (001) field by field, and all others, one line each, taken down in a
draft of the event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from ronda.formats.trf.fields import MOST, Collector, FieldPlace, birth, number, points, sex, tenths, title
from ronda.formats.trf.values import (
    ABNORMAL_LETTERS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    PENDING,
    REQUESTED,
    SCORING_LETTERS,
    TEXTS,
    XXS_WORDS,
    Abnormal,
    Forbidden,
    NationalRating,
    RequestedBye,
    TrfPlayer,
    VirtualPoints,
)

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


class TrfLine(NamedTuple):
    """A line of the file, read by columns that are counted from 0; what is wrong with it goes to the defects."""

    text: str
    line: int
    defects: Collector
    player: int | None = None  # whom it is about

    def at(self, column: int, round_: int | None = None) -> FieldPlace:
        return FieldPlace(self.defects, self.line, column + 1, self.player, round_)

    def number(self, start: int, stop: int | None, field: str, low: int = 0, high: int = MOST) -> int | None:
        return number(self.text[start:stop], field, self.at(start), low, high)

    def needed(self, start: int, stop: int, field: str, high: int) -> int | None:
        """From 1 on, and not blank."""
        if not self.text[start:stop].strip():
            self.at(start).add("bad_number", field=field, found="")
        return self.number(start, stop, field, 1, high)

    def points(self, start: int, stop: int) -> int | None:
        return points(self.text[start:stop], "points", self.at(start))

    def players(self, start: int) -> tuple[int, ...]:
        """Pairing numbers from a column on; each once (Q13)."""
        words = re.finditer(r"\S+", self.text[start:])
        found = (self.number(start + one.start(), start + one.end(), "number", 1, MOST_PLAYERS) for one in words)
        return tuple(dict.fromkeys(one for one in found if one is not None))


def read_player(text: str, line: int, defects: Collector) -> TrfPlayerLine | None:
    """One record; None where it has no usable number."""
    record = TrfLine(text, line, defects)
    own = record.needed(4, 8, "number", MOST_PLAYERS)
    if own is None:
        return None
    record = record._replace(player=own)
    sex_, title_, birth_ = sex(text[9:10]), title(text[10:13]), birth(text[69:79])
    name = text[14:47].strip()
    if not name:
        record.at(14).add("no_name")
    if sex_ is None:
        record.at(9).add("bad_value", field="sex", found=text[9], expected="m, w")
    if title_ is None:
        known = "GM, IM, WGM, FM, WIM, CM, WFM, WCM"
        record.at(10).add("bad_value", field="title", found=text[10:13].strip(), expected=known)
    if birth_ is None:
        record.at(69).add("bad_value", field="birth", found=text[69:79].strip(), expected="YYYY/MM/DD")
    opponents, colours, results, filled, vague = _round_fields(record)
    player = TrfPlayer(
        own,
        name,
        sex_ or "",
        title_ or "",
        record.number(48, 52, "rating") or 0,
        text[53:56].strip(),
        text[57:68].strip(),
        birth_ or "",
        record.points(80, 84),
        record.number(85, 89, "rank"),
        opponents,
        colours,
        results,
    )
    return TrfPlayerLine(player, line, filled, vague)


def _round_fields(record: TrfLine) -> tuple[tuple[int, ...], str, str, int, bool]:
    """Opponents, colours and results; how many rounds the line has, and whether one of its fields is vague."""
    body = record.text[FIRST_ROUND:]
    count = -(-len(body) // STRIDE)
    if count > MOST_ROUNDS:
        place = record.at(FIRST_ROUND + STRIDE * MOST_ROUNDS)
        place.add("out_of_range", field="rounds", found=count, low=0, high=MOST_ROUNDS)
        count = MOST_ROUNDS
    opponents, colours, results, vague = [], "", "", False
    for at in range(count):
        field = body[STRIDE * at : STRIDE * at + STRIDE].ljust(STRIDE)
        place = record.at(FIRST_ROUND + STRIDE * at, at + 1)
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
    return tuple(opponents), colours, results, count, vague


# T3: records of team events
TEAMS = frozenset(("300", "310", "320", "330", "352", "362", "801", "802", "013"))
ONE_TEAM = "013"  # a single team of an individual event: nobody is paired by it
_LISTS = {"202": "tiebreaks", "212": "ranked_by"}
_COUNTED = frozenset(("062", "072"))  # how many players there are can be counted


def _by_word(words: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, own in words.items() for word in own.split()}


_SCORING, _XXS, _ABNORMAL = map(_by_word, (SCORING_LETTERS, XXS_WORDS, ABNORMAL_LETTERS))
_BBP_SCORING = _by_word(
    {"win": "BBW", "draw": "BBD", "loss": "BBL", "absence": "BBZ", "forfeit_loss": "BBF", "pab": "BBU"}
)
_PAIR = re.compile(r"([A-Za-z])\s*([+-]?[0-9]*[.,]?[0-9]+)")
_FEDERATION = re.compile(r"[A-Z]{3}")
UNTIL_THE_END = MOST_ROUNDS


class RecordsDraft(msgspec.Struct):
    """What the records said so far. `accelerated` are the virtual points of one player, round by round (XXA);
    `absent` are players who are out of the next round (XXZ); `by_rank`: the order of the player records is the pairing
    order (XXC rank)."""

    defects: Collector
    values: dict[str, Any] = {}
    scoring: dict[str, int] = {}
    deputies: list[str] = []
    byes: list[tuple[RequestedBye, int]] = []
    virtual: list[tuple[VirtualPoints, int]] = []
    forbidden: list[tuple[Forbidden, int]] = []
    abnormal: list[tuple[Abnormal, int]] = []
    national: list[tuple[NationalRating, int]] = []
    accelerated: dict[int, tuple[int, ...]] = {}
    absent: list[tuple[int, int]] = []
    others: list[str] = []
    by_rank: bool = False


def read_record(code: str, text: str, line: int, draft: RecordsDraft) -> None:
    """Takes down one line that is no player record."""
    record = TrfLine(text, line, draft.defects)
    if code in TEXTS:
        draft.values[TEXTS[code]] = text[4:].strip()
    elif code in _LISTS:
        draft.values[_LISTS[code]] = tuple(word.strip() for word in text[4:].split(",") if word.strip())
    elif code == "112":
        draft.deputies.append(text[4:].strip())
    elif code == "132":
        draft.values["round_days"] = tuple(text[91:].split())
    elif code in _READERS:
        _READERS[code](record, draft)
    elif code in _BBP_SCORING:
        found = points(text[3:], "scoring", record.at(4))
        if found is not None:
            draft.scoring[_BBP_SCORING[code]] = found
    elif code == ONE_TEAM and all(other[:3] != ONE_TEAM for other in draft.others):
        draft.others.append(text.rstrip())
    elif code in TEAMS:
        record.at(0).add("teams", record=code)
    elif code == "082":
        if (text[4:].strip() or "0").strip("0"):
            record.at(4).add("teams", record=code)
    elif code not in _COUNTED:
        if _FEDERATION.fullmatch(code) and text[3:4] == " " and text[4:8].strip().isdigit():
            _national(record, draft)
        else:
            draft.others.append(text.rstrip())


# --- texts and single values -------------------------------------------------------------------------------


def _rounds(record: TrfLine, draft: RecordsDraft) -> None:
    found = record.number(4, None, "rounds", 1, MOST_ROUNDS)
    if found is not None:
        draft.values["rounds"] = found


def _initial(record: TrfLine, draft: RecordsDraft) -> None:
    word = record.text[4:].strip()
    if word.lower() in ("w", "b"):
        draft.values["initial_colour"] = word.lower()
    elif word:
        record.at(4).add("bad_value", field="initial_colour", found=word, expected="W, B")


def _configuration(record: TrfLine, draft: RecordsDraft) -> None:
    """XXC: words that combine; one that is not known says nothing about pairing order and colours."""
    for word in record.text[4:].lower().split():
        if word in ("white1", "black1"):
            draft.values["initial_colour"] = word[0]
        elif word == "rank":
            draft.by_rank = True


# --- scoring -----------------------------------------------------------------------------------------------


def _scoring(record: TrfLine, draft: RecordsDraft) -> None:
    """162: a letter and points, again and again."""
    rest = _PAIR.sub("", record.text[4:]).strip()
    if rest:
        record.at(5).add("bad_value", field="scoring", found=rest, expected="W 1.0    D 0.5")
    for found in _PAIR.finditer(record.text, 4):
        name, amount = _SCORING.get(found[1].upper()), tenths(found[2])
        place = record.at(found.start())
        if name is None:
            place.add("bad_value", field="scoring", found=found[1], expected="W, D, L, A, P, X")
        elif amount is None:
            place.add("bad_points", field="scoring", found=found[2])
        else:
            draft.scoring[name] = amount


def _xxs(record: TrfLine, draft: RecordsDraft) -> None:
    """XXS: WORD=points."""
    place = record.at(4)
    for word in record.text[4:].split():
        left, equals, right = word.partition("=")
        name, amount = _XXS.get(left.upper()), tenths(right)
        if not equals or name is None:
            place.add("bad_value", field="scoring", found=word, expected="W=1.0 D=0.5")
        elif amount is None:
            place.add("bad_points", field="scoring", found=word)
        elif draft.scoring.setdefault(name, amount) != amount:
            place.add("scoring_by_colour", found=word)


# --- byes, virtual points, forbidden pairs, abnormal points ------------------------------------------------


def _byes(record: TrfLine, draft: RecordsDraft) -> None:
    kind: Any = record.text[4:5].upper()
    if kind not in REQUESTED or not kind:
        record.at(4).add("bad_value", field="bye", found=record.text[4:5], expected="F, H, Z")
        return
    round_ = record.needed(6, 9, "round", MOST_ROUNDS)
    if round_ is not None:
        draft.byes += [(RequestedBye(round_, kind, one), record.line) for one in record.players(10)]


def _virtual(record: TrfLine, draft: RecordsDraft) -> None:
    amount = record.points(9, 13)
    first_round, last_round = (record.needed(start, start + 3, "round", MOST_ROUNDS) for start in (14, 18))
    first, last = (record.needed(start, start + 4, "number", MOST_PLAYERS) for start in (22, 27))
    if not amount:
        if not record.text[9:13].strip() or amount == 0:
            record.at(9).add("nothing_virtual")
    elif first_round and last_round and first and last:
        draft.virtual.append((VirtualPoints(amount, first_round, last_round, first, last), record.line))


def _accelerated(record: TrfLine, draft: RecordsDraft) -> None:
    """XXA: the virtual points of one player, round by round."""
    own = record.needed(4, 8, "number", MOST_PLAYERS)
    record = record._replace(player=own)
    found = [record.points(at, at + 4) or 0 for at in range(9, len(record.text.rstrip()), 5)]
    if own is not None:
        draft.accelerated[own] = tuple(found)


def _forbidden(record: TrfLine, draft: RecordsDraft) -> None:
    first = record.number(4, 7, "round", 1, MOST_ROUNDS) or 1
    last = record.number(8, 11, "round", 1, 999) or UNTIL_THE_END
    draft.forbidden.append((Forbidden(first, last, record.players(12)), record.line))


def _xxp(record: TrfLine, draft: RecordsDraft) -> None:
    draft.forbidden.append((Forbidden(1, UNTIL_THE_END, record.players(4)), record.line))


def _xxz(record: TrfLine, draft: RecordsDraft) -> None:
    draft.absent += [(one, record.line) for one in record.players(4)]


def _abnormal(record: TrfLine, draft: RecordsDraft) -> None:
    kind = record.text[4:5].strip().upper()
    if kind and kind not in _ABNORMAL:
        record.at(4).add("bad_value", field="result", found=kind, expected=" ".join(_ABNORMAL))
        return
    amount = record.points(13, 17) or 0
    round_ = record.number(19, 22, "round", 0, 999) or 0
    players = record.players(23)
    if kind and not players:  # what such a result is worth for everybody
        draft.scoring[_ABNORMAL[kind]] = amount
    else:
        draft.abnormal.append((Abnormal(kind, amount, round_, players), record.line))


def _national(record: TrfLine, draft: RecordsDraft) -> None:
    text, own = record.text, record.number(4, 8, "number", 1, MOST_PLAYERS)
    if own is not None:
        rating = record._replace(player=own).number(48, 52, "rating") or 0
        title_ = title(text[10:13]) or ""
        found = NationalRating(text[:3], own, rating, text[57:68].strip(), title_, text[69:79].strip())
        draft.national.append((found, record.line))


_READERS: dict[str, Callable[[TrfLine, RecordsDraft], None]] = {
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial,
    "XXC": _configuration,
    "162": _scoring,
    "XXS": _xxs,
    "240": _byes,
    "250": _virtual,
    "XXA": _accelerated,
    "260": _forbidden,
    "XXP": _xxp,
    "XXZ": _xxz,
    "299": _abnormal,
}
