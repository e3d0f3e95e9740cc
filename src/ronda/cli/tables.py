"""`ronda tables`: rounds and points for the five tables in somebody's own database, and how these tables and their
faults are told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from ronda import desk
from ronda.cli.output import Misused, Output, Refused, checked_seed, granted
from ronda.cli.rounds import pairings, show_listing, tell_round
from ronda.core import Finding, Refusal, Tournament, fold
from ronda.desk.permissions import phase
from ronda.five_tables import ForeignTournament, undecided
from ronda.five_tables.changes import DerivedChange, Seen, findings, next_rows, to_be_written
from ronda.five_tables.database import (
    FoundTournament,
    OtherWriter,
    Rejected,
    RowWriter,
    look_at,
    look_at_all,
    open_for_writing,
)
from ronda.store.database.location import database_url, shown_url
from ronda.store.importing.rows import Faults, NotImportable
from ronda.systems import book_of
from ronda.systems.lists import standings_list
from ronda.views import plain
from ronda.views.rounds import round_state
from ronda.views.standings import standings_line
from ronda.views.verdicts import finding_line

MOST_NAMES = 20


def source_label(source: str) -> str:
    """What the user named, without a password."""
    if "://" not in source:
        return source
    try:
        return shown_url(make_url(source))
    except (ArgumentError, ValueError):
        return f"{source.partition('://')[0]}://…"


def place_of(trouble: NotImportable, output: Output) -> str:
    """Tournament, line, table, row and column, as far as they are known."""
    parts = [("tournament", trouble.tournament), ("line", trouble.line), ("table", trouble.table)]
    parts += [("row", trouble.row), ("column", trouble.column)]
    return place([(what, value) for what, value in parts if value is not None], output)


def place(parts: Sequence[tuple[str, object]], output: Output) -> str:
    return ", ".join(output.say(f"label.place.{what}", value=tellable(value)) for what, value in parts)


def fault_text(trouble: NotImportable, output: Output) -> str:
    return output.say(f"unimportable.{trouble.code}", **tellable_facts(trouble.facts))


def tellable_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {key: tellable(value) for key, value in facts.items()}


def tellable(value: object) -> object:
    """As it can be told: text from elsewhere may hold anything, also what a terminal would obey."""
    match value:
        case str():
            return "".join(sign if sign.isprintable() else "�" for sign in value)
        case float():
            return Fraction(value).limit_denominator(1000)
        case list() if value and isinstance(value[0], Mapping):
            names = [f"{one['name']} ({one['code'] or one['id']})" for one in value[:MOST_NAMES]]
            return [tellable(name) for name in names] + ["…"] * (len(value) > MOST_NAMES)
        case _:
            return value


def plain_value(value: object) -> object:
    """A value of a row as JSON has it."""
    match value:
        case datetime():
            return value.isoformat(timespec="seconds")
        case float() if value == int(value):
            return int(value)
        case None | str() | int() | float():
            return value
        case _:  # a uuid, or whatever else a database has
            return str(value)


def shown_value(value: object, output: Output) -> str:
    """A value of a row as people read it."""
    match plain_value(value):
        case None:
            return "–"
        case bool(flag):
            return output.say("label.yes" if flag else "label.no")
        case int() | float() as number:
            return output.speaker.number(Fraction(number))
        case other:
            return str(tellable(str(other)))


MISUSED = 2
_WRITING = ("pair", "score")


class _Faulty(Exception):
    """The rows of the tournament cannot be worked on."""

    def __init__(self, faults: Faults) -> None:
        super().__init__(len(faults))
        self.faults = faults


def tables(values: Namespace, output: Output) -> int | None:
    if values.write and values.verb not in _WRITING:
        raise Misused("tables_only_looks", verb=values.verb)
    if values.seed is not None:
        checked_seed(values.seed)
    action = {"list": _list, "check": _check, "pair": _pair, "score": _score}[values.verb]
    try:
        return action(values, output)
    except NotImportable as trouble:
        output.fail(trouble.code, "", _refused(values.url, trouble, output))
        return MISUSED
    except _Faulty as faulty:
        _tell_faults(faulty.faults, output)
        return MISUSED
    except Rejected as rejected:
        raise Misused("tables_rejected", reason=rejected.reason) from rejected
    except OtherWriter:
        raise Refused(Refusal("other_writer", "R7")) from None


def _address(url: str) -> str:
    """A path is an SQLite file."""
    return url if "://" in url else database_url(Path(url)).render_as_string(hide_password=False)


def _check(values: Namespace, output: Output) -> int:
    """Every value and every round. Status 3 if something is wrong."""
    looked = look_at(_address(values.url), values.code)
    if not isinstance(looked.found, ForeignTournament):
        return tell_findings(looked.found, None, output)
    found: list[Seen | Finding] = list(findings(looked.found, looked.orphans))
    return tell_findings(found, looked.found.tournament, output)


@contextmanager
def _at_work(values: Namespace) -> Iterator[tuple[ForeignTournament, RowWriter | None]]:
    """The tournament, with a writer if it is to be written to."""
    if values.write:
        with open_for_writing(_address(values.url), values.code) as (looked, writer):
            yield _sound(looked), writer
    else:
        yield _sound(look_at(_address(values.url), values.code)), None


def _sound(looked: FoundTournament) -> ForeignTournament:
    if not isinstance(looked.found, ForeignTournament):
        raise _Faulty(looked.found)
    return looked.found


# --- what is wrong -----------------------------------------------------------------------------------------


def _refused(url: str, trouble: NotImportable, output: Output) -> str:
    where = ", ".join(part for part in (source_label(url), place_of(trouble, output)) if part)
    if trouble.code == "store_of_ronda":
        return f"{where}: {output.say('say.tables_of_a_store')}"
    return f"{where}: {fault_text(trouble, output)}"


def _tell_faults(faults: Faults, output: Output) -> None:
    """All of them, and that nothing was written."""
    nothing = output.say("say.tables_faulty", n=len(faults))
    if output.json:
        told = [fault_value(fault, output) for fault in faults]
        first = faults[0]
        error = {"code": first.code, "article": told[0]["article"], "message": nothing, "faults": told}
        output.data({"error": error})
        return
    for fault in faults:
        output.note(f"{place_of(fault, output)}: {fault_text(fault, output)}")
    output.note(nothing)


VIOLATIONS = 3
_ARTICLE = "R7"


# --- list --------------------------------------------------------------------------------------------------


def _list(values: Namespace, output: Output) -> None:
    found = [_listed(one) for one in look_at_all(_address(values.url), values.code)]
    output.data({"tournaments": found})
    keys = ("code", "name", "state", "rounds", "players")
    rows = [
        [
            str(tellable(one["code"] or one["id"])),
            str(tellable(one["name"])),
            output.say(f"phase.{one['state']}"),
            "–" if one["rounds"] is None else f"{one['rounds']}/{one['planned']}",
            "–" if one["players"] is None else one["players"],
        ]
        for one in found
    ]
    output.table(output.headings("list", keys), rows, words=(0, 1, 2, 3))


def _listed(looked: FoundTournament) -> dict[str, Any]:
    """A tournament whose rows cannot be worked on is `damaged`; `check` tells what is wrong."""
    cells = looked.row.cells
    about = {"id": str(cells.get("id")), "code": cells.get("code"), "name": str(cells.get("name") or "")}
    if not isinstance(looked.found, ForeignTournament):
        nothing = dict.fromkeys(("players", "rounds", "planned"))
        return {**about, **nothing, "state": "damaged", "faults": len(looked.found)}
    tournament = looked.found.tournament
    counts = {"players": len(tournament.players), "rounds": len(tournament.rounds)}
    return {**about, **counts, "planned": book_of(tournament).rounds, "state": phase(tournament), "faults": 0}


# --- check -------------------------------------------------------------------------------------------------

Told = NotImportable | Seen | Finding


def tell_findings(found: Sequence[Told], tournament: Tournament | None, output: Output) -> int:
    if tournament is not None:
        output = output.about(tournament)
    values = [_value(one, output) for one in found]
    violations = sum(value["severity"] == "violation" for value in values)
    output.data({"findings": values})
    for value in values:
        severity = output.say(f"label.severity.{value['severity']}")
        text = f"{value['text']} ({value['article']})"
        output.tell("say.labelled", label=severity, text=f"{_where(value, output)}: {text}")
    rounds = 0 if tournament is None else len(tournament.rounds)
    output.tell("say.checked", n=violations, rounds=rounds)
    return VIOLATIONS if violations else 0


def _where(value: Mapping[str, Any], output: Output) -> str:
    if value["table"] is None:
        return output.say("label.round_short", round=value["round"])
    parts = [(what, value[what]) for what in ("table", "row", "column") if value[what] is not None]
    return place(parts, output)


def _value(one: Told, output: Output) -> dict[str, Any]:
    """A finding as in `ronda check`, with the place in the tables where it has one."""
    if isinstance(one, NotImportable):
        return fault_value(one, output)
    if isinstance(one, Finding):
        return {**plain(finding_line(one, output.speaker)), "table": None, "row": None, "column": None}
    facts = {key: shown_value(value, output) for key, value in one.facts.items()}
    text = output.say(f"tables.{one.code}", **facts)
    where = {"table": one.row.table, "row": one.row.name, "column": one.column}
    about: dict[str, Any] = {"round": None, "article": _ARTICLE, "severity": one.severity, "players": []}
    return {**about, "code": one.code, "text": text, **where}


def fault_value(fault: NotImportable, output: Output) -> dict[str, Any]:
    return {
        "round": None,
        "article": fault.facts.get("article", _ARTICLE),
        "severity": "violation",
        "code": fault.code,
        "players": [],
        "text": fault_text(fault, output),
        "table": fault.table,
        "row": fault.row,
        "column": fault.column,
    }


# --- pair and score ----------------------------------------------------------------------------------------


def _pair(values: Namespace, output: Output) -> None:
    now = datetime.now(UTC)
    with _at_work(values) as (theirs, writer):
        if unset := list(undecided(theirs.event)):
            raise _Faulty(unset)
        made = granted(next_rows(theirs, values.seed, now), theirs.tournament)
        if writer is not None:
            for name, rows in made.rows.items():
                writer.insert(name, rows)
            for change in made.changes:
                writer.change(change)
    output = output.about(theirs.tournament)
    after = fold([made.made], theirs.tournament)
    round_ = after.rounds[-1]
    output.data(
        {
            **plain(round_state(after, round_, output.speaker)),
            "participants": _people(theirs),
            "rows": {name: [_row(row) for row in rows] for name, rows in made.rows.items()},
            "changes": [_change(change) for change in made.changes],
            "written": values.write,
        }
    )
    show_listing(pairings(after, round_, output), output, round=round_.number)
    tell_round(round_, output)
    output.line()
    output.tell("say.seed", seed=round_.seed)
    counts = {name: len(rows) for name, rows in made.rows.items()}
    output.tell("say.tables_rows", **counts, values=sum(len(change.values) for change in made.changes))
    _tell_written(values, output)


def _score(values: Namespace, output: Output) -> None:
    now = datetime.now(UTC)
    with _at_work(values) as (theirs, writer):
        changes = to_be_written(theirs, now)
        if writer is not None:
            for change in changes:
                writer.change(change)
    tournament = theirs.tournament
    output = output.about(tournament)
    after = len(tournament.rounds)
    standings = desk.standings_after(tournament, after)
    missing = {round_.number: [t.number for t in round_.tables if t.result is None] for round_ in tournament.rounds}
    missing = {number: tables for number, tables in missing.items() if tables}
    output.data(
        {
            "after": after,
            "rows": [standings_line(row, output.speaker) for row in standings],
            "participants": _people(theirs),
            "changes": [_change(change) for change in changes],
            "missing": [{"round": number, "tables": tables} for number, tables in missing.items()],
            "written": values.write,
        }
    )
    if after:
        show_listing(standings_list(standings, output.speaker.number), output, after=after)
        output.line()
    names = _names(theirs)
    for change in changes:
        if change.values.keys() - {"updated_at"}:
            output.line(_worded(change, names.get(id(change.row), ""), output))
    for number, tables in missing.items():
        output.tell("say.tables_missing", round=number, tables=tables)
    if changes:
        _tell_written(values, output)
    else:
        output.tell("say.tables_true")


def _tell_written(values: Namespace, output: Output) -> None:
    output.tell("say.tables_written" if values.write else "say.tables_not_written", source=source_label(values.url))


def _worded(change: DerivedChange, name: str, output: Output) -> str:
    """`table matches, row … (Ann – Ben): player1_match_points – → 3, …`"""
    parts = [
        f"{column} {shown_value(change.stored[column], output)} → {shown_value(value, output)}"
        for column, value in change.values.items()
        if column != "updated_at"
    ]
    where = place([("table", change.row.table), ("row", change.row.name)], output)
    return output.say("say.labelled", label=f"{where} ({name})" if name else where, text=", ".join(parts))


def _names(theirs: ForeignTournament) -> dict[int, str]:
    """Who is spoken of in a row."""
    names = {player.id: player.name for player in theirs.tournament.players}
    of = {person.id: names[theirs.event.ids[person.id]] for person in theirs.event.people}
    people = {id(person.raw): of[person.id] for person in theirs.event.people}
    return people | {id(match.raw): " – ".join(of[who] for who in match.players) for match in theirs.event.matches}


def _people(theirs: ForeignTournament) -> list[dict[str, Any]]:
    """Who is who: the numbers in the round, and the ids in the tables."""
    players = theirs.tournament.players
    return [{"player": one.id, "id": str(theirs.ids[one.id]), "name": one.name, "draw": one.number} for one in players]


def _row(row: Mapping[str, object]) -> dict[str, object]:
    return {name: plain_value(value) for name, value in row.items()}


def _change(change: DerivedChange) -> dict[str, Any]:
    return {
        "table": change.row.table,
        "row": change.row.name,
        "stored": _row(change.stored),
        "values": _row(change.values),
    }
