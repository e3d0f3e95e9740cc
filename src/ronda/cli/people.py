"""`ronda people`: the list of people over many events, and the lists of federations it is filled from; `ronda series`:
the standings of a season."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

import msgspec

from ronda.cli.event import load
from ronda.cli.kept_event import actor, located, value_in
from ronda.cli.output import Misused, Output, Refused
from ronda.cli.stored_event import is_there, load_stored, opened, url_of
from ronda.core import Refusal, as_json
from ronda.desk.bodies import LinkInput, Links
from ronda.desk.permissions import Actor
from ronda.desk.season import CountedEvent, SeasonTable, definition_of, season_table, share_of
from ronda.formats.federation_files import FederationFile, people_csv
from ronda.formats.series_file import series_file
from ronda.operations.collections import found_collection, season_now
from ronda.series.points import listed, shown
from ronda.store import Store, federation_lists, people_histories, people_list, read_code
from ronda.store.people_list import KnownPerson
from ronda.views.people import history_state, person_line
from ronda.views.season import season_lists

_WORDS = {"show": 1, "add": 1, "take": 1, "import": 1, "drop": 1, "merge": 2, "unmerge": 1, "forget": 1}
_MOST_LISTED = 1_000
_EVERY = 50_000  # rows between two lines that say how far it is


def people(values: Namespace, output: Output) -> None:
    wanted = _WORDS.get(values.verb)
    if wanted is not None and len(values.what) != wanted:
        raise Misused("people_words", verb=values.verb, n=wanted)
    _ACTIONS[values.verb](opened(values), values, output)


def _now() -> datetime:
    return datetime.now(UTC)


# --- looking -----------------------------------------------------------------------------------------------


def _list(store: Store, values: Namespace, output: Output) -> None:
    with store.reads() as connection:
        found = people_list.find(connection, " ".join(values.what), size=_MOST_LISTED)
    output.data({"total": found.total, "people": [person_line(one) for one in found.rows]})
    rows = [
        (one.key, one.person.name, one.person.club, one.person.born or "", ", ".join(one.person.ids.values()))
        for one in found.rows
    ]
    headings = ("key", "name", "club", "born", "numbers")
    output.table(output.headings("people", headings), rows, words=(0, 1, 2, 4))
    output.tell("say.people_found", n=found.total)


def _known(store: Store, wish: str) -> KnownPerson:
    """By key, or by words that fit nobody else."""
    with store.reads() as connection:
        found = people_list.known_person(connection, wish)
        if found is not None:
            return found
        page = people_list.find(connection, wish, size=2)
    if page.total != 1:
        raise Misused("people_several" if page.total else "people_nobody", wish=wish, n=page.total)
    return page.rows[0]


def _show(store: Store, values: Namespace, output: Output) -> None:
    known = _known(store, values.what[0])
    life = people_histories.life_of(store, known)
    output.data(history_state(known, life))
    found = life.history
    one = known.person
    told = [one.name, one.club, one.federation, str(one.born or ""), *one.ids.values(), one.email]
    output.line(" · ".join(part for part in told if part))
    if life.elo is not None:
        output.tell("say.club_elo", rating=life.elo)
    events = [
        (
            played.event.day,
            played.event.tournament.setup.name or played.event.code,
            played.place or "–",
            output.speaker.number(played.points),
            f"{played.won}–{played.drawn}–{played.lost}",
        )
        for played in found.events
    ]
    columns = ("day", "event", "place", "points", "record")
    output.table(output.headings("people", columns), events, (1,))
    met = [
        (record.name, f"{record.won}–{record.drawn}–{record.lost}", record.together or "") for record in found.records
    ]
    if met:
        output.line()
        output.table(output.headings("people", ("met", "record", "together")), met, (0,))


def _ratings(store: Store, _: Namespace, output: Output) -> None:
    """SE11: the rating of the house over all finished events; never an official one."""
    found = people_histories.ratings_of_all(store).last
    with store.reads() as connection:
        names = {one.key: one.person.name for one in people_list.everybody(connection)}
    order = sorted(
        (key for key in found.ratings if key in names), key=lambda key: (-found.ratings[key], names[key], key)
    )
    rows = [
        {"person": key, "name": names[key], "rating": as_json(found.ratings[key]), "games": found.games[key]}
        for key in order
    ]
    output.data({"rows": rows})
    headings = output.headings("people", ("place", "name", "club_elo", "games"))
    cells = [(at, names[key], listed(found.ratings[key]), found.games[key]) for at, key in enumerate(order, start=1)]
    output.table(headings, cells, words=(1,))


# --- adding ------------------------------------------------------------------------------------------------


def _opened_file(path: str) -> FederationFile:
    try:
        return FederationFile(Path(path))
    except OSError:
        raise Misused("no_such_tournament", file=path) from None


def _add(store: Store, values: Namespace, output: Output) -> None:
    """A list of one's own into the list of people; who is surely there already is brought up to date."""
    file = _opened_file(values.what[0])
    with located(Path(values.what[0])):
        added, known = people_histories.add_file(store, file.people(), _now())
    output.answer(
        {"added": added, "known": known, "left_out": file.left_out},
        "say.people_added",
        n=added,
        known=known,
        left=file.left_out,
    )


