"""Walls and what they show: chosen at the desk, kept beside the facts; announcements."""

from __future__ import annotations

import re

import pytest

from ronda.core.facts import Finished
from ronda.desk import record_result
from ronda.web.runtime import Runtime
from ronda.web.settings import ServerSettings
from ronda.web.walls import LONGEST_TEXT, MOST_WALLS, WALLS, Wall, Walls
from tests.web.conftest import At
from tests.web.test_wall import shown, wall


def form(desk: At, code: str, action: str) -> dict[str, str]:
    """The hidden fields of a form on the page of the walls."""
    page = desk.client.get(f"/e/{code}/walls").text
    found = re.search(rf'<form method="post" action="/e/{code}{action}">(.*?)</form>', page, re.S)
    assert found, action
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', found[1]))


def choose(desk: At, code: str, number: int, **fields: str) -> int:
    answer = desk.client.post(f"/e/{code}/walls/{number}", data={**form(desk, code, f"/walls/{number}"), **fields})
    return answer.status_code


def test_the_desk_chooses_what_a_wall_shows(desk: At) -> None:
    code = desk.make("chess", players=10)
    desk.publish(code)
    assert shown(wall(desk, code)) == ["names", "tables"]
    for scene in ("tables", "names", "room", "standings", "clock", "podium", "bracket", "text"):
        assert choose(desk, code, 1, scene=scene) == 200
        assert shown(wall(desk, code)) == [scene]
        assert desk.client.get(f"/wall/{code}/now").json()["stamp"] == f"round 1 {scene}"
    assert choose(desk, code, 1, scene="join") == 200
    assert 'id="welcome"' in wall(desk, code)
    assert choose(desk, code, 1, scene="auto") == 200
    assert shown(wall(desk, code)) == ["names", "tables"]
    assert shown(wall(desk, code, view="tables")) == ["tables"], "an address of its own still decides"


def test_each_wall_has_its_own_scene(desk: At) -> None:
    code = desk.make("chess", players=10)
    desk.publish(code)
    assert desk.client.post(f"/e/{code}/walls", data=form(desk, code, "/walls") | {"do": "add"}).status_code == 200
    assert choose(desk, code, 2, scene="clock", name="Foyer") == 200
    assert shown(desk.elsewhere().get(f"/wall/{code}/2").text) == ["clock"]
    assert shown(wall(desk, code, wall="2")) == ["clock"]
    assert shown(wall(desk, code)) == ["names", "tables"]
    assert "Foyer" in desk.client.get(f"/e/{code}/walls").text
    assert desk.elsewhere().get(f"/wall/{code}/{MOST_WALLS + 1}").status_code == 404
    assert choose(desk, code, 2, do="remove") == 200
    assert len(desk.runtime.setting(code, WALLS).walls) == 1


def test_walls_survive_a_restart_and_nothing_is_there_to_undo(place: ServerSettings, desk: At) -> None:
    code = desk.make("chess")
    before = desk.client.get(f"/e/{code}/walls").text
    version = desk.runtime.event(code).version  # type: ignore[union-attr]
    choose(desk, code, 1, scene="text", text="Lunch until 14:00\nRoom B", light="true", name="Stage")
    assert desk.runtime.event(code).version == version  # type: ignore[union-attr]
    again = Runtime(place)
    try:
        assert again.setting(code, WALLS).walls == (Wall("Stage", "text", "Lunch until 14:00\nRoom B", light=True),)
    finally:
        again.store.close()
    page = wall(desk, code)
    assert "Lunch until 14:00\nRoom B" in page
    assert 'data-wall="light"' in page
    assert before != desk.client.get(f"/e/{code}/walls").text


def test_two_who_decide_at_once(desk: At) -> None:
    code = desk.make("chess")
    seen = form(desk, code, "/walls/1")
    assert choose(desk, code, 1, scene="clock") == 200
    answer = desk.client.post(f"/e/{code}/walls/1", data={**seen, "scene": "text"})
    assert answer.status_code == 409
    assert desk.runtime.setting(code, WALLS).wall(1).scene == "clock"
    assert desk.client.post(f"/e/{code}/walls/1", data={"scene": "text"}).status_code == 428
    assert desk.client.post(f"/e/{code}/walls/7", data={**seen, "scene": "text"}).status_code == 404


