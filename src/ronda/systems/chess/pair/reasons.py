"""chess: reasons and relaxations of a round (S3, S7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ronda.core.book import Book
from ronda.core.verdicts import Reason, Relaxation
from ronda.pairing.explain import skipped_facts
from ronda.pairing.walk import Choice
from ronda.systems.chess.pair.colours import breaks, repeats
from ronda.systems.chess.pair.relations import Field, Pairing
from ronda.systems.chess.rules import free_points


def table_reason(made: Pairing, choice: Choice, number: int, white: int, skipped: Mapping[str, Any]) -> Reason:
    """Why these two, and why these colours."""
    seated = made.seated
    a, b = choice.player, choice.opponent
    facts: dict[str, Any] = {"player": seated.order[a], "opponent": seated.order[b], "white": white}
    if seated.relations.round == 1:
        return Reason("neighbours", "C3.3", {**facts, **skipped}, table=number)
    facts["step"] = f"1.{seated.step(a, b)[0]}"
    if seated.relations.met(a, b):
        return Reason("fewest_rematches", "C5.5", {**facts, "rounds": seated.relations.meetings(a, b)}, table=number)
    if any((seated.order[a], seated.order[other]) in made.spared for other in choice.rejected):
        return Reason("completed_for_rounds_to_come", "C5.4", {**facts, **skipped}, table=number)
    if choice.rejected:
        return Reason("completed_by_look_ahead", "C5.4", {**facts, **skipped}, table=number)
    article = "C5.1" if seated.halves[a] == seated.halves[b] else "C5.2"
    return Reason("nearest", article, {**facts, **skipped}, table=number)


def table_relaxations(seated: Field, choice: Choice, proof: Mapping[str, Any]) -> Iterator[Relaxation]:
    """What the ladder had to lift for this table."""
    a, b = choice.player, choice.opponent
    players = (seated.order[a], seated.order[b])
    step, lifted = seated.step(a, b)
    if seated.relations.met(a, b):
        yield Relaxation("forced", "C5.5", players, {"rounds": seated.relations.meetings(a, b), **proof})
    if seated.relations.hard(a, b):
        yield Relaxation("avoid_broken", "S3", players, proof)
    if lifted:
        broken = [
            seated.order[place]
            for place, again in zip((a, b), repeats(step), strict=True)
            if breaks(seated.colours[place], again=again)
        ]
        yield Relaxation("colour_lifted", "C5.5", tuple(broken), proof)
    elif step == 4:
        yield Relaxation("both_repeat", "C5.5", players, proof)


def bye_told(
    book: Book, made: Pairing, order: Sequence[int], candidates: Sequence[int]
) -> tuple[Reason, list[Relaxation]]:
    """Why this player rests, and what had to give way (C4.3, C4.4, C5.5)."""
    (chosen,) = made.resting
    rightful = candidates[0]
    free = free_points(book, chosen)
    below = reversed(order[order.index(chosen) + 1 :])
    facts = {"player": chosen, "free_points": free, **skipped_facts(_not_resting(made, candidates, below))}
    relaxations: list[Relaxation] = []
    if free:
        relaxations.append(Relaxation("bye_again", "C4.4", (chosen,), {"free_points": free}))
    if chosen != rightful:
        relaxations.append(Relaxation("bye_moved", "C5.5", (chosen, rightful), {"rightful": rightful, **made.proof}))
        ahead = {"ahead": made.proof["ahead"]} if "ahead" in made.proof else {}
        return Reason("bye_moved", "C5.5", {**facts, **ahead}, player=chosen), relaxations
    code, article = ("bye_again", "C4.4") if free else ("bye_lowest", "C4.3")
    return Reason(code, article, facts, player=chosen), relaxations


def _not_resting(made: Pairing, candidates: Sequence[int], players: Iterable[int]) -> Iterator[dict[str, Any]]:
    for player in players:
        if (player, 0) in made.spared:
            yield {"player": player, "why": "rounds_to_come"}
        else:
            yield {"player": player, "why": "completion" if player in candidates else "free_point"}
