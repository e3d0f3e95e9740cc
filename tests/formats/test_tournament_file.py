"""The tournament file of the contract: what is read, what is written."""

from __future__ import annotations

import codecs
import json
from dataclasses import replace
from typing import Any

import pytest

from ronda.core.facts import Created, Entered, Paired, ResultEntered
from ronda.core.history import fold
from ronda.core.model import (
    Avoid,
    Bye,
    Earlier,
    Forfeit,
    OptionValue,
    Player,
    Result,
    Round,
    Scored,
    Setup,
    Table,
    Tournament,
)
from ronda.core.verdicts import Reason, Relaxation
from ronda.formats.errors import Unreadable
from ronda.formats.tournament import reading
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import system
from ronda.systems.system import Seating
from tests.formats.samples import CONTRACT, bare, field, golden


def test_the_example_of_the_contract() -> None:
    assert read(CONTRACT.encode()) == [
        Created(Setup("redemption", "Club night", {"rounds": 3, "max_score": 5}, 42)),
        Entered(Player(1, "Ann", rating=1500, licence="99", club="…")),
        Entered(Player(2, "Ben")),
        Entered(Player(3, "Cal")),
        Paired(Round(1, (Table(1, (1,), (2,), Scored(5, 3)),), (Bye(3),))),
    ]


def test_everything_a_file_can_say() -> None:
    tournament = fold(read(golden("redemption.json")))
    options: dict[str, OptionValue] = {
        "rounds": 3,
        "max_score": 5,
        "bye_points": 3,
        "sound": False,
        "ranking": "head-to-head",
    }
    assert tournament.setup == Setup(
        "redemption", "Club night – Çarşamba", options, 42, (Avoid((1, 7), "opponents", hard=False),)
    )
    assert tournament.players == (
        Player(1, "Ann", 1500, 1400, "99", "Schach & Spiel", number=2),
        Player(2, "Ben", number=1, pinned_table=4),
        Player(3, "İrem Ğ.", left_after=2, number=5),
        Player(7, 'Dee "D" O\'Neil', missed=(2,), number=4),
        Player(5, "Eve", joined_round=2),
    )
    first, second = tournament.rounds
    assert first.tables == (
        Table(4, (1,), (2,), Scored(5, 3), earlier=(Earlier(Scored(3, 5), until=2),)),
        Table(1, (7,), (3,), Forfeit(first_absent=True, second_absent=False), absent=(7,)),
    )
    assert (first.seed, first.edition) == (42, "redemption-1")
    assert first.reasons == (
        Reason("by_lot", "R4.2", {"seed": 42, "skipped": [{"player": 3, "why": "met"}]}, table=4),
        Reason("recorded", "R5.1", {"text": "Ben sits at table 4."}, player=2),
        Reason("plain", ""),
    )
    assert first.relaxations == (Relaxation("rematch", "R4.4", (1, 2), {"meetings": 1}),)
    assert second == Round(2, (Table(1, (2,), (3,)),), (Bye(1, halves=3, differential=-2), Bye(5, halves=6)))


def test_chess_has_numbers_and_half_points() -> None:
    tournament = fold(read(golden("chess.json")))
    assert tournament.setup.options == {"rounds": None, "first_colour": "s"}
    assert [player.number for player in tournament.players] == [1, 2, 3]
    assert tournament.rounds == (Round(1, (Table(1, (12,), (11,), Scored(1, 1)),), (Bye(13, halves=2),)),)


@pytest.mark.parametrize("name", ["redemption.json", "chess.json"])
def test_a_canonical_file_comes_back_byte_for_byte(name: str) -> None:
    assert write(fold(read(golden(name)))) == golden(name)


@pytest.mark.parametrize("name", ["redemption.json", "chess.json"])
def test_layout_does_not_matter_for_reading(name: str) -> None:
    value = json.loads(golden(name))
    for text in (json.dumps(value), json.dumps(value, indent=1, ensure_ascii=False).replace("\n", "\r\n")):
        assert write(fold(read(text.encode()))) == golden(name)
    assert read(codecs.BOM_UTF8 + golden(name)) == read(golden(name))