def test_text_has_bounds(desk: At) -> None:
    code = desk.make("chess")
    assert choose(desk, code, 1, text="x" * (LONGEST_TEXT + 1)) == 422
    assert choose(desk, code, 1, text="safe\u202etxt") == 422
    assert choose(desk, code, 1, name="x" * 41) == 422
    assert choose(desk, code, 1, scene="text", text="<script>alert(1)</script>") == 200
    assert "<script>alert" not in wall(desk, code)


def test_there_are_only_so_many_walls(desk: At) -> None:
    code = desk.make("chess")
    for _ in range(MOST_WALLS - 1):
        desk.client.post(f"/e/{code}/walls", data=form(desk, code, "/walls") | {"do": "add"})
    assert len(desk.runtime.setting(code, WALLS).walls) == MOST_WALLS
    assert desk.client.post(f"/e/{code}/walls", data=form(desk, code, "/walls") | {"do": "add"}).status_code == 422


def test_walls_of_one_scene_share_the_list(desk: At) -> None:
    walls = Walls((Wall(scene="names"), Wall(scene="clock"), Wall(scene="names")), share=True)
    assert [walls.part(number) for number in (1, 2, 3, 4)] == [(1, 2), (1, 1), (2, 2), (1, 1)]
    code = desk.make("chess", players=30, rounds=7)
    desk.publish(code)
    desk.runtime.amend(code, WALLS, lambda _: walls)
    first, second = (set(re.findall(r"Player \d+", wall(desk, code, wall=n))) for n in ("1", "3"))
    assert len(first) == len(second) == 15
    assert not first & second


def staged(desk: At, entrants: int) -> str:
    """An event whose final has begun, its first round on the wall."""
    code = desk.make("redemption", players=entrants)
    planned = {"stages": [{"kind": "elimination", "take": f"top {entrants}", "third": "match"}]}
    for action, body in (("stages", planned), ("begin-stage", {})):
        answer = desk.client.post(f"/api/events/{code}/{action}", json=body)
        assert answer.is_success, answer.text
    desk.publish(code)
    return code


def heads(page: str) -> list[list[str]]:
    """The columns of each page of the bracket."""
    parts = page.split('data-panel="bracket"')[1:]
    return [re.findall(r'<section class="column[^"]*"><h3>([^<]+)</h3>', part) for part in parts]


def matches(page: str) -> list[int]:
    return [part.count('<div class="match') for part in page.split('data-panel="bracket"')[1:]]


def test_a_bracket_is_on_the_wall_as_large_as_can_be_read(desk: At) -> None:
    code = staged(desk, 32)
    page = desk.client.get(f"/wall/{code}/bracket").text
    assert heads(page) == [["Round of 32", "Round of 16", "Quarter-finals", "Semi-finals"]] * 2, "a half on each page"
    assert matches(page) == [15, 15]
    assert page.count("Player 32<") == 1
    assert 'class="at-table"' in page


def test_rounds_that_are_over_give_way(desk: At) -> None:
    code = staged(desk, 32)
    for table in desk.tournament(code).rounds[-1].tables:
        desk.act(code, "result", lambda t, n=table.number: record_result(t, 1, n, "5-3"))
    assert shown(wall(desk, code)) == ["bracket", "results"], "by itself, between the rounds"
    desk.publish(code)
    page = desk.client.get(f"/wall/{code}?view=bracket").text
    assert heads(page) == [["Round of 16", "Quarter-finals", "Semi-finals", "Final"]]


