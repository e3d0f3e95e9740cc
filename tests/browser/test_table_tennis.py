"""An evening of table tennis: the sets of every table are typed on the phones of its two players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.hall import PASSWORD, Hall, faults, raw_keys, width_overflow
from tests.browser.whole import finish, made, proved, publish, rows
from tests.web.serving import free_port, serving

Sets = Sequence[tuple[int, int]]
NAMES = ("Ana", "Bo", "Cy", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lea")
ROUNDS = 4  # that halve twelve down to one
MATCHES: tuple[Sets, ...] = (
    ((11, 7), (11, 9), (11, 5)),
    ((11, 7), (9, 11), (11, 5), (12, 10)),
    ((4, 11), (11, 3), (8, 11), (16, 14), (11, 9)),
)


@pytest.fixture(scope="module")
def hall(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    port = free_port()
    with serving(str(tmp_path_factory.mktemp("hall") / "ronda.db"), port, host="0.0.0.0", password=PASSWORD):
        yield Hall(chromium, f"http://127.0.0.1:{port}")


def turned(sets: Sets) -> Sets:
    return [(theirs, ours) for ours, theirs in sets]


def fill(phone: Page, sets: Sets) -> None:
    """Line by line: the next one is there until the match is decided."""
    form = phone.locator("#phone form.report").first
    for number, (ours, theirs) in enumerate(sets, start=1):
        expect(form.locator("[data-set]:visible")).to_have_count(number)
        form.locator(f"#ours{number}").fill(str(ours))
        form.locator(f"#theirs{number}").fill(str(theirs))


def send(phone: Page, sets: Sets) -> None:
    fill(phone, sets)
    form = phone.locator("#phone form.report").first
    expect(form.locator("[data-set]:visible")).to_have_count(len(sets))
    form.locator("button.primary").click()


def tables(page: Page, code: str, number: int) -> list[tuple[int, int]]:
    found = page.request.get(f"/api/events/{code}/rounds/{number}").json()["tables"]
    return [(table["first"][0], table["second"][0]) for table in found]


def seated(phone: Page, state: str) -> None:
    expect(phone.locator(f'#phone[data-state="{state}"]')).to_be_visible()


def test_sets_on_two_phones_of_one_table(hall: Hall) -> None:
    page = hall.director()
    code = made(page, "swiss", "table-tennis", ["name", *NAMES[:2]])
    publish(page, code, 1)
    one, other = (hall.phone(code, name) for name in NAMES[:2])
    fill(one, ((11, 7), (12, 5)))
    one.locator("#phone form.report button.primary").click()
    expect(one.locator(".sets [data-set]:nth-of-type(2) .field-error")).to_contain_text("12–10")
    assert not faults(one)
    one.locator("#ours2").fill("11")
    one.locator("#ours3").fill("11")
    one.locator("#theirs3").fill("5")
    expect(one.locator("[data-set]:visible")).to_have_count(3)
    one.locator("#phone form.report button.primary").click()
    seated(one, "reported")
    seated(other, "asked")
    expect(other.locator(".ending")).to_contain_text("0–3")
    expect(other.locator(".each")).to_contain_text("7–11")
    other.locator("#phone .result details summary").first.click()
    send(other, ((7, 11), (5, 11), (6, 11)))
    for phone in (one, other):
        seated(phone, "disputed")
        assert width_overflow(phone) <= 0
        assert not [*faults(phone), *raw_keys(phone)]
    other.get_by_role("button", name="The other side is right").click()
    for phone in (one, other):
        seated(phone, "stored")
    finish(page, code)
    assert [row["criteria"]["points"] for row in rows(page, code)] == [2, 1]
    proved(page, code)


@pytest.mark.soak
def test_an_evening_of_twelve_with_all_sets_on_phones(hall: Hall) -> None:
    page = hall.director()
    code = made(page, "swiss", "table-tennis", ["name", *NAMES])
    phones = {at: hall.phone(code, name) for at, name in enumerate(NAMES, start=1)}
    lots = Random(3)
    for number in range(1, ROUNDS + 1):
        publish(page, code, number)
        for first, second in tables(page, code, number):
            sets = lots.choice(MATCHES)
            seated(phones[first], "playing")
            send(phones[first], sets if lots.random() < 0.5 else turned(sets))
            seated(phones[second], "asked")
            phones[second].locator("#phone .result button.primary").first.click()
            seated(phones[first], "stored")
            seated(phones[second], "stored")
    finish(page, code)
    played = rows(page, code)
    assert len(played) == len(NAMES)
    assert sum(row["criteria"]["points"] for row in played) == 3 * 6 * ROUNDS, "two for a win, one for a defeat"
    for phone in phones.values():
        seated(phone, "finished")
    assert not [*faults(phones[1]), *raw_keys(phones[1])]
    proved(page, code)
