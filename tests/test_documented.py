"""What the program can do stands in the documentation, and what stands there is true.

Commands and their options in `docs/guide/commands.md`, options of systems in `docs/rules/SYSTEM.md`; links lead
somewhere; the README can be followed to the letter.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from ronda import cli
from ronda.cli.commands import COMMANDS, EVERYWHERE, Arg
from ronda.core.model import OptionValue
from ronda.formats.tournament.writing import option_value
from ronda.systems import NAMES, Option, system
from tests.import_graph import PAGE, mermaid, page_with_picture

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
README = ROOT / "README.md"
GUIDE = DOCS / "guide" / "commands.md"
CONTRIBUTING = ROOT / "CONTRIBUTING.md"
PAGES = sorted([README, CONTRIBUTING, ROOT / "CHANGELOG.md", ROOT / "SECURITY.md", *DOCS.rglob("*.md")])
STATUSES = {
    value for name, value in vars(cli).items() if name.isupper() and isinstance(value, int) and value < 256
}  # also the private ones

_HEADING = re.compile(r"^(#+) +(.+?) *$", re.MULTILINE)
_FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_FLAG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
_HOME = re.compile(r"(?<![\w.])(?:/(?:home|Users|root|work|tmp)/|~/|[A-Z]:\\)", re.ASCII)


def sections(page: Path) -> dict[str, str]:
    """The text below each heading of the second level."""
    parts = re.split(r"^## +(.+?) *$", page.read_text("utf-8"), flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def rows(text: str) -> dict[str, str]:
    """The rows of the tables in a text by the word in their first cell, without its decoration."""
    found = {}
    for line in text.splitlines():
        if line.startswith("| "):
            word = re.match(r"\| *`?([^`| ]+)", line)
            if word:
                found[word[1]] = line
    return found


def prose(page: Path) -> str:
    """The page without its blocks of code."""
    return _FENCED.sub("", page.read_text("utf-8"))


def anchors(page: Path) -> set[str]:
    """The headings as links name them."""
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for _, text in _HEADING.findall(prose(page))}


def shown(arg: Arg) -> str:
    """What an argument is called in the guide."""
    return arg.flags[0] if arg.is_option else str(arg.settings.get("metavar") or arg.name)


# --- buttons -----------------------------------------------------------------------------------------------

FOR_PEOPLE = ("director", "hall", "helper", "people", "player", "serve", "stages", "trouble")
IN_THE_BROWSER = [
    (README, "en"),
    *((DOCS / "guide" / f"{name}.md", "en") for name in FOR_PEOPLE),
    *((DOCS / language / "README.md", language) for language in ("de", "es", "fr", "tr")),
    *((DOCS / "guide" / language / "director.md", language) for language in ("de", "es", "fr", "tr")),
]


def texts_of(language: str) -> Iterator[str]:
    """Every text of the program, each of its plurals and forms, with a pattern for what is filled in."""
    for place in [
        *(ROOT / "src").rglob(f"catalogues/{language}.json"),
        *(ROOT / "src").rglob(f"texts/{language}.json"),
    ]:
        for told in json.loads(place.read_text("utf-8")).values():
            yield from [told] if isinstance(told, str) else [form for form in told.values() if isinstance(form, str)]


@pytest.mark.parametrize(("page", "language"), IN_THE_BROWSER, ids=lambda value: str(value)[-18:])
def test_what_a_page_says_to_press_is_in_the_program(page: Path, language: str) -> None:
    """Words in bold are those on the screen. What ends like a sentence, or begins small, is only said loudly."""
    known = [re.sub(r"\\\{.*?\\\}", ".+", re.escape(text)) for text in texts_of(language) if len(text) < 80]
    pattern = re.compile("|".join(one for one in known if re.search(r"\w{2}", one)))
    bold = re.findall(r"\*\*([^*]+)\*\*", prose(page).replace("\n", " "))
    pressed = {part for words in bold for part in words.split(" → ") if part[0].isupper() and part[-1] not in ".:"}
    assert not [words for words in pressed if not pattern.fullmatch(words)]


# --- commands ----------------------------------------------------------------------------------------------


def test_every_command_has_its_section_and_nothing_else_has_one() -> None:
    documented = {heading for heading in sections(GUIDE) if heading.startswith("`ronda ")}
    assert documented == {f"`ronda {name}`" for name in COMMANDS}


@pytest.mark.parametrize("name", COMMANDS)
def test_every_argument_of_a_command_is_documented(name: str) -> None:
    text = sections(GUIDE)[f"`ronda {name}`"]
    told = rows(text)
    missing = [shown(arg) for arg in COMMANDS[name].args if shown(arg) not in told]
    missing += [
        f"{shown(arg)} {choice}"
        for arg in COMMANDS[name].args
        for choice in arg.settings.get("choices", ())
        if f"`{choice}`" not in told.get(shown(arg), "")
    ]
    assert not missing


@pytest.mark.parametrize("name", COMMANDS)
def test_no_option_is_documented_that_a_command_does_not_have(name: str) -> None:
    text = sections(GUIDE)[f"`ronda {name}`"]
    known = {flag for arg in (*COMMANDS[name].args, *EVERYWHERE) for flag in arg.flags}
    usage = "\n".join(re.findall(r"^```$(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    told = {word for word in rows(text) if word.startswith("--")} | set(_FLAG.findall(usage))
    assert told <= known


def test_the_options_of_every_command_are_documented() -> None:
    told = rows(sections(GUIDE)["Options of every command"])
    assert told.keys() >= {shown(arg) for arg in EVERYWHERE}
    for arg in EVERYWHERE:
        assert all(f"`{choice}`" in told[shown(arg)] for choice in arg.settings.get("choices", ()))


_SPAN = re.compile(r"`([^`\n]+(?:\n[^`\n]+)?)`")
_COMMAND = re.compile(r"(?:^|^\$ +|[|&;(] *|-m +|bin/|\b[A-Z_]+=\S* +)ronda\s+([a-z][\w-]*)", re.MULTILINE)
_TYPED = re.compile(r"^```(?:sh|console|)\n.*?^```$", re.MULTILINE | re.DOTALL)  # others show what is read


def commands_named(text: str) -> list[str]:
    """The words after `ronda` where it is a command: between backticks, and in blocks of what is typed."""
    code = [*_SPAN.findall(_FENCED.sub("", text)), *_TYPED.findall(text)]
    return [word for part in code for word in _COMMAND.findall(part)]


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.name != "CHANGELOG.md"], ids=lambda page: str(page.relative_to(ROOT))
)
def test_every_command_that_a_page_names_exists(page: Path) -> None:
    named = set(commands_named(page.read_text("utf-8")))
    assert named - COMMANDS.keys() - {"help"} == set()


def test_commands_are_found_wherever_they_are_typed() -> None:
    text = (
        "`ronda one`, `RONDA_DB=x ronda two`, `echo | .venv/bin/ronda three -x` and ronda prose, `ronda\nfour`\n"
        "```sh\n$ ronda five\npython -m ronda six\nronda seven  # la ronda actual\n```\n```text\nronda shown\n```\n"
    )
    assert commands_named(text) == ["one", "two", "three", "four", "five", "six", "seven"]
    assert {name for page in PAGES for name in commands_named(page.read_text("utf-8"))} >= COMMANDS.keys()


def test_every_exit_status_is_documented() -> None:
    documented = {word for word in rows(sections(GUIDE)["Exit status"]) if word.isdigit()}
    assert len(STATUSES) >= 4
    assert documented == set(map(str, STATUSES))


# --- systems -----------------------------------------------------------------------------------------------


def told_default(option: Option) -> str:
    """The value of a new event; where it is another one, what an event without the option has, too."""
    own, absent = (told_value(option, value) for value in (option.begins, option.default))
    return own if own == absent else f"{own} (where missing: {absent})"


def told_value(option: Option, value: OptionValue) -> str:
    shown = option_value(option, value)
    if shown is None:
        return "automatic"
    return f"`{str(shown).lower() if isinstance(shown, bool) else shown}`"


@pytest.mark.parametrize("name", NAMES)
def test_every_option_of_a_system_is_documented(name: str) -> None:
    page = DOCS / "rules" / f"{name}.md"
    assert page.exists()
    told = rows(sections(page)["Options"])
    known = {option.name: option for option in system(name).rules.options}
    assert told.keys() - {"option", "---"} - known.keys() == set(), "options that are gone"
    wrong = []
    for option in known.values():
        cells = [cell.strip() for cell in told.get(option.name, "").split("|")]
        if len(cells) < 5:
            wrong.append(option.name)
            continue
        _, _, values, default, article, *_ = cells
        choices = [f"`{option_value(option, choice)}`" for choice in option.choices]
        if default != told_default(option) or article != option.article or not all(c in values for c in choices):
            wrong.append(f"{option.name}: {told[option.name]}")
    assert not wrong


@pytest.mark.parametrize("name", NAMES)
def test_the_edition_of_a_system_is_documented(name: str) -> None:
    assert f"`{system(name).rules.edition}`" in (DOCS / "rules" / f"{name}.md").read_text("utf-8")


@pytest.mark.parametrize("name", NAMES)
def test_where_an_article_lives_is_true(name: str) -> None:
    """Every file named in the table of articles is there, in the system's folder or below `src/ronda`."""
    source = ROOT / "src" / "ronda"
    table = [line for line in sections(DOCS / "rules" / f"{name}.md")["Articles"].splitlines() if line.startswith("| ")]
    named = [file for line in table[1:] for file in re.findall(r"`([\w/]+\.py)`", line)]
    assert named
    gone = [f for f in named if not (source / "systems" / name / f).exists() and not (source / f).exists()]
    assert not gone


