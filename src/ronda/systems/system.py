"""What a system is: its options, its scoring, its criteria and three functions. No base class."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from msgspec import field

from ronda.core.book import Book, Scoring
from ronda.core.chance import Draw
from ronda.core.model import Card, OptionValue, Player, Proposal, RequestedBye, Result, Round, Scored, Setup, Tournament
from ronda.core.ranking import Criterion, Standings, rank
from ronda.core.values import Frozen, replace
from ronda.core.verdict_codes import Codes
from ronda.core.verdicts import Finding, Reason, Refusal
from ronda.systems.columns import Lists
from ronda.systems.declarations import (
    AS_USUAL,
    Console,
    FilledForm,
    PhoneByes,
    PlayerField,
    Rest,
    ResultForm,
    Sides,
)
from ronda.tiebreaks.codes import parse_list
from ronda.tiebreaks.criteria import criteria_of

OptionKind = Literal["int", "halves", "bool", "choice", "text"]
Moment = Literal["draw", "result"]
DIFFERENCES = frozenset(("difference", "differential", "effectiveness"))  # criteria: scores won minus scores lost


def as_given(setup: Setup, name: str) -> str:  # noqa: ARG001
    """A name as it came in."""
    return name


class Option(Frozen, frozen=True):
    """One setting. `halves` is a number with half points, kept as a whole number of halves. A default of
    None means that the system finds the value itself (by the size of the field). A `text` is whatever the option
    `accepts`; `example` shows what that looks like, and `nothing` is the word for leaving it empty."""

    name: str
    kind: OptionKind
    default: OptionValue
    article: str
    low: int | None = None
    high: int | None = None
    choices: tuple[OptionValue, ...] = ()
    # what is written into every new event, where that is not the default: an event without the option has the default,
    # so that nothing made before changes
    new: OptionValue = None
    also: tuple[tuple[str, OptionValue], ...] = ()  # further words that are taken for one of the choices
    # what a page for a new event has chosen already, by its language ("": any other); else what new events begin with
    preselected: tuple[tuple[str, OptionValue], ...] = ()
    # from the first draw, or the first result, on it stays as it is, by this article (else by the option's own)
    frozen_after: Moment | None = None
    frozen_by: str = ""
    accepts: Callable[[str], bool] = lambda text: True  # noqa: ARG005
    example: str = ""
    nothing: str = ""
    where: str = ""  # it says nothing as long as this other option is left as it is by default
    shared: bool = False  # every system has it: its texts are those of `option.any`

    def text(self, system: str) -> str:
        """The key of what it is, in a system; what a value of it says is told under `….posted`."""
        return f"option.{'any' if self.shared else system}.{self.name}"

    @property
    def begins(self) -> OptionValue:
        """The value of a new event that nobody chose another for."""
        return self.default if self.new is None else self.new

    def proposed(self, language: str) -> OptionValue:
        """What to begin with where somebody reads this language."""
        chosen = dict(self.preselected)
        return chosen.get(language, chosen.get("", self.begins))


class Goal(Frozen, frozen=True):
    """What the rulebook wants of a value of the quality report: `above` the limit, `below` it or `at_most` it. A
    `share` is told in per cent."""

    quality: str
    better: Literal["above", "below", "at_most"]
    limit: Fraction
    article: str
    unit: Literal["share", "percent", "seconds", ""] = ""

    def met(self, value: Fraction) -> bool:
        match self.better:
            case "above":
                return value > self.limit
            case "below":
                return value < self.limit
            case "at_most":
                return value <= self.limit


class Comparison(Frozen, frozen=True):
    """An option whose values are worth trying out on a field before the event, and what they are compared by, the most
    important first; less is better: keys of the quality report, or what the system counts in a round. Where the default
    costs nothing, the other values change nothing. Told by the texts `advice.SYSTEM.OPTION`."""

    option: str
    measures: tuple[str, ...]
    counts: Callable[[Round], tuple[int, ...]] | None = None


class System(Frozen, frozen=True):
    """One way to run an event. `start_numbers`: the numbers that people are known by from round 1 on, where there are
    such; `lists`: the columns of its lists."""

    id: str
    edition: str
    side_size: int
    options: tuple[Option, ...]
    scoring: Callable[[Setup], Scoring]
    rounds: Callable[[Setup, Sequence[Player]], int]
    validate: Callable[[Setup, Sequence[Player]], list[Finding]]
    read_result: Callable[[str, Setup], Result | Refusal]
    write_result: Callable[[Result], str]
    criteria: Callable[[Setup], tuple[Criterion, ...]]
    pair: Callable[[Book, Draw], Proposal | Refusal]
    check: Callable[[Book, Round], list[Finding]]
    result_form: ResultForm
    # a result as it might be played, as people type it: of a hundred trials the first side wins so many per mille
    play: Callable[[int, Setup, Draw], str]
    # whether the player has a place in the standings
    placed: Callable[[Book, int], bool] = lambda book, player: True  # noqa: ARG005
    # The last round of which it is proved that it can be made without a repetition as long as nobody comes or goes (0:
    # none), and the article that says so.
    guarantee: Callable[[Book], tuple[int, str]] = lambda book: (0, "")  # noqa: ARG005
    # The round that only a director can allow, where `pair` refuses with the fact `last_resort`; it is forced until
    # somebody approves it (`Round.forced`).
    last_resort: Callable[[Book, Draw], Proposal | Refusal] | None = None
    doubt: Callable[[Result, Setup], Refusal | None] = lambda result, setup: None  # noqa: ARG005
    # whether anything hangs on by how much a table was won; if not, whoever says another score says the same
    score_counts: Callable[[Setup], bool] = lambda setup: True  # noqa: ARG005
    # a result that people read as a word: the CODE of the text `result.SYSTEM.CODE`; None where it is read as written
    result_word: Callable[[Result], str | None] = lambda result: None  # noqa: ARG005
    # what is worth telling about one player's event so far; told by the texts `player_note.CODE`
    player_notes: Callable[[Book, int], tuple[Reason, ...]] = lambda book, player: ()  # noqa: ARG005
    # what follows from settings and field together and is worth showing; told by the texts `in_force.CODE`
    in_force: Callable[[Setup, Sequence[Player]], tuple[Reason, ...]] = lambda setup, players: ()  # noqa: ARG005
    goals: tuple[Goal, ...] = ()
    # how names are kept, however they came in
    kept_name: Callable[[Setup, str], str] = as_given
    start_numbers: Callable[[Mapping[int, Player]], Mapping[int, int]] | None = None
    comparisons: tuple[Comparison, ...] = ()
    player_fields: tuple[PlayerField, ...] = ()  # what the forms ask for beside name and club
    sides: Sides = AS_USUAL[0]
    rest: Rest = AS_USUAL[1]
    lists: Lists = Lists()
    # The option whose value is the list of criteria that the organiser chose, in their order, with commas between their
    # codes; "": the rulebook fixes them.
    tiebreaks: str = ""
    number_key: str = "number"  # what the start number of a player is called in files
    # the kinds of byes that a player may ask for, round by round; `pair` gives them to those of `Book.resting`
    byes_on_request: Callable[[Setup], tuple[RequestedBye, ...]] = lambda setup: ()  # noqa: ARG005
    # those of them that the event lets players ask for on their phones
    phone_byes: Callable[[Setup], PhoneByes] = lambda setup: PhoneByes()  # noqa: ARG005
    score_unit: int = 1  # results are kept in so many parts of a point
    # what the field decides where an option leaves it open: the values in force of such options, by name
    settled: Callable[[Setup, Sequence[Player]], Mapping[str, OptionValue]] = lambda setup, players: {}  # noqa: ARG005
    # what a win and a draw are worth, in units of the book: where tie-breaks can be chosen by their codes
    game_points: Callable[[Setup], tuple[int, int]] | None = None
    seating: Callable[[Setup, int], tuple[int, int]] | None = None  # tables and byes of so many, where options decide
    scheduled: bool = False  # whether a table says who meets whom in each round: then who is away leaves a gap
    sizes: Callable[[Setup], tuple[int, ...]] | None = None  # of sides, where not all are of `side_size`
    five_tables: bool = False  # whether an existing set of the five tables holds events of this system
    demonstrates: tuple[Literal["terminal", "browser"], ...] = ()  # where it is what a demonstration shows
    known_as: tuple[str, ...] = ()  # words for the game, which are too well known for a password
    console: Console | None = None
    # the card that a sanction of so much brings, with the one that is shown and the highest of earlier rounds (PE4.4)
    card: Callable[[Setup, int, Card, Card], Card] = lambda setup, sanction, shown, before: shown  # noqa: ARG005
    score_penalties: bool = False  # whether a penalty may take from the score of one player at a table (PE4.1)
    # the event as cells of the workbook in which it is reported, where there is such a thing
    form: Callable[[Tournament], FilledForm | Refusal] | None = None
    codes: Codes = field(default_factory=dict)  # every verdict code that it says, beside those that all systems share

    def option(self, setup: Setup, name: str) -> OptionValue:
        """The value in force: the set-up's or the default."""
        if name in setup.options:
            return setup.options[name]
        return next(option.default for option in self.options if option.name == name)

    def new_options(self, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """The options of a new event: those that were chosen, and what is written into every new one. Whatever makes
        an event goes through here; what reads or copies one does not."""
        return {**{own.name: own.new for own in self.options if own.new is not None}, **chosen}

    def same_outcome(self, setup: Setup, one: Result, other: Result) -> bool:
        """Whether two results mean the same for everything that is worked out from them."""
        if one == other or not (isinstance(one, Scored) and isinstance(other, Scored)):
            return one == other
        decided = [(result.first > result.second) - (result.first < result.second) for result in (one, other)]
        return not self.score_counts(setup) and decided[0] == decided[1]

    def unit(self, setup: Setup) -> int:
        """In so many parts a point is counted inside."""
        return self.scoring(setup).unit

    def differential(self, setup: Setup) -> bool:
        """Whether score differences decide places, by whatever name they are a criterion."""
        return any(one.name in DIFFERENCES for one in self.criteria(setup))

    def standings(self, book: Book, criteria: tuple[Criterion, ...] | None = None) -> Standings:
        """Everybody in the order of the criteria of the event, or of others."""
        chosen = self.criteria(book.setup) if criteria is None else criteria
        return rank(book, chosen, placed=lambda player: self.placed(book, player))

    def chosen_criteria(self, setup: Setup, codes: str) -> tuple[Criterion, ...] | Refusal:
        """The criteria that an organiser names, in this order: those of the system's own option, else tie-breaks by
        their codes (TB4) where one plays against one."""
        option = next((own for own in self.options if own.name == self.tiebreaks), None)
        if option is not None:
            chosen = ",".join(code.strip() for code in codes.split(","))
            if not option.accepts(chosen):
                facts = {"option": option.name, "found": chosen, "expected": option.example}
                return Refusal("bad_option", option.article, facts)
            return self.criteria(replace(setup, options={**setup.options, option.name: chosen}))
        if self.game_points is None:
            return Refusal("tiebreaks_one_against_one", "TB1.1")
        listed = parse_list(codes)
        return listed if isinstance(listed, Refusal) else criteria_of(listed, *self.game_points(setup))

    def shown_result(self, result: Result | None) -> str:
        """A result as lists have it: as it is written, or the key of the word that people read instead."""
        if result is None:
            return ""
        word = self.result_word(result)
        return self.write_result(result) if word is None else f"result.{self.id}.{word}"

    def written(self, result: Result | None) -> str | None:
        """A result as files and programs have it; None while there is none."""
        return None if result is None else self.write_result(result)

    def result_fact(self, result: Result | None) -> str:
        """The same for the facts of a verdict, whose text tells it as `{result:result}`."""
        return self.shown_result(result).removeprefix("result.")

    def again(self, book: Book, draw: Draw, round_: Round) -> Proposal | Refusal:
        """The round made once more, in the way it was made."""
        return (self.last_resort if self.last_resort and round_.forced else self.pair)(book, draw)

    def frozen(self, moment: Moment) -> dict[str, str]:
        """The options that stay as they are from that moment on, with the articles that say so."""
        return {one.name: one.frozen_by or one.article for one in self.options if one.frozen_after == moment}

    def side_sizes(self, setup: Setup) -> tuple[int, ...]:
        """Of how many players a side may be."""
        return (self.side_size,) if self.sizes is None else self.sizes(setup)

    def seats(self, setup: Setup, pool: int) -> tuple[int, int]:
        """How many tables a pool of that size fills, and how many players rest (D4, M3.1, R3, C4.3)."""
        return divmod(pool, 2 * self.side_size) if self.seating is None else self.seating(setup, pool)
