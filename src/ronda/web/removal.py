"""Somebody was erased: whatever this worker remembers of before, it forgets."""

from __future__ import annotations

from ronda.labels import folded_label
from ronda.store.read_model import forget_rankings
from ronda.web import cached
from ronda.web.house import House
from ronda.web.roster import forget_plain_names
from ronda.web.words import forget_lists


def forget(house: House, code: str) -> None:
    cached.forget(house, code)
    forget_lists()
    forget_plain_names()
    forget_rankings()
    folded_label.cache_clear()
