"""What mends a refusal: the button beside the sentence that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from ronda.core.verdicts import Finding, Refusal
from ronda.desk.actions import ACTIONS
from ronda.desk.phases import permission
from ronda.web.perform import may

if TYPE_CHECKING:
    from ronda.web.context import EventContext


class Mend(NamedTuple):
    """What its button says; an action with its particulars, or the page where it can be done."""

    label: str
    action: str = ""
    fields: Mapping[str, str] = {}
    target: str = ""


def mend(context: EventContext, why: Refusal | Finding) -> Mend | None:
    """The one thing that would help; None if there is no such thing, or it is not for this person."""
    words, at = context.words, f"/e/{context.code}"
    match why.code:
        case "rounds_out_of_bounds":
            return _rounds(context, min(max(why.facts["rounds"], why.facts.get("least", 1)), why.facts["most"]))
        case "rounds_done":
            return _rounds(context, why.facts["rounds"] + 1)
        case "results_missing":
            round_, table = why.facts.get("round", getattr(why, "round", None)), why.facts["tables"][0]
            return Mend(words("web.bar.next_missing", table=table), target=f"{at}/results?round={round_}&table={table}")
        case "too_few_players":
            return Mend(words("web.desk.add_players"), target=f"{at}/players")
        case "approval_needed":
            return Mend(words("web.desk.look"), target=f"{at}/round/{len(context.tournament.rounds)}")
        case _:
            return None


def _rounds(context: EventContext, rounds: int) -> Mend | None:
    """Another number of rounds, if it can be set now: a button that is refused in its turn mends nothing."""
    action, tournament = ACTIONS["options"], context.tournament
    if rounds < 1 or not may(context.person, "options"):
        return None
    body = msgspec.convert({"options": {"rounds": rounds}}, action.body, strict=False)
    if permission(action.kind_for(tournament, body), tournament) == "forbidden":
        return None
    if isinstance(action.decide(tournament, body, context.person), Refusal):
        return None
    return Mend(context.words("web.mend.rounds", n=rounds), "options", {"options.rounds": str(rounds)})
