"""`import ronda`: what the guide shows, what is promised, and that it loads no more than it needs."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import ronda
from ronda.desk.actions import ACTIONS, PHONE
from ronda.library.event import action_fields
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
        "swiss": "1-0",
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


class Frame:
    """What of a DataFrame is used."""

    def __init__(self, *rows: dict[str, object]) -> None:
        self.rows = rows

    def to_dict(self, orient: str) -> list[dict[str, object]]:
        assert orient == "records"
        return list(self.rows)


class WholeNumber:
    """A number of another library."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def item(self) -> int:
        return self.value


class NotAvailable:
    """Neither equal nor unequal to anything, as the missing value of pandas."""

    def __ne__(self, other: object) -> Any:
        return self

    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")


ROWS = (
    {"name": "Ana", "rating": 1980.0, "club": "Roque", "fide_id": 123456.0},
    {"name": "Ben", "rating": float("nan"), "club": None, "fide_id": NotAvailable()},
    {"name": "Can", "rating": WholeNumber(1720), "club": "", "fide_id": float("nan")},
)


@pytest.mark.parametrize("players", [ROWS, Frame(*ROWS)])
def test_rows_come_as_they_are(players: Any) -> None:
    found = ronda.new("dutch", players, seed=1, rounds=2)
    expected = [("Ana", 1980, "Roque", "123456"), ("Ben", 0, "", ""), ("Can", 1720, "", "")]
    assert [(one.name, one.rating, one.club, one.fide_id) for one in found.players] == expected
    more = ronda.act(ronda.new("dutch", ["Zoe"], seed=1), "enter-list", players=players)
    assert [(one.id, one.name, one.rating, one.club, one.fide_id) for one in more.players[1:]] == [
        (at, *row) for at, row in enumerate(expected, start=2)
    ]
    assert [one.name for one in ronda.simulate("dutch", players, 1).players] == ["Ana", "Ben", "Can"]


def test_headings_are_those_of_lists_of_players() -> None:
    event = ronda.new("chess", [{"Vorname": "Ana", "Nachname": "Roth", "Elo": 1500.0}], seed=1, capitals="off")
    assert (event.players[0].name, event.players[0].rating) == ("Ana Roth", 1500)


def begun() -> ronda.Event:
    event = ronda.new("dutch", ["Ana", "Ben", "Can", "Dora", "Efe"], name="Club", seed=1, rounds=3)
    return ronda.publish(event, ronda.pair(event))


# one call of each action that has to be possible on some event; what it must be refused with, else
CALLS: dict[str, dict[str, object]] = {
    "rename": {"name": "Open"},
    "options": {"options": {"rounds": 4}},
    "avoid": {"avoid": [{"players": (1, 2), "hard": False}]},
    "enter": {"name": "Zoe"},
    "enter-list": {"text": "Zoe\nYan"},
    "edit": {"player": 1, "name": "Anna"},
    "check-in": {"player": 1},
    "check-in-all": {},
    "leave": {"player": 3},
    "return": {"player": 3},
    "pause": {"player": 3},
    "bye": {"player": 3, "round": 2, "kind": "H"},
    "pair": {"seed": 5},
    "swap": {"one": 1, "other": 2},
    "swap-tables": {"one": 1, "other": 2},
    "discard": {},
    "approve": {"by": "Ana", "reason": "so it is"},
    "publish": {},
    "result": {"round": 1, "table": 1, "result": "1-0"},
    "reverse": {"round": 1, "table": 1},
    "take-back": {"round": 1, "table": 1, "was": "1-0"},
    "erase": {"round": 1, "table": 1},
    "penalise": {"player": 1, "kind": "warning", "reason": "late", "by": "Ana"},
    "lift": {"penalty": 1},
    "note": {"player": 1, "reason": "seen"},
    "late": {"player": 1},
    "appeal": {"player": 1, "text": "no", "round": 1, "table": 1},
    "decide-appeal": {"appeal": 1, "outcome": "upheld", "reason": "seen", "by": "Ana"},
    "prizes": {"prizes": [{"id": "1st", "value": 5000}]},
    "fees": {"rules": [{"amount": 1000}], "currency": "EUR"},
    "fee": {"player": 1, "amount": 500, "reason": "helper"},
    "pay": {"player": 1, "amount": 100},
    "refund": {"player": 1, "amount": 100, "reason": "left"},
    "link": {"links": [{"player": 1, "person": "abc"}]},
    "stages": {"stages": [{"kind": "elimination"}]},
    "begin-stage": {},
    "cancel-stage": {"stage": 1},
    "close": {},
    "finish": {},
    "reopen": {},
    "archive": {},
    "delete": {},
    "forget": {"player": 1},
    "forget-all": {},
    "undo": {},
    "redo": {},
}


