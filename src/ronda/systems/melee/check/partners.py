"""melee: the least harm of resting and partnering, proven by matching (M3.4, M4.5, S3)."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.checking.proofs import Scale, exact_harm
from ronda.systems.melee.check.relations import HARMS, Field

Needless = dict[str, dict[str, int]]


def needless(field: Field) -> Needless:
    """By harm, what the resting and the partners did beyond what had to be done. A wish about opponents that
    may not be broken can cost partners too; then whole rounds are compared."""
    excess = _needless_partners(field)
    if field.opponents.hard:
        from ronda.systems.melee.check.all_rounds import whole_harm

        if excess or whole_harm(field)[0]:
            excess = _needless_whole(field)
    elif field.beyond and field.repeated and "partner_repeat" not in excess and not field.opponents.hard:
        excess |= _needlessly_worn(field)
    if "soft_avoid" in excess and not field.slack():
        del excess["soft_avoid"]  # M4.4: the rounds to come may need these partners
    return excess


def _needless_partners(field: Field) -> Needless:
    scale, made = field.scale, field.made()
    excess = scale.excess(made, _least_with_these_resting(field)) if made else {}
    if not field.keeps_tiers:
        return excess
    hard, _, repeats, _ = scale.unpack(made).values()
    if hard or repeats:
        wanted = scale.pack((hard, 0, repeats, 0))
        excess |= scale.excess(wanted, min(wanted, _least_whoever_rests(field)))
    if _lower_could_rest(field):
        excess["free_game_moved"] = {}
    return excess


WEAR = ("hard_avoid", "halves_broken", "partner_repeat", "partner_again", "partner_recent")


def _needlessly_worn(field: Field) -> Needless:
    """M4.5 beyond M4.1: among the rounds with the fewest repeated teams those whose teams were partners
    least often before, then longest ago. With the recorded free games."""
    seated = field.seated
    scale, upper = Scale.of(WEAR, 2 * len(field.pool), field.number), field.upper(seated)

    def price(a: int, b: int) -> int:
        hard, halves, repeat, _ = field.harm(a, b, upper)
        rounds = field.partnered[a].get(b, ())
        return scale.pack((hard, halves, repeat, max(len(rounds) - 1, 0), max(rounds, default=0)))

    made = sum(price(a, b) for a, b in field.teams)
    least = exact_harm(seated, price, scale.forbidden)
    assert least is not None, "anybody may be anybody's partner, at a price"
    beyond = scale.excess(made, least)
    worn = beyond.get("partner_again") or beyond.get("partner_recent")
    return {"partner_worn": worn} if made > least and worn else {}


def _least_with_these_resting(field: Field) -> int:
    """All harms, with the recorded free games."""
    seated, scale = field.seated, field.scale
    upper = field.upper(seated)

    def price(a: int, b: int) -> int:
        return scale.pack(field.harm(a, b, upper))

    if field.harmless(seated, soft=True, halves=field.number == 1):
        return 0
    least = exact_harm(seated, price, scale.forbidden)
    assert least is not None, "anybody may be anybody's partner, at a price"
    return least


def _least_whoever_rests(field: Field, fixed: Sequence[int] = (), low: Sequence[int] | None = None) -> int:
    """Hard wishes and repeats, over all choices of free games inside the tier (M3.4) that hold the fixed ones
    and, where asked for, one of the low ones. A free game is a partner nobody minds."""
    scale, tier = field.scale, field.tier
    out, nobody = {*tier.due, *fixed}, frozenset[int]()
    others = frozenset(tier.candidates)
    first = others if low is None else frozenset(low)
    free = range(-1, len(fixed) - tier.places - 1, -1)  # the ids of players are positive

    def price(a: int, b: int) -> int:
        if a < 0 or b < 0:
            return 0 if max(a, b) in (first if min(a, b) == -1 else others) else scale.forbidden
        hard, _, repeat, _ = field.harm(a, b, nobody)
        return scale.pack((hard, 0, repeat, 0))

    order = [p for p in sorted(tier.candidates, key=lambda p: p not in first) if p not in out]
    if field.harmless(_without(field.pool, {*out, *order[: len(free)]}), soft=False, halves=False):
        return 0
    least = exact_harm([*_without(field.pool, out), *free], price, scale.forbidden)
    assert least is not None, "there are at least as many candidates as places"
    return least


def _lower_could_rest(field: Field) -> bool:
    """M3.3, M3.4: from the bottom, whether somebody ranked lower than one who rests could have rested instead,
    with no more harm."""
    hard, _, repeats, _ = field.scale.unpack(field.made()).values()
    made = field.scale.pack((hard, 0, repeats, 0))
    chosen = field.chosen(field.resting)
    for at, player in enumerate(chosen):
        low = [p for p in field.tier.candidates if field.rank[p] < field.rank[player] and p not in chosen[:at]]
        if low and _least_whoever_rests(field, chosen[:at], low) <= made:
            return True
    return False


def _without(players: Sequence[int], others: set[int] | frozenset[int]) -> list[int]:
    return [player for player in players if player not in others]


def _needless_whole(field: Field) -> Needless:
    from ronda.systems.melee.check.all_rounds import least_whole_round, whole_harm

    made, least = whole_harm(field), least_whole_round(field)
    if least >= made:
        return {}
    excess = {
        name: {"made": one, "least": other}
        for name, one, other in zip(HARMS[:3], made[:3], least[:3], strict=True)
        if one > other
    }
    return excess if made[3] <= least[3] else {**excess, "free_game_moved": {}}


def late_needlessly(field: Field) -> bool:
    """M6: whether more of those who have just come rest than there is need for: with no more harm than was done
    they could have played."""
    places, early = len(field.resting), len(field.pool) - len(field.late)
    if len(field.late & field.resting) <= max(places - early, 0):
        return False
    amounts = field.scale.unpack(field.made())
    least = field.scale.unpack(_least_whoever_rests(field))
    names = ("hard_avoid", "partner_repeat")
    return [least[name] for name in names] <= [amounts[name] for name in names]
