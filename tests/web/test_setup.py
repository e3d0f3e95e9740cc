"""From nothing to an event: new, from a file, as a demonstration; and the start page that lists them."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
import xlsxwriter

from ronda.core.facts import Created
from ronda.core.history import fold
from ronda.core.model import Setup
from ronda.desk import rounds
from ronda.desk.permissions import phase
from ronda.desk.settings import duplicate
from ronda.formats.tournament.writing import write
from ronda.formats.workbooks import workbook_bytes
from ronda.lab.simulate import demo_facts
from ronda.store import Stored, open_store, reading
from ronda.systems import NAMES, system
from ronda.systems.shared_options import ORDER
from ronda.texts import LANGUAGES
from ronda.web.pages.start import SHOWN
from ronda.web.settings import ServerSettings
from tests.web.conftest import At, opened

HTMX = {"hx-request": "true"}
LIST = "Name\tRating\tClub\nAna Pérez\t1500\tNorte\nLuis\t1480\tSur\nEva\t\tSur\nNoor\t1300\t\n"


def make(desk: At, played: str = "domino", /, **fields: str) -> Any:
    """Looks at it, then sends the form as it came back."""
    page = desk.client.post(f"/new/{played}", data={"_key": "k", **fields}).text
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    sent = {"_key": "k", "make": "yes", "seen": seen[1], **fields}
    return desk.client.post(f"/new/{played}", data=sent, follow_redirects=False)


def made(desk: At, answer: Any) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["location"]).removeprefix("/e/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_system_is_offered_and_explained(desk: At, language: str) -> None:
    page = desk.client.get("/new", params={"lang": language}).text
    for name in NAMES:
        assert f'href="/new/{name}"' in page
        form = desk.client.get(f"/new/{name}", params={"lang": language}).text
        assert "web." not in re.sub(r"<[^>]*>", "", form)
        rules = system(name).rules
        for option in rules.relevant({one.name: one.proposed(language) for one in rules.options}):
            asked = option.name != ORDER or bool(option.choices)  # a list of criteria is chosen in the settings
            assert (f'name="options.{option.name}"' in form) is asked


def test_unknown_system(desk: At) -> None:
    assert desk.client.get("/new/bridge").status_code == 404


def test_a_pasted_list_is_shown_before_anything_is_made(desk: At) -> None:
    page = desk.client.post("/new/domino", data={"players": LIST}, headers=HTMX).text
    assert "4 found" in page
    assert re.findall(r"<summary[^>]*>([a-z]+) <", page) == ["name", "rating", "club"]
    assert re.search(r"<dd>1</dd><dt> table</dt>", page)
    assert re.search(r"<dd>0</dd><dt> rest</dt>", page)
    assert 'data-create="Create with 4 players"' in page
    assert desk.runtime.store.summaries() == ()


def test_the_event_is_made_with_its_players(desk: At) -> None:
    tournament = desk.tournament(made(desk, make(desk, name="Club night", players=LIST)))
    assert tournament.setup.name == "Club night"
    assert [player.name for player in tournament.players] == ["Ana Pérez", "Luis", "Eva", "Noor"]
    assert [player.rating for player in tournament.players] == [1500, 1480, 0, 1300]


def test_two_clicks_make_one_event_and_another_form_another_seed(desk: At) -> None:
    first = made(desk, make(desk, name="Club night", players=LIST))
    assert made(desk, make(desk, name="Club night", players=LIST)) == first
    other = made(desk, make(desk, name="Club night", players=LIST, _key="another"))
    assert other != first
    assert desk.tournament(other).setup.seed != desk.tournament(first).setup.seed


def test_a_list_that_was_not_looked_at_is_only_shown(desk: At) -> None:
    sent = {"name": "Club night", "players": LIST, "make": "yes", "seen": "something else"}
    answer = desk.client.post("/new/domino", data=sent, follow_redirects=False)
    assert answer.status_code == 200
    assert "4 found" in answer.text
    assert desk.runtime.store.summaries() == ()


def test_an_event_without_players(desk: At) -> None:
    assert desk.tournament(made(desk, make(desk, name="Later"))).players == ()


def test_a_name_is_needed(desk: At) -> None:
    answer = make(desk, players=LIST)
    assert answer.status_code == 422
    assert 'id="name-error"' in answer.text


def test_duplicates_are_flagged(desk: At) -> None:
    page = desk.client.post("/new/melee", data={"players": "Ana\nEva\nANA\n"}, headers=HTMX).text
    assert page.count("same name") == 2
    assert "2 to check" in page
    assert "Names that occur more than once" not in page, "it stands beside the rows"


def test_trouble_is_told_with_its_place(desk: At) -> None:
    page = desk.client.post("/new/domino", data={"players": "Name;Rating\nAna;1500\nEva;12x\n"}, headers=HTMX).text
    cell = 'aria-label="line 3, column 2" aria-describedby="remark-3" aria-invalid="true"'
    assert cell in " ".join(page.split())
    assert re.search(r'id="remark-3".*“12x” is not a valid rating\.', page, re.DOTALL)


def test_what_the_system_refuses_is_told_with_the_name(desk: At) -> None:
    page = desk.client.post("/new/chess", data={"players": "Ada;1500\nBea;900\n"}, headers=HTMX).text
    assert re.search(r'id="remark-2".*Bea: A rating of 900 is not possible', page, re.DOTALL), "beside her row"
    assert 'name="cell.2.1" value="900"' in page, "where it is mended"
    assert 'role="alert"' not in page
    answer = make(desk, "chess", name="Evening", players="Ada;1500\nBea;900\n")
    assert answer.status_code == 422
    assert "data-refused" in answer.text


def test_names_are_escaped(desk: At) -> None:
    page = desk.client.post("/new/melee", data={"players": "<b>x</b>\nEva"}, headers=HTMX).text
    assert "&lt;b&gt;x&lt;/b&gt;" in page
    assert "<b>x</b>" not in page


def test_options_are_kept_only_where_they_differ(desk: At) -> None:
    fields = {
        "options.rounds": "5",
        "options.target": "200",
        "options.bye_value": "0.5",
        "options.first_round": "random",
    }
    code = made(desk, make(desk, name="Five", players=LIST, **fields))
    assert desk.tournament(code).setup.options == {"rounds": 5, "first_round": "random", "variety": "fresh"}


def test_d10_5_a_new_event_prefers_new_partners_unless_told_otherwise(desk: At) -> None:
    """The page has it chosen; what is chosen instead is kept, and so is a copy of an event as it was."""
    assert re.search(r'name="options.variety" value="fresh" checked', desk.client.get("/new/domino").text)
    code = made(desk, make(desk, name="Old", players=LIST, **{"options.variety": "windows"}))
    assert desk.tournament(code).setup.options == {"variety": "windows"}
    (copy,) = duplicate(desk.tournament(code), "New", 1)[:1]
    assert isinstance(copy, Created)
    assert copy.setup.options == {"variety": "windows"}
    desk.client.post("/demo", data={"system": "domino"})
    options = [desk.tournament(one.code).setup.options for one in desk.runtime.store.summaries()]
    assert sorted(str(one["variety"]) for one in options) == ["fresh", "windows"]


def test_an_impossible_option_is_told_at_its_field(desk: At) -> None:
    answer = make(desk, name="Five", **{"options.rounds": "0"})
    assert answer.status_code == 422
    assert 'id="option-rounds-error"' in answer.text


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1254"])
def test_an_uploaded_text_takes_the_place_of_what_was_typed(desk: At, encoding: str) -> None:
    data = "Ad Soyad;Kulüp\nŞirin Işık;Göztepe\nÇiğdem;\n".encode(encoding)
    files = {"file": ("list.csv", data, "text/csv")}
    page = desk.client.post("/new/melee", data={"players": "Somebody"}, files=files, headers=HTMX).text
    assert "2 found" in page
    assert "Şirin Işık" in page
    assert 'hx-swap-oob="true"' in page
    assert "Somebody" not in page


def test_an_uploaded_workbook(desk: At) -> None:
    held = io.BytesIO()
    with xlsxwriter.Workbook(held) as book:
        book.add_worksheet("Empty")
        sheet = book.add_worksheet("Liste")
        for at, row in enumerate([["Name", "ELO"], ["Ana\nPérez", 1500], ["Eva", 1480]]):
            sheet.write_row(at, 0, row)
    files = {"file": ("list.xlsx", held.getvalue(), "application/octet-stream")}
    page = desk.client.post("/new/domino", data={"players": ""}, files=files, headers=HTMX).text
    assert "2 found" in page
    assert "Ana Pérez" in page


@pytest.mark.parametrize("data", [b"PK\x03\x04 nonsense", b"\x00\x01\x02", b""])
def test_an_upload_that_is_no_list(desk: At, data: bytes) -> None:
    files = {"file": ("list.xlsx", data, "application/octet-stream")}
    answer = desk.client.post("/new/domino", data={"players": ""}, files=files, headers=HTMX)
    assert answer.status_code == 200
    assert ("alert" in answer.text) == bool(data)


# --- from a file -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["json", "xlsx"])
def test_a_file_is_opened_as_it_was(desk: At, name: str, kind: str) -> None:
    tournament = fold(demo_facts(name, "Demo", 7))
    data = write(tournament) if kind == "json" else workbook_bytes(tournament)
    answer = desk.client.post("/open", data={"_key": "k"}, files={"file": (f"x.{kind}", data)}, follow_redirects=False)
    opened = desk.tournament(made(desk, answer))
    assert [player.name for player in opened.players] == [player.name for player in tournament.players]
    assert [table.result for r in opened.rounds for table in r.tables] == [
        table.result for r in tournament.rounds for table in r.tables
    ]
    assert phase(opened) == phase(tournament)
    again = desk.client.post("/open", data={"_key": "k"}, files={"file": (f"x.{kind}", data)}, follow_redirects=False)
    assert again.headers["location"] == answer.headers["location"]


def test_a_damaged_file_is_told_with_its_place(desk: At) -> None:
    data = b'{\n  "ronda": 1,\n  "system": "domino",\n  "players": [{"id": 0, "name": "Ana"}]\n}\n'
    answer = desk.client.post("/open", files={"file": ("x.json", data)})
    assert answer.status_code == 422
    assert "line 4" in answer.text


@pytest.mark.parametrize("data", [b"", b"Ana\nEva\n", b"PK\x03\x04"])
def test_what_is_no_tournament_file(desk: At, data: bytes) -> None:
    answer = desk.client.post("/open", files={"file": ("x.json", data)})
    assert answer.status_code == 422
    assert desk.runtime.store.summaries() == ()


# --- demonstrations and the start page ---------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_demo_event_with_one_click(desk: At, name: str) -> None:
    code = made(desk, desk.client.post("/demo", data={"system": name}, follow_redirects=False))
    tournament = desk.tournament(code)
    assert tournament.setup.system == name
    assert phase(tournament) == "playing"
    assert [round_.over for round_ in tournament.rounds] == [True, False]
    assert len(tournament.here) == len(tournament.players)


def test_the_start_page_says_what_comes_next(desk: At) -> None:
    assert "Events on this machine</h2>" not in desk.client.get("/").text  # no empty card
    code, other = desk.make(players=6), desk.make(players=6)
    assert desk.client.get("/").text.count("Pair round 1") == 2
    for one in (other, code):  # what changed last stands on top, the other in the list
        desk.draft(one)
    top, _, rest = desk.client.get("/").text.partition('class="ask"')
    assert "Round 1 is a draft" in top
    assert "View the draft" in rest
    desk.act(code, "publish", rounds.publish)
    assert "3 results are missing" in desk.client.get("/").text.partition('class="ask"')[0]
    over = desk.make(players=6, rounds=1)
    desk.play(over)
    desk.client.post(f"/e/{over}/do/finish", data={"_confirm": "true"}, headers={"HX-Request": "true"})
    assert f'href="/e/{over}"' in desk.client.get("/").text.partition('<details class="over">')[2]


def test_one_damaged_event_does_not_hide_the_others(place: ServerSettings) -> None:
    with open_store(place.db) as store:
        whole, damaged = (store.create([Created(Setup("melee", name))], actor="test").code for name in ("A", "B"))
        with store.writes() as connection:
            connection.exec_driver_sql(
                "UPDATE fact SET body = '{' WHERE ledger_id = (SELECT id FROM ledger WHERE code = ?)", (damaged,)
            )
    with opened(place) as at:
        assert at.client.get("/").status_code == 200
        assert at.client.get(f"/e/{damaged}").status_code == 500
        page = at.client.get("/").text  # known to be damaged since somebody looked
    assert f'href="/e/{whole}"' in page
    assert damaged in page
    assert f'href="/e/{damaged}"' not in page


def test_a_running_event_that_is_damaged_does_not_hide_the_others(desk: At) -> None:
    code, other = desk.make(players=6), desk.make(players=6)
    desk.publish(code)
    with desk.runtime.store.writes() as connection:
        connection.exec_driver_sql(
            "UPDATE fact SET body = '{' WHERE ledger_id = (SELECT id FROM ledger WHERE code = ?)", (code,)
        )
    desk.runtime.store.live.forget(code)
    page = desk.client.get("/")
    assert page.status_code == 200
    assert f'href="/e/{other}"' in page.text


def test_a_long_list_is_paged_and_searched(desk: At) -> None:
    codes = [desk.make() for _ in range(SHOWN + 2)]
    first, second = desk.client.get("/").text, desk.client.get("/?page=2").text
    assert [code for code in codes if f'href="/e/{code}"' in first] == codes[2:]
    assert [code for code in codes if f'href="/e/{code}"' in second] == codes[:2]
    assert "Page 2 of 2" in second
    assert "Page 2 of 2" in desk.client.get("/?page=99").text
    found = desk.client.get(f"/?find={codes[0].lower()}").text
    assert [code for code in codes if f'href="/e/{code}"' in found] == codes[:1]
    assert "Nothing found" in desk.client.get("/?find=nowhere").text


def test_archived_events_have_a_page_of_their_own(desk: At) -> None:
    code, other = desk.make(), desk.make()
    desk.client.post(f"/e/{code}/do/archive", data={"_confirm": "true"})
    assert f'href="/e/{code}"' not in desk.client.get("/").text
    page = desk.client.get("/archived").text
    assert f'href="/e/{code}"' in page
    assert f'href="/e/{other}"' not in page


def test_looking_at_the_list_reads_no_event(desk: At, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.make()
    desk.client.get("/")

    def fails(*_: object) -> None:
        raise AssertionError("an event was read")

    monkeypatch.setattr(reading, "stored", fails)
    assert desk.client.get("/").status_code == 200


def test_deleted_events_are_listed_and_recovered(desk: At) -> None:
    code = desk.make()
    desk.client.post(f"/e/{code}/do/delete", data={"_confirm": "true"})
    assert desk.client.get(f"/e/{code}").status_code == 404
    assert "1 deleted event" in desk.client.get("/").text
    assert code in desk.client.get("/deleted").text
    answer = desk.client.post(f"/deleted/{code}/recover", follow_redirects=False)
    assert made(desk, answer) == code
    assert desk.client.get(f"/e/{code}").status_code == 200
    assert desk.client.post("/deleted/ZZZZZZ/recover").status_code == 404


def test_only_the_owner_sets_up(desk: At) -> None:
    with desk.elsewhere() as stranger:
        for path in ("/", "/archived", "/new", "/new/chess", "/demo", "/open", "/deleted"):
            assert stranger.get(path).status_code == 401, path
        for path in ("/new/chess", "/demo", "/open", "/deleted/ABCDEF/recover"):
            assert stranger.post(path, data={"name": "Mine"}).status_code == 401, path
    assert desk.runtime.store.summaries() == ()


def test_two_thousand_players(desk: At) -> None:
    many = "\n".join(f"Player {n}\t{1200 + n % 900}" for n in range(2000))
    stored = desk.runtime.store.load(made(desk, make(desk, "chess", name="Big", players=many)))
    assert isinstance(stored, Stored)
    assert stored.version == 2001


@pytest.mark.parametrize(("language", "chosen"), [("tr", "tr"), ("es", "off")])
def test_c1_2_capitals_are_chosen_by_the_language_of_the_page(desk: At, language: str, chosen: str) -> None:
    form = desk.client.get("/new/chess", params={"lang": language}).text
    assert f'name="options.capitals" value="{chosen}" checked' in form


def advice(desk: At, language: str = "en", system: str = "domino", **fields: str) -> str:
    page = desk.client.post(f"/new/{system}", data=fields, headers=HTMX, params={"lang": language}).text
    return page.partition('<p class="advice" role="status">')[2].partition("</p>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_what_is_to_be_decided_is_said_of_the_rounds(desk: At, language: str) -> None:
    """The number of players is the one that is entered, and the one button mends it."""
    names = "\n".join(f"Player {n}" for n in range(1, 15))
    assert advice(desk, language, players=names) == "", "as the rulebook has it"
    told = advice(desk, language, players=names, **{"options.rounds": "3"})
    assert re.findall(r"\d+", re.sub("<[^>]+>", "", told)) == ["3", "2", "4"]
    assert 'name="options.rounds" value="4"' in told
    assert advice(desk, language, players=names, **{"options.rounds": "4"}) == ""
    assert advice(desk, language, players="Ana", **{"options.rounds": "1"}) == "", "while names arrive"


def test_rounds_that_cannot_be_are_mended_with_one_button(desk: At) -> None:
    names = "\n".join(f"Player {n}" for n in range(1, 7))
    told = advice(desk, system="chess", players=names, **{"options.rounds": "9"})
    assert "must be at least 3 and at most 5" in told
    assert 'name="options.rounds" value="5"' in told
    both = {"players": names, "options.rounds": ["9", "5"]}  # without scripts: the field, then the button
    page = desk.client.post("/new/chess", data=both).text
    assert re.search(r'name="options.rounds" value="5"', page)


@pytest.mark.parametrize(
    ("language", "name"),
    [
        ("en", r"Domino, \d+ [A-Z][a-z]+"),
        ("es", r"Dominó, \d+ de [a-z]+"),
        ("tr", r"Domino, \d+ [A-ZŞİĞ]\w+"),
        ("de", r"Domino, \d+\. [A-Z]\w+"),
        ("fr", r"Domino, (1er|\d+) \w+"),
    ],
)
def test_a_name_is_proposed_in_the_language_of_the_page(desk: At, language: str, name: str) -> None:
    page = desk.client.get("/new/domino", params={"lang": language}).text
    found = re.search(r'id="name" name="name" value="([^"]+)"', page)
    assert found
    assert re.fullmatch(name, found[1].replace("\xa0", " "))


def test_one_line_says_what_applies(desk: At) -> None:
    def line(**fields: str) -> str:
        page = desk.client.post("/new/domino", data=fields, headers=HTMX).text
        return page.partition('id="applies" hx-swap-oob="true">')[2].partition("</p>")[0].replace("\xa0", " ")

    assert line() == "As in the rulebook · to 200 points · 35 min"
    assert line(**{"options.target": "150"}) == "As in the rulebook · to 150 points · 35 min"
    by_lot = {"options.first_round": "random"}
    assert line(**by_lot) == "As in the rulebook · to 200 points · 35 min · Round 1 is seated by lot"
    assert line(**by_lot, **{"options.byes": "last"}).endswith(" · 2 settings changed")
    assert line(preset="venezuela").startswith("Venezuela")


def test_a_program_may_still_ask_for_the_whole_forecast(desk: At) -> None:
    body = {"system": "domino", "name": "Open", "players": [{"name": f"P{n}"} for n in range(1, 17)]}
    told = desk.client.post("/api/forecast", json=body)
    assert told.status_code == 200, told.text
    assert told.json()["tables"] == 4
