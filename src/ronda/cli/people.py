"""`ronda people`: the list of people over many events, and the lists of federations it is filled from."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused, Refused
from ronda.cli.kept_event import actor, located
from ronda.cli.output import Output
from ronda.cli.stored_event import load, opened
from ronda.core.values import plain
from ronda.core.verdicts import Refusal
from ronda.desk.actions.bodies import LinkInput, Links
from ronda.desk.permissions import Actor
from ronda.formats.federation_files import FederationFile, people_csv
from ronda.series.points import listed
from ronda.store import Store, federation_lists, people_histories, people_list
from ronda.store.people_list import KnownPerson
from ronda.views.people import history_state, person_line

_WORDS = {"show": 1, "add": 1, "take": 1, "import": 1, "drop": 1, "merge": 2, "unmerge": 1, "forget": 1}
PEOPLE_LABELS = (
    *("key", "name", "club", "born", "numbers", "day", "event", "place", "points", "record", "met", "together"),
    *("club_elo", "games", "source", "dated", "rows"),
)
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
        {"person": key, "name": names[key], "rating": plain(found.ratings[key]), "games": found.games[key]}
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
    event = load(values, output)
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
