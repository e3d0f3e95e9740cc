"""The desk and its rounds: what to do next, why a table is as it is, changes by hand with what the rules say."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from ronda.desk import record_result, rounds
from ronda.systems import book_of
from ronda.texts import LANGUAGES
from tests.web.conftest import RESULTS, At
from tests.web.helping import somebody

FIELD = re.compile(r'<button class="[^"]*primary[^"]*"[^>]*>|<a class="button[^"]*primary[^"]*"')


def primary(page: str) -> int:
    """How many things a page offers to do next; other buttons of that colour there are none."""
    assert len(FIELD.findall(page)) <= 2, "the next step, and the clock"
    return page.count("data-primary")


def test_the_desk_always_has_one_next_step(desk: At) -> None:
    code = desk.make("redemption", 6, rounds=1)
    helper = somebody(desk, code)

    def says(text: str) -> None:
        for client in (desk.client, helper):
            page = client.get(f"/e/{code}").text
            assert primary(page) == 1
        page = desk.client.get(f"/e/{code}").text
        assert primary(page) == 1
        assert text in page

    says("Pair round 1")
    desk.client.post(f"/e/{code}/do/check-in", data={"player": 1})
    says("who plays?")  # never a round of one
    assert "Player 6" in desk.client.get(f"/e/{code}/who-plays").text
    desk.draft(code)
    says("Publish round 1")
    desk.client.post(f"/e/{code}/do/publish")
    says("/clock/start")
    desk.client.post(f"/e/{code}/clock/start")
    says("3 results are missing")
    for table in (1, 2, 3):
        desk.act(code, "result", lambda t, table=table: record_result(t, 1, table, "5-3"))
    says("Finish the event")
    desk.client.post(f"/e/{code}/do/finish")
    says("Final standings")


def test_no_players_yet(desk: At) -> None:
    code = desk.make(players=0)
    assert "Add players" in desk.client.get(f"/e/{code}").text


@pytest.mark.parametrize("system", RESULTS)
def test_no_page_offers_a_round_that_cannot_be(desk: At, system: str) -> None:
    """With one player there is none in any system: the bar offers what helps, as the desk does."""
    code = desk.make(system, 1)
    for path in ("", "/players", "/settings"):
        page = desk.client.get(f"/e/{code}{path}").text
        assert page.count("data-primary") == 1
        assert "/do/pair" not in page, path
        assert "Add players" in page


def test_a_number_of_rounds_that_cannot_be_is_mended_from_every_page(desk: At) -> None:
    code = desk.make("chess", 6, rounds=9)
    page = desk.client.get(f"/e/{code}/players").text
    assert "/do/pair" not in page
    button = page[page.index('action="/e/', page.index("step-bar")) :]
    fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', button[: button.index("</form>")]))
    assert fields["options.rounds"] == "5"
    assert desk.client.post(f"/e/{code}/do/options", data=fields).is_success
    assert "/do/pair" in desk.client.get(f"/e/{code}/players").text


def test_nobody_is_said_to_be_here_of_nobody(desk: At) -> None:
    code = desk.make(players=0)
    assert "0 of 0" not in desk.elsewhere().get(f"/wall/{code}").text


def test_helpers_see_no_buttons_of_others(desk: At) -> None:
    code = desk.make("redemption", 6)
    desk.draft(code)
    helper = somebody(desk, code)
    for path in ("", "/round/1"):
        page = helper.get(f"/e/{code}{path}").text
        assert not re.findall(r"/do/(publish|discard|undo|redo|pair|approve)", page)
        assert "data-swapping" not in page
    assert helper.get(f"/e/{code}/round/1/swap?one=1&other=2").status_code == 403
    assert desk.elsewhere().get(f"/e/{code}/round/1").status_code == 401


@pytest.mark.parametrize("system", RESULTS)
def test_a_round_with_its_reasons_and_its_check(desk: At, system: str) -> None:
    code = desk.make(system, 11, names=["<b>x</b>", *(f"P{n}" for n in range(2, 12))])
    desk.play(code)
    desk.draft(code)
    page = desk.client.get(f"/e/{code}/round/2").text
    assert "<b>x</b>" not in page
    assert "&lt;b&gt;x" in page
    round_ = desk.tournament(code).rounds[1]
    for query in [f"table={round_.tables[0].number}", *(f"player={bye.player}" for bye in round_.byes)]:
        part = desk.client.get(f"/e/{code}/round/2/why?{query}", headers={"hx-request": "true"})
        assert part.text.strip().startswith('<div class="why"')
        assert "No reasons are stored" not in part.text
        assert "<h1>" in desk.client.get(f"/e/{code}/round/2/why?{query}").text
    assert desk.client.get(f"/e/{code}/round/2/check").status_code == 200


def test_what_does_not_exist(desk: At) -> None:
    code = desk.make("redemption", 6)
    desk.play(code)
    for path in (
        "round/2",
        "round/0",
        "round/-1",
        "round/x",
        "round/1/why",
        "round/1/why?table=9",
        "round/1/why?player=1",
    ):
        assert desk.client.get(f"/e/{code}/{path}").status_code in (400, 404), path
    assert desk.client.get(f"/e/{code}/round/1/swap?one=1&other=2").status_code == 404


def test_a_swap_says_what_it_breaks_before_it_is_saved(desk: At) -> None:
    code = desk.make("redemption", 4)
    desk.play(code)
    desk.draft(code)
    first, second = desk.tournament(code).rounds[1].tables
    met = next(table for table in desk.tournament(code).rounds[0].tables if first.first[0] in table.players)
    old = next(player for player in met.players if player != first.first[0])
    asked = f"one={first.second[0]}&other={old}"
    preview = desk.client.get(f"/e/{code}/round/2/swap?{asked}").text
    assert "Save anyway" in preview
    assert "Keep as it is" in preview
    version = re.search(r'name="_version" value="(\d+)"', preview)
    assert version is not None
    assert desk.tournament(code).rounds[1].tables == (first, second)
    fields = {"one": first.second[0], "other": old, "_version": version[1]}
    assert desk.client.post(f"/e/{code}/do/swap", data=fields, follow_redirects=False).status_code == 303
    assert desk.tournament(code).rounds[1].by_hand
    assert desk.client.post(f"/e/{code}/do/swap", data=fields).status_code == 409  # decided on what was seen
    assert "changed by hand" in desk.client.get(f"/e/{code}/round/2").text
    tables = desk.client.get(f"/e/{code}/round/2/swap?kind=tables&one=1&other=2")
    assert "/do/swap-tables" in tables.text
    same = desk.client.get(f"/e/{code}/round/2/swap?one=1&other=1")
    assert "change nothing" in same.text


def test_a_forced_round_is_approved_with_name_and_reason(desk: At) -> None:
    code = desk.make("domino", 4, rounds=4)
    desk.play(code)
    for _ in range(3):
        desk.draft(code)
        if desk.tournament(code).rounds[-1].forced:
            break
        desk.client.post(f"/e/{code}/do/publish")
        desk.act(code, "result", lambda t: record_result(t, len(t.rounds), 1, "200-100"))
    number = len(desk.tournament(code).rounds)
    page = desk.client.get(f"/e/{code}/round/{number}").text
    assert "/do/approve" in page
    assert "/do/publish" not in page
    assert "View the draft" in desk.client.get(f"/e/{code}").text
    assert desk.client.post(f"/e/{code}/do/publish").status_code == 422
    approval = {"by": "Dora", "reason": "four players"}
    assert desk.client.post(f"/e/{code}/do/approve", data=approval, follow_redirects=False).status_code == 303
    page = desk.client.get(f"/e/{code}/round/{number}").text
    assert "Dora" in page
    assert "/do/publish" in page


def test_c5_5_an_impossible_round_offers_the_ways_out(desk: At) -> None:
    code = desk.make("chess", 6, rounds=5)
    for _ in range(3):
        desk.play(code)
    stayed = four_without_a_round(desk, code)
    for player in {1, 2, 3, 4, 5, 6} - stayed:
        assert desk.client.post(f"/e/{code}/do/leave", data={"player": player}, follow_redirects=False).is_redirect
    answer = desk.client.post(f"/e/{code}/do/pair")
    assert answer.status_code == 422
    assert all(words in answer.text for words in ("C5.5", "/do/finish", 'name="last_resort" value="true"'))
    htmx = desk.client.post(f"/e/{code}/do/pair", headers={"HX-Request": "true"})
    assert "fewest rematches" in htmx.text
    assert "<html" not in htmx.text
    assert len(desk.tournament(code).rounds) == 3
    made = desk.client.post(f"/e/{code}/do/pair", data={"last_resort": "true"}, follow_redirects=False)
    assert made.status_code == 303
    page = desk.client.get(f"/e/{code}/round/4").text
    assert "meet again" in page
    assert "/do/approve" in page
    assert desk.client.post(f"/e/{code}/do/publish").status_code == 422
    assert "0 violations" not in page
    desk.client.post(f"/e/{code}/do/approve", data={"by": "Dora", "reason": "two went home"})
    assert desk.client.post(f"/e/{code}/do/publish", follow_redirects=False).status_code == 303
    assert "Dora" in desk.client.get(f"/e/{code}/round/4").text


def four_without_a_round(desk: At, code: str) -> set[int]:
    """Four of the players of whom no two tables can be made without a rematch."""
    book = book_of(desk.tournament(code))
    for four in combinations(range(1, 7), 4):
        a, *others = four
        splits = [((a, b), tuple(p for p in others if p != b)) for b in others]
        if all(any(q in book.met(p) for p, q in split) for split in splits):
            return set(four)
    raise AssertionError("every four of them could go on")


def test_a_draft_that_was_taken_back_says_so(desk: At) -> None:
    code = desk.make("redemption", 6)
    desk.draft(code)
    desk.client.post(f"/e/{code}/do/discard")
    assert "was discarded" in desk.client.get(f"/e/{code}/part/round/1").text
    assert desk.client.get(f"/e/{code}/round/1").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language(desk: At, language: str) -> None:
    code = desk.make("domino", 10)
    desk.play(code)
    desk.draft(code)
    for path in ("", "/round/2", "/round/2/why?table=1", "/round/2/check", "/round/2/swap?one=1&other=2"):
        page = desk.client.get(f"/e/{code}{path}{'&' if '?' in path else '?'}lang={language}")
        assert page.status_code == 200
        assert "web." not in page.text, path


def test_parts_come_in_the_language_of_their_page(desk: At) -> None:
    """Of a page that was opened in one (`?lang=`), whatever the reader chose before."""
    code = desk.make("domino", 10)
    desk.draft(code)
    desk.client.cookies.set("lang", "es")
    page = f"http://testserver/e/{code}/round/1?lang=de&x=1#check"
    for address, found in ((page, "de"), (page.replace("lang=de", "lang=xx"), "en"), (page.partition("?")[0], "es")):
        part = desk.client.get(f"/e/{code}/round/1/check", headers={"HX-Request": "true", "HX-Current-URL": address})
        expected = desk.client.get(f"/e/{code}/round/1/check?lang={found}", headers={"HX-Request": "true"})
        assert part.text == expected.text
    assert part.text != desk.client.get(f"/e/{code}/round/1/check?lang=de").text


def test_a_draft_says_who_meets_again(desk: At) -> None:
    """Four who play more rounds than they have opponents; partners are told apart from opponents."""
    code = desk.make("redemption", players=4, rounds=4)
    desk.draft(code)
    assert "How new" not in desk.client.get(f"/e/{code}/round/1").text, "nobody has met anybody"
    desk.act(code, "discard", rounds.discard)
    for _ in range(3):
        desk.play(code)
    desk.draft(code)
    page = desk.client.get(f"/e/{code}/round/4").text
    assert page.count("opponents again") == 2
    assert "all new" not in page
    desk.act(code, "publish", rounds.publish)
    assert desk.client.get(f"/e/{code}/round/4").text.count("opponents again") == 2


def test_a_finished_event_offers_to_be_opened_again(desk: At) -> None:
    code = desk.make("redemption", players=4, rounds=1)
    desk.play(code)
    assert "/do/reopen" not in desk.client.get(f"/e/{code}/round/1").text
    desk.act(code, "finish", rounds.finish)
    page = desk.client.get(f"/e/{code}/round/1").text
    assert f"/e/{code}/do/reopen" in page
    assert "data-enters" not in page
