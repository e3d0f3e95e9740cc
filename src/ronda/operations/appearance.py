"""The face of an event: when and where it is, who organises it, its colour and its logo.

Of a logo only the picture itself is kept: nothing that was uploaded is handed on as it came. A PNG is unpacked within
bounds and packed anew from the few chunks that make the picture; a JPEG loses every segment that is not needed to show
it, and whatever hangs behind its end.
"""

from __future__ import annotations

import base64
import datetime
import struct
import zlib
from collections.abc import Iterator
from dataclasses import asdict
from hashlib import blake2b
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple

import msgspec

from ronda.core import Frozen, Refusal, replace
from ronda.core.text_rules import unfit_text
from ronda.desk.actions import Body
from ronda.desk.collections import is_day
from ronda.operations.colours import read_colour
from ronda.operations.event_settings import Display, EventSettings, Joining, Setting, read_joining
from ronda.operations.operation import EventCaller, Operation, Outcome
from ronda.sheets.typesetting import can_print
from ronda.systems.labels import NameMode, Naming
from ronda.texts import LANGUAGES

LONGEST_LINE = 120


class Identity(Frozen):
    """Dates as `2026-05-30`; `until` where it lasts longer than a day; `accent` is a colour, or nothing for Ronda's
    own; `logo` tells one picture from another, and is nothing where there is none."""

    date: str = ""
    until: str = ""
    place: str = ""
    organiser: str = ""
    accent: str = ""
    logo: str = ""

    @property
    def days(self) -> tuple[datetime.date, ...]:
        """The first day, and the last one if it is another."""
        return tuple(datetime.date.fromisoformat(text) for text in (self.date, self.until) if text)


def given_identity(given: dict[str, str], standing: Identity) -> Identity | Refusal:
    """What somebody typed; what is missing there stays."""
    lines = {name: " ".join(given[name].split()) for name in ("place", "organiser") if name in given}
    for line in lines.values():
        if len(line) > LONGEST_LINE:
            return Refusal("text_too_long", "S4", {"found": len(line), "most": LONGEST_LINE})
        unfit = unfit_text(line, may_be_empty=True)
        if unfit is not None:
            return unfit
    days = {name: given[name].strip() for name in ("date", "until") if name in given}
    for name, text in days.items():
        if text and not is_day(text):
            return Refusal("not_a_date", "S4", {"text": text})
        days[name] = text
    chosen = given.get("accent_choice", "own")  # a colour of those that are offered, or an own one
    accent = (chosen if chosen != "own" else given.get("accent", standing.accent)).strip()
    colour = read_colour(accent)
    if accent and colour is None:
        return Refusal("not_a_colour", "S4", {"text": accent})
    made = replace(standing, **lines, **days, accent=colour or "")
    if made.until and (not made.date or made.until <= made.date):
        made = replace(made, until="")
    return made


class Logo(NamedTuple):
    """A picture that may be shown: `kind` is `png` or `jpeg`."""

    kind: str
    data: bytes
    width: int
    height: int


NO_LOGO = Logo("", b"", 0, 0)


def picture_mark(logo: Logo) -> str:
    """Tells one picture from another; nothing where there is none."""
    return blake2b(logo.data, digest_size=6).hexdigest() if logo.data else ""


IDENTITY: Setting[Identity] = Setting("identity", Identity, asdict)
PICTURE: Setting[Logo] = Setting(
    "logo",
    lambda kind="", data="", width=0, height=0: Logo(kind, base64.b64decode(data), width, height),
    lambda logo: {**logo._asdict(), "data": base64.b64encode(logo.data).decode()},
)


def public_naming(settings: EventSettings, code: str, display: Display, year: int) -> Naming:
    """How everybody sees names (PP5.1). The year of the event is that of its first day, else `year`."""
    days = settings.setting(code, IDENTITY).days if display.name_mode == "adults" else ()
    return Naming(display.name_mode, days[0].year if days else year, display.own_modes)


# --- the logo ------------------------------------------------------------------------------------------------

MOST_BYTES = 512 * 1024
MOST_SIDE = 2000  # pixels
LEAST_SIDE = 16

_PNG = b"\x89PNG\r\n\x1a\n"
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # by colour type
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))

