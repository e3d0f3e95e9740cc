"""Worked cases of redemption by the host's guide: head-to-head by losers, its order, rounds and cut by the field, and
the season (PS4, CR6, SE13.3)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ronda import registry
from ronda.core.values import exact
from ronda.tiebreaks.level import Who, host_order, loss_layers
from tests.worked.not_offered import capped

# SE13.3: how many results of a tier count; what the places are worth stands there, too
_TIERS = (registry.seasons("redemption") or {})["tiers"]["tiers"]
CAPS: Mapping[str, int] = {tier: own["cap"] for tier, own in _TIERS.items() if "cap" in own}


def losers_rank_lower(
    level: Sequence[Who], beat: Collection[tuple[Who, Who]], differential: Mapping[Who, int]
) -> list[list[Who]]:
    """PS4.2: of those level on points, who lost to nobody of them stands first, by differential; the others follow,
    treated the same way. Where everybody lost to somebody, the differential decides. Inner lists share a place."""
    return [shared for layer in loss_layers(level, beat) for shared in _by_differential(layer, differential)]


def _by_differential(people: Sequence[Who], differential: Mapping[Who, int]) -> list[list[Who]]:
    values = sorted({differential[one] for one in people}, reverse=True)
    return [[one for one in people if differential[one] == value] for value in values]


def guide_rounds(players: int) -> int:
    """PS4.1: the rounds by the field; below five players as R1 has them."""
    if players < 5:
        return max((players - 1).bit_length(), 1)
    return min(max((players - 1).bit_length(), 3), 8)


def guide_cut(players: int) -> int:
    """PS4.3: the size of the cut by the field; a proposal of 2013, not confirmed as official."""
    return next((size for most, size in ((32, 4), (64, 8), (128, 16)) if players <= most), 32)


def _tiers(case: Mapping[str, Any]) -> Any:
    caps = case.get("caps") or CAPS
    found = capped({tier: [exact(one) for one in results] for tier, results in case["results"].items()}, caps)
    return found | {"total": sum(found.values(), Fraction(0))}


def _head_to_head(case: Mapping[str, Any]) -> Any:
    beat = [(winner, loser) for winner, loser in case["beat"]]
    return losers_rank_lower(case["level"], beat, case["differential"])


def _host_order(case: Mapping[str, Any]) -> Any:
    """The places of players with their points and margins, the best first."""
    values = {int(player): (exact(points), margin) for player, (points, margin) in case["players"].items()}
    margins = {player: margin for player, (_, margin) in values.items()}
    places: list[list[int]] = []
    for worth in sorted({points for points, _ in values.values()}, reverse=True):
        level = [player for player, (points, _) in values.items() if points == worth]
        for shared in host_order(level, [(winner, loser) for winner, loser in case["beat"]], margins):
            place = len(places) + 1
            places += [[place, player] for player in sorted(shared)]
    return places


WORKED: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "host guide order": _host_order,
    "rnrs": _tiers,
    "head-to-head": _head_to_head,
    "rounds by the field": lambda case: guide_rounds(case["players"]),
    "cut by the field": lambda case: guide_cut(case["players"]),
}