def test_who_has_won_stands_in_the_next_column_before_it_is_paired(desk: At) -> None:
    """On wall, page and paper, with a word that it may change; a match that nobody has reached stays empty."""
    code = staged(desk, 8)
    table = desk.tournament(code).rounds[-1].tables[0]
    desk.act(code, "result", lambda t: record_result(t, 1, table.number, "5-3"))
    names = {player.id: player.name for player in desk.tournament(code).players}
    winner, loser = names[table.first[0]], names[table.second[0]]
    for path in (f"/wall/{code}/bracket", f"/{code}/bracket"):
        before, _, ahead = desk.client.get(path).text.partition("Semi-finals")
        ahead = ahead.partition(">Final<")[0]
        assert ahead.lstrip().startswith("<small>not paired yet</small>"), path
        assert f"<bdi>{winner}</bdi>" in before, path
        assert f"<bdi>{winner}</bdi>" in ahead, path
        assert f"<bdi>{loser}</bdi>" not in ahead, path
        assert ahead.count(" provisional") == 1
        assert before.count(" provisional") == 0, "what is played is certain"
    semi = desk.client.get(f"/api/events/{code}/stages").json()["stages"][0]["trees"][0]["columns"][1]["matches"]
    assert [match["provisional"] for match in semi] == [True, False]
    assert [side["name"] for side in semi[0]["sides"]] == [winner, ""]
    assert desk.client.get(f"/e/{code}/print/bracket.pdf").status_code == 200


def test_st3_6_where_the_next_round_is_seeded_anew_nobody_stands_there_yet(desk: At) -> None:
    code = desk.make("redemption", players=8)
    planned = {"stages": [{"kind": "elimination", "take": "top 8", "reseed": True}]}
    for action, body in (("stages", planned), ("begin-stage", {})):
        desk.client.post(f"/api/events/{code}/{action}", json=body)
    assert "not paired yet" in desk.client.get(f"/{code}/bracket").text, "the first round is known and not paired"
    desk.publish(code)
    desk.act(code, "result", lambda t: record_result(t, 1, 1, "5-3"))
    assert "not paired yet" not in desk.client.get(f"/{code}/bracket").text


def test_a_small_bracket_shows_its_winner_and_third_place(desk: At) -> None:
    code = staged(desk, 4)
    assert heads(wall(desk, code, view="bracket")) == [["Semi-finals", "Final"]]
    for number in (1, 2):
        if number == 2:
            desk.publish(code)
        for table in desk.tournament(code).rounds[-1].tables:
            desk.act(code, "result", lambda t, n=table.number, r=number: record_result(t, r, n, "5-3"))
    page = wall(desk, code, view="bracket")
    assert heads(page) == [["Semi-finals", "Final", "Winner"]]
    assert "Third place" in page
    assert matches(page) == [4]


