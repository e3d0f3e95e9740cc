"""The reference pages of the guide, written from the program: `python -m tools.reference` (`make reference`)."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ronda.cli.arguments import command_help
from ronda.cli.commands import COMMANDS
from ronda.cli.operations import NAMES, OF_SCOPES, body_keys
from ronda.desk.actions import ACTIONS
from ronda.operations.operation import Operation
from ronda.operations.table import BY_NAME
from ronda.texts import Speaker
from ronda.web.api.openapi import SchemaField, as_served, fields_in, operations
from ronda.web.app import make_app
from ronda.web.settings import ServerSettings

GUIDE = Path(__file__).parent.parent / "docs" / "guide"
_API = """# The API, operation by operation

Every operation and every shape, written from the program by `make reference`. [The HTTP API](api.md) says what they
have in common.
"""
_COMMANDS = """# Commands, as the program explains them

What `ronda COMMAND --help` prints, written from the program by `make reference`. [Commands](commands.md) tells more of
each.
"""


def keys_of(operation: Operation) -> dict[str, bool]:
    """What `ronda do` takes for it, and whether that is needed."""
    signature = operation.signature
    known = {name: one.default is inspect.Parameter.empty for name, one in signature.parameters.items()}
    body = {} if signature.body is None else body_keys(signature.body)
    return dict.fromkeys(OF_SCOPES[operation.scope], True) | known | body


def api_page() -> str:
    with TemporaryDirectory() as folder:
        app = make_app(ServerSettings(str(Path(folder) / "ronda.db")))
        document = as_served(app.openapi_schema.to_schema())
    told = [one for methods in document["paths"].values() for one in methods.values()]
    found = sorted(zip(told, operations(document), strict=True), key=lambda pair: pair[0]["tags"][0])
    lines = [_API]
    for tag, pairs in groupby(found, key=lambda pair: pair[0]["tags"][0]):
        lines.append(f"## {tag.capitalize()}\n")
        for one, route in pairs:
            lines += [
                f"### {one['operationId']}\n",
                f"`{route.method} {route.path}`\n",
                f"{_sentence(route.summary)}\n",
            ]
            if route.about:
                lines.append(f"{route.about}\n")
            lines += _table((*route.parameters, *route.body))
            lines.append(f"Answer: {_answer(one)}\n")
    lines.append("## Shapes\n")
    for name, shape in sorted(document["components"]["schemas"].items()):
        lines += [f"### {name}\n", *_about(shape), *_table(tuple(fields_in(document, shape)))]
    return "\n".join(lines)


def _sentence(text: str) -> str:
    return text.replace("|", "\\|") + "."


def _about(shape: dict[str, Any]) -> Iterator[str]:
    if shape.get("description"):
        yield " ".join(shape["description"].split()) + "\n"


def _table(fields: Sequence[SchemaField]) -> list[str]:
    if not fields:
        return []
    rows = []
    for one in fields:
        kind, about = one.kind.replace("|", "or"), " ".join(one.about.split())
        rows.append(f"| `{one.name}` | {kind} | {'required' if one.needed else ''} | {about} |")
    return ["| name | type | | |", "|---|---|---|---|", *rows, ""]


def _answer(one: dict[str, Any]) -> str:
    status, good = next((status, answer) for status, answer in one["responses"].items() if status.startswith("2"))
    kinds = [
        content.get("schema", {}).get("$ref", "").rpartition("/")[2] for content in good.get("content", {}).values()
    ]
    named = "".join(f", [{kind}](#{kind.lower()})" for kind in kinds if kind)
    others = ", ".join(other for other in sorted(one["responses"]) if other != status)
    return f"{status} {good['description']}{named}. Else {others}."


def commands_page() -> str:
    speaker = Speaker("en")
    lines = [_COMMANDS]
    for name in COMMANDS:
        lines += [f"## ronda {name}\n", f"```\n{command_help(name, speaker)}\n```\n"]
    lines += [
        "## Operations\n",
        "What `ronda do` can be asked for, with the keys that it takes (in brackets: not needed).\n",
    ]
    lines += ["| operation | keys | |", "|---|---|---|"]
    lines += [f"| `{name}` | {_keys(keys_of(BY_NAME[name]))} | {BY_NAME[name].summary} |" for name in sorted(BY_NAME)]
    lines += ["", "The actions of an event are asked for in the same way, with its code or its file as `event`.", ""]
    lines += ["| action | keys | |", "|---|---|---|"]
    for name in NAMES[len(BY_NAME) :]:
        keys = {"event": True, **body_keys(ACTIONS[name].body), "confirm": False}
        lines.append(f"| `{name}` | {_keys(keys)} | {ACTIONS[name].summary} |")
    return "\n".join([*lines, ""])


def _keys(keys: Mapping[str, bool]) -> str:
    return " ".join(f"`{key}`" if needed else f"[`{key}`]" for key, needed in keys.items())


PAGES = {"api-reference.md": api_page, "commands-reference.md": commands_page}

if __name__ == "__main__":
    for file, page in PAGES.items():
        (GUIDE / file).write_text(page(), "utf-8")
