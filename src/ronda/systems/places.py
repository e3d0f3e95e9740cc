"""What an event calls the place where a game is played (M7)."""

from __future__ import annotations

from ronda.core.model import Setup

OPTION = "place_word"
WORDS = ("table", "court", "lane", "field")


def place_word(setup: Setup) -> str:
    """The word that the event has for it; a table where it says nothing."""
    return str(setup.options.get(OPTION, WORDS[0]))
