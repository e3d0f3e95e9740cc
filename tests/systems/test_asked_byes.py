"""Byes that are asked for, in every system of one against one (AG4.2–AG4.4)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.chance import Draw
from ronda.core.facts import ByeRequested, Left, Missed
from ronda.core.model import OptionValue, Player, RequestedBye
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds, standings_after
from ronda.desk.players import own_bye_choices, request_bye, request_own_bye
from ronda.systems import system
from tests.playing import Event, byes, hand_made

SYSTEMS = ("chess", "redemption", "swiss", "dutch", "domino_pairs")
ROUNDS = 4


def event(name: str, players: int, seed: int = 1, **options: OptionValue) -> Event:
    field = [Player(n, f"P{n}", rating=2400 - n, number=None) for n in range(1, players + 1)]
    return Event(name, field, {"rounds": ROUNDS, **options}, seed)


def ask(made: Event, player: int, number: int, kind: RequestedBye | None) -> Refusal | None:
    who = made.tournament.players[player - 1]
    asked = request_bye(made.tournament, who, number, kind)
    if isinstance(asked, Refusal):
        return asked
    made.facts.append(asked)
    return None


def play(made: Event, seed: int) -> None:
    made.pair()
    tournament = made.tournament
    draw = Draw(seed, len(tournament.rounds))
    trial = system(tournament.setup.system).trial
    made.results(
        *(trial.play(500, tournament.setup, draw.about(table.number)) for table in tournament.rounds[-1].tables)
    )


WISHES = st.dictionaries(
    st.tuples(st.integers(1, 9), st.integers(1, ROUNDS)), st.sampled_from(["F", "H", "Z"]), min_size=1, max_size=4
)


@pytest.mark.parametrize("name", SYSTEMS)
@given(players=st.integers(9, 14), seed=st.integers(0, 99), wishes=WISHES)
def test_ag4_3_asked_byes_leave_the_pool_before_one_is_allocated(
    name: str, players: int, seed: int, wishes: dict[tuple[int, int], RequestedBye]
) -> None:
    made = event(name, players, seed)
    for (player, number), kind in wishes.items():
        assert ask(made, player, number, kind) is None
    for number in range(1, ROUNDS + 1):
        play(made, seed)
        round_ = made.tournament.rounds[-1]
        asked = {player: kind for (player, at), kind in wishes.items() if at == number}
        assert {bye.player: bye.kind for bye in round_.byes if bye.kind != "U"} == asked
        allocated = [bye.player for bye in round_.byes if bye.kind == "U"]
        assert len(allocated) == (players - len(asked)) % 2
        assert not {*allocated} & {*asked}
    assert not [found for found in check_rounds(made.tournament) if found.severity == "violation"]


def test_ag4_3_seven_players_one_h_one_z() -> None:
    made = event("swiss", 7)
    ask(made, 2, 1, "H")
    ask(made, 4, 1, "Z")
    assert sorted(bye.kind for bye in made.pair().byes) == ["H", "U", "Z"]


@pytest.mark.parametrize("name", SYSTEMS)
def test_ag4_4_what_is_refused(name: str) -> None:
    made = event(name, 8)
    for number in range(3):
        play(made, number)
    made.facts.append(Left(3, 3))

    def refused(player: int, number: int, kind: RequestedBye | None = "H") -> tuple[str, dict[str, object]]:
        found = ask(made, player, number, kind)
        assert found is not None
        return found.code, dict(found.facts)

    assert refused(2, 2) == ("round_made", {"player": 2, "round": 2})
    assert refused(2, 3, None)[0] == "round_made"
    assert refused(2, 5) == ("no_such_round", {"round": 5, "rounds": ROUNDS})
    assert refused(3, 4) == ("not_in_pool", {"player": 3, "round": 4})
    made.facts.append(Missed(5, 4))
    assert refused(5, 4)[0] == "not_in_pool", "who pauses that round is not in it"
    assert ask(made, 2, 4, "H") is None
    assert refused(2, 4)[0] == "nothing_changed"
    assert ask(made, 2, 4, "Z") is None, "the same round twice: replaced"
    assert made.tournament.players[1].byes == ((4, "Z"),)


@pytest.mark.parametrize("name", [name for name in SYSTEMS if name != "dutch"])
def test_ag4_3_on_the_phone_without_points_or_one_worth_a_draw(name: str) -> None:
    plain = event(name, 8).tournament
    assert own_bye_choices(plain, plain.players[0]) == [(number, "Z") for number in range(1, ROUNDS + 1)]
    made = event(name, 8, asked="half")

    def own(number: int, kind: RequestedBye) -> str:
        found = request_own_bye(made.tournament, made.tournament.players[0], number, kind)
        if isinstance(found, Refusal):
            return found.code
        made.facts.append(found)
        return ""

    assert own(4, "H") == "bye_in_last_rounds"
    assert own(2, "F") == "bye_not_offered"
    assert own(2, "H") == ""
    assert own(3, "H") == "byes_used_up"
    assert own(4, "Z") == ""
    assert own_bye_choices(made.tournament, made.tournament.players[0]) == [(1, "Z"), (2, "Z"), (3, "Z")]


def test_ag4_3_no_bye_is_asked_for_where_partners_are_drawn() -> None:
    for name in ("domino", "melee"):
        tournament = Event(name, [Player(n, f"P{n}") for n in range(1, 9)], {"rounds": 3}).tournament
        found = request_bye(tournament, tournament.players[0], 2, "Z")
        assert isinstance(found, Refusal)
        assert found.code == "bye_not_offered"
        assert own_bye_choices(tournament, tournament.players[0]) == []


# --- in chess ----------------------------------------------------------------------------------------------


def chess(kinds: Sequence[RequestedBye]) -> Event:
    """Six players; in round 1 numbers 6, 5, … have these byes, and the others play draws."""
    made = Event("chess", [Player(n, f"P{n}", rating=2400 - n, number=n) for n in range(1, 7)], {"rounds": 4})
    for player, kind in zip((6, 5, 4), kinds, strict=False):
        made.facts.append(ByeRequested(player, 1, kind))
    made.pair()
    made.results(*["½-½"] * len(made.tournament.rounds[-1].tables))
    return made


def test_ag4_2_a_bye_with_points_counts_for_the_next_one_and_one_without_does_not() -> None:
    cases: tuple[tuple[tuple[RequestedBye, RequestedBye], int], ...] = (
        (("H", "Z"), 5),
        (("Z", "H"), 6),
        (("F", "F"), 4),
    )
    for kinds, rests in cases:
        made = chess(kinds)
        made.facts.append(Left(1, 1))
        assert byes(made.pair()) == [rests], kinds


def test_c7_a_bye_asked_for_counts_as_what_it_is_worth() -> None:
    made = chess(("H", "Z"))
    rows = {row.player: row.measures for row in standings_after(made.tournament, 1)}
    assert [rows[player]["points"].value for player in (6, 5)] == [0.5, 0]
    # C7.1: a virtual opponent of ½ × (4 − 1); C7.3: half of it for half a point, nothing for none
    assert [rows[player]["sb"].value for player in (6, 5)] == [0.75, 0]
    assert [[term.code for term in rows[player]["bh1"].terms] for player in (6, 5)] == [["half_bye"], ["zero_bye"]]


def test_c5_4_who_rests_for_a_round_is_counted_on_for_the_rounds_to_come() -> None:
    made = Event("chess", [Player(n, f"P{n}", rating=2400 - n, number=n) for n in range(1, 7)], {"rounds": 5})
    made.given(hand_made(1, (1, 2), (3, 4), (5, 6)))
    made.results("1-0", "1-0", "1-0")
    made.facts.append(ByeRequested(6, 2, "Z"))
    for _ in range(4):
        round_ = made.pair()
        made.results(*["½-½"] * len(round_.tables))
    assert not [found for found in check_rounds(made.tournament) if found.severity == "violation"]
    assert byes(made.tournament.rounds[1])[0] == 6


# --- pairs, of which the first round goes by Elo or clubs ---------------------------------------------------


@pytest.mark.parametrize("first", ["elo", "clubs"])
def test_ps3_3_the_first_round_of_those_who_play_in_it(first: str) -> None:
    made = event("domino_pairs", 7, first_round=first)
    ask(made, 2, 1, "H")
    round_ = made.pair()
    assert [(bye.player, bye.kind) for bye in round_.byes] == [(2, "H")]
    assert not [found for found in check_rounds(made.tournament) if found.severity == "violation"]


@pytest.mark.parametrize(("asked", "margin"), [("F", False), (None, True)])
def test_ag4_3_an_asked_bye_has_no_margin_where_an_allocated_one_has(asked: RequestedBye | None, margin: bool) -> None:
    made = event("domino_pairs", 7, score="fvd")
    if asked is not None:
        assert ask(made, 1, 1, asked) is None
    play(made, 1)
    (bye,) = made.tournament.rounds[0].byes
    tally = system("domino_pairs").rules.scoring(made.tournament.setup).bye(bye)
    assert (tally.halves > 0, bool(tally.differential)) == (True, margin)
