"""The desk leads on: who plays is present, refusals have a way out, a second click is silent, undo names its object."""

from __future__ import annotations

import re

import pytest

from ronda.core.model import Player, Scored, Tournament
from ronda.desk import record_result, rounds
from ronda.desk.players import check_in, pause
from ronda.desk.results import report
from ronda.operations.clock import clock_of
from ronda.store.live_events import standings_of
from ronda.systems import NAMES
from ronda.views.standings import first_criterion
from ronda.web.language import PLACES as HELP_PLACES
from ronda.web.language import TOPICS
from ronda.web.rendering import HERE
from tests.web.conftest import At
from tests.web.helping import somebody

HTMX = {"HX-Request": "true"}


def known(tournament: Tournament, number: int) -> Player:
    return next(player for player in tournament.players if player.id == number)


def arrive(desk: At, code: str, *players: int) -> None:
    for player in players:
        desk.act(code, "check_in", lambda t, player=player: check_in(t, known(t, player)))


def test_who_plays_is_present(desk: At) -> None:
    """Paired with all while one is checked in: from then on everybody at a table is there."""
    code = desk.make(players=6)
    arrive(desk, code, 1)
    desk.draft(code)
    assert desk.tournament(code).here == {1}
    desk.client.post(f"/e/{code}/do/publish", headers=HTMX)
    assert desk.tournament(code).here == {1, 2, 3, 4, 5, 6}
    page = desk.client.get(f"/e/{code}/players").text
    assert page.count('aria-checked="true"') == 6
    assert "/do/check-in" not in page, "nobody is left to be checked in"


def test_who_is_checked_out_after_a_round_is_away(desk: At) -> None:
    code = desk.make(players=6)
    desk.publish(code)
    desk.act(code, "check_in", lambda t: check_in(t, known(t, 2), here=False))
    assert desk.tournament(code).here == {1, 3, 4, 5, 6}


def test_the_primary_button_never_offers_a_round_of_one(desk: At) -> None:
    code = desk.make(players=6)
    arrive(desk, code, 1)
    page = desk.client.get(f"/e/{code}").text
    primary = re.search(r"<[^>]*data-primary[^>]*>", page)
    assert primary is not None
    assert f'href="/e/{code}/who-plays"' in primary[0]  # who is left out is asked, with names
    asked = desk.client.get(f"/e/{code}/who-plays").text
    assert all(f"Player {n}" in asked for n in range(2, 7))
    assert "present" not in re.findall(r'<input type="hidden" name="(\w+)"', asked)  # one alone makes no round
    arrive(desk, code, 2, 3, 4)
    asked = desk.client.get(f"/e/{code}/who-plays", headers=HTMX).text
    assert "Player 5" in asked
    assert "Player 4" not in asked
    assert 'name="present"' in asked


def test_publish_and_start_the_clock_in_one(desk: At) -> None:
    """The system says how long a round lasts: the first button does both; a second click changes nothing."""
    code = desk.make("domino", 8)
    desk.draft(code)
    bar = desk.client.get(f"/e/{code}/part/step-bar").text
    assert bar.count("/do/publish") == 2 * 2
    assert re.search(
        r'name="_clock" value="start">\s*<button class="primary" data-primary>Publish and start 35:00', bar
    )
    for _ in range(2):
        sent = {"_clock": "start", "_next": f"/e/{code}/round/1"}
        answer = desk.client.post(f"/e/{code}/do/publish", data=sent, headers=HTMX)
        assert answer.headers["hx-redirect"] == f"/e/{code}/round/1"
    event = desk.runtime.event(code)
    assert event is not None
    clock = clock_of(desk.runtime.store, event)
    assert clock is not None
    assert clock.running


def test_whoever_publishes_on_the_page_of_the_round_stays_there(desk: At) -> None:
    code = desk.make("domino", 8)
    desk.draft(code)
    here = f"/e/{code}/round/1"
    at = {**HTMX, "HX-Current-URL": f"http://127.0.0.1:8000{here}"}
    for _ in range(2):
        answer = desk.client.post(f"/e/{code}/do/publish", data={"_next": here}, headers=at)
        assert answer.is_success
        assert "hx-redirect" not in answer.headers
    assert desk.tournament(code).rounds[0].status == "published"


