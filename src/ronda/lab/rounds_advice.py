"""What a number of rounds is worth: from the study of simulated events that each system keeps in its folder."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from ronda import systems
from ronda.core.model import Player
from ronda.core.values import Frozen

RATED, UNRATED = "rated", "unrated"
FIELDS = (RATED, UNRATED)
BEYOND = 1.5  # so many times the largest field that was studied is still spoken about


class RoundsAdvice(Frozen, frozen=True):
    """In simulated events with about so many players: how often, in per cent, so many rounds find the best player among
    the top three, and as the winner; and what other numbers of rounds do."""

    players: int
    rounds: int
    top: int
    first: int
    others: tuple[tuple[int, int], ...] = ()


def place_of(name: str) -> Path:
    """Where the study of a system is kept."""
    return Path(systems.__file__).parent / name / "study.json"


@cache
def _study(name: str) -> Mapping[str, Mapping[str, Sequence[Sequence[int]]]]:
    """By field and size: for every number of rounds first, top and tau in per mille. Nothing where nobody has made one,
    as for a system of another package."""
    place = place_of(name)
    return json.loads(place.read_text("utf-8")) if place.is_file() else {}


def rounds_advice(name: str, players: Sequence[Player], rounds: int) -> RoundsAdvice | None:
    """None: nothing like it was studied."""
    field = RATED if 2 * sum(bool(player.rating) for player in players) > len(players) else UNRATED
    sizes = _study(name).get(field, {})
    if not sizes or not players:
        return None
    known = sorted(map(int, sizes))
    if not known[0] <= len(players) + 1 or len(players) > BEYOND * known[-1]:
        return None
    near = min(known, key=lambda size: (abs(size - len(players)), size))
    shares = sizes[str(near)]
    if not 1 <= rounds <= len(shares):
        return None
    percent = [(top + 5) // 10 for _, top, *_ in shares]
    near_by = (rounds - 2, rounds - 1, rounds + 1, rounds + 2)
    told = tuple((number, percent[number - 1]) for number in near_by if 1 <= number <= len(shares))
    return RoundsAdvice(near, rounds, percent[rounds - 1], (shares[rounds - 1][0] + 5) // 10, told)
