"""Every command speaks all five languages: each text is there and gets the facts it asks for."""

from __future__ import annotations

import io
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from ronda.cli import run
from ronda.cli.commands import COMMANDS
from ronda.store import open_store
from ronda.store.event_log import entries
from ronda.texts import LANGUAGES, Speaker
from tests.store import their_tables
from tests.store.samples import whole_life

LIST = "LNo;Ad-Soyad;ELO;UKD;Telefon\n1;Ali Işık;2000;0;5\n\n2;Ece;0;0;\n3;Can;1500;0;\n3;can;0;0;\n5;Su;0;1200;\n"
EVENT = """
    systems
    new e.json --system chess --players list.csv --option rounds=4 --seed 7
    pair e.json --write
    result e.json 1 1 1-0
    result e.json 1 1 ---
    result e.json 1 2 0
    leave e.json 1
    leave e.json 1
    return e.json 1
    enter e.json Zoë --rating 1800
    pair e.json
    pair e.json --write
    explain e.json
    explain e.json --player 1
    standings e.json
    standings e.json --player 2
    show e.json start
    show e.json pairings
    show e.json final
    show e.json cross
    check e.json --forecast
    report e.json
    export e.json --to xlsx --out e.xlsx
    export e.json --to xlsx
    import names.txt --out r.json --system redemption
    import names.txt --out r2.json
    explain r.json
    pair r.json --write
    result r.json 1 1 5-3
    pair r.json --write
    show r.json pairings
    show r.json cross
    standings r.json --player Eva
    simulate --system redemption --players 5 --rounds 3 --workers 1
    demo
"""
DOMINO = """
    new d.json --system domino --players eleven.txt --option rounds=4 --seed 7
    pair d.json --write
    result d.json 1 1 200-120
    result d.json 1 2 150-200
    enter d.json Zoë
    pair d.json --write
    result d.json 2 1 200-190
    result d.json 2 2 --- --absent 1
    result d.json 2 3 +--
    leave d.json 5
    leave d.json 6
    pair d.json --write
    result d.json 3 1 80-200
    result d.json 3 2 390-20 --confirm
    pair d.json
    explain d.json --round 1
    explain d.json --player 1
    standings d.json
    standings d.json --player 2
    show d.json pairings
    show d.json cross
    check d.json --forecast
    report d.json
    export d.json --to csv
    new f.json --system domino --players four.txt --option first_round=random --option rounds=3
    pair f.json --write
    result f.json 1 1 200-120
    pair f.json
    pair f.json --write
    pair f.json --write --approve Eva:nobody-else-came
    explain f.json
    check f.json
    report f.json
    simulate --system domino --players 9 --rounds 5 --workers 1
    demo --system domino
"""
MELEE = """
    new m.json --system melee --players eleven.txt --option rounds=5 --seed 7
    pair m.json --write
    result m.json 1 1 13-7
    result m.json 1 2 0-1
    enter m.json Zoë
    leave m.json 1
    leave m.json 2
    leave m.json 3
    pair m.json --write
    result m.json 2 1 13-7
    result m.json 2 2 --+
    leave m.json 4
    leave m.json 5
    leave m.json 6
    leave m.json 7
    pair m.json --write
    result m.json 3 1 3-13
    pair m.json --write
    result m.json 4 1 13-12
    pair m.json --write
    explain m.json
    explain m.json --round 1
    explain m.json --player 9
    standings m.json
    standings m.json --player 9
    show m.json final
    check m.json --forecast
    report m.json
    new l.json --system melee --players four.txt --option rounds=3 --option setting=random --option free_games=random
    pair l.json --write
    simulate --system melee --players 7 --rounds 5 --drop-outs 100 --late-entries 100 --workers 1
    demo --system melee
"""
MISTAKES = """
    nothing
    pair nothing.json
    pair e.json --seed -1
    pair e.json --approve nobody
    new e.json --system chess
    new x.json --system go
    new x.json --system chess --option rounds
    new x.json --system chess --option first_colour=x
    new x.json --system chess --players list.csv --option rounds=9
    new x.json --system chess --players nothing.csv
    new nowhere/x.json --system chess
    result e.json 1 1
    result e.json 9 1 1-0
    result e.json 1 9 1-0
    result e.json 1 1 5-3
    result e.json 1 1 1-0 --absent 1
    result e.json 1 1 --- --absent 3
    leave e.json C
    leave e.json Nobody
    return e.json 2
    standings e.json --after 9
    new x.json --system domino --players names.txt
    new x.json --system melee --players names.txt
    new x.json --system melee --players eleven.txt --option rounds=99
    new x.json --system domino --option bye_value=2
    result d.json 1 1 200-200
    result d.json 1 1 200
    result d.json 1 1 390-20
    enter d.json Late
    result m.json 1 1 13-13
    result m.json 1 1 x
    console --json
    console r.json
    check bad.json
"""
STORED = """
    list
    backup
    new store --system chess --players four.txt --option rounds=3 --seed 7
    new evening --system chess
    list
    pair CODE --write --draft
    pair CODE
    swap CODE 1 2
    swap CODE 1 2 --write
    swap CODE 1 1
    explain CODE
    publish CODE
    publish CODE
    discard CODE
    close CODE
    result CODE 1 1 1-0 --preview
    result CODE 1 1 1-0
    result CODE 1 1 0-1
    result CODE 1 1 1-0 --preview
    result CODE 1 1 0-1 --yes
    swap CODE 1 2 --write --yes
    discard CODE --yes
    undo CODE
    redo CODE
    redo CODE
    enter CODE Zoë --rating 1800
    leave CODE 1
    return CODE 1
    return CODE 1
    result CODE 1 2 1-0
    close CODE
    result CODE 1 2 0-1
    finish CODE
    finish CODE --yes
    undo CODE
    reopen CODE
    archive CODE
    archive CODE --yes
    archive CODE --yes
    list --all
    archive CODE --back
    log CODE
    replay CODE
    duplicate CODE --name Again
    delete CODE
    delete CODE --yes
    pair CODE
    log CODE --last 1
    list --all
    recover CODE
    recover CODE
    backup
    backup --out copy.db
    restore copy.db
    restore copy.db --force
    restore bad.json --force
    rebuild
    export CODE --to json --out e.json
    import e.json --store
    import e.json
    import five.sql --store
    import five.sql --store --tournament Sunday
    import five.sql --out one.json
    import wrong.sql --store
    import postgresql://127.0.0.1:1/none?connect_timeout=2 --store
    pair ABC123
    list --db mysql://nowhere/x
"""
ANSWERS = "x\n0\n1\n\nali\n5\n2000\n0\n1\n2\nece\n0\n0\n3\ncan\n0\n0\n0\n9\n2\nx\nb\n7\n1\n"


