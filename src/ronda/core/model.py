"""The values a tournament is made of. All of them are frozen; a change is a new value.

Points are whole numbers everywhere inside, counted in the smallest unit of the system (`Scoring.unit`). For most that
is half a point, and so the fields are called `halves`: `halves=3` is 1½ points (S6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Annotated, ClassVar, Literal

import msgspec

from ronda.core.prize_rules import FeeBook, PrizeRules
from ronda.core.stage_plan import Stage
from ronda.core.values import Frozen, Partly, Value, replace
from ronda.core.verdicts import Reason, Relaxation

OptionValue = int | str | bool | None
Togetherness = Literal["opponents", "partners", "both"]
RoundStatus = Literal["draft", "published", "closed"]
# allocated by the pairing (U), or asked for: with the points of a win (F), of a draw (H), with none (Z)
ByeKind = Literal["U", "F", "H", "Z"]
RequestedBye = Literal["F", "H", "Z"]

# What tells who somebody is, and no rule needs once a round is made (start numbers are fixed then): erasable (PP6).
PERSONAL = (
    "name",
    "licence",
    "club",
    "title",
    "federation",
    "fide_id",
    "birth_year",
    "sex",
    "email",
    "person",
    "members",
)
EMPTIED = "–"  # what stands where a free text was taken out


class Player(Value):
    """One participant. `number` is frozen when round 1 is made: the draw number (R4.1) or the starting number (C2.2),
    where the system gives one. `licence` is a text: it may have letters, hyphens and leading zeros. `birth_year` is 0
    where it is not known. `byes`: the rounds in which the player asked to rest, and how, in the order of the rounds.
    `person`: the key of who that is in the list of people over many events (PP1); no rule of an event asks for it.
    `start`: the points that somebody has before round 1, where a system gives such (AG1.5). `members`: who is in it,
    where an entry is a side that stays together (AG1.1, PS3.1): their names, with semicolons between them; `size`: how
    many they are."""

    id: int
    name: str
    rating: int = 0
    national_rating: int = 0
    licence: str = ""
    club: str = ""
    joined_round: int = 1
    left_after: int | None = None
    missed: tuple[int, ...] = ()
    number: int | None = None
    pinned_table: int | None = None
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth_year: int = 0
    sex: str = ""
    email: str = ""
    byes: tuple[tuple[int, RequestedBye], ...] = ()
    person: str = ""
    start: int = 0
    members: str = ""
    size: int = 0

    @property
    def waits(self) -> bool:
        """Whether the entry still looks for a partner, and does not play (AG1.1, PS3.1)."""
        return self.size == 1

    def plays_in(self, round_number: int) -> bool:
        """Whether the player is in the pool of that round."""
        return self.takes_part(round_number) and self.bye_asked(round_number) is None

    def rests_in(self, round_number: int) -> RequestedBye | None:
        """The bye that the player is to have in that round, having asked for it; None: no such bye."""
        return self.bye_asked(round_number) if self.takes_part(round_number) else None

    def bye_asked(self, round_number: int) -> RequestedBye | None:
        return next((kind for number, kind in self.byes if number == round_number), None) if self.byes else None

    def takes_part(self, round_number: int) -> bool:
        """Whether the player is there in that round, to play or to have the bye asked for."""
        if round_number < self.joined_round or round_number in self.missed or self.waits:
            return False
        return self.left_after is None or round_number <= self.left_after

    @property
    def removed(self) -> bool:
        """Whether the personal data were erased (PP6.2): known by the name that is left, also in a file."""
        return self.name == removed_name(self.id)


def removed_name(player: int) -> str:
    """The name that is left of a player who was erased: the same in every language, file and database."""
    return f"#{player}"


def without_person(player: Player) -> Player:
    """The player with nothing left that tells who it was."""
    return replace(player, name=removed_name(player.id), **_NOBODY)


_NOBODY = {name: getattr(Player(0, ""), name) for name in PERSONAL if name != "name"}


def personal(player: Player) -> dict[str, object]:
    """What tells who somebody is."""
    return {name: getattr(player, name) for name in PERSONAL}


class Scored(Value, tag_field="kind", tag="scored"):
    """A result that was played, in the system's smallest unit (such as half points). Where a match has several games,
    those that each side won, beside those that were `drawn`; where they are `sets`, the points of each, in order."""

    first: int
    second: int
    drawn: int = 0
    sets: tuple[tuple[int, int], ...] = ()


class Forfeit(Value, tag_field="kind", tag="forfeit"):
    """A table decided by absence."""

    first_absent: bool
    second_absent: bool


Result = Scored | Forfeit
Side = tuple[int, ...]


def turned(result: Result) -> Result:
    """The result as the other side sees it."""
    match result:
        case Scored(first=first, second=second, drawn=drawn, sets=sets):
            return Scored(second, first, drawn, tuple((other, own) for own, other in sets))
        case Forfeit(first_absent=first_absent, second_absent=second_absent):
            return Forfeit(second_absent, first_absent)


class Earlier(Value):
    """What a table's result was until it was corrected: it stood when round `until` was made."""

    result: Result | None
    until: int
    absent: tuple[int, ...] = ()