def test_order_of_keys_does_not_matter_for_reading() -> None:
    def turned(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: turned(inner) for key, inner in reversed(value.items())}
        return [turned(inner) for inner in value] if isinstance(value, list) else value

    name = "redemption.json"
    there = fold(read(json.dumps(turned(json.loads(golden(name)))).encode()))
    assert there == fold(read(golden(name)))


def test_only_version_and_system_are_required() -> None:
    tournament = fold(read(bare()))
    assert tournament == Tournament(Setup("redemption"))
    assert write(tournament).decode() == (
        '{\n  "ronda": 1,\n  "name": "",\n  "system": "redemption",\n  "options": {},\n  "seed": 0,\n'
        '  "players": [],\n  "rounds": []\n}\n'
    )


def test_what_has_its_default_is_left_out() -> None:
    told = {"rating": 0, "national_rating": 0, "licence": 0, "club": "", "joined_round": 1}
    unset: dict[str, Any] = {"left_after": None, "missed": [], "draw": None, "pinned_table": None}
    explicit = fold(read(bare(players=[{"id": 1, "name": "Ann"} | told | unset])))
    assert explicit.players == (Player(1, "Ann"),)
    assert b'    {"id": 1, "name": "Ann"}\n' in write(explicit)


def test_an_option_that_was_chosen_stays_written_even_at_its_default() -> None:
    tournament = fold(read(bare(options={"byes": "seed", "max_score": 5})))
    assert b'"options": {"max_score": 5, "byes": "seed"}' in write(tournament)


@pytest.mark.parametrize(
    ("given", "kept", "written"),
    [(3, 6, b": 3}"), (1.5, 3, b": 1.5}"), (2.0, 4, b": 2}"), (0, 0, b": 0}"), (0.5, 1, b": 0.5}")],
)
def test_half_points_are_kept_as_halves(given: float, kept: int, written: bytes) -> None:
    tournament = fold(read(bare(options={"bye_points": given})))
    assert tournament.setup.options == {"bye_points": kept}
    assert type(tournament.setup.options["bye_points"]) is int
    assert b'"bye_points"' + written in write(tournament)


@pytest.mark.parametrize(
    ("system_id", "typed", "result", "written"),
    [
        ("chess", "1/2-1/2", Scored(1, 1), "½-½"),
        ("chess", "1-0", Scored(2, 0), "1-0"),
        ("chess", "0-1", Scored(0, 2), "0-1"),
        ("chess", "+--", Forfeit(first_absent=False, second_absent=True), "+--"),
        ("redemption", " 5 – 3 ", Scored(5, 3), "5-3"),
        ("redemption", "---", Forfeit(first_absent=True, second_absent=True), "---"),
        ("redemption", None, None, None),
    ],
)
def test_results_are_written_in_one_way(
    system_id: str, typed: str | None, result: Result | None, written: str | None
) -> None:
    tables = [{"number": 1, "first": [1], "second": [2], "result": typed}]
    rounds = [{"number": 1, "tables": tables}]
    tournament = fold(read(bare(system=system_id, players=field("A", "B"), rounds=rounds)))
    assert tournament.rounds[0].tables[0].result == result
    again = json.loads(write(tournament))
    assert again["rounds"][0]["tables"][0]["result"] == written


def test_a_result_may_be_missing_in_any_round() -> None:
    table = {"number": 1, "first": [1], "second": [2]}
    rounds = [{"number": 1, "tables": [table]}, {"number": 2, "tables": [table]}]
    tournament = fold(read(bare(players=field("A", "B"), rounds=rounds)))
    assert [round_.tables[0].result for round_ in tournament.rounds] == [None, None]
    assert write(tournament).count(b'"result": null') == 2


def test_a_text_beside_a_code_is_made_anew_and_one_alone_is_kept() -> None:
    reasons = [
        {"code": "bye", "article": "R3.1", "player": 1, "text": "Ann rests."},
        {"article": "R3.1", "text": "by hand,\nafter a talk"},
    ]
    rounds = [{"number": 1, "byes": [{"player": 1}], "reasons": reasons}]
    tournament = fold(read(bare(players=field("Ann"), rounds=rounds)))
    assert tournament.rounds[0].reasons == (
        Reason("bye", "R3.1", {}, player=1),
        Reason("recorded", "R3.1", {"text": "by hand,\nafter a talk"}),
    )
    assert json.loads(write(tournament))["rounds"][0]["reasons"] == [
        {"code": "bye", "article": "R3.1", "player": 1},
        reasons[1],
    ]


