"""redemption: its worked cases."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ronda.core.exact_numbers import exact
from ronda.systems.redemption.house_rules import TIERS, capped, guide_cut, guide_rounds, losers_rank_lower


def _tiers(case: Mapping[str, Any]) -> Any:
    caps = case.get("caps") or {tier: most for tier, (_, most) in TIERS.items()}
    found = capped({tier: [exact(one) for one in results] for tier, results in case["results"].items()}, caps)
    return found | {"total": sum(found.values(), Fraction(0))}


def _head_to_head(case: Mapping[str, Any]) -> Any:
    beat = [(winner, loser) for winner, loser in case["beat"]]
    return losers_rank_lower(case["level"], beat, case["differential"])


WORKED = {
    "rnrs": _tiers,
    "head-to-head": _head_to_head,
    "rounds by the field": lambda case: guide_rounds(case["players"]),
    "cut by the field": lambda case: guide_cut(case["players"]),
}
