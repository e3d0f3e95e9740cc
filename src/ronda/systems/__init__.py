"""The systems by their names. Each is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module

from ronda.book import Book, open_book
from ronda.model import Tournament
from ronda.systems.system import Comparison, Option, System

NAMES = ("chess", "domino", "melee", "redemption")

__all__ = ["NAMES", "Comparison", "Option", "System", "book_of", "system"]


def system(name: str) -> System:
    """The system of that name; `name` is one of NAMES."""
    found = import_module(f"ronda.systems.{name}").SYSTEM
    assert isinstance(found, System)
    return found


def book_of(tournament: Tournament) -> Book:
    """The book of a tournament by the scoring of its system."""
    rules = system(tournament.setup.system)
    rounds = rules.rounds(tournament.setup, tournament.players)
    return open_book(tournament, rules.scoring(tournament.setup), rounds)
