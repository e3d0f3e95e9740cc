"""One order at work: the tournament with the words, names and numbers of the sheet's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from ronda.model import Tournament
from ronda.sheets.alphabet import alphabetical
from ronda.sheets.order import Naming, Order
from ronda.systems import system
from ronda.systems.chess.rules import start_numbers
from ronda.texts import LANGUAGES, Speaker

MONTHS = (
    "label.month.january",
    "label.month.february",
    "label.month.march",
    "label.month.april",
    "label.month.may",
    "label.month.june",
    "label.month.july",
    "label.month.august",
    "label.month.september",
    "label.month.october",
    "label.month.november",
    "label.month.december",
)


@dataclass(frozen=True, slots=True)
class Job:
    """What every sheet is made from."""

    tournament: Tournament
    order: Order
    speaker: Speaker
    numbers: Mapping[int, int]

    @property
    def system(self) -> str:
        return self.tournament.setup.system

    @property
    def in_pairs(self) -> bool:
        """Whether two play as partners."""
        return system(self.system).side_size == 2

    def say(self, key: str, /, **facts: Any) -> str:
        return self.speaker.say(key, **facts)

    def name(self, player: int) -> str:
        """The name as this sheet shows it."""
        return self.speaker.names[player]

    def number(self, value: int | Fraction, decimals: int | None = None) -> str:
        """A number in the way of the language, with a real minus sign."""
        return self.speaker.number(value, decimals=decimals).replace("-", "−")

    def points(self, halves: int) -> str:
        return self.number(Fraction(halves, 2))

    def day(self, day: date) -> str:
        return self.say("label.date", day=day.day, month=self.say(MONTHS[day.month - 1]), year=day.year)

    def by_name(self, players: Iterable[int]) -> list[int]:
        """The players in the order in which somebody looks for a name."""
        if self.order.names == "number":
            return sorted(players, key=self.numbers.__getitem__)
        key = alphabetical(self.speaker.language)
        return sorted(players, key=lambda player: (key(self.name(player)), self.numbers[player]))


def job_of(tournament: Tournament, order: Order) -> Job:
    language = order.language if order.language in LANGUAGES else "en"
    players = {player.id: player for player in tournament.players}
    numbers = start_numbers(players) if tournament.setup.system == "chess" else {player: player for player in players}
    word = Speaker(language).say("label.number")
    names = {pid: _shown(player.name, numbers[pid], order.names, word) for pid, player in players.items()}
    return Job(tournament, order, Speaker(language, names), numbers)


def _shown(name: str, number: int, how: Naming, word: str) -> str:
    """Initials may be those of several players, so the number stands with them."""
    match how:
        case "full":
            return name
        case "initials":
            return f"{initials(name)} ({number})"
        case "number":
            return f"{word}\u00a0{number}"


def initials(name: str) -> str:
    """`A. L.` of `Ann Lee`."""
    return " ".join(f"{next(filter(str.isalnum, word), word[0])}." for word in name.split())
