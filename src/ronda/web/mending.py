"""What mends a refusal: the button beside the sentence that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ronda.core.verdicts import Finding, Refusal
from ronda.web.perform import may

if TYPE_CHECKING:
    from ronda.web.context import EventContext


class Mend(NamedTuple):
    """An action with its particulars, and what its button says."""

    action: str
    label: str
    fields: Mapping[str, str]


def mend(context: EventContext, why: Refusal | Finding) -> Mend | None:
    """The one thing that would help; None if there is no such thing, or it is not for this person."""
    if why.code != "rounds_out_of_bounds" or not may(context.person, "options"):
        return None
    rounds = min(max(why.facts["rounds"], why.facts.get("least", 1)), why.facts["most"])
    if rounds < 1:
        return None
    return Mend("options", context.words("web.mend.rounds", n=rounds), {"options.rounds": str(rounds)})
