"""The players of an event: found, checked in, entered, edited, kept apart, and their links."""

from __future__ import annotations

import re
from html import unescape

import pytest

from ronda.core.facts import ByeRequested, CheckedIn, Created, Entered, Fact
from ronda.core.history import fold
from ronda.core.model import Avoid, Player, Setup, Tournament
from ronda.core.verdicts import Refusal
from ronda.desk import next_round
from ronda.desk.decisions import come_back, leave
from ronda.desk.players import check_in as check_in_player
from ronda.desk.players import pause_absent, register
from ronda.systems import NAMES, system
from ronda.web.player_search import Roll, best_matches, find, pool_of, roll_of, row_of
from tests.playing import Event
from tests.web.conftest import RESULTS, At
from tests.web.test_versions_seen import forms_of

HTMX = {"hx-request": "true"}
PEOPLE = ("Ana Pérez", "Luis Gómez", "Işıl Çelik", "Ana-María Ruiz", "<b>x</b>", "Zoë")


def check_in(desk: At, code: str, wish: str) -> tuple[int, str]:
    answer = desk.client.post(f"/e/{code}/check-in", data={"q": wish}, headers=HTMX)
    return answer.status_code, answer.text


# --- found and counted -------------------------------------------------------------------------------------


def roll(*players: Player) -> Roll:
    return roll_of(Tournament(Setup("redemption"), players))


@pytest.mark.parametrize(
    ("wish", "ids"),
    [
        ("2", [2]),
        ("#2", [2]),
        ("gomez", [2]),
        ("ISIL", [3]),
        ("celik isil", [3]),
        ("ana", [1, 4]),
        ("ruiz", [4]),
        ("zoe", [6]),
        ("norte", [2]),
        ("99", []),
        ("nobody", []),
        ("", [1, 2, 3, 4, 5, 6]),
    ],
)
def test_players_are_found_as_people_type(wish: str, ids: list[int]) -> None:
    players = [Player(n, name, club="Norte" if n == 2 else "") for n, name in enumerate(PEOPLE, start=1)]
    assert [player.id for player in find(roll(*players), wish)] == ids


def test_a_whole_name_is_meant_even_if_another_contains_it() -> None:
    players = [Player(1, "Ana Belén"), Player(2, "Ana"), Player(3, "Eva"), Player(4, "Eva")]
    assert [player.id for player in find(roll(*players), "ana")] == [2, 1]  # while typing both are meant
    assert [player.id for player in best_matches(roll(*players), "ana")] == [2]
    assert [player.id for player in best_matches(roll(*players), "eva")] == [3, 4]
    assert [player.id for player in best_matches(roll(*players), "Eva (#4)")] == [4]  # as it is told
    assert best_matches(roll(*players), " ") == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [8, 9, 10, 11, 13])
def test_tables_and_byes_are_those_of_the_next_round(name: str, count: int) -> None:
    players = [Entered(Player(n, f"Player {n}")) for n in range(1, count + 1)]
    tournament = fold([Created(Setup(name, options={"rounds": 4})), *players])
    assert forecast(tournament) == made_of(tournament) == system(name).rules.seating.seats(Setup(name), count)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", range(5, 18))
def test_tables_and_byes_of_those_who_are_here(name: str, count: int) -> None:
    """With everybody, and with those alone who are here: as the round is then made."""
    players = [Entered(Player(n, f"Player {n}")) for n in range(1, 18)]
    everybody = fold([Created(Setup(name, options={"rounds": 5})), *players])
    tournament = fold([CheckedIn(n) for n in range(1, count + 1)], everybody)
    pool = pool_of(tournament)
    assert pool.full == made_of(everybody)
    alone = fold(pause_absent(tournament), tournament)
    if not isinstance(next_round(alone), Refusal):
        assert pool.now == made_of(alone)
    assert len(pool.rings) == pool.full.tables
    assert sum(size for size, _ in pool.rings) == 17 - pool.full.byes
    assert sum(taken for _, taken in pool.rings) == min(count, 17 - pool.full.byes)