def test_every_action_without_a_phone_can_be_asked_for() -> None:
    """Whatever the event says to it, it is done or refused in words; most of them can be done to one of these."""
    assert set(CALLS) == set(ACTIONS) - set(PHONE)
    event = begun()
    drafted = ronda.act(ronda.new("dutch", ["Ana", "Ben", "Can", "Dora"], seed=1, rounds=3), "pair")
    entered = event
    for table in event.rounds[0].tables:
        entered = ronda.record(entered, 1, table.number, "1-0")
    fined = ronda.act(ronda.act(entered, "penalise", **PENALTY), "appeal", player=1, text="no", penalty=1)
    owing = ronda.act(ronda.act(ronda.act(event, "leave", player=3), "fees", rules=[{"amount": 1000}]), "pay", player=1)
    over = ronda.act(entered, "finish")
    states = [event, drafted, entered, fined, owing, over, ronda.act(event, "undo"), ronda.new("dutch", ["A", "B"])]
    done: set[str] = set()
    misread: set[str] = set()
    for name, fields in CALLS.items():
        for state in states:
            try:
                ronda.act(state, name, **fields)
            except ronda.Refused as refused:
                misread |= {name} if refused.code in ("unknown_key", "missing_key", "wrong_type") else set()
            else:
                done.add(name)
                assert name in ronda.actions(state)
    assert not misread
    assert set(CALLS) - done <= {"approve", "begin-stage", "cancel-stage", "stages"}


HOSTILE: tuple[Any, ...] = (
    None,
    True,
    -1,
    10**30,
    0.5,
    float("inf"),
    "",
    "\ud800",
    "x" * 3000,
    b"x",
    object(),
    [],
    [[]],
    {"a": {}},
    int,
)


def test_no_value_of_a_field_leads_to_anything_but_a_refusal() -> None:
    event = ronda.record(begun(), 1, 1, "1-0")
    for name, fields in CALLS.items():
        for field in action_fields(ACTIONS[name].body):
            for value in HOSTILE:
                with suppress(ronda.Refused):
                    ronda.act(event, name, **{**fields, field: value})
    for value in HOSTILE:
        calls: list[Callable[[Any], object]] = [
            lambda value: ronda.act(event, "enter-list", players=value),
            lambda value: ronda.act(event, "enter-list", players=[value]),
            lambda value: ronda.act(event, "enter-list", players=[{"name": value}]),
            lambda value: ronda.new("chess", [value], rounds=value),
            lambda value: ronda.new("chess", [{"name": "Ana", "rating": value}], seed=1),
            lambda value: ronda.new("chess", ["Ana"], seed=value),
            lambda value: ronda.new(value, ["Ana"]),
            lambda value: ronda.simulate("chess", value, 2),
        ]
        for doing in calls:
            with suppress(ronda.Refused):
                doing(value)


PENALTY: Any = {"player": 1, "kind": "points", "points": 0.5, "reason": "phone"}


def test_what_was_done_can_be_undone_and_done_again() -> None:
    event = begun()
    assert "redo" not in ronda.actions(event)
    more = ronda.act(ronda.act(event, "enter", name="Zoe"), "leave", player=1)
    back = ronda.act(ronda.act(more, "undo"), "undo")
    assert back == event
    assert ronda.act(ronda.act(back, "redo"), "redo") == more
    with pytest.raises(ronda.Refused, match="undo"):
        ronda.act(ronda.loads(ronda.dumps(more)), "undo")


def test_what_can_be_done_is_told_with_its_fields() -> None:
    event = ronda.new("dutch", ["Ana", "Ben"], seed=1)
    found = ronda.actions(event)
    assert {"enter", "pair", "bye"} <= set(found)
    assert not {"result", "report", "publish"} & set(found)
    assert found["bye"]["kind"] == ronda.ActionField("string / null", False, None, ("F", "H", "Z"))
    assert found["leave"]["player"].required
    assert "players" in found["enter-list"]


def test_a_forgotten_person_is_gone_from_what_was_done() -> None:
    event = ronda.act(ronda.act(begun(), "edit", player=1, name="Anastasia"), "forget", player=1)
    assert "Anastasia" not in str(event.log)
    with pytest.raises(ronda.Refused):
        ronda.act(event, "undo")


EVENT = begun()
UNTYPED: Any = ronda


