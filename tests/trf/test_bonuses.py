"""PE7.2: bonuses and penalties on the points (record 299 without a result) count for pairing and for checking, the same
in the engine, in an imported event and at the desk."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import structs

import ronda
from ronda import cli, engine
from ronda.core.chance import Draw
from ronda.core.history import fold
from ronda.core.model import Tournament
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk.bodies import PenaltyLift
from ronda.desk.penalties import Given, lift, penalise
from ronda.formats.trf.consistency import totals
from ronda.formats.trf.events import report_of
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.round_to_pair import round_to_pair
from ronda.formats.trf.values import Abnormal, TrfEvent
from ronda.formats.trf.writing import write_trf
from ronda.lab.random_event import RandomEventPlan, play
from ronda.systems.dutch import exchange
from ronda.systems.dutch.rules import FIRST_EDITION
from ronda.systems.exchange import Coming, Pairs
from ronda.texts import Speaker
from ronda.views.rulings import penalty_text


def rows(*points: str) -> str:
    """After one round: 1 and 3 won, 2 and 4 lost, 5 had the bye."""
    played = ("   2 w 1", "   1 b 0", "   4 w 1", "   3 b 0", "0000 - U")
    lines = [
        f"001 {n:4}      P{n:<32} {2000 - n:4}{'':28}{own:>4} {n:4}  {last}"
        for n, own, last in zip(range(1, 6), points, played, strict=True)
    ]
    return "".join(f"{line}\n" for line in ("012 Five", "142 3", "152 W", *lines))


PLAIN = rows("1.0", "0.0", "1.0", "0.0", "1.0")
BONUS = rows("1.0", "1.5", "1.0", "0.0", "1.0") + "299           1.5  001    2\n"
PENALTY = rows("0.5", "0.0", "1.0", "0.0", "1.0") + "299          -0.5  001    1\n"


def engine_pairs(text: str) -> list[tuple[int, int]]:
    handed = round_to_pair(read_trf(text).event)
    found = exchange.pairs(handed.coming)
    assert found is not None
    return handed.as_called(found)


def event_pairs(text: str) -> list[tuple[int, int]]:
    made = ronda.pair(ronda.loads(text, "trf"))
    resting = [(bye.player, 0) for bye in made.byes if bye.kind == "U"]
    return [(table.first[0], table.second[0]) for table in made.tables] + resting


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        (PLAIN, [(5, 1), (2, 3), (4, 0)]),
        (BONUS, [(2, 3), (5, 1), (4, 0)]),  # 2 has 1½ points: the first board
        (PENALTY, [(5, 3), (4, 1), (2, 0)]),  # 1 has ½: 3 and 5 are by themselves, and 2 has met 1
    ],
)
def test_the_pairing_uses_the_points_with_them(text: str, pairs: list[tuple[int, int]]) -> None:
    assert engine_pairs(text) == pairs
    assert event_pairs(text) == pairs


def test_a_record_without_players_is_for_everybody() -> None:
    everybody = rows("2.0", "1.0", "2.0", "1.0", "2.0") + "299           1.0  001\n"
    assert engine_pairs(everybody) == engine_pairs(PLAIN)


def test_it_counts_from_the_round_on_that_it_is_dated_to() -> None:
    """PE2.4: -2 dated to round 2 says nothing about round 2, and nothing yet while only round 1 is played."""
    later = PLAIN + "299          -2.0  002    1\n"
    assert engine_pairs(later) == engine_pairs(PLAIN)
    assert event_pairs(later) == engine_pairs(PLAIN)


def with_bonuses(seed: int, given: list[tuple[int, int, int]]) -> TrfEvent:
    """A random event, each round paired with what was given up to then: round, player, tenths."""
    plan = RandomEventPlan.of(Draw(seed, "plan"), None, "PlayersNumber=13\nRoundsNumber=7\nForfeitRate=30\n")
    everything = tuple(Abnormal("", tenths, round_, (player,)) for round_, player, tenths in given)

    def beside(player: int, before: int) -> int:
        return sum(tenths for round_, own, tenths in given if own == player and round_ < before)

    def pairs(coming: Coming) -> Pairs | None:
        rounds = (coming.round, coming.round - 1, coming.round - 2)
        told = [
            structs.replace(entry, extra_points=tuple(beside(entry.number, number) for number in rounds))
            for entry in coming.entries
        ]
        return exchange.pairs(structs.replace(coming, entries=told))

    made = play(plan, pairs, Draw(seed, "results"), "FIDE_DUTCH")
    event = structs.replace(made, abnormal=everything)
    points = totals(event)
    return structs.replace(
        event, players=tuple(structs.replace(own, points=points[own.number]) for own in event.players)
    )


GIVEN = st.lists(
    st.tuples(st.integers(0, 6), st.integers(1, 13), st.sampled_from([-20, -10, -5, 5, 10, 15])), max_size=6
)


@given(st.integers(0, 10_000), GIVEN)
def test_engine_import_and_desk_agree(seed: int, given: list[tuple[int, int, int]]) -> None:
    event = with_bonuses(seed, given)
    text = write_trf(event)
    assert read_trf(text).event.abnormal == event.abnormal
    taken = ronda.loads(text, "trf")
    assert [one for one in ronda.check(taken) if one.severity == "violation"] == []
    points = totals(event)
    assert {row.player: row.values["PTS"] for row in ronda.standings(taken)} == {
        number: own / 10 for number, own in points.items()
    }
    again = report_of(taken)
    assert isinstance(again, TrfEvent)
    assert totals(again) == points
    assert ronda.loads(ronda.dumps(taken)) == taken
    for number in range(1, event.played + 1):
        handed = round_to_pair(event, number)
        assert handed.coming.entries == round_to_pair(again, number).coming.entries


def test_c_counts_them_round_by_round(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Every round was paired with what was given before it. Dated to another round, it is another event."""
    given = [(2, 3, -15), (4, 9, 20)]
    path = tmp_path / "open.trf"
    event = with_bonuses(3, given)
    path.write_text(write_trf(event))
    assert engine.main(["--dutch", str(path), "-c"]) == 0
    moved = structs.replace(event, abnormal=tuple(structs.replace(one, round=0) for one in event.abnormal))
    path.write_text(write_trf(moved))
    assert engine.main(["--dutch", str(path), "-c"]) == 1
    assert "differs" in capsys.readouterr().out


