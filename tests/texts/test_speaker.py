"""What people read: sentences from codes and facts."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ronda.core.model import Avoid
from ronda.core.verdicts import Finding, Reason, Refusal, Relaxation
from ronda.formats.errors import Unreadable
from ronda.lab.simulate import SimulationPlan, simulate
from ronda.systems import NAMES as SYSTEMS
from ronda.texts import LANGUAGES, Kind, Speaker, language, number
from ronda.texts.catalogue import everything, of_system
from ronda.views.stages import called

NAMES = {1: "Ana", 2: "Luis", 3: "Eva", 4: "Ömer {x} %s", 5: "García, Irene"}
PROOF = {"hub_size": 1, "group_count": 3, "hub": [1], "groups": [[2], [3], [4]]}
MET = {"player": 3, "why": "met", "rounds": [3]}

# Every code with the facts it comes with; a sentence may use these and no others.
FACTS: dict[str, dict[str, Any]] = {
    "reason.bye_by_lot": {"player": 1, "byes": 0},
    "reason.bye_even": {"player": 1, "byes": 1, "skipped": [MET]},
    "reason.bye_lowest": {"player": 1, "skipped": [{"player": 3, "why": "had_bye", "rounds": [1, 2]}]},
    "reason.bye_again": {"player": 1, "skipped": []},
    "reason.table_by_lot": {"player": 1, "opponent": 2, "seed": 81},
    "reason.rematch": {"player": 1, "opponent": 2, "rounds": [1, 3], "skipped": [MET]},
    "reason.completed": {"player": 1, "opponent": 2, "skipped": [{"player": 3, "why": "completion"}]},
    "reason.highest_unmet": {"player": 1, "opponent": 2, "skipped": [MET], "more": True},
    "reason.pin_taken": {"player": 1},
    "reason.neighbours": {"player": 1, "opponent": 2, "white": 1},
    "reason.nearest": {
        "player": 1,
        "opponent": 2,
        "white": 2,
        "step": "1.1",
        "skipped": [
            {"player": 3, "why": "later_step", "step": "1.2"},
            {"player": 4, "why": "colours"},
            {"player": 5, "why": "avoid"},
        ],
    },
    "reason.completed_by_look_ahead": {"player": 1, "opponent": 2, "white": 2, "step": "1.3", "skipped": [MET]},
    "reason.bye_lowest.free_points": {
        "player": 1,
        "free_points": 0,
        "skipped": [{"player": 3, "why": "free_point"}],
    },
    "reason.bye_again.free_points": {"player": 1, "free_points": 1},
    "reason.bye_moved": {"player": 1, "free_points": 0},
    "reason.recorded": {"text": "asked for by the {director}"},
    "relaxation.rematch": {"players": [1, 2], "rounds": [1], **PROOF},
    "relaxation.avoid_broken": {"players": [1, 2], "hub_size": 7, "group_count": 9},
    "relaxation.both_repeat": {"players": [1, 2], "hub_size": 0, "group_count": 2},
    "relaxation.bye_again": {"players": [1], "free_points": 2},
    "relaxation.bye_moved": {"players": [1, 2], "rightful": 2, "first": 1, "hub_size": 1, "group_count": 3},
    "relaxation.colour_lifted": {"players": [1]},
    "relaxation.recorded": {"text": "agreed by all"},
    "refusal.too_few_players": {"players": 1, "least": 2},
    "refusal.no_round_exists": {"round": 4, "hub_size": 2, "group_count": 4, "hub": [1, 0]},
    "refusal.result_unreadable": {"text": "abc {0}", "example": "5-3"},
    "refusal.result_unreadable.negative": {"text": "-1-3", "example": "5-3", "negative": True},
    "refusal.result_unreadable.fractional": {"text": "2.5-3", "example": "5-3", "fractional": True},
    "refusal.score_too_high": {"text": "9-0", "most": 5},
    "refusal.both_at_maximum": {"text": "5-5", "most": 5},
    "refusal.rounds_out_of_bounds": {"rounds": 9, "least": 3, "most": 7, "players": 8},
    "refusal.results_missing": {"round": 2, "tables": [1, 4]},
    "refusal.rounds_done": {"rounds": 5},
    "refusal.unknown_round": {"round": 9, "rounds": 3},
    "refusal.unknown_table": {"round": 2, "table": 9},
    "refusal.unknown_player": {"player": "Eve"},
    "refusal.not_left": {"player": 1},
    "refusal.already_left": {"player": 1},
    "refusal.frozen_option": {"option": "max_score"},
    "refusal.approval_needed": {},
    "refusal.absent_but_played": {"players": [1, 2]},
    "refusal.not_at_table": {"player": 1, "table": 3},
    "refusal.check_disagrees": {"code": "rematch", "seed": 42},
    "finding.too_few_players": {"players": 0, "least": 2},
    "finding.rounds_out_of_bounds": {"rounds": 9, "least": 3, "most": 7, "players": 8},
    "finding.rematches_ahead": {"rounds": 1},
    "finding.forecast_secure": {"next": 2, "rounds": 5, "secure": 3},
    "finding.forecast_no_bound": {"next": 2, "rounds": 5},
    "finding.forecast_clean": {"next": 2, "rounds": 5, "n": 20},
    "finding.forecast_relaxed": {"next": 2, "rounds": 5, "n": 20, "relaxed": 3, "first_relaxed": 4},
}
PAIRS = {"first": [1, 2], "second": [3, 5]}
DOMINO: dict[str, dict[str, Any]] = {
    "reason.consecutive": {**PAIRS, "places": [1, 2, 3, 4], "by": "elo"},
    "reason.consecutive.seed": {**PAIRS, "places": [1, 2, 3, 4], "by": "random", "seed": 7},
    "reason.moved_for_wish": {**PAIRS, "places": [1, 3, 2, 4], "by": "elo"},
    "reason.moved_for_wish.seed": {**PAIRS, "places": [1, 3, 2, 4], "by": "random", "seed": 7},
    "reason.ideal_table": {"pyramid": "upper", **PAIRS},
    "reason.moved_partner": {
        "pyramid": "upper",
        **PAIRS,
        "skipped": [
            {"for": 1, "player": 3, "why": "partner_window", "last": 3},
            {"for": 1, "player": 4, "why": "avoid"},
            {"for": 1, "player": 5, "why": "completion"},
        ],
    },
    "reason.moved_rivals": {
        "pyramid": "lower",
        **PAIRS,
        "skipped": [{"for": 1, "pair": [3, 4], "player": 3, "why": "rival_window", "last": 2}],
        "more": True,
    },
    "reason.side_exchange": {"pyramid": "upper", "players": [2, 3], "places": [2, 3], "displacement": 1},
    "reason.search_stated": {"pyramid": "all", "proved": "level", "budget": 40000},
    "reason.level_failed": {
        "pyramid": "upper",
        "level": "rival_window",
        "partner_window": 1,
        "rival_window": 1,
        "crossed": 1,
        "ways": 3,
        "attempts": 12,
        "proved": False,
    },
    "reason.bye_end_of_list": {"player": 1, "byes": 1},
    "reason.bye_lowest.byes": {"player": 1, "byes": 2, "skipped": [{"player": 3, "why": "had_bye", "byes": 2}]},
    "reason.many_byes": {"player": 1, "byes": 3},
    "reason.wish_not_kept": {"players": [1, 2], "as": "rivals"},
    "relaxation.partner_window": {"players": [1, 2], "as": "partners", "last": 2, "window": 3},
    "relaxation.rival_window": {"players": [1, 2], "as": "rivals", "last": 2, "window": 3},
    "relaxation.pyramid_exchange": {"players": [1, 2], "places": [4, 5], "displacement": 1},
    "relaxation.forced": {"players": [1, 2], "as": "rivals", "last": 2, "window": 3},
    "relaxation.avoid_broken.as": {"players": [1, 2], "as": "partners"},
    "refusal.late_entry_closed": {"players": [1, 2], "last": 2},
    "refusal.late_entry_closed.joined_round": {"joined_round": 3, "last": 2},
    "refusal.draw_impossible": {"text": "200-200"},
    "refusal.score_needs_confirmation": {"score": 390, "target": 200, "most": 320},
    "finding.late_entry_closed": {"players": [1], "joined_round": 3, "last": 2},
    "finding.repetitions_ahead": {"players": 8, "enough": 16, "partner_window": 2, "rival_window": 2},
    "finding.repetitions_ahead.forced_percent": {
        "players": 8,
        "enough": 16,
        "partner_window": 1,
        "rival_window": 2,
        "relaxed_percent": 42,
        "forced_percent": 0,
    },
    "finding.partner_window": {"players": [1, 2], "relation": "partner", "last": 2, "window": 3},
    "finding.rival_window_unrecorded": {"players": [1, 2], "relation": "rival", "last": 2, "window": 3},
    "finding.forced": {"players": [1, 2], "relation": "rival", "last": 2, "window": 3},
    "finding.forced_unrecorded": {"players": [1, 2], "relation": "partner", "last": 2, "window": 3},
    "finding.forced_draft": {},
    "finding.first_round_order": {"players": [1, 2, 3, 5], "expected": [[1, 3], [2, 5]]},
    "finding.exchange_not_nearest": {"players": [1, 2], "expected": [3, 5]},
    "finding.pyramids_mixed": {"players": [1, 2, 3], "exchanges": 3, "most": 2},
    "finding.sides_mixed": {"players": [1, 2, 3], "exchanges": 3, "most": 2},
    "finding.side_exchange_avoidable": {"players": [1, 2], "exchanges": 1, "possible": 0},
    "finding.nearer_exchange_free": {"made": [1, 2], "nearer": [1, 3]},
    "finding.nearer_partner_free": {"player": 1, "partner": 2, "free": 3},
    "finding.nearer_pair_free": {"pair": [1, 2], "rivals": [3, 4], "free": [5, 4]},
    "finding.too_many_relaxed": {"players": [1, 2], "made": 2, "possible": 1, "example": [[1, 3], [2, 5]]},
    "finding.milder_relaxation": {"players": [1, 2], "made": 1, "possible": 1, "example": [[1, 3], [2, 5]]},
    "finding.unavoidability_unproved": {"stages": [[2, 0]], "count": False},
}
TEAMS = {**PAIRS, "first_points": 3, "second_points": 2, "difference": 1}
MELEE: dict[str, dict[str, Any]] = {
    "reason.free_game_due": {"player": 1, "free_games": 0, "resting": 3, "tier": 1},
    "reason.free_game_bottom": {
        "player": 1,
        "free_games": 0,
        "points": 0,
        "buchholz": -2,
        "tier": 5,
        "skipped": [{"player": 3, "why": "late_entry"}, {"player": 5, "why": "free_games", "count": 1}],
    },
    "reason.free_game_bottom.difference": {
        "player": 1,
        "free_games": 0,
        "points": 1,
        "difference": -6,
        "points_for": 20,
        "tier": 5,
    },
    "reason.free_game_lot": {"player": 1, "free_games": 0, "tier": 5, "seed": 7},
    "reason.free_game_moved": {
        "player": 1,
        "free_games": 0,
        "tier": 5,
        "skipped": [{"player": n, "why": why} for n, why in enumerate(("no_partnering", "no_plan", "hard_wish"), 2)],
    },
    "reason.partners_halves": {"players": 8, "seed": 7},
    "reason.partners_lot": {"players": 8, "seed": 7},
    "reason.rounds_ahead": {"rounds": 1, "planned": 1},
    "reason.power_total": {"difference": 2, "squares": 4, "repeats": 1},
    "reason.set_by_power": {**TEAMS, "repeats": [{"players": [1, 3], "rounds": [1]}]},
    "reason.set_by_lot": {**TEAMS, "seed": 7},
    "relaxation.partner_repeat": {"players": [1, 2], "rounds": [1], "fewest": 1, **PROOF},
    "relaxation.partner_repeat.beyond": {"players": [1, 2], "rounds": [1], "fewest": 4, "beyond": 7, **PROOF},
    "relaxation.partner_repeat.compared": {"players": [1, 2], "rounds": [1, 3], "fewest": 1, "compared": "some"},
    "relaxation.halves_broken": {"players": [1, 2]},
    "relaxation.halves_broken.compared": {"players": [1, 2], "compared": "all"},
    "relaxation.avoid_broken.relation": {"players": [1, 2], "relation": "opponents", **PROOF},
    "relaxation.avoid_broken.compared": {"players": [1, 2], "relation": "partners", "compared": "all"},
    "finding.rounds_out_of_bounds.most": {"rounds": 99, "most": 13, "players": 11},
    "refusal.rounds_out_of_bounds.most": {"rounds": 99, "most": 13, "players": 11},
    "finding.repeats_ahead": {"rounds": 10, "most": 7, "players": 8, "repeats": 12},
    "finding.free_game_tier": {"players": [1], "free_games": 2, "fewest": 1},
    "finding.free_game_wrong": {"players": [1], "expected": [2]},
    "finding.free_game_moved": {"players": [1], "expected": [2, 3]},
    "finding.free_game_moved.ahead": {"players": [1], "expected": [2, 3], "ahead": True},
    "finding.free_game_moved_unrecorded": {"players": [1], "expected": [2]},
    "finding.free_game_on_entry": {"players": [1]},
    "finding.free_game_on_entry_unrecorded": {"players": [1]},
    "finding.halves_broken": {"players": [1, 2]},
    "finding.halves_broken_unrecorded": {"players": [1, 2]},
    "finding.partner_repeat": {"players": [1, 2], "rounds": [1]},
    "finding.partner_repeat_unrecorded": {"players": [1, 2], "rounds": [1, 2]},
    "finding.guarantee_missed": {"players": [1, 2], "repeats": 1},
    "finding.avoid_broken.relation": {"players": [1, 2], "hard": True, "relation": "partners"},
    "finding.avoid_broken_unrecorded.relation": {"players": [1, 2], "hard": True, "relation": "opponents"},
    "finding.soft_avoid_met.relation": {"players": [1, 2], "hard": False, "relation": "partners"},
    "finding.soft_avoid_avoidable.relation": {"players": [1, 2], "hard": False, "relation": "partners"},
    "finding.better_setting": {
        "difference": 4,
        "least_difference": 2,
        "squares": 8,
        "least_squares": None,
        "repeats": 0,
        "least_repeats": None,
    },
}
FACTS |= DOMINO | MELEE
KINDS = {"reason": Reason, "relaxation": Relaxation, "finding": Finding, "refusal": Refusal}


def said(key: str, speaker: Speaker) -> str:
    kind, code = key.split(".")[:2]
    facts = FACTS[key]
    match kind:
        case "reason":
            return speaker.verdict("reason", Reason(code, "X1", facts))
        case "relaxation":
            return speaker.verdict("relaxation", Relaxation(code, "X1", tuple(facts.get("players", ())), facts))
        case "finding":
            return speaker.verdict("finding", Finding(code, "X1", facts=facts))
        case _:
            return speaker.verdict("refusal", Refusal(code, "X1", facts))


def english(key: str) -> str:
    return said(key, Speaker("en", NAMES, strict=True))


@pytest.mark.parametrize("tongue", LANGUAGES)
@pytest.mark.parametrize("key", FACTS)
def test_every_sentence_is_made_from_its_facts(key: str, tongue: str) -> None:
    text = said(key, Speaker(tongue, NAMES, strict=True))
    for name in NAMES.values():
        text = text.replace(name, "NAME")
    if key not in ("reason.recorded", "refusal.result_unreadable"):
        assert "{" not in text
    assert "  " not in text
    if key != "refusal.frozen_option":  # names an option
        assert not re.search(r"\b(null|true|false|None)\b|_", text)


def test_every_relaxation_has_a_name() -> None:
    """Findings name it: "a rule was relaxed (…)"."""
    codes = {key.split(".")[1] for key in FACTS if key.startswith("relaxation.")}
    assert {f"word.{code}" for code in codes} <= everything("en").keys()


def test_what_a_director_of_domino_reads() -> None:
    assert english("reason.moved_partner") == (
        "Ana and Luis against Eva and García, Irene (upper pyramid): not everybody could have the ideal partner, so "
        "the next possible one was taken. Passed over: Eva (partner of Ana in round 3); Ömer {x} %s (should not be "
        "together with Ana) and García, Irene (then not everybody else could be seated)."
    )
    assert english("relaxation.forced").startswith("Forced: Ana and Luis are rivals again straight after round 2.")


def test_what_a_director_of_a_melee_reads() -> None:
    assert english("reason.set_by_power") == (
        "Ana and Luis (3) against Eva and García, Irene (2): teams with points as similar as possible meet; "
        "difference 1."
    )
    assert "(possible: not examined)" in english("finding.better_setting")


def test_a_reason_with_those_who_were_skipped() -> None:
    assert english("reason.highest_unmet") == (
        "Ana plays Luis: the highest-placed free opponent not met yet. "
        "Passed over: Eva (already met in round 3) and others."
    )
    assert english("reason.bye_lowest") == (
        "Ana has the bye: it goes to those with the fewest byes so far, and among them to the lowest-placed. "
        "Passed over: Eva (had the bye in rounds 1 and 2)."
    )


def test_r3_1_the_bye_of_redemption_says_its_own_rule() -> None:
    reason = Reason("bye_lowest", "R3.1", {"player": 1, "byes": 0}, player=1)
    assert Speaker("en", NAMES, strict=True).verdict("reason", reason) == (
        "Ana has the bye: the first, going up from the bottom, who has not had one."
    )
    for tongue in LANGUAGES:
        own, other = (
            Speaker(tongue, NAMES, strict=True).verdict("reason", replace(reason, article=article))
            for article in ("R3.1", "D4")
        )
        assert own != other


def test_the_texts_of_the_events_system_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A system may call things by words of its own; whoever speaks of no event, or of another, is not told them."""
    name = SYSTEMS[0]
    table = Speaker("en", strict=True).say("label.table")
    (tmp_path / "en.json").write_text('{"label.table": "Own", "label.only_here": "Here"}', "utf-8")
    monkeypatch.setattr("ronda.registry.texts_folder", lambda asked: tmp_path if asked == name else None)
    of_system.cache_clear()
    everything.cache_clear()
    try:
        assert Speaker("en", strict=True, system=name).say("label.table") == "Own"
        assert Speaker("fr", system=name).say("label.only_here") == "Here"
        assert Speaker("en", strict=True).say("label.table") == table
        assert Speaker("en", strict=True, system=SYSTEMS[1]).say("label.table") == table
        assert Speaker("en", strict=True).say("label.only_here") == "Here"
    finally:
        of_system.cache_clear()
        everything.cache_clear()


