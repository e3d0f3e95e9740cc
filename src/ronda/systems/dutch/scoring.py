"""dutch: settings, results and what they are worth (DU1, DU2, DU9.1)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial

from ronda.core import (
    Bye,
    Criterion,
    Draw,
    Finding,
    Frozen,
    OptionValue,
    Player,
    Refusal,
    RequestedBye,
    Result,
    Scored,
    Scoring,
    Setup,
    Tally,
)
from ronda.systems.declarations import PhoneByes, PlayerField
from ronda.systems.dutch.rules import BLACK, WHITE
from ronda.systems.results import GAMES, game_tallies, game_text, random_game, read_game, with_hyphens
from ronda.systems.system import Option
from ronda.tiebreaks.codes import parse_list
from ronda.tiebreaks.criteria import criteria_of

RULES = "C.04.3/2026-02-01"  # FIDE's own edition of the rules
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")  # DU1.1
TIEBREAKS = "PTS,BH/C1,BH,SB,DE,WIN"
# place, federation, first and last day, arbiter, rate of play, days of the rounds, time control
HEAD = ("022", "032", "042", "052", "102", "122", "132", "222")
_USUAL = "1-½-0"
_NUMBER = r"(\d{1,2}(?:[.,]\d)?|\d{0,2}½)"
_WORTH = re.compile(rf"{_NUMBER}-{_NUMBER}-{_NUMBER}")
_VIRTUAL = re.compile(rf"{_NUMBER}\s+(\d{{1,3}})-(\d{{1,3}})\s+(\d{{1,4}})-(\d{{1,4}})")
_HEAD = re.compile(rf"({'|'.join(HEAD)}) \s*(\S.*)", re.DOTALL)
_APART = re.compile(r"(\d{1,3})-(\d{1,3}):((?:\s+\d{1,4}){2,})")


# DU2.4: which byes players may ask for on their phones, and how many with points
_ON_THE_PHONE: dict[str, tuple[tuple[RequestedBye, ...], int]] = {
    "desk": ((), 0),
    "zero": (("Z",), 0),
    "half_1": (("H", "Z"), 1),
    "half_2": (("H", "Z"), 2),
    "half_3": (("H", "Z"), 3),
}


def _value(text: str) -> Fraction:
    if text.endswith("½"):
        return Fraction(2 * int(text[:-1] or 0) + 1, 2)
    return Fraction(int(text)) if text.isdecimal() else Fraction(text.replace(",", "."))


def read_worth(text: str) -> tuple[Fraction, Fraction, Fraction] | None:
    """`3-1-0`: what a win, a draw and a loss are worth; more for more. None for anything else."""
    if text == _USUAL:  # nearly always
        return Fraction(1), Fraction(1, 2), Fraction(0)
    found = _WORTH.fullmatch(with_hyphens(text).replace(" ", ""))
    if found is None:
        return None
    win, draw, loss = map(_value, found.groups())
    return (win, draw, loss) if win > draw > loss else None


def _parts(text: str, pattern: re.Pattern[str]) -> list[tuple[str, ...]] | None:
    """The groups of every part of a list with semicolons; None where one is not of that pattern."""
    found = [pattern.fullmatch(part) for part in map(str.strip, text.split(";")) if part]
    matches = [one.groups() for one in found if one]
    return matches if len(matches) == len(found) else None


Virtual = tuple[Fraction, int, int, int, int]  # points, first and last round, first and last number (DU9, record 250)


def read_virtual(text: str) -> list[Virtual] | None:
    """`1 1-3 1-6; ½ 4-5 1-6`: so many virtual points in these rounds for these numbers; a later part counts instead of
    an earlier one. None where it is not that."""
    found = _parts(text, _VIRTUAL)
    return None if found is None else [(_value(points), int(a), int(b), int(c), int(d)) for points, a, b, c, d in found]


def read_apart(text: str) -> list[tuple[int, int, list[int]]] | None:
    """`1-9: 4 9 17; 2-3: 1 5`: of these numbers no two meet in these rounds. None where it is not that."""
    found = _parts(text, _APART)
    return None if found is None else [(int(a), int(b), list(map(int, players.split()))) for a, b, players in found]


def read_head(text: str) -> list[tuple[str, str]] | None:
    """`022 Berlin; 042 2026/03/01`: records about the event for its report, by their codes (T3). None where it is not
    that."""
    found = _parts(text, _HEAD)
    return None if found is None else [(code, said) for code, said in found]


OPTIONS = (
    Option("rounds", "int", None, "DU1.5", low=1, high=99, frozen_after="draw"),
    Option("initial_colour", "choice", None, "DU8.5", choices=("white", "black"), frozen_after="draw"),
    Option("scoring", "text", _USUAL, "DU2", frozen_after="draw", example="3-1-0",
           accepts=lambda text: read_worth(text) is not None),
    Option("pab", "halves", None, "DU2", low=0, high=198, frozen_after="draw"),
    Option("acceleration", "choice", None, "DU9", choices=("baku",), frozen_after="draw"),
    Option("tiebreaks", "text", TIEBREAKS, "TB1.1", example="PTS,BH/C1,SB",
           accepts=lambda text: not isinstance(parse_list(text), Refusal)),
    Option("virtual_points", "text", "", "DU9", example="1 1-3 1-6; ½ 4-5 1-6",
           accepts=lambda text: read_virtual(text) is not None),
    Option("forbidden_pairs", "text", "", "DU4", example="1-9: 4 17",
           accepts=lambda text: read_apart(text) is not None),
    Option("report_head", "text", "", "T3", example="022 Berlin; 042 2026/03/01",
           accepts=lambda text: read_head(text) is not None),
    Option("phone_byes", "choice", "desk", "DU2.4", choices=tuple(_ON_THE_PHONE)),
    Option("phone_byes_last", "int", 1, "DU2.4", low=0, high=99, matters=lambda values: values["phone_byes"] != "desk"),
    Option("edition", "choice", RULES, "DU1", choices=(RULES,), frozen_after="draw"),
)  # fmt: skip

PLAYER_FIELDS = (
    PlayerField("rating", "DU1.1"),
    PlayerField("title", "DU1.1", choices=TITLES),
    PlayerField("federation", "DU1.1"),
    PlayerField("fide_id", "DU1.1", unique="fide_id_taken"),
    PlayerField("birth_year", "DU1.1"),
    PlayerField("sex", "DU1.1", choices=("m", "w")),
)

# results in half points of a game, whatever these are worth; 0-0 and ½-0 are the arbiter's (DU2)
_SPELLINGS: dict[str, Result] = {**GAMES, "½-0": Scored(1, 0), "0-½": Scored(0, 1)}


class Settings(Frozen):
    """What rounds are worth, in units of which `unit` are one point."""

    unit: int
    win: int
    draw: int
    loss: int
    pab: int


def settings(setup: Setup) -> Settings:
    options = setup.options
    return _read(str(options.get("scoring", _USUAL)), options.get("pab"), str(options.get("virtual_points", "")))


@lru_cache(maxsize=100)
def _read(scoring: str, chosen: OptionValue, virtual_points: str) -> Settings:
    worth = read_worth(scoring)
    assert worth is not None, "an option is read before it is kept"
    pab = worth[0] if chosen is None else Fraction(int(chosen), 2)
    virtual = read_virtual(virtual_points) or []
    values = (*worth, pab, *(part[0] for part in virtual))
    unit = 2 if all((2 * value).denominator == 1 for value in values) else 10
    win, draw, loss, rest = (int(value * unit) for value in (*worth, pab))
    return Settings(unit, win, draw, loss, rest)


def rounds(setup: Setup, players: Sequence[Player]) -> int:
    """The number of rounds; where it is not set, two more than halving the field down to one player takes."""
    chosen = setup.options.get("rounds")
    if isinstance(chosen, int):
        return chosen
    n = sum(player.plays_in(1) for player in players)
    return max(1, min((max(n, 1) - 1).bit_length() + 2, n - 1))


def validate(setup: Setup, players: Sequence[Player]) -> list[Finding]:
    """DU1.5 and DU9.1 for the starting field."""
    n = sum(player.plays_in(1) for player in players)
    if n < 2:
        return [Finding("too_few_players", "DU1.5", facts={"players": n, "least": 2})]
    own = settings(setup)
    if setup.options.get("acceleration") == "baku" and (own.win != 2 * own.draw or own.loss):
        return [Finding("acceleration_scoring", "DU9.1")]
    planned = rounds(setup, players)
    if 2 * planned >= n:
        return [Finding("many_rounds", "DU1.5", "note", facts={"rounds": planned, "players": n})]
    return []


def read_result(text: str, setup: Setup) -> Result | Refusal:  # noqa: ARG001  every system is asked the same way
    """A result as typed: `1-0`, `½-½`, `0-1`, an absence, or what an arbiter gives (`0-0`, `½-0`)."""
    return read_game(text, _SPELLINGS, "DU2")


write_result = partial(game_text, known=_SPELLINGS)


def play(odds: int, setup: Setup, draw: Draw) -> str:  # noqa: ARG001  every system is asked the same way
    return random_game(odds, draw, 600)


def scoring(setup: Setup) -> Scoring:
    own = settings(setup)
    worth = {"U": own.pab, "F": own.win, "H": own.draw, "Z": 0}

    def bye(bye: Bye) -> Tally:
        return Tally("bye", worth[bye.kind] if bye.halves is None else bye.halves)

    return Scoring(game_tallies(own.win, own.draw, own.loss), bye, own.unit)


def phone_byes(setup: Setup) -> PhoneByes:
    """A full-point bye is always the arbiter's to give."""
    kinds, each = _ON_THE_PHONE[str(setup.options.get("phone_byes", "desk"))]
    last = setup.options.get("phone_byes_last", 1)
    return PhoneByes(kinds, each, int(last or 0))