_START, _END, _SCAN, _ADOBE = 0xD8, 0xD9, 0xDA, 0xEE
_FRAMES = (0xC0, 0xC1, 0xC2)  # baseline, extended, progressive
_NEEDED = frozenset((*_FRAMES, 0xC4, 0xDB, 0xDD, _ADOBE, _SCAN))


class _Bad(Exception):
    """That is no picture, or not one to be kept."""


def read_logo(data: bytes) -> Logo | None:
    """None if it is no PNG or JPEG of a usable size, whole and sound."""
    if len(data) > MOST_BYTES:
        return None
    try:
        made = _png(data) if data.startswith(_PNG) else _jpeg(data) if data.startswith(b"\xff\xd8") else None
    except (_Bad, struct.error, zlib.error, IndexError):
        return None
    usable = made is not None and all(LEAST_SIDE <= side <= MOST_SIDE for side in (made.width, made.height))
    return made if usable else None


# --- PNG -----------------------------------------------------------------------------------------------------


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_PNG)
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        name, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        (check,) = struct.unpack_from(">I", data, at + 8 + length)
        if zlib.crc32(name + body) != check:
            raise _Bad
        yield name, body
        if name == b"IEND":
            return
        at += 12 + length
    raise _Bad


def _png(data: bytes) -> Logo:
    found: dict[bytes, bytes] = {}
    for name, body in _chunks(data):
        if name in (b"IHDR", b"PLTE", b"tRNS", b"IDAT"):
            if name != b"IDAT" and name in found:
                raise _Bad
            found[name] = found.get(name, b"") + body
    width, height, depth, colour, packing, filtering, interlaced = struct.unpack(">IIBBBBB", found.get(b"IHDR", b""))
    if depth not in _DEPTHS.get(colour, ()) or packing or filtering or interlaced > 1 or b"IDAT" not in found:
        raise _Bad
    if not 0 < width <= MOST_SIDE or not 0 < height <= MOST_SIDE or (colour == 3 and b"PLTE" not in found):
        raise _Bad
    rows = _unpacked(found[b"IDAT"], _row_bytes(width, height, depth * _CHANNELS[colour], interlaced=bool(interlaced)))
    found[b"IDAT"] = zlib.compress(rows, 9)
    names = [name for name in (b"IHDR", b"PLTE", b"tRNS", b"IDAT") if name in found] + [b"IEND"]
    made = _PNG + b"".join(_chunk(name, found.get(name, b"")) for name in names)
    return Logo("png", made, width, height)


def _unpacked(data: bytes, wanted: int) -> bytes:
    """Exactly the bytes of the picture, and never more of them than that."""
    reader = zlib.decompressobj()
    rows = reader.decompress(data, wanted + 1)
    if len(rows) != wanted or not reader.eof:
        raise _Bad
    return rows


