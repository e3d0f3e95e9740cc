"""chess C5.5 on the command line: a round that does not exist, and what the director can do."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.cli.running import Desk

NAMES = ("Ada", "Ben", "Can", "Dee", "Ege", "Fay")


def entered(desk: Desk, where: str) -> None:
    desk.write("six.csv", "name,rating\n" + "\n".join(f"{name},{2000 - 100 * n}" for n, name in enumerate(NAMES)))
    assert (
        desk("new", where, "--system", "chess", "--players", desk.path("six.csv"), "--option", "rounds=5").status == 0
    )


def shrunk(desk: Desk, place: str) -> None:
    """Three rounds; then two leave so that the other four have no round left."""
    met: set[frozenset[int]] = set()
    for number in (1, 2, 3):
        round_ = desk("pair", place, "--write", "--json").value
        met |= {frozenset((*table["first"], *table["second"])) for table in round_["tables"]}
        for table in (1, 2, 3):
            assert desk("result", place, number, table, "1-0").status == 0
    for four in combinations(range(1, 7), 4):
        a, *others = four
        splits = [({a, b}, set(others) - {b}) for b in others]
        if all(any(frozenset(pair) in met for pair in split) for split in splits):
            for player in set(range(1, 7)) - set(four):
                assert desk("leave", place, player).status == 0
            return
    raise AssertionError("every four of them could go on")


@pytest.fixture(params=["file", "code"])
def place(desk: Desk, request: pytest.FixtureRequest) -> str:
    if request.param == "file":
        where = str(desk.path("e.json"))
        entered(desk, where)
    else:
        entered(desk, "store")
        where = desk("list", "--json").value["tournaments"][0]["code"]
    shrunk(desk, where)
    return where


def test_refused_with_the_way_out(desk: Desk, place: str) -> None:
    answer = desk("pair", place, "--write")
    assert answer.status == 1
    assert all(words in answer.out + answer.err for words in ("C5.5", "Proof", "--approve"))
    assert desk("pair", place, "--json").value["error"]["code"] == "no_round_exists"


def test_approved_it_is_made_kept_checked_and_replayed(desk: Desk, place: str) -> None:
    made = desk("pair", place, "--write", "--json", "--approve", "Ada Director: two went home")
    assert made.status == 0
    assert made.value["approved"] == {"by": "Ada Director", "reason": "two went home"}
    forced = [r for r in made.value["relaxations"] if r["code"] == "forced"]
    assert forced
    assert all(r["article"] == "C5.5" and "again" in r["text"] for r in forced)
    checked = desk("check", place, "--json")
    assert checked.status == 0
    assert [f["severity"] for f in checked.value["findings"] if f["article"] == "C5.5"] == ["relaxation"] * len(forced)
    for table in (1, 2):
        assert desk("result", place, 4, table, "1-0").status == 0
    again = desk("pair", place, "--write", "--approve", "Ada Director: the last one")
    assert again.status == 0
    assert desk("check", place).status == 0
    if not place.endswith(".json"):
        assert desk("replay", place).status == 0
    report = desk("report", place, "--json").value
    assert all(round_["remade"] for round_ in report["rounds"])