def test_a_text_for_when_a_fact_is_there() -> None:
    assert "not yet received a point without playing" in english("reason.bye_lowest.free_points")


def test_a_relaxation_with_its_proof() -> None:
    assert english("relaxation.rematch") == (
        "Ana and Luis meet again (already in round 1): without a rematch not everybody could be paired. "
        "Proof: without Ana, the others fall into groups that cannot meet each other, and 3 of these groups have "
        "an odd number of players. Each of them leaves one player over, and Ana can take only 1. "
        "The odd groups: (Luis), (Eva), (Ömer {x} %s)."
    )
    assert "without Ana and the bye, the others" in english("refusal.no_round_exists")


def test_players_may_be_a_count() -> None:
    assert english("refusal.too_few_players") == "A round needs at least 2 players; there is 1."
    assert english("finding.too_few_players") == "A round needs at least 2 players; there are 0."


def test_what_a_person_wrote_stays_as_it_is() -> None:
    assert english("reason.recorded") == "asked for by the {director}"
    assert english("refusal.result_unreadable") == "“abc {0}” is not a result. Write it like this: 5-3."


def test_unreadable_input() -> None:
    speaker = Speaker("en", NAMES, strict=True)
    facts = {"code": "score_too_high", "article": "R2.3", "facts": {"text": "9-0", "most": 5}}
    told = speaker.verdict("unreadable", Unreadable("bad_result", facts))
    assert told == (
        "“9-0” is not possible: a game ends when somebody has 5. Correct the result, or the options of the file."
    )
    ended = Unreadable("not_json", {"expected": "comma", "found": ""})
    assert speaker.verdict("unreadable", ended) == "This is not JSON: the text ends where a comma should be."
    wrong = Unreadable("wrong_type", {"expected": "object", "found": "list"})
    assert speaker.verdict("unreadable", wrong) == "Expected: an object {…}. Found: a list […]."


