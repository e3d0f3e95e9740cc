"""House rules as data: complete, valid, and the event keeps the values (PS6.2)."""

from __future__ import annotations

import pytest

from ronda.core.facts import Created, PrizesPublished, StagesPlanned
from ronda.core.history import fold
from ronda.core.model import Player, Setup
from ronda.core.verdicts import Refusal
from ronda.desk.settings import change_options, founded, furnished, preset_options
from ronda.systems import names, system
from ronda.systems.presets import Preset, find_preset, presets
from ronda.texts import LANGUAGES, Speaker

ALL = [preset for name in names() for preset in presets(name)]


def test_ps6_2_there_are_presets_with_sources() -> None:
    assert {preset.system for preset in ALL} >= {"domino", "melee", "redemption", "chess"}
    assert all(preset.source and preset.edition for preset in ALL)
    assert len({(preset.system, preset.id) for preset in ALL}) == len(ALL)


@pytest.mark.parametrize("preset", ALL, ids=lambda preset: f"{preset.system}-{preset.id}")
def test_ps6_2_every_value_is_one_of_the_system(preset: Preset) -> None:
    empty = fold([Created(Setup(preset.system))])
    options = preset_options(preset)
    changed = change_options(empty, options)
    assert not isinstance(changed, Refusal) or changed.code == "nothing_changed", changed
    for language in LANGUAGES:
        for key in (preset.key, f"{preset.key}.about"):
            assert Speaker(language, system=preset.system).say(key) != key


@pytest.mark.parametrize("preset", ALL, ids=lambda preset: f"{preset.system}-{preset.id}")
def test_ps6_2_an_event_begins_with_it(preset: Preset) -> None:
    players = [Player(n, f"P{n}", birth_year=2000 + n) for n in range(1, 19)]
    facts = founded(Setup(preset.system, "E", preset_options(preset), 1), players)
    assert not isinstance(facts, Refusal)
    all_facts = furnished(preset, facts, 2026)
    assert any(isinstance(fact, StagesPlanned) for fact in all_facts) is bool(preset.stages)
    assert any(isinstance(fact, PrizesPublished) for fact in all_facts) is bool(preset.categories)
    event = fold(all_facts)
    assert not [
        f for f in system(preset.system).rules.validate(event.setup, event.players) if f.severity == "violation"
    ]


def test_ps5_2_age_groups() -> None:
    preset = find_preset("chess", "youth-tr")
    assert preset is not None
    tests = {one.name: one.who for one in preset.categories}
    assert tests["10 yaş kızlar"] == "U10 F"
    assert tests["18 yaş"] == "U18"
    assert tests["Genel"] == ""
