"""A stage seats those who entered it, also who is not there any more: such an event can be written and read."""

from __future__ import annotations

import pytest

from ronda.core.history import fold
from ronda.core.model import Forfeit, Table, Tournament
from ronda.desk import bodies, check_rounds, standings_after
from ronda.formats.errors import Unreadable
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.formats.workbooks import read_workbook, workbook_bytes
from ronda.systems import NAMES, system
from tests.desk.staging import Event


def gone(deed: str, player: int) -> bodies.Body:
    return (
        bodies.PenaltyInput(player, "expel", round=1, reason="rude") if deed == "penalise" else bodies.OnePlayer(player)
    )


def second_wins(_: Table) -> str:
    return "--+"


def semi_finals(name: str) -> Event:
    """Four sides, of whom two have won."""
    size = system(name).rules.seating.side_size
    event = Event(name, 4 * size + 1, [{"kind": "elimination", "take": f"top {4 * size}", "sides": size}])
    event.begin()
    event.round(second_wins)
    return event


def same(one: Tournament, other: Tournament) -> None:
    assert one.rounds == other.rounds
    assert [*check_rounds(one)] == [*check_rounds(other)]
    assert places(one) == places(other)


def places(tournament: Tournament) -> list[tuple[int, int | None]]:
    return [(row.player, row.place) for row in standings_after(tournament, len(tournament.rounds))]


@pytest.mark.parametrize("deed", ["leave", "pause", "penalise"])
@pytest.mark.parametrize("name", NAMES)
def test_who_is_gone_is_still_seated_by_the_bracket_and_in_its_files(name: str, deed: str) -> None:
    event = semi_finals(name)
    winner = event.now.rounds[-1].tables[0].second[0]
    event.do(deed, gone(deed, winner))
    event.do("pair", bodies.NextRound(publish=True))
    assert winner in event.now.rounds[-1].players
    same(fold(read(write(event.now))), event.now)
    if deed == "leave":
        event.do("return", bodies.OnePlayer(winner))
    final = event.now.rounds[-1].tables[0]
    absent = Forfeit(first_absent=winner in final.first, second_absent=winner in final.second)
    event.do("result", bodies.ResultEntry(2, final.number, system(name).rules.results.write(absent)))
    event.do("close")
    same(fold(read(write(event.now))), event.now)
    book = fold(read_workbook(workbook_bytes(event.now)))
    assert [round_.players for round_ in book.rounds] == [round_.players for round_ in event.now.rounds]
    assert places(book) == places(event.now)


def test_nobody_else_who_left_is_seated_by_a_stage() -> None:
    event = semi_finals("chess")
    event.do("leave", bodies.OnePlayer(5))  # did not enter the stage
    event.do("pair", bodies.NextRound(publish=True))
    seated = event.now.rounds[-1].tables[0].first[0]
    file = write(event.now)
    head, mark, tail = file.rpartition(f'"first": [{seated}]'.encode())
    assert mark
    with pytest.raises(Unreadable) as trouble:
        read(head + b'"first": [5]' + tail)
    assert trouble.value.code == "not_in_pool"
    assert trouble.value.facts == {"player": 5, "round": 2}
