"""Nobody is mistaken for somebody else: every page calls people by labels."""

from __future__ import annotations

import re
from typing import Any

import pytest

from ronda.core.facts import Created, Entered, Fact
from ronda.core.model import Player, Setup
from ronda.desk import rounds
from ronda.operations.event_settings import Display
from ronda.systems.labels import folded
from tests.web.conftest import At

# Three pairs of namesakes: of one club, of two clubs, and written differently.
FIELD = (
    Player(1, "CAN", 1500, licence="20", club="Moda"),
    Player(2, "CAN", 1600, licence="21", club="Moda"),
    Player(3, "ADA SU", 1900, licence="30", club="Moda"),
    Player(4, "ADA SU", 1300, licence="31", club="Fener"),
    Player(5, "IŞIL", 1800, licence="40"),
    Player(6, "ışıl", 1700, licence="41"),
    Player(7, "EGE", 2000, 1950, licence="50"),
)
BSNO = {7: 1, 3: 2, 5: 3, 6: 4, 2: 5, 1: 6, 4: 7}
BY_SYSTEM = {
    "chess": ["CAN (6)", "CAN (5)", "ADA SU (2)", "ADA SU (7)", "IŞIL (3)", "ışıl (4)", "EGE"],
    "redemption": ["CAN (#1)", "CAN (#2)", "ADA SU (Moda)", "ADA SU (Fener)", "IŞIL (#5)", "ışıl (#6)", "EGE"],
}


def make(desk: At, system: str) -> str:
    facts: list[Fact] = [Created(Setup(system, "Club night", {"rounds": 3}, 1)), *map(Entered, FIELD)]
    return desk.runtime.store.create(facts, actor="test").code


def plain(page: str) -> str:
    """The words of a page, each separated by one space."""
    return " ".join(re.sub(r"<[^>]*>", " ", page).split()).replace("( ", "(").replace(" )", ")")


def cells(page: str, pattern: str) -> list[str]:
    return [plain(found) for found in re.findall(pattern, page, re.DOTALL)]


def apart(texts: list[str]) -> None:
    """No two are alike."""
    assert texts
    assert len({folded(text) for text in texts}) == len(texts), texts


@pytest.fixture(params=["chess", "redemption"])
def event(request: pytest.FixtureRequest, desk: At) -> tuple[At, str, list[str]]:
    code = make(desk, request.param)
    desk.play(code)
    desk.publish(code)
    return desk, code, BY_SYSTEM[request.param]


def test_every_player_has_a_label_of_their_own_in_the_api(event: tuple[At, str, list[str]]) -> None:
    desk, code, labels = event
    players = desk.client.get(f"/api/events/{code}/players").json()["players"]
    assert [one["label"] for one in players] == labels
    assert [one["name"] for one in players] == [player.name for player in FIELD]  # the name stays the name
    called = {one["id"]: one["label"] for one in players}
    rows = desk.client.get(f"/api/events/{code}/standings").json()["rows"]
    assert {row["player"]: row["label"] for row in rows} == called
    assert {row["name"] for row in rows} == {player.name for player in FIELD}
    round_ = desk.client.get(f"/api/events/{code}/rounds/2").json()
    for table in round_["tables"]:
        assert table["labels"] == [called[player] for player in table["first"] + table["second"]]
    assert round_["byes"][0]["label"] == called[round_["byes"][0]["player"]]
    for player in FIELD:
        mark = desk.runtime.mark(code, player.id)
        phone = desk.client.get(f"/api/phones/{code}/{mark}").json()
        assert (phone["label"], phone["name"]) == (called[player.id], player.name)


def test_reasons_in_words_call_people_by_their_labels(event: tuple[At, str, list[str]]) -> None:
    desk, code, labels = event
    reasons = desk.client.get(f"/api/events/{code}/rounds/2").json()["reasons"]
    told = " ".join(reason["text"] for reason in reasons)
    assert sum(label in told for label in labels) >= 6
    for name in ("CAN", "ADA SU", "IŞIL"):
        assert not re.search(rf"\b{name}\b(?! \()", told), told


@pytest.mark.parametrize(
    ("path", "pattern"),
    [
        ("/e/{}/round/2", r'<span class="seat"[^>]*>(.*?)</span></span></span>'),
        ("/{}", r'<a href="/\w+/player/\d+">(.*?)</a>'),
        ("/e/{}/standings", r'<th scope="row">(.*?)</th>'),
        ("/{}/standings", r'<th scope="row">(.*?)</th>'),
        ("/wall/{}?view=names", r'<b class="who">(.*?)</b>'),
        ("/wall/{}?view=tables", r"<span><b>(.*?)</b></span>"),
        ("/wall/{}?view=standings", r'<b class="who">(.*?)</b>'),
        ("/e/{}/apart", r"<option value=\"\d+\">(.*?)</option>"),
        ("/e/{}/plots", r'<tr><th scope="row">(.*?)</th><td'),
    ],
)
def test_no_two_are_alike_on_any_page(event: tuple[At, str, list[str]], path: str, pattern: str) -> None:
    desk, code, _ = event
    found = cells(desk.client.get(path.format(code)).text.partition("<main")[2], pattern)
    apart(sorted(set(found)) if "plots" in path else found)
    assert len(set(found)) == len(FIELD) - ("view=tables" in path)  # who rests has no table


