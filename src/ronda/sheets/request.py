"""What can be printed, and what has to be said about it."""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from ronda.core.verdicts import TEXT, TEXTS, Code, Codes
from ronda.systems.labels import NameMode, Naming

CODES: Codes = {
    "refusal": {
        "no_bracket": Code("ST1.4"),
        "no_fees": Code("PR7.1"),
        "no_certificates": Code("PR8"),
        "no_prizes": Code("PR3.1"),
        "poster_without_address": Code("S4"),
        "sheet_not_for_system": Code("S4", {"system": TEXT}),
        "unknown_sheet": Code("S4", {"found": TEXT, "known": TEXTS}),
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

Paper = Literal["a4", "letter"]


class AuditLine(NamedTuple):
    """One entry of the log, already told in the language of the sheet."""

    version: int
    time: str
    who: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SheetOrder:
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
    links: Mapping[int, str] = field(default_factory=dict)
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