def test_trf16_says_them_as_well() -> None:
    event = with_bonuses(5, [(1, 2, -10)])
    assert read_trf(write_trf(event, "trf16")).event.abnormal == event.abnormal


# --- the desk ----------------------------------------------------------------------------------------------


def violated(event: Tournament) -> list[int | None]:
    return [one.round for one in ronda.check(event) if one.severity == "violation"]


def punished(event: Tournament, given: Given) -> Tournament:
    facts = penalise(event, given)
    assert not isinstance(facts, Refusal)
    return fold(facts, event)


def test_a_deduction_at_the_desk_counts_for_pairing_and_stands_in_the_report() -> None:
    event = punished(ronda.loads(PLAIN, "trf"), Given(1, "points", 1, round=1, reason="late"))
    made = ronda.pair(event)
    assert {frozenset(table.players) for table in made.tables} != {frozenset((5, 1)), frozenset((2, 3))}
    text = ronda.dumps(event, "trf")
    assert "299          -1.0  001    1" in text
    assert engine_pairs(text) == [(t.first[0], t.second[0]) for t in made.tables] + [(made.byes[0].player, 0)]
    lifted = lift(event, PenaltyLift(1, "heard"))
    assert not isinstance(lifted, Refusal)
    assert engine_pairs(ronda.dumps(fold(lifted, event), "trf")) == engine_pairs(PLAIN)


def test_rounds_of_the_first_edition_are_judged_by_it() -> None:
    """It did not look at penalties on the points."""
    event: Tournament = ronda.loads(PLAIN, "trf")
    without = ronda.pair(event)
    event = punished(event, Given(1, "points", 1, round=1, reason="late"))
    new = ronda.publish(event, ronda.pair(event))
    last = replace(new.rounds[-1], tables=tuple(without.tables), byes=tuple(without.byes))
    new = replace(new, rounds=(*new.rounds[:-1], last))
    assert violated(new) == [1, 2]  # round 1 is none of this system
    old = replace(new, rounds=(*new.rounds[:-1], replace(last, edition=FIRST_EDITION)))
    assert violated(old) == [1]


def test_a_bonus_is_told_as_one() -> None:
    bonus, deduction = (ronda.loads(text, "trf").setup.penalties[0] for text in (BONUS, PENALTY))
    speaker = Speaker("en")
    assert penalty_text(bonus, speaker) == "bonus points +1½"
    assert penalty_text(deduction, speaker) == "point deduction −½"
    row = next(row for row in ronda.standings(ronda.loads(BONUS, "trf")) if row.player == 2)
    assert row.values["PTS"] == 1.5


@pytest.mark.parametrize(
    ("text", "kind", "amount"), [(BONUS, "bonus points", "1.5"), (PENALTY, "point deduction", "0.5")]
)
def test_the_list_of_penalties_names_it(
    text: str, kind: str, amount: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "five.trf"
    path.write_text(text)
    assert cli.run(["penalties", str(path), "--lang", "en"]) == 0
    line = capsys.readouterr().out.splitlines()[1]
    assert kind in line
    assert f" {amount} " in line
    assert cli.run(["standings", str(path), "--player", "2" if text == BONUS else "1", "--lang", "en"]) == 0
    assert ("(bonus)" if text == BONUS else "(penalty)") in capsys.readouterr().out


def test_a_changed_result_of_one_player_is_the_engines_only() -> None:
    text = rows("0.5", "0.0", "1.0", "0.0", "1.0") + "299 W         0.5  001    1\n"
    assert engine_pairs(text) == engine_pairs(PENALTY)
    with pytest.raises(ronda.Refused):
        ronda.loads(text, "trf")