def forecast(tournament: Tournament) -> tuple[int, int]:
    return pool_of(tournament).seats


def made_of(tournament: Tournament) -> tuple[int, int]:
    made = next_round(tournament)
    assert not isinstance(made, Refusal)
    return len(made.round.tables), sum(bye.kind == "U" for bye in made.round.byes)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("count", [16, 17])
def test_whoever_comes_and_goes_the_next_round_is_foretold(name: str, count: int) -> None:
    """One with a bye, one who goes, one who comes late, one who was checked out: the round takes everybody who does
    not pause, and so does what is said of it."""
    event = Event(name, [Player(n, f"Player {n}") for n in range(1, count + 1)], {"rounds": 5})
    event.pair()
    tournament = event.tournament
    assert tournament.here == {player.id for player in tournament.players}, "who has a bye is there too"
    event.results(*[RESULTS[name]] * len(tournament.rounds[-1].tables))
    for fact in (
        leave(event.tournament, tournament.players[1]),
        check_in_player(tournament, tournament.players[2], here=False),
    ):
        assert not isinstance(fact, Refusal)
        event.facts.append(fact)
    assert event.tournament.here == {player.id for player in tournament.players} - {2, 3}, "who left is gone"
    assert forecast(event.tournament) == made_of(event.tournament)
    late = register(event.tournament, Player(count + 1, "Late Larry"))
    if isinstance(late, Refusal):  # not where everybody meets everybody
        assert name in ("robin", "domino_pairs"), late
        return
    event.facts.append(late)
    assert count + 1 in event.tournament.here, "who is entered at the desk stands there"
    assert forecast(event.tournament) == made_of(event.tournament)
    back = come_back(event.tournament, event.tournament.players[1])
    assert not isinstance(back, Refusal)
    event.facts.append(back)
    assert 2 in event.tournament.here
    assert forecast(event.tournament) == made_of(event.tournament)


def test_who_asked_to_rest_is_not_there_for_that() -> None:
    event = Event("dutch", [Player(n, f"Player {n}", byes=((1, "H"),) if n == 1 else ()) for n in range(1, 8)])
    event.pair()
    assert event.tournament.here == {2, 3, 4, 5, 6, 7}


def test_before_the_first_round_most_may_do_without_the_others() -> None:
    """As the question before the round proposes it."""
    players = [Entered(Player(n, f"Player {n}")) for n in range(1, 10)]
    facts: list[Fact] = [Created(Setup("domino", options={"rounds": 4})), *players]
    seen = []
    for number in range(1, 10):
        facts.append(CheckedIn(number))
        pool = pool_of(fold(facts))
        seen.append((pool.paired, *pool.seats))
    assert seen == [*[(9, 2, 1)] * 4, (5, 1, 1), (6, 1, 2), (7, 1, 3), (8, 2, 0), (9, 2, 1)]
    assert pool_of(fold(facts[:4])).few
    assert pool_of(fold(facts[:13])).few


def test_where_a_player_stands(desk: At) -> None:
    code = desk.make(players=6)
    desk.client.post(f"/e/{code}/do/leave", data={"player": 1})
    desk.client.post(f"/e/{code}/do/pause", data={"player": 2})
    desk.client.post(f"/e/{code}/do/check-in", data={"player": 3})
    tournament = desk.tournament(code)
    assert [row_of(tournament, player).state for player in tournament.players[:4]] == [
        *("left", "pauses", "here", "absent"),
    ]
    page = desk.client.get(f"/e/{code}/players").text
    assert "left before round 1" in page
    assert "pauses in round 1" in page
    assert "Not here <small>3</small>" in page
    assert "Left <small>1</small>" in page


