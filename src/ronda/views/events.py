"""An event in a list, and where one stands; its log; the systems and presets: the same for the API and for `--json`.

`state` and `phase`, `created` and `created_at`, `updated` and `updated_at` are one value under two names: each was
promised by one of the two.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from ronda.core import Tournament, replace
from ronda.desk.permissions import Phase, phase
from ronda.formats.fact_text import fact_body
from ronda.formats.tournament.writing import option_value, stage_row
from ronda.systems import System, planned_rounds
from ronda.systems.presets import Preset
from ronda.texts import Speaker
from ronda.views import UNSET, View, mirrored

if TYPE_CHECKING:  # commands on a file need no database
    from ronda.store.event_log import LogEntry
    from ronda.store.privacy import Retention
    from ronda.store.reading import Progress
    from ronda.store.values import Summary


class EventLine(View):
    """An event in a list. Of a `damaged` one the list does not know everything: its `state` says so, `phase` is null.
    `planned` rounds are null while there are no players, `planned_rounds` is a number in any case; `due`: personal
    data are kept too long."""

    code: str
    name: str
    system: str
    version: int
    state: Phase | Literal["damaged"]
    phase: Phase | None
    players: int
    rounds: int
    planned: int | None
    planned_rounds: int
    finished: bool
    archived: bool
    deleted: bool
    created: str
    updated: str
    created_at: str
    updated_at: str
    damaged: bool
    due: bool


class EventStand(View):
    """Where an event stands. `planned` rounds are null while there are no players."""

    name: str
    system: str
    state: Phase
    phase: Phase
    players: int
    rounds: int
    planned: int | None
    planned_rounds: int
    finished: bool
    archived: bool
    deleted: bool


def event_line(summary: Summary, progress: Progress | None, *, due: bool) -> EventLine:
    """`progress` is None where the event is damaged."""
    created, updated = summary.created_at.isoformat(), summary.updated_at.isoformat()
    players = progress.players if progress else 0
    planned = progress.planned if progress else 0
    return mirrored(
        EventLine,
        summary,
        state=progress.phase if progress else "damaged",
        phase=progress.phase if progress else None,
        players=players,
        rounds=progress.rounds if progress else 0,
        planned=planned if players else None,
        planned_rounds=planned,
        created=created,
        updated=updated,
        created_at=created,
        updated_at=updated,
        damaged=progress is None,
        due=due,
    )


def event_stand(tournament: Tournament) -> EventStand:
    now, planned = phase(tournament), planned_rounds(tournament)
    return mirrored(
        EventStand,
        tournament,
        name=tournament.setup.name,
        system=tournament.setup.system,
        state=now,
        phase=now,
        players=len(tournament.players),
        rounds=len(tournament.rounds),
        planned=planned if tournament.players else None,
        planned_rounds=planned,
    )


class LogLine(View):
    """One fact, with who and when. `counts` is false for what was undone; `before` and `after` where something was
    replaced."""

    version: int
    at: str
    actor: str
    kind: str
    counts: bool
    fact: dict[str, Any]
    text: str
    before: Any = UNSET
    after: Any = UNSET


def log_line(entry: LogEntry, speaker: Speaker) -> LogLine:
    kind, body = fact_body(entry.fact)
    return LogLine(
        entry.version,
        entry.at.isoformat(),
        entry.actor,
        kind,
        entry.counts,
        body,
        speaker.say(f"log.{entry.code}", **entry.facts),
        entry.facts.get("before", UNSET),
        entry.facts.get("after", UNSET),
    )


RetentionMode = Literal["usual", "date", "never"]


class RetentionState(View):
    """Until when personal data are kept (null: for ever; `keep_until` is the same), whether the date is the usual one,
    was chosen or is never, and whether they are to be removed by now. `changes`: how often that was changed."""

    code: str
    mode: RetentionMode
    until: date | None
    keep_until: date | None
    chosen: bool
    due: bool
    changes: int


def retention_state(code: str, found: Retention, *, due: bool) -> RetentionState:
    mode: RetentionMode = "usual" if not found.chosen else "never" if found.until is None else "date"
    return RetentionState(code, mode, found.until, found.until, chosen=found.chosen, due=due, changes=found.version)


class OptionView(View):
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


class SystemView(View):
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


class PresetCategory(View):
    """A category with standings of its own, and who is in it."""

    name: str
    who: str


class PresetLine(View):
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
