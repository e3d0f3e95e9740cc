"""The season that a command names, in the store."""

from __future__ import annotations

from datetime import date
from types import SimpleNamespace as Namespace

from ronda.cli.stored_event import is_there, opened, url_of
from ronda.desk.collections import adjustments
from ronda.desk.season import CountedEvent, SeasonTable, definition_of, season_table, share_of
from ronda.store import read_code
from ronda.store.collections import read_collection
from ronda.store.people import people_list


def stored_season(values: Namespace) -> SeasonTable | None:
    """The season of that code in the database; None if there is none."""
    code = read_code(values.file)
    if code is None or not is_there(url_of(values)):
        return None
    store = opened(values)
    with store.reads() as connection:
        season = read_collection(connection, code)
        also = people_list.mergings(connection)
    if season is None or season.kind != "season" or season.deleted:
        return None
    counted = []
    for one in season.ordered:
        stored = store.load(one.event)
        tournament = None if stored is None else store.tournament(stored)
        if tournament is not None and not tournament.deleted:  # SE8.1
            share = share_of(tournament, closed=True)
            counted.append(CountedEvent(one.event, None, one.tier, one.must, one.date, share))
    return season_table(
        definition_of(season.series, season.name),
        counted,
        provisional=values.provisional,
        adjusted=adjustments(season.adjusted),
        excused=[((one.event, one.player), one.missed) for one in season.excused],
        resolve=lambda key: also.get(key, key),
        today=date.today(),
    )