def test_presence_is_the_same_wherever_it_is_counted(desk: At) -> None:
    """17 players: one rests, one comes late, one goes."""
    code = desk.make(players=17, rounds=4)
    desk.play(code)

    def counted() -> tuple[int, int]:
        players = desk.client.get(f"/api/events/{code}/players").json()["players"]
        here, expected = sum(one["here"] for one in players), sum(one["left_after"] is None for one in players)
        page = desk.client.get(f"/e/{code}/part/players", headers=HTMX).text
        assert page.count('class="chip good"') == here
        assert page.count('class="chip state-missing"') == expected - here
        assert f"Not here <small>{expected - here}</small>" in page
        assert f"{here} of {expected} are here" in desk.client.get(f"/join/{code}/part").text
        pool = pool_of(desk.tournament(code))
        assert (len(pool.here), len(pool.expected)) == (here, expected)
        return here, expected

    assert counted() == (17, 17), "who has a bye is here"
    (rests,) = (bye.player for bye in desk.tournament(code).rounds[0].byes)
    page = desk.client.get(f"/e/{code}/players").text
    assert "rests in round 1" not in page, "nobody rests between two rounds"
    desk.client.post(f"/e/{code}/check-in", data={"q": "Late Larry"}, headers=HTMX)
    assert counted() == (18, 18), "who is entered by the desk is here"
    desk.client.post(f"/e/{code}/do/leave", data={"player": rests, "_confirm": "true"})
    assert counted() == (17, 17), "who has left is not counted"


def test_who_rests_in_the_round_that_is_played_is_marked(desk: At) -> None:
    code = desk.make(players=5, rounds=3)
    desk.client.post(f"/e/{code}/do/pair")
    desk.client.post(f"/e/{code}/do/publish")
    (rests,) = (bye.player for bye in desk.tournament(code).rounds[0].byes)
    row = re.search(rf'<tr id="player-{rests}".*?</tr>', desk.client.get(f"/e/{code}/players").text, re.DOTALL)
    assert row
    assert "rests in round 1" in row[0]
    assert 'class="tile"' not in row[0]


# --- byes on request ---------------------------------------------------------------------------------------


def bye_forms(desk: At, code: str, player: int) -> list[dict[str, str]]:
    return [
        fields
        for action, fields in forms_of(desk.client.get(f"/e/{code}/players/{player}").text)
        if action.endswith("/do/bye")
    ]


def test_a_bye_is_asked_for_and_taken_back_on_the_card(desk: At) -> None:
    code = desk.make("dutch", players=7, rounds=5)
    (form,) = bye_forms(desk, code, 2)
    assert form["_version"]
    page = desk.client.get(f"/e/{code}/players/2/state").text
    assert re.findall(r'<option value="(\w+)">', page) == [*"12345", *"HFZ"]
    wish = {**form, "round": "3", "kind": "H"}
    answer = desk.client.post(f"/e/{code}/do/bye", data=wish, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, f"/e/{code}/players/2")
    assert desk.tournament(code).players[1].byes == ((3, "H"),)
    withdrawal, _ = bye_forms(desk, code, 2)
    assert "Round 3: half point" in desk.client.get(f"/e/{code}/players/2/state").text
    assert (withdrawal["round"], withdrawal["_version"]) == ("3", str(int(form["_version"]) + 1))
    assert desk.client.post(f"/e/{code}/do/bye", data=withdrawal, headers=HTMX).status_code == 200
    assert desk.tournament(code).players[1].byes == ()
    assert "half point</span>" not in desk.client.get(f"/e/{code}/players/2").text


def test_only_rounds_to_come_have_byes_on_request(desk: At) -> None:
    code = desk.make("dutch", players=7, rounds=2)
    desk.act(code, "bye", lambda _: ByeRequested(2, 1, "Z"))
    assert "rests in round 1" in desk.client.get(f"/e/{code}/players").text
    desk.play(code)
    assert [(bye.player, bye.kind) for bye in desk.tournament(code).rounds[0].byes] == [(2, "Z")]
    (form,) = bye_forms(desk, code, 2)
    page = desk.client.get(f"/e/{code}/players/2").text
    assert re.findall(r'<option value="(\d+)">', page) == ["2"]
    late = desk.client.post(f"/e/{code}/do/bye", data={**form, "round": "1", "kind": "H"}, headers=HTMX)
    assert late.status_code == 422
    assert "Round 1 has already been made." in late.text
    desk.play(code)
    assert not bye_forms(desk, code, 2), "no round is left"


