"""Who has won (R6.2): read off the final standings, and nowhere else."""

from __future__ import annotations

import pytest

from ronda.core.facts import Closed, Finished, Left, ResultEntered
from ronda.core.model import Player
from ronda.core.ranking import RankedRow, measured
from ronda.core.verdicts import Refusal
from ronda.desk import rounds
from ronda.desk.permissions import phase
from ronda.desk.prizes import Podium, SharedPlace, declared, played_out, podium_of
from ronda.systems import NAMES, book_of
from tests.desk.test_provisional import RESULTS
from tests.playing import Event, hand_made


def placed(*places: int | None) -> tuple[RankedRow, ...]:
    nothing = measured(book_of(Event("redemption", []).tournament), (), ())
    return tuple(RankedRow(place, n, "active", (), measured=nothing) for n, place in enumerate(places, start=1))


def test_one_winner() -> None:
    assert podium_of(placed(1, 2, 3, 4)) == Podium((SharedPlace(1, (1,)), SharedPlace(2, (2,)), SharedPlace(3, (3,))))


def test_r6_2_a_shared_first_place_is_a_tie() -> None:
    podium = podium_of(placed(1, 1, 3, 4))
    assert podium is not None
    assert podium.winners == (1, 2)
    assert podium.shared
    assert [step.place for step in podium.steps] == [1, 3]


def test_shared_places_stand_as_they_are() -> None:
    podium = podium_of(placed(1, 2, 2, 4))
    assert podium is not None
    assert podium.steps == (SharedPlace(1, (1,)), SharedPlace(2, (2, 3)))
    assert not podium.shared
    everybody = podium_of(placed(1, 1, 1, 1))
    assert everybody is not None
    assert everybody.steps == (SharedPlace(1, (1, 2, 3, 4)),)


def test_who_has_no_place_is_never_on_it() -> None:
    assert podium_of(placed(None, None)) is None
    assert podium_of(()) is None
    podium = podium_of(placed(1, 2, None))
    assert podium is not None
    assert [step.players for step in podium.steps] == [(1,), (2,)]


def played(name: str, rounds: int = 2, players: int = 9) -> Event:
    event = Event(name, [Player(n, f"P{n}") for n in range(1, players + 1)], {"rounds": 4})
    for _ in range(rounds):
        made = event.pair()
        for table in made.tables:
            event.result(made.number, table.number, RESULTS[name])
    return event


def finish(event: Event) -> None:
    facts = rounds.finish(event.tournament)
    assert not isinstance(facts, Refusal)
    event.facts.extend(facts)


@pytest.mark.parametrize("name", NAMES)
def test_an_event_that_ends_early_has_its_winner_and_opening_it_again_takes_that_back(name: str) -> None:
    event = played(name)
    assert declared(event.tournament) is None
    finish(event)
    podium = declared(event.tournament)
    assert podium is not None
    if name in ("chess", "domino"):  # the last criterion always tells players apart
        assert len(podium.winners) == 1
    event.facts.append(Finished(again=True))
    assert declared(event.tournament) is None


def test_nobody_is_declared_before_a_round_was_played() -> None:
    event = Event("redemption", [Player(1, "Ann"), Player(2, "Ben")])
    event.facts.append(Finished())
    assert phase(event.tournament) == "finished"
    assert declared(event.tournament) is None


def test_nobody_is_declared_while_a_result_is_missing() -> None:
    event = played("redemption")
    event.facts.append(ResultEntered(1, event.tournament.rounds[0].tables[0].number, None))
    refused = rounds.finish(event.tournament)
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.facts["round"]) == ("results_missing", 1)
    event.facts += [Closed(2), Finished()]  # as an earlier release could
    assert declared(event.tournament) is None


def leader(event: Event) -> int:
    podium = podium_of(placed_rows(event))
    assert podium is not None
    return podium.winners[0]


def placed_rows(event: Event) -> tuple[RankedRow, ...]:
    from ronda.desk import standings_after

    return standings_after(event.tournament, len(event.tournament.rounds))


def test_r5_2_who_left_in_redemption_has_no_place_and_cannot_win() -> None:
    event = played("redemption")
    first = leader(event)
    event.facts.append(Left(first, 2))
    finish(event)
    podium = declared(event.tournament)
    assert podium is not None
    assert first not in podium.winners


@pytest.mark.parametrize("name", ["chess", "domino", "melee"])
def test_d9_who_keeps_the_place_keeps_the_title_and_is_marked(name: str) -> None:
    event = played(name)
    first = leader(event)
    event.facts.append(Left(first, 2))
    finish(event)
    podium = declared(event.tournament)
    assert podium is not None
    assert first in podium.winners
    assert podium.left == {first}


def test_a_file_is_over_with_its_planned_rounds() -> None:
    event = Event("redemption", [Player(n, f"P{n}", number=n) for n in (1, 2, 3)], {"rounds": 1})
    assert not played_out(event.tournament)
    event.given(hand_made(1, (1, 2), bye=[3]))
    assert not played_out(event.tournament)
    event.results("5-3")
    assert played_out(event.tournament)
