"""What pairings of several systems say: facts for explanations (who was skipped and why, proofs), and the codes of
reasons, relaxations and refusals. The articles are those of the walk from the top (`ronda.pairing.unmet_walk`); a
system that pairs in another way cites its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, takewhile
from typing import Any

from ronda.core.verdicts import (
    CODE,
    COUNT,
    FLAG,
    PASSED,
    PLAYER,
    PLAYERS,
    PROOF,
    ROUND,
    ROUNDS,
    SEED,
    TABLE,
    Codes,
    citing,
)
from ronda.pairing.matching import Barrier
from ronda.pairing.walk import Choice, Column

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


_TABLE = {"player": PLAYER, "opponent": PLAYER, **PASSED}
# how many they had, or where it is such points that count, how many of those
_BYE = {"player": PLAYER, "byes": COUNT, "free_points": COUNT, **PASSED}
# a wish that was passed over: whose it was, who was passed, and in which pair or round
_WISH = {"for": PLAYER, "player": PLAYER, "pair": PLAYERS, "last": ROUND}
# as what they sit together; whether it is for the sake of rounds to come, and which rounds were compared
_AVOIDED = {"as": CODE, "relation": CODE, "ahead": FLAG, "compared": CODE, **PROOF}

CODES: Codes = {
    "reason": {
        "bye_by_lot": citing("R3.1", **_BYE),
        "bye_lowest": citing("R3.1", **_BYE),
        "bye_again": citing("R3.2", **_BYE),
        "bye_even": citing("R3.4", **_BYE),
        "table_by_lot": citing("R4.2", **_TABLE, seed=SEED),
        "table_by_slide": citing("AG5.3", **_TABLE),
        "table_by_fold": citing("AG5.3", **_TABLE),
        "table_by_adjacent": citing("AG5.3", **_TABLE),
        "straight": citing("AG5.6", **_TABLE, rounds=ROUNDS),
        "met_again": citing("AG5.5", **_TABLE, rounds=ROUNDS),
        "highest_unmet": citing("R4.3", **_TABLE),
        "completed": citing("R4.4", **_TABLE),
        "rematch": citing("R4.4 R4.5", **_TABLE, rounds=ROUNDS),
        "second_pass": citing("R4.6", **_TABLE, rounds=ROUNDS),
        "first_left": citing("R4.6", **_TABLE, rounds=ROUNDS),
        "pin_taken": citing("R5.1 PS6.1", player=PLAYER),
        "table_fixed": citing("PS6.1", player=PLAYER, was=TABLE),  # `ronda.pairing.unmet_walk.with_fixed_tables`
    },
    "relaxation": {
        "rematch": citing("R4.4 R4.6", rounds=ROUNDS, **PROOF),  # five tables mark none: theirs too
        "avoid_broken": citing("S3", **_AVOIDED),
    },
    "skipped": {
        "met": citing("", player=PLAYER, rounds=ROUNDS),
        "avoid": citing("", **_WISH),
        "completion": citing("", **_WISH),
        "had_bye": citing("", player=PLAYER, rounds=ROUNDS, byes=COUNT),
    },
    "refusal": {"too_few_players": citing("R3.5", players=COUNT, least=COUNT)},
}