# --- pages -------------------------------------------------------------------------------------------------


def links(page: Path) -> Iterator[str]:
    return (link for link in _LINK.findall(prose(page)) if not re.match(r"[a-z]+:", link))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    broken = []
    for link in links(page):
        path, _, anchor = link.partition("#")
        target = (page.parent / path).resolve() if path else page
        if not target.is_relative_to(ROOT) or not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(link)
    assert not broken


def test_every_page_can_be_reached() -> None:
    seen, waiting = {README}, [README]
    while waiting:
        page = waiting.pop()
        found = {(page.parent / link.partition("#")[0]).resolve() for link in links(page) if not link.startswith("#")}
        new = {target for target in found if target.suffix == ".md"} - seen
        seen |= new
        waiting += new
    assert set(PAGES) <= seen


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_names_a_folder_of_some_machine(page: Path) -> None:
    assert _HOME.findall(page.read_text("utf-8")) == []


def test_no_page_of_the_guide_is_listed_twice() -> None:
    listed = list(links(DOCS / "README.md"))
    assert sorted(set(listed)) == sorted(listed)


SOURCE = ROOT / "src" / "ronda"


def test_the_map_of_the_house_is_complete() -> None:
    """Every package at the top and every module of the core stands in it, and nothing that is not there."""
    block = _FENCED.findall(sections(CONTRIBUTING)["The house"])[0]
    named = [line.split()[0] for line in block.splitlines()[2:-1]]
    packages = {path for path in SOURCE.iterdir() if path.is_dir() and path.name != "core" and [*path.rglob("*.py")]}
    top = {f"{path.name}/" for path in packages} | {path.name for path in SOURCE.iterdir() if path.is_file()}
    core = {f"core/{path.name}" for path in (SOURCE / "core").glob("*.py")}
    wanted = {name for name in top | core if not name.endswith(("__init__.py", "__pycache__/", "py.typed"))}
    assert sorted(named) == sorted(wanted)