@pytest.mark.parametrize(
    ("tongue", "text"),
    [
        ("en", "Ana, Luis and Eva"),
        ("es", "Ana, Luis y Eva"),
        ("tr", "Ana, Luis ve Eva"),
        ("de", "Ana, Luis und Eva"),
        ("fr", "Ana, Luis et Eva"),
    ],
)
def test_lists(tongue: str, text: str) -> None:
    assert Speaker(tongue, NAMES).name([1, 2, 3]) == text


def test_lists_of_few_and_of_names_with_commas() -> None:
    speaker = Speaker("es", NAMES)
    assert speaker.name([]) == ""
    assert speaker.name([1]) == "Ana"
    assert speaker.name([1, 2, 5]) == "Ana; Luis y García, Irene"
    assert speaker.listed(["Ana", "Isabel"]) == "Ana e Isabel"
    assert speaker.listed(["Ana", "Hilda"]) == "Ana e Hilda"
    assert speaker.listed(["Ana", "Iago"]) == "Ana y Iago"
    assert speaker.name(77) == "77"


def test_plural_forms() -> None:
    def tables(tongue: str, *numbers: int) -> str:
        return Speaker(tongue, strict=True).say("refusal.results_missing", round=1, tables=list(numbers))

    assert "table 4 is" in tables("en", 4)
    assert "tables 4 and 5 are" in tables("en", 4, 5)
    assert "la mesa 4" in tables("es", 4)
    assert "des tables 4 et 5" in tables("fr", 4, 5)
    assert tables("tr", 4) == tables("tr", 5).replace("5", "4")
    assert Speaker("fr").say("alert.forced", n=0).startswith("0 appariement ")
    assert Speaker("de").say("alert.forced", n=0).startswith("0 Paarungen")


