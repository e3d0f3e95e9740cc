"""What a round was made with stands in the file, where it has changed since (S4)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ronda.core.facts import Entered
from ronda.core.history import fold
from ronda.core.model import Avoid, Player, Tournament
from ronda.core.values import replace
from ronda.desk import bodies, check_rounds, leave, rounds
from ronda.desk.players import edit, register
from ronda.desk.settings import change_avoid, change_options, taken_up
from ronda.formats.errors import Unreadable
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.store.replay import replay
from tests.desk.events import Evening
from tests.desk.staging import Event


def changed() -> Tournament:
    """Two rounds, and everything about them is otherwise by now."""
    evening = Evening(players=6)
    evening.play("5-3")
    evening.do("enter", lambda t: register(t, Player(0, "Late", rating=1500)))
    evening.do("leave", lambda t: leave(t, evening.player(6)))
    evening.play("5-2")
    evening.do("options", lambda t: change_options(t, {"first_table": 11}))
    evening.do("avoid", lambda t: change_avoid(t, [Avoid((1, 2))]))
    evening.do("edit", lambda t: edit(t, Player(3, "Carla", rating=1, pinned_table=2)))
    evening.do("close", rounds.close)
    return evening.tournament


def test_rounds_are_judged_and_made_again_by_what_was_known() -> None:
    tournament = changed()
    opened = fold(read(write(tournament)))
    assert (opened.setup, opened.players, opened.rounds) == (tournament.setup, tournament.players, tournament.rounds)
    for number in (1, 2):
        setup, players = opened.made_with[number]
        assert players == tournament.made_with[number][1]
        assert (setup.options, setup.avoid) == (tournament.made_with[number][0].options, ())
    assert [f for f in check_rounds(opened) if f.severity == "violation"] == []
    assert replay(taken_up(opened)).holds
    assert {again.outcome for again in replay(taken_up(opened)).rounds} == {"same"}


def test_each_change_stands_once() -> None:
    first, second = json.loads(write(changed()))["rounds"]
    assert first["made_with"].keys() == {"entered", "players"}
    assert first["made_with"]["entered"] == 6
    assert [player["id"] for player in first["made_with"]["players"]] == [6]
    assert second["made_with"].keys() == {"options", "avoid", "players"}
    assert second["made_with"]["avoid"] == []
    assert [player["name"] for player in second["made_with"]["players"]] == ["P3"]


def test_a_file_where_nothing_has_changed_is_as_it_always_was() -> None:
    evening = Evening()
    evening.play("5-3")
    evening.play("5-2")
    assert b"made_with" not in write(evening.tournament)


@pytest.mark.parametrize(
    ("number", "given", "code", "path"),
    [
        (1, {"entered": 8}, "out_of_range", "rounds[0].made_with.entered"),
        (1, {"entered": 3}, "unknown_player", "rounds[0].tables"),
        (1, {"players": [{"id": 99, "name": "X"}]}, "unknown_player", "rounds[0].made_with.players[0].id"),
        (1, {"players": [{"id": 7, "name": "X"}], "entered": 6}, "unknown_player", "rounds[0].made_with.players[0].id"),
        (2, {"players": [{"id": 1, "name": "P1", "missed": [2]}]}, "not_in_pool", "rounds[1].tables"),
        (1, {"options": {"rounds": 4, "max_score": 7}}, "unknown_key", "rounds[0].made_with.options.max_score"),
        (1, {"options": {"rounds": "four"}}, "wrong_type", "rounds[0].made_with.options.rounds"),
        (
            1,
            {"avoid": [{"players": [1, 7]}], "entered": 6},
            "unknown_player",
            "rounds[0].made_with.avoid[0].players[1]",
        ),
        (1, {"seed": 4}, "unknown_key", "rounds[0].made_with.seed"),
    ],
)
def test_what_cannot_have_been_is_refused(number: int, given: dict[str, Any], code: str, path: str) -> None:
    value = json.loads(write(changed()))
    value["rounds"][number - 1]["made_with"] = given
    with pytest.raises(Unreadable) as caught:
        read(json.dumps(value).encode())
    assert caught.value.code == code
    assert caught.value.path is not None
    assert caught.value.path.startswith(path)
    assert caught.value.line is not None


def test_c1_2_a_name_stands_as_it_was_kept_when_the_round_was_made() -> None:
    event = Event("chess", 4, [], rounds=3, capitals="off")
    event.facts = [
        Entered(replace(fact.player, name=fact.player.name.title())) if isinstance(fact, Entered) else fact
        for fact in event.facts
    ]
    event.do("pair", bodies.NextRound(publish=True))
    event.do("options", bodies.Options({"capitals": "plain"}))
    file = write(event.now)
    assert b"Player 1" in file
    assert b"PLAYER 1" in file
    assert write(fold(read(file))) == file
