"""What can be entered at a table of each system, asked of the system itself: no rule of a game is written here."""

from __future__ import annotations

from dataclasses import dataclass

from ronda.model import Forfeit, Setup
from ronda.systems import system
from ronda.verdicts import Refusal

_ABSENCES = ("--+", "+--", "---")
_NAMES_ABSENT = frozenset(("domino",))  # D2.3: who was missing at a table that was not played counts


@dataclass(frozen=True, slots=True)
class Slip:
    """How results look. `codes`: results by their digit, where digits stand for whole results; `example`: a result as
    it is written; `target`: the score a game is played to; `absences`: results by absence, with their digit."""

    codes: dict[str, str]
    example: str
    target: str
    absences: dict[str, str]
    names_absent: bool

    @property
    def by_code(self) -> bool:
        """Whether one key is the whole result: then there is one field, and no scores."""
        return bool(self.codes)


def slip_of(setup: Setup) -> Slip:
    rules = system(setup.system)
    codes: dict[str, str] = {}
    absences = dict.fromkeys(_ABSENCES, "")
    for digit in "0123456789":
        found = rules.read_result(digit, setup)
        if isinstance(found, Refusal):
            continue
        text = rules.write_result(found)
        if isinstance(found, Forfeit):
            absences[text] = digit
        else:
            codes[digit] = text
    unreadable = rules.read_result("?", setup)
    example = str(unreadable.facts.get("example", "")) if isinstance(unreadable, Refusal) else ""
    target = example.partition("-")[0]
    return Slip(codes, example, target, absences, setup.system in _NAMES_ABSENT)
