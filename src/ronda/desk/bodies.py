"""The bodies of requests, one for each action, with their limits."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

import msgspec

from ronda.core import AppealOutcome, Card, Frozen, PenaltyKind
from ronda.core.prize_rules import PerPerson, PrizeKind, Sharing, TieOn
from ronda.core.stage_plan import Apart, Consolation, Drawing, Form, Level, Settled, StageKind, StagePlaces, Third

MOST_PLAYERS = 5_000
_MOST = 1_000_000_000

Text = Annotated[str, msgspec.Meta(max_length=200)]
AT_LEAST_0 = {"minimum": 0}  # for the description: the framework leaves this bound out where a number may be null
_LARGEST = 2**53 - 1  # up to here all programs read JSON numbers alike
Seed = Annotated[int, msgspec.Meta(ge=0, le=_LARGEST, extra_json_schema={"extra": AT_LEAST_0})]
# an empty one is refused by a rule, with its reason: only the description says so beforehand
NameText = Annotated[str, msgspec.Meta(max_length=200, extra_json_schema={"extra": {"min_length": 1}})]
Number = Annotated[int, msgspec.Meta(ge=0, le=_MOST, extra_json_schema={"extra": AT_LEAST_0})]
Reason = Annotated[str, msgspec.Meta(max_length=1_000)]
# points in the unit that people speak, also as they write them: "0,5", "½"
Points = Annotated[float, msgspec.Meta(ge=0, le=_MOST)] | Annotated[str, msgspec.Meta(max_length=20)]
PersonKey = Annotated[str, msgspec.Meta(max_length=40, pattern="^[0-9a-z]*$")]
PlayerId = Annotated[int, msgspec.Meta(ge=1, le=_MOST)]
_TWO = msgspec.Meta(extra_json_schema={"extra": {"min_items": 2, "max_items": 2}})
OptionsGiven = Annotated[
    dict[Text, bool | Annotated[float, msgspec.Meta(ge=-_MOST, le=_MOST)] | Text | None], msgspec.Meta(max_length=50)
]


class Body(Frozen, forbid_unknown_fields=True):
    """What is said with a request; nothing, where an action needs nothing."""


class ApprovalInput(Body):
    """A director stands for a forced round."""

    by: Text
    reason: Text


class NextRound(Body):
    """The next round; `present` lets those who are not checked in miss it. `last_resort`: where the rules allow no
    round, propose the one with the fewest rematches all the same, as a forced draft that somebody has to approve.
    `approve`: who stands for the round, should it be forced. `publish`: at once; a forced round for which nobody stands
    is refused then, or (`or_draft`) kept as a draft."""

    seed: Seed | None = None
    present: bool = False
    last_resort: bool = False
    approve: ApprovalInput | None = None
    publish: bool = False
    or_draft: bool = False


class Name(Body):
    name: NameText


class Options(Body):
    """`by`: who stands for another `order` of the standings, once round 1 is published."""

    options: OptionsGiven
    by: Text = ""


class AvoidPair(Body):
    """Two players who should not meet, or not be partners."""

    players: Annotated[tuple[PlayerId, PlayerId], _TWO]
    relation: Literal["opponents", "partners", "both"] = "both"
    hard: bool = True


class AvoidList(Body):
    avoid: Annotated[list[AvoidPair], msgspec.Meta(max_length=MOST_PLAYERS)]


class Particulars(Body):
    """Of a player; what a system does not use may be left out."""

    name: NameText
    rating: Number = 0
    national_rating: Number = 0
    licence: Text | Number = ""
    club: Text = ""
    pinned_table: Number | None = None
    title: Text = ""
    federation: Text = ""
    fide_id: Text | Number = ""
    birth_year: Number = 0
    start: Number = 0
    sex: Text = ""
    email: Text = ""
    person: PersonKey = ""
    members: Annotated[str, msgspec.Meta(max_length=1000)] = ""


class PlayerFields(Particulars, kw_only=True):
    """A new player; who is `here` stands at the desk, and is checked in with it."""

    here: bool = False


class PlayerEdit(Particulars, kw_only=True):
    player: PlayerId


class PlayerList(Body):
    """Players as pasted from a spreadsheet or typed, one in a line. `lenient`: cells that cannot be used are left
    empty, and rows without a name left out, instead of a refusal that names the first."""

    text: Annotated[str, msgspec.Meta(max_length=1_000_000)]
    lenient: bool = False


class OnePlayer(Body):
    player: PlayerId


class ByeWish(OnePlayer):
    """A bye that the player asks for in a round to come; without a kind, the wish is taken back."""

    round: Number
    kind: Literal["F", "H", "Z"] | None = None


class Presence(OnePlayer):
    here: bool = True


class PrizeInput(Body):
    """`value` in the smallest unit of the currency; without a category it is for everybody. `percent`: so much of the
    pot instead of a value."""

    id: Text
    value: Number = 0
    category: Text = ""
    kind: PrizeKind = "money"
    percent: Text = ""


class CategoryInput(Body):
    """`who`: what must be true, such as `U12 F`."""

    name: Text
    who: Text = ""


class PotInput(Body):
    """What prizes in per cent are parts of: so much of the fees that were collected, less the deductions."""

    percent: Text = ""
    deductions: Number = 0
    guarantee: Number = 0


class Prizes(Body):
    """The prize list and its rules; `by` and `reason` once the first round is out."""

    prizes: Annotated[list[PrizeInput], msgspec.Meta(max_length=1000)]
    categories: Annotated[list[CategoryInput], msgspec.Meta(max_length=200)] = []
    per_person: PerPerson = "one"
    sharing: Sharing = "equal"
    tie_on: TieOn = "place"
    unit: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1
    min_share: Number = 0
    min_rounds: Number = 1
    year: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    currency: Text = ""
    excluded: Annotated[list[PlayerId], msgspec.Meta(max_length=MOST_PLAYERS)] = []
    by: Text = ""
    reason: Text = ""
    pot: PotInput | None = None


class FeeInput(Body):
    """`amount` in the smallest unit of the currency; `who`: of whom it is due, such as `U18`, without it of everybody;
    `add`: on top of the first rule that fits; `until`: only for those who have paid by that day (`2026-04-30`)."""

    amount: Number
    who: Text = ""
    add: bool = False
    until: Text = ""


class Fees(Body):
    """The fees of the event, the first rule that fits counts; the whole list. `pay_first`: nobody is checked in who has
    not paid."""

    rules: Annotated[list[FeeInput], msgspec.Meta(max_length=200)]
    currency: Text = ""
    year: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    pay_first: bool = False


class OwnFeeInput(OnePlayer):
    """What is due from one player, whatever the rules say, and why; without an amount, as the rules say."""

    amount: Number | None = None
    reason: Reason = ""


class PaymentInput(OnePlayer):
    """Money that a player paid; without an amount, all that is open. `day`: when, for rules that ask for it; without it
    today."""

    amount: Number | None = None
    how: Text = ""
    day: Text = msgspec.field(default_factory=lambda: date.today().isoformat())


class Refund(OnePlayer):
    """Money that a player gets back, and why; without an amount, all that was paid."""

    amount: Number | None = None
    reason: Reason = ""


class LinkInput(OnePlayer):
    """Who a player is in the list of people; without a key, nobody that is known."""

    person: PersonKey = ""


class Links(Body):
    """Who the players are in the list of people."""

    links: Annotated[list[LinkInput], msgspec.Meta(max_length=MOST_PLAYERS)]


class StageInput(Body):
    """One stage of the plan. `take`: who advances, such as `top 8`, `places 9-16`, `2 of each group`; `source`: the
    number of the stage they come from, 0 for the one before; `sides`: so many players make a side."""

    kind: StageKind
    name: Text = ""
    take: Text = ""
    source: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    sides: Annotated[int, msgspec.Meta(ge=1, le=3)] = 1
    form: Form = ""
    third: Third = "shared"
    consolation: Consolation = "none"
    best_of: Literal[1, 3, 5, 7] = 1
    final_best_of: Literal[0, 1, 3, 5, 7] = 0
    level: Level = "extra"
    reseed: bool = False
    drawing: Drawing = "plain"
    places: StagePlaces = "shared"
    groups: Annotated[int, msgspec.Meta(ge=0, le=26)] = 0
    double: bool = False
    close_last: bool = False
    apart: Apart = ""
    per_club: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    cut_ties: Settled = ""
    order: Text = ""


class Stages(Body):
    """The stages of the event, the first one first; the rounds of the system, if it begins with them, are the first."""

    stages: Annotated[list[StageInput], msgspec.Meta(max_length=20)]
    by: Text = ""


class StageChange(Body):
    """Somebody in the place of somebody else."""

    out: PlayerId
    into: PlayerId


class StageBeginning(Body):
    """Without a number, the next stage begins. `changes`: whom the director replaces, with `by` and `reason`; `mode`:
    whether all below move up, or the newcomer takes the vacant seed. `playoff`: who won it, the best first. `early`:
    the source ends before its last round."""

    stage: Annotated[int, msgspec.Meta(ge=0, le=20)] = 0
    seed: Seed | None = None
    changes: Annotated[list[StageChange], msgspec.Meta(max_length=64)] = []
    mode: Literal["shift", "slot"] = "shift"
    playoff: Annotated[list[PlayerId], msgspec.Meta(max_length=64)] = []
    early: bool = False
    by: Text = ""
    reason: Reason = ""


class StageRef(Body):
    stage: Annotated[int, msgspec.Meta(ge=1, le=20)]


class Swap(Body):
    one: PlayerId
    other: PlayerId


class Publication(Body):
    """`approve`: who stands for the round, should it be forced."""

    approve: ApprovalInput | None = None


class ResultEntry(Body):
    """`was` is the result that the person saw; if another one stands there by now, nothing is written."""

    round: Number
    table: Number
    result: Text
    was: Text | None = None
    absent: Annotated[list[PlayerId], msgspec.Meta(max_length=4)] = []
    sure: bool = False


class TableRef(Body):
    """`was` is the result that the person saw; if another one stands there by now, nothing is written."""

    round: Number
    table: Number
    was: Text | None = None


class ResultRestoration(Body):
    """An entry that was a mistake: `was` is what the person saw, `before` what stood there earlier, if anything."""

    round: Number
    table: Number
    was: Text
    before: Text = ""
    absent: Annotated[list[PlayerId], msgspec.Meta(max_length=4)] = []


class Report(Body):
    """`round` is the one that the player meant: a report that was long on its way is not taken for a later one."""

    result: Text
    sure: bool = False
    round: Number | None = None


class PlayerErasure(OnePlayer):
    """Somebody's personal data are removed for good. `rounds`: whose free texts (why a round was approved, what a file
    says about it) are emptied as well."""

    rounds: Annotated[list[Number], msgspec.Meta(max_length=1000)] = []


class FullErasure(Body):
    """The personal data of all players are removed for good; `rounds` as for one."""

    rounds: Annotated[list[Number], msgspec.Meta(max_length=1000)] = []


class PenaltyInput(OnePlayer):
    """A penalty, or a judge's note; without a round it is dated to the last one. `points`: how many points are taken,
    0.5 for half a point; `amount`: how much of anything else. Where `amount` is given for points, it counts halves."""

    kind: PenaltyKind
    amount: Number = 0
    round: Number | None = None
    table: Number | None = None
    card: Card = ""
    rule: Reason = ""
    reason: Reason = ""
    by: Text = ""
    points: Points | None = None


class PenaltyLift(Body):
    """A penalty that does not count any more."""

    penalty: Number
    reason: Reason = ""
    by: Text = ""


class JudgeNote(OnePlayer):
    """Something that a judge wants to remember of a player or a table: it changes nothing (PE2)."""

    reason: Reason = ""
    round: Number | None = None
    table: Number | None = None
    by: Text = ""


class LatePlayer(OnePlayer):
    """Who has not come to the table by the end of the grace (PE5.1)."""

    by: Text = ""


class AppealInput(OnePlayer):
    """Against a penalty, or against the result of a table (PE8.1)."""

    text: Reason = ""
    penalty: Number | None = None
    round: Number | None = None
    table: Number | None = None


class AppealVerdict(Body):
    """What comes of an appeal; `points` or `amount`: where a penalty is changed, what it is from then on, as for one
    that is given."""

    appeal: Number
    outcome: AppealOutcome
    reason: Reason = ""
    by: Text = ""
    amount: Number = 0
    points: Points | None = None


class Archive(Body):
    away: bool = True


class Deletion(Body):
    gone: bool = True


class OwnBye(Body):
    """A bye in a round to come, asked for by the player; without a kind, the wish is taken back."""

    round: Number
    kind: Literal["F", "H", "Z"] | None = None


class OwnPresence(Body):
    here: bool = True


class Step(Body):
    """`of` is the version of the action that is meant; if it is not the last one by now, nothing is written."""

    of: Number | None = None
