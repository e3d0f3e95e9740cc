"""The set-up of an event that is there already."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from ronda.core.facts import AvoidChanged, Created, OptionsChanged, Renamed
from ronda.core.history import fold
from ronda.core.model import Avoid, OptionValue, Player
from ronda.core.verdicts import Refusal
from ronda.desk import check_rounds, leave
from ronda.desk.players import edit, pause
from ronda.desk.rounds import discard
from ronda.desk.settings import change_avoid, change_options, duplicate, frozen_options, rename
from ronda.formats.tournament.reading import read
from ronda.formats.tournament.writing import write
from ronda.systems import NAMES, Option, system
from tests.desk.events import Evening

NOTHING_CHANGED = Refusal("nothing_changed", "S4")
ARTICLES = {
    "first_colour": "C3.3",
    "category": "D1.2",
    "first_round": "D1.4",
    "partner_window": "D1.2",
    "rival_window": "D1.2",
    "absent_differential": "CR6.3",
    "max_score": "R1",
    "rounds": "DU1.5",
    "initial_colour": "DU8.5",
    "scoring": "DU2",
    "pab": "DU2",
    "acceleration": "DU9",
    "double": "ST5.3",
    "numbers": "ST5.4",
    "close_last": "ST5.4",
    "domino.scoring": "PS2.1",
    "domino_pairs.first_round": "PS3.3",
    "domino_pairs.score": "PS3.2",
    **{f"swiss.{one.name}": one.article for one in system("swiss").rules.options},
}
OTHERS: dict[str, dict[str, OptionValue]] = {
    "chess": {"first_colour": "s"},
    "domino": {
        "category": "estandar",
        "first_round": "random",
        "partner_window": 2,
        "rival_window": 2,
        "scoring": "fvd",
    },
    "domino_pairs": {"first_round": "elo", "score": "fvd"},
    "dutch": {"rounds": 4, "initial_colour": "black", "scoring": "3-1-0", "pab": 2, "acceleration": "baku"},
    "melee": {
        "free_games": "random",
        "setting": "random",
        "free_game_buchholz": True,
        "ranking": "difference",
        "leftovers": "triplette",
    },
    "redemption": {"absent_differential": 0, "max_score": 7},
    "robin": {"double": True, "numbers": "order", "close_last": True},
    "swiss": {
        "form": "score",
        "draws": False,
        "time": True,
        "target": 13,
        "ending": "least",
        "best_of": 5,
        "all_games": True,
        "set_target": 11,
        "set_lead": 1,
        "set_cap": 15,
        "win": "3",
        "draw": "1/3",
        "loss": "1/8",
        "bye": "1/2",
        "walkover": "1/2",
        "absent": "0,0",
        "time_win": "2/3",
        "time_loss": "1/6",
        "margin_cap": 300,
        "margin_table": "0: 1-1; 6: 2-0",
        "forfeit_margin": "0, -5",
        "forfeit_games": "2-0",
        "bye_games": "2-0",
        "first": "slide",
        "entry": "side",
    },
}
ONE_VALUE = {"dutch": {"edition"}}  # frozen as well, and there is nothing else to choose
STILL_FREE: dict[str, dict[str, OptionValue]] = {"dutch": {"tiebreaks": "PTS,SB"}}  # DU1.5 freezes the rounds
TEXTS = {
    "domino_pairs": "200-100",
    "chess": "1-0",
    "dutch": "1-0",
    "domino": "200-100",
    "melee": "13-7",
    "redemption": "5-3",
    "robin": "1-0",
    "swiss": "1-0",
}


def code_of(answer: object) -> str:
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_a_new_name() -> None:
    tournament = Evening().tournament
    assert rename(tournament, "  Spring   Open ") == Renamed("Spring Open")
    assert rename(tournament, "Club night") == NOTHING_CHANGED
    assert code_of(rename(tournament, " ")) == "name_missing"
    assert code_of(rename(tournament, "x" * 201)) == "text_too_long"


# --- options ------------------------------------------------------------------------------------------------


def test_only_options_that_there_are_can_be_frozen() -> None:
    assert set(OTHERS) == set(NAMES)
    for own, others in OTHERS.items():
        frozen = {option.name: option for option in system(own).rules.options if option.frozen_after}
        assert set(frozen) == set(others) | ONE_VALUE.get(own, set())
        assert {name for name, option in frozen.items() if len(option.choices) == 1 and option.default} == (
            ONE_VALUE.get(own, set())
        )


def test_only_what_changes_is_recorded() -> None:
    tournament = Evening(options={"rounds": 4}).tournament
    wanted: dict[str, OptionValue] = {"rounds": 4, "max_score": 5, "bye_points": 4}
    assert change_options(tournament, wanted) == OptionsChanged({"bye_points": 4})
    assert change_options(tournament, {"rounds": 4, "max_score": 5}) == NOTHING_CHANGED


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"max_score": 6}, "5|7"),
        ({"max_score": "5"}, "5|7"),
        ({"max_score": True}, "5|7"),
        ({"max_score": None}, "5|7"),
        ({"rounds": 0}, "1…1000"),
        ({"rounds": 1001}, "1…1000"),
        ({"bye_points": -1}, "0…100"),
        ({"sound": 1}, "true|false"),
        ({"ranking": "luck"}, "differential|head-to-head|losers|host"),
    ],
)
def test_values_that_do_not_fit_are_refused(options: dict[str, OptionValue], expected: str) -> None:
    name, found = next(iter(options.items()))
    answer = change_options(Evening().tournament, options)
    assert isinstance(answer, Refusal)
    assert answer.code == "bad_option"
    assert answer.facts == {"option": name, "found": found, "expected": expected}


def test_an_unknown_option_is_refused_with_the_known_ones() -> None:
    answer = change_options(Evening("chess").tournament, {"max_score": 5})
    known = [option.name for option in system("chess").rules.options]
    assert answer == Refusal("unknown_option", "S4", {"option": "max_score", "known": known, "systems": ["redemption"]})


def test_a_value_can_be_left_to_the_system_again() -> None:
    assert change_options(Evening().tournament, {"rounds": None}) == OptionsChanged({"rounds": None})


@pytest.mark.parametrize("own", NAMES)
def test_what_is_frozen_when(own: str) -> None:
    """R1: the score from the first result; C3.3, D1.2, D1.4, DU1, DU2, DU8.5, DU9, M1, ST5: from the first draw."""
    evening = Evening(own, players=8, options={"rounds": 3})
    assert frozen_options(evening.tournament) == {}
    assert change_options(evening.tournament, OTHERS[own]) == OptionsChanged(OTHERS[own])
    evening.draft()
    by_draw = system(own).rules.frozen("draw")
    assert frozen_options(evening.tournament) == by_draw
    evening.publish()
    evening.result(1, evening.last.tables[0].number, TEXTS[own])
    assert set(frozen_options(evening.tournament)) == set(OTHERS[own]) | ONE_VALUE.get(own, set())
    for name, value in OTHERS[own].items():
        frozen = Refusal("frozen_option", ARTICLES.get(f"{own}.{name}", ARTICLES.get(name, "M1")), {"option": name})
        assert change_options(evening.tournament, {name: value}) == frozen
    free = STILL_FREE.get(own, {"rounds": 4})
    assert change_options(evening.tournament, free) == OptionsChanged(free)


def test_what_was_frozen_by_a_discarded_draw_is_free_again() -> None:
    evening = Evening("chess")
    evening.draft()
    evening.do("discard", discard)
    assert frozen_options(evening.tournament) == {}


def choosable(option: Option) -> Iterator[OptionValue]:
    """Every choice, or the ends of what there is."""
    ends = (option.low, option.high, 1000) if option.kind in ("int", "halves") else ()
    yield from {*option.choices, *((True, False) if option.kind == "bool" else ends), option.default}


@pytest.mark.parametrize("own", NAMES)
def test_no_setting_leaves_a_result_that_could_not_be_entered(own: str) -> None:
    """Whatever the event began with, after a result and a corrected one it is refused, or a file tells of it."""
    kept = refused = 0
    for chosen in [{}, *({option.name: value} for option in system(own).rules.options for value in option.choices)]:
        evening = Evening(own, players=8, options={"rounds": 3, **chosen})
        setup = evening.tournament.setup
        form = system(own).rules.results.form_for(setup)
        evening.play(form.example_for(setup) if "form" in chosen else TEXTS[own])
        evening.draft()
        evening.publish()
        now = evening.tournament
        for option in system(own).rules.options:
            for value in choosable(option):
                match change_options(now, {option.name: value}):
                    case Refusal(code="result_against_options"):
                        refused += 1
                    case OptionsChanged(options=changed):
                        setup = replace(now.setup, options={**now.setup.options, **changed})
                        assert fold(read(write(replace(now, setup=setup)))).rounds == now.rounds
                        kept += 1
    assert kept > 3
    assert bool(refused) == (own in ("domino", "domino_pairs"))  # PS2.5: where there is a ceiling


def test_ps2_5_a_target_that_a_standing_result_is_above_is_refused_with_its_place() -> None:
    evening = Evening("domino", players=8, options={"rounds": 3, "scoring": "fvd"})
    evening.play("200-120")
    why = {"code": "score_above_ceiling", "facts": {"score": 200, "most": 4}}
    place = {"round": 1, "table": evening.last.tables[0].number, "result": "200-120"}
    assert change_options(evening.tournament, {"target": 3}) == Refusal(
        "result_against_options", "PS2.5", {**place, **why}
    )
    assert change_options(evening.tournament, {"target": 125}) == OptionsChanged({"target": 125})


def test_ps2_5_what_stood_there_before_a_correction_is_in_the_file_as_well() -> None:
    evening = Evening("domino", players=4, options={"rounds": 3, "scoring": "fvd"})
    evening.play("200-120")
    evening.draft()
    evening.publish()
    evening.result(1, 1, "4-3")
    answer = change_options(evening.tournament, {"target": 3})
    assert isinstance(answer, Refusal)
    assert answer.facts["corrected"]
    assert answer.facts["result"] == "200-120"


def test_fewer_rounds_than_were_made_are_refused() -> None:
    evening = Evening(options={"rounds": 4})
    for _ in range(3):
        evening.play("5-3")
    made = Refusal("rounds_already_made", "R1", {"rounds": 2, "made": 3})
    assert change_options(evening.tournament, {"rounds": 2}) == made
    assert change_options(evening.tournament, {"rounds": 3}) == OptionsChanged({"rounds": 3})


def test_c3_1_m4_1_more_rounds_than_the_field_allows_are_refused_once_it_stands() -> None:
    for own in ("chess", "melee"):
        evening = Evening(own, players=8, options={"rounds": 3})
        assert change_options(evening.tournament, {"rounds": 50}) == OptionsChanged({"rounds": 50})
        evening.draft()
        assert code_of(change_options(evening.tournament, {"rounds": 50})) == "rounds_out_of_bounds"


def test_m4_1_an_evening_is_prolonged_when_the_director_lets_partners_repeat() -> None:
    evening = Evening("melee", players=4, options={"rounds": 3})
    for _ in range(3):
        evening.play("13-7")
    assert code_of(change_options(evening.tournament, {"rounds": 5})) == "rounds_out_of_bounds"
    evening.do("options", lambda t: change_options(t, {"rounds": 5, "repeats": True}))
    for _ in range(2):
        evening.play("13-7")
    relaxed = [[relaxation.code for relaxation in made.relaxations] for made in evening.tournament.rounds]
    assert relaxed == [[], [], [], ["partner_repeat"] * 2, ["partner_repeat"] * 2]
    assert [finding for finding in check_rounds(evening.tournament) if finding.severity == "violation"] == []
    assert code_of(change_options(evening.tournament, {"repeats": False})) == "rounds_out_of_bounds"


# --- who should not meet ------------------------------------------------------------------------------------


def test_who_should_not_meet() -> None:
    evening = Evening()
    pairs = [Avoid((1, 2)), Avoid((3, 4), "opponents", hard=False)]
    evening.do("avoid", lambda t: change_avoid(t, pairs))
    assert evening.facts[-1] == AvoidChanged(tuple(pairs))
    assert evening.tournament.setup.avoid == tuple(pairs)
    assert change_avoid(evening.tournament, pairs) == NOTHING_CHANGED
    assert change_avoid(evening.tournament, [Avoid((1, 9))]) == Refusal("unknown_player", "S4", {"player": 9})
    assert change_avoid(evening.tournament, [Avoid((1, 1))]) == Refusal("avoids_self", "S3", {"player": 1})
    assert change_avoid(evening.tournament, []) == AvoidChanged(())
    assert {1, 2} not in [set(table.players) for table in evening.draft().tables]


def test_s4_rounds_are_judged_by_the_wishes_and_players_of_their_time() -> None:
    evening = Evening(options={"rounds": 4, "first_table": 1})
    evening.play("5-3")
    met = evening.last.tables[0].players
    evening.do("avoid", lambda t: change_avoid(t, [Avoid((met[0], met[1]))]))
    evening.do("options", lambda t: change_options(t, {"first_table": 11}))
    pinned = replace(evening.player(met[0]), pinned_table=3)
    evening.do("edit", lambda t: edit(t, pinned))
    assert not [f for f in check_rounds(evening.tournament) if f.severity == "violation"]
    evening.draft()
    assert not [f for f in check_rounds(evening.tournament) if f.severity == "violation"]


# --- once more ----------------------------------------------------------------------------------------------


def test_a_copy_has_the_players_and_the_set_up_and_no_round() -> None:
    evening = Evening("redemption", options={"rounds": 4, "bye_points": 4})
    evening.do("avoid", lambda t: change_avoid(t, [Avoid((1, 2))]))
    evening.play("5-3")
    evening.do("leave", lambda t: leave(t, evening.player(3)))
    evening.do("pause", lambda t: pause(t, evening.player(4)))
    facts = duplicate(evening.tournament, "Next week", 99)
    assert isinstance(facts[0], Created)
    copy = fold(facts)
    assert (copy.setup.name, copy.setup.seed, copy.setup.system) == ("Next week", 99, "redemption")
    assert copy.setup.options == evening.tournament.setup.options
    assert copy.setup.avoid == (Avoid((1, 2)),)
    assert (copy.rounds, copy.here, copy.finished) == ((), frozenset(), False)
    assert copy.players == tuple(Player(n, f"P{n}", rating=2000 - n) for n in range(1, 7))