def test_a_round_made_by_the_program_says_that_no_rule_was_relaxed() -> None:
    made = Tournament(Setup("redemption"), (Player(1, "Ann"),), (Round(1, (), (Bye(1),), edition="r-1"),))
    written = json.loads(write(made))["rounds"][0]
    assert list(written) == ["number", "tables", "byes", "system", "edition", "reasons", "relaxations"]
    assert (written["system"], written["relaxations"]) == ("redemption", [])
    by_hand = replace(made, rounds=(replace(made.rounds[0], edition=None),))
    assert list(json.loads(write(by_hand))["rounds"][0]) == ["number", "tables", "byes"]


def test_what_a_result_was_before_its_correction_survives_the_file() -> None:
    facts = read(golden("redemption.json"))
    corrected = fold([*facts, ResultEntered(1, 1, Scored(5, 0))])
    again = fold(read(write(corrected)))
    assert again == corrected
    walkover = Forfeit(first_absent=True, second_absent=False)
    assert again.rounds[0].tables[1].earlier == (Earlier(walkover, until=2, absent=(7,)),)


def test_a_player_left_after_round_0_never_plays() -> None:
    absent = {"id": 1, "name": "Ann", "left_after": 0}
    tournament = fold(read(bare(players=[absent])))
    assert tournament.players[0].left_after == 0
    assert json.loads(write(tournament))["players"] == [absent]


def test_two_players_to_a_side(monkeypatch: pytest.MonkeyPatch) -> None:
    known = system("redemption")
    doubles = replace(known, rules=replace(known.rules, seating=Seating(2)))
    monkeypatch.setattr(reading, "system", lambda _: doubles)
    tables = [{"number": 1, "first": [1, 2], "second": [3, 4], "result": "---", "absent": [4]}]
    data = bare(players=field("A", "B", "C", "D"), rounds=[{"number": 1, "tables": tables}])
    table = fold(read(data)).rounds[0].tables[0]
    assert (table.first, table.second, table.absent) == ((1, 2), (3, 4), (4,))
    assert json.loads(write(fold(read(data))))["rounds"][0]["tables"] == tables
    with pytest.raises(Unreadable) as caught:
        read(data.replace(b"[1, 2]", b"[1]"))
    assert (caught.value.code, caught.value.path) == ("wrong_length", "rounds[0].tables[0].first")
    assert caught.value.facts == {"expected": 2, "found": 1}


def test_one_player_and_one_table_to_a_line() -> None:
    lines = golden("redemption.json").decode().splitlines()
    assert sum(line.startswith('    {"id": ') for line in lines) == 5
    assert sum(line.startswith('        {"number": ') for line in lines) == 3
    assert sum(line.startswith('        {"player": ') and "points" in line for line in lines) == 2


@pytest.mark.parametrize(
    ("statuses", "results", "code"),
    [
        (("draft", "draft"), (None, None), "round_after_draft"),
        (("closed", "closed"), ("5-3", None), None),  # `check` says what is missing, and it can be entered
        (("closed", "draft"), ("5-3", None), None),
        (("published", "published"), ("5-3", None), None),
    ],
)
def test_a_draft_comes_last(
    statuses: tuple[str, str], results: tuple[str | None, str | None], code: str | None
) -> None:
    rounds = [
        {"number": n, "tables": [{"number": 1, "first": [1], "second": [2], "result": result}], "status": status}
        for n, (status, result) in enumerate(zip(statuses, results, strict=True), start=1)
    ]
    players = [{"id": n, "name": f"P{n}"} for n in (1, 2)]
    text = json.dumps({"ronda": 1, "system": "redemption", "players": players, "rounds": rounds})
    if code is None:
        assert tuple(round_.status for round_ in fold(read(text.encode())).rounds) == statuses
    else:
        with pytest.raises(Unreadable) as caught:
            read(text.encode())
        assert caught.value.code == code
