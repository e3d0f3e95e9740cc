"""Systems with their options, and the presets to begin with, as programs read them."""

from __future__ import annotations

from typing import Any

import msgspec

from ronda.core.values import replace
from ronda.formats.tournament.writing import option_value, stage_row
from ronda.systems import System
from ronda.systems.presets import Preset
from ronda.texts import Speaker
from ronda.views import View


class OptionView(View, frozen=True):
    """One setting. `default` is what an event without it has, `new` what a new event begins with. Null there: the
    system finds the value itself, by the size of the field. `choices` is null where any number from `low` to `high`,
    or any text, may stand."""

    name: str
    default: Any
    new: Any
    choices: list[Any] | None
    low: Any
    high: Any
    article: str
    text: str


class SystemView(View, frozen=True):
    """A system: what it is called and what it is, the edition of its rules, and its options."""

    id: str
    name: str
    about: str
    edition: str
    players_per_side: int
    options: list[OptionView]


def system_view(system: System, speaker: Speaker) -> SystemView:
    speaker = replace(speaker, system=system.id)
    return SystemView(
        system.id,
        speaker.say(f"system.{system.id}.name"),
        speaker.say(f"system.{system.id}.about"),
        system.rules.edition,
        system.rules.seating.side_size,
        [
            OptionView(
                option.name,
                option_value(option, option.default),
                option_value(option, option.begins),
                [option_value(option, value) for value in option.choices] or None,
                option_value(option, option.low),
                option_value(option, option.high),
                option.article,
                speaker.say(option.text(system.id)),
            )
            for option in system.rules.options
        ],
    )


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
        [msgspec.to_builtins(stage_row(stage, [])) for stage in preset.stages],
        [category.name for category in preset.categories],
        [PresetCategory(category.name, category.who) for category in preset.categories],
        preset.source,
        preset.edition,
    )
