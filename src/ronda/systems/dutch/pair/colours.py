"""dutch: who has white (DU8)."""

from __future__ import annotations

from ronda.systems.dutch.rules import WHITE, Field


def white_first(field: Field, a: int, b: int) -> tuple[bool, str]:
    """Whether `a`, the higher ranked of the two, has white, and the rule of DU8 that says so."""
    wish_a, wish_b = field.wish[a], field.wish[b]
    if wish_a != wish_b:  # DU8.1, also where only one has a preference
        return (wish_a == WHITE if wish_a else wish_b != WHITE), "DU8.1"
    if not wish_a:
        return field.odd[a] == (field.terms.initial == WHITE), "DU8.5"
    strength_a, strength_b = field.strength[a], field.strength[b]
    if strength_a != strength_b:  # DU8.2
        return (wish_a == WHITE) == (strength_a > strength_b), "DU8.2"
    far_a, far_b = abs(field.difference[a]), abs(field.difference[b])
    if far_a != far_b and strength_a == 3:
        return (wish_a == WHITE) == (far_a > far_b), "DU8.2"
    for had_a, had_b in zip(reversed(field.games[a]), reversed(field.games[b]), strict=False):
        if had_a != had_b:
            return had_a == "b", "DU8.3"
    return wish_a == WHITE, "DU8.4"
