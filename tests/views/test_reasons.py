"""What concerns a player is the same in words, for programs and on the phone."""

from __future__ import annotations

from pathlib import Path

import pytest

import ronda
from ronda.core.model import Bye, Round, Table
from ronda.core.verdicts import Reason, Relaxation
from ronda.systems import names, system
from ronda.views.seat import why_here
from ronda.views.verdicts import Concerning, concerning
from tests.cli.conftest import desk as desk
from tests.cli.running import Desk

OF_TABLE, OF_OTHER_TABLE = Reason("set_by_lot", "M5.2", table=1), Reason("set_by_lot", "M5.2", table=2)
OF_ONE, OF_PARTNER = (Reason("in_a_three", "PS1.5", table=1, player=n) for n in (1, 2))
OF_BYE = Reason("free_game_lot", "M3.3", player=9)
TELLS_TABLES, OF_ALL = Reason("partners_lot", "M4.3"), Reason("power_total", "M5.2")
BY_HAND, BY_HAND_ELSEWHERE = Reason("by_hand", "S3", table=1), Reason("by_hand", "S3", table=2)
AT_TABLE, ELSEWHERE = Relaxation("partners_again", "M4.4", (2, 3)), Relaxation("partners_again", "M4.4", (5, 6))
ROUND = Round(
    1,
    (Table(1, (1, 2), (3, 4)), Table(2, (5, 6), (7, 8))),
    (Bye(9),),
    reasons=(
        *(OF_TABLE, OF_OTHER_TABLE, OF_ONE, OF_PARTNER, OF_BYE, TELLS_TABLES, OF_ALL),
        *(BY_HAND, BY_HAND_ELSEWHERE),
    ),
    relaxations=(AT_TABLE, ELSEWHERE),
)


def test_what_concerns_somebody_at_a_table() -> None:
    assert concerning(ROUND, 1) == Concerning((OF_TABLE, OF_ONE, TELLS_TABLES, OF_ALL, BY_HAND), (AT_TABLE,))
    assert concerning(ROUND, 3) == Concerning((OF_TABLE, TELLS_TABLES, OF_ALL, BY_HAND), (AT_TABLE,))
    assert concerning(ROUND, 9) == Concerning((OF_BYE, TELLS_TABLES, OF_ALL), ())
    assert concerning(ROUND, None) == Concerning(ROUND.reasons, ROUND.relaxations)


def test_on_the_phone_stands_what_explains_the_own_table() -> None:
    assert why_here(ROUND, 1, "melee") == [OF_TABLE, OF_ONE, TELLS_TABLES, BY_HAND, AT_TABLE]
    assert why_here(ROUND, 9, "melee") == [OF_BYE]


def test_which_reasons_explain_every_table_is_declared_by_their_systems() -> None:
    found = {
        (name, code)
        for name in names()
        for code, own in system(name).words.codes.get("reason", {}).items()
        if own.every_table
    }
    assert found == {("melee", "filled"), ("melee", "partners_halves"), ("melee", "partners_lot")}


@pytest.mark.parametrize(
    ("name", "option"), [("melee", "leftovers=triplette"), ("melee", "rounds=3"), ("domino", "rounds=3")]
)
def test_explain_tells_a_player_the_same_in_words_and_as_json(desk: Desk, name: str, option: str) -> None:
    people = desk.write("people.csv", "\n".join(f"Player {n}" for n in range(1, 11)))
    desk("new", "a.json", "--system", name, "--option", option, "--players", people, "--seed", 3)
    assert desk("pair", "a.json", "--write").status == 0
    for player in range(1, 11):
        words = desk("explain", "a.json", "--player", player).out
        (made,) = desk("explain", "a.json", "--player", player, "--json").value["rounds"]
        texts = [f"{one['text']} ({one['article']})" for one in made["reasons"] + made["relaxations"]]
        told = [line for line in words.splitlines()[1:] if line.endswith(")")]
        assert len(told) == len(texts), words
        assert all(any(line.endswith(text) for line in told) for text in texts)


def test_the_library_tells_reasons_as_the_command_does(desk: Desk) -> None:
    event = ronda.simulate("melee", 10, 1, seed=3)
    path: Path = desk.path("a.json")
    ronda.dump(event, str(path))
    words = desk("explain", "a.json").out
    for line in ronda.explain(event):
        assert line in words
