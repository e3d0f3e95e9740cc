"""chess: which colours two players get (C5.1 steps 1.1–1.4, C5.3), and when C4.2 must be lifted for it."""

from __future__ import annotations

from functools import cache

from ronda.systems.chess.rules import BLACK, WHITE, Colour, Colours

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
