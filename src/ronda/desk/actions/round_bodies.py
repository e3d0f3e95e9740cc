"""The bodies of the requests that every command on a round needs; all others are in `bodies`."""

from __future__ import annotations

from typing import Annotated

import msgspec

Text = Annotated[str, msgspec.Meta(max_length=200)]
AT_LEAST_0 = {"minimum": 0}  # for the description: the framework leaves this bound out where a number may be null
_LARGEST = 2**53 - 1  # up to here all programs read JSON numbers alike
Seed = Annotated[int, msgspec.Meta(ge=0, le=_LARGEST, extra_json_schema={"extra": AT_LEAST_0})]


class Body(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is said with a request; nothing, where an action needs nothing."""


class ApprovalInput(Body, frozen=True):
    """A director stands for a forced round."""

    by: Text
    reason: Text


class NextRound(Body, frozen=True):
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
