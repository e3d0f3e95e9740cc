"""chess: which colours two players get (C5.1 steps 1.1–1.4, C5.3) and when C4.2 must be lifted for it; the players at
tables with their points and colours, and a pairing of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from ronda.core.book import Book
from ronda.core.values import Frozen
from ronda.core.verdicts import Reason
from ronda.pairing.walk import Choice, Relations, relations_of
from ronda.systems.chess.rules import BLACK, WHITE, Colour, Colours, colours

# --- colours (C4.2, C5.1, C5.3) ----------------------------------------------------------------------------


STEPS = (1, 2, 3, 4)  # 1.1 to 1.4
LEGAL_STEPS = STEPS[:3]  # 1.4 belongs to the ladder (C5.5)


def other(colour: Colour) -> Colour:
    return BLACK if colour == WHITE else WHITE


def repeats(step: int) -> tuple[bool, bool]:
    """Whether the higher-ranked and the lower-ranked player repeat their colour in this step."""
    return step in (3, 4), step in (2, 4)


@cache  # there are only a few kinds of colour histories
def colour_by_step(p: Colours, q: Colours, step: int) -> Colour | None:
    """The colour of the higher-ranked `p` when the step applies to the two, else None. C5.3: a player without
    a previous colour takes what the other needs; if neither has one, `p` has white."""
    p_repeats, q_repeats = repeats(step)
    if p.previous is None and q.previous is None:
        return WHITE if step == 1 else None
    if (p.previous is None and p_repeats) or (q.previous is None and q_repeats):
        return None
    if breaks(p, again=p_repeats) or breaks(q, again=q_repeats):
        return None
    if p.previous is None:
        assert q.previous is not None
        return other(_next(q.previous, again=q_repeats))
    colour = _next(p.previous, again=p_repeats)
    if q.previous is not None and _next(q.previous, again=q_repeats) == colour:
        return None
    return colour


def _next(previous: Colour, *, again: bool) -> Colour:
    return previous if again else other(previous)


def breaks(own: Colours, *, again: bool) -> bool:
    """Whether repeating, or changing, the colour is against C4.2."""
    return own.previous is not None and not (own.may_repeat if again else own.may_alternate)


def freed(own: Colours) -> Colours:
    """The player with C4.2 lifted."""
    return Colours(own.previous, may_alternate=True, may_repeat=True)


@cache
def step_between(p: Colours, q: Colours) -> tuple[int, int]:
    """The first step that applies to the two, and for how many of them C4.2 must be lifted for it."""
    for step in STEPS:
        if colour_by_step(p, q, step) is not None:
            return step, 0
    lifted, step = min(
        (breaks(p, again=repeats(step)[0]) + breaks(q, again=repeats(step)[1]), step)
        for step in STEPS
        if colour_by_step(freed(p), freed(q), step) is not None
    )
    return step, lifted


# --- the players at tables ---------------------------------------------------------------------------------


class Field(Frozen):
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


class Pairing(Frozen):
    """A complete pairing and who rests; `proof` tells why the plain rules allow none. `spared`: a player and somebody
    who came first, by id (0: the bye), but not for the sake of the rounds to come; `reasons`: what is to be said about
    those."""

    seated: Field
    choices: Sequence[Choice]
    resting: Sequence[int]
    proof: dict[str, Any] = {}
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
