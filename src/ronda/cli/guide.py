"""`ronda guide`: the guide and the rulebooks, which come with the program."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from types import SimpleNamespace as Namespace

from ronda.cli.errors import Misused
from ronda.cli.output import Output, text_table
from ronda.manual.pages import documents

_TITLE = re.compile(r"^# +(.+?) *$", re.MULTILINE)
_FOLDERS = ("guide", "rules")  # what people need who run events; all else is named by its path


def guide(values: Namespace, output: Output) -> int:
    """The list of pages, or one of them as it was written."""
    folder = documents()
    if folder is None:
        raise Misused("no_guide")
    found = pages(folder)
    if not values.page:
        _tell_list(folder, found, output)
        return 0
    wanted = values.page.removeprefix("docs/").removesuffix(".md")
    page = found.get(wanted) or found.get(f"guide/{wanted}") or found.get(f"rules/{wanted}")
    if page is None:
        near = get_close_matches(wanted, [name.rpartition("/")[2] for name in found], 3, 0.5)
        raise Misused("no_such_page", found=values.page, known=", ".join(near or ("serve", "director", "commands")))
    text = page.read_text("utf-8")
    if output.json:
        output.data({"page": wanted, "path": str(page), "text": text})
    else:
        output.line(text.rstrip())
    return 0


def pages(folder: Path) -> Mapping[str, Path]:
    """All pages by their names below `docs`, without the ending."""
    found = {path.relative_to(folder).with_suffix("").as_posix(): path for path in sorted(folder.rglob("*.md"))}
    return dict(sorted(found.items(), key=lambda item: (not item[0].startswith(_FOLDERS), item[0])))


def _tell_list(folder: Path, found: Mapping[str, Path], output: Output) -> None:
    titles = {name: _title(path) for name, path in found.items()}
    if output.json:
        listed = [{"page": name, "title": titles[name], "path": str(found[name])} for name in found]
        output.data({"folder": str(folder), "pages": listed})
        return
    output.line(output.say("say.guide_place", folder=str(folder)))
    rows = [(name, titles[name]) for name in found if name.startswith(_FOLDERS)]
    for line in text_table((output.say("say.guide_page"), output.say("say.guide_title")), rows, (0, 1)):
        output.line(line)


def _title(page: Path) -> str:
    found = _TITLE.search(page.read_text("utf-8"))
    return found[1].replace("`", "") if found else page.stem
