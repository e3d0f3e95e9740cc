"""The systems by their names (`ronda.registry`). Each is imported when it is first asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Any

from ronda import registry
from ronda.core import Book, Reason, Setup, Tournament, base_rounds, begins_with_stage, open_book, replace, running
from ronda.systems.event_stages import planned_rounds as planned_with_stages
from ronda.systems.event_stages import with_stages
from ronda.systems.shared_options import with_shared
from ronda.systems.system import Comparison, Option, Rules, System

__all__ = [
    "Comparison",
    "Option",
    "Rules",
    "System",
    "book_of",
    "console_system",
    "in_force",
    "names",
    "planned_rounds",
    "rules_of",
    "standings_book",
    "system",
    "system_rounds",
]


names = registry.names


def __getattr__(name: str) -> Any:
    """`NAMES`: every system, as it was once written down here."""
    if name == "NAMES":
        return names()
    raise AttributeError(name)


_WHOLE: dict[str, tuple[System, System]] = {}  # by name: what the package says, and with what all have


def system(name: str) -> System:
    """The system of that name, which is known, with what every system has beside its own."""
    found = import_module(registry.package(name)).SYSTEM
    own, whole = _WHOLE.get(name, (None, None))
    if own is not found or whole is None:
        if not isinstance(found, System):
            raise TypeError(f"{registry.package(name)}.SYSTEM is no System")
        whole = with_shared(found)
        _WHOLE[name] = found, whole
    return whole


def rules_of(setup: Setup) -> Rules:
    """The rules that an event goes by."""
    return system(setup.system).rules


@cache
def console_system() -> System:
    """The system that offers the dialogue of `ronda console`."""
    return next(one for one in map(system, names()) if one.forms.console is not None)


def in_force(tournament: Tournament) -> tuple[Reason, ...]:
    """What follows from the settings and the field of an event; nothing while it has no players."""
    setup, players = tournament.setup, tournament.players
    return system(setup.system).words.consequences(setup, players) if players else ()


def planned_rounds(tournament: Tournament) -> int:
    """How many rounds the event has, as far as that is known: of the system, and of stages that have begun."""
    return planned_with_stages(rules_of(tournament.setup), tournament)


def system_rounds(tournament: Tournament) -> int:
    """How many rounds the system makes: what is planned or, once a stage has begun, what was made before it."""
    begun = [one.begun.after for one in tournament.setup.stages if one.kind != "rounds" and one.begun is not None]
    if begun:
        return min(begun)
    if begins_with_stage(tournament):
        return 0
    return rules_of(tournament.setup).rounds(tournament.setup, tournament.players)


def book_of(tournament: Tournament) -> Book:
    """The book of a tournament by the scoring of its system."""
    setup, rules = tournament.setup, rules_of(tournament.setup)
    return open_book(tournament, rules.scoring(setup), rules.rounds(setup, tournament.players))


def standings_book(tournament: Tournament, after: int | None = None) -> Book:
    """The book of the standings, over the first so many rounds. What is entered counts at once; a bye counts when its
    round is over, that is when no result is missing (M2, R3.3): nobody leads by resting while the others play. Games of
    later stages count for their own places only, and these come first (ST9)."""
    setup, rules = tournament.setup, rules_of(tournament.setup)
    scoring, rounds = rules.scoring(setup), rules.rounds(setup, tournament.players)
    shown = tournament if after is None else replace(tournament, rounds=tournament.rounds[:after])
    playing = running(tournament)
    if not setup.stages:
        return open_book(shown, scoring, rounds, playing)
    known = _known_stages(shown)
    base = replace(known, rounds=known.rounds[: base_rounds(known)])
    return with_stages(rules, known, open_book(base, scoring, rounds, playing))


def _known_stages(tournament: Tournament) -> Tournament:
    """With the stages that had a round by then; the first one is there from the beginning."""
    made = len(tournament.rounds)
    stages = tuple(
        replace(stage, begun=None) if stage.begun is not None and stage.begun.after >= max(made, 1) else stage
        for stage in tournament.setup.stages
    )
    return replace(tournament, setup=replace(tournament.setup, stages=stages))