def test_each_number_of_a_text_has_its_own_form() -> None:
    def seen(tongue: str, groups: int, players: int, most: int) -> str:
        facts = {"groups": groups, "players": players, "most": most}
        return Speaker(tongue, strict=True).say("refusal.groups_too_small", **facts)

    assert seen("en", 3, 7, 1).startswith("With 3 groups for 7 entrants ")
    assert seen("en", 3, 7, 1).endswith(" At most 1 group.")
    assert seen("en", 1, 1, 0).startswith("With 1 group for 1 entrant ")
    assert seen("en", 1, 1, 0).endswith(" At most 0 groups.")
    assert seen("fr", 1, 1, 0).endswith("Au plus 0 groupe.")
    assert seen("tr", 1, 1, 1).endswith("En çok 1 grup.")
    speaker = Speaker("de", strict=True)
    assert speaker.say("refusal.rounds_already_made", made=1, rounds=0).startswith("Es ist schon 1 Runde ausgelost")
    assert speaker.say("refusal.rounds_already_made", made=2, rounds=1).startswith("Es sind schon 2 Runden ausgelost")


@pytest.mark.parametrize(
    ("tongue", "text"),
    [("en", "62.5%"), ("es", "62,5\u00a0%"), ("tr", "%62,5"), ("de", "62,5\u00a0%"), ("fr", "62,5\u00a0%")],
)
def test_percent(tongue: str, text: str) -> None:
    assert Speaker(tongue).number(Fraction(125, 2), decimals=1, percent=True) == text


