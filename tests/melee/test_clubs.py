"""mêlée: clubs that should be neither partners nor opponents; counting tells when no round breaks less (S3)."""

from __future__ import annotations

from itertools import combinations

import pytest

from ronda.core.chance import Draw
from ronda.core.model import Avoid, Player, Proposal, Setup, Tournament
from ronda.systems import book_of, system
from ronda.systems.melee.pair import wishes
from ronda.systems.melee.pair.wishes import least_broken
from tests.domino.test_clubs import fewest


@pytest.mark.parametrize(("members", "least"), [(40, 20), (48, 36)])
def test_s3_a_round_that_breaks_the_fewest_is_not_compared(
    members: int, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """80 players, some of them of one club: spread evenly over twenty tables."""

    def compared(*_: object) -> None:
        raise AssertionError("counting is enough")

    monkeypatch.setattr(wishes, "_shaken", compared)
    avoid = tuple(Avoid(pair) for pair in combinations(range(1, members + 1), 2))
    players = tuple(Player(n, f"P{n}") for n in range(1, 81))
    made = system("melee").rules.pair(
        book_of(Tournament(Setup("melee", avoid=avoid, seed=3), players)), Draw(3, "round", 1)
    )
    assert isinstance(made, Proposal)
    broken = [one for one in made.round.relaxations if one.code == "avoid_broken"]
    assert len(broken) == least


@pytest.mark.parametrize("size", range(2, 9))
@pytest.mark.parametrize("relation", ["partners", "opponents", "both"])
@pytest.mark.parametrize("resting", [0, 1])
def test_of_one_club_it_is_the_best_of_all_seatings(size: int, relation: str, resting: int) -> None:
    everybody = list(range(8 + resting))
    pairs = set(combinations(range(size), 2))
    near = [{b for b in range(size) if b != a and a < size} for a in everybody]
    nobody: list[set[int]] = [set() for _ in everybody]
    partners, opponents = (near if relation in (name, "both") else nobody for name in ("partners", "opponents"))
    by_pair = [pairs if relation in (name, "both") else set() for name in ("partners", "opponents")]
    seated = [[p for p in everybody if p != rests] for rests in everybody] if resting else [everybody]
    assert least_broken(partners, opponents, resting) == min(fewest(players, *by_pair) for players in seated)