def _take(store: Store, values: Namespace, output: Output) -> None:
    """The players of an event into the list of people."""
    values.tournament = values.what[0]
    event = load_stored(values, output)
    taken = people_histories.taken_over(store, event.tournament, _now())
    links = taken.links
    if links:
        try:
            event.act("link", Links([LinkInput(player, person) for player, person in links.items()]))
        except Refused:
            people_histories.give_up(store, taken)
            raise
    output.answer(
        {"linked": {str(player): person for player, person in links.items()}}, "say.people_taken", n=len(links)
    )


def _import(store: Store, values: Namespace, output: Output) -> None:
    """The list of a federation, to be looked up offline."""
    file = _opened_file(values.what[0])
    source = values.source or {"fide-xml": "FIDE", "fide-text": "FIDE"}.get(file.kind, "")
    if not source:
        raise Misused("people_source", file=values.what[0])

    def told(count: int) -> None:
        if count % _EVERY == 0:
            output.note(output.say("say.people_so_far", n=count))

    with located(Path(values.what[0])):
        made = federation_lists.import_list(store, file, source, values.dated, _now(), told)
    output.answer(
        {"source": source, "dated": values.dated, "rows": made.rows, "left_out": file.left_out},
        "say.list_imported",
        source=source,
        n=made.rows,
        left=file.left_out,
    )


def _lists(store: Store, _: Namespace, output: Output) -> None:
    found = federation_lists.lists(store)
    output.data({"lists": [{"source": o.source, "dated": o.dated, "rows": o.rows} for o in found]})
    rows = [(one.source, one.dated, one.rows) for one in found]
    output.table(output.headings("people", ("source", "dated", "rows")), rows, words=(0, 1))


def _drop(store: Store, values: Namespace, output: Output) -> None:
    if not federation_lists.drop_list(store, values.what[0]):
        raise Misused("people_no_list", source=values.what[0])
    output.answer({"dropped": values.what[0]}, "say.list_dropped", source=values.what[0])


def _export(store: Store, values: Namespace, output: Output) -> None:
    with store.reads() as connection:
        everybody = people_list.everybody(connection)
    text = "".join(people_csv((one.key, one.person) for one in everybody))
    if values.out and not output.json:
        Path(values.out).write_text(text, encoding="utf-8-sig")
    else:
        output.data({"people": [person_line(one) for one in everybody]})
        output.line(text.rstrip("\n"))


# --- merging and erasing -----------------------------------------------------------------------------------


def _doubles(store: Store, _: Namespace, output: Output) -> None:
    with store.reads() as connection:
        found = people_list.alike(connection)
    pairs = [{"level": o.level, "why": o.why, "one": o.one.key, "other": o.other.key} for o in found]
    output.data({"pairs": pairs})
    for pair in found:
        level, reason = output.say(f"web.known.level.{pair.level}"), output.say(f"web.known.why.{pair.why}")
        why = output.say("say.labelled", label=level, text=reason)
        output.line(f"{pair.one.key} {pair.one.person.name}  =?  {pair.other.key} {pair.other.person.name}  ({why})")
    output.tell("say.people_doubles", n=len(found))


def _merge(store: Store, values: Namespace, output: Output) -> None:
    keep, gone = (_known(store, word) for word in values.what)
    refused = people_histories.merge(store, keep.key, gone.key, actor(), _now())
    if refused is not None:
        raise Refused(refused)
    _told(store, keep.key, output)


def _unmerge(store: Store, values: Namespace, output: Output) -> None:
    with store.writes() as connection:
        done = people_list.unmerge(connection, values.what[0])
    if not done:
        raise Refused(Refusal("person_gone", "PP4.1"))
    _told(store, values.what[0], output)


