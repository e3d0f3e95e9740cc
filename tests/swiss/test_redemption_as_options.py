"""redemption written as options of swiss: the same rounds and standings (AG3.2)."""

from __future__ import annotations

import pytest

from ronda.core.chance import Draw
from ronda.core.history import before_round
from ronda.core.model import OptionValue, Proposal, Setup, Tournament
from ronda.core.values import replace
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import book_of, standings_book, system

EVENTS = 300
ORDERS = {"differential": "points, margin", "losers": "points, losers, margin", "host": "points, host, margin"}


def as_swiss(setup: Setup) -> Setup:
    """The set-up in options of swiss; unset rounds are those of redemption."""
    given = setup.options
    most = given.get("max_score", 5)
    options: dict[str, OptionValue] = {
        "win": "3",
        "draw": "3/2",
        "loss": "0",
        "time_win": "2",
        "time_loss": "1",
        "form": "score",
        "target": most,
        "ending": "exact",
        "time": True,
        "forfeit_margin": f"0, {given.get('absent_differential', -int(str(most)))}",
        "bye": f"{given.get('bye_points', 6)}/2",
        "bye_margin": given.get("bye_differential", 0),
        "byes": given.get("byes", "seed"),
        "first_table": given.get("first_table", 1),
        "order": ORDERS[str(given.get("ranking", "differential"))],
        "rounds": given["rounds"],
    }
    return replace(setup, system="swiss", options=options)


def plan(seed: int) -> SimulationPlan:
    lot = Draw(seed, "redemption as options")
    options: dict[str, OptionValue] = {
        "max_score": (5, 7)[lot.below(2)],
        "ranking": tuple(ORDERS)[lot.below(3)],
        "byes": ("seed", "even")[lot.below(2)],
        "bye_points": lot.below(7),
        "bye_differential": lot.below(5) - 2,
        "first_table": lot.below(3),
    }
    if lot.below(3) == 0:
        options["absent_differential"] = 0
    players = 2 + lot.below(22)
    return SimulationPlan(
        "redemption",
        players,
        2 + lot.below(8),
        seed=seed,
        options=options,
        absences=80,
        drop_outs=20,
        late_entries=30,
        corrections=20,
    )


@pytest.mark.parametrize("part", range(10))
def test_the_same_rounds_and_standings(part: int) -> None:
    rounds = 0
    for seed in range(part, EVENTS, 10):
        event = simulate(plan(seed), checked=False).tournament
        event = replace(event, setup=replace(event.setup, options={**event.setup.options, "rounds": 99}))
        other = replace(event, setup=as_swiss(event.setup))
        rounds += len(event.rounds)
        for made in event.rounds:
            known = before_round(event, made.number)
            told = replace(known, setup=as_swiss(known.setup))
            proposal = system("swiss").rules.pair(book_of(told), Draw(made.seed or 0, "round", made.number))
            assert isinstance(proposal, Proposal), (seed, made.number)
            assert proposal.round.seating == made.seating, (seed, made.number)
            assert not [one for one in system("swiss").rules.check(book_of(told), made) if one.severity == "violation"]
        assert placed(event) == placed(other), seed
    assert rounds > 50


def placed(tournament: Tournament) -> list[tuple[int | None, int]]:
    rules = system(tournament.setup.system).rules
    return [(row.place, row.player) for row in rules.standings(standings_book(tournament))]