def test_whatever_is_missing_is_still_told(monkeypatch: pytest.MonkeyPatch) -> None:
    speaker = Speaker("tr", NAMES)
    assert speaker.verdict("reason", Reason("new_code", "X1", {"player": 1, "step": 2})) == (
        "reason.new_code (player=1, step=2)"
    )
    assert speaker.say("label.nothing") == "label.nothing"
    assert speaker.say("refusal.unknown_table", round=1) == "refusal.unknown_table (round=1)"
    assert Speaker("xx", NAMES).say("refusal.already_left", player=1) == "Ana has already left the event."
    with pytest.raises(KeyError):
        Speaker("tr", NAMES, strict=True).say("refusal.unknown_table", round=1)
    with pytest.raises(KeyError):
        Speaker("tr", NAMES, strict=True).say("label.nothing")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FACT_NAMES = sorted({name for facts in FACTS.values() for name in facts} | {"why", "self", "key", "code", "facts"})
VERDICTS = [key for key in everything("en") if key.partition(".")[0] in (*KINDS, "unreadable")]


@given(
    st.sampled_from(LANGUAGES),
    st.sampled_from(VERDICTS),
    st.dictionaries(st.sampled_from(FACT_NAMES), JSON),
    st.lists(st.dictionaries(st.sampled_from(["why", "player", "rounds", "step"]), JSON), max_size=2),
)
def test_strange_facts_never_crash(tongue: str, key: str, facts: dict[str, Any], skipped: list[Any]) -> None:
    kinds: dict[str, Kind] = {kind: kind for kind in ("reason", "relaxation", "finding", "refusal", "unreadable")}
    kind, _, code = key.partition(".")
    speaker = Speaker(tongue, NAMES)
    assert speaker.verdict(kinds[kind], Reason(code, "X1", facts))
    assert speaker.verdict(kinds[kind], Refusal(code, "X1", {**facts, "skipped": skipped}))


