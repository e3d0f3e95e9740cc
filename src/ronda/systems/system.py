"""A system: its rules, words, forms and lists, and how it is tried out. No base class.

What most systems do alike has a default that is a value; a method of the declaration asks for it, so that readers need
not know whether a system declared a value, a function of the settings, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Literal

from ronda.core import (
    Book,
    Card,
    Codes,
    Criterion,
    Draw,
    Finding,
    Frozen,
    OptionValue,
    Player,
    Proposal,
    Reason,
    Refusal,
    RequestedBye,
    Result,
    Round,
    Scored,
    Scoring,
    Setup,
    Standings,
    Tournament,
    rank,
    replace,
)
from ronda.systems.columns import Lists
from ronda.systems.declarations import (
    BySetup,
    Console,
    FilledForm,
    PhoneByes,
    PlayerField,
    Rest,
    ResultForm,
    Sides,
    by_setup,
)
from ronda.tiebreaks.codes import parse_list
from ronda.tiebreaks.criteria import criteria_of
from ronda.tiebreaks.library import Terms

OptionKind = Literal["int", "halves", "bool", "choice", "text"]
Moment = Literal["draw", "result"]
DIFFERENCES = frozenset(("difference", "differential", "effectiveness"))  # criteria: scores won minus scores lost


class Option(Frozen):
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
    accepts: Callable[[str], bool] | None = None  # None: any text
    example: str = ""
    nothing: str = ""
    # whether it says anything, as all options are set; None: always
    matters: Callable[[Mapping[str, Any]], bool] | None = None
    group: str = ""  # where there are many, forms have it under this heading (`web.options.GROUP`)
    shared: bool = False  # every system has it: its texts are those of `option.any`

    def text(self, system: str) -> str:
        """The key of what it is, in a system; what a value of it says is told under `….posted`."""
        return f"option.{'any' if self.shared else system}.{self.name}"

    def takes(self, text: str) -> bool:
        """Whether a text is a value of it."""
        return self.accepts is None or self.accepts(text)

    @property
    def begins(self) -> OptionValue:
        """The value of a new event that nobody chose another for."""
        return self.default if self.new is None else self.new

    def proposed(self, language: str) -> OptionValue:
        """What to begin with where somebody reads this language."""
        chosen = dict(self.preselected)
        return chosen.get(language, chosen.get("", self.begins))


def values_in(setup: Setup, options: Iterable[Option]) -> dict[str, Any]:
    """What a set-up says of the options, or their defaults."""
    return {option.name: setup.options.get(option.name, option.default) for option in options}


class Goal(Frozen):
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


class Comparison(Frozen):
    """An option whose values are worth trying out on a field before the event, and what they are compared by, the most
    important first; less is better: keys of the quality report, or what the system counts in a round. Where the default
    costs nothing, the other values change nothing. Told by the texts `advice.SYSTEM.OPTION`."""

    option: str
    measures: tuple[str, ...]
    counts: Callable[[Round], tuple[int, ...]] | None = None


class Seating(Frozen):
    """How players sit. `sizes`: of sides, where not all are of `side_size`; `tables`: tables and byes of so many
    players, where options decide; `scheduled`: a table says who meets whom in each round, so who is away leaves a
    gap."""

    side_size: int = 1
    sizes: Callable[[Setup], tuple[int, ...]] | None = None
    tables: Callable[[Setup, int], tuple[int, int]] | None = None
    scheduled: bool = False

    def side_sizes(self, setup: Setup) -> tuple[int, ...]:
        """Of how many players a side may be."""
        return (self.side_size,) if self.sizes is None else self.sizes(setup)

    def seats(self, setup: Setup, pool: int) -> tuple[int, int]:
        """How many tables a pool of that size fills, and how many players rest (D4, M3.1, R3, C4.3)."""
        return divmod(pool, 2 * self.side_size) if self.tables is None else self.tables(setup, pool)


class Results(Frozen):
    """How results are read, written and entered. `unit`: they are kept in so many parts of a point. `word`: a result
    that people read as a word, the CODE of the text `result.CODE` (which begins with the name of the system); None
    where it is read as written. `doubt`: what should be asked before such a result is taken. `scores_count`: whether
    anything hangs on by how much a table was won; if not, whoever says another score says the same."""

    read: Callable[[str, Setup], Result | Refusal]
    write: Callable[[Result], str]
    form: BySetup[ResultForm]
    unit: int = 1
    word: Callable[[Result], str | None] | None = None
    doubt: Callable[[Result, Setup], Refusal | None] | None = None
    scores_count: BySetup[bool] = True

    def form_for(self, setup: Setup) -> ResultForm:
        """How results of this event are entered."""
        return by_setup(self.form, setup)

    def doubted(self, result: Result, setup: Setup) -> Refusal | None:
        """What should be asked before the result is taken; None: nothing."""
        return None if self.doubt is None else self.doubt(result, setup)

    def read_as(self, result: Result) -> str | None:
        """The code of the word that people read; None where the result is read as written."""
        return None if self.word is None else self.word(result)

    def shown(self, result: Result | None) -> str:
        """A result as lists have it: as it is written, or the key of the word that people read instead."""
        if result is None:
            return ""
        word = self.read_as(result)
        return self.write(result) if word is None else f"result.{word}"

    def brief(self, result: Result | None) -> str:
        """The same with little room: of a match in sets, how many each side has won."""
        if isinstance(result, Scored) and result.sets:
            return f"{result.first}-{result.second}"
        return self.shown(result)

    def written(self, result: Result | None) -> str | None:
        """A result as files and programs have it; None while there is none."""
        return None if result is None else self.write(result)

    def fact(self, result: Result | None) -> str:
        """A result for the facts of a verdict, whose text tells it as `{result:result}`."""
        return self.shown(result).removeprefix("result.")

    def same(self, setup: Setup, one: Result, other: Result) -> bool:
        """Whether two results mean the same for everything that is worked out from them."""
        if one == other or not (isinstance(one, Scored) and isinstance(other, Scored)):
            return one == other
        decided = [(result.first > result.second) - (result.first < result.second) for result in (one, other)]
        return not by_setup(self.scores_count, setup) and decided[0] == decided[1]


class Byes(Frozen):
    """Byes that players may ask for, round by round: their kinds (`pair` gives them to those of `Book.resting`), and
    those of them that the event lets players ask for on their phones; None: as AG4.3 has it."""

    kinds: BySetup[tuple[RequestedBye, ...]] = ()
    phone: BySetup[PhoneByes] | None = None

    def on_request(self, setup: Setup) -> tuple[RequestedBye, ...]:
        return by_setup(self.kinds, setup)

    def on_phones(self, setup: Setup) -> PhoneByes:
        return PhoneByes() if self.phone is None else by_setup(self.phone, setup)


class Tiebreaks(Frozen):
    """How an organiser chooses criteria. `option`: the option whose value is the list of them, in their order, with
    commas between their codes; "": the rulebook fixes them. `points`: what a win and a draw are worth, in units of the
    book, where tie-breaks can be chosen by their codes (TB4); `loss`: what is left for a loss. `scores`: whether
    results say by how much (CR7.1). `counted`: the book that criteria are counted over, where it is not all of it
    (ST5.5)."""

    option: str = ""
    points: BySetup[tuple[int, int]] | None = None
    loss: BySetup[int] = 0
    scores: BySetup[bool] = True
    counted: Callable[[Book], Book] | None = None

    def game_points(self, setup: Setup) -> tuple[int, int] | None:
        """What a win and a draw are worth; None where tie-breaks have no codes."""
        return None if self.points is None else by_setup(self.points, setup)


class Penalties(Frozen):
    """`card`: the card that a sanction of so much brings, with the one that is shown and the highest of earlier rounds
    (PE4.4); None: the one that is shown. `scores`: a penalty may take from the score of one player at a table
    (PE4.1)."""

    card: Callable[[Setup, int, Card, Card], Card] | None = None
    scores: bool = False

    def card_for(self, setup: Setup, sanction: int, shown: Card, before: Card) -> Card:
        """The card that somebody gets."""
        return shown if self.card is None else self.card(setup, sanction, shown, before)


class Rules(Frozen):
    """What decides. `unfit`: why no event can be played by these options together. `placed`: whether the player has a
    place in the standings; None: everybody has one. `settled`: what the field decides where an option leaves it open,
    the values in force of such options by name.

    `guarantee`: the last round of which it is proved that it can be made without a repetition as long as nobody comes
    or goes (0: none), and the article that says so. `last_resort`: the round that only a director can allow, where
    `pair` refuses with the fact `last_resort`; it is forced until somebody approves it (`Round.forced`)."""

    edition: str
    options: tuple[Option, ...]
    scoring: Callable[[Setup], Scoring]
    rounds: Callable[[Setup, Sequence[Player]], int]
    validate: Callable[[Setup, Sequence[Player]], list[Finding]]
    criteria: Callable[[Setup], tuple[Criterion, ...]]
    results: Results
    pair: Callable[[Book, Draw], Proposal | Refusal]
    check: Callable[[Book, Round], list[Finding]]
    seating: Seating = Seating()
    unfit: Callable[[Setup], Refusal | None] | None = None
    placed: Callable[[Book, int], bool] | None = None
    guarantee: Callable[[Book], tuple[int, str]] | tuple[int, str] = (0, "")
    last_resort: Callable[[Book, Draw], Proposal | Refusal] | None = None
    settled: Callable[[Setup, Sequence[Player]], Mapping[str, OptionValue]] | None = None
    byes: Byes = Byes()
    tiebreaks: Tiebreaks = Tiebreaks()
    penalties: Penalties = Penalties()

    def option(self, setup: Setup, name: str) -> OptionValue:
        """The value in force: the set-up's or the default."""
        if name in setup.options:
            return setup.options[name]
        return next(option.default for option in self.options if option.name == name)

    def relevant(self, values: Mapping[str, OptionValue]) -> tuple[Option, ...]:
        """The options that say anything where all of them are set so."""
        return tuple(one for one in self.options if one.matters is None or one.matters(values))

    def new_options(self, chosen: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """The options of a new event: those that were chosen, and what is written into every new one. Whatever makes
        an event goes through here; what reads or copies one does not."""
        return {**{option.name: option.new for option in self.options if option.new is not None}, **chosen}

    def frozen(self, moment: Moment) -> dict[str, str]:
        """The options that stay as they are from that moment on, with the articles that say so."""
        return {one.name: one.frozen_by or one.article for one in self.options if one.frozen_after == moment}

    def settled_options(self, setup: Setup, players: Sequence[Player]) -> Mapping[str, OptionValue]:
        """The values in force that the field decides."""
        return {} if self.settled is None else self.settled(setup, players)

    def unit(self, setup: Setup) -> int:
        """In so many parts a point is counted inside."""
        return self.scoring(setup).unit

    def differential(self, setup: Setup) -> bool:
        """Whether score differences decide places, by whatever name they are a criterion."""
        return any(one.name in DIFFERENCES for one in self.criteria(setup))

    def standings(self, book: Book, criteria: tuple[Criterion, ...] | None = None) -> Standings:
        """Everybody in the order of the criteria of the event, or of others."""
        chosen = self.criteria(book.setup) if criteria is None else criteria
        return rank(book, chosen, placed=lambda player: self.placed is None or self.placed(book, player))

    def terms(self, setup: Setup) -> Terms:
        """What the criteria to choose from ask about an event (CR7.1)."""
        unit = self.unit(setup)
        win, draw = self.tiebreaks.game_points(setup) or (unit, unit // 2)
        return Terms(
            win,
            draw,
            by_setup(self.tiebreaks.loss, setup),
            scores=by_setup(self.tiebreaks.scores, setup),
            partners=max(self.seating.side_sizes(setup)) > 1,
            scheduled=self.seating.scheduled,
        )

    def refused(self, setup: Setup) -> Refusal | None:
        """Why no event can be played by these options together; None: one can."""
        return None if self.unfit is None else self.unfit(setup)

    def chosen_criteria(self, setup: Setup, codes: str) -> tuple[Criterion, ...] | Refusal:
        """The criteria that an organiser names, in this order: those of the system's own option, else tie-breaks by
        their codes (TB4) where one plays against one."""
        option = next((one for one in self.options if one.name == self.tiebreaks.option), None)
        if option is not None:
            chosen = ",".join(code.strip() for code in codes.split(","))
            if not option.takes(chosen):
                facts = {"option": option.name, "found": chosen, "expected": option.example}
                return Refusal("bad_option", option.article, facts)
            return self.criteria(replace(setup, options={**setup.options, option.name: chosen}))
        points = self.tiebreaks.game_points(setup)
        if points is None:
            return Refusal("tiebreaks_one_against_one", "TB1.1")
        listed = parse_list(codes)
        return listed if isinstance(listed, Refusal) else criteria_of(listed, *points)

    def again(self, book: Book, draw: Draw, round_: Round) -> Proposal | Refusal:
        """The round made once more, in the way it was made."""
        return (self.last_resort if self.last_resort and round_.forced else self.pair)(book, draw)

    def guaranteed(self, book: Book) -> tuple[int, str]:
        """The last round that can surely be made without a repetition, and the article that says so."""
        return self.guarantee(book) if callable(self.guarantee) else self.guarantee


class Wording(Frozen):
    """What it says. `codes`: every verdict code, beside those that all systems share. `player_notes`: what is worth
    telling about one player's event so far (texts `player_note.CODE`). `in_force`: what follows from settings and field
    together and is worth showing (texts `in_force.CODE`)."""

    codes: Codes = {}
    sides: BySetup[Sides] = Sides()
    rest: Rest = Rest()
    player_notes: Callable[[Book, int], tuple[Reason, ...]] | None = None
    in_force: Callable[[Setup, Sequence[Player]], tuple[Reason, ...]] | None = None

    def sides_for(self, setup: Setup) -> Sides:
        """What the two sides of a table are called in this event."""
        return by_setup(self.sides, setup)

    def notes_on(self, book: Book, player: int) -> tuple[Reason, ...]:
        """What is worth telling about one player's event so far."""
        return () if self.player_notes is None else self.player_notes(book, player)

    def consequences(self, setup: Setup, players: Sequence[Player]) -> tuple[Reason, ...]:
        """What follows from settings and field together and is worth showing."""
        return () if self.in_force is None else self.in_force(setup, players)


class Forms(Frozen):
    """What is asked and filled in. `player_fields`: asked beside name and club. `kept_name`: how names are kept,
    however they came in; None: as they came. `start_numbers`: the numbers that people are known by from round 1 on,
    where there are such; `number_key`: what such a number is called in files. `report`: the event as cells of the
    workbook in which it is reported, where there is such a thing."""

    player_fields: tuple[PlayerField, ...] = ()
    kept_name: Callable[[Setup, str], str] | None = None
    start_numbers: Callable[[Mapping[int, Player]], Mapping[int, int]] | None = None
    number_key: str = "number"
    report: Callable[[Tournament], FilledForm | Refusal] | None = None
    console: Console | None = None

    def asked(self, setup: Setup) -> tuple[PlayerField, ...]:
        """What this event asks about a player."""
        return tuple(
            one for one in self.player_fields if one.where is None or setup.options.get(one.where[0]) == one.where[1]
        )

    def name(self, setup: Setup, given: str) -> str:
        """A name as it is kept."""
        return given if self.kept_name is None else self.kept_name(setup, given)


class Trial(Frozen):
    """How it is tried out. `play`: a result as it might be played, as people type it: of a thousand trials the first
    side wins so many."""

    play: Callable[[int, Setup, Draw], str]
    goals: tuple[Goal, ...] = ()
    comparisons: tuple[Comparison, ...] = ()


class System(Frozen):
    """One way to run an event. `lists`: the columns of its lists; `trial`: what simulations need; `order`: the lower,
    the sooner it is offered to somebody who has not chosen."""

    id: str
    rules: Rules
    trial: Trial
    words: Wording = Wording()
    forms: Forms = Forms()
    lists: Lists = Lists()
    order: int = 100
