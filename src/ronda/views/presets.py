"""House rules that an event can begin with, for the API and for `--json`."""

from __future__ import annotations

from typing import Any

from ronda.formats.tournament.stages import stage_line
from ronda.systems.presets import Preset
from ronda.texts import Speaker
from ronda.views import View


class PresetCategory(View, frozen=True):
    """A category with standings of its own, and who is in it."""

    name: str
    who: str


class PresetLine(View, frozen=True):
    """House rules that an event can begin with; `options` as they are typed, `stage_plan` as the tournament file has
    stages. (`stages` and `categories` are numbers and names in the API, and the whole of them with `--json`.)"""

    id: str
    system: str
    name: str
    about: str
    options: dict[str, str]
    stage_count: int
    stage_plan: list[dict[str, Any]]
    category_names: list[str]
    category_list: list[PresetCategory]
    source: str
    edition: str


def preset_line(preset: Preset, speaker: Speaker) -> PresetLine:
    return PresetLine(
        preset.id,
        preset.system,
        speaker.say(preset.key),
        speaker.say(f"{preset.key}.about"),
        preset.options,
        len(preset.stages),
        [stage_line(stage, []) for stage in preset.stages],
        [category.name for category in preset.categories],
        [PresetCategory(category.name, category.who) for category in preset.categories],
        preset.source,
        preset.edition,
    )
