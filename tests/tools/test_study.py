"""The study of how well rounds find the best player, and the programs that Ronda stands beside."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ronda.core.chance import Draw
from ronda.desk import standings_after
from ronda.systems import NAMES
from tools.bench import beside
from tools.bench.events import played
from tools.bench.other_methods import Known, first_come, greedy, matching, restarts, rivals
from tools.line_plot import line_plot
from tools.study import (
    FIELDS,
    FairnessTask,
    cluster,
    here,
    kendall,
    main,
    outcome,
    place_of,
    play,
    study,
    tasks,
    with_found,
    within,
)

ROOT = Path(__file__).parent.parent.parent
SOME = [FairnessTask("redemption", "rated", 8, 3, number) for number in range(1, 7)]


@pytest.mark.parametrize(
    ("places", "tau"),
    [((1, 2, 3, 4), 1000), ((4, 3, 2, 1), -1000), ((2, 1, 3, 4), 666), ((1, 1, 1, 1), 0), ((1, 1, 3, 4), 833)],
)
def test_kendall(places: tuple[int, ...], tau: int) -> None:
    strength = {1: 1900, 2: 1800, 3: 1700, 4: 1600}
    assert kendall(dict(zip(strength, places, strict=True)), strength) == tau


def test_a_shared_first_place_is_divided() -> None:
    event = played("dutch", 8, 1)
    places = {row.player: row.place for row in standings_after(event, 1)}
    level = [player for player in places if places[player] == 1]
    told = outcome(event, 1, {player: 2000 if player == level[0] else 1000 + player for player in places})
    assert len(level) > 1
    assert (told.first, told.top) == (1000 // len(level), 3000 // len(level))


@pytest.mark.parametrize(
    ("place", "shared", "first", "top"),
    [
        (1, 1, 1000, 1000),
        (1, 4, 250, 750),
        (1, 2, 500, 1000),
        (2, 5, 0, 400),
        (3, 1, 0, 1000),
        (3, 2, 0, 500),
        (4, 1, 0, 0),
    ],
)
def test_no_more_people_are_first_than_there_are_first_places(place: int, shared: int, first: int, top: int) -> None:
    assert (within(1, place, shared), within(3, place, shared)) == (first, top)


def test_the_same_numbers_at_any_number_of_workers() -> None:
    assert study(SOME, here(1)) == study(SOME, here(2))


@pytest.mark.soak
def test_the_same_numbers_on_a_cluster() -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        assert study(SOME, cluster(local.scheduler_address)) == study(SOME, here(1))


@pytest.mark.parametrize("name", NAMES)
def test_every_system_can_be_studied(name: str) -> None:
    task = next(task for task in tasks(name, 1, (8,)) if task.field == "unrated")
    outcomes = play(task)
    assert len(outcomes) >= 3
    assert all(-1000 <= one.tau <= 1000 for one in outcomes)


def test_more_rounds_find_more() -> None:
    """Over some events: chance decides a single one."""
    found = study([FairnessTask("redemption", "rated", 24, 9, number) for number in range(1, 13)], here(1))
    shares = found["redemption"]["rated"]["24"]
    assert shares[8][2] > shares[1][2] > shares[0][2]


def test_the_command_writes_figures_and_plots(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "found.json"
    words = ["--only", "redemption", "--events", "2", "--sizes", "8", "--workers", "1"]
    assert main([*words, "--json", str(file), "--plots", str(tmp_path)]) == 0
    assert "best player among the top 3" in capsys.readouterr().out
    assert json.loads(file.read_text())["redemption"].keys() == set(FIELDS)
    assert (tmp_path / "study-redemption-rated.svg").read_text().startswith("<svg")


def test_a_plot_has_a_line_for_each_row_and_no_style() -> None:
    drawn = line_plot("a < b", {"8": [(1, 20.0), (2, 50.0)], "16": [(1, 10.0), (2, 49.0)]}, "players")
    assert drawn.count("<polyline") == 2
    assert "a &lt; b" in drawn
    assert "style" not in drawn


@pytest.mark.parametrize("name", NAMES)
def test_every_system_keeps_its_study(name: str) -> None:
    found = json.loads(place_of(name).read_text("utf-8"))
    assert found.keys() == set(FIELDS)
    for sizes in found.values():
        for shares in sizes.values():
            assert all(len(one) == 4 and 0 <= one[0] <= one[1] <= 1000 and one[3] >= 20 for one in shares)
            assert shares[-1][2] > shares[0][2], "the order gets better"
    assert (ROOT / "docs" / "images" / f"study-{name}-rated.svg").is_file()


def test_the_page_for_directors_says_what_was_found() -> None:
    found = {name: json.loads(place_of(name).read_text("utf-8")) for name in NAMES}
    page = (ROOT / "docs" / "guide" / "rounds.md").read_text("utf-8")
    assert with_found(page, found) == page, "make study"


# --- beside what people use today --------------------------------------------------------------------------------


def known(count: int, met: dict[int, set[int]], partners: dict[int, set[int]] | None = None) -> Known:
    order = range(1, count + 1)
    none: dict[int, set[int]] = {player: set() for player in order}
    return Known(order, {**none, **met}, {**none, **(partners or {})}, Draw(1, "rivals"))


def test_greedy_walks_into_the_dead_end_that_a_matching_avoids() -> None:
    met = {3: {4}, 4: {3}}
    assert greedy(known(4, met)).stuck
    assert greedy(known(4, met)).tables == [((1,), (2,)), ((3,), (4,))]
    pytest.importorskip("networkx")
    assert not matching(known(4, met)).stuck


def test_random_partners_give_up_where_all_have_been_partners() -> None:
    everybody = {one: {other for other in range(1, 5) if other != one} for one in range(1, 5)}
    assert restarts(known(4, {}, everybody)).stuck
    assert not restarts(known(8, {})).stuck


def test_first_come_takes_what_is_left() -> None:
    seated = first_come(known(8, {1: {3}, 3: {1}}))
    assert seated.tables[0] == ((1, 2), (4, 5))
    assert not seated.stuck
    assert first_come(known(4, {1: {3}, 3: {1}})).stuck


@pytest.mark.parametrize("name", ["redemption", "melee"])
def test_all_play_the_same_events_to_the_end(name: str) -> None:
    found = beside.compared(name, 12, 2)
    assert found.keys() >= {beside.OWN}
    assert len(found) >= 2
    assert {one.rounds for one in found.values()} == {12}
    assert found[beside.OWN].stuck == found[beside.OWN].unfair == 0
    assert "<svg" in beside.plot({"x": {tool: one.told() for tool, one in found.items()}})


def test_the_page_about_others_says_what_was_found() -> None:
    found, events, dated = beside.kept()
    page = (ROOT / "docs" / "compare.md").read_text("utf-8")
    assert beside.with_found(page, found, events, dated) == page, "make compare"
    assert (ROOT / "docs" / "images" / "beside.svg").read_text("utf-8") == beside.plot(found)
    other = json.loads(json.dumps(found).replace("43.3", "44.4"))
    assert "| 44.4 % |" in beside.with_found(page, other, 31, "today")


def test_figures_of_one_system_are_kept_beside_those_of_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = beside.kept()
    monkeypatch.setattr(beside, "KEPT", tmp_path / "beside.json")
    of_dutch = {title: tools for title, tools in found[0].items() if title.startswith("dutch")}
    beside.keep({title: tools for title, tools in found[0].items() if title not in of_dutch}, 1, "")
    beside.keep(of_dutch, *found[1:])
    assert beside.kept() == found
    assert list(found[0]) == [f"{name}, {size} players" for name in NAMES if name != "robin" for size in beside.SIZES]


def test_a_fixed_table_is_not_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert beside.run("robin", 1) == {}
    assert rivals(1).keys() >= {"greedy"}
