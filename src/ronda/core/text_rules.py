"""What a line of text may hold that somebody typed: a name, a club, the name of an event.

Some characters nobody sees: they turn the direction of a line round, join or hide letters, or make two names that look
alike different. They come with copied text, or with bad intent. `CODES` are the refusals of such a line.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from ronda.core.verdict_codes import COUNT, TEXT, Code, Codes
from ronda.core.verdicts import Refusal

_JOINERS = "\u200c\u200d"  # part of the spelling between letters without case (Persian, Hindi), and in emoji
_SELECTORS = "\ufe00-\ufe0f\U000e0100-\U000e01ef"  # which shape the character before has: an emoji, a Japanese name
_DIRECTION = "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"
_WIDTHLESS = "\u00ad\u180e\u200b\u2060-\u2065\u206a-\u206f\ufeff\ufff9-\ufffb"
_OF_SCRIPTS = "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
_TAGS = "\U000e0001\U000e0020-\U000e007f"
_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\uffa0"  # letters by name, with no shape

_NEVER = f"{_DIRECTION}{_WIDTHLESS}{_OF_SCRIPTS}{_TAGS}{_FILLERS}"
_JOINED = frozenset(("Lo", "Mn", "Mc", "So", "Sk"))
_SELECTED = frozenset(("So", "Lo", "Po", "Nd"))


_PERHAPS = re.compile(f"[{_JOINERS}{_SELECTORS}{_NEVER}]")
_SOFT_HYPHEN, _NEXT = "\u00ad", "\u034f"  # the first of them, and the one after it


def _is_plain(text: str) -> bool:
    """Most names are: in nearly all of them, one look at the letters tells that nothing is hidden."""
    return text.isascii() or (max(text) < _NEXT and _SOFT_HYPHEN not in text)


def _is_selector(sign: str) -> bool:
    return "\ufe00" <= sign <= "\ufe0f" or "\U000e0100" <= sign <= "\U000e01ef"


def visible_text(text: str) -> str:
    """The text without them."""
    if _is_plain(text) or not _PERHAPS.search(text):
        return text
    hidden = frozenset(_invisible(text))
    return "".join(sign for at, sign in enumerate(text) if at not in hidden)


def invisible_character(text: str) -> str | None:
    """The first of them, as U+202E."""
    at = None if _is_plain(text) else next(_invisible(text), None)
    return None if at is None else f"U+{ord(text[at]):04X}"


def _invisible(text: str) -> Iterator[int]:
    for found in _PERHAPS.finditer(text):
        at, sign = found.start(), found[0]
        before, after = text[at - 1 : at] if at else "", text[at + 1 : at + 2]
        if sign in _JOINERS:
            hidden = not (_is_joined(before) and _is_joined(after))
        elif _is_selector(sign):
            hidden = not before or unicodedata.category(before) not in _SELECTED
        else:
            hidden = True
        if hidden:
            yield at


def _is_joined(neighbour: str) -> bool:
    return bool(neighbour) and (unicodedata.category(neighbour) in _JOINED or _is_selector(neighbour))


MOST_LETTERS = 200
MOST_WORDS = 1000  # of a reason, or who gives it
MOST_NUMBER = 1_000_000_000  # for ids, ratings and their like

# control characters, line and paragraph separators, surrogates: as part of a regular expression
FORBIDDEN = r"\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff"
_FORBIDDEN = re.compile(f"[{FORBIDDEN}]")
_INVISIBLE = frozenset(("Zs", "Cf"))


def forbidden_character(line: str) -> str | None:
    """The first character that no name may have, as U+0007."""
    found = _FORBIDDEN.search(line)
    return None if found is None else f"U+{ord(found[0]):04X}"


def is_blank(line: str) -> bool:
    if line.isprintable():
        return not line.strip()
    return all(unicodedata.category(c) in _INVISIBLE for c in line)


def unfit_text(text: str, *, may_be_empty: bool = False) -> Refusal | None:
    """Why a name cannot be kept like this: one line, with something to see in it, and not endless."""
    if len(text) > MOST_LETTERS:
        return Refusal("text_too_long", "S4", {"found": len(text), "most": MOST_LETTERS})
    character = forbidden_character(text)
    if character is not None:
        return Refusal("text_unprintable", "S4", {"character": character})
    if not may_be_empty and is_blank(text):
        return Refusal("name_missing", "S4")
    return hidden_text(text)


def hidden_text(*texts: str, most: int = MOST_WORDS) -> Refusal | None:
    """Why texts cannot be kept that hold more than one sees, or are endless: nobody could read what stands there, and
    no file could tell of it."""
    longest = max(map(len, texts), default=0)
    if longest > most:
        return Refusal("text_too_long", "S4", {"found": longest, "most": most})
    unprintable = next(filter(None, map(forbidden_character, texts)), None)
    if unprintable is not None:
        return Refusal("text_unprintable", "S4", {"character": unprintable})
    found = next(filter(None, map(invisible_character, texts)), None)
    return None if found is None else Refusal("text_invisible", "S4", {"character": found})


CODES: Codes = {
    "refusal": {
        "name_missing": Code("S4"),
        "text_invisible": Code("S4", {"character": TEXT}),
        "text_too_long": Code("S4 PE1", {"found": COUNT, "most": COUNT}),
        "text_unprintable": Code("S4 PE1", {"character": TEXT}),
    }
}
