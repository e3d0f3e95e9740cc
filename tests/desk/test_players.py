"""Who takes part: entered, edited, checked in, pausing, back again."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ronda.core.facts import CheckedIn, Edited, Entered, Missed, Returned
from ronda.core.history import fold
from ronda.core.model import Player
from ronda.core.verdicts import Refusal
from ronda.desk import come_back, leave
from ronda.desk.players import check_in, edit, find_player, pause, pause_absent, register
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from tests.desk.events import Evening

NOTHING_CHANGED = Refusal("nothing_changed", "S4")


def code_of(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_new_player_gets_the_next_id_and_the_next_round() -> None:
    evening = Evening()
    evening.play("5-3")
    assert register(evening.tournament, Player(0, "  Ann   Lee ")) == Entered(Player(7, "Ann Lee", joined_round=2))


def test_c1_2_names_are_upper_case_in_chess() -> None:
    chess = Evening("chess").tournament
    assert register(chess, Player(0, "nazlı inci")) == Entered(Player(7, "NAZLI İNCİ"))
    assert edit(chess, replace(chess.players[0], name="inci")) == Edited(replace(chess.players[0], name="İNCİ"))


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"name": "  "}, "name_missing"),
        ({"name": "\u200b"}, "name_missing"),
        ({"name": "x" * 201}, "text_too_long"),
        ({"name": "a\x07b"}, "text_unprintable"),
        ({"club": "a\u2028b"}, "text_unprintable"),
        ({"club": "x" * 201}, "text_too_long"),
        ({"rating": -1}, "number_out_of_range"),
        ({"licence": "1" * 201}, "text_too_long"),
        ({"email": "a\nb"}, "text_unprintable"),
        ({"birth_year": 10**10}, "number_out_of_range"),
        ({"pinned_table": -1}, "number_out_of_range"),
    ],
)
def test_what_no_file_could_keep_is_refused(wrong: dict[str, object], code: str) -> None:
    tournament = Evening().tournament
    assert code_of(register(tournament, replace(Player(0, "Ann"), **wrong))) == code  # type: ignore[arg-type]
    assert code_of(edit(tournament, replace(tournament.players[0], **wrong))) == code  # type: ignore[arg-type]


def test_c1_1_c1_3_chess_has_rules_of_its_own() -> None:
    chess = Evening("chess")
    chess.do("edit", lambda t: edit(t, replace(t.players[0], licence="5")))
    taken = Refusal("licence_taken", "C1.1", {"licence": "5", "player": 1})
    assert register(chess.tournament, Player(0, "Ann", licence="5")) == taken
    assert edit(chess.tournament, replace(chess.player(2), licence="5")) == taken
    assert not isinstance(edit(chess.tournament, replace(chess.player(1), club="A")), Refusal)  # one's own
    for wrong in (Player(0, "Ann", rating=999), Player(0, "Ann", national_rating=1)):
        assert code_of(register(chess.tournament, wrong)) == "bad_rating"
    assert not isinstance(register(Evening().tournament, Player(0, "Ann", rating=999)), Refusal)


def test_what_is_entered_and_edited_can_be_kept_in_a_file() -> None:
    evening = Evening("chess")
    evening.do("enter", lambda t: register(t, Player(0, "ığdır", rating=1000, licence="7", club="Ç", pinned_table=3)))
    evening.do("edit", lambda t: edit(t, replace(t.players[0], name="â", national_rating=1200)))
    assert fold(read(write(evening.tournament))).players == evening.tournament.players


def test_d9_too_late_to_enter() -> None:
    evening = Evening("domino", players=8)
    for _ in range(2):
        evening.play("200-100")
    assert code_of(register(evening.tournament, Player(0, "Ann"))) == "late_entry_closed"


def test_editing_does_not_touch_who_plays_when() -> None:
    evening = Evening()
    evening.play("5-3")
    evening.do("leave", lambda t: leave(t, evening.player(2)))
    known = evening.player(2)
    other = Player(2, "Ann", rating=1, joined_round=5, left_after=None, missed=(1, 2), number=99)
    assert edit(evening.tournament, other) == Edited(replace(known, name="Ann", rating=1))
    assert edit(evening.tournament, replace(other, name=known.name, rating=known.rating)) == NOTHING_CHANGED


def test_nobody_is_edited_who_is_not_there() -> None:
    tournament = Evening().tournament
    unknown = Refusal("unknown_player", "S4", {"player": 9})
    assert edit(tournament, Player(9, "Ann")) == find_player(tournament, 9) == unknown


def test_checking_in() -> None:
    evening = Evening()
    player = evening.player(1)
    assert check_in(evening.tournament, player, here=False) == NOTHING_CHANGED
    evening.do("check_in", lambda t: check_in(t, player))
    assert evening.tournament.here == {1}
    assert check_in(evening.tournament, player) == NOTHING_CHANGED
    assert check_in(evening.tournament, player, here=False) == CheckedIn(1, here=False)


def test_a_pause_is_one_round() -> None:
    evening = Evening()
    evening.do("pause", lambda t: pause(t, evening.player(3)))
    assert 3 not in evening.draft().players
    evening.publish()
    evening.results("5-3")
    assert 3 in evening.draft().players


def test_a_pause_during_a_round_is_for_the_next() -> None:
    evening = Evening()
    evening.draft()
    assert pause(evening.tournament, evening.player(3)) == Missed(3, 2)


def test_a_pause_is_taken_back() -> None:
    evening = Evening()
    evening.do("pause", lambda t: pause(t, evening.player(3)))
    assert code_of(pause(evening.tournament, evening.player(3))) == "not_in_pool"
    evening.do("return", lambda t: come_back(t, evening.player(3)))
    assert evening.facts[-1] == Returned(3, 1)
    assert evening.player(3).missed == ()
    assert come_back(evening.tournament, evening.player(3)) == Refusal("not_left", "S1", {"player": 3})


def test_rounds_gone_by_stay_missed() -> None:
    evening = Evening()
    evening.do("leave", lambda t: leave(t, evening.player(3)))
    evening.play("5-3")
    evening.do("return", lambda t: come_back(t, evening.player(3)))
    assert (evening.player(3).missed, evening.player(3).left_after) == ((1,), None)
    assert 3 in evening.draft().players


def test_whoever_is_not_checked_in_pauses() -> None:
    evening = Evening()
    for player in evening.tournament.players[:4]:
        evening.do("check_in", lambda t, player=player: check_in(t, player))  # type: ignore[misc]
    evening.do("leave", lambda t: leave(t, evening.player(5)))  # is not asked any more
    assert pause_absent(evening.tournament) == [Missed(6, 1)]
    evening.do("pause", pause_absent)
    assert pause_absent(evening.tournament) == []
    assert sorted(evening.draft().players) == [1, 2, 3, 4]