def test_without_stages_the_scene_says_so(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    assert "Nothing" in wall(desk, code, view="bracket") or "empty" in wall(desk, code, view="bracket")
    assert desk.elsewhere().get(f"/wall/{code}/bracket?light=1").status_code == 200


def test_a_scene_of_a_later_release_is_the_automatic_one() -> None:
    assert WALLS.read({"walls": [{"scene": "hologram"}]}).walls == (Wall(),)
    assert WALLS.read(None) == Walls()


def test_a_full_hall_finds_its_tables_first(desk: At) -> None:
    """Everybody's name is there within 20 seconds: nothing else comes between until half of the results are in."""
    code = desk.make("chess", players=160, rounds=12)
    desk.publish(code)
    assert shown(wall(desk, code)) == ["names"]
    stamp = desk.client.get(f"/wall/{code}/now").json()["stamp"]
    for number in range(1, 41):
        desk.act(code, "result", lambda t, n=number: record_result(t, 1, n, "1-0"))
    assert shown(wall(desk, code)) == ["names", "tables"]
    assert desk.client.get(f"/wall/{code}/now").json()["stamp"] != stamp


def test_three_tables_need_no_list_of_names(desk: At) -> None:
    code = desk.make("chess", players=6)
    desk.publish(code)
    assert shown(wall(desk, code)) == ["tables"]


def test_who_moved_since_the_round_before(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.play(code)
    assert "data-was" not in wall(desk, code, view="standings")
    desk.play(code)
    page = wall(desk, code, view="standings")
    assert page.count("data-was") == 8
    assert "▲" in page
    assert "▼" in page


def test_the_podium_with_who_comes_behind(desk: At) -> None:
    code = desk.make("redemption", players=8, rounds=1)
    assert "Nothing to show yet" in wall(desk, code, view="podium")
    desk.play(code)
    assert "Provisional" in wall(desk, code, view="podium")
    desk.act(code, "finish", lambda _: Finished())
    page = wall(desk, code, view="podium")
    assert "All results on your phone" in page, "nobody has a table any more"
    assert "Your table on your phone" not in page
    assert "All results on your phone" in desk.elsewhere().get(f"/wall/{code}/part").text
    assert 'class="pods"' in page
    assert 'class="behind"' in page


def test_the_room_has_a_tile_for_each_table(desk: At) -> None:
    code = desk.make("domino", players=16)
    desk.publish(code)
    desk.act(code, "result", lambda t: record_result(t, 1, 2, "200-100"))
    page = wall(desk, code, view="room")
    states = re.findall(r'class="tile is-(\w+)" data-tile="(\d+)"', page)
    assert states == [("missing", "1"), ("in", "2"), ("missing", "3"), ("missing", "4")]


def test_before_the_hall_is_open_there_is_no_code_that_nobody_can_open(desk: At) -> None:
    code = desk.make("chess")
    assert 'class="qr"' not in desk.client.get(f"/wall/{code}").text
    page = wall(desk, code, view="tables")
    assert 'class="qr"' in page
    assert "192.168.1.2:8000/join" in page


def test_an_announcement_is_on_walls_and_phones_until_it_is_taken_down(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    mark = desk.runtime.mark(code, 1)
    pages = [f"/wall/{code}", f"/wall/{code}/part", f"/p/{code}/{mark}", f"/p/{code}/{mark}/part"]
    told = form(desk, code, "/announce") | {"text": "Lunch at one", "do": "announce"}
    assert desk.client.post(f"/e/{code}/announce", data=told).status_code == 200
    for page in pages:
        assert "Lunch at one" in desk.elsewhere().get(page).text, page
    assert desk.client.post(f"/e/{code}/announce", data=told).status_code == 409, "it was written on an empty page"
    down = form(desk, code, "/announce") | {"do": "take_down", "text": ""}
    assert desk.client.post(f"/e/{code}/announce", data=down).status_code == 200
    for page in pages:
        assert "Lunch at one" not in desk.elsewhere().get(page).text, page


@pytest.mark.parametrize("text", ["x" * (LONGEST_TEXT + 1), "a\u200bb"])
def test_an_announcement_that_cannot_be_read_is_refused(desk: At, text: str) -> None:
    code = desk.make("chess")
    told = form(desk, code, "/announce") | {"text": text, "do": "announce"}
    assert desk.client.post(f"/e/{code}/announce", data=told).status_code == 422
    assert desk.runtime.setting(code, WALLS).announcement == ""


def test_a_clock_of_a_round_that_is_over_is_not_shown(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.play(code)
    assert desk.client.get(f"/wall/{code}/now").json()["clock"] is None


def test_the_api_knows_the_walls(desk: At) -> None:
    code = desk.make("chess")
    plain = {"name": "", "scene": "auto", "text": "", "light": False}
    at = f"/api/events/{code}/walls"
    assert desk.client.get(at).json() == {"walls": [plain], "share": False, "voice": False, "announcement": ""}
    wanted = {"walls": [{**plain, "scene": "clock"}, plain], "share": True, "voice": True, "announcement": "Lunch"}
    assert desk.client.put(at, json=wanted).json() == wanted
    announced = desk.runtime.setting(code, WALLS).announced
    assert announced > 0
    desk.client.put(at, json={**wanted, "voice": False})
    assert desk.runtime.setting(code, WALLS).announced == announced, "it is not said once more"
    assert desk.client.put(at, json={"walls": [plain] * (MOST_WALLS + 1)}).status_code == 422
    assert desk.client.put(at, json={"walls": [{"name": "x" * 41}]}).status_code == 422
    assert desk.client.put(at, json={"walls": [{"scene": "nonsense"}]}).status_code == 400
    assert desk.client.put(at, json={"walls": [], "announcement": "x" * (LONGEST_TEXT + 1)}).status_code == 422


def test_a_scene_that_would_show_nothing_is_not_offered(desk: At) -> None:
    code = desk.make("redemption", players=4)

    def offered() -> set[str]:
        return set(re.findall(r'name="scene" value="(\w+)"', desk.client.get(f"/e/{code}/walls").text))

    assert offered() == {"auto", "join", "text"}
    desk.publish(code)
    assert offered() == {"auto", "join", "text", "tables", "names", "room", "clock", "standings"}
    assert choose(desk, code, 1, scene="podium") == 200
    assert "podium" in offered(), "what was chosen stays"
