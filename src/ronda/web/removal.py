"""Somebody was erased: what this worker remembers of names beside the cache, it forgets."""

from __future__ import annotations

from ronda.systems.labels import folded_label
from ronda.web.player_search import forget_plain_names


def forget_names() -> None:
    forget_plain_names()
    folded_label.cache_clear()
