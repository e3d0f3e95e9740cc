"""What can happen to a tournament, as values. Facts are appended; nothing else is ever stored."""

from __future__ import annotations

from collections.abc import Mapping

from ronda.core.model import (
    Appeal,
    AppealOutcome,
    Approval,
    Avoid,
    OptionValue,
    Penalty,
    Player,
    RequestedBye,
    Result,
    Round,
    Setup,
)
from ronda.core.prize_rules import FeeRules, Payment, PrizeRules
from ronda.core.stage_plan import Stage, StageStart
from ronda.core.values import Value


class Created(Value):
    setup: Setup


class Renamed(Value):
    name: str


class OptionsChanged(Value):
    """`by`: who stands for another order of the standings, once round 1 is published (CR1.4)."""

    options: Mapping[str, OptionValue]
    by: str = ""


class AvoidChanged(Value):
    """All pairs to avoid from now on."""

    avoid: tuple[Avoid, ...]


class Entered(Value):
    player: Player


class Edited(Value):
    """The particulars of a player: name, ratings, club, pinned table …; who plays when is not touched."""

    player: Player


class CheckedIn(Value):
    """The player is in the hall, or (`here` false) is not after all."""

    player: int
    here: bool = True


class Left(Value):
    """The player takes part up to and including round `after` (R5.2)."""

    player: int
    after: int


class Returned(Value):
    """A player who had left, paused or was to come later is in the pool from this round on."""

    player: int
    round: int


class Missed(Value):
    """The player is not in the pool of this round: a pause, or not checked in."""

    player: int
    round: int


class ByeRequested(Value):
    """The player asks to rest in this round; None: the player plays after all."""

    player: int
    round: int
    kind: RequestedBye | None = None


class Paired(Value):
    """A round was made; `numbers` are the start numbers that were fixed with it."""

    round: Round
    numbers: Mapping[int, int] = {}


class Rearranged(Value):
    """The draft was changed by hand: this is how it looks now."""

    round: Round


class Discarded(Value):
    """The last round was taken back; it had no results."""

    round: int


class Approved(Value):
    """A director stands for a forced draft (D7.3)."""

    round: int
    approval: Approval


class Published(Value):
    round: int


class ResultEntered(Value):
    """A result, or a later one that corrects it; None takes it back."""

    round: int
    table: int
    result: Result | None
    absent: tuple[int, ...] = ()


class Reported(Value):
    """What a player says the result is; None takes it back. It counts once the other side says the same."""

    round: int
    table: int
    player: int
    result: Result | None


class Penalised(Value):
    """A penalty or a judge's note (PE1); the result beside it stays as it is."""

    penalty: Penalty


class PenaltyLifted(Value):
    """The penalty of that number does not count any more; a correction is lifting it and giving another."""

    penalty: int
    reason: str
    by: str


class Appealed(Value):
    """Somebody does not agree with a penalty or a result (PE8.1)."""

    appeal: Appeal


class AppealDecided(Value):
    """What came of the appeal of that number; a penalty that was lifted or changed by it is lifted beside it."""

    appeal: int
    outcome: AppealOutcome
    by: str
    reason: str


class PrizesPublished(Value):
    """The prize list and its rules, or others; once rounds are published, with who changed them and why (PR3.4)."""

    rules: PrizeRules
    by: str = ""
    reason: str = ""


class Closed(Value):
    """The round is over: no result is missing."""

    round: int


class Finished(Value):
    """The event is over; `again` opens it once more."""

    again: bool = False


class LotDrawn(Value):
    """The one lot that separates those who are still level at the end (CR8.2); everybody's number follows from it."""

    seed: int


class Archived(Value):
    """Put away, or (`away` false) taken out again."""

    away: bool = True


class Deleted(Value):
    """Not shown any more, or (`gone` false) recovered. Nothing is ever really removed."""

    gone: bool = True


class Erased(Value):
    """The personal data of these players were removed for good (PP6). `numbers`: start numbers that were fixed with it,
    because names decided them; `rounds`: whose free texts were emptied. `redacted`: the earlier entries from whose
    content something was taken out where it stood in the chain, each with a digest of what is left; the store fills it
    in."""

    players: tuple[int, ...]
    numbers: Mapping[int, int] = {}
    rounds: tuple[int, ...] = ()
    redacted: Mapping[int, str] = {}


class StagesPlanned(Value):
    """The list of stages, or another one; what has begun is in it as it was (ST1.6)."""

    stages: tuple[Stage, ...]
    by: str = ""


class StageBegun(Value):
    """The stage of that number begins with these entrants (ST1.4, ST2)."""

    stage: int
    begun: StageStart


class StageTakenBack(Value):
    """The stage of that number has not begun after all: it had no round (ST1.5)."""

    stage: int


class FeesPublished(Value):
    """What is due from whom, or something else from now on (PR7.1)."""

    rules: FeeRules


class FeeSet(Value):
    """What is due from one player, whatever the rules say; None: as the rules say (PR7.2)."""

    player: int
    amount: int | None
    reason: str = ""
    by: str = ""


class Paid(Value):
    """Money that a player paid, or got back (PR7.2)."""

    payment: Payment


class Undone(Value):
    """The facts of these versions do not count any more."""

    versions: tuple[int, ...]


class Redone(Value):
    """The facts of these versions count again."""

    versions: tuple[int, ...]


# Facts that are treated alike in many places: who takes part, and the course of a round.
RosterFact = Entered | Edited | CheckedIn | Left | Returned | Missed | ByeRequested
RoundFact = Paired | Rearranged | Discarded | Approved | Published | Closed

Fact = (
    Created
    | Renamed
    | OptionsChanged
    | AvoidChanged
    | Entered
    | Edited
    | CheckedIn
    | Left
    | Returned
    | Missed
    | ByeRequested
    | Paired
    | Rearranged
    | Discarded
    | Approved
    | Published
    | ResultEntered
    | Reported
    | Penalised
    | PenaltyLifted
    | PrizesPublished
    | Closed
    | Finished
    | LotDrawn
    | Archived
    | Deleted
    | Erased
    | Undone
    | Redone
    | StagesPlanned
    | StageBegun
    | StageTakenBack
    | FeesPublished
    | FeeSet
    | Paid
    | Appealed
    | AppealDecided
)
