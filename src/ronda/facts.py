"""What can happen to a tournament, as values. Facts are appended; nothing else is ever stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ronda.model import Approval, Avoid, OptionValue, Player, Result, Round, Setup


@dataclass(frozen=True, slots=True)
class Created:
    setup: Setup


@dataclass(frozen=True, slots=True)
class Renamed:
    name: str


@dataclass(frozen=True, slots=True)
class OptionsChanged:
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class AvoidChanged:
    """All pairs to avoid from now on."""

    avoid: tuple[Avoid, ...]


@dataclass(frozen=True, slots=True)
class Entered:
    player: Player


@dataclass(frozen=True, slots=True)
class Edited:
    """Name, ratings, licence, club or pinned table of a player; who plays when is not touched."""

    player: Player


@dataclass(frozen=True, slots=True)
class CheckedIn:
    """The player is in the hall, or (`here` false) is not after all."""

    player: int
    here: bool = True


@dataclass(frozen=True, slots=True)
class Left:
    """The player takes part up to and including round `after` (R5.2)."""

    player: int
    after: int


@dataclass(frozen=True, slots=True)
class Returned:
    """A player who had left, paused or was to come later is in the pool from this round on."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class Missed:
    """The player is not in the pool of this round: a pause, or not checked in."""

    player: int
    round: int


@dataclass(frozen=True, slots=True)
class Paired:
    """A round was made; `numbers` are the start numbers that were fixed with it."""

    round: Round
    numbers: Mapping[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Rearranged:
    """The draft was changed by hand: this is how it looks now."""

    round: Round


@dataclass(frozen=True, slots=True)
class Discarded:
    """The last round was taken back; it had no results."""

    round: int


@dataclass(frozen=True, slots=True)
class Approved:
    """A director stands for a forced draft (D7.3)."""

    round: int
    approval: Approval


@dataclass(frozen=True, slots=True)
class Published:
    round: int


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A result, or a later one that corrects it; None takes it back."""

    round: int
    table: int
    result: Result | None
    absent: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reported:
    """What a player says the result is; None takes it back. It counts once the other side says the same."""

    round: int
    table: int
    player: int
    result: Result | None


@dataclass(frozen=True, slots=True)
class Closed:
    """The round is over: no result is missing."""

    round: int


@dataclass(frozen=True, slots=True)
class Finished:
    """The event is over; `again` opens it once more."""

    again: bool = False


@dataclass(frozen=True, slots=True)
class Archived:
    """Put away, or (`away` false) taken out again."""

    away: bool = True


@dataclass(frozen=True, slots=True)
class Deleted:
    """Not shown any more, or (`gone` false) recovered. Nothing is ever really removed."""

    gone: bool = True


@dataclass(frozen=True, slots=True)
class Erased:
    """The personal data of these players were removed for good (PP6). `numbers`: start numbers that were fixed with it,
    because names decided them; `rounds`: whose free texts were emptied. `redacted`: the earlier entries from whose
    content something was taken out where it stood in the chain, each with a digest of what is left; the store fills it
    in."""

    players: tuple[int, ...]
    numbers: Mapping[int, int] = field(default_factory=dict)
    rounds: tuple[int, ...] = ()
    redacted: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Undone:
    """The facts of these versions do not count any more."""

    versions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Redone:
    """The facts of these versions count again."""

    versions: tuple[int, ...]


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
    | Paired
    | Rearranged
    | Discarded
    | Approved
    | Published
    | ResultEntered
    | Reported
    | Closed
    | Finished
    | Archived
    | Deleted
    | Erased
    | Undone
    | Redone
)
