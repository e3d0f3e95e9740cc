"""A result is missing only where nothing was built on it (S4); and events of earlier releases where it is not so."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from ronda.core.facts import Closed, Fact, Finished, Paired, Published, ResultEntered
from ronda.core.history import fold, in_force
from ronda.core.model import Tournament
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk import bodies, check_rounds
from ronda.desk.actions import ACTIONS
from ronda.desk.permissions import Actor, phase
from ronda.desk.settings import taken_up
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.store.event_log import entries
from ronda.store.replay import replay
from ronda.systems import NAMES
from tests.cli.running import Desk
from tests.desk.memory import MemoryEvent
from tests.states.moves import ALL, FEW, Hands, Move, beginning, rounds_for, texts, written
from tests.states.questions import ask, sound
from tests.states.walk import At, begun

PAIR, PUBLISH, CLOSE, FINISH = Move("pair", bodies.NextRound()), Move("publish"), Move("close"), Move("finish")
APPROVE = Move("approve", bodies.ApprovalInput("Dora", "few players"))


def event(name: str, *moves: Move, more: int = 2) -> Hands:
    """An event where all this was done; approved where that is needed."""
    players = FEW + more
    hands = Hands(At(begun(beginning(name, players, rounds_for(name, players) + 1))), "E")
    for move in moves:
        answer = hands.do(move)
        if isinstance(answer, Refusal) and answer.code == "approval_needed":
            hands.do(APPROVE)
            answer = hands.do(move)
        assert not isinstance(answer, Refusal), answer
    return hands


def first_table(hands: Hands, number: int) -> bodies.TableRef:
    return bodies.TableRef(round=number, table=hands.tournament.rounds[number - 1].tables[0].number)


def violations(tournament: Tournament) -> list[tuple[str, int | None]]:
    return [(found.code, found.round) for found in check_rounds(tournament) if found.severity == "violation"]


PLAYED = (PAIR, PUBLISH, Move(ALL))


# --- taken out ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_round_that_is_over_is_open_again_without_a_result(name: str) -> None:
    hands = event(name, *PLAYED, CLOSE)
    assert phase(hands.tournament) == "played"
    assert isinstance(hands.do(Move("erase", first_table(hands, 1))), MemoryEvent)
    assert phase(hands.tournament) == "playing"
    assert not hands.tournament.rounds[-1].over
    for move in (PAIR, CLOSE, FINISH):
        assert isinstance(hands.do(move), Refusal)
    log = hands.store.records
    told = entries([Numbered(version, record.fact) for version, record in enumerate(log, start=1)])  # type: ignore[misc]
    assert told[-1].code == "result_removed"
    ask([record.fact for record in log])
    hands.do(Move(ALL))
    assert isinstance(hands.do(PAIR), MemoryEvent)
    hands.do(Move("undo"))
    hands.do(Move("undo"))
    hands.do(Move("undo"))
    assert phase(hands.tournament) == "played"


class Numbered:
    """A fact with its version, as a log has it."""

    def __init__(self, version: int, fact: Fact) -> None:
        self.version, self.fact, self.actor, self.at = version, fact, "dora", None


@pytest.mark.parametrize("name", NAMES)
def test_what_a_round_was_made_from_is_not_taken_out(name: str) -> None:
    for moves in ((*PLAYED, *PLAYED), (*PLAYED, PAIR, PUBLISH), (*PLAYED, *PLAYED, CLOSE)):
        hands = event(name, *moves)
        at = first_table(hands, 1)
        was = written(hands.tournament, hands.tournament.rounds[0].tables[0]) or ""
        expected = Refusal("result_built_on", "S4", {"round": 1, "table": at.table, "next": 2})
        assert hands.do(Move("erase", at)) == expected
        assert hands.do(Move("take-back", bodies.ResultRestoration(at.round, at.table, was=was))) == expected
        other = next(text for text in texts(name) if text != was)
        back = bodies.ResultRestoration(at.round, at.table, was=was, before=other)
        assert isinstance(hands.do(Move("take-back", back)), MemoryEvent), "but it is put back to another one"


def test_only_an_arbiter_opens_a_closed_round() -> None:
    hands = event("redemption", *PLAYED, CLOSE)
    table = hands.tournament.rounds[0].tables[0]
    back = bodies.ResultRestoration(1, table.number, was=written(hands.tournament, table) or "")
    decide = ACTIONS["take-back"].decide
    assert decide is not None
    assert decide(hands.tournament, back, Actor("helper", "hana")) == Refusal(
        "not_your_role", "S4", {"action": "correct"}
    )


# --- events of earlier releases -----------------------------------------------------------------------------


def damaged(name: str) -> dict[str, list[Fact]]:
    """A result of round 1 was taken out after round 2 was made; of round 2, after it was closed."""
    hands = event(name, *PLAYED, *PLAYED)
    table = first_table(hands, 1).table
    played = [record.fact for record in hands.store.records]
    facts: list[Fact] = [*played, Closed(2)]
    hole: list[Fact] = [ResultEntered(1, table, None)]
    return {
        "played": [*played, *hole],
        "between": [*facts, *hole],
        "last": [*facts, ResultEntered(2, first_table(hands, 2).table, None)],
        "finished": [*facts, *hole, Finished()],
    }


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["played", "between", "last", "finished"])
def test_a_hole_is_found_and_mended(name: str, kind: str) -> None:
    facts = damaged(name)[kind]
    number = 2 if kind == "last" else 1
    for told in (facts, taken_up(fold(read(write(fold(in_force(facts))))))):
        hands = Hands(At(begun(told)), "E")
        assert ("results_missing", number) in violations(hands.tournament)
        assert replay(told).holds
        if hands.tournament.finished:
            hands.do(Move("reopen"))
        table = hands.tournament.rounds[number - 1].tables[0]
        missing = Refusal("results_missing", "S4", {"round": number, "tables": [table.number]})
        for move in (PAIR, CLOSE, FINISH):
            answer = hands.do(move)
            assert answer == missing or (isinstance(answer, Refusal) and answer.code == "not_now")
        assert hands.do(PAIR) == missing
        score = bodies.ResultEntry(number, table.number, texts(name)[0])
        assert isinstance(hands.do(Move("result", score)), MemoryEvent)
        assert violations(hands.tournament) == []
        sound(hands.tournament)
        assert not isinstance(hands.do(FINISH), Refusal)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_that_was_paired_over_a_hole_is_not_called_wrong(name: str) -> None:
    """What earlier releases did: round 3 from a round 1 with a hole, whatever it looks like."""
    hands = event(name, *PLAYED, *PLAYED)
    full = hands.tournament
    hands.do(PAIR)
    made = hands.tournament.rounds[-1]
    facts = [record.fact for record in hands.store.records]
    at = next(n for n, fact in enumerate(facts) if isinstance(fact, Paired) and fact.round.number == made.number)
    table = full.rounds[0].tables[0].number
    told: list[Fact] = [*facts[:at], ResultEntered(1, table, None), *facts[at:], Published(made.number)]
    tournament = fold([*told, ResultEntered(1, table, full.rounds[0].tables[0].result)])
    found = [finding for finding in check_rounds(tournament) if finding.round == made.number]
    assert ("made_without_results", "note") in {(finding.code, finding.severity) for finding in found}
    assert not [finding for finding in found if finding.severity == "violation"]
    again = fold(read(write(tournament)))
    assert violations(again) == []


# --- files --------------------------------------------------------------------------------------------------


def saved(path: Path, facts: Sequence[Fact]) -> str:
    path.write_bytes(write(fold(in_force(facts))))
    return str(path)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["played", "between", "last"])
def test_a_file_with_a_hole_is_opened_and_mended(name: str, kind: str, tmp_path: Path, desk: Desk) -> None:
    facts = damaged(name)[kind]
    number = 2 if kind == "last" else 1
    table = fold(in_force(facts)).rounds[number - 1].tables[0].number
    file = saved(tmp_path / "e.json", facts)
    assert desk("standings", file).status == 0
    found = desk("check", file, "--json")
    assert found.status == 3
    assert [(f["article"], f["round"]) for f in found.value["findings"] if f["severity"] == "violation"] == [
        ("S4", number)
    ]
    assert str(table) in found.value["findings"][0]["text"]
    refused = desk("pair", file, "--write", "--json")
    assert (refused.status, refused.value["error"]["code"]) == (1, "results_missing")
    assert desk("result", file, str(number), str(table), texts(name)[0]).status == 0
    assert desk("check", file).status == 0
    assert desk("pair", file, "--write", "--approve", "Dora: few players").status == 0


def test_a_draft_in_a_file_takes_no_results(tmp_path: Path, desk: Desk) -> None:
    """It used to: and after the next round nobody could read the file any more."""
    hands = event("redemption", PAIR)
    file = saved(tmp_path / "e.json", [record.fact for record in hands.store.records])
    before = Path(file).read_bytes()
    for words in (("result", file, "1", "1", "5-3"), ("pair", file, "--write"), ("close", file)):
        refused = desk(*words, "--json")
        assert (refused.status, refused.value["error"]["code"]) == (1, "not_now")
        assert Path(file).read_bytes() == before
    assert desk("publish", file).status == 0
    assert desk("result", file, "1", "1", "5-3").status == 0


def test_a_draft_that_was_played_in_a_file_is_read_as_played(tmp_path: Path, desk: Desk) -> None:
    """What earlier releases wrote: a draft with results, and the next round."""
    hands = event("redemption", *PLAYED, PAIR)
    first, *later = hands.tournament.rounds
    broken = write(replace(hands.tournament, rounds=(replace(first, status="draft"), *later))).decode()
    file = tmp_path / "e.json"
    file.write_text(broken)
    assert desk("check", str(file)).status == 0
    assert desk("import", str(file), "--out", str(tmp_path / "f.json")).status == 0
    assert [round_.status for round_ in fold(read(broken.encode())).rounds] == ["published", "draft"]


def test_a_round_on_its_way_in_a_file(tmp_path: Path, desk: Desk) -> None:
    hands = event("redemption", PAIR)
    file = saved(tmp_path / "e.json", [record.fact for record in hands.store.records])
    one, other = hands.tournament.rounds[0].tables[0].first[0], hands.tournament.rounds[0].tables[1].first[0]
    assert desk("swap", file, str(one), str(other), "--write").status == 0
    assert fold(read(Path(file).read_bytes())).rounds[0].by_hand
    for command, state, rounds in (("publish", "playing", 1), ("discard", "setup", 0)):
        told = desk(command, file, "--json").value
        assert (told["file"], told["state"], told["rounds"]) == (file, state, rounds)
    assert desk("pair", file, "--write").status == 0
    refused = desk("close", file, "--json")
    assert refused.value["error"]["code"] == "not_now"
    for table in fold(read(Path(file).read_bytes())).rounds[0].tables:
        assert desk("result", file, "1", str(table.number), "5-3").status == 0
    assert desk("close", file, "--json").value["state"] == "played"
    assert desk("discard", file, "--json").value["error"]["code"] == "not_now"
