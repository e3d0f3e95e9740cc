"""`ronda export` and `ronda import`, also of the five tables of another program: from a dump, a running PostgreSQL or
an SQLite file."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace as Namespace
from typing import Any, cast

from ronda.cli.event import load
from ronda.cli.kept_event import KeptEvent, bytes_of, cannot, forget_history, located, readable, save, write_out
from ronda.cli.new_event import (
    code_in_store,
    examined,
    founded_tournament,
    fresh_seed,
    known_system,
    players_of,
    preview,
)
from ronda.cli.output import Misused, Output, granted
from ronda.cli.stored_event import StoredEvent, create, url_of
from ronda.cli.tables import MOST_NAMES, fault_text, place, place_of, source_label, tellable_facts
from ronda.core import Refusal, Setup, Tournament, fold
from ronda.desk.settings import taken_up
from ronda.formats.event_text import event_bytes
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.trf.events import facts_of
from ronda.formats.workbooks import SHEETS as LISTS
from ronda.formats.workbooks import csv_bytes, filled, read_workbook, workbook_bytes
from ronda.operations.event_settings import Display
from ronda.sheets import SheetOrder, pdf
from ronda.store.database.location import database_url
from ronda.store.importing.event import Imported, import_database, import_dump
from ronda.store.importing.rows import ImportNote, NotImportable
from ronda.store.importing.sources import MOST_BYTES
from ronda.store.live_events import LiveEvent
from ronda.systems import system
from ronda.systems.labels import NAME_MODES, NameMode
from ronda.web.runtime import Runtime
from ronda.web.settings import ServerSettings
from ronda.web.site import site_files, site_zip


def export(values: Namespace, output: Output) -> None:
    """The tournament as JSON, as CSV of one of its lists, as a workbook with all of them, as a sheet to print, or as a
    site of pages."""
    if values.to == "site":
        _save_site(values, output)
        return
    tournament = load(values, output).tournament
    if values.to == "json":
        data = write(tournament)
    elif values.to == "csv":
        if values.what not in LISTS:
            raise Misused("usage_choice", name="--what", found=values.what, known=", ".join(LISTS))
        data = csv_bytes(tournament, values.what)
    elif values.to == "pdf":
        data = _sheet(tournament, values, output)
    elif values.to == "form":
        data = _form(tournament, values, output)
    elif values.to in ("trf", "trf16"):
        data = granted(event_bytes(tournament, values.to), tournament)
    else:
        if not values.out:
            raise Misused("needs_out", format=values.to)
        data = workbook_bytes(tournament)
    if values.out:
        write_out(Path(values.out), data)
        forget_history(Path(values.out))
        output.answer({"file": values.out, "bytes": len(data)}, "say.exported", file=values.out)
    else:
        sys.stdout.buffer.write(data)


def _sheet(tournament: Tournament, values: Namespace, output: Output) -> bytes:
    """A sheet to print, in the reader's language and with the date of today."""
    if not values.out:
        raise Misused("needs_out", format=values.to)
    today = date.today()
    names = cast(NameMode, values.names or "full")
    language = output.speaker.language
    order = SheetOrder(values.what, language, values.paper, values.round, today, names=names, year=today.year)
    return granted(pdf(tournament, order), tournament)


def _form(tournament: Tournament, values: Namespace, output: Output) -> bytes:
    """The organiser's own workbook, filled in (PS4.5); what differs there from here is told before."""
    if not values.out or not values.template:
        raise Misused("needs_template", format=values.to)
    form = system(tournament.setup.system).forms.report
    made = granted(Refusal("no_form", "PS4.5") if form is None else form(tournament), tournament)
    data = granted(filled(bytes_of(Path(values.template)), made), tournament)
    for code in made.notes:
        output.note(output.say(f"note.{code}"))
    return data


def import_(values: Namespace, output: Output) -> int:
    """A tournament file, a workbook made by `export`, the five tables of another program, or a list of players, as a
    new file or in the store."""
    if bool(values.out) == values.store:
        raise Misused("out_or_store")
    if values.out and Path(values.out).exists() and not values.force:
        raise Misused("already_there", file=values.out)
    if _holds_tables(values.file):
        return _take_over(values, output)
    tournament = _imported(values, Path(values.file), output)
    if values.store:
        kept = {"code": code_in_store(values, taken_up(tournament))}
    else:
        save(Path(values.out), tournament)
        kept = {"file": values.out}
    n, rounds = len(tournament.players), len(tournament.rounds)
    (label,) = kept.values()
    output.answer({**kept, "players": n, "rounds": rounds}, "say.imported", file=label, n=n, rounds=rounds)
    return 0


def _taken_report(data: bytes, output: Output) -> Tournament:
    """A report file; what was taken in a way that somebody may want to know is told on the side."""
    found = facts_of(data)
    for code, facts in found.notes:
        output.note(output.say(f"note.{code}", **facts))
    return fold(found.facts)


