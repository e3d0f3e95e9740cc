"""The reader's language, and everything a page says in it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from fractions import Fraction
from typing import Any

from ronda.model import Player, Tournament
from ronda.texts import LANGUAGES, Speaker

NAMES = {"en": "English", "es": "Español", "tr": "Türkçe", "de": "Deutsch", "fr": "Français"}


def chosen_language(wanted: str | None, accepted: str | None) -> str:
    """What the reader chose, else the first language of the browser that we speak."""
    if wanted in LANGUAGES:
        return wanted
    offers: list[tuple[float, int, str]] = []
    for at, part in enumerate((accepted or "").split(",")):
        tag, _, quality = part.strip().partition(";q=")
        try:
            offers.append((-float(quality or 1), at, tag.split("-")[0].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(offers) if tag in LANGUAGES), "en")


def shown_name(player: Player, mode: str) -> str:
    """The name as the public may see it: in full, as initials, or only the number."""
    if mode == "number":
        return f"#{player.id}"
    if mode == "initials":
        return " ".join(f"{word[0]}." for word in player.name.replace(",", " ").split()) or f"#{player.id}"
    return player.name


# The last lists of names: a result changes nobody's name, so a full hall need not write them out for every request.
_MOST_LISTS = 64
_lists: dict[tuple[int, str], tuple[tuple[Player, ...], dict[int, str]]] = {}


def names_of(tournament: Tournament, mode: str = "full") -> dict[int, str]:
    players = tournament.players
    known = _lists.get((id(players), mode))
    if known is not None and known[0] is players:
        return known[1]
    names = {player.id: shown_name(player, mode) for player in players}
    if len(_lists) >= _MOST_LISTS:
        _lists.clear()
    _lists[id(players), mode] = players, names
    return names


class Words:
    """What templates call: texts, names, numbers and times in one language."""

    def __init__(self, language: str, names: Mapping[int, str] | None = None) -> None:
        self.language = language
        self.speaker = Speaker(language, names or {})

    def about(self, tournament: Tournament, mode: str = "full") -> Words:
        return Words(self.language, names_of(tournament, mode))

    def __call__(self, key: str, /, **facts: Any) -> str:
        return self.speaker.say(key, **facts)

    def name(self, player: object) -> str:
        return self.speaker.name(player)

    def number(self, value: int | Fraction) -> str:
        return self.speaker.number(value)

    def halves(self, value: int) -> str:
        return self.speaker.number(Fraction(value, 2))

    def time(self, at: datetime) -> str:
        """Hours and minutes here; the day too, if it was another one."""
        here = at.astimezone()
        today = here.date() == datetime.now().astimezone().date()
        return here.strftime("%H:%M") if today else here.strftime("%Y-%m-%d %H:%M")
