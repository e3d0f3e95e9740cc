"""What a system declares is shown wherever the event is: what is in force, words for results, notes about a player;
and on phones with whom and against whom somebody has played."""

from __future__ import annotations

import re

import pytest

from ronda.core.facts import Created, Entered
from ronda.core.model import Player, Setup
from ronda.desk import record_result
from ronda.operations.event_settings import Display
from ronda.store import Stored
from tests.web.conftest import At
from tests.web.test_phone import look

CATEGORY = "Categoría Compacta: no se repite compañero en 1 ronda ni rival en 2 rondas."


def spanish(desk: At, path: str) -> str:
    answer = desk.client.get(path, headers={"accept-language": "es"})
    assert answer.status_code == 200, path
    return answer.text


def domino(desk: At, players: int = 9) -> str:
    """One round played, in the second table 1 was not played; player 9 rests somewhere."""
    code = desk.make("domino", players=players)
    desk.play(code)
    desk.publish(code)
    last = desk.tournament(code).rounds[-1]
    first = last.tables[0]
    desk.act(code, "result", lambda t: record_result(t, 2, first.number, "---", absent=(first.first[0],)))
    return code


# --- what is in force ---------------------------------------------------------------------------------------


def test_d1_2_category_and_windows_stand_in_the_settings(desk: At) -> None:
    code = desk.make("domino", players=20)
    assert CATEGORY in spanish(desk, f"/e/{code}/settings/rules")
    desk.play(code)
    assert CATEGORY in spanish(desk, f"/e/{code}/settings/rules")


def test_d1_2_windows_set_by_hand_are_said_so(desk: At) -> None:
    people = [Entered(Player(n, f"P{n}")) for n in range(1, 41)]
    made = Created(Setup("domino", "Open", {"rival_window": 5}, 1))
    stored = desk.runtime.store.create([made, *people], actor="test")
    assert isinstance(stored, Stored)
    told = "Categoría Estándar (fijado a mano): no se repite compañero en 2 rondas ni rival en 5 rondas."
    assert told in spanish(desk, f"/e/{stored.code}/settings/rules")
    assert desk.client.get(f"/api/events/{stored.code}").json()["in_force"] == [
        {
            "article": "D1.2",
            "code": "category",
            "facts": {"category": "estandar", "partner_window": 2, "rival_window": 5, "by_hand": True},
            "text": "Standard field (set by hand): not the same partner for 2 rounds, nor the same rival for 5 rounds.",
        }
    ]


@pytest.mark.parametrize("system", ["chess", "melee", "redemption"])
def test_where_nothing_is_declared_nothing_is_shown(desk: At, system: str) -> None:
    code = desk.make(system, players=9)
    desk.play(code)
    assert 'class="in-force"' not in spanish(desk, f"/e/{code}/settings")
    assert desk.client.get(f"/api/events/{code}").json()["in_force"] == []
    assert 'id="notes"' not in spanish(desk, f"/{code}/player/1")
    assert desk.client.get(f"/api/events/{code}/players/1").json()["notes"] == []


# --- a table that was not played ----------------------------------------------------------------------------


def test_d2_3_a_table_that_was_not_played_is_called_so_everywhere(desk: At) -> None:
    code = domino(desk)
    player = desk.tournament(code).rounds[-1].tables[0].second[0]
    pages = [
        f"/e/{code}/round/2",
        f"/e/{code}/results?round=2",
        f"/e/{code}/cross",
        f"/e/{code}/player/{player}",
        f"/e/{code}/log",
        f"/{code}",
        f"/{code}/round/2",
        f"/{code}/cross",
        f"/embed/{code}",
        f"/wall/{code}",
    ]
    for path in pages:
        text = re.sub(r"<script.*?</script>", "", spanish(desk, path), flags=re.DOTALL)
        assert "no jugado" in text, path
        assert not re.search(r">\s*(---|–––|—)\s*<", text), path
    assert "no jugado" in look(desk, code, player, "es")


