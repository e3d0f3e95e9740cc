"""Facts for explanations that several systems share: who was skipped and why, and proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

from ronda.pairing.matching import Barrier
from ronda.pairing.walk import Column

if TYPE_CHECKING:
    from ronda.pairing.walk import Choice

LISTED = 6  # an explanation names so many players


def passed_over(choices: Sequence[Choice], why: Callable[[Choice, int], Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """For each choice of a walk, as facts: who was ranked between the two and still waiting, and who was
    liked better but would have left others without an opponent. `why(choice, other)` tells the ground."""
    placed = bytearray(2 * len(choices))
    waiting = Column(range(len(placed)), placed)
    for choice in choices:
        placed[choice.player] = 1
        between = list(islice(takewhile(choice.opponent.__gt__, waiting), LISTED + 1))
        placed[choice.opponent] = 1
        further = [other for other in choice.rejected if other > choice.opponent]
        yield skipped_facts(why(choice, other) for other in (*between, *further))


def skipped_facts(entries: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """The first skipped players as facts; `more` tells that there were others."""
    listed = list(islice(entries, LISTED + 1))
    facts: dict[str, Any] = {"skipped": listed[:LISTED]} if listed else {}
    return {**facts, "more": True} if len(listed) > LISTED else facts


def proof_facts(proof: Barrier, order: Sequence[int]) -> dict[str, Any]:
    """The proof that no complete round exists, with players named where they are few."""
    facts: dict[str, Any] = {"hub_size": len(proof.hub), "group_count": len(proof.groups)}
    if len(proof.hub) + sum(map(len, proof.groups)) <= 8 * LISTED:
        facts["hub"] = [order[place] for place in proof.hub]
        facts["groups"] = [[order[place] for place in group] for group in proof.groups]
    return facts