def _told(store: Store, key: str, output: Output) -> None:
    known = _known(store, key)
    output.data(person_line(known))
    output.line(f"{known.key} {known.person.name}")


def _forget(store: Store, values: Namespace, output: Output) -> None:
    """First what that means, then with --yes."""
    known = _known(store, values.what[0])
    with store.reads() as connection:
        also = people_list.mergings(connection)
    codes = sorted({event.code for event in people_histories.events_of(store, known.key, also)})
    if not values.yes:
        output.answer(
            {"would_remove": known.key, "events": codes},
            "say.people_would_forget",
            name=known.person.name,
            events=", ".join(codes) or "–",
        )
        return
    left = people_histories.erase(store, known.key, Actor("owner", actor()), _now())
    if left:
        raise Misused("people_not_erased", codes=", ".join(left))
    output.answer({"removed": known.key, "events": codes}, "say.people_forgotten", n=len(codes))


_ACTIONS = {
    "list": _list,
    "show": _show,
    "add": _add,
    "take": _take,
    "import": _import,
    "lists": _lists,
    "drop": _drop,
    "export": _export,
    "doubles": _doubles,
    "merge": _merge,
    "unmerge": _unmerge,
    "ratings": _ratings,
    "forget": _forget,
}


SEASON_COLUMNS = ("place", "name", "total")
TOTALS = ("place", "name", "wins", "losses", "difference", "for", "evenings")


def series(values: Namespace, output: Output) -> None:
    """Everybody's line in the season that the file defines, or in a stored one."""
    path = Path(values.file)
    table = None
    if not path.exists():
        table = _stored_season(values)
    if table is None:
        found = value_in(path, series_file)
        counted = []
        for event in found.events:
            beside = path.parent / event.event
            values.tournament = str(beside) if beside.exists() else event.event
            tournament = load(values, Output(output.speaker, json=output.json)).tournament  # of many systems
            counted.append(CountedEvent(event.event, share_of(tournament), event.tier, event.must, event.date))
        table = season_table(definition_of(found), counted, provisional=values.provisional, today=date.today())
    output.data(_data(table))
    _show_season(table, output)


def _data(table: SeasonTable) -> dict[str, Any]:
    """As the API has it; `rows` also has the totals, where evenings are added."""
    lists = msgspec.to_builtins(season_lists(table))
    return {"name": table.definition.name, **lists, "rows": lists["rows"] + lists["totals"]}


def _show_season(table: SeasonTable, output: Output) -> None:
    if table.definition.name:
        output.line(table.definition.name)
    elo = [output.say("label.season.elo")] if table.definition.elo else []
    if table.totals:
        rows: list[Sequence[str | int]] = [
            (
                one.place,
                table.names[one.person],
                one.sum.wins,
                one.sum.losses,
                one.sum.difference,
                one.sum.points_for,
                one.days,
                *_elo(table, one.person),
            )
            for one in table.totals
        ]
        output.table([*(output.say(f"label.season.{column}") for column in TOTALS), *elo], rows, words=(1,))
    else:
        headings = output.headings("season", SEASON_COLUMNS)
        lines = [
            (
                "–" if line.place is None else line.place,
                table.names.get(line.person, line.person),
                shown(line.total),
                *_elo(table, line.person),
                *(_cell(line.values.get(number), number in line.kept) for number in range(1, len(table.events) + 1)),
            )
            for line in table.lines
        ]
        output.table([*headings, *elo, *table.events], lines, words=(1,))
    if table.waiting:
        output.tell("say.season_waiting", events=", ".join(table.waiting))
    for event, name in table.unassigned:
        output.tell("say.season_unassigned", event=event, name=name)


def _elo(table: SeasonTable, person: str) -> list[str | int]:
    """The rating of the house as a column, where the season has one (SE11)."""
    if table.definition.elo is None:
        return []
    return [str(listed(table.elo[person])) if person in table.elo else ""]


def _cell(value: Fraction | None, kept: bool) -> str:
    """What fell out stands in brackets, but it stands there (SE12)."""
    if value is None:
        return ""
    return shown(value) if kept else f"({shown(value)})"


def _stored_season(values: Namespace) -> SeasonTable | None:
    """The season of that code in the database; None if there is none."""
    code = read_code(values.file)
    if code is None or not is_there(url_of(values)):
        return None
    season = found_collection(opened(values), code)
    if season is None or season.kind != "season" or season.deleted:
        return None
    return season_now(opened(values), season, provisional=values.provisional).table