def test_d2_3_what_scripts_send_and_read_stays_as_it_is(desk: At) -> None:
    code = domino(desk)
    first = desk.tournament(code).rounds[-1].tables[0]
    assert desk.client.get(f"/api/events/{code}/rounds/2").json()["tables"][0]["result"] == "---"
    page = spanish(desk, f"/e/{code}/round/2")
    assert f'data-pick="{first.number}" data-state="not_played" data-result="---"' in page
    assert re.search(r'"worded": \{[^}]*"---": "no jugado"', page)
    menu = spanish(desk, f"/e/{code}/round/2/table/{first.number}")
    assert 'name="was" value="---"' in menu  # taking it back names what stands there
    answer = desk.client.post(
        f"/e/{code}/results",
        data={"round": "2", "table": str(first.number), "first": "200", "second": "100", "was": "---"},
        headers={"accept": "application/json", "accept-language": "es"},
    )
    assert answer.json()["state"] == "confirm"
    assert "no jugado" in answer.json()["message"]
    assert answer.json()["current"] == "---"


# --- one player ---------------------------------------------------------------------------------------------


def test_the_player_page_tells_streaks_and_the_best_partner(desk: At) -> None:
    code = desk.make("domino", players=8)
    desk.play(code)
    desk.play(code)
    for path in (f"/e/{code}/player/1", f"/{code}/player/1", f"/{code}/part/player/1"):
        page = spanish(desk, path)
        assert "Partidas: 2 (ganadas: " in page
        assert "Racha actual: " in page
    notes = desk.client.get(f"/api/events/{code}/players/1").json()["notes"]
    assert notes[0]["code"] == "games"
    assert notes[0]["facts"]["played"] == 2
    assert notes[0]["text"].startswith("Games: 2 (")


def test_notes_tell_no_names_where_names_are_hidden(desk: At) -> None:
    code = desk.make("domino", names=[f"Secreto {n}" for n in range(1, 9)])
    desk.show(code, Display(names="number"))
    desk.play(code)
    desk.play(code)
    for player in range(1, 9):
        assert "Secreto" not in desk.elsewhere().get(f"/{code}/player/{player}").text
        told = desk.elsewhere().get(f"/api/events/{code}/players/{player}").text
        assert "Secreto" not in told


def test_the_api_tells_partners_opponents_and_results_of_a_player(desk: At) -> None:
    code = desk.make("melee", players=9)
    desk.play(code)
    desk.publish(code)
    (table, *_) = desk.tournament(code).rounds[0].tables
    told = desk.client.get(f"/api/events/{code}/players/{table.second[0]}").json()
    assert told["player"]["id"] == table.second[0]
    assert told["rounds"][0] == {
        "round": 1,
        "table": table.number,
        "partners": [table.second[1]],
        "opponents": list(table.first),
        "result": "7-13",
        "outcome": "loss",
        "points": 0.0,
    }
    assert told["rounds"][1]["outcome"] in ("pending", "bye")
    assert desk.client.get(f"/api/events/{code}/players/99").status_code == 404


def test_m6_a_phone_shows_all_partners_and_opponents_so_far(desk: At) -> None:
    code = desk.make("melee", players=8)
    desk.play(code)
    desk.play(code)
    desk.publish(code)
    rounds = desk.tournament(code).rounds
    page = look(desk, code, 1)
    part = page.partition('class="card met"')[2].partition("</details>")[0]
    for made in rounds[:2]:
        table = next(table for table in made.tables if 1 in table.players)
        for other in set(table.players) - {1}:
            assert re.search(rf"Player {other}</b> <small>[^<]*R{made.number}[,<]", part), other
    assert part.index("Partners") < part.index("Opponents")
    assert "R3" not in part  # the table of this moment stands above
    past = page.partition('class="card past"')[2].partition("</section>")[0]
    assert past.count("<li") == 2
    assert past.count("13–7") + past.count("7–13") == 2


def test_a_phone_of_a_game_for_two_shows_opponents_alone(desk: At) -> None:
    code = desk.make("chess", players=6)
    desk.play(code)
    page = look(desk, code, 1)
    assert "Whom I have played<" in page
    assert "<h3>Partners</h3>" not in page


def test_a_phone_tells_no_names_that_are_hidden(desk: At) -> None:
    code = desk.make("melee", names=[f"Geheim {n}" for n in range(1, 9)])
    desk.show(code, Display(names="number"))
    desk.play(code)
    page = look(desk, code, 1)
    assert 'class="card met"' in page
    assert page.count("Geheim") == page.count("Geheim 1")
