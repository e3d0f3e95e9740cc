"""House rules of communities: named sets of values, as data beside each system (PS6.2).

A preset lies in `presets.json` of its system's folder. Choosing one fills in what an event is made with; the event
keeps the values, not the name, and no code knows one. Its name and what it is for are the texts `preset.SYSTEM.ID` and
`preset.SYSTEM.ID.about` of the system; `preset.SYSTEM.ID.words`, where there is such a text, has what else people call
the game, with commas between.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ronda import registry
from ronda.core import Frozen
from ronda.core.prize_rules import PublishedCategory
from ronda.core.stage_plan import Stage

FILE = "presets.json"


class Preset(Frozen):
    """`options` as somebody would type them; `stages`: what is planned with it; `categories`: which have standings of
    their own. `source`: where these rules are written; `edition`: the article that has them. `picture`: the drawing of
    its own, in the folder `pictures` of the system; "": that of the system. `small_field`: other options where there
    are at least as many rounds as players."""

    id: str
    system: str
    options: dict[str, str]
    source: str
    edition: str
    stages: tuple[Stage, ...] = ()
    categories: tuple[PublishedCategory, ...] = ()
    picture: str = ""
    small_field: dict[str, str] = {}

    @property
    def key(self) -> str:
        """The key of its name in words."""
        return f"preset.{self.system}.{self.id}"


def find_preset(system: str, name: str) -> Preset | None:
    return next((one for one in presets(system) if one.id == name), None)


@cache
def presets(system: str) -> tuple[Preset, ...]:
    """Those of a system that is known, in the order of its file."""
    folder = registry.texts_folder(system)
    path = folder.parent / FILE if folder is not None else None
    if path is None or not path.exists():
        return ()
    entries = msgspec.json.decode(path.read_bytes(), type=list[dict[str, Any]])
    return tuple(msgspec.convert({"system": system, **entry}, Preset) for entry in entries)