_CODE = re.compile(r"`((?:src/ronda/|tests/|tools/)?[\w/-]+/[\w/-]*(?:\.(?:py|html|js|css|cjs))?)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_of_the_source_that_a_page_names_are_there(page: Path) -> None:
    """`desk/permissions.py`, `tests/states/`: from `src/ronda`, from the top, or from the folder of a system."""
    if page.name == "CHANGELOG.md":  # as they were called then
        pytest.skip("the past may name what is gone")
    places = [SOURCE, ROOT, *(SOURCE / "systems" / name for name in NAMES), SOURCE / "texts"]
    folders = {path.name for path in SOURCE.iterdir()} | {"tests", "tools", "src", "pair", "check"}
    named = {
        name for name in _CODE.findall(prose(page)) if name.split("/")[0] in folders and not re.search("X|NAME", name)
    }
    gone = [name for name in sorted(named) if not any((place / name).exists() for place in places)]
    assert not gone


_BOUND = re.compile(r"^\| `([\w/]+\.py)` `(\w+)` \| ([\d,]+) \|", re.MULTILINE)


@pytest.mark.parametrize(("page", "system_name"), [("domino-search", "domino"), ("melee-search", "melee")])
def test_the_bounds_of_a_search_are_those_of_the_code(page: str, system_name: str) -> None:
    rows = _BOUND.findall((DOCS / "design" / f"{page}.md").read_text("utf-8"))
    assert len(rows) >= 9
    wrong = []
    for file, name, value in rows:
        module = f"ronda.systems.{system_name}.{file.removesuffix('.py').replace('/', '.')}"
        if getattr(import_module(module), name) != int(value.replace(",", "")):
            wrong.append(f"{file} {name}")
    assert not wrong


def test_the_picture_of_the_packages_is_current() -> None:
    assert page_with_picture() == PAGE.read_text("utf-8"), "make picture"


def test_the_picture_is_made_of_arrows_that_matter() -> None:
    graph = {"a": frozenset("bc"), "b": frozenset("c"), "c": frozenset[str](), "d": frozenset[str]()}
    drawn = mermaid(graph).splitlines()
    assert drawn == ["```mermaid", "graph TD", "    a --> b", "    b --> c", "    d", "```"]


@pytest.mark.skipif(shutil.which("sh") is None, reason="the README is written for a POSIX shell")
def test_the_readme_can_be_followed(tmp_path: Path) -> None:
    """Everything to be typed after the set-up, in one go; every step must succeed."""
    blocks = re.findall(r"^```sh\n(.*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    typed = [line for block in blocks for line in block.replace(".venv/bin/ronda", "ronda").splitlines()]
    script = [line for line in typed if not line.startswith(("git clone", "cd ", "make ", ". .venv"))]
    assert sum(line.startswith("ronda ") for line in script) >= 8
    own = 'ronda() { "$RONDA_PYTHON" -m ronda "$@"; }'
    done = subprocess.run(
        ["sh", "-e"],
        input="\n".join([own, *script]),
        cwd=tmp_path,
        env={**os.environ, "RONDA_PYTHON": sys.executable, "RONDA_LANG": "en"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    (shown,) = re.findall(r"^```text\n(Standings .*?)^```$", README.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert shown in done.stdout


def test_what_outlives_a_container_has_a_named_volume_and_no_secret_is_in_the_open() -> None:
    compose = (ROOT / "deploy/compose.yaml").read_text("utf-8")
    ronda = compose.partition("\n  ronda:\n")[2].partition("\n\n")[0]
    volumes = compose.partition("\nvolumes:\n")[2].partition("\n\n")[0].split()
    name, folder = re.findall(r"^      - (\w+):(/\S+)$", ronda, re.MULTILINE)[0]
    assert f"{name}:" in volumes
    for kept in re.findall(r"(?:RONDA_SEAL_KEY_FILE: |copies of the database: )(\S+)", ronda):
        assert kept.startswith(f"{folder}/")
    assert "RONDA_SEAL_KEY_FILE" in ronda
    unit = (ROOT / "deploy/ronda.service").read_text("utf-8")
    assert not re.search(r"Environment=RONDA_(PASSWORD|METRICS_TOKEN)", unit)
    assert "\nEnvironmentFile=" in unit


def test_the_systems_are_all_named_where_one_is_chosen() -> None:
    row = re.search(
        r"^## `ronda new`\n.*?^\| `--system` S \| (.*?) \|$", GUIDE.read_text("utf-8"), re.MULTILINE | re.DOTALL
    )
    assert row
    assert set(re.findall(r"`([a-z_]+)`", row[1])) == set(NAMES)
