"""`import ronda`: what the guide shows, what is promised, and that it loads no more than it needs."""

from __future__ import annotations

import re
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

import ronda
from ronda.systems import NAMES
from ronda.systems.domino.rules import settings

GUIDE = Path(__file__).parent.parent / "docs" / "guide" / "python.md"


def test_the_guide_can_be_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.S):
        exec(block, names)
    told = capsys.readouterr().out
    assert "unknown_table S4" in told
    assert (tmp_path / "club.json").exists()


def test_a_new_event_begins_as_the_desk_begins_it_and_an_old_one_stays() -> None:
    """D10.5: a file that says nothing of an option means what it meant when there was no other default."""
    players = [f"P{n}" for n in range(1, 9)]
    assert ronda.new("domino", players).setup.options == {"variety": "fresh"}
    assert ronda.new("domino", players, variety="windows", rounds=3).setup.options == {
        "variety": "windows",
        "rounds": 3,
    }
    assert ronda.new("redemption", players).setup.options == {}
    assert ronda.simulate("domino", 8, 1).setup.options["variety"] == "fresh"
    old = '{"ronda": 1, "system": "domino", "players": [{"id": 1, "name": "Ann"}]}'
    assert ronda.loads(old).setup.options == {}
    assert not settings(ronda.loads(old).setup).choices.fresh


def test_every_function_is_in_the_guide() -> None:
    text = GUIDE.read_text("utf-8")
    for name in ronda.__all__:
        if name[0].islower() or name == "Refused":
            assert f"`{name}" in text, name
        assert getattr(ronda, name) is not None
    with pytest.raises(AttributeError):
        _ = ronda.nothing


def test_importing_it_loads_neither_web_nor_database() -> None:
    program = (
        "import sys, ronda\n"
        "event = ronda.new('chess', ['Ana', 'Ben', 'Can', 'Dora'], seed=1, rounds=2)\n"
        "event = ronda.publish(event, ronda.pair(event))\n"
        "ronda.standings(event); ronda.check(event); ronda.dumps(event)\n"
        "print([name for name in sys.modules if name.split('.')[0] in ('litestar', 'sqlalchemy', 'uvicorn', 'psycopg', "
        "'jinja2', 'typst') or name.startswith(('ronda.web', 'ronda.store'))])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("system", NAMES)
def test_a_whole_event_of_each_system(system: str) -> None:
    results = {
        "domino": "200-100",
        "melee": "13-7",
        "chess": "1-0",
        "redemption": "5-3",
        "dutch": "1-0",
        "robin": "1-0",
        "domino_pairs": "200-100",
    }
    event = ronda.new(system, [f"Player {n}" for n in range(1, 13)], seed=3, rounds=4)
    for number in range(1, 5):
        round_ = ronda.pair(event)
        assert round_.number == number
        assert ronda.explain(event, round_, language="tr")
        event = ronda.publish(event, round_)
        for table in round_.tables:
            event = ronda.record(event, number, table.number, results[system])
    assert not [finding for finding in ronda.check(event) if finding.severity == "violation"]
    rows = ronda.standings(event)
    assert [row.place for row in rows] == sorted(row.place or 99 for row in rows)
    assert all(isinstance(value, int | Fraction) for row in rows for value in row.values.values())
    assert ronda.loads(ronda.dumps(event)) == event
    again = ronda.simulate(system, 12, 4, seed=3)
    assert again == ronda.simulate(system, 12, 4, seed=3)
    assert len(again.rounds) == 4


def test_nothing_is_changed_in_place() -> None:
    event = ronda.new("redemption", ["Ana", "Ben", "Can", "Dora"], seed=1, rounds=2)
    text = ronda.dumps(event)
    round_ = ronda.pair(event, seed=9)
    assert round_.seed == 9
    after = ronda.publish(event, round_)
    assert ronda.dumps(event) == text != ronda.dumps(after)


def test_what_is_forbidden_is_told() -> None:
    event = ronda.new("redemption", ["Ana", "Ben", "Can", "Dora"], seed=1, rounds=2)
    round_ = ronda.pair(event)
    after = ronda.publish(event, round_)
    for doing, code in (
        (lambda: ronda.publish(after, round_), "other_event"),
        (lambda: ronda.pair(after), "results_missing"),
        (lambda: ronda.record(after, 1, 1, "nonsense"), "result_unreadable"),
        (lambda: ronda.standings(after, after=7), "unknown_round"),
        (lambda: ronda.standings(after, criteria=("PTS", "XYZ")), "tiebreak_unknown"),
        (lambda: ronda.loads("{", "json"), None),
        (lambda: ronda.loads("x", "trf"), "bad_trf"),
        (lambda: ronda.loads("x", "pgn"), "unknown_format"),
        (lambda: ronda.new("bridge", ["Ana"]), None),
        (lambda: ronda.simulate("bridge", 8, 3), "unknown_system"),
        (lambda: ronda.new("chess", ["Ana"], colour="red"), None),
    ):
        with pytest.raises(ronda.Refused) as refused:
            doing()
        assert refused.value.message == str(refused.value) != refused.value.code
        assert code in (None, refused.value.code)
