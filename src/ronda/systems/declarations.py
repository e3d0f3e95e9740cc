"""What a system declares about itself, so that nobody else has to know its name: words, the form for results, lists.

Texts are named by their keys; whoever shows them puts them into words.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from ronda.core import Frozen, Player, RequestedBye, Setup

T = TypeVar("T")
BySetup: TypeAlias = T | Callable[[Setup], T]  # a value, or what makes it from the settings of an event
Cell = str | int
Number = Callable[[int | Fraction], str]  # how a number is written in the reader's language
REMOVED = "label.removed"
TEXTS = (
    "name",
    "licence",
    "club",
    "title",
    "federation",
    "fide_id",
    "sex",
    "email",
    "person",
    "members",
)  # of a player
# what a form may ask about a player
PARTICULARS = (*TEXTS, "rating", "national_rating", "pinned_table", "birth_year", "start")

PLACE_OPTION = "place_word"  # the option by which an event says what it calls the place of a game (M7)
PLACE_WORDS = ("table", "court", "lane", "field")


def by_setup(declared: BySetup[T], setup: Setup) -> T:
    """The value that a declaration has with these settings."""
    return declared(setup) if callable(declared) else declared


def place_word(setup: Setup) -> str:
    """What the event calls the place where a game is played (M7); a table where it says nothing."""
    return str(setup.options.get(PLACE_OPTION, PLACE_WORDS[0]))


def removed_cell(player: int) -> str:
    """What a list has instead of the name of somebody who was erased (PP6.2), to be put into words."""
    return f"{REMOVED} {player}"


class Written(Protocol):
    """How a value of a criterion is written in the reader's language: with so many decimals, or as a share of 100."""

    def __call__(self, value: int | Fraction, *, decimals: int | None = None, percent: bool = False) -> str: ...


class PlayerField(Frozen):
    """Something about a player that the forms of the system ask for, beside name and club: a field of `Player`.
    `least`: what a number must be at least where there is one (`article`); `most`: at the most. `unique`: the code of
    the refusal where two players have the same; `key`: when two values are the same. `choices`: it is one of these, or
    nothing. `where`: it is asked for only in events whose option has this value."""

    name: str
    article: str = "S4"
    least: int = 0
    most: int = 0
    unique: str = ""
    key: Callable[[Any], Hashable] = lambda value: value
    choices: tuple[str, ...] = ()
    where: tuple[str, str] | None = None

    @property
    def kind(self) -> Literal["text", "number", "choice"]:
        """How a form asks for it."""
        if self.choices:
            return "choice"
        return "text" if self.name in TEXTS else "number"

    def same(self, player: Player) -> Hashable | None:
        """What two players must not share; None: the player has nothing there."""
        value = getattr(player, self.name)
        return self.key(value) if value else None


class Sides(Frozen):
    """What the two sides of a table are called: the keys of texts that lists, pages, phones and sheets all tell. A
    system may also have its own words for the usual keys. `coloured`: the first side has white and the second black.
    `begins`: the first side begins, and everybody should know it."""

    names: tuple[str, str] = ("label.first", "label.second")
    coloured: bool = False
    begins: bool = False


class Rest(Frozen):
    """What it is called when somebody rests for a round: in lists, on the resting player's phone, and there among the
    rounds that are over."""

    name: str = "label.bye"
    phone: str = "web.phone.resting"
    outcome: str = "web.phone.outcome.bye"


class Game(Frozen):
    """What a game is played to, and for how long."""

    target: int
    minutes: int


class MatchParts(Frozen):
    """The games of a match, or its sets: at the most so many; `needed` of them win it (0: all are played). `drawn`:
    some may be drawn. `sets`: each is told by its points: whoever has `target` (0: any number) wins it with such a
    lead, and at the latest with `cap` (0: never)."""

    most: int
    needed: int = 0
    drawn: bool = False
    sets: bool = False
    target: int = 0
    lead: int = 2
    cap: int = 0

    @property
    def possible(self) -> str:
        """How a set may end, in examples."""
        target, lead, cap = self.target, self.lead, self.cap
        if not target:
            return "1-0, 2-0, 2-1 …"
        if lead == 1 or cap == target:
            return f"{target}-0 … {target}-{target - 1}"
        usual = f"{target}-0 … {target}-{max(target - 2, 0)}"
        longer = [f"{high}-{high - 2}" for high in range(target + 1, (cap or target + 2) + 1)]
        if cap:
            longer = [*longer[:1], *(["…"] if len(longer) > 2 else []), *longer[1:][-1:], f"{cap}-{cap - 1}"]
        return ", ".join([usual, *longer]).replace(", …,", " …") + ("" if cap else " …")


class PhoneByes(Frozen):
    """The byes that players may ask for themselves, on their phones: of these kinds; `each`: so many with points for
    everybody; `last`: none with points in so many rounds at the end. A bye without points (Z) has no bounds."""

    kinds: tuple[RequestedBye, ...] = ()
    each: int = 0
    last: int = 0


class ResultForm(Frozen):
    """How results are entered and what room they need. `example`: a result as it is written. `keys`: results,
    absences too, by the one key that stands for the whole of them; without any, scores are typed. `quick`: where a
    result is one of a few, those, as (what it means to the first side, how it is written). `parts`: it is told by
    games or sets. `any_score`: no score stands out that one key could stand for. `names_absent`: it counts who was
    missing at a table that was not played. `width`: how many signs the longest result takes on the wall. `hands`: so
    many rows has the sheet on which the scores of a game are added up; 0: there is none."""

    example: BySetup[str]
    keys: Mapping[str, str] = {}
    quick: tuple[tuple[str, str], ...] = ()
    parts: MatchParts | None = None
    any_score: bool = False
    names_absent: bool = False
    game: BySetup[Game | None] = None
    width: int = 7
    hands: int = 0

    def example_for(self, setup: Setup) -> str:
        """A result as it is written in this event."""
        return by_setup(self.example, setup)

    def game_for(self, setup: Setup) -> Game | None:
        """What a game of this event is played to; None where nothing is said."""
        return by_setup(self.game, setup)


CellValue = str | int


class FilledForm(Frozen):
    """What stands in a workbook of somebody else, in which an event is reported: cells such as `B3` of a sheet.
    `notes`: codes of what somebody should know before sending it (`note.CODE`)."""

    sheet: str
    cells: Mapping[str, CellValue]
    notes: tuple[str, ...] = ()


class Console(Frozen):
    """The dialogue of `ronda console`, where a system offers it: in which language unless another one is asked for, the
    number by which a player is known there, and the choice that is made with the number of rounds. What is asked stands
    in its texts, `console.*` (`ronda.cli.console` has what else it needs)."""

    language: str
    number: Callable[[Player], int | str]
    option: str
