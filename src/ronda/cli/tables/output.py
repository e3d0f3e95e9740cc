"""What `ronda tables` says, to people and to scripts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ronda import desk
from ronda.cli.listing import pairings, show_listing
from ronda.cli.output import Output
from ronda.cli.pair import tell_round
from ronda.cli.tables.text import fault_text, place, plain_value, shown_value, tellable
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.core.verdicts import Finding
from ronda.desk.phases import phase
from ronda.five_tables.changes import DerivedChange, NextRows
from ronda.five_tables.database import FoundTournament
from ronda.five_tables.findings import Seen
from ronda.five_tables.reading import Theirs
from ronda.store.importing.faults import NotImportable
from ronda.systems import book_of
from ronda.systems.lists import standings_list
from ronda.views import plain
from ronda.views.rounds import round_state
from ronda.views.standings import standings_line
from ronda.views.verdicts import finding_line

VIOLATIONS = 3
_ARTICLE = "R7"


# --- list --------------------------------------------------------------------------------------------------


def tell_list(looked: Sequence[FoundTournament], output: Output) -> None:
    values = [_listed(one) for one in looked]
    if output.json:
        output.data({"tournaments": values})
        return
    keys = ("code", "name", "state", "rounds", "players")
    rows = [
        [
            str(tellable(one["code"] or one["id"])),
            str(tellable(one["name"])),
            output.say(f"phase.{one['state']}"),
            "–" if one["rounds"] is None else f"{one['rounds']}/{one['planned']}",
            "–" if one["players"] is None else one["players"],
        ]
        for one in values
    ]
    output.table([output.say(f"label.list.{key}") for key in keys], rows, words=(0, 1, 2, 3))


def _listed(looked: FoundTournament) -> dict[str, Any]:
    """A tournament whose rows cannot be worked on is `damaged`; `check` tells what is wrong."""
    cells = looked.row.cells
    about = {"id": str(cells.get("id")), "code": cells.get("code"), "name": str(cells.get("name") or "")}
    if not isinstance(looked.found, Theirs):
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
    if output.json:
        output.data({"findings": values})
        return VIOLATIONS if violations else 0
    for value in values:
        severity = output.say(f"label.severity.{value['severity']}")
        text = f"{value['text']} ({value['article']})"
        output.line(output.say("say.labelled", label=severity, text=f"{_where(value, output)}: {text}"))
    rounds = 0 if tournament is None else len(tournament.rounds)
    output.line(output.say("say.checked", n=violations, rounds=rounds))
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


def tell_pair(theirs: Theirs, made: NextRows, label: str, output: Output, *, written: bool) -> None:
    output = output.about(theirs.tournament)
    after = fold([made.made], theirs.tournament)
    round_ = after.rounds[-1]
    if output.json:
        output.data(
            {
                **plain(round_state(after, round_, output.speaker)),
                "participants": _people(theirs),
                "rows": {name: [_row(row) for row in rows] for name, rows in made.rows.items()},
                "changes": [_change(change) for change in made.changes],
                "written": written,
            }
        )
        return
    show_listing(pairings(after, round_, output), output, round=round_.number)
    tell_round(round_, output)
    output.line()
    output.line(output.say("say.seed", seed=round_.seed))
    counts = {name: len(rows) for name, rows in made.rows.items()}
    values = sum(len(change.values) for change in made.changes)
    output.line(output.say("say.tables_rows", **counts, values=values))
    _tell_written(label, output, written=written)


def tell_score(theirs: Theirs, changes: Sequence[DerivedChange], label: str, output: Output, *, written: bool) -> None:
    tournament = theirs.tournament
    output = output.about(tournament)
    after = len(tournament.rounds)
    standings = desk.standings_after(tournament, after)
    missing = {round_.number: [t.number for t in round_.tables if t.result is None] for round_ in tournament.rounds}
    missing = {number: tables for number, tables in missing.items() if tables}
    if output.json:
        output.data(
            {
                "after": after,
                "rows": [standings_line(row, output.speaker) for row in standings],
                "participants": _people(theirs),
                "changes": [_change(change) for change in changes],
                "missing": [{"round": number, "tables": tables} for number, tables in missing.items()],
                "written": written,
            }
        )
        return
    if after:
        show_listing(standings_list(standings, output.speaker.number), output, after=after)
        output.line()
    names = _names(theirs)
    for change in changes:
        if change.values.keys() - {"updated_at"}:
            output.line(_worded(change, names.get(id(change.row), ""), output))
    for number, tables in missing.items():
        output.line(output.say("say.tables_missing", round=number, tables=tables))
    if changes:
        _tell_written(label, output, written=written)
    else:
        output.line(output.say("say.tables_true"))


def _tell_written(label: str, output: Output, *, written: bool) -> None:
    output.line(output.say("say.tables_written" if written else "say.tables_not_written", source=label))


def _worded(change: DerivedChange, name: str, output: Output) -> str:
    """`table matches, row … (Ann – Ben): player1_match_points – → 3, …`"""
    parts = [
        f"{column} {shown_value(change.stored[column], output)} → {shown_value(value, output)}"
        for column, value in change.values.items()
        if column != "updated_at"
    ]
    where = place([("table", change.row.table), ("row", change.row.name)], output)
    return output.say("say.labelled", label=f"{where} ({name})" if name else where, text=", ".join(parts))


def _names(theirs: Theirs) -> dict[int, str]:
    """Who is spoken of in a row."""
    names = {player.id: player.name for player in theirs.tournament.players}
    of = {person.id: names[theirs.event.ids[person.id]] for person in theirs.event.people}
    people = {id(person.raw): of[person.id] for person in theirs.event.people}
    return people | {id(match.raw): " – ".join(of[who] for who in match.players) for match in theirs.event.matches}


def _people(theirs: Theirs) -> list[dict[str, Any]]:
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