@pytest.mark.parametrize("name", [name for name in NAMES if not system(name).rules.byes.on_request(Setup(name))])
def test_no_byes_on_request_where_the_system_gives_none(desk: At, name: str) -> None:
    code = desk.make(name, players=9, rounds=3)
    assert not bye_forms(desk, code, 1)
    assert 'id="byes"' not in desk.client.get(f"/e/{code}/players/1").text


def test_a_bye_is_not_noted_on_what_was_not_seen(desk: At) -> None:
    code = desk.make("dutch", players=7, rounds=5)
    (form,) = bye_forms(desk, code, 2)
    desk.act(code, "bye", lambda _: ByeRequested(2, 3, "F"))
    answer = desk.client.post(f"/e/{code}/do/bye", data={**form, "round": "3", "kind": "H"}, headers=HTMX)
    assert answer.status_code == 409
    assert desk.tournament(code).players[1].byes == ((3, "F"),)


# --- check-in ----------------------------------------------------------------------------------------------


def test_check_in_by_number_and_by_name(desk: At) -> None:
    code = desk.make("domino", names=PEOPLE)
    assert check_in(desk, code, "2")[0] == 200
    status, text = check_in(desk, code, "isil")
    assert status == 200
    assert "Işıl Çelik is here" in text
    assert desk.tournament(code).here == {2, 3}
    for wish in ("6", "5", "1"):
        check_in(desk, code, wish)
    assert "Not here <small>1</small>" in desk.client.get(f"/e/{code}/players").text