def test_publish_only_leaves_the_clock_alone(desk: At) -> None:
    code = desk.make("domino", 8)
    desk.draft(code)
    desk.client.post(f"/e/{code}/do/publish", headers=HTMX)
    event = desk.runtime.event(code)
    assert event is not None
    clock = clock_of(desk.runtime.store, event)
    assert clock is not None
    assert not clock.touched
    bar = desk.client.get(f"/e/{code}/part/step-bar").text
    assert f"/e/{code}/clock/start" in bar  # it can be started from every page
    seen = re.findall(r'name="seen" value="(\d+)"', bar)[0]
    assert desk.client.post(f"/e/{code}/clock/start", data={"seen": seen}, headers=HTMX).status_code == 200
    assert f"/e/{code}/clock/start" not in desk.client.get(f"/e/{code}/part/step-bar").text


def test_who_plays_without_a_clock_is_not_offered_one_first(desk: At) -> None:
    """As the round before was: nobody started a clock there."""
    code = desk.make("domino", 8)
    desk.play(code)
    desk.draft(code)
    bar = desk.client.get(f"/e/{code}/part/step-bar").text
    primary = re.search(r"<button[^>]*data-primary>(.*?)<", bar)
    assert primary is not None
    assert primary[1].strip() == "Publish round 2"


def test_a_disagreement_is_called_so_on_the_desk(desk: At) -> None:
    code = desk.make("redemption", 6)
    desk.publish(code)
    table = desk.tournament(code).rounds[0].tables[0]
    for player, text in ((table.first[0], "5-3"), (table.second[0], "5-1")):
        desk.act(code, "report", lambda t, player=player, text=text: report(t, player, text))
    needs = desk.client.get(f"/e/{code}/part/desk").text.partition('id="needs-title"')[2]
    assert "state-conflict" in needs
    assert "state-one" not in needs
    assert needs.count("/do/result") == 2 * 2  # both scores, each a form


@pytest.mark.parametrize(("system", "headings"), [("domino", ["Pts", "W-L", "Index"])])
def test_the_wall_shows_points_and_what_decides(desk: At, system: str, headings: list[str]) -> None:
    code = desk.make(system, 12)
    desk.play(code)
    page = desk.client.get(f"/wall/{code}?view=standings").text
    heads = page[page.index('class="heads"') : page.index("ranked")]
    assert re.findall(r"<small>(.*?)</small>", heads) == headings


def test_after_the_finish_the_wall_sends_nobody_to_a_table(desk: At) -> None:
    code = desk.make(rounds=1)
    desk.play(code)
    desk.runtime.hall.address = "http://192.168.1.2:8000"
    assert "Your table on your phone" in desk.client.get(f"/wall/{code}").text
    desk.client.post(f"/e/{code}/do/finish", data={"_confirm": "true"}, headers=HTMX)
    assert desk.tournament(code).finished
    assert "Your table on your phone" not in desk.client.get(f"/wall/{code}").text