@pytest.mark.parametrize("path", ["/e/{}/players", "/e/{}/start", "/{}/start", "/e/{}/cross", "/{}/cross"])
def test_no_two_rows_are_alike_in_any_list(event: tuple[At, str, list[str]], path: str) -> None:
    desk, code, _ = event
    page = desk.client.get(path.format(code)).text
    rows = re.findall(r"<tr[^>]*>(?:(?!</tr>).)*<th scope=\"row\">.*?</tr>", page, re.DOTALL)
    apart([" ".join(plain(row).split()[:4]) for row in rows])
    assert len(rows) == len(FIELD)


def test_a_phone_names_itself_and_everybody_else(event: tuple[At, str, list[str]]) -> None:
    desk, code, labels = event
    called = dict(zip((player.id for player in FIELD), labels, strict=True))
    for player in FIELD:
        mark = desk.runtime.mark(code, player.id)
        page = plain(desk.client.get(f"/p/{code}/{mark}").text)
        assert called[player.id] in page
        for table in desk.tournament(code).rounds[0].tables:
            if player.id in table.players:
                other = next(who for who in table.players if who != player.id)
                assert f"against {called[other]}" in page or f"Against {called[other]}" in page


def test_namesakes_find_themselves(event: tuple[At, str, list[str]]) -> None:
    desk, code, labels = event
    phone = desk.elsewhere()
    found = cells(phone.get(f"/join/{code}/found", params={"who": "can"}).text, r'<span class="called">(.*?)</span>')
    assert sorted(found) == sorted(labels[:2])
    one = phone.get(f"/join/{code}/found", params={"who": labels[0]}).text
    assert cells(one, r'<span class="called">(.*?)</span>') == labels[:1]
    phone.scan(code)
    phone.post(f"/join/{code}/claim", data={"player": 1}, follow_redirects=False)
    assert f"Continue as {labels[0]}" in phone.get(f"/join/{code}").text


def test_the_log_calls_namesakes_the_same_from_beginning_to_end(event: tuple[At, str, list[str]]) -> None:
    desk, code, labels = event
    page = plain(desk.client.get(f"/e/{code}/log").text)
    for number, label in enumerate(labels, start=1):
        assert f"{label} entered (id {number})" in page
    desk.client.post(f"/e/{code}/do/edit", data={"player": 2, "name": "CAN DEMİR", "rating": 1600, "licence": 21})
    page = plain(desk.client.get(f"/e/{code}/log").text)
    assert "CAN (#1) entered (id 1)" in page  # when they had one name, somebody has to be told apart still
    assert "CAN (#2) entered (id 2)" in page


def test_messages_name_them_too(desk: At) -> None:
    code = make(desk, "redemption")
    answer = desk.client.post(f"/e/{code}/check-in", data={"q": "CAN (#2)"}, headers={"hx-request": "true"})
    assert "CAN (#2) is here" in answer.text
    assert desk.tournament(code).here == {2}


# --- hidden names ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("names", ["initials", "number"])
@pytest.mark.parametrize(
    "path", ["/{}", "/{}/standings", "/{}/start", "/{}/cross", "/wall/{}", "/api/events/{}/players"]
)
def test_where_names_are_hidden_nothing_tells_who_it_is(
    event: tuple[At, str, list[str]], path: str, names: str
) -> None:
    desk, code, _ = event
    desk.show(code, Display(names=names))
    page = desk.elsewhere().get(path.format(code)).text
    for telling in ("CAN", "Moda", "Fener", "LNo", "Lic.", "IŞIL"):
        assert telling not in page, telling
    page = re.sub(r"<svg\b.*?</svg>", "", page, flags=re.DOTALL)  # lengths in drawings
    for licence in (20, 21, 30, 31, 40, 41, 50):
        assert not re.search(rf"[>(\"]{licence}[<)\"]", page)


def test_initials_are_told_apart(event: tuple[At, str, list[str]]) -> None:
    desk, code, _ = event
    desk.show(code, Display(names="initials"))
    players: list[dict[str, Any]] = desk.elsewhere().get(f"/api/events/{code}/players").json()["players"]
    apart([one["label"] for one in players])
    assert [one["name"] for one in players] == ["C.", "C.", "A. S.", "A. S.", "I.", "ı.", "E."]


# --- chess: BSNo and LNo -----------------------------------------------------------------------------------


