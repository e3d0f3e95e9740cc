"""The records of a report file: those of players (001) field by field, and all others, one line each, taken down in a
draft of the event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from ronda.formats.trf.fields import Collector, FieldPlace, birth, number, points, sex, tenths, title
from ronda.formats.trf.values import (
    MOST_PLAYERS,
    MOST_ROUNDS,
    PENDING,
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


def read_player(text: str, line: int, defects: Collector) -> TrfPlayerLine | None:
    """One record; None where it has no usable number."""
    place = FieldPlace(defects, line, 5)
    own = number(text[4:8], "number", place, 1, MOST_PLAYERS)
    if own is None:
        if not text[4:8].strip():
            place.add("bad_number", field="number", found="")
        return None

    def at(column: int) -> FieldPlace:
        return FieldPlace(defects, line, column, own)

    sex_, title_, birth_ = sex(text[9:10]), title(text[10:13]), birth(text[69:79])
    name = text[14:47].strip()
    if not name:
        at(15).add("no_name")
    if sex_ is None:
        at(10).add("bad_value", field="sex", found=text[9], expected="m, w")
    if title_ is None:
        known = "GM, IM, WGM, FM, WIM, CM, WFM, WCM"
        at(11).add("bad_value", field="title", found=text[10:13].strip(), expected=known)
    if birth_ is None:
        at(70).add("bad_value", field="birth", found=text[69:79].strip(), expected="YYYY/MM/DD")
    rating = number(text[48:52], "rating", at(49)) or 0
    points_, rank = points(text[80:84], "points", at(81)), number(text[85:89], "rank", at(86))
    opponents, colours, results, filled, vague = _round_fields(text[FIRST_ROUND:], own, line, defects)
    federation, fide_id = text[53:56].strip(), text[57:68].strip()
    told = (own, name, sex_ or "", title_ or "", rating, federation, fide_id, birth_ or "")
    return TrfPlayerLine(TrfPlayer(*told, points_, rank, opponents, colours, results), line, filled, vague)


def _round_fields(body: str, own: int, line: int, defects: Collector) -> tuple[tuple[int, ...], str, str, int, bool]:
    """Opponents, colours and results; how many rounds the line has, and whether one of its fields is vague."""
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
    return tuple(opponents), colours, results, count, vague


# T3: records of team events
TEAMS = frozenset(("300", "310", "320", "330", "352", "362", "801", "802", "013"))
ONE_TEAM = "013"  # a single team of an individual event: nobody is paired by it
TEXTS = {
    "012": "name",
    "022": "place",
    "032": "federation",
    "042": "first_day",
    "052": "last_day",
    "092": "type_text",
    "102": "arbiter",
    "122": "rate_of_play",
    "172": "start_list",
    "182": "program",
    "192": "type_code",
    "222": "time_control",
}
_LISTS = {"202": "tiebreaks", "212": "ranked_by"}
_COUNTED = frozenset(("062", "072"))  # how many players there are can be counted


def _by_word(words: Mapping[str, str]) -> dict[str, str]:
    return {word: name for name, own in words.items() for word in own.split()}


_SCORING = _by_word({"win": "W", "draw": "D", "loss": "L", "absence": "A Z", "pab": "P", "unknown": "X"})
_BBP_SCORING = _by_word(
    {"win": "BBW", "draw": "BBD", "loss": "BBL", "absence": "BBZ", "forfeit_loss": "BBF", "pab": "BBU"}
)
# words of XXS (JaVaFo); those for one colour must agree with those for the other
_XXS = _by_word(
    {"win": "W WW BW", "draw": "D WD BD", "loss": "L WL BL", "absence": "ZPB", "half": "HPB", "full": "FPB"}
    | {"pab": "PAB", "forfeit_win": "FW", "forfeit_loss": "FL"}
)
_ABNORMAL_DEFAULTS = _by_word(
    {"win": "W", "draw": "D", "loss": "L", "full": "F", "half": "H", "absence": "Z"}
    | {"forfeit_win": "+", "forfeit_loss": "-"}
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
    if code in TEXTS:
        draft.values[TEXTS[code]] = text[4:].strip()
    elif code in _LISTS:
        draft.values[_LISTS[code]] = tuple(word.strip() for word in text[4:].split(",") if word.strip())
    elif code == "112":
        draft.deputies.append(text[4:].strip())
    elif code == "132":
        draft.values["round_days"] = tuple(text[91:].split())
    elif code == "XXC":
        _configuration(text, draft)
    elif code in _READERS:
        _READERS[code](text, line, draft)
    elif code in _BBP_SCORING:
        found = points(text[3:], "scoring", FieldPlace(draft.defects, line, 5))
        if found is not None:
            draft.scoring[_BBP_SCORING[code]] = found
    elif code == ONE_TEAM and all(other[:3] != ONE_TEAM for other in draft.others):
        draft.others.append(text.rstrip())
    elif code in TEAMS:
        FieldPlace(draft.defects, line, 1).add("teams", record=code)
    elif code == "082":
        if (text[4:].strip() or "0").strip("0"):
            FieldPlace(draft.defects, line, 5).add("teams", record=code)
    elif code not in _COUNTED:
        if _FEDERATION.fullmatch(code) and text[3:4] == " " and text[4:8].strip().isdigit():
            _national(text, line, draft)
        else:
            draft.others.append(text.rstrip())


# --- texts and single values -------------------------------------------------------------------------------


def _rounds(text: str, line: int, draft: RecordsDraft) -> None:
    found = number(text[4:], "rounds", FieldPlace(draft.defects, line, 5), 1, MOST_ROUNDS)
    if found is not None:
        draft.values["rounds"] = found


def _initial(text: str, line: int, draft: RecordsDraft) -> None:
    word = text[4:].strip().lower()
    if word in ("w", "b"):
        draft.values["initial_colour"] = word
    elif word:
        place = FieldPlace(draft.defects, line, 5)
        place.add("bad_value", field="initial_colour", found=text[4:].strip(), expected="W, B")


def _configuration(text: str, draft: RecordsDraft) -> None:
    """XXC: words that combine; one that is not known says nothing about pairing order and colours."""
    for word in text[4:].lower().split():
        if word in ("white1", "black1"):
            draft.values["initial_colour"] = word[0]
        elif word == "rank":
            draft.by_rank = True


# --- scoring -----------------------------------------------------------------------------------------------


def _scoring(text: str, line: int, draft: RecordsDraft) -> None:
    """162: a letter and points, again and again."""
    rest = _PAIR.sub("", text[4:]).strip()
    if rest:
        FieldPlace(draft.defects, line, 6).add("bad_value", field="scoring", found=rest, expected="W 1.0    D 0.5")
    for found in _PAIR.finditer(text, 4):
        name, amount = _SCORING.get(found[1].upper()), tenths(found[2])
        place = FieldPlace(draft.defects, line, found.start() + 1)
        if name is None:
            place.add("bad_value", field="scoring", found=found[1], expected="W, D, L, A, P, X")
        elif amount is None:
            place.add("bad_points", field="scoring", found=found[2])
        else:
            draft.scoring[name] = amount


def _xxs(text: str, line: int, draft: RecordsDraft) -> None:
    """XXS: WORD=points."""
    place = FieldPlace(draft.defects, line, 5)
    for word in text[4:].split():
        left, equals, right = word.partition("=")
        name, amount = _XXS.get(left.upper()), tenths(right)
        if not equals or name is None:
            place.add("bad_value", field="scoring", found=word, expected="W=1.0 D=0.5")
        elif amount is None:
            place.add("bad_points", field="scoring", found=word)
        elif draft.scoring.setdefault(name, amount) != amount:
            place.add("scoring_by_colour", found=word)


# --- byes, virtual points, forbidden pairs, abnormal points ------------------------------------------------


def _ids(text: str, start: int, line: int, draft: RecordsDraft) -> tuple[int, ...]:
    """Pairing numbers from a column on, counted from 0; each once (Q13)."""
    found = []
    for word in re.finditer(r"\S+", text[start:]):
        one = number(word[0], "number", FieldPlace(draft.defects, line, start + word.start() + 1), 1, MOST_PLAYERS)
        if one is not None:
            found.append(one)
    return tuple(dict.fromkeys(found))


def _byes(text: str, line: int, draft: RecordsDraft) -> None:
    kind = text[4:5].upper()
    place = FieldPlace(draft.defects, line, 5)
    if kind not in ("F", "H", "Z"):
        place.add("bad_value", field="bye", found=text[4:5], expected="F, H, Z")
        return
    round_ = _needed(text[6:9], "round", place._replace(column=7), 1, MOST_ROUNDS)
    if round_ is not None:
        kept: Any = kind
        draft.byes += [(RequestedBye(round_, kept, one), line) for one in _ids(text, 10, line, draft)]


def _needed(text: str, name: str, place: FieldPlace, low: int, high: int) -> int | None:
    if not text.strip():
        place.add("bad_number", field=name, found="")
    return number(text, name, place, low, high)


def _virtual(text: str, line: int, draft: RecordsDraft) -> None:
    place = FieldPlace(draft.defects, line, 10)
    amount = points(text[9:13], "points", place)
    limits = [
        _needed(text[at : at + width], name, place._replace(column=at + 1), 1, most)
        for at, width, name, most in (
            (14, 3, "round", MOST_ROUNDS),
            (18, 3, "round", MOST_ROUNDS),
            (22, 4, "number", MOST_PLAYERS),
            (27, 4, "number", MOST_PLAYERS),
        )
    ]
    if not amount:
        if not text[9:13].strip() or amount == 0:
            place.add("nothing_virtual")
        return
    first_round, last_round, first, last = (one or 0 for one in limits)
    if all(limits):
        draft.virtual.append((VirtualPoints(amount, first_round, last_round, first, last), line))


def _accelerated(text: str, line: int, draft: RecordsDraft) -> None:
    """XXA: the virtual points of one player, round by round."""
    own = _needed(text[4:8], "number", FieldPlace(draft.defects, line, 5), 1, MOST_PLAYERS)
    found = [
        points(text[at : at + 4], "points", FieldPlace(draft.defects, line, at + 1, own)) or 0
        for at in range(9, len(text.rstrip()), 5)
    ]
    if own is not None:
        draft.accelerated[own] = tuple(found)


def _forbidden(text: str, line: int, draft: RecordsDraft) -> None:
    place = FieldPlace(draft.defects, line, 5)
    first = number(text[4:7], "round", place, 1, MOST_ROUNDS) or 1
    last = number(text[8:11], "round", place._replace(column=9), 1, 999) or UNTIL_THE_END
    draft.forbidden.append((Forbidden(first, last, _ids(text, 12, line, draft)), line))


def _xxp(text: str, line: int, draft: RecordsDraft) -> None:
    draft.forbidden.append((Forbidden(1, UNTIL_THE_END, _ids(text, 4, line, draft)), line))


def _xxz(text: str, line: int, draft: RecordsDraft) -> None:
    draft.absent += [(one, line) for one in _ids(text, 4, line, draft)]


def _abnormal(text: str, line: int, draft: RecordsDraft) -> None:
    kind = text[4:5].strip().upper()
    place = FieldPlace(draft.defects, line, 5)
    if kind and kind not in _ABNORMAL_DEFAULTS:
        place.add("bad_value", field="result", found=kind, expected=" ".join(_ABNORMAL_DEFAULTS))
        return
    amount = points(text[13:17], "points", place._replace(column=14)) or 0
    round_ = number(text[19:22], "round", place._replace(column=20), 0, 999) or 0
    players = _ids(text, 23, line, draft)
    if kind and not players:  # what such a result is worth for everybody
        draft.scoring[_ABNORMAL_DEFAULTS[kind]] = amount
    else:
        draft.abnormal.append((Abnormal(kind, amount, round_, players), line))


def _national(text: str, line: int, draft: RecordsDraft) -> None:
    own = number(text[4:8], "number", FieldPlace(draft.defects, line, 5), 1, MOST_PLAYERS)
    if own is None:
        return
    rating = number(text[48:52], "rating", FieldPlace(draft.defects, line, 49, own)) or 0
    found = NationalRating(text[:3], own, rating, text[57:68].strip(), title(text[10:13]) or "", text[69:79].strip())
    draft.national.append((found, line))


_READERS: dict[str, Callable[[str, int, RecordsDraft], None]] = {
    "142": _rounds,
    "XXR": _rounds,
    "152": _initial,
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
