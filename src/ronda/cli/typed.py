"""What somebody typed for a name."""

from __future__ import annotations

from ronda.cli.errors import Refused
from ronda.core.text_rules import hidden_text


def seen_only(text: str, *more: str) -> str:
    """The text as it was typed, if one can see all of it; so with the others."""
    hidden = hidden_text(text, *more)
    if hidden is not None:
        raise Refused(hidden)
    return text