def test_c8_bsno_and_lno_stand_beside_names(desk: At) -> None:
    code = make(desk, "chess")
    desk.play(code)
    desk.publish(code)
    for path in (f"/e/{code}/round/2", f"/{code}"):
        page = plain(desk.client.get(path).text)
        for player in FIELD:
            told = [f"No. {BSNO[player.id]}", f"Lic. {player.licence}", player.name]
            assert any(" ".join(one) in page for one in (told, told[::-1]))  # on the right the other way round
    wall = plain(desk.client.get(f"/wall/{code}?view=tables").text)
    for table in desk.tournament(code).rounds[-1].tables:
        (one, first), (other, second) = ((BSNO[player], FIELD[player - 1].name) for player in table.players)
        assert f"No. {one} {first} – {second} No. {other}" in wall
    assert "Lic." not in wall  # from 15 metres there is no room for it


def test_c2_2_players_are_in_bsno_order_once_it_is_fixed(desk: At) -> None:
    code = make(desk, "chess")
    numbers = r'<td class="num">(\d+)</td>\s*<th scope="row"><span>\s*<a href="/e/\w+/players/(\d+)"'
    before = desk.client.get(f"/e/{code}/players").text
    assert re.findall(numbers, before) == [(str(n), str(n)) for n in range(1, 8)]
    desk.publish(code)
    after = desk.client.get(f"/e/{code}/players").text
    assert re.findall(numbers, after) == [(str(number), str(player)) for player, number in BSNO.items()]
    assert re.search(r'<th scope="col" class="num"><a\s+href="[^"]*sort=number[^"]*">No\.</a>', after)


def test_c2_2_a_number_typed_at_the_desk_is_the_one_that_the_list_shows(desk: At) -> None:
    code = make(desk, "chess")
    desk.draft(code)
    assert "ADA SU (2) is here" in check_in(desk, code, "2")
    assert "CAN (5) is here" in check_in(desk, code, "#2")  # the number of the entry
    assert desk.tournament(code).here == {3, 2}


def check_in(desk: At, code: str, wish: str) -> str:
    return desk.client.post(f"/e/{code}/check-in", data={"q": wish}, headers={"hx-request": "true"}).text


def test_c8_the_start_list_is_a_page_with_the_columns_of_the_assignment(desk: At) -> None:
    code = make(desk, "chess")
    page = plain(desk.client.get(f"/{code}/start?lang=tr").text)
    assert "BSNo LNo Ad-Soyad ELO UKD 1 50 EGE 2000 1950 2 30 ADA SU 1900 0" in page
    assert "1. turla kesinleşir" in page
    desk.publish(code)
    assert "kesinleşir" not in desk.client.get(f"/e/{code}/start?lang=tr").text
    assert f'href="/e/{code}/start"' in desk.client.get(f"/e/{code}/players").text
    assert f'href="/{code}/start"' in desk.client.get(f"/{code}").text


def test_c2_2_a_draft_changes_nobody_s_label_for_the_hall(desk: At) -> None:
    code = make(desk, "chess")
    hall = desk.elsewhere()
    mark = desk.runtime.mark(code, 1)
    paths = (
        f"/api/events/{code}/players",
        f"/{code}/start",
        f"/{code}/standings",
        f"/join/{code}?who=can",
        f"/p/{code}/{mark}",
    )

    def seen() -> list[str]:
        return [plain(hall.get(path).text) for path in paths]

    seen()  # once: the phone is known from now on
    before = seen()
    assert all("CAN (20)" in page for page in (before[0], *before[3:]))
    assert "CAN (Lic. 20)" in before[2]  # where there is no room for the column
    desk.draft(code)
    assert seen() == [page.replace('"version":8', '"version":9') for page in before]
    assert "CAN (No. 6)" in plain(desk.client.get(f"/e/{code}/standings").text)  # the desk knows it already
    desk.act(code, "publish", rounds.publish)
    after = seen()
    assert all("CAN (6)" in page for page in (after[0], *after[3:]))
    assert "CAN (No. 6)" in after[2]


def test_a_draw_is_not_told_before_the_round_is(desk: At) -> None:
    code = make(desk, "redemption")
    desk.draft(code)
    assert "Lot" in plain(desk.client.get(f"/e/{code}/start").text)
    hall = desk.elsewhere()
    assert "Lot" not in plain(hall.get(f"/{code}/start").text)
    desk.act(code, "publish", rounds.publish)
    assert "Lot" in plain(hall.get(f"/{code}/start").text)


def test_a_sheet_of_a_draft_is_the_desk_s_own(desk: At) -> None:
    code = make(desk, "redemption")
    desk.draft(code)
    assert desk.client.get(f"/e/{code}/print/tables.pdf?round=1&language=en").status_code == 200
    assert desk.elsewhere().get(f"/e/{code}/print/tables.pdf?round=1&language=en").status_code == 404
