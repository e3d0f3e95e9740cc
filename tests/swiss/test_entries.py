"""Entries of several members (AG1.1): one line in the list, as many in the fees; incomplete ones wait (PS3.1)."""

from __future__ import annotations

import pytest

from ronda.core.facts import Entered, FeesPublished
from ronda.core.history import fold
from ronda.core.model import OptionValue, Player, Tournament, without_person
from ronda.core.prize_rules import FeeRules, PublishedFee
from ronda.core.values import replace
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds
from ronda.desk.fees import fee_list
from ronda.desk.players import edit, register
from ronda.desk.settings import change_options, joined
from ronda.formats.player_lists import understand
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import standings_book, system
from tests.playing import Event

SIDE: dict[str, OptionValue] = {"entry": "side", "rounds": 3}


def entered(tournament: Tournament, player: Player) -> Player:
    fact = register(tournament, player)
    assert isinstance(fact, Entered), fact
    return fact.player


def sides(*names: str) -> Event:
    event = Event("swiss", [], SIDE)
    for at, name in enumerate(names, start=1):
        event.facts.append(Entered(entered(event.tournament, Player(at, name))))
    return event


@pytest.mark.parametrize(
    ("name", "members", "kept", "waits"),
    [
        ("Ana & Luis", "", "Ana; Luis", False),
        ("Ana/Luis", "", "Ana; Luis", False),
        ("Los Tres", "Ana, Luis,  Eva ", "Ana; Luis; Eva", False),
        ("Los Dos", "García, Ana; Ruiz, Luis", "García, Ana; Ruiz, Luis", False),
        ("García, Ana", "", "García, Ana", True),
        ("Carla", "", "Carla", True),
        ("Die Vier", "Carla", "Carla", True),
    ],
)
def test_ag1_1_who_is_in_an_entry(name: str, members: str, kept: str, waits: bool) -> None:
    player = entered(Event("swiss", [], SIDE).tournament, Player(1, name, members=members))
    assert (player.members, player.waits) == (kept, waits)
    alone = entered(Event("swiss", []).tournament, Player(1, name))
    assert (alone.members, alone.waits) == ("", False)


def test_ag1_1_at_most_twelve_members() -> None:
    names = "; ".join(f"P{n}" for n in range(13))
    refused = register(Event("swiss", [], SIDE).tournament, Player(1, "Thirteen", members=names))
    assert isinstance(refused, Refusal)
    assert (refused.code, refused.article, refused.facts["found"]) == ("number_out_of_range", "AG1.1", 13)
    long = register(Event("swiss", [], SIDE).tournament, Player(1, "Long", members=f"Ana; {'x' * 201}"))
    assert isinstance(long, Refusal)
    assert long.code == "text_too_long"


def test_ps3_1_an_incomplete_entry_waits_until_it_is_complete() -> None:
    event = sides("Ana & Luis", "Bo & Cy", "Carla", "Di & Ed", "Fa & Gi")
    made = event.pair()
    assert sorted(player for table in made.tables for player in table.players) == [1, 2, 4, 5]
    assert not made.byes
    rows = system("swiss").rules.standings(standings_book(event.tournament))
    assert {row.player: row.status for row in rows}[3] == "waits"
    event.results("1-0", "1-0")
    known = event.tournament.players[2]
    found = edit(event.tournament, replace(known, name="Carla & Nino", members="Carla; Nino"))
    assert not isinstance(found, Refusal)
    event.facts.append(found)
    second = event.pair()
    assert 3 in [*(player for table in second.tables for player in table.players), *(one.player for one in second.byes)]
    assert not [one for one in check_rounds(event.tournament) if one.severity == "violation"]
    assert fold(read(write(event.tournament))) == event.tournament


def test_ag1_1_one_line_in_the_list_two_in_the_fees() -> None:
    tournament = sides("Ana & Luis", "Carla").tournament
    fees = fold([FeesPublished(FeeRules((PublishedFee(1000),), "EUR"))], tournament)
    assert [(line.player, line.due) for line in fee_list(fees).lines] == [(1, 2000), (2, 1000)]
    assert len(tournament.players) == 2


def test_ag1_1_a_list_has_a_column_of_members() -> None:
    read_list = understand(b"name\tmembers\tstart\nTeam A\tAna, Luis\t2\nTeam B\tEva & Leo & Mia\t\nTeam C\tZoe\t\n")
    facts = joined(Event("swiss", [], SIDE).tournament, read_list.players)
    assert not isinstance(facts, Refusal)
    assert [(fact.player.members, fact.player.waits, fact.player.start) for fact in facts] == [
        ("Ana; Luis", False, 2),
        ("Eva; Leo; Mia", False, 0),
        ("Zoe", True, 0),
    ]


def test_pp6_who_was_erased_still_waits() -> None:
    known = sides("Carla").tournament.players[0]
    gone = without_person(known)
    assert (gone.members, gone.size, gone.plays_in(1)) == ("", 1, False)


def test_ag1_1_what_an_entry_is_stays_after_the_draw() -> None:
    event = sides("Ana & Luis", "Bo & Cy")
    event.pair()
    assert isinstance(change_options(event.tournament, {"entry": "single"}), Refusal)


def test_ps3_1_pairs_of_domino_may_name_both() -> None:
    tournament = Event("domino_pairs", []).tournament
    assert entered(tournament, Player(1, "Ana & Luis")).members == ""
    assert entered(tournament, Player(1, "Dos", members="Ana & Luis")).members == "Ana; Luis"
    assert entered(tournament, Player(1, "Dos", members="Ana")).waits