@pytest.mark.parametrize("system", SYSTEMS)
def test_everything_said_about_simulated_events_has_its_text(system: str) -> None:
    wishes = [Avoid((1, 2), "opponents", hard=True), Avoid((3, 4), "opponents", hard=False)]
    if system in ("domino", "melee"):
        wishes += [Avoid((1, 3), "partners", hard=True), Avoid((2, 4), "partners", hard=False)]
    for players, rounds in ((5, 4), (6, 5), (9, 8), (8, 7)):
        event = simulate(
            SimulationPlan(
                system, players, rounds, seed=players, absences=80, drop_outs=40, late_entries=40, avoid=tuple(wishes)
            )
        )
        names = {player.id: player.name for player in event.tournament.players}
        for tongue in LANGUAGES:
            speaker = Speaker(tongue, names, strict=True)
            for made in event.tournament.rounds:
                assert all(speaker.verdict("reason", reason) for reason in made.reasons)
                assert all(speaker.verdict("relaxation", relaxation) for relaxation in made.relaxations)
            assert all(speaker.verdict("finding", finding) for finding in event.findings)
            assert event.ended is None or speaker.verdict("refusal", event.ended)


@pytest.mark.parametrize(
    ("value", "decimals", "english_text", "german_text"),
    [
        (3, None, "3", "3"),
        (Fraction(3, 2), None, "1½", "1½"),
        (Fraction(1, 2), None, "½", "½"),
        (Fraction(-1, 2), None, "−½", "−½"),
        (Fraction(15, 4), None, "3.75", "3,75"),
        (Fraction(1, 3), None, "1/3", "1/3"),
        (Fraction(-7, 2), 2, "−3.50", "−3,50"),
        (Fraction(1, 8), 2, "0.13", "0,13"),
        (Fraction(-1, 1000), 2, "0.00", "0,00"),
        (5, 2, "5.00", "5,00"),
        (Fraction(5, 2), 0, "3", "3"),
    ],
)
def test_numbers(value: int | Fraction, decimals: int | None, english_text: str, german_text: str) -> None:
    assert Speaker("en").number(value, decimals=decimals) == english_text
    assert number(value, decimals=decimals, language="de") == german_text


