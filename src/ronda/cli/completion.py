"""`ronda completion`: the script with which a shell completes commands, options and names of files."""

from __future__ import annotations

import argparse
from types import SimpleNamespace as Namespace

import shtab

from ronda.cli.arguments import argument_help
from ronda.cli.commands import COMMANDS, EVERYWHERE
from ronda.cli.output import Output
from ronda.texts import Speaker

_FILES = frozenset(("CSV", "FILE", "OUT", "TOURNAMENT", "URL"))  # what stands for these may be the path of a file


def completion(values: Namespace, output: Output) -> int:
    script = shtab.complete(_whole_parser(output.speaker), values.shell)
    if output.json:
        output.data({"shell": values.shell, "script": script})
    else:
        output.line(script)
    return 0


def _whole_parser(speaker: Speaker) -> argparse.ArgumentParser:
    """All commands as one parser, with their help in the reader's language."""
    parser = argparse.ArgumentParser(prog="ronda", add_help=False)
    commands = parser.add_subparsers()
    for name, command in COMMANDS.items():
        one = commands.add_parser(name, add_help=False, help=speaker.say(f"help.{name}"))
        for arg in (*command.args, *EVERYWHERE):
            about = argument_help(name, arg, speaker).replace("%", "%%")
            added = one.add_argument(*arg.flags, help=about, **arg.settings)
            if arg.settings.get("metavar") in _FILES:
                added.complete = shtab.FILE  # type: ignore[attr-defined]
    return parser
