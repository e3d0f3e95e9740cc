"""The manual: the pages of `docs`, which come with the program, as a site that can be read and searched offline. Which
pages there are, what they are called, and in which languages.

A page is addressed by its place below `docs` without the ending: `rules/series` is `docs/rules/series.md`; those of
`docs/guide` are `manual/…`, and the files beside `docs` have their own names (`README`). A page in another language
stands in a folder of that language beside the English one, or, for the quick start, below `docs`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import ronda
from ronda.core import Frozen

BESIDE = ("README", "CHANGELOG", "CONTRIBUTING", "SECURITY")  # files that stand beside `docs`
CONTENTS = "contents"
PICTURES = (".png", ".svg")
_TITLE = re.compile(r"^# +(.+?) *$", re.MULTILINE)
_PART = re.compile(r"^## +(.+?) *$", re.MULTILINE)
_LISTED = re.compile(r"\]\(([^)#\s]+\.md)\)")
_TAG = re.compile(r"[a-z]{2}")


class GuidePage(Frozen):
    """`name` is its address below `/guide`; `original` that of the English page, which is its own where there is no
    other; `area` the folder that it stands in, or its own name."""

    name: str
    path: Path
    title: str
    language: str
    original: str

    @property
    def area(self) -> str:
        return self.original.partition("/")[0]


def documents() -> Path | None:
    """The folder `docs`: inside the installed package, or beside `src` in the tree."""
    package = Path(ronda.__file__).parent
    places = (package / "docs", package.parent.parent / "docs")
    return next((place for place in places if (place / "guide").is_dir()), None)


@cache
def pages() -> Mapping[str, GuidePage]:
    """All of them by name; nothing where the program came without them."""
    folder = documents()
    if folder is None:
        return {}
    files = [*sorted(folder.rglob("*.md")), *(folder.parent / f"{name}.md" for name in BESIDE)]
    return {name_of(path): _page(path) for path in files if path.is_file()}


def name_of(path: Path) -> str:
    folder = documents()
    assert folder is not None
    if not path.is_relative_to(folder):
        return path.stem
    name = path.relative_to(folder).with_suffix("").as_posix()
    name = "manual" + name.removeprefix("guide") if name.startswith("guide/") else name
    return (posixpath.dirname(name) or CONTENTS) if path.stem == "README" else name


def _page(path: Path) -> GuidePage:
    name = name_of(path)
    parts = name.split("/")
    language = next((part for part in parts if _TAG.fullmatch(part)), "en")
    original = "/".join(part for part in parts if part != language) or "README"
    found = _TITLE.search(path.read_text("utf-8"))
    return GuidePage(name, path, found[1].replace("`", "") if found else path.stem, language, original)


def page_for(name: str, language: str) -> GuidePage | None:
    """The page of that name; where it is asked for without a language, in the reader's, if it is there."""
    asked = pages().get(name)
    if asked is None or asked.name != asked.original:
        return asked
    return translations(asked).get(language, asked)


def translations(page: GuidePage) -> dict[str, GuidePage]:
    """The same page in all languages that it is there in."""
    return {one.language: one for one in pages().values() if one.original == page.original}


@cache
def contents() -> tuple[tuple[str, tuple[GuidePage, ...]], ...]:
    """The pages in the order of the table of contents, below the headings there."""
    page = pages().get(CONTENTS)
    if page is None:
        return ()
    parts = _PART.split(page.path.read_text("utf-8"))[1:]
    found = []
    for heading, text in zip(parts[::2], parts[1::2], strict=True):
        paths = [(page.path.parent / link).resolve() for link in _LISTED.findall(text)]
        known = [pages()[name_of(path)] for path in paths if path.is_file()]
        found.append((heading, tuple(one for one in known if one.name == one.original or "/" not in one.name)))
    return tuple((heading, listed) for heading, listed in found if listed)


def picture(name: str) -> Path | None:
    """A picture of the documentation, by its path below `docs/images`."""
    folder = documents()
    if folder is None or "\0" in name:
        return None
    found = (folder / "images" / name).resolve()
    inside = found.is_relative_to((folder / "images").resolve())
    return found if inside and found.suffix in PICTURES and found.is_file() else None
