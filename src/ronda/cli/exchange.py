"""`ronda export` and `ronda import`."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ronda.cli.counter import Counter
from ronda.cli.files import UnreadableFile, bytes_of, load, save, write_out
from ronda.cli.setting_up import examined, fresh_seed, known_system, made, players_of, preview
from ronda.cli.trouble import Misused
from ronda.formats.tournament_file import read
from ronda.formats.tournament_text import write
from ronda.formats.unreadable import Unreadable
from ronda.history import fold
from ronda.model import Tournament


def export(values: Namespace, counter: Counter) -> int:
    """The tournament as JSON, as CSV of one of its lists, or as a workbook with all of them."""
    tournament = load(values).tournament
    if values.to == "json":
        data = write(tournament)
    elif values.to == "csv":
        from ronda.formats.lists_csv import csv_bytes

        data = csv_bytes(tournament, values.what)
    else:
        from ronda.formats.workbook import workbook_bytes

        if not values.out:
            raise Misused("needs_out", format=values.to)
        data = workbook_bytes(tournament)
    if values.out:
        write_out(Path(values.out), data)
        if counter.json:
            counter.data({"file": values.out, "bytes": len(data)})
        else:
            counter.line(counter.say("say.exported", file=values.out))
    else:
        sys.stdout.buffer.write(data)
    return 0


def import_(values: Namespace, counter: Counter) -> int:
    """A tournament file, a workbook made by `export`, or a list of players, as a new tournament file."""
    out, source = Path(values.out), Path(values.file)
    if out.exists() and not values.force:
        raise Misused("already_there", file=values.out)
    tournament = _imported(values, source, counter)
    save(out, tournament)
    if counter.json:
        rounds = len(tournament.rounds)
        counter.data({"file": values.out, "players": len(tournament.players), "rounds": rounds})
    else:
        said = {"file": values.out, "n": len(tournament.players), "rounds": len(tournament.rounds)}
        counter.line(counter.say("say.imported", **said))
    return 0


def _imported(values: Namespace, source: Path, counter: Counter) -> Tournament:
    try:
        match source.suffix.lower():
            case ".json":
                return fold(read(bytes_of(source)))
            case ".xlsx":
                from ronda.formats.workbook import read_workbook

                return fold(read_workbook(bytes_of(source)))
    except Unreadable as trouble:
        raise UnreadableFile(source, trouble) from None
    if not values.system:
        raise Misused("needs_system", file=values.file)
    known_system(values.system)
    understood = players_of(source, values.encoding)
    tournament = made(values.system, values.name, {}, fresh_seed(), understood.players)
    examined(tournament, source)
    if not counter.json:
        preview(understood, counter)
    return tournament