@pytest.mark.parametrize(
    ("choice", "environ", "expected"),
    [
        (None, {}, "en"),
        ("tr", {"RONDA_LANG": "es"}, "tr"),
        (None, {"RONDA_LANG": "es", "LC_ALL": "de_DE.UTF-8"}, "es"),
        (None, {"LC_ALL": "de_DE.UTF-8", "LANG": "fr_FR"}, "de"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "fr_CA@euro", "LANG": "es"}, "fr"),
        (None, {"LANG": "tr_TR.UTF-8"}, "tr"),
        (None, {"LC_ALL": "C", "LANG": "tr_TR.UTF-8"}, "en"),
        (None, {"LANG": "it_IT.UTF-8"}, "en"),
        (None, {"RONDA_LANG": "xx", "LANG": "tr"}, "tr"),
        ("de-AT", {}, "de"),
    ],
)
def test_which_language(choice: str | None, environ: dict[str, str], expected: str) -> None:
    assert language(choice, environ) == expected


@pytest.mark.parametrize(
    ("language", "code", "sign"),
    [
        ("en", "1234.50 EUR", "€1234.50"),
        ("de", "1234,50\u00a0EUR", "1234,50\u00a0€"),
        ("es", "1234,50\u00a0EUR", "1234,50\u00a0€"),
        ("fr", "1234,50\u00a0EUR", "1234,50\u00a0€"),
        ("tr", "1234,50\u00a0EUR", "€1234,50"),
    ],
)
def test_money_in_the_way_of_the_language(language: str, code: str, sign: str) -> None:
    speaker = Speaker(language, strict=True)
    assert speaker.money(123450, "EUR") == code
    assert speaker.money(123450, "€") == sign
    assert speaker.money(-50) == speaker.number(Fraction(-1, 2), decimals=2)


