"""Seasons at work: what each event gives, kept until the event changes; the table; and what people are called in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import Any, Literal, NamedTuple

from msgspec.structs import asdict

from ronda.core.values import Frozen
from ronda.desk.collections import Collection, adjustments
from ronda.desk.season import CountedEvent, EventShare, SeasonTable, definition_of, season_table, share_of
from ronda.operations.appearance import public_naming
from ronda.store import Damaged
from ronda.store.collections import EventHead, heads_of
from ronda.store.people import people_list
from ronda.systems.labels import NAME_MODES, NameMode, shown_part
from ronda.views.season import SeasonLists, season_lists
from ronda.web.runtime import Runtime


class SeasonNow(NamedTuple):
    """A season at this moment: the table, its events as the list of events has them, and those that are gone."""

    table: SeasonTable
    heads: dict[str, EventHead]
    gone: tuple[str, ...]

    def event_name(self, code: str) -> str:
        return self.heads[code].name or code if code in self.heads else code


def season_now(runtime: Runtime, season: Collection, *, provisional: bool = False) -> SeasonNow:
    """Worked out from the events as they are now (SE8.1). Only what has changed is read."""
    with runtime.store.reads() as connection:
        heads = heads_of(connection, season.codes)
        also = people_list.mergings(connection)
    counted, gone = [], []
    for one in season.ordered:
        share = _share(runtime, heads[one.event]) if one.event in heads else None
        if share is None:
            gone.append(one.event)
        else:
            counted.append(CountedEvent(one.event, None, one.tier, one.must, one.date, share))
    table = season_table(
        definition_of(season.series, season.name),
        counted,
        provisional=provisional,
        adjusted=adjustments(season.adjusted),
        excused=[((one.event, one.player), one.missed) for one in season.excused],
        resolve=lambda key: also.get(key, key),
        today=date.today(),
    )
    return SeasonNow(table, heads, tuple(gone))


def _share(runtime: Runtime, head: EventHead) -> EventShare | None:
    """None: the event was deleted, or cannot be read."""
    if head.deleted:
        return None

    known = runtime.store.at_hand(head.code)
    try:
        event = known if known is not None and known.stored.hash == head.hash else runtime.store.event(head.code)
        assert event is not None, "rows are never deleted"
        return event.parts.once("share", lambda: share_of(event.tournament, closed=True))
    except Damaged:
        return None


def called(runtime: Runtime, now: SeasonNow, unnamed: Callable[[str, int], str] | None) -> dict[str, str]:
    """What everybody is called: in full, or, for the public (`unnamed` says what somebody is called who is only a
    number), as the event that hides most says in which they played (PP5.1)."""
    table = now.table
    if unnamed is None:
        return dict(table.names)
    naming = {
        code: public_naming(runtime, code, runtime.display(code), int(now.heads[code].created_at[:4]))
        for code in table.events
    }
    found = {}
    for person, name in table.names.items():
        seats, born = table.seats.get(person, ()), table.born.get(person, 0)
        modes = [naming[code].of_whom(player, born) for code, player in seats]
        strictest: NameMode = max(modes, key=NAME_MODES.index, default="number")
        found[person] = shown_part(name, strictest) or (unnamed(*seats[-1]) if seats else "–")
    return found


# --- for programs ------------------------------------------------------------------------------------------


class SeasonEventLine(Frozen, frozen=True):
    """An event that counts; `state`: it is `counted`, it is `running` still, or it fell out as too `old`."""

    event: str
    name: str
    date: str
    tier: str
    must: bool
    state: Literal["counted", "running", "old", "gone"]


class SeasonState(SeasonLists, frozen=True, kw_only=True):
    """A season as it stands: `rows` where points are added, `totals` where evenings are; `clubs` where they are ranked;
    `not_counted`: events that are still running. `rules` as the file of a season has them. `person` is for the owner
    only."""

    code: str
    version: int
    name: str
    public: bool
    rules: dict[str, Any]
    events: list[SeasonEventLine]


def season_state(season: Collection, now: SeasonNow, names: Mapping[str, str] | None) -> SeasonState:
    """`names`: what people are called for whoever asks; None: in full, with the keys by which they are the same."""
    table = now.table

    def state(code: str) -> Literal["counted", "running", "old", "gone"]:
        if code in now.gone:
            return "gone"
        if code in table.old:
            return "old"
        return "running" if code in table.waiting or code in table.provisional else "counted"

    return SeasonState(
        **asdict(season_lists(table, names)),
        code=season.code,
        version=season.version,
        name=season.name,
        public=season.public,
        rules=season.rules,
        events=[
            SeasonEventLine(one.event, now.event_name(one.event), one.date, one.tier, one.must, state(one.event))
            for one in season.ordered
        ],
    )
