"""The command line: reads arguments, runs one command, and turns every trouble into a message and a status.

0 done · 1 refused by a rule · 2 wrong usage or unreadable input · 3 `check` found violations, or `replay` differences.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module

from ronda.cli.arguments import Helped, ParsedCommand, WrongUsage, parse
from ronda.cli.output import WAYS, Misused, Output, Refused, UnreadableFile, not_understood
from ronda.core import replace
from ronda.texts import Speaker, language

DONE, REFUSED, MISUSED, VIOLATIONS = 0, 1, 2, 3
_INTERRUPTED = 130
_COLLECT_AFTER = 20_000


def run(argv: Sequence[str]) -> int:
    """Run one command and give its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    speaker = Speaker(language(_wished(argv), os.environ))
    output = Output(speaker, json="--json" in argv)
    try:
        return _run(argv, output)
    except BrokenPipeError:  # the reader had enough (| head)
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return _INTERRUPTED


def _run(argv: Sequence[str], output: Output) -> int:
    try:
        asked = parse(argv, output.speaker)
        if isinstance(asked, Helped):
            print(asked.text)
            return DONE
        status = _act(asked, output)
        sys.stdout.flush()
        return status
    except WrongUsage as trouble:
        output.fail("usage", "", trouble.message)
        return MISUSED
    except Misused as trouble:
        sentences = ((f"say.{trouble.key}", trouble.facts), *trouble.ways)
        output.fail(trouble.key, "", " ".join(output.say(key, **facts) for key, facts in sentences))
        return MISUSED
    except Refused as trouble:
        refusal = trouble.refusal
        named = replace(output.speaker, names=trouble.names)
        way = [named.say(f"way.{refusal.code}")] if refusal.code in WAYS else []
        output.fail(refusal.code, refusal.article, " ".join([named.verdict("refusal", refusal), *way]))
        return MISUSED if not_understood(refusal) else REFUSED
    except UnreadableFile as unreadable:
        output.fail(unreadable.trouble.code, "", _place(unreadable, output))
        return MISUSED


def _act(asked: ParsedCommand, output: Output) -> int:
    module, function = asked.command.action.split(":")
    action = getattr(import_module(f"ronda.cli.{module}"), function)
    gc.freeze()
    gc.set_threshold(_COLLECT_AFTER)  # most commands are over before
    gc.enable()
    with ExitStack() as closing:
        asked.values.closing = closing  # what the action opens is closed when it is done
        status: int | None = action(asked.values, output)
    return DONE if status is None else status


def _place(unreadable: UnreadableFile, output: Output) -> str:
    """Where in the file, and what is wrong there."""
    trouble = unreadable.trouble
    message = output.speaker.verdict("unreadable", trouble)
    place = str(unreadable.path)
    if trouble.line is not None:
        place = output.say("say.place", file=place, line=trouble.line, column=trouble.column or 1)
    if trouble.path and trouble.path != f"line {trouble.line}":  # a list of players has no other path
        place = f"{place}: {trouble.path}"
    return f"{place}: {message}"


def _wished(argv: Sequence[str]) -> str | None:
    """The language asked for, before anything is parsed: also usage errors are told in it."""
    for at, word in enumerate(argv):
        if word == "--lang" and at + 1 < len(argv):
            return argv[at + 1]
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return None