@pytest.mark.parametrize(
    ("doing", "code", "word"),
    [
        (lambda: UNTYPED.act(EVENT, "leeve", player=3), "unknown_choice", "Did you mean leave?"),
        (lambda: UNTYPED.act(EVENT, "leave", plaier=3), "unknown_key", "Did you mean player?"),
        (lambda: UNTYPED.act(EVENT, "leave"), "missing_key", "player"),
        (lambda: UNTYPED.act(EVENT, "leave", player="three"), "wrong_type", "player"),
        (lambda: UNTYPED.act(EVENT, "leave", player=True), "wrong_type", "player"),
        (lambda: UNTYPED.act(EVENT, "leave", player=1.5), "wrong_type", "player"),
        (lambda: UNTYPED.act(EVENT, "leave", player=99), "unknown_player", "99"),
        (lambda: UNTYPED.act(EVENT, "bye", player=1, round=2, kind="X"), "unknown_choice", "F, H and Z"),
        (lambda: UNTYPED.act(EVENT, "avoid", avoid=[{"players": (1, object())}]), "wrong_type", "avoid[0].players[1]"),
        (lambda: UNTYPED.act(EVENT, "avoid", avoid=[{"players": [1, 2]}] * 5001), "too_many", "5000"),
        (lambda: UNTYPED.act(EVENT, "enter-list", players=[{"name": "Zoe", "ratting": 5}]), "unknown_key", "rating?"),
        (lambda: UNTYPED.act(EVENT, "enter-list", players=[{"name": ""}]), None, ""),
        (
            lambda: UNTYPED.act(EVENT, "stages", stages=[{"kind": "robin", "best_of": 2}]),
            "unknown_choice",
            "1, 3, 5",
        ),
        (lambda: UNTYPED.act(EVENT, "report", result="1-0"), "unknown_choice", "report"),
        (lambda: UNTYPED.act(event=EVENT, action="leave"), "missing_key", "event"),
        (lambda: UNTYPED.act(EVENT), "missing_key", "action"),
        (lambda: UNTYPED.act("club.json", "leave", player=1), "wrong_type", "tournament"),
        (lambda: UNTYPED.pair(EVENT, sed=7), "unknown_key", "Did you mean seed?"),
        (lambda: UNTYPED.pair(EVENT, 7), "wrong_length", "2"),
        (lambda: UNTYPED.pair(EVENT, seed="7"), "wrong_type", "seed"),
        (lambda: UNTYPED.pair(EVENT, approved="Ana"), "wrong_type", "approved"),
        (lambda: UNTYPED.pair(None), "wrong_type", "event"),
        (lambda: UNTYPED.publish(EVENT, 3), "wrong_type", "made"),
        (lambda: UNTYPED.record(EVENT, "1", 1, "1-0"), "wrong_type", "round"),
        (lambda: UNTYPED.record(EVENT, 1, 1, 1), "wrong_type", "result"),
        (lambda: UNTYPED.record(EVENT, 1, 1, "1-0", absent=3), "wrong_type", "absent"),
        (lambda: UNTYPED.record(EVENT, 1, 1, "1-0", table=1), "duplicate_key", "table"),
        (lambda: UNTYPED.new("swis", ["Ana"]), "unknown_system", "system"),
        (lambda: UNTYPED.new("chess", 5), "wrong_type", "players"),
        (lambda: UNTYPED.new("chess", "Ana"), "wrong_type", "players"),
        (lambda: UNTYPED.new("chess", [5]), "wrong_type", "players[0]"),
        (lambda: UNTYPED.new("chess", [{"name": object()}]), "wrong_type", ""),
        (lambda: UNTYPED.new("chess", [{"name": "Ana", "raiting": 5}]), "unknown_key", "Did you mean rating?"),
        (lambda: UNTYPED.new("chess", ["Ana"], seed=1.5), "wrong_type", "seed"),
        (lambda: UNTYPED.new("chess", ["Ana"], ronds=3), "unknown_key", "Did you mean rounds?"),
        (lambda: UNTYPED.new("chess", ["Ana"], avoid=[1]), "wrong_type", "avoid"),
        (lambda: UNTYPED.new("chess"), "missing_key", "players"),
        (lambda: UNTYPED.standings(EVENT, after="1"), "wrong_type", "after"),
        (lambda: UNTYPED.standings(EVENT, criteria="PTS"), "wrong_type", "criteria"),
        (lambda: UNTYPED.standings(EVENT, criteria=[1]), "wrong_type", "criteria"),
        (lambda: UNTYPED.standings(EVENT, criteria=[lambda *_: 0.5]), "wrong_type", "Fraction"),
        (lambda: UNTYPED.explain(EVENT, "1"), "wrong_type", "round"),
        (lambda: UNTYPED.explain(EVENT, language="xx"), "unknown_choice", "language"),
        (lambda: UNTYPED.tell(EVENT, "x"), "wrong_type", "verdict"),
        (lambda: UNTYPED.check(), "missing_key", "event"),
        (lambda: UNTYPED.load(5), "wrong_type", "path"),
        (lambda: UNTYPED.loads(None), "wrong_type", "text"),
        (lambda: UNTYPED.loads("\ud800"), None, ""),
        (lambda: UNTYPED.dump(EVENT, 5), "wrong_type", "path"),
        (lambda: UNTYPED.sheet(EVENT, "tabels"), "unknown_sheet", "tables"),
        (lambda: UNTYPED.sheet(EVENT, "tables", round=7), "unknown_round", "7"),
        (lambda: UNTYPED.sheet(EVENT, "tables", paper="a5"), "wrong_type", "a4"),
        (lambda: UNTYPED.sheet(EVENT, "tables", names="none"), "unknown_choice", "names"),
        (lambda: UNTYPED.simulate("chess", "8", 3), "wrong_type", "players"),
        (lambda: UNTYPED.simulate("chess", -3, 3), "out_of_range", "players"),
        (lambda: UNTYPED.simulate("chess", 8, 0), "out_of_range", "rounds"),
        (lambda: UNTYPED.simulate("chess", 8, 3, colour="red"), "unknown_key", "colour"),
        (lambda: UNTYPED.simulate("chess", 8, 3, strengths=[1500] * 7), "wrong_length", "strengths"),
        (lambda: UNTYPED.simulate("chess", 8, 3, strengths=["a"] * 8), "wrong_type", "strengths"),
    ],
)
def test_an_argument_that_does_not_fit_is_refused_in_words(doing: Any, code: str | None, word: str) -> None:
    with pytest.raises(ronda.Refused) as refused:
        doing()
    assert code in (None, refused.value.code)
    assert word in refused.value.message
    assert "()" not in refused.value.message


