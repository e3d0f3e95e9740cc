"""What a tournament report file says, in one frozen value: the same for every dialect it may be written in.

Points are whole numbers of tenths, as the file has one decimal (T1.5). Rounds of a player are kept in columns: the
opponents, a letter for the colour and a letter for the result, all of the same length.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import asdict

from ronda.core import Value

TENTHS = 10
MOST_PLAYERS = 9999  # four columns for a number
MOST_ROUNDS = 99

PLAYED = "1=0WDL"  # games over the board; W D L lasted less than a move (T2.1)
FORFEITS = "+-"
BYES = "UFHZ"
PENDING = "?"  # paired, and no result yet: a blank in the file
REQUESTED = "FHZ"  # byes that are known before the round is paired (T2.4)

ByeKind = Literal["F", "H", "Z"]


class TrfScoring(Value):
    """What a round is worth, in tenths (162). `absence`: zero-point bye and forfeit loss; `unknown`: not known yet."""

    win: int = 10
    draw: int = 5
    loss: int = 0
    absence: int = 0
    pab: int = 10
    unknown: int = 5
    full: int = 10
    half: int = 5
    forfeit_win: int = 10
    forfeit_loss: int = 0

    def by_result(self) -> Mapping[str, int]:
        """The points by the letter of the result; a game that is still played is worth nothing yet."""
        return {letter: getattr(self, name) for name, letters in _LETTERS.items() for letter in letters} | {PENDING: 0}


_LETTERS = {  # of results
    "win": "1W",
    "draw": "=D",
    "loss": "0L",
    "forfeit_win": "+",
    "forfeit_loss": "-",
    "pab": "U",
    "full": "F",
    "half": "H",
    "absence": "Z",
}
# How the records name what has its points: of several words the first is written, all are read. Those of XXS (JaVaFo)
# for one colour must agree with those for the other.
SCORING_LETTERS = {"win": "W", "draw": "D", "loss": "L", "absence": "A Z", "pab": "P", "unknown": "X"}  # 162
ABNORMAL_LETTERS = {  # 299 without players
    "win": "W",
    "draw": "D",
    "loss": "L",
    "full": "F",
    "half": "H",
    "absence": "Z",
    "forfeit_win": "+",
    "forfeit_loss": "-",
}
XXS_WORDS = {
    "win": "W WW BW",
    "draw": "D WD BD",
    "loss": "L WL BL",
    "absence": "ZPB",
    "half": "HPB",
    "full": "FPB",
    "pab": "PAB",
    "forfeit_win": "FW",
    "forfeit_loss": "FL",
}
TEXTS = {  # records that are one text, and the field that they are kept in
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
_FOLLOWS = {
    "pab": "win",
    "unknown": "draw",
    "full": "win",
    "half": "draw",
    "forfeit_win": "win",
    "forfeit_loss": "absence",
}


def scoring(**given: int) -> TrfScoring:
    """A scoring of which only some is given: what is left out follows from the win, the draw and the absence."""
    known = asdict(TrfScoring()) | given
    return TrfScoring(**known | {name: known[other] for name, other in _FOLLOWS.items() if name not in given})


class TrfPlayer(Value):
    """One player record. `number` is the pairing number; `points` and `rank` are what the file says, None where it
    says nothing. `opponents` has 0 where there is none; `colours` is of `w b -`; `results` of `1=0WDL+-UFHZ?`."""

    number: int
    name: str
    sex: str = ""
    title: str = ""
    rating: int = 0
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: int | None = None
    rank: int | None = None
    opponents: tuple[int, ...] = ()
    colours: str = ""
    results: str = ""


class RequestedBye(Value):
    """A bye of a round that is not paired yet (240)."""

    round: int
    kind: ByeKind
    player: int


class VirtualPoints(Value):
    """Points that count for pairing only (250): so many tenths in these rounds for these pairing numbers."""

    points: int
    first_round: int
    last_round: int
    first: int
    last: int


class Forbidden(Value):
    """Players of whom no two meet in these rounds (260)."""

    first_round: int
    last_round: int
    players: tuple[int, ...]


class Abnormal(Value):
    """Points that are not those of the scoring (299): of `result` in a round (0: in all) these players get so much;
    without a result it is a bonus or a penalty, which counts once, from that round on (0: from the beginning)."""

    result: str
    points: int
    round: int
    players: tuple[int, ...]


class NationalRating(Value):
    """A national rating line: the layout of a player record under the code of a federation."""

    federation: str
    player: int
    rating: int = 0
    national_id: str = ""
    title: str = ""
    birth: str = ""


class TrfHead(Value):
    """What the head of a file tells people: the event, when and where it is played, and who is responsible."""

    name: str = ""
    place: str = ""
    federation: str = ""
    first_day: str = ""
    last_day: str = ""
    type_text: str = ""
    arbiter: str = ""
    deputies: tuple[str, ...] = ()
    rate_of_play: str = ""
    round_days: tuple[str, ...] = ()
    program: str = ""
    time_control: str = ""


class TrfEvent(Value):
    """Everything that a file says. `played` rounds are those in which somebody was paired; every player has an entry
    for each of them. `rounds` is the length of the event where it is said. `order`: all numbers in the pairing order,
    where that is the order of the player records and not that of the numbers (XXC rank). `others` are records that
    nobody here reads, as they were."""

    players: tuple[TrfPlayer, ...]
    played: int = 0
    head: TrfHead = TrfHead()
    rounds: int | None = None
    initial_colour: Literal["w", "b"] | None = None
    scoring: TrfScoring = TrfScoring()
    start_list: str = ""
    type_code: str = ""
    tiebreaks: tuple[str, ...] = ()
    ranked_by: tuple[str, ...] = ()
    byes: tuple[RequestedBye, ...] = ()
    virtual: tuple[VirtualPoints, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    abnormal: tuple[Abnormal, ...] = ()
    national: tuple[NationalRating, ...] = ()
    order: tuple[int, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def next_round(self) -> int:
        return self.played + 1

    def pairing_numbers(self) -> dict[int, int]:
        """By the number of the file that of the pairing order; empty where they are the same."""
        return {number: at for at, number in enumerate(self.order, start=1)}
