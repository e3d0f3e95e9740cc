"""PP6: what is left of an event when somebody is erased. Results, places and other people's tie-breaks stay."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from ronda.core.chance import Draw
from ronda.core.erasing import facts_left, people_in
from ronda.core.facts import (
    Created,
    Edited,
    Entered,
    Erased,
    Fact,
    OptionsChanged,
    Paired,
    Penalised,
    PenaltyLifted,
    Undone,
)
from ronda.core.history import fold, in_force
from ronda.core.model import PERSONAL, Approval, Penalty, Player, Setup, Tournament, removed_name
from ronda.core.verdicts import Reason, Refusal
from ronda.desk import check_rounds, standings_after
from ronda.desk.bodies import FullErasure
from ronda.desk.people import forget, forget_all, mentions
from ronda.desk.players import edit, register
from ronda.desk.settings import duplicate
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.store.replay import replay
from ronda.systems import NAMES, system
from tests.playing import Event
from tests.states.moves import rounds_for, texts

PEOPLE = ("Zoë", "Ann", "Čedo", "Ümit", "Bo", "Ann", "Łukasz", "Ida", "Ö", "Al", "Cy", "Ben", "Eve")


def played(name: str, seed: int) -> list[Fact]:
    """An event with ratings that many share, so that names decide; somebody is edited, somebody comes late."""
    chance = Draw(seed, "erasing", name)
    count, kept = 8 + chance.below(5), partial(system(name).forms.name, Setup(name))
    players = [
        Player(
            n,
            kept(f"{PEOPLE[n]} {chance.below(9)}"),
            1500 + 100 * chance.below(2),
            club=f"Club {n}",
            licence=str(7000 - n),
        )
        for n in range(1, count + 1)
    ]
    event = Event(name, players, {"rounds": rounds_for(name, count)}, seed)
    for number in range(1, 3):
        event.pair()
        known = texts(name)
        event.results(*(chance.choice(known) for _ in event.tournament.rounds[-1].tables))
        if number == 1:
            event.facts.append(Edited(replace(event.tournament.players[2], name=kept("Edited Often"), club="")))
            late = Player(0, kept("Late Comer"), 1500, club="Club L")
            if not isinstance(register(event.tournament, late), Refusal):
                event.enter(late)
    return event.facts


def erased(facts: list[Fact], players: list[int]) -> list[Fact]:
    """As a store has it: the facts of before without the persons, and the erasure."""
    decided = forget(fold(in_force(facts)), players)
    assert not isinstance(decided, Refusal)
    return [*facts_left(facts, decided[0]), *decided]


def told(tournament: Tournament) -> object:
    """Everything but who they are."""
    players = [replace(player, name="", club="", licence="") for player in tournament.players]
    return replace(tournament, players=tuple(players)), {
        number: (setup, [replace(player, name="", club="", licence="") for player in then])
        for number, (setup, then) in tournament.made_with.items()
    }


def judged(tournament: Tournament) -> object:
    rounds = range(len(tournament.rounds) + 1)
    return [standings_after(tournament, number) for number in rounds], list(check_rounds(tournament))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", NAMES)
def test_pp6_2_results_places_and_tie_breaks_stay(name: str, seed: int) -> None:
    facts = played(name, seed)
    before = fold(facts)
    gone = (
        [player.id for player in before.players if (player.id + seed) % 3 == 0]
        if seed
        else [player.id for player in before.players]
    )
    left = erased(facts, gone)
    after = fold(in_force(left))
    assert after == fold([*facts, *left[-1:]])  # going on from what was known comes to the same
    assert told(after) == told(before)
    assert [(row.player, row.place) for row in standings_after(after, 2)] == [
        (row.player, row.place) for row in standings_after(before, 2)
    ]
    assert judged(after) == judged(before)
    assert {player.id for player in after.players if player.removed} == set(gone)
    again, then = replay(left), replay(facts)
    assert again.holds
    assert {round_.outcome for round_ in again.rounds} <= {"same", "unnamed"}
    assert {round_.outcome for round_ in then.rounds} == {"same"}
    if system(name).forms.start_numbers is None:  # only in start numbers names decide anything
        assert again.rounds == then.rounds


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_afterwards_is_read_again_and_has_nobody_in_it(name: str) -> None:
    facts = played(name, 3)
    gone = [2, 3, fold(facts).players[-1].id]
    after = fold(in_force(erased(facts, gone)))
    file = write(after)
    whose = [fact.player for fact in facts if isinstance(fact, Entered | Edited) and fact.player.id in gone]
    words = {word for player in whose for word in (player.name, f'"{player.club}"', f'"{player.licence}"')}
    assert [word for word in words - {'""', ": 0,"} if word in file.decode()] == []
    opened = fold(read(file))
    assert (opened.players, opened.rounds) == (after.players, after.rounds)
    assert judged(opened) == judged(after)
    assert [player.id for player in opened.players if player.removed] == gone
    assert write(opened) == file


def test_an_event_whose_file_says_no_start_numbers_gets_them_fixed() -> None:
    """Names decided who was who in the first round, and a hand-made file does not say so."""
    facts = [fact for fact in played("chess", 1) if not isinstance(fact, Edited)]
    numbered = fold(facts)
    bare = replace(numbered, players=tuple(replace(player, number=None) for player in numbered.players), made_with={})
    given = read(write(bare))
    before = fold(given)
    assert all(player.number is None for player in before.players)
    after = fold(in_force(erased(given, [player.id for player in before.players])))
    assert all(player.number is not None for player in after.players if player.plays_in(1))
    assert [(row.player, row.place) for row in standings_after(after, 2)] == [
        (row.player, row.place) for row in standings_after(before, 2)
    ]
    assert list(check_rounds(after)) == list(check_rounds(before))


def test_what_is_personal_is_said_by_the_model() -> None:
    people = {"title", "federation", "fide_id", "birth_year", "sex", "email", "person", "members"}
    assert set(PERSONAL) == {"name", "licence", "club", *people}


def test_who_is_removed_stays_removed() -> None:
    facts = [*played("redemption", 1)]
    now = fold(erased(facts, [2]))
    gone = now.players[1]
    assert (gone.name, gone.club, gone.licence) == ("#2", "", "")
    refused = edit(now, replace(gone, name="Ann again"))
    assert isinstance(refused, Refusal)
    assert refused.code == "player_removed"
    assert isinstance(edit(now, replace(gone, rating=1900)), Edited)  # what the rules need can still be corrected
    taken = edit(now, replace(now.players[2], name=removed_name(3)))
    assert isinstance(taken, Refusal)
    assert taken.code == "name_reserved"
    new = register(now, Player(0, removed_name(max(player.id for player in now.players) + 1)))
    assert isinstance(new, Refusal)
    assert new.code == "name_reserved"
    assert forget(now, [2]) == []  # a request may come twice
    unknown = forget(now, [99])
    assert isinstance(unknown, Refusal)
    assert unknown.code == "unknown_player"


def test_undoing_what_was_before_never_brings_the_name_back() -> None:
    facts: list[Fact] = [Created(Setup("melee")), Entered(Player(1, "Ann")), Edited(Player(1, "Anna", club="C"))]
    left = [*erased(facts, [1]), Undone((3,))]
    assert fold(in_force(left)).players == (Player(1, "#1"),)


def test_everybody_at_once_and_a_copy_of_the_event() -> None:
    facts = played("domino", 2)
    now = fold(facts)
    decided = forget_all(now, FullErasure())
    assert decided == [Erased(tuple(player.id for player in now.players))]
    after = fold([*facts, *decided])
    assert all(player.removed for player in after.players)
    assert people_in(facts_left(facts, decided[0])) == []
    assert [fact for fact in duplicate(after, "Again", 1) if isinstance(fact, Entered)] == []


def test_pp6_3_free_texts_that_may_name_somebody_are_found_and_emptied() -> None:
    event = Event("redemption", [Player(n, name) for n, name in enumerate(("Deniz Kaya", "Bo", "Cy", "Di"), start=1)])
    made = event.pair()
    written = replace(
        made,
        approved=Approval("Dora", "K. DENİZ talked"),
        reasons=(Reason("recorded", "", {"text": "by hand for Cy"}), Reason("nearest", "R4.4")),
    )
    event.facts[-1] = Paired(written)
    found = mentions(event.facts, event.tournament.players[:1])
    assert [(one.round, one.text, one.named) for one in found] == [
        (1, "K. DENİZ talked", True),
        (1, "by hand for Cy", False),
    ]
    decided = forget(event.tournament, [1], [1])
    assert isinstance(decided, list)
    after = fold([*event.facts, *decided]).rounds[0]
    assert after.approved == Approval("Dora", "–")
    assert after.reasons == (Reason("recorded", "", {"text": "–"}), Reason("nearest", "R4.4"))
    assert fold([*facts_left(event.facts, decided[0]), *decided]).rounds[0] == after
    opened = fold(read(write(fold([*event.facts, *decided, OptionsChanged({"rounds": 5})]))))
    assert opened.rounds[0].approved == Approval("Dora", "–")


@pytest.mark.parametrize("rounds", [0, 1])
def test_pp6_3_what_was_written_about_no_round_is_emptied_and_no_round_with_it(rounds: int) -> None:
    event = Event("redemption", [Player(n, name) for n, name in enumerate(("Ann", "Bo", "Cy", "Di"), start=1)])
    if rounds:
        event.facts.append(Paired(replace(event.pair(), approved=Approval("Dora", "few players"))))
        del event.facts[-2]
    penalty = Penalty(1, 2, "warning", round=1, reason="noise")
    event.facts += [Penalised(penalty), PenaltyLifted(1, "Ann asked for it", "Dora")]
    decided = forget(event.tournament, [1], [0])
    assert isinstance(decided, list)
    left = [*facts_left(event.facts, decided[0]), *decided]
    assert left[-2] == PenaltyLifted(1, "–", "Dora")
    after = fold(left)
    assert [round_.approved for round_ in after.rounds] == [Approval("Dora", "few players")] * rounds
    assert after.setup.penalties == (replace(penalty, lifted=True),)
