"""A new event: from a set-up and a list of players, or from a file."""

from __future__ import annotations

from collections.abc import Sequence

from ronda.core.facts import Appealed, Created, Entered, Fact, PrizesPublished
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Setup, Tournament
from ronda.core.prize_rules import PrizeRules
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk.players import register
from ronda.desk.prizes import publish_prizes
from ronda.desk.stages.begin import plan_stages
from ronda.formats.fact_text import retold
from ronda.formats.option_text import read_option
from ronda.formats.tournament.money import fee_facts
from ronda.systems import system
from ronda.systems.players import fit_player, taken_values
from ronda.systems.presets import Preset


def founded(setup: Setup, players: Sequence[Player]) -> list[Created | Entered] | Refusal:
    """The facts of an event before its first round. Players keep the numbers that the list gives them."""
    entered = joined(fold([Created(setup)]), players)
    if isinstance(entered, Refusal):
        return entered
    own = (Entered(replace(fact.player, id=player.id)) for fact, player in zip(entered, players, strict=True))
    return [Created(setup), *own]


def furnished(preset: Preset, facts: Sequence[Created | Entered], year: int) -> list[Fact]:
    """What a preset brings beside options: the stages that are planned and the categories with their own standings;
    each only where it fits the field as it is now. `year`: the one that ages are counted in."""
    found: list[Fact] = list(facts)
    if preset.stages:
        planned = plan_stages(fold(found), preset.stages)
        found += [] if isinstance(planned, Refusal) else [planned]
    if preset.categories:
        published = publish_prizes(fold(found), PrizeRules((), preset.categories, year=year))
        found += [] if isinstance(published, Refusal) else [published]
    return found


def preset_options(preset: Preset) -> dict[str, OptionValue]:
    """Its options as values."""
    known = {option.name: option for option in system(preset.system).rules.options}
    return {name: read_option(known[name], text) for name, text in preset.options.items()}


def joined(tournament: Tournament, players: Sequence[Player]) -> list[Entered] | Refusal:
    """All of a list, from the next round on, or none of it: then it says whose fault it is. Each is looked at without
    the others, as in a long list that would take as many looks as there are pairs."""
    forms, alone = system(tournament.setup.system).forms, replace(tournament, players=())
    following = max((player.id for player in tournament.players), default=0) + 1
    taken = taken_values(forms, tournament.players, by_name=True)
    facts: list[Entered] = []
    for player in players:
        entered = register(alone, player)
        if isinstance(entered, Refusal):
            return replace(entered, facts={**entered.facts, "players": [player.name]})
        fit = fit_player(forms, tournament.setup, replace(entered.player, id=following + len(facts)), taken=taken)
        if isinstance(fit, Refusal):
            return fit
        taken |= taken_values(forms, [fit], by_name=True)
        facts.append(Entered(fit))
    return facts


def taken_up(tournament: Tournament) -> list[Fact]:
    """The facts of a file for the store."""
    facts: list[Fact] = retold(tournament.setup, tournament.players, tournament.rounds, tournament.made_with)
    if tournament.prizes is not None:
        facts.append(PrizesPublished(tournament.prizes))
    facts += fee_facts(tournament.fees)
    facts += map(Appealed, tournament.appeals)
    return facts
