"""The face of an event: when and where it is, who organises it, its colour and its logo."""

from __future__ import annotations

import base64
import datetime
from dataclasses import asdict, dataclass, replace
from hashlib import blake2b
from typing import Any

from ronda.core.text_rules import unfit_text
from ronda.core.verdicts import Refusal
from ronda.operations.event_settings import Display, Setting
from ronda.store import Damaged
from ronda.systems.labels import Naming
from ronda.web.accent import read_colour
from ronda.web.logo import Logo
from ronda.web.runtime import Runtime

LONGEST_LINE = 120


@dataclass(frozen=True, slots=True)
class Identity:
    """Dates as `2026-05-30`; `until` where it lasts longer than a day; `accent` is a colour, or nothing for Ronda's
    own; `logo` tells one picture from another, and is nothing where there is none."""

    date: str = ""
    until: str = ""
    place: str = ""
    organiser: str = ""
    accent: str = ""
    logo: str = ""

    @property
    def days(self) -> tuple[datetime.date, ...]:
        """The first day, and the last one if it is another."""
        return tuple(datetime.date.fromisoformat(text) for text in (self.date, self.until) if text)


def read_identity(value: Any) -> Identity:
    try:
        return Identity(**dict(value or {}))
    except (TypeError, ValueError) as error:
        raise Damaged("", 0, "note identity") from error


def given_identity(given: dict[str, str], standing: Identity) -> Identity | Refusal:
    """What somebody typed; what is missing there stays."""
    lines = {name: " ".join(given[name].split()) for name in ("place", "organiser") if name in given}
    for line in lines.values():
        if len(line) > LONGEST_LINE:
            return Refusal("text_too_long", "S4", {"found": len(line), "most": LONGEST_LINE})
        unfit = unfit_text(line, may_be_empty=True)
        if unfit is not None:
            return unfit
    days = {name: given[name].strip() for name in ("date", "until") if name in given}
    for name, text in days.items():
        if text and not _is_day(text):
            return Refusal("not_a_date", "S4", {"text": text})
        days[name] = text
    chosen = given.get("accent_choice", "own")  # a colour of those that are offered, or an own one
    accent = (chosen if chosen != "own" else given.get("accent", standing.accent)).strip()
    colour = read_colour(accent)
    if accent and colour is None:
        return Refusal("not_a_colour", "S4", {"text": accent})
    made = replace(standing, **lines, **days, accent=colour or "")
    if made.until and (not made.date or made.until <= made.date):
        made = replace(made, until="")
    return made


def _is_day(text: str) -> bool:
    try:
        return datetime.date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


NO_LOGO = Logo("", b"", 0, 0)


def read_picture(value: Any) -> Logo:
    try:
        given = value or {"kind": "", "data": "", "width": 0, "height": 0}
        return Logo(given["kind"], base64.b64decode(given["data"]), given["width"], given["height"])
    except (TypeError, KeyError, ValueError) as error:
        raise Damaged("", 0, "note logo") from error


def _written_picture(logo: Logo) -> Any:
    return {**logo._asdict(), "data": base64.b64encode(logo.data).decode()}


def picture_mark(logo: Logo) -> str:
    """Tells one picture from another; nothing where there is none."""
    return blake2b(logo.data, digest_size=6).hexdigest() if logo.data else ""


IDENTITY: Setting[Identity] = Setting("identity", read_identity, asdict)
PICTURE: Setting[Logo] = Setting("logo", read_picture, _written_picture)


def public_naming(runtime: Runtime, code: str, display: Display, year: int) -> Naming:
    """How everybody sees names (PP5.1). The year of the event is that of its first day, else `year`."""
    days = runtime.setting(code, IDENTITY).days if display.name_mode == "adults" else ()
    return Naming(display.name_mode, days[0].year if days else year, display.own_modes)
