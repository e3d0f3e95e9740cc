"""What is sent to friends: a round, the standings and a player as text and picture; never more than the public sees."""

from __future__ import annotations

import re
import struct
from html import unescape
from urllib.parse import unquote

import pytest

from ronda.operations.appearance import IDENTITY, Identity
from ronda.operations.colours import USUAL, accent_of
from ronda.operations.event_settings import Display
from ronda.sheets.card import MOST_PLACES, Card, card_png, track
from ronda.texts import LANGUAGES
from ronda.web import sharing
from ronda.web.sharing import LONGEST_LINK, Share
from tests.web.conftest import At


@pytest.fixture
def code(desk: At) -> str:
    made = desk.make("redemption", names=["Zelda Quill", "Yusuf Xanthos", "Wanda Voss", "Ulla Thorn", "Sven Rask"])
    desk.play(made)
    return made


def text_of(desk: At, code: str, query: str, lang: str = "en") -> str:
    page = desk.client.get(f"/{code}/share?{query}&lang={lang}").text
    found = re.search(r'<textarea id="share-text"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert found, page
    return unescape(found[1])


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_a_round_is_told_table_by_table(desk: At, code: str) -> None:
    lines = text_of(desk, code, "round=1").splitlines()
    assert lines[0] == "Club night – Pairings of round 1"
    assert len(lines) == 1 + 2 + 1, "two tables and a bye"
    assert lines[1].startswith("1. ")
    assert lines[1].endswith("  5–3")
    assert lines[3].startswith("BYE: ")
    assert f'src="/{code}/round/1/card.png"' in desk.client.get(f"/{code}/share?round=1").text


def test_a_round_is_a_picture_of_its_tables(desk: At, code: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With the results that are known and who sits out; of a large round the first tables, and how many more."""
    made: list[Card] = []

    def kept(card: Card) -> bytes:
        made.append(card)
        return b""

    monkeypatch.setattr(sharing, "card_png", kept)
    monkeypatch.setattr(sharing, "ON_CARD", 2)
    assert desk.client.get(f"/{code}/round/1/card.png?lang=en").status_code == 200
    assert desk.client.get(f"/{code}/round/2/card.png").status_code == 404
    monkeypatch.setattr(sharing, "ON_CARD", 10)
    desk.client.get(f"/{code}/round/1/card.png?lang=de")
    few, all_ = made
    assert (few.name, few.foot) == ("Pairings of round 1", "1 more")
    assert [table[::3] for table in few.tables] == [("1", "5–3"), ("2", "5–3")]
    assert all_.tables[2][0] == "–"
    assert {side for table in all_.tables for side in table[1:3]} >= {"Zelda Quill", "Sven Rask"}


def test_standings_are_told_from_the_top(desk: At, code: str) -> None:
    lines = text_of(desk, code, "").splitlines()
    assert lines[0] == "Club night – Standings after round 1"
    assert lines[1].startswith("1. ")
    assert len(lines) == 6


def test_a_long_list_says_how_many_more_there_are(desk: At, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    monkeypatch.setattr(sharing, "MOST_PLACES", 2)
    monkeypatch.setattr(sharing, "MOST_TABLES", 1)
    assert text_of(desk, code, "").splitlines()[3:] == ["3 more"]
    assert text_of(desk, code, "round=1").splitlines()[2:] == ["2 more"]


def test_a_player_is_told_with_place_and_form(desk: At, code: str) -> None:
    lines = text_of(desk, code, "player=1").splitlines()
    assert lines[0] == "Zelda Quill – Club night"
    assert re.match(r"Place \d of 5 · ", lines[1])
    assert lines[2] in ("W", "L", "B")


def test_before_the_first_round_it_is_an_invitation(desk: At) -> None:
    code = desk.make()
    desk.runtime.amend(code, IDENTITY, lambda _: Identity(date="2026-05-30", place="Harbour Hall"))
    text = text_of(desk, code, "")
    assert text.startswith("Club night\n")
    assert "Harbour Hall" in text
    assert desk.client.get(f"/{code}/card.png").status_code == 200


def test_a_draft_is_not_told(desk: At) -> None:
    code = desk.make()
    desk.draft(code)
    assert desk.client.get(f"/{code}/share?round=1").status_code == 404
    assert desk.client.get(f"/{code}/card.png?after=1").status_code == 404
    assert desk.client.get(f"/{code}/round/1/card.png").status_code == 404
    assert desk.client.get(f"/{code}/share?player=99").status_code == 404
    assert desk.client.get(f"/{code}/player/99/card.png").status_code == 404


def test_an_address_only_where_a_phone_can_open_it(desk: At, code: str) -> None:
    assert "127.0.0.1" not in desk.client.get(f"/{code}/share?round=1").text
    away = desk.elsewhere().get(f"/{code}/share?round=1").text
    assert f"http://192.168.1.2:8000/{code}/round/1" in away
    public = desk.elsewhere().get(f"/{code}/player/1").text
    assert f'property="og:image" content="http://192.168.1.2:8000/{code}/player/1/card.png"' in public
    told = desk.elsewhere().get(f"/{code}/round/1").text
    assert f'property="og:image" content="http://192.168.1.2:8000/{code}/round/1/card.png"' in told
    assert "og:image" not in desk.client.get(f"/{code}").text


def test_hidden_names_stay_hidden_on_pictures_also_for_the_desk(
    desk: At, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.show(code, Display(names="number"))
    made: list[Card] = []

    def kept(card: Card) -> bytes:
        made.append(card)
        return b""

    monkeypatch.setattr(sharing, "card_png", kept)
    for path in ("/card.png", "/round/1/card.png", "/player/1/card.png"):
        assert desk.client.get(f"/{code}{path}").status_code == 200
    assert len(made) == 3
    assert not re.search("Zelda|Quill|Yusuf|Wanda", repr(made))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(desk: At, code: str, language: str) -> None:
    for query in ("round=1", "", "player=1"):
        assert "web." not in text_of(desk, code, query, language)


def test_pictures_have_the_size_that_messengers_show(desk: At, code: str) -> None:
    for path in ("/card.png", "/round/1/card.png", "/player/1/card.png"):
        answer = desk.client.get(f"/{code}{path}")
        assert answer.headers["content-type"] == "image/png"
        assert size_of(answer.content) == (1200, 630)


def test_any_name_fits_on_a_picture() -> None:
    colours = accent_of(USUAL)
    for name in ("", "x" * 300, "Maximiliane von Hohenstein-Wasserburg-Lohe " * 4, 'سارة" #let x', "\ud800"):
        rows = [("1", name, "1½")] * 10
        card = Card(name, name, colours, about=name, facts=name, medal=name[:80], foot=name, address=name, rows=rows)
        assert size_of(card_png(card)) == (1200, 630)
        tables = [("100000", name, name, "212–136")] * 10
        for count in (1, 5, 10):
            assert size_of(card_png(Card(name, name, colours, tables=tables[:count], foot=name))) == (1200, 630)
        alone = Card(name, name, colours, place=1, medal="1 of 2", form=[("bye", "B")], places=[2000, None, 1] * 20)
        assert size_of(card_png(alone)) == (1200, 630)


def test_places_are_joined_unless_there_was_none() -> None:
    points, runs, _ = track([3, 1, None, 2, 4])
    assert [(round(x, 2), round(y, 2), text) for x, y, text in points] == [
        (0.0, 0.67, "3"),
        (0.25, 0.0, "1"),
        (0.75, 0.33, "2"),
        (1.0, 1.0, "4"),
    ]
    assert runs == [[0, 1], [2, 3]]
    assert track([1]) == ([(0.5, 0.0, "1")], [], 27.0)
    assert len(track([5] * 99)[0]) == MOST_PLACES


def test_links_to_messengers_carry_what_a_link_can() -> None:
    short = Share("Cup – Round 1", ("1. A – B",), "https://x.example/ABC")
    assert unquote(short.links[0][1]) == "https://wa.me/?text=Cup – Round 1\n1. A – B\nhttps://x.example/ABC"
    assert unquote(short.links[1][1]) == "https://t.me/share/url?url=https://x.example/ABC&text=Cup – Round 1\n1. A – B"
    long = Share("Cup – Round 1", ("1. A – B",) * 500, "https://x.example/ABC")
    assert unquote(long.links[0][1]) == "https://wa.me/?text=Cup – Round 1\nhttps://x.example/ABC"
    assert all(len(href) < LONGEST_LINK + 100 for _, href in long.links)


def test_the_page_of_a_player_leads_to_opponents(desk: At, code: str) -> None:
    for base in (f"/e/{code}", f"/{code}"):
        page = desk.client.get(f"{base}/player/1").text
        others = {int(n) for n in re.findall(rf'<a href="{base}/player/(\d+)"><bdi>', page)}
        table = next((t for t in desk.tournament(code).rounds[0].tables if 1 in t.players), None)
        assert others == (set(table.players) - {1} if table else set())


def test_a_name_in_a_sentence_is_only_a_name(desk: At) -> None:
    code = desk.make("redemption", names=["<b>Zelda</b>", "Yusuf & Co"])
    desk.play(code)
    page = desk.client.get(f"/{code}/player/1").text
    assert "<bdi>Yusuf &amp; Co</bdi></a>" in page
    assert "<b>Zelda" not in page
