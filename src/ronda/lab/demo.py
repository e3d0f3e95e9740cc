"""An event to look at: made-up players, a round that is over and one that is being played."""

from __future__ import annotations

from ronda.core.chance import Draw
from ronda.core.facts import CheckedIn, Created, Entered, Fact, Published
from ronda.core.history import fold
from ronda.core.model import Player, Setup
from ronda.core.verdicts import Refusal
from ronda.desk import rounds
from ronda.desk.players import check_in, register
from ronda.lab.simulate import played_round
from ronda.systems import system as rules_of

NAMES = (
    *("Ada", "Björn", "Çiğdem", "Elif", "Íñigo", "Jürgen", "Léa", "Mateo", "Noor", "Şirin", "Zoë"),
    *("Beatriz", "Chloé", "Deniz", "Emil", "Fatma", "Greta", "Hugo"),
)
_ROUNDS = 5


def demo_players(count: int = len(NAMES)) -> list[Player]:
    """The first so many, the strongest first."""
    return [Player(n, name, rating=max(2000 - 70 * n, 1000)) for n, name in enumerate(NAMES[:count], start=1)]


def demo_facts(system: str, name: str, seed: int) -> list[Fact]:
    """Everybody is here, round 1 is played, round 2 is on the wall and half of its results are in."""
    facts: list[Fact] = [Created(Setup(system, name, rules_of(system).new_options({"rounds": _ROUNDS}), seed))]
    for player in demo_players():
        facts += _welcomed(facts, player)
    facts += _round(facts)
    facts += _results(facts, whole=True)
    facts += _round(facts)
    facts += _results(facts, whole=False)
    return facts


def _welcomed(facts: list[Fact], player: Player) -> list[Entered | CheckedIn]:
    before = fold(facts)
    entered = register(before, player)
    assert not isinstance(entered, Refusal), entered
    here = check_in(fold([entered], before), entered.player)
    assert not isinstance(here, Refusal), here
    return [entered, here]


def _round(facts: list[Fact]) -> list[Fact]:
    made = rounds.draft(fold(facts))
    assert not isinstance(made, Refusal), made
    return [made, Published(made.round.number)]


def _results(facts: list[Fact], *, whole: bool) -> list[Fact]:
    tournament = fold(facts)
    strength = {player.id: player.rating for player in tournament.players}
    results = list(played_round(tournament, strength, Draw(tournament.setup.seed, "demo", len(tournament.rounds))))
    return results if whole else results[: (len(results) + 1) // 2]