@pytest.fixture
def strict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Whoever speaks raises an error where a text, or a fact for it, is missing."""
    say = Speaker.say

    def say_strictly(self: Speaker, key: str, /, **facts: Any) -> str:
        return say(replace(self, strict=True), key, **facts)

    monkeypatch.setattr(Speaker, "say", say_strictly)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.csv").write_text(LIST, "utf-8")
    (tmp_path / "names.txt").write_text("Ana\nLuis\nEva\n", "utf-8")
    for file, names in (("eleven", "Ana Luis Eva Ömer Irene Zeki Hugo Iago Noor Léa Ida"), ("four", "A B C D")):
        (tmp_path / f"{file}.txt").write_text("\n".join(names.split()), "utf-8")
    (tmp_path / "bad.json").write_text("{,}", "utf-8")


def spoken(argv: list[str], tongue: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run([*argv, "--lang", tongue]) in (0, 1, 2), argv
    told = "".join(capsys.readouterr())
    assert told.strip(), argv
    assert not re.search(r"\b(null|None)\b", told), told
    return told


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_commands(tongue: str, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (EVENT + DOMINO + MELEE + MISTAKES).split("\n"):
        if line.strip():
            spoken(line.split(), tongue, capsys)
    spoken(["--help"], tongue, capsys)
    for name in COMMANDS:
        spoken([name, "--help"], tongue, capsys)


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_commands_on_a_code(
    tongue: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("RONDA_DB", str(tmp_path / "ronda.db"))
    (tmp_path / "four.txt").write_text("Ada\nBen\nCan\nEce\n", "utf-8")
    tables = their_tables.rows()
    tables["participants"][0]["match_points"] = 9.5
    (tmp_path / "five.sql").write_text(their_tables.as_copy(tables), "utf-8")
    tables["matches"][0]["player1_score"] = 6
    (tmp_path / "wrong.sql").write_text(their_tables.as_copy(tables), "utf-8")
    code = "CODE"
    for line in STORED.split("\n"):
        if line.strip():
            told = spoken(line.replace("CODE", code).split(), tongue, capsys)
            if "new store" in line:
                found = re.search(r"\b[0-9A-Z]{6}\b", told)
                assert found, told
                code = found[0]


@pytest.mark.usefixtures("strict")
def test_everything_in_a_log_can_be_told(tmp_path: Path) -> None:
    with open_store(tmp_path / "ronda.db", read_model=False) as store:
        code = store.create(whole_life(), actor="Ana").code
        told = entries(store.log(code) or ())
    assert len(told) == len(whole_life())
    for tongue in LANGUAGES:
        for entry in told:
            text = Speaker(tongue).say(f"log.{entry.code}", **entry.facts)
            assert not re.search(r"\b(null|None)\b", text), text


@pytest.mark.usefixtures("strict")
@pytest.mark.parametrize("tongue", LANGUAGES)
def test_console(tongue: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    for answers in (ANSWERS, "1\n"):  # interrupted, then resumed
        monkeypatch.setattr("sys.stdin", io.StringIO(answers))
        spoken(["console"], tongue, capsys)


@pytest.mark.usefixtures("strict")
def test_console_is_turkish(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """C8: the headings of the assignment."""
    monkeypatch.setattr("sys.stdin", io.StringIO(ANSWERS + "1\n"))
    assert run(["console"]) == 0
    told = "".join(capsys.readouterr())
    headings = [" ".join(line.split()) for line in told.splitlines()]
    assert "BSNo LNo Ad-Soyad ELO UKD" in headings
    assert "Beyazlar - Siyahlar" in headings
    assert "MNo BSNo LNo Puan - Puan LNo BSNo" in headings
    assert "SNo BSNo LNo Ad-Soyad ELO UKD Puan BH-1 BH-2 SB GS" in headings
    assert "BSNo LNo Ad-Soyad ELO UKD 1. Tur 2. Tur Puan" in headings
