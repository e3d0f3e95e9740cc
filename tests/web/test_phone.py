"""A player's phone: what it shows in every state, and what it may say."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from ronda.core.facts import ByeRequested, Finished
from ronda.core.model import OptionValue, Result, Scored
from ronda.desk import leave, record_result, rounds
from ronda.desk.results import report
from ronda.desk.settings import change_options
from ronda.operations.event_settings import Display
from ronda.texts import LANGUAGES
from ronda.views.seat import from_side
from tests.sampling import in_turn
from tests.web.conftest import RESULTS, At

HTMX = {"hx-request": "true"}


def path_of(desk: At, code: str, player: int) -> str:
    return f"/p/{code}/{desk.runtime.mark(code, player)}"


def look(desk: At, code: str, player: int, language: str = "en") -> str:
    answer = desk.elsewhere().get(f"{path_of(desk, code, player)}?lang={language}")
    assert answer.status_code == 200
    return answer.text


def state(desk: At, code: str, player: int) -> str:
    return look(desk, code, player).partition('data-state="')[2].partition('"')[0]


def tell(desk: At, code: str, player: int, name: str, **fields: str) -> tuple[int, str]:
    """What the phone does: it sends, and looks again when that is stored."""
    path = path_of(desk, code, player)
    answer = desk.elsewhere().post(f"{path}/tell/{name}", data=fields, headers=HTMX)
    if answer.status_code != 204:
        return answer.status_code, answer.text
    assert not answer.content
    return 200, desk.elsewhere().get(f"{path}/part").text


def sides(desk: At, code: str, number: int = 1) -> tuple[tuple[int, ...], tuple[int, ...]]:
    table = next(table for table in desk.tournament(code).rounds[-1].tables if table.number == number)
    return table.first, table.second


def test_before_the_first_round_a_player_checks_in(desk: At) -> None:
    code = desk.make(names=("Ana", "Luis"))
    assert state(desk, code, 1) == "before"
    assert "I am here" in look(desk, code, 1)
    status, page = tell(desk, code, 1, "arrive")
    assert status == 200
    assert "You are checked in." in page
    assert desk.tournament(code).here == {1}


def test_a_draft_is_not_shown(desk: At) -> None:
    code = desk.make("chess")
    desk.draft(code)
    assert state(desk, code, 1) == "before"
    desk.act(code, "publish", rounds.publish)
    assert state(desk, code, 1) == "playing"


def test_who_rests_is_told_why(desk: At) -> None:
    code = desk.make("chess", players=5)
    desk.publish(code)
    (bye,) = desk.tournament(code).rounds[-1].byes
    assert state(desk, code, bye.player) == "resting"
    assert "has the bye" in look(desk, code, bye.player)


def test_who_left_is_told_so(desk: At) -> None:
    code = desk.make("chess", players=6)
    desk.play(code)
    desk.act(code, "leave", lambda t: leave(t, t.players[0]))
    desk.publish(code)
    assert state(desk, code, 1) == "left"


@pytest.mark.parametrize("system", sorted(RESULTS))
def test_both_sides_say_the_same_and_it_is_stored(desk: At, system: str) -> None:
    code = desk.make(system, players=8)
    desk.publish(code)
    first, second = sides(desk, code)
    status, page = tell(desk, code, first[0], "report", result=RESULTS[system], round="1")
    assert (status, 'data-state="reported"' in page, "Saved" in page) == (200, True, False)
    assert state(desk, code, second[0]) == "asked"
    status, page = tell(desk, code, second[0], "report", result=RESULTS[system], round="1")
    assert (status, 'data-state="stored"' in page, "Saved" in page) == (200, True, True)
    assert state(desk, code, first[0]) == "stored"


def test_own_points_come_first_on_either_side(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.publish(code)
    first, second = sides(desk, code)
    tell(desk, code, second[1], "report", ours="200", theirs="120", round="1")
    assert list(desk.tournament(code).reports[1].values()) == [Scored(120, 200)]
    page = look(desk, code, second[0])
    assert "200–120" in page
    assert "You won" in page
    page = look(desk, code, first[0])
    assert "120–200" in page
    assert "You lost" in page
    assert 'value="120-200"' in page  # what one tap confirms


def test_different_reports_go_to_the_desk(desk: At) -> None:
    code = desk.make("melee", players=8)
    desk.publish(code)
    first, second = sides(desk, code)
    tell(desk, code, first[0], "report", ours="13", theirs="7")
    tell(desk, code, second[0], "report", ours="13", theirs="9")
    for player in (*first, *second):
        page = look(desk, code, player)
        assert 'data-state="disputed"' in page
        assert "Go to the desk together" in page
    tell(desk, code, second[0], "report", ours="7", theirs="13")
    assert state(desk, code, first[0]) == "stored"


def test_a_report_can_be_taken_back(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    first, _ = sides(desk, code)
    tell(desk, code, first[0], "report", result="1-0")
    status, _ = tell(desk, code, first[0], "withdraw")
    assert status == 200
    assert state(desk, code, first[0]) == "playing"


def test_wrong_points_are_explained_and_stay_typed(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.publish(code)
    _, second = sides(desk, code)
    status, page = tell(desk, code, second[0], "report", ours="150", theirs="150")
    assert status == 422
    assert "there are no draws" in page
    assert page.count('value="150"') == 2
    assert not desk.tournament(code).reports


def test_doubtful_points_ask_first(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.publish(code)
    _, second = sides(desk, code)
    status, page = tell(desk, code, second[0], "report", ours="900", theirs="10")
    assert status == 422
    assert "900–10 is unusual" in page
    assert 'value="10-900"' in page
    assert not desk.tournament(code).reports
    status, _ = tell(desk, code, second[0], "report", result="10-900", sure="true")
    assert status == 200
    assert desk.tournament(code).reports


def test_the_same_report_twice_counts_once(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    first, second = sides(desk, code)
    for _ in range(2):
        status, _ = tell(desk, code, first[0], "report", result="1-0", _key="k1")
        assert status == 200
    version = desk.runtime.event(code)
    assert version is not None
    tell(desk, code, second[0], "report", result="1-0", _key="k2")
    status, page = tell(desk, code, second[0], "report", result="1-0", _key="k2")
    assert (status, "Saved" in page) == (200, True)


def test_a_report_of_an_earlier_round_is_not_used(desk: At) -> None:
    code = desk.make("chess", players=8)
    desk.play(code)
    desk.publish(code)
    first, _ = sides(desk, code)
    status, page = tell(desk, code, first[0], "report", result="1-0", round="1")
    assert status == 422
    assert "was for round 1" in page
    assert not desk.tournament(code).reports


def test_without_reports_there_is_no_form_and_no_report(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    desk.show(code, Display(reports=False))
    first, _ = sides(desk, code)
    page = look(desk, code, first[0])
    assert "take the slip to the desk" in page
    assert "/tell/report" not in page
    status, answer = tell(desk, code, first[0], "report", result="1-0")
    assert status == 422
    assert "not reported by phone" in answer
    assert not desk.tournament(code).reports


def test_a_phone_touches_nothing_but_its_own_table(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    first, _ = sides(desk, code)
    for name in ("pair", "result", "undo", "check-in"):
        assert desk.elsewhere().post(f"{path_of(desk, code, first[0])}/tell/{name}").status_code == 404
    version = desk.runtime.store.load(code)
    assert version is not None


def test_names_are_hidden_but_the_own(desk: At) -> None:
    code = desk.make("redemption", names=("Ana Pérez", "Luis Gómez", "Eva Ruiz", "Max Weiß"))
    desk.publish(code)
    desk.show(code, Display(names="number"))
    page = look(desk, code, 1)
    assert "Ana Pérez" in page
    assert not [name for name in ("Gómez", "Ruiz", "Weiß") if name in page]


def test_a_wrong_or_ended_link_is_not_found_and_counted(desk: At) -> None:
    code = desk.make("chess")
    path = path_of(desk, code, 1)
    phone = desk.elsewhere("10.0.0.9")
    assert phone.get(path).status_code == 200
    desk.show(code, replace(desk.runtime.display(code), editions={"1": 1}))
    assert phone.get(path).status_code == 404
    statuses = [phone.get(f"/p/{code}/1-AAAAAAAAAA").status_code for _ in range(30)]
    assert statuses[0] == 404
    assert statuses[-1] == 429


def test_names_are_escaped(desk: At) -> None:
    code = desk.make("redemption", names=("<b>x</b>", "<script>alert(1)</script>"))
    desk.publish(code)
    page = look(desk, code, 1)
    assert "<b>x</b>" not in page
    assert "<script>alert" not in page


def test_places_and_past_results(desk: At) -> None:
    code = desk.make("chess", players=6)
    desk.play(code)
    page = look(desk, code, 1)
    assert "after round 1" in page
    assert "You won" in page
    desk.publish(code)
    assert "after round 1" in look(desk, code, 1)


def test_at_the_end_stands_the_final_place(desk: At) -> None:
    code = desk.make("redemption", players=6, rounds=1)
    desk.play(code)
    desk.act(code, "finish", lambda _: Finished())
    assert state(desk, code, 2) == "finished"
    assert "Final place" in look(desk, code, 2)


def test_without_javascript_a_form_leads_back_to_the_page(desk: At) -> None:
    code = desk.make("chess")
    desk.publish(code)
    first, _ = sides(desk, code)
    path = path_of(desk, code, first[0])
    answer = desk.elsewhere().post(f"{path}/tell/report", data={"result": "1-0"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, path)
    refused = desk.elsewhere().post(f"{path}/tell/report", data={"result": "7"}, follow_redirects=False)
    assert refused.status_code == 422
    assert "<!doctype html>" in refused.text


@pytest.mark.parametrize(("system", "language"), in_turn(sorted(RESULTS), list(LANGUAGES)))
def test_every_state_in_every_language(desk: At, system: str, language: str) -> None:
    """No text is missing: a key would show as itself."""
    code = desk.make(system, players=10)
    pages = [look(desk, code, 1, language)]
    desk.publish(code)
    pages += [look(desk, code, player, language) for player in range(1, 11)]
    first, second = sides(desk, code)
    desk.act(code, "report", lambda t: report(t, first[0], RESULTS[system]))
    pages += [look(desk, code, player, language) for player in (*first, *second)]
    desk.act(code, "result", lambda t: record_result(t, 1, 1, RESULTS[system]))
    pages.append(look(desk, code, first[0], language))
    assert not [page for page in pages if "web." in page.replace("web.archive", "")]


def test_a_result_can_be_from_side() -> None:
    assert from_side(Scored(1, 2), 1) == Scored(2, 1)
    assert from_side(Scored(1, 2), 0) == Scored(1, 2)


def test_the_page_is_small(desk: At) -> None:
    """A cheap phone on bad Wi-Fi: a few kilobytes beside what it keeps."""
    code = desk.make("domino", players=16)
    desk.publish(code)
    answer = desk.elsewhere().get(path_of(desk, code, 1), headers={"accept-encoding": "gzip"})
    assert int(answer.headers.get("content-length", "0")) < 5000


# --- byes that players ask for -----------------------------------------------------------------------------


def leaving_byes_to_players(desk: At, what: str, last: int = 1, rounds_planned: int = 5) -> str:
    code = desk.make("dutch", players=7, rounds=rounds_planned)
    desk.act(code, "options", lambda t: change_options(t, {"phone_byes": what, "phone_byes_last": last}))
    return code


def offered(page: str) -> list[str]:
    return re.findall(r'<option value="(\d+ \w)">', page)


def test_byes_are_not_asked_for_on_the_phone_unless_the_event_says_so(desk: At) -> None:
    code = desk.make("dutch", players=7, rounds=5)
    assert "tell/ask-bye" not in look(desk, code, 2)
    status, page = tell(desk, code, 2, "ask-bye", wish="3 H")
    assert status == 422
    assert "Ask at the desk." in page
    assert desk.tournament(code).players[1].byes == ()


def test_a_bye_is_asked_for_on_the_phone_and_given(desk: At) -> None:
    code = leaving_byes_to_players(desk, "half_1")
    assert offered(look(desk, code, 2)) == ["1 H", "1 Z", "2 H", "2 Z", "3 H", "3 Z", "4 H", "4 Z", "5 Z"]
    status, page = tell(desk, code, 2, "ask-bye", wish="1 H")
    assert status == 200
    assert "Round 1: half point" in page
    assert offered(page) == ["1 Z", "2 Z", "3 Z", "4 Z", "5 Z"], "one with points each"
    assert "Byes in round 1" in desk.client.get(f"/e/{code}").text, "the desk sees it before it pairs"
    desk.publish(code)
    assert ("H", 2) in [(bye.kind, bye.player) for bye in desk.tournament(code).rounds[0].byes]
    (asked,) = (entry for entry in desk.runtime.store.log(code) or () if isinstance(entry.fact, ByeRequested))
    assert asked.actor == "#2"


def test_the_bounds_of_byes_on_the_phone_hold_whatever_is_sent(desk: At) -> None:
    code = leaving_byes_to_players(desk, "half_1", last=2)
    said = {wish: tell(desk, code, 2, "ask-bye", wish=wish) for wish in ("4 H", "3 F", "9 Z")}
    assert "In the last 2 rounds there is no bye with points on request." in said["4 H"][1]
    assert "A bye of this kind cannot be asked for here" in said["3 F"][1]
    assert "There is no round 9: planned are 5." in said["9 Z"][1]
    assert desk.tournament(code).players[1].byes == ()
    assert tell(desk, code, 2, "ask-bye", wish="2 H")[0] == 200
    assert "No further bye with points is possible." in tell(desk, code, 2, "ask-bye", wish="3 H")[1]
    assert tell(desk, code, 2, "ask-bye", wish="2 Z")[0] == 200, "for the same round another kind is no second one"
    assert tell(desk, code, 2, "ask-bye", wish="3 H")[0] == 200
    assert desk.tournament(code).players[1].byes == ((2, "Z"), (3, "H"))
    for wish in ("", "x", "3 X", "-1 H", "99999999 H"):
        assert tell(desk, code, 2, "ask-bye", wish=wish)[0] == 400, wish


def test_a_bye_is_taken_back_on_the_phone_until_its_round_is_paired(desk: At) -> None:
    code = leaving_byes_to_players(desk, "half_2")
    tell(desk, code, 2, "ask-bye", wish="1 H")
    tell(desk, code, 2, "ask-bye", wish="2 H")
    assert look(desk, code, 2).count("Play after all</button>") == 2
    desk.publish(code)
    assert look(desk, code, 2).count("Play after all</button>") == 1
    status, page = tell(desk, code, 2, "ask-bye", wish="1")
    assert (status, "Round 1 has already been made." in page) == (422, True)
    assert tell(desk, code, 2, "ask-bye", wish="2")[0] == 200
    assert desk.tournament(code).players[1].byes == ((1, "H"),)


def test_what_the_desk_gave_is_not_taken_back_on_the_phone(desk: At) -> None:
    code = leaving_byes_to_players(desk, "zero")
    desk.act(code, "bye", lambda _: ByeRequested(2, 3, "F"))
    page = look(desk, code, 2)
    assert "Round 3: full point" in page
    assert "Play after all" not in page
    assert offered(page) == ["1 Z", "2 Z", "4 Z", "5 Z"]
    for wish in ("3", "3 Z"):
        assert tell(desk, code, 2, "ask-bye", wish=wish)[0] == 422
    assert desk.tournament(code).players[1].byes == ((3, "F"),)


@pytest.mark.parametrize("language", LANGUAGES)
def test_byes_on_the_phone_in_every_language(desk: At, language: str) -> None:
    code = leaving_byes_to_players(desk, "half_2", last=2)
    tell(desk, code, 2, "ask-bye", wish="1 H")
    path = path_of(desk, code, 2)
    refused = desk.elsewhere().post(f"{path}/tell/ask-bye?lang={language}", data={"wish": "5 H"}, headers=HTMX).text
    for page in (look(desk, code, 2, language), refused, desk.client.get(f"/e/{code}/settings?lang={language}").text):
        assert not re.search(r"(web|option|refusal)\.[a-z]+\.?[a-z_]*\b(?<!web\.archive)", re.sub(r"<[^>]*>", "", page))


# --- the forms of a result (AG2) ----------------------------------------------------------------------------

SETS: dict[str, OptionValue] = {"form": "sets", "best_of": 5, "set_target": 11, "draws": False}


def in_form(desk: At, **options: OptionValue) -> tuple[str, int, int]:
    """An event with its first round, and who sits first and second at table 1."""
    code = desk.make("swiss", players=4, rounds=2)
    desk.act(code, "options", lambda t: change_options(t, {"first": "slide", **options}))
    desk.publish(code)
    (first,), (second,) = sides(desk, code)
    return code, first, second


def lines(text: str) -> dict[str, str]:
    """What stands in the lines of a match, own side first."""
    return {
        f"{side}{n}": value
        for n, one in enumerate(text.split(), start=1)
        for side, value in zip(("ours", "theirs"), one.split("-"), strict=True)
    }


def result(desk: At, code: str) -> Result | None:
    return next(table.result for table in desk.tournament(code).rounds[-1].tables if table.number == 1)


def test_ag2_2_who_won_is_one_of_the_names(desk: At) -> None:
    code, first, second = in_form(desk)
    page = look(desk, code, second)
    buttons = re.findall(r'name="result" value="([^"]*)".*?>(.*?)</button>', page, re.DOTALL)
    assert [(value, re.sub(r"<[^>]*>", "", text).strip()) for value, text in buttons] == [
        ("0-1", f"Player {second} I won"),
        ("½-½", "Draw"),
        ("1-0", f"Player {first} I lost"),
    ]
    assert "Draw</button>" not in look(desk, *in_form(desk, draws=False)[:2])
    assert tell(desk, code, second, "report", result="0-1")[0] == 200
    assert "You lost" in look(desk, code, first), "in the reader's words"
    assert tell(desk, code, first, "report", result="0-1", sure="true")[0] == 200
    assert result(desk, code) == Scored(0, 1)


def test_ag2_4_games_with_those_that_were_drawn(desk: At) -> None:
    code, first, second = in_form(desk, form="games", time=True, win="3", draw="1")
    page = look(desk, code, second)
    assert all(f'id="{name}"' in page for name in ("ours", "theirs", "drawn"))
    assert 'id="drawn"' not in look(desk, *in_form(desk, form="games", draws=False)[:2])
    status, page = tell(desk, code, second, "report", ours="2", theirs="2", drawn="")
    assert (status, "“2-2” is not possible" in page) == (422, True)
    assert re.search(r'id="ours"[^>]*value="2"', page), "what was typed stays"
    assert tell(desk, code, second, "report", ours="1", theirs="0", drawn="1")[0] == 200
    assert "0–1–1" in look(desk, code, first)
    assert tell(desk, code, first, "report", ours="1", theirs="0", drawn="1")[0] == 200
    assert state(desk, code, first) == state(desk, code, second) == "disputed"
    assert tell(desk, code, first, "report", ours="0", theirs="1", drawn="1")[0] == 200
    assert result(desk, code) == Scored(0, 1, 1)


def test_ag2_5_sets_line_by_line_own_side_first(desk: At) -> None:
    code, first, second = in_form(desk, **SETS)
    assert re.findall(r'id="(ours\d|theirs\d)"', look(desk, code, first)) == [
        f"{side}{n}" for n in range(1, 6) for side in ("ours", "theirs")
    ]
    assert tell(desk, code, second, "report", **lines("11-7 9-11 11-5 12-10"))[0] == 200
    page = look(desk, code, first)
    assert ("1–3" in page, "7–11" in page, "10–12" in page) == (True, True, True), "turned for the reader"
    assert tell(desk, code, first, "report", **lines("7-11 11-9 5-11 10-12"))[0] == 200
    assert result(desk, code) == Scored(1, 3, 0, ((7, 11), (11, 9), (5, 11), (10, 12)))


def test_ag2_5_sets_that_differ_are_corrected(desk: At) -> None:
    code, first, second = in_form(desk, **SETS)
    tell(desk, code, first, "report", **lines("11-7 11-9 11-5"))
    tell(desk, code, second, "report", **lines("7-11 9-11 6-11"))
    assert state(desk, code, first) == "disputed"
    page = look(desk, code, second)
    assert re.search(r'id="theirs3"[^>]*value="11"', page), "what was reported is there to be corrected"
    assert "5–11" in page
    tell(desk, code, second, "report", **lines("7-11 9-11 5-11"))
    assert state(desk, code, second) == "stored"
    assert result(desk, code) == Scored(3, 0, 0, ((11, 7), (11, 9), (11, 5)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_ag2_5_an_impossible_set_is_refused_at_its_line(desk: At, language: str) -> None:
    code, _, second = in_form(desk, **SETS)
    path = path_of(desk, code, second)
    sent = desk.elsewhere().post(f"{path}/tell/report?lang={language}", data=lines("11-7 12-5"), headers=HTMX)
    wrong = sent.text.partition('id="ours2"')[2].partition("data-set")[0]
    assert sent.status_code == 422
    assert 'role="alert"' in wrong
    assert "12–5" in wrong
    assert "11–0 … 11–9, 12–10, 13–11 …" in wrong, "what would be possible"
    assert sent.text.count('role="alert"') == 1
    assert re.search(r'id="theirs2"[^>]*value="5"', sent.text)


def test_ag2_6_sets_in_short_in_one_line(desk: At) -> None:
    code, first, second = in_form(desk, **SETS)
    status, page = tell(desk, code, second, "report", line="7 -9 5")
    assert (status, "“7 -9 5” is not finished" in page) == (422, True)
    assert re.search(r'<details open><summary>Type it in one line</summary>.*value="7 -9 5"', page, re.DOTALL)
    assert tell(desk, code, second, "report", line="7 -9 5 10")[0] == 200
    assert tell(desk, code, first, "report", line="-7, 9, -5, -10")[0] == 200
    assert result(desk, code) == Scored(1, 3, 0, ((7, 11), (11, 9), (5, 11), (10, 12)))
    assert tell(desk, code, second, "report")[0] == 200, "it is stored already"


def test_a_set_after_the_decision_is_refused_at_its_line(desk: At) -> None:
    code, first, _ = in_form(desk, **SETS)
    status, page = tell(desk, code, first, "report", **lines("11-1 11-2 11-3 11-4"))
    assert status == 422
    assert "There is no set 4" in page.partition('id="ours4"')[2]


def test_ag4_3_a_bye_asked_for_on_the_phone_is_refused_when_the_round_is_made(desk: At) -> None:
    code = desk.make("swiss", players=7, rounds=3)
    assert offered(look(desk, code, 2)) == ["1 Z", "2 Z", "3 Z"]
    assert tell(desk, code, 2, "ask-bye", wish="1 Z")[0] == 200
    desk.draft(code)
    assert offered(look(desk, code, 3)) == ["1 Z", "2 Z", "3 Z"], "nobody sees that there is a draft"
    status, page = tell(desk, code, 3, "ask-bye", wish="1 Z")
    assert (status, "Round 1 has already been made." in page) == (422, True)
    assert ("Z", 2) in [(bye.kind, bye.player) for bye in desk.tournament(code).rounds[0].byes]
    desk.act(code, "publish", rounds.publish)
    assert "asks for a bye in round 1 (no points)" in look(desk, code, 2)
