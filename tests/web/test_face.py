"""The face of an event: date, place, organiser, colour and logo; and how a reader wants pages to look."""

from __future__ import annotations

import re
import struct
import zlib
from io import BytesIO

import pypdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.verdicts import Refusal
from ronda.operations.appearance import IDENTITY, MOST_BYTES, Identity, given_identity, read_logo
from ronda.operations.colours import PRESETS, USUAL, accent_of, colour_at, read_colour
from tests.web.conftest import At

# --- the colour ----------------------------------------------------------------------------------------------


_WHITE, _PAPER, _INK, _CARD = "#ffffff", "#f3f4f2", "#0c1011", "#181c1d"
# What stands on what, and the least contrast (WCAG 2.2: 4.5 for text, 3 for shapes; more where it is read from afar).
PAIRS: tuple[tuple[str, str, float], ...] = (
    ("al", _WHITE, 4.5),
    ("al", _PAPER, 4.5),
    ("al", "als", 4.5),
    ("al2", _WHITE, 7),
    ("ad", _INK, 7),
    ("ad", _CARD, 4.5),
    ("ad", "ads", 4.5),
    ("rail", _WHITE, 12),
    ("rail2", _WHITE, 9),
    ("rail", "ad", 7),
    ("wall", _WHITE, 15),
    ("wall", "ad", 7),
    ("wall2", "ad", 7),
    ("wall2", _WHITE, 12),
    ("inl", _WHITE, 4.5),
    ("ind", _WHITE, 4.5),
    ("ind", _CARD, 3),
)


def contrast(one: str, other: str) -> float:
    """Of two colours, from 1 to 21 (WCAG 2.2)."""
    high, low = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


def _worst(colour: str) -> tuple[float, str, str]:
    made = accent_of(colour)
    return min((contrast(made.get(a, a), made.get(b, b)) / least, a, b) for a, b, least in PAIRS)


def test_every_hue_is_readable() -> None:
    """Whatever an organiser chooses: all around the circle, pale and strong, dark and bright."""
    lowest = min(
        (_worst(colour_at(light, chroma, hue)), hue, chroma, light)
        for light in (0.3, 0.6, 0.9)
        for chroma in (0.0, 0.02, 0.05, 0.1, 0.2, 0.37)
        for hue in range(360)
    )
    assert lowest[0][0] >= 1, lowest


@given(st.integers(0, 0xFFFFFF))
def test_every_colour_is_readable(number: int) -> None:
    assert _worst(f"#{number:06x}")[0] >= 1


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_the_usual_colour_is_that_of_the_style_sheet(desk: At) -> None:
    css = desk.client.get("/static/tokens.css").text
    made = ";".join(f"--{name}:{value}" for name, value in accent_of(USUAL).items())
    wanted = dict(part.split(":") for part in made.split(";"))
    given = dict(part.split(":") for part in re.findall(r":root\{(--al:[^}]*)\}", css)[0].split(";"))
    assert {name: given[name] for name in wanted} == wanted


def test_red_and_amber_never_fill_tables() -> None:
    assert accent_of("#c2331f")["inl"] == "#3d4a52"
    assert accent_of("#1463b8")["inl"] == accent_of("#1463b8")["al"]


@pytest.mark.parametrize("text", ["", "red", "#12", "#12345g", "#1234567", "url(x)", "#fff;}body{"])
def test_what_is_no_colour(text: str) -> None:
    assert read_colour(text) is None
    if text:
        assert isinstance(given_identity({"accent": text}, Identity()), Refusal)


# --- the logo ------------------------------------------------------------------------------------------------


def chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def png(width: int = 64, height: int = 64, extra: bytes = b"", rows: bytes | None = None) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    body = rows if rows is not None else (b"\0" + b"\x20\x60\xb0" * width) * height
    return b"".join(
        (b"\x89PNG\r\n\x1a\n", chunk(b"IHDR", head), extra, chunk(b"IDAT", zlib.compress(body)), chunk(b"IEND", b""))
    )


def segment(marker: int, body: bytes) -> bytes:
    return bytes((0xFF, marker)) + struct.pack(">H", len(body) + 2) + body


def jpeg(extra: bytes = b"", width: int = 64, height: int = 64, end: bytes = b"\xff\xd9") -> bytes:
    frame = segment(0xC0, struct.pack(">BHHB", 8, height, width, 1) + b"\x01\x11\x00")
    scan = segment(0xDA, b"\x01\x01\x00\x00\x3f\x00") + b"\x12\xff\x00\x34\xff\xd0\x56"
    return b"\xff\xd8" + extra + segment(0xDB, bytes(65)) + frame + scan + end