def test_sheets_are_pdf() -> None:
    for sheet in ("tables", "standings", "start", "rules"):
        assert ronda.sheet(EVENT, sheet, language="de", paper="letter").startswith(b"%PDF")


def test_the_stronger_win_in_a_simulation() -> None:
    strengths = [2400, 1000, 1000, 1000, 1000, 1000, 1000, 1000]
    won = [ronda.standings(ronda.simulate("dutch", 8, 3, seed=n, strengths=strengths))[0].player for n in range(10)]
    assert won.count(1) >= 8
    players = [{"name": name, "rating": 1500} for name in "ABCDEFGH"]
    event = ronda.simulate("dutch", players, 3, seed=1, strengths=strengths)
    assert [player.name for player in event.players] == list("ABCDEFGH")
    assert {player.rating for player in event.players} == {1500}


def test_a_criterion_may_be_a_function() -> None:
    event = ronda.simulate("dutch", 8, 3, seed=4)

    def name_length(event: ronda.Event, player: int) -> Fraction | None:
        return None if player == 1 else Fraction(player, 3)

    rows = ronda.standings(event, criteria=[name_length])
    assert [row.player for row in rows] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert rows[0].values == {"name_length": Fraction(8, 3)}
    assert rows[-1].values == {"name_length": None}
    mixed = ronda.standings(event, criteria=["PTS", name_length, "BH"])
    assert list(mixed[0].values) == ["PTS", "name_length", "BH"]
    seen = []
    ronda.standings(event, after=1, criteria=[lambda event, player: seen.append(len(event.rounds))])
    assert set(seen) == {1}


def test_an_event_shows_itself() -> None:
    event = ronda.new("dutch", ["<b>Ana</b>", "Ben"], name="Open & more", seed=1, rounds=1)
    assert repr(event) == "<Event 'Open & more': dutch, 2 players, 0 of 1 rounds, setup>"
    before = event._repr_html_()
    assert "&lt;b&gt;Ana" in before
    assert "Open &amp; more" in before
    played = ronda.record(ronda.publish(event, ronda.pair(event)), 1, 1, "1-0")
    shown = played._repr_html_()
    assert shown.count("<tr>") == 3
    assert "<td>1</td>" in shown


def test_it_lists_what_there_is() -> None:
    assert dir(ronda) == sorted(ronda.__all__)
    assert not [name for name in dir(ronda) if name.startswith("_")]


def test_a_system_chooses_the_criteria_by_their_names() -> None:
    event = ronda.simulate("redemption", 8, 2, seed=1)
    assert list(ronda.standings(event, criteria=["differential"])[0].values) == ["differential"]
