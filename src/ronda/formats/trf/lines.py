"""The lines of a tournament report file: encoding found out, line ends of every kind, no mark at the beginning."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from ronda.formats.errors import Unreadable

MOST_BYTES = 20_000_000

Encoding = Literal["utf-8", "cp1252", "latin-1"]

_ENDS = r"\r\n|\r|\n"
_BINARY = r"[\x00-\x08\x0B\x0C\x0E-\x1F\x7F]"
_NOT_IN_1252 = rb"[\x81\x8D\x8F\x90\x9D]"
_RECORD = rb"\A\s*(?:\xef\xbb\xbf)?(?:###|[0-9]{3}|XX[A-Z]|BB[A-Z])(?: |[\r\n]|\Z)"


class Lines(NamedTuple):
    lines: list[str]
    encoding: Encoding


def looks_like_trf(data: bytes) -> bool:
    """Whether this is such a file, and no list of players or other text: it begins with a record, and has players."""
    if data.startswith(b"{"):
        return False
    begins = re.match(_RECORD, data[:16]) is not None
    return begins and (data.startswith(b"001 ") or b"\n001 " in data or b"\r001 " in data)


def lines_of(data: bytes) -> Lines:
    """T1.2, T1.3. Raises Unreadable where it is no text."""
    if len(data) > MOST_BYTES:
        raise Unreadable("too_large", {"bytes": len(data), "most": MOST_BYTES})
    text, encoding = _decoded(data)
    binary = None if text.isprintable() else re.search(_BINARY, text)
    if binary is not None:
        line = len(re.findall(_ENDS, text[: binary.start()])) + 1
        raise Unreadable("not_text", {"byte": f"{ord(binary[0]):02X}"}, f"line {line}", line)
    # str.splitlines would also cut at characters that may stand in a name
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return Lines(text.split("\n"), encoding)


def _decoded(data: bytes) -> tuple[str, Encoding]:
    try:
        return data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        # some bytes mean nothing in Windows-1252, and a control character in Latin-1
        if re.search(_NOT_IN_1252, data):
            return data.decode("latin-1"), "latin-1"
        return data.decode("cp1252"), "cp1252"