def test_a_png_is_packed_anew_without_what_is_not_the_picture() -> None:
    told = chunk(b"tEXt", b"Comment\0<script>") + chunk(b"eXIf", b"where it was taken")
    found = read_logo(png(extra=told) + b"<svg onload=alert(1)>")
    assert found is not None
    assert (found.kind, found.width, found.height) == ("png", 64, 64)
    assert b"script" not in found.data
    assert b"taken" not in found.data
    assert b"svg" not in found.data
    assert read_logo(found.data) == found, "what is kept can be read"


def test_a_jpeg_loses_what_is_not_the_picture() -> None:
    found = read_logo(jpeg(segment(0xE1, b"Exif where it was taken") + segment(0xFE, b"<script>")) + b"<html>")
    assert found is not None
    assert (found.kind, found.width) == ("jpeg", 64)
    assert not [word for word in (b"taken", b"script", b"html") if word in found.data]
    assert found.data.endswith(b"\x34\xff\xd0\x56\xff\xd9")
    assert read_logo(found.data) == found


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
        b"GIF89a" + bytes(100),
        png()[:-20],
        png(rows=b"\0" * 10),
        png(rows=b"\0" * 5_000_000),
        png(width=8, height=8),
        png().replace(b"IDAT", b"IDAX"),
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 2_000_000, 64, 8, 2, 0, 0, 0)),
        jpeg(end=b""),
        jpeg(width=0),
        b"\xff\xd8\xff\xd9",
        bytes(MOST_BYTES + 1),
    ],
)
def test_what_is_no_picture(data: bytes) -> None:
    assert read_logo(data) is None


@given(st.binary(max_size=400))
def test_rubbish_never_crashes(data: bytes) -> None:
    for begin in (b"", b"\x89PNG\r\n\x1a\n", b"\xff\xd8"):
        assert read_logo(begin + data) is None


# --- on the pages --------------------------------------------------------------------------------------------


def seen(desk: At, code: str) -> str:
    page = desk.client.get(f"/e/{code}/settings").text
    found = re.search(rf'action="/e/{code}/face">\s*<input type="hidden" name="seen" value="([^"]*)"', page)
    assert found
    return found[1]


def set_face(desk: At, code: str, **fields: str) -> int:
    answer = desk.client.post(f"/e/{code}/face", data={"seen": seen(desk, code), **fields})
    return answer.status_code


