"""Templates: what they may use, and how values look on a page."""

from __future__ import annotations

import re
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from time import time
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from ronda import registry
from ronda.core.text_rules import visible_text
from ronda.manual.rendering import place_of
from ronda.web.language import Words

HERE = Path(__file__).parent
_ISOLATED = re.compile("\u2068([^\u202a-\u202e\u2066-\u2069]*)\u2069")


def environment(root: str = "") -> Environment:
    """`root` is the path in front of everything."""
    made = Environment(
        loader=FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        finalize=_shown,
    )
    mount(made, root)
    made.globals["static"] = static
    made.globals["fonts"] = _first_fonts()
    made.globals["icon"] = partial(icon, root)
    made.globals["cite"] = partial(cite, root)
    made.globals["drawing"] = drawing
    made.globals["now"] = time
    made.globals["help_at"] = "/guide"  # pages that know better say so
    made.filters["clock"] = clock_face
    made.filters["day_of"] = lambda day, words: words.speaker.day(day)
    return made


def _shown(value: Any) -> Any:
    """Names of old events may hold characters that turn a whole line round: on a page they do not."""
    if isinstance(value, int):
        return value
    return Markup(_seen(value)) if isinstance(value, Markup) else _seen(str(value))


def _seen(text: str) -> str:
    """What isolates a name and ends again stays; it keeps the line as it is."""
    if "\u2068" not in text:
        return visible_text(text)
    parts = _ISOLATED.split(text)
    return "".join(
        f"\u2068{visible_text(part)}\u2069" if at % 2 else visible_text(part) for at, part in enumerate(parts)
    )


def static(name: str) -> str:
    """The address of a file that browsers may keep until it changes."""
    return f"/static/{name}?v={_mark(name)}"


@cache
def _mark(name: str) -> str:
    return blake2b((HERE / "static" / name).read_bytes(), digest_size=6).hexdigest()


def _first_fonts() -> tuple[str, ...]:
    """The letters of most pages: asked for at once, so that no line is set anew when they come."""
    css = (HERE / "static" / "app.css").read_text("utf-8")
    return tuple(f"/static/{name}" for name in re.findall(r"url\((fonts/[^)]+-latin\.[^)]+)\)", css))


def icon(root: str, name: str) -> Markup:
    """One of the small set of icons; only an ornament beside its word."""
    return Markup(f'<svg class="icon" aria-hidden="true"><use href="{root}{static("icons.svg")}#{name}"></use></svg>')


def drawing(system: str) -> Markup:
    """The picture of a game, in the colour of the event."""
    found = (registry.picture(system) or (HERE / "static" / "picture.svg").read_bytes()).decode()
    return Markup(found.replace("#a2d8c5", "var(--adl)").replace("#0a6b55", "var(--al)"))  # our own drawing


def cite(root: str, article: str, words: Words) -> Markup:
    """The article that a sentence rests on, with the way to it in the manual. It opens beside the desk, where something
    may be half typed."""
    if not article:
        return Markup()
    place = place_of(article, words.known.system)
    if not place:
        return Markup(" <small>({})</small>").format(article)
    return Markup(' <small>(<a class="article" href="{}" target="guide">{}</a>)</small>').format(
        f"{root}{place}", article
    )


def clock_face(seconds: Any) -> str:
    """`12:05`, `-0:30`, `1:05:00`."""
    whole = int(abs(seconds) + (0.999 if seconds > 0 else 0))
    sign = "-" if seconds < 0 and whole else ""
    minutes, rest = divmod(whole, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{sign}{hours}:{minutes:02}:{rest:02}" if hours else f"{sign}{minutes}:{rest:02}"


# --- below a path of somebody else's site --------------------------------------------------------------------

_ADDRESSES = (
    "href|src|action|formaction|poster|hx-get|hx-post|hx-put|hx-patch|hx-delete|hx-push-url|hx-replace-url|"
    "data-stream|data-tables|data-working|data-wall|data-fetch|data-guide"
)
_LITERAL = re.compile(rf'(?<![\w-])((?:{_ADDRESSES})=")/(?!/)')
_WORKED_OUT = re.compile(rf'(?<![\w-])((?:{_ADDRESSES})=")\{{\{{-?(.+?)-?\}}\}}')
_REFRESH = re.compile(r'(\scontent="\d+;\s*url=)/(?!/)')


def mounted(root: str, address: str) -> str:
    """An address of this site as browsers know it; all others stay as they are."""
    own = address.startswith("/") and address[1:2] not in ("/", "\\")
    known = address == root or address.startswith((f"{root}/", f"{root}?", f"{root}#"))
    return address if not own or known else f"{root}{address}"


class MountedTemplates(Extension):
    """Puts the path in front of every address in a template, as it is read."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:  # noqa: ARG002
        root = str(self.environment.globals["root"])
        if not root:
            return source
        source = _WORKED_OUT.sub(r"\1{{ (\2)|mounted }}", source)
        source = _LITERAL.sub(rf"\g<1>{root}/", source)
        return _REFRESH.sub(rf"\g<1>{root}/", source)


def mount(environment: Environment, root: str) -> None:
    """Before any template is read."""

    def at_root(address: Any) -> Any:
        if isinstance(address, Markup):
            return Markup(mounted(root, address))  # it was safe already
        return mounted(root, address) if isinstance(address, str) else address

    environment.globals["root"] = root
    environment.filters["mounted"] = at_root
    environment.add_extension(MountedTemplates)
