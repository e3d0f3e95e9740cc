"""What can be printed and what has to be said about it; and one order at work: the tournament with the words, names and
numbers of the sheet's language, its alphabet among them."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from functools import cache, partial
from typing import Any, Literal, NamedTuple
from unicodedata import category, combining, normalize

from ronda.core.model import Round, Tournament
from ronda.core.text_rules import collation_key
from ronda.core.values import Frozen
from ronda.core.verdicts import TEXT, TEXTS, Codes, citing
from ronda.systems import system
from ronda.systems.declarations import place_word
from ronda.systems.labels import Label, NameMode, Naming, Numbering, labels, numbering
from ronda.systems.lists import PairingList, pairing_list_of
from ronda.texts import LANGUAGES, Speaker
from ronda.texts.catalogue import described

CODES: Codes = {
    "refusal": {
        "no_bracket": citing("ST1.4"),
        "no_fees": citing("PR7.1"),
        "no_certificates": citing("PR8"),
        "no_prizes": citing("PR3.1"),
        "poster_without_address": citing("S4"),
        "sheet_not_for_system": citing("S4", system=TEXT),
        "unknown_sheet": citing("S4", found=TEXT, known=TEXTS),
    }
}


SHEETS: tuple[str, ...] = (
    "start",
    "tables",
    "names",
    "slips",
    "scores",
    "standings",
    "cross",
    "bracket",
    "fees",
    "prizes",
    "certificates",
    "cards",
    "rules",
    "audit",
    "poster",
)

Data = dict[str, Any]
Paper = Literal["a4", "letter"]


class AuditLine(NamedTuple):
    """One entry of the log, already told in the language of the sheet."""

    version: int
    time: str
    who: str
    sentence: str


class SheetOrder(Frozen):
    """What to print. `round` is the last one where it is not given; `links` are personal addresses by player id, `join`
    (an address), `code` and `word` what the poster says to type, and `scan` what its QR code carries, if that is not
    the address itself; `wifi` the text of a Wi-Fi code (`WIFI:S:…;P:…;;`). `where` tells when and where the event is
    and who organises it; `logo` is a picture of the kind `png` or `jpg`, `accent` a colour. `names`: how much of them
    is shown; for `adults` the `year` of the event tells whose; `hidden`: of whom less is shown than of others."""

    sheet: str
    language: str = "en"
    paper: Paper = "a4"
    round: int | None = None
    date: datetime.date | None = None
    links: Mapping[int, str] = {}
    join: str = ""
    scan: str = ""
    code: str = ""
    word: str = ""
    wifi: str = ""
    log: Sequence[AuditLine] = ()
    names: NameMode = "full"
    year: int = 0
    hidden: tuple[tuple[int, NameMode], ...] = ()
    where: str = ""
    logo: bytes = b""
    logo_kind: str = ""
    accent: str = ""

    @property
    def naming(self) -> Naming:
        return Naming(self.names, self.year, self.hidden)


class SheetJob(Frozen):
    """What every sheet is made from."""

    tournament: Tournament
    order: SheetOrder
    speaker: Speaker
    labels: Mapping[int, Label]
    numbering: Numbering

    @property
    def system(self) -> str:
        return self.tournament.setup.system

    @property
    def in_pairs(self) -> bool:
        """Whether two play as partners."""
        return system(self.system).rules.seating.side_size == 2

    def say(self, key: str, /, **facts: Any) -> str:
        return self.speaker.say(key, **facts)

    def name(self, player: int) -> str:
        """The name as this sheet shows it: nobody else's."""
        return self.speaker.names[player]

    def paired(self, round_: Round | None = None) -> PairingList:
        """The pairings of a round; without one, what they tell of people in all of them."""
        return pairing_list_of(self.tournament, round_, self.speaker.number, self.order.naming)

    def number(self, value: int | Fraction, decimals: int | None = None) -> str:
        """A number in the way of the language."""
        return self.speaker.number(value, decimals=decimals)

    def points(self, halves: int) -> str:
        return self.number(Fraction(halves, system(self.system).rules.unit(self.tournament.setup)))

    def day(self, day: date) -> str:
        return self.speaker.day(day)

    def by_name(self, players: Iterable[int]) -> list[int]:
        """The players in the order in which somebody looks for a name."""
        if self.order.naming.mode == "number":
            return sorted(players)
        key = alphabetical(self.speaker.language)
        return sorted(players, key=lambda player: (key(self.labels[player].name), self.numbering.of[player]))


def job_of(tournament: Tournament, order: SheetOrder) -> SheetJob:
    language = order.language if order.language in LANGUAGES else "en"
    found = labels(tournament, order.naming, removed=Speaker(language).removed)
    called = {player: str(label) for player, label in found.items()}
    bare = {player: label.name for player, label in found.items()}
    numbered = numbering(tournament, order.naming)
    setup = tournament.setup
    speaker = Speaker(language, called, bare, system=setup.system, where=place_word(setup))
    return SheetJob(tournament, order, speaker, found, numbered)


def side_names(job: SheetJob) -> list[str]:
    """What the two sides of a table are called."""
    return [job.say(key) for key in system(job.system).words.sides_for(job.tournament.setup).names]


def side_marks(job: SheetJob) -> list[str]:
    """One sign for each side, where it matters on which one somebody sits."""
    sides = system(job.system).words.sides_for(job.tournament.setup)
    if sides.coloured:
        return list(job.say("label.colour_letters").upper())
    return ["1", "2"] if job.in_pairs or sides.begins else []


def bye_word(job: SheetJob) -> str:
    return job.say(system(job.system).words.rest.name)


# Letters that are no letter with an accent, and are looked for as if they were.
_SPELT = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i"})
_LAST = "\uffff"  # n with this comes after nz
_BEFORE_LETTERS = {"Z": 0, "P": 1, "S": 1, "N": 2}  # spaces, signs, figures


def alphabetical(language: str) -> Callable[[str], Any]:
    """A key to sort by: the letters decide, then their accents, then small before capital."""
    alphabet = described(language).alphabet
    if "ı" in alphabet:  # that of the Turkish languages, whose capitals are others too
        return collation_key
    return partial(_key, _own_letters(alphabet))


@cache
def _own_letters(alphabet: str) -> dict[str, str]:
    """The letters that have a place of their own, and that place: after the letter before them, and all that begins
    with it."""
    found: dict[str, str] = {}
    for letters in alphabet.split(",") if alphabet else ():
        first, *others = letters.split()
        found |= {normalize("NFKD", other): first + _LAST * at for at, other in enumerate(others, start=1)}
    return found


def _key(own_letters: dict[str, str], text: str) -> tuple[list[tuple[int, str]], str, str, str]:
    plain = normalize("NFKD", text.casefold())
    for letter, place in own_letters.items():
        plain = plain.replace(letter, place)
    letters = "".join(c for c in plain if not combining(c)).translate(_SPELT)
    return [(_BEFORE_LETTERS.get(category(c)[0], 3), c) for c in letters], plain, text.swapcase(), text
