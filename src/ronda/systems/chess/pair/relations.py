"""chess: the players at tables with their points and colours, and a pairing of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import field

from ronda.core.book import Book
from ronda.core.values import Frozen
from ronda.core.verdicts import Reason
from ronda.pairing.relations import Relations, relations_of
from ronda.pairing.walk import Choice
from ronda.systems.chess.pair.colours import step_between
from ronda.systems.chess.rules import Colours, colours, free_points


class Field(Frozen, frozen=True):
    """By place: who, with how many half points, and which colours they may get."""

    relations: Relations
    halves: Sequence[int]
    colours: Sequence[Colours]

    @property
    def order(self) -> Sequence[int]:
        return self.relations.order

    def step(self, a: int, b: int) -> tuple[int, int]:
        """The step for `a` and the lower-ranked `b`, and for how many of them C4.2 must be lifted."""
        return step_between(self.colours[a], self.colours[b])

    def why(self, choice: Choice, other: int) -> dict[str, Any]:
        """Why somebody was passed over, as facts."""
        ground = self.relations.ground(choice.player, other)
        if ground is not None:
            return ground
        step, lifted = self.step(choice.player, other)
        who = {"player": self.order[other]}
        if lifted:
            return {**who, "why": "colours"}
        if other in choice.rejected or self.relations.round == 1:
            return {**who, "why": "completion"}
        return {**who, "why": "later_step", "step": f"1.{step}"}


class Pairing(Frozen, frozen=True):
    """A complete pairing and who rests; `proof` tells why the plain rules allow none. `spared`: a player and somebody
    who came first, by id (0: the bye), but not for the sake of the rounds to come; `reasons`: what is to be said about
    those."""

    seated: Field
    choices: Sequence[Choice]
    resting: Sequence[int]
    proof: dict[str, Any] = field(default_factory=dict)
    spared: frozenset[tuple[int, int]] = frozenset()
    reasons: tuple[Reason, ...] = ()

    def why(self, choice: Choice, other: int) -> dict[str, Any]:
        """Why somebody was passed over, as facts."""
        order = self.seated.order
        if (order[choice.player], order[other]) in self.spared:
            return {"player": order[other], "why": "rounds_to_come"}
        return self.seated.why(choice, other)


def field_of(book: Book, order: Sequence[int]) -> Field:
    return Field(
        relations=relations_of(book, order),
        halves=[book.halves[player] for player in order],
        colours=[colours(book.lines[player]) for player in order],
    )


def bye_candidates(book: Book, order: Sequence[int], *, anybody: bool = False) -> list[int]:
    """Who may rest, the first choice first: the lowest of those with the fewest free points (C4.3, C4.4); then, if
    anybody may, the lowest of those with one more, and so on."""
    free = {player: free_points(book, player) for player in order}
    fewest = min(free.values())
    found = [player for player in reversed(order) if anybody or free[player] == fewest]
    return sorted(found, key=free.__getitem__)
