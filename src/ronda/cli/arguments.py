"""Arguments: only the parser of the command that was asked for is made, with its help in the reader's language."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from types import SimpleNamespace as Namespace
from typing import Any, NoReturn

from ronda import __version__
from ronda.cli.commands import COMMANDS, EVERYWHERE, GROUPS, Arg, Command
from ronda.core import Frozen
from ronda.texts import Speaker
from ronda.texts.catalogue import catalogue
from ronda.texts.speaker import nearest

_COMPLAINTS = {
    r"the following arguments are required: (?P<names>.*)": "say.usage_required",
    r"unrecognized arguments: (?P<words>.*)": "say.usage_unknown",
    r"argument (?P<name>\S+): invalid int value: (?P<found>.*)": "say.usage_number",
    r"argument (?P<name>\S+): invalid choice: (?P<found>.*) \(choose from (?P<known>.*)\)": "say.usage_choice",
    r"argument (?P<name>\S+): expected one argument": "say.usage_value",
}


class ParsedCommand(Frozen):
    """A command with its arguments."""

    command: Command
    values: Namespace


class Helped(Frozen):
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
    parser = _parser(name)
    try:
        return parser.parse_args(words, Namespace())
    except WrongUsage as wrong:
        detail, meant = _worded(wrong.message, speaker)
        message = speaker.say("say.wrong_usage", detail=detail, usage=_usage(parser))
        meant = meant or _meant_flag(name, words)
        raise WrongUsage(f"{message}\n{speaker.say('say.did_you_mean', meant=meant)}" if meant else message) from None


def _worded(message: str, speaker: Speaker) -> tuple[str, str]:
    """argparse speaks English; what it usually complains of is told in the reader's language, with the choice that was
    perhaps meant."""
    for pattern, key in _COMPLAINTS.items():
        found = re.fullmatch(pattern, message)
        if found:
            words = found.groupdict()
            choices = re.findall(r"[\w-]+", words.get("known", ""))
            return speaker.say(key, **words), nearest(words.get("found", "").strip("'"), choices)
    return message, ""


def _meant_flag(command: str, words: Sequence[str]) -> str:
    """The option that was perhaps meant by one that the command does not have."""
    flags = [arg.flags[0].lstrip("-") for arg in (*COMMANDS[command].args, *EVERYWHERE) if arg.is_option]
    typed = (word.partition("=")[0].removeprefix("--") for word in words if word.startswith("--"))
    near = next((nearest(word, flags) for word in typed if word not in flags), "")
    return near and f"--{near}"


def _usage(parser: _Parser) -> str:
    return " ".join(parser.format_usage().partition(": ")[2].split())


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise WrongUsage(message)

    def _parse_optional(self, arg_string: str) -> Any:
        """Results such as -1-3, --+ and --- begin like options, but have no letters."""
        if arg_string != "--" and not any(sign.isascii() and sign.isalpha() for sign in arg_string):
            return None
        return super()._parse_optional(arg_string)


def _parser(name: str) -> _Parser:
    parser = _Parser(prog=f"ronda {name}", add_help=False, allow_abbrev=False)
    for arg in (*COMMANDS[name].args, *EVERYWHERE):
        parser.add_argument(*arg.flags, **arg.settings)
    return parser


def overview(speaker: Speaker) -> str:
    """`ronda --help`."""
    width = max(map(len, COMMANDS)) + 2
    lines = [speaker.say("help.ronda"), "", "  ronda COMMAND … [--json] [--lang en|es|tr|de|fr]", ""]
    for group, commands in GROUPS.items():
        lines += [speaker.say(f"help.group.{group}")]
        lines += [f"  {name:<{width}}{speaker.say(f'help.{name}')}" for name in commands]
        lines += [""]
    return "\n".join([*lines, speaker.say("help.more")])


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
    facts = {"otherwise": arg.otherwise} if arg.otherwise else {}
    return speaker.say(own if own in catalogue("en") else f"help.arg.{arg.name}", **facts)