def _row_bytes(width: int, height: int, bits: int, *, interlaced: bool) -> int:
    """How many bytes the rows have, each with its filter in front."""
    if not interlaced:
        return height * (1 + (width * bits + 7) // 8)
    total = 0
    for left, top, across, down in _PASSES:
        columns, rows = -(-(width - left) // across), -(-(height - top) // down)
        total += rows * (1 + (columns * bits + 7) // 8) if columns > 0 and rows > 0 else 0
    return total


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


# --- JPEG ----------------------------------------------------------------------------------------------------


def _jpeg(data: bytes) -> Logo:
    out, at, size = [data[:2]], 2, (0, 0)
    while True:
        if data[at] != 0xFF:
            raise _Bad
        marker = data[at + 1]
        if marker == _END:
            if size == (0, 0) or len(out) < 3:
                raise _Bad
            return Logo("jpeg", b"".join((*out, data[at : at + 2])), *size)
        (length,) = struct.unpack_from(">H", data, at + 2)
        after = at + 2 + length
        if after > len(data) or length < 2 or (0xC0 <= marker <= 0xCF and marker not in _NEEDED):
            raise _Bad
        if marker in _FRAMES:
            height, width = struct.unpack_from(">HH", data, at + 5)
            size = (width, height)
        if marker == _SCAN:
            after = _scan_end(data, after)
        if marker in _NEEDED:
            out.append(data[at:after])
        at = after


def _scan_end(data: bytes, at: int) -> int:
    """Where the next segment begins: inside a scan FF is followed by 00 or by the number of a restart."""
    while True:
        at = data.find(b"\xff", at)
        if at < 0 or at + 1 >= len(data):
            raise _Bad
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2


NOT_A_PICTURE = Refusal("not_a_picture", "S4", {"most": MOST_BYTES // 1024, "least": LEAST_SIDE, "side": MOST_SIDE})
MOST_BASE64 = MOST_BYTES * 4 // 3 + 8


def usable(data: bytes) -> Logo | None:
    """A picture that can be shown and printed."""
    found = read_logo(data)
    kind = "jpg" if found and found.kind == "jpeg" else "png"
    return found if found and can_print(found.data, kind) else None


class Picture(Body):
    """A picture (PNG or JPEG) in base64; nothing takes the logo away."""

    content: Annotated[str, msgspec.Meta(max_length=MOST_BASE64)] = ""


class LogoState(Frozen):
    """`mark` tells one picture from another, and is empty where there is none."""

    mark: str
    width: int
    height: int


def set_logo(caller: EventCaller, body: Picture) -> LogoState | Refusal | Outcome:
    try:
        content = base64.b64decode(body.content, validate=True)
    except ValueError:
        return Outcome.UNREADABLE
    picture = usable(content) if content else NO_LOGO
    if picture is None:
        return NOT_A_PICTURE
    caller.settings.amend(caller.code, PICTURE, lambda _: picture)
    caller.settings.amend(caller.code, IDENTITY, lambda standing: replace(standing, logo=picture_mark(picture)))
    return LogoState(picture_mark(picture), picture.width, picture.height)


# --- how the event shows itself ------------------------------------------------------------------------------

if TYPE_CHECKING:
    Spoken = str
else:
    Spoken = Literal[("", *LANGUAGES)]  # whichever there are


class DisplayState(Frozen):
    """How an event shows itself: the language of the wall and of paper ("" leaves it to the reader), which names the
    public sees, what lets a phone in that has the public code (`joining`; `join`: whether it may come in at all),
    whether they report results, whether search engines may show the public pages (`found`), and whether phones may call
    the arbiter (`calls`) and ask to leave the event (`leaving`)."""

    language: str
    names: NameMode
    join: bool
    joining: Joining
    reports: bool
    found: bool
    calls: bool
    leaving: bool


class DisplayWish(Body):
    """How the event shows itself from now on, as a whole. Without a `language` (older programs: "") it is left to the
    reader. `join` is the older way to say `joining`: false is `card`.
    `careful` is the older name of `word`. `found`, `calls` and `leaving` stay as they are if nothing is said."""

    language: Spoken | None = None
    names: NameMode = "adults"
    joining: Literal[Joining, "careful"] = "word"
    join: bool | None = None
    reports: bool = True
    found: bool | None = None
    calls: bool | None = None
    leaving: bool | None = None


def get_display(caller: EventCaller) -> DisplayState:
    shown = caller.settings.display(caller.code)
    return msgspec.convert({name: getattr(shown, name) for name in DisplayState.__struct_fields__}, DisplayState)


def set_display(caller: EventCaller, body: DisplayWish) -> None:
    joining = read_joining(body.joining) if body.join is not False else "card"
    kept = {name: given for name in ("found", "calls", "leaving") if (given := getattr(body, name)) is not None}
    new = {"language": body.language or "", "names": body.names, "joining": joining, "reports": body.reports, **kept}
    caller.settings.amend_display(caller.code, lambda standing: replace(standing, **new))


OPERATIONS = (
    Operation("getDisplay", "GET /display", "helper", get_display, "How the event shows itself"),
    Operation(
        "setDisplay",
        "PUT /display",
        "arbiter",
        set_display,
        "Change how the event shows itself",
        then=get_display,
        answers="What stands there afterwards",
    ),
    Operation(
        "setLogo",
        "PUT /logo",
        "arbiter",
        set_logo,
        "Give the event a logo, or take it away",
        answers="What stands there afterwards",
    ),
)