def game_points(setup: Setup) -> tuple[int, int]:
    own = settings(setup)
    return own.win, own.draw


def criteria(setup: Setup) -> tuple[Criterion, ...]:
    """The tie-breaks of the organiser."""
    chosen = parse_list(str(setup.options.get("tiebreaks", TIEBREAKS)))
    own = settings(setup)
    return criteria_of(() if isinstance(chosen, Refusal) else chosen, own.win, own.draw)


def initial_colour(setup: Setup) -> int:
    """DU8.5: as chosen, or by lot from the seed of the event, the same in every round."""
    match setup.options.get("initial_colour"):
        case "white":
            return WHITE
        case "black":
            return BLACK
        case _:
            return (WHITE, BLACK)[Draw(setup.seed, "DU8.5").below(2)]


def settled(setup: Setup, players: Sequence[Player]) -> Mapping[str, OptionValue]:
    own = settings(setup)
    half_points = Fraction(2 * own.pab, own.unit)
    return {
        "rounds": rounds(setup, players),
        "initial_colour": "white" if initial_colour(setup) == WHITE else "black",
        "pab": int(half_points) if half_points.denominator == 1 else None,
    }


def score_text(units: int, unit: int) -> str:
    """Points as they stand in facts: 2, 1½, 0.3, and -½ where penalties took more than there was."""
    sign = "-" if units < 0 else ""
    whole, part = divmod(abs(units), unit)
    if not part:
        return f"{sign}{whole}"
    return f"{sign}{whole or ''}½" if 2 * part == unit else f"{sign}{whole}.{part * 10 // unit}"
