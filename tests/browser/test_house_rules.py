"""Whole events by house rules in the browser: fixed pairs of domino, an evening of pétanque with sides of three and a
final of six, and a card game with penalties, an appeal, two categories and a prize list."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, Hall, faults
from tests.browser.whole import (
    back_over_the_border,
    begin,
    corrected,
    finish,
    made,
    other_entrants,
    plan,
    play,
    rows,
    sound,
    stages,
    to_the_end,
)
from tests.web.serving import free_port, serving

pytestmark = pytest.mark.soak


@pytest.fixture
def hall(chromium: Browser, tmp_path: Path) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def test_domino_of_thirty_two_fixed_pairs_with_a_final_of_four(hall: Hall) -> None:
    page = hall.director()
    people = ["name;club", *(f"Ana{n:02} / Beto{n:02};Club {n % 6}" for n in range(1, 33))]
    code = made(page, "domino_pairs", "venezuela-pairs", people)
    plan(page, code, take="top 4", name="Final", third="match")
    lots, results = Random(5), ("200-150", "120-200", "200-40", "160-120", "90-200")
    for number in range(1, 6):
        play(page, code, number, lots, results)
    assert all(row["criteria"]["wins"] is not None for row in rows(page, code))
    corrected(page, code, 5, 1, turned(page, code, 5, 1))
    begin(page, code)
    other_entrants(page, code, 5, {"200-0": ["200", "0"], "0-200": ["0", "200"]})
    back_over_the_border(page, code, 2, 6)
    assert to_the_end(page, code, 5, lots, ("200-150", "120-200")) == 7
    entrants = {side["players"][0] for side in stages(page, code)[1]["entrants"]}
    finish(page, code)
    assert {row["player"] for row in rows(page, code)[:4]} == entrants
    assert [row["place"] for row in rows(page, code)[:4]] == [1, 2, 3, 4]
    sound(page, code, f"/{code}/bracket", f"/wall/{code}/bracket")
    for sheet in ("tables", "names", "standings", "bracket"):
        answer = page.request.get(f"/e/{code}/print/{sheet}.pdf")
        assert answer.body().startswith(b"%PDF"), (sheet, answer.status)


def turned(page: Page, code: str, number: int, table: int) -> list[str]:
    """The scores of a table the other way round."""
    tables = page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]
    result = next(one["result"] for one in tables if one["number"] == table)
    return [score.strip() for score in str(result).split("-")][::-1]


def evening(page: Page, name: str, lots: Random) -> str:
    """A shorter evening of the same people, without its final: three rounds through the programs' way."""
    people = ["name", *(f"Player-{n:02}" for n in range(1, 23))]
    code = made(page, "melee", "supermelee", people, name)
    for number in range(1, 5):
        for action in ("pair", "publish"):
            answer = page.request.post(f"/api/events/{code}/{action}?confirm=true", data={})
            assert answer.ok, answer.text()
        for table in page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]:
            entered = {"round": number, "table": table["number"], "result": lots.choice(PETANQUE)}
            assert page.request.post(f"/api/events/{code}/result", data=entered).ok
    assert page.request.post(f"/api/events/{code}/finish?confirm=true", data={}).ok
    return code


PETANQUE = ("13-7", "4-13", "13-12", "0-13", "13-2")


