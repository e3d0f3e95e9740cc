"""The hall screen."""

from __future__ import annotations

import json
import re

import pytest

from ronda.core.facts import Finished
from ronda.desk import record_result, rounds
from ronda.operations.event_settings import Display
from ronda.texts import LANGUAGES
from ronda.web.pages.wall import read_share
from tests.web.conftest import RESULTS, At


def wall(desk: At, code: str, **query: str) -> str:
    answer = desk.elsewhere().get(f"/wall/{code}", params=query)
    assert answer.status_code == 200
    return answer.text


def shown(page: str) -> list[str]:
    return [part.partition('"')[0] for part in page.split('data-panel="')[1:]]


def test_before_the_first_round_it_welcomes(desk: At) -> None:
    code = desk.make(players=5)
    page = wall(desk, code)
    assert 'data-stamp="welcome"' in page
    assert "0 of 5 are here" in page
    assert code in page


def test_a_draft_is_not_on_the_wall(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.draft(code)
    assert 'data-stamp="welcome"' in desk.client.get(f"/wall/{code}").text
    assert "Player 1" not in desk.client.get(f"/wall/{code}").text
    desk.act(code, "publish", rounds.publish)
    assert shown(wall(desk, code)) == ["names", "tables"]


def test_names_are_in_the_order_of_the_language(desk: At) -> None:
    code = desk.make("redemption", names=("Zoe", "Çağla", "Cem", "Dora", "İnci", "Işık", "Ida", "Nz", "Ñandú", "Oz"))
    desk.publish(code)

    def order(language: str) -> list[str]:
        return [
            part.partition("<")[0] for part in wall(desk, code, lang=language, view="names").split('"who"><bdi>')[1:]
        ]

    assert order("tr")[:3] == ["Cem", "Çağla", "Dora"]
    assert order("tr").index("Işık") < order("tr").index("İnci")
    assert order("en")[:3] == ["Çağla", "Cem", "Dora"]
    assert order("es").index("Nz") < order("es").index("Ñandú") < order("es").index("Oz")


@pytest.mark.parametrize("system", sorted(RESULTS))
def test_results_come_in_and_then_the_standings(desk: At, system: str) -> None:
    code = desk.make(system, players=8)
    desk.publish(code)
    phone = desk.elsewhere()
    before = phone.get(f"/wall/{code}/now").json()
    assert before["stamp"] == "round 1"
    assert set(before["results"].values()) == {""}
    tables = [table.number for table in desk.tournament(code).rounds[-1].tables]
    desk.act(code, "result", lambda t: record_result(t, 1, 1, RESULTS[system]))
    now = phone.get(f"/wall/{code}/now").json()
    assert now["results"]["1"] == RESULTS[system].replace("-", "–")
    assert now["stamp"] == before["stamp"]
    for number in tables[1:]:
        desk.act(code, "result", lambda t, n=number: record_result(t, 1, n, RESULTS[system]))
    after = phone.get(f"/wall/{code}/now").json()
    assert after["stamp"].startswith("standings")
    assert after["missing"] == ""
    assert shown(wall(desk, code)) == ["standings", "results"]


def test_the_criterion_that_decided_is_marked(desk: At) -> None:
    """Among players with equal points: theirs that put one before the other. Points never are, they are in order."""
    code = desk.make("chess", players=8)
    desk.play(code)
    desk.play(code)
    page = wall(desk, code, view="standings")
    rows = [re.findall(r'<span class="value">.*?</span>(.*?)</span>', row) for row in page.split("<li ")[1:]]
    values = [[re.sub("<.*?>", "", value) for value in row] for row in rows if row]
    marked = [["<mark>" in value for value in row] for row in rows if row]
    assert len(values) == 8
    expected = [[False] * len(row) for row in values]
    for at in range(1, len(values)):
        differ = [n for n, (one, other) in enumerate(zip(values[at - 1], values[at], strict=True)) if one != other]
        if differ and differ[0] > 0:
            expected[at][differ[0]] = expected[at - 1][differ[0]] = True
    assert any(any(row) for row in expected)
    assert marked == expected


def test_the_next_draft_leaves_the_standings(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.play(code)
    desk.draft(code)
    page = wall(desk, code)
    assert shown(page) == ["standings", "results"]
    assert "Round 2 is being prepared" in page


def test_at_the_end_the_final_list(desk: At) -> None:
    code = desk.make("redemption", rounds=1)
    desk.play(code)
    desk.act(code, "finish", lambda _: Finished())
    page = wall(desk, code)
    assert shown(page) == ["podium", "standings"]
    assert "Final standings" in page


def test_the_wall_has_public_names_whoever_opens_it(desk: At) -> None:
    code = desk.make("redemption", names=("Ana Pérez", "Luis Gómez", "Eva Ruiz", "Max Weiß"))
    desk.show(code, Display(names="initials"))
    desk.play(code)
    for view in ("", "names", "tables", "standings"):
        for browser in (desk.client, desk.elsewhere()):
            page = browser.get(f"/wall/{code}", params={"view": view}).text
            assert not [name for name in ("Pérez", "Gómez", "Ruiz", "Weiß") if name in page]
    assert "Pérez" not in json.dumps(desk.client.get(f"/wall/{code}/now").json(), ensure_ascii=False)


def test_its_language_is_that_of_the_event(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    desk.show(code, Display(language="tr"))
    assert '<html lang="tr"' in wall(desk, code)
    assert '<html lang="de"' in wall(desk, code, lang="de")


def test_one_view_light_or_dark(desk: At) -> None:
    code = desk.make("domino", players=16)
    desk.publish(code)
    assert 'data-theme="dark"' in wall(desk, code)
    assert 'data-theme="light"' in wall(desk, code, light="1")
    for view in ("tables", "names", "standings", "clock"):
        assert shown(wall(desk, code, view=view)) == [view]
    assert shown(wall(desk, code, view="nonsense")) == ["names", "tables"]


def test_several_screens_share_the_list(desk: At) -> None:
    code = desk.make("redemption", players=10)
    desk.publish(code)
    rows = [wall(desk, code, view="names", share=f"{n}/3").count('class="who"') for n in (1, 2, 3)]
    assert sum(rows) == 10
    assert max(rows) - min(rows) <= 1


@pytest.mark.parametrize("text", ["", "0/3", "4/3", "a/b", "1", "1/", "/1", "12/3", "١/٢", "²/3"])
def test_a_strange_share_is_everything(text: str) -> None:
    assert read_share(text) in ((1, 1), (1, 2))


def test_names_are_escaped(desk: At) -> None:
    code = desk.make("redemption", names=("<b>x</b>", "<script>alert(1)</script>", "A", "B"))
    desk.play(code)
    for view in ("tables", "names", "standings"):
        page = wall(desk, code, view=view)
        assert "<b>x</b>" not in page
        assert "<script>alert" not in page


def test_an_event_without_players(desk: At) -> None:
    code = desk.make(players=0)
    for view in ("", "tables", "names", "standings", "clock"):
        assert wall(desk, code, view=view)
    assert desk.elsewhere().get("/wall/NOSUCH").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("system", sorted(RESULTS))
def test_every_view_in_every_language(desk: At, system: str, language: str) -> None:
    code = desk.make(system, players=10)
    pages = [wall(desk, code, lang=language)]
    desk.publish(code)
    pages.append(wall(desk, code, lang=language))
    desk.act(code, "discard", rounds.discard)
    desk.play(code)
    pages += [wall(desk, code, lang=language), wall(desk, code, lang=language, view="clock")]
    assert not [page for page in pages if "web." in page or "criterion." in page or "label." in page]


# --- long lists --------------------------------------------------------------------------------------------


def nodes(page: str) -> int:
    return len(re.findall(r"<[a-zA-Z]", page))


@pytest.mark.parametrize(("system", "players"), [("chess", 1000), ("domino", 2000)])
def test_500_tables_make_a_light_page(desk: At, system: str, players: int) -> None:
    code = desk.make(system, players=players, rounds=12)
    desk.publish(code)
    for path, size, most in ((f"/wall/{code}", 100_000, 2_500), (f"/e/{code}/round/1", 150_000, 3_500)):
        page = desk.client.get(path).text
        assert len(page.encode()) < size, path
        assert nodes(page) < most, path


def test_the_slices_of_the_wall_are_the_whole_list(desk: At) -> None:
    code = desk.make("chess", players=400, rounds=12)
    desk.publish(code)
    for panel, sign, count in (("names", 'class="who"', 400), ("tables", "data-table=", 200)):
        first = desk.client.get(f"/wall/{code}/part", params={"panel": panel, "slice": 1}).text
        found = re.search(r'data-slices="(\d+)" data-total="(\d+)"', first)
        assert found
        assert int(found[2]) == count
        pages = [
            desk.client.get(f"/wall/{code}/part", params={"panel": panel, "slice": n}).text
            for n in range(1, int(found[1]) + 1)
        ]
        assert sum(page.count(sign) for page in pages) == count
        assert all(page.count("data-panel=") == 1 for page in pages)


def test_a_round_is_paged_searched_and_shown_whole(desk: At) -> None:
    code = desk.make("chess", players=300, rounds=12)
    desk.publish(code)
    at = f"/e/{code}/round/1"
    pages = [desk.client.get(f"{at}?page={n}").text for n in (1, 2)]
    assert [page.count('<tr id="table-') for page in pages] == [100, 50]
    assert desk.client.get(f"{at}?page=0").text.count('<tr id="table-') == 150
    found = desk.client.get(f"{at}?find=Player+277").text
    assert found.count('<tr id="table-') == 1
    assert "Player 277" in found
    assert 'id="table-42"' in desk.client.get(f"{at}?find=42").text
    assert "Nothing found" in desk.client.get(f"{at}?find=nobody").text
