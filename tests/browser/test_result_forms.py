"""Results typed into the grid of a round, in each of the forms that an event can have: by keyboard alone, from table to
table."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.hall import PHONE, Hall, faults, width_overflow
from tests.browser.test_public import NAMES, hall

__all__ = ["hall"]

PEOPLE = (*NAMES, "Gala Barquero", "Hugo Valleverde")


def begun(hall: Hall, options: dict[str, object], players: tuple[str, ...] = PEOPLE, preset: str = "") -> str:
    """An event whose first round is out."""
    api = hall.person().request
    event = {"system": "swiss", "name": "Club night", "options": options, "players": [{"name": one} for one in players]}
    made = api.post("/api/events", data={**event, "preset": preset} if preset else event)
    assert made.ok, made.text()
    code = str(made.json()["code"])
    for action in ("pair", "publish"):
        assert api.post(f"/api/events/{code}/{action}", data={}).ok
    return code


def opened(hall: Hall, code: str, size: tuple[int, int] = (1280, 720)) -> Page:
    page = hall.person(size)
    page.goto(f"/e/{code}/round/1")
    return page


def at_table(page: Page, table: int) -> None:
    """The cursor stands there, and what is typed goes into its first field."""
    expect(page.locator("tr.chosen")).to_have_attribute("data-pick", str(table))


def stands(page: Page, table: int, result: str) -> None:
    row = page.locator(f'#table-{table}:is([data-state="in"], [data-state="not_played"])')
    expect(row).to_have_attribute("data-result", result)


def test_who_won_is_one_key_and_draws_have_none_where_there_are_none(hall: Hall) -> None:
    code = begun(hall, {"form": "winner", "draws": False, "rounds": 3})
    page = opened(hall, code)
    at_table(page, 1)
    expect(page.locator(".keys button")).to_have_text(["1 1–0", "0 0–1"])
    page.keyboard.press("=")
    page.keyboard.press("1")
    at_table(page, 2)
    page.keyboard.press("0")
    at_table(page, 3)
    page.keyboard.press("+")
    at_table(page, 4)
    page.keyboard.press("1")
    for table, result in enumerate(("1-0", "0-1", "+--", "1-0"), start=1):
        stands(page, table, result)


def test_a_score_to_a_target_has_a_key_for_it_and_says_what_is_too_high(hall: Hall) -> None:
    code = begun(hall, {"form": "score", "target": 7, "ending": "exact", "draws": False, "rounds": 3})
    page = opened(hall, code)
    at_table(page, 1)
    page.keyboard.press("Space")
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    at_table(page, 2)
    page.keyboard.type("5")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    at_table(page, 3)
    page.keyboard.type("8-3")
    page.keyboard.press("Enter")
    expect(page.locator("#problem-3")).to_contain_text("7")
    stands(page, 1, "7-3")
    stands(page, 2, "5-7")
    at_table(page, 4)


def test_any_score_is_taken_and_a_very_high_one_is_asked_about(hall: Hall) -> None:
    code = begun(hall, {"form": "score", "rounds": 3})
    page = opened(hall, code)
    expect(page.locator(".hint kbd")).to_have_text(["↵"])  # no number that one key could stand for
    page.keyboard.type("412")
    page.keyboard.press("Enter")
    page.keyboard.type("388")
    page.keyboard.press("Enter")
    at_table(page, 2)
    stands(page, 1, "412-388")
    code = begun(hall, {"form": "score", "target": 100, "rounds": 3})
    page = opened(hall, code)
    for typed in ("161", "20"):
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
    at_table(page, 2)
    page.locator("#problem-1 button.primary").click()
    stands(page, 1, "161-20")


def test_games_are_a_figure_each(hall: Hall) -> None:
    code = begun(hall, {"form": "games", "best_of": 3, "time": True, "rounds": 3})
    page = opened(hall, code)
    at_table(page, 1)
    page.keyboard.type("2-1")
    page.keyboard.press("Enter")
    at_table(page, 2)
    page.keyboard.type("2-0-1")  # the last one is stored by itself
    at_table(page, 3)
    page.keyboard.type("111")
    at_table(page, 4)
    page.keyboard.type("3-0")
    page.keyboard.press("Enter")
    expect(page.locator("#problem-4")).to_contain_text("3")
    for table, result in enumerate(("2-1", "2-0-1", "1-1-1"), start=1):
        stands(page, table, result)


def test_games_without_draws_need_no_enter_and_a_single_one_is_one_key(hall: Hall) -> None:
    code = begun(hall, {"form": "games", "best_of": 5, "draws": False, "rounds": 3})
    page = opened(hall, code)
    page.keyboard.type("31")
    at_table(page, 2)
    page.keyboard.type("2")
    page.keyboard.press("Space")
    at_table(page, 3)
    stands(page, 1, "3-1")
    stands(page, 2, "2-3")
    code = begun(hall, {"form": "games", "best_of": 1, "draws": False, "rounds": 3})
    page = opened(hall, code)
    page.keyboard.type("10")
    at_table(page, 3)
    stands(page, 1, "1-0")
    stands(page, 2, "0-1")


def test_sets_fill_in_one_after_the_other_and_store_themselves_when_it_is_decided(hall: Hall) -> None:
    code = begun(hall, {"rounds": 3}, preset="table-tennis")
    page = opened(hall, code)
    row, fields = page.locator("#table-1"), page.locator(".set-fields input")
    at_table(page, 1)
    expect(fields).to_have_count(5)
    for typed, value in (("7", "11–7"), ("-9", "9–11"), ("5", "11–5")):
        page.keyboard.type(typed)
        page.keyboard.press("Space")
        expect(fields.nth(("7", "-9", "5").index(typed))).to_have_value(value)
    expect(row.locator(".score")).to_have_text("2–1")
    page.keyboard.type("11-10")
    page.keyboard.press("Space")
    expect(page.locator("#problem-1")).to_contain_text("Set 4 cannot end 11-10. Possible: 11-0 … 11-9, 12-10")
    expect(fields.nth(3)).to_be_focused()
    assert faults(page) == []
    page.keyboard.type("10")
    expect(page.locator("#problem-1")).to_have_count(0)
    page.keyboard.press("Space")
    at_table(page, 2)
    stands(page, 1, "11-7 9-11 11-5 12-10")
    expect(row.locator(".score")).to_have_text("3–1")
    expect(row.locator("td.sets span")).to_have_text(["11–7", "9–11", "11–5", "12–10"])
    for _ in range(3):  # after the third there is no field left
        page.keyboard.type("4")
        page.keyboard.press("Space")
    at_table(page, 3)
    page.keyboard.type("--+")
    page.keyboard.press("Enter")
    at_table(page, 4)
    stands(page, 2, "11-4 11-4 11-4")
    stands(page, 3, "--+")
    page.keyboard.type("4 4 -3 4 ")
    expect(page.locator("tr.chosen")).to_have_count(0)
    stands(page, 4, "11-4 11-4 3-11 11-4")


def test_a_set_is_corrected_where_it_stands_and_what_is_not_over_is_refused(hall: Hall) -> None:
    code = begun(hall, {"rounds": 3}, preset="table-tennis")
    page = opened(hall, code)
    page.keyboard.type("4 4 4 ")
    at_table(page, 2)
    stands(page, 1, "11-4 11-4 11-4")
    page.keyboard.press("ArrowUp")
    at_table(page, 1)
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Replace").click()
    at_table(page, 2)
    stands(page, 1, "11-8 11-4 11-4")
    page.keyboard.type("4 4 ")
    page.keyboard.press("Enter")  # in the empty third field: it ended here
    expect(page.locator("#problem-2")).to_contain_text("best of 5")
    page.locator("#problem-2").get_by_role("button", name="Correct").click()
    expect(page.locator(".set-fields input").nth(1)).to_have_value("11–4")


@pytest.mark.parametrize("size", [(1280, 720), PHONE])
def test_sets_fit_the_screen_and_both_reports_are_told_with_their_sets(hall: Hall, size: tuple[int, int]) -> None:
    code = begun(hall, {"rounds": 3}, preset="table-tennis")
    api = hall.person().request
    seats = api.get(f"/api/events/{code}/rounds/1").json()["tables"][0]
    for player, result in ((seats["first"][0], "11-7 11-9 11-5"), (seats["second"][0], "11-7 11-8 11-5")):
        mark = api.get(f"/api/events/{code}/players/{player}/link").json()["mark"]
        said = api.post(f"/api/phones/{code}/{mark}/report", data={"result": result})
        assert said.ok, said.text()
    page = opened(hall, code, size)
    expect(page.locator("#claims-1")).to_contain_text("3–0 (11–7 11–8 11–5)")
    page.locator("#table-2 .tile").click()
    expect(page.locator("tr.chosen .set-fields input").first).to_be_focused()
    assert width_overflow(page) <= 0
    assert faults(page) == []
    page.goto(f"/e/{code}")
    expect(page.locator(".needs .claims")).to_contain_text("11–8")
    assert width_overflow(page) <= 0


def test_without_scripts_a_result_is_typed_as_it_is_written(hall: Hall) -> None:
    code = begun(hall, {"rounds": 3}, preset="table-tennis")
    page = hall.browser.new_context(base_url=hall.url, java_script_enabled=False, locale="en").new_page()
    page.goto(f"/e/{code}/round/1?table=2")
    page.fill('#table-2 input[name="result"]', "7 -9 5 10")
    page.click("#table-2 form button")
    expect(page.locator("#table-2 td.sets span")).to_have_text(["11–7", "9–11", "11–5", "12–10"])


def whole_event(hall: Hall, rounds: int) -> Page:
    """Words on a board, all of it at the desk: the round is paired and published in the bar, every score typed."""
    page = opened(
        hall, begun(hall, {"rounds": rounds, "meetings": 2 if rounds >= len(PEOPLE) else 1}, preset="scrabble")
    )
    for number in range(1, rounds + 1):
        if number > 1:
            for words in (f"Pair round {number}", "Publish"):
                page.locator("[data-primary]", has_text=words).click()
            page.wait_for_url(f"**/round/{number}")
        expect(page.locator("#round[data-playing] thead .first")).to_contain_text("Player 1 (starts)")
        for table in range(1, 5):
            at_table(page, table)
            for score in (300 + 7 * table + 11 * number, 330 + 5 * number - 13 * table):
                page.keyboard.type(str(score))
                page.keyboard.press("Enter")
        expect(page.locator('#round tr[data-state="in"]')).to_have_count(4)
    return page


def proved(page: Page, rounds: int) -> None:
    """Nothing is against the rules, and the last round went straight down the list."""
    code = page.url.split("/e/")[1][:6]
    for number in range(1, rounds + 1):
        checked = page.request.get(f"/api/events/{code}/rounds/{number}/check").json()
        assert checked["holds"], checked
    last = page.request.get(f"/api/events/{code}/rounds/{rounds}").json()
    assert {one["code"] for one in last["reasons"]} == {"straight"}
    met = {frozenset((*one["first"], *one["second"])) for one in last["tables"]}
    before = page.request.get(f"/api/events/{code}/standings?after={rounds - 1}").json()["rows"]
    order = [one["player"] for one in before]
    assert met == {frozenset(order[at : at + 2]) for at in range(0, 8, 2)}


def test_an_evening_of_words_of_three_rounds(hall: Hall) -> None:
    proved(whole_event(hall, 3), 3)


@pytest.mark.soak
def test_an_evening_of_words_of_seven_rounds(hall: Hall) -> None:
    proved(whole_event(hall, 7), 7)