def test_undo_names_what_it_undoes(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    desk.client.post(f"/e/{code}/do/result", data={"round": 1, "table": 2, "result": "5-3"})
    page = desk.client.get(f"/e/{code}").text
    button = page[page.index("/do/undo") :].partition("</button>")[0]
    assert "table 2" in button
    assert "5-3" in button
    toast = desk.client.post(f"/e/{code}/do/undo", headers=HTMX).text
    assert "Undone" in toast
    assert "table 2" in toast
    again = desk.client.post(f"/e/{code}/do/redo", headers=HTMX).text
    assert "Redone" in again
    assert "table 2" in again


@pytest.mark.parametrize("name", ["pair", "publish"])
def test_a_second_click_says_nothing(desk: At, name: str) -> None:
    code = desk.make()
    if name == "publish":
        desk.draft(code)
    seen = {"_version": desk.runtime.store.load(code).version, "_next": f"/e/{code}/round/1"}  # type: ignore[union-attr]
    first = desk.client.post(f"/e/{code}/do/{name}", data=seen, headers=HTMX)
    second = desk.client.post(f"/e/{code}/do/{name}", data=seen, headers=HTMX)
    assert first.status_code == 200
    assert (second.status_code, second.text) == (204, "")
    assert second.headers["HX-Redirect"] == f"/e/{code}/round/1"
    assert len(desk.tournament(code).rounds) == 1


def test_publishing_what_is_not_there_is_still_refused(desk: At) -> None:
    code = desk.make()
    assert desk.client.post(f"/e/{code}/do/publish", headers=HTMX).status_code == 422


def test_c3_1_a_refusal_comes_with_the_button_that_mends_it(desk: At) -> None:
    code = desk.make("chess", 6, rounds=7)
    refused = desk.client.post(f"/e/{code}/do/pair", headers=HTMX)
    assert refused.status_code == 422
    assert "Set 5 rounds" in refused.text
    assert "Set 5 rounds" in desk.client.get(f"/e/{code}").text
    desk.client.post(f"/e/{code}/do/options", data={"options.rounds": "5"}, headers=HTMX)
    assert desk.client.post(f"/e/{code}/do/pair", headers=HTMX).status_code == 200


def test_the_root_of_the_hall_asks_for_the_code(desk: At) -> None:
    page = desk.elsewhere().get("/")
    assert page.status_code == 401
    assert 'action="/join"' in page.text
    assert 'name="code"' in page.text
    assert 'href="/">' not in page.text.partition("<main")[2]  # no link to itself


def test_who_pauses_is_named_in_the_round(desk: At) -> None:
    code = desk.make("chess", 8, rounds=3)
    desk.play(code)
    desk.act(code, "pause", lambda t: pause(t, known(t, 3)))
    desk.publish(code)
    page = desk.client.get(f"/e/{code}/round/2").text
    assert 'class="away small"' in page
    assert "Player 3" in page.partition('class="away small"')[2].partition("</p>")[0]
    assert 'class="away' not in desk.client.get(f"/e/{code}/round/1").text


@pytest.mark.parametrize("path", ["/", "/guide", "/static/app.css"])
def test_head_is_get_without_a_body(desk: At, path: str) -> None:
    assert (desk.client.head(path).status_code, desk.client.head(path).content) == (200, b"")
    assert desk.client.head("/nowhere/at/all").status_code == 404


PLACES = {
    "/e/{}": "/guide/director#close",
    "/e/{}/players": "/guide/director#players",
    "/e/{}/round/1": "/guide/director#pair",
    "/e/{}/standings": "/guide/player#standings",
    "/e/{}/print": "/guide/director#paper",
    "/e/{}/walls": "/guide/director#wall",
    "/e/{}/log": "/guide/director#undo",
    "/e/{}/settings": "/guide/director#settings",
    "/e/{}/stages": "/guide/director#stages",
    "/{}": "/guide/player#table",
    "/{}/bracket": "/guide/director#stages",
    "/join": "/guide/player#join",
    "/": "/guide/director#create",
    "/sessions": "/guide",
}


def test_help_is_on_every_page_and_opens_at_the_place(desk: At) -> None:
    code = desk.make()
    desk.publish(code)
    for page, place in PLACES.items():
        assert f'href="{place}"' in desk.client.get(page.format(code)).text, page


def test_every_place_of_help_is_in_the_guide(desk: At) -> None:
    for role, topics in TOPICS.items():
        guide = desk.client.get(f"/guide/{role}").text
        assert re.findall(r'<li id="([^"]+)">', guide) == list(topics)
    for template, place in HELP_PLACES.items():
        role, topic = place.split("#")
        assert topic in TOPICS[role], template
        assert (HERE / "templates" / template).exists(), template


def test_a_round_that_departs_from_rules_is_not_said_to_keep_them(desk: At) -> None:
    code = desk.make("domino", 6, rounds=4)
    for _ in range(4):
        desk.play(code)
        if desk.tournament(code).rounds[-1].relaxations:
            break
    round_ = desk.tournament(code).rounds[-1]
    assert round_.relaxations
    told = desk.client.get(f"/e/{code}/round/{round_.number}/check").text
    assert "nothing against the rules" not in told
    assert "stated" in told


def test_another_score_is_no_disagreement_where_only_the_winner_counts(desk: At) -> None:
    code = desk.make("melee", 8)
    desk.publish(code)
    table = desk.tournament(code).rounds[0].tables[0]
    for player, text in ((table.first[0], "13-9"), (table.second[0], "13-11")):
        desk.act(code, "report", lambda t, player=player, text=text: report(t, player, text))
    assert desk.tournament(code).rounds[0].tables[0].result == Scored(13, 9)  # what was said first
    other = desk.tournament(code).rounds[0].tables[1]
    for player, text in ((other.first[0], "13-9"), (other.second[0], "9-13")):
        desk.act(code, "report", lambda t, player=player, text=text: report(t, player, text))
    assert desk.tournament(code).rounds[0].tables[1].result is None
    assert "state-conflict" in desk.client.get(f"/e/{code}/part/desk").text


def test_what_the_swap_breaks_is_still_said_after_it_was_saved(desk: At) -> None:
    code = desk.make("domino", 16)
    desk.draft(code)
    first, second = desk.tournament(code).rounds[0].tables[:2]
    asked = f"/e/{code}/round/1/swap?one={first.first[0]}&other={second.first[1]}"
    before = re.findall(r"<li>(.*?) <small>", desk.client.get(asked).text)
    assert before
    sent = {"one": first.first[0], "other": second.first[1], "_confirm": "true"}
    assert desk.client.post(f"/e/{code}/do/swap", data=sent, headers=HTMX).status_code == 200
    after = desk.client.get(f"/e/{code}/round/1/check").text
    assert all(finding in after for finding in before)


def test_who_pauses_has_a_sign_in_the_cross_table(desk: At) -> None:
    code = desk.make("chess", 8, rounds=3)
    desk.play(code)
    desk.act(code, "pause", lambda t: pause(t, known(t, 3)))
    desk.play(code)
    page = desk.client.get(f"/e/{code}/cross").text
    row = page.partition(">Player 3<")[2].partition("</tr>")[0]
    assert "not in this round" in row


def test_a_refusal_leads_to_where_it_is_mended(desk: At) -> None:
    code = desk.make(players=6, rounds=2)
    desk.publish(code)
    refused = desk.client.post(f"/e/{code}/do/pair", headers=HTMX)
    assert refused.status_code == 422
    assert f"/e/{code}/round/1?table=1" in refused.text
    alone = desk.make(players=1)
    refused = desk.client.post(f"/e/{alone}/do/pair", headers=HTMX)
    assert refused.status_code == 422
    assert f'href="/e/{alone}/players"' in refused.text


def test_after_the_last_round_another_one_is_a_button(desk: At) -> None:
    code = desk.make(players=6, rounds=1)
    desk.play(code)
    page = desk.client.get(f"/e/{code}").text
    assert "Set 2 rounds" in page
    desk.client.post(f"/e/{code}/do/options", data={"options.rounds": "2", "_confirm": "true"}, headers=HTMX)
    assert "Pair round 2" in desk.client.get(f"/e/{code}").text


def test_the_toast_of_undo_and_redo_names_the_thing(desk: At) -> None:
    code = desk.make(players=6)
    desk.play(code)
    undone = desk.client.post(f"/e/{code}/do/undo", headers=HTMX).text
    assert "able 3" in undone
    redone = desk.client.post(f"/e/{code}/do/redo", headers=HTMX).text
    assert "able 3" in redone


def test_what_is_said_names_the_thing_and_takes_it_back(desk: At) -> None:
    """The words of the log, and the button for exactly this action; a helper, who may not undo, has no such button."""
    code = desk.make(players=6)
    told = desk.client.post(f"/e/{code}/do/enter", data={"name": "Renée"}, headers=HTMX)
    assert "Renée entered" in told.text
    back = dict(re.findall(r'name="(\w+)" value="(\d+)"', told.text.partition("/do/undo")[2]))
    assert back == {"_version": told.headers["ronda-version"], "of": told.headers["ronda-version"]}
    undone = desk.client.post(f"/e/{code}/do/undo", data=back, headers=HTMX)
    assert "Undone: " in undone.text
    assert "Ren" in undone.text
    assert "/do/redo" in undone.text
    assert len(desk.tournament(code).players) == 6
    desk.draft(code)
    assert "Round 1 published" in desk.client.post(f"/e/{code}/do/publish", headers=HTMX).text
    helper = somebody(desk, code)
    sent = {"round": 1, "table": 1, "result": "5-3", "_version": desk.runtime.event(code).version}  # type: ignore[union-attr]
    told = helper.post(f"/e/{code}/do/result", data=sent, headers=HTMX)
    assert "table 1" in told.text
    assert "/do/undo" not in told.text


def test_who_is_checked_in_twice_is_here_and_nothing_is_said(desk: At) -> None:
    code = desk.make(players=6)
    for _ in range(2):
        answer = desk.client.post(f"/e/{code}/do/check-in", data={"player": 1}, headers=HTMX)
        assert answer.status_code in (200, 204)
        assert "refused" not in answer.text
    assert desk.tournament(code).here == {1}


def test_before_the_first_round_the_desk_shows_who_is_missing_and_no_places(desk: At) -> None:
    """Not half a page of nothing; and no medals for places that nobody has played for."""
    pairs = ["Ana Mora / Beto Ruiz", "Cleo Paz / Dan Gil", "Eva Sol / Fito Mar", "Gus Rey / Ida Paz"]
    code = desk.make("domino_pairs", names=pairs)
    arrive(desk, code, 2)
    missing = desk.client.get(f"/e/{code}").text.partition('id="missing-title"')[2].partition("</ul>")[0]
    assert re.findall(r"<bdi>(.*?)</bdi>", missing) == [pairs[0], *pairs[2:]], "who is not here"
    desk.publish(code)
    page = desk.client.get(f"/e/{code}").text
    assert 'class="medal' not in page
    assert "<bdi>Ana Mora / Beto Ruiz</bdi>" in page, "two tables: whole names"
    desk.act(code, "result", lambda t: record_result(t, 1, 1, "200-100"))
    page = desk.client.get(f"/e/{code}").text
    assert "Top five" in page
    assert 'class="medal' not in page, "nothing is decided yet"


# --- who leads -----------------------------------------------------------------------------------------------


def sentence(desk: At, code: str, language: str = "en") -> str:
    bar = desk.client.get(f"/e/{code}/part/step-bar?lang={language}").text
    found = re.search(r'<b class="cut" title="([^"]*)"', bar)
    assert found is not None
    return found[1]


@pytest.mark.parametrize("name", NAMES)
def test_when_all_results_are_in_the_bar_says_who_leads(desk: At, name: str) -> None:
    """As the standings have it, by the criterion that counts first."""
    names = ["Ana A", "Bruno B", "Celia C", "Dario D", "Elena E", "Felix F", "Gala G", "Hugo H"]
    if name == "domino_pairs":
        names = [f"{one} / {one}x" for one in names]
    code = desk.make(name, names=names, rounds=5)
    desk.play(code)
    rows = desk.client.get(f"/api/events/{code}/standings").json()["rows"]
    event = desk.runtime.event(code)
    assert event is not None
    first = first_criterion(standings_of(event, 1))
    assert first is not None
    most = rows[0]["criteria"][first]
    ahead = [row["name"] for row in rows if row["criteria"][first] == most]
    said = sentence(desk, code)
    assert said.startswith("All in. ")
    if len(ahead) > 3:
        assert said == f"All in. {len(ahead)} players lead"
    else:
        assert all(one.split()[0].casefold() in said.casefold() for one in ahead)


def test_the_leader_alone_is_named_with_who_follows_and_how_far_behind(desk: At) -> None:
    code = desk.make("dutch", names=["Ana A", "Bruno B", "Celia C", "Dario D"], rounds=3)
    score = {1: "1-0", 2: "1/2-1/2"}
    desk.publish(code)
    for table in (1, 2):
        desk.act(code, "result", lambda t, table=table: record_result(t, 1, table, score[table]))
    rows = desk.client.get(f"/api/events/{code}/standings").json()["rows"]
    names = [row["name"].split()[0] for row in rows]
    assert sentence(desk, code) == f"All in. {names[0]} leads, {names[1]} and {names[2]} ½ behind"
    for language in ("es", "tr", "de", "fr"):
        assert all(name in sentence(desk, code, language) for name in names[:3]), language
    desk.publish(code)
    tournament = desk.tournament(code)
    for seated in tournament.rounds[1].tables:
        leads = seated.first == (rows[0]["player"],)
        result = "1-0" if leads else "0-1" if seated.second == (rows[0]["player"],) else "1/2-1/2"
        desk.act(code, "result", lambda t, n=seated.number, result=result: record_result(t, 2, n, result))
    assert sentence(desk, code).startswith(f"All in. {names[0]} leads, ")
    assert sentence(desk, code).endswith(" one behind")
    desk.play(code)
    assert sentence(desk, code).startswith("All in. ")
    assert "data-primary>Finish the event" in desk.client.get(f"/e/{code}/part/step-bar").text
    desk.act(code, "finish", rounds.finish)
    assert sentence(desk, code).startswith("Finished. ")


def test_who_is_called_like_another_is_called_by_the_whole_name(desk: At) -> None:
    code = desk.make("dutch", names=["Ana Mora", "Ana Paz", "Celia C", "Dario D"], rounds=3)
    desk.play(code)
    assert "Ana Mora" in sentence(desk, code)


def test_again_next_week_has_the_same_people_by_the_same_rules(desk: At) -> None:
    code = desk.make("domino", names=["Ana", "Bruno", "Celia", "Dario", "Elena"], rounds=1)
    own = {"origin": "http://127.0.0.1:8000"}
    put = desk.client.put(f"/api/events/{code}/identity", json={"date": "2026-11-17", "place": "Club"}, headers=own)
    assert put.is_success, put.text
    desk.play(code)
    desk.act(code, "finish", rounds.finish)
    page = desk.client.get(f"/e/{code}").text
    assert "24 November 2026" in page
    made = desk.client.post(f"/e/{code}/desk/again", headers=HTMX)
    other = made.headers["hx-redirect"].rsplit("/", 1)[-1]
    assert other != code
    old, new = desk.tournament(code), desk.tournament(other)
    assert [player.name for player in new.players] == [player.name for player in old.players]
    assert (new.setup.options, new.rounds) == (old.setup.options, ())
    assert new.setup.name == old.setup.name
    face = desk.client.get(f"/api/events/{other}/identity").json()
    assert (face["date"], face["place"]) == ("2026-11-24", "Club")


def test_again_next_week_a_name_with_the_day_has_the_new_one(desk: At) -> None:
    code = desk.make("domino", 4, rounds=1)
    named = desk.client.post(f"/e/{code}/do/rename", data={"name": "Domino, 27 November"}, headers=HTMX)
    assert named.is_success, named.text
    own = {"origin": "http://127.0.0.1:8000"}
    desk.client.put(f"/api/events/{code}/identity", json={"date": "2026-11-27"}, headers=own)
    desk.play(code)
    desk.act(code, "finish", rounds.finish)
    made = desk.client.post(f"/e/{code}/desk/again")
    other = str(made.url).rsplit("/", 1)[-1]
    assert desk.tournament(other).setup.name == "Domino, 4 December"


def test_the_room_has_columns_for_its_tables(desk: At) -> None:
    for players, columns in ((6, 1), (8, 1), (10, 2), (40, 5)):
        code = desk.make(players=players)
        desk.publish(code)
        page = desk.client.get(f"/e/{code}").text
        assert f'data-columns="{columns}"' in page
        assert page.count('id="tile-') == players // 2


def test_the_desk_tells_of_a_round_that_is_over(desk: At) -> None:
    code = desk.make("domino", 12)
    desk.publish(code)
    for table, result in ((2, "200-188"), (1, "200-136"), (3, "164-200")):
        desk.act(code, "result", lambda t, table=table, result=result: record_result(t, 1, table, result))
    told = desk.client.get(f"/e/{code}").text.partition('id="moments-title"')[2].partition("</ul>")[0]
    text = " ".join(re.sub(r"<[^>]+>", " ", told).split())
    assert "2 closest: 200–188 2 first in, after 0 min" in text