def test_check_in_says_why_not(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    assert "matches 2 players" in check_in(desk, code, "ana")[1]
    assert "Nobody matches" in check_in(desk, code, "99")[1]
    assert check_in(desk, code, "99")[0] == 422


def test_the_second_time_the_player_is_opened(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    assert check_in(desk, code, "gomez")[0] == 200
    answer = desk.client.post(f"/e/{code}/check-in", data={"q": "gomez", "panel": "yes"}, headers=HTMX)
    assert answer.headers["HX-Retarget"] == "#card"
    assert "2 · Luis Gómez" in answer.text
    desk_field = desk.client.post(f"/e/{code}/check-in", data={"q": "gomez"}, headers=HTMX)
    assert desk_field.headers["HX-Redirect"] == f"/e/{code}/players/2"
    plain = desk.client.post(f"/e/{code}/check-in", data={"q": "gomez"}, follow_redirects=False)
    assert plain.headers["location"] == f"/e/{code}/players/2"
    assert desk.tournament(code).here == {2}


def test_a_name_that_nobody_has_is_added(desk: At) -> None:
    """While the list is being written nobody is here; once somebody is, whoever is added stands at the door."""
    code = desk.make(names=PEOPLE)
    part = desk.client.get(f"/e/{code}/part/players", params={"q": "Renée"}, headers=HTMX).text
    assert "Add Renée" in part
    assert "no. 7" in part
    assert part.count('id="player-') == 6, "the list stays"
    assert check_in(desk, code, " Renée ")[0] == 200
    assert desk.tournament(code).players[-1].name == "Renée"
    assert desk.tournament(code).here == set()
    check_in(desk, code, "renee")
    assert desk.tournament(code).here == {7}
    part = desk.client.get(f"/e/{code}/part/players", params={"q": "Nora"}, headers=HTMX).text
    assert re.search(r"no\. 8\s*, here", part)
    check_in(desk, code, "Nora")
    assert desk.tournament(code).here == {7, 8}
    desk.client.post(f"/e/{code}/do/undo")
    assert len(desk.tournament(code).players) == 7, "one step"
    desk.client.post(f"/e/{code}/check-in", data={"q": "Ana", "add": "yes"}, headers=HTMX)
    assert desk.tournament(code).players[-1].name == "Ana", "beside those whom it matches"


def test_somebody_of_that_name_has_left(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    desk.client.post(f"/e/{code}/do/leave", data={"player": 6})
    answer = desk.client.post(f"/e/{code}/check-in", data={"q": "Zoë", "add": "yes"}, headers=HTMX)
    assert answer.status_code == 409
    (form,) = (fields for action, fields in forms_of(answer.text) if action.endswith("/do/enter"))
    desk.client.post(f"/e/{code}/do/enter", data=form)
    assert [player.name for player in desk.tournament(code).players].count("Zoë") == 2


def test_a_box_says_who_is_here(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    desk.client.post(f"/e/{code}/check-in", data={"here": "3"}, headers=HTMX)
    assert desk.tournament(code).here == {3}
    page = desk.client.get(f"/e/{code}/players").text
    assert re.search(r'id="box-3"[^>]*aria-checked="true"\s+name="gone" value="3"', page)
    assert re.search(r'id="box-1"[^>]*aria-checked="false"\s+name="here" value="1"', page)
    desk.client.post(f"/e/{code}/check-in", data={"gone": "3"}, headers=HTMX)
    assert desk.tournament(code).here == set()


def test_everybody_is_here_at_once(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    desk.client.post(f"/e/{code}/do/leave", data={"player": 6})
    check_in(desk, code, "1")
    desk.client.post(f"/e/{code}/do/check-in-all")
    assert desk.tournament(code).here == {1, 2, 3, 4, 5}
    desk.client.post(f"/e/{code}/do/undo")
    assert desk.tournament(code).here == {1}


def test_check_in_without_a_script(desk: At) -> None:
    code = desk.make()
    answer = desk.client.post(f"/e/{code}/check-in", data={"q": "1"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/e/{code}/players"


# --- the list ----------------------------------------------------------------------------------------------


def test_the_list_is_searched_and_narrowed(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    check_in(desk, code, "1")
    part = desk.client.get(f"/e/{code}/part/players", params={"q": "ana"}).text
    assert re.findall(r'id="player-(\d+)"', part) == ["1", "4"]
    part = desk.client.get(f"/e/{code}/part/players", params={"q": "ana", "show": "absent"}).text
    assert re.findall(r'id="player-(\d+)"', part) == ["4"]
    assert "&lt;b&gt;x&lt;/b&gt;" in desk.client.get(f"/e/{code}/players").text


def test_two_thousand_players_are_shown_a_page_at_a_time(desk: At) -> None:
    players = [Entered(Player(n, f"Player {n}")) for n in range(1, 2001)]
    code = desk.runtime.store.create([Created(Setup("redemption")), *players], actor="test").code
    page = desk.client.get(f"/e/{code}/players").text
    assert page.count('id="player-') == 300
    assert "Show all 2000" in page
    assert desk.client.get(f"/e/{code}/part/players", params={"most": "all"}).text.count('id="player-') == 2000
    assert 'id="player-1999"' in desk.client.get(f"/e/{code}/part/players", params={"q": "1999"}).text


def test_an_event_without_players_says_what_to_do(desk: At) -> None:
    code = desk.make(players=0)
    page = desk.client.get(f"/e/{code}/players").text
    assert f'action="/e/{code}/players/list"' in page
    assert f'href="/signups/{code}"' in page


def test_the_list_is_sorted_by_its_headings(desk: At) -> None:
    players = [
        Entered(Player(1, "Zoë", rating=1500, club="Sur")),
        Entered(Player(2, "Ángel", rating=1900)),
        Entered(Player(3, "Bea", club="Norte")),
    ]
    code = desk.runtime.store.create([Created(Setup("domino")), *players], actor="test").code
    for sort, order in (
        ("", "123"),
        ("name", "231"),
        ("-name", "132"),
        ("rating", "123"),
        ("-rating", "213"),
        ("club", "312"),
        ("-number", "321"),
        ("rubbish", "123"),
    ):
        page = desk.client.get(f"/e/{code}/players", params={"sort": sort}).text
        assert "".join(re.findall(r'id="player-(\d)"', page)) == order, sort
    page = desk.client.get(f"/e/{code}/players", params={"sort": "name", "q": "e"}).text
    assert 'aria-sort="ascending"' in page
    assert "sort=-name&amp;show=all&amp;q=e" in page


def test_many_players_stand_by_their_letters(desk: At) -> None:
    people = [Entered(Player(n, f"{'ÁBC'[n % 3]}nna {n}")) for n in range(1, 71)]
    code = desk.runtime.store.create([Created(Setup("redemption")), *people], actor="test").code
    page = desk.client.get(f"/e/{code}/players").text
    assert re.findall(r'class="letter">(\w)<', page) == ["A", "B", "C"]
    assert 'class="letter"' not in desk.client.get(f"/e/{code}/players?sort=number").text
    assert 'class="letter"' not in desk.client.get(f"/e/{code}/players?q=nna").text


def test_helpers_see_the_list_and_others_do_not(desk: At) -> None:
    code = desk.make()
    with desk.elsewhere() as stranger:
        for path in (
            "players",
            "part/players",
            "players/1",
            "players/1/state",
            "player-link/1",
            "players/list",
            "apart",
        ):
            assert stranger.get(f"/e/{code}/{path}").status_code == 401, path
        for path in ("check-in", "player-link/1", "players/list", "apart", "apart/remove"):
            assert stranger.post(f"/e/{code}/{path}", data={"q": "1"}).status_code == 401, path


# --- one player --------------------------------------------------------------------------------------------


def test_the_card_beside_the_list_and_as_a_page(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    part = desk.client.get(f"/e/{code}/players/5", headers=HTMX).text
    assert "<html" not in part
    assert "&lt;b&gt;x&lt;/b&gt;" in part
    assert "<html" in desk.client.get(f"/e/{code}/players/5").text
    assert desk.client.get(f"/e/{code}/players/77").status_code == 404


def test_what_the_system_does_not_use_stays_as_it_is(desk: At) -> None:
    code = desk.make("melee", players=5)
    card = desk.client.get(f"/e/{code}/players/1", headers=HTMX).text
    assert '<input type="hidden" name="rating" value="1999">' in card
    fields = {"player": "1", "name": "Renamed", "rating": "1999", "club": "Norte"}
    desk.client.post(f"/e/{code}/do/edit", data=fields)
    player = desk.tournament(code).players[0]
    assert (player.name, player.rating, player.club) == ("Renamed", 1999, "Norte")


def test_a_pinned_table_can_be_set(desk: At) -> None:
    code = desk.make(players=4)
    assert 'name="pinned_table"' in desk.client.get(f"/e/{code}/players/1").text
    desk.client.post(f"/e/{code}/do/edit", data={"player": "1", "name": "Player 1", "pinned_table": "2"})
    assert desk.tournament(code).players[0].pinned_table == 2


def test_the_link_of_a_player_and_a_new_one(desk: At) -> None:
    code = desk.make()
    page = desk.client.get(f"/e/{code}/player-link/1").text
    first = re.search(rf"http://127\.0\.0\.1:8000/p/{code}/(1-\w+)", page)
    assert first
    assert 'class="qr"' not in page
    assert "Phones cannot reach this desk yet" in page
    desk.client.post(f"/e/{code}/player-link/1")
    second = re.search(rf"/p/{code}/(1-\w+)", desk.client.get(f"/e/{code}/player-link/1").text)
    assert second
    assert second[1] != first[1]
    assert desk.runtime.marked(code, first[1]) is None
    assert desk.runtime.marked(code, second[1]) == 1


# --- more players ------------------------------------------------------------------------------------------


def test_a_list_is_looked_at_then_entered_once(desk: At) -> None:
    code = desk.make(names=PEOPLE)
    path, text = f"/e/{code}/players/list", "Nora\nZoë\n"
    page = desk.client.post(path, data={"players": text}, headers=HTMX).text
    assert "2 found" in page
    assert "1 of these names is already in the event" in page
    assert len(desk.tournament(code).players) == 6
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    for _ in range(2):
        sent = {"players": text, "seen": seen[1], "make": "yes", "_key": "k"}
        assert desk.client.post(path, data=sent, follow_redirects=False).status_code == 303
    assert [player.name for player in desk.tournament(code).players[6:]] == ["Nora", "Zoë"]


def test_late_entries_that_come_too_late_are_told_before(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.play(code)
    desk.play(code)
    page = desk.client.post(f"/e/{code}/players/list", data={"players": "Nora"}, headers=HTMX).text
    assert "Nora" in page
    assert 'role="alert"' in page


def cells_of(page: str) -> dict[str, str]:
    """What a preview would send back if nobody touched it."""
    return dict(re.findall(r'name="(cell\.[0-9.]+)" value="([^"]*)"', page))


def listed_in(page: str) -> str:
    found = re.search(r'<textarea id="players".*?>\n(.*?)</textarea>', page, re.DOTALL)
    assert found
    return unescape(found[1])


def test_a_bad_cell_is_noted_beside_its_row_and_mended_there(desk: At) -> None:
    code = desk.make()
    path, text = f"/e/{code}/players/list", "Ana;1000\nBea;1200\nEva;strong\n;1300\n"
    page = desk.client.post(path, data={"players": text}, headers=HTMX).text
    assert "3 found" in page
    assert "“strong” is not a valid rating." in page
    assert "This row is left out." in page
    assert 'name="cell.3.1" value="strong"' in page
    assert 'aria-describedby="remark-3" aria-invalid="true"' in page
    sent = {"players": text, **cells_of(page), "cell.3.1": "1250", "cell.4.0": "Ida; the younger"}
    page = desk.client.post(path, data=sent, headers=HTMX).text
    assert "4 found" in page
    assert "wants-a-look" not in page
    text = listed_in(page)
    assert text == 'Ana;1000\nBea;1200\nEva;1250\n"Ida; the younger";1300\n'
    seen = re.search(r'name="seen" value="(\w+)"', page)
    assert seen
    desk.client.post(path, data={"players": text, **cells_of(page), "seen": seen[1], "make": "yes", "_key": "k"})
    entered = desk.tournament(code).players[-4:]
    assert [(one.name, one.rating) for one in entered] == [
        ("Ana", 1000),
        ("Bea", 1200),
        ("Eva", 1250),
        ("Ida; the younger", 1300),
    ]


def test_what_a_column_means_is_chosen_in_the_preview(desk: At) -> None:
    code = desk.make()
    path, text = f"/e/{code}/players/list", "Ana;17;1000\nBea;18;1200\n"
    page = desk.client.post(path, data={"players": text}, headers=HTMX).text
    assert re.findall(r"<summary[^>]*>([^<]*) <", page) == ["name", "rating", "national rating"]
    page = desk.client.post(path, data={"players": text, "column.1": "licence"}, headers=HTMX).text
    page = desk.client.post(path, data={"players": listed_in(page), "column.2": "rating"}, headers=HTMX).text
    assert listed_in(page) == "name;licence;rating\n" + text
    again = {"players": listed_in(page), "column.1": "rating"}  # which the third column had
    page = desk.client.post(path, data=again, headers=HTMX).text
    assert listed_in(page) == "name;rating;'-\n" + text


def test_all_rows_of_a_list_are_there_and_the_first_to_check_is_one_click_away(desk: At) -> None:
    code = desk.make()
    text = "name;elo\n" + "".join(f"P{n};{'x' if n == 70 else n}\n" for n in range(1, 121))
    page = desk.client.post(f"/e/{code}/players/list", data={"players": text}, headers=HTMX).text
    assert page.count("<tr data-line=") == 120
    assert re.findall(r'name="cell\.(\d+)\.0"', page) == ["71"], "only what cannot be used is a field at once"
    assert 'href="#remark-71"' in page


def test_a_program_is_refused_a_list_with_bad_cells_unless_it_asks_for_leniency(desk: At) -> None:
    code = desk.make()
    url, body = f"/api/events/{code}/enter-list", {"text": "Ana;1\nBea;2\nEva;x\n"}
    head = {"if-match": f'"{desk.runtime.store.load(code).version}"'}  # type: ignore[union-attr]
    refused = desk.client.post(url, json=body, headers=head)
    assert refused.status_code == 422
    assert "“x” is not a valid rating." in refused.text
    assert desk.client.post(url, json={**body, "lenient": True}, headers=head).status_code == 200
    assert [player.name for player in desk.tournament(code).players[-3:]] == ["Ana", "Bea", "Eva"]


def test_licences_of_chess_are_compared_with_those_there(desk: At) -> None:
    code = desk.runtime.store.create(
        [Created(Setup("chess")), Entered(Player(1, "ADA", licence="7")), CheckedIn(1)], actor="test"
    ).code
    page = desk.client.post(f"/e/{code}/players/list", data={"players": "Licence,Name\n7,Bea\n"}, headers=HTMX).text
    assert "Licence number 7 already belongs to ADA." in page


# --- keep apart --------------------------------------------------------------------------------------------


def test_pairs_are_kept_apart_changed_and_removed(desk: At) -> None:
    code = desk.make("domino", names=PEOPLE)
    path = f"/e/{code}/apart"
    desk.client.post(path, data={"one": "1", "other": "gomez", "relation": "partners", "hard": "false"})
    assert desk.tournament(code).setup.avoid == (Avoid((1, 2), "partners", hard=False),)
    desk.client.post(path, data={"one": "2", "other": "1"})
    assert desk.tournament(code).setup.avoid == (Avoid((2, 1), "both", hard=True),)
    assert "Luis Gómez and Ana Pérez" in desk.client.get(path).text
    desk.client.post(f"{path}/remove", data={"one": "1", "other": "2"})
    assert desk.tournament(code).setup.avoid == ()


@pytest.mark.parametrize(("one", "other"), [("ana", "2"), ("77", "2"), ("", "2"), ("2", "2")])
def test_a_pair_that_is_not_clear_is_refused(desk: At, one: str, other: str) -> None:
    code = desk.make(names=PEOPLE)
    answer = desk.client.post(f"/e/{code}/apart", data={"one": one, "other": other}, headers=HTMX)
    assert answer.status_code == 422
    assert desk.tournament(code).setup.avoid == ()


def test_a_whole_club_is_kept_apart(desk: At) -> None:
    people = [Entered(Player(n, f"Player {n}", club="Norte" if n < 4 else "Sur")) for n in range(1, 60)]
    code = desk.runtime.store.create([Created(Setup("redemption")), *people], actor="test").code
    desk.client.post(f"/e/{code}/apart", data={"club": "Norte", "hard": "false"})
    assert {avoid.players for avoid in desk.tournament(code).setup.avoid} == {(1, 2), (1, 3), (2, 3)}
    answer = desk.client.post(f"/e/{code}/apart", data={"club": "Sur"}, headers=HTMX)
    assert answer.status_code == 422
    assert len(desk.tournament(code).setup.avoid) == 3


def test_a_round_is_promised_only_where_one_can_be_made(desk: At) -> None:
    promise = "round 1 will be paired with everybody"
    for count in (1, 8):
        body = {"system": "domino", "name": "Few", "players": [{"name": f"Player {n}"} for n in range(count)]}
        code = desk.client.post("/api/events", json=body).json()["code"]
        assert (promise in desk.client.get(f"/e/{code}").text) == (count == 8)
