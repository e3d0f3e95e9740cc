"""The table of operations: what a row says fits the function that decides, and every door follows from it."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from ronda.cli import run
from ronda.cli.operations import NAMES
from ronda.core.values import replace
from ronda.desk.sign_up import Applicant
from ronda.operations.event_settings import EventSettings
from ronda.operations.operation import Operation, Outcome, decided
from ronda.operations.sign_ups import SIGN_UP
from ronda.operations.table import BY_NAME, OPERATIONS
from ronda.store import open_store
from ronda.store.sign_ups import add_sign_up
from tests.import_graph import imports
from tools.reference import keys_of

ROWS = [pytest.param(one, id=one.name) for one in BY_NAME.values()]


def test_a_row_has_at_most_eight_fields() -> None:
    """What needs a ninth is a handler by hand."""
    assert len(msgspec.structs.fields(Operation)) <= 8


def test_every_name_stands_once() -> None:
    assert len(BY_NAME) == sum(map(len, OPERATIONS.values()))


@pytest.mark.parametrize("row", ROWS)
def test_the_path_names_parameters_of_the_decision(row: Operation) -> None:
    assert set(row.path_parameters) <= row.signature.parameters.keys()
    assert (row.signature.answer is None) == (row.status == 204), "every other operation answers something"
    assert row.method in ("GET", "POST", "PUT", "DELETE")
    assert (row.signature.body is None) or row.method in ("POST", "PUT")


@pytest.mark.parametrize("row", ROWS)
def test_a_summary_is_a_sentence_of_its_own(row: Operation) -> None:
    assert row.summary == row.summary.strip(". ")
    assert row.summary[0].isupper() or row.summary[0] == "`"
    assert not row.summary.endswith(f"({row.role})"), "the role is added to it"


def test_what_is_not_among_the_choices_is_not_there() -> None:
    assert decided(BY_NAME["changeAccount"], None, number=1, what="explode") is Outcome.MISSING  # type: ignore[arg-type]


# --- ronda do ----------------------------------------------------------------------------------------------


def do(capsys: pytest.CaptureFixture[str], tmp_path: Path, *words: str) -> tuple[int, str, str]:
    status = run(["do", *words, "--db", str(tmp_path / "ronda.db")])
    out, err = capsys.readouterr()
    return status, out, err


def test_ronda_do_answers_as_the_api(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = ("addAccount", "name=Club Norte", "most_events=3", "--address", "https://ronda.example.org/")
    status, out, _ = do(capsys, tmp_path, *words)
    assert status == 0
    made = json.loads(out)
    assert made["link"].startswith("https://ronda.example.org/welcome/")
    _, out, _ = do(capsys, tmp_path, "setLimits", f"number={made['id']}", "most_players=20")
    (one,) = json.loads(out)["accounts"]
    assert (one["name"], one["most_events"], one["most_players"]) == ("Club Norte", None, 20)


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        (("addAccounts", "name=x"), 2, "addAccount"),
        (("setLimits", "most_events=3"), 2, "number"),
        (("setLimits", "number=1", "most_events=-3"), 2, "most_events"),
        (("setLimits", "number=1", "colour=red"), 2, "colour"),
        (("setLimits", "number"), 2, "KEY=VALUE"),
        (("listAccounts", "number=1"), 2, "number"),
        (("setLimits", "number=77"), 2, "no such"),
        (("addAccount", "name= "), 1, ""),
    ],
)
def test_ronda_do_says_what_does_not_fit(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, words: tuple[str, ...], status: int, told: str
) -> None:
    found, out, err = do(capsys, tmp_path, *words)
    assert (found, out) == (status, "")
    assert told in err


def test_ronda_do_asks_for_something_of_an_event(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    database = ("--db", str(tmp_path / "ronda.db"))
    assert run(["new", "--system", "domino", "--name", "Club", "store", *database]) == 0
    with open_store(str(tmp_path / "ronda.db")) as store:
        (one,) = store.summaries()
    capsys.readouterr()
    status, out, _ = do(capsys, tmp_path, "getStandings", f"event={one.code}", "after=0")
    assert (status, json.loads(out)["rows"]) == (0, [])
    status, out, _ = do(capsys, tmp_path, "getLog", f"event={one.code}", "last=1")
    assert (status, len(json.loads(out)["entries"])) == (0, 1)
    for wrong in ("after=1", "after=-1", "after=many"):
        assert do(capsys, tmp_path, "getStandings", f"event={one.code}", wrong)[0] == 2
    status, out, _ = do(capsys, tmp_path, "getSystem", "name=domino")
    assert (status, json.loads(out)["id"]) == (0, "domino")


def test_ronda_do_changes_a_season(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    status, out, _ = do(capsys, tmp_path, "makeCollection", "of=festival", "name=Spring")
    assert status == 0
    code = json.loads(out)["code"]
    line = ("kind=plan", "date=2026-05-30", "time=10:00", "text=Round 1")
    assert do(capsys, tmp_path, "changeCollection", f"collection={code}", *line, "version=7")[0] == 2
    status, out, _ = do(capsys, tmp_path, "changeCollection", f"collection={code}", *line, "version=1")
    assert (status, json.loads(out)["plan"][0]["text"]) == (0, "Round 1")
    for wrong in (f"collection={code}", "collection=XXXX", "provisional=true"):
        assert do(capsys, tmp_path, "getSeasonStandings", wrong)[0] == 2, "a festival has no standings"


def test_ronda_do_speaks_as_a_player(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    names = tmp_path / "names.txt"
    names.write_text("Ana\nBo\nCem\nDora\n", "utf-8")
    database = ("--db", str(tmp_path / "ronda.db"))
    assert run(["new", "--system", "domino", "--name", "Club", "--players", str(names), "store", *database]) == 0
    with open_store(str(tmp_path / "ronda.db")) as store:
        (one,) = store.summaries()
    capsys.readouterr()
    status, out, _ = do(capsys, tmp_path, "getPhone", f"event={one.code}", "player=2")
    assert (status, json.loads(out)["name"]) == (0, "Bo")
    assert do(capsys, tmp_path, "getPhone", f"event={one.code}", "player=5")[0] == 2


@pytest.mark.parametrize("row", ROWS)
def test_ronda_do_names_the_keys_of_every_row(row: Operation) -> None:
    known = keys_of(row)
    assert set(row.path_parameters) <= known.keys()
    assert (row.scope in ("event", "phone", "sign-up")) == ("event" in known) or row.signature.body is not None


def test_a_shell_completes_the_names(capsys: pytest.CaptureFixture[str]) -> None:
    for shell in ("bash", "zsh"):
        assert run(["completion", shell]) == 0
        script = capsys.readouterr().out
        assert not [name for name in NAMES if name not in script]


def test_ronda_do_writes_a_file(capfdbinary: pytest.CaptureFixture[bytes], tmp_path: Path) -> None:
    database = ("--db", str(tmp_path / "ronda.db"))
    assert run(["new", "--system", "domino", "--name", "Club", "store", *database]) == 0
    with open_store(str(tmp_path / "ronda.db")) as store:
        (one,) = store.summaries()
    capfdbinary.readouterr()
    assert run(["do", "exportXlsx", f"event={one.code}", *database]) == 0
    assert capfdbinary.readouterr().out.startswith(b"PK")
    assert run(["do", "exportTrf", f"event={one.code}", *database]) == 1, "domino has no report file"
    assert run(["do", "printSheet", f"event={one.code}", "name=nothing", *database]) == 2


def test_the_api_imports_no_page() -> None:
    found = {name for name, others in imports().items() if any(one.startswith("web.pages") for one in others)}
    assert not [name for name in found if name.startswith("web.api.")]


def test_ronda_do_makes_players_of_those_who_signed_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A decision that performs actions of the desk."""
    database = str(tmp_path / "ronda.db")
    assert run(["new", "--system", "domino", "--name", "Club", "store", "--db", database]) == 0
    with open_store(database) as store:
        (one,) = store.summaries()
        EventSettings(store).amend(one.code, SIGN_UP, lambda rules: replace(rules, open=True))
        with store.writes() as connection:
            applicant = Applicant("Zoe", events=(one.code,))
            number = add_sign_up(connection, one.code, "secret", applicant, "device", "2026-05-30T10:00:00+00:00")
    capsys.readouterr()
    status, out, _ = do(capsys, tmp_path, "getSignUps", f"event={one.code}")
    assert (status, [line["name"] for line in json.loads(out)["people"]]) == (0, ["Zoe"])
    status, out, _ = do(capsys, tmp_path, "answerSignUp", f"event={one.code}", f"number={number}", "answer=enter")
    assert (status, json.loads(out)["people"]) == (0, [])
    status, out, _ = do(capsys, tmp_path, "getPlayers", f"event={one.code}")
    assert [player["name"] for player in json.loads(out)["players"]] == ["Zoe"]
    assert do(capsys, tmp_path, "answerSignUp", f"event={one.code}", f"number={number}", "answer=enter")[0] == 1
    assert do(capsys, tmp_path, "getSignUps", "event=ABCDEF")[0] == 2
