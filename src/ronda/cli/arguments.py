"""Arguments: only the parser of the command that was asked for is made, with its help in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import SimpleNamespace as Namespace
from typing import TYPE_CHECKING, Any, NoReturn

from ronda import __version__
from ronda.cli.commands import COMMANDS, EVERYWHERE, Arg, Command, is_option
from ronda.cli.errors import nearest
from ronda.core.values import Frozen
from ronda.texts import Speaker
from ronda.texts.catalogue import catalogue

if TYPE_CHECKING:
    import argparse

_COMPLAINTS = {
    r"the following arguments are required: (?P<names>.*)": "say.usage_required",
    r"unrecognized arguments: (?P<words>.*)": "say.usage_unknown",
    r"argument (?P<name>\S+): invalid int value: (?P<found>.*)": "say.usage_number",
    r"argument (?P<name>\S+): invalid choice: (?P<found>.*) \(choose from (?P<known>.*)\)": "say.usage_choice",
    r"argument (?P<name>\S+): expected one argument": "say.usage_value",
}


class ParsedCommand(Frozen, frozen=True):
    """A command with its arguments."""

    command: Command
    values: Namespace


class Helped(Frozen, frozen=True):
    """Somebody asked for help, or for the version."""

    text: str


class WrongUsage(Exception):
    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def parse(argv: Sequence[str], speaker: Speaker) -> ParsedCommand | Helped:
    """What was asked for. Raises WrongUsage with a message that says what was expected."""
    words = list(argv)
    leading: list[str] = []
    while words and words[0].startswith("-"):  # --lang and --json may also stand before the command
        word = words.pop(0)
        if word in ("--help", "-h"):
            return Helped(overview(speaker))
        if word == "--version":
            return Helped(f"ronda {__version__}")
        leading += [word, words.pop(0)] if word == "--lang" and words else [word]
    if not words or words[0] == "help":
        return Helped(overview(speaker))
    name = words.pop(0)
    if name not in COMMANDS:
        raise WrongUsage(_no_command(name, speaker))
    if "--help" in words or "-h" in words:
        return Helped(command_help(name, speaker))
    return ParsedCommand(COMMANDS[name], _parsed(name, [*leading, *words], speaker))


def _no_command(name: str, speaker: Speaker) -> str:
    near = nearest(name, COMMANDS)
    told = speaker.say("say.unknown_command", found=name)
    return f"{told} {speaker.say('say.did_you_mean', meant=near)}" if near else f"{told} {speaker.say('help.more')}"


def _parsed(name: str, words: list[str], speaker: Speaker) -> Namespace:
    plain = _plain(name, words)
    if plain is not None:
        return plain
    parser = _parser(name)
    try:
        return Namespace(**vars(parser.parse_args(words)))
    except WrongUsage as wrong:
        detail = _worded(wrong.message, speaker)
        raise WrongUsage(speaker.say("say.wrong_usage", detail=detail, usage=_usage(parser))) from None


def _plain(name: str, words: list[str]) -> Namespace | None:
    """The arguments where each is plainly what it should be; None: argparse, which takes a while to import, has to look
    at them, and knows what to complain of."""
    args = (*COMMANDS[name].args, *EVERYWHERE)
    values: dict[str, Any] = {arg.destination: arg.default for arg in args}
    places = [arg for arg in args if not arg.is_option]
    if any("nargs" in arg.settings for arg in args):
        return None
    missing = {arg.destination for arg in args if arg.settings.get("required")} | {arg.destination for arg in places}
    left = iter(words)
    for word in left:
        arg = None if is_option(word) or not places else places.pop(0)
        arg = arg or next((one for one in args if word in one.flags and one.is_option), None)
        if arg is None:
            return None
        if arg.settings.get("action") == "store_true":
            values[arg.destination] = True
            continue
        value = arg.read(next(left, "--") if arg.is_option else word)
        if value is None:
            return None
        repeated = arg.settings.get("action") == "append"
        values[arg.destination] = [*values[arg.destination], value] if repeated else value
        missing.discard(arg.destination)
    return None if missing else Namespace(**values)


def _worded(message: str, speaker: Speaker) -> str:
    """argparse speaks English; what it usually complains of is told in the reader's language."""
    for pattern, key in _COMPLAINTS.items():
        found = re.fullmatch(pattern, message)
        if found:
            return speaker.say(key, **found.groupdict())
    return message


def _usage(parser: argparse.ArgumentParser) -> str:
    return " ".join(parser.format_usage().partition(": ")[2].split())


def _parser(name: str) -> argparse.ArgumentParser:
    import argparse

    class Parser(argparse.ArgumentParser):
        def error(self, message: str) -> NoReturn:
            raise WrongUsage(message)

        def _parse_optional(self, arg_string: str) -> Any:
            if arg_string != "--" and not is_option(arg_string):
                return None
            return super()._parse_optional(arg_string)

    parser = Parser(prog=f"ronda {name}", add_help=False, allow_abbrev=False)
    for arg in (*COMMANDS[name].args, *EVERYWHERE):
        parser.add_argument(*arg.flags, **arg.settings)
    return parser


def overview(speaker: Speaker) -> str:
    """`ronda --help`."""
    width = max(map(len, COMMANDS)) + 2
    lines = [speaker.say("help.ronda"), "", "  ronda COMMAND … [--json] [--lang en|es|tr|de|fr]", ""]
    lines += [f"  {name:<{width}}{speaker.say(f'help.{name}')}" for name in COMMANDS]
    return "\n".join([*lines, "", speaker.say("help.more")])


def command_help(name: str, speaker: Speaker) -> str:
    """`ronda COMMAND --help`."""
    parser = _parser(name)
    args = (*COMMANDS[name].args, *EVERYWHERE)
    shown = {_shown(arg): argument_help(name, arg, speaker) for arg in args}
    width = max(map(len, shown)) + 2
    lines = [_usage(parser), "", speaker.say(f"help.{name}"), ""]
    return "\n".join([*lines, *(f"  {left:<{width}}{right}" for left, right in shown.items())])


def _shown(arg: Arg) -> str:
    if not arg.is_option:
        return str(arg.settings.get("metavar") or arg.name)
    metavar: Any = arg.settings.get("metavar") or "|".join(arg.settings.get("choices", ()))
    return f"{arg.flags[0]} {metavar}".strip()


def argument_help(command: str, arg: Arg, speaker: Speaker) -> str:
    """The help of an argument; a command may have one of its own for it."""
    own = f"help.{command}.{arg.name}"
    facts = {"otherwise": arg.otherwise()} if arg.otherwise else {}
    return speaker.say(own if own in catalogue("en") else f"help.arg.{arg.name}", **facts)
