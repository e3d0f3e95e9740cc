"""`ronda guide`: the guide and the rulebooks, which come with the program; `ronda completion`: the script with which a
shell completes commands, options and names of files."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import SimpleNamespace as Namespace

import shtab

from ronda.cli.arguments import argument_help
from ronda.cli.commands import COMMANDS, EVERYWHERE
from ronda.cli.operations import NAMES
from ronda.cli.output import Misused, Output, text_table
from ronda.manual import documents
from ronda.texts import Speaker

_TITLE = re.compile(r"^# +(.+?) *$", re.MULTILINE)
_FOLDERS = ("guide", "rules")  # what people need who run events; all else is named by its path


def guide(values: Namespace, output: Output) -> None:
    """The list of pages, or one of them as it was written."""
    folder = documents()
    if folder is None:
        raise Misused("no_guide")
    found = pages(folder)
    if not values.page:
        _tell_list(folder, found, output)
        return
    wanted = values.page.removeprefix("docs/").removesuffix(".md")
    page = found.get(wanted) or found.get(f"guide/{wanted}") or found.get(f"rules/{wanted}")
    if page is None:
        near = get_close_matches(wanted, [name.rpartition("/")[2] for name in found], 3, 0.5)
        raise Misused("no_such_page", found=values.page, known=", ".join(near or ("serve", "director", "commands")))
    text = page.read_text("utf-8")
    output.data({"page": wanted, "path": str(page), "text": text})
    output.line(text.rstrip())


def pages(folder: Path) -> Mapping[str, Path]:
    """All pages by their names below `docs`, without the ending."""
    found = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}
    return dict(sorted(found.items(), key=lambda item: (not item[0].startswith(_FOLDERS), item[0])))


def _tell_list(folder: Path, found: Mapping[str, Path], output: Output) -> None:
    titles = {name: _title(path) for name, path in found.items()}
    listed = [{"page": name, "title": titles[name], "path": str(found[name])} for name in found]
    output.data({"folder": str(folder), "pages": listed})
    output.tell("say.guide_place", folder=str(folder))
    rows = [(name, titles[name]) for name in found if name.startswith(_FOLDERS)]
    for line in text_table((output.say("say.guide_page"), output.say("say.guide_title")), rows, (0, 1)):
        output.line(line)


def _title(page: Path) -> str:
    found = _TITLE.search(page.read_text("utf-8"))
    return found[1].replace("`", "") if found else page.stem


_FILES = frozenset(("CSV", "FILE", "OUT", "TOURNAMENT", "URL"))  # what stands for these may be the path of a file


def completion(values: Namespace, output: Output) -> None:
    script = shtab.complete(_whole_parser(output.speaker), values.shell)
    output.data({"shell": values.shell, "script": script})
    output.line(script)


def _whole_parser(speaker: Speaker) -> argparse.ArgumentParser:
    """All commands as one parser, with their help in the reader's language."""
    parser = argparse.ArgumentParser(prog="ronda", add_help=False)
    commands = parser.add_subparsers()
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, add_help=False, help=speaker.say(f"help.{name}"))
        for arg in (*command.args, *EVERYWHERE):
            about = argument_help(name, arg, speaker).replace("%", "%%")
            added = one.add_argument(*arg.flags, help=about, **arg.settings)
            if arg.settings.get("metavar") == "OPERATION":
                added.choices = NAMES
            if arg.settings.get("metavar") in _FILES:
                added.complete = shtab.FILE  # type: ignore[attr-defined]
    return parser
