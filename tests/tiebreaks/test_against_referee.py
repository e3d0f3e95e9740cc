"""The criteria of the library against the words of the rulebook: 320 events, every value of everybody (CR3, TB)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ronda.core.chance import Draw
from ronda.core.model import OptionValue, RequestedBye, Tournament
from ronda.core.values import replace
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import standings_book, system
from tests.tiebreaks.referee import Referee

PARTS, EVENTS = 8, 40
LIST = "buchholz/1, buchholz/2, buchholz/m1, buchholz, berger, berger/1, progressive, progressive/1, wins"
GAMES: tuple[tuple[str, dict[str, OptionValue]], ...] = (
    ("swiss", {}),
    ("swiss", {"win": "3", "draw": "1", "bye": "1", "form": "games", "time": True}),
    ("swiss", {"draw": "1/3", "form": "score", "walkover": "2/3"}),
    ("redemption", {"bye_points": 3}),
    ("dutch", {"scoring": "3-1-0", "pab": 2}),
    ("dutch", {}),
    ("chess", {}),
)


def random_event(seed: int) -> Tournament:
    lot = Draw(seed, "referee")
    name, options = GAMES[lot.below(len(GAMES))]
    rounds = 3 + lot.below(4)
    plan = SimulationPlan(
        name, 2 * rounds + lot.below(8), rounds, seed, options, absences=90, drop_outs=40, late_entries=40
    )
    made = simulate(plan, checked=False).tournament
    kinds: tuple[RequestedBye, ...] = ("F", "H", "Z")
    changed = []  # byes asked for have the same row as allocated ones: some of those become such
    for round_ in made.rounds:
        byes = [replace(one, kind=kinds[lot.below(3)], halves=None) if lot.below(2) else one for one in round_.byes]
        changed.append(replace(round_, byes=tuple(byes)))
    return replace(made, rounds=tuple(changed)) if name in ("swiss", "dutch") else made


def compared(tournament: Tournament) -> int:
    rules = system(tournament.setup.system).rules
    terms, unit = rules.terms(tournament.setup), rules.unit(tournament.setup)
    referee = Referee(tournament, Fraction(terms.draw, unit), Fraction(terms.win, unit))
    listed = replace(tournament.setup, options={**tournament.setup.options, "order": f"points, encounter, {LIST}"})
    rows = rules.standings(standings_book(replace(tournament, setup=listed)))
    level: dict[Fraction, list[int]] = {}
    for row in rows:
        level.setdefault(referee.points(row.player), []).append(row.player)
    # who has no place (R5.2) is compared with those who have none
    groups = [
        [row.player for row in rows if row.player in group and (row.place is None) is out]
        for group in level.values()
        for out in (True, False)
    ]
    met = {player: place for group in groups for player, place in referee.encounter(group).items()}
    count = 0
    for row in rows:
        who = row.player
        expected = {
            "points": referee.points(who),
            "encounter": met[who],
            "buchholz": referee.buchholz(who),
            "buchholz/1": referee.buchholz(who, 1),
            "buchholz/2": referee.buchholz(who, 2),
            "buchholz/m1": referee.buchholz(who, 1, 1),
            "berger": referee.berger(who),
            "berger/1": referee.berger(who, 1),
            "progressive": referee.progressive(who),
            "progressive/1": referee.progressive(who, 1),
            "wins": referee.wins(who),
        }
        found = {name: measure.value for name, measure in row.measures.items()}
        assert found == expected, (tournament.setup, who)
        count += len(found)
    return count


@pytest.mark.parametrize("part", range(PARTS))
def test_cr3_every_value_is_that_of_the_rulebook(part: int) -> None:
    assert sum(compared(random_event(PARTS * at + part)) for at in range(EVENTS)) > 4000