def test_the_face_is_carried_through_desk_wall_phone_and_public_page(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    mark = desk.runtime.mark(code, 1)
    fields = {"date": "2026-05-30", "until": "2026-05-31", "place": "Town hall", "organiser": "Club of the Lighthouse"}
    assert set_face(desk, code, **fields, accent_choice=PRESETS[1]) == 200
    sent = {"picture": ("logo.png", png(), "image/png")}
    answer = desk.client.post(f"/e/{code}/logo", data={"seen": seen(desk, code), "do": "send"}, files=sent)
    assert answer.status_code == 200
    face = desk.runtime.setting(code, IDENTITY)
    assert (face.place, face.accent) == ("Town hall", PRESETS[1])
    for path in (f"/e/{code}", f"/wall/{code}", f"/p/{code}/{mark}", f"/{code}", f"/join/{code}?phone=true"):
        page = desk.elsewhere().get(path).text if not path.startswith("/e/") else desk.client.get(path).text
        assert f"/e/{code}/accent.css?v={PRESETS[1][1:]}" in page, path
        assert f"/e/{code}/logo?v={face.logo}" in page, path
    page = desk.elsewhere().get(f"/{code}").text
    assert "Town hall" in page
    assert "Club of the Lighthouse" in page
    css = desk.elsewhere().get(f"/e/{code}/accent.css", params={"v": PRESETS[1][1:]})
    assert css.headers["content-type"].startswith("text/css")
    assert "immutable" in css.headers["cache-control"]
    assert f"--al:{accent_of(PRESETS[1])['al']}" in css.text
    logo = desk.elsewhere().get(f"/e/{code}/logo")
    assert logo.headers["content-type"] == "image/png"
    assert logo.headers["x-content-type-options"] == "nosniff"
    gone = desk.client.post(f"/e/{code}/logo", data={"seen": seen(desk, code), "do": "remove"})
    assert gone.status_code == 200
    assert desk.elsewhere().get(f"/e/{code}/logo").status_code == 404


@pytest.mark.parametrize(
    "fields",
    [{"date": "30.5.2026"}, {"date": "2026-02-30"}, {"accent": "red"}, {"place": "x" * 121}, {"organiser": "a\u202eb"}],
)
def test_what_cannot_be_kept_is_refused(desk: At, fields: dict[str, str]) -> None:
    code = desk.make("chess")
    assert set_face(desk, code, **fields) == 422
    assert desk.runtime.setting(code, IDENTITY) == Identity()


def test_a_picture_that_is_none_is_refused(desk: At) -> None:
    code = desk.make("chess")
    sent = {"picture": ("logo.svg", b"<svg onload='alert(1)'/>", "image/svg+xml")}
    answer = desk.client.post(f"/e/{code}/logo", data={"seen": seen(desk, code), "do": "send"}, files=sent)
    assert answer.status_code == 422
    assert desk.runtime.setting(code, IDENTITY).logo == ""


def test_a_copy_has_the_same_face_on_another_day(desk: At) -> None:
    code = desk.make("chess")
    set_face(desk, code, date="2026-05-30", place="Town hall")
    answer = desk.client.post(f"/e/{code}/duplicate", data={"name": "Next month"}, follow_redirects=False)
    copy = answer.headers["location"].rsplit("/", 1)[-1]
    assert desk.runtime.setting(copy, IDENTITY) == Identity(place="Town hall")


def test_two_who_change_the_face_at_once(desk: At) -> None:
    code = desk.make("chess")
    before = seen(desk, code)
    assert set_face(desk, code, place="Here") == 200
    assert desk.client.post(f"/e/{code}/face", data={"seen": before, "place": "There"}).status_code == 409
    assert desk.client.post(f"/e/{code}/face", data={"place": "There"}).status_code == 428


def test_light_or_dark_comfortable_or_compact(desk: At) -> None:
    code = desk.make("chess")
    assert 'data-theme="auto"' in desk.client.get(f"/e/{code}").text
    desk.client.post("/look", data={"theme": "dark", "density": "compact", "next": f"/e/{code}"})
    page = desk.client.get(f"/e/{code}").text
    assert 'data-theme="dark" data-density="compact"' in page
    desk.client.post("/look", data={"theme": "auto", "density": "auto", "next": "//elsewhere"})
    page = desk.client.get(f"/e/{code}").text
    assert 'data-theme="auto"' in page
    assert "data-density" not in page
    desk.client.post("/look", data={"theme": 'x"><script>', "next": "/"})
    assert 'data-theme="auto"' in desk.client.get(f"/e/{code}").text


def test_the_face_is_on_paper(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    desk.runtime.hall.address = "http://192.168.1.2:8000"  # cards and a poster are for phones
    plain = desk.client.get(f"/e/{code}/print/tables.pdf").content
    set_face(desk, code, place="Town hall", organiser="Lighthouse", accent_choice=PRESETS[2])
    sent = {"picture": ("logo.png", png(), "image/png")}
    desk.client.post(f"/e/{code}/logo", data={"seen": seen(desk, code), "do": "send"}, files=sent)
    for sheet in ("tables", "names", "cards", "poster"):
        made = pypdf.PdfReader(BytesIO(desk.client.get(f"/e/{code}/print/{sheet}.pdf").content))
        page = made.pages[0]
        assert "Town hall" in page.extract_text(), sheet
        assert len(page.images) >= 1, sheet
    assert "Town hall" not in pypdf.PdfReader(BytesIO(plain)).pages[0].extract_text()


def test_a_new_event_has_its_face_at_once(desk: At) -> None:
    form = {"name": "Copa", "players": "Ana\nBea\nCai\nDan", "place": "Town hall", "date": "2026-05-30", "_key": "k"}
    looked = desk.client.post("/new/chess", data=form).text
    mark = re.search(r'name="seen" value="([^"]*)"', looked)
    assert mark
    given = {**form, "accent_choice": "own", "accent": "#aa3377", "seen": mark[1], "make": "true"}
    made = desk.client.post("/new/chess", data=given, follow_redirects=False)
    assert made.status_code == 303
    code = made.headers["location"].rsplit("/", 1)[-1]
    assert desk.runtime.setting(code, IDENTITY) == Identity("2026-05-30", place="Town hall", accent="#aa3377")
    wrong = desk.client.post("/new/chess", data={**given, "date": "yesterday"}, follow_redirects=False)
    assert wrong.status_code == 422
    assert "yesterday" in wrong.text


def test_the_api_knows_the_face(desk: At) -> None:
    code = desk.make("chess")
    face = {"date": "2026-05-30", "until": "", "place": "Town hall", "organiser": "Club", "accent": "#1463b8"}
    assert desk.client.put(f"/api/events/{code}/identity", json=face).json() == face
    assert desk.elsewhere().get(f"/api/events/{code}/identity").json() == face
    assert desk.client.put(f"/api/events/{code}/identity", json={**face, "accent": "red"}).status_code == 422
    assert desk.client.put(f"/api/events/{code}/identity", json={**face, "date": "soon"}).status_code == 422
    assert desk.elsewhere().get(f"/api/events/{code}/identity").json() == face
