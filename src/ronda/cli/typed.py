"""What somebody typed for a name, or for a seed."""

from __future__ import annotations

from ronda.cli.errors import Misused, Refused
from ronda.core.text_rules import hidden_text
from ronda.formats.json_shape import MOST_SEED


def seen_only(text: str, *more: str) -> str:
    """The text as it was typed, if one can see all of it; so with the others."""
    hidden = hidden_text(text, *more)
    if hidden is not None:
        raise Refused(hidden)
    return text


def checked_seed(seed: int) -> int:
    if not 0 <= seed <= MOST_SEED:
        raise Misused("bad_seed", found=seed, most=MOST_SEED)
    return seed
