"""Nobody is mistaken for somebody else: labels."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.model import Player, Setup, Tournament
from ronda.people import initials
from ronda.systems import NAMES, system
from ronda.systems.labels import (
    FULL,
    NAME_MODES,
    NameMode,
    Naming,
    folded,
    labels,
    labels_of,
    names,
    numbering,
)
from tests.playing import Event


def event(which: str, *players: Player) -> Tournament:
    return Tournament(Setup(which), players)


def told(tournament: Tournament, naming: Naming = FULL) -> list[str]:
    return list(names(tournament, naming).values())


def test_a_name_that_is_unique_stands_alone() -> None:
    tournament = event("redemption", Player(1, "Ann", club="Norte"), Player(2, "Ben", club="Norte"))
    assert told(tournament) == ["Ann", "Ben"]
    assert {label.kind for label in labels(tournament).values()} == {""}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("John", "John"),
        ("john", "JOHN"),
        ("John  Lee", "John Lee"),
        ("John\u00a0Lee", "John Lee"),
        ("Straße", "STRASSE"),
        ("çiğdem ışık", "ÇİĞDEM IŞIK"),  # one in Turkish capitals
        ("isil", "ISIL"),
        ("ısıl", "ISIL"),
        ("Jose\u0301", "José"),  # an accent of its own
        ("Jo\u200bhn", "John"),  # nobody sees it
    ],
)
def test_names_that_look_alike_are_alike(one: str, other: str) -> None:
    assert folded(one) == folded(other)
    assert told(event("melee", Player(3, one), Player(8, other))) == [f"{one} (#3)", f"{other} (#8)"]


@pytest.mark.parametrize(("one", "other"), [("Jose", "José"), ("Öner", "Oner"), ("Şen", "Sen"), ("Ann", "Anna")])
def test_other_names_are_others(one: str, other: str) -> None:
    assert told(event("melee", Player(1, one), Player(2, other))) == [one, other]


def test_c2_2_in_chess_the_start_number_tells_once_it_is_fixed() -> None:
    players = [Player(1, "CAN", 1500, licence="20"), Player(2, "CAN", 1600, licence="21"), Player(3, "ADA", 1800)]
    made = Event("chess", players, {"rounds": 2})
    assert told(made.tournament) == ["CAN (20)", "CAN (21)", "ADA"]  # until then the licence, which the lists show
    assert numbering(made.tournament).of == {1: 1, 2: 2, 3: 3}
    made.pair()
    assert told(made.tournament) == ["CAN (3)", "CAN (2)", "ADA"]
    assert [label.kind for label in labels(made.tournament).values()] == ["number", "number", ""]
    assert numbering(made.tournament).of == {1: 3, 2: 2, 3: 1}
    made.enter(Player(0, "can", 2000))
    assert told(made.tournament)[-1] == "can (4)"  # a late entry follows
    assert told(made.tournament)[:2] == ["CAN (3)", "CAN (2)"]


def test_a_file_with_rounds_has_start_numbers_even_if_it_does_not_name_them() -> None:
    made = Event("chess", [Player(1, "CAN", 1500), Player(2, "CAN", 1600)], {"rounds": 1})
    made.pair()
    bare = replace(made.tournament, players=tuple(replace(p, number=None) for p in made.tournament.players))
    assert told(bare) == ["CAN (2)", "CAN (1)"]


def test_the_draw_number_of_redemption_is_a_lot_and_no_mark() -> None:
    """It is on no card and on no phone: there people have the number of their entry."""
    made = Event("redemption", [Player(n, "John") for n in range(1, 5)], {"rounds": 2})
    before = told(made.tournament)
    made.pair()
    assert all(player.number for player in made.tournament.players)
    assert told(made.tournament) == before == ["John (#1)", "John (#2)", "John (#3)", "John (#4)"]
    assert numbering(made.tournament).of == {n: n for n in range(1, 5)}


def test_the_club_tells_where_it_differs() -> None:
    norte, sur = Player(1, "Ana", club="Norte"), Player(2, "ana", club="Sur")
    assert told(event("domino", norte, sur)) == ["Ana (Norte)", "ana (Sur)"]
    assert told(event("domino", norte, replace(sur, club="NORTE"))) == ["Ana (#1)", "ana (#2)"]
    assert told(event("domino", norte, replace(sur, club=""))) == ["Ana (#1)", "ana (#2)"]
    third = Player(3, "Ana", club="Sur")
    assert told(event("domino", norte, sur, third)) == ["Ana (#1)", "ana (#2)", "Ana (#3)"]  # all of them alike


@pytest.mark.parametrize("which", [name for name in NAMES if not system(name).lists.pairings.column("licence")])
def test_a_licence_tells_only_where_the_lists_show_it(which: str) -> None:
    assert told(event(which, Player(1, "Ana", licence="20"), Player(2, "Ana", licence="21"))) == [
        "Ana (#1)",
        "Ana (#2)",
    ]


@pytest.mark.parametrize("naming", ["initials", "number"])
def test_a_hidden_name_gives_away_neither_licence_nor_club(naming: NameMode) -> None:
    players = (Player(1, "Can Su", licence="777", club="Norte"), Player(2, "Cem Say", licence="888", club="Sur"))
    for which in NAMES:
        shown = told(event(which, *players), Naming(naming))
        assert shown == (["C. S. (#1)", "C. S. (#2)"] if naming == "initials" else ["#1", "#2"])


def test_somebody_who_is_called_what_a_label_is() -> None:
    players = (Player(1, "Ana", club="Sur"), Player(2, "Ana", club="Norte"), Player(3, "Ana (Sur)"))
    assert told(event("domino", *players)) == ["Ana (#1)", "Ana (Norte)", "Ana (Sur) (#3)"]
    sly = (Player(1, "X"), Player(2, "X"), Player(5, "X (#1)"), Player(7, "X (#1) (#1)"))
    assert len(set(map(folded, told(event("melee", *sly))))) == 4


def test_initials() -> None:
    assert initials("Ann Lee") == "A. L."
    assert initials("Lee, Ann") == "L. A."
    assert initials("O’Neill -x") == "O. x."


names_of_people = st.sampled_from(
    ["Ana", "ANA", "ana ", "Ana (#1)", "Ana (2)", "Ana (Sur)", "İşıl", "isil", "ISIL", "B"]
)
clubs = st.sampled_from(["", "Sur", "sur", "Norte", "#2", "Sur) (x"])
people = st.builds(
    Player,
    id=st.just(0),
    name=names_of_people | st.text(min_size=1, max_size=4),
    rating=st.sampled_from([0, 1500]),
    licence=st.sampled_from(["", "", "1", "2", "3"]),
    club=clubs,
    number=st.none() | st.integers(1, 9),
    birth_year=st.sampled_from([0, 1980, 2012]),
)


@given(
    which=st.sampled_from(NAMES),
    field=st.lists(people, max_size=9),
    naming=st.builds(Naming, st.sampled_from(NAME_MODES), st.sampled_from([0, 2026])),
    fixed=st.booleans(),
)
def test_no_two_labels_of_any_field_are_alike(which: str, field: list[Player], naming: Naming, fixed: bool) -> None:
    players = [replace(player, id=at) for at, player in enumerate(field, start=1)]
    made = labels_of(system(which), players, naming, fixed=fixed)
    texts = [str(label) for label in made.values()]
    assert list(made) == [player.id for player in players]
    assert len({folded(text) for text in texts}) == len(players)
    assert made == labels_of(system(which), players, naming, fixed=fixed)
    if naming.hides:
        shown = {label.kind for label in made.values()}
        assert shown <= {"", "number", "id"}
    sly = any("(" in player.name + player.club for player in players)
    for player in players:
        alone = [other for other in players if folded(other.name) == folded(player.name)] == [player]
        if naming.of(player) == "full" and alone and not sly:
            assert made[player.id] == (player.name, "", "")