@pytest.mark.parametrize(
    ("language", "sixteen", "thirty_two"),
    [
        ("en", "Round of 16", "Round of 32"),
        ("de", "Achtelfinale", "Sechzehntelfinale"),
        ("es", "Octavos de final", "Dieciseisavos de final"),
        ("fr", "Huitièmes de finale", "Seizièmes de finale"),
        ("tr", "Son 16", "Son 32"),
    ],
)
def test_rounds_of_a_bracket_have_the_names_of_the_language(language: str, sixteen: str, thirty_two: str) -> None:
    speaker = Speaker(language, strict=True)
    assert called("round_of_16", speaker) == sixteen
    assert called("round_of_32", speaker) == thirty_two
    assert "256" in called("round_of_256", speaker), "the rest by number"
    assert called("quarter_final", speaker) == speaker.say("label.stage.quarter_final")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_full_is_named(language: str) -> None:
    speaker = Speaker(language, strict=True)
    told = {
        speaker.verdict("refusal", Refusal("collection_full", "S4", {"most": 500, "what": what}))
        for what in ("events", "planned", "sign_ups")
    }
    assert len(told) == 3
    assert not [text for text in told if "sign_ups" in text or "planned" in text]


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_lost_entry_is_no_range(language: str) -> None:
    facts = {"until": "2026-01-02 10:00:00", "rounds": 2, "code": "X", "name": "Y", "saved": 4, "of": 5, "players": 4}
    for key in ("recover.lost_from", "recover.lost_from_0"):
        told = Speaker(language, strict=True).say(key, n=1, entries="5", **facts)
        assert "(5)" in told
        assert "(5–7)" in Speaker(language, strict=True).say(key, n=3, entries="5–7", **facts)


def test_several_byes_are_counted() -> None:
    speaker = Speaker("en", {1: "Ann"}, strict=True)
    assert speaker.name([1, 0]) == "Ann and the bye"
    assert speaker.name([0, 1, 0, 0]) == "Ann and the 3 byes"
    assert Speaker("en", {1: "Ann"}, system="melee", strict=True).name([0, 0]) == "the 2 free games"


def test_a_date_and_a_system_are_told_by_the_language() -> None:
    assert Speaker("de", strict=True).say("label.person.until", date="2028-05-01").endswith("bis zum 1. Mai 2028")
    told = Speaker("fr", strict=True).say("log.created", name="Open", system="robin")
    assert told.endswith("Toutes rondes")
    assert "elsewhere" in Speaker("en", strict=True).say("log.created", name="Open", system="elsewhere")