def test_petanque_with_sides_of_three_and_a_final_of_six_in_a_season(hall: Hall) -> None:
    page = hall.director()
    people = ["name", *(f"Player-{n:02}" for n in range(1, 23))]
    lots = Random(2)
    earlier = [evening(page, f"Evening {n}", lots) for n in (1, 2)]
    code = made(page, "melee", "supermelee-final", people, "Evening 3")
    threes: Counter[int] = Counter()
    for number in range(1, 5):
        play(page, code, number, lots, PETANQUE)
        for table in page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]:
            threes.update(p for side in ("first", "second") if len(table[side]) == 3 for p in table[side])
    assert sorted(threes.values()) == [1] * 20 + [2] * 2  # PS1.5
    corrected(page, code, 4, 1, turned(page, code, 4, 1))
    begin(page, code)
    other_entrants(page, code, 4, {"13-0": ["13", "0"], "0-13": ["0", "13"]})
    back_over_the_border(page, code, 2, 5)
    assert to_the_end(page, code, 4, lots, PETANQUE) == 5
    final = page.request.get(f"/api/events/{code}/rounds/5").json()["tables"]
    assert [len(final[0]["first"]), len(final[0]["second"])] == [3, 3]
    finish(page, code)
    assert [row["place"] for row in rows(page, code)[:7]] == [1, 1, 1, 4, 4, 4, 7]
    sound(page, code, f"/{code}/bracket")

    # the three evenings count in a season; the worst of each player falls out (SE13.2)
    page.goto("/collections")
    page.fill("#season-name", "Season of three")
    page.select_option("#preset", "melee.evenings")
    page.locator("#season-name").press("Enter")
    page.wait_for_url(re.compile(r"/collections/[0-9A-Z]{6}$"))
    season = page.url.rsplit("/", 1)[-1]
    for one in (*earlier, code):
        page.select_option("#event", one)
        page.locator('form[action$="/do/count"] button.primary').last.click()
        expect(page.locator(f"#date-{one}")).to_be_visible()
    expect(page.locator("table.season tbody tr")).to_have_count(22)
    table = page.request.get(f"/s/{season}/standings.json").json()["totals"]
    assert [len(row["dropped"]) for row in table] == [1] * 22
    for address in (f"/collections/{season}", f"/s/{season}"):
        page.goto(address)
        assert not faults(page)
    assert page.request.get(f"/s/{season}/standings.pdf").body().startswith(b"%PDF")

    # an evening that is corrected corrects the season (SE8.1)
    answer = page.request.post(f"/api/events/{earlier[0]}/reopen?confirm=true", data={})
    assert answer.ok, answer.text()
    tables = page.request.get(f"/api/events/{earlier[0]}/rounds/4").json()["tables"]
    for one in tables:
        entered = {"round": 4, "table": one["number"], "result": "-".join(turned(page, earlier[0], 4, one["number"]))}
        entered["was"] = one["result"]
        answer = page.request.post(f"/api/events/{earlier[0]}/result?confirm=true", data=entered)
        assert answer.ok, answer.text()
    assert page.request.post(f"/api/events/{earlier[0]}/finish?confirm=true", data={}).ok
    assert page.request.get(f"/s/{season}/standings.json").json()["totals"] != table


def test_card_game_with_penalties_categories_and_prizes(hall: Hall) -> None:
    page = hall.director()
    people = ["name;birth_year", *(f"Player-{n:02};{1970 + 3 * n}" for n in range(1, 19))]
    code = made(page, "redemption", "host-guide", people)
    prizes = {
        "prizes": [
            {"id": "1st", "value": 10000},
            {"id": "2nd", "value": 5000},
            {"id": "best U30", "value": 3000, "category": "U30"},
            {"id": "best O50", "value": 3000, "category": "O50"},
        ],
        "categories": [{"name": "U30", "who": "U30"}, {"name": "O50", "who": "O50"}],
        "year": 2026,
        "currency": "EUR",
    }
    assert page.request.post(f"/api/events/{code}/prizes", data=prizes).ok
    plan(page, code, take="top 8", name="Final")
    lots, results = Random(7), ("5-3", "2-5", "5-0", "1-5", "4-2", "0-5")
    play(page, code, 1, lots, results)
    page.goto(f"/e/{code}/penalties")
    form = page.locator(f'form[action="/e/{code}/penalties/give"]')
    third = page.request.get(f"/api/events/{code}/players").json()["players"][2]["name"]
    form.locator('[name="who"]').fill(third)
    form.locator('[name="kind"]').select_option("points")
    form.locator("summary").click()
    form.locator('[name="amount"]').fill("0.5")
    form.locator('[name="reason"]').fill("third warning")
    form.locator("button.primary").click()
    expect(page.locator("#penalties table")).to_contain_text("−½")
    page.reload()
    form.locator('[name="who"]').fill(third)
    form.locator('[name="kind"]').select_option("appeal")
    form.locator("summary").click()
    form.locator('[name="penalty"]').select_option("1")
    form.locator('[name="reason"]').fill("it was the second")
    form.locator("button.primary").click()
    decision = page.locator('form[action$="/do/decide-appeal"]')
    expect(decision).to_be_visible()
    decision.locator('[name="outcome"]').select_option("upheld")
    decision.locator('[name="reason"]').fill("three are on record")
    decision.locator("button").click()
    expect(decision).to_have_count(0)
    for number in range(2, 6):
        play(page, code, number, lots, results)
    corrected(page, code, 5, 1, turned(page, code, 5, 1))
    begin(page, code)
    other_entrants(page, code, 5, {"5-0": ["5", "0"], "0-5": ["0", "5"]})
    back_over_the_border(page, code, 2, 6)
    assert to_the_end(page, code, 5, lots, ("5-3", "2-5", "5-0", "1-5")) == 8
    finish(page, code)
    page.goto(f"/e/{code}/standings")
    expect(page.locator("#r3")).to_contain_text("−½")
    sound(page, code, f"/{code}/bracket", f"/e/{code}/prizes", f"/e/{code}/player/3", f"/{code}/player/3")
    for sheet in ("prizes", "certificates", "standings"):
        answer = page.request.get(f"/e/{code}/print/{sheet}.pdf")
        assert answer.body().startswith(b"%PDF"), (sheet, answer.status)
