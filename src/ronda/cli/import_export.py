"""`ronda export` and `ronda import`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace as Namespace
from typing import cast

from ronda.cli.errors import Misused, Refused
from ronda.cli.event import KeptEvent, load, names_of
from ronda.cli.event_file import UnreadableFile, bytes_of, cannot, forget_history, save, write_out
from ronda.cli.new_event import code_in_store, examined, fresh_seed, known_system, made, players_of, preview
from ronda.cli.output import Output
from ronda.cli.stored_event import StoredEvent, url_of
from ronda.core.history import fold
from ronda.core.model import Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk.new_event import taken_up
from ronda.formats.errors import Unreadable
from ronda.formats.event_text import event_bytes
from ronda.formats.tabular import csv_bytes
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.trf.to_facts import facts_of
from ronda.formats.workbooks import filled, read_workbook, workbook_bytes
from ronda.store.live_events import LiveEvent
from ronda.systems import system
from ronda.systems.labels import NAME_MODES, NameMode
from ronda.web.pages.site import site_files, site_zip
from ronda.web.runtime import Display, Runtime
from ronda.web.settings import ServerSettings


def export(values: Namespace, output: Output) -> int:
    """The tournament as JSON, as CSV of one of its lists, as a workbook with all of them, or as a site of pages."""
    if values.to == "site":
        from ronda.cli.import_export import save_site

        return save_site(values, output)
    tournament = load(values, output).tournament
    if values.to == "json":
        data = write(tournament)
    elif values.to == "csv":
        data = csv_bytes(tournament, values.what)
    elif values.to == "form":
        data = _form(tournament, values, output)
    elif values.to in ("trf", "trf16"):
        data = _report(tournament, values.to)
    else:
        if not values.out:
            raise Misused("needs_out", format=values.to)
        data = workbook_bytes(tournament)
    if values.out:
        write_out(Path(values.out), data)
        forget_history(Path(values.out))
        if output.json:
            output.data({"file": values.out, "bytes": len(data)})
        else:
            output.line(output.say("say.exported", file=values.out))
    else:
        sys.stdout.buffer.write(data)
    return 0


def _form(tournament: Tournament, values: Namespace, output: Output) -> bytes:
    """The organiser's own workbook, filled in (PS4.5); what differs there from here is told before."""
    if not values.out or not values.template:
        raise Misused("needs_template", format=values.to)
    form = system(tournament.setup.system).form
    made = Refusal("no_form", "PS4.5") if form is None else form(tournament)
    if isinstance(made, Refusal):
        raise Refused(made, names_of(tournament))
    data = filled(bytes_of(Path(values.template)), made)
    if isinstance(data, Refusal):
        raise Refused(data, names_of(tournament))
    for code in made.notes:
        output.note(output.say(f"note.{code}"))
    return data


def _report(tournament: Tournament, kind: str) -> bytes:
    data = event_bytes(tournament, kind)
    if isinstance(data, Refusal):
        raise Refused(data, names_of(tournament))
    return data


def import_(values: Namespace, output: Output) -> int:
    """A tournament file, a workbook made by `export`, the five tables of another program, or a list of players, as a
    new file or in the store."""
    if bool(values.out) == values.store:
        raise Misused("out_or_store")
    if values.out and Path(values.out).exists() and not values.force:
        raise Misused("already_there", file=values.out)
    if _holds_tables(values.file):
        from ronda.cli.import_tables import take_over

        return take_over(values, output)
    tournament = _imported(values, Path(values.file), output)
    label = values.out
    if values.store:
        label = code_in_store(values, taken_up(tournament))
    else:
        save(Path(values.out), tournament)
    counted = {"players": len(tournament.players), "rounds": len(tournament.rounds)}
    if output.json:
        output.data({"code" if values.store else "file": label, **counted})
    else:
        output.line(output.say("say.imported", file=label, n=counted["players"], rounds=counted["rounds"]))
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
    try:
        match source.suffix.lower():
            case ".json":
                return fold(read(bytes_of(source)))
            case ".trf":
                return _taken_report(bytes_of(source), output)
            case ".xlsx":
                return fold(read_workbook(bytes_of(source)))
    except Unreadable as trouble:
        raise UnreadableFile(source, trouble) from None
    if not values.system:
        raise Misused("needs_system", file=values.file)
    known_system(values.system)
    output.speak_of(Setup(values.system))
    understood = players_of(source, values.encoding)
    tournament = made(values.system, values.name, {}, fresh_seed(), understood.players)
    examined(tournament)
    if not output.json:
        preview(understood, output)
    return tournament


def save_site(values: Namespace, output: Output) -> int:
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
    if output.json:
        output.data({"folder": str(target), "files": count, "start": str(start)})
    elif archive:
        output.line(output.say("say.exported", file=values.out))
    else:
        output.line(output.say("say.exported_site", n=count, folder=str(target), start=str(start)))
    return 0


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