def _holds_tables(source: str) -> bool:
    """Whether it is a database, or the dump of one."""
    if "://" in source or Path(source).suffix.lower() == ".sql":
        return True
    try:
        with open(source, "rb") as file:
            start = file.read(64)
    except OSError:  # told by whoever reads it
        return False
    return start.startswith((b"SQLite format 3\0", b"PGDMP")) or b"-- PostgreSQL database dump" in start


def _imported(values: Namespace, source: Path, output: Output) -> Tournament:
    with located(source):
        match source.suffix.lower():
            case ".json":
                return fold(read(bytes_of(source)))
            case ".trf":
                return _taken_report(bytes_of(source), output)
            case ".xlsx":
                return fold(read_workbook(bytes_of(source)))
    if not values.system:
        raise Misused("needs_system", file=values.file)
    known_system(values.system)
    output.speak_of(Setup(values.system))
    understood = players_of(source, values.encoding)
    tournament = founded_tournament(values.system, values.name, {}, fresh_seed(), understood.players)
    examined(tournament)
    preview(understood, output)
    return tournament


def _save_site(values: Namespace, output: Output) -> None:
    """Into a folder, or as one file where its name ends with `.zip`."""
    if not values.out:
        raise Misused("needs_folder")
    target = Path(values.out)
    archive = target.suffix.lower() == ".zip"
    if target.is_file() and not archive:
        raise Misused("not_a_folder", file=values.out)
    event = load(values, output)
    with _desk_of(event, values) as (runtime, live):
        display = _shown(runtime.display(live.code), values.names)
        language = values.lang or display.language or output.speaker.language
        if archive:
            write_out(target, site_zip(runtime, live, language, display))
            count = 1
        else:
            count = sum(_written(target, name, data) for name, data in site_files(runtime, live, language, display))
    start = target if archive else target / "index.html"
    output.data({"folder": str(target), "files": count, "start": str(start)})
    if archive:
        output.tell("say.exported", file=values.out)
    else:
        output.tell("say.exported_site", n=count, folder=str(target), start=str(start))


def _shown(display: Display, names: str | None) -> Display:
    """`--names` may tell less of the names than the event does, never more."""
    wished = max((display.name_mode, cast(NameMode, names or "full")), key=NAME_MODES.index)
    return replace(display, names=wished)


def _written(folder: Path, name: str, data: bytes) -> bool:
    path = folder / name
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as trouble:
        raise cannot("write", path.parent, trouble) from None
    write_out(path, data)
    return True


@contextmanager
def _desk_of(event: KeptEvent, values: Namespace) -> Iterator[tuple[Runtime, LiveEvent]]:
    """A desk that nobody can reach. A stored event is at home there, with its face and the names that the public sees;
    one of a file gets a desk for itself."""
    with TemporaryDirectory() as folder:
        stored = isinstance(event, StoredEvent)
        runtime = Runtime(ServerSettings(url_of(values) if stored else str(Path(folder) / "site.db")))
        try:
            code = event.code if stored else runtime.store.create(list(event.facts), actor="site").code
            live = runtime.event(code)
            assert live is not None, "it was loaded a moment ago"
            yield runtime, live
        finally:
            runtime.close()


MISUSED = 2
_SQLITE = b"SQLite format 3\0"


def _take_over(values: Namespace, output: Output) -> int:
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
        {
            **_keep(values, one, tournament),
            "name": tournament.setup.name,
            "source": {"id": str(one.id), "code": one.code},
            "players": len(tournament.players),
            "rounds": len(tournament.rounds),
            "agrees": not any(note.code == "differs" for note in one.notes),
            "notes": [_note_value(note, output) for note in one.notes],
        }
        for one, tournament in zip(found, tournaments, strict=True)
    ]
    output.data({"tournaments": taken})
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
        raise cannot("read", source, trouble) from None
    return (
        import_database(database_url(path), wanted) if is_database else import_dump(bytes_of(path, MOST_BYTES), wanted)
    )


def _keep(values: Namespace, one: Imported, tournament: Tournament) -> dict[str, str]:
    """The tournament in the store under its code, or in the file."""
    if values.store:
        return {"code": create(values, one.facts).code}
    save(Path(values.out), tournament)
    return {"file": values.out}


def _note_value(note: ImportNote, output: Output) -> dict[str, str]:
    text = output.say(f"import_note.{note.code}", **tellable_facts(note.facts))
    return {"code": note.code, "table": note.table, "row": note.row, "column": note.column, "text": text}


def _tell(taken: Sequence[Mapping[str, Any]], output: Output) -> None:
    for one in taken:
        label, name = one.get("code") or one["file"], one["name"] or one["source"]["id"]
        output.tell("say.taken_over", name=name, label=label, n=one["players"], rounds=one["rounds"])
        for note in one["notes"]:
            where = place([("table", note["table"]), ("row", note["row"]), ("column", note["column"])], output)
            output.line(f"! {where}: {note['text']}")
        if one["agrees"]:
            output.tell("say.agrees")


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
