"""R5.5: a round is over with its last result, and both doors say so in the same columns: somebody's own five tables by
`ronda tables`, and the tables of Ronda's store. On SQLite and on PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import create_engine, text

from tests.cli.running import Desk
from tests.store.conftest import place
from tests.tables.conftest import App

__all__ = ["place"]  # a fixture

ENDS = """
    select r.round_number, r.is_completed, r.ended_at is not null as has_ended,
           r.ended_at = (select max(m.updated_at) from matches m where m.round = r.round_number) as with_the_last
    from rounds r order by r.round_number
"""
TIMES = "select round_number, ended_at from rounds order by round_number"

Told = list[tuple[Any, ...]]
RUNS = (False, False, None)
OVER = (True, True, True)


def of_store(place: str) -> Callable[[str], Told]:
    """The tables of the store by SQL."""
    url = place.replace("postgresql://", "postgresql+psycopg://")

    def ask(query: str) -> Told:
        engine = create_engine(url)
        with engine.connect() as connection:
            found = [tuple(row) for row in connection.execute(text(query))]
        engine.dispose()
        return found

    return ask


class Theirs:
    """Somebody's own tables: results by SQL, then `ronda tables score`."""

    def __init__(self, desk: Desk, app: App, players: str, **settings: object) -> None:
        self.desk, self.app = desk, app
        app.start("Friday", players, **settings)

    def pair(self) -> None:
        assert self.desk("tables", self.app.url, "pair", "FRI", "--write").status == 0

    def result(self, round_: int, order: int, first: int | None, second: int | None) -> None:
        self.app.result(round_, order, first, second)
        assert self.desk("tables", self.app.url, "score", "FRI", "--write").status == 0

    def __call__(self, query: str) -> Told:
        return [tuple(row.values()) for row in self.app(query)]


class Own:
    """Ronda's store: everything by its commands."""

    def __init__(self, desk: Desk, place: str, players: str, **settings: object) -> None:
        self.desk, self.place, self._ask = desk, place, of_store(place)
        listed = desk.write("list.csv", "\n".join(players.split()))
        words = ("--system", "redemption", "--players", listed, "--option", f"rounds={settings['n_rounds']}")
        made = desk("new", "store", *words, "--db", place, "--json")
        assert made.status == 0, made.out
        self.code = made.value["code"]

    def pair(self) -> None:
        assert self.desk("pair", self.code, "--write", "--db", self.place).status == 0

    def result(self, round_: int, order: int, first: int, second: int) -> None:
        words = ("result", self.code, round_, order, f"{first}-{second}", "--yes")
        assert self.desk(*words, "--db", self.place).status == 0

    def __call__(self, query: str) -> Told:
        return self._ask(query)


def doors(desk: Desk, app: App, place: str, players: str, **settings: object) -> tuple[Theirs, Own]:
    return Theirs(desk, app, players, **settings), Own(desk, place, players, **settings)


def ends(door: Theirs | Own) -> list[tuple[Any, ...]]:
    return [(bool(over), bool(ended), with_last if with_last is None else bool(with_last))
            for _, over, ended, with_last in door(ENDS)]  # fmt: skip


def both(one: Theirs | Own, other: Theirs | Own) -> list[tuple[Any, ...]]:
    """What both doors say, which is the same."""
    assert ends(one) == ends(other)
    return ends(one)


def test_a_round_ends_with_its_last_result_in_both(desk: Desk, app: App, place: str) -> None:
    theirs, own = doors(desk, app, place, "Ann Ben Cal Dee Eve", n_rounds=2)
    for door in (theirs, own):
        door.pair()
    assert both(theirs, own) == [RUNS]
    for door in (theirs, own):
        door.result(1, 1, 5, 3)
    assert both(theirs, own) == [RUNS]
    for door in (theirs, own):
        door.result(1, 2, 2, 2)
    assert both(theirs, own) == [OVER]
    for door in (theirs, own):
        door.pair()
    assert both(theirs, own) == [OVER, RUNS]


def test_a_correction_ends_nothing_anew_in_either(desk: Desk, app: App, place: str) -> None:
    for door in doors(desk, app, place, "Ann Ben Cal Dee", n_rounds=2):
        door.pair()
        door.result(1, 1, 5, 3)
        door.result(1, 2, 0, 5)
        before = door(TIMES)
        door.result(1, 1, 3, 5)
        assert door(TIMES) == before
        assert [row[:2] for row in ends(door)] == [(True, True)]


def test_a_result_that_is_taken_out_opens_the_round_again(desk: Desk, app: App) -> None:
    """In the store it is the browser that takes a result out: see `test_five_tables.py`."""
    theirs = Theirs(desk, app, "Ann Ben Cal Dee", n_rounds=2)
    theirs.pair()
    theirs.result(1, 1, 5, 3)
    theirs.result(1, 2, 0, 5)
    app("update matches set player1_match_points = null, player2_match_points = null where match_order = 2")
    theirs.result(1, 2, None, None)
    assert ends(theirs) == [RUNS]
    theirs.result(1, 2, 5, 0)
    assert ends(theirs) == [OVER]


@pytest.mark.parametrize("again", [False, True])
def test_what_is_taken_over_says_the_same(desk: Desk, app: App, place: str, again: bool) -> None:
    """Also where their program never wrote `is_completed`."""
    theirs = Theirs(desk, app, "Ann Ben Cal Dee", n_rounds=2)
    theirs.pair()
    theirs.result(1, 1, 5, 3)
    theirs.result(1, 2, 0, 5)
    theirs.pair()
    theirs.result(2, 1, 5, 3)
    if again:
        theirs.result(2, 2, 1, 5)
        theirs.app("update rounds set is_completed = false, ended_at = null")
        theirs.app("update tournaments set has_ended = false, ended_at = null")
    assert desk("import", app.url, "--store", "--db", place).status == 0
    found = of_store(place)("select is_completed, ended_at from rounds order by round_number")
    assert [(bool(over), ended is not None) for over, ended in found] == [(True, True), (again, again)]
