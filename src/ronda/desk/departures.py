"""Where an event departs from the plain rules: each relaxation that was stated, and who stands for it (S3, D7.3)."""

from __future__ import annotations

from typing import NamedTuple

from ronda.core.model import Approval, Tournament
from ronda.core.verdicts import Relaxation


class Departure(NamedTuple):
    """A rule that was relaxed in a round, or (None) that the round was changed by hand."""

    round: int
    relaxation: Relaxation | None
    approved: Approval | None


def departures(tournament: Tournament) -> list[Departure]:
    """All of them, round by round."""
    found = []
    for round_ in tournament.rounds:
        if round_.by_hand:
            found.append(Departure(round_.number, None, round_.approved))
        found += [Departure(round_.number, relaxation, round_.approved) for relaxation in round_.relaxations]
    return found
