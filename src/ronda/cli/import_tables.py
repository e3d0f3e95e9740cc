"""`ronda import` of the five tables of another program: from a dump, a running PostgreSQL or an SQLite file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import SimpleNamespace as Namespace
from typing import Any

from ronda.cli.errors import Misused
from ronda.cli.event_file import bytes_of, readable, save
from ronda.cli.output import Output
from ronda.cli.stored_event import create
from ronda.cli.tables.text import MOST_NAMES, fault_text, place, place_of, plain, source_label
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.store.database.location import database_url
from ronda.store.importing.dump import MOST_BYTES
from ronda.store.importing.tournaments import Imported, ImportNote, NotImportable, import_database, import_dump

MISUSED = 2
_SQLITE = b"SQLite format 3\0"


def take_over(values: Namespace, output: Output) -> int:
    """All tournaments, or those that were named. Everything is read before anything is kept."""
    try:
        found = _read(values.file, values.tournament)
    except NotImportable as trouble:
        output.fail(trouble.code, str(trouble.facts.get("article", "")), _refused(values.file, trouble, output))
        return MISUSED
    tournaments = [fold(one.facts) for one in found]
    if values.out and len(found) > 1:
        raise Misused("one_for_a_file", n=len(found), names=[_name(t) for t in tournaments][:MOST_NAMES])
    for tournament in tournaments:
        readable(tournament, _name(tournament))
    taken = [
        _value(_keep(values, one, tournament), one, tournament, output)
        for one, tournament in zip(found, tournaments, strict=True)
    ]
    if output.json:
        output.data({"tournaments": taken})
    else:
        _tell(taken, output)
    return 0


def _read(source: str, wanted: Sequence[str]) -> list[Imported]:
    if "://" in source:
        return import_database(source, wanted)
    path = Path(source)
    try:
        with open(path, "rb") as file:
            is_database = file.read(len(_SQLITE)) == _SQLITE
    except OSError as trouble:
        raise Misused("cannot_read", file=source, detail=trouble.strerror or str(trouble)) from None
    return (
        import_database(database_url(path), wanted) if is_database else import_dump(bytes_of(path, MOST_BYTES), wanted)
    )


def _keep(values: Namespace, one: Imported, tournament: Tournament) -> dict[str, str]:
    """The tournament in the store under its code, or in the file."""
    if values.store:
        return {"code": create(values, one.facts).code}
    save(Path(values.out), tournament)
    return {"file": values.out}


def _value(kept: dict[str, str], one: Imported, tournament: Tournament, output: Output) -> dict[str, Any]:
    return {
        **kept,
        "name": tournament.setup.name,
        "source": {"id": str(one.id), "code": one.code},
        "players": len(tournament.players),
        "rounds": len(tournament.rounds),
        "agrees": not any(note.code == "differs" for note in one.notes),
        "notes": [_note_value(note, output) for note in one.notes],
    }


def _note_value(note: ImportNote, output: Output) -> dict[str, str]:
    text = output.say(f"import_note.{note.code}", **plain(note.facts))
    return {"code": note.code, "table": note.table, "row": note.row, "column": note.column, "text": text}


def _tell(taken: Sequence[Mapping[str, Any]], output: Output) -> None:
    for one in taken:
        label, name = one.get("code") or one["file"], one["name"] or one["source"]["id"]
        output.line(output.say("say.taken_over", name=name, label=label, n=one["players"], rounds=one["rounds"]))
        for note in one["notes"]:
            where = place([("table", note["table"]), ("row", note["row"]), ("column", note["column"])], output)
            output.line(f"! {where}: {note['text']}")
        if one["agrees"]:
            output.line(output.say("say.agrees"))


# --- what is wrong -----------------------------------------------------------------------------------------


def _refused(source: str, trouble: NotImportable, output: Output) -> str:
    """Where, what, and the way out."""
    where = ", ".join(part for part in (source_label(source), place_of(trouble, output)) if part)
    sentences = [f"{where}: {fault_text(trouble, output)}", output.say("say.not_taken_over")]
    if trouble.tournament is not None:
        sentences.append(output.say("say.correct_it_there"))
    return " ".join(sentences)


def _name(tournament: Tournament) -> str:
    return tournament.setup.name or "–"
