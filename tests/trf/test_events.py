"""Events of the desk as report files and back, and report files wherever a tournament file is accepted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from msgspec import structs

import ronda
from ronda import cli, desk
from ronda.core.chance import Draw
from ronda.core.facts import ByeRequested, Fact
from ronda.core.history import fold
from ronda.core.model import Player, Tournament
from ronda.core.verdicts import Refusal
from ronda.formats.event_text import event_facts
from ronda.formats.player_lists import understand
from ronda.formats.trf.consistency import totals
from ronda.formats.trf.events import facts_of, report_of, report_text
from ronda.formats.trf.reading import read_trf
from ronda.formats.trf.values import TrfEvent
from ronda.formats.trf.writing import NotWritable, write_trf
from tests.trf.files import ROWS, trf
from tests.trf.test_round_trip import events
from tests.trf.test_samples import GOOD, SAMPLES, sample

SAMPLE = SAMPLES / "trf26-crlf-utf8.trf"
BAD = SAMPLES / "bad-results-contradict.trf"


def taken(fact: Fact | Refusal) -> list[Fact]:
    assert not isinstance(fact, Refusal), fact
    return [fact]


def played(seed: int, **options: Any) -> Tournament:
    """Forty players and a late one, nine rounds: byes on request, a withdrawal, forfeits."""
    players = [
        {"name": f"Pläyer, No {n}", "rating": 2400 - 23 * n, "federation": "NOR", "fide_id": str(5000 + n)}
        for n in range(1, 41)
    ]
    head = "022 Nöwhere; 042 2026/03/01; 052 2026/03/09; 102 Arbiter, Ann; 132 26/03/01 26/03/02"
    event: Tournament = ronda.new("dutch", players, name="Öpen", seed=seed, rounds=9, report_head=head, **options)
    event = fold([ByeRequested(7, 2, "H"), ByeRequested(9, 4, "H"), ByeRequested(12, 1, "Z")], event)
    lots = Draw(seed, "results")
    for number in range(1, 10):
        if number == 3:
            event = fold(taken(desk.enter(event, Player(0, "Late, Larry", rating=2155))), event)
        if number == 5:
            event = fold(taken(desk.leave(event, event.players[14])), event)
        made = ronda.pair(event)
        event = ronda.publish(event, made)
        for table in made.tables:
            result = lots.choice(["1-0"] * 9 + ["0-1"] * 8 + ["½-½"] * 7 + ["+--", "---"])
            event = ronda.record(event, number, table.number, result)
    return event


def standing(event: Tournament, *, numbers: bool) -> list[tuple[int | None, int, list[object]]]:
    """Place, number and values; a criterion may go by the code of the report, or by its own."""
    called = {player.id: player.number if numbers else player.id for player in event.players}
    return [(row.place, called[row.player] or 0, [*row.values.values()]) for row in ronda.standings(event)]


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"acceleration": "baku"},
        {"scoring": "3-1-0", "pab": 2, "tiebreaks": "SB/C1,DE"},
        {"order": "buchholz/1, berger, encounter, progressive"},
    ],
    ids=str,
)
def test_a_whole_event_has_the_same_standings_in_its_report(options: dict[str, Any]) -> None:
    event = played(11, **options)
    again = ronda.loads(ronda.dumps(event, "trf"), "trf")
    assert standing(again, numbers=False) == standing(event, numbers=True)
    found = report_of(event)
    assert isinstance(found, TrfEvent)
    assert read_trf(ronda.dumps(event, "trf")).event == found
    assert (found.head.place, found.head.arbiter, found.head.round_days) == (
        "Nöwhere",
        "Arbiter, Ann",
        ("26/03/01", "26/03/02"),
    )
    assert report_of(again) == found


@pytest.mark.parametrize("name", GOOD)
def test_every_sample_becomes_an_event_and_a_report_again(name: str) -> None:
    event = ronda.loads(sample(name), "trf")
    text = report_text(event)
    assert isinstance(text, str)
    before, after = read_trf(sample(name)).event, read_trf(text).event
    for one, other in zip(before.players, after.players, strict=True):
        assert (one.name, one.opponents, one.colours, one.results) == (
            other.name,
            other.opponents,
            other.colours,
            other.results,
        )
    assert (before.byes, before.virtual, before.forbidden) == (after.byes, after.virtual, after.forbidden)
    assert ronda.loads(text, "trf") == ronda.loads(ronda.dumps(ronda.loads(text, "trf"), "trf"), "trf")
    assert ronda.loads(ronda.dumps(event)) == event  # and it is a tournament file as any other


def test_a_round_that_is_played_is_in_the_report_without_results() -> None:
    event = ronda.load(SAMPLE)
    running = ronda.publish(event, ronda.pair(event))
    found = read_trf(ronda.dumps(running, "trf")).event
    assert found.played == 4
    assert "?" in found.players[0].results
    assert ronda.loads(ronda.dumps(running, "trf"), "trf").rounds[3].tables == running.rounds[3].tables


def test_what_the_desk_has_no_place_for_is_refused() -> None:
    with pytest.raises(ronda.Refused) as refused:
        ronda.loads(trf(f"{ROWS[0][:80]} 0.5{ROWS[0][84:]}", *ROWS[1:], more=("299 W         0.0  001    1",)), "trf")
    assert [one["code"] for one in refused.value.facts["defects"]] == ["not_kept"]
    twice = [ROWS[0], ROWS[1][:67] + "1" + ROWS[1][68:], *ROWS[2:]]
    with pytest.raises(ronda.Refused) as refused:
        ronda.loads(trf(*twice), "trf")
    assert [one["code"] for one in refused.value.facts["defects"]] == ["duplicate_fide_id"]


def test_other_pairing_systems_are_told() -> None:
    notes = dict(facts_of(trf(head=("012 x", "142 3", "192 FIDE_BURSTEIN"))).notes)
    assert notes["trf_other_type"]["type"] == "FIDE_BURSTEIN"


def test_short_games_are_told() -> None:
    rows = [row.replace(" w 1", " w W").replace(" b 0", " b L") for row in ROWS]
    assert dict(facts_of(trf(*rows)).notes)["trf_short_games"] == {"count": 1}


def test_systems_without_reports_refuse() -> None:
    with pytest.raises(ronda.Refused) as refused:
        ronda.dumps(ronda.simulate("melee", 8, 1), "trf")
    assert refused.value.code == "trf_no_report"


# --- the command line --------------------------------------------------------------------------------------


def run(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, str, str]:
    status = cli.run([*map(str, words), "--lang", "en"])
    out, err = capsys.readouterr()
    return status, out, err


def test_pair_and_standings_take_it(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "pair", SAMPLE, "--json")
    assert status == 0
    made = json.loads(out)
    assert [(t["first"], t["second"]) for t in made["tables"]] == [([5], [1]), ([2], [4]), ([7], [3])]
    assert [(bye["player"], bye["kind"]) for bye in made["byes"]] == [(6, "H")]
    status, out, _ = run(capsys, "standings", SAMPLE, "--tiebreaks", "PTS,BH/C1,ARO,de", "--json")
    assert status == 0
    rows = json.loads(out)["rows"]
    assert list(rows[0]["criteria"]) == ["PTS", "BH/C1", "ARO", "DE"]
    assert {row["criteria"]["ARO"] for row in rows} == {None}  # one has no rating


def test_an_unknown_tie_break_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "standings", SAMPLE, "--tiebreaks", "PTS,XYZ", "--json")
    assert status == 2
    assert json.loads(out)["error"]["code"] == "tiebreak_unknown"


def test_a_bad_file_is_refused_with_everything_that_is_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    for verb in ("check", "pair", "standings"):
        status, _, err = run(capsys, verb, BAD)
        assert status == 2
        assert "player 4, round 2" in err
        assert "player 7, round 2" in err


def test_import_and_export(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "event.json"
    status, _, err = run(capsys, "import", SAMPLES / "trf16x-cp1252.trf", "--out", out)
    assert status == 0
    assert "cp1252" in err
    for kind in ("trf", "trf16"):
        back = tmp_path / f"{kind}.trf"
        assert run(capsys, "export", out, "--to", kind, "--out", back)[0] == 0
        players = read_trf(back.read_bytes()).event.players
        before = read_trf(sample("trf16x-cp1252.trf")).event.players
        assert [(p.name, p.points, p.results) for p in players] == [(p.name, p.points, p.results) for p in before]
    assert run(capsys, "import", BAD, "--out", tmp_path / "bad.json")[0] == 2
    assert not (tmp_path / "bad.json").exists()


def test_a_report_file_that_is_written_to_stays_one(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    own = tmp_path / "own.trf"
    own.write_bytes(sample(SAMPLE.name))
    assert run(capsys, "pair", own, "--write")[0] == 0
    found = read_trf(own.read_bytes()).event
    assert (found.played, len(found.players)) == (4, 7)
    assert run(capsys, "result", own, 4, 1, "1-0")[0] == 0
    assert read_trf(own.read_bytes()).event.players[4].results[-1] == "1"


def test_ratings(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "ratings", SAMPLE, "--k", 20, "--own-k", "2=40", "--json")
    assert status == 0
    rows = {row["player"]: row for row in json.loads(out)["rows"]}
    # 2105: won against 1850 (82 %), drew with 2210 (35 %); the forfeit win is not rated
    assert rows[2] == {
        **rows[2],
        "games": 2,
        "score": 1.5,
        "mean_rating": 2030,
        "performance": 2223,
        "expected": 1.17,
        "k": 40,
        "change": 13.2,
    }
    assert rows[6]["change"] is None
    assert rows[1]["k"] == 20


# --- lists of players, uploads -----------------------------------------------------------------------------


def test_a_list_of_players_may_be_a_report_file() -> None:
    found = understand(sample(SAMPLE.name))
    assert [player.name for player in found.players][:2] == ["Ångström, Testa", "Çelik, Örnek"]
    one = found.players[4]
    assert (one.title, one.federation, one.fide_id, one.birth_year, one.sex) == ("WCM", "CZE", "1999005", 2005, "w")


def test_an_upload_may_be_a_report_file() -> None:
    assert fold(event_facts(sample(SAMPLE.name))) == ronda.load(SAMPLE)


def test_a_player_is_told_performance_and_change_of_rating(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "standings", SAMPLE, "--player", "2")
    assert "Performance 2223: 1½ of 2 against opponents rated 2030 on average." in out
    assert "+6.6 with K 20" in out


def test_t2_5_a_superfluous_field_is_told_before_the_round(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys, "pair", SAMPLES / "online-site-style.trf", "--json")
    assert status == 0
    assert {(bye["player"], bye["kind"]) for bye in json.loads(out)["byes"]} == {(3, "Z"), (4, "U"), (6, "Z")}
    assert "absence in round 4: 3 and 6" in err


@given(events())
def test_any_report_file_becomes_an_event_with_the_same_rounds(event: TrfEvent) -> None:
    """Or is refused for what the desk has no place for. Whatever it becomes can be kept as a tournament file."""
    plain = structs.replace(event, abnormal=())
    points = totals(plain)
    plain = structs.replace(plain, players=tuple(structs.replace(p, points=points[p.number]) for p in plain.players))
    try:
        made = ronda.loads(write_trf(plain), "trf")
    except (NotWritable, ronda.Refused):
        return
    found = report_of(made)
    assert isinstance(found, TrfEvent)
    short = str.maketrans("WDL", "1=0")
    for one, other in zip(plain.players, found.players, strict=True):
        assert (one.number, one.opponents, one.colours) == (other.number, other.opponents, other.colours)
        assert (one.results.translate(short), one.points) == (other.results, other.points)
    assert ronda.loads(ronda.dumps(made)) == made
    assert ronda.standings(made)
