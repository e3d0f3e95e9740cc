"""The order of the standings in the settings of an event (CR9, CR1.4)."""

from __future__ import annotations

import html
import re

import pytest

from ronda.core.facts import OptionsChanged
from ronda.systems import NAMES
from ronda.tiebreaks.library import LIBRARY
from tests.web.conftest import At

HTMX = {"hx-request": "true"}


def page(desk: At, code: str, **asked: str) -> str:
    answer = desk.client.get(f"/e/{code}/settings/standings", params=asked)
    assert answer.status_code == 200
    return html.unescape(answer.text)


def chosen(shown: str) -> list[str]:
    """The codes of the list as it is proposed, in their order."""
    listed = re.search(r'<form class="lists".*?name="order" value="([^"]*)"', shown, re.DOTALL)
    assert listed
    return listed[1].split(", ")


@pytest.mark.parametrize("system", NAMES)
def test_every_system_offers_its_criteria_and_keeps_what_is_chosen(desk: At, system: str) -> None:
    code = desk.make(system, players=9, rounds=4)
    for played in range(3):
        shown = page(desk, code)
        assert "criterion." not in shown
        assert "This order is in force." in shown
        wished = re.findall(r'name="add" value="([^"]+)"', shown)
        assert wished, system
        tried = page(desk, code, order=", ".join(chosen(shown)), add="wins" if "wins" in wished else wished[0])
        assert "This order is in force." not in tried
        assert len(chosen(tried)) >= len(chosen(shown))
        desk.play(code)
        assert ("there is nothing to compare" in tried.lower()) is (played == 0)
    last = chosen(page(desk, code, order=", ".join(chosen(page(desk, code))), add="lot"))
    assert last[-1] == "lot"
    answer = desk.client.post(
        f"/e/{code}/do/options", data={"options.order": ", ".join(last), "by": "Ana", "_confirm": "true"}, headers=HTMX
    )
    assert answer.status_code == 200, answer.text
    assert chosen(page(desk, code)) == last
    for path in ("standings", "player/3", "log"):
        assert "criterion." not in desk.client.get(f"/e/{code}/{path}").text.replace("/criterion.", ""), path


def test_buttons_move_take_out_and_add(desk: At) -> None:
    code = desk.make("swiss", players=6)
    assert chosen(page(desk, code)) == ["points", "buchholz/1", "buchholz", "berger", "wins"]
    order = "points, buchholz, wins, lot"
    for press, after in (
        ({"up": "wins"}, ["points", "wins", "buchholz", "lot"]),
        ({"down": "points"}, ["buchholz", "points", "wins", "lot"]),
        ({"out": "buchholz"}, ["points", "wins", "lot"]),
        ({"add": "berger/1"}, ["points", "buchholz", "wins", "berger/1", "lot"]),
        ({"up": "points"}, ["points", "buchholz", "wins", "lot"]),
        ({"down": "wins"}, ["points", "buchholz", "wins", "lot"]),  # a lot stays the last
        ({"up": "lot"}, ["points", "buchholz", "wins", "lot"]),
        ({"up": "nothing"}, ["points", "buchholz", "wins", "lot"]),
    ):
        assert chosen(page(desk, code, order=order, **press)) == after, press
    assert 'data-said="Wins: 2 of 4"' in page(desk, code, order=order, up="wins")


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ("points, omv", "is “omw” meant?"),
        ("points, wins, wins", "“wins” is in the list twice."),
        ("points, margin", "“margin” says nothing here: results here say who won, not by how much."),
        ("points, lot, wins", "A lot can only be the last in the list"),
    ],
)
def test_a_bad_list_is_refused_where_it_is_typed_and_everywhere(desk: At, order: str, said: str) -> None:
    code = desk.make("swiss", players=6)
    shown = page(desk, code, order=order)
    assert said in shown
    assert f'value="{order}"' in shown
    assert chosen(shown)[0] == "points"
    answer = desk.client.post(f"/e/{code}/do/options", data={"options.order": order}, headers=HTMX)
    assert answer.status_code == 422
    assert said in html.unescape(answer.text)


def test_what_says_nothing_here_says_why(desk: At) -> None:
    """CR7.1."""
    shown = page(desk, desk.make("robin", players=6))
    assert "Off: everybody meets everybody here" in shown
    assert "Off: results here say who won, not by how much" in shown
    assert 'value="sos"' not in shown
    assert "Off: partners are drawn anew here" in page(desk, desk.make("domino", players=8))
    unrated = desk.make("swiss", names=["Ana", "Bo", "Cem", "Dee"])
    desk.play(unrated)
    assert "Off: nobody has such a value today" in page(desk, unrated)


def test_every_criterion_of_the_library_has_a_name_and_a_sentence(desk: At) -> None:
    code = desk.make("redemption", players=6)
    shown = page(desk, code)
    assert {one.partition("/")[0] for one in re.findall(r'name="add" value="([^"]+)"', shown)} >= LIBRARY.keys() - {
        "points",
        "margin",
    }


def test_after_round_1_a_name_is_asked_for_and_kept(desk: At) -> None:
    """CR1.4."""
    code = desk.make("swiss", players=8)
    assert 'name="by"' not in page(desk, code, order="wins")
    for _ in range(2):
        desk.play(code)
    shown = page(desk, code, order="points, wins")
    assert 'name="by" required' in shown
    moving = len(re.findall(r'<tr class="moved">', shown))
    assert f"Use this order: {moving} move" in shown
    fields = {"options.order": "points, wins", "_confirm": "true"}
    refused = desk.client.post(f"/e/{code}/do/options", data=fields, headers=HTMX)
    assert refused.status_code == 422
    assert "needs the name" in refused.text
    done = desk.client.post(f"/e/{code}/do/options", data={**fields, "by": " Ana  Lima "}, headers=HTMX)
    assert done.status_code == 200
    stored = desk.runtime.store.load(code)
    assert stored is not None
    assert stored.facts[-1] == OptionsChanged({"order": "points, wins"}, "Ana Lima")
    assert "Ana Lima" in desk.client.get(f"/e/{code}/log").text
    back = page(desk, code, order="")
    assert chosen(back) == ["points", "buchholz/1", "buchholz", "berger", "wins"]
    assert "This order is in force." not in back


def test_a_finished_event_keeps_its_order(desk: At) -> None:
    code = desk.make("swiss", players=4, rounds=1)
    desk.play(code)
    desk.client.post(f"/e/{code}/do/finish", data={"_confirm": "true"})
    shown = page(desk, code)
    assert "The event is finished: its rules stay" in shown
    assert 'name="add"' not in shown


def test_the_lot_of_an_event_is_drawn_when_it_ends(desk: At) -> None:
    """CR8: until then level players share a place that is to be drawn; then everybody has a number."""
    code = desk.make("swiss", players=6, rounds=1)
    desk.client.post(f"/e/{code}/do/options", data={"options.order": "points, lot"})
    desk.play(code)
    assert "lot to be drawn" in desk.client.get(f"/{code}/standings").text
    desk.client.post(f"/e/{code}/do/finish", data={"_confirm": "true"})
    after = desk.client.get(f"/{code}/standings").text
    assert "lot to be drawn" not in after
    assert f"seed {desk.tournament(code).lot}" in after
    assert not re.search(r"<small>shared</small>", after)