class Table(Value):
    """Two ordered sides; the first has white where colour matters."""

    number: int
    first: Side
    second: Side
    result: Result | None = None
    absent: tuple[int, ...] = ()
    earlier: tuple[Earlier, ...] = ()

    @property
    def players(self) -> tuple[int, ...]:
        return self.first + self.second


class Bye(Value):
    """A player who rests. What the bye is worth is copied here when it is awarded (R3.3)."""

    player: int
    halves: int | None = None
    differential: int | None = None
    kind: ByeKind = "U"


class Approval(Value):
    """A director stands for a forced round, with name and reason (D7.3, C5.5)."""

    by: str
    reason: str


class Round(Value):
    """One round with its reasons, as it was made."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[Bye, ...] = ()
    seed: int | None = None
    edition: str | None = None
    reasons: tuple[Reason, ...] = ()
    relaxations: tuple[Relaxation, ...] = ()
    approved: Approval | None = None
    status: RoundStatus = "published"
    by_hand: bool = False

    @property
    def forced(self) -> bool:
        """Whether a director must approve it before it is more than a draft (D7.3, C5.5)."""
        return any(relaxation.code == "forced" for relaxation in self.relaxations)

    @property
    def over(self) -> bool:
        """Whether the round has ended: it is published and no result is missing (R5.5). Nobody has to say so, and a
        result that is taken out opens it again; one without tables is over as soon as it is published."""
        return self.status != "draft" and all(table.result is not None for table in self.tables)

    @property
    def general_reasons(self) -> tuple[Reason, ...]:
        """What the round says about itself as a whole: no table's and no player's."""
        return tuple(one for one in self.reasons if one.table is None and one.player is None)

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(p for t in self.tables for p in t.players) + tuple(b.player for b in self.byes)

    @property
    def seating(self) -> tuple[list[tuple[int, Side, Side]], list[int]]:
        """Who sits where, and who rests: what two rounds have in common that are the same pairing."""
        return [(t.number, t.first, t.second) for t in self.tables], [bye.player for bye in self.byes]


class Avoid(Value):
    """Two players who should not meet, or not be partners."""

    players: tuple[int, int]
    relation: Togetherness = "both"
    hard: bool = True

    def bars_opponents(self) -> bool:
        return self.relation in ("opponents", "both")

    def bars_partners(self) -> bool:
        return self.relation in ("partners", "both")


PenaltyKind = Literal["note", "warning", "score", "bonus", "points", "game-loss", "both-lose", "miss", "expel"]  # PE2
Card = Literal["", "yellow", "orange", "red", "black"]
AppealOutcome = Literal["", "upheld", "changed", "lifted"]  # PE8.1


class Penalty(Value):
    """A penalty, or a judge's note, beside the results (PE1). `amount`: what is taken, of a score in its own unit, of
    points in `parts`, so many to a point (None: halves; less than nothing: a bonus that a report file gave, PE7.2);
    for `bonus` what the opponents get, for `miss` how many rounds. `round`: the one it is dated to, 0 before the
    first; `table`: the one it strikes."""

    id: int
    player: int
    kind: PenaltyKind
    round: int
    table: int | None = None
    amount: int = 0
    card: Card = ""
    rule: str = ""
    reason: str = ""
    by: str = ""
    lifted: bool = False
    parts: Annotated[int, msgspec.Meta(ge=1)] | None = None


def starters(players: Iterable[Player]) -> list[Player]:
    """Those who are there in round 1, to play or to have the bye asked for."""
    return [player for player in players if player.takes_part(1)]


class Appeal(Value):
    """Somebody does not agree: with a penalty, or with the result of a table (PE8). `player`: whose appeal it is.
    Without an `outcome` it is open; what was decided, by whom and why, comes with it."""

    id: int
    player: int
    round: int
    text: str
    penalty: int | None = None
    table: int | None = None
    outcome: AppealOutcome = ""
    by: str = ""
    reason: str = ""


class Setup(Value):
    """What holds for the event as a whole. `penalties`: all that were given, lifted ones too; they stand here so
    that every round keeps which of them were known when it was made (S4). So do the `stages`, the first one first: an
    event without any has its rounds, and nothing else."""

    system: str
    name: str = ""
    options: Mapping[str, OptionValue] = {}
    seed: int = 0
    avoid: tuple[Avoid, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    stages: tuple[Stage, ...] = ()


class Tournament(Partly):
    """Everything that is known, as folded from the facts. `numbered`: whose start numbers were fixed with a round,
    so that they go with it; `made_with`: the set-up and the players a round was made with. A file says neither, and
    two tournaments are no less equal for it. `reports`: what players say the result is, by table of the last round and
    by player, as long as it has none. `lot`: the seed of the lot for places, once it was drawn (CR8.2)."""

    uncompared: ClassVar[tuple[str, ...]] = ("numbered", "made_with", "reports")

    setup: Setup
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    numbered: Mapping[int, tuple[int, ...]] = {}
    made_with: Mapping[int, tuple[Setup, tuple[Player, ...]]] = {}
    here: frozenset[int] = frozenset()
    reports: Mapping[int, Mapping[int, Result]] = {}
    finished: bool = False
    archived: bool = False
    deleted: bool = False
    prizes: PrizeRules | None = None
    fees: FeeBook = FeeBook()
    appeals: tuple[Appeal, ...] = ()
    lot: int | None = None

    @property
    def next_round(self) -> int:
        return len(self.rounds) + 1


class Proposal(Frozen):
    """A round that a system proposes, and the start numbers it fixed while making it."""

    round: Round
    numbers: Mapping[int, int] = {}


Neighbours = Mapping[int, AbstractSet[int]]
_NONE: frozenset[int] = frozenset()


class Avoided(Frozen):
    """Who should not sit against (or beside) whom, both ways; players without such a wish are not listed."""

    hard: Neighbours
    soft: Neighbours

    @property
    def any(self) -> bool:
        return bool(self.hard or self.soft)

    def called(self, names: Mapping[int, int]) -> Avoided:
        """The same about players who go by other names, say by their places. Everybody is listed, and a hard wish is no
        soft one as well."""

        def listed(wishes: Neighbours) -> dict[int, AbstractSet[int]]:
            found: dict[int, AbstractSet[int]] = dict.fromkeys(names.values(), _NONE)
            for player, others in wishes.items():
                found[names[player]] = {names[other] for other in others}
            return found

        hard, soft = listed(self.hard), listed(self.soft)
        return Avoided(hard, {name: others - hard[name] if others else others for name, others in soft.items()})

    def is_hard(self, a: int, b: int) -> bool:
        return b in self.hard.get(a, _NONE)

    def is_soft(self, a: int, b: int) -> bool:
        return b in self.soft.get(a, _NONE) and not self.is_hard(a, b)


def avoided_opponents(setup: Setup, pool: Iterable[int]) -> Avoided:
    """The wishes about opponents among the players of the pool."""
    return _avoided(setup, pool, Avoid.bars_opponents)


def avoided_partners(setup: Setup, pool: Iterable[int]) -> Avoided:
    """The wishes about partners among the players of the pool."""
    return _avoided(setup, pool, Avoid.bars_partners)


def _avoided(setup: Setup, pool: Iterable[int], bars: Callable[[Avoid], bool]) -> Avoided:
    there = set(pool)
    wishes = [avoid for avoid in setup.avoid if bars(avoid) and there.issuperset(avoid.players)]
    return Avoided(
        hard=_neighbours(avoid for avoid in wishes if avoid.hard),
        soft=_neighbours(avoid for avoid in wishes if not avoid.hard),
    )


def _neighbours(wishes: Iterable[Avoid]) -> Neighbours:
    found: dict[int, set[int]] = {}
    for wish in wishes:
        a, b = wish.players
        found.setdefault(a, set()).add(b)
        found.setdefault(b, set()).add(a)
    return found


# --- what the plan tells of an event ------------------------------------------------------------------------


def base_rounds(tournament: Tournament) -> int:
    """So many rounds were made before the second stage began: what the criteria of the standings are counted over."""
    later = [stage.begun.after for stage in tournament.setup.stages[1:] if stage.begun is not None]
    return min(later, default=len(tournament.rounds))


def by_stages(tournament: Tournament, number: int) -> bool:
    """Whether a round is made by a stage, not by the system."""
    stages = tournament.setup.stages
    return any(one.begun is not None and one.kind != "rounds" and one.begun.after < number for one in stages)


def stage_begun_after(tournament: Tournament, number: int) -> int | None:
    """The number of the first stage that began when that round was the last one."""
    stages = enumerate(tournament.setup.stages, start=1)
    return next((at for at, one in stages if one.begun and one.kind != "rounds" and one.begun.after == number), None)


def next_stage(tournament: Tournament) -> int | None:
    """The number of the first stage that has not begun and is not the rounds of the system."""
    stages = enumerate(tournament.setup.stages, start=1)
    return next((at for at, one in stages if one.begun is None and one.kind != "rounds"), None)


def begins_with_stage(tournament: Tournament) -> bool:
    """Whether the event waits for its first stage, which is not the rounds of the system."""
    return next_stage(tournament) == 1


def source_of(stages: Sequence[Stage], number: int) -> int:
    """The number of the stage that this one takes its entrants from; 0: all players (ST1.1)."""
    chosen = stages[number - 1].source
    return chosen if 0 < chosen < number else number - 1
